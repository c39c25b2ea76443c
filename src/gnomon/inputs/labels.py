"""Labels of any type, as codes: 0 to K-1 in the order of their names."""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from .. import _core
from ..errors import InputError
from ..messages.language import either, say, term
from ..parallel import THREADS
from ..types import Array
from .arrays import (
    DescribedArray,
    column_names,
    contiguous,
    missing_mask,
    more,
    not_empty,
    one_dimension,
    same_length,
    to_array,
    type_shown,
    types_in,
)
from .moments import moments

MOST_LABELS = 8192
"""A confusion matrix of this many labels takes half a gigabyte; more labels are an identifier column, not classes."""


class Codes(NamedTuple):
    """Labels as integers counted from ``low``: code - low is the place of the label in ``names``."""

    values: Array
    names: tuple[Any, ...]
    low: int


def plain(value: object) -> Any:
    """A label as the plain Python object that it prints as."""
    return value.item() if isinstance(value, np.generic) else value


def check_labels(array: Array, name: str) -> Array:
    """Labels that can be told apart: one dimension, one type, none missing."""
    array = one_dimension(array, name, "inputs.remedy_one_label_or_argmax")
    missing = missing_mask(array)
    if missing is not None and missing.any():
        at = int(np.argmax(missing))
        raise InputError(
            "inputs.label_missing",
            name=name,
            value=plain(array[at]),
            at=at,
            more=more(int(missing.sum()), array.size),
        )
    if array.dtype.kind in "mM":
        return moments(array)
    if array.dtype == object:
        array = _same_type(array, name)
    if array.dtype.kind == "f":
        _refuse_fractions(array, name)
    if array.dtype.kind == "c" or array.dtype.kind == "V":
        raise InputError("inputs.label_type_unsupported", name=name, type=array.dtype)
    return array


def choices(names: tuple[object, ...]) -> str:
    """What positive= may be, for a message that must not choose."""
    return either(f"⟦positive={name!r}⟧" for name in names)


def _refuse_fractions(array: Array, name: str) -> None:
    """Refuse labels that look like scores: each would become a class of its own."""
    with np.errstate(invalid="ignore"):
        fractions = np.flatnonzero(array != np.rint(array))
    if fractions.size:
        at = int(fractions[0])
        remedy = say("inputs.remedy_swapped_or_numbers") if name == "y_true" else say("inputs.remedy_scores_to_labels")
        raise InputError("inputs.label_not_integer", name=name, value=array[at], at=at, remedy=remedy)


def _same_type(array: Array, name: str) -> Array:
    """An array of objects as the array of their one type, texts as objects; mixtures are refused."""
    if types_in(array) in ({str}, {bytes}):
        return array
    kinds = {bool: "booleans", int: "numbers", float: "numbers", str: "strings", bytes: "bytes"}
    values = [plain(value) for value in array]
    families = [kinds.get(type(value), type(value).__name__) for value in values]
    for position, family in enumerate(families):
        if family != families[0]:
            raise InputError(
                "inputs.label_types_mixed",
                name=name,
                value=array[position],
                type=type(array[position]).__name__,
                position=position,
                families=term(families[0]),
            )
    if not families or families[0] not in kinds.values():
        return array
    return np.array(values, object) if families[0] in ("strings", "bytes") else np.array(values)


def integer_like(array: Array) -> bool:
    """Whether labels go to the kernels as they are."""
    return array.dtype.char in "?bBhHiIlq" or (array.dtype.char == "L" and array.dtype.itemsize == 4)


def encode_pair(truth: object, prediction: object, labels: object = None, *, name: str = "y_pred") -> tuple[Codes, Codes]:
    """Truth and prediction as codes over one set of names: ``labels``, or those that occur, as ordered categoricals have them or sorted.

    >>> truth, prediction = encode_pair(["cat", "dog", "cat"], ["cat", "cat", "dog"])
    >>> truth.names, truth.values.tolist(), prediction.values.tolist()
    (('cat', 'dog'), [0, 1, 0], [0, 0, 1])
    """
    order = category_order(truth, prediction) if labels is None else None
    y = check_labels(to_array(truth, "y_true"), "y_true")
    p = check_labels(to_array(prediction, name), name)
    not_empty(y.size, "y_true")
    same_length(y.size, "y_true", p.size, name)
    _comparable(y, p, name)
    if labels is None and order is not None and {*_distinct([y, p])} <= {*order}:
        labels = order
    if labels is None and integer_like(y) and integer_like(p):
        dense = _dense(y, p)
        if dense is not None:
            return dense
    names = label_names(labels) if labels is not None else _distinct([y, p])
    if len(names) > MOST_LABELS:
        raise InputError(
            "inputs.labels_too_many",
            name=name,
            count=len(names),
            most=MOST_LABELS,
        )
    return Codes(_lookup(y, names, "y_true"), names, 0), Codes(_lookup(p, names, name), names, 0)


def encode_truth(truth: object, labels: tuple[Any, ...] | None = None) -> Codes:
    """One column of labels as codes."""
    y = check_labels(to_array(truth, "y_true"), "y_true")
    not_empty(y.size, "y_true")
    if labels is None and integer_like(y):
        close = close_integers(y)
        if close is not None:
            return close
    names = label_names(labels) if labels is not None else _distinct([y])
    return Codes(_lookup(y, names, "y_true"), names, 0)


def close_integers(y: Array) -> Codes | None:
    """Codes of integer labels that lie close together, without sorting; None when they are spread out."""
    y = contiguous(y)
    low, high = _core.extent(y, THREADS)
    if high - low >= 256:
        return None
    offset = (y.astype(np.int64, copy=False) - low).astype(np.uint8)
    present = np.flatnonzero(np.bincount(offset, minlength=1))
    kind = bool if y.dtype.kind == "b" else int
    names = tuple(kind(low + int(v)) for v in present)
    if present.size == high - low + 1:
        return Codes(offset, names, 0)
    table = np.zeros(256, np.uint8)
    table[present] = np.arange(present.size)
    return Codes(table[offset], names, 0)


class CategoryOrder(NamedTuple):
    """The categories of a categorical column, in the order in which it has them, and whether that order means anything."""

    names: list[Any]
    ordered: bool


def categories_of(values: object) -> CategoryOrder | None:
    """What a categorical column (pandas, Polars, PyArrow) declares; None for any other.

    A Polars Categorical and an Arrow dictionary without an order declare nothing: their categories stand as the values came.
    """
    if type(values) is np.ndarray:
        return None
    if isinstance(values, DescribedArray):
        return values.categories  # what categories_of found before rows were dropped
    dtype: Any = getattr(values, "dtype", None) or getattr(values, "type", None)
    if hasattr(dtype, "categories") and hasattr(dtype, "ordered"):
        names = dtype.categories
        return None if names is None else CategoryOrder([plain(name) for name in names], bool(dtype.ordered))
    if type(dtype).__name__ == "Enum" and hasattr(dtype, "categories"):
        return CategoryOrder(list(dtype.categories), True)
    if getattr(dtype, "ordered", False) and hasattr(dtype, "value_type"):
        return CategoryOrder(_dictionary(values), True)
    return None


def _dictionary(values: Any) -> list[Any]:
    """The dictionary of an Arrow column; of one in chunks, that of all of them."""
    if hasattr(values, "dictionary"):
        return list(values.dictionary.to_pylist())
    return list(dict.fromkeys(name for chunk in values.unify_dictionaries().chunks[:1] for name in chunk.dictionary.to_pylist()))


def category_order(*columns: Any) -> list[Any] | None:
    """The order that ordered categoricals among the columns have; None where there is none. Two that contradict are refused."""
    known = [found.names for found in map(categories_of, columns) if found is not None and found.ordered]
    for order in known[1:]:
        if [name for name in known[0] if name in order] != [name for name in order if name in known[0]]:
            raise InputError(
                "inputs.label_orders_differ",
                known=known[0][:6],
                order=order[:6],
            )
    return known[0] if known else None


def described(given: object, array: Array) -> Any:
    """An array made of a container, with what the container says that an array does not; the array alone where that is nothing."""
    columns, categories = column_names(given), categories_of(given)
    return array if not columns and categories is None else DescribedArray(array, columns, categories)


def spelling(label: object) -> str:
    """How a label or a column that is named after it is written: 1, "1" and 1.0 alike."""
    label = plain(label)
    return str(int(label)) if isinstance(label, float) and label.is_integer() else str(label)


def label_order(label: object) -> tuple[str, Any]:
    """What labels are sorted by: numbers before text."""
    return ("", label) if isinstance(label, (int, float)) else (type(label).__name__, label)


def _family(labels: Array) -> str:
    """Labels that can be equal: numbers, text and objects, moments, spans of time."""
    kind = labels.dtype.kind
    return kind if kind in "mM" else "text" if kind in "USO" else "numbers"


def _comparable(y: Array, p: Array, name: str) -> None:
    if _family(y) != _family(p):
        raise InputError(
            "inputs.label_types_differ",
            type=type_shown(y),
            value=str(y[0]) if y.dtype.kind in "mM" else plain(y[0]),
            name=name,
            type_2=type_shown(p),
            value_2=str(p[0]) if p.dtype.kind in "mM" else plain(p[0]),
        )


def _dense(y: Array, p: Array) -> tuple[Codes, Codes] | None:
    """Integer labels close enough together to be codes already; None when they are spread out."""
    common = np.result_type(y, p)
    if common.kind not in "iub":
        return None
    y, p = (contiguous(a.astype(common, copy=False)) for a in (y, p))
    extents = (_core.extent(y, THREADS), _core.extent(p, THREADS))
    low, high = min(e[0] for e in extents), max(e[1] for e in extents)
    if high - low >= 512:
        return None
    kind = bool if common.kind == "b" else int
    names = tuple(kind(v) for v in range(low, high + 1))
    return Codes(y, names, low), Codes(p, names, low)


def label_names(labels: object) -> tuple[Any, ...]:
    """The labels that labels= names, each once."""
    array = one_dimension(to_array(labels, "labels"), "labels", "inputs.remedy_labels_as_list")
    names = tuple(plain(value) for value in array)
    not_empty(len(names), "labels")
    if len(set(names)) != len(names):
        twice = next(name for name in names if names.count(name) > 1)
        raise InputError("inputs.label_named_twice", twice=twice)
    return names


def _distinct(columns: list[Array]) -> tuple[Any, ...]:
    if any(column.dtype == object for column in columns):
        return tuple(sorted(set().union(*(column.tolist() for column in columns)), key=lambda v: (str(type(v)), v)))
    found = np.unique(np.concatenate([np.unique(column) for column in columns]))
    return tuple(plain(value) for value in found)


def _lookup(column: Array, names: tuple[object, ...], name: str) -> NDArray[np.int64]:
    """Each label's place in ``names``; a label that is not there is refused with its position."""
    distinct, inverse = factorize(column)
    places = {label: place for place, label in enumerate(names)}
    table = np.array([places.get(plain(label), -1) for label in distinct], dtype=np.int64)
    codes: NDArray[np.int64] = table[inverse]
    if (table < 0).any():
        at = int(np.argmax(codes < 0))
        shown = ", ".join(map(repr, names[:8])) + (", …" if len(names) > 8 else "")
        raise InputError(
            "inputs.label_not_listed",
            name=name,
            value=plain(column[at]),
            at=at,
            shown=shown,
        )
    return codes


def factorize(column: Array) -> tuple[list[Any], NDArray[np.int64]]:
    """The distinct values, and each row's place among them."""
    if column.dtype != object:
        distinct, inverse = np.unique(column, return_inverse=True)
        return list(distinct), inverse.astype(np.int64, copy=False)
    places: dict[Any, int] = {}
    inverse = np.fromiter((places.setdefault(value, len(places)) for value in column), np.int64, column.size)
    return list(places), inverse
