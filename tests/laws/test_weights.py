"""Weights over the whole range that is taken, against exact fractions: no product or difference of them loses what a metric is made of."""

from fractions import Fraction

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import gnomon as gn

WEIGHTS = [0.0, 1e-99, 1e-60, 1e-30, 1e-17, 1.0, 3.0, 1e17, 1e60]
SCORES = [0.1, 0.3, 0.5, 0.9]
rows = st.lists(st.tuples(st.integers(0, 1), st.sampled_from(SCORES), st.sampled_from(WEIGHTS)), min_size=2, max_size=7)


def total(data, which):
    return sum((w for one in data if which(*one[:2]) for w in one[2:]), Fraction())


def areas(data):
    """Metrics of the whole ranking."""
    positives, negatives = (total(data, lambda y, s, k=k: y == k) for k in (1, 0))
    reached = [[total(data, lambda y, s, k=k, t=t: y == k and s >= t) for k in (1, 0)] for t in SCORES]
    here = [[total(data, lambda y, s, k=k, t=t: y == k and s == t) for k in (1, 0)] for t in SCORES]
    if positives:
        yield (
            "average_precision",
            sum((p / positives * tp / (tp + fp) for (p, _), (tp, fp) in zip(here, reached, strict=True) if p), Fraction()),
        )
    if positives and negatives:
        pairs = sum((p * (negatives - fp) + p * n / 2 for (p, n), (_, fp) in zip(here, reached, strict=True)), Fraction())
        yield "roc_auc", pairs / positives / negatives
        yield "ks", max(abs(tp / positives - fp / negatives) for tp, fp in reached)
    if positives or negatives:
        yield "brier_score", sum((w * (y - Fraction(s)) ** 2 for y, s, w in data), Fraction()) / (positives + negatives)


def rates(data, at):
    """Metrics of one threshold."""
    tp, fp, fn, tn = (total(data, lambda y, s, k=k, up=up: y == k and (s >= at) == up) for up in (True, False) for k in (1, 0))
    shares = {"recall": (tp, tp + fn), "fnr": (fn, tp + fn), "precision": (tp, tp + fp), "npv": (tn, tn + fn), "specificity": (tn, tn + fp)}
    shares |= {"fpr": (fp, tn + fp), "accuracy": (tp + tn, tp + fp + fn + tn), "jaccard": (tp, tp + fp + fn)}
    return ((name, part / whole) for name, (part, whole) in shares.items() if whole)


@given(rows)
@settings(deadline=None)
def test_metrics_of_scores_are_those_of_exact_weights(given_rows):
    y, s, w = (list(column) for column in zip(*given_rows, strict=True))
    if not any(w):
        return
    data = [(label, score, Fraction(weight)) for label, score, weight in given_rows]
    sweep, coarse = gn.Sweep.of(y, s, weight=w), gn.Sweep.of(y, s, weight=w, resolution=2)
    for name, value in areas(data):
        # A largest difference of two rates is as good as the rates, and bounds are floats.
        assert float(getattr(gn, name)(sweep)) == pytest.approx(float(value), rel=1e-12, abs=1e-15), name
        low, high = coarse.bounds(name)
        assert low - 1e-15 <= value <= high + 1e-15, name
    for at in SCORES:
        for name, value in rates(data, at):
            options = {} if name == "accuracy" else {"positive": 1}
            assert float(getattr(gn, name)(sweep.at(at), **options)) == pytest.approx(float(value), rel=1e-12, abs=0), (name, at)


@pytest.mark.parametrize("weight", [5e-324, 1e-310, 9e-101])
def test_weights_that_lose_their_digits_are_refused(weight):
    y, s, w = [1, 0, 0], [0.9, 0.9, 0.1], [1.0, weight, 1.0]
    for metric in (gn.average_precision, gn.roc_auc, gn.brier_score):
        with pytest.raises(gn.InputError, match=rf"weight has {weight:g} at position 1.*pass 0 to leave such rows out"):
            metric(y, s, weight=w)
    with pytest.raises(gn.InputError, match=f"weight: 'w' has {weight:g} at position 1. A weight so small loses its digits"):
        gn.evaluate({"y": y, "s": s, "w": w}, label="y", score="s", weight="w")
    assert gn.average_precision(y, s, weight=np.array([1.0, 0.0, 1.0])) == 1


@pytest.mark.parametrize("metric", ["roc_auc", "gini", "rank_loss"])
def test_areas_have_the_same_digits_on_every_path(metric, tmp_path):
    rng = np.random.default_rng(12)
    y, w = rng.integers(0, 2, 30_000), rng.random(30_000)
    s = rng.normal(size=30_000) + y
    table = {"y": y, "s": s, "w": w}
    pd.DataFrame(table).to_parquet(tmp_path / "t.parquet")
    value = getattr(gn, metric)(y, s, weight=w)
    asked = {"label": "y", "score": "s", "weight": "w", "metrics": metric, "ci": None}
    found = [gn.evaluate(data, **asked, exact=exact)[metric] for data in (table, tmp_path / "t.parquet") for exact in (False, True)]
    found += [getattr(gn, metric)(gn.Sweep.of(y, s, weight=w)), gn.interval(metric, y, s, weight=w).value]
    assert {float(one) for one in found} == {value}
