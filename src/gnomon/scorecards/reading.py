"""Columns of a frame or file as variables: what each holds, numbers or categories, and its rows, a few columns at a time."""

import os
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from ..engines import Batch, Column, Projection, Source
from ..engines.columns import joined
from ..errors import InputError
from ..inputs.moments import Moment
from ..inputs.variables import Variable, as_variable
from .same_kind import spells_number

if TYPE_CHECKING:
    from ..types import Floats


FIRST = 1 << 16
"""Rows of a text file by which it is settled which columns hold numbers."""
AT_ONCE = 1 << 20
CELL = 24
"""Bytes that a cell takes while it is read and looked at."""


class ColumnKinds(NamedTuple):
    """Which columns are read as numbers, and which as categories though they may hold numbers."""

    numbers: frozenset[str]
    categories: frozenset[str] = frozenset()


def is_table(data: object) -> bool:
    """Whether something has named columns: a frame, a dictionary, the path of a file, a relation; a list is a column."""
    if isinstance(data, (str, os.PathLike, dict, Source)) or type(data).__name__ == "DuckDBPyRelation":
        return True
    return hasattr(type(data), "columns")  # of the type: a lazy frame would look its columns up


def kinds_of(sources: Sequence[Source], names: Sequence[str], categories: Sequence[str]) -> ColumnKinds:
    """Of texts, columns whose first rows all spell numbers in every file are numbers; elsewhere columns know what they hold."""
    forced = frozenset(categories)
    numbers = set(names) - forced
    for source in sources:
        if not source.spells:
            continue
        batch = next(iter(source.batches(Projection((), (), sorted(numbers)), FIRST)), {}) if numbers else {}
        numbers &= {name for name, column in batch.items() if all(map(spells_number, column.names or ()))}
    return ColumnKinds(frozenset(numbers), forced)


def groups_of(names: Sequence[str], rows: int | None, memory: int) -> Iterator[list[str]]:
    """As many columns at a time as fit a quarter of the memory."""
    at_once = max(int(memory / 4 // (CELL * max(rows or AT_ONCE, 1))), 1)
    for start in range(0, len(names), at_once):
        yield list(names[start : start + at_once])


def read_columns(source: Source, names: Sequence[str], kinds: ColumnKinds) -> dict[str, Column]:
    """Whole columns, as they are."""
    wanted = Projection([name for name in names if name in kinds.numbers] if source.spells else (), (), names)
    if source.apart:
        raise InputError("scorecards.whole_columns_on_spark")
    parts: list[Batch] = list(source.batches(wanted, AT_ONCE))
    return {name: joined([part[name] for part in parts]) for name in names}


def _is_plain(column: Column, categories: bool) -> bool:
    """Whether a column holds floats that need no look at each: finite numbers, and NaN where one is missing."""
    values = column.values
    known = not categories and column.names is None and column.missing is None and values.dtype == np.float64 and len(values) > 0
    return known and not bool(np.isinf(values).any())


def variable_of(column: Column, name: str, categories: bool) -> Variable:
    """A column as a variable: numbers where it holds numbers, else its categories."""
    if _is_plain(column, categories):
        return Variable(np.ascontiguousarray(column.values))
    if column.names is None:
        values = column.values
        if column.missing is not None:
            objects = values.dtype.kind == "b" or (categories and values.dtype.kind != "f")
            values = values.astype(object if objects else np.result_type(values, np.float32))
            values[column.missing] = None if objects else np.nan
        return as_variable(values, name, categories or None)
    names = column.names
    if column.lists:
        raise InputError("scorecards.column_holds_lists", name=name)
    if any(isinstance(value, Moment) for value in names):
        raise InputError("inputs.variable_holds_dates", name=name)
    if names and not categories and all(isinstance(value, (int, float)) and not isinstance(value, bool) for value in names):
        return as_variable(np.append(np.asarray(names, np.float64), np.nan)[column.values], name)

    if len({type(value) for value in names}) > 1:
        raise InputError("inputs.variable_types_mixed", name=name)
    order = sorted(range(len(names)), key=lambda place: names[place])
    place = np.full(len(names) + 1, -1, np.int64)
    place[order] = np.arange(len(names))
    place[-1] = -1
    return Variable(place[column.values], tuple(names[one] for one in order))


def weight_of(column: Column, argument: str) -> "Floats":
    """A column of weights as it can be checked."""
    if column.names is not None:
        raise InputError("scorecards.column_not_numeric", argument=argument, value=next(iter(column.names), ""))
    values = column.values.astype(np.float64)
    if column.missing is not None:
        values[column.missing] = np.nan
    return values
