"""What a column of labels or predictions looks like in the first rows, before anybody has said what it is."""

import math
from datetime import date, time, timedelta
from typing import TYPE_CHECKING, Any

import numpy as np

from ..engines.columns import Column, spelt

if TYPE_CHECKING:
    from ..types import Array


MOST_COUNTED = 200
"""Different values that are counted; more are many, whatever is meant by them."""


class ColumnProfile:
    """Whether values are numbers, the first fraction among them, and the different ones as long as they are few."""

    def __init__(self) -> None:
        self.numbers = True
        self.fraction: float | None = None
        self.values: set[Any] = set()
        self.spelt: str | None = None
        """A fraction that stands there as text, in a source whose text is text."""
        self.moment: Any = None
        """A date, a time or a duration, which could be a number as well as a label."""

    def see(self, column: Column, spells: bool) -> None:
        """Take in values of one more batch; text is what it spells where the source is text."""
        gaps = column.gaps()
        values = column.values if gaps is None else column.values[~gaps]
        if column.names is not None:
            self._see_names(column.names, spells)
        elif values.dtype.kind == "b":
            self.numbers = False
        else:
            self._see_numbers(values)

    def _see_names(self, names: tuple[Any, ...], spells: bool) -> None:
        for name in names:
            if self.fraction is not None and len(self.values) > MOST_COUNTED:
                return
            value = spelt(name) if spells else name
            if isinstance(value, (str, bool)) or not isinstance(value, (int, float)):
                self.numbers = False
                self.moment = value if isinstance(value, (date, time, timedelta)) else None
                self.spelt = self.spelt or next(filter(_spells_fraction, names[:MOST_COUNTED]), None)
                return
            self._note(value)

    def _see_numbers(self, values: "Array") -> None:
        finite = values[np.isfinite(values)] if values.dtype.kind == "f" else values
        if self.fraction is None and finite.dtype.kind == "f":
            broken = finite != np.floor(finite)
            if broken.any():
                self.fraction = float(finite[int(np.argmax(broken))])
        if len(self.values) <= MOST_COUNTED:
            self.values |= {float(value) for value in np.unique(finite)[: MOST_COUNTED + 1].tolist()}

    def _note(self, value: float) -> None:
        if self.fraction is None and value != int(value):
            self.fraction = float(value)
        if len(self.values) <= MOST_COUNTED:
            self.values.add(float(value))


def _spells_fraction(name: object) -> bool:
    value = spelt(name) if isinstance(name, str) else None
    return isinstance(value, float) and math.isfinite(value) and value != int(value)
