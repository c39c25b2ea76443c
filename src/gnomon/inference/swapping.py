"""Swapping: what the difference of two largest gaps does when a coin says, block by block, which model said what.

Of models that are equally good it does not matter which one ranked a row. The bootstrap of a maximum over few positives rejects more often
than its level says; swapping does not, since it makes its own law of no difference.
"""

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

import numpy as np

from ..randomness import stream
from ..types import Floats, Places
from .blocks import SweepTable, combined


class SwapDifference(NamedTuple):
    """The difference of two models under swaps: its spread, and its mean.

    The mean is not 0 where one model has fewer thresholds to choose from, for the more there are, the more chance adds to a maximum. How
    much of it the real difference owes to that is not known: between none and all.
    """

    bias: float
    error: float


class RateGaps(NamedTuple):
    """TPR − FPR at each cut of a model, the first of which calls nothing: of all rows, and of the blocks that each swap leaves alone."""

    whole: Floats
    kept: Floats
    cuts: Floats
    middles: Floats

    @classmethod
    def of(cls, table: SweepTable, coins: Floats) -> "RateGaps":
        negatives, positives = table.support
        if (few := table.by_cell(table.support)) is not None:
            added, rows = few
            sums = added.total()[None], added.combined(coins)
        else:
            every = table.table[:, :, 1] / positives - table.table[:, :, 0] / negatives
            sums, rows = (every.sum(0)[None], combined(coins, every)), table.table.sum((0, 2))
        whole, kept = (np.pad(np.cumsum(rows, axis=1), ((0, 0), (1, 0))) for rows in sums)
        cuts = np.cumsum(rows)
        return cls(whole, kept, np.append(0.0, cuts), cuts - rows / 2)


def coins_of(blocks: int, replicates: int, seed: int) -> Floats:
    """A coin for each block and swap; of each two replicates one throws the opposite."""
    return stream(seed, 1).integers(0, 2, ((replicates + 1) // 2, blocks)).astype(np.float64)


def swapped(a: Mapping[Any, RateGaps], b: Mapping[Any, RateGaps], shares: Mapping[Any, float]) -> SwapDifference:
    """Two models' largest gaps, or the mean of those of several classes by their shares, with the blocks of rows swapped at random."""
    drawn = sum(share * _differences(a[key], b[key]) for key, share in shares.items())
    return SwapDifference(float(np.mean(drawn)), float(np.std(drawn, ddof=1)))


def _differences(a: RateGaps, b: RateGaps) -> Floats:
    """The first model's largest gap less the second's, under every throw of the coins and under its opposite.

    A row that changes models takes its rank along. Each model is cut only where its own scores allow it.
    """
    of_b, of_a = np.searchsorted(b.middles, a.cuts), np.searchsorted(a.middles, b.cuts)
    return np.concatenate([first - second for first, second in _throws(a, b, of_b, of_a)])


def _throws(a: RateGaps, b: RateGaps, of_b: Places, of_a: Places) -> Iterator[tuple[Floats, Floats]]:
    swapped_a, swapped_b = a.whole - a.kept, b.whole - b.kept
    yield _largest(a.kept + swapped_b[:, of_b]), _largest(b.kept + swapped_a[:, of_a])
    yield _largest(swapped_a + b.kept[:, of_b]), _largest(swapped_b + a.kept[:, of_a])


def _largest(gaps: Floats) -> Floats:
    return np.asarray(np.abs(gaps).max(axis=1))
