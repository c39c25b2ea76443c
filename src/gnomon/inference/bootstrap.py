"""Intervals from replicates: what a metric does when the rows are drawn again."""

from collections.abc import Callable
from statistics import NormalDist
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from .proportions import Ends, z_of

Floats = NDArray[np.float64]
NORMAL = NormalDist()


class Drawn(NamedTuple):
    """A metric on the summary that was resampled, and on each of its replicates."""

    whole: float
    replicates: Floats

    def around(self, value: float) -> Floats:
        """Replicates moved to where the exact value is, in case what was resampled had its cells bundled; undefined ones left out."""
        return self.replicates[np.isfinite(self.replicates)] + (value - self.whole)


def percentile(value: float, drawn: Floats, level: float, acceleration: float) -> Ends:
    """The quantiles of the replicates."""
    low, high = np.quantile(drawn, [(1 - level) / 2, (1 + level) / 2])
    return float(low), float(high)


def basic(value: float, drawn: Floats, level: float, acceleration: float) -> Ends:
    """The quantiles turned round the value: what the replicates miss it by, the value misses the truth by."""
    low, high = percentile(value, drawn, level, acceleration)
    return 2 * value - high, 2 * value - low


def bc(value: float, drawn: Floats, level: float, acceleration: float) -> Ends:
    """Quantiles corrected for median bias: BCa without its acceleration."""
    return bca(value, drawn, level, 0.0)


def bca(value: float, drawn: Floats, level: float, acceleration: float) -> Ends:
    """Quantiles corrected for median bias and for an error that changes with the value (Efron)."""
    count, near = len(drawn), 1e-9 * max(abs(value), 1e-3)  # sums of the same numbers may differ in the last digits
    below = float((drawn < value - near).sum() + (np.abs(drawn - value) <= near).sum() / 2) / count
    z0 = NORMAL.inv_cdf(min(max(below, 0.5 / count), 1 - 0.5 / count))

    def corrected(share: float) -> float:
        z = z0 + NORMAL.inv_cdf(share)
        return NORMAL.cdf(z0 + z / max(1 - acceleration * z, 1e-3))

    low, high = np.quantile(drawn, [corrected((1 - level) / 2), corrected((1 + level) / 2)])
    return float(low), float(high)


def normal(value: float, drawn: Floats, level: float, acceleration: float) -> Ends:
    """The standard error of the replicates, on either side of the value."""
    half = z_of(level) * float(drawn.std(ddof=1))
    return value - half, value + half


BOOTSTRAPS: dict[str, Callable[[float, Floats, float, float], Ends]] = {
    "percentile": percentile,
    "bc": bc,
    "bca": bca,
    "basic": basic,
    "normal": normal,
}
