"""The jackknife: what a metric does when one row, or one block, is left out. BCa reads from it how the error changes with the value."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..summary import Cells, Stack, Sweep
from .measure import Measure
from .replicate import of_blocks
from .sample import Sample
from .stacks import bundled

Floats = NDArray[np.float64]


def acceleration(measure: Measure, sample: Sample) -> float:
    """A sixth of the skewness of the rows' influence; 0 where nothing moves the metric."""
    without, copies = _without(measure, sample)
    fine = np.isfinite(without)
    if not fine.any():
        return 0.0
    without, copies = without[fine], copies[fine]
    moved = float(without @ copies) / float(copies.sum()) - without
    spread = float(copies @ moved**2)
    return float(copies @ moved**3) / (6 * spread**1.5) if spread > 0 else 0.0


def skewness(influence: Floats) -> float:
    """The same of independent units whose influence on the metric is known."""
    spread = float(influence @ influence)
    return float((influence**3).sum()) / (6 * spread**1.5) if spread > 0 else 0.0


def _without(measure: Measure, sample: Sample) -> tuple[Floats, Floats]:
    """The metric without one row of each kind, and how many rows of the kind there are."""
    if sample.blocked is not None:
        blocks = sample.blocked.assignment.blocks
        return of_blocks([measure], sample, 1 - np.eye(blocks))[0], np.ones(blocks)
    if measure.reads_labels:
        counts = sample.counts(measure)
        assert counts is not None
        stack, copies = _less_one(counts.matrix.ravel())
        return measure.of_matrices(Cells(stack.reshape(-1, *counts.matrix.shape)), counts.labels, counts), copies
    assert isinstance(sample.scores, Sweep)
    s = bundled(sample.scores, per_class=128, ends=64)
    stack, copies = _less_one(np.concatenate([s.pos, s.neg]))
    pos, neg = (np.ascontiguousarray(half) for half in (stack[:, : len(s)], stack[:, len(s) :]))
    return measure.of_stack(Stack.of(s).with_counts(pos, neg)), copies


def _less_one(counts: NDArray[Any]) -> tuple[Floats, Floats]:
    """The counts less one, for each that is not zero, and those counts."""
    there = np.flatnonzero(counts)
    stack = np.repeat(counts[None].astype(np.float64), len(there), axis=0)
    stack[np.arange(len(there)), there] -= 1
    return stack, counts[there].astype(np.float64)
