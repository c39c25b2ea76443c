"""Labels of a long pass in blocks: a confusion matrix for each block."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from ...inference.blocks import BlockAssignment, MatrixTable
from ...summary.invariants import as_amounts, as_labels
from ...summary.packing import Arrays
from ...types import Floats, Places
from ..blocks import BlockTable

if TYPE_CHECKING:
    from ...types import Array


MOST_BYTES = 2**28
"""Of more classes than this allows, blocks are given up."""


class MatrixBlocks(BlockTable):
    """``table[b, i, j]`` is the weight in block b of rows of label i that were called j."""

    def __init__(self, labels: tuple[Any, ...] = (), table: Floats | None = None, lost: bool = False) -> None:
        self.labels = labels
        self.table = np.zeros((0, len(labels), len(labels))) if table is None else table
        self.lost = lost

    @property
    def blocks(self) -> int:
        return len(self.table)

    @property
    def used(self) -> Places:
        """The blocks that have any rows."""
        return np.flatnonzero(self.table.any(axis=(1, 2)))

    def taken(self, which: Places) -> "MatrixBlocks":
        """Some of the blocks."""
        return MatrixBlocks(self.labels, self.table[which], self.lost)

    def _give_up(self) -> None:
        self.table, self.lost = np.zeros((0, len(self.labels), len(self.labels))), True

    def add(self, rows: Any, block: "Array", blocks: int, summarise: Callable[[Any], Any], take: Callable[[Any, Any], Any]) -> None:
        k = len(rows.names)
        if self.lost or 8 * blocks * k * k > MOST_BYTES:
            self._give_up()
            return
        made = MatrixTable.of(rows.truth, rows.predicted, rows.names, rows.weight, BlockAssignment(np.asarray(block), blocks))
        joined = self + MatrixBlocks(rows.names, made.table)
        self.labels, self.table = joined.labels, joined.table

    def spread(self, labels: tuple[object, ...], blocks: int) -> Floats:
        """The table over more labels, or in another order of them, and more blocks."""
        at = np.array([labels.index(label) for label in self.labels], np.int64)
        wide = np.zeros((blocks, len(labels), len(labels)))
        wide[np.ix_(np.arange(self.blocks), at, at)] = self.table
        return wide

    def regrouped(self, places: Places, blocks: int) -> "MatrixBlocks":
        table = np.zeros((blocks, *self.table.shape[1:]))
        np.add.at(table, places[: self.blocks], self.table)
        return MatrixBlocks(self.labels, table, self.lost)

    def __add__(self, other: "MatrixBlocks") -> "MatrixBlocks":
        labels = tuple(dict.fromkeys([*self.labels, *other.labels]))
        blocks = max(self.blocks, other.blocks)
        if self.lost or other.lost or 8 * blocks * len(labels) ** 2 > MOST_BYTES:
            return MatrixBlocks(labels, lost=True)
        return MatrixBlocks(labels, self.spread(labels, blocks) + other.spread(labels, blocks))

    def fits(self, empty: "MatrixBlocks", blocks: int) -> bool:
        return self.blocks <= blocks

    def state(self) -> tuple[dict[str, Any], Arrays]:
        return {"labels": list(self.labels), "lost": self.lost}, {"table": self.table}

    @classmethod
    def restored(cls, meta: dict[str, Any], arrays: Arrays) -> "MatrixBlocks":
        labels = as_labels(meta["labels"])
        return cls(labels, as_amounts(arrays["table"], "table", None, len(labels), len(labels)).astype(np.float64), bool(meta["lost"]))
