"""Rows too many to keep at hand, dealt into blocks as they stream by, for the intervals and comparisons that blocks are needed for."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..inference.blocks import MOST_BLOCKS, Dealing, Dealt, MatrixTable, SweepTable, thresholds_for
from ..inputs import Rows
from ..summary import Sweep

Array = NDArray[Any]


class Dealer:
    """The blocks of a long pass: which block each row falls into, and the tables of every model's sweeps and labels."""

    def __init__(self, seed: int, at: list[float]) -> None:
        self._random = np.random.default_rng(seed)
        self._at = at
        self._blocks = np.zeros(0, np.uint32)  # of clusters, by their codes
        self._clustered = False
        self._swept: dict[tuple[str, Any], SweepTable] = {}
        self._counted: dict[str, Array] = {}

    def deal(self, rows: int, cluster: Array | None) -> Dealing:
        """A block for each row at random, the same for all rows of a cluster however far apart they come."""
        if cluster is None:
            return Dealing(self._random.integers(0, MOST_BLOCKS, rows, np.uint32), MOST_BLOCKS)
        self._clustered = True
        fresh = int(cluster.max(initial=-1)) + 1 - len(self._blocks)
        if fresh > 0:
            # The first clusters get a block each, so that few are not thrown together.
            first = np.arange(len(self._blocks), len(self._blocks) + fresh, dtype=np.uint32)
            thrown = self._random.integers(0, MOST_BLOCKS, fresh, np.uint32)
            self._blocks = np.append(self._blocks, np.where(first < MOST_BLOCKS, first, thrown).astype(np.uint32))
        return Dealing(self._blocks[cluster], MOST_BLOCKS, clustered=True)

    def sweep(self, model: str, part: Any, rows: Rows, dealing: Dealing, so_far: Sweep, parts: int) -> None:
        """Add rows of one sweep; its cells are those that suit the rows that came first."""
        before = self._swept.get((model, part))
        thresholds = thresholds_for(so_far, parts, self._at) if before is None else before.thresholds
        made = SweepTable.of(rows, dealing, thresholds)
        self._swept[model, part] = made if before is None else SweepTable(thresholds, before.table + made.table)

    def count(self, model: str, truth: Array, predicted: Array, labels: int, weight: Array | None, dealing: Dealing) -> None:
        """Add rows of one model's labels, as codes."""
        made = MatrixTable.of(truth, predicted, tuple(range(labels)), weight, dealing).table
        before = self._counted.get(model)
        if before is not None:
            grown = np.zeros_like(made)
            grown[:, : before.shape[1], : before.shape[2]] = before
            made = made + grown
        self._counted[model] = made

    def dealt(self, model: str, names: list[Any], ordered: list[Any]) -> Dealt:
        """One model's rows in blocks, its labels in their order."""
        used = np.zeros(0, np.uint32) if not self._clustered else np.unique(self._blocks)
        dealing = Dealing(used if self._clustered else np.arange(MOST_BLOCKS, dtype=np.uint32), MOST_BLOCKS, self._clustered)
        kept = used if self._clustered else slice(None)
        tables = {part: SweepTable(t.thresholds, t.table[kept]) for (name, part), t in self._swept.items() if name == model}
        matrix = self._counted.get(model)
        labels = None
        if matrix is not None:
            order = [names.index(label) for label in ordered]
            wide = np.zeros((len(matrix), len(names), len(names)))
            wide[:, : matrix.shape[1], : matrix.shape[2]] = matrix
            labels = MatrixTable(tuple(ordered), wide[:, order][:, :, order][kept])
        return Dealt(Dealing(dealing.block, len(used) if self._clustered else MOST_BLOCKS, self._clustered), tables, labels)
