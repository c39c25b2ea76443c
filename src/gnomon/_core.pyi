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

def precision_recall(score: NDArray[Any], positive: NDArray[numpy.uint8], threads: int) -> Any:
    """
    Precision and recall at each distinct score from the lowest up, then 1 and 0, and these scores; None when one is not finite.
    """

def row_gap(
    score: NDArray[Any], positive: NDArray[numpy.uint8], threads: int
) -> tuple[float, float, float, float, float, float, bool, bool]:
    """
    (positives, negatives, how far the negatives' distribution function rises above the positives' and at which lowest score, how far it falls below and where, whether all scores are finite, whether products of counts fit)
    """

def losses(
    score: NDArray[Any], positive: NDArray[numpy.uint8], weight: NDArray[numpy.float64] | None, clip: float, logarithmic: bool, threads: int
) -> tuple[float, float, float, float, bool]:
    """
    (weight, positive weight, summed squared loss, summed log loss, whether all lie in [0, 1])
    """

def columns(matrix: NDArray[Any], threads: int) -> Any:
    """The columns of a matrix of scores, each in one piece."""

def interrupt_after(questions: int) -> int:
    """
    For tests: press Ctrl-C when kernels ask for interrupts the n-th time from now on (0: never); how many were still to come before.
    """

def shift_for(score: NDArray[numpy.float64], limit: int, least: int) -> int:
    """
    The smallest shift at which descending scores fall into at most `limit` cells.
    """

def cell_ceilings(score: NDArray[numpy.float64], shift: int) -> NDArray[numpy.float64]:
    """The highest float of each score's cell."""

@overload
def floor_scores(score: NDArray[numpy.float64], shift: int, threads: int) -> NDArray[numpy.float64]: ...
@overload
def floor_scores(score: NDArray[numpy.float32], shift: int, threads: int) -> NDArray[numpy.float64]:
    """The lowest float of each score's cell."""

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

def grid_curves(
    pos: NDArray[numpy.float64], neg: NDArray[numpy.float64], x: NDArray[numpy.float64], curve: int, threads: int
) -> NDArray[numpy.float64]:
    """
    The curve of each sweep of a stack at ascending places: 0 ROC, 1 precision over recall, 2 gain.
    """

def segment_sums(values: NDArray[numpy.float64], starts: NDArray[numpy.int64], threads: int) -> NDArray[numpy.float64]:
    """Sums of each row's numbers from each start to the next."""

def weighted_entries(
    weights: NDArray[numpy.float64],
    block: NDArray[numpy.int64],
    column: NDArray[numpy.int64],
    values: NDArray[numpy.float64] | None,
    starts: NDArray[numpy.int64],
    columns: int,
    threads: int,
) -> NDArray[numpy.float64]:
    """
    Weights times a table of few entries that are not 0, in the order of their columns, of which each begins at a start.
    """

def stack_area(pos: NDArray[numpy.float64], neg: NDArray[numpy.float64], threads: int) -> NDArray[numpy.float64]:
    """The area under the ROC curve of each sweep of a stack."""

def stack_gap(pos: NDArray[numpy.float64], neg: NDArray[numpy.float64], threads: int) -> NDArray[numpy.float64]:
    """The largest distance between TPR and FPR of each sweep of a stack."""

def stack_precision(pos: NDArray[numpy.float64], neg: NDArray[numpy.float64], threads: int) -> NDArray[numpy.float64]:
    """The average precision of each sweep of a stack."""

@overload
def factorize(keys: NDArray[numpy.int64], threads: int) -> tuple[NDArray[numpy.uint32], NDArray[numpy.int64]]: ...
@overload
def factorize(keys: NDArray[numpy.int32], threads: int) -> tuple[NDArray[numpy.uint32], NDArray[numpy.int64]]: ...
@overload
def factorize(keys: NDArray[numpy.uint32], threads: int) -> tuple[NDArray[numpy.uint32], NDArray[numpy.int64]]:
    """
    The place of each key among the distinct ones, and those in ascending order.
    """

@overload
def group_areas(
    score: NDArray[numpy.float64],
    positive: NDArray[numpy.uint8],
    group: NDArray[numpy.uint32],
    weight: NDArray[numpy.float64] | None,
    groups: int,
    threads: int,
) -> tuple[NDArray[numpy.int64], NDArray[numpy.float64], NDArray[numpy.float64], NDArray[numpy.float64]]: ...
@overload
def group_areas(
    score: NDArray[numpy.float32],
    positive: NDArray[numpy.uint8],
    group: NDArray[numpy.uint32],
    weight: NDArray[numpy.float64] | None,
    groups: int,
    threads: int,
) -> tuple[NDArray[numpy.int64], NDArray[numpy.float64], NDArray[numpy.float64], NDArray[numpy.float64]]:
    """
    Of each group: rows, positive and negative weight, twice the pairs in the right order (NaN when a score is not finite).
    """

@overload
def rank_rows(
    score: NDArray[numpy.float64], grade: NDArray[numpy.float64], query: NDArray[numpy.uint32], queries: int, order: bool, threads: int
) -> tuple[NDArray[numpy.int64], NDArray[numpy.float64], NDArray[numpy.uint8], NDArray[numpy.uint32]]: ...
@overload
def rank_rows(
    score: NDArray[numpy.float32], grade: NDArray[numpy.float64], query: NDArray[numpy.uint32], queries: int, order: bool, threads: int
) -> tuple[NDArray[numpy.int64], NDArray[numpy.float64], NDArray[numpy.uint8], NDArray[numpy.uint32]]:
    """
    Rows by query, the highest score first: where each query starts, the grades, whether a row ties with the one before, which row.
    """

def ranked_gain(
    starts: NDArray[numpy.int64],
    grade: NDArray[numpy.float64],
    tied: NDArray[numpy.uint8] | None,
    rest_starts: NDArray[numpy.int64],
    rest: NDArray[numpy.float64],
    gain: str,
    negative: bool,
    relevant: float,
    discount: NDArray[numpy.float64],
    threads: int,
) -> NDArray[numpy.float64]:
    """
    Gains of each query's rows, discounted by rank, of as many ranks as there are discounts.
    """

def ranked_share(
    starts: NDArray[numpy.int64],
    grade: NDArray[numpy.float64],
    tied: NDArray[numpy.uint8] | None,
    rest_starts: NDArray[numpy.int64],
    rest: NDArray[numpy.float64],
    gain: str,
    negative: bool,
    discount: NDArray[numpy.float64],
    shown: bool,
    nothing: float,
    threads: int,
) -> NDArray[numpy.float64]:
    """
    The same as a share of the best order's: of all that was judged, or of the rows shown (inf: too many ways to cut ties).
    """

def ranked_cascade(
    starts: NDArray[numpy.int64],
    grade: NDArray[numpy.float64],
    tied: NDArray[numpy.uint8] | None,
    rest_starts: NDArray[numpy.int64],
    rest: NDArray[numpy.float64],
    k: int,
    highest: float,
    threads: int,
) -> NDArray[numpy.float64]:
    """Expected reciprocal rank, grades running up to `highest`."""

def ranked_hits(
    starts: NDArray[numpy.int64],
    grade: NDArray[numpy.float64],
    tied: NDArray[numpy.uint8] | None,
    rest_starts: NDArray[numpy.int64],
    rest: NDArray[numpy.float64],
    k: NDArray[numpy.int64],
    relevant: float,
    threads: int,
) -> NDArray[numpy.float64]:
    """Relevant rows among the first k of each query."""

def ranked_success(
    starts: NDArray[numpy.int64],
    grade: NDArray[numpy.float64],
    tied: NDArray[numpy.uint8] | None,
    rest_starts: NDArray[numpy.int64],
    rest: NDArray[numpy.float64],
    k: NDArray[numpy.int64],
    relevant: float,
    threads: int,
) -> NDArray[numpy.float64]:
    """The chance of a relevant row among the first k."""

def ranked_reciprocal(
    starts: NDArray[numpy.int64],
    grade: NDArray[numpy.float64],
    tied: NDArray[numpy.uint8] | None,
    rest_starts: NDArray[numpy.int64],
    rest: NDArray[numpy.float64],
    k: NDArray[numpy.int64],
    relevant: float,
    threads: int,
) -> NDArray[numpy.float64]:
    """One over the rank of the first relevant row among the first k, else 0."""

def ranked_bpref(
    starts: NDArray[numpy.int64],
    grade: NDArray[numpy.float64],
    tied: NDArray[numpy.uint8] | None,
    rest_starts: NDArray[numpy.int64],
    rest: NDArray[numpy.float64],
    k: NDArray[numpy.int64],
    relevant: float,
    threads: int,
) -> NDArray[numpy.float64]:
    """
    The share of judged pairs in the right order, as bpref counts them; NaN where nothing is relevant.
    """

def ranked_area(
    starts: NDArray[numpy.int64],
    grade: NDArray[numpy.float64],
    tied: NDArray[numpy.uint8] | None,
    rest_starts: NDArray[numpy.int64],
    rest: NDArray[numpy.float64],
    k: NDArray[numpy.int64],
    relevant: float,
    threads: int,
) -> NDArray[numpy.float64]:
    """
    The area under the ROC curve within each query; NaN where a class is absent.
    """

def ranked_relevant(
    starts: NDArray[numpy.int64],
    grade: NDArray[numpy.float64],
    tied: NDArray[numpy.uint8] | None,
    rest_starts: NDArray[numpy.int64],
    rest: NDArray[numpy.float64],
    k: NDArray[numpy.int64],
    relevant: float,
    threads: int,
) -> NDArray[numpy.float64]:
    """Relevant items of each query, retrieved or not."""

def ranked_precision(
    starts: NDArray[numpy.int64],
    grade: NDArray[numpy.float64],
    tied: NDArray[numpy.uint8] | None,
    rest_starts: NDArray[numpy.int64],
    rest: NDArray[numpy.float64],
    k: NDArray[numpy.int64],
    relevant: float,
    threads: int,
) -> NDArray[numpy.float64]:
    """Average precision over all relevant items; NaN where there are none."""

def ranked_precision_least(
    starts: NDArray[numpy.int64],
    grade: NDArray[numpy.float64],
    tied: NDArray[numpy.uint8] | None,
    rest_starts: NDArray[numpy.int64],
    rest: NDArray[numpy.float64],
    k: NDArray[numpy.int64],
    relevant: float,
    threads: int,
) -> NDArray[numpy.float64]:
    """The same over the lesser of k and all relevant items."""

def ranked_precision_retrieved(
    starts: NDArray[numpy.int64],
    grade: NDArray[numpy.float64],
    tied: NDArray[numpy.uint8] | None,
    rest_starts: NDArray[numpy.int64],
    rest: NDArray[numpy.float64],
    k: NDArray[numpy.int64],
    relevant: float,
    threads: int,
) -> NDArray[numpy.float64]:
    """
    The same over the relevant rows among the first k; 0 where there are none.
    """

def worst_of_ties(
    starts: NDArray[numpy.int64], grade: NDArray[numpy.float64], tied: NDArray[numpy.uint8], threads: int
) -> NDArray[numpy.float64]:
    """Grades with those of rows that tie in ascending order."""

def read_trec(text: NDArray[numpy.uint8], fields: int, number: int, threads: int, part: int = 1048576, text_behind: bool = False) -> Any:
    """
    (names of the queries, one a line, starts, offsets, lengths, values) of a file's lines; or where the first wrong line begins.
    """

def find_repeat(
    table: tuple[NDArray[numpy.int64], NDArray[numpy.uint8], NDArray[numpy.int64], NDArray[numpy.int32], NDArray[numpy.float64]],
    threads: int,
) -> Any:
    """
    The rows of the first document that a query has twice; None when there is none.
    """

def join_run(
    judgments: tuple[NDArray[numpy.int64], NDArray[numpy.uint8], NDArray[numpy.int64], NDArray[numpy.int32], NDArray[numpy.float64]],
    run: tuple[NDArray[numpy.int64], NDArray[numpy.uint8], NDArray[numpy.int64], NDArray[numpy.int32], NDArray[numpy.float64]],
    judged: NDArray[numpy.int64],
    retrieved: NDArray[numpy.int64],
    threads: int,
) -> Any:
    """
    (starts, score, grade, by_id, rest_starts, rest) of queries of the judgments joined with those of the run, -1 for none.
    """

def amount_columns(
    prediction: NDArray[numpy.float64], truth: NDArray[numpy.float64], weight: NDArray[numpy.float64] | None, threads: int
) -> Any:
    """
    Distinct predictions from the highest down; what rows weigh, their truths, errors, absolute and squared errors summed; None when a prediction is not finite.
    """

def absolute_error_at(
    truth: NDArray[numpy.float64], prediction: NDArray[numpy.float64], rank: int, largest: float, threads: int
) -> tuple[float, float, bool]:
    """
    (the absolute error of a rank counted from 0, the one above it, whether no number is past the largest)
    """

def density(x: NDArray[numpy.float64], y: NDArray[numpy.float64], weight: NDArray[numpy.float64] | None, most: int) -> Any:
    """
    (level, places along x, along y, weights) of the finest squares of side 2^level of which at most so many hold rows
    """

UNIT: int = 3225

def moments(y: NDArray[Any], p: NDArray[Any], weight: NDArray[numpy.float64] | None, relative: bool, symmetric: bool, threads: int) -> Any:
    """
    (rows, exact sums as whole numbers of 2^-UNIT, extremes); None when a number is not finite or past 1e150.
    """

def exact_sum(values: NDArray[numpy.float64], weight: NDArray[numpy.float64] | None) -> bytes:
    """
    The sum of finite numbers, each as often as it weighs, as a whole number of 2^-UNIT.
    """

def joint_rows(x: NDArray[numpy.float64], y: NDArray[numpy.float64], threads: int) -> Any:
    """joint_columns of rows that count one each."""

@overload
def joint_columns(
    x: NDArray[numpy.float64],
    y: NDArray[numpy.float64],
    observed: NDArray[numpy.int64],
    censored: NDArray[numpy.int64] | None,
    threads: int,
) -> Any: ...
@overload
def joint_columns(
    x: NDArray[numpy.float64],
    y: NDArray[numpy.float64],
    observed: NDArray[numpy.float64],
    censored: NDArray[numpy.float64] | None,
    threads: int,
) -> Any:
    """
    Distinct pairs, ascending, with what was observed and what was censored of each; None when a value is not finite.
    """

@overload
def merge_joint(
    x: NDArray[numpy.float64],
    y: NDArray[numpy.float64],
    observed: NDArray[numpy.int64],
    censored: NDArray[numpy.int64],
    x_2: NDArray[numpy.float64],
    y_2: NDArray[numpy.float64],
    observed_2: NDArray[numpy.int64],
    censored_2: NDArray[numpy.int64],
) -> Any: ...
@overload
def merge_joint(
    x: NDArray[numpy.float64],
    y: NDArray[numpy.float64],
    observed: NDArray[numpy.float64],
    censored: NDArray[numpy.float64],
    x_2: NDArray[numpy.float64],
    y_2: NDArray[numpy.float64],
    observed_2: NDArray[numpy.float64],
    censored_2: NDArray[numpy.float64],
) -> Any: ...
@overload
def ordered_pairs(
    group: NDArray[numpy.uint32],
    rank: NDArray[numpy.uint32],
    earlier: NDArray[numpy.int64],
    later: NDArray[numpy.int64],
    groups: int,
    ranks: int,
    threads: int,
) -> Any: ...
@overload
def ordered_pairs(
    group: NDArray[numpy.uint32],
    rank: NDArray[numpy.uint32],
    earlier: NDArray[numpy.float64],
    later: NDArray[numpy.float64],
    groups: int,
    ranks: int,
    threads: int,
) -> Any:
    """
    Pairs of rows of ascending groups whose ranks ascend too, and pairs whose ranks descend.
    """

@overload
def rank_products(
    first: NDArray[numpy.uint32], second: NDArray[numpy.uint32], weight: NDArray[numpy.int64], firsts: int, seconds: int
) -> Any: ...
@overload
def rank_products(
    first: NDArray[numpy.uint32], second: NDArray[numpy.uint32], weight: NDArray[numpy.float64], firsts: int, seconds: int
) -> Any:
    """
    Sums of products of twice the ranks from the middle: of both (what is positive, what is negative), of the first, of the second.
    """

@overload
def pairs_apart(earlier: NDArray[numpy.int64], later: NDArray[numpy.int64]) -> Any: ...
@overload
def pairs_apart(earlier: NDArray[numpy.float64], later: NDArray[numpy.float64]) -> Any:
    """
    Pairs of units of different places, of what counts at each as the earlier and as the later one.
    """

def dense_ranks(value: NDArray[numpy.float64], threads: int) -> Any:
    """
    The rank of each value among the distinct ones, from 0, and how many these are; None when one is not finite.
    """

def ordered_unit_pairs(
    group: NDArray[numpy.uint32], rank: NDArray[numpy.uint32], groups: int, ranks: int, censored: bool, threads: int
) -> Any:
    """
    ordered_pairs of rows that count one each; censored: as the earlier one only those of even groups do.
    """

def middle_ranks(value: NDArray[numpy.float64], threads: int) -> Any:
    """
    Twice each row's average rank from the middle, and the sum of squares; None when a value is not finite.
    """

def product_sum(a: NDArray[numpy.int64], b: NDArray[numpy.int64]) -> Any:
    """The exact sum of products of two columns of middle_ranks."""

def bin_places(
    x: NDArray[numpy.float64], edges: NDArray[numpy.float64], left: bool, codes: NDArray[numpy.float64], threads: int
) -> NDArray[numpy.int64]:
    """
    The bin of each number: between edges, then a bin for each code, then the missing ones.
    """

def bin_values(
    x: NDArray[numpy.float64],
    edges: NDArray[numpy.float64],
    left: bool,
    codes: NDArray[numpy.float64],
    table: NDArray[numpy.float64],
    out: NDArray[numpy.float64],
    threads: int,
) -> None:
    """Write what a table has for the bin of each number."""

def bin_counts(x: NDArray[numpy.float64], edges: NDArray[numpy.float64], left: bool, codes: NDArray[numpy.float64]) -> NDArray[numpy.int64]:
    """
    How many numbers lie between edges, then how many are each code, then how many are missing.
    """

def quantile_cuts(x: NDArray[numpy.float64], bins: int, left: bool) -> NDArray[numpy.float64]:
    """Edges between bins that hold like shares of finite numbers."""

def chi_merge(
    good: NDArray[numpy.float64], bad: NDArray[numpy.float64], bins: int, threshold: float, rows: float, events: float
) -> NDArray[numpy.int64]:
    """
    Where bins begin once neighbours that a chi-square test does not tell apart, and bins too small, are merged.
    """

def tree_cuts(
    good: NDArray[numpy.float64], bad: NDArray[numpy.float64], leaves: int, gini: bool, rows: float, events: float
) -> NDArray[numpy.int64]:
    """
    Where leaves begin of a tree that splits next what gains most, by Gini's impurity or by entropy.
    """

def optimal_bins(
    good: NDArray[numpy.float64],
    bad: NDArray[numpy.float64],
    period_good: NDArray[numpy.float64],
    period_bad: NDArray[numpy.float64],
    all_good: float,
    all_bad: float,
    bins: int,
    rows: float,
    events: float,
    difference: float,
    smoothing: float,
    trend: int,
) -> Any:
    """
    (where bins begin, the trend) of the greatest information value; None when no bin is allowed.
    """

def contingency(
    a: NDArray[numpy.uint32], b: NDArray[numpy.uint32], weight: NDArray[numpy.float64] | None, rows: int, columns: int, threads: int
) -> Any:
    """The table of pairs of codes, counted or weighed."""

def expected_information(
    a: NDArray[numpy.float64],
    a_times: NDArray[numpy.float64],
    b: NDArray[numpy.float64],
    b_times: NDArray[numpy.float64],
    n: float,
    threads: int,
) -> float:
    """
    The expected mutual information of partitions of n points whose parts have these sizes, each so many times.
    """

def silhouettes(
    points: NDArray[numpy.float64], starts: NDArray[numpy.int64], distance: str, threads: int
) -> tuple[NDArray[numpy.float64], NDArray[numpy.uint32]]:
    """
    The silhouette of each point and its nearest other cluster; points of a cluster stand together, from starts[k] on.
    """

def silhouettes_of_distances(
    distances: NDArray[numpy.float64], cluster: NDArray[numpy.uint32], sizes: NDArray[numpy.int64], threads: int
) -> tuple[NDArray[numpy.float64], NDArray[numpy.uint32]]:
    """The same from a matrix of distances and the cluster of each point."""

def density_validity(
    points: NDArray[numpy.float64], starts: NDArray[numpy.int64], distance: str, threads: int
) -> tuple[NDArray[numpy.float64], NDArray[numpy.float64]]:
    """
    The density sparseness of each cluster of two points or more, and its least density separation from another.
    """

@overload
def box_pairs(
    starts: NDArray[numpy.int64],
    boxes: NDArray[numpy.float64],
    truth_starts: NDArray[numpy.int64],
    truth_boxes: NDArray[numpy.float64],
    crowd: NDArray[numpy.uint8],
    least: float,
    pixel: bool,
    threads: int,
) -> tuple[NDArray[numpy.int64], NDArray[numpy.int32], NDArray[numpy.float64]]:
    """
    (where each detection's pairs start, the object of each pair, their overlap), of boxes of one image that overlap.
    """

@overload
def box_pairs(
    a: NDArray[numpy.float64], b: NDArray[numpy.float64], crowd: NDArray[numpy.uint8] | None, format: int, measure: int, pixel: bool
) -> NDArray[numpy.float64]:
    """The same of each box of a with the one of b at its place."""

def match_images(
    starts: NDArray[numpy.int64],
    detection_class: NDArray[numpy.int32],
    truth_starts: NDArray[numpy.int64],
    truth_class: NDArray[numpy.int32],
    pair_starts: NDArray[numpy.int64],
    pair_truth: NDArray[numpy.int32],
    pair_iou: NDArray[numpy.float64],
    crowd: NDArray[numpy.uint8],
    unmatched: NDArray[numpy.uint8],
    left_out: NDArray[numpy.uint8],
    outside: NDArray[numpy.uint8],
    thresholds: NDArray[numpy.float64],
    best_only: bool,
    last_of_equals: bool,
    threads: int,
) -> tuple[NDArray[numpy.uint8], NDArray[numpy.int32]]:
    """
    (areas and thresholds x detections: 0 unmatched, 1 matched, 2 ignored; thresholds x detections: the object of all areas, or -1)
    """

def average_precisions(
    class_starts: NDArray[numpy.int64],
    order: NDArray[numpy.int64],
    image: NDArray[numpy.int32],
    state: NDArray[numpy.uint8],
    line_area: NDArray[numpy.int64],
    counted: NDArray[numpy.uint8],
    truth_image: NDArray[numpy.int32],
    truth_class: NDArray[numpy.int32],
    interpolation: str,
    grid: NDArray[numpy.float64],
    weights: NDArray[numpy.float64] | None,
    threads: int,
) -> tuple[NDArray[numpy.float64], NDArray[numpy.float64]]:
    """
    (average precision, recall), replicates x lines and classes; NaN where a class has nothing to be found.
    """

def precision_tables(
    class_starts: NDArray[numpy.int64],
    order: NDArray[numpy.int64],
    score: NDArray[numpy.float64],
    rank: NDArray[numpy.int32],
    state: NDArray[numpy.uint8],
    levels: int,
    objects: NDArray[numpy.int64],
    caps: NDArray[numpy.int64],
    grid: NDArray[numpy.float64],
    threads: int,
) -> tuple[NDArray[numpy.float64], NDArray[numpy.float64], NDArray[numpy.float64]]:
    """
    (precision, recall, score) of levels x points x classes x areas x caps, recall without points; -1 where nothing is to be found.
    """

def coco_records(records: list[object]) -> Any:
    """
    (image, category, id, box, score, area, crowd, ignored, keypoints, marked, whether there are segmentations) of records, None for what they lack; or None where a record is not plain.
    """

def coco_file(content: bytes) -> Any:
    """
    (whether it is a list of results, the columns of its records, where their segmentations begin and end, where images and categories do); or None for what is not plain, or no JSON.
    """

def tag_codes(sentences: list[object], known: dict[str, int]) -> Any:
    """
    (the number of each tag, where each sentence starts) of lists of texts, new tags being added to the known ones; or None where a sentence is no list of texts.
    """

def tag_entities(
    code: NDArray[numpy.int32],
    letter: NDArray[numpy.int8],
    kind: NDArray[numpy.int32],
    starts: NDArray[numpy.int64],
    start: NDArray[numpy.uint8],
    inside: NDArray[numpy.uint8],
    end: NDArray[numpy.uint8],
) -> Any:
    """
    (sentence, type, start, end) of the entities that tags mean by the tables of a scheme.
    """

def box_table(
    a: NDArray[numpy.float64],
    b: NDArray[numpy.float64],
    crowd: NDArray[numpy.uint8] | None,
    format: int,
    measure: int,
    pixel: bool,
    threads: int,
) -> NDArray[numpy.float64]:
    """
    IoU, GIoU, DIoU or CIoU (0 to 3) of every box of a with every box of b; formats: xyxy, xywh, cxcywh (0 to 2).
    """

def box_overlaps(
    truth: NDArray[numpy.float64],
    prediction: NDArray[numpy.float64],
    crowd: NDArray[numpy.uint8],
    truth_rows: NDArray[numpy.int64],
    truth_starts: NDArray[numpy.int64],
    prediction_rows: NDArray[numpy.int64],
    prediction_starts: NDArray[numpy.int64],
    wanted: NDArray[numpy.uint8] | None,
    pixel: bool,
    threads: int,
) -> NDArray[numpy.float64]:
    """IoU of every prediction with every truth of its image."""

def mask_overlaps(
    truth: tuple[NDArray[numpy.uint32], NDArray[numpy.int64], NDArray[numpy.int64]],
    prediction: tuple[NDArray[numpy.uint32], NDArray[numpy.int64], NDArray[numpy.int64]],
    crowd: NDArray[numpy.uint8],
    truth_rows: NDArray[numpy.int64],
    truth_starts: NDArray[numpy.int64],
    prediction_rows: NDArray[numpy.int64],
    prediction_starts: NDArray[numpy.int64],
    wanted: NDArray[numpy.uint8] | None,
    least: float,
    threads: int,
) -> NDArray[numpy.float64]:
    """
    The same of masks: runs, where those of each start, heights of images. Pairs that overlap by less than `least` may be 0.
    """

def quad_table(
    a: NDArray[numpy.float64], b: NDArray[numpy.float64], crowd: NDArray[numpy.uint8] | None, threads: int
) -> NDArray[numpy.float64]:
    """
    IoU of every oriented box of a with every one of b: five columns are centre, size and angle, eight are corners.
    """

def quad_pairs(a: NDArray[numpy.float64], b: NDArray[numpy.float64], crowd: NDArray[numpy.uint8] | None) -> NDArray[numpy.float64]:
    """The same of each oriented box of a with the one of b at its place."""

def quad_overlaps(
    truth: NDArray[numpy.float64],
    prediction: NDArray[numpy.float64],
    crowd: NDArray[numpy.uint8],
    truth_rows: NDArray[numpy.int64],
    truth_starts: NDArray[numpy.int64],
    prediction_rows: NDArray[numpy.int64],
    prediction_starts: NDArray[numpy.int64],
    wanted: NDArray[numpy.uint8] | None,
    threads: int,
) -> NDArray[numpy.float64]:
    """IoU of every oriented prediction with every truth of its image."""

def keypoint_overlaps(
    truth: NDArray[numpy.float64],
    prediction: NDArray[numpy.float64],
    box: NDArray[numpy.float64],
    area: NDArray[numpy.float64],
    sigma: NDArray[numpy.float64],
    truth_rows: NDArray[numpy.int64],
    truth_starts: NDArray[numpy.int64],
    prediction_rows: NDArray[numpy.int64],
    prediction_starts: NDArray[numpy.int64],
    wanted: NDArray[numpy.uint8] | None,
    threads: int,
) -> NDArray[numpy.float64]:
    """
    Object keypoint similarity of every prediction with every truth of its image.
    """

def mask_strings(
    text: NDArray[numpy.uint8], starts: NDArray[numpy.int64], height: NDArray[numpy.int64], width: NDArray[numpy.int64], threads: int
) -> tuple[NDArray[numpy.uint32], NDArray[numpy.int64], int, int, int]:
    """
    Runs of masks from COCO's strings: (runs, starts, the first mask that is wrong, what is wrong with it or 0, its pixels so far).
    """

def mask_counts(
    counts: NDArray[numpy.int64], starts: NDArray[numpy.int64], height: NDArray[numpy.int64], width: NDArray[numpy.int64], threads: int
) -> tuple[NDArray[numpy.uint32], NDArray[numpy.int64], int, int, int]:
    """The same from lists of counts."""

def mask_polygons(
    corners: NDArray[numpy.float64],
    polygon_starts: NDArray[numpy.int64],
    mask_starts: NDArray[numpy.int64],
    height: NDArray[numpy.int64],
    width: NDArray[numpy.int64],
    threads: int,
) -> tuple[NDArray[numpy.uint32], NDArray[numpy.int64], int, int, int]:
    """The same from polygons, of which a mask may have several."""

def mask_pixels(pixels: NDArray[numpy.uint8], threads: int) -> tuple[NDArray[numpy.uint32], NDArray[numpy.int64], int, int, int]:
    """The same from pixels."""

def mask_texts(runs: NDArray[numpy.uint32], starts: NDArray[numpy.int64]) -> tuple[NDArray[numpy.uint8], NDArray[numpy.int64]]:
    """COCO's strings of runs: (their characters, where those of each start)."""

def mask_extents(
    masks: tuple[NDArray[numpy.uint32], NDArray[numpy.int64], NDArray[numpy.int64]],
) -> tuple[NDArray[numpy.int64], NDArray[numpy.float64]]:
    """The area of each mask, and the box around it: x, y, width, height."""

def label_pairs(
    truth: NDArray[Any], predicted: NDArray[Any], low: int, span: int, ignore: int | None, threads: int
) -> NDArray[numpy.int64]:
    """
    For each image the span x span pairs of labels from `low` on, then the pixels out of that range and those ignored.
    """

def map_digests(maps: NDArray[Any], width: int, ignore: int | None, threads: int) -> NDArray[numpy.uint64]:
    """
    Eight bytes for each map of labels, by which one knows whether two are the same, never 0; where pixels are ignored counts.
    """

def far_from_borders(map: NDArray[Any], reach: int) -> NDArray[numpy.uint8]:
    """
    Pixels around which all within `reach` rows and columns have the same label; past the edge none has.
    """

def count_edits(
    truth: NDArray[numpy.uint32],
    truth_ends: NDArray[numpy.int64],
    said: NDArray[numpy.uint32],
    said_ends: NDArray[numpy.int64],
    unit: int,
    threads: int,
) -> NDArray[numpy.int64]:
    """
    For each pair of texts the tokens kept, replaced, left out and added on the shortest way, and those left out before and behind all that was said; tokens are words (0), characters with runs of white space as one (1), or code points (2).
    """

def edit_steps(
    truth: NDArray[numpy.uint32], truth_ends: NDArray[numpy.int64], said: NDArray[numpy.uint32], said_ends: NDArray[numpy.int64], unit: int
) -> tuple[NDArray[numpy.uint8], NDArray[numpy.int64]]:
    """
    The steps of those ways from the first on (0 kept, 1 replaced, 2 left out, 3 added), and where those of each pair end.
    """

def bleu_counts(
    said: NDArray[numpy.uint32],
    said_ends: NDArray[numpy.int64],
    references: NDArray[numpy.uint32],
    reference_ends: NDArray[numpy.int64],
    first: NDArray[numpy.int64],
    orders: int,
    thirteen_a: bool,
    threads: int,
) -> NDArray[numpy.float64]:
    """
    For each sentence the words said, those of the nearest reference, and of each order the n-grams shared and said; words stand between white space, which 13a adds where it is asked for. References of sentence i begin at first[i].
    """

def chrf_counts(
    said: NDArray[numpy.uint32],
    said_ends: NDArray[numpy.int64],
    references: NDArray[numpy.uint32],
    reference_ends: NDArray[numpy.int64],
    first: NDArray[numpy.int64],
    characters: int,
    words: int,
    beta: float,
    whitespace: bool,
    smoothed: bool,
    threads: int,
) -> NDArray[numpy.float64]:
    """
    For each sentence, of n-grams of characters and then of words, those said, of the reference with the best chrF, and shared.
    """
