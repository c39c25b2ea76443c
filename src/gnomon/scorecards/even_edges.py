"""Where numbers are cut for a comparison: at quantiles of the reference, or into widths that are equal over both samples."""

from fractions import Fraction

import numpy as np

from .. import _core
from ..types import Floats


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
    if weight is not None and len(held := weight[weight > 0]) > 1 and (held == held[0]).all():  # sums of like weights would not stay exact
        return quantile_edges(values[weight > 0], None, bins, closed)
    if weight is not None:
        return _weighed(values, weight, bins, closed)
    return _core.quantile_cuts(np.ascontiguousarray(values, np.float64), int(bins), closed == "left")


def width_edges(low: float, high: float, bins: int, closed: str) -> Floats:
    """Edges of bins as wide as each other from the lowest to the highest value, without those that leave nothing on one side.

    They are found in fractions of the numbers as they are written: steps in floats would put an edge beside the very value it stands on.

    >>> width_edges(-7.0, 8.0, 5, "left").tolist(), width_edges(0.1, 0.6, 5, "left").tolist()
    ([-4.0, -1.0, 2.0, 5.0], [0.2, 0.3, 0.4, 0.5])
    """
    first, last = Fraction(repr(low)), Fraction(repr(high))
    edges = np.unique([float(first + (last - first) * step / bins) for step in range(1, bins)])
    inside = (edges > low) & (edges <= high) if closed == "left" else (edges >= low) & (edges < high)
    return np.asarray(edges[inside], np.float64)


def around(value: float, closed: str) -> Floats:
    """Edges between which nothing lies but one value.

    >>> around(1.0, "left").tolist(), around(1.0, "right").tolist()
    ([1.0, 1.0000000000000002], [0.9999999999999999, 1.0])
    """
    next_to = np.nextafter(value, np.inf if closed == "left" else -np.inf)
    edges = np.sort([value, next_to])
    return np.asarray(edges[np.isfinite(edges)], np.float64)


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


def whole_bins(given: object) -> bool:
    """Whether a number of bins was given."""
    return isinstance(given, (int, np.integer)) and not isinstance(given, (bool, np.bool_))
