"""Columns of a batch: numbers, or codes of the distinct values that occur."""

import datetime
import decimal
import json
import re
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..errors import InputError
from ..inputs.arrays import missing_mask
from ..inputs.hashing import digest
from ..inputs.labels import close_integers, factorize, integer_like, plain
from ..inputs.moments import Moment, moment, moments
from ..inputs.tags import holds_lists
from ..messages.language import say
from ..types import Array


class Column(NamedTuple):
    """One column of a batch. ``names`` is None for numbers; else ``values`` are codes into ``names``, -1 where missing.

    ``ordered`` says that the names stand in an order of their own, as those of an ordered categorical do; ``lists`` that each value was a
    list, of which the name is the JSON text.
    """

    values: Array
    names: tuple[Any, ...] | None = None
    missing: NDArray[np.bool_] | None = None
    ordered: bool = False
    lists: bool = False

    def gaps(self) -> NDArray[np.bool_] | None:
        """Where values are missing, or None when none are. NaN counts as missing."""
        if self.values.dtype.kind != "f":
            return self.missing
        with np.errstate(over="ignore", invalid="ignore"):
            if not np.isnan(self.values.sum()):  # one pass without a temporary settles nearly every batch
                return self.missing
        gone = np.isnan(self.values)
        gone = gone if self.missing is None else gone | self.missing
        return gone if gone.any() else None

    def part(self, rows: Any) -> "Column":
        """The column at some rows: a slice or a mask."""
        missing = None if self.missing is None else self.missing[rows]
        return self._replace(values=self.values[rows], missing=missing if missing is not None and missing.any() else None)

    def filled(self, name: object) -> "Column":
        """The column with a name in the place of what is missing."""
        gaps = self.gaps()
        if gaps is None:
            return self
        encoded = self.encoded()
        names = (*(encoded.names or ()), name)
        return encoded._replace(values=np.where(gaps, len(names) - 1, encoded.values), names=names, missing=None)

    def digests(self) -> NDArray[np.float64]:
        """A number for each value that follows from the value alone: 53 bits, which a float holds."""
        encoded = self.encoded()
        names = np.array([digest(name) >> 11 for name in encoded.names or ()] or [0], np.float64)
        return names[encoded.values]

    def encoded(self) -> "Column":
        """The column as codes of its distinct values."""
        if self.names is not None:
            return self
        gaps = self.gaps()
        values = self.values
        if gaps is not None:
            codes: Array = np.full(len(values), -1)
            kept = Column(values[~gaps]).encoded()
            codes[~gaps] = kept.values
            return Column(codes, kept.names, gaps)
        close = close_integers(values) if integer_like(values) and len(values) else None
        if close is not None:
            return Column(close.values, close.names)
        distinct, codes = factorize(values)
        return Column(codes, tuple(plain(value) for value in distinct))


def joined(parts: Sequence[Column]) -> Column:
    """Columns one below the other, their names brought together; 1 and True are two names."""
    if len(parts) == 1:
        return parts[0]
    missing = None
    if any(part.missing is not None for part in parts):
        missing = np.concatenate([np.zeros(len(part.values), bool) if part.missing is None else part.missing for part in parts])
    if all(part.names is None for part in parts):
        return Column(np.concatenate([part.values for part in parts]) if parts else np.empty(0), None, missing)
    places: dict[Any, int] = {}
    codes = []
    for part in (part.encoded() for part in parts):
        table = np.array([*(places.setdefault((type(name), name), len(places)) for name in part.names or ()), -1], np.int64)
        codes.append(table[part.values])
    values = np.concatenate(codes)
    gaps = values < 0
    return Column(values, tuple(name for _, name in places), gaps if gaps.any() else None, lists=any(part.lists for part in parts))


def occurring(column: Column) -> Column:
    """A column without the names that no row of it has: batches of one column share their names."""
    if column.names is None:
        return column
    there = np.bincount(column.values + 1, minlength=len(column.names) + 1)[1:] > 0
    if there.all():
        return column
    places = np.append(np.cumsum(there) - 1, -1)
    names = tuple(name for name, met in zip(column.names, there, strict=True) if met)
    return column._replace(values=places[column.values], names=names)


def printable(value: object) -> Any:
    """A value that can be told from others and shown: text, numbers, booleans, dates; the rest as text."""
    value = moment(plain(value))
    if isinstance(value, Moment):
        return value
    if isinstance(value, datetime.time):
        return value.isoformat()
    if isinstance(value, decimal.Decimal) and value == int(value):
        return int(value)
    return value if value is None or isinstance(value, (str, bool, int, float)) else str(value)


def from_arrow(array: Any, name: str = "a column") -> Column:
    """A column of an Arrow array, without a copy where it holds plain numbers."""
    import pyarrow as pa

    array = _one_piece(array)
    missing = np.asarray(array.is_null()) if array.null_count else None
    kind = array.type
    if any(is_lists(kind) for is_lists in (pa.types.is_list, pa.types.is_large_list, pa.types.is_fixed_size_list)):
        return from_lists(array.to_pylist(), name)
    if pa.types.is_decimal(kind):
        array = _from_decimals(array)
        kind = array.type
    if pa.types.is_integer(kind) or pa.types.is_floating(kind) or pa.types.is_boolean(kind):
        if missing is not None:
            array = array.fill_null(False if pa.types.is_boolean(kind) else 0)
        values = _values_of(array)
        return Column(values.astype(np.float32) if values.dtype == np.float16 else values, None, missing)
    if not pa.types.is_dictionary(kind):
        try:
            array = array.dictionary_encode()
        except pa.ArrowNotImplementedError:
            raise InputError(
                "engines.column_values_not_plain",
                name=name,
                kind=kind,
            ) from None
    codes = _values_of(array.indices if missing is None else array.indices.fill_null(0)).astype(np.int64)
    if missing is not None:
        codes[missing] = -1
    return Column(codes, _values(array.dictionary), missing, bool(array.type.ordered))


def _values_of(array: Any) -> NDArray[Any]:
    """The numbers or truth values of an Arrow array without gaps.

    PyArrow's `to_numpy` and `fill_null` import pandas where it is installed, which takes longer than many a command.
    """
    return np.asarray(array.to_numpy(zero_copy_only=False) if str(array.type) == "bool" else np.from_dlpack(array))


def _one_piece(array: object) -> Any:
    """An Arrow array in one chunk, as it is stored."""
    import pyarrow as pa

    if isinstance(array, pa.ChunkedArray):
        array = array.combine_chunks() if array.num_chunks != 1 else array.chunk(0)
    return array.storage if isinstance(array, pa.ExtensionArray) else array


def _from_decimals(array: Any) -> Any:
    """Whole decimals (what DuckDB sums integers to) as integers where they fit, others as floats."""
    import pyarrow as pa

    scale = array.type.scale
    if array.type.precision <= 15 and 0 < scale <= 22:  # Arrow's cast may miss the nearest float; a quotient of exact ones does not
        power = 10.0**scale
        return pa.array(np.rint(array.cast(pa.float64()).fill_null(0).to_numpy(zero_copy_only=False) * power) / power)
    if scale:
        return array.cast(pa.string()).cast(pa.float64())
    try:
        return array.cast(pa.int64())
    except pa.ArrowInvalid:
        return array.dictionary_encode()


def _values(dictionary: Any) -> tuple[Any, ...]:
    try:
        return tuple(printable(value) for value in dictionary.to_pylist())
    except (OverflowError, ValueError):  # dates that Python has no name for
        return tuple(str(value) for value in dictionary.cast("string").to_pylist())


def from_array(array: Array) -> Column:
    """A column of a NumPy array: numbers stay as they are, anything else becomes codes."""
    if array.dtype.kind in "biuf":
        return Column(array)
    missing = missing_mask(array)
    if holds_lists(array):
        return from_lists(array.tolist(), say("engines.label_one_column"))
    if array.dtype == object and (decimals := _of_decimals(array, missing)) is not None:
        return decimals
    if missing is None or not missing.any():
        distinct, codes = factorize(array)
        names = moments(np.array(distinct, array.dtype)) if array.dtype.kind in "mM" else distinct
        return Column(codes, tuple(printable(value) for value in names))
    padded: Array = np.full(len(array), -1)
    kept = from_array(array[~missing])
    padded[~missing] = kept.values
    return Column(padded, kept.names, missing)


def _of_decimals(array: Array, missing: Array | None) -> Column | None:
    """Python's decimals as the numbers that an Arrow column of them would be; nothing where other things are among them."""
    gaps = np.zeros(len(array), bool) if missing is None else missing
    if gaps.all() or not all(isinstance(value, decimal.Decimal) for value in array[~gaps]):
        return None
    values = np.zeros(len(array))
    values[~gaps] = [float(value) for value in array[~gaps]]
    whole = (values == np.rint(values)) & (np.abs(values) < 2.0**53)
    return Column(values.astype(np.int64) if whole.all() else values, None, gaps if gaps.any() else None)


def from_lists(cells: list[Any], name: str) -> Column:
    """A column whose cells are lists, each known by its JSON text; None is missing."""
    places: dict[str, int] = {}
    met: dict[Any, int] = {}  # lists as they come: each different one is written once
    codes = np.full(len(cells), -1, np.int64)
    for row, cell in enumerate(cells):
        if cell is None or (isinstance(cell, float) and cell != cell):
            continue
        key = tuple(cell) if isinstance(cell, (list, tuple)) else None
        try:
            known = met.get(key)
        except TypeError:  # records, or lists within the list, which will be refused
            key = known = None
        if known is None:
            known = places.setdefault(list_text(cell, name), len(places))
            if key is not None:
                met[key] = known
        codes[row] = known
    missing = codes < 0
    return Column(codes, tuple(places), missing if missing.any() else None, lists=True)


def _is_plain(value: object) -> bool:
    return isinstance(value, (str, int, float, np.integer, np.floating)) or value is None


def _is_record(value: object) -> bool:
    """Whether it is a text and two whole numbers: a span's type, start and end, in the order of the function's own cells."""
    if not isinstance(value, (list, tuple)) or len(value) != 3 or not isinstance(value[0], str):
        return False
    return all(isinstance(one, (int, np.integer)) and not isinstance(one, bool) for one in value[1:])


def list_text(cell: object, name: str) -> str:
    """The JSON text of a list; of a set, which has no order, sorted."""
    if not isinstance(cell, (list, tuple, set, frozenset, np.ndarray)):
        raise InputError("engines.lists_mixed_with_values", name=name, cell=cell)
    if len(cell) and all(isinstance(value, dict) and all(map(_is_plain, value.values())) for value in cell):  # records, as spans are
        return json.dumps([{str(key): printable(one) for key, one in value.items()} for value in cell], ensure_ascii=False)
    if len(cell) and all(map(_is_record, cell)):
        return json.dumps([[printable(one) for one in value] for value in cell], ensure_ascii=False)
    if any(isinstance(value, (list, tuple, set, frozenset, dict, np.ndarray)) for value in cell):
        raise InputError("engines.lists_nested", name=name, cell=cell)
    values = [printable(value) for value in cell]
    gaps = [value is None or value != value for value in values]
    if any(gaps) and any(isinstance(value, str) for value in values):  # whoever reads the texts says what a gap among them means
        values = [None if gap else value for gap, value in zip(gaps, values, strict=True)]
    elif any(gaps):
        raise InputError("engines.list_value_missing", name=name, cell=cell)
    return json.dumps(sorted(values, key=str) if isinstance(cell, (set, frozenset)) else values, ensure_ascii=False)


def spelt(text: object) -> Any:
    """A label read from text as what it spells: a number, a boolean, else the text without the spaces around it.

    >>> [spelt(text) for text in ("1", " 0.0", "True", "007", "0.25", "yes ")]
    [1, 0, True, '007', 0.25, 'yes']
    """
    bare = str(text).strip()
    if re.fullmatch(r"-?(0|[1-9]\d*)(\.0*)?", bare):  # 007 stays text: it is no number's spelling
        return int(bare.partition(".")[0])
    if re.fullmatch(r"-?\d*\.\d+([eE][-+]?\d+)?", bare):
        return float(bare)
    return {"true": True, "false": False}.get(bare.lower(), bare)


def in_order(column: Column, order: list[Any] | None) -> Column:
    """A column of labels with its names in the order of an ordered categorical."""
    if order is None or column.names is None or not {*column.names} <= {*order}:
        return column
    places = np.array([order.index(name) for name in column.names] or [0])
    return Column(np.where(column.values < 0, -1, places[column.values]), tuple(order), column.missing, ordered=True)
