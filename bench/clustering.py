"""Clusters: the claims of agreement from one table, and of silhouettes without a matrix of distances."""

import numpy as np
from sklearn import metrics as sk

import gnomon as gn
from measure import WATCH, Row, at_most, best, faster, fresh

ROWS = 10_000_000
POINTS, COORDINATES, CLUSTERS = 50_000, 16, 8
FEW = 10_000
"""Points that density-based validation is timed on."""


def agreement() -> list[Row]:
    """Ten million points of ten classes in twelve clusters."""
    rng = np.random.default_rng(0)
    truth = rng.integers(0, 10, ROWS)
    found = np.where(rng.random(ROWS) < 0.7, truth, rng.integers(0, 12, ROWS))
    assert abs(gn.adjusted_rand(truth, found) - sk.adjusted_rand_score(truth, found)) < 1e-12
    ours, theirs = best(lambda: gn.adjusted_rand(truth, found), 5), best(lambda: sk.adjusted_rand_score(truth, found), 2)
    rows = [faster("`adjusted_rand`, 10 M points", ours, "scikit-learn", theirs, 10)]
    ours, theirs = best(lambda: gn.ami(truth, found), 3), best(lambda: sk.adjusted_mutual_info_score(truth, found), 1)
    return [*rows, faster("`ami`, 10 M points", ours, "scikit-learn", theirs, 10)]


MEMORY = """
import numpy as np
points = np.random.default_rng(0).normal(size=({points}, {coordinates}))
labels = np.random.default_rng(1).integers(0, {clusters}, {points})
{imported}
print(watched(lambda: {called}))
"""


def _memory(imported: str, called: str) -> float:
    """Bytes that a call adds at most to what a process of its own holds; a page where it adds none."""
    code = WATCH + MEMORY.format(points=POINTS, coordinates=COORDINATES, clusters=CLUSTERS, imported=imported, called=called)
    return max(float(fresh(code)), 4096.0)


def silhouettes() -> list[Row]:
    """The silhouette of 50,000 points of 16 coordinates, its memory, and density-based validation."""
    rng = np.random.default_rng(0)
    labels = rng.integers(0, CLUSTERS, POINTS)
    points = rng.normal(size=(POINTS, COORDINATES)) + labels[:, None]
    ours = best(lambda: gn.silhouette(points, labels), 2)
    theirs = best(lambda: sk.silhouette_score(points, labels), 1)
    rows = [faster("`silhouette`, 50 k points of 16 coordinates", ours, "scikit-learn", theirs, 3)]
    mine = _memory("import gnomon as gn; gn.silhouette(points[:99], labels[:99])", "gn.silhouette(points, labels)")
    peer = _memory(
        "from sklearn.metrics import silhouette_score; silhouette_score(points[:99], labels[:99])", "silhouette_score(points, labels)"
    )
    rows.append(at_most("memory of `silhouette`, 50 k points", mine, "scikit-learn", peer, 0.1, "B"))
    some, named = points[:FEW], labels[:FEW]
    whole = best(lambda: sk.silhouette_score(some, named), 1)
    return [*rows, at_most("`dbcv`, 10 k points", best(lambda: gn.dbcv(some, named), 1), "scikit-learn's silhouette of them", whole, 3)]
