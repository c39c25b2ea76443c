"""How far chance carries a figure of a slice of two classes, where no interval says so."""

import math
from collections.abc import Sequence
from math import sqrt
from typing import TYPE_CHECKING, Any

from ...catalog import parse

if TYPE_CHECKING:
    from ...evaluation.result import Evaluation


ENOUGH = 30
"""Rows of each class below which a slice's figure is mostly luck."""


def classes(e: "Evaluation", part: Any) -> tuple[float, float]:
    """Rows of each class, of equal weight."""
    positives = min(_worth(part.positives, e.effective_positives, e.positives), part.rows)
    weight = part.rows * e.total / e.rows  # of the slice, were its rows as heavy as all
    negatives = _worth(weight - part.positives, e.effective_negatives, e.total - e.positives)
    return positives, min(max(negatives, 0.0), part.rows - positives)


def _worth(weight: float, effective: float | None, whole: float) -> float:
    return weight * (effective or 0) / whole if whole > 0 else 0.0


def large(e: "Evaluation", part: Any) -> bool:
    """Whether a slice has rows enough for its figure to be more than luck."""
    return bool(min(classes(e, part)) >= ENOUGH if part.positives is not None else part.rows >= 2 * ENOUGH)


HARDER = 1.5
"""How much rarer a class may be in a slice than in the others for its recall to be comparable."""


def explained(e: "Evaluation", metric: str, part: Any, others: Sequence[Any]) -> float:
    """By how much a slice with another share of positives may be less accurate: a model that knows the share says rare classes less often.

    Where one class is commoner, always answering it is as accurate; recall and its like are not compared where their class is much rarer.
    """
    if part.positives is None or any(other.positives is None for other in others):
        return 0.0
    name, share, around = parse(metric).entry.name, _share(e, [part]), _share(e, others)
    if name == "accuracy":
        commonest = max(max(one, 1 - one) for one in (_share(e, [other]) for other in others))
        return max(commonest - max(share, 1 - share), 0.0)
    rarer = {"recall": around > HARDER * share, "specificity": 1 - around > HARDER * (1 - share)}
    rarer["balanced_accuracy"] = any(rarer.values())
    return math.inf if rarer.get(name, False) else 0.0


def _share(e: "Evaluation", parts: Sequence[object]) -> float:
    """The share of positives in some slices."""
    rows, positives = (sum(getattr(part, name) for part in parts) for name in ("rows", "positives"))
    return float(min(positives / (rows * e.total / e.rows), 1.0))


def deviation(e: "Evaluation", part: Any, metric: str, value: float) -> float:
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
