"""Rows ready for a kernel: which are positive, their scores, their weights."""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from .. import _core
from ..errors import DroppedRowsWarning, InputError, warn
from ..messages.language import say
from ..parallel import THREADS
from ..types import Array
from .arrays import contiguous, missing_mask, not_empty, one_column, one_dimension, same_length, to_array
from .direction import HIGHER, Direction, check_direction, read
from .labels import Codes, check_labels, choices, described, encode_truth, integer_like, plain
from .numbers import as_floats, as_weight, refuse_not_finite


class _Default(int):
    """The default positive label: equal to 1, but known not to have been passed by the caller."""

    def __repr__(self) -> str:
        return "1"

    def __reduce__(self) -> str:
        return "DEFAULT_POSITIVE"  # the same object wherever it is sent to


DEFAULT_POSITIVE = _Default(1)


class BinaryRows(NamedTuple):
    """Rows of two classes. ``positive`` is a mask of bytes; scores are floats not yet known to be finite.

    Scores are higher for the positive class: those that came the other way round, as ``direction`` says, are negated.
    """

    positive: NDArray[np.uint8]
    score: Array
    weight: NDArray[np.float64] | None
    direction: Direction = HIGHER


class ClassRows(NamedTuple):
    """Rows of several classes: the code of each row's class, and a column of scores for each class."""

    codes: Codes
    score: Array
    weight: NDArray[np.float64] | None


SEVERAL = "inputs.remedy_scores_of_all_classes"
"""What else may be meant where two classes are asked for and there are more."""


def binary_rows(
    y_true: object,
    y_score: object,
    weight: object = None,
    positive: object = DEFAULT_POSITIVE,
    missing: str = "error",
    *,
    name: str = "y_score",
    several: str = SEVERAL,
    direction: object = HIGHER,
) -> BinaryRows:
    """Validate labels of two classes with one score for each row; errors call the scores by ``name``.

    >>> binary_rows([0, 1, 1], [0.2, 0.9, 0.4]).positive.tolist()
    [0, 1, 1]
    """
    if y_score is None:
        raise InputError("inputs.second_missing_of_sweep", name=name)
    y, s = to_array(y_true, "y_true"), one_column(to_array(y_score, name))
    if not (y.ndim == s.ndim == 1 and y.size == s.size > 0):
        _refuse_shapes(y, s, name)
    if missing != "error":
        y, s, weight = drop_missing({"y_true": y, name: s, "weight": weight}, missing)
    mask = positive_mask(y, positive, several)
    way, scores = check_direction(direction), as_floats(s, name)
    if way != HIGHER:
        refuse_not_finite(scores, name, missing)  # while the values are the caller's own
    return BinaryRows(mask, read(scores, way), as_weight(weight, y.size, "y_true"), way)


def _refuse_shapes(y: Array, s: Array, name: str) -> None:
    """Say what is wrong with labels and scores that are not two columns of one length."""
    if s.ndim == 2 and s.shape[1] == 2:
        one_dimension(s, name, say("inputs.remedy_positive_class_column", name=name))
    one_dimension(s, name, "inputs.remedy_one_score_a_row")
    one_dimension(y, "y_true", "inputs.remedy_one_label_a_row")
    not_empty(y.size, "y_true")
    same_length(y.size, "y_true", s.size, name)


def gaps_of(counts: dict[str, int]) -> str:
    """Columns with the number of rows that miss a value in them."""
    return say("inputs.part_list_separator").join(
        say("inputs.part_count_by_name", name=name, count=count) for name, count in counts.items()
    )


def drop_missing(columns: dict[str, Any], missing: str) -> tuple[Any, ...]:
    """The columns without the rows in which any of them is missing, with a warning that counts them.

    They are arrays; names of columns and categories stay beside them.
    """
    if missing != "drop":
        raise InputError("inputs.missing_option_unknown", missing=missing)
    arrays = {name: None if values is None else to_array(values, name) for name, values in columns.items()}
    given = {name: array for name, array in arrays.items() if array is not None}
    first = next(iter(given))
    for name, array in given.items():
        if array.ndim == 0:
            raise InputError("inputs.single_value_for_rows", name=name, value=array)
        same_length(len(given[first]), first, len(array), name)
    n = len(given[first])
    gone = np.zeros(n, bool)
    counts: dict[str, int] = {}
    for name, array in given.items():
        missing_here = missing_mask(array)
        if missing_here is not None and missing_here.any():
            where = missing_here.reshape(n, -1).any(axis=1)
            counts[name] = int(where.sum())
            gone |= where
    if not counts:
        return tuple(None if array is None else described(columns[name], array) for name, array in arrays.items())
    if gone.all():
        raise InputError("inputs.rows_all_dropped", n=n, listed=gaps_of(counts))
    warn(
        say("inputs.note_rows_dropped", value=int(gone.sum()), n=n, listed=gaps_of(counts)),
        DroppedRowsWarning,
    )
    return tuple(None if array is None else described(columns[name], array[~gone]) for name, array in arrays.items())


def positive_mask(y: Array, positive: object = DEFAULT_POSITIVE, several: str = SEVERAL) -> NDArray[np.uint8]:
    """Which rows have the positive label: bytes 0 and 1. Exactly two labels are allowed, one of them positive.

    ``several`` is the remedy to offer where there are more.
    """
    if (integer_like(y) or y.dtype.char in "df") and isinstance(positive, int):
        y = contiguous(y)
        if _representable(positive, y):
            mask, count, other, clean = _core.binarize(y, int(positive), THREADS)
            default = positive is DEFAULT_POSITIVE
            if clean and (other == y.size or y.item(other) in (0, -1) if default else count):
                return mask
    return _named_mask(check_labels(y, "y_true"), positive, several)


def _representable(positive: int, y: Array) -> bool:
    if 0 <= positive <= 1:
        return True
    if y.dtype.kind == "b":
        return False
    if y.dtype.kind == "f":
        return abs(positive) <= 2**24
    info = np.iinfo(y.dtype)
    return bool(info.min <= positive <= info.max)


def _named_mask(y: Array, positive: object, several: str) -> NDArray[np.uint8]:
    """The mask for any labels, and the reason when they do not make two classes."""
    names = encode_truth(y).names
    shown = ", ".join(map(repr, names[:8])) + (", …" if len(names) > 8 else "")
    if len(names) > 2:
        raise InputError(
            "inputs.labels_not_two",
            count=len(names),
            shown=shown,
            names=names[-1],
            several=say(several),
        )
    if positive is DEFAULT_POSITIVE:
        if not set(names) <= {0, 1} and not set(names) <= {-1, 1}:
            raise InputError("inputs.positive_ambiguous", shown=shown, choices=choices(names))
        positive = 1
    elif positive not in names and len(names) == 2:
        raise InputError("inputs.positive_unknown", positive=positive, shown=shown)
    if y.dtype == object and not isinstance(positive, (str, bytes)):
        return np.fromiter((plain(v) == positive for v in y), np.uint8, y.size)
    return np.asarray(y == positive, bool).astype(np.uint8)
