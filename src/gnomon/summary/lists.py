"""Ranked lists as the kernels read them, after checking what those index by."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..errors import InputError
from ..types import Floats
from .invariants import as_array, as_scores, as_starts, as_values


class OrderedLists(NamedTuple):
    """The lists in the order that some way of breaking ties gives."""

    starts: NDArray[np.int64]
    grade: Floats
    tied: NDArray[np.uint8] | None
    rest_starts: NDArray[np.int64]
    rest: Floats


def checked_lists(lists: OrderedLists, queries: int) -> OrderedLists:
    """The same in columns of their own: so many lists, grades that are finite or NaN, ties that begin inside a list."""
    grade = as_values(lists.grade, "grade")
    starts = as_starts(lists.starts, "starts", queries, len(grade))
    tied = as_array(lists.tied, "tied", "ub", np.uint8, len(grade))
    if tied.max(initial=0) > 1 or tied[starts[:-1][np.diff(starts) > 0]].any():
        raise InputError("summary.tied_marks_wrong")
    rest = as_scores(lists.rest, "rest")
    return OrderedLists(starts, grade, tied, as_starts(lists.rest_starts, "rest_starts", queries, len(rest)), rest)


def checked_order(by_id: NDArray[np.uint32], starts: NDArray[np.int64]) -> NDArray[np.uint32]:
    """Places within each list, every one of them once."""
    order = as_array(by_id, "by_id", "iu", np.uint32, int(starts[-1]))
    sizes = np.diff(starts)
    inside = order < np.repeat(sizes, sizes)
    if not inside.all() or (np.bincount(order + np.repeat(starts[:-1], sizes), minlength=len(order)) > 1).any():
        raise InputError("summary.by_id_not_permutation")
    return order
