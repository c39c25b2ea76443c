"""The interval of a calibration error, which is a sum of absolute gaps: chance alone opens gaps, and resampling opens them further.

Each bin's gap is normal around its own, with the spread of y − p in it. What chance adds to its absolute value is known, and is taken off.
Where the model is calibrated the sample shows √2 − 1 of what chance adds, where it is far off nearly none; the lower end allows for the
first, the upper for the second.
"""

import math
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..metrics.calibration import cell_probabilities
from ..metrics.uncertainty import GapsInBins
from ..summary import Sweep
from ..words import Message
from .blocks import SweepTable
from .measure import Measure, NoIntervalError
from .proportions import Ends, t_of
from .sample import Sample

Floats = NDArray[np.float64]
SHOWN = 1 / (math.sqrt(2) - 1)


def gaps(measure: Measure, value: float, sample: Sample, level: float) -> Ends:
    """The interval of a sum of gaps in bins."""
    summed, s, options = measure.uncertainty, sample.scores, measure.reference.arguments
    # Whether there are such bins is a matter of options: the bundled sweep tells as well as millions of cells.
    if not isinstance(summed, GapsInBins) or not isinstance(s, Sweep) or summed.bins(sample.sweep, **options) is None:
        raise NoIntervalError(Message("no_sum_of_gaps", metric=measure.name))
    if sample.blocked is not None and not sample.plain:
        gap, spread = _of_blocks(summed, options, sample.blocked.scores[None])
    else:
        gap, spread = _of_counts(summed, options, sample.sweep)
    gap, spread = np.abs(gap[spread > 0]), spread[spread > 0]
    x = gap / spread
    normal = np.array([math.erf(one / math.sqrt(2)) for one in x])
    added = float((spread * (math.sqrt(2 / math.pi) * np.exp(-(x**2) / 2) + x * normal) - gap).sum())
    half = t_of(level, sample.df(measure)) * math.sqrt(float(spread @ spread))
    return max(value - SHOWN * added - half, 0.0), max(value - added, 0.0) + half


def _of_counts(summed: GapsInBins, options: dict[str, Any], s: Sweep) -> tuple[Floats, Floats]:
    """Each bin's gap, and the spread of y − p in it; not around the gap, which chance has opened in part."""
    which = summed.bins(s, **options)
    p = cell_probabilities(s)
    first = np.flatnonzero(np.diff(which, prepend=-1))  # a bin is a run of cells
    pos, neg = s.pos * (1 - p), s.neg * p
    gap = np.add.reduceat(pos - neg, first) / s.n
    return gap, np.sqrt(np.add.reduceat(pos * (1 - p) + neg * p, first)) / s.n


def _of_blocks(summed: GapsInBins, options: dict[str, Any], blocked: SweepTable) -> tuple[Floats, Floats]:
    """The same where rows weigh or belong together: what each block adds to a bin's gap."""
    whole = blocked.table.sum(0)
    which = summed.bins(Sweep(blocked.thresholds, whole[:, 1], whole[:, 0]), **options)
    added = blocked.table[:, :, 1] * (1 - blocked.thresholds) - blocked.table[:, :, 0] * blocked.thresholds
    first = np.flatnonzero(np.diff(which, prepend=-1))
    in_bins = np.add.reduceat(added, first, axis=1) / whole.sum()
    return np.asarray(in_bins.sum(0)), np.sqrt((in_bins**2).sum(0))
