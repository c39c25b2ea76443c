"""Rows of an Apache Spark data frame: summed up by its executors, partition by partition, and brought here as a few sums.

What is done with a partition's rows is a :class:`Work`: pure, so that a task that is run twice, or again after an executor was lost, gives
the same bytes, and only one of them is taken. Bytes of partitions are joined in a tree on the executors.
"""

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import numpy as np

from ..errors import InputError
from ..messages.language import language, say
from .columns import from_arrow
from .source import PARTITION, Batch, FieldPath, HashPartition, Meter, Projection, Source, Work, paths_of, silent
from .spark_jobs import collected, counter_of, ended, heads, mapped, refuse_old, refuse_stopped
from .spark_tasks import SCHEMA, AnswerTask, ArrowColumns, Head, MapTask, ReduceTask, from_bytes
from .spark_travel import loosened

SURVEYED = 2**20
SURVEYED_BYTES = 32 * 2**20
"""Rows that are looked at here before the pass, and what they may take at the most."""
LEAST_SURVEYED = 2**17
"""Rows that are looked at however wide they are: where fewer came, there would be no telling whether they are all."""
TASK_MEMORY = 384_000_000
"""What a task may take where nobody says: Python's memory is beside that of the executor, and little is set aside for it. The quarter that
is DuckDB's elsewhere stays free."""
JOINED = 8
"""Partials that are joined by one task."""
FEW = 4
"""Partials that come here."""
STRUCTURED = ("MapType", "StructType", "BinaryType", "VariantType")
"""Types of columns that hold no plain values."""
ELEMENT = re.compile(r"(.+)\[(\d+)\]", re.DOTALL)
"""A number of a column of vectors: probability[1]."""
WIDTHS = {"byte": 1, "short": 2, "integer": 4, "float": 4, "boolean": 1}


class SparkSource(Source):
    """A Spark data frame, classic or by Spark Connect."""

    apart = True
    default_memory = TASK_MEMORY

    def __init__(self, frame: Any, name: str | None = None, spells: bool = False) -> None:
        refuse_old()
        self.name = name or say("engines.label_spark_frame")
        self._frame, self.spells = frame, spells
        self._arguments: dict[str, str] = {}
        self._elements: dict[str, tuple[str, int]] = {}
        self._widths: dict[str, int | None] = {}
        with ended():
            refuse_stopped(frame.sparkSession)
            fields = list(frame.schema.fields)
            streaming = frame.isStreaming
        if streaming:
            raise InputError("engines.spark_frame_is_stream")
        self._types = {field.name: field.dataType for field in fields}
        self.columns = [field.name for field in fields]
        if len(self._types) < len(fields):
            twice = next(name for name in self.columns if self.columns.count(name) > 1)
            raise InputError("engines.spark_column_names_duplicate", twice=twice)

    def require(self, argument: str, column: Any) -> str:
        found = ELEMENT.fullmatch(column) if isinstance(column, str) and column not in self.columns else None
        if found is not None and int(found[2]) < (self.width(found[1]) or 0):
            self._elements[column] = found[1], int(found[2])
            return str(column)
        name = super().require(argument, column)
        self._arguments.setdefault(name, argument)
        kind = self._type_at(self.nested.get(name, (name,)))
        if self._is_vector(name):
            raise InputError(
                "engines.spark_column_of_vectors",
                argument=argument,
                name=name,
                made=f"{name}[1]",
            )
        if type(kind).__name__ in STRUCTURED:
            raise InputError(
                "engines.spark_column_type_unsupported",
                argument=argument,
                name=name,
                kind=kind.typeName(),
            )
        return name

    def fields(self, path: FieldPath) -> Sequence[str]:
        return [field.name for field in getattr(self._type_at(path), "fields", ())]

    def _is_vector(self, name: str) -> bool:
        """Whether each cell is a vector of MLlib."""
        return type(self._type_at(self.nested.get(name, (name,)))).__name__ == "VectorUDT"

    def width(self, column: str) -> int | None:
        if column not in self._widths:
            from pyspark.sql.functions import size

            known = len(list(paths_of(column, self.columns, self.fields))) == 1
            first = None
            if known and self._is_vector(super().require("score", column)):
                with ended():
                    first = self._frame.select(size(self._arrays(column)).alias("n")).where("n >= 0").head()
            self._widths[column] = None if first is None else int(first["n"])
        return self._widths[column]

    def _arrays(self, column: str) -> Any:
        from pyspark.ml.functions import vector_to_array

        return vector_to_array(self.column(column))

    def _type_at(self, path: FieldPath) -> Any:
        kind = self._types[path[0]]
        for name in path[1:]:
            kind = kind[name].dataType
        return kind

    def column(self, name: str) -> Any:
        """A column, a field of a column of records, or a number of a column of vectors; of a vector that is shorter or longer, none."""
        from pyspark.sql import functions as f

        if name not in self._elements:
            return f.col(".".join(map(quoted, self.nested.get(name, (name,)))))
        vectors, place = self._elements[name]
        made = self._arrays(vectors)
        return f.when(f.size(made) == self.width(vectors), f.get(made, f.lit(place)))

    @property
    def frame(self) -> Any:
        """The data frame."""
        return self._frame

    def _selected(self, wanted: Projection) -> Any:
        """The wanted columns, named by their places: PySpark takes a name with a dot for a part of a structure."""
        with ended():
            return self._frame.select(*map(self.column, wanted.names)).toDF(*(f"c{at}" for at in range(len(wanted.names))))

    def batches(self, wanted: Projection, size: int, share: HashPartition | None = None) -> Iterator[Batch]:
        self.refuse_here()

    def _columns(self, wanted: Projection) -> "ArrowColumns":
        texts = {name for name in wanted.numbers if self.spells and self.type_of(name) == "string"}
        return ArrowColumns(tuple(wanted.names), {name: self._arguments.get(name, "data") for name in texts})

    def first_rows(self, wanted: Projection, size: int) -> Iterator[tuple[Batch, int]]:
        """Those of the first partitions in their order."""
        frame, columns = self._selected(wanted), self._columns(wanted)
        width = sum(WIDTHS.get(self.type_of(name), 8) for name in wanted.names)
        left, first, some = min(SURVEYED, max(SURVEYED_BYTES // width, LEAST_SURVEYED)), 0, 1
        while left > 0 and first < self._partitions:
            self._partitions, found = heads(mapped(frame, Head(first, first + some, left), SCHEMA), first, first + some)
            for row in sorted((row for row in found if row["rows"]), key=lambda row: row["partition"]):
                table = from_bytes(row["made"]).slice(0, left)
                left -= table.num_rows
                for start in range(0, table.num_rows, size):
                    at = (row["partition"] + 1) * PARTITION + start
                    yield columns.read(table.slice(start, size), at), at
            first, some = first + some, 4 * some

    _partitions = 1
    """How many partitions there are, once the first have been looked at."""

    def _count(self, frame: object) -> int:
        """How many partitions there are; where no survey has counted them, they are counted now, without a look at their rows."""
        if self._partitions == 1:
            self._partitions = max(heads(mapped(frame, Head(0, 0, 0), SCHEMA), 0, 0)[0], 1)
        return self._partitions

    def spread(self, wanted: Projection, work: Work, tell: Meter = silent, together: str | None = None) -> list[bytes]:
        """What ``work`` makes of the rows of each partition, joined until they are few; in the order of the partitions."""
        frame = self._selected(wanted)
        session, count, step = frame.sparkSession, self._count(frame) if together is None else self._partitions, 1
        if together is not None:
            frame = brought_together(frame, f"c{wanted.names.index(together)}")
            count = max(count, int(session.conf.get("spark.sql.shuffle.partitions")))
        rows = counter_of(session, tell)
        made = mapped(frame, MapTask(work, self._columns(wanted), language(), together is not None, rows), SCHEMA)
        while count > FEW:
            step, count = step * JOINED, -(-count // JOINED)
            made = mapped(made.repartition(count, (made["partition"] / step).cast("int")), ReduceTask(work, step, language()), SCHEMA)
        return list(taken(collected(made, tell, rows)).values())

    def type_of(self, column: str) -> str:
        """A column's type as Spark names it."""
        return "double" if column in self._elements else str(self._type_at(self.nested.get(column, (column,))).typeName())

    def holds(self, column: str) -> str:
        """What a column holds: "text", "whole" numbers, "numbers", or the name of another type."""
        name = self.type_of(column)
        return {**dict.fromkeys(WHOLE, "whole"), **dict.fromkeys(FLOATS, "numbers"), "string": "text"}.get(name, name)

    def rows_of(self, column: str, values: Sequence[Any]) -> Batch:
        """The rows that have one of a few values, which come here."""
        table = collected(self._frame.filter(self.column(column).isin(list(values))))
        return {name: from_arrow(table.column(at), name) for at, name in enumerate(self.columns)} if table.num_rows else {}

    @contextmanager
    def ordered(self, wanted: Projection, work: Work, column: str, count: int, tell: Meter = silent) -> Iterator["SparkScoreRanges"]:
        """Rows in ranges of a column, as Spark partitions them: equal numbers stay together."""
        frame = self._selected(wanted)
        rows = counter_of(frame.sparkSession, tell)
        ranged = frame.repartitionByRange(count, frame[f"c{wanted.names.index(column)}"].cast("double"))
        made = mapped(ranged, MapTask(work, self._columns(wanted), language(), counter=rows), SCHEMA).persist()
        try:
            yield SparkScoreRanges(made, tell, rows)
        finally:
            made.unpersist()


def brought_together(frame: Any, column: str) -> Any:
    """The rows of a key in one partition, each with its place in the frame as it was, and in the order of these places.

    Rows arrive from a shuffle as it happens; what is made of them must not depend on that.
    """
    from pyspark.sql.functions import monotonically_increasing_id

    return frame.withColumn("place", monotonically_increasing_id()).repartition(column).sortWithinPartitions("place")


WHOLE, FLOATS = ("byte", "short", "integer", "long"), ("float", "double", "decimal")


class SparkScoreRanges:
    """What was made of stretches, kept by the executors until it has been asked."""

    def __init__(self, made: object, tell: Meter = silent, rows: object = None) -> None:
        self._made, self._tell, self._rows = made, tell, rows

    def each(self, asked: object) -> dict[int, bytes]:
        """What is answered of each, in the order of the column."""
        return taken(collected(mapped(self._made, AnswerTask(asked, language()), SCHEMA), self._tell, self._rows))


def taken(table: Any) -> dict[int, bytes]:
    """What tasks have answered, in the order of their partitions; what was wrong with the rows of the first is raised."""
    order = np.argsort(table.column("partition").to_numpy(), kind="stable")
    rows = table.take(order).to_pylist()
    for row in rows:
        if row["complaint"] is not None:
            raise InputError(row["complaint"])
    answers: dict[int, bytes] = {}
    for row in rows:
        if row["partition"] in answers:
            raise InputError("engines.partition_result_twice", partition=row["partition"])
        answers[row["partition"]] = loosened(row["made"])
    return answers


def quoted(name: str) -> str:
    """A column's name as Spark takes it, whatever it holds."""
    return "`" + name.replace("`", "``") + "`"
