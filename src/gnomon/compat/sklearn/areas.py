"""Areas under curves, of two classes, of several, and of several labels a row."""

from typing import TYPE_CHECKING, Any

import numpy as np

from ... import _core
from ...parallel import THREADS
from ...types import Array
from .curves import BinaryScores, scored
from .probabilities import places
from .reading import column, weights
from .stand_in import UNCOVERED, one_of, stands_in

if TYPE_CHECKING:
    from .stand_in import Uncovered


SUM_TOLERANCE = 1e-5
"""Half of what numpy.allclose allows a row of probabilities to miss 1 by; what lies between is scikit-learn's to judge."""


def _area(score: Array, positive: Array, weight: Array | None) -> float | None:
    """The area under the ROC curve; None where a class is absent or a score is not finite."""
    pos, neg, pairs, finite = _core.rank_pairs(score, positive, weight, THREADS)
    return pairs / (2 * pos * neg) if finite and pos > 0 and neg > 0 else None


@stands_in
def roc_auc_score(
    y_true: object,
    y_score: object,
    *,
    average: object = "macro",
    sample_weight: object = None,
    max_fpr: object = None,
    multi_class: object = "raise",
    labels: object = None,
) -> Any:
    if (
        not one_of(average, "macro", "micro", "weighted", "samples")
        or not one_of(multi_class, "raise", "ovr", "ovo")
        or multi_class is None
    ):
        return UNCOVERED
    if getattr(y_score, "ndim", 1) == 2:
        plain = max_fpr is None and labels is None
        value = _of_classes(y_true, y_score, average, sample_weight, multi_class) if plain else None
        return UNCOVERED if value is None else value
    rows = scored(y_true, y_score, sample_weight, higher=True)
    if rows is None:
        return UNCOVERED
    if max_fpr is None:
        area = _area(rows.score, rows.positive, rows.weight)
        return UNCOVERED if area is None else area
    return _partial_area(rows, max_fpr) if type(max_fpr) is float and 0 < max_fpr < 1 else UNCOVERED


def _partial_area(rows: BinaryScores, max_fpr: float) -> Any:
    """The area left of a false positive rate, standardised as McClish did."""
    found = rows.sweep()
    if found is None:
        return UNCOVERED
    fpr, tpr = (np.concatenate([[0.0], counts / counts[-1]]) for counts in (found[2], found[1]))
    stop = int(np.searchsorted(fpr, max_fpr, "right"))
    last = np.interp(max_fpr, fpr[stop - 1 : stop + 1], tpr[stop - 1 : stop + 1])
    x, y = np.append(fpr[:stop], max_fpr), np.append(tpr[:stop], last)
    area = float(np.sum(np.diff(x) * (y[1:] + y[:-1])) / 2)
    least = max_fpr**2 / 2
    return 0.5 * (1 + (area - least) / (max_fpr - least))


def _of_classes(y_true: object, y_score: object, average: object, sample_weight: object, multi_class: object) -> Any:
    """One class against the rest, or each pair of classes; None where scikit-learn is to judge."""
    y = column(y_true)
    if y is None or type(y_score) is not np.ndarray or y_score.dtype.char not in "df" or len(y) != len(y_score) or y_score.shape[1] < 3:
        return None
    codes = places(y, y_score.shape[1])
    if codes is None or not bool((np.abs(y_score.sum(axis=1) - 1) <= SUM_TOLERANCE).all()):
        return None
    scores = _core.columns(np.ascontiguousarray(y_score), THREADS)
    if multi_class == "ovr" and average in ("macro", "weighted", None):
        return _one_against_rest(codes, scores, average, sample_weight)
    if multi_class == "ovo" and average in ("macro", "weighted") and sample_weight is None:
        return _pairs_of_classes(codes, scores, average)
    return None


def _one_against_rest(codes: Array, scores: Array, average: object, sample_weight: object) -> Any:
    w = None
    if sample_weight is not None:
        w = weights(sample_weight, len(codes))
        if w is None:
            return None
    areas = []
    for k, score in enumerate(scores):
        area = _area(score, (codes == k).view(np.uint8), w)
        if area is None:
            return None
        areas.append(area)
    if average is None:
        return np.array(areas)
    return float(np.average(areas, weights=np.bincount(codes, w, len(areas)) if average == "weighted" else None))


def _pairs_of_classes(codes: Array, scores: Array, average: str) -> np.float64 | None:
    """The mean over pairs of classes of the areas of either, as Hand and Till defined it."""
    places = [np.flatnonzero(codes == k) for k in range(len(scores))]
    areas, shares = [], []
    for a in range(len(scores)):
        for b in range(a + 1, len(scores)):
            both = np.concatenate([places[a], places[b]])
            first = np.zeros(len(both), np.uint8)
            first[: len(places[a])] = 1
            found = _area(scores[a][both], first, None), _area(scores[b][both], 1 - first, None)
            if found[0] is None or found[1] is None:
                return None
            areas.append((found[0] + found[1]) / 2)
            shares.append(len(both) / len(codes))
    return np.average(areas, weights=shares if average == "weighted" else None)


@stands_in
def average_precision_score(
    y_true: object, y_score: object, *, average: object = "macro", pos_label: object = 1, sample_weight: object = None
) -> "Uncovered | float":
    if not one_of(average, "macro", "micro", "weighted", "samples") or pos_label is None:
        return UNCOVERED
    rows = scored(y_true, y_score, sample_weight, pos_label)
    found = None if rows is None else _core.sweep_columns(rows.score, rows.positive, rows.weight, THREADS)
    if found is None or not found[1].any():
        return UNCOVERED
    return float(_core.precision_sum(found[1], found[2], False, THREADS))
