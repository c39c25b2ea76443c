"""Rows whose labels come as a column of 0 and 1 for each: a source with one more column, the list of the labels that each row has."""

from collections.abc import Iterable, Iterator, Mapping
from contextlib import AbstractContextManager
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..errors import InputError
from .columns import Column, list_text, spelt
from .source import Batch, HashPartition, Meter, Places, Projection, ScoreRanges, Source, WithColumns, Work, place, place_at, silent

Indicators = Mapping[str, Mapping[Any, str]]
"""For each column of lists to be made, the column of 0 and 1 of each label: the truth first, then what was predicted."""


class IndicatorSource(WithColumns):
    """A source, and lists made of its columns of 0 and 1."""

    def __init__(self, source: Source, made: Indicators) -> None:
        inner = {column for columns in made.values() for column in columns.values()}
        super().__init__(source, [*made, *(column for column in source.columns if column not in inner)])
        self._made, self._listed = made, IndicatorLists(made, source.first_row)

    def require(self, argument: str, column: str) -> str:
        for inner in self._made.get(column, {}).values():
            self._source.require(argument, inner)
        return column if column in self._made else self._source.require(argument, column)

    def width(self, column: str) -> int | None:
        return self._source.width(column)

    def batches(self, wanted: Projection, size: int, share: HashPartition | None = None) -> Iterator[Batch]:
        start = 0
        for batch in self._source.batches(self._inner(wanted), size, share):
            yield self._listed.with_lists(batch, wanted, start)
            start += len(next(iter(batch.values())).values)

    def first_rows(self, wanted: Projection, size: int) -> Iterator[tuple[Batch, int]]:
        for batch, start in self._source.first_rows(self._inner(wanted), size):
            yield self._listed.with_lists(batch, wanted, start), start

    def spread(self, wanted: Projection, work: Work, tell: Meter = silent, together: str | None = None) -> list[bytes]:
        return self._source.spread(self._inner(wanted), ListsWork(work, self._listed, wanted), tell, together)

    def ordered(self, wanted: Projection, work: Work, column: str, count: int, tell: Meter = silent) -> AbstractContextManager[ScoreRanges]:
        return self._source.ordered(self._inner(wanted), ListsWork(work, self._listed, wanted), column, count, tell)

    def _inner(self, wanted: Projection) -> Projection:
        """What is asked of the source itself."""
        inner = [column for name in wanted.names for column in self._made.get(name, {}).values()]
        numbers, labels, others = ([name for name in names if name not in self._made] for names in wanted)
        return Projection(numbers, [*labels, *inner], others)


class IndicatorLists:
    """Lists made of columns of 0 and 1, wherever the rows are."""

    def __init__(self, made: Indicators, first_row: int) -> None:
        self._made, self._first_row = made, first_row

    def with_lists(self, batch: Batch, wanted: Projection, places: Places) -> Batch:
        """A batch, and the lists that are wanted."""
        return {**batch, **{name: self._lists(batch, name, places) for name in wanted.names if name in self._made}}

    def _lists(self, batch: Batch, made: str, places: Places) -> Column:
        """The labels that each row has, known by their JSON text; missing where one of the columns is."""
        columns, argument = self._made[made], "label" if made == next(iter(self._made)) else "prediction"
        bits = np.column_stack([self._bits(argument, batch[column], column, label, places) for label, column in columns.items()])
        missing: NDArray[np.bool_] = np.any(bits < 0, axis=1)
        packed = np.packbits(bits > 0, axis=1)
        _, first, codes = np.unique(packed.view(f"V{packed.shape[1]}").ravel(), return_index=True, return_inverse=True)
        names = [list_text([label for label, bit in zip(columns, bits[row], strict=True) if bit > 0], "label") for row in first]
        # The last name is no row's: it says which labels there are, also of those that no row has.
        everything = list_text(list(columns), "label")
        texts = dict.fromkeys([*names, everything])
        places = np.array([list(texts).index(name) for name in names] or [0])
        values = np.where(missing, -1, places[codes.ravel()])
        return Column(values, tuple(texts), missing if missing.any() else None, lists=True)

    def _bits(self, argument: str, column: Column, name: str, label: object, places: Places) -> NDArray[np.int8]:
        """A column of 0 and 1, -1 where missing; anything else is refused."""
        encoded = column.encoded()
        known = np.array([_bit(value) for value in encoded.names or ()] or [0], np.int8)
        bits: NDArray[np.int8] = np.where(encoded.values < 0, np.int8(-1), known[encoded.values])
        gaps = column.gaps()
        if gaps is not None:
            bits[gaps] = -1
        wrong = bits == _NEITHER
        if wrong.any():
            at = int(np.argmax(wrong))
            raise InputError(
                "engines.indicator_not_zero_one",
                argument=argument,
                name=name,
                value=(encoded.names or ())[encoded.values[at]],
                where=place(place_at(places, at), self._first_row),
                label=label,
            )
        return bits


class ListsWork:
    """Work on rows that have their lists made first."""

    def __init__(self, work: Work, lists: IndicatorLists, wanted: Projection) -> None:
        self.work, self.lists, self.wanted = work, lists, wanted

    def made(self, batches: Iterator[tuple[Batch, Places]]) -> bytes:
        return self.work.made((self.lists.with_lists(batch, self.wanted, places), places) for batch, places in batches)

    def joined(self, parts: Iterable[bytes]) -> bytes:
        return self.work.joined(parts)


_NEITHER = 2


def _bit(value: object) -> int:
    said = spelt(value) if isinstance(value, str) else value
    return int(said) if said in (0, 1) else _NEITHER
