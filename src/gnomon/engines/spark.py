"""Rows of an Apache Spark data frame: summed up by its executors, partition by partition, and brought here as a few sums.

What is done with a partition's rows is a :class:`Work`: pure, so that a task that is run twice, or again after an executor was lost, gives
the same bytes, and only one of them is taken. Bytes of partitions are joined in a tree on the executors.
"""

import uuid
import warnings
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from itertools import groupby
from typing import Any

import numpy as np

from ..errors import InputError
from ..words.language import language, say, speaking
from .columns import from_arrow
from .source import PARTITION, Batch, Share, Source, Wanted, Work

SURVEYED = 2**20
SURVEYED_BYTES = 32 * 2**20
"""Rows that are looked at here before the pass, and what they may take at the most."""
LEAST_SURVEYED = 2**17
"""Rows that are looked at however wide they are: where fewer came, there would be no telling whether they are all."""
TASK_MEMORY = 320_000_000
"""What a task may take where nobody says: Python's memory is beside that of the executor, and little is set aside for it."""
JOINED = 8
"""Partials that are joined by one task."""
FEW = 4
"""Partials that come here."""
STRUCTURED = ("MapType", "StructType", "BinaryType", "VariantType")
"""Types of columns that hold no plain values."""
WIDTHS = {"byte": 1, "short": 2, "integer": 4, "float": 4, "boolean": 1}


class SparkSource(Source):
    """A Spark data frame, classic or by Spark Connect."""

    apart = True
    default_memory = TASK_MEMORY

    def __init__(self, frame: Any) -> None:
        self.name = say("a Spark data frame")
        self._frame = frame
        with ended():
            fields = list(frame.schema.fields)
            streaming = frame.isStreaming
        if streaming:
            raise InputError(
                "⟦data: ‖⟧the Spark data frame is a stream, which has no end; evaluate each batch in foreachBatch, or what it has written"
            )
        self._types = {field.name: field.dataType for field in fields}
        self.columns = [field.name for field in fields]
        if len(self._types) < len(fields):
            twice = next(name for name in self.columns if self.columns.count(name) > 1)
            raise InputError("⟦data: ‖⟧the Spark data frame has several columns {twice!r}; give each a name of its own", twice=twice)

    def require(self, argument: str, column: Any) -> str:
        name = super().require(argument, column)
        kind = self._types[name].typeName()
        if kind == "udt" or type(self._types[name]).__name__ == "VectorUDT":
            raise InputError(
                "⟦{argument}⟧: {name!r} holds vectors of MLlib; take the class's number out of them first: "
                "frame.withColumn({made!r}, vector_to_array({name!r})[1])",
                argument=argument,
                name=name,
                made=f"{name}_1",
            )
        if type(self._types[name]).__name__ in STRUCTURED:
            raise InputError(
                "⟦{argument}⟧: {name!r} is a column of type {kind}; name one of numbers, text, booleans or dates",
                argument=argument,
                name=name,
                kind=kind,
            )
        return name

    def _selected(self, wanted: Wanted) -> Any:
        with ended():
            return self._frame.select(*map(quoted, wanted.names))

    def batches(self, wanted: Wanted, size: int, share: Share | None = None) -> Iterator[Batch]:
        raise InputError(
            "⟦data: ‖⟧rows of a Spark data frame stay where they are, and only gn.evaluate sums them up there; for this call bring them "
            "here as frame.toArrow() does, or write them to a file and name that"
        )

    def first_rows(self, wanted: Wanted, size: int) -> Iterator[Batch]:
        """Those of the first partitions in their order."""
        frame = self._selected(wanted)
        width = sum(WIDTHS.get(field.dataType.typeName(), 8) for field in frame.schema.fields)
        left, first, some = min(SURVEYED, max(SURVEYED_BYTES // width, LEAST_SURVEYED)), 0, 1
        while left > 0 and first < self._partitions:
            with complaints():
                found = mapped(frame, Head(first, first + some, left)).toArrow().to_pylist()
            self._partitions = len(found)
            for row in sorted((row for row in found if row["rows"]), key=lambda row: row["partition"]):
                table = from_bytes(row["made"]).slice(0, left)
                left -= table.num_rows
                for start in range(0, table.num_rows, size):
                    yield columns_of(table.slice(start, size), wanted.names)
            first, some = first + some, 4 * some

    _partitions = 1
    """How many partitions there are, once a job has had a task for each."""

    def spread(self, wanted: Wanted, work: Work, tell: Callable[[int], None], together: str | None = None) -> list[bytes]:
        """What ``work`` makes of the rows of each partition, joined until they are few; in the order of the partitions."""
        frame = self._selected(wanted)
        if together is not None:
            frame = frame.repartition(quoted(together))
        with complaints(), following(frame.sparkSession):
            made = mapped(frame, Made(work, tuple(wanted.names), language()))
            count, step = self._partitions, 1
            if together is not None:
                count = max(count, int(frame.sparkSession.conf.get("spark.sql.shuffle.partitions")))
            while count > FEW:
                step, count = step * JOINED, -(-count // JOINED)
                made = mapped(made.repartition(count, (made["partition"] / step).cast("int")), Joined(work, step, language()))
            table = made.toArrow()
        tell(sum(table.column("rows").to_pylist()))
        return list(taken(table).values())

    @contextmanager
    def ordered(self, wanted: Wanted, work: Work, column: str, count: int) -> Iterator["SparkStretches"]:
        """Rows in ranges of a column, as Spark partitions them: equal numbers stay together."""
        frame = self._selected(wanted)
        ranged = frame.repartitionByRange(count, frame[quoted(column)].cast("double"))
        made = mapped(ranged, Made(work, tuple(wanted.names), language())).persist()
        try:
            with complaints(), following(frame.sparkSession):
                yield SparkStretches(made)
        finally:
            made.unpersist()


class SparkStretches:
    """What was made of stretches, kept by the executors until it has been asked."""

    def __init__(self, made: Any) -> None:
        self._made = made

    def each(self, asked: Any) -> dict[int, bytes]:
        """What is answered of each, in the order of the column."""
        return taken(mapped(self._made, Each(asked, language())).toArrow())


def taken(table: Any) -> dict[int, bytes]:
    """What tasks have answered, in the order of their partitions; what was wrong with the rows of the first is raised."""
    order = np.argsort(table.column("partition").to_numpy(), kind="stable")
    rows = table.take(order).to_pylist()
    for row in rows:
        if row["complaint"] is not None:
            raise InputError(row["complaint"])
    answers = {row["partition"]: row["made"] for row in rows}
    assert len(answers) == len(rows), "a partition has answered twice"
    return answers


def mapped(frame: Any, function: Any) -> Any:
    """What a function makes of each partition. That PySpark has not been tried with a newer pandas concerns nobody here: none is used."""
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", message="PySpark does not yet fully support pandas", category=FutureWarning)
        return frame.mapInArrow(function, SCHEMA)


def quoted(name: str) -> str:
    """A column's name as Spark takes it, whatever it holds."""
    return "`" + name.replace("`", "``") + "`"


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


class Made:
    """What work makes of the rows of a partition."""

    def __init__(self, work: Work, names: tuple[str, ...], lang: Any) -> None:
        self.work, self.names, self.lang = work, names, lang

    def __call__(self, batches: Iterator[Any]) -> Iterator[Any]:
        number, seen = partition_number(), 0

        def columns() -> Iterator[tuple[Batch, int]]:
            nonlocal seen
            for batch in in_large(batches):
                if batch.num_rows:
                    yield columns_of(batch, self.names), (number + 1) * PARTITION + seen
                    seen += batch.num_rows

        yield answered(number, lambda: self.work.made(columns()), self.lang, lambda: seen)


class Each:
    """What is answered of each of the sums that are there."""

    def __init__(self, asked: Any, lang: Any) -> None:
        self.asked, self.lang = asked, lang

    def __call__(self, batches: Iterator[Any]) -> Iterator[Any]:
        for batch in batches:
            for row in batch.to_pylist():
                yield self._answered(row)

    def _answered(self, row: dict[str, Any]) -> Any:
        if row["complaint"] is not None:
            return as_batch(row["partition"], row["rows"], None, row["complaint"])
        number, made = row["partition"], row["made"]
        return answered(number, lambda: self.asked(number, made), self.lang, lambda: row["rows"])


class Joined:
    """What work makes of the sums of several partitions."""

    def __init__(self, work: Work, step: int, lang: Any) -> None:
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
        return answered(number, lambda: self.work.joined(row["made"] for row in rows), self.lang, lambda: seen)


def partition_number() -> int:
    """The number of the partition that this task works on."""
    from pyspark import TaskContext

    context = TaskContext.get()
    return 0 if context is None else context.partitionId()


def answered(number: int, make: Callable[[], bytes], lang: Any, rows: Callable[[], int]) -> Any:
    """What was made, or what was wrong with the rows: that is no reason to try again."""
    with speaking(lang):
        try:
            made = make()
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


def columns_of(table: Any, names: Sequence[str]) -> Batch:
    """The columns of an Arrow table by their places: Spark's names may be anything."""
    return {name: from_arrow(table.column(at), name) for at, name in enumerate(names)}


def to_bytes(batches: list[Any]) -> bytes:
    """Arrow batches as a stream."""
    import pyarrow as pa

    sink = pa.BufferOutputStream()
    with pa.ipc.new_stream(sink, batches[0].schema) as out:
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


# What can go wrong on the way, and how far it is -------------------------------------------------------------------------------------


@contextmanager
def ended() -> Iterator[None]:
    """Say that a session is over where that is why nothing answers."""
    try:
        yield
    except InputError:
        raise
    except Exception as error:
        if any(sign in f"{type(error).__name__}: {error}" for sign in OVER):
            raise InputError("⟦data: ‖⟧the Spark session of this data frame has ended; start one and read the frame again") from None
        raise


OVER = (
    *("stopped SparkContext", "SparkContext was shut down", "SESSION_OR_CONTEXT_NOT_EXISTS", "SESSION_CLOSED", "NO_ACTIVE_SESSION"),
    *("ConnectionRefused", "Connection refused"),
)
"""What is said where a session has been stopped, by this process or by its cluster."""


@contextmanager
def complaints() -> Iterator[None]:
    """What executors say in words of ours, where people can do something about it."""
    try:
        with ended():
            yield
    except InputError:
        raise
    except Exception as error:
        text = str(error)
        for package in ("gnomon", "pyarrow", "numpy", "narwhals"):
            if f"No module named '{package}'" in text:
                raise InputError(
                    "⟦data: ‖⟧the Python of the executors has no {package}; install it there, or ship this environment: pack it "
                    "(venv-pack -o env.tar.gz), start Spark with spark.archives=env.tar.gz#env and PYSPARK_PYTHON=./env/bin/python",
                    package=package,
                ) from None
        raise


@contextmanager
def following(session: Any) -> Iterator[None]:
    """Jobs that can be told from others: they are cancelled where the caller is interrupted."""
    tag = f"gnomon-{uuid.uuid4().hex}"
    session.addTag(tag)
    try:
        yield
    except BaseException:
        session.interruptTag(tag)
        raise
    finally:
        session.removeTag(tag)
