"""Points on the curves: a value with the threshold at which it is reached."""

from bisect import bisect_left
from collections.abc import Callable
from functools import partial
from typing import Annotated, Any

import numpy as np
from numpy.typing import NDArray

from ..catalog import EquivalentTo, Within, metric
from ..messages import Message
from ..result import Point
from ..summary import Sweep
from ..types import Floats
from .areas import no_positives, one_class, two_classes
from .class_averages import OverClasses
from .curves import from_start

point_metric = partial(metric, Sweep, family="scores", averaging=OverClasses(), better="higher")
Share = Annotated[float, Within(0, 1)]
NAN = Point(float("nan"), threshold=float("nan"))


def _first(s: Sweep, reached: Callable[[int], bool]) -> int:
    """The first cell from which on a condition holds, found by halving; the last cell when rounding hides it from all."""
    return min(bisect_left(range(len(s)), True, key=reached), len(s) - 1)


def _slack(s: Sweep) -> float:
    """Weights are sums of rounded numbers: a mark missed by rounding alone is reached. Whole counts need no mercy."""
    return 0.0 if s.pos.dtype.kind == "i" else 1e-12


def _before(column: NDArray[Any], place: int) -> float:
    """What is cumulated before a cell."""
    return float(column[place - 1]) if place else 0.0


@point_metric(range=(0, 1), undefined=no_positives)
def break_even_point(s: Sweep) -> Point:
    """The value where precision = recall: where the rows called positive are as many as the positives.

    >>> import gnomon as gn
    >>> gn.break_even_point([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8])
    0.5 at threshold 0.4
    """
    if not s.positives:
        return NAN
    enough = s.positives * (1 - _slack(s))
    end = _first(s, lambda i: bool(s.tps[i] + s.fps[i] >= enough))
    found = _before(s.tps, end)
    along = (s.positives - found - _before(s.fps, end)) / float(s.pos[end] + s.neg[end])
    return Point((found + along * float(s.pos[end])) / s.positives, s.thresholds[end])


@point_metric(range=(0, 1), better="lower", undefined=one_class)
def equal_error_rate(s: Sweep) -> Point:
    """The value where FPR = FNR along the ROC curve.

    >>> import gnomon as gn
    >>> gn.equal_error_rate([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8])
    0.5 at threshold 0.4
    """
    if not two_classes(s):
        return NAN
    p, n, slack = s.positives, s.negatives, _slack(s)
    # FPR >= FNR over the common denominator: equal rates of whole counts are equal.
    end = _first(s, lambda i: s.fps[i].item() * p >= (p - s.tps[i].item()) * n - slack * p * n)
    fpr, fnr = _before(s.fps, end) / s.negatives, 1 - _before(s.tps, end) / s.positives
    rise, fall = s.neg[end] / s.negatives, s.pos[end] / s.positives
    return Point(fpr + (fnr - fpr) * rise / (rise + fall), s.thresholds[end])


# "at" a fraction is read along the gain curve: inside a tie, what a random order of the tied rows gives on average.
@point_metric(
    range=(0, 1), undefined=no_positives, at="fraction", says={"fraction": "The share of rows looked at, the highest scores first."}
)
def gain_at(s: Sweep, *, fraction: Share = 0.1) -> Point:
    """The share of positives found among the given fraction of rows scored highest.

    >>> import gnomon as gn
    >>> gn.gain_at([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8], fraction=0.25)
    0.5 at threshold 0.8
    """
    if not s.positives:
        return NAN
    if fraction == 0:
        return Point(0.0, np.inf)
    wanted = fraction * s.n
    end = _first(s, lambda i: bool(s.tps[i] + s.fps[i] >= wanted * (1 - 1e-12)))
    found = _before(s.tps, end)
    along = (wanted - found - _before(s.fps, end)) / float(s.pos[end] + s.neg[end])
    return Point(min((found + along * float(s.pos[end])) / s.positives, 1.0), s.thresholds[end])


@point_metric(
    range=(0, float("inf")),
    undefined=no_positives,
    at="fraction",
    says={"fraction": "The share of rows looked at, the highest scores first."},
    restates=EquivalentTo("gain_at", lambda gain, fraction=0.1: gain / fraction),
)
def lift_at(s: Sweep, *, fraction: Annotated[float, Within(1e-12, 1)] = 0.1) -> Point:
    """Gain / fraction: how many times more positives the top fraction holds than a random one.

    >>> import gnomon as gn
    >>> gn.lift_at([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8], fraction=0.25)
    2 at threshold 0.8
    """
    gain = gain_at(s, fraction=fraction)
    return Point(gain / fraction, gain.threshold)


def _best_where(allowed: NDArray[np.bool_], value: Floats, thresholds: Floats) -> Point:
    """The largest value among the allowed places, the highest threshold first; NaN when none is allowed."""
    if not allowed.any():
        return NAN
    best = int(np.argmax(np.where(allowed, value, -np.inf)))
    return Point(value[best], thresholds[best])


@point_metric(range=(0, 1), undefined=no_positives, at="recall", says={"recall": "The recall to be reached at least."})
def precision_at_recall(s: Sweep, *, recall: Share) -> Point:
    """The best precision among thresholds whose recall is at least the given one.

    >>> import gnomon as gn
    >>> gn.precision_at_recall([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8], recall=1.0)
    0.666667 at threshold 0.35
    """
    if not s.positives:
        return NAN
    return _best_where(s.tps >= recall * s.positives * (1 - 1e-12), s.tps / (s.tps + s.fps), s.thresholds)


def _not_reached(s: Sweep) -> Message:
    return Message("precision_not_reached") if s.positives else no_positives(s)


@point_metric(range=(0, 1), undefined=_not_reached, at="precision", says={"precision": "The precision to be reached at least."})
def recall_at_precision(s: Sweep, *, precision: Share) -> Point:
    """The best recall among thresholds whose precision is at least the given one.

    >>> import gnomon as gn
    >>> gn.recall_at_precision([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8], precision=0.6)
    1 at threshold 0.35
    """
    if not s.positives:
        return NAN
    return _best_where(s.tps >= precision * (s.tps + s.fps) * (1 - 1e-12), s.tps / s.positives, s.thresholds)


@point_metric(range=(0, 1), undefined=one_class, at="fpr", says={"fpr": "The false positive rate to be kept at most."})
def tpr_at_fpr(s: Sweep, *, fpr: Share) -> Point:
    """The best true positive rate among thresholds whose false positive rate is at most the given one.

    >>> import gnomon as gn
    >>> gn.tpr_at_fpr([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8], fpr=0.1)
    0.5 at threshold 0.8
    """
    if not two_classes(s):
        return NAN
    rates = from_start(s.fps / s.negatives)
    return _best_where(rates <= fpr * (1 + 1e-12), from_start(s.tps / s.positives), from_start(s.thresholds, s.beyond))
