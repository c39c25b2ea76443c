"""Scores by class: which column is which class's, settled by names, by categories, by labels=, or by the sorted labels."""

from typing import Any

import numpy as np

from ..errors import InputError
from ..messages.language import say
from ..types import Array
from .arrays import column_names, not_empty, one_dimension, same_length, to_array
from .labels import CategoryOrder, categories_of, encode_truth, label_names, label_order, spelling
from .numbers import as_floats, as_weight, refuse_not_finite
from .rows import ClassRows, drop_missing

REMEDY = "inputs.remedy_labels_of_columns"


def class_rows(
    y_true: object, y_score: object, weight: object = None, labels: object = None, missing: str = "error", *, name: str = "y_score"
) -> ClassRows:
    """Validate labels of several classes with a column of scores for each.

    The columns of a frame are the classes they are named after. Others stand in the order of ``labels``, of the categories of an ordered
    categorical (one without rows is a class too), or of the sorted labels.
    """
    s = to_array(y_score, name)
    if s.ndim != 2:
        raise InputError("inputs.class_scores_shape_mismatch", name=name, shape=s.shape)
    columns, categories = column_names(y_score), categories_of(y_true)  # dropping rows makes plain arrays of both
    y = one_dimension(to_array(y_true, "y_true"), "y_true", "inputs.remedy_one_label_a_row")
    not_empty(y.size, "y_true")
    same_length(y.size, "y_true", s.shape[0], name)
    if missing != "error":
        y, s, weight = drop_missing({"y_true": y, name: s, "weight": weight}, missing)
    known = None if labels is None else label_names(labels)
    names = class_order(encode_truth(y).names, columns, s.shape[1], known, categories, name)
    codes = encode_truth(y, names)
    scores = as_floats(s, name)
    refuse_not_finite(scores, name, missing)
    return ClassRows(codes, scores, as_weight(weight, y.size, "y_true"))


def class_order(
    met: tuple[object, ...], columns: list[Any], count: int, labels: tuple[Any, ...] | None, categories: CategoryOrder | None, name: str
) -> tuple[Any, ...]:
    """The class of each of so many columns; ``met`` are the labels that occur."""
    if labels is not None:
        refuse_contradiction(columns, labels, name)
        return _as_many(labels, count, name)
    if columns and not _only_numbered(columns, met):
        return _by_name(columns, met, categories, name)
    if categories is None:
        return _as_many(met, count, name)
    declared = tuple(categories.names)
    if categories.ordered:
        return _as_many(declared, count, name)
    if count != len(declared):
        return _as_many(met, count, name)
    if list(declared) != sorted(declared, key=label_order):
        raise InputError(
            "inputs.category_order_ambiguous",
            shown=_shown(declared),
            name=name,
            remedy=say(REMEDY),
        )
    return declared


def highest_class(rows: ClassRows) -> Array:
    """The place of the class that each row scores highest, the first of equals."""
    return np.asarray(np.argmax(rows.score, axis=1))


def _shown(names: tuple[Any, ...] | list[Any]) -> str:
    return ", ".join(map(repr, list(names)[:8])) + (", …" if len(names) > 8 else "")


def _as_many(names: tuple[object, ...], count: int, name: str) -> tuple[Any, ...]:
    if len(names) != count:
        raise InputError(
            "inputs.score_column_count_mismatch",
            name=name,
            count=count,
            count_2=len(names),
            shown=_shown(names),
            remedy=say(REMEDY),
        )
    return names


def _only_numbered(columns: list[Any], met: tuple[object, ...]) -> bool:
    """Whether columns have no names but those a library numbers them by: a matrix put into a frame. Beside labels that are numbers, bare
    numbers are names.
    """
    if columns == list(range(len(columns))):
        return all(isinstance(label, (str, bytes)) for label in met)
    return columns == [f"column_{place}" for place in range(len(columns))]


def refuse_contradiction(columns: list[Any], labels: tuple[object, ...], name: str) -> None:
    """A column that is named after a class must be that class's; columns named otherwise stand in the order of labels."""
    known = {spelling(label) for label in labels}
    for column, label in zip(columns, labels, strict=False):
        if spelling(column) in known and spelling(column) != spelling(label):
            given = say("inputs.part_columns_and_labels", name=name, columns=columns[:8], labels=list(labels)[:8])
            raise InputError("inputs.labels_and_columns_differ", given=given)


def _by_name(columns: list[Any], met: tuple[object, ...], categories: CategoryOrder | None, name: str) -> tuple[Any, ...]:
    """The classes that columns are named after, by value or as they are spelt."""
    named = [spelling(column) for column in columns]
    twice = [column for column, text in zip(columns, named, strict=True) if named.count(text) > 1]
    if twice:
        raise InputError("inputs.class_columns_duplicate", name=name, twice=twice[0])
    classes = met if categories is None else (*met, *categories.names)
    by_text = {spelling(label): label for label in classes}
    nameless = [label for label in met if spelling(label) not in named]
    strange = [column for column, text in zip(columns, named, strict=True) if text not in by_text]
    if nameless or (strange and categories is not None and categories.ordered):
        wrong = (
            say("inputs.part_class_column_missing", nameless=nameless[0])
            if nameless
            else say("inputs.part_column_not_category", strange=strange[0])
        )
        raise InputError(
            "inputs.class_columns_mismatch",
            name=name,
            shown=_shown(columns),
            shown_2=_shown(met),
            wrong=wrong,
            remedy=say(REMEDY),
        )
    return tuple(by_text.get(text, column) for column, text in zip(columns, named, strict=True))
