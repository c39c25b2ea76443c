"""Categories of columns that know them, or can tell them apart by themselves: pandas, Polars, PyArrow. No value is looked at in Python."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

Coded = tuple[NDArray[np.int64], list[Any]]


def coded(column: object) -> Coded | None:
    """Codes of a column's rows, -1 where one is missing, and what they stand for; None where the column holds no text or categories.

    >>> import pandas as pd
    >>> codes, names = coded(pd.Series(["b", None, "a"], dtype="category"))
    >>> codes.tolist(), names
    ([1, -1, 0], ['a', 'b'])
    """
    readers = {"pandas": _of_pandas, "polars": _of_polars, "pyarrow": _of_arrow}
    reader = readers.get(type(column).__module__.partition(".")[0])
    return None if reader is None else reader(column)


def _of_pandas(column: Any) -> Coded | None:
    dtype = getattr(column, "dtype", None)
    if hasattr(dtype, "categories") and hasattr(dtype, "ordered"):
        held = column.cat if hasattr(column, "cat") else column
        return np.asarray(held.codes, np.int64), held.categories.tolist()
    if type(dtype).__name__ != "StringDtype" or not hasattr(column, "factorize"):
        return None
    codes, names = column.factorize()
    return np.asarray(codes, np.int64), list(names)


def _of_polars(column: Any) -> Coded | None:
    import polars as pl

    if not isinstance(column, pl.Series) or column.dtype not in (pl.String, pl.Categorical, pl.Enum):
        return None
    if column.dtype == pl.String:
        column = column.cast(pl.Categorical)
    physical = column.to_physical().cast(pl.Int64).fill_null(-1).to_numpy()
    found, first, codes = np.unique(physical, return_index=True, return_inverse=True)
    names = column.gather(first).cast(pl.String).to_list()
    if len(found) and found[0] < 0:
        return codes.reshape(-1).astype(np.int64) - 1, names[1:]
    return codes.reshape(-1).astype(np.int64), names


def _of_arrow(column: Any) -> Coded | None:
    import pyarrow as pa

    if not isinstance(column, (pa.Array, pa.ChunkedArray)):
        return None
    kind = column.type
    if pa.types.is_string(kind) or pa.types.is_large_string(kind):
        column = column.dictionary_encode()
    elif not pa.types.is_dictionary(kind):
        return None
    whole = column.combine_chunks() if isinstance(column, pa.ChunkedArray) else column
    if isinstance(whole, pa.ChunkedArray):  # of no chunks, or of too many rows for one
        return None
    return np.asarray(whole.indices.fill_null(-1).to_numpy(zero_copy_only=False), np.int64), whole.dictionary.to_pylist()
