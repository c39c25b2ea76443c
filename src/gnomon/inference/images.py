"""How sure figures over images are: images are the units that are drawn, whatever happens among the pixels or objects in them.

A figure of a data set is a function of sums over its images, so that a replicate is a sum in which each image counts a random number of
times: all replicates are one matrix product. A mean of the images' own values has Student's interval.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..catalog import Reference
from ..messages import Message
from ..types import Floats
from . import pairs
from .bootstrap import BOOTSTRAPS, Level, Replicates
from .clusters import freedom
from .estimate import FEWEST, MANY, IntervalOptions
from .interval import Interval
from .measure import NoIntervalError
from .pairs import Pair
from .proportions import Ends, t_of
from .stacks import block_weights
from .units import UnitMeans, units_of
from .unpaired import OwnError

MOST_UNITS = 2000
"""Images that are drawn one by one; of more, so many blocks of them are."""


@dataclass(frozen=True)
class UnitMessages:
    """Codes of what is said of units that tell too little."""

    few_for_interval: str
    few_for_test: str
    same: str
    same_difference: str
    undefined: str
    different: str


OF_IMAGES = UnitMessages(
    "two_images_for_interval",
    "two_images_for_test",
    "same_on_images",
    "same_difference_on_images",
    "undefined_on_resampled_images",
    "different_images",
)
METHODS = ("auto", "mean", "bias-corrected", *BOOTSTRAPS)


@dataclass(frozen=True, eq=False)
class ImageStatistic:
    """A metric over images: ``table`` has a line for each, ``value`` makes figures of lines or of sums of them.

    Of a data set it is the value of all lines summed up; ``by_image``, the mean of the values that the lines have, of which NaN is none.
    ``sizes`` say how much each image weighs in the sum.
    """

    reference: Reference
    images: NDArray[Any]
    table: Floats
    value: Callable[[Floats], Floats]
    by_image: bool
    sizes: Floats
    trouble: Message | None = field(default=None, kw_only=True)
    """The reason why the images say nothing of how sure the metric is, as of an average over classes that are rare."""

    @property
    def said(self) -> UnitMessages:
        """What is said where the units tell too little."""
        return OF_IMAGES

    @property
    def name(self) -> str:
        return str(self.reference)

    @property
    def range(self) -> tuple[float, float]:
        return self.reference.entry.range or (-math.inf, math.inf)

    @property
    def whole(self) -> float:
        """The figure itself."""
        return float(self.value(self.table.sum(0)[None])[0]) if not self.by_image else self.mean.difference

    @property
    def here(self) -> NDArray[np.bool_]:
        """Which images have a value of their own."""
        return ~np.isnan(self.value(self.table))

    @property
    def mean(self) -> UnitMeans:
        """The mean over images that have a value."""
        values = self.value(self.table)[self.here]
        return units_of(values, np.ones(len(values)), None, None) if len(values) else UnitMeans(math.nan, *[np.zeros(0)] * 3)

    @property
    def of_maximum(self) -> bool:
        """Whether it is made of maxima, which chance pushes up in the sample and once more in its replicates."""
        return False

    @property
    def units(self) -> int:
        """Images that have a value."""
        return len(self.mean.parts) if self.by_image else len(self.table)

    @property
    def df(self) -> float:
        """Degrees of freedom that images of unequal size leave."""
        return self.mean.df if self.by_image else freedom(self.sizes)

    def drawn(self, how: IntervalOptions) -> Floats:
        """The figure on images drawn again and again; those of several models are drawn alike."""
        table = in_blocks(np.column_stack(self._summands))
        sums = block_weights(len(table), how.replicates, how.seed) @ table
        if not self.by_image:
            return np.asarray(self.value(sums), np.float64)
        with np.errstate(divide="ignore", invalid="ignore"):
            return np.asarray(sums[:, 0] / sums[:, 1], np.float64)

    @property
    def without_each(self) -> Floats:
        """The figure without each image in turn, or what moves as it does."""
        return self.value(self.table.sum(0) - self.table) if not self.by_image else -self.mean.parts

    @property
    def _summands(self) -> tuple[Any, ...]:
        """What is summed over images: the lines themselves, or the images' values and how many there are."""
        if not self.by_image:
            return (self.table,)
        values = self.value(self.table)
        return np.nan_to_num(values), ~np.isnan(values)


def in_blocks(lines: Floats) -> Floats:
    """Lines that are drawn one by one, or of many so many sums of them."""
    blocks = min(len(lines), MOST_UNITS)
    place = np.arange(len(lines)) % blocks
    return lines if blocks == len(lines) else np.array([np.bincount(place, column, blocks) for column in lines.T]).T


def interval_over_images(of: ImageStatistic, how: IntervalOptions) -> Interval:
    """The interval of a figure, images being drawn at random."""
    drawn = "bias-corrected" if of.of_maximum else "bc" if of.df >= MANY else "logit"
    method = how.method if how.method != "auto" else "mean" if of.by_image else drawn
    none = Interval(of.name, of.whole, math.nan, math.nan, how.level, method)
    try:
        low, high = _ends(of, method, how)
    except NoIntervalError as error:
        return replace(none, reason=error.reason)
    least, most = of.range
    return replace(none, low=max(low, least), high=min(high, most))


def _ends(of: ImageStatistic, method: str, how: IntervalOptions) -> Ends:
    if of.whole != of.whole:
        raise NoIntervalError(Message("metric_undefined"))
    if of.units < 2:
        raise NoIntervalError(Message(of.said.few_for_interval))
    if of.trouble is not None:
        raise NoIntervalError(of.trouble)
    if method not in METHODS or (method == "mean" and not of.by_image) or (method == "bias-corrected" and not of.of_maximum):
        raise NoIntervalError(Message("method_not_for_metric", metric=of.name, method=method))
    if of.by_image and of.mean.error <= 1e-15 * abs(of.whole):
        raise NoIntervalError(Message(of.said.same))
    if method == "mean":
        half = t_of(how.level, of.df) * of.mean.error
        return of.whole - half, of.whole + half
    around = Replicates(of.whole, of.drawn(how), of.df).around(of.whole)
    if len(around) < FEWEST * how.replicates:
        raise NoIntervalError(Message(of.said.undefined, lost=1 - len(around) / how.replicates))
    if np.ptp(around) <= 1e-12 * max(abs(of.whole), 1e-3):
        raise NoIntervalError(Message(of.said.same))
    if method == "bias-corrected":
        return without_luck(of.whole, around, how.level, of.df)
    return BOOTSTRAPS[method](of.whole, around, Level(how.level, of.df, _skew(of) if method == "bca" else 0.0, of.range))


def without_luck(value: float, around: Floats, level: float, df: float) -> Ends:
    """The interval of what is made of maxima: moved by twice what its replicates owe to chance, and wider by what they do.

    A replicate of a sample shows less than half of what the sample itself owes to chance (as of KS).
    """
    bias = float(around.mean()) - value
    half = t_of(level, df) * math.hypot(float(around.std(ddof=1)), bias)
    return value - 2 * bias - half, value - 2 * bias + half


def _skew(of: ImageStatistic) -> float:
    """BCa's acceleration, from the figure without each image."""
    apart = of.without_each.mean() - of.without_each
    squares = float(apart @ apart)
    return float((apart**3).sum()) / (6 * squares**1.5) if squares else 0.0


def pair_over_images(first: ImageStatistic, second: ImageStatistic, a: str, b: str, how: IntervalOptions) -> Pair:
    """Two models on the same images."""
    made = Pair.untested(first.name, a, b, first.whole, second.whole, how, first.reference.entry.better)
    if not math.isfinite(made.difference):
        return replace(made, reason=Message("no_finite_value_for_both"))
    if not np.array_equal(first.images, second.images) or (first.by_image and not np.array_equal(first.here, second.here)):
        return replace(made, reason=Message(first.said.different))
    if how.method not in ("auto", "bootstrap", *(("mean", "randomization") if first.by_image else ())):
        return replace(made, reason=Message("method_not_for_metric", metric=first.name, method=how.method))
    if len(first.images) < 2:
        return replace(made, reason=Message(first.said.few_for_test))
    if (trouble := first.trouble or second.trouble) is not None:
        return replace(made, reason=trouble)
    ends = _by_means(first, second, how) if first.by_image and how.method != "bootstrap" else _by_draws(made.difference, first, second, how)
    if isinstance(ends, Message):
        return replace(made, reason=ends)
    if made.difference and ends.error <= 1e-12 * max(abs(first.whole), abs(second.whole)):
        return replace(made, method=ends.method, reason=Message(first.said.same_difference))
    return made.tested(ends, first.range[1] - first.range[0])


def _by_means(first: ImageStatistic, second: ImageStatistic, how: IntervalOptions) -> pairs.Ends | Message:
    differences = (first.value(first.table) - second.value(second.table))[first.here]
    return pairs.of_units(units_of(differences, np.ones(len(differences)), None, None), how)


def _by_draws(difference: float, first: ImageStatistic, second: ImageStatistic, how: IntervalOptions) -> pairs.Ends | Message:
    drawn = first.drawn(how) - second.drawn(how)
    around = drawn[np.isfinite(drawn)]
    if len(around) < FEWEST * len(drawn):
        return Message(first.said.undefined, lost=1 - len(around) / len(drawn))
    df = min(first.df, second.df)
    bias = float(around.mean()) - difference if first.of_maximum else 0.0
    return pairs.wald(difference, float(around.std(ddof=1)) * math.sqrt(1 + 1 / df), how, "bootstrap", df, bias)


def own_error_over_images(of: ImageStatistic, how: IntervalOptions) -> OwnError | Message:
    """How far chance carries a figure of images of their own."""
    if not math.isfinite(of.whole):
        return Message("no_finite_value_for_both")
    if of.units < 2:
        return Message(of.said.few_for_test)
    if of.trouble is not None:
        return of.trouble
    if how.method not in ("auto", "bootstrap", *(("welch",) if of.by_image else ())):
        return Message("method_not_for_metric", metric=of.name, method=how.method)
    if of.by_image and how.method != "bootstrap":
        return OwnError(of.whole, of.mean.error, "welch", of.df) if of.mean.error else Message(of.said.same)
    drawn = of.drawn(how)
    around = drawn[np.isfinite(drawn)]
    if len(around) < FEWEST * len(drawn):
        return Message(of.said.undefined, lost=1 - len(around) / len(drawn))
    error = float(around.std(ddof=1)) * math.sqrt(1 + 1 / of.df)
    return OwnError(of.whole, error, "bootstrap", of.df) if error > 1e-12 * max(abs(of.whole), 1e-3) else Message(of.said.same)
