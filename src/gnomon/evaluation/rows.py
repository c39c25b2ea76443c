"""Rows of a pass: validated columns that wait to be summarised together, and stay at hand where they fit."""

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..engines.source import Places
from ..inputs.groups import Groups, encode_groups, sorted_groups
from ..types import Array

Key = tuple[str, Any]


def derived_name(column: str, name: str) -> str:
    """What a block calls a column of numbers that was made of a column of texts."""
    return f"{column}\x1f{name}"


def derived_from(column: str, name: object) -> str | None:
    """What :func:`derived_name` was given, where it was of this column; None where it was not."""
    source, mark, rest = str(name).partition("\x1f")
    return rest if mark and source == column else None


class Block:
    """Some rows as aspects read them: columns as numbers, as codes of labels, or as keys.

    ``labels`` are the names behind the codes of labels, ``ordered`` the same in their order; ``keys`` those behind the codes of keys, None
    where these are whole numbers; ``places`` where the rows stand in the data, asked for when somebody wants to know.
    """

    def __init__(
        self,
        columns: Mapping[Key, Array],
        labels: list[Any],
        ordered: list[Any],
        keys: Mapping[str, list[Any] | None],
        rows: int,
        places: Callable[[], NDArray[np.int64]] | None = None,
    ) -> None:
        self.columns, self.labels, self.ordered, self.rows = columns, labels, ordered, rows
        self.keys, self._places = keys, places
        self._groups: dict[str, Groups] = {}

    def __len__(self) -> int:
        return self.rows

    def numbers(self, column: str) -> Array:
        """A column of numbers."""
        return self.columns["number", column]

    def codes(self, column: str) -> Array:
        """A column of labels, as places among ``labels``."""
        return self.columns["label", column]

    def weight(self, column: str | None) -> Array | None:
        """The weights, where there are some."""
        return None if column is None else self.columns["number", column].astype(np.float64, copy=False)

    def groups(self, column: str) -> Groups:
        """A column of keys, as codes in the ascending order of their names."""
        if column not in self._groups:
            names, codes = self.keys[column], self.columns["key", column]
            self._groups[column] = encode_groups(codes) if names is None else sorted_groups(codes, names, "group")
        return self._groups[column]

    def clusters(self, column: str) -> NDArray[np.int64]:
        """A column of keys as 0, 1, 2, …"""
        return encode_groups(self.columns["key", column]).codes.astype(np.int64)

    def places(self) -> NDArray[np.int64]:
        """Where each row stands in the data, the first at 0."""
        given = self.columns.get(("position", ""))
        if given is not None:
            return given
        return np.arange(self.rows, dtype=np.int64) if self._places is None else self._places()

    def take(self, which: Array | slice) -> "Block":
        """Some of the rows."""
        columns = {key: values[which] for key, values in self.columns.items()}
        return Block(columns, self.labels, self.ordered, self.keys, len(next(iter(columns.values()))))


class RowBuffer:
    """Columns in arrays that grow by doubling, and that are filled again and again where rows need not stay.

    Rows that must stay though they are many are sealed: put aside as they are, and joined when all are there.
    """

    def __init__(self) -> None:
        self.rows = 0
        self.columns: dict[Key, Array] = {}
        self.runs: list[tuple[int, int]] = []
        """Where each run of neighbouring rows starts in the data, and how many of its rows are here; rows may have been dropped."""
        self.sealed: list[dict[Key, Array]] = []
        self.sealed_runs: list[tuple[int, int]] = []

    def add(self, columns: Mapping[Key, Array], start: int, most: int, expected: int = 0) -> None:
        """Take rows in; the arrays are made for as many as are expected, or double, until they hold ``most``."""
        n = len(next(iter(columns.values())))
        for key, values in columns.items():
            held = self.columns.get(key)
            if held is None or len(held) < self.rows + n or held.dtype != np.result_type(held, values):
                size = max(self.rows + n, min(max(2 * (self.rows + n), expected), most))
                grown = np.empty(size, values.dtype if held is None else np.result_type(held, values))
                if held is not None:
                    grown[: self.rows] = held[: self.rows]
                self.columns[key] = grown
            self.columns[key][self.rows : self.rows + n] = values
        self.rows += n
        self.runs.append((start, n))

    def view(self, first: int = 0) -> dict[Key, Array]:
        """The columns from a row on, of those that are not sealed."""
        return {key: values[first : self.rows] for key, values in self.columns.items()}

    def clear(self) -> None:
        """Let go of the rows, and keep the arrays for those to come."""
        self.rows, self.runs = 0, []

    def seal(self) -> None:
        """Put the rows aside, to stay."""
        self.sealed.append({key: values[: self.rows].copy() for key, values in self.columns.items()})
        self.sealed_runs += self.runs
        self.clear()

    @property
    def all_rows(self) -> int:
        """Rows here, sealed or not."""
        return self.rows + sum(n for _, n in self.sealed_runs)

    def ordered(self) -> dict[Key, Array]:
        """All columns with rows in the order of the data, however they came."""
        runs = self.sealed_runs + self.runs
        segments = [*self.sealed, *([self.view()] if self.rows else [])]
        if not segments:
            return {}
        columns = {k: s[k] if len(segments) == 1 else np.concatenate([one[k] for one in segments]) for s in segments[:1] for k in s}
        places = columns.get(("position", ""))
        if places is not None:  # neighbours here may be far from each other in the data
            order = np.argsort(places, kind="stable")
            return {key: values[order] for key, values in columns.items()}
        starts = [start for start, _ in runs]
        if starts == sorted(starts):
            return columns
        ends = np.cumsum([n for _, n in runs])
        order = np.concatenate([np.arange(ends[k] - runs[k][1], ends[k]) for k in np.argsort(starts, kind="stable")])
        return {key: values[order] for key, values in columns.items()}

    @property
    def nbytes(self) -> int:
        """What the rows take."""
        now = sum(values.itemsize * self.rows for values in self.columns.values())
        return now + sum(values.nbytes for segment in self.sealed for values in segment.values())


def positions_of(runs: list[tuple[int, int]]) -> NDArray[np.int64]:
    """A place for each row: where its run starts and how far along it stands. Dropped rows are not counted."""
    return np.concatenate([np.arange(start, start + n, dtype=np.int64) for start, n in runs] or [np.zeros(0, np.int64)])


def places_among(places: Places, rows: int, stay: NDArray[np.bool_] | None) -> NDArray[np.int64]:
    """The place of each of some rows that stays."""
    at = np.arange(rows) if stay is None else np.flatnonzero(stay)
    return at + places if isinstance(places, int) else places[at]


def grown(array: Array, shape: tuple[int, ...]) -> Array:
    """The array with zeros added until it has at least the shape."""
    return np.pad(array, [(0, max(want - have, 0)) for have, want in zip(array.shape, shape, strict=True)])
