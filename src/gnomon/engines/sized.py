"""Rows whose groups are known by their sizes: a source with one more column, the number of each row's group."""

from collections.abc import Iterator

import numpy as np

from ..errors import InputError
from ..inputs.sizes import GroupSizes
from .columns import Column
from .source import Batch, HashPartition, Projection, Source, WithColumns

BY_SIZE = "group (by size)"
"""What the column of such groups is called."""


class SizedSource(WithColumns):
    """A source, and the sizes of the groups that its rows come in."""

    def __init__(self, source: Source, sizes: GroupSizes) -> None:
        if source.apart:
            raise InputError("engines.group_sizes_without_row_order", name=source.name)
        if source.rows is not None and not source.roughly:
            sizes.refuse_other(source.rows, source.name)
        if BY_SIZE in source.columns:
            raise InputError("engines.group_sizes_column_conflict", name=source.name, by_size=BY_SIZE)
        super().__init__(source, [*source.columns, BY_SIZE])
        self._sizes = sizes

    def require(self, argument: str, column: str) -> str:
        return column if column == BY_SIZE else self._source.require(argument, column)

    def batches(self, wanted: Projection, size: int, share: HashPartition | None = None) -> Iterator[Batch]:
        groups, seen = np.asarray(self._sizes), 0
        inner = Projection(*([name for name in names if name != BY_SIZE] for names in wanted))
        for batch in self._source.batches(inner, size):
            start, seen = seen, seen + len(next(iter(batch.values())).values)
            if seen <= len(groups):
                whole = {**batch, BY_SIZE: Column(groups[start:seen])}
                yield whole if share is None else share.taken(whole)
        self._sizes.refuse_other(seen, self.name)
