"""Pairs of points that two partitions put together or apart, counted without looking at any pair."""

from typing import Any, NamedTuple

import numpy as np

from ..summary.partitions import Partitions
from ..types import Array


class PairTotals(NamedTuple):
    """Pairs together in both, in the clusters alone, in the classes alone, and in neither: whole numbers of Python, or arrays of floats."""

    tp: Any
    fp: Any
    fn: Any
    tn: Any


def pairs_of(p: Partitions) -> PairTotals:
    """The pairs of one table, exactly; of a stack as floats."""
    both, classes, clusters = (_squares(sizes) for sizes in (p.cell, p.a, p.b))
    if p.cell.ndim == 1:
        count, single = int(p.n), int(p.singletons)
        both, clusters = both + single, clusters + single
        apart = count * count + both - classes - clusters
        return PairTotals((both - count) // 2, (clusters - both) // 2, (classes - both) // 2, apart // 2)
    n, alone = (np.asarray(sums, np.float64) for sums in (p.n, p.singletons))
    both, clusters = both + alone, clusters + alone
    return PairTotals((both - n) / 2, (clusters - both) / 2, (classes - both) / 2, (n * n + both - classes - clusters) / 2)


def _squares(sizes: Array) -> Any:
    """The sum of squares over the last axis; of one table a whole number, however large."""
    if sizes.ndim > 1:
        floats = np.asarray(sizes, np.float64)
        return (floats * floats).sum(-1)
    if int(sizes.sum()) < 2**31:  # then no sum of squares leaves 64 bits
        return int(np.dot(sizes, sizes))
    return sum(size * size for size in sizes.tolist())


def divided(above: Any, below: Any) -> Array:
    """The quotient, NaN where there is nothing to divide by; of whole numbers of Python rounded once."""
    if isinstance(above, int) and isinstance(below, int):
        return np.asarray(above / below if below else np.nan)
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.asarray(np.where(np.asarray(below) == 0, np.nan, np.divide(above, below)))
