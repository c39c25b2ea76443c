"""Stack: several sweeps on the same thresholds, such as the replicates of one, walked together."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from .. import _core
from ..inputs import HIGHER, Direction
from ..inputs.direction import read
from ..parallel import THREADS
from ..types import Floats
from .sweep import Sweep


@dataclass(frozen=True, eq=False)
class Stack:
    """Sweeps that share their thresholds: ``pos[r, i]`` and ``neg[r, i]`` are what threshold i adds in sweep r."""

    thresholds: Floats
    pos: Floats
    neg: Floats
    direction: Direction = HIGHER

    @classmethod
    def of(cls, s: Sweep) -> "Stack":
        """A sweep as a stack of one."""
        return cls(s.thresholds, s.pos[None].astype(float), s.neg[None].astype(float), s.direction)

    def with_counts(self, pos: Floats, neg: Floats) -> "Stack":
        """Other sweeps on the same thresholds."""
        return Stack(self.thresholds, pos, neg, self.direction)

    def __len__(self) -> int:
        return len(self.pos)

    @cached_property
    def tps(self) -> Floats:
        """True positives at each threshold of each sweep."""
        return np.cumsum(self.pos, axis=1)

    @cached_property
    def fps(self) -> Floats:
        """False positives at each threshold of each sweep."""
        return np.cumsum(self.neg, axis=1)

    def matrices_at(self, threshold: float) -> Floats:
        """The 2x2 confusion matrices of each sweep, as a stack, when scores of at least ``threshold`` are called positive."""
        keys, key = read(self.thresholds, self.direction), read(threshold, self.direction)
        reached = int(np.searchsorted(-keys, -key, side="right"))
        tp, fp = self.pos[:, :reached].sum(1), self.neg[:, :reached].sum(1)
        fn, tn = self.pos[:, reached:].sum(1), self.neg[:, reached:].sum(1)
        return np.moveaxis(np.array([[tn, fp], [fn, tp]]), -1, 0)

    def every(self, step: int) -> "Stack":
        """The sweeps on every ``step``-th of their thresholds, the lowest among them: neighbours added up."""
        ends = np.arange(len(self.thresholds) - 1, -1, -step)[::-1]
        first = np.append(0, ends[:-1] + 1)
        pos, neg = (_core.segment_sums(np.ascontiguousarray(column), first, THREADS) for column in (self.pos, self.neg))
        return Stack(self.thresholds[ends], pos, neg, self.direction)

    def __iter__(self) -> Iterator[Sweep]:
        """Each sweep alone, without the thresholds that no row of it has."""
        for pos, neg in zip(self.pos, self.neg, strict=True):
            met = pos + neg > 0
            yield Sweep._of_kernel(self.thresholds[met], pos[met], neg[met], direction=self.direction)
