"""Rows by bin where nobody asks which row fell where: a few comparisons of each edge with many values at once."""

import numpy as np

from ..inputs.variables import Variable
from ..summary import Bins, Layout
from .even_edges import CHUNK, Floats

MOST_EDGES = 40
"""Past so many edges looking each value up is faster."""


def counted(layout: Layout, variable: Variable, weight: Floats | None) -> Bins:
    """Rows by bin, without labels: what ``Bins.of_rows`` counts."""
    plain = layout.groups is None and variable.names is None and weight is None
    if not plain or len(layout.edges) + len(layout.special) > MOST_EDGES:
        return Bins.of_rows(layout, variable, None, weight)
    values = variable.values
    below = np.zeros(len(layout.edges) + 2, np.int64)  # rows below each edge; the ends are certain
    special = np.zeros(len(layout.special), np.int64)
    compare = np.less if layout.closed == "left" else np.less_equal
    buffer = np.empty(CHUNK, bool)
    for start in range(0, len(values), CHUNK):
        part = values[start : start + CHUNK]
        told = buffer[: len(part)]
        for place, edge in enumerate(layout.edges, 1):
            below[place] += np.count_nonzero(compare(part, edge, out=told))
        for place, code in enumerate(layout.special):
            special[place] += np.count_nonzero(np.equal(part, code, out=told))
        below[-1] += np.count_nonzero(np.equal(part, part, out=told))  # all but the missing
    regular = np.diff(below)
    codes = np.searchsorted(np.asarray(layout.edges), np.asarray(layout.special), side="right" if layout.closed == "left" else "left")
    np.subtract.at(regular, codes, special)
    good = np.concatenate([regular, special, [len(values) - below[-1], 0]])
    if layout.missing_in is not None:
        good[layout.missing_in] += good[layout.missing]
        good[layout.missing] = 0
    return Bins(layout, good, np.zeros(layout.size, np.int64), labelled=False)
