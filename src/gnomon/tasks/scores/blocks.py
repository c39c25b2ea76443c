"""Scores of a long pass in blocks: a small sweep for each block, on thresholds that suit the first rows."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from ...inference.blocks import BlockAssignment, SweepTable
from ...inputs import HIGHER, Direction
from ...inputs.direction import check_direction, read
from ...summary.invariants import as_amounts, as_scores, check_descends
from ...summary.packing import Arrays
from ...types import Floats, Places
from ..blocks import BlockTable

if TYPE_CHECKING:
    from ...inputs.rows import BinaryRows
    from ...types import Array


class SweepBlocks(BlockTable):
    """``table[b, i, c]`` is the weight that threshold i adds in block b of class c (1: positive)."""

    def __init__(self, thresholds: Floats, table: Floats | None = None, direction: Direction = HIGHER) -> None:
        self.thresholds, self.direction = thresholds, direction
        self.table = np.zeros((0, len(thresholds), 2)) if table is None else table

    @property
    def blocks(self) -> int:
        return len(self.table)

    @property
    def used(self) -> Places:
        """The blocks that have any rows."""
        return np.flatnonzero(self.table.any(axis=(1, 2)))

    def taken(self, which: Places) -> "SweepBlocks":
        """Some of the blocks."""
        return SweepBlocks(self.thresholds, self.table[which], self.direction)

    def add(
        self, rows: "BinaryRows", block: "Array", blocks: int, summarise: Callable[[Any], Any], take: Callable[[Any, Any], Any]
    ) -> None:
        made = SweepTable.of(rows, BlockAssignment(np.ascontiguousarray(block, np.uint32), blocks), self.thresholds).table
        self.table = _wide(self.table, blocks)
        self.table += made

    def regrouped(self, places: Places, blocks: int) -> "SweepBlocks":
        table = np.zeros((blocks, *self.table.shape[1:]))
        np.add.at(table, places[: len(self.table)], self.table)
        return SweepBlocks(self.thresholds, table, self.direction)

    def __add__(self, other: "SweepBlocks") -> "SweepBlocks":
        blocks = max(self.blocks, other.blocks)
        return SweepBlocks(self.thresholds, _wide(self.table, blocks) + _wide(other.table, blocks), self.direction)

    def fits(self, empty: "SweepBlocks", blocks: int) -> bool:
        return self.blocks <= blocks and self.direction == empty.direction and np.array_equal(self.thresholds, empty.thresholds)

    def state(self) -> tuple[dict[str, Any], Arrays]:
        return {"direction": self.direction}, {"thresholds": self.thresholds, "table": self.table}

    @classmethod
    def restored(cls, meta: dict[str, Any], arrays: Arrays) -> "SweepBlocks":
        return cls.checked(arrays["thresholds"], arrays["table"], meta["direction"])

    @classmethod
    def checked(cls, thresholds: "Array", table: "Array", direction: object = HIGHER) -> "SweepBlocks":
        """A table from elsewhere, once it is sure that its thresholds and its blocks are such."""
        scores, way = as_scores(thresholds, "thresholds"), check_direction(direction)
        check_descends(read(scores, way), "thresholds", scores)
        return cls(scores, as_amounts(table, "table", None, len(scores), 2).astype(np.float64), way)


def _wide(table: Floats, blocks: int) -> Floats:
    """The table with empty blocks added until there are so many."""
    return table if len(table) >= blocks else np.pad(table, [(0, blocks - len(table)), (0, 0), (0, 0)])
