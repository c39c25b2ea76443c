"""Entropies of two partitions of the same points, and the information that they share, in nats."""

import numpy as np

from ..summary.partitions import Partitions
from ..types import Array


def entropies(p: Partitions) -> tuple[Array, Array]:
    """The entropy of the classes and that of the clusters; NaN where there are no points, or fractions of points that stand alone."""
    alone = np.asarray(p.singletons, np.float64)
    n = _positive(p)
    return _entropy(p.a, n), _entropy(p.b, n) + alone / n * np.log(n)


def _positive(p: Partitions) -> Array:
    n = np.asarray(p.n, np.float64)
    return np.where((n > 0) & p.used, n, np.nan)


def _entropy(sizes: Array, n: Array) -> Array:
    """Σ x/n · ln(n/x), as ln(1 + (n − x)/x): a part that is nearly everything keeps its digits."""
    x = np.asarray(sizes, np.float64)
    held = np.where(x > 0, x, 1.0)
    return np.asarray(np.where(x > 0, x * np.log1p((n[..., None] - x) / held), 0.0).sum(-1) / n)


def shared_information(p: Partitions) -> Array:
    """Σ c/n · ln(n·c / (a·b)) over cells of c points; never below 0."""
    n = _positive(p)
    cell, a, b = (np.asarray(sizes, np.float64) for sizes in (p.cell, p.a, p.b))
    there = cell > 0
    rows, columns = np.where(there, a[..., p.row], 1.0), np.where(there, b[..., p.column], 1.0)
    held = np.where(there, cell, 1.0)
    total = np.where(there, cell * np.log(n[..., None] / rows * (held / columns)), 0.0).sum(-1)
    alone = np.asarray(p.alone, np.float64)
    classes = np.where(alone > 0, a, 1.0)
    total = total + np.where(alone > 0, alone * np.log(n[..., None] / classes), 0.0).sum(-1)
    return np.asarray(np.maximum(total / n, 0.0))


def mean_of_entropies(classes: Array, clusters: Array, mean: str) -> Array:
    """One of the four means of two entropies."""
    if mean == "geometric":
        return np.sqrt(classes) * np.sqrt(clusters)
    return (
        (classes + clusters) / 2
        if mean == "arithmetic"
        else np.minimum(classes, clusters)
        if mean == "min"
        else np.maximum(classes, clusters)
    )
