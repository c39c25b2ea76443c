"""Areas under the curves and the largest gap: one number for a whole ranking."""

from functools import partial
from typing import Annotated, Any, Literal

import numpy as np
from numpy.typing import NDArray

from .. import _core
from ..catalog import EquivalentTo, Shortcuts, Within, metric
from ..inputs import BinaryRows
from ..inputs.numbers import refuse_not_finite
from ..messages import Message
from ..parallel import THREADS
from ..summary import Stack, Sweep
from ..summary.row_gaps import row_gaps
from ..types import Floats
from . import bounds
from .class_averages import EachPair, OverClasses
from .uncertainty import LargestGap, LineOfArea

score_metric = partial(metric, Sweep, family="scores", averaging=OverClasses())


def one_class(sweep: Sweep) -> Message:
    """Why a metric that compares two classes has no value."""
    if not sweep.n:
        return Message("no_rows")
    return Message("no_negatives_one_class" if sweep.positives else "no_positives_one_class")


def two_classes(sweep: Sweep) -> bool:
    """Whether both classes have any weight."""
    return sweep.positives > 0 and sweep.negatives > 0


def area(sweep: Sweep) -> float:
    """P(score⁺ > score⁻) + ½P(=), exactly; NaN when a class is absent."""
    return _share_of_pairs(sweep.concordant, sweep.positives, sweep.negatives)


def _share_of_pairs(concordant: float, positives: float, negatives: float) -> float:
    """Concordant pairs over all; sums of weights round, and a share stays within 0 and 1."""
    if not (positives and negatives):
        return float("nan")
    return min(max(concordant / (2 * positives * negatives), 0.0), 1.0)


def _area_of_rows(rows: BinaryRows) -> float:
    """The same straight from the rows, which need not be sorted for it; weights are summed in the order of a sweep."""
    if rows.weight is not None:
        return area(Sweep.of_rows(rows))
    positives, negatives, pairs, finite = _core.rank_pairs(rows.score, rows.positive, None, THREADS)
    if not finite:
        refuse_not_finite(rows.score, "y_score")
    return _share_of_pairs(pairs, positives, negatives)


def _whole_area_of_rows(rows: BinaryRows, *, max_fpr: float | None = None, standardize: bool = True) -> float:
    if max_fpr is None:
        return _area_of_rows(rows)
    return roc_auc(Sweep.of_rows(rows), max_fpr=max_fpr, standardize=standardize)


def _up_to(fpr: NDArray[Any], tpr: NDArray[Any], most: float) -> float:
    """The area under a curve of points up to x = most."""
    last = int(np.searchsorted(fpr, most, side="right"))
    x = np.append(fpr[:last], most)
    y = np.append(tpr[:last], np.interp(most, fpr[last - 1 : last + 1], tpr[last - 1 : last + 1]))
    return float(((y[1:] + y[:-1]) * np.diff(x)).sum() / 2)


def standardized(part: float, max_fpr: float) -> float:
    """A partial area rescaled so that chance is 0.5 and perfect 1 (McClish)."""
    chance = max_fpr**2 / 2
    return (1 + (part - chance) / (max_fpr - chance)) / 2


def _of_partial_area(area: float, *, max_fpr: float | None = None, standardize: bool = True) -> float:
    return area if max_fpr is None or not standardize else standardized(area, max_fpr)


def _gini(area: float) -> float:
    return 2 * area - 1


def _stacked(s: Stack) -> Floats:
    """The area of each sweep of a stack."""
    return _core.stack_area(s.pos, s.neg, THREADS)


def _stacked_partial(s: Stack, *, max_fpr: float | None = None, standardize: bool = True) -> Floats:
    if max_fpr is None:
        return _stacked(s)
    return np.array([roc_auc(sweep, max_fpr=max_fpr, standardize=standardize) for sweep in s])


@score_metric(
    range=(0, 1),
    better="higher",
    undefined=one_class,
    averaging=EachPair(),
    bounds=bounds.roc_auc,
    uncertainty=LineOfArea(_of_partial_area),
    shortcuts=Shortcuts(rows=_whole_area_of_rows, stack=_stacked_partial),
    says={
        "max_fpr": "Take only the area up to this false positive rate.",
        "standardize": "Rescale a partial area so that chance is 0.5 and perfect 1 (McClish).",
    },
)
def roc_auc(s: Sweep, *, max_fpr: Annotated[float, Within(1e-12, 1)] | None = None, standardize: bool = True) -> float:
    """P(score⁺ > score⁻) + ½P(=): the chance that a positive outranks a negative.

    >>> import gnomon as gn
    >>> gn.roc_auc([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8])
    0.75
    """
    if max_fpr is None or max_fpr == 1 or not two_classes(s):
        return area(s)
    fpr = np.concatenate([[0.0], s.fps / s.negatives])
    tpr = np.concatenate([[0.0], s.tps / s.positives])
    part = _up_to(fpr, tpr, max_fpr)
    return standardized(part, max_fpr) if standardize else part


@score_metric(
    range=(0, 1),
    better="lower",
    undefined=one_class,
    averaging=EachPair(),
    bounds=bounds.rank_loss,
    uncertainty=LineOfArea(lambda area: 1 - area),
    shortcuts=Shortcuts(rows=lambda rows: 1 - _area_of_rows(rows), stack=lambda s: 1 - _stacked(s)),
    restates=EquivalentTo("roc_auc", lambda area: 1 - area),
)
def rank_loss(s: Sweep) -> float:
    """1 − AUC: the chance that a negative outranks a positive, ties counting half.

    >>> import gnomon as gn
    >>> gn.rank_loss([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8])
    0.25
    """
    return 1 - area(s)


@score_metric(
    range=(-1, 1),
    better="higher",
    undefined=one_class,
    averaging=EachPair(),
    bounds=bounds.gini,
    uncertainty=LineOfArea(_gini),
    shortcuts=Shortcuts(rows=lambda rows: 2 * _area_of_rows(rows) - 1, stack=lambda s: 2 * _stacked(s) - 1),
    restates=EquivalentTo("roc_auc", _gini),
)
def gini(s: Sweep) -> float:
    """2·AUC − 1: the AUC rescaled so that chance is 0.

    >>> import gnomon as gn
    >>> gn.gini([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8])
    0.5
    """
    return 2 * area(s) - 1


@score_metric(
    range=(-1, 1),
    better="higher",
    undefined=one_class,
    bounds=bounds.gini,
    uncertainty=LineOfArea(_gini),
    shortcuts=Shortcuts(stack=lambda s: 2 * _stacked(s) - 1),
    restates=EquivalentTo("roc_auc", _gini),
)
def accuracy_ratio(s: Sweep) -> float:
    """The area between the CAP and the diagonal over that of a perfect model; equal to the Gini.

    >>> import gnomon as gn
    >>> gn.accuracy_ratio([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8])
    0.5
    """
    if not two_classes(s):
        return float("nan")
    return gain_area(s) / (s.negatives / s.n / 2)


def gain_area(s: Sweep) -> float:
    """The area between the gain curve (CAP) and the diagonal: that of the ROC, on an axis which the positives share."""
    return (area(s) - 0.5) * s.negatives / s.n if s.n else float("nan")


def _widest(s: Sweep) -> float:
    """The threshold at which TPR and FPR part most."""
    if s.told is not None:
        return s.told.at
    above, at_above, below, at_below = s.gaps
    place = at_above if above >= below else at_below
    return float(s.thresholds[place - 1]) if place else s.beyond


def _ks_of_rows(rows: BinaryRows) -> float:
    """The same straight from the rows, few of which need to be sorted for it; weights are summed in the order of a sweep."""
    if rows.weight is not None:
        return ks(Sweep.of_rows(rows))
    gaps = row_gaps(rows)
    if not gaps.finite:
        refuse_not_finite(rows.score, "y_score")
    return max(gaps.above, gaps.below) if gaps.positives and gaps.negatives else float("nan")


@score_metric(
    range=(0, 1),
    better="higher",
    undefined=one_class,
    bounds=bounds.ks,
    uncertainty=LargestGap(_widest),
    shortcuts=Shortcuts(rows=_ks_of_rows, stack=lambda s: _core.stack_gap(s.pos, s.neg, THREADS)),
)
def ks(s: Sweep) -> float:
    """max |TPR − FPR| over thresholds: the largest gap between the two classes' score distributions.

    >>> import gnomon as gn
    >>> gn.ks([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8])
    0.5
    """
    if not two_classes(s):
        return float("nan")
    if s.told is not None:
        return s.told.gap
    above, _, below, _ = s.gaps
    return max(above, below)


def no_positives(sweep: Sweep) -> Message:
    """Why a metric of recall has no value."""
    return Message("no_positives" if sweep.n else "no_rows")


Interpolation = Literal["step", "trapezoid", "11-point", "101-point", "envelope"]


def _stacked_precision(s: Stack, *, interpolation: Interpolation = "step") -> Floats:
    if interpolation == "step":
        return _core.stack_precision(s.pos, s.neg, THREADS)
    return np.array([average_precision(sweep, interpolation=interpolation) for sweep in s])


@score_metric(
    range=(0, 1),
    better="higher",
    undefined=no_positives,
    bounds=bounds.average_precision,
    shortcuts=Shortcuts(stack=_stacked_precision),
    says={"interpolation": "How precision is read between the points: 11-point is VOC 2007's, envelope VOC 2010's, 101-point COCO's."},
)
def average_precision(s: Sweep, *, interpolation: Interpolation = "step") -> float:
    """Σ (Rᵢ − Rᵢ₋₁)·Pᵢ: precision averaged over recall, that is over the positives.

    >>> import gnomon as gn
    >>> gn.average_precision([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8], interpolation="11-point")
    0.8484848484848484
    """
    if not s.positives:
        return float("nan")
    if interpolation == "step" and s.told is not None:
        return s.told.precision
    if interpolation in ("step", "trapezoid"):
        return _core.precision_sum(s.pos, s.neg, interpolation == "trapezoid", THREADS)
    if interpolation == "envelope":
        return _core.monotone_precision(s.pos, s.neg, 1)[0]
    marks = _core.monotone_precision(s.pos, s.neg, 10 if interpolation == "11-point" else 100)[1]
    return float(marks.mean())
