"""Agreement of classes and clusters, and silhouettes: the names of sklearn.metrics.cluster."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np
from sklearn.metrics import cluster as _theirs

from ...errors import InputError
from ...messages import Pair, pairs
from ...metrics import clustering
from ...public import function
from ...summary import Contingency
from ...types import Array
from .reading import column, text_codes, whole
from .stand_in import UNCOVERED, one_of, stands_in

if TYPE_CHECKING:
    from ...types import Integers
    from .stand_in import Uncovered


MOST_CELLS = 2**24
MEANS = ("arithmetic", "geometric", "min", "max")


def _part(values: object) -> Array | None:
    """Labels of points as whole numbers; None where scikit-learn is to judge them."""
    labels = column(values)
    if labels is None:
        return None
    if labels.dtype.kind not in "UO":
        return whole(labels)
    found = text_codes(labels)
    if found is None:
        return None
    place = {name: k for k, name in enumerate(sorted(found[0]))}
    return np.array([place[name] for name in found[0]])[found[1]]


def _table(labels_true: object, labels_pred: object) -> Contingency | None:
    """Classes by clusters, two of each at least and few enough to be classes."""
    truth, found = _part(labels_true), _part(labels_pred)
    if truth is None or found is None or truth.size != found.size:
        return None
    try:
        table = Contingency.of(truth, found)
    except InputError:
        return None
    sizes = len(table.classes), len(table.clusters)
    few = truth.size <= 20 or 2 * max(sizes) <= truth.size
    return table if min(sizes) > 1 and few else None


def _agreement(labels_true: object, labels_pred: object, metric: Callable[..., Any], **options: Any) -> "Uncovered | float":
    table = _table(labels_true, labels_pred)
    if table is None:
        return UNCOVERED
    value = float(metric(table.partitions, **options))
    return value if np.isfinite(value) else UNCOVERED


@stands_in
def contingency_matrix(
    labels_true: object, labels_pred: object, *, eps: object = None, sparse: object = False, dtype: object = np.int64
) -> "Uncovered | Integers":
    table = _table(labels_true, labels_pred) if eps is None and sparse is False and dtype is np.int64 else None
    if table is None or len(table.classes) * len(table.clusters) > MOST_CELLS:
        return UNCOVERED
    dense = np.zeros((len(table.classes), len(table.clusters)), np.int64)
    dense[table.row, table.column] = table.weight
    return dense


def _pairs(labels_true: object, labels_pred: object) -> tuple[int, int, int, int] | None:
    """Ordered pairs of points: apart in both, together in the clusters alone, in the classes alone, and in both."""
    table = _table(labels_true, labels_pred)
    if table is None:
        return None
    cells = table.weight.astype(np.int64)
    n = int(cells.sum())
    if n >= 2**31:
        return None
    both, classes, clusters = (
        int((sizes**2).sum())
        for sizes in (cells, _sizes(table.row, cells, len(table.classes)), _sizes(table.column, cells, len(table.clusters)))
    )
    return n * n - classes - clusters + both, clusters - both, classes - both, both - n


def _sizes(place: Array, cells: Array, count: int) -> Array:
    out = np.zeros(count, np.int64)
    np.add.at(out, place, cells)
    return out


@stands_in
def pair_confusion_matrix(labels_true: object, labels_pred: object) -> "Uncovered | Integers":
    found = _pairs(labels_true, labels_pred)
    return UNCOVERED if found is None else np.array(found, np.int64).reshape(2, 2)


@stands_in
def rand_score(labels_true: object, labels_pred: object) -> "Uncovered | float":
    found = _pairs(labels_true, labels_pred)
    return UNCOVERED if found is None else (found[0] + found[3]) / sum(found)


@stands_in
def adjusted_rand_score(labels_true: object, labels_pred: object) -> "Uncovered | float":
    found = _pairs(labels_true, labels_pred)
    if found is None:
        return UNCOVERED
    tn, fp, fn, tp = found
    return 1.0 if fn == fp == 0 else 2.0 * (tp * tn - fn * fp) / ((tp + fn) * (fn + tn) + (tp + fp) * (fp + tn))


@stands_in
def fowlkes_mallows_score(labels_true: object, labels_pred: object) -> "Uncovered | float":
    found = _pairs(labels_true, labels_pred)
    if found is None:
        return UNCOVERED
    _, fp, fn, tp = found
    return float(np.sqrt(tp / (tp + fp)) * np.sqrt(tp / (tp + fn))) if tp else 0.0


@stands_in
def mutual_info_score(labels_true: object, labels_pred: object, *, contingency: object = None) -> Any:
    return UNCOVERED if contingency is not None else _agreement(labels_true, labels_pred, clustering.mutual_information)


@stands_in
def normalized_mutual_info_score(labels_true: object, labels_pred: object, *, average_method: object = "arithmetic") -> Any:
    if average_method is None or not one_of(average_method, *MEANS):
        return UNCOVERED
    return _agreement(labels_true, labels_pred, clustering.nmi, mean=average_method)


@stands_in
def adjusted_mutual_info_score(labels_true: object, labels_pred: object, *, average_method: object = "arithmetic") -> Any:
    if average_method is None or not one_of(average_method, *MEANS):
        return UNCOVERED
    return _agreement(labels_true, labels_pred, clustering.ami, average=average_method)


@stands_in
def homogeneity_score(labels_true: object, labels_pred: object) -> Any:
    return _agreement(labels_true, labels_pred, clustering.homogeneity)


@stands_in
def completeness_score(labels_true: object, labels_pred: object) -> Any:
    return _agreement(labels_true, labels_pred, clustering.completeness)


def _v_measures(labels_true: Any, labels_pred: Any, beta: Any) -> Any:
    table = _table(labels_true, labels_pred) if type(beta) in (int, float) and 0 <= beta < 1e100 else None
    if table is None:
        return UNCOVERED
    h, c = (float(metric(table.partitions)) for metric in (clustering.homogeneity, clustering.completeness))
    if not (np.isfinite(h) and np.isfinite(c)):
        return UNCOVERED
    return h, c, (1 + beta) * h * c / (beta * h + c) if h + c else 0.0


@stands_in
def homogeneity_completeness_v_measure(labels_true: object, labels_pred: object, *, beta: object = 1.0) -> Any:
    return _v_measures(labels_true, labels_pred, beta)


@stands_in
def v_measure_score(labels_true: object, labels_pred: object, *, beta: object = 1.0) -> Any:
    found = _v_measures(labels_true, labels_pred, beta)
    return found if found is UNCOVERED else found[2]


@stands_in
def silhouette_samples(X: object, labels: object, *, metric: object = "euclidean", **kwds: Any) -> Any:
    plain = not kwds and type(metric) is str and metric in ("euclidean", "manhattan")
    points, part = (_points(X), _part(labels)) if plain else (None, None)
    if points is None or part is None or len(points) != part.size:
        return UNCOVERED
    try:
        return function("silhouette")(points, part, metric=metric, per_point=True)
    except InputError:
        return UNCOVERED


def _points(X: object) -> Array | None:
    """Coordinates as scikit-learn would compute with them, in float64."""
    if type(X) is list:
        try:
            X = np.asarray(X)
        except ValueError:  # rows of different lengths
            return None
    if type(X) is not np.ndarray or X.ndim != 2 or X.dtype.char not in "dilq":
        return None
    return X.astype(np.float64, copy=False)


@stands_in
def silhouette_score(
    X: object, labels: object, *, metric: object = "euclidean", sample_size: object = None, random_state: object = None, **kwds: Any
) -> Any:
    found: Any = UNCOVERED if sample_size is not None or random_state is not None else silhouette_samples(X, labels, metric=metric, **kwds)
    return UNCOVERED if found is UNCOVERED else float(np.mean(found))


def __getattr__(name: str) -> Any:
    if name.startswith("_"):
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(_theirs, name)
