"""Intervals there is a formula for: areas under the ROC curve, shares of rows, means over rows."""

import math

import numpy as np
from numpy.typing import NDArray

from ..messages import Message
from ..metrics.calibration import cell_probabilities
from ..metrics.uncertainty import LineOfArea, MeanOfShares, MeanOverRows, Overlap, ShareOfRows
from ..summary import Cells, Sweep
from ..types import Floats
from . import delong
from .calibration import gaps
from .clusters import freedom, worth
from .measure import MetricCall, NoIntervalError
from .proportions import PROPORTIONS, Ends, mean_of_shares, t_of, wilson
from .sample import ResamplingData
from .units import losses_of, units_of

NEXT_TO_NONE = 1e-9
"""Rows added to each kind, for the limits where a kind has none."""
FEWEST_TRIALS = 1.25
"""Fewer do not let their variance be raised by n / (n − 1)."""
LARGEST = 700.0
"""The exponent past which there is no float."""


def formula(measure: MetricCall, value: float, sample: ResamplingData, method: str, level: float) -> Ends:
    """The ends of the interval by a method that needs no resampling."""
    if method in ("delong", "delong-wilson"):
        return _delong(measure, value, sample, level, method == "delong-wilson")
    if method in PROPORTIONS:
        return _proportion(measure, value, sample, method, level)
    if method == "macro-wilson":
        return _macro_wilson(measure, sample, level)
    return gaps(measure, value, sample, level) if method == "gaps" else _mean(measure, value, sample, level)


def _delong(measure: MetricCall, value: float, sample: ResamplingData, level: float, score: bool) -> Ends:
    """DeLong's variance on either side of the area, or in Wilson's formula, which holds its level where areas near 1 are skewed."""
    line = measure.uncertainty
    if not isinstance(line, LineOfArea) or not isinstance(sample.scores, Sweep):
        raise NoIntervalError(Message("no_area", metric=measure.name))
    spread, df = area_spread(measure, sample), sample.df(measure)
    if score:
        return area_ends(measure, value, spread, class_sizes(sample), level, df)
    half = t_of(level, df) * math.sqrt(spread.variance) * abs(line.slope(measure.reference.arguments))
    return value - half, value + half


def area_ends(
    measure: MetricCall, value: float, spread: delong.AreaVariance, sizes: tuple[float, float], level: float, df: float = math.inf
) -> Ends:
    """Wilson's interval with DeLong's variance, from so many rows of each class."""
    line, options = measure.uncertainty, measure.reference.arguments
    assert isinstance(line, LineOfArea)
    start, scale = line.value(0.0, **options), line.slope(options)
    most = measure.max_fpr or 1.0  # a partial area as a share of the largest there can be
    share = min(max((value - start) / scale / most, 0.0), 1.0)
    positives, negatives = sizes
    open_ = share * (1 - share)
    variance = spread.variance / most**2 + open_ * (1 / positives**2 + 1 / negatives**2)  # as if each class had one row more
    # Where the classes are parted, Hanley and McNeil's variance near an area of 1 says how many trials that is worth.
    trials = open_ / variance if open_ > 0 else positives * negatives / (1 + ((positives + negatives) / 2 - 1) / 2)
    low, high = wilson(share * trials, trials, level, df if open_ > 0 else math.inf)
    return start + scale * most * low, start + scale * most * high


def class_sizes(sample: ResamplingData) -> tuple[float, float]:
    """Rows of each class; of weights, how many equal ones they are worth (Kish). How clusters vary is their variance's business."""
    assert isinstance(sample.scores, Sweep)
    if sample.scores.pos.dtype.kind == "i":
        return sample.scores.positives, sample.scores.negatives
    if sample.rows is not None:
        return delong.class_sizes(sample.rows)
    if sample.sizes is not None:
        return sample.sizes
    assert sample.blocked is not None
    negatives, positives = sample.blocked.scores[None].table.sum(axis=1).T
    return worth(positives), worth(negatives)


def area_spread(measure: MetricCall, sample: ResamplingData) -> delong.AreaVariance:
    """The area and its variance: of counts from their cells, of weights and clusters from the rows, or else from their blocks."""
    if measure.max_fpr not in sample.spreads:
        sample.spreads[measure.max_fpr] = _area_spread(sample, measure.max_fpr)
    return sample.spreads[measure.max_fpr]


def _area_spread(sample: ResamplingData, max_fpr: float | None) -> delong.AreaVariance:
    assert isinstance(sample.scores, Sweep)
    if sample.blocked is None:
        return delong.of_sweep(sample.sweep, max_fpr)
    if sample.rows is not None:
        return delong.spread_of(delong.placements(sample.rows, max_fpr), sample.rows, sample.cluster)
    return delong.of_blocks(sample.blocked.scores[None].table, max_fpr)


def _proportion(measure: MetricCall, value: float, sample: ResamplingData, method: str, level: float) -> Ends:
    """The interval of a share of rows; of weighted or clustered rows, with as many trials as they are worth."""
    of_rows, counts = measure.uncertainty, sample.counts(measure)
    if not isinstance(of_rows, ShareOfRows) or measure.averaged or counts is None:
        raise NoIntervalError(Message("no_share", metric=measure.name, method=method))
    share = float(of_rows.to_share(value))
    trials, df = trials_of(measure, share, sample)
    if not trials > 0:
        raise NoIntervalError(Message("metric_undefined"))
    low, high = PROPORTIONS[method](share * trials, trials, level, df)
    return float(of_rows.from_share(low)), float(of_rows.from_share(high))


def _macro_wilson(measure: MetricCall, sample: ResamplingData, level: float) -> Ends:
    """The interval of a mean over classes of shares, each of its own rows, or of F scores and their like."""
    of_rows, counts = measure.uncertainty, sample.counts(measure)
    fits = of_rows.method(measure.reference, one_score=True, by_row=True) == "macro-wilson"
    if not isinstance(of_rows, (ShareOfRows, MeanOfShares, Overlap)) or not fits or counts is None or sample.blocked is not None:
        raise NoIntervalError(Message("no_mean_of_shares", metric=measure.name))
    shares = sample.values_of_classes(measure)
    counted = ~np.isnan(shares)
    if isinstance(of_rows, ShareOfRows) and of_rows.overlap is not None:
        of_rows = of_rows.overlap
    if isinstance(of_rows, Overlap):
        trials = _trials_of_overlaps(counts, counted, of_rows.weights(**measure.reference.options))
    else:
        trials = np.asarray(of_rows.trials(counts), np.float64)[counted]
    return mean_of_shares(shares[counted], trials, t_of(level, math.inf))


def _trials_of_overlaps(cells: Cells, counted: NDArray[np.bool_], weights: tuple[float, float, float]) -> Floats:
    """How many trials of a share would vary as much as each class's a·TP / (a·TP + b·FN + c·FP) does in the mean, by the delta method.

    Of one class, F1 then has the interval that Wilson's of the Jaccard share gives where all is right or nothing. A mistake is a miss of
    one class and a false alarm of another: the two vary together, and all classes have fewer trials for it.
    """
    hit, missed, false = (np.asarray(one, np.float64)[counted] + NEXT_TO_NONE for one in (cells.tp, cells.fn, cells.fp))
    a, b, c = weights
    total = a * hit + b * missed + c * false
    value, rest = a * hit / total, (b * missed + c * false) / total
    by_hit, by_miss, by_false = a * rest / total, b * value / total, c * value / total
    variance = hit * by_hit**2 + missed * by_miss**2 + false * by_false**2
    mistakes = np.asarray(cells.matrix, np.float64)[np.ix_(counted, counted)]
    np.fill_diagonal(mistakes, 0)
    together = 1 + 2 * float(by_miss @ mistakes @ by_false) / float(variance.sum())
    return np.asarray(np.maximum(value * rest / variance / together, FEWEST_TRIALS))


def trials_of(measure: MetricCall, share: float, sample: ResamplingData) -> tuple[float, float]:
    """How many rows a share is one of; of weighted or clustered rows, how many they are worth, with what degrees of freedom."""
    of_rows, counts = measure.uncertainty, sample.counts(measure)
    assert isinstance(of_rows, ShareOfRows)
    assert counts is not None
    if sample.blocked is None:
        return float(measure.of_class(of_rows.trials(counts), counts.labels)), math.inf
    return _effective_trials(measure, of_rows, share, sample)


def _effective_trials(measure: MetricCall, of_rows: ShareOfRows, share: float, sample: ResamplingData) -> tuple[float, float]:
    """How many independent trials of equal weight would vary as much."""
    matrices, labels = sample.matrices(measure)
    cells = Cells(matrices)
    trials = np.asarray(measure.of_class(of_rows.trials(cells), labels), float)
    values = np.nan_to_num(np.asarray(measure.of_class(measure.reference.entry.function(cells), labels), float))
    successes = of_rows.to_share(values) * trials
    variance = float(((successes - share * trials) ** 2).sum()) / trials.sum() ** 2 * (1 + 1 / freedom(trials))
    if variance == 0 or not 0 < share < 1:  # nothing varies: as many as the rows are worth, or the blocks they are in
        units = sample.units or float(matrices.sum() ** 2 / (matrices.sum((-2, -1)) ** 2).sum())
        return float(units * trials.sum() / matrices.sum()), math.inf
    return float(share * (1 - share) / variance), sample.df(measure)


def _mean(measure: MetricCall, value: float, sample: ResamplingData, level: float) -> Ends:
    """The mean of what each row adds, and the spread of it."""
    df, variance = mean_spread(measure, value, sample)
    if value <= 0 or variance <= 1e-30:
        raise NoIntervalError(Message("same_loss"))
    apart = t_of(level, df) * math.sqrt(variance) / value  # losses are skewed: on a logarithmic scale less so
    return value * math.exp(-apart), value * math.exp(apart) if apart < LARGEST else math.inf


def mean_spread(measure: MetricCall, value: float, sample: ResamplingData) -> tuple[float, float]:
    """The degrees of freedom that independent rows or clusters leave a mean, and its variance."""
    over_rows = measure.uncertainty
    if not isinstance(over_rows, MeanOverRows) or not isinstance(sample.scores, Sweep):
        raise NoIntervalError(Message("no_mean", metric=measure.name))
    if sample.blocked is None:
        s = sample.sweep
        losses = over_rows.loss(cell_probabilities(s), **measure.reference.arguments)
        around = sum(_around(count.astype(np.float64), one, value) for count, one in zip((s.pos, s.neg), losses, strict=True))
        df, variance = max(s.n - 1.0, 1.0), around / max(s.n - 1, 1) / s.n
    elif sample.rows is not None:
        added = losses_of(measure, sample.rows)
        mean = units_of(added, np.ones(len(added)), sample.rows.weight, sample.cluster)
        df, variance = mean.df, mean.error**2
    else:
        raise NoIntervalError(Message("rows_not_at_hand"))
    if not math.isfinite(variance):
        raise NoIntervalError(Message("loss_infinite"))
    return df, float(variance)


def _around(count: Floats, loss: Floats, value: float) -> float:
    """Squared deviations of the losses of counted rows; where none is counted a loss may be infinite."""
    apart = loss - value
    apart *= apart
    with np.errstate(invalid="ignore"):
        total = float(count @ apart)
    return total if math.isfinite(total) else float(count[count > 0] @ apart[count > 0])
