"""Intervals of few rows: the metric's own value without each row, on the metric's scale."""

import math

import numpy as np
import pytest
from scipy import stats

import gnomon as gn
from gnomon.summary import Moments

RNG = np.random.default_rng(6)
Y = RNG.normal(100, 3, 40)
P = Y + RNG.normal(size=40)


@pytest.mark.parametrize(
    ("metric", "to", "back"),
    [("r2", lambda v: -np.log1p(-v), lambda v: -np.expm1(-v)), ("pearson", np.arctanh, np.tanh)],
)
def test_by_leaving_out_each_row(metric, to, back):
    value = getattr(gn, metric)
    without = to(np.array([value(np.delete(Y, at), np.delete(P, at)) for at in range(40)]))
    squares = (without - without.mean()) ** 2
    df = 2 / ((squares**2).sum() / squares.sum() ** 2 - 1 / 40)  # Satterthwaite's, of parts that differ in size
    assert 3 < df < 39
    half = stats.t.ppf(0.975, df) * math.sqrt(squares.sum() * 39 / 40)
    found = gn.interval(metric, Y, P)
    # Student's quantile is gnomon's own, to seven digits.
    assert (found.low, found.high) == pytest.approx(tuple(back(to(value(Y, P)) + side * half) for side in (-1, 1)), rel=1e-6)


def test_no_summary_is_made_of_each_row(monkeypatch):
    """Totals less each row's part suffice, so that a hundred rows cost little more than one."""
    added = []
    merge = Moments._merge
    monkeypatch.setattr(Moments, "_merge", lambda self, other: added.append(1) or merge(self, other))
    assert gn.interval("r2", Y, P).low < 1
    assert not added
