"""Groups: queries, users, sessions of any type, as codes in the order of their names."""

import re
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from .. import _core
from ..errors import InputError
from ..messages.language import both, say
from ..parallel import THREADS
from ..types import Array
from .arrays import contiguous, missing_mask, more, one_dimension, to_array
from .labels import plain
from .moments import moment, moments, moments_of


class Groups(NamedTuple):
    """The place of each row's group among ``names``, distinct and ascending: integers, floats, moments in microseconds, or objects."""

    codes: NDArray[np.uint32]
    names: Array


def encode_groups(values: object, argument: str = "group") -> Groups:
    """A column of groups as codes.

    >>> codes, names = encode_groups(["bo", "al", "bo"])
    >>> codes.tolist(), names.tolist()
    ([1, 0, 1], ['al', 'bo'])
    """
    found = _from_categories(values, argument)
    return _of_array(to_array(values, argument), argument) if found is None else found


def _of_array(array: Array, argument: str) -> Groups:
    array = one_dimension(array, argument, "inputs.remedy_one_group_a_row")
    missing = missing_mask(array)
    if missing is not None and missing.any():
        refuse_missing(argument, int(np.argmax(missing)), int(missing.sum()), array.size)
    kind = array.dtype.kind
    if kind in "iub" and array.dtype != np.uint64:
        return _integers(array)
    if kind == "f" or array.dtype == np.uint64:
        names, codes = np.unique(array, return_inverse=True)
        return Groups(codes.astype(np.uint32), names if kind == "f" else named(names.tolist()))
    if kind in "mM":
        found = _integers(array.view(np.int64))
        return Groups(found.codes, moments(found.names.view(array.dtype)))
    return _hashed(array.tolist(), argument)


def refuse_missing(argument: str, at: int, count: int, n: int) -> None:
    """A row without a group belongs nowhere."""
    remedy = say("inputs.remedy_drop_or_own_group")
    raise InputError("inputs.group_missing", argument=argument, at=at, more=more(count, n), remedy=remedy)


def _integers(array: Array) -> Groups:
    wide = array.dtype.itemsize == 8 or array.dtype == np.uint32
    codes, names = _core.factorize(contiguous(array if wide or array.dtype == np.int32 else array.astype(np.int32)), THREADS)
    return Groups(codes, names)


def _hashed(values: list[Any], argument: str) -> Groups:
    """Anything that can be hashed and sorted: text, mostly."""
    numbers: dict[Any, int] = {}
    try:
        codes = np.fromiter((numbers.setdefault(value, len(numbers)) for value in values), np.int64, len(values))
    except TypeError as reason:
        raise InputError("inputs.group_values_indistinguishable", argument=argument, reason=reason) from None
    return sorted_groups(codes, list(numbers), argument)


def sorted_groups(codes: Array, names: list[Any], argument: str) -> Groups:
    """Codes in any order of names, as codes in their ascending order; names may hold some that no row has."""
    used, present = _integers(np.asarray(codes))
    kept = [moment(plain(names[code])) for code in present]
    try:
        order = sorted(range(len(kept)), key=kept.__getitem__)
    except TypeError:
        kinds = both(dict.fromkeys(type(name).__name__ for name in kept))
        raise InputError("inputs.group_types_mixed", argument=argument, kinds=kinds) from None
    rank = np.empty(len(order), np.uint32)
    rank[order] = np.arange(len(order), dtype=np.uint32)
    return Groups(rank[used], named([kept[place] for place in order]))


def named(names: list[Any]) -> Array:
    """Names as an array: of integers where all are, of moments where all are, else of the objects themselves."""
    if all(type(name) is int and abs(name) < 2**63 for name in names):
        return np.array(names, np.int64)
    dated = moments_of(names)
    if dated is not None:
        return dated
    made = np.empty(len(names), object)
    made[:] = names
    return made


def _from_categories(values: Any, argument: str) -> Groups | None:
    """Columns that hold codes already, or whose library encodes text faster than we could; None for all others."""
    module = type(values).__module__.partition(".")[0]
    if module == "pandas":
        import pandas as pd

        if not isinstance(values, (pd.Series, pd.Index, pd.Categorical)) or isinstance(values, pd.MultiIndex):
            return None
        if values.dtype.kind != "O" and getattr(values.dtype, "tz", None) is None:
            return None
        codes, names = pd.factorize(values)
        return _coded(np.asarray(codes), list(names), argument)
    if module == "polars" and (str(values.dtype).startswith(("String", "Categorical", "Enum")) or getattr(values.dtype, "time_zone", None)):
        values = values.to_arrow()
        module = "pyarrow"
    if module == "pyarrow" and hasattr(values, "dictionary_encode") and re.match("(large_)?string|dict|timestamp.*tz", str(values.type)):
        import pyarrow as pa

        column = values if isinstance(values, pa.ChunkedArray) else pa.chunked_array([values])
        whole = column.dictionary_encode().unify_dictionaries().combine_chunks()
        whole = whole.chunk(0) if isinstance(whole, pa.ChunkedArray) else whole
        return _coded(whole.indices.cast("int64").fill_null(-1).to_numpy(zero_copy_only=False), whole.dictionary.to_pylist(), argument)
    return None


def _coded(codes: Array, names: list[Any], argument: str) -> Groups:
    missing = codes < 0
    if missing.any():
        refuse_missing(argument, int(np.argmax(missing)), int(missing.sum()), codes.size)
    return sorted_groups(codes.astype(np.int64), names, argument)
