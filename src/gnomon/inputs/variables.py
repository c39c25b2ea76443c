"""A variable that is to be cut into bins: numbers with gaps, or names of categories with gaps."""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..errors import InputError
from .arrays import Array, missing_mask, not_empty, one_column, one_dimension, to_array
from .labels import factorize, plain
from .numbers import as_floats


class Variable(NamedTuple):
    """Numbers with NaN where one is missing (``names`` is None), or codes into ``names``, -1 where a category is missing."""

    values: Array
    names: tuple[Any, ...] | None = None

    def __len__(self) -> int:
        return len(self.values)

    @property
    def missing(self) -> NDArray[np.bool_]:
        """Where there is no value."""
        return np.isnan(self.values) if self.names is None else self.values < 0


def as_variable(given: Any, name: str = "x", categories: bool | None = None) -> Variable:
    """Numbers where the column holds numbers, categories where it holds anything else or ``categories`` says so.

    >>> as_variable([3, None, 5]).values.tolist(), as_variable(["b", None, "a"]).names
    ([3.0, nan, 5.0], ('a', 'b'))
    """
    array = one_dimension(one_column(to_array(given, name)), name)
    not_empty(len(array), name)
    if array.dtype.kind == "f" and not categories:
        return Variable(_finite(array, name))
    gaps = missing_mask(array)
    if categories is None:
        categories = not _numeric(array, gaps)
    if categories:
        return _categories(array, gaps, name)
    if array.dtype == object and gaps is not None:
        filled = array.copy()
        filled[gaps] = np.nan
        array = filled.astype(np.float64) if not gaps.all() else np.full(len(array), np.nan)
    return Variable(_finite(array, name))


def _finite(array: Array, name: str) -> Array:
    values = np.ascontiguousarray(as_floats(array, name), np.float64)
    endless = np.isinf(values)
    if endless.any():
        raise InputError(
            "{name} has {value} at position {at}; bins need finite numbers: make it missing (NaN) or a number of your choice",
            name=name,
            value=float(values[np.argmax(endless)]),
            at=int(np.argmax(endless)),
        )
    return values


def _numeric(array: Array, gaps: NDArray[np.bool_] | None) -> bool:
    if array.dtype != object:
        return array.dtype.kind in "iuf"
    there = array if gaps is None else array[~gaps]
    return all(isinstance(value, (int, float, np.integer, np.floating)) and not isinstance(value, bool) for value in there)


def _categories(array: Array, gaps: NDArray[np.bool_] | None, name: str) -> Variable:
    if array.dtype.kind in "mM":
        raise InputError("{name} holds dates or times; make them numbers (days, months) or text first", name=name)
    there = slice(None) if gaps is None else ~gaps
    names, found = factorize(array[there])
    try:
        order = sorted(range(len(names)), key=lambda place: names[place])
    except TypeError:
        raise InputError("{name} mixes types, which have no order; make its categories all of one type", name=name) from None
    place = np.empty(len(names), np.int64)
    place[order] = np.arange(len(names))
    codes = np.full(len(array), -1, np.int64)
    codes[there] = place[found]
    return Variable(codes, tuple(plain(names[one]) for one in order))
