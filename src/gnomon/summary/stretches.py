"""What stretches of a sweep tell when they are cut by score: each needs only what stands above it, and the rest adds up exactly.

A sweep that is too long for one memory is cut where equal scores stay together. Of each stretch its totals are known first, then what
stands above it; areas are sums over stretches, and the largest gap is the largest of theirs. Whole counts are added as whole numbers.
"""

import itertools
import math
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from ..errors import InputError
from ..inputs.labels import plain
from ..types import Array

if TYPE_CHECKING:
    from .sweep import Sweep

CHUNK = 1024
"""Products of counts of one stretch that are summed in 64 bits at the most, and floats that are read at once."""
NEAR = 1e-12
"""Gaps this close to the largest are held against each other as whole numbers."""


class ExactStatistics(NamedTuple):
    """What is known exactly of a sweep whose cells are coarse."""

    concordant: float
    """Twice the pairs of a positive and a negative in the right order."""
    gap: float
    """How far TPR and FPR part at the most."""
    at: float
    """The threshold where they do; infinite where nowhere."""
    precision: float
    """Average precision by steps."""
    counts: tuple[float, float] = (0, 0)
    """True and false positives at that threshold."""


class RangeTotals(NamedTuple):
    """What a stretch adds: to pairs, to precision, and where its TPR and FPR part most either way, as true and false positives there."""

    concordant: float
    precision: tuple[float, float]
    """The sum of its steps, and what rounding took off it: stretches add up to the same digits wherever they are cut."""
    above: tuple[float, float, float]
    below: tuple[float, float, float]


def stretch_of(sweep: "Sweep", before: tuple[float, float], totals: tuple[float, float]) -> RangeTotals:
    """An exact sweep as a stretch of a longer one, where so many positives and negatives stand above it, of so many in all."""
    tp, fp = before[0] + sweep.tps, before[1] + sweep.fps
    concordant = _pairs(sweep) + 2 * before[0] * plain(sweep.neg.sum())
    found = sweep.pos > 0
    with np.errstate(invalid="ignore", divide="ignore"):
        steps = sweep.pos[found] * (tp[found] / (tp[found] + fp[found]))
        gaps = tp / totals[0] - fp / totals[1]
    exact = sweep.pos.dtype.kind == "i"
    above, below = (_widest(sign * gaps, tp, fp, sweep.thresholds, sign, totals, exact) for sign in (1, -1))
    return RangeTotals(concordant, _summed(steps), above, below)


def told_of(stretches: Sequence[RangeTotals], totals: tuple[float, float], beyond: float) -> ExactStatistics:
    """What stretches in the order of the sweep tell together."""
    concordant, precision = sum(one.concordant for one in stretches), math.fsum(part for one in stretches for part in one.precision)
    best, at, counts = 0.0, beyond, (0.0, 0.0)
    for one, sign in [(one.above, 1) for one in stretches] + [(one.below, -1) for one in stretches]:
        gap = _gap(one[0], one[1], totals) * sign
        if gap > best:
            best, at, counts = gap, one[2], (one[0], one[1])
    return ExactStatistics(float(concordant), best, at, precision / totals[0] if totals[0] else float("nan"), counts)


def as_told(given: object, sweep: "Sweep") -> ExactStatistics:
    """What bytes say of a coarse sweep, which must go with it."""
    if not isinstance(given, list) or len(given) != 4 or not all(isinstance(one, (int, float)) for one in given):
        raise InputError("summary.told_not_four_numbers", given=given)
    concordant, gap, at, precision = map(float, given)
    told = ExactStatistics(concordant, gap, at, precision)
    most = 2.0 * sweep.positives * sweep.negatives
    if not (0 <= told.concordant <= most and 0 <= told.gap <= 1 and not told.at != told.at) or not (
        told.precision != told.precision or 0 <= told.precision <= 1
    ):
        raise InputError("summary.told_impossible_for_cells", given=given)
    return told


def _summed(steps: Array) -> tuple[float, float]:
    """The sum of floats, and what rounding took off it; read a few at a time, since floats of Python's take four times as much."""

    def floats() -> Iterator[float]:
        for start in range(0, len(steps), CHUNK):
            yield from steps[start : start + CHUNK].tolist()

    rounded = math.fsum(floats())
    return rounded, math.fsum(itertools.chain(floats(), (-rounded,)))


def _pairs(sweep: "Sweep") -> float:
    """Twice the pairs in the right order within the stretch: of counts a whole number, however large."""
    if sweep.pos.dtype.kind != "i":
        return float(sweep.concordant)
    before = sweep.tps - sweep.pos
    products = sweep.neg * (2 * before + sweep.pos)
    starts = np.arange(0, len(products), CHUNK)
    return sum(np.add.reduceat(products, starts).tolist()) if len(products) else 0


def _widest(
    gaps: Array, tp: Array, fp: Array, at: Array, sign: int, totals: tuple[float, float], exact: bool
) -> tuple[float, float, float]:
    """True and false positives where a gap is widest, and the threshold; of equal ones the first."""
    if not len(gaps) or not np.isfinite(gaps).any():
        return 0, 0, float("nan")
    most = np.nanmax(gaps)
    near = np.flatnonzero(gaps >= most - NEAR)[:CHUNK] if exact else np.flatnonzero(gaps == most)[:1]
    best = max(near.tolist(), key=lambda i: (sign * (int(tp[i]) * int(totals[1]) - int(fp[i]) * int(totals[0])), -i)) if exact else near[0]
    return plain(tp[best]), plain(fp[best]), float(at[best])


def _gap(tp: float, fp: float, totals: tuple[float, float]) -> float:
    """TPR less FPR, as the kernel has it: of counts one quotient of whole numbers."""
    positives, negatives = totals
    if not (positives and negatives):
        return float("nan")
    if all(isinstance(one, int) for one in (tp, fp, positives, negatives)) and positives * negatives < 2**62:
        return float(tp * negatives - fp * positives) / (float(positives) * float(negatives))
    return tp / positives - fp / negatives
