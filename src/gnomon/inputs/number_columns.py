"""The columns of numbers that a table has, whatever holds it."""

from typing import Any, NamedTuple

import numpy as np

from ..errors import InputError
from ..messages.language import listed
from ..types import Array, Floats
from .arrays import column_names, missing_mask, more, not_empty, one_column, one_dimension, same_length, to_array
from .number_pairs import as_measured
from .numbers import as_floats
from .rows import drop_missing


class NumberColumns(NamedTuple):
    """Columns by name, NaN where a value is missing, and the names of those that hold no numbers."""

    columns: dict[str, Floats]
    left_out: tuple[str, ...]


def number_columns(table: object, missing: str = "error", argument: str = "frame") -> NumberColumns:
    """The columns of a data frame, a dictionary of columns or a matrix that hold numbers; truths count as 0 and 1.

    Missing values are refused, kept as NaN ("pairwise"), or their rows left out of all columns ("drop").
    """
    if missing not in ("error", "drop", "pairwise"):
        raise InputError("inputs.missing_choice_unknown", missing=missing)
    arrays = _arrays(table, argument)
    numbers = {name: array for name, array in arrays.items() if _holds_numbers(array)}
    left_out = tuple(name for name in arrays if name not in numbers)
    if len(numbers) < 2:
        raise InputError(
            "inputs.number_columns_not_two",
            argument=argument,
            count=len(numbers),
            names=listed(map(repr, list(arrays)[:5])) or "–",
        )
    columns = {name: _as_column(array, f"{argument}[{name!r}]") for name, array in numbers.items()}
    if missing == "error":
        for name, column in columns.items():
            _refuse_missing(column, f"{argument}[{name!r}]")
    elif missing == "drop":
        columns = dict(zip(columns, drop_missing(columns, missing), strict=True))
    return NumberColumns(columns, left_out)


def _arrays(table: Any, argument: str) -> dict[str, Array]:
    """Columns by the text of their names, all of one length."""
    if isinstance(table, dict):
        found = [(name, to_array(values, f"{argument}[{name!r}]")) for name, values in table.items()]
    elif names := column_names(table):
        import narwhals.stable.v2 as nw

        twice = next((name for name in names if names.count(name) > 1), None)
        if twice is not None:
            raise InputError("inputs.column_names_duplicate", name=argument, twice=twice)
        frame = nw.from_native(table, eager_only=True)
        # By place: a frame may have whole numbers for names, which would be taken for rows.
        found = [
            (name, to_array(column.to_native(), f"{argument}[{name!r}]")) for name, column in zip(names, frame.iter_columns(), strict=True)
        ]
    else:
        matrix = to_array(table, argument)
        if matrix.ndim != 2:
            raise InputError(
                "inputs.number_columns_shape_mismatch",
                name=argument,
                shape=matrix.shape,
            )
        found = [(str(place), matrix[:, place]) for place in range(matrix.shape[1])]
    arrays = {str(name): one_dimension(one_column(array), f"{argument}[{name!r}]") for name, array in found}
    if len(arrays) < len(found):
        raise InputError("inputs.column_texts_duplicate", name=argument)
    for name, array in arrays.items():
        not_empty(len(array), argument)
        first = next(iter(arrays))
        same_length(len(arrays[first]), f"{argument}[{first!r}]", len(array), f"{argument}[{name!r}]")
    return arrays


def _holds_numbers(array: Array) -> bool:
    if array.dtype != object:
        return array.dtype.kind in "biuf"
    gone = missing_mask(array)
    kept = array if gone is None else array[~gone]
    return bool(len(kept)) and all(hasattr(value, "__float__") and not isinstance(value, (str, bytes)) for value in kept)


def _as_column(array: Array, name: str) -> Floats:
    """Finite numbers, and NaN where there is none."""
    column = as_floats(array, name).astype(np.float64, copy=False)
    gone = np.isnan(column)
    if not gone.any():
        return as_measured(column, name)
    return np.where(gone, np.nan, as_measured(np.where(gone, 0.0, column), name))


def _refuse_missing(column: Floats, name: str) -> None:
    gone = np.flatnonzero(np.isnan(column))
    if gone.size:
        raise InputError(
            "inputs.column_value_missing",
            name=name,
            at=int(gone[0]),
            more=more(gone.size, column.size),
        )
