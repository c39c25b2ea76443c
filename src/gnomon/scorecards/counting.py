"""Rows by bin where nobody asks which row fell where."""

import numpy as np

from .. import _core
from ..inputs.variables import Variable
from ..summary import Bins, Layout
from ..types import Floats


def counted(layout: Layout, variable: Variable, weight: Floats | None) -> Bins:
    """Rows by bin, without labels: what ``Bins.of_rows`` counts."""
    if layout.groups is not None or variable.names is not None or weight is not None:
        return Bins.of_rows(layout, variable, None, weight)
    edges, codes = np.array(layout.edges, np.float64), np.array(layout.special, np.float64)
    counts = np.zeros(layout.size, np.int64)
    counts[:-1] = _core.bin_counts(np.ascontiguousarray(variable.values), edges, layout.closed == "left", codes)
    if layout.missing_in is not None:
        counts[layout.missing_in] += counts[layout.missing]
        counts[layout.missing] = 0
    return Bins.of_counts(layout, counts)
