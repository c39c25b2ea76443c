"""The curves: arrays with names, their thresholds, and a way to draw them."""

from dataclasses import dataclass
from functools import partial
from typing import Annotated, Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from .. import _core
from ..catalog import Within, metric
from ..inputs import HIGHER, Direction
from ..inputs.direction import said_of
from ..parallel import THREADS
from ..result import Result
from ..summary import Sweep
from ..summary.cells import ratio
from ..types import Floats
from .areas import accuracy_ratio, area, average_precision, gain_area, no_positives, one_class, two_classes
from .class_averages import OverClasses

curve_metric = partial(metric, Sweep, family="scores", averaging=OverClasses(), kind="curve")


def share(part: NDArray[Any], whole: float) -> Floats:
    """part / whole; NaN throughout when there is no whole."""
    return ratio(part, np.asarray(whole))


def from_start(values: NDArray[Any], start: float = 0.0) -> Floats:
    """Values with the point before the first threshold in front, where nothing is called positive."""
    return np.concatenate([[start], values])


@dataclass(frozen=True, eq=False, repr=False)
class RocCurve(Result):
    """The ROC curve: (``fpr``, ``tpr``) at each of ``thresholds``, from (0, 0), where no score is called positive, to (1, 1)."""

    fpr: Floats
    tpr: Floats
    thresholds: Floats
    auc: float
    direction: Direction = HIGHER
    key: ClassVar[str] = "auc"
    pictured: ClassVar[tuple[str, ...]] = ("fpr", "tpr")

    @property
    def headline(self) -> str:
        return f"{len(self.fpr):,} points, auc={self.auc:.6g}{said_of(self.direction)}"


@curve_metric(undefined=one_class)
def roc_curve(s: Sweep) -> RocCurve:
    """TPR against FPR as the threshold falls from +inf.

    >>> import gnomon as gn
    >>> gn.roc_curve([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8])
    RocCurve(5 points, auc=0.75)
    """
    fpr, tpr = from_start(share(s.fps, s.negatives)), from_start(share(s.tps, s.positives))
    return RocCurve(fpr, tpr, from_start(s.thresholds, s.beyond), area(s), s.direction)


def prevalence_of(s: Sweep) -> float:
    """The share of positives among all rows."""
    return s.positives / s.n if s.n else float("nan")


@dataclass(frozen=True, eq=False, repr=False)
class PrCurve(Result):
    """The precision-recall curve, in the order of rising recall; the first point stands at recall 0, where no score is called positive."""

    recall: Floats
    precision: Floats
    thresholds: Floats
    average_precision: float
    prevalence: float
    direction: Direction = HIGHER
    key: ClassVar[str] = "average_precision"
    pictured: ClassVar[tuple[str, ...]] = ("recall", "precision")

    @property
    def headline(self) -> str:
        figures = f"average_precision={self.average_precision:.6g}, prevalence={self.prevalence:.6g}"
        return f"{len(self.recall):,} points, {figures}{said_of(self.direction)}"


@curve_metric(undefined=no_positives, says={"anchor": "The precision at recall 0; None: the first observed, 1.0: as textbooks draw it."})
def pr_curve(s: Sweep, *, anchor: Annotated[float, Within(0, 1)] | None = None) -> PrCurve:
    """Precision against recall as the threshold falls; it starts at the first observed precision, or at ``anchor``.

    >>> import gnomon as gn
    >>> gn.pr_curve([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8])
    PrCurve(5 points, average_precision=0.833333, prevalence=0.5)
    """
    precision = ratio(s.tps, s.tps + s.fps)
    first = anchor if anchor is not None else float(precision[0]) if len(s) else np.nan
    recall, thresholds = from_start(share(s.tps, s.positives)), from_start(s.thresholds, s.beyond)
    return PrCurve(recall, from_start(precision, first), thresholds, average_precision(s), prevalence_of(s), s.direction)


@dataclass(frozen=True, eq=False, repr=False)
class KsCurve(Result):
    """Both classes' rates along the threshold, and where they part most.

    ``statistic`` is the largest |TPR − FPR|, reached at ``threshold``; ``sign`` is +1 where positives score higher, −1 where
    the scores point the other way. ``area`` is that under TPR − FPR over FPR: AUC − ½.
    """

    thresholds: Floats
    tpr: Floats
    fpr: Floats
    statistic: float
    threshold: float
    sign: int
    area: float
    direction: Direction = HIGHER
    key: ClassVar[str] = "statistic"
    pictured: ClassVar[tuple[str, ...]] = ("thresholds", "tpr", "fpr")

    @property
    def difference(self) -> Floats:
        """TPR − FPR at each threshold."""
        return self.tpr - self.fpr

    @property
    def headline(self) -> str:
        sign = "" if self.sign > 0 else ", scores point the other way"
        return f"{len(self.tpr):,} points, statistic={self.statistic:.6g} at threshold {self.threshold:.6g}{sign}{said_of(self.direction)}"


@curve_metric(undefined=one_class)
def ks_curve(s: Sweep) -> KsCurve:
    """TPR and FPR against the threshold; their largest gap is the KS statistic.

    >>> import gnomon as gn
    >>> gn.ks_curve([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8])
    KsCurve(5 points, statistic=0.5 at threshold 0.8)
    """
    thresholds = from_start(s.thresholds, s.beyond)
    tpr, fpr = from_start(share(s.tps, s.positives)), from_start(share(s.fps, s.negatives))
    if not two_classes(s):
        return KsCurve(thresholds, tpr, fpr, np.nan, np.nan, 1, np.nan, s.direction)
    above, at_above, below, at_below = _core.largest_gap(s.pos, s.neg, THREADS)
    sign, statistic, at = (1, above, at_above) if above >= below else (-1, below, at_below)
    return KsCurve(thresholds, tpr, fpr, statistic, float(thresholds[at]), sign, area(s) - 0.5, s.direction)


@dataclass(frozen=True, eq=False, repr=False)
class GainCurve(Result):
    """The gain curve (CAP): ``gain`` is the share of positives found among the ``fraction`` of rows that score most positive."""

    fraction: Floats
    gain: Floats
    thresholds: Floats
    prevalence: float
    area_over_random: float
    accuracy_ratio: float
    direction: Direction = HIGHER
    key: ClassVar[str] = "accuracy_ratio"
    pictured: ClassVar[tuple[str, ...]] = ("fraction", "gain")

    @property
    def headline(self) -> str:
        figures = f"accuracy_ratio={self.accuracy_ratio:.6g}, area_over_random={self.area_over_random:.6g}"
        return f"{len(self.gain):,} points, {figures}{said_of(self.direction)}"


@curve_metric(undefined=one_class)
def gain_curve(s: Sweep) -> GainCurve:
    """TP / (TP + FN) against (TP + FP) / N: positives found for rows looked at.

    >>> import gnomon as gn
    >>> gn.gain_curve([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8])
    GainCurve(5 points, accuracy_ratio=0.5, area_over_random=0.125)
    """
    over = gain_area(s)
    fraction, gain = from_start(share(s.tps + s.fps, s.n)), from_start(share(s.tps, s.positives))
    return GainCurve(fraction, gain, from_start(s.thresholds, s.beyond), prevalence_of(s), over, accuracy_ratio(s), s.direction)


@dataclass(frozen=True, eq=False, repr=False)
class LiftCurve(Result):
    """The lift curve: how many times more positives the top ``fraction`` holds than rows taken at random."""

    fraction: Floats
    lift: Floats
    thresholds: Floats
    prevalence: float
    direction: Direction = HIGHER
    pictured: ClassVar[tuple[str, ...]] = ("fraction", "lift")

    @property
    def defined(self) -> bool:
        return self.prevalence > 0

    @property
    def headline(self) -> str:
        start = f", from {self.lift[0]:.6g} at {self.fraction[0]:.3%} of rows" if len(self.lift) else ""
        return f"{len(self.lift):,} points{start}{said_of(self.direction)}"


@curve_metric(undefined=no_positives)
def lift_curve(s: Sweep) -> LiftCurve:
    """Gain / fraction against the fraction of rows looked at; random is 1 throughout.

    >>> import gnomon as gn
    >>> gn.lift_curve([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8])
    LiftCurve(4 points, from 2 at 25.000% of rows)
    """
    fraction = share(s.tps + s.fps, s.n)
    return LiftCurve(fraction, share(s.tps, s.positives) / fraction, s.thresholds, prevalence_of(s), s.direction)
