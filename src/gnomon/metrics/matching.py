"""The matching of clusters to classes, one to one, in which most points agree."""

from typing import NamedTuple

import numpy as np

from ..types import Array, Places

DENSE = 2**22
"""Cells up to which a whole matrix is matched; past them only those that have points."""


class Match(NamedTuple):
    """The places of classes and of the clusters matched to them, and the weight of the points that agree."""

    classes: Places
    clusters: Places
    weight: float


def best_match(row: Places, column: Places, cell: Array, alone: Array | None = None) -> Match:
    """Match clusters to classes. ``alone`` are points of each class that are clusters of their own: one of them can stand for its class."""
    alone = np.zeros(0, np.int64) if alone is None else alone
    rows = max(int(row.max(initial=-1)) + 1, len(alone))
    columns = int(column.max(initial=-1)) + 1
    single = np.flatnonzero(alone > 0)
    row, column = np.append(row, single), np.append(column, columns + np.arange(len(single)))
    cell, wide = np.append(cell, np.ones(len(single), cell.dtype)), columns + len(single)
    if not len(cell):
        return Match(np.zeros(0, np.int64), np.zeros(0, np.int64), 0.0)
    found = _matched(row, column, np.asarray(cell, np.float64), rows, wide)
    return Match(found.classes[found.clusters < columns], found.clusters[found.clusters < columns], found.weight)


def _matched(row: Places, column: Places, cell: Array, rows: int, columns: int) -> Match:
    if rows * columns <= DENSE:
        from scipy.optimize import linear_sum_assignment

        table = np.zeros((rows, columns))
        table[row, column] = cell
        classes, clusters = linear_sum_assignment(table, maximize=True)
        kept = table[classes, clusters] > 0
        classes, clusters = classes[kept], clusters[kept]
        return Match(classes, clusters, float(table[classes, clusters].sum()))
    return _matched_sparsely(row, column, cell, rows, columns)


def _matched_sparsely(row: Places, column: Places, cell: Array, rows: int, columns: int) -> Match:
    """Every class has a cluster of no points beside the others, so that it may stay without one."""
    from scipy.sparse import csr_array
    from scipy.sparse.csgraph import min_weight_full_bipartite_matching

    most = cell.max() + 1
    own = np.arange(rows)
    cost, at = np.concatenate([most - cell, np.full(rows, most)]), (np.append(row, own), np.append(column, columns + own))
    places = tuple(one.astype(np.int32) for one in at)  # SciPy 1.13 takes no others
    classes, clusters = min_weight_full_bipartite_matching(csr_array((cost, places), shape=(rows, columns + rows)))
    held = dict(zip(zip(row.tolist(), column.tolist(), strict=True), cell.tolist(), strict=True))
    kept = clusters < columns
    classes, clusters = classes[kept].astype(np.int64), clusters[kept].astype(np.int64)
    return Match(classes, clusters, sum(held[pair] for pair in zip(classes.tolist(), clusters.tolist(), strict=True)))
