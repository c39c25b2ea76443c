"""Columns of a batch: numbers, or codes of the distinct values that occur."""

import datetime
import decimal
import re
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..errors import InputError
from ..inputs.arrays import Array, missing_mask
from ..inputs.labels import close_integers, factorize, integer_like, plain
from ..inputs.moments import Moment, moment, moments


class Column(NamedTuple):
    """One column of a batch. ``names`` is None for numbers; else ``values`` are codes into ``names``, -1 where missing.

    ``ordered`` says that the names stand in an order of their own, as those of an ordered categorical do.
    """

    values: Array
    names: tuple[Any, ...] | None = None
    missing: NDArray[np.bool_] | None = None
    ordered: bool = False

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


def printable(value: Any) -> Any:
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

    if isinstance(array, pa.ChunkedArray):
        array = array.combine_chunks() if array.num_chunks != 1 else array.chunk(0)
    if isinstance(array, pa.ExtensionArray):
        array = array.storage
    missing = np.asarray(array.is_null()) if array.null_count else None
    kind = array.type
    if pa.types.is_decimal(kind):
        array = _from_decimals(array)
        kind = array.type
    if pa.types.is_integer(kind) or pa.types.is_floating(kind) or pa.types.is_boolean(kind):
        if missing is not None:
            array = array.fill_null(False if pa.types.is_boolean(kind) else 0)
        values = np.asarray(array.to_numpy(zero_copy_only=False))
        return Column(values.astype(np.float32) if values.dtype == np.float16 else values, None, missing)
    if not pa.types.is_dictionary(kind):
        try:
            array = array.dictionary_encode()
        except pa.ArrowNotImplementedError:
            raise InputError(
                f"{name!r} holds values of type {kind}; name a column of plain values: text, numbers, booleans or dates"
            ) from None
    codes = np.asarray(array.indices.fill_null(0)).astype(np.int64)
    if missing is not None:
        codes[missing] = -1
    return Column(codes, _values(array.dictionary), missing, bool(array.type.ordered))


def _from_decimals(array: Any) -> Any:
    """Whole decimals (what DuckDB sums integers to) as integers where they fit, others as floats."""
    import pyarrow as pa

    if array.type.scale:
        return array.cast(pa.float64())
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
    if missing is None or not missing.any():
        distinct, codes = factorize(array)
        names = moments(np.array(distinct, array.dtype)) if array.dtype.kind in "mM" else distinct
        return Column(codes, tuple(printable(value) for value in names))
    padded: Array = np.full(len(array), -1)
    kept = from_array(array[~missing])
    padded[~missing] = kept.values
    return Column(padded, kept.names, missing)


def spelt(text: Any) -> Any:
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
