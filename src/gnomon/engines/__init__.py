"""Where rows come from: one door for frames, files, globs, standard input and DuckDB relations."""

import os
from collections import Counter
from collections.abc import Sequence
from typing import Any, NamedTuple

from ..errors import InputError
from ..inputs.sizes import GroupSizes
from ..memory import memory_limit
from ..messages.language import listed, say
from .columns import Column
from .indicators import Indicators, IndicatorSource
from .source import Batch, HashPartition, Projection, Source

__all__ = [
    "Batch",
    "Column",
    "FileOptions",
    "HashPartition",
    "Projection",
    "Source",
    "is_apart",
    "memory_limit",
    "open_source",
    "reading_of",
]


class FileOptions(NamedTuple):
    """How files are read: texts that mean a missing value in a CSV, the encoding of texts, the sheet of an Excel file."""

    na: Sequence[str] = ()
    encoding: str | None = None
    sheet: Any = None


def _twice(names: Any) -> str:
    """Names that stand more than once."""
    return listed([repr(name) for name, count in Counter(map(str, names)).items() if count > 1])


def reading_of(na: Any, encoding: Any = None, sheet: Any = None) -> FileOptions:
    """What a caller says of files."""
    return FileOptions([na] if isinstance(na, str) else list(na or ()), encoding, sheet)


AS_IT_IS = FileOptions()


def is_apart(data: object) -> bool:
    """Whether rows are elsewhere and are summed up there: a Spark data frame, or a source of such rows."""
    return data.apart if isinstance(data, Source) else _of_spark(data)


def _of_spark(data: object) -> bool:
    return type(data).__module__.startswith("pyspark.sql") and type(data).__name__ == "DataFrame"


def open_source(
    data: object, memory: int, reading: FileOptions = AS_IT_IS, sizes: GroupSizes | None = None, indicators: Indicators | None = None
) -> Source:
    """The source of whatever was passed as data, with a column of groups where their sizes are given, and lists made of indicators."""
    source = _opened(data, memory, reading)
    try:
        if sizes is not None:
            from .sized import SizedSource

            source = SizedSource(source, sizes)
        return IndicatorSource(source, indicators) if indicators else source
    except InputError:
        source.close()
        raise


def _opened(data: Any, memory: int, reading: FileOptions) -> Source:
    """The source of whatever was passed as data.

    >>> _opened({"y": [0, 1], "p": [0.2, 0.9]}, 10**9, FileOptions()).columns
    ['y', 'p']
    """
    if isinstance(data, Source):
        return data
    if isinstance(data, (str, os.PathLike)) or (isinstance(data, (list, tuple)) and all(isinstance(p, (str, os.PathLike)) for p in data)):
        from .files import FileSource
        from .formats import place_of

        return FileSource(place_of(data, reading.encoding, reading.sheet), memory, reading.na)
    for name in ("encoding", "sheet"):
        if getattr(reading, name) is not None:
            raise InputError("engines.argument_only_of_files", name=name, type=type(data).__name__)
    if type(data).__name__ == "DuckDBPyRelation":
        from .files import RelationSource

        return RelationSource(data, say("engines.label_duckdb_relation"))
    if _of_spark(data):
        from .spark import SparkSource

        return SparkSource(data)
    from .frames import ColumnsSource, FrameSource

    if isinstance(data, dict):
        return ColumnsSource(data, say("engines.label_column_dictionary"))
    import narwhals.stable.v2 as nw

    try:
        frame = nw.from_native(data, pass_through=True)
    except nw.exceptions.DuplicateError:
        raise InputError("engines.frame_column_names_duplicate", names=_twice(data.columns)) from None
    if isinstance(frame, (nw.DataFrame, nw.LazyFrame)):
        return FrameSource(frame, say("engines.label_library_frame", library=type(data).__module__.partition(".")[0]))
    raise InputError(
        "engines.data_type_unsupported",
        type=type(data).__name__,
    )
