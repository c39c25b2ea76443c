"""Rows that have several labels at once: lists of tags, or matrices that say 0 or 1 of each label."""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..errors import InputError
from ..messages.language import say
from ..types import Array, Bytes
from .arrays import column_names, missing_mask, not_empty, same_length, to_array
from .classes import refuse_contradiction
from .labels import label_names, plain
from .numbers import as_floats, as_weight, refuse_not_finite
from .rows import drop_missing

LISTS = (list, tuple, set, frozenset)


class TagRows(NamedTuple):
    """Rows of several labels: which are true, and what was predicted or how each label scored, a column a label."""

    names: tuple[Any, ...]
    truth: Bytes
    given: Array
    weight: NDArray[np.float64] | None


class TagSet(tuple[Any, ...]):
    """The tags of a row that came as a set, in an order of their own; unlike a list, never a row of a matrix."""

    __slots__ = ()


class Tags(NamedTuple):
    """One side as it came: a matrix, with the names of its columns where it has some; or the tags of each row."""

    matrix: Array | None
    names: tuple[Any, ...] | None = None
    rows: tuple[tuple[Any, ...], ...] = ()

    def __len__(self) -> int:
        return len(self.rows) if self.matrix is None else len(self.matrix)


def several_labels(values: object) -> bool:
    """Whether rows have several labels at once: a matrix or frame of several columns, or a list in each row."""
    if type(values) is np.ndarray and values.dtype.kind != "O":
        return values.ndim == 2 and values.shape[1] != 1
    if isinstance(values, (str, bytes, dict)) or values is None:
        return False
    shape = getattr(values, "shape", None)
    if isinstance(shape, tuple) and len(shape) != 1:
        return len(shape) == 2 and shape[1] != 1
    return holds_lists(values)


def holds_lists(values: object) -> bool:
    """Whether the first row that has a value holds a list, a set or an array."""
    if type(values) is np.ndarray and values.dtype.kind != "O":
        return False
    if isinstance(values, (str, bytes, dict, set, frozenset)) or not hasattr(values, "__iter__"):
        return False
    if hasattr(values, "__next__"):  # what can be read only once is not looked into
        return False
    if not isinstance(values, (list, tuple)):
        # What a column holds is told by its type; "" is a container that has none.
        kind = f"{getattr(values, 'dtype', '')}{getattr(values, 'type', '')}".lower()
        if kind and "object" not in kind and "list" not in kind:
            return False
    for value in values:
        value = value.as_py() if hasattr(value, "as_py") else value
        if value is not None and value == value if isinstance(value, float) else value is not None:
            return _is_list(value)
    return False


def _is_list(value: object) -> bool:
    return isinstance(value, LISTS) or hasattr(value, "to_list") or (isinstance(value, np.ndarray) and value.ndim == 1)


def as_lists(values: Any) -> Array:
    """Rows that hold lists as one array of tuples, sets among them marked; None stays."""
    rows = [value.as_py() if hasattr(value, "as_py") else value for value in values]
    made = np.empty(len(rows), object)
    for at, row in enumerate(rows):
        if isinstance(row, (set, frozenset)):
            made[at] = TagSet(sorted(row, key=str))
        else:
            made[at] = tuple(row) if _is_list(row) and not isinstance(row, TagSet) else row
    return made


def whole_array(values: Any) -> Any:
    """Lists as an array of tuples and sparse matrices in full, so that both have a length; anything else as it is."""
    if hasattr(values, "tocsr"):
        return np.asarray(values.toarray())
    return as_lists(values) if holds_lists(values) else values


def read_tags(values: Any, name: str) -> Tags:
    """A side of the comparison. Lists of equal length that hold nothing but 0 and 1 are a matrix; all others, and sets, name tags."""
    if hasattr(values, "tocsr"):
        return Tags(_indicator(np.asarray(values.toarray()), name))
    if (columns := frame_columns(values)) is not None:
        return Tags(_indicator(to_array(values, name), name), columns)
    if not holds_lists(values):
        array = to_array(values, name)
        if array.ndim != 2:
            raise InputError(
                "inputs.tags_shape_mismatch",
                name=name,
                shape=array.shape,
            )
        return _tags([tuple(row) for row in array.tolist()], name) if array.dtype.kind in "US" else Tags(_indicator(array, name))
    rows = as_lists(values)
    gone = missing_mask(rows)
    if gone is not None and gone.any():
        at = int(np.argmax(gone))
        raise InputError("inputs.tags_missing", name=name, at=at)
    sets = any(isinstance(row, TagSet) for row in rows)
    if not sets and len({len(row) for row in rows}) == 1 and len(rows[0]) and all(_is_bit(value) for row in rows for value in row):
        return Tags(_indicator(np.array([list(row) for row in rows]), name))
    return _tags(list(rows), name, sets)


def _is_bit(value: object) -> bool:
    return not isinstance(value, (str, bytes)) and value in (0, 1)


def _indicator(array: Array, name: str) -> Bytes:
    if array.dtype == object:
        array = as_floats(array, name)
    if array.shape[1] == 1:
        raise InputError("inputs.tags_single_column", name=name)
    wrong = ~((array == 0) | (array == 1))
    if wrong.any():
        row, column = (int(place) for place in np.argwhere(wrong)[0])
        remedy = say("inputs.remedy_arguments_swapped") if name == "y_true" else say("inputs.remedy_scores_to_labels")
        raise InputError(
            "inputs.tag_indicator_not_binary",
            name=name,
            value=array[row, column],
            row=row,
            value_2=column,
            remedy=remedy,
        )
    return np.ascontiguousarray(array.astype(np.uint8))


def _tags(rows: list[tuple[Any, ...]], name: str, sets: bool = False) -> Tags:
    """Tags that can be told apart, each named once a row; only ``sets`` may hold nothing but 0 and 1."""
    cleaned = []
    for at, row in enumerate(rows):
        if not isinstance(row, tuple):
            raise InputError("inputs.tags_row_not_list", name=name, row=row, at=at)
        tags = tuple(tag_of(value) for value in row)
        if problem := refused_tags(tags):
            raise InputError("inputs.tags_problem_at_position", name=name, problem=problem, at=at)
        cleaned.append(tags)
    met = {tag for row in cleaned for tag in row}
    if met and met <= {0, 1} and not sets:
        raise InputError("inputs.tags_or_indicators_ambiguous", name=name)
    return Tags(None, rows=tuple(cleaned))


def tag_of(value: object) -> Any:
    """A tag as labels are: whole floats are the numbers they are."""
    value = plain(value)
    return int(value) if isinstance(value, float) and value.is_integer() else value


def refused_tags(tags: tuple[object, ...]) -> str:
    """What is wrong with the tags of a row; empty where nothing is."""
    for tag in tags:
        if not isinstance(tag, (str, int, bool)) or tag == "":
            return say("inputs.part_tag_not_label", tag=tag)
    if len(set(tags)) < len(tags):
        twice = next(tag for tag in tags if tags.count(tag) > 1)
        return say(
            "inputs.part_tag_twice",
            twice=twice,
        )
    return ""


def tag_rows(
    y_true: object, y_pred: object, weight: object = None, labels: object = None, missing: str = "error", *, name: str = "y_pred"
) -> TagRows:
    """Validate true and predicted labels, several a row.

    >>> tag_rows([["a", "b"], []], [["a"], ["b"]]).truth.tolist()
    [[1, 1], [0, 0]]
    """
    if y_pred is None:
        raise InputError("inputs.second_missing_of_label_sets", name=name)
    y_true, y_pred, weight = _whole_rows(y_true, y_pred, weight, missing, name)
    truth, given = read_tags(y_true, "y_true"), read_tags(y_pred, name)
    same_length(len(truth), "y_true", len(given), name)
    not_empty(len(truth), "y_true")
    names = _shared(truth, given, None if labels is None else label_names(labels), name)
    return TagRows(names, _placed(truth, names, "y_true"), _placed(given, names, name), as_weight(weight, len(truth), "y_true"))


def tag_score_rows(
    y_true: object, y_score: object, weight: object = None, labels: object = None, missing: str = "error", *, name: str = "y_score"
) -> TagRows:
    """Validate true labels, several a row, with a column of scores for each label."""
    if y_score is None:
        raise InputError("inputs.tag_scores_missing", name=name)
    columns = frame_columns(y_score)
    y_true, y_score, weight = _whole_rows(y_true, y_score, weight, missing, name)
    truth, score = read_tags(y_true, "y_true"), to_array(y_score, name)
    if score.ndim != 2:
        raise InputError(
            "inputs.tag_scores_shape_mismatch",
            name=name,
            shape=score.shape,
        )
    same_length(len(truth), "y_true", len(score), name)
    not_empty(len(truth), "y_true")
    known = columns if labels is None and columns is not None else None if labels is None else label_names(labels)
    if labels is not None and columns is not None:
        refuse_contradiction(list(columns), label_names(labels), name)
    if known is None and truth.matrix is None:
        raise InputError(
            "inputs.tag_score_columns_unnamed",
            name=name,
            shape=score.shape[1],
        )
    names = _in_order_of(truth, known, score.shape[1], name)
    scores = as_floats(score, name)
    refuse_not_finite(scores, name, missing)
    return TagRows(names, _placed(truth, names, "y_true"), scores, as_weight(weight, len(truth), "y_true"))


def frame_columns(values: object) -> tuple[Any, ...] | None:
    """The names of a frame's columns; None for anything else."""
    if not hasattr(values, "columns") or len(getattr(values, "shape", ())) != 2:
        return None
    return tuple(map(plain, column_names(values))) or None


def unnamed_matrix(values: object) -> bool:
    """Whether the labels of a side are columns of which nothing says whose they are."""
    side = read_tags(values, "y_true") if several_labels(values) else None
    return side is not None and side.matrix is not None and side.names is None


def _whole_rows(y_true: object, given: object, weight: object, missing: str, name: str) -> tuple[Any, Any, Any]:
    """The rows that miss nothing, where those that do may be dropped."""
    if missing == "error":
        return y_true, given, weight
    truth, said, heavy = drop_missing({"y_true": whole_array(y_true), name: whole_array(given), "weight": weight}, missing)
    return truth, said, heavy


def _shared(truth: Tags, given: Tags, labels: tuple[Any, ...] | None, name: str) -> tuple[Any, ...]:
    """The labels of both sides: those named, those of the columns, or the tags that occur, sorted."""
    widths = {side.matrix.shape[1] for side in (truth, given) if side.matrix is not None}
    if len(widths) > 1:
        assert truth.matrix is not None
        assert given.matrix is not None
        raise InputError(
            "inputs.tag_column_counts_differ",
            shape=truth.matrix.shape[1],
            name=name,
            shape_2=given.matrix.shape[1],
        )
    if labels is not None or not widths:
        if labels is not None and widths and widths != {len(labels)}:
            raise InputError("inputs.tag_labels_count_mismatch", count=len(labels), pop=widths.pop())
        return labels if labels is not None else _sorted({tag for side in (truth, given) for row in side.rows for tag in row})
    named = [side.names for side in (truth, given) if side.names is not None]
    if named:
        return named[0]
    if truth.matrix is None or given.matrix is None:
        raise InputError("inputs.tag_matrix_unnamed")
    return tuple(range(widths.pop()))


def _sorted(tags: set[Any]) -> tuple[Any, ...]:
    text = next((tag for tag in tags if isinstance(tag, str)), None)
    other = next((tag for tag in tags if not isinstance(tag, str)), None)
    if text is not None and other is not None:
        raise InputError("inputs.tag_types_mixed", text=text, other=other)
    if not tags:
        raise InputError("inputs.tags_all_empty")
    return tuple(sorted(tags))


def _in_order_of(truth: Tags, known: tuple[Any, ...] | None, columns: int, name: str) -> tuple[Any, ...]:
    """The label of each column of scores: as named, by value or as text, else by the place of the truth's columns."""
    if known is None:
        assert truth.matrix is not None
        names = truth.names or tuple(range(truth.matrix.shape[1]))
    else:
        tags = {tag for row in truth.rows for tag in row} | set(truth.names or ())
        by_text = {str(tag): tag for tag in tags}
        names = tuple(by_text.get(str(one), one) for one in known)
    if len(names) != columns:
        raise InputError(
            "inputs.tag_columns_labels_mismatch",
            name=name,
            columns=columns,
            count=len(names),
        )
    return names


def _placed(side: Tags, names: tuple[object, ...], name: str) -> Bytes:
    """One side as a matrix whose columns stand in the order of the labels."""
    places = {label: place for place, label in enumerate(names)}
    shown = ", ".join(map(repr, names[:8])) + (", …" if len(names) > 8 else "")
    if side.matrix is not None:
        if side.names is None or side.names == names:
            if side.matrix.shape[1] != len(names):
                raise InputError(
                    "inputs.tag_score_columns_mismatch",
                    name=name,
                    shape=side.matrix.shape[1],
                    count=len(names),
                    shown=shown,
                )
            return side.matrix
        at = {str(label): column for column, label in enumerate(side.names)}
        if len(at) < len(side.names) or {str(label) for label in names} != set(at):
            raise InputError(
                "inputs.tag_score_names_mismatch",
                name=name,
                names=list(side.names)[:8],
                shown=shown,
            )
        return np.ascontiguousarray(side.matrix[:, [at[str(label)] for label in names]])
    made = np.zeros((len(side.rows), len(names)), np.uint8)
    for row, tags in enumerate(side.rows):
        for tag in tags:
            if tag not in places:
                raise InputError(
                    "inputs.tag_not_listed",
                    name=name,
                    tag=tag,
                    row=row,
                    shown=shown,
                )
            made[row, places[tag]] = 1
    return made
