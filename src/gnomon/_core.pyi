"""
Kernels of gnomon. Arguments are checked for length and type only; gnomon.inputs checks what they hold.
"""

from typing import Any, overload

import numpy
from numpy.typing import NDArray

def binarize(y: NDArray[Any], positive: int, threads: int) -> tuple[NDArray[numpy.uint8], int, int, bool]:
    """
    (mask of rows equal to `positive`, how many, position of the first other row, whether all others equal that one)
    """

def extent(y: NDArray[Any], threads: int) -> tuple[int, int]:
    """The smallest and the largest of integer labels."""

def confusion(truth: NDArray[Any], prediction: NDArray[Any], weight: NDArray[numpy.float64] | None, low: int, k: int, threads: int) -> Any:
    """The k x k matrix of pairs of labels counted from `low`."""

def rank_pairs(
    score: NDArray[Any], positive: NDArray[numpy.uint8], weight: NDArray[numpy.float64] | None, threads: int
) -> tuple[float, float, float, bool]:
    """
    (positives, negatives, twice the pairs in the right order with a tie counting one, whether all scores are finite)
    """

def sweep_columns(score: NDArray[Any], positive: NDArray[numpy.uint8], weight: NDArray[numpy.float64] | None, threads: int) -> Any:
    """
    Distinct scores from the highest down with their positives and negatives; None when a score is not finite.
    """

def losses(
    score: NDArray[Any], positive: NDArray[numpy.uint8], weight: NDArray[numpy.float64] | None, clip: float, logarithmic: bool, threads: int
) -> tuple[float, float, float, float, bool]:
    """
    (weight, positive weight, summed squared loss, summed log loss, whether all lie in [0, 1])
    """

def columns(matrix: NDArray[Any], threads: int) -> Any:
    """The columns of a matrix of scores, each in one piece."""

def shift_for(score: NDArray[numpy.float64], limit: int, least: int) -> int:
    """
    The smallest shift at which descending scores fall into at most `limit` cells.
    """

def cell_ceilings(score: NDArray[numpy.float64], shift: int) -> NDArray[numpy.float64]:
    """The highest float of each score's cell."""

@overload
def sweep_pairs(pos: NDArray[numpy.int64], neg: NDArray[numpy.int64], threads: int) -> tuple[float, float, float]: ...
@overload
def sweep_pairs(pos: NDArray[numpy.float64], neg: NDArray[numpy.float64], threads: int) -> tuple[float, float, float]: ...
@overload
def largest_gap(pos: NDArray[numpy.int64], neg: NDArray[numpy.int64], threads: int) -> tuple[float, int, float, int]: ...
@overload
def largest_gap(pos: NDArray[numpy.float64], neg: NDArray[numpy.float64], threads: int) -> tuple[float, int, float, int]: ...
@overload
def cumulate(values: NDArray[numpy.int64], threads: int) -> NDArray[numpy.int64]: ...
@overload
def cumulate(values: NDArray[numpy.float64], threads: int) -> NDArray[numpy.float64]: ...
@overload
def cell_losses(
    score: NDArray[numpy.float64], pos: NDArray[numpy.int64], neg: NDArray[numpy.int64], clip: float, logarithmic: bool, threads: int
) -> tuple[float, float]: ...
@overload
def cell_losses(
    score: NDArray[numpy.float64], pos: NDArray[numpy.float64], neg: NDArray[numpy.float64], clip: float, logarithmic: bool, threads: int
) -> tuple[float, float]: ...
@overload
def precision_sum(pos: NDArray[numpy.int64], neg: NDArray[numpy.int64], trapezoid: bool, threads: int) -> float: ...
@overload
def precision_sum(pos: NDArray[numpy.float64], neg: NDArray[numpy.float64], trapezoid: bool, threads: int) -> float: ...
@overload
def monotone_precision(pos: NDArray[numpy.int64], neg: NDArray[numpy.int64], steps: int) -> tuple[float, NDArray[numpy.float64]]: ...
@overload
def monotone_precision(pos: NDArray[numpy.float64], neg: NDArray[numpy.float64], steps: int) -> tuple[float, NDArray[numpy.float64]]: ...
@overload
def coarsen(
    score: NDArray[numpy.float64], pos: NDArray[numpy.int64], neg: NDArray[numpy.int64], shift: int
) -> tuple[NDArray[numpy.float64], NDArray[numpy.int64], NDArray[numpy.int64]]: ...
@overload
def coarsen(
    score: NDArray[numpy.float64], pos: NDArray[numpy.float64], neg: NDArray[numpy.float64], shift: int
) -> tuple[NDArray[numpy.float64], NDArray[numpy.float64], NDArray[numpy.float64]]: ...
@overload
def bundle(
    score: NDArray[numpy.float64], pos: NDArray[numpy.int64], neg: NDArray[numpy.int64], per_class: float, ends: int
) -> tuple[NDArray[numpy.float64], NDArray[numpy.int64], NDArray[numpy.int64]]: ...
@overload
def bundle(
    score: NDArray[numpy.float64], pos: NDArray[numpy.float64], neg: NDArray[numpy.float64], per_class: float, ends: int
) -> tuple[NDArray[numpy.float64], NDArray[numpy.float64], NDArray[numpy.float64]]: ...
@overload
def merge(
    a: NDArray[numpy.float64],
    a_pos: NDArray[numpy.int64],
    a_neg: NDArray[numpy.int64],
    b: NDArray[numpy.float64],
    b_pos: NDArray[numpy.int64],
    b_neg: NDArray[numpy.int64],
    threads: int,
) -> tuple[NDArray[numpy.float64], NDArray[numpy.int64], NDArray[numpy.int64]]: ...
@overload
def merge(
    a: NDArray[numpy.float64],
    a_pos: NDArray[numpy.float64],
    a_neg: NDArray[numpy.float64],
    b: NDArray[numpy.float64],
    b_pos: NDArray[numpy.float64],
    b_neg: NDArray[numpy.float64],
    threads: int,
) -> tuple[NDArray[numpy.float64], NDArray[numpy.float64], NDArray[numpy.float64]]: ...
@overload
def placements(
    score: NDArray[numpy.float64], positive: NDArray[numpy.uint8], weight: NDArray[numpy.float64] | None, threads: int
) -> Any: ...
@overload
def placements(score: NDArray[numpy.float32], positive: NDArray[numpy.uint8], weight: NDArray[numpy.float64] | None, threads: int) -> Any:
    """
    For each positive the share of negatives below it, for each negative the share of positives above it; None when a score is not finite.
    """

@overload
def deal(
    score: NDArray[numpy.float64],
    positive: NDArray[numpy.uint8],
    weight: NDArray[numpy.float64] | None,
    block: NDArray[numpy.uint32],
    edges: NDArray[numpy.float64],
    blocks: int,
    threads: int = 1,
) -> NDArray[numpy.float64]: ...
@overload
def deal(
    score: NDArray[numpy.float32],
    positive: NDArray[numpy.uint8],
    weight: NDArray[numpy.float64] | None,
    block: NDArray[numpy.uint32],
    edges: NDArray[numpy.float64],
    blocks: int,
    threads: int = 1,
) -> NDArray[numpy.float64]:
    """
    Rows added up by block, by cell between descending edges, and by class.
    """

def class_spread(
    values: NDArray[numpy.float64], positive: NDArray[numpy.uint8], weight: NDArray[numpy.float64] | None, threads: int
) -> tuple[float, float, float, float]:
    """
    (mean over positives, its variance, mean over negatives, its variance), rows being independent.
    """

def resample(counts: NDArray[numpy.float64], replicates: int, seed: int, first: int, threads: int) -> NDArray[numpy.float64]:
    """Poisson draws with the counts as means, a row a replicate."""

def stack_area(pos: NDArray[numpy.float64], neg: NDArray[numpy.float64], threads: int) -> NDArray[numpy.float64]:
    """The area under the ROC curve of each sweep of a stack."""

def stack_gap(pos: NDArray[numpy.float64], neg: NDArray[numpy.float64], threads: int) -> NDArray[numpy.float64]:
    """The largest distance between TPR and FPR of each sweep of a stack."""

def stack_precision(pos: NDArray[numpy.float64], neg: NDArray[numpy.float64], threads: int) -> NDArray[numpy.float64]:
    """The average precision of each sweep of a stack."""
