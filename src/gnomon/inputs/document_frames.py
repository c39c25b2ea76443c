"""Judgments and runs in data frames: which columns hold the query, the document and the number, by their names."""

from typing import Any, NamedTuple

import numpy as np

from ..errors import InputError
from ..messages.language import both, listed, say
from ..types import Array
from .arrays import missing_mask, more, to_array
from .groups import Groups, encode_groups
from .labels import plain
from .numbers import as_floats

NAMES = {
    "query": ("query", "query_id", "qid", "q_id"),
    "document": ("document", "document_id", "doc_id", "docid", "docno"),
    "grade": ("grade", "relevance", "rel", "label"),
    "score": ("score",),
}
"""What the columns are called here, and by other tools; a frame has one of each."""


class DocumentRows(NamedTuple):
    """Rows of a frame, those of a query together, in the order in which queries first appear."""

    queries: list[Any]
    starts: Array
    documents: list[Any]
    values: Array


def is_frame(given: object) -> bool:
    """Whether this is a data frame of any library."""
    return hasattr(given, "columns") and (hasattr(given, "__dataframe__") or hasattr(given, "__arrow_c_stream__") or hasattr(given, "iloc"))


def rows_of_frame(given: Any, argument: str, number: str) -> DocumentRows:
    """The rows of a frame with columns for query, document and number."""
    import narwhals.stable.v2 as nw

    frame = nw.from_native(given, eager_only=True)
    columns = {part: frame[_column(frame.columns, part, argument)] for part in ("query", "document", number)}
    if not len(frame):
        raise InputError("inputs.document_frame_empty", argument=argument)
    arrays = {part: to_array(column.to_native(), f"{argument}[{column.name!r}]") for part, column in columns.items()}
    for part, array in arrays.items():
        _refuse_missing(array, argument, columns[part].name)
    values = as_floats(arrays[number], f"{argument}[{columns[number].name!r}]").astype(np.float64)
    _refuse_not_finite(values, argument, columns[number].name)
    for part in ("query", "document"):
        _refuse_no_id(arrays[part], argument, columns[part].name, part)
    groups = encode_groups(columns["query"].to_native(), f"{argument}[{columns['query'].name!r}]")
    return _by_query(groups, arrays["document"].tolist(), values)


def _by_query(groups: Groups, documents: list[Any], values: Array) -> DocumentRows:
    _, first = np.unique(groups.codes, return_index=True)
    rank = np.empty(len(first), np.int64)
    rank[np.argsort(first)] = np.arange(len(first))
    place = rank[groups.codes]
    order = np.argsort(place, kind="stable")
    starts = np.append(0, np.cumsum(np.bincount(place)))
    names = groups.names.tolist()
    return DocumentRows([names[code] for code in np.argsort(first)], starts, [documents[row] for row in order.tolist()], values[order])


def _column(columns: list[Any], part: str, argument: str) -> Any:
    """The column that a part is read from, by its name here or another tool's."""
    found = [column for column in columns if column in NAMES[part]]
    if len(found) == 1:
        return found[0]
    there = listed(map(repr, columns[:10]))
    if found:
        said = say(
            "inputs.part_document_column_ambiguous",
            listed=both(map(repr, found)),
            part=part,
        )
        raise InputError("inputs.document_column_ambiguous", argument=argument, said=said)
    also = say("inputs.part_nor_columns", names=listed(NAMES[part][1:])) if NAMES[part][1:] else ""
    raise InputError("inputs.document_column_missing", argument=argument, part=part, also=also, listed=there)


def _refuse_no_id(array: Array, argument: str, column: str, part: str) -> None:
    """Ids are compared as text, so that 1.0 would be another document than 1."""
    if array.dtype.kind in "iuUSmM":
        return
    for at, value in enumerate(array.tolist()):
        if isinstance(value, (bool, float)) or not isinstance(value, (str, bytes, int)):
            said = say("inputs.part_column_value_at_position", value=column, value_2=plain(value), at=at)
            raise InputError(
                "inputs.document_name_type_unsupported",
                argument=argument,
                said=said,
                part=part,
            )


def _refuse_missing(array: Array, argument: str, column: str) -> None:
    missing = missing_mask(array)
    if missing is not None and missing.any():
        at = int(np.argmax(missing))
        raise InputError(
            "inputs.document_value_missing",
            argument=argument,
            value=column,
            at=at,
            more=more(int(missing.sum()), array.size),
        )


def _refuse_not_finite(values: Array, argument: str, column: str) -> None:
    wrong = np.flatnonzero(~np.isfinite(values))
    if wrong.size:
        at = int(wrong[0])
        raise InputError(
            "inputs.document_value_not_finite",
            argument=argument,
            value=column,
            values=values[at],
            at=at,
        )
