"""One door for every container: lists, NumPy, pandas, Polars, PyArrow, torch, ``__array__``, DLPack, Arrow capsules."""

from itertools import chain
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from ..errors import InputError
from ..messages.language import listed, say
from ..types import Array

if TYPE_CHECKING:
    from .labels import CategoryOrder


NEVER_MISSING = {str, bytes, int, bool}
"""Types of which no value stands for none."""


class DescribedArray:
    """An array beside what its container said of it: the names of a frame's columns, the categories of a categorical."""

    def __init__(self, array: Array, columns: list[Any], categories: "CategoryOrder | None") -> None:
        self.array, self.columns, self.categories, self.shape = array, columns or None, categories, array.shape

    def __len__(self) -> int:
        return len(self.array)


def to_array(values: object, name: str) -> Array:
    """The values as a NumPy array, without a copy where the container allows it.

    Missing entries stay visible: NaN in floats, ``None`` in arrays of objects.

    >>> to_array((1, 2, 3), "y_true")
    array([1, 2, 3])
    """
    if type(values) is np.ndarray:
        return values
    if isinstance(values, DescribedArray):
        return values.array
    if isinstance(values, (list, tuple)):
        return _from_list(values, name)
    if isinstance(values, np.ma.MaskedArray):
        return _from_masked(values)
    if isinstance(values, (memoryview, np.ndarray)):
        return np.asarray(values)
    if isinstance(values, (str, bytes, dict, set, frozenset)) or np.isscalar(values) or values is None:
        raise InputError("inputs.value_not_one_per_row", name=name, article=_article(values))
    if hasattr(values, "detach") and hasattr(values, "__dlpack__"):
        return _from_torch(values, name)
    return _from_container(values, name)


def _article(values: object) -> str:
    kind = type(values).__name__
    if values is None:
        return "None"
    shown = f"{values!r:.40}"
    return say("inputs.part_kind_an", kind=kind, shown=shown) if kind[0] in "aeiou" else say("inputs.part_kind_a", kind=kind, shown=shown)


def _from_list(values: list[Any] | tuple[Any, ...], name: str) -> Array:
    """A list as an array. Texts stay Python objects: NumPy's strings give every row the width of the longest one."""
    kinds = set(map(type, values))
    nested = bool(kinds) and kinds <= {list, tuple}
    inner = set(map(type, chain.from_iterable(values))) if nested else kinds
    if any(issubclass(kind, (str, bytes)) for kind in inner) and (nested or not kinds & {list, tuple, np.ndarray}):
        return _from_texts(values, name, inner)
    try:
        return np.array(values, next(iter(inner))) if len(inner) == 1 and inner <= {float, int} else np.asarray(values)
    except OverflowError:  # past 64 bits, which NumPy keeps as objects
        return np.asarray(values)
    except ValueError as reason:
        raise _ragged(name) from reason


def _from_texts(values: object, name: str, kinds: set[type]) -> Array:
    """Rows of texts, or of texts and gaps, as an array of objects; a mixture of texts and numbers must not pass as texts."""
    objects = np.asarray(values, dtype=object)
    if objects.size and isinstance(objects.flat[0], (list, tuple)):
        raise _ragged(name)
    if kinds <= {str} or kinds <= {bytes} or any(map(is_missing, objects.flat)):
        return objects
    for position, value in enumerate(objects.flat):
        if not isinstance(value, (str, bytes)):
            raise InputError(
                "inputs.types_mixed_with_strings",
                name=name,
                value=value,
                type=type(value).__name__,
                position=position,
            )
    return objects


def _ragged(name: str) -> InputError:
    return InputError("inputs.rows_ragged", name=name)


def holds_texts(array: Array) -> bool:
    """Whether every value is a text, be it one of NumPy's or of Python's."""
    if array.dtype.kind in "US":
        return True
    return array.dtype == object and all(issubclass(kind, (str, bytes)) for kind in types_in(array) or {object})


def types_in(array: Array) -> set[type]:
    """The types of an array of objects."""
    return set(map(type, array.ravel().tolist()))


def type_shown(array: Array) -> str:
    """What an array holds, as an error names it: str for Python's texts, else NumPy's name of the type."""
    kinds = types_in(array) if array.dtype == object else set()
    return next(iter(kinds)).__name__ if len(kinds) == 1 and kinds <= {str, bytes} else str(array.dtype)


def _from_masked(values: Any) -> Array:
    """A masked array with its masked entries missing: NaN among floats, None among the rest."""
    mask = np.broadcast_to(np.asarray(values.mask), values.shape)
    if not mask.any():
        return np.asarray(values.data)
    if values.dtype.kind == "f":
        return np.asarray(values.filled(np.nan))
    objects = values.data.astype(object)
    objects[mask] = None
    return np.asarray(objects)


def _from_torch(tensor: Any, name: str) -> Array:
    if getattr(tensor, "is_cuda", False):
        raise InputError("inputs.tensor_on_device", name=name, device=tensor.device)
    tensor = tensor.detach()
    if str(tensor.dtype) == "torch.bfloat16":
        tensor = tensor.float()
    return np.asarray(tensor)


def _from_container(values: Any, name: str) -> Array:
    if type(values).__module__.startswith("pyspark.sql"):
        raise InputError(
            "inputs.spark_rows_not_local",
            name=name,
            kind=type(values).__name__,
        )
    series = _as_series(values, name)
    if series is not None:
        return np.asarray(series.to_numpy())
    for attribute, read in (("__array__", np.asarray), ("__dlpack__", np.from_dlpack)):
        if hasattr(values, attribute):
            return np.asarray(read(values))
    if hasattr(values, "__arrow_c_array__") or hasattr(values, "__arrow_c_stream__"):
        return _from_arrow(values, name)
    if hasattr(values, "__iter__"):
        return _from_list(list(values), name)
    raise InputError("inputs.object_holds_no_rows", name=name, article=_article(values))


def _as_series(values: object, name: str) -> Any:
    """A narwhals series of the container, or None when it is not a series of any data-frame library."""
    module = type(values).__module__.partition(".")[0]
    if module not in ("pandas", "polars", "pyarrow", "modin", "cudf") and not hasattr(values, "__narwhals_series__"):
        return None
    import narwhals.stable.v2 as nw

    if module == "pyarrow" and not hasattr(values, "chunks"):
        import pyarrow as pa

        if isinstance(values, pa.RecordBatch):
            values = pa.Table.from_batches([values])
        elif isinstance(values, pa.Array):
            values = pa.chunked_array([values])
        elif not isinstance(values, pa.Table):
            raise InputError("inputs.pyarrow_not_column", name=name, type=type(values).__name__)
    columns = column_names(values)
    if len(set(columns)) < len(columns):
        twice = next(column for column in columns if columns.count(column) > 1)
        raise InputError("inputs.column_names_duplicate", name=name, twice=twice)
    native = nw.from_native(values, allow_series=True, pass_through=True)
    if isinstance(native, nw.Series):
        return native
    if isinstance(native, nw.DataFrame):
        # A frame of scores, one column a class, is a matrix; anything else names too many columns at once.
        if all(dtype.is_numeric() or str(dtype) == "Boolean" for dtype in native.schema.values()):
            return native
        raise InputError("inputs.frame_not_one_column", name=name, names=listed(map(repr, native.columns[:5])))
    return None


def column_names(values: object) -> list[Any]:
    """The names of a data frame's columns; none for anything else."""
    columns = getattr(values, "columns", None)
    if type(values).__module__.partition(".")[0] == "pyarrow":
        columns = getattr(values, "column_names", None)
    return [] if columns is None or not hasattr(values, "shape") or len(values.shape) != 2 else list(columns)


def _from_arrow(values: object, name: str) -> Array:
    try:
        import pyarrow as pa
    except ImportError:
        raise InputError("inputs.pyarrow_missing", name=name) from None
    column = pa.chunked_array(values) if hasattr(values, "__arrow_c_stream__") else pa.array(values)
    return np.asarray(column.to_numpy(zero_copy_only=False) if isinstance(column, pa.Array) else column.to_numpy())


def one_column(array: Array) -> Array:
    """A matrix of one column as the column that it is; anything else as it is."""
    return array[:, 0] if array.ndim == 2 and array.shape[1] == 1 else array


def one_dimension(array: Array, name: str, remedy: str = "inputs.remedy_one_value_a_row") -> Array:
    """Refuse arrays that are not 1-D; a single column or row is not taken for one."""
    if array.ndim == 1:
        return array
    raise InputError("inputs.shape_not_one_dimension", name=name, shape=array.shape, remedy=say(remedy))


def same_length(n: int, name: str, m: int, other: str) -> None:
    """Refuse columns of different lengths."""
    if n != m:
        raise InputError(
            "inputs.lengths_differ",
            name=name,
            n=n,
            other=other,
            m=m,
        )


def not_empty(n: int, name: str) -> None:
    """Refuse no rows at all."""
    if n == 0:
        raise InputError("inputs.rows_missing", name=name)


def missing_mask(array: Array) -> NDArray[np.bool_] | None:
    """Where values are missing (NaN, None, NaT, pandas NA), or None when none can be."""
    if array.dtype.kind in "fc":
        return np.isnan(array)
    if array.dtype.kind in "mM":
        return np.isnat(array)
    if array.dtype == object:
        if types_in(array) <= NEVER_MISSING:
            return None
        return np.fromiter((is_missing(value) for value in array.ravel()), bool, array.size).reshape(array.shape)
    return None


def is_missing(value: object) -> bool:
    """Whether a value stands for none: None, NaN, NaT, pandas NA."""
    if value is None or type(value).__name__ in ("NAType", "NaTType"):
        return True
    return isinstance(value, (float, np.floating)) and bool(value != value)


def contiguous(array: Array) -> Array:
    """The array in native byte order, aligned and in one piece, copied only where it is not."""
    if array.flags.c_contiguous and array.flags.aligned and array.dtype.isnative:
        return array
    return np.array(array, dtype=array.dtype.newbyteorder("="), order="C")


def more(wrong: int, n: int) -> str:
    """How many rows besides the first are wrong, if any."""
    return say("inputs.part_more_of_rows", wrong=wrong - 1, n=n) if wrong > 1 else ""
