"""Rows elsewhere brought here by the bins of their variables: all of them, or of very many a random part."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..engines import Batch, Projection, open_source
from ..engines.source import Places
from ..engines.spark_jobs import mapped
from ..engines.spark_tasks import ArrowColumns, in_large
from ..randomness import stream
from ..summary import Layout
from ..summary.packing import pack, unpack
from .card_columns import MEMORY
from .counting_apart import variable_for
from .cross_fitting import copy_keys, row_keys
from .rows_here import BinnedRows, LocalRows
from .totals import LabelAndWeight, Totals, summed_up

MOST_CELLS = 2**24
"""Rows times variables that are brought here at the most."""
MANY_ALIKE, AT_ONCE = 256, 2**13
"""From so many rows that hold the same on, the number of those that are drawn comes from one draw."""
BAD, WEIGHT, COUNT = "bad", "weight", "count"


def gathered(source: Any, layouts: Mapping[str, Layout], beside: LabelAndWeight, rows: int) -> BinnedRows:
    """The bin of each row, with label and weight. Spark counts the rows that hold the same, so that no order of rows matters."""
    share = min(1.0, MOST_CELLS / (max(rows, 1) * max(len(layouts), 1)))
    names = [*dict.fromkeys([*layouts, *beside.names])]
    weight = "" if beside.weight is None else f"{WEIGHT} double, "
    schema = f"{BAD} int, {weight}" + ", ".join(f"p{at} int" for at in range(len(layouts)))
    placed = mapped(source._selected(Projection((), (), names)), RowAssignment(dict(layouts), beside, names), schema)
    counted = open_source(placed.groupBy(*placed.columns).count(), MEMORY)
    work = RowThinning(list(layouts), beside.weight is not None, share)
    _, _, held = unpack(summed_up(counted, Projection((), (), counted.columns), work))
    copies = np.repeat(np.arange(len(held[COUNT])), held[COUNT])
    weights = held[WEIGHT][copies] if beside.weight is not None else None
    return BinnedRows(
        LocalRows({}, held[BAD][copies].astype(np.uint8), weights), {name: held[f"p{at}"][copies] for at, name in enumerate(layouts)}, share
    )


class RowAssignment:
    """What executors make of rows: the bin of each variable, whether a row is bad, and its weight."""

    def __init__(self, layouts: dict[str, Layout], beside: LabelAndWeight, names: list[str]) -> None:
        self.layouts, self.beside, self.columns = layouts, beside, ArrowColumns(tuple(names), {})

    def __call__(self, batches: Iterator[Any]) -> Iterator[Any]:
        import pyarrow as pa

        for table in in_large(batches):
            if not table.num_rows:
                continue
            batch = self.columns.read(table, 0)
            bad, weight = Totals(self.beside).read(batch, 0)
            assert bad is not None
            made = {BAD: (bad == 1).astype(np.int32)} | ({} if weight is None else {WEIGHT: weight})
            for at, (name, layout) in enumerate(self.layouts.items()):
                made[f"p{at}"] = layout.assign(variable_for(batch[name], name, layout, layout.groups is not None)).astype(np.int32)
            yield from pa.table(made).to_batches()


class RowThinning:
    """What is done with rows that are counted by what they hold: each is kept with the same probability."""

    def __init__(self, names: list[str], weighted: bool, share: float) -> None:
        self.names, self.weighted, self.share = names, weighted, share

    def made(self, batches: Iterator[tuple[Batch, Places]]) -> bytes:
        return self._written([self._of(batch) for batch, _ in batches])

    def joined(self, parts: Iterable[bytes]) -> bytes:
        return self._written([unpack(part)[2] for part in parts])

    def _of(self, batch: Batch) -> dict[str, NDArray[Any]]:
        held = {name: column.values for name, column in batch.items()}
        counts = held[COUNT]
        if self.share < 1:
            places = {name: held[f"p{at}"] for at, name in enumerate(self.names)}
            counts = thinned(row_keys(places, held[BAD], held.get(WEIGHT)), counts, self.share)
        kept = counts > 0
        return {name: (counts if name == COUNT else values)[kept] for name, values in held.items()}

    def _written(self, parts: list[dict[str, NDArray[Any]]]) -> bytes:
        names = [BAD, *([WEIGHT] if self.weighted else []), *(f"p{at}" for at in range(len(self.names))), COUNT]
        empty = {name: np.zeros(0, np.float64 if name == WEIGHT else np.int64) for name in names}
        return pack("Thinned", {}, {name: np.concatenate([part[name] for part in parts or [empty]]) for name in names})


def thinned(keys: NDArray[np.uint64], counts: NDArray[np.int64], share: float) -> NDArray[np.int64]:
    """How many of the rows that hold the same are kept, each with the probability ``share``.

    >>> from gnomon.inputs.hashing import mixed
    >>> kept = thinned(mixed(np.arange(3), 0), np.array([1000, 1000, 10**9]), 0.25)
    >>> (np.abs(kept / [1000, 1000, 10**9] - 0.25) < 0.05).tolist()
    [True, True, True]
    """
    found, few = np.zeros(len(counts), np.int64), np.flatnonzero(counts < MANY_ALIKE)
    most = np.uint64(share * 2.0**64)
    for start in range(0, len(few), AT_ONCE):
        some = few[start : start + AT_ONCE]
        owner = np.repeat(np.arange(len(some)), counts[some])
        copies = np.arange(len(owner)) - np.repeat(np.cumsum(counts[some]) - counts[some], counts[some])
        found[some] = np.bincount(owner[copy_keys(keys[some][owner], copies, 2) < most], minlength=len(some))
    for at in np.flatnonzero(counts >= MANY_ALIKE):
        found[at] = stream(0, int(keys[at])).binomial(counts[at], share)
    return found
