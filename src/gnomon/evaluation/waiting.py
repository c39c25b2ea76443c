"""Rows on their way into summaries: gathered into long runs, and parted by slice."""

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..inputs import Rows
from .classes import Codes

Array = NDArray[Any]


class Waiting:
    """Validated rows that wait to be summarised together, column by column in arrays that are filled again and again."""

    def __init__(self) -> None:
        self.rows = 0
        self._columns: dict[Any, Array] = {}

    def add(self, columns: dict[Any, Array], most: int) -> None:
        """Take rows in; the arrays double until they hold ``most``."""
        n = len(next(iter(columns.values())))
        for key, values in columns.items():
            held = self._columns.get(key)
            if held is None or len(held) < self.rows + n or held.dtype != np.result_type(held, values):
                size = max(self.rows + n, min(2 * (self.rows + n), most))
                grown = np.empty(size, values.dtype if held is None else np.result_type(held, values))
                grown[: self.rows] = 0 if held is None else held[: self.rows]
                self._columns[key] = grown
            self._columns[key][self.rows : self.rows + n] = values
        self.rows += n

    def __getitem__(self, key: Any) -> Array:
        return self._columns[key][: self.rows]

    def get(self, key: Any) -> Array | None:
        """A column, or None where there is none."""
        return self[key] if key in self._columns else None

    def __contains__(self, key: Any) -> bool:
        return key in self._columns


def pieces(rows: Rows, codes: Codes) -> Iterator[tuple[int, Rows]]:
    """The rows of each slice, brought together by one stable sort of small codes."""
    order = np.argsort(codes, kind="stable")  # of sixteen bits NumPy sorts by counting
    sizes = np.bincount(codes)
    ends = np.cumsum(sizes)
    positive, score = rows.positive[order], rows.score[order]
    weight = None if rows.weight is None else rows.weight[order]
    for k in np.flatnonzero(sizes):
        piece = slice(ends[k] - sizes[k], ends[k])
        yield int(k), Rows(positive[piece], score[piece], None if weight is None else weight[piece])


def power_below(most: int, limit: int) -> int:
    """The largest power of two up to both."""
    return max(min(1 << (max(int(most), 1).bit_length() - 1), limit), 2**8)


def grown(array: Array, shape: tuple[int, ...]) -> Array:
    """The array with zeros added until it has at least the shape."""
    return np.pad(array, [(0, max(want - have, 0)) for have, want in zip(array.shape, shape, strict=True)])
