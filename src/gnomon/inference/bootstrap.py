"""Intervals from replicates: what a metric does when the rows are drawn again."""

import math
from collections.abc import Callable
from statistics import NormalDist
from typing import NamedTuple

import numpy as np

from ..types import Floats
from .proportions import Ends, t_of, tail_of

NORMAL = NormalDist()


class Replicates(NamedTuple):
    """A metric on the summary that was resampled, and on each of its replicates."""

    whole: float
    replicates: Floats
    df: float = math.inf
    """Degrees of freedom of the units that were drawn."""

    def around(self, value: float) -> Floats:
        """Replicates moved to where the exact value is, in case what was resampled had its cells bundled; undefined ones left out.

        Few units vary less around their own mean than around the truth, as n and n − 1 say of a variance: replicates are stretched by it.
        """
        moved = self.replicates[np.isfinite(self.replicates)] + (value - self.whole)
        return moved if math.isinf(self.df) else value + (moved - value) * math.sqrt(1 + 1 / self.df)


class Level(NamedTuple):
    """How often an interval is to hold the truth, and with how many degrees of freedom; what BCa needs besides, and the metric's ends."""

    level: float
    df: float = math.inf
    acceleration: float = 0.0
    range: tuple[float, float] = (-math.inf, math.inf)


def percentile(value: float, drawn: Floats, at: Level) -> Ends:
    """The quantiles of the replicates."""
    tail = tail_of(at.level, at.df)
    low, high = np.quantile(drawn, [tail, 1 - tail])
    return float(low), float(high)


def basic(value: float, drawn: Floats, at: Level) -> Ends:
    """The quantiles turned round the value: what the replicates miss it by, the value misses the truth by."""
    low, high = percentile(value, drawn, at)
    return 2 * value - high, 2 * value - low


def bc(value: float, drawn: Floats, at: Level) -> Ends:
    """Quantiles corrected for median bias: BCa without its acceleration."""
    return bca(value, drawn, at._replace(acceleration=0.0))


def bca(value: float, drawn: Floats, at: Level) -> Ends:
    """Quantiles corrected for median bias and for an error that changes with the value (Efron)."""
    count, near = len(drawn), 1e-9 * max(abs(value), 1e-3)  # sums of the same numbers may differ in the last digits
    below = float((drawn < value - near).sum() + (np.abs(drawn - value) <= near).sum() / 2) / count
    z0 = NORMAL.inv_cdf(min(max(below, 0.5 / count), 1 - 0.5 / count))

    reach = t_of(at.level, at.df)

    def corrected(quantile: float) -> float:
        z = z0 + quantile
        return NORMAL.cdf(z0 + z / max(1 - at.acceleration * z, 1e-3))

    low, high = np.quantile(drawn, [corrected(-reach), corrected(reach)])
    return float(low), float(high)


def normal(value: float, drawn: Floats, at: Level) -> Ends:
    """The standard error of the replicates, on either side of the value."""
    half = t_of(at.level, at.df) * float(drawn.std(ddof=1))
    return value - half, value + half


def logit(value: float, drawn: Floats, at: Level) -> Ends:
    """The same on the scale of log-odds between the metric's two ends, past which it cannot lead; without ends, as it is.

    Of few clusters there are few different replicates, whose quantiles say less of the tails than their spread does.
    """
    least, most = at.range
    if not (math.isfinite(least) and math.isfinite(most) and least < value < most):
        return normal(value, drawn, at)
    centre = math.log((value - least) / (most - value))
    half = t_of(at.level, at.df) * float(drawn.std(ddof=1)) * (most - least) / ((value - least) * (most - value))
    low, high = (least + (most - least) * (1 + math.tanh((centre + side * half) / 2)) / 2 for side in (-1, 1))
    return low, high


BOOTSTRAPS: dict[str, Callable[[float, Floats, Level], Ends]] = {
    "percentile": percentile,
    "bc": bc,
    "bca": bca,
    "basic": basic,
    "normal": normal,
    "logit": logit,
}
