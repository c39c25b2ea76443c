"""The mean and the spread of samples, reckoned around their own middle so that a large mean takes no digits away."""

import math
from typing import NamedTuple

import numpy as np

from ..types import Floats


class SampleMoments(NamedTuple):
    """So many values, their mean and their variance (n − 1 in its denominator)."""

    n: int
    mean: float
    variance: float

    @property
    def error(self) -> float:
        """The variance of the mean."""
        return self.variance / self.n


class LocationScale(NamedTuple):
    """Where samples lie and how far they reach: values in its unit are neither too large nor too small to be squared."""

    middle: float
    unit: float


def scale_of(*samples: Floats) -> LocationScale:
    """The scale of samples that are compared with each other; it does not depend on the order of the values."""
    low, high = min(float(each.min()) for each in samples), max(float(each.max()) for each in samples)
    return LocationScale(low + (high - low) / 2, (high - low) / 2 or 1.0)


def sampled(values: Floats, scale: LocationScale) -> SampleMoments:
    """A sample in the unit of a scale; where all values are equal its variance is exactly 0. The sums are exact, whatever the order.

    >>> values = np.array([1e9, 1e9 + 1, 1e9 + 2])
    >>> sampled(values, scale_of(values))
    SampleMoments(n=3, mean=0.0, variance=1.0)
    """
    n = len(values)
    apart = (values - scale.middle) / scale.unit
    mean = math.fsum(apart) / n
    if n < 2 or not np.ptp(values):
        return SampleMoments(n, float(apart[0]), 0.0)
    rest = apart - mean
    return SampleMoments(n, mean, (math.fsum(rest * rest) - math.fsum(rest) ** 2 / n) / (n - 1))
