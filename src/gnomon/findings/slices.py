"""Findings on slices: for whom the model is worse than for the rest, by more than chance."""

from collections.abc import Iterator
from math import inf, sqrt
from statistics import NormalDist
from typing import Any

from ..catalog import parse
from ..words import Message
from .finding import Finding, rule
from .reading import Reading

ENOUGH = 30
"""Rows of each class below which a slice's figure is mostly luck."""

# Average precision and precision follow the share of positives, in which slices differ for reasons that are not the model's.
FAIR = {"binary": ("roc_auc", "gini", "accuracy", "balanced_accuracy", "recall", "specificity"), "multiclass": ("accuracy",)}
FAIR["ranking"] = ("ndcg", "gauc", "mean_average_precision", "mrr", "recall_at", "hit_ratio", "success_at")


@rule
def worst_slice(e: Reading) -> Iterator[Finding]:
    """The slice that is furthest below the whole, for each model, where that is more than the luck of the worst of so many."""
    metric = next((name for name in e.metrics if parse(name).entry.name in FAIR[e.task]), None)
    if metric is None:
        return
    for name in e.names:
        whole = e.values.get((name, metric))
        able = [part for part in e.slices if _large(e, part) and (name, metric) in part.values and part.values[name, metric].defined]
        if whole is None or not whole.defined or len(able) < 2:
            continue
        # Of k slices that are all alike, one falls below this in one case of twenty.
        bar = NormalDist().inv_cdf(1 - 0.05 / len(able))
        gaps = {id(part): float(whole) - float(part.values[name, metric]) for part in able}
        real = [
            part for part in able if gaps[id(part)] > max(0.01, bar * _deviation(e, part, metric, part.values[name, metric], float(whole)))
        ]
        if not real:
            continue
        worst = max(real, key=lambda part: gaps[id(part)])
        value, gap = float(worst.values[name, metric]), gaps[id(worst)]
        yield Finding(
            "worst_slice",
            "problem" if gap > 0.05 else "caution",
            Message("worst_slice", model=name, slice=worst.name, metric=metric, value=value, whole=float(whole), rows=worst.rows),
            parse(metric).entry.name,
            name,
            {"slice": worst.by, metric: value, "whole": float(whole), "rows": worst.rows},
            weight=0.5 + gap,
        )


def _classes(e: Reading, part: Any) -> tuple[float, float]:
    """Rows of each class, of equal weight."""
    positives = min(e.positives_of(part.positives), part.rows)
    weight = part.rows * e.total / e.rows  # of the slice, were its rows as heavy as all
    return positives, min(max(e.negatives_of(weight - part.positives), 0.0), part.rows - positives)


def _large(e: Reading, part: Any) -> bool:
    return bool(min(_classes(e, part)) >= ENOUGH if part.positives is not None else part.rows >= 2 * ENOUGH)


def _deviation(e: Reading, part: Any, metric: str, value: Any, whole: float) -> float:
    """How far chance alone carries the figure, by the upper half of its interval."""
    if value.high is None or e.level is None:
        return _rough_deviation(e, part, metric, whole)
    return float(value.high - float(value)) / NormalDist().inv_cdf((1 + e.level) / 2)


def _rough_deviation(e: Reading, part: Any, metric: str, value: float) -> float:
    """The same where no interval was asked for: of an AUC after Hanley and McNeil, of a share as of a coin."""
    name = parse(metric).entry.name
    if e.task == "ranking":
        return inf  # queries are the units, and how they vary is known with intervals only
    coin = max(value * (1 - value), 1e-4)
    if part.positives is None or name == "accuracy":
        return sqrt(coin / (part.rows * e.effective_rows / e.rows))
    positives, negatives = _classes(e, part)
    if name in ("recall", "specificity"):
        return sqrt(coin / (positives if name == "recall" else negatives))
    if name == "balanced_accuracy":
        return sqrt(0.25 * (1 / positives + 1 / negatives)) / 2  # each recall at its most uncertain
    auc = value if name == "roc_auc" else (value + 1) / 2
    q1, q2 = auc / (2 - auc), 2 * auc**2 / (1 + auc)
    spread = auc * (1 - auc) + (positives - 1) * (q1 - auc**2) + (negatives - 1) * (q2 - auc**2)
    return sqrt(max(spread, 1e-8) / (positives * negatives)) * (1 if name == "roc_auc" else 2)
