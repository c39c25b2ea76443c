"""Columns as scikit-learn's users pass them, read without a copy; None for whatever is not plain, which scikit-learn then judges."""

import sys
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ... import _core
from ...parallel import THREADS
from ...types import Array

LARGEST_EXACT = 2**53
_NUMBERS = {int, float, bool, np.float64, np.int64, np.bool_}
LEAST_WEIGHT, LARGEST_WEIGHT = 1e-100, 1e100
"""Products of weights between these keep their digits."""


def column(values: Any) -> Array | None:
    """One dimension of booleans, numbers or text, with at least one row."""
    kind = type(values)
    if kind is not np.ndarray:
        if kind is list:
            values = _of_list(values)
        elif "pandas" in sys.modules and kind is sys.modules["pandas"].Series:
            values = _of_series(values)
        else:
            return None
        if values is None:
            return None
    if values.ndim != 1 or values.size == 0 or values.dtype.kind not in "biufUO" or not values.dtype.isnative:
        return None
    return values if values.flags.c_contiguous else np.ascontiguousarray(values)


def _of_list(values: list[Any]) -> Array | None:
    """A list of plain numbers or of texts; NumPy would turn a mixture of both into texts."""
    if not values:
        return None
    kinds = set(map(type, values))
    if kinds <= {str, np.str_}:  # NumPy's strings would give every row the width of the longest one
        return np.array(values, object)
    array = np.asarray(values) if kinds <= _NUMBERS else None
    return array if array is not None and array.dtype.kind in "bif" else None


def _of_series(values: Any) -> Array | None:
    """A pandas column that holds a NumPy array, or text without gaps."""
    if isinstance(values.dtype, np.dtype):
        return values.to_numpy()  # type: ignore[no-any-return]
    if str(values.dtype) in ("str", "string") and not values.hasnans:
        return values.to_numpy(dtype=object)  # type: ignore[no-any-return]
    return None


def numbers(values: object) -> Array | None:
    """A column of numbers as float32 or float64 that hold them exactly; whether they are finite is the kernels' to say."""
    array = values if type(values) is np.ndarray and values.ndim == 1 and values.size else column(values)
    if array is None or array.dtype.kind not in "biuf":
        return None
    if array.dtype.char in "df":
        return array if array.flags.c_contiguous else np.ascontiguousarray(array)
    if array.dtype.kind == "f":
        return array.astype(np.float32) if array.dtype.itemsize < 4 else None
    if array.dtype.itemsize == 8 and (int(array.max()) > LARGEST_EXACT or int(array.min()) < -LARGEST_EXACT):
        return None
    return array.astype(np.float64)


def weights(values: Any, n: int) -> Array | None:
    """Weights of n rows as float64, none negative and not all of them 0."""
    array = numbers(values)
    if array is None or array.size != n:
        return None
    array = array.astype(np.float64, copy=False)
    low, total = float(array.min()), float(array.sum())
    if not (low >= 0 and LEAST_WEIGHT < total < LARGEST_WEIGHT):
        return None
    return array if low >= LEAST_WEIGHT or not bool(((array > 0) & (array < LEAST_WEIGHT)).any()) else None


def whole(array: Array) -> Array | None:
    """Labels as integers that the kernels read; None for fractions and for integers past 63 bits."""
    kind = array.dtype.kind
    if kind == "f":
        if array.dtype.itemsize > 8:
            return None
        with np.errstate(invalid="ignore"):
            integers = array.astype(np.int64)
        return integers if bool((integers == array).all()) else None
    if kind not in "biu" or array.dtype.char in "LQ":
        return None
    return array


def text_codes(array: Array, most: int = 256) -> tuple[list[Any], NDArray[np.int64]] | None:
    """The distinct texts, in the order of the rows, and each row's place among them; None for objects that are no texts, and for many."""
    if array.dtype.kind == "O":
        places: dict[Any, int] = {}
        codes = np.fromiter((places.setdefault(value, len(places)) for value in array), np.int64, array.size)
        plain = len(places) <= most and all(type(value) is str for value in places)
        return (list(places), codes) if plain else None
    codes = np.empty(array.size, np.int64)
    names: list[Any] = []
    rest: Any = slice(None)
    left = array
    while left.size:  # each text is looked for among the rows that are left, which is quicker than sorting texts
        if len(names) == most:
            return None
        same = left == left[0]
        where = np.flatnonzero(same) if isinstance(rest, slice) else rest[same]
        codes[where] = len(names)
        names.append(left[0])
        rest = np.flatnonzero(~same) if isinstance(rest, slice) else rest[~same]
        left = left[~same]
    return names, codes


def two_classes(array: Array) -> tuple[Any, Any] | None:
    """The lower and the higher label of a column that has exactly two, as they compare."""
    if array.dtype.kind in "UO":
        found = text_codes(array, 2)
        if found is None or len(found[0]) != 2:
            return None
        low, high = sorted(found[0])
        return low, high
    integers = whole(array)
    if integers is None:
        return None
    low, high = _core.extent(integers, THREADS)
    return None if low == high else (low, high)


def positives(array: Array, label: Any, *, only_two: bool) -> Array | None:
    """Which rows have a label, where some have it and some do not; only_two: where those that do not have one other label."""
    if array.dtype.kind in "UO":
        found = text_codes(array)
        if found is None or label not in found[0] or len(found[0]) < 2 or (only_two and len(found[0]) != 2):
            return None
        return np.asarray(found[1] == found[0].index(label)).view(np.uint8)
    integers = whole(array)
    if integers is None or not _can_hold(integers.dtype, label):
        return None
    mask, count, _, two = _core.binarize(integers, int(label), THREADS)
    if count == 0 or count == array.size or (only_two and not two):
        return None
    return mask


def _can_hold(dtype: np.dtype[Any], label: object) -> bool:
    """Whether a label is a whole number that a column of a type could have."""
    if not isinstance(label, (int, np.integer, np.bool_)) and not (isinstance(label, float) and label.is_integer()):
        return False
    if dtype.kind == "b":
        return bool(label in (0, 1))
    return bool(np.iinfo(dtype).min <= label <= np.iinfo(dtype).max)
