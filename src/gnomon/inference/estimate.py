"""Which method suits a metric, and the intervals of many metrics on one sample."""

import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from ..summary import Sweep
from .bootstrap import BOOTSTRAPS, Drawn
from .formulas import NoIntervalError, formula
from .interval import Interval
from .jackknife import acceleration
from .measure import Measure
from .proportions import PROPORTIONS, Ends
from .replicate import replicates
from .sample import Sample

REPLICATES = 1000
METHODS = ("auto", "delong", *PROPORTIONS, "mean", *BOOTSTRAPS)
FEWEST = 0.8
"""The share of replicates on which a metric must have a value for them to make an interval."""


class How(NamedTuple):
    """How intervals are to be found."""

    level: float = 0.95
    method: str = "auto"
    replicates: int = REPLICATES
    seed: int = 0


def estimates(measures: Sequence[Measure], values: Sequence[float], sample: Sample, how: How) -> list[Interval]:
    """The interval of each metric: by formula where there is one, the rest bootstrapped, all on the same replicates."""
    found: dict[int, Interval] = {}
    left: list[tuple[int, str]] = []
    for place, (measure, value) in enumerate(zip(measures, values, strict=True)):
        method = method_for(measure, sample) if how.method == "auto" else how.method
        try:
            _refuse(measure, value, sample)
            if method in BOOTSTRAPS:
                left.append((place, method))
            else:
                found[place] = _held(measure, value, formula(measure, value, sample, method, how.level), how.level, method)
        except NoIntervalError as reason:
            found[place] = _none(measure, value, how.level, method, str(reason))
    drawn = replicates([measures[place] for place, _ in left], sample, how.replicates, how.seed) if left else []
    for (place, method), made in zip(left, drawn, strict=True):
        found[place] = _bootstrapped(measures[place], values[place], made, sample, method, how.level)
    return [found[place] for place in range(len(measures))]


def method_for(measure: Measure, sample: Sample) -> str:
    """The method that suits a metric best on these rows."""
    entry = measure.reference.entry
    alone = isinstance(sample.scores, Sweep)
    if entry.of_area is not None and alone:
        return "delong"
    if entry.trials is not None and not measure.averaged and not measure.reference.options:
        return "wilson"
    if entry.loss is not None and alone and (sample.dealt is None or sample.rows is not None):
        return "mean"
    return "bca"


def _refuse(measure: Measure, value: float, sample: Sample) -> None:
    if value != value:
        raise NoIntervalError("the metric is undefined")
    if math.isinf(value):
        raise NoIntervalError("the metric is infinite")
    if reason := sample.trouble(measure):
        raise NoIntervalError(reason)


def _none(measure: Measure, value: float, level: float, method: str, reason: str) -> Interval:
    return Interval(measure.name, value, math.nan, math.nan, level, method, reason)


def _held(measure: Measure, value: float, ends: Ends, level: float, method: str) -> Interval:
    """The ends in their order, within the metric's range."""
    least, most = measure.reference.entry.range or (-math.inf, math.inf)
    return Interval(measure.name, value, max(min(ends), least), min(max(ends), most), level, method)


def _bootstrapped(measure: Measure, value: float, drawn: Drawn, sample: Sample, method: str, level: float) -> Interval:
    around = drawn.around(value)
    if len(around) < FEWEST * len(drawn.replicates):
        lost = 1 - len(around) / len(drawn.replicates)
        return _none(measure, value, level, method, f"it is undefined on {lost:.0%} of the resampled rows; there are too few")
    if np.ptp(around) == 0:
        return _none(measure, value, level, method, "it is the same on all resampled rows, which says nothing of other data")
    skew = acceleration(measure, sample) if method == "bca" else 0.0
    return _held(measure, value, BOOTSTRAPS[method](value, around, level, skew), level, method)
