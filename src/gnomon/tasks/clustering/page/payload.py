"""What the scripts of clusters read."""

from typing import Any

import numpy as np

from ....report.names import shown
from ....summary import Contingency, Points
from ..tables import ordered, silhouettes_by_cluster

MOST_CLASSES, MOST_CLUSTERS = 30, 30
MOST_LINES = 60
STEPS = 40
"""Places of a cluster's silhouettes, from the highest down, that its drawing has."""


def table_of(table: Contingency | None) -> Any:
    """The largest classes and clusters in the order of their match; None where there are no points."""
    if table is None or not len(table.weight):
        return None
    order = ordered(table)
    rows, columns = order.classes[:MOST_CLASSES], order.clusters[:MOST_CLUSTERS]
    noise = table.noise_place
    if noise is not None and noise not in columns:
        columns = np.append(columns[:-1], noise)
    matrix = table.matrix[np.ix_(rows, columns)]
    support = np.bincount(table.row, table.weight, len(table.classes))[rows]
    return {
        "classes": [shown(table.classes[k]) for k in rows],
        "clusters": [shown(table.clusters[k]) for k in columns],
        "matrix": matrix.tolist(),
        "support": support.tolist(),
        "matched": min(order.matched, len(rows), len(columns)),
        "noise": None if noise is None else int(np.flatnonzero(columns == noise)[0]),
        "all_classes": len(table.classes),
        "all_clusters": len(table.clusters),
    }


def silhouettes_of(points: Points | None) -> Any:
    """Each cluster with its size, its mean silhouette, the share below 0, and its silhouettes from the highest down."""
    found = [] if points is None else silhouettes_by_cluster(points)
    if not found:
        return None
    lines = []
    for one in found[:MOST_LINES]:
        at = np.linspace(0, len(one.values) - 1, min(STEPS, len(one.values))).round().astype(int)
        below = float((one.values < 0).mean())
        lines.append([shown(one.name), len(one.values), float(one.values.mean()), below, one.values[at].round(4).tolist()])
    return {"lines": lines, "clusters": len(found), "noise": len(points) - len(points.clustered) if points is not None else 0}
