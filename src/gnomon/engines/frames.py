"""Rows in memory: data frames of any library narwhals knows, and dictionaries of columns."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from ..errors import InputError
from ..inputs.arrays import one_column, one_dimension, same_length, to_array
from ..inputs.labels import category_order
from ..inputs.tags import as_lists, holds_lists
from .columns import Column, from_array, from_arrow, in_order
from .source import Batch, FieldPath, HashPartition, Projection, Source

if TYPE_CHECKING:
    from ..types import Array


PLAIN = frozenset(map(np.dtype, ("bool", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64", "float32", "float64")))
"""How numbers lie in memory that are read as they are."""


class FrameSource(Source):
    """A data frame, eager or lazy; a lazy one computes the columns it is asked for, and only those."""

    def __init__(self, frame: Any, name: str) -> None:
        import narwhals.stable.v2 as nw

        self.name = name
        self._frame = frame
        self._lazy = isinstance(frame, nw.LazyFrame)
        self._names = _by_text(list(frame.collect_schema().names() if self._lazy else frame.columns), name)
        self.columns = list(self._names)
        self.rows = None if self._lazy else len(frame)

    def batches(self, wanted: Projection, size: int, share: HashPartition | None = None) -> Iterator[Batch]:
        import narwhals.stable.v2 as nw

        frame = self._frame
        if self._lazy:
            # By their places: Polars takes some names for patterns, as * and ^p.*$.
            places = {name: place for place, name in enumerate(self._names)}
            heads = dict.fromkeys(self.nested.get(name, (name,))[0] for name in wanted.names)
            frame = frame.select(nw.nth(*(places[head] for head in heads))).collect()
            self.rows = len(frame)
        yield from _cut({name: _column(self._series(frame, name)) for name in wanted.names}, len(frame), size, share)

    def fields(self, path: FieldPath) -> Sequence[str]:
        import narwhals.stable.v2 as nw

        kind = self._frame.collect_schema()[self._names[path[0]]]
        for name in path[1:]:
            kind = next(field.dtype for field in kind.fields if field.name == name)
        return [field.name for field in kind.fields] if isinstance(kind, nw.Struct) else ()

    def _series(self, frame: Any, name: str) -> Any:
        """A column, or a field of a column of records."""
        head, *fields = self.nested.get(name, (name,))
        series = frame.get_column(self._names[head])
        for field in fields:
            series = series.struct.field(field)
        return series


class ColumnsSource(Source):
    """A dictionary of columns of one length, in any container."""

    def __init__(self, columns: dict[Any, Any], name: str) -> None:
        self.name = name
        names = _by_text(list(columns), name)
        self.columns = list(names)
        self._arrays = {text: one_dimension(one_column(_array(columns[key], text)), text) for text, key in names.items()}
        self._orders = {text: category_order(columns[key]) for text, key in names.items()}
        first = next(iter(self._arrays), None)
        if first is None:
            raise InputError("engines.dictionary_empty")
        self.rows = len(self._arrays[first])
        for key, values in self._arrays.items():
            same_length(len(values), repr(key), self.rows, repr(first))

    def batches(self, wanted: Projection, size: int, share: HashPartition | None = None) -> Iterator[Batch]:
        assert self.rows is not None
        made = {name: in_order(from_array(self._arrays[name]), self._orders[name]) for name in wanted.names}
        yield from _cut(made, self.rows, size, share)


def _array(values: object, name: str) -> "Array":
    return as_lists(values) if holds_lists(values) else to_array(values, name)


def _by_text(names: list[Any], source: str) -> dict[str, Any]:
    """The columns' own names by what they are called in arguments: their text."""
    by_text = {str(name): name for name in names}
    if len(by_text) < len(names):
        texts = list(map(str, names))
        twice = next(text for text in texts if texts.count(text) > 1)
        raise InputError(
            "engines.column_names_duplicate_as_text",
            source=source,
            twice=twice,
        )
    return by_text


def _cut(columns: Batch, rows: int, size: int, share: HashPartition | None) -> Iterator[Batch]:
    for start in range(0, rows, size):
        batch = {name: column.part(slice(start, start + size)) for name, column in columns.items()}
        yield batch if share is None else share.taken(batch)


def _column(series: Any) -> Column:
    """A narwhals series as a column: numbers as they lie in memory, anything else through Arrow where that can hold it."""
    native = series.to_native()
    stored = getattr(native, "dtype", None)
    if isinstance(stored, np.dtype) and stored in PLAIN:  # as most columns of pandas are
        return from_array(np.asarray(native))
    if type(stored).__name__ in ("PeriodDtype", "IntervalDtype"):  # Arrow would show what they are stored as
        return from_array(np.asarray(native.astype(str), dtype=object))
    kind = series.dtype
    if (kind.is_numeric() and not kind.is_decimal()) or str(kind) == "Boolean":
        array = np.asarray(series.to_numpy())
        if array.dtype.kind in "biuf" and not (kind.is_integer() and array.dtype.kind == "f"):
            return from_array(array)
    try:
        column = from_arrow(series.to_arrow(), series.name)
    except InputError:
        raise
    except (ImportError, NotImplementedError, OverflowError, TypeError, ValueError):  # no PyArrow, or objects it has no type for
        return from_array(np.asarray(series.to_numpy(), dtype=object))
    return in_order(column, category_order(native))
