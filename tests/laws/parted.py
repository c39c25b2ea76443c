"""Rows in parts that are summed up apart, as on a cluster but without one."""

import numpy as np

from gnomon.engines import open_source
from gnomon.engines.source import PARTITION, Source


class Parted(Source):
    """A table whose rows lie in parts that begin at some of them; each part is a partition, and partials travel as bytes."""

    apart, default_memory, name = True, 384_000_000, "rows in parts"

    def __init__(self, table, starts):
        self.table, self.starts = table, [*starts, len(table)]
        self.columns = list(table.columns)

    def batches(self, wanted, size, share=None):
        self.refuse_here()

    def _rows(self, wanted, rows, places):
        source = open_source(self.table.iloc[rows], 10**9)
        for at, batch in enumerate(source.batches(wanted, 50)):
            yield batch, places[50 * at : 50 * at + 50]

    def _places(self):
        parts = [np.arange(end - start) + (at + 1) * PARTITION for at, (start, end) in enumerate(zip(self.starts, self.starts[1:]))]  # noqa: B905
        return np.concatenate(parts)

    def first_rows(self, wanted, size):
        source, at = open_source(self.table, 10**9), 0
        for batch in source.batches(wanted, size):
            yield batch, at
            at += size

    def spread(self, wanted, work, tell=None, together=None):
        places = self._places()
        if together is None:
            parts = [np.arange(start, end) for start, end in zip(self.starts, self.starts[1:])]  # noqa: B905
        else:
            codes = self.table[together].astype("category").cat.codes.to_numpy()
            parts = [np.flatnonzero(codes % 3 == which) for which in (1, 0, 2, -1)]
        made = [work.made(iter(self._rows(wanted, part, places[part]))) for part in parts if len(part) or together is None]
        half = len(made) // 2
        return [work.joined(made[:half]), work.joined(made[half:])] if half else made
