"""The columns of a table as numbers, flags and names, with the row of what is none of these."""

import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from ...engines import Column
from ...engines.columns import occurring
from ...messages.language import say
from ...types import Bools, Floats, Integers
from .records import integer_or_text
from .rows import CodedColumn, Origin

NOTHING = Column(np.zeros(0))


@dataclass(frozen=True)
class TableCells:
    """What was read of a table: columns by their names, and which of them holds what."""

    named: Mapping[str, str | None]
    read: Mapping[str, Column]
    origin: Origin

    def numbers(self, name: str) -> Floats:
        """Finite numbers, one in every row."""
        return _numbers(self.read.get(name, NOTHING), name, self.origin)

    def optional(self, what: str) -> Floats | None:
        """The same of a column that may not be there."""
        name = self.named[what]
        return None if name is None else self.numbers(name)

    def whole(self, what: str) -> Integers | None:
        """Whole numbers."""
        values = self.optional(what)
        if values is None:
            return None
        wrong = (values != np.floor(values)) | (np.abs(values) >= 2**53)
        if wrong.any():
            row = int(np.argmax(wrong))
            self.origin.refuse(row, str(self.named[what]), values[row].item(), say("vision.part_not_integer"))
        return values.astype(np.int64)

    def flags(self, what: str) -> Bools | None:
        """True or False, or 1 and 0."""
        name = self.named[what]
        if name is None:
            return None
        column = self.read.get(name, NOTHING)
        if column.values.dtype.kind == "b" and column.names is None:
            column = Column(column.values.astype(np.int8), missing=column.missing)
        elif column.names is not None and all(isinstance(value, bool) for value in column.names):
            column = column._replace(names=tuple(map(int, column.names)))
        values = _numbers(column, name, self.origin)
        wrong = (values != 0) & (values != 1)
        if wrong.any():
            row = int(np.argmax(wrong))
            self.origin.refuse(row, name, values[row].item(), say("vision.part_flag_not_binary"))
        return np.asarray(values == 1)

    def boxes(self, name: str, count: int) -> Floats:
        """Boxes that stand whole in a column: lists of so many numbers, or the text of such lists."""
        column = occurring(self.read.get(name, NOTHING).encoded())
        gaps = column.gaps()
        if gaps is not None:
            self.origin.refuse(int(np.argmax(gaps)), name, None, say("vision.part_id_missing"))
        made = [_box(value, count) for value in column.names or ()]
        if None in made:
            code = made.index(None)
            value = (column.names or ())[code]
            what = say("vision.part_box_cell_malformed", count=count)
            self.origin.refuse(int(np.argmax(column.values == code)), name, value, what)
        return np.array(made, np.float64).reshape(-1, count)[column.values.astype(np.int64)]

    def keys(self, what: str, spells: bool) -> CodedColumn:
        """Names of images or classes: whole numbers or text; text of a CSV that spells nothing but whole numbers is those."""
        name = str(self.named[what])
        encoded = self.read.get(name, NOTHING).encoded()
        gaps = encoded.gaps()
        if gaps is not None:
            self.origin.refuse(int(np.argmax(gaps)), name, None, say("vision.part_id_missing"))
        names: Sequence[Any] = encoded.names or ()
        if spells and all(isinstance(value, str) and _spells_whole(value) for value in names):
            names = [int(value) for value in names]
        names = [_whole_or_as_is(value) for value in names]
        for code, value in enumerate(names):
            if integer_or_text(value) is None:
                row = int(np.argmax(encoded.values == code))
                large = isinstance(value, (int, float)) and not isinstance(value, bool) and value == value // 1
                what = say("vision.part_name_number_too_large")
                self.origin.refuse(row, name, value, what if large else say("vision.part_name_malformed"))
        return CodedColumn(encoded.values.astype(np.int64), names)


def _box(text: Any, count: int) -> list[float] | None:
    """The numbers of a list that is written as JSON; None where it holds anything else."""
    try:
        found = json.loads(text)
    except (TypeError, ValueError):
        return None
    if not isinstance(found, list) or len(found) != count:
        return None
    plain = all(isinstance(value, (int, float)) and not isinstance(value, bool) and math.isfinite(value) for value in found)
    return [float(value) for value in found] if plain else None


def _whole_or_as_is(value: object) -> Any:
    """A float that is a whole number as that; past 2⁵³ different numbers may have become one, so that it stays a float."""
    return int(value) if isinstance(value, float) and value.is_integer() and abs(value) < 2**53 else value


def _numbers(column: Column, name: str, origin: Origin) -> Floats:
    gaps = column.gaps()
    if gaps is not None:
        origin.refuse(int(np.argmax(gaps)), name, None, say("vision.part_id_missing"))
    if column.names is None and column.values.dtype.kind != "b":
        values = column.values.astype(np.float64)
        wrong = ~np.isfinite(values)
        if wrong.any():
            row = int(np.argmax(wrong))
            origin.refuse(row, name, float(values[row]), say("vision.part_field_not_finite"))
        return values
    names = (False, True) if column.names is None else column.names
    codes = column.values.astype(np.int64)
    bad = np.array([isinstance(value, bool) or not isinstance(value, (int, float)) for value in names], bool)
    if len(codes) and bad[codes].any():
        row = int(np.argmax(bad[codes]))
        origin.refuse(row, name, names[int(codes[row])], say("vision.part_field_not_finite"))
    return np.array(names, np.float64)[codes] if len(codes) else np.zeros(0)


def _spells_whole(text: str) -> bool:
    """Whether a text is how a whole number is written, and nothing else: 7 and -3, not 007."""
    return text.lstrip("-").isdecimal() and text.isascii() and len(text) < 19 and str(int(text)) == text
