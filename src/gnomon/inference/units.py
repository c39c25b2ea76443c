"""Means over rows as sums over independent units: rows, or clusters of them."""

import math
from typing import NamedTuple

import numpy as np

from ..inputs import BinaryRows
from ..metrics.uncertainty import MeanOverRows
from ..types import Floats
from .clusters import freedom
from .measure import MetricCall
from .sample import Clusters


class UnitMeans(NamedTuple):
    """A difference of means as a sum over independent units: rows, or clusters of them."""

    difference: float
    parts: Floats
    added: Floats
    """What each unit adds to the difference; ``parts`` are the same around their mean."""
    weights: Floats
    """How much each unit weighs in the means."""

    @property
    def error(self) -> float:
        centred = self.parts - self.parts.mean()
        return math.sqrt(float(centred @ centred) * (1 + 1 / self.df)) if len(self.parts) > 1 else math.nan

    @property
    def df(self) -> float:
        """Degrees of freedom: one less than units of equal weight that tell as much."""
        return freedom(self.weights)


def units_of(gained: Floats, trials: Floats, weight: Floats | None, cluster: Clusters | None) -> UnitMeans:
    """The weighted mean of what one model gains on another a row, in units."""
    weighed = trials if weight is None else np.where(weight > 0, trials * weight, 0.0)
    with np.errstate(invalid="ignore"):
        added = np.where(weighed > 0, gained * weighed, 0.0)
    difference = float(added.sum() / weighed.sum())
    parts = (added - difference * weighed) / weighed.sum()
    whole = added / weighed.sum()
    if cluster is not None:
        parts, whole, weighed = (np.asarray(np.bincount(cluster, one), np.float64) for one in (parts, whole, weighed))
    there = weighed > 0
    return UnitMeans(difference, parts[there], whole[there], weighed[there])


def losses_of(measure: MetricCall, rows: BinaryRows) -> Floats:
    """What each row adds to a mean over rows."""
    over_rows = measure.uncertainty
    assert isinstance(over_rows, MeanOverRows)
    if_positive, if_negative = over_rows.loss(rows.score.astype(np.float64), **measure.reference.arguments)
    return np.asarray(np.where(rows.positive, if_positive, if_negative), np.float64)
