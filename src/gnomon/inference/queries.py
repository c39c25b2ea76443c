"""How sure a mean over queries is: queries are the units that are drawn, whatever happens within their lists."""

import math
from dataclasses import replace

import numpy as np

from ..catalog import Reference
from ..messages import Message
from ..metrics.ranking import AveragingScale
from ..public.ranking import ValuesByQuery, mean_over, queried, scale_of
from ..summary import QueryValues, Ranked
from ..types import Floats
from . import pairs
from .bootstrap import BOOTSTRAPS, Level, Replicates
from .clusters import worth
from .estimate import FEWEST, IntervalOptions
from .interval import Interval
from .jackknife import skewness
from .measure import NoIntervalError
from .pairs import Pair
from .proportions import Ends, t_of, wilson
from .stacks import block_weights
from .units import UnitMeans, units_of
from .unpaired import OwnError

METHODS = ("auto", "mean", "mean-wilson", *BOOTSTRAPS)
OPEN = (-math.inf, math.inf)
MOST_UNITS = 2000
"""Queries that are drawn one by one; of more, so many blocks of them are."""


class Mean:
    """A metric's mean over the queries that have a value, and what each of them adds to it."""

    def __init__(self, found: ValuesByQuery) -> None:
        here = ~np.isnan(found.values)
        if found.weights is not None:
            here &= found.weights > 0
        self.names = found.names[here]
        self.values = found.values[here]
        self.weights = np.ones(len(self.values)) if found.weights is None else found.weights[here]
        self.value = mean_over(found.values, found.weights)

    @property
    def units(self) -> UnitMeans:
        return units_of(self.values, self.weights, None, None)

    @property
    def effective(self) -> float:
        """How many queries of equal weight weigh as much (Kish)."""
        return worth(self.weights)

    def drawn(self, how: IntervalOptions) -> Replicates:
        """The mean of the queries drawn again and again."""
        blocks = min(len(self.values), MOST_UNITS)
        which = np.arange(len(self.values)) % blocks
        sums = np.array([np.bincount(which, self.values * self.weights, blocks), np.bincount(which, self.weights, blocks)])
        with np.errstate(divide="ignore", invalid="ignore"):
            top, below = (block_weights(blocks, how.replicates, how.seed) @ sums.T).T
            return Replicates(self.value, top / below)


def interval_of(reference: Reference, ranked: Ranked | QueryValues, how: IntervalOptions) -> Interval:
    """The interval of a metric of ranked lists, queries being drawn at random."""
    scale = scale_of(reference.entry)
    if scale is not None:
        return _scaled(scale, queried(reference, ranked), reference, how)
    mean = Mean(queried(reference, ranked))
    least, most = _range(reference, mean)
    method = ("mean-wilson" if (least, most) == (0, 1) else "mean") if how.method == "auto" else how.method
    none = Interval(str(reference), mean.value, math.nan, math.nan, how.level, method)
    try:
        low, high = _ends(mean, method, how, bounded=(least, most) == (0, 1))
    except NoIntervalError as error:
        return replace(none, reason=error.reason)
    return replace(none, low=max(low, least), high=min(high, most))


def _scaled(scale: AveragingScale, found: ValuesByQuery, reference: Reference, how: IntervalOptions) -> Interval:
    """The same where queries are averaged on another scale: the interval is drawn there, and its ends are taken back."""
    mean = Mean(found._replace(values=scale.to(found.values)))
    method = "mean" if how.method == "auto" else how.method
    none = Interval(str(reference), float(scale.back(mean.value)), math.nan, math.nan, how.level, method)
    try:
        low, high = _ends(mean, method, how, bounded=False)
    except NoIntervalError as error:
        return replace(none, reason=error.reason)
    least, most = reference.entry.range or (-math.inf, math.inf)
    return replace(none, low=max(float(scale.back(low)), least), high=min(float(scale.back(high)), most))


def _along_tangent(found: ValuesByQuery, scale: AveragingScale | None) -> ValuesByQuery:
    """Values whose plain mean is the mean on the scale, and varies as it does: each where the tangent there takes it (delta method)."""
    if scale is None:
        return found
    there = scale.to(found.values)
    middle = mean_over(there, found.weights)
    return found._replace(values=scale.back(middle) + scale.slope(middle) * (there - middle))


def _range(reference: Reference, *means: Mean) -> Ends:
    """The ends of the metric; none where an option takes values past them (negative grades that count as they are)."""
    least, most = reference.entry.range or (-math.inf, math.inf)
    inside = all((mean.values >= least).all() and (mean.values <= most).all() for mean in means)
    return (least, most) if inside else (-math.inf, math.inf)


def _ends(mean: Mean, method: str, how: IntervalOptions, bounded: bool) -> Ends:
    n = len(mean.values)
    if mean.value != mean.value:
        raise NoIntervalError(Message("metric_undefined"))
    if n < 2:
        raise NoIntervalError(Message("two_queries_for_interval"))
    if method not in METHODS:
        raise NoIntervalError(Message("method_not_for_queries", method=method, methods=[*map(repr, METHODS)]))
    error = mean.units.error
    at_the_end = bounded and mean.value in (0.0, 1.0)
    if error <= 1e-15 * abs(mean.value) and not (at_the_end and method == "mean-wilson"):
        raise NoIntervalError(Message("same_on_queries"))
    if method == "mean":
        half = t_of(how.level, mean.units.df) * error
        return mean.value - half, mean.value + half
    if method == "mean-wilson":
        if not bounded:
            raise NoIntervalError(Message("no_share_of_queries"))
        trials = mean.effective if at_the_end else mean.value * (1 - mean.value) / error**2
        return wilson(mean.value * trials, trials, how.level, math.inf if at_the_end else mean.units.df)
    around = mean.drawn(how).around(mean.value)
    if len(around) < FEWEST * how.replicates:
        raise NoIntervalError(Message("few_queries_to_draw"))
    skew = skewness(mean.units.parts) if method == "bca" else 0.0
    return BOOTSTRAPS[method](mean.value, around, Level(how.level, acceleration=skew, range=(0, 1) if bounded else OPEN))


def pair_of(reference: Reference, a: str, b: str, first: Ranked | QueryValues, second: Ranked | QueryValues, how: IntervalOptions) -> Pair:
    """Two models' means over the queries that both have, by the differences of each query."""
    scale = scale_of(reference.entry)
    found = [Mean(_along_tangent(queried(reference, ranked), scale)) for ranked in (first, second)]
    value_a, value_b = (mean.value for mean in found)
    made = Pair.untested(str(reference), a, b, value_a, value_b, how, reference.entry.better)
    difference = made.difference
    if not math.isfinite(difference):
        return replace(made, reason=Message("no_finite_value_for_both"))
    units = _difference(*found)
    if units is None:
        return replace(made, reason=Message("different_queries"))
    if how.method not in ("auto", "mean", "bootstrap", "randomization"):
        return replace(made, reason=Message("method_not_for_metric", metric=str(reference), method=how.method))
    if len(units.parts) < 2:
        return replace(made, reason=Message("two_queries_for_test"))
    if how.method == "bootstrap":
        spread = block_weights(min(len(units.parts), MOST_UNITS), how.replicates, how.seed) @ _blocks(units.parts)
        ends = pairs.wald(difference, float(spread.std(ddof=1)), how, "bootstrap", units.df)
    else:
        ends = pairs.of_units(units, how)
    if difference and units.error <= 1e-12 * max(abs(value_a), abs(value_b)):
        return replace(made, method=ends.method, reason=Message("same_difference_on_queries"))
    least, most = _range(reference, *found)
    return made.tested(ends, most - least)


def own_error(reference: Reference, ranked: Ranked | QueryValues, how: IntervalOptions) -> OwnError | Message:
    """How far chance carries a mean over queries of their own."""
    mean = Mean(queried(reference, ranked))
    if not math.isfinite(mean.value):
        return Message("no_finite_value_for_both")
    if len(mean.values) < 2:
        return Message("two_queries_for_test")
    if how.method not in ("auto", "welch", "bootstrap"):
        return Message("method_not_for_metric", metric=str(reference), method=how.method)
    error = mean.units.error
    if error <= 1e-15 * abs(mean.value):
        return Message("same_on_queries")
    if how.method == "bootstrap":
        return OwnError(mean.value, float(np.std(mean.drawn(how).around(mean.value), ddof=1)), "bootstrap", mean.units.df)
    return OwnError(mean.value, error, "welch", mean.units.df)


def _blocks(parts: Floats) -> Floats:
    blocks = min(len(parts), MOST_UNITS)
    return np.asarray(np.bincount(np.arange(len(parts)) % blocks, parts, blocks), np.float64)


def _difference(a: Mean, b: Mean) -> UnitMeans | None:
    """What each query adds to the difference of two means; None where the models were not asked the same queries."""
    if len(a.names) != len(b.names) or not np.array_equal(a.names, b.names):
        return None
    shares = [mean.weights / mean.weights.sum() for mean in (a, b)]
    parts = shares[0] * (a.values - a.value) - shares[1] * (b.values - b.value)
    return UnitMeans(a.value - b.value, parts, shares[0] * a.values - shares[1] * b.values, shares[0] + shares[1])
