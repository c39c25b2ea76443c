"""The table of classes and clusters in the order of their best match, and silhouettes by cluster."""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...metrics.cluster_shapes import comparable, silhouettes
from ...metrics.matching import best_match
from ...summary import Contingency, Points
from ...types import Places


class TableOrder(NamedTuple):
    """Places of classes and of clusters as they are shown, and how many of the first of either are matched to each other."""

    classes: Places
    clusters: Places
    matched: int


def ordered(table: Contingency) -> TableOrder:
    """Matched pairs first, the largest class on top; then what is left by size, and noise last, whatever becomes of it."""
    noise = table.noise_place
    kept = table.column != (-1 if noise is None else noise)
    match = best_match(table.row[kept], table.column[kept], table.weight[kept])
    sizes = (
        np.bincount(places, table.weight, len(names)) for places, names in ((table.row, table.classes), (table.column, table.clusters))
    )
    a, b = sizes
    first = np.argsort(-a[match.classes], kind="stable")
    classes, clusters = match.classes[first], match.clusters[first]
    rest = [place for place in np.argsort(-a, kind="stable").tolist() if place not in {*classes.tolist()}]
    others = [place for place in np.argsort(-b, kind="stable").tolist() if place not in {*clusters.tolist()} and place != noise]
    last = [] if noise is None else [noise]
    return TableOrder(np.append(classes, rest).astype(np.int64), np.append(clusters, [*others, *last]).astype(np.int64), len(first))


class ClusterSilhouettes(NamedTuple):
    """A cluster's silhouettes, the highest first."""

    name: Any
    values: NDArray[np.float64]


def silhouettes_by_cluster(points: Points) -> list[ClusterSilhouettes]:
    """The silhouettes of each cluster, the one with the highest mean first; none where there are no clusters to compare."""
    held = points.clustered
    if not comparable(held):
        return []
    values = silhouettes(held)
    parts = zip(held.clusters.tolist(), np.split(values, held.starts[1:-1]), strict=True)
    found = [ClusterSilhouettes(name, np.sort(part)[::-1]) for name, part in parts]
    return sorted(found, key=lambda one: -float(one.values.mean()))
