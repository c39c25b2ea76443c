"""A variable that is to be cut into bins: numbers with gaps, or names of categories with gaps."""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..errors import InputError
from ..types import Array
from .arrays import is_missing, missing_mask, not_empty, one_column, one_dimension, to_array
from .categories import coded
from .labels import factorize, plain
from .numbers import as_floats
from .short_floats import shortest_decimals


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


def as_variable(given: object, name: str = "x", categories: bool | None = None) -> Variable:
    """Numbers where the column holds numbers, categories where it holds anything else, is a categorical, or ``categories`` says so.

    Numbers of float32 are the decimals they are written as, and decimals are floats: 0.7 falls in one bin whatever type holds it.

    >>> as_variable([3, None, 5]).values.tolist(), as_variable(["b", None, "a"]).names
    ([3.0, nan, 5.0], ('a', 'b'))
    """
    known = None if categories is False else coded(given)
    if known is not None:
        not_empty(len(known[0]), name)
        return _sorted(*known, name)
    array = shortest_decimals(one_dimension(one_column(to_array(given, name)), name))
    not_empty(len(array), name)
    if array.dtype.kind == "f" and not categories:
        return Variable(_finite(array, name))
    gaps = missing_mask(array)
    if categories is None:
        categories = not _numeric(array, gaps)
    if categories:
        return _categories(array, gaps, name)
    return Variable(_finite(array, name))


def _finite(array: Array, name: str) -> Array:
    values = np.ascontiguousarray(as_floats(array, name), np.float64)
    endless = np.isinf(values)
    if endless.any():
        raise InputError(
            "inputs.variable_not_finite",
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
        raise InputError("inputs.variable_holds_dates", name=name)
    there = slice(None) if gaps is None else ~gaps
    names, found = factorize(array[there])
    codes = np.full(len(array), -1, np.int64)
    codes[there] = found
    return _sorted(codes, list(names), name)


def _sorted(codes: NDArray[np.int64], names: list[Any], name: str) -> Variable:
    """Categories that occur, in order, each once; those that stand for a missing value are missing."""
    occurs = np.bincount(codes + 1, minlength=len(names) + 1)[1:] > 0
    held: dict[Any, list[int]] = {}
    for code in np.flatnonzero(occurs).tolist():
        if not is_missing(names[code]):
            held.setdefault(plain(names[code]), []).append(code)
    try:
        order = sorted(held)
    except TypeError:
        raise InputError("inputs.variable_types_mixed", name=name) from None
    place = np.full(len(names) + 1, -1, np.int64)  # the last is that of -1
    for at, value in enumerate(order):
        place[held[value]] = at
    return Variable(place[codes], tuple(order))
