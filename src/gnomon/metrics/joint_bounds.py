"""How far what happens inside the cells of a coarse joint can move a metric: intervals certain to hold the exact value.

Two rows of different cells on both axes are ordered as their cells are. Of two that share a cell on an axis nothing is known there but,
where the cell can hold one value only, that they tie. Each function lets what is unknown take its worst and its best at once, numerator
and denominator apart, which can only widen the interval.
"""

from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..summary import Joint
from ..summary.comparable_pairs import in_time, pairs_in_time
from ..summary.joint_columns import one_value
from ..types import Bools, Floats
from .bounds import NOTHING, Interval

if TYPE_CHECKING:
    from ..summary.comparable_pairs import InTime


ROUNDING = 1e-12
"""The sums below round by less; an interval that claims certainty is widened by it."""


def certain(low: float, high: float, floor: float = -1.0) -> Interval:
    """The interval, widened by what sums round, within what the metric can be at all."""
    return max(float(low) - ROUNDING, floor), min(float(high) + ROUNDING, 1.0)


class Axis(NamedTuple):
    """One axis of a coarse joint: what its cells weigh, which of them may hold several values, and the axis cell of each cell."""

    weight: Floats
    open: Bools
    rank: NDArray[np.uint32]

    @property
    def open_weight(self) -> Floats:
        return self.weight[self.open]


def axes(joint: Joint) -> tuple[Axis, Axis]:
    """Both axes, on the scale of :attr:`Joint.pairs`."""
    assert joint.grain is not None  # coarse joints have one
    made = []
    for values, ranks, weight, grain in (
        (joint.truth, joint.truth_ranks, joint.truths, joint.grain[0]),
        (joint.prediction, joint.prediction_ranks, joint.predictions, joint.grain[1]),
    ):
        floors = np.empty(len(weight))
        floors[ranks] = values
        made.append(Axis(weight.astype(np.float64) * scale(joint), ~one_value(floors, joint.shift, grain), ranks))
    return made[0], made[1]


def scale(joint: Joint) -> float:
    """What a unit of weight is on the scale of :attr:`Joint.pairs`."""
    return float(joint.pairs.total / joint.total)


def inside(weight: Floats, joint: Joint) -> Floats:
    """Pairs of rows in a cell: of w rows w(w − 1)/2, of weight w at most w²/2, into however many rows it falls."""
    return weight * (weight - (1 if joint.whole else 0)) / 2


def open_pairs(joint: Joint, first: Axis, second: Axis) -> float:
    """Pairs of which nobody knows whether the axes order them alike.

    They share an open cell of one axis and are not known to tie on the other. Pairs of one cell of the joint are in the sums of both axes
    where both are open, and to be counted once; where one axis is open, they are in its sum, and tie on the other: not to be counted.
    """
    weight = joint.weight.astype(np.float64) * scale(joint)
    either = first.open[first.rank] | second.open[second.rank]
    shared = inside(first.open_weight, joint).sum() + inside(second.open_weight, joint).sum()
    return float(shared - inside(weight[either], joint).sum())


def quotients(low: float, high: float, least: float, most: float) -> Interval:
    """The least and the most that a numerator and a positive denominator between these can come to."""
    if least <= 0:
        return -1.0, 1.0
    return (low / (most if low > 0 else least), high / (least if high > 0 else most))


def kendall(joint: Joint, *, variant: str = "b") -> Interval:
    """Each open pair counts for or against; each pair of an open cell ties on that axis, or does not."""
    if not joint.total:
        return NOTHING
    first, second = axes(joint)
    unknown, known = open_pairs(joint, first, second), float(joint.pairs.difference)
    ends = known - unknown, known + unknown
    if variant == "a":
        from .rank_correlations import all_pairs

        every = float(all_pairs(joint)) / 2
        return certain(*quotients(*ends, every, every))
    if variant == "c":
        fewer = min(len(first.weight), len(second.weight))
        more = min(_most_values(joint, axis) for axis in (first, second))
        half = float(joint.pairs.total) ** 2 / 2
        return certain(*quotients(*ends, half * (1 - 1 / fewer), half * (1 - 1 / more)))
    apart = _apart(joint, first, second)
    least, most = (np.sqrt(apart[0][k]) * np.sqrt(apart[1][k]) for k in (0, 1))
    return certain(*quotients(*ends, float(least), float(most)))


def _most_values(joint: Joint, axis: Axis) -> float:
    """How many distinct values an axis can have: one for each row of an open cell."""
    return float((~axis.open).sum() + axis.open_weight.sum()) if joint.whole else float("inf")


def _apart(joint: Joint, first: Axis, second: Axis) -> tuple[Interval, Interval]:
    """The least and the most pairs that differ on either axis."""
    known = float(joint.pairs.truths_apart), float(joint.pairs.predictions_apart)
    more = (float(inside(axis.open_weight, joint).sum()) for axis in (first, second))
    both = [(least, least + extra) for least, extra in zip(known, more, strict=True)]
    return both[0], both[1]


def somers_d(joint: Joint, *, dependent: str = "y") -> Interval:
    """As for Kendall's tau, with the pairs that differ in the variable that explains."""
    if not joint.total:
        return NOTHING
    first, second = axes(joint)
    unknown, known = open_pairs(joint, first, second), float(joint.pairs.difference)
    least, most = _apart(joint, first, second)[0 if dependent == "y" else 1]
    return certain(*quotients(known - unknown, known + unknown, least, most))


def spearman(joint: Joint) -> Interval:
    """A row's rank is its cell's, and d from there; over the rows of an axis cell the d sum to 0.

    So Σ(R + d)(R' + d') is the known ΣRR' and three sums more. ΣR'd is, over the pairs of rows of a cell, half their weights times ±1
    times the difference of their R', and no more than with all signs alike; Σdd' is at most the root of Σd² Σd'², and at most what the
    largest d and d' give; Σd² is at most that of rows that all differ, (w³ − w)/12.
    """
    if not joint.total:
        return NOTHING
    first, second = axes(joint)
    weight = joint.weight.astype(np.float64) * scale(joint)
    ranks = [_from_the_middle(axis.weight) for axis in (first, second)]
    known = float((weight * ranks[0][first.rank] * ranks[1][second.rank]).sum())
    spreads = [float((axis.weight * rank**2).sum()) for axis, rank in zip((first, second), ranks, strict=True)]
    more = [float((axis.open_weight**3 - (axis.open_weight if joint.whole else 0)).sum()) / 12 for axis in (first, second)]
    by_second = np.argsort(second.rank, kind="stable")
    unknown = _across(weight, first, ranks[1][second.rank]) + _across(
        weight[by_second], _ordered(second, by_second), ranks[0][first.rank][by_second]
    )
    farthest = [np.where(axis.open, (axis.weight - (1 if joint.whole else 0)) / 2, 0)[axis.rank] for axis in (first, second)]
    unknown += min(float((weight * farthest[0] * farthest[1]).sum()), float(np.sqrt(more[0] * more[1])))
    least = float(np.sqrt(spreads[0]) * np.sqrt(spreads[1]))
    most = float(np.sqrt(spreads[0] + more[0]) * np.sqrt(spreads[1] + more[1]))
    return certain(*quotients(known - unknown, known + unknown, least, most))


def _from_the_middle(weight: Floats) -> Floats:
    """The average rank of each cell of an axis, counted from the middle."""
    below = np.cumsum(weight) - weight
    above = np.cumsum(weight[::-1])[::-1] - weight
    return np.asarray((below - above) / 2)


def _ordered(axis: Axis, order: NDArray[np.int64]) -> Axis:
    return axis._replace(rank=axis.rank[order])


def _across(weight: Floats, axis: Axis, other: Floats) -> float:
    """Σ weight · other · d at the most: with the rows of each open axis cell in the order of their rank on the other axis.

    Cells come by the axis, and within an axis cell ascending by the other.
    """
    before = np.concatenate([[0.0], np.cumsum(weight)[:-1]])
    start = np.flatnonzero(np.diff(axis.rank.astype(np.int64), prepend=-1))
    below = before - before[start][axis.rank]
    above = axis.weight[axis.rank] - below - weight
    return float((weight * other * (below - above) / 2)[axis.open[axis.rank]].sum())


def concordance_index(joint: Joint, *, predicts: str = "time") -> Interval:
    """Pairs of an open truth cell may be comparable or not, and are counted as all wrong, or as all right; so are those of open cells
    of the prediction that are comparable for certain.
    """
    if not joint.total:
        return NOTHING
    first, second = axes(joint)
    cells = in_time(joint, ~first.open)
    found = pairs_in_time(joint, cells)
    alike, opposite, every = (float(count) for count in found)
    unknown = _tied_in_time(cells, second.open)
    right = alike + (every - alike - opposite - unknown) / 2
    unseen: Floats = np.bincount(joint.truth_ranks, joint.censored * scale(joint), len(first.weight)).astype(np.float64)[first.open]
    perhaps = float((inside(first.open_weight, joint) - inside(unseen, joint)).sum())
    if not every + perhaps:
        return NOTHING
    low, high = right / (every + perhaps), (right + unknown + perhaps) / (every + perhaps)
    return certain(low, high, 0.0) if predicts == "time" else certain(1 - high, 1 - low, 0.0)


def _tied_in_time(cells: "InTime", is_open: Bools) -> float:
    """Comparable pairs that share an open cell of the prediction."""
    order = np.lexsort((cells.moment, cells.rank))
    moment, rank = cells.moment[order].astype(np.int64), cells.rank[order].astype(np.int64)
    earlier, later = cells.earlier[order].astype(np.float64), cells.later[order].astype(np.float64)
    before = np.concatenate([[0.0], np.cumsum(earlier)[:-1]])
    fresh = (np.diff(rank, prepend=-1) != 0) | (np.diff(moment, prepend=-1) != 0)
    moment_start = np.flatnonzero(fresh)[np.cumsum(fresh) - 1]
    rank_start = np.flatnonzero(np.diff(rank, prepend=-1))[np.cumsum(np.diff(rank, prepend=-1) != 0) - 1]
    return float((later * (before[moment_start] - before[rank_start]))[is_open[rank]].sum())
