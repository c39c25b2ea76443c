"""Rows of two columns ranked column by column: what one metric needs of them, without the cells that a Joint is made of."""

from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from .. import _core
from ..inputs.number_pairs import NumberPairs
from ..parallel import THREADS
from ..types import Array
from .pair_counts import EXACT_RANKS, ComparablePairs, PairCounts, still_finite


class RankedColumn:
    """A column of finite numbers and its ranks, each made once when it is first asked for."""

    def __init__(self, values: NDArray[np.float64]) -> None:
        self.values = values

    @cached_property
    def dense(self) -> tuple[NDArray[np.uint32], int]:
        """The rank of each value among the distinct ones, from 0, and how many these are."""
        ranks, distinct = still_finite(_core.dense_ranks(self.values, THREADS))
        return ranks, distinct

    @cached_property
    def counts(self) -> Array:
        """How many rows each distinct value has, ascending."""
        ranks, distinct = self.dense
        return np.ones(distinct, np.int64) if distinct == len(ranks) else np.bincount(ranks).astype(np.int64)

    @cached_property
    def middle(self) -> tuple[NDArray[np.int64], int]:
        """Twice the average rank of each value, counted from the middle, and the sum of their squares."""
        ranks, squares = still_finite(_core.middle_ranks(self.values, THREADS))
        return ranks, squares


class RankedRows:
    """What metrics read of a :class:`Joint`, of rows that count one each; exactly what the Joint would say."""

    whole = True

    def __init__(self, first: RankedColumn, second: RankedColumn, observed: NDArray[np.bool_] | None = None) -> None:
        self._first, self._second, self._observed = first, second, observed
        self.total = len(first.values)
        self.is_censored = observed is not None and not observed.all()

    @classmethod
    def of_rows(cls, rows: NumberPairs) -> "RankedRows | None":
        """Rows that are validated already; None where they weigh, or are more than can be counted exactly."""
        most = EXACT_RANKS if rows.observed is None else EXACT_RANKS // 2  # each time is two moments
        if rows.weight is not None or len(rows.first) > most:
            return None
        return cls(RankedColumn(rows.first), RankedColumn(rows.second), rows.observed)

    @property
    def truths(self) -> Array:
        """How many rows each distinct value of the first column has, ascending."""
        return self._first.counts

    @property
    def predictions(self) -> Array:
        """The same of the second column."""
        return self._second.counts

    @cached_property
    def pairs(self) -> PairCounts:
        """Pairs of rows by how the columns order them."""
        (first, firsts), (second, seconds) = self._first.dense, self._second.dense
        alike, opposite = _core.ordered_unit_pairs(first, second, firsts, seconds, False, THREADS)
        truths, predictions = (_core.pairs_apart(counts, counts) for counts in (self.truths, self.predictions))
        return PairCounts(alike, opposite, truths, predictions, self.total)

    @cached_property
    def comparable(self) -> ComparablePairs:
        """Pairs of rows of which the earlier one was observed."""
        if self._observed is None or not self.is_censored:
            return ComparablePairs(self.pairs.alike, self.pairs.opposite, self.pairs.truths_apart)
        (first, firsts), (second, seconds) = self._first.dense, self._second.dense
        moment = 2 * first + ~self._observed  # of equal times what was observed comes before what was censored
        alike, opposite = _core.ordered_unit_pairs(moment, second, 2 * firsts, seconds, True, THREADS)
        counts = np.bincount(moment, minlength=2 * firsts).astype(np.int64)
        return ComparablePairs(alike, opposite, _core.pairs_apart(np.where(np.arange(2 * firsts) % 2, 0, counts), counts))

    @cached_property
    def products(self) -> tuple[int, int, int]:
        """Sums over rows of products of average ranks from the middle."""
        (first, squares), (second, squares_2) = self._first.middle, self._second.middle
        return _core.product_sum(first, second), squares, squares_2
