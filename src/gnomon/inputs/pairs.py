"""Pairs of numbers ready for a kernel: truths and predictions, or any two measured series."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..errors import InputError
from ..messages.language import say
from ..types import Array
from .arrays import more, not_empty, one_column, one_dimension, same_length, to_array
from .numbers import as_floats, as_weight
from .rows import drop_missing

LARGEST = 1e150
"""The largest number whose square, and sums of it, are still floats."""


class PairRows(NamedTuple):
    """Two columns of floats, each float32 or float64, not yet known to be finite, and weights."""

    y: Array
    p: Array
    weight: NDArray[np.float64] | None
    names: tuple[str, str] = ("y_true", "y_pred")


def pair_rows(
    y: object, p: object, weight: object = None, missing: str = "error", names: tuple[str, str] = ("y_true", "y_pred")
) -> PairRows:
    """Validate two columns of numbers; errors call them by ``names``.

    >>> pair_rows([1, 2, 3], [1.5, 2, 4]).y.tolist()
    [1.0, 2.0, 3.0]
    """
    if p is None:
        raise InputError("inputs.second_missing_of_pair", first=names[0], second=names[1])
    columns = [one_column(to_array(values, name)) for values, name in zip((y, p), names, strict=True)]
    for column, name in zip(columns, names, strict=True):
        one_dimension(column, name, "inputs.remedy_one_number_a_row")
    not_empty(columns[0].size, names[0])
    same_length(columns[0].size, names[0], columns[1].size, names[1])
    if missing != "error":
        *columns, weight = drop_missing({names[0]: columns[0], names[1]: columns[1], "weight": weight}, missing)
    first, second = (_numbers(to_array(column, name), name) for column, name in zip(columns, names, strict=True))
    return PairRows(first, second, as_weight(weight, first.size, names[0]), names)


def range_rows(
    y_true: object, low: object, high: object, weight: object = None, missing: str = "error"
) -> tuple[Array, Array, Array, NDArray[np.float64] | None]:
    """Validate truths and the two ends of a range for each."""
    given = {"y_true": y_true, "low": low, "high": high}
    for name, values in given.items():
        if values is None:
            raise InputError("inputs.range_end_missing", name=name)
    columns = {
        name: one_dimension(one_column(to_array(values, name)), name, "inputs.remedy_one_number_a_row") for name, values in given.items()
    }
    not_empty(columns["y_true"].size, "y_true")
    for name, column in columns.items():
        same_length(columns["y_true"].size, "y_true", column.size, name)
    if missing != "error":
        *kept, weight = drop_missing({**columns, "weight": weight}, missing)
        columns = dict(zip(columns, (to_array(column, name) for name, column in zip(columns, kept, strict=True)), strict=True))
    y, begins, ends = (as_floats(column, name) for name, column in columns.items())
    for column, name in zip((y, begins, ends), columns, strict=True):
        refuse_numbers(column, name)
    crossed = np.flatnonzero(begins > ends)
    if crossed.size:
        at = int(crossed[0])
        raise InputError(
            "inputs.range_ends_swapped",
            at=at,
            more=more(crossed.size, y.size),
            low=float(begins[at]),
            high=float(ends[at]),
        )
    return y, begins, ends, as_weight(weight, y.size, "y_true")


def _numbers(array: Array, name: str) -> Array:
    """Numbers as floats; text is no number, and may be a class."""
    text = array.dtype.kind in "US" or (array.dtype == object and array.size and isinstance(array.ravel()[0], str))
    if text:
        raise InputError("inputs.numbers_hold_text", name=name, first=array.item(0))
    return as_floats(array, name)


def refuse_numbers(array: Array, name: str) -> None:
    """Raise for the first number that is not finite, or past what can be squared."""
    wrong = np.flatnonzero(~(np.abs(array) <= array.dtype.type(min(LARGEST, float(np.finfo(array.dtype).max)))))
    if not wrong.size:
        return
    value = float(array[wrong[0]])
    remedy = say("inputs.remedy_rescale_large_numbers")
    if value != value:
        remedy = say("inputs.remedy_drop_missing")
    elif np.isinf(value):
        remedy = say("inputs.remedy_correct_not_finite")
    raise InputError(
        "inputs.number_not_finite_or_huge",
        name=name,
        value="NaN" if value != value else f"{value:g}",
        at=int(wrong[0]),
        more=more(wrong.size, array.size),
        remedy=remedy,
    )


def refuse_below(array: Array, name: str, least: float, asker: str, *, strict: bool = False) -> None:
    """Raise for the first number below ``least``, or at it where that is ``strict``: ``asker`` is not defined there."""
    wrong = np.flatnonzero(array <= least if strict else array < least)
    if wrong.size:
        raise InputError(
            "inputs.number_out_of_range",
            name=name,
            value=float(array[wrong[0]]),
            at=int(wrong[0]),
            more=more(wrong.size, array.size),
            asker=asker,
            bound=say("inputs.part_bound_above") if strict else say("inputs.part_bound_from"),
            least=least,
        )
