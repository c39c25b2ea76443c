"""Tables: the counts and rates at every threshold, and the credit-risk table by score bin."""

import math
from dataclasses import dataclass, replace
from functools import partial
from typing import Annotated, Any

import numpy as np
from numpy.typing import NDArray

from ..catalog import Above, metric
from ..inputs import HIGHER, Direction
from ..result import Table
from ..summary import Sweep
from ..summary.cells import Cells, ratio
from ..types import Floats
from . import agreement, odds, rates
from .areas import one_class
from .class_averages import OverClasses
from .curves import prevalence_of, share

table_metric = partial(metric, Sweep, family="scores", averaging=OverClasses(), kind="table")

MOST_BINS = 10_000
"""More say nothing, and are kept for every replicate of a bootstrap."""


@dataclass(frozen=True, eq=False, repr=False)
class ThresholdTable(Table):
    """Counts and rates when scores of at least ``threshold`` are called positive; NaN where a rate is undefined.

    ``lr_plus`` and ``lr_minus`` are infinite where only their divisor is 0; ``distance_to_corner`` is √(FNR² + FPR²), of the ROC.
    Where ``direction`` is "lower is positive", scores of at most ``threshold`` are.
    """

    threshold: Floats
    tp: NDArray[Any]
    fp: NDArray[Any]
    fn: NDArray[Any]
    tn: NDArray[Any]
    alert_rate: Floats
    precision: Floats
    recall: Floats
    specificity: Floats
    fpr: Floats
    fnr: Floats
    npv: Floats
    f1: Floats
    accuracy: Floats
    youden_j: Floats
    mcc: Floats
    lr_plus: Floats
    lr_minus: Floats
    distance_to_corner: Floats
    direction: Direction = HIGHER

    @property
    def note(self) -> str:
        return "" if self.direction == HIGHER else "lower is positive: score ≤ threshold is called positive"


def rates_of(threshold: Floats, cells: Cells, direction: Direction) -> ThresholdTable:
    """Every column from a stack of 2x2 matrices, each by its definition as a metric of labels."""
    m = cells.matrix
    per_class = {
        name: getattr(rates, name)(cells)[..., 1] for name in ("precision", "recall", "specificity", "fpr", "fnr", "npv", "f1", "youden_j")
    }
    alert_rate = ratio(m[..., 0, 1] + m[..., 1, 1], cells.n)
    return ThresholdTable(
        threshold=threshold,
        tp=m[..., 1, 1],
        fp=m[..., 0, 1],
        fn=m[..., 1, 0],
        tn=m[..., 0, 0],
        alert_rate=alert_rate,
        accuracy=agreement.accuracy(cells),
        mcc=agreement.mcc(cells),
        lr_plus=odds.lr_plus(cells)[..., 1],
        lr_minus=odds.lr_minus(cells)[..., 1],
        distance_to_corner=np.hypot(per_class["fnr"], per_class["fpr"]),
        direction=direction,
        **per_class,
    )


@table_metric(undefined=rates.NO_ROWS, says={"thresholds": "A number or a list of them; None: every distinct score."})
def threshold_table(s: Sweep, *, thresholds: Any = None) -> ThresholdTable:
    """Every count and rate at every distinct score, or at each of the given thresholds.

    >>> import gnomon as gn
    >>> gn.threshold_table([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8], thresholds=[0.5]).recall
    array([0.5])
    """
    if thresholds is None:
        return rates_of(s.thresholds, Cells(s.cells_at().matrix[1:]), s.direction)
    cells = s.cells_at(thresholds)
    return rates_of(np.atleast_1d(np.asarray(thresholds, float)), cells, s.direction)


def equal_mass_bins(s: Sweep, bins: int) -> NDArray[np.int64]:
    """Each cell's bin from the most positive score on: a score belongs where the rows above it end, so that ties never split."""
    return bins_of_mass(s.pos + s.neg, s.n, bins)


def bins_of_mass(mass: NDArray[Any], total: float, bins: int) -> NDArray[np.int64]:
    """The same of cells that weigh so much."""
    before = np.cumsum(mass) - mass
    place = before * bins / total if total else before
    # Weights round: a score that starts on a bin's edge but for rounding starts the bin.
    nearest = np.rint(place)
    rounded = np.where(np.abs(place - nearest) < 1e-9 * bins, nearest, np.floor(place))
    return np.asarray(np.minimum(rounded, bins - 1), np.int64)


@dataclass(frozen=True, eq=False, repr=False)
class DecileTable(Table):
    """Score bins from the most positive on: the highest scores first, or the lowest where ``direction`` says so.

    ``rate`` is the share of the positive class, which text and figures call by its label where ``positive`` names one; ``ks`` is the gap
    between the cumulative shares of the two classes. Where the positive class is the bad one, ``bad``, ``good`` and ``cumulative_good``
    are what credit risk calls positives, negatives and cumulative negatives. ``mean_score`` is the mean of
    the bin's scores: where these are probabilities, what was promised beside the ``rate`` that came true.
    """

    bin: NDArray[np.int64]
    low: Floats
    high: Floats
    n: NDArray[Any]
    positives: NDArray[Any]
    negatives: NDArray[Any]
    rate: Floats
    mean_score: Floats
    cumulative_gain: Floats
    cumulative_negatives: Floats
    lift: Floats
    cumulative_lift: Floats
    ks: Floats
    direction: Direction = HIGHER
    positive: str = ""

    @property
    def bad(self) -> NDArray[Any]:
        """The positives, where they are what went bad."""
        return self.positives

    @property
    def good(self) -> NDArray[Any]:
        """The negatives, where they are what went well."""
        return self.negatives

    @property
    def cumulative_good(self) -> Floats:
        """The cumulative negatives, where they are what went well."""
        return self.cumulative_negatives

    @property
    def share_of(self) -> str:
        """What ``rate`` is the share of: the positive class by its label, or positives."""
        return self.positive or "positives"

    @property
    def note(self) -> str:
        return "" if self.direction == HIGHER else "lower is positive: the lowest scores come first"

    def heading(self, column: str) -> str:
        names = {"positives": self.share_of, "rate": f"share of {self.share_of}", "cumulative_gain": f"{self.share_of} found"}
        return names.get(column, column) if self.positive else column

    def naming(self, positive: Any) -> "DecileTable":
        return replace(self, positive=repr(positive))

    @property
    def defined(self) -> bool:
        return bool(len(self.ks)) and not np.isnan(self.ks).any()


def mean_score(s: Sweep) -> float:
    """The mean score of all rows."""
    return float(_means(s, np.zeros(1, np.int64), np.array([s.n]))[0]) if len(s) else float("nan")


def deviation_of_gaps(s: Sweep) -> float:
    """The standard deviation of prediction − label, by what the rows show or by the predictions, whichever is larger."""
    middle, n = s.thresholds if s.exact else s.thresholds + (s.ceilings - s.thresholds) / 2, float(s.n)
    gap = float((s.pos + s.neg) @ middle - s.positives) / n
    seen = float(s.pos @ (1 - middle) ** 2 + s.neg @ middle**2) / n - gap**2
    return math.sqrt(max(seen, float((s.pos + s.neg) @ (middle * (1 - middle))) / n, 0.0))


def _means(s: Sweep, first: NDArray[np.int64], n: NDArray[Any]) -> Floats:
    """The mean score of each run of cells; a coarse cell counts as its middle."""
    if not len(s):
        return np.empty(0)
    middle = s.thresholds if s.exact else s.thresholds + (s.ceilings - s.thresholds) / 2
    last = np.append(first[1:], len(s)) - 1
    summed = np.add.reduceat((s.pos + s.neg) * middle, first)
    # The mean of equal numbers can round past them; the bin's own extremes hold it.
    ends = middle[last], middle[first]
    return np.asarray(np.clip(ratio(summed, n), np.minimum(*ends), np.maximum(*ends)))


@table_metric(undefined=one_class, says={"bins": "How many bins of equal weight."})
def decile_table(s: Sweep, *, bins: Annotated[int, Above(1, whole=True, high=MOST_BINS)] = 10) -> DecileTable:
    """Per score bin: rows, positives, negatives, the positives' share, mean score, cumulative gain, lift and KS; the credit-risk table.

    >>> import gnomon as gn
    >>> gn.decile_table([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8], bins=2).rate
    array([0.5, 0.5])
    """
    where = equal_mass_bins(s, int(bins))
    used, first = np.unique(where, return_index=True)
    positives, negatives = (np.add.reduceat(v, first) if len(s) else v for v in (s.pos, s.neg))
    n = positives + negatives
    gain, cumulative_negatives = share(np.cumsum(positives), s.positives), share(np.cumsum(negatives), s.negatives)
    last = np.append(first[1:], len(s))[: len(first)] - 1
    ends = s.thresholds[last], s.thresholds[first] if s.exact else s.ceilings[first]
    low, high = ends if s.direction == HIGHER else ends[::-1]
    rate = ratio(positives, n)
    return DecileTable(
        bin=np.arange(1, len(used) + 1),
        low=low,
        high=high,
        n=n,
        positives=positives,
        negatives=negatives,
        rate=rate,
        mean_score=_means(s, first, n),
        cumulative_gain=gain,
        cumulative_negatives=cumulative_negatives,
        lift=share(rate, prevalence_of(s)),
        cumulative_lift=gain / share(np.cumsum(n), s.n),
        ks=np.abs(gain - cumulative_negatives),
        direction=s.direction,
    )
