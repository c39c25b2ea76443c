"""How sure figures of sentences are: sentences, or documents of them, are drawn again, or swapped between two systems.

What was counted in each is a line of numbers, and a figure is a function of their sum, so that no text is read twice.
"""

from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..randomness import stream
from ..types import Floats
from .estimate import IntervalOptions
from .images import ImageStatistic, UnitMessages, in_blocks, pair_over_images
from .pairs import Pair
from .stacks import block_weights

SAID = UnitMessages(
    "two_sentences_for_interval",
    "two_sentences_for_test",
    "same_on_sentences",
    "same_difference_on_sentences",
    "undefined_on_resampled_sentences",
    "different_sentences",
)
CHUNK = 2**24
"""Numbers that are drawn at a time."""


@lru_cache(maxsize=1)
def _weights(units: int, replicates: int, seed: int) -> Floats:
    """How often each unit is drawn: the same for every system and metric, and made once for those that are asked together."""
    return block_weights(units, replicates, seed)


def let_go() -> None:
    """Forget what was drawn last, which is large."""
    _weights.cache_clear()


class Draws:
    """Lines of units, and their sums over units that were drawn again, made once for all metrics."""

    def __init__(self, table: Floats) -> None:
        self.table = in_blocks(table)
        self._sums: dict[tuple[int, int], Floats] = {}

    def sums(self, how: IntervalOptions) -> Floats:
        """A line of sums for each replicate."""
        key = (how.replicates, how.seed)
        if key not in self._sums:
            self._sums[key] = _weights(len(self.table), *key) @ self.table
        return self._sums[key]


@dataclass(frozen=True, eq=False)
class LineStatistic(ImageStatistic):
    """A metric over units of sentences: ``table`` has a line for each, what was counted in it times what it weighs."""

    draws: Draws | None = None

    def drawn(self, how: IntervalOptions) -> Floats:
        if self.draws is None:
            return super().drawn(how)
        return np.asarray(self.value(self.draws.sums(how)), np.float64)

    @property
    def said(self) -> UnitMessages:
        return SAID


def pair_over_sentences(first: LineStatistic, second: LineStatistic, a: str, b: str, how: IntervalOptions) -> Pair:
    """Two systems on the same sentences: drawn again and again for both, or swapped between them."""
    if how.method != "randomization":
        return pair_over_images(first, second, a, b, how)
    made = pair_over_images(first, second, a, b, how._replace(method="auto"))
    if made.p_value != made.p_value:
        return made
    return replace(made, p_value=_swapped(first, second, made.difference, how), method="randomization")


def _swapped(first: LineStatistic, second: LineStatistic, difference: float, how: IntervalOptions) -> float:
    """The share of random swaps whose difference is as far out as the one that is there, itself among them."""
    lines, both = in_blocks(first.table - second.table), (first.table.sum(0), second.table.sum(0))
    generator = stream(how.seed)
    far = done = 0
    step = max(CHUNK // max(len(lines), 1), 1)
    slack = 1e-12 * max(abs(difference), 1e-12)
    while done < how.replicates:
        count = min(step, how.replicates - done)
        moved = generator.integers(0, 2, (count, len(lines))).astype(np.float64) @ lines
        drawn = first.value(both[0] - moved) - second.value(both[1] + moved)
        drawn = drawn[np.isfinite(drawn)]
        far += int(_as_far(drawn, difference, how.alternative, slack).sum())
        done += count
    return (far + 1) / (how.replicates + 1)


def _as_far(drawn: Floats, difference: float, alternative: str, slack: float) -> NDArray[np.bool_]:
    """Which differences are as far out as the one that is there, on the side that is asked about."""
    if alternative == "two-sided":
        return np.abs(drawn) >= abs(difference) - slack
    return drawn >= difference - slack if alternative == "greater" else drawn <= difference + slack


def units_of_lines(lines: Floats, weight: Floats | None, cluster: NDArray[np.int64] | None) -> tuple[Floats, Floats, NDArray[Any]]:
    """Units that are drawn: a line and a weight for each, and their names; rows of a cluster are one."""
    heavy = np.ones(len(lines)) if weight is None else np.asarray(weight, np.float64)
    table = lines if weight is None else lines * heavy[:, None]
    names = np.arange(len(lines))
    if cluster is not None:
        size = int(cluster.max(initial=-1)) + 1
        table = np.array([np.bincount(cluster, column, size) for column in table.T]).T.reshape(size, lines.shape[1])
        heavy, names = np.bincount(cluster, heavy, size).astype(np.float64), np.arange(size)
    there = heavy > 0
    return table[there], heavy[there], names[there]
