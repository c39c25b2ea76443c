"""DeLong: the variance of an area under the ROC curve, and of differences between such areas, in O(n log n).

A positive's placement is the share of negatives below it, a negative's the share of positives above it (ties half). The area is the
mean of either; its variance is the spread of both. Placements cut off at a false positive rate give the partial area, summed within
clusters they allow for rows that belong together (Obuchowski), and weighted they count as their rows do.
"""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from .. import _core
from ..inputs import Rows
from ..inputs.numbers import refuse_not_finite
from ..parallel import THREADS
from ..summary import Sweep

Floats = NDArray[np.float64]


class Spread(NamedTuple):
    """An area and the variance of its estimate."""

    area: float
    variance: float


def of_sweep(s: Sweep, max_fpr: float | None = None) -> Spread:
    """From whole counts: rows with the same score share a placement."""
    p, n = s.positives, s.negatives
    for_pos = (n - s.fps + s.neg / 2) / n
    for_neg = (s.tps - s.pos / 2) / p
    if max_fpr is not None:
        for_pos = max_fpr - np.minimum(1 - for_pos, max_fpr)
        for_neg = np.minimum(for_neg, _reached(s, max_fpr))
    area = float(s.pos @ for_pos) / p
    return Spread(area, _spread(s.pos, for_pos, p) + _spread(s.neg, for_neg, n))


def _reached(s: Sweep, max_fpr: float) -> float:
    """The true positive rate at a false positive rate, along the ROC curve."""
    return float(np.interp(max_fpr, np.append(0, s.fps) / s.negatives, np.append(0, s.tps) / s.positives))


def _spread(count: NDArray[Any], placement: Floats, total: float) -> float:
    """The variance of a mean of placements."""
    mean = float(count @ placement) / total
    return float(count @ (placement - mean) ** 2) / (total - 1) / total


def placements(rows: Rows, max_fpr: float | None = None) -> Floats:
    """The placement of each row, in the order of the rows."""
    made = _core.placements(rows.score, rows.positive, rows.weight, THREADS)
    if made is None:
        refuse_not_finite(rows.score, "y_score")
    if max_fpr is None:
        return np.asarray(made)
    reached = _reached(Sweep.of_rows(rows), max_fpr)
    positive = rows.positive.view(bool)
    return np.asarray(np.where(positive, max_fpr - np.minimum(1 - made, max_fpr), np.minimum(made, reached)))


class Influence(NamedTuple):
    """How much each row moves the area, and the area."""

    area: float
    of_row: Floats


def influence(rows: Rows, max_fpr: float | None = None) -> Influence:
    """What each row adds to the area's deviation, weights counting as such; a class's rows add up to nothing."""
    placed = placements(rows, max_fpr)
    positive = rows.positive.view(bool)
    area = float("nan")
    for which in (True, False):
        mine = positive == which
        weight = np.ones(int(mine.sum())) if rows.weight is None else rows.weight[mine]
        values = placed[mine]
        mean = float(weight @ values) / float(weight.sum())
        placed[mine] = weight * (values - mean) / float(weight.sum())
        area = mean if which else area
    return Influence(area, placed)


def covariance(of_rows: Floats, rows: Rows, cluster: NDArray[np.int64] | None = None) -> Floats:
    """The covariance matrix of areas from the influence of each row on each of them, shape (rows, models).

    Of independent rows each class has its own n / (n − 1); of clusters, whose rows may be of both classes, there is one.
    """
    if cluster is not None:
        sums = np.array([np.bincount(cluster, column) for column in of_rows.T]).T
        return np.asarray(sums.T @ sums) * (len(sums) / (len(sums) - 1))
    positive = rows.positive.view(bool)
    counted = np.ones(len(positive), bool) if rows.weight is None else rows.weight > 0
    total = np.zeros((of_rows.shape[1],) * 2)
    for which in (True, False):
        mine = of_rows[(positive == which) & counted]
        total += mine.T @ mine * (len(mine) / (len(mine) - 1))
    return total


def of_blocks(table: Floats, max_fpr: float | None = None) -> Spread:
    """From blocks of rows, shape (blocks, cells, 2): each block's influence is the sum of its rows'; rows of a cell share a placement."""
    neg, pos = table[:, :, 0], table[:, :, 1]
    whole = Sweep(np.arange(table.shape[1], 0, -1.0), pos.sum(0), neg.sum(0))
    for_pos = (whole.negatives - whole.fps + whole.neg / 2) / whole.negatives
    for_neg = (whole.tps - whole.pos / 2) / whole.positives
    if max_fpr is not None:
        for_pos = max_fpr - np.minimum(1 - for_pos, max_fpr)
        for_neg = np.minimum(for_neg, _reached(whole, max_fpr))
    centred = for_pos - whole.pos @ for_pos / whole.positives, for_neg - whole.neg @ for_neg / whole.negatives
    moved = pos @ centred[0] / whole.positives + neg @ centred[1] / whole.negatives
    return Spread(float(whole.pos @ for_pos) / whole.positives, float(moved @ moved) * len(moved) / (len(moved) - 1))
