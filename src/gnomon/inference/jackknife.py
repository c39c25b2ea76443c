"""The jackknife: what a metric does when one row, or one block, is left out, and how far the standard error made of that can be trusted.

BCa reads from it how the error changes with the value.
"""

import math
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..messages import Message
from ..summary import Cells, Stack, Sweep
from ..types import Floats
from .measure import MetricCall
from .replicate import of_blocks
from .sample import ResamplingData
from .stacks import bundled

FEWEST_FREEDOM = 3.0
"""Degrees of freedom taken at least, where units leave so many: fewer make intervals endless, and these hold the truth no more often."""


def acceleration(measure: MetricCall, sample: ResamplingData) -> float:
    """A sixth of the skewness of the rows' influence; 0 where nothing moves the metric."""
    without, copies = _without(measure, sample)
    fine = np.isfinite(without)
    if not fine.any():
        return 0.0
    without, copies = without[fine], copies[fine]
    moved = float(without @ copies) / float(copies.sum()) - without
    spread = float(copies @ moved**2)
    return float(copies @ moved**3) / (6 * spread**1.5) if spread > 0 else 0.0


def skewness(influence: Floats) -> float:
    """The same of independent units whose influence on the metric is known."""
    spread = float(influence @ influence)
    return float((influence**3).sum()) / (6 * spread**1.5) if spread > 0 else 0.0


def freedom_of_parts(parts: Floats, df: float, times: float = 2.0) -> float:
    """The degrees of freedom of a standard error that is made of the squares of these parts, one a unit, around their mean.

    A few large parts make most of such a sum, which then varies as one of few units does: twice the squared sum over its variance
    (Satterthwaite), with the parts' own kurtosis, and no more than ``df``. ``times`` is less than two for parts that are skewed.

    >>> import numpy as np
    >>> equal, one_large = np.tile([-1.0, 1.0], 50), np.r_[np.tile([-1.0, 1.0], 50), 5.0, -5.0]
    >>> freedom_of_parts(equal, 99), round(freedom_of_parts(one_large, 101), 1)
    (99, 39.8)
    """
    squares = (parts / (np.abs(parts).max(initial=0.0) or 1.0)) ** 2
    total = float(squares.sum())
    varies = float(squares @ squares) / total**2 - 1 / len(squares) if total else 0.0
    return min(df, max(FEWEST_FREEDOM, times / varies)) if varies > 0 else df


def caution_of_parts(parts: Floats) -> Message | str:
    """The reason not to trust an interval that a few of its units decide: the next one may be far larger. Empty where there is none."""
    scaled = parts / (np.abs(parts).max(initial=0.0) or 1.0)
    skewed = too_skewed(6 * skewness(scaled) * math.sqrt(len(parts)), len(parts))
    return Message("interval_of_few_units", units=len(parts)) if skewed else ""


def too_skewed(skew: float, units: float) -> bool:
    """Whether so skewed a law leaves the mean of so many units to a few of them.

    The limit on the skewness of the mean, ``skew`` / √``units``, is that which squares of normal errors pass in one sample of 100 at most,
    of 30 rows or more; squares of Student's t of 3 degrees of freedom pass it in most samples of 100 rows and in nearly all of 1,000.
    """
    return units > 1 and abs(skew) / math.sqrt(units) > 0.12 + 3.5 / math.sqrt(units)


def _without(measure: MetricCall, sample: ResamplingData) -> tuple[Floats, Floats]:
    """The metric without one row of each kind, and how many rows of the kind there are."""
    if sample.blocked is not None:
        blocks = sample.blocked.assignment.blocks
        return of_blocks([measure], sample, 1 - np.eye(blocks))[0], np.ones(blocks)
    if measure.reads_labels:
        counts = sample.counts(measure)
        assert counts is not None
        stack, copies = _less_one(counts.matrix.ravel())
        return measure.of_matrices(Cells(stack.reshape(-1, *counts.matrix.shape)), counts.labels, counts), copies
    assert isinstance(sample.scores, Sweep)
    s = bundled(sample.scores, per_class=128, ends=64)
    stack, copies = _less_one(np.concatenate([s.pos, s.neg]))
    pos, neg = (np.ascontiguousarray(half) for half in (stack[:, : len(s)], stack[:, len(s) :]))
    return measure.of_stack(Stack.of(s).with_counts(pos, neg)), copies


def _less_one(counts: NDArray[Any]) -> tuple[Floats, Floats]:
    """The counts less one, for each that is not zero, and those counts."""
    there = np.flatnonzero(counts)
    stack = np.repeat(counts[None].astype(np.float64), len(there), axis=0)
    stack[np.arange(len(there)), there] -= 1
    return stack, counts[there].astype(np.float64)
