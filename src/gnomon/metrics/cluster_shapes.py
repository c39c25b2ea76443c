"""How well clusters hold together and stand apart, from the points themselves: no classes are needed."""

import math
from dataclasses import dataclass
from functools import partial
from typing import Any, Literal

import numpy as np

from .. import _core
from ..catalog import Averaging, metric
from ..errors import InputError
from ..inputs.coordinates import unit_vectors
from ..messages import Message
from ..parallel import THREADS
from ..summary.points import Points
from ..types import Floats

Metric = Literal["euclidean", "sqeuclidean", "manhattan", "chebyshev", "cosine"]
MetricOrMatrix = Literal["euclidean", "sqeuclidean", "manhattan", "chebyshev", "cosine", "precomputed"]
METRIC_SAYS = 'How far two points are apart: "euclidean", "sqeuclidean" (its square), "manhattan", "chebyshev" or "cosine" (1 − cosine).'

MATRIX_SAYS = ' With "precomputed" the points are a square matrix of distances.'


def _undefined(points: Any) -> Message:
    """Why points have no value."""
    held = points.clustered
    if not len(held):
        return Message("no_points_in_clusters" if len(points) else "no_rows")
    if len(held.clusters) < 2:
        return Message("one_cluster_of_points")
    return Message("clusters_are_points") if len(held.clusters) == len(held) else Message("clusters_coincide")


@dataclass(frozen=True, kw_only=True)
class OfPoints(Averaging):
    """There is nothing to average over; what is read has names of its own."""

    columns: tuple[str, str] = ("points", "labels")
    keywords: tuple[str, ...] = ("noise", "per_point")
    each: bool = False
    """Whether there is a value for each point."""


shape = partial(metric, Points, family="clustering", undefined=_undefined, averaging=OfPoints())


def comparable(p: Points) -> bool:
    """Whether there are clusters to compare: two at least, one of them of two points."""
    return 2 <= len(p.clusters) < len(p)


def measured(p: Points, distance: str) -> tuple[Floats, str]:
    """The points and the distance that a kernel knows: a cosine is half the squared distance of unit vectors."""
    return (np.ascontiguousarray(unit_vectors(p.points) * math.sqrt(0.5)), "sqeuclidean") if distance == "cosine" else (p.points, distance)


def silhouettes(p: Points, distance: str = "euclidean") -> Floats:
    """The silhouette of each point that is no noise, in the order of the summary."""
    return np.asarray(_core.silhouettes(*_in_kernel(p, distance), THREADS)[0])


def _in_kernel(p: Points, distance: str) -> tuple[Floats, Any, str]:
    points, kind = measured(p, distance)
    return points, p.starts, kind


@shape(range=(-1, 1), better="higher", says={"metric": METRIC_SAYS + MATRIX_SAYS}, averaging=OfPoints(each=True))
def silhouette(p: Points, *, metric: MetricOrMatrix = "euclidean") -> float:
    """The mean over points of (b − a) / max(a, b): a is the mean distance to its own cluster's others, b to the nearest other cluster.

    >>> import gnomon as gn
    >>> points, labels = [[0, 0], [0, 1], [8, 0], [8, 1]], ["a", "a", "b", "b"]
    >>> round(gn.silhouette(points, labels), 6)
    0.875485
    >>> gn.silhouette(points, labels, per_point=True).round(4).tolist()
    [0.8755, 0.8755, 0.8755, 0.8755]
    """
    if metric == "precomputed":
        raise InputError("metrics.points_with_precomputed")
    held = p.clustered
    return math.fsum(silhouettes(held, metric)) / len(held) if comparable(held) else math.nan


def _centres(p: Points) -> Floats:
    return np.asarray(np.add.reduceat(p.points, p.starts[:-1], axis=0) / np.diff(p.starts)[:, None])


@shape(range=(0, math.inf), better="lower")
def davies_bouldin(p: Points) -> float:
    """The mean over clusters of the largest (Sᵢ + Sⱼ)/Mᵢⱼ: mean distances to the own centre over that between two centres.

    >>> import gnomon as gn
    >>> gn.davies_bouldin([[0, 0], [0, 1], [8, 0], [8, 1]], ["a", "a", "b", "b"])
    0.125
    """
    held = p.clustered
    if not comparable(held):
        return math.nan
    centres, sizes = _centres(held), np.diff(held.starts)
    apart = np.sqrt(((held.points - np.repeat(centres, sizes, axis=0)) ** 2).sum(1))
    spread = np.add.reduceat(apart, held.starts[:-1]) / sizes
    worst = np.empty(len(centres))
    for k, centre in enumerate(centres):
        between = np.sqrt(((centres - centre) ** 2).sum(1))
        with np.errstate(divide="ignore", invalid="ignore"):
            ratio = (spread[k] + spread) / between
        ratio[k] = -math.inf
        worst[k] = ratio.max()  # NaN where two clusters are one place
    return float(worst.mean())


@shape(range=(0, math.inf), better="higher")
def calinski_harabasz(p: Points) -> float:
    """(Σ nₖ·|cₖ − c|² / (k − 1)) / (Σ |x − cₖ|² / (n − k)): how much more clusters vary among each other than within.

    >>> import gnomon as gn
    >>> gn.calinski_harabasz([[0, 0], [0, 1], [8, 0], [8, 1]], ["a", "a", "b", "b"])
    128.0
    """
    held = p.clustered
    if not comparable(held):
        return math.nan
    centres, sizes = _centres(held), np.diff(held.starts)
    n, k = len(held), len(centres)
    within = float(((held.points - np.repeat(centres, sizes, axis=0)) ** 2).sum())
    between = float(sizes @ ((centres - held.points.mean(0)) ** 2).sum(1))
    if within == 0:
        return math.inf if between else math.nan
    return between / (k - 1) / (within / (n - k))


@shape(range=(-1, 1), better="higher", says={"metric": METRIC_SAYS})
def dbcv(p: Points, *, metric: Metric = "euclidean") -> float:
    """Σ |Cᵢ|/n · (separation − sparseness)/max of both: density-based validation, which suits clusters of any shape.

    >>> import gnomon as gn
    >>> line = [[0, 0], [0, 1], [0, 2], [0, 3], [9, 0], [9, 1], [9, 2], [9, 3]]
    >>> round(gn.dbcv(line, [0, 0, 0, 0, 1, 1, 1, 1]), 6)
    0.8717
    """
    held = p.clustered
    if not comparable(held):
        return math.nan
    sizes = np.diff(held.starts)
    kept = sizes > 1  # one point has no density: it weighs as noise does
    if kept.sum() < 2:
        return math.nan
    points, kind = measured(held, metric)
    rows = np.repeat(kept, sizes)
    starts = np.append(0, np.cumsum(sizes[kept]))
    sparse, apart = (np.asarray(x) for x in _core.density_validity(np.ascontiguousarray(points[rows]), starts, kind, THREADS))
    most = np.maximum(sparse, apart)
    with np.errstate(invalid="ignore"):
        validity = np.where(most > 0, (apart - sparse) / most, 0.0)
    return math.fsum(validity * sizes[kept]) / len(p)
