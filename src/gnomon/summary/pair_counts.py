"""Pairs of rows counted by how two rankings order them: exactly for counts, on a scale of their own for weights."""

from typing import Any, NamedTuple

import numpy as np

from .. import _core
from ..errors import InputError
from ..parallel import THREADS
from ..types import Array, Ranks

EXACT_RANKS = 2**31
"""Rows up to which sums of products of their ranks are exact in 128 bits; more are counted as weights are."""


class PairCounts(NamedTuple):
    """Pairs that truth and prediction order alike and the other way round, pairs of different truths and of different predictions, and
    what all rows weigh.
    """

    alike: Any
    opposite: Any
    truths_apart: Any
    predictions_apart: Any
    total: Any

    @property
    def difference(self) -> Any:
        """Pairs ordered alike less those ordered the other way round."""
        return self.alike - self.opposite


class ComparablePairs(NamedTuple):
    """Pairs of which one row is known to last longer: those that the prediction orders as they came, those that it orders the other way
    round, and all of them.
    """

    alike: Any
    opposite: Any
    all: Any


def still_finite(found: object) -> Any:
    """What a kernel made of columns that were finite when they were checked, and must still be."""
    if found is None:
        raise InputError("summary.pair_values_changed")
    return found


def scaled(weight: Array, total: Any, most: int = 2**53) -> tuple[Array, Any]:
    """Counts as they are, up to ``most``; weights times the power of two that brings their sum near 1, so that no product of three of
    them overflows.
    """
    if weight.dtype.kind == "i" and total <= most:
        return weight, total
    power = int(np.frexp(float(total))[1])
    return np.ldexp(weight.astype(np.float64), -power), float(np.ldexp(float(total), -power))


def pairs_in_order(group: Ranks, rank: Ranks, earlier: Array, later: Array, groups: int, ranks: int) -> tuple[Any, Any]:
    """Pairs of rows of ascending groups whose ranks ascend, and those whose ranks descend; groups and ranks count from 0.

    A row counts ``earlier`` as the one of the lower group, and ``later`` as the other.
    """
    if earlier is later and earlier.dtype.kind == "i" and bool((earlier == 1).all()):
        found = _core.ordered_unit_pairs(group, rank, groups, ranks, False, THREADS)
    else:
        found = _core.ordered_pairs(group, rank, earlier, later, groups, ranks, THREADS)
    return found[0], found[1]
