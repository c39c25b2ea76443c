"""Resampling summaries: Poisson numbers over the cells of a sweep or of a confusion matrix, or over blocks of rows.

A bootstrap gives each row a random weight with mean and variance 1. Rows that were counted together need no weights of their own: the
sum of a cell's is Poisson with the count as its mean. So a replicate costs one number a cell, not one a row, and no row is needed.
"""

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from .. import _core
from ..inputs.direction import read
from ..parallel import THREADS
from ..summary import Stack, Sweep
from ..types import Array, Floats

PER_CLASS, ENDS = 2048, 1024
AT_ONCE = 2**22
"""Numbers held at a time while replicates are made."""


def bundled(s: Sweep, per_class: int = PER_CLASS, ends: int = ENDS) -> Sweep:
    """The sweep with neighbouring cells bundled where there are more than resampling needs.

    No bundle but a single cell holds more than 1/``per_class`` of either class, and the cells at both ends stay apart, since some metrics
    read only the top. What order inside a bundle can do to a metric is of the order of the bundle; it moves the sample's value and its
    replicates alike, and the spread between them by less still.
    """
    if len(s) <= 2 * (per_class + ends):
        return s
    keys, pos, neg = _core.bundle(s.keys, s.pos, s.neg, float(per_class), ends)
    return Sweep._of_kernel(read(keys, s.direction), pos, neg, s.shift, s.resolution, direction=s.direction)


def of_sweep(s: Sweep, replicates: int, seed: int) -> Iterator[Stack]:
    """Replicates of a sweep of whole counts, some at a time."""
    counts = np.concatenate([s.pos, s.neg]).astype(np.float64)
    for drawn in _drawn(counts, replicates, seed):
        pos, neg = (np.ascontiguousarray(half) for half in (drawn[:, : len(s)], drawn[:, len(s) :]))
        yield Stack(s.thresholds, pos, neg, s.direction)


def of_matrix(matrix: Array, replicates: int, seed: int) -> Iterator[NDArray[np.int64]]:
    """Replicates of a confusion matrix of whole counts, some at a time."""
    for drawn in _drawn(matrix.astype(np.float64).ravel(), replicates, seed):
        yield drawn.astype(np.int64).reshape(len(drawn), *matrix.shape)


def _drawn(counts: Floats, replicates: int, seed: int) -> Iterator[Floats]:
    at_once = max(1, AT_ONCE // max(len(counts), 1))
    for first in range(0, replicates, at_once):
        yield _core.resample(counts, min(at_once, replicates - first), seed, first, THREADS)


def block_weights(blocks: int, replicates: int, seed: int) -> Floats:
    """How often each block of rows enters each replicate."""
    return _core.resample(np.ones(blocks), replicates, seed, 0, THREADS)
