"""The interval of a calibration error, which is made of absolute gaps: chance alone opens gaps, and resampling opens them further.

Each bin's gap is normal around its own, with the spread of y − p in it. Of the mean gap what chance adds is known, and is taken off: where
the model is calibrated the sample shows √2 − 1 of what chance adds, where it is far off nearly none; the lower end allows for the first,
the upper for the second. Of the other norms the ends are those errors that a test would just not reject. What is printed holds what chance
adds, so that no interval ends below it.
"""

import math
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..messages import Message
from ..metrics.calibration import cell_probabilities
from ..metrics.uncertainty import GapsInBins
from ..summary import Sweep
from ..types import Floats
from .blocks import SweepTable
from .measure import MetricCall, NoIntervalError
from .proportions import Ends, t_of, tail_of
from .sample import ResamplingData

SHOWN = 1 / (math.sqrt(2) - 1)
HALVINGS = 50


class CalibrationGaps(NamedTuple):
    """Of each bin the sum of y − p over all rows, how far chance carries it, and the bin's share of the rows."""

    gap: Floats
    spread: Floats
    share: Floats


def gaps(measure: MetricCall, value: float, sample: ResamplingData, level: float) -> Ends:
    """The interval of a calibration error, by its norm."""
    law, s, options = measure.uncertainty, sample.scores, dict(measure.reference.arguments)
    if not isinstance(law, GapsInBins) or not isinstance(s, Sweep):
        raise NoIntervalError(Message("no_sum_of_gaps", metric=measure.name))
    if sample.blocked is not None and not sample.plain:
        found = _of_blocks(law, options, sample.blocked.scores[None], _worth(sample))
    else:
        found = _of_counts(law, options, sample.sweep)
    open_ = found.spread > 0
    if not open_.any():
        raise NoIntervalError(Message("same_loss"))
    found = CalibrationGaps(np.abs(found.gap[open_]), found.spread[open_], found.share[open_])
    norm = options.get("norm", "l1")
    df = sample.df(measure)
    low, high = _mean_gap(found, value, t_of(level, df)) if norm == "l1" else _not_rejected(found, value, tail_of(level, df), norm)
    return min(low, value), max(high, value)


def _mean_gap(found: CalibrationGaps, value: float, quantile: float) -> Ends:
    gap, spread, _ = found
    x = gap / spread
    normal = np.array([math.erf(one / math.sqrt(2)) for one in x])
    added = float((spread * (math.sqrt(2 / math.pi) * np.exp(-(x**2) / 2) + x * normal) - gap).sum())
    half = quantile * math.sqrt(float(spread @ spread))
    return max(value - SHOWN * added - half, 0.0), max(value - added, 0.0) + half


def _not_rejected(found: CalibrationGaps, value: float, tail: float, norm: str) -> Ends:
    """The errors for which what was seen lies in neither tail: gaps in the proportions of those seen and of what chance adds to them."""
    gap, spread, share = found
    shape = np.hypot(gap, spread)
    if norm == "l2":
        below, whole = _squared(shape, spread, share, value), math.sqrt(float((shape**2 / share).sum()))
    else:
        below, whole = _largest(shape, spread, share, value), float((shape / share).max())
    low, high = (_crossing(below, 1 / whole, target) * whole for target in (1 - tail, tail))
    return low, high


def _squared(shape: Floats, spread: Floats, share: Floats, value: float) -> Callable[[float], float]:
    """The chance of a weighted mean of squared gaps at most as large as seen: a chi-squared of the same mean and variance (Patnaik)."""
    from scipy.special import gammainc

    chance, own = spread**2 / share, shape**2 / share

    def below(times: float) -> float:
        mean = float((chance + times**2 * own).sum())
        variance = float((2 * chance**2 + 4 * times**2 * chance * own).sum())
        return float(gammainc(mean**2 / variance, value**2 * mean / variance))

    return below


def _largest(shape: Floats, spread: Floats, share: Floats, value: float) -> Callable[[float], float]:
    """The chance that no gap is larger than the largest seen."""
    from scipy.special import ndtr

    edge = value * share / spread

    def below(times: float) -> float:
        at = times * shape / spread
        return float(np.prod(ndtr(edge - at) - ndtr(-edge - at)))

    return below


def _crossing(below: Callable[[float], float], most: float, target: float) -> float:
    """Where a chance that falls from 0 to ``most`` passes a target; an end where it stays on one side."""
    if below(0.0) <= target:
        return 0.0
    low, high = 0.0, most
    if below(high) > target:
        return most
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        low, high = (middle, high) if below(middle) > target else (low, middle)
    return high


def _of_counts(law: GapsInBins, options: dict[str, Any], s: Sweep) -> CalibrationGaps:
    """Of rows that count alike. The spread is around 0 and not around the gap, which chance has opened in part."""
    first = _first_cells(law, options, s)
    p = cell_probabilities(s)
    pos, neg = s.pos * (1 - p), s.neg * p
    gap = np.add.reduceat(pos - neg, first) / s.n
    seen = np.add.reduceat(pos * (1 - p) + neg * p, first)
    # Few rows of a rare outcome may all have missed it: they vary at least as their probabilities say.
    said = np.add.reduceat((s.pos + s.neg) * p * (1 - p), first)
    return CalibrationGaps(gap, np.sqrt(np.maximum(seen, said)) / s.n, np.add.reduceat(s.pos + s.neg, first) / s.n)


def _of_blocks(law: GapsInBins, options: dict[str, Any], blocked: SweepTable, rows: float) -> CalibrationGaps:
    """The same where rows weigh or belong together: what each block adds to a bin's gap."""
    whole, p = blocked.table.sum(0), blocked.thresholds
    total, mass = whole.sum(), whole.sum(1)
    first = _first_cells(law, options, Sweep(p, whole[:, 1], whole[:, 0]))
    added = blocked.table[:, :, 1] * (1 - p) - blocked.table[:, :, 0] * p
    in_bins = np.add.reduceat(added, first, axis=1) / total
    said = np.add.reduceat(mass * p * (1 - p), first) / total / rows
    spread = np.sqrt(np.maximum((in_bins**2).sum(0), said))
    return CalibrationGaps(np.asarray(in_bins.sum(0)), spread, np.add.reduceat(mass, first) / total)


def _worth(sample: ResamplingData) -> float:
    """How many rows of equal weight these are worth; endless where weights and clusters together hide it."""
    assert isinstance(sample.scores, Sweep)
    assert sample.blocked is not None
    if sample.scores.pos.dtype.kind == "i":
        return float(sample.scores.n)
    if sample.blocked.assignment.clustered:
        return math.inf
    blocks = sample.blocked.scores[None].table.sum((1, 2))
    return sample.units or float(blocks.sum() ** 2 / (blocks @ blocks))


def _first_cells(law: GapsInBins, options: dict[str, Any], s: Sweep) -> NDArray[np.int64]:
    """Where the run of cells of each bin begins."""
    return np.flatnonzero(np.diff(law.bins(s, **options), prepend=-1))
