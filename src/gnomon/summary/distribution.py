"""A distribution: values in ascending order and what rows weigh that have them, read from a sweep that has no negatives."""

from functools import cached_property
from typing import Any

import numpy as np

from .. import _core
from ..errors import InputError
from ..inputs import HIGHER, BinaryRows
from ..inputs.pairs import LARGEST, PairRows, refuse_numbers
from ..parallel import THREADS
from ..types import Array, Floats
from .invariants import frozen
from .sweep import Sweep

SAME_SHARE = 1e-12
"""Shares of all rows nearer than this are one: sums of weights round, and 0.1 is no tenth of anything."""


def doubles(rows: PairRows) -> tuple[Floats, Floats]:
    """Both columns as float64, after refusing numbers that are not finite or too large."""
    y, p = (column.astype(np.float64, copy=False) for column in (rows.y, rows.p))
    for column, name in zip((y, p), rows.names, strict=True):
        refuse_numbers(column, name)
    return y, p


def swept(values: Floats, weight: Floats | None) -> Sweep:
    """Each distinct value with what rows weigh that have it."""
    return Sweep.of_rows(BinaryRows(np.ones(len(values), np.uint8), values, weight))


def one_sided(sweep: Sweep, name: str, largest: float) -> Sweep:
    """A sweep that holds a distribution: no negatives, no marks, the highest value first, none past the largest."""
    if not isinstance(sweep, Sweep) or sweep.neg.any() or sweep.marks or sweep.direction != HIGHER:
        raise InputError("summary.distribution_sweep_unsupported", name=name)
    if len(sweep) and sweep.exact and max(sweep.thresholds[0], -sweep.thresholds[-1]) > largest:
        raise InputError("summary.distribution_value_too_large", name=name, largest=largest)
    return sweep


def folded(sweep: Sweep) -> Sweep:
    """The distribution of absolute values. Cells of negative values are mirror images of those of positive ones."""
    start = int(np.searchsorted(-sweep.thresholds, 0.0, side="right"))  # of the values below 0
    tops = _core.cell_ceilings(sweep.thresholds[start:], sweep.shift)[::-1]
    mirrored = _core.floor_scores(np.ascontiguousarray(-tops), sweep.shift, THREADS)
    parts = []
    for keys, at in ((sweep.thresholds[:start], slice(0, start)), (mirrored, slice(None, start - 1 if start else None, -1))):
        pos, neg = (np.ascontiguousarray(column[at]) for column in (sweep.pos, sweep.neg))
        parts.append(Sweep._of_kernel(np.array(keys), np.array(pos), np.array(neg), sweep.shift))
    return parts[0] + parts[1]


class Distribution:
    """Values from the lowest up. What has the value number i lies from ``low[i]`` to ``high[i]``: the same but where it was coarsened.

    No value is past ``largest``, which cells may be.

    >>> Distribution(swept(np.array([3.0, 1.0, 2.0, 2.0]), None)).quantile(0.5)
    2.0
    """

    def __init__(self, sweep: Sweep, largest: float = LARGEST) -> None:
        self.low = self.high = frozen(sweep.thresholds[::-1])
        if not sweep.exact:
            self.low, self.high = (frozen(np.clip(ends[::-1], -largest, largest)) for ends in (sweep.thresholds, sweep.ceilings))
        self.weight = frozen(sweep.pos[::-1])

    @cached_property
    def value(self) -> Floats:
        """Each value; of a coarse cell its middle."""
        return self.low if self.high is self.low else self.low + (self.high - self.low) / 2

    @cached_property
    def cumulated(self) -> Array:
        """What rows weigh up to each value."""
        return np.cumsum(self.weight)

    @property
    def n(self) -> Any:
        """What all rows weigh."""
        return self.cumulated[-1].item() if len(self.weight) else 0

    def __len__(self) -> int:
        return len(self.weight)

    def places(self, share: float) -> tuple[int, int]:
        """The first value up to which rows weigh at least this share of all, and the first up to which they weigh more."""
        at, slack = share * self.n, SAME_SHARE * self.n
        last = len(self) - 1
        first = int(np.searchsorted(self.cumulated, at - slack, side="left"))
        past = int(np.searchsorted(self.cumulated, at + slack, side="right"))
        return min(first, last), min(past, last)

    def quantile(self, share: float) -> float:
        """The value below which this share of rows lies: the mean of the two it lies between, where it falls between two."""
        return self._halfway(self.value, share) if len(self) else float("nan")

    def quantile_bounds(self, share: float) -> tuple[float, float]:
        """An interval certain to hold the quantile."""
        return (self._halfway(self.low, share), self._halfway(self.high, share)) if len(self) else (float("nan"), float("nan"))

    def _halfway(self, values: Floats, share: float) -> float:
        first, past = self.places(share)
        return float(values[first]) if first == past else float(values[first] + values[past]) / 2

    @cached_property
    def mean(self) -> float:
        """The mean value."""
        return self.centre + float(np.sum(self.weight * self.centred)) / self.n if len(self) else float("nan")

    @cached_property
    def centre(self) -> float:
        """A value in the middle, from which the others are counted: sums of differences keep the digits that sums of values lose."""
        return float(self.value[self.places(0.5)[0]])

    @cached_property
    def centred(self) -> Floats:
        """Each value less the centre."""
        return self.value - self.centre

    def deviation_from_mean(self) -> float:
        """What the rows' absolute deviations from the mean sum to."""
        if not len(self):
            return 0.0
        shift = float(np.sum(self.weight * self.centred)) / self.n
        return float(np.sum(self.weight * np.abs(self.centred - shift)))
