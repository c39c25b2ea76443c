"""What summaries demand of what they hold: checked where one is built by hand and where one is read, and relied upon everywhere else."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..errors import InputError
from ..types import Array

MOST_COUNTED = 2**53
"""Rows up to which every count, and every sum of counts, is exact as a float too."""
MOST_WEIGHED, LEAST_WEIGHED = 1e150, 1e-150
"""Weights between which the product of two sums is neither without end nor nothing."""
_KINDS = {"iu": "int", "iuf": "int, float", "ub": "uint8"}


def as_array(values: object, name: str, kinds: str, dtype: Any, *shape: int | None) -> Array:
    """A copy in one piece that nobody can write to, of numbers of these kinds; where a length of the shape is None, any is meant.

    Without a type, whole numbers are int64 and others float64.
    """
    try:
        array = np.asarray(values)
    except ValueError:  # a ragged list
        array = np.empty(0, object)
    if array.dtype.kind not in kinds and (array.size or array.dtype == object):
        raise InputError("summary.type_not_numeric", name=name, type=array.dtype, kinds=_KINDS[kinds])
    if array.ndim != len(shape) or any(meant not in (None, given) for meant, given in zip(shape, array.shape, strict=True)):
        meant = ", ".join("…" if one is None else str(one) for one in shape)
        raise InputError("summary.column_shape_mismatch", name=name, shape=array.shape, meant=meant)
    if dtype is None:
        dtype = np.int64 if array.dtype.kind in "iu" else np.float64
    own = array.astype(dtype, order="C")
    lost = own != array if own.dtype.kind in "iu" and own.dtype != array.dtype else np.zeros(0, bool)
    if lost.any():
        raise InputError("summary.value_lost_in_type", name=name, type=own.dtype, **_first(array, lost))
    return frozen(own)


def frozen(array: Array) -> Array:
    """An array of our own, which from now on nobody writes to."""
    array.setflags(write=False)
    return array


def as_amounts(values: object, name: str, *shape: int | None) -> Array:
    """Counts as int64 or weights as float64: finite, none negative, and so many that sums and products of sums are still numbers."""
    array = as_array(values, name, "iuf", None, *shape)
    whole = array.dtype.kind == "i"
    good = array >= 0
    if not good.all():
        raise InputError(
            "summary.counts_not_finite_or_negative",
            name=name,
            **_first(array, ~good),
        )
    with np.errstate(over="ignore"):
        total = float(array.sum(dtype=np.float64))
    if not total < (MOST_COUNTED if whole else MOST_WEIGHED):
        raise InputError("summary.total_too_large", name=name, total=total)
    if not whole and 0 < total < LEAST_WEIGHED:
        raise InputError("summary.total_too_small", name=name, total=total)
    return array


def as_scores(values: object, name: str, length: int | None = None) -> Array:
    """Finite numbers as float64; -0.0 is 0."""
    column = as_array(values, name, "iuf", np.float64, length) + 0.0
    if not np.isfinite(column).all():
        raise InputError("summary.sum_not_finite", name=name, **_first(column, ~np.isfinite(column)))
    return frozen(column)


def as_values(values: object, name: str, length: int | None = None) -> Array:
    """Numbers as float64 that are finite, or NaN where there is none."""
    column = as_array(values, name, "iuf", np.float64, length)
    endless = np.isinf(column)
    if endless.any():
        raise InputError("summary.values_infinite", name=name, at=int(np.argmax(endless)))
    return column


def check_descends(keys: Array, name: str, shown: Array) -> None:
    """Refuse keys that do not fall from each to the next; ``shown`` are they as their owner knows them."""
    falls = keys[:-1] > keys[1:]
    if not falls.all():
        wrong = _first(shown[1:], ~falls)
        raise InputError(
            "summary.scores_not_descending",
            name=name,
            value=wrong["value"],
            at=wrong["at"] + 1,
        )


def as_starts(values: object, name: str, lists: int, rows: int) -> NDArray[np.int64]:
    """Where each list starts, and where the last one ends: from 0 to the number of rows, never back."""
    starts = as_array(values, name, "iu", np.int64, lists + 1)
    if starts[0] != 0 or starts[-1] != rows or (starts[1:] < starts[:-1]).any():
        raise InputError("summary.cumulative_not_rising_to_rows", name=name, rows=rows)
    return starts


def as_names(values: object, name: str) -> Array:
    """Names of queries, users or items: a column of integers, floats, moments or objects, one for each."""
    array = np.asarray(values)
    if array.ndim != 1 or array.dtype.kind not in "iufbmMUO":
        raise InputError("summary.names_not_a_column", name=name)
    if array.dtype.kind == "U":
        array = array.astype(object)
    if array.dtype == object and not all(map(_hashable, array)):
        raise InputError("summary.names_indistinguishable", name=name)
    if array.dtype == object and len({_kind(value) for value in array}) > 1:
        raise InputError("summary.names_of_mixed_types", name=name)
    return frozen(array.copy())


def check_ascending(names: Array, name: str) -> None:
    """Refuse names that do not rise from each to the next."""
    try:
        rises = bool(np.asarray(names[1:] > names[:-1], bool).all())
    except TypeError:
        rises = False
    if not rises:
        raise InputError("summary.names_not_ascending", name=name)


def as_labels(values: Any, name: str = "labels") -> tuple[Any, ...]:
    """Labels, each named once; a list that was read stands for a tuple that was saved."""
    labels = tuple(tuple(label) if isinstance(label, list) else label for label in values)
    if not all(map(_hashable, labels)):
        raise InputError("summary.names_indistinguishable", name=name)
    if len(set(labels)) != len(labels):
        twice = next(label for place, label in enumerate(labels) if label in labels[:place])
        raise InputError("summary.label_twice", name=name, twice=twice)
    return labels


def as_whole(value: object, name: str, low: int = 0, high: int = 2**62) -> int:
    """A whole number within bounds."""
    if isinstance(value, (bool, np.bool_)) or not isinstance(value, (int, np.integer)) or not low <= value <= high:
        raise InputError("summary.whole_number_out_of_range", name=name, value=value, low=low, high=high)
    return int(value)


def as_amount(value: object, name: str) -> Any:
    """One count or weight."""
    if isinstance(value, (bool, np.bool_)) or not isinstance(value, (int, float, np.number)) or not 0 <= value < MOST_WEIGHED:
        raise InputError("summary.count_not_finite_or_negative", name=name, value=value)
    return value


def same_totals(a: Any, b: Any) -> bool:
    """Whether sums over the same rows agree: counts exactly, weights but for how they were rounded."""
    whole = np.asarray(a).dtype.kind in "iu" and np.asarray(b).dtype.kind in "iu"
    return bool(np.all(a == b) if whole else np.allclose(a, b, rtol=1e-6, atol=0))


def _hashable(value: object) -> bool:
    """Whether a value is one that others can be told apart from; NaN is not even equal to itself."""
    try:
        hash(value)
    except TypeError:
        return False
    return bool(value == value)


def _kind(value: object) -> Any:
    """What values are of that can be put in an order: numbers of any type, else one type; of tuples, place by place."""
    if isinstance(value, tuple):
        return tuple(map(_kind, value))
    return float if isinstance(value, (int, float)) else type(value)


def _first(values: Array, wrong: Array) -> dict[str, Any]:
    """The first of the values that are wrong, and where it stands."""
    at = int(np.argmax(wrong.ravel()))
    return {"value": values.ravel()[at].item(), "at": at}
