"""Where rows come from: one door for frames, files, globs, standard input and DuckDB relations."""

import os
from collections.abc import Sequence
from typing import Any

from ..errors import InputError
from .columns import Column
from .memory import memory_limit
from .source import Batch, Share, Source, Wanted

__all__ = ["Batch", "Column", "Share", "Source", "Wanted", "memory_limit", "open_source"]


def open_source(data: Any, memory: int, na: Sequence[str] = ()) -> Source:
    """The source of whatever was passed as data; ``na`` are texts that mean a missing value in a CSV.

    >>> open_source({"y": [0, 1], "p": [0.2, 0.9]}, memory=10**9).columns
    ['y', 'p']
    """
    if isinstance(data, (str, os.PathLike)) or (isinstance(data, (list, tuple)) and all(isinstance(p, (str, os.PathLike)) for p in data)):
        from .files import FileSource
        from .formats import place_of

        return FileSource(place_of(data), memory, na)
    if type(data).__name__ == "DuckDBPyRelation":
        from .files import RelationSource

        return RelationSource(data, "a DuckDB relation")
    from .frames import ColumnsSource, FrameSource

    if isinstance(data, dict):
        return ColumnsSource(data, "a dictionary of columns")
    import narwhals.stable.v2 as nw

    try:
        frame = nw.from_native(data, pass_through=True)
    except nw.exceptions.DuplicateError as reason:
        said = " ".join(str(reason).split())
        raise InputError(f"⟦data: ‖⟧the data frame has columns of one name ({said}); give each a name of its own") from None
    if isinstance(frame, (nw.DataFrame, nw.LazyFrame)):
        return FrameSource(frame, f"a {type(data).__module__.partition('.')[0]} data frame")
    raise InputError(
        f"⟦data: ‖⟧{type(data).__name__} is nothing with named columns; pass a data frame, the path of a file, a DuckDB relation "
        "or a dictionary {column: values, …}"
    )
