"""Which method suits a metric, and the intervals of many metrics on one sample."""

import math
from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np

from ..messages import Message
from ..metrics.uncertainty import LargestGap
from ..summary import Sweep
from ..types import Floats
from .bootstrap import BOOTSTRAPS, Level, Replicates
from .formulas import class_sizes, formula
from .interval import Interval
from .jackknife import acceleration
from .measure import MetricCall, NoIntervalError
from .proportions import PROPORTIONS, Ends, t_of, wilson
from .replicate import replicates
from .sample import ResamplingData
from .stacks import PER_CLASS

REPLICATES = 1000
METHODS = ("auto", "delong", "delong-wilson", *PROPORTIONS, "macro-wilson", "mean", "mean-wilson", "gaps", "bias-corrected", *BOOTSTRAPS)
RESAMPLED = ("bias-corrected", *BOOTSTRAPS)
MANY = 100
"""Degrees of freedom from which on clusters make enough different replicates for their quantiles."""
FEWEST = 0.8
"""The share of replicates on which a metric must have a value for them to make an interval."""


class IntervalOptions(NamedTuple):
    """How intervals are to be found."""

    level: float = 0.95
    method: str = "auto"
    replicates: int = REPLICATES
    seed: int = 0
    cells: int = PER_CLASS
    """How finely sweeps are resampled: into bundles of at most this share of either class."""
    alternative: str = "two-sided"
    """What the p-values of comparisons ask: another than 0, above ("greater") or below ("less")."""
    paired: bool = True
    """Whether models are compared on the same rows; else on samples of their own."""
    distribution: str = "auto"
    """What an area of rows of its own is read from: the normal law, or Student's t by name ("t")."""
    baseline: str | None = None
    """The model that each other one is compared with."""
    progress: bool | None = None
    """Whether a progress bar is shown while many models are compared; None: on a terminal."""
    tell: Callable[[int, int], None] | None = None
    """What is told how many pairs of models are compared, and of how many."""


def estimates(measures: Sequence[MetricCall], values: Sequence[float], sample: ResamplingData, how: IntervalOptions) -> list[Interval]:
    """The interval of each metric: by formula where there is one, the rest bootstrapped, all on the same replicates."""
    found: dict[int, Interval] = {}
    left: dict[bool, list[tuple[int, str]]] = {False: [], True: []}
    for place, (measure, value) in enumerate(zip(measures, values, strict=True)):
        view = sample.seen_by(measure)
        method = method_for(measure, view) if how.method == "auto" else how.method
        try:
            _refuse(measure, value, view)
            if method == "bias-corrected" and not isinstance(measure.uncertainty, LargestGap):
                raise NoIntervalError(Message("no_largest_gap", metric=measure.name))
            if reason := measure.uncertainty.refusal(one_score=isinstance(view.scores, Sweep)):
                raise NoIntervalError(reason)
            if method in RESAMPLED:
                left[view is sample].append((place, method))
            else:
                found[place] = held(measure, value, formula(measure, value, view, method, how.level), how.level, method)
        except NoIntervalError as error:
            found[place] = none(measure, value, how.level, method, error.reason)
    for asked in filter(None, left.values()):
        view = sample.seen_by(measures[asked[0][0]])
        drawn = replicates([measures[place] for place, _ in asked], view, how.replicates, how.seed, how.cells)
        for (place, method), made in zip(asked, drawn, strict=True):
            found[place] = _bootstrapped(measures[place], values[place], made, view, method, how.level)
    return [found[place] for place in range(len(measures))]


def method_for(measure: MetricCall, sample: ResamplingData) -> str:
    """The method that held its level best in simulations, for a metric on these rows."""
    by_row = sample.blocked is None or sample.rows is not None
    method = measure.uncertainty.method(measure.reference, one_score=isinstance(sample.scores, Sweep), by_row=by_row)
    if method == "macro-wilson" and sample.blocked is not None:  # rows that weigh or belong together are no trials
        method = "bc"
    return "logit" if method == "bc" and sample.df(measure) < MANY else method


def _refuse(measure: MetricCall, value: float, sample: ResamplingData) -> None:
    if value != value:
        raise NoIntervalError(Message("metric_undefined"))
    if math.isinf(value):
        raise NoIntervalError(Message("metric_infinite"))
    if reason := sample.trouble(measure):
        raise NoIntervalError(reason)


def none(measure: MetricCall, value: float, level: float, method: str, reason: str) -> Interval:
    """No interval, for the reason given."""
    return Interval(measure.name, value, math.nan, math.nan, level, method, reason)


def held(measure: MetricCall, value: float, ends: Ends, level: float, method: str) -> Interval:
    """The ends in their order, within the metric's range. There is no interval where an end is nowhere, or both are in one place: rows
    in which nothing varies do not say how far others do.
    """
    least, most = measure.reference.entry.range or (-math.inf, math.inf)
    if method == "mean" and most == 2:
        most = 1.0  # a squared error of two classes is half of what it is of several
    low, high = max(min(ends), least), min(max(ends), most)
    if not (math.isfinite(low) and math.isfinite(high)):
        return none(measure, value, level, method, Message("no_end"))
    if high - low <= 1e-12 * max(abs(value), 1e-3):
        return none(measure, value, level, method, Message("same_on_resampled" if method in RESAMPLED else "no_spread"))
    return Interval(measure.name, value, low, high, level, method)


def _bootstrapped(measure: MetricCall, value: float, drawn: Replicates, sample: ResamplingData, method: str, level: float) -> Interval:
    around = drawn.around(value)
    if len(around) < measure.uncertainty.fewest * len(drawn.replicates):
        lost = 1 - len(around) / len(drawn.replicates)
        return none(measure, value, level, method, Message("undefined_on_resampled", lost=lost))
    if method == "bias-corrected":
        return held(measure, value, largest_gap(measure, value, around, sample, level), level, method)
    if np.ptp(around) <= 1e-12 * max(abs(value), 1e-3) or value in (measure.reference.entry.range or ()):
        return _at_the_end(measure, value, sample, level, method)
    skew = acceleration(measure, sample) if method == "bca" else 0.0
    at = Level(level, sample.df(measure), skew, measure.reference.entry.range or (-math.inf, math.inf))
    return held(measure, value, BOOTSTRAPS[method](value, around, at), level, method)


def largest_gap(measure: MetricCall, value: float, around: Floats, sample: ResamplingData, level: float) -> Ends:
    """The largest gap between two rates: a maximum, which chance pushes up in the sample and once more in its replicates.

    The replicates show somewhat more than half of what the sample owes to chance, so that twice that is taken off; the spread is that of
    the two rates where the gap is widest, each as if two rows more of either kind had been seen.
    """
    s, gap = sample.scores, measure.uncertainty
    bias = max(float(around.mean()) - value, 0.0)
    variance = float(around.var(ddof=1)) if sample.blocked is not None else 0.0
    if isinstance(s, Sweep):
        assert isinstance(gap, LargestGap)
        at = s.at(gap.threshold(s, **measure.reference.arguments)).matrix
        p, n = class_sizes(sample)
        t, f = (float(at[1, 1]) / s.positives * p + 2) / (p + 4), (float(at[0, 1]) / s.negatives * n + 2) / (n + 4)
        variance = max(variance, t * (1 - t) / p + f * (1 - f) / n)
    half = t_of(level, sample.df(measure)) * math.sqrt(variance + bias**2)
    return value - 2 * bias - half, value - 2 * bias + half


def _at_the_end(measure: MetricCall, value: float, sample: ResamplingData, level: float, method: str) -> Interval:
    """Where nothing varies, a share of rows of one class can still be off; anything else cannot be told."""
    least, most = measure.reference.entry.range or (-math.inf, math.inf)
    if least == 0 and most == 1 and isinstance(sample.scores, Sweep) and sample.blocked is None and not measure.reads_labels:
        trials = min(sample.scores.positives, sample.scores.negatives) or sample.scores.n
        return held(measure, value, wilson(value * trials, trials, level), level, "wilson")
    return none(measure, value, level, method, Message("same_on_resampled"))
