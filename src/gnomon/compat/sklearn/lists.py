"""Rankings of the items of a row: discounted gain, and how far down a row's labels stand."""

from typing import TYPE_CHECKING, Any

import numpy as np

from ... import _core
from ...errors import InputError
from ...parallel import THREADS
from ...public import function
from ...types import Array
from .reading import weights
from .stand_in import UNCOVERED, stands_in

if TYPE_CHECKING:
    from .stand_in import Uncovered


LARGEST = 1e100


def _matrix(values: object) -> Array | None:
    """Finite numbers, a row for each list, as float64."""
    if type(values) is list:
        try:
            values = np.asarray(values)
        except ValueError:
            return None
    if type(values) is not np.ndarray or values.ndim != 2 or values.shape[1] < 2 or not len(values) or values.dtype.char not in "dlq":
        return None
    floats = np.ascontiguousarray(values, np.float64)
    return floats if float(np.abs(floats).max()) < LARGEST else None


def _gains(grade: Array, score: Array, discount: Array) -> Array:
    """The discounted gain of each row, averaged over the orders of tied items."""
    queries, width = grade.shape
    query = np.repeat(np.arange(queries, dtype=np.uint32), width)
    starts, ranked, tied, _ = _core.rank_rows(score.ravel(), grade.ravel(), query, queries, False, THREADS)
    nothing = np.zeros(queries + 1, np.int64), np.zeros(0)
    return _core.ranked_gain(starts, ranked, tied, *nothing, "linear", True, 1.0, discount, THREADS)


def _lists(
    y_true: object, y_score: object, k: object, ignore_ties: object, sample_weight: object
) -> tuple[Array, Array, Array, Any] | None:
    """(grades, scores, the discount of each rank, weights)"""
    if ignore_ties is not False or not (k is None or (type(k) is int and k >= 1)):
        return None
    grade, score = _matrix(y_true), _matrix(y_score)
    if grade is None or score is None or grade.shape != score.shape:
        return None
    w = None if sample_weight is None else weights(sample_weight, len(grade))
    if w is None and sample_weight is not None:
        return None
    depth = grade.shape[1] if k is None else min(k, grade.shape[1])
    return grade, score, 1 / np.log2(np.arange(2.0, depth + 2)), w


@stands_in
def dcg_score(
    y_true: Any, y_score: Any, *, k: Any = None, log_base: Any = 2, sample_weight: Any = None, ignore_ties: Any = False
) -> "Uncovered | float":
    given = _lists(y_true, y_score, k, ignore_ties, sample_weight) if type(log_base) in (int, float) and 1 < log_base < LARGEST else None
    if given is None:
        return UNCOVERED
    grade, score, discount, w = given
    return float(np.average(_gains(grade, score, discount * np.log2(log_base)), weights=w))


@stands_in
def ndcg_score(
    y_true: object, y_score: object, *, k: object = None, sample_weight: object = None, ignore_ties: object = False
) -> "Uncovered | float":
    given = _lists(y_true, y_score, k, ignore_ties, sample_weight)
    if given is None or given[0].min() < 0:
        return UNCOVERED
    grade, score, discount, w = given
    best = _gains(grade, grade, discount)
    share = np.divide(_gains(grade, score, discount), best, out=np.zeros(len(best)), where=best != 0)
    return float(np.average(share, weights=w))


def _of_labels(name: str, y_true: object, y_score: object, sample_weight: object) -> Any:
    """A figure of several labels a row."""
    truth, score = _matrix(y_true), _matrix(y_score)
    if truth is None or score is None or truth.shape != score.shape or not bool(((truth == 0) | (truth == 1)).all()):
        return UNCOVERED
    w = None if sample_weight is None else weights(sample_weight, len(truth))
    if w is None and sample_weight is not None:
        return UNCOVERED
    try:
        return function(name)(truth.astype(np.int64), score, weight=w, unranked="best")
    except InputError:
        return UNCOVERED


@stands_in
def coverage_error(y_true: Any, y_score: Any, *, sample_weight: Any = None) -> Any:
    return _of_labels("coverage_error", y_true, y_score, sample_weight)


@stands_in
def label_ranking_average_precision_score(y_true: object, y_score: object, *, sample_weight: object = None) -> Any:
    return _of_labels("label_ranking_average_precision", y_true, y_score, sample_weight)


@stands_in
def label_ranking_loss(y_true: Any, y_score: Any, *, sample_weight: Any = None) -> Any:
    return _of_labels("label_ranking_loss", y_true, y_score, sample_weight)
