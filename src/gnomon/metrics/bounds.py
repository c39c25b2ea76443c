"""How far what happens inside the cells of a coarse sweep can move a metric: intervals certain to hold the exact value.

Everything outside a cell is known exactly; inside, the rows can stand in any order. Each function takes the worst and the best.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from .. import _core
from ..errors import InputError
from ..parallel import THREADS
from ..summary import Sweep

Interval = tuple[float, float]
NOTHING: Interval = (float("nan"), float("nan"))
ROUNDING = 1e-13  # the sums below round; an interval that claims certainty is widened by more than they can


def _widened(low: float, high: float, floor: float = 0.0, ceiling: float = 1.0) -> Interval:
    slack = ROUNDING * max(1.0, abs(low)) if np.isfinite(low) else 0.0
    return max(float(low) - slack, floor), min(float(high) + slack, ceiling)


def roc_auc(s: Sweep, *, max_fpr: float | None = None, standardize: bool = True) -> Interval:
    """Pairs inside a cell count between none and all of them; the midpoint is half, as for ties."""
    if max_fpr is not None:
        raise InputError("metrics.partial_area_without_bounds")
    if not (s.positives and s.negatives):
        return NOTHING
    if s.told is not None:
        value = min(max(s.concordant / (2 * s.positives * s.negatives), 0.0), 1.0)
        return value, value
    inside = float(s.pos.astype(float) @ s.neg.astype(float))
    pairs = 2 * s.positives * s.negatives
    return _widened((s.concordant - inside) / pairs, (s.concordant + inside) / pairs)


def rank_loss(s: Sweep) -> Interval:
    """1 − AUC."""
    low, high = roc_auc(s)
    return 1 - high, 1 - low


def gini(s: Sweep) -> Interval:
    """2·AUC − 1."""
    low, high = roc_auc(s)
    return 2 * low - 1, 2 * high - 1


def ks(s: Sweep) -> Interval:
    """At least the gap at the cells' edges; at most that of a cell whose one class comes wholly before the other."""
    if not (s.positives and s.negatives):
        return NOTHING
    if s.told is not None:
        return s.told.gap, s.told.gap
    above, _, below, _ = _core.largest_gap(s.pos, s.neg, THREADS)
    tpr, fpr = s.tps / s.positives, s.fps / s.negatives
    high = max(np.max(tpr - _before(fpr)), np.max(fpr - _before(tpr)))
    return _widened(max(above, below), high)


def _before(cumulated: NDArray[Any]) -> NDArray[Any]:
    """What is cumulated before each cell. Taken from the cell before, not by subtraction, which would cost small weights."""
    return np.concatenate([[0.0], cumulated[:-1]])


def average_precision(s: Sweep, *, interpolation: str = "step") -> Interval:
    """Best: a cell's positives come first, tied. Worst: its negatives first, then the positives one at a time."""
    if interpolation != "step":
        raise InputError("metrics.interpolation_without_bounds", interpolation=interpolation)
    if not s.positives:
        return NOTHING
    if s.told is not None:
        return s.told.precision, s.told.precision
    has = s.pos > 0
    p, tp, fp = (column[has].astype(float) for column in (s.pos, s.tps, s.fps))
    tp_before, fp_before = _before(s.tps)[has], _before(s.fps)[has]
    best = p * tp / (tp + fp_before)
    worst = _one_at_a_time(tp_before, p, fp, whole=s.pos.dtype.kind == "i")
    return _widened(worst.sum() / s.positives, best.sum() / s.positives)


def _one_at_a_time(before: NDArray[Any], p: NDArray[Any], fp: NDArray[Any], *, whole: bool) -> NDArray[Any]:
    """Σ (before + i) / (before + i + fp) for i = 1 … p, from below.

    The summand is concave in i, so that for whole rows the sum is at least its integral from ½ to p + ½; weights can be
    split without end, and the integral from 0 to p is all that is certain.
    """
    start = before + (0.5 if whole else 0.0)
    least = p - fp * np.log1p(p / np.where(start + fp > 0, start + fp, 1))
    single = (before + p) / (before + p + fp)
    exact: NDArray[np.bool_] = (p == 1) & whole
    return np.asarray(np.where(exact, single, np.maximum(least, 0)))


def squared_error(s: Sweep) -> Interval:
    """Each row's probability lies between its cell's floor and ceiling."""
    low, high = s.thresholds, np.minimum(s.ceilings, 1.0)
    least = s.pos @ (1 - high) ** 2 + s.neg @ low**2
    most = s.pos @ (1 - low) ** 2 + s.neg @ high**2
    return _widened(least / s.n, most / s.n)


def log_loss(s: Sweep, *, clip: float = 0.0) -> Interval:
    """Each row's probability lies between its cell's floor and ceiling."""
    low, high = (np.clip(edge, clip, 1 - clip) for edge in (s.thresholds, np.minimum(s.ceilings, 1.0)))
    with np.errstate(divide="ignore", invalid="ignore"):
        least = _dot(s.pos, -np.log(high)) + _dot(s.neg, -np.log1p(-low))
        most = _dot(s.pos, -np.log(low)) + _dot(s.neg, -np.log1p(-high))
    return _widened(least / s.n, most / s.n, ceiling=float("inf"))


def _dot(weight: NDArray[Any], loss: NDArray[Any]) -> float:
    return float(np.where(weight > 0, weight * loss, 0).sum())
