"""Two partitions of the same points as metrics read them: sizes of classes, of clusters and of what these share, one table or a stack."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from ..types import Array, Places

if TYPE_CHECKING:
    from .contingency import Contingency


@dataclass(frozen=True, eq=False)
class Partitions:
    """Sizes with a last axis of classes, clusters or cells; axes before it are tables of a stack, as replicates are.

    Points that are clusters of their own are no cells: ``alone`` says how many each class has of them.
    """

    row: Places
    column: Places
    cell: Array
    a: Array
    b: Array
    alone: Array
    whole: bool = True
    """Whether all counts are whole numbers."""

    @classmethod
    def of(cls, table: "Contingency") -> "Partitions":
        """The table, with points of noise as it says."""
        whole = table.whole
        cell = table.weight.astype(np.int64) if whole else table.weight
        row, column, clusters = table.row, table.column, len(table.clusters)
        alone = np.zeros(len(table.classes), cell.dtype)
        noise = table.noise_place if table.noise_as != "cluster" else None
        if noise is not None:
            kept = column != noise
            if table.noise_as == "singletons":
                np.add.at(alone, row[~kept], cell[~kept])
            row, cell, column = row[kept], cell[kept], column[kept]
            column, clusters = column - (column > noise), clusters - 1
        made = cls(row, column, cell, alone, alone, alone, whole)
        return made.weighed(cell, alone, clusters)

    def weighed(self, cell: Array, alone: Array, clusters: int | None = None) -> "Partitions":
        """The same cells with other counts, or a stack of them."""
        columns = self.b.shape[-1] if clusters is None else clusters
        a = _summed(cell, self.row, self.alone.shape[-1]) + alone
        return Partitions(self.row, self.column, cell, a, _summed(cell, self.column, columns), alone, self.whole)

    @property
    def singletons(self) -> Array:
        """How many points are clusters of their own."""
        return np.asarray(self.alone.sum(-1))

    @property
    def n(self) -> Array:
        """The weight of all points."""
        return np.asarray(self.a.sum(-1))

    @property
    def used(self) -> bool:
        """Whether every metric can be read from it: points that stand alone are counted, and a fraction of a point is none."""
        return self.whole or not self.alone.any()


def _summed(cell: Array, places: Places, size: int) -> Array:
    """Cells summed by their place on the last axis."""
    if cell.ndim == 1:
        out = np.zeros(size, cell.dtype)
        np.add.at(out, places, cell)
        return out
    order = np.argsort(places, kind="stable")
    kept, starts = np.unique(places[order], return_index=True)
    out = np.zeros((*cell.shape[:-1], size), cell.dtype)
    if len(kept):
        out[..., kept] = np.add.reduceat(cell[..., order], starts, axis=-1)
    return out
