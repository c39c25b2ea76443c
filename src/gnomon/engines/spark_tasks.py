"""What tasks do on the executors of a cluster: rows of a partition become bytes, and bytes of several partitions those of all."""

from collections.abc import Callable, Iterator, Mapping
from itertools import groupby
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..errors import InputError
from ..messages.language import speaking
from .columns import Column, from_arrow
from .source import PARTITION, Batch, Places, Work, place, place_at
from .spark_travel import loosened, tightened

SCHEMA = "partition bigint, rows bigint, made binary, complaint string"


class Head:
    """The first rows of some of the partitions; of the others, that there are such partitions."""

    def __init__(self, first: int, last: int, rows: int) -> None:
        self.first, self.last, self.rows = first, last, rows

    def __call__(self, batches: Iterator[Any]) -> Iterator[Any]:
        number, found, left = partition_number(), [], self.rows
        while self.first <= number < self.last and left > 0 and (batch := next(batches, None)) is not None:
            found.append(batch.slice(0, left))
            left -= batch.num_rows
        yield as_batch(number, self.rows - left, to_bytes(found) if found else None, None)


class MapTask:
    """What work makes of the rows of a partition; where these were brought together, the last column has their places."""

    def __init__(self, work: Work, columns: "ArrowColumns", lang: str, placed: bool = False, counter: Any = None) -> None:
        self.work, self.columns, self.lang, self.placed, self.counter = work, columns, lang, placed, counter

    def __call__(self, batches: Iterator[Any]) -> Iterator[Any]:
        number, seen = partition_number(), 0

        def columns() -> Iterator[tuple[Batch, Places]]:
            nonlocal seen
            for batch in in_large(batches):
                if batch.num_rows:
                    at = places_of(batch.column(batch.num_columns - 1)) if self.placed else (number + 1) * PARTITION + seen
                    yield self.columns.read(batch, at), at
                    seen += batch.num_rows
            if self.counter is not None:
                self.counter.add(seen)

        yield answered(number, lambda: self.work.made(columns()), self.lang, lambda: seen)


def places_of(column: Any) -> NDArray[np.int64]:
    """Places of rows, from Spark's numbers of them: the partition above 33 bits of the position in it."""
    ids: NDArray[np.int64] = column.to_numpy()
    return ((ids >> 33) + 1) * PARTITION + (ids & (2**33 - 1))


class AnswerTask:
    """What is answered of each of the sums that are there."""

    def __init__(self, asked: Any, lang: str) -> None:
        self.asked, self.lang = asked, lang

    def __call__(self, batches: Iterator[Any]) -> Iterator[Any]:
        for batch in batches:
            for row in batch.to_pylist():
                yield self._answered(row)

    def _answered(self, row: dict[str, Any]) -> Any:
        if row["complaint"] is not None:
            return as_batch(row["partition"], row["rows"], None, row["complaint"])
        number, made = row["partition"], loosened(row["made"])
        return answered(number, lambda: self.asked(number, made), self.lang, lambda: row["rows"])


class ReduceTask:
    """What work makes of the sums of several partitions."""

    def __init__(self, work: Work, step: int, lang: str) -> None:
        self.work, self.step, self.lang = work, step, lang

    def __call__(self, batches: Iterator[Any]) -> Iterator[Any]:
        found = sorted((row for batch in batches for row in batch.to_pylist()), key=lambda row: row["partition"])
        for number, some in groupby(found, lambda row: row["partition"] // self.step):
            yield self._joined(number * self.step, list(some))

    def _joined(self, number: int, rows: list[dict[str, Any]]) -> Any:
        seen = sum(row["rows"] for row in rows)
        wrong = next((row["complaint"] for row in rows if row["complaint"] is not None), None)
        if wrong is not None:
            return as_batch(number, seen, None, wrong)
        return answered(number, lambda: self.work.joined(loosened(row["made"]) for row in rows), self.lang, lambda: seen)


def partition_number() -> int:
    """The number of the partition that this task works on."""
    from pyspark import TaskContext

    context = TaskContext.get()
    return 0 if context is None else context.partitionId()


def answered(number: int, make: Callable[[], bytes], lang: Any, rows: Callable[[], int]) -> Any:
    """What was made, or what was wrong with the rows: that is no reason to try again."""
    with speaking(lang):
        try:
            made = tightened(make())
        except InputError as wrong:
            return as_batch(number, rows(), None, wrong.marked)
    return as_batch(number, rows(), made, None)


LARGE = 2**17
"""Rows that are worth being looked at together; Spark hands over ten thousand at a time."""


def in_large(batches: Iterator[Any]) -> Iterator[Any]:
    """Batches put together until they are large."""
    import pyarrow as pa

    held: list[Any] = []
    for batch in batches:
        held.append(batch)
        if sum(one.num_rows for one in held) >= LARGE:
            yield pa.Table.from_batches(held)
            held = []
    if held:
        yield pa.Table.from_batches(held)


class ArrowColumns(NamedTuple):
    """The columns of an Arrow table by their places, since Spark's names may be anything; ``spelled`` are texts that spell numbers."""

    names: tuple[str, ...]
    spelled: Mapping[str, str]

    def read(self, table: Any, places: Places) -> Batch:
        """A table's columns."""
        return {name: self._column(table.column(at), name, places) for at, name in enumerate(self.names)}

    def _column(self, column: Any, name: str, places: Places) -> Column:
        if name not in self.spelled:
            return from_arrow(column, name)
        import pyarrow as pa
        import pyarrow.compute as pc

        texts = pc.utf8_trim_whitespace(column.combine_chunks() if isinstance(column, pa.ChunkedArray) else column)
        try:
            return from_arrow(texts.cast(pa.float64()), name)
        except pa.ArrowInvalid:
            at = first_strange(texts)
        raise InputError(
            "engines.column_not_numeric_on_spark",
            argument=self.spelled[name],
            value=name,
            shown=column[at].as_py(),
            where=place(place_at(places, at), 0),
        )


def first_strange(texts: Any) -> int:
    """Where the first of some texts stands that spells no number, found by halving."""
    import pyarrow as pa

    low, high = 0, len(texts)
    while high - low > 1:
        middle = (low + high) // 2
        try:
            texts.slice(low, middle - low).cast(pa.float64())
            low = middle
        except pa.ArrowInvalid:
            high = middle
    return low


def to_bytes(batches: list[Any]) -> bytes:
    """Arrow batches as a stream."""
    import pyarrow as pa

    sink = pa.BufferOutputStream()
    with pa.ipc.new_stream(sink, batches[0].schema, options=pa.ipc.IpcWriteOptions(compression="zstd")) as out:
        for batch in batches:
            out.write_batch(batch)
    return bytes(sink.getvalue())


def from_bytes(data: bytes) -> Any:
    """The table that :func:`to_bytes` wrote."""
    import pyarrow as pa

    return pa.ipc.open_stream(data).read_all()


def as_batch(number: int, rows: int, made: bytes | None, complaint: str | None) -> Any:
    """What a task answers."""
    import pyarrow as pa

    columns = {
        "partition": pa.array([number], pa.int64()),
        "rows": pa.array([rows], pa.int64()),
        "made": pa.array([made], pa.binary()),
        "complaint": pa.array([complaint], pa.string()),
    }
    return pa.record_batch(columns)
