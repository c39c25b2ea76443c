"""Points on the curves: a value with the threshold at which it is reached."""

from functools import partial
from typing import Annotated

import numpy as np

from ..catalog import Within, metric
from ..result import Point
from ..summary import Sweep
from .areas import no_positives, one_class, two_classes
from .curves import Floats, from_start

point_metric = partial(metric, Sweep, family="scores", better="higher")
Share = Annotated[float, Within(0, 1)]
NAN = float("nan")


def _crossing(below: Floats, above: Floats) -> tuple[int, float]:
    """Where a rising sequence meets a falling one: the segment's end, and how far along the segment."""
    end = int(np.argmax(below >= above))
    if end == 0:
        return 0, 1.0
    gap, next_gap = above[end - 1] - below[end - 1], below[end] - above[end]
    return end, float(gap / (gap + next_gap))


@point_metric(range=(0, 1), undefined=no_positives)
def break_even_point(s: Sweep) -> float:
    """The value where precision = recall: where the rows called positive are as many as the positives."""
    if not s.positives:
        return NAN
    called = from_start(s.tps + s.fps)
    end, along = _crossing(called, np.full(called.shape, s.positives, float))
    tps = from_start(s.tps)
    found = tps[end - 1] + along * (tps[end] - tps[end - 1])
    return Point(found / s.positives, s.thresholds[end - 1])


@point_metric(range=(0, 1), better="lower", undefined=one_class)
def equal_error_rate(s: Sweep) -> float:
    """The value where FPR = FNR along the ROC curve."""
    if not two_classes(s):
        return NAN
    fpr, fnr = from_start(s.fps / s.negatives), 1 - from_start(s.tps / s.positives)
    end, along = _crossing(fpr, fnr)
    return Point(fpr[end - 1] + along * (fpr[end] - fpr[end - 1]), s.thresholds[end - 1])


# "at" a fraction is read along the gain curve: inside a tie, what a random order of the tied rows gives on average.
@point_metric(range=(0, 1), undefined=no_positives, at="fraction")
def gain_at(s: Sweep, *, fraction: Share = 0.1) -> float:
    """The share of positives found among the given fraction of rows scored highest."""
    if not s.positives:
        return NAN
    called = (s.tps + s.fps) / s.n
    gain = float(np.interp(fraction, from_start(called), from_start(s.tps / s.positives)))
    place = min(int(np.searchsorted(called, fraction * (1 - 1e-12))), len(s) - 1)
    return Point(gain, s.thresholds[place])


@point_metric(range=(0, float("inf")), undefined=no_positives, at="fraction")
def lift_at(s: Sweep, *, fraction: Annotated[float, Within(1e-12, 1)] = 0.1) -> float:
    """Gain / fraction: how many times more positives the top fraction holds than a random one."""
    gain = gain_at(s, fraction=fraction)
    return Point(gain / fraction, gain.threshold) if isinstance(gain, Point) else NAN


def _best_where(allowed: Floats, value: Floats, thresholds: Floats) -> float:
    """The largest value among the allowed places, the highest threshold first; NaN when none is allowed."""
    if not allowed.any():
        return NAN
    best = int(np.argmax(np.where(allowed, value, -np.inf)))
    return Point(value[best], thresholds[best])


@point_metric(range=(0, 1), undefined=no_positives, at="recall")
def precision_at_recall(s: Sweep, *, recall: Share) -> float:
    """The best precision among thresholds whose recall is at least the given one."""
    if not s.positives:
        return NAN
    return _best_where(s.tps >= recall * s.positives * (1 - 1e-12), s.tps / (s.tps + s.fps), s.thresholds)


@point_metric(range=(0, 1), undefined="no threshold reaches that precision", at="precision")
def recall_at_precision(s: Sweep, *, precision: Share) -> float:
    """The best recall among thresholds whose precision is at least the given one."""
    if not s.positives:
        return NAN
    return _best_where(s.tps >= precision * (s.tps + s.fps) * (1 - 1e-12), s.tps / s.positives, s.thresholds)


@point_metric(range=(0, 1), undefined=one_class, at="fpr")
def tpr_at_fpr(s: Sweep, *, fpr: Share) -> float:
    """The best true positive rate among thresholds whose false positive rate is at most the given one."""
    if not two_classes(s):
        return NAN
    rates = from_start(s.fps / s.negatives)
    return _best_where(rates <= fpr * (1 + 1e-12), from_start(s.tps / s.positives), from_start(s.thresholds, np.inf))
