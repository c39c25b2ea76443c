"""Curves over thresholds: ROC, precision and recall, error trade-off."""

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from ... import _core
from ...parallel import THREADS
from ...types import Array
from .reading import column, numbers, positives, two_classes, weights
from .stand_in import UNCOVERED, stands_in

if TYPE_CHECKING:
    from .stand_in import Uncovered


class BinaryScores(NamedTuple):
    """Which rows are positive, their scores, and what they weigh; both classes are there."""

    positive: Array
    score: Array
    weight: Array | None
    kind: np.dtype[Any]
    """The type in which the scores were passed."""

    def sweep(self) -> tuple[Array, Array, Array] | None:
        """Distinct scores from the highest down, and the true and false positives down to each; None where a score is not finite."""
        found = _core.sweep_columns(self.score, self.positive, self.weight, THREADS)
        if found is None:
            return None
        thresholds, pos, neg = found
        tps, fps = (_core.cumulate(part, THREADS).astype(np.float64, copy=False) for part in (pos, neg))
        return (thresholds, tps, fps) if tps[-1] > 0 and fps[-1] > 0 else None


def scored(y_true: Any, y_score: Any, sample_weight: Any, pos_label: Any = None, *, higher: bool = False) -> BinaryScores | None:
    """Plain labels and scores; higher: the higher one of two labels is positive, whatever it is."""
    y, given = column(y_true), column(y_score)
    if y is None or given is None or given.dtype.kind not in "iuf" or y.size != given.size:
        return None
    score = numbers(given)
    if score is None:
        return None
    w = None
    if sample_weight is not None:
        w = weights(sample_weight, y.size)
        if w is None:
            return None
    label = pos_label
    if higher:
        classes = two_classes(y)
        if classes is None:
            return None
        label = classes[1]
    elif pos_label is None:
        if not _plain_classes(y):
            return None
        label = 1
    positive = positives(y, label, only_two=True)
    return None if positive is None else BinaryScores(positive, score, w, given.dtype)


def _plain_classes(y: Array) -> bool:
    """Whether labels are 0 or -1, and 1, of which the last is the positive one."""
    if y.dtype.kind in "UO":
        return False
    return y.dtype.kind == "b" or two_classes(y) in ((0, 1), (-1, 1))


def _thresholds(values: Array, kind: Any) -> Array:
    """Scores in the type that they were passed in."""
    return values.astype(kind, copy=False)


def _corners(a: Array, b: Array) -> Array:
    """Where a curve bends, or ends."""
    return np.flatnonzero(np.concatenate([[True], (np.diff(a, 2) != 0) | (np.diff(b, 2) != 0), [True]]))


def _with_changes(tps: Array) -> Array:
    """Points before or after which the true positives change, and both ends."""
    change = np.diff(tps) != 0
    return np.flatnonzero(np.concatenate([[True], change[:-1] | change[1:], [True]]))


@stands_in
def roc_curve(
    y_true: Any, y_score: Any, *, pos_label: Any = None, sample_weight: Any = None, drop_intermediate: Any = True
) -> "Uncovered | tuple[Array, Array, Array]":
    rows = scored(y_true, y_score, sample_weight, pos_label) if type(drop_intermediate) is bool else None
    found = None if rows is None else rows.sweep()
    if found is None:
        return UNCOVERED
    thresholds, tps, fps = found
    if drop_intermediate and len(fps) > 2:
        kept = _corners(fps, tps)
        thresholds, tps, fps = thresholds[kept], tps[kept], fps[kept]
    return _from_origin(fps, fps[-1]), _from_origin(tps, tps[-1]), np.concatenate([[np.inf], thresholds])


def _from_origin(counts: Array, total: float) -> Array:
    out = np.empty(len(counts) + 1)
    out[0] = 0.0
    np.divide(counts, total, out=out[1:])
    return out


@stands_in
def precision_recall_curve(
    y_true: object, y_score: object, *, pos_label: object = None, sample_weight: object = None, drop_intermediate: object = False
) -> Any:
    rows = scored(y_true, y_score, sample_weight, pos_label) if type(drop_intermediate) is bool else None
    if rows is None:
        return UNCOVERED
    if rows.weight is None and not drop_intermediate:
        made = _core.precision_recall(rows.score, rows.positive, THREADS)
        return UNCOVERED if made is None else (made[0], made[1], _thresholds(made[2], rows.kind))
    found = rows.sweep()
    if found is None:
        return UNCOVERED
    thresholds, tps, fps = found
    if drop_intermediate and len(fps) > 2:
        kept = _with_changes(tps)
        thresholds, tps, fps = thresholds[kept], tps[kept], fps[kept]
    precision, recall = np.append((tps / (tps + fps))[::-1], 1.0), np.append((tps / tps[-1])[::-1], 0.0)
    return precision, recall, _thresholds(thresholds[::-1].copy(), rows.kind)


@stands_in
def confusion_matrix_at_thresholds(y_true: object, y_score: object, *, pos_label: object = None, sample_weight: object = None) -> Any:
    rows = scored(y_true, y_score, sample_weight, pos_label)
    found = None if rows is None else rows.sweep()
    if rows is None or found is None:
        return UNCOVERED
    thresholds, tps, fps = found
    return fps[-1] - fps, fps, tps[-1] - tps, tps, _thresholds(thresholds, rows.kind)


@stands_in
def det_curve(
    y_true: object, y_score: object, pos_label: object = None, sample_weight: object = None, drop_intermediate: object = False
) -> Any:
    rows = scored(y_true, y_score, sample_weight, pos_label) if type(drop_intermediate) is bool else None
    found = None if rows is None else rows.sweep()
    if found is None:
        return UNCOVERED
    thresholds, tps, fps = (np.concatenate([[first], part]) for first, part in zip((np.inf, 0.0, 0.0), found, strict=True))
    if drop_intermediate and len(fps) > 2:
        kept = _with_changes(tps)
        thresholds, tps, fps = thresholds[kept], tps[kept], fps[kept]
    first, last = int(np.searchsorted(fps, fps[0], side="right")) - 1, int(np.searchsorted(tps, tps[-1])) + 1
    drawn = slice(first, last)
    return fps[drawn][::-1] / fps[-1], (tps[-1] - tps[drawn])[::-1] / tps[-1], thresholds[drawn][::-1].copy()
