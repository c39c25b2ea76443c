"""DeLong: the variance of an area under the ROC curve, and of differences between such areas, in O(n log n).

A positive's placement is the share of negatives below it, a negative's the share of positives above it (ties half). The area is the
mean of either; its variance is the spread of both. Placements cut off at a false positive rate give the partial area, summed within
clusters they allow for rows that belong together (Obuchowski), and weighted they count as their rows do.
"""

import math
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from .. import _core
from ..inputs import BinaryRows
from ..inputs.numbers import refuse_not_finite
from ..parallel import THREADS
from ..summary import Sweep
from ..types import Floats
from .clusters import freedom, worth


class AreaVariance(NamedTuple):
    """An area and the variance of its estimate."""

    area: float
    variance: float


def of_sweep(s: Sweep, max_fpr: float | None = None) -> AreaVariance:
    """From whole counts: rows with the same score share a placement."""
    p, n = s.positives, s.negatives
    pos, neg = s.pos.astype(np.float64), s.neg.astype(np.float64)
    for_pos = (n - s.fps + neg / 2) / n
    for_neg = (s.tps - pos / 2) / p
    if max_fpr is not None:
        for_pos = max_fpr - np.minimum(1 - for_pos, max_fpr)
        for_neg = np.minimum(for_neg, _reached(s, max_fpr))
    area = float(pos @ for_pos) / p
    return AreaVariance(area, _spread(pos, for_pos, p) + _spread(neg, for_neg, n))


def _reached(s: Sweep, max_fpr: float) -> float:
    """The true positive rate at a false positive rate, along the ROC curve."""
    return float(np.interp(max_fpr, np.append(0, s.fps) / s.negatives, np.append(0, s.tps) / s.positives))


def _spread(count: NDArray[Any], placement: Floats, total: float) -> float:
    """The variance of a mean of placements."""
    mean = float(count @ placement) / total
    return float(count @ (placement - mean) ** 2) / (total - 1) / total


def placements(rows: BinaryRows, max_fpr: float | None = None) -> Floats:
    """The placement of each row, in the order of the rows."""
    made = _core.placements(rows.score, rows.positive, rows.weight, THREADS)
    if made is None:
        refuse_not_finite(rows.score, "y_score")
    if max_fpr is None:
        return np.asarray(made)
    reached = _reached(Sweep.of_rows(rows), max_fpr)
    positive = rows.positive.view(bool)
    return np.asarray(np.where(positive, max_fpr - np.minimum(1 - made, max_fpr), np.minimum(made, reached)))


def spread_of(placed: Floats, rows: BinaryRows, cluster: NDArray[np.int64] | None = None) -> AreaVariance:
    """The area that placements have for their mean, and its variance; of differences of placements, those of the difference.

    Of independent rows each class has its own n / (n − 1); of clusters, whose rows may be of both classes, there is one, of as many
    clusters as they are worth.
    """
    above, of_positives, below, of_negatives = _core.class_spread(placed, rows.positive, rows.weight, THREADS)
    if cluster is None:
        return AreaVariance(above, of_positives + of_negatives)
    positive = rows.positive.view(bool)
    weight = np.ones(len(placed)) if rows.weight is None else rows.weight
    totals = float(weight[positive].sum()), float(weight[~positive].sum())
    moved = np.where(positive, (placed - above) / totals[0], (placed - below) / totals[1]) * weight
    sums = np.bincount(cluster, moved)
    return AreaVariance(above, float(sums @ sums) * (1 + 1 / freedom_of(rows, cluster)))


def freedom_of(rows: BinaryRows, cluster: NDArray[np.int64] | None) -> float:
    """The degrees of freedom that clusters leave an area; infinite where rows are independent."""
    return math.inf if cluster is None else freedom(*cluster_sizes(rows, cluster))


def cluster_sizes(rows: BinaryRows, cluster: NDArray[np.int64]) -> tuple[Floats, Floats]:
    """What each cluster has of the negatives and of the positives."""
    positive = rows.positive.view(bool)
    weight = np.ones(len(positive)) if rows.weight is None else rows.weight
    negatives, positives = (np.asarray(np.bincount(cluster, weight * mine), np.float64) for mine in (~positive, positive))
    return negatives, positives


def exact_area(area: float, rows: BinaryRows) -> float:
    """An area to its last digit: of whole counts the pairs are whole."""
    positives = int(np.count_nonzero(rows.positive))
    pairs = 2 * positives * (len(rows.positive) - positives)
    return round(area * pairs) / pairs if rows.weight is None and 0 < pairs < 2**52 else area


def class_sizes(rows: BinaryRows) -> tuple[float, float]:
    """Rows of each class; of weights, how many equal ones they are worth (Kish)."""
    positives = float(np.count_nonzero(rows.positive))
    if rows.weight is None:
        return positives, len(rows.positive) - positives
    return worth(rows.weight[rows.positive == 1]), worth(rows.weight[rows.positive == 0])


def of_blocks(table: Floats, max_fpr: float | None = None) -> AreaVariance:
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
    return AreaVariance(float(whole.pos @ for_pos) / whole.positives, float(moved @ moved) * (1 + 1 / freedom(neg.sum(1), pos.sum(1))))
