"""The information value of a variable beside what chance makes of it, and its interval."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..inference.interval import Interval
from ..summary import Bins
from ..types import Floats
from .psi_chance import interval_of


class Information(NamedTuple):
    """An information value, the one to be expected of a variable that tells nothing, and its interval."""

    value: float
    chance: float
    interval: Interval

    @property
    def beyond_chance(self) -> float:
        """What the variable tells more than one that tells nothing."""
        return self.value - self.chance


def chance_of_bins(count: int, good: float, bad: float) -> float:
    """What chance gives bins that were known beforehand: (k − 1)·(1/B + 1/G).

    >>> round(chance_of_bins(5, 900, 100), 6)
    0.044444
    """
    return max(count - 1, 0) * (1 / good + 1 / bad)


def information_of(bins: Bins, row_weight: float, smoothing: float | None, chance: float | None = None, level: float = 0.95) -> Information:
    """The information value of counted bins; ``chance`` where the bins were chosen by the labels, else that of bins known beforehand."""
    good, bad = (side.astype(np.float64) / row_weight for side in (bins.good, bins.bad))
    there = good + bad > 0
    good, bad = good[there], bad[there]
    iv = weights_of_evidence(good, bad, 0.5 if smoothing is None else smoothing)[1]
    sizes = float(good.sum()), float(bad.sum())
    expected = chance_of_bins(len(good), *sizes) if chance is None else chance
    return Information(float(iv.sum()), expected, _interval(float(iv.sum()), good, bad, sizes, level, expected, smoothing))


def _interval(
    value: float, good: Floats, bad: Floats, sizes: tuple[float, float], level: float, chance: float, smoothing: float | None
) -> Interval:
    """The information value is the PSI of bad rows against good ones, and its interval that of a PSI."""
    added = np.where((good == 0) | (bad == 0), 0.5 if smoothing is None else smoothing, 0.0)
    e, a = (good + added) / (good + added).sum(), (bad + added) / (bad + added).sum()
    found = interval_of(value, e, a, sizes, level, chance)
    return Interval("information_value", value, found.low, found.high, level, found.method)


def weights_of_evidence(good: Floats, bad: Floats, added: float) -> tuple[Floats, Floats, NDArray[np.bool_]]:
    """WOE and information value by bin, and which bins lack a class; ``added`` is what both cells of such a bin get."""
    known = (good > 0) | (bad > 0)
    lacking = known & ((good == 0) | (bad == 0))
    more = np.where(lacking, added, 0.0)
    b, g = (bad + more) / bad.sum(), (good + more) / good.sum()
    woe = np.zeros(len(good))
    with np.errstate(divide="ignore"):
        woe[known] = np.log(b[known] / g[known])
    with np.errstate(invalid="ignore"):
        return woe, (b - g) * woe, lacking
