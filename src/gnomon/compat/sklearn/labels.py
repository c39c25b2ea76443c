"""Metrics of labels: accuracy, the confusion matrix, and what is made of it."""

from typing import TYPE_CHECKING, Any

import numpy as np

from .stand_in import UNCOVERED, one_of, stands_in
from .table import LabelTable, tabulate

if TYPE_CHECKING:
    from .stand_in import Uncovered


NAN = np.nan
"""The object itself: scikit-learn looks for it in a set, where another NaN is not found."""


def of_table(name: str, table: LabelTable, **options: Any) -> Any:
    """scikit-learn's answer to the table instead of the rows, where that is shorter."""
    return UNCOVERED if table.short else table.replay(name, **options)


def _whole_counts(table: LabelTable, sample_weight: object) -> bool:
    """Whether scikit-learn would count in integers."""
    return sample_weight is None or np.asarray(sample_weight).dtype.kind in "biu"


def _hits(y_true: object, y_pred: object, normalize: object, sample_weight: object) -> tuple[Any, Any] | None:
    """(what is right, what there is) of two columns of labels, whose difference is 0 where everything is right."""
    if type(normalize) is not bool:
        return None
    table = tabulate(y_true, y_pred, sample_weight)
    if table is None:
        return None
    right = np.trace(table.matrix)
    return right, right + (table.matrix * ~np.eye(len(table.matrix), dtype=bool)).sum()


@stands_in
def accuracy_score(y_true: object, y_pred: object, *, normalize: object = True, sample_weight: object = None) -> "Uncovered | float":
    found = _hits(y_true, y_pred, normalize, sample_weight)
    if found is None:
        return UNCOVERED
    return float(found[0] / found[1]) if normalize else float(found[0])


@stands_in
def zero_one_loss(y_true: object, y_pred: object, *, normalize: object = True, sample_weight: object = None) -> "float | Uncovered":
    found = _hits(y_true, y_pred, normalize, sample_weight)
    if found is None:
        return UNCOVERED
    if normalize:
        return 1 - float(found[0] / found[1])
    wrong = found[1] - found[0]
    return float(wrong) if sample_weight is None else np.float64(wrong)


@stands_in
def hamming_loss(y_true: Any, y_pred: Any, *, sample_weight: Any = None) -> "Uncovered | float":
    table = tabulate(y_true, y_pred, sample_weight)
    if table is None:
        return UNCOVERED
    total = table.matrix.sum()
    return float((total - np.trace(table.matrix)) / total)


@stands_in
def confusion_matrix(y_true: Any, y_pred: Any, *, labels: Any = None, sample_weight: Any = None, normalize: Any = None) -> Any:
    table = tabulate(y_true, y_pred, sample_weight)
    if table is None:
        return UNCOVERED
    counts = _whole_counts(table, sample_weight)
    if labels is not None or len(table.values) < 2 or not one_of(normalize, "true", "pred", "all"):
        options = {"labels": labels, "normalize": normalize}
        made = of_table("confusion_matrix", table, **options)
        return made.astype(np.int64) if counts and normalize is None and made is not UNCOVERED else made
    matrix = table.matrix.astype(np.int64) if counts else table.matrix
    if normalize is None:
        return matrix.copy() if matrix is table.matrix else matrix
    axis = {"true": 1, "pred": 0, "all": None}[normalize]
    with np.errstate(all="ignore"):
        return np.nan_to_num(matrix / matrix.sum(axis=axis, keepdims=True))


@stands_in
def multilabel_confusion_matrix(
    y_true: object, y_pred: object, *, sample_weight: object = None, labels: object = None, samplewise: object = False
) -> Any:
    table = None if samplewise is not False else tabulate(y_true, y_pred, sample_weight)
    if table is None or table.none_right:
        return UNCOVERED
    if labels is not None:
        made = of_table("multilabel_confusion_matrix", table, labels=labels)
        return made.astype(np.int64) if sample_weight is None and made is not UNCOVERED else made
    m = table.matrix if sample_weight is None else table.matrix.astype(np.float64)
    tp, actual, said = np.diagonal(m), m.sum(axis=1), m.sum(axis=0)
    fp, fn = said - tp, actual - tp
    return np.stack([m.sum() - tp - fp - fn, fp, fn, tp]).T.reshape(-1, 2, 2)


@stands_in
def balanced_accuracy_score(y_true: object, y_pred: object, *, sample_weight: object = None, adjusted: object = False) -> Any:
    table = tabulate(y_true, y_pred, sample_weight)
    if table is None:
        return UNCOVERED
    actual = table.matrix.sum(axis=1)
    if type(adjusted) is not bool or len(actual) < 2 or not actual.all():
        return of_table("balanced_accuracy_score", table, adjusted=adjusted)
    score = np.mean(np.diagonal(table.matrix) / actual)
    chance = 1 / len(actual)
    return float((score - chance) / (1 - chance)) if adjusted else float(score)


@stands_in
def cohen_kappa_score(
    y1: object,
    y2: object,
    *,
    labels: object = None,
    weights: object = None,
    sample_weight: object = None,
    replace_undefined_by: object = NAN,
) -> Any:
    table = tabulate(y1, y2, sample_weight)
    if table is None:
        return UNCOVERED
    options = {"labels": labels, "weights": weights, "replace_undefined_by": replace_undefined_by}
    odd = labels is not None or len(table.values) < 2 or not one_of(weights, "linear", "quadratic")
    if odd or replace_undefined_by == replace_undefined_by:  # no NaN
        return of_table("cohen_kappa_score", table, **options)
    matrix = table.matrix.astype(np.float64)
    apart = np.abs(np.subtract.outer(np.arange(len(matrix)), np.arange(len(matrix)))).astype(np.float64)
    cost = apart > 0 if weights is None else apart if weights == "linear" else apart**2
    expected = np.outer(matrix.sum(axis=1), matrix.sum(axis=0)) / matrix.sum()
    by_chance = (cost * expected).sum()
    if by_chance == 0:
        return of_table("cohen_kappa_score", table, **options)
    return float(1 - (cost * matrix).sum() / by_chance)


@stands_in
def matthews_corrcoef(y_true: object, y_pred: object, *, sample_weight: object = None) -> Any:
    table = tabulate(y_true, y_pred, sample_weight)
    if table is None:
        return UNCOVERED
    if len(table.values) < 2:
        return of_table("matthews_corrcoef", table)
    matrix = table.matrix.astype(np.float64)
    actual, said = matrix.sum(axis=1), matrix.sum(axis=0)
    n = said.sum()
    spread = (n**2 - said @ said) * (n**2 - actual @ actual)
    if (said > 0).sum() < 2 or (actual > 0).sum() < 2:  # rounding alone would be left of the spread
        return of_table("matthews_corrcoef", table)
    return 0.0 if spread == 0 else float((np.trace(matrix) * n - actual @ said) / np.sqrt(spread))


@stands_in
def class_likelihood_ratios(
    y_true: object, y_pred: object, *, labels: object = None, sample_weight: object = None, replace_undefined_by: object = NAN
) -> Any:
    table = tabulate(y_true, y_pred, sample_weight)
    if table is None:
        return UNCOVERED
    return of_table("class_likelihood_ratios", table, labels=labels, replace_undefined_by=replace_undefined_by)
