"""How far chance carries a figure of a slice of two classes, where no interval says so."""

from math import sqrt
from typing import Any

from ...catalog import parse

ENOUGH = 30
"""Rows of each class below which a slice's figure is mostly luck."""


def classes(e: Any, part: Any) -> tuple[float, float]:
    """Rows of each class, of equal weight."""
    positives = min(_worth(part.positives, e.effective_positives, e.positives), part.rows)
    weight = part.rows * e.total / e.rows  # of the slice, were its rows as heavy as all
    negatives = _worth(weight - part.positives, e.effective_negatives, e.total - e.positives)
    return positives, min(max(negatives, 0.0), part.rows - positives)


def _worth(weight: float, effective: float | None, whole: float) -> float:
    return weight * (effective or 0) / whole if whole > 0 else 0.0


def large(e: Any, part: Any) -> bool:
    """Whether a slice has rows enough for its figure to be more than luck."""
    return bool(min(classes(e, part)) >= ENOUGH if part.positives is not None else part.rows >= 2 * ENOUGH)


def deviation(e: Any, part: Any, metric: str, value: float) -> float:
    """How far chance carries a figure: of an AUC after Hanley and McNeil, of a share as of a coin."""
    name = parse(metric).entry.name
    coin = max(value * (1 - value), 1e-4)
    if part.positives is None or name == "accuracy":
        return sqrt(coin / (part.rows * e.effective_rows / e.rows))
    positives, negatives = classes(e, part)
    if name in ("recall", "specificity"):
        return sqrt(coin / (positives if name == "recall" else negatives))
    if name == "balanced_accuracy":
        return sqrt(0.25 * (1 / positives + 1 / negatives)) / 2  # each recall at its most uncertain
    auc = value if name == "roc_auc" else (value + 1) / 2
    q1, q2 = auc / (2 - auc), 2 * auc**2 / (1 + auc)
    spread = auc * (1 - auc) + (positives - 1) * (q1 - auc**2) + (negatives - 1) * (q2 - auc**2)
    return sqrt(max(spread, 1e-8) / (positives * negatives)) * (1 if name == "roc_auc" else 2)
