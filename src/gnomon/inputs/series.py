"""Series of measurements: one sample, two of them, or pairs; finite numbers, refused with their position when they are not."""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..errors import InputError
from ..types import Floats
from .arrays import missing_mask, one_column, one_dimension, same_length, to_array
from .numbers import as_floats
from .pairs import refuse_numbers
from .rows import drop_missing


class PairedSeries(NamedTuple):
    """Two measurements of each row, and which of the caller's rows they are."""

    x: Floats
    y: Floats
    rows: NDArray[np.int64]


def one_series(values: object, name: str, missing: str, least: int) -> Floats:
    """One sample of at least so many numbers.

    >>> one_series([1, 2, 3], "a", "error", 2)
    array([1., 2., 3.])
    """
    array = one_dimension(one_column(to_array(values, name)), name)
    if missing != "error":
        (array,) = drop_missing({name: array}, missing)
        array = to_array(array, name)
    return _numbers(array, name, least)


def paired_series(x: object, y: object, names: tuple[str, str], missing: str, least: int) -> PairedSeries:
    """Two columns of the same rows; one without the other is left out where missing values are dropped."""
    first, second = (one_dimension(one_column(to_array(values, name)), name) for values, name in zip((x, y), names, strict=True))
    same_length(first.size, names[0], second.size, names[1])
    rows = np.arange(first.size)
    if missing != "error":
        gone = [mask for mask in map(missing_mask, (first, second)) if mask is not None]
        first, second = (to_array(kept, "") for kept in drop_missing(dict(zip(names, (first, second), strict=True)), missing))
        rows = rows[~np.logical_or.reduce(gone)] if gone else rows
    return PairedSeries(_numbers(first, names[0], least), _numbers(second, names[1], least), rows)


def _numbers(array: NDArray[Any], name: str, least: int) -> Floats:
    floats = np.asarray(as_floats(array, name), np.float64)
    refuse_numbers(floats, name)
    if floats.size < least:
        raise InputError("inputs.series_too_few_values", name=name, count=floats.size, least=least)
    return floats
