"""What a place that holds rows must offer: its columns, and its rows in batches."""

import difflib
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from types import MappingProxyType
from typing import Any, NamedTuple, NoReturn, Protocol

import numpy as np
from numpy.typing import NDArray

from ..errors import InputError
from ..inputs.hashing import digest, mixed
from ..messages import Message
from ..messages.language import either, listed, say
from .columns import Column

Batch = dict[str, Column]


PARTITION = 2**40
"""Places of rows that come in partitions: those of the first begin here, those of the next at twice as much."""


Places = int | NDArray[np.int64]
"""Where rows stand: of neighbours the place of the first, else that of each."""


FieldPath = tuple[str, ...]
"""A column, or the column of records and the fields in it that lead to one."""


def paths_of(name: str, heads: Sequence[str], fields: Callable[[FieldPath], Sequence[str]], above: FieldPath = ()) -> Iterator[FieldPath]:
    """What a name may mean: a column of that name, or with dots a field of a column of records.

    >>> list(paths_of("s.p", ["s", "s.p"], lambda path: ["p", "q"]))
    [('s', 'p'), ('s.p',)]
    """
    for end in (at for at, letter in enumerate(name) if letter == "."):
        if name[:end] in heads:
            path = (*above, name[:end])
            yield from paths_of(name[end + 1 :], fields(path), fields, path)
    if name in heads:
        yield (*above, name)


def place_at(places: Places, row: int) -> int:
    """The place of one of some rows."""
    return places + row if isinstance(places, int) else int(places[row])


def place(row: int, first_row: int) -> Message:
    """A row as people find it: in memory by its position, in a file by its number below the header, on a cluster by its partition."""
    if row >= PARTITION:
        return Message("in_partition", partition=row // PARTITION - 1, position=row % PARTITION)
    return Message("in_row", row=row + first_row) if first_row else Message("at_position", position=row)


class Projection(NamedTuple):
    """The columns to read: as numbers, as labels, and as whatever they hold."""

    numbers: Sequence[str]
    labels: Sequence[str]
    others: Sequence[str] = ()

    @property
    def names(self) -> list[str]:
        """Every column once."""
        return list(dict.fromkeys([*self.numbers, *self.labels, *self.others]))


class HashPartition(NamedTuple):
    """Part of the rows: those whose key in a column falls into one of so many parts, all rows of a key together."""

    column: str
    part: int
    of: int

    def taken(self, batch: Batch) -> Batch:
        """The rows of a batch that are in this part."""
        encoded = batch[self.column].encoded()
        names = np.array([digest(name) for name in encoded.names or ()] or [0], np.uint64)
        inside = (mixed(names, 0) % np.uint64(self.of) == np.uint64(self.part))[encoded.values]
        return {name: column.part(inside) for name, column in batch.items()}


class Work(Protocol):
    """What is done with rows where they are: those of one part become bytes, and bytes of several parts those of all."""

    def made(self, batches: Iterator[tuple[Batch, Places]]) -> bytes:
        """Of batches, each with the places of its rows."""

    def joined(self, parts: Iterable[bytes]) -> bytes:
        """Of what was made of parts, in their order."""


class Meter(Protocol):
    """Anything that can be told how many rows have been read and, on a cluster, how many tasks are done and of how many."""

    def __call__(self, rows: int, tasks: tuple[int, int] | None = None) -> None: ...


def silent(rows: int, tasks: tuple[int, int] | None = None) -> None:
    """Nobody wants to know."""


class ScoreRanges(Protocol):
    """What work made of stretches of rows, which stays where it was made."""

    def each(self, asked: object) -> dict[int, bytes]:
        """What ``asked(number, bytes)`` answers of each stretch, by its number."""


class Source(ABC):
    """Rows somewhere: in a frame, in files, behind a DuckDB relation."""

    name: str
    """What the source is called in tables and messages."""

    columns: list[str]
    rows: int | None = None
    """How many rows there are, where that is known beforehand."""

    roughly: bool = False
    """Whether ``rows`` is an estimate."""

    first_row: int = 0
    """What the first row is called in messages: 0 in memory, as Python counts; 1 in a file, whose header is none."""

    spells: bool = False
    """Whether labels come as text that spells what they are, as in a CSV."""

    inputs: Sequence[str] = ()
    """The files that rows come from, which nothing may be written over."""

    apart: bool = False
    """Whether rows are elsewhere and are summed up there (:meth:`spread`); only the first of them are then looked at here."""

    nested: Mapping[str, FieldPath] = MappingProxyType({})
    """The path of each column that is a field of a column of records: s.p is ("s", "p")."""

    default_memory: int | None = None
    """What a pass may take where nobody says; None where that is settled by the memory of this machine."""

    @abstractmethod
    def batches(self, wanted: Projection, size: int, share: HashPartition | None = None) -> Iterator[Batch]:
        """The wanted columns in batches of about ``size`` rows; with ``share``, of some of the rows, in their order."""

    def first_rows(self, wanted: Projection, size: int) -> Iterator[tuple[Batch, int]]:
        """The first rows of a source that is :attr:`apart`, in batches with the place of their first row: for looking at them, no more."""
        self.refuse_here()

    def spread(self, wanted: Projection, work: Work, tell: Meter = silent, together: str | None = None) -> list[bytes]:
        """What ``work`` makes of the rows where they are; with ``together``, rows of a key in that column are in one part."""
        self.refuse_here()

    def ordered(
        self, wanted: Projection, work: Work, column: str, count: int, tell: Meter = silent
    ) -> "AbstractContextManager[ScoreRanges]":
        """Rows in the order of a column of numbers, in so many stretches that share no value, and what ``work`` makes of each."""
        self.refuse_here()

    def refuse_here(self) -> NoReturn:
        """Refuse rows that are elsewhere where all of them would have to come here one after the other."""
        raise InputError(
            "engines.rows_not_local",
            name=self.name,
        )

    def fields(self, path: FieldPath) -> Sequence[str]:
        """The fields of a column of records, or of a field that holds records; none of anything else."""
        return ()

    def width(self, column: str) -> int | None:
        """How many scores each cell of a column of vectors has, ``column[0]`` the first; None where a cell is one value."""
        return None

    def close(self) -> None:  # noqa: B027  # most sources open nothing
        """Let go of what was opened."""

    def require(self, argument: str, column: Any) -> str:
        """The column's name, or an error that suggests the nearest."""
        if not isinstance(column, str):
            raise InputError(
                "engines.column_name_not_text",
                argument=argument,
                value=column,
                name=self.name,
            )
        paths = list(paths_of(column, self.columns, self.fields))
        if len(paths) > 1:
            raise InputError(
                "engines.column_name_ambiguous",
                argument=argument,
                column=column,
                name=self.name,
                choices=listed(" > ".join(map(repr, path)) for path in paths),
            )
        if paths:
            self.nested = self.nested if len(paths[0]) == 1 else {**self.nested, column: paths[0]}
            return column
        head = column.partition(".")[0]
        names = [*map(str, self.columns), *(f"{head}.{field}" for field in (self.fields((head,)) if head in self.columns else ()))]
        near = difflib.get_close_matches(column, names, n=2, cutoff=0.5) or [name for name in names if name.lower() == column.lower()]
        hint = say("catalog.part_similar_names", choices=either(map(repr, near))) if near else ""
        shown = ", ".join(names[:20]) + (", …" if len(names) > 20 else "")
        raise InputError(
            "engines.column_unknown",
            argument=argument,
            value=column,
            name=self.name,
            hint=hint,
            value_2=shown or "(none)",
        )


class WithColumns(Source):
    """A source that offers columns beside those that another has, and is otherwise the other."""

    def __init__(self, source: Source, columns: list[str]) -> None:
        self._source, self.columns = source, columns
        self.name, self.inputs = source.name, source.inputs
        self.rows, self.roughly, self.spells, self.first_row = source.rows, source.roughly, source.spells, source.first_row
        self.apart, self.default_memory = source.apart, source.default_memory

    def close(self) -> None:
        self._source.close()
