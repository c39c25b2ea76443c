"""Where numbers are cut for a comparison: at quantiles of the reference, or into widths that are equal over both samples."""

from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]


def quantile_edges(values: Floats, weight: Floats | None, bins: int, closed: str) -> Floats:
    """Edges between bins that hold like shares of the values.

    A cut stands before or after a value, never within those that are equal to it: of the two the one that comes nearer to its share is
    taken, the lower where both are as near. Cuts that leave nothing on one side, and cuts met before, are no cuts.

    >>> quantile_edges(np.array([1.0, 2, 3, 4]), None, 2, "left"), quantile_edges(np.array([1.0, 2, 3, 4]), None, 2, "right")
    (array([3.]), array([2.]))
    >>> quantile_edges(np.array([0.0] * 95 + [1, 2, 3, 4, 5]), None, 10, "left")
    array([1.])
    """
    if len(values) < 2 or bins < 2:
        return np.empty(0)
    return _counted(values, bins, closed) if weight is None else _weighed(values, weight, bins, closed)


def width_edges(low: float, high: float, bins: int) -> Floats:
    """Edges of bins as wide as each other from the lowest to the highest value."""
    steps = np.arange(1, bins) / bins
    edges = np.unique(low * (1 - steps) + high * steps)
    return np.asarray(edges[(edges > low) & (edges < high)])


def _counted(values: Floats, bins: int, closed: str) -> Floats:
    """By selection: the values at the ranks, how many lie below and at each, and their neighbours where a cut stands beside them."""
    n = len(values)
    ranks = [n * place // bins for place in range(1, bins)]
    parted = np.partition(values, sorted({*ranks}))
    found: set[float] = set()
    for place, rank in enumerate(ranks, 1):
        value = parted[rank]
        below, upto = int(np.count_nonzero(parted[:rank] < value)), rank + 1 + int(np.count_nonzero(parted[rank + 1 :] == value))
        wanted = Fraction(n * place, bins)
        after = upto - wanted < wanted - below
        if not 0 < (upto if after else below) < n:
            continue
        if after == (closed == "right"):
            found.add(float(value))
        elif after:
            above = parted[rank + 1 :]
            found.add(float(above[above > value].min()))
        else:
            under = parted[:rank]
            found.add(float(under[under < value].max()))
    return np.array(sorted(found))


def _weighed(values: Floats, weight: Floats, bins: int, closed: str) -> Floats:
    """By sorting: what values weigh up to each different one."""
    distinct, places = np.unique(values[weight > 0], return_inverse=True)
    upto = np.cumsum(np.bincount(places, weight[weight > 0]))
    if len(distinct) < 2:
        return np.empty(0)
    wanted = upto[-1] * np.arange(1, bins) / bins
    at = np.minimum(np.searchsorted(upto, wanted, side="right"), len(distinct) - 1)
    below = np.where(at > 0, upto[at - 1], 0.0)
    cut = np.unique(np.where(upto[at] - wanted < wanted - below, at + 1, at))  # so many different values lie below the cut
    cut = cut[(cut > 0) & (cut < len(distinct))]
    return np.asarray(distinct[cut if closed == "left" else cut - 1])


def spanned(*columns: Floats) -> tuple[float, float] | None:
    """The lowest and the highest of all values; nothing where there are none."""
    held = [column for column in columns if len(column)]
    return (min(float(one.min()) for one in held), max(float(one.max()) for one in held)) if held else None


def whole_bins(given: Any) -> bool:
    """Whether a number of bins was given."""
    return isinstance(given, (int, np.integer)) and not isinstance(given, (bool, np.bool_))
