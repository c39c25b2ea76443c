"""Agreement of clusters with classes: every figure from one table of how many points of each class are in each cluster."""

import math
from dataclasses import dataclass
from functools import partial
from typing import Annotated, Any, Literal

import numpy as np

from .. import _core
from ..catalog import Above, Averaging, metric
from ..messages import Message
from ..parallel import THREADS
from ..result import Result
from ..summary.contingency import Contingency
from ..summary.partitions import Partitions
from ..types import Array
from .information import entropies, mean_of_entropies, shared_information
from .matching import best_match
from .pairs_of_points import PairTotals, divided, pairs_of

Mean = Literal["arithmetic", "geometric", "min", "max"]
MEAN_SAYS = 'The mean of the two entropies to divide by: "arithmetic", "geometric", "min" or "max".'


def _undefined(table: Any) -> Message:
    """Why a table of points has no value."""
    p = table.partitions if isinstance(table, Contingency) else table
    if not p.n:
        return Message("no_points_in_clusters" if isinstance(table, Contingency) and table.n else "no_rows")
    return Message("weights_not_whole") if not p.whole else Message("no_pairs_of_points") if p.n < 2 else Message("no_value_here")


@dataclass(frozen=True, kw_only=True)
class OfPartitions(Averaging):
    """Two partitions have no parts to average over; what is read has names of its own."""

    columns: tuple[str, str] = ("labels_true", "labels_pred")
    keywords: tuple[str, ...] = ("noise", "noise_as", "weight")


agreement = partial(metric, Contingency, family="clustering", better="higher", undefined=_undefined, averaging=OfPartitions())


def _counted_pairs(p: Partitions) -> PairTotals | None:
    """Pairs of points; None where weights are no counts of points."""
    return pairs_of(p) if p.whole else None


@agreement(range=(0, 1))
def rand_index(p: Partitions) -> Array:
    """(pairs together in both + pairs apart in both) / all pairs: how often classes and clusters agree on two points.

    >>> import gnomon as gn
    >>> gn.rand_index(["a", "a", "b", "b"], [0, 0, 0, 1])
    0.5
    """
    if (pairs := _counted_pairs(p)) is None:
        return np.asarray(math.nan)
    return divided(pairs.tp + pairs.tn, pairs.tp + pairs.tn + pairs.fp + pairs.fn)


@agreement(range=(-0.5, 1), aliases=("adjusted_rand_index",))
def adjusted_rand(p: Partitions) -> Array:
    """(pairs together in both − E) / (mean of both sides' pairs − E), E what chance gives: the Rand index corrected for chance.

    >>> import gnomon as gn
    >>> gn.adjusted_rand(["a", "a", "b", "b"], [0, 0, 1, 2])
    0.5714285714285714
    """
    if (pairs := _counted_pairs(p)) is None:
        return np.asarray(math.nan)
    tp, fp, fn, tn = pairs
    above = 2 * (tp * tn - fn * fp)
    below = (tp + fn) * (fn + tn) + (tp + fp) * (fp + tn)
    # Both sides say the same of every pair, all together or all apart: the partitions are one.
    return np.where(np.asarray((below == 0) & (tp + tn > 0), bool), 1.0, divided(above, below))


@agreement(range=(0, 1))
def fowlkes_mallows(p: Partitions) -> Array:
    """√(precision · recall) of pairs: of those together in a cluster, and of those together in a class, the share together in both.

    >>> import gnomon as gn
    >>> gn.fowlkes_mallows(["a", "a", "b", "b"], [0, 0, 1, 2])
    0.7071067811865476
    """
    if (pairs := _counted_pairs(p)) is None:
        return np.asarray(math.nan)
    found, true = pairs.tp + pairs.fp, pairs.tp + pairs.fn
    none = np.asarray(pairs.tp == 0, bool) & np.asarray((found != 0) | (true != 0), bool)
    return np.where(none, 0.0, np.sqrt(divided(pairs.tp, found)) * np.sqrt(divided(pairs.tp, true)))


@dataclass(frozen=True, eq=False, repr=False)
class PointPairs(Result):
    """Pairs of points by whether they are in one class and in one cluster: ``tp`` in both, ``fn`` in one class but in two clusters, ``fp``
    in one cluster but of two classes, ``tn`` in neither.
    """

    tp: int | float
    fp: int | float
    fn: int | float
    tn: int | float
    key = "tp"

    @property
    def precision(self) -> float:
        """Of pairs in one cluster, the share in one class."""
        return float(divided(self.tp, self.tp + self.fp))

    @property
    def recall(self) -> float:
        """Of pairs in one class, the share in one cluster."""
        return float(divided(self.tp, self.tp + self.fn))

    def f_score(self, beta: float = 1.0) -> float:
        """(1 + β²)·precision·recall / (β²·precision + recall) of pairs."""
        return float(divided((1 + beta**2) * self.tp, (1 + beta**2) * self.tp + beta**2 * self.fn + self.fp))


@agreement(kind="table")
def pair_counts(p: Partitions) -> PointPairs:
    """Pairs of points, each once: together in class and cluster (tp), in a cluster alone (fp), in a class alone (fn), in neither (tn).

    >>> import gnomon as gn
    >>> gn.pair_counts(["a", "a", "b", "b"], [0, 0, 0, 1])
    PointPairs(tp=1, fp=2, fn=1, tn=2)
    """
    pairs = _counted_pairs(p) if p.n >= 2 else None
    return PointPairs(*([math.nan] * 4 if pairs is None else pairs))


@agreement(range=(0, math.inf))
def mutual_information(p: Partitions) -> Array:
    """Σ p(class, cluster) · ln(p(class, cluster) / (p(class)·p(cluster))), in nats: what the cluster tells of the class.

    >>> import gnomon as gn
    >>> round(gn.mutual_information(["a", "a", "b", "b"], [0, 0, 1, 1]), 12)  # ln 2
    0.69314718056
    """
    return shared_information(p)


@agreement(range=(0, 1), says={"mean": MEAN_SAYS})
def nmi(p: Partitions, *, mean: Mean = "arithmetic") -> Array:
    """Mutual information / a mean of the entropies of classes and clusters: 1 where each tells the other.

    >>> import gnomon as gn
    >>> round(gn.nmi(["a", "a", "b", "b"], [0, 0, 1, 2]), 12)
    0.8
    """
    shared, (classes, clusters) = shared_information(p), entropies(p)
    trivial = (classes == 0) & (clusters == 0) & (p.n > 0)
    value = np.minimum(divided(shared, mean_of_entropies(classes, clusters, mean)), 1.0)
    # Nothing is shared where one side is one part, whatever it is divided by; where both are, they are the same.
    nothing = ((classes == 0) | (clusters == 0) | (shared == 0)) & (p.n > 0)
    return np.where(trivial, 1.0, np.where(nothing, 0.0, value))


@agreement(range=(-math.inf, 1), says={"average": MEAN_SAYS}, aliases=("adjusted_mutual_information",))
def ami(p: Partitions, *, average: Mean = "arithmetic") -> Array:
    """(MI − E[MI]) / (mean entropy − E[MI]): mutual information corrected for what partitions of these sizes share by chance.

    >>> import gnomon as gn
    >>> round(gn.ami(["a", "a", "b", "b"], [0, 0, 1, 2]), 12)
    0.571428571429
    """
    if not p.whole:
        return np.asarray(math.nan)
    shared, (classes, clusters) = shared_information(p), entropies(p)
    chance = _expected(p)
    above, below = shared - chance, mean_of_entropies(classes, clusters, average) - chance
    same = (classes == clusters) & (np.abs(shared - classes) <= 1e-12 * np.maximum(classes, 1))
    # What chance always reaches says nothing, unless the partitions are the same: both one part, or both single points.
    level = np.abs(below) <= 1e-12 * np.maximum(classes, 1)
    value = np.where(level, np.where(same, 1.0, np.nan), np.minimum(divided(above, np.where(level, 1.0, below)), 1.0))
    one_side = ((classes == 0) ^ (clusters == 0)) & (p.n > 0)
    return np.where(p.n > 0, np.where(one_side, 0.0, value), np.nan)


def _expected(p: Partitions) -> Array:
    """The expected mutual information of each table."""
    tables = np.broadcast_shapes(p.a.shape[:-1], p.b.shape[:-1])
    found = np.zeros(tables)
    for at in np.ndindex(tables):
        classes, clusters = (np.unique(side[at][side[at] > 0], return_counts=True) for side in (p.a, p.b))
        sizes, times = (np.asarray(part, np.float64) for part in clusters)
        if alone := float(p.singletons[at]):
            sizes, times = np.append(sizes, 1.0), np.append(times, alone)
        a, a_times = (np.asarray(part, np.float64) for part in classes)
        found[at] = _core.expected_information(a, a_times, sizes, times, float(p.n[at]), THREADS)
    return found


@agreement(range=(0, 1))
def homogeneity(p: Partitions) -> Array:
    """MI / entropy of the classes: 1 where each cluster holds points of one class only.

    >>> import gnomon as gn
    >>> gn.homogeneity(["a", "a", "b", "b"], [0, 0, 1, 2])
    1.0
    """
    classes, _ = entropies(p)
    share = np.minimum(divided(shared_information(p), classes), 1.0)
    return np.where((classes == 0) & (p.n > 0), 1.0, share)


@agreement(range=(0, 1))
def completeness(p: Partitions) -> Array:
    """MI / entropy of the clusters: 1 where all points of a class are in one cluster.

    >>> import gnomon as gn
    >>> round(gn.completeness(["a", "a", "b", "b"], [0, 0, 1, 2]), 12)
    0.666666666667
    """
    _, clusters = entropies(p)
    share = np.minimum(divided(shared_information(p), clusters), 1.0)
    return np.where((clusters == 0) & (p.n > 0), 1.0, share)


@agreement(range=(0, 1), says={"beta": "What completeness weighs beside homogeneity: above 1 more, below 1 less."})
def v_measure(p: Partitions, *, beta: Annotated[float, Above(0)] = 1.0) -> Array:
    """(1 + β)·h·c / (β·h + c), the weighted harmonic mean of homogeneity h and completeness c.

    >>> import gnomon as gn
    >>> round(gn.v_measure(["a", "a", "b", "b"], [0, 0, 1, 2]), 12)
    0.8
    """
    h, c = homogeneity(p), completeness(p)
    return np.where(h + c == 0, 0.0, divided((1 + beta) * h * c, beta * h + c))


@agreement(range=(0, 1))
def purity(p: Partitions) -> Array:
    """Σ over clusters of their most frequent class / all points: the share right if each cluster were called by its majority.

    >>> import gnomon as gn
    >>> gn.purity(["a", "a", "b", "b"], [0, 0, 0, 1])
    0.75
    """
    order = np.lexsort((p.row, p.column))
    _, starts = np.unique(p.column[order], return_index=True)
    most = np.maximum.reduceat(p.cell[..., order], starts, axis=-1).sum(-1) if len(starts) else 0
    return divided(most + p.singletons, p.n) if p.used else np.asarray(math.nan)


@agreement(range=(0, 1), aliases=("clustering_accuracy",))
def matched_accuracy(p: Partitions) -> Array:
    """The points in agreement / all points, each cluster matched to one class at most so that these are most: accuracy up to names.

    >>> import gnomon as gn
    >>> gn.matched_accuracy(["a", "a", "b", "b"], [0, 0, 0, 1])
    0.75
    """
    if not p.used:
        return np.asarray(math.nan)
    tables = p.cell.shape[:-1]
    found = np.zeros(tables)
    for at in np.ndindex(tables):
        found[at] = best_match(p.row, p.column, p.cell[at], p.alone[at]).weight
    return divided(found, p.n)
