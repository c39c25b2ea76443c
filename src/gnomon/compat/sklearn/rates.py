"""Precision, recall and what is made of them, for each class or averaged."""

from typing import Any, NamedTuple

import numpy as np

from ...types import Array
from .labels import of_table
from .stand_in import UNCOVERED, one_of, stands_in
from .table import LabelTable, tabulate

AVERAGES = ("micro", "macro", "weighted", "binary")


class ClassTotals(NamedTuple):
    """What is right of each class, what was said to be of it, and what is."""

    found: Array
    said: Array
    actual: Array


def sums_of(table: LabelTable, average: object, pos_label: object) -> ClassTotals | None:
    """Of the classes that an average is over; None where scikit-learn has something to say about them."""
    if not one_of(average, *AVERAGES):
        return None
    found, said, actual = np.diagonal(table.matrix), table.matrix.sum(axis=0), table.matrix.sum(axis=1)
    if average == "binary":
        place = table.place(pos_label) if len(table.values) <= 2 and np.isscalar(pos_label) else None
        return None if place is None else ClassTotals(*(column[place : place + 1] for column in (found, said, actual)))
    if pos_label is not None and not (np.isscalar(pos_label) and pos_label == 1):
        return None
    if average == "micro":
        return ClassTotals(*(np.array([column.sum()]) for column in (found, said, actual)))
    return ClassTotals(found, said, actual)


def averaged(values: Array, sums: ClassTotals, average: Any) -> Any:
    """One figure of a figure for each class."""
    if average is None:
        return values
    return float(np.average(values, weights=sums.actual if average == "weighted" else None))


def f_scores(sums: ClassTotals, beta: float) -> Array:
    square = beta**2
    return (1 + square) * sums.found.astype(np.float64) / (square * sums.actual.astype(np.float64) + sums.said)


def defined(sums: ClassTotals, average: object) -> bool:
    """Whether nothing is divided by 0."""
    return bool(sums.said.all() and sums.actual.all())


def _is_beta(beta: Any) -> bool:
    return type(beta) in (int, float) and 0 < beta < 1e100


@stands_in
def precision_recall_fscore_support(
    y_true: object,
    y_pred: object,
    *,
    beta: Any = 1.0,
    labels: object = None,
    pos_label: object = 1,
    average: object = None,
    warn_for: object = ("precision", "recall", "f-score"),
    sample_weight: object = None,
    zero_division: object = "warn",
) -> Any:
    table = tabulate(y_true, y_pred, sample_weight)
    if table is None or (average is None and table.none_right):
        return UNCOVERED
    sums = sums_of(table, average, pos_label) if labels is None and _is_beta(beta) else None
    if sums is None or not defined(sums, average) or not isinstance(warn_for, (list, tuple, set)) or not is_zero_division(zero_division):
        options = {"beta": beta, "labels": labels, "pos_label": pos_label, "average": average, "warn_for": warn_for}
        made = of_table("precision_recall_fscore_support", table, **options, zero_division=zero_division)
        if made is UNCOVERED or average is not None:
            return made
        return *made[:3], made[3].astype(np.int64) if sample_weight is None else made[3]
    precision, recall, f = sums.found / sums.said, sums.found / sums.actual, f_scores(sums, beta)
    support = None if average is not None else sums.actual.astype(np.float64 if sample_weight is not None else np.int64)
    return *(averaged(values, sums, average) for values in (precision, recall, f)), support


def is_zero_division(value: object) -> bool:
    """Whether scikit-learn takes it for zero_division."""
    return (type(value) is str and value == "warn") or (type(value) in (int, float) and (value in (0, 1) or value != value))


def _rate(name: str, y_true: object, y_pred: object, options: dict[str, Any], beta: object = None) -> Any:
    """Precision, recall, an F score or Jaccard's index."""
    table = tabulate(y_true, y_pred, options.pop("sample_weight"))
    if table is None:
        return UNCOVERED
    average = options["average"]
    zero = options["zero_division"]
    plain = options["labels"] is None and is_zero_division(zero) and (zero == zero or name != "jaccard_score")  # which takes no NaN
    sums = sums_of(table, average, options["pos_label"]) if plain else None
    with np.errstate(divide="ignore", invalid="ignore"):
        values: Any = np.nan if sums is None else FORMULAS[name](sums, beta)
    if sums is None or np.isnan(values).any():
        if beta is not None and name == "fbeta_score":
            options["beta"] = beta
        return of_table(name, table, **options)
    return averaged(values, sums, average)


FORMULAS: dict[str, Any] = {
    "precision_score": lambda sums, beta: sums.found / sums.said,
    "recall_score": lambda sums, beta: sums.found / sums.actual,
    "f1_score": lambda sums, beta: f_scores(sums, 1),
    "fbeta_score": f_scores,
    "jaccard_score": lambda sums, beta: sums.found / (sums.actual + sums.said - sums.found),
}


@stands_in
def precision_score(
    y_true: object,
    y_pred: object,
    *,
    labels: object = None,
    pos_label: object = 1,
    average: object = "binary",
    sample_weight: object = None,
    zero_division: object = "warn",
) -> Any:
    options = {"labels": labels, "pos_label": pos_label, "average": average, "sample_weight": sample_weight, "zero_division": zero_division}
    return _rate("precision_score", y_true, y_pred, options)


@stands_in
def recall_score(
    y_true: object,
    y_pred: object,
    *,
    labels: object = None,
    pos_label: object = 1,
    average: object = "binary",
    sample_weight: object = None,
    zero_division: object = "warn",
) -> Any:
    options = {"labels": labels, "pos_label": pos_label, "average": average, "sample_weight": sample_weight, "zero_division": zero_division}
    return _rate("recall_score", y_true, y_pred, options)


@stands_in
def f1_score(
    y_true: object,
    y_pred: object,
    *,
    labels: object = None,
    pos_label: object = 1,
    average: object = "binary",
    sample_weight: object = None,
    zero_division: object = "warn",
) -> Any:
    options = {"labels": labels, "pos_label": pos_label, "average": average, "sample_weight": sample_weight, "zero_division": zero_division}
    return _rate("f1_score", y_true, y_pred, options)


@stands_in
def fbeta_score(
    y_true: object,
    y_pred: object,
    *,
    beta: object,
    labels: object = None,
    pos_label: object = 1,
    average: object = "binary",
    sample_weight: object = None,
    zero_division: object = "warn",
) -> Any:
    if not _is_beta(beta):
        return UNCOVERED
    options = {"labels": labels, "pos_label": pos_label, "average": average, "sample_weight": sample_weight, "zero_division": zero_division}
    return _rate("fbeta_score", y_true, y_pred, options, beta)


@stands_in
def jaccard_score(
    y_true: object,
    y_pred: object,
    *,
    labels: object = None,
    pos_label: object = 1,
    average: object = "binary",
    sample_weight: object = None,
    zero_division: object = "warn",
) -> Any:
    options = {"labels": labels, "pos_label": pos_label, "average": average, "sample_weight": sample_weight, "zero_division": zero_division}
    return _rate("jaccard_score", y_true, y_pred, options)
