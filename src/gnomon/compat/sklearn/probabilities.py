"""Losses of probabilities."""

from typing import TYPE_CHECKING, Any

import numpy as np

from ... import _core
from ...parallel import THREADS
from ...types import Array
from .curves import scored
from .reading import column, text_codes, weights, whole
from .stand_in import UNCOVERED, stands_in

if TYPE_CHECKING:
    from .stand_in import Uncovered


EPSILON = float(np.finfo(np.float64).eps)
SUM_TOLERANCE = 1e-9
"""Rows of probabilities that miss 1 by more are scikit-learn's to judge, which warns from 1.5e-8 on."""


@stands_in
def log_loss(
    y_true: Any, y_proba: Any = None, *, normalize: Any = True, sample_weight: Any = None, labels: Any = None, y_pred: Any = "deprecated"
) -> Any:
    old = type(y_pred) is not str or y_pred != "deprecated"
    if old or labels is not None or type(normalize) is not bool or type(y_proba) is not np.ndarray or y_proba.dtype != np.float64:
        return UNCOVERED
    if y_proba.ndim == 2:
        return _of_classes(y_true, y_proba, normalize, sample_weight)
    rows = scored(y_true, y_proba, sample_weight, higher=True)
    if rows is None:
        return UNCOVERED
    total, _, _, loss, valid = _core.losses(rows.score, rows.positive, rows.weight, EPSILON, True, THREADS)
    if not valid:
        return UNCOVERED
    return loss / total if normalize else loss


def _of_classes(y_true: object, y_proba: Array, normalize: bool, sample_weight: object) -> "Uncovered | float":
    """The loss of a column of probabilities for each class."""
    y = column(y_true)
    w = None if sample_weight is None or y is None else weights(sample_weight, y.size)
    if y is None or len(y) != len(y_proba) or y_proba.shape[1] < 2 or (w is None and sample_weight is not None):
        return UNCOVERED
    codes = places(y, y_proba.shape[1])
    if codes is None or not (y_proba.min() >= 0 and y_proba.max() <= 1):
        return UNCOVERED
    if not bool((np.abs(y_proba.sum(axis=1) - 1) <= SUM_TOLERANCE).all()):
        return UNCOVERED
    own = y_proba[np.arange(len(codes)), codes]
    losses = -np.log(np.clip(own, EPSILON, 1 - EPSILON))
    if normalize:
        return float(np.average(losses, weights=w))
    return float(losses.sum() if w is None else w @ losses)


def places(y: Array, count: int) -> Array | None:
    """The place of each label among the distinct ones, where there are so many, and few to a row."""
    if y.size > 20 and 2 * count > y.size:
        return None
    if y.dtype.kind in "UO":
        found = text_codes(y, count)
        if found is None or len(found[0]) != count:
            return None
        order = {name: k for k, name in enumerate(sorted(found[0]))}
        return np.array([order[name] for name in found[0]])[found[1]]
    integers = whole(y)
    if integers is None:
        return None
    low, high = _core.extent(integers, THREADS)
    if high - low >= 1024:
        return None
    shifted = integers.astype(np.int64) - low
    present = np.flatnonzero(np.bincount(shifted))
    if present.size != count:
        return None
    table = np.zeros(high - low + 1, np.int64)
    table[present] = np.arange(count)
    return table[shifted]


@stands_in
def brier_score_loss(
    y_true: object,
    y_proba: object,
    *,
    sample_weight: object = None,
    pos_label: object = None,
    labels: object = None,
    scale_by_half: object = "auto",
) -> "Uncovered | float":
    scale = scale_by_half is True or scale_by_half is False or (type(scale_by_half) is str and scale_by_half == "auto")
    y = column(y_true)
    if (
        not scale
        or labels is not None
        or y is None
        or y.dtype.kind in "UO"
        or type(y_proba) is not np.ndarray
        or y_proba.dtype != np.float64
    ):
        return UNCOVERED
    rows = scored(y_true, y_proba, sample_weight, pos_label, higher=pos_label is None)
    if rows is None:
        return UNCOVERED
    total, _, squares, _, valid = _core.losses(rows.score, rows.positive, rows.weight, EPSILON, False, THREADS)
    if not valid:
        return UNCOVERED
    return squares / total * (1 if scale_by_half else 2)
