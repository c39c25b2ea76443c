"""Columns of texts as lists of cells, from whatever holds them."""

import json
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from ..errors import DroppedRowsWarning, InputError, warn
from ..inputs.arrays import to_array
from ..messages.language import say

if TYPE_CHECKING:
    from ..engines.columns import Column


def listed_cells(values: object, name: str) -> list[Any]:
    """The cells of a column: of a list, an array, or a column of any data frame."""
    if isinstance(values, (str, bytes)):
        raise InputError("texts.column_is_one_text", name=name)
    if isinstance(values, (list, tuple)):
        if only_texts(values):
            return list(values)
        return [_plain(cell) for cell in values]
    if hasattr(values, "to_pylist"):  # Arrow
        return list(values.to_pylist())
    if hasattr(values, "to_list"):  # pandas and Polars
        return [_plain(cell) for cell in values.to_list()]
    array = to_array(values, name)
    if array.ndim != 1:
        raise InputError("texts.column_dimensions_too_many", name=name, count=array.ndim)
    return [_plain(cell) for cell in array.tolist()]


def only_texts(cells: Sequence[object]) -> bool:
    """Whether all cells are plain texts, which most columns are and is found out at once."""
    return {*map(type, cells)} <= {str}


def _plain(cell: object) -> Any:
    return cell.tolist() if isinstance(cell, np.ndarray) else cell


def is_missing(cell: object) -> bool:
    """Whether a cell is None, NaN or pandas' NA."""
    return cell is None or (isinstance(cell, float) and cell != cell) or type(cell).__name__ in ("NAType", "NaTType")


def without_missing(
    truth: list[Any], said: list[Any], weight: object, missing: str, names: tuple[str, str] = ("references", "hypotheses")
) -> tuple[list[Any], list[Any], Any]:
    """The sentences of which nothing is missing; refused or left out and counted, as the caller chose."""
    if missing not in ("error", "drop"):
        raise InputError("inputs.missing_option_unknown", missing=missing)
    if only_texts(truth) and only_texts(said):
        return truth, said, weight
    gone = [row for row, both in enumerate(zip(truth, said, strict=True)) if any(map(is_missing, both))]
    if not gone:
        return truth, said, weight
    if missing == "error":
        name = names[0] if is_missing(truth[gone[0]]) else names[1]
        raise InputError(
            "texts.text_missing_at_position",
            name=name,
            row=gone[0],
        )
    if len(gone) == len(truth):
        raise InputError("texts.texts_missing_in_all", n=len(truth))
    warn(say("texts.sentences_dropped", value=len(gone), n=len(truth)), DroppedRowsWarning)
    stay = np.ones(len(truth), bool)
    stay[gone] = False
    kept = np.flatnonzero(stay).tolist()
    heavy = None if weight is None else to_array(weight, "weight")[stay]
    return [truth[row] for row in kept], [said[row] for row in kept], heavy


def cells_of(column: "Column") -> Sequence[Any]:
    """The cells of a column of a batch: texts, lists where it holds lists, else whatever it holds."""
    if column.names is None:
        return list(column.values.tolist())
    names = [json.loads(name) for name in column.names] if column.lists else list(column.names)
    return [names[code] for code in column.values.tolist()]
