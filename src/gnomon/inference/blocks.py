"""Rows blocked into blocks: what is kept where rows have weights, belong together, or are shared by several models or classes.

Each block has its own small table of the same cells. A replicate is a random number of copies of every block, one number a block for all
tables at once, so that models stay paired and clusters whole. With no more rows (or clusters) than blocks each is a block of its own; with
more, random blocks of them vary as their sums do.
"""

from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from .. import _core
from ..inputs import HIGHER, BinaryRows, Direction
from ..inputs.direction import in_order, read
from ..parallel import THREADS
from ..randomness import stream
from ..summary import Stack, Sweep
from ..summary.cells import Cells, counted
from ..types import Array, Floats, Places
from .stacks import bundled

Blocked = NDArray[np.uint32]
MOST_BLOCKS = 1000
TABLE_BYTES = 2**25


@dataclass(frozen=True)
class BlockAssignment:
    """Which block each row belongs to, and how many blocks there are."""

    block: Blocked
    blocks: int
    clustered: bool = False


def assign_rows(rows: int, seed: int, most: int = MOST_BLOCKS) -> BlockAssignment:
    """Independent rows, each a block of its own or at random in one of ``most``."""
    if rows <= most:
        return BlockAssignment(np.arange(rows, dtype=np.uint32), rows)
    return BlockAssignment(stream(seed).integers(0, most, rows, np.uint32), most)


def assign_clusters(cluster: NDArray[np.int64], seed: int, most: int = MOST_BLOCKS) -> BlockAssignment:
    """Rows of one cluster stay together; clusters are coded 0, 1, 2, …"""
    clusters = int(cluster.max()) + 1
    of_cluster = assign_rows(clusters, seed, most)
    return BlockAssignment(of_cluster.block[cluster], of_cluster.blocks, clustered=True)


SPARSE = 16
"""A table of which at most one entry in so many is filled is multiplied entry by entry."""


class Entries(NamedTuple):
    """The entries of a table that are not 0, row by row."""

    block: Places
    column: Places
    values: Floats
    columns: int

    @classmethod
    def of(cls, table: Floats) -> "Entries | None":
        """Those of a table of which few are filled, as with a block for each row; None where many are, or none."""
        columns = table.shape[1]
        filled = np.flatnonzero(table != 0)
        if len(filled) * SPARSE > table.size or not len(filled):
            return None
        block, column = np.divmod(filled, columns)
        return cls(block, column, table.ravel()[filled], columns)

    def combined(self, weights: Floats) -> Floats:
        """``weights @ table``."""
        order = np.argsort(self.column, kind="stable")
        block, column, values = self.block[order], self.column[order], self.values[order]
        starts = np.flatnonzero(np.diff(column, prepend=-1))
        weights = np.ascontiguousarray(weights, np.float64)
        return _core.weighted_entries(weights, block, column, values if np.any(values != 1) else None, starts, self.columns, THREADS)

    def part(self, which: NDArray[np.bool_], column: Places, columns: int) -> "Entries":
        """Some of them, as those of a table of other columns."""
        return Entries(self.block[which], column[which], self.values[which], columns)

    def total(self) -> Floats:
        """``table.sum(0)``: the blocks in their order, so that no digit differs."""
        return np.bincount(self.column, self.values, self.columns).astype(np.float64, copy=False)


def combined(weights: Floats, table: Floats) -> Floats:
    """``weights @ table``, entry by entry where few are filled.

    >>> combined(np.array([[1.0, 2.0]]), np.array([[0.0, 3.0], [0.0, 4.0]])).tolist()
    [[0.0, 11.0]]
    """
    entries = Entries.of(table)
    return np.asarray(weights @ table) if entries is None else entries.combined(weights)


@dataclass(frozen=True, eq=False)
class SweepTable:
    """A sweep for each block: ``table[b, i, c]`` is the weight that threshold i adds in block b of class c (1: positive)."""

    thresholds: Floats
    table: Floats
    direction: Direction = HIGHER

    @classmethod
    def of(cls, rows: BinaryRows, assignment: BlockAssignment, thresholds: Floats) -> "SweepTable":
        keys = read(thresholds, rows.direction)
        flat = _core.deal(rows.score, rows.positive, rows.weight, assignment.block, keys, assignment.blocks, THREADS)
        return cls(thresholds, flat.reshape(assignment.blocks, len(thresholds), 2), rows.direction)

    @cached_property
    def entries(self) -> Entries | None:
        """What is filled of the table, its columns two for each cell; None where that is much."""
        return Entries.of(self.table.reshape(len(self.table), -1))

    @cached_property
    def support(self) -> Floats:
        """The weight of each class."""
        filled = self.entries
        return np.asarray(self.table.sum((0, 1)) if filled is None else np.bincount(filled.column % 2, filled.values, 2))

    @cached_property
    def _by_class(self) -> list[Entries] | None:
        """The same of each class, whose columns are the cells."""
        if (filled := self.entries) is None:
            return None
        cell, positive = np.divmod(filled.column, 2)
        return [filled.part(positive == of_class, cell, len(self.thresholds)) for of_class in (0, 1)]

    def by_cell(self, weights: Floats) -> tuple[Entries, Floats] | None:
        """What is filled of both classes' columns together, each times its class's weight, and the rows in each cell."""
        filled = self.entries
        if filled is None:
            return None
        cells = len(self.thresholds)
        cell, positive = np.divmod(filled.column, 2)
        keys, at = np.unique(filled.block * cells + cell, return_inverse=True)
        both = np.zeros((2, len(keys)))
        both[positive, at] = filled.values
        block, cell = np.divmod(keys, cells)
        added = both[1] / weights[1] - both[0] / weights[0]
        there = added != 0
        return Entries(block[there], cell[there], added[there], cells), np.bincount(cell, both[0] + both[1], cells).astype(
            np.float64, copy=False
        )

    def stack(self, weights: Floats) -> Stack:
        """The sweep that each row of weights makes of the blocks."""
        blocks, cells, _ = self.table.shape
        if self._by_class is not None:
            negative, positive = (of_class.combined(weights) for of_class in self._by_class)
            return Stack(self.thresholds, positive, negative, self.direction)
        made = (weights @ self.table.reshape(blocks, -1)).reshape(len(weights), cells, 2)
        return Stack(self.thresholds, np.ascontiguousarray(made[:, :, 1]), np.ascontiguousarray(made[:, :, 0]), self.direction)

    @property
    def each(self) -> Stack:
        """The sweep of each block."""
        pos, neg = (np.ascontiguousarray(self.table[:, :, k]) for k in (1, 0))
        return Stack(self.thresholds, pos, neg, self.direction)


@dataclass(frozen=True, eq=False)
class MatrixTable:
    """A confusion matrix for each block: shape (blocks, K, K)."""

    labels: tuple[Any, ...]
    table: Floats

    @classmethod
    def of(
        cls, truth: Array, predicted: Array, labels: tuple[object, ...], weight: Floats | None, assignment: BlockAssignment
    ) -> "MatrixTable":
        made = counted(truth, predicted, len(labels), weight, assignment.block, assignment.blocks)
        return cls(labels, made.astype(np.float64))

    @cached_property
    def whole(self) -> Cells:
        """The matrix of all blocks."""
        return Cells(self.table.sum(0))

    def stack(self, weights: Floats) -> Floats:
        """The matrix that each row of weights makes of the blocks."""
        return np.tensordot(weights, self.table, axes=1)


@dataclass(frozen=True, eq=False)
class BlockedRows:
    """One model's rows in blocks: a table of its scores, or of each class's, and of its labels."""

    assignment: BlockAssignment
    scores: dict[Any, SweepTable] = field(default_factory=dict)
    labels: MatrixTable | None = None


def _cells(parts: int) -> int:
    """Thresholds of each of so many tables that they are small together."""
    return max(64, min(1024, TABLE_BYTES // (16 * MOST_BLOCKS * max(parts, 1))))


def table_bytes(parts: int) -> int:
    """What each of so many tables takes."""
    return 16 * MOST_BLOCKS * _cells(parts)


def thresholds_for(s: Sweep, parts: int, at: list[float], coarser: int = 1) -> Floats:
    """Thresholds to deal scores by: those that are asked for, and as many of the sweep's as leave the tables small, or fewer still."""
    cells = max(64, _cells(parts) // coarser)
    kept = bundled(s, per_class=cells // 4, ends=cells // 8).thresholds
    last = read(float(kept[-1]), s.direction)
    inside = [t for t in at if read(t, s.direction) > last]  # a cell past the least positive score would be empty
    return np.asarray(in_order(np.concatenate([kept, inside]), s.direction))


def table_of(rows: BinaryRows, s: Sweep, assignment: BlockAssignment, parts: int = 1, at: list[float] | None = None) -> SweepTable:
    """Rows of two classes blocked by their scores, of which ``s`` is the sweep."""
    return SweepTable.of(rows, assignment, thresholds_for(s, parts, at or []))
