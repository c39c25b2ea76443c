"""Student's t: two samples by Welch, pooled or paired, from rows or from their means and deviations."""

import math
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from ..errors import InputError
from ..inference.interval import Interval
from ..inputs.series import one_series, paired_series
from ..messages import Message
from ..messages.language import say
from ..types import Floats
from .asked import check_sides, check_yes_or_no, not_negative, number, whole
from .outcome import Line, Outcome, decimal, interval_line, p_phrase, settled
from .spread import LocationScale, SampleMoments, sampled, scale_of
from .t_law import Alternative, MeanTest, Missing, freedom

NONE = math.nan


@dataclass(frozen=True, eq=False, repr=False)
class TTest(Outcome):
    """Two means compared: ``difference`` is a − b, ``interval`` holds the true one at the level, of one side with one end.

    ``method`` is "welch", "pooled" or "paired". ``effect_size`` is the difference in standard deviations, and ``effect`` says of which:
    "pooled" (Cohen's d), "average" (Cohen's d where the variances differ: the root of their mean) or "differences" (d_z, of pairs).
    ``sizes`` are the values of each sample, or of pairs both the same; ``reason`` says why there is no test where figures are NaN.
    """

    statistic: float
    df: float
    p_value: float
    difference: float
    interval: Interval
    effect_size: float
    effect: str
    means: tuple[float, float]
    sizes: tuple[int, int]
    method: str
    alternative: str
    level: float
    reason: str = ""
    notes: tuple[Message, ...] = ()

    @property
    def sentence(self) -> str:
        """The result as papers print it: t(17.78) = -1.86, p = .079, d = -0.83."""
        symbol = "d_z" if self.effect == "differences" else "d"
        shown = f"t({freedom(self.df)}) = {decimal(self.statistic)}, {p_phrase(self.p_value)}"
        return f"{shown}, {symbol} = {decimal(self.effect_size)}"

    @property
    def title(self) -> str:
        known: dict[str, Any] = {"a": self.sizes[0], "b": self.sizes[1], "sentence": self.sentence}
        if self.method == "paired":
            return say("statistics.heading_paired_t", pairs=self.sizes[0], sentence=self.sentence)
        if self.method == "pooled":
            return say("statistics.heading_student_t", **known)
        return say("statistics.heading_welch_t", **known)

    def lines(self) -> list[Line]:
        effects = {
            "pooled": say("statistics.label_cohen_d_pooled"),
            "average": say("statistics.label_cohen_d_mean_variance"),
            "differences": say("statistics.label_d_z_differences"),
        }
        return [
            (say("statistics.label_means"), f"{self.means[0]:.6g}, {self.means[1]:.6g}"),
            (say("statistics.label_difference"), f"{self.difference:.6g}"),
            interval_line(self.interval),
            ("t", f"{decimal(self.statistic, 4)}  ({say('statistics.part_degrees_of_freedom', df=freedom(self.df))})"),
            self._p_line(),
            (effects[self.effect], decimal(self.effect_size, 4)),
        ]


def t_test(
    a: Any,
    b: Any,
    *,
    equal_var: bool = False,
    paired: bool = False,
    alternative: Alternative = "two-sided",
    level: float = 0.95,
    missing: Missing = "error",
    undefined: str | float = "warn",
) -> TTest:
    """Whether two samples have the same mean: Welch's test, Student's or the paired one.

    Welch (the default) lets the variances differ: t = (x̄ − ȳ) / √(s²ₐ/n + s²_b/m), with Satterthwaite's degrees of freedom.

    Parameters
    ----------
    a, b
        Two samples of numbers, at least two in each; with ``paired`` two measurements of the same rows, in the same order.
    equal_var
        Student's test, for samples whose variances are taken to be the same.
    paired
        The test of the mean of a − b, row by row.
    alternative
        "two-sided": the means differ; "greater": a's is above b's; "less": below.
    level
        Of the interval of the difference; of one side it has one end.
    missing
        "drop" leaves missing values out, of pairs both.
    undefined
        What to do where nothing varies: "warn" gives NaN, "raise" raises.

    >>> t_test([14, 15, 16, 13, 12], [11, 10, 12, 13, 12]).sentence
    't(7.27) = 2.75, p = .027, d = 1.74'
    >>> t_test([14, 15, 16, 13, 12], [11, 10, 12, 13, 12], paired=True).sentence
    't(4) = 2.33, p = .080, d_z = 1.04'

    """
    level = check_sides(alternative, level, undefined)
    check_yes_or_no("equal_var", equal_var)
    check_yes_or_no("paired", paired)
    if paired and equal_var:
        raise InputError("statistics.equal_var_with_paired")
    asked = _Asked(alternative, level, undefined)
    if paired:
        pairs = paired_series(a, b, ("a", "b"), missing, 2)
        return _paired(pairs.x, pairs.y, asked)
    first, second = one_series(a, "a", missing, 2), one_series(b, "b", missing, 2)
    scale = scale_of(first, second)
    samples = sampled(first, scale), sampled(second, scale)
    return _two(samples, scale, bool(equal_var), asked, "t_test")


def t_test_from_summaries(
    mean_a: float,
    sd_a: float,
    n_a: int,
    mean_b: float,
    sd_b: float,
    n_b: int,
    *,
    equal_var: bool = False,
    alternative: Alternative = "two-sided",
    level: float = 0.95,
    undefined: str | float = "warn",
) -> TTest:
    """The same test from what a paper prints: mean, standard deviation (n − 1 in its denominator) and size of each sample.

    The other parameters are those of :func:`t_test`.

    >>> t_test_from_summaries(14, 1.5811388, 5, 11.6, 1.1401754, 5).sentence
    't(7.27) = 2.75, p = .027, d = 1.74'
    """
    level = check_sides(alternative, level, undefined)
    check_yes_or_no("equal_var", equal_var)
    means = number("mean_a", mean_a), number("mean_b", mean_b)
    deviations = not_negative("sd_a", sd_a), not_negative("sd_b", sd_b)
    sizes = whole("n_a", n_a, 2), whole("n_b", n_b, 2)
    middle = means[1] + (means[0] - means[1]) / 2
    unit = max(abs(means[0] - middle), *deviations) or 1.0
    samples = [SampleMoments(n, (mean - middle) / unit, (sd / unit) ** 2) for n, mean, sd in zip(sizes, means, deviations, strict=True)]
    asked = _Asked(alternative, level, undefined)
    return _two((samples[0], samples[1]), LocationScale(middle, unit), bool(equal_var), asked, "t_test_from_summaries")


class _Asked(NamedTuple):
    alternative: str
    level: float
    undefined: Any


def _two(samples: tuple[SampleMoments, SampleMoments], scale: LocationScale, equal_var: bool, asked: _Asked, name: str) -> TTest:
    """The test of two samples in the unit of their scale, and its figures in their own."""
    a, b = samples
    if equal_var:
        df = a.n + b.n - 2.0
        spread = ((a.n - 1) * a.variance + (b.n - 1) * b.variance) / df
        error, method, effect = math.sqrt(spread / a.n + spread / b.n), "pooled", "pooled"
    else:
        total = a.error + b.error
        df = total**2 / (a.error**2 / (a.n - 1) + b.error**2 / (b.n - 1)) if total else NONE
        spread = (a.variance + b.variance) / 2
        error, method, effect = math.sqrt(total), "welch", "average"
    reason = "" if a.variance or b.variance else Message("samples_constant")
    tested = MeanTest(a.mean - b.mean, error, df)
    means = tuple(scale.middle + scale.unit * each.mean for each in samples)
    known = {"means": means, "sizes": (a.n, b.n), "method": method, "effect": effect}
    return _told(tested, scale.unit, spread, asked, reason, name, known)


def _paired(a: Floats, b: Floats, asked: _Asked) -> TTest:
    differences = a - b
    scale = LocationScale(0.0, float(np.abs(differences).max()) or 1.0)
    sample = sampled(differences, scale)
    reason = Message("differences_constant") if np.ptp(differences) <= _rounding(a, b) else ""
    tested = MeanTest(sample.mean, math.sqrt(sample.error), sample.n - 1.0)
    means = tuple(math.fsum(each) / len(each) for each in (a, b))
    known = {"means": means, "sizes": (sample.n, sample.n), "method": "paired", "effect": "differences"}
    return _told(tested, scale.unit, sample.variance, asked, reason, "t_test", known)


def _rounding(a: Floats, b: Floats) -> float:
    """How far differences of decimal fractions may lie apart that are meant to be the same; whole numbers are exact."""
    if not np.any(a % 1) and not np.any(b % 1):
        return 0.0
    return 2.0**-51 * float(max(np.abs(a).max(), np.abs(b).max()))


def _told(tested: MeanTest, unit: float, spread: float, asked: _Asked, reason: str, name: str, known: dict[str, Any]) -> TTest:
    difference = unit * tested.value
    if reason:
        interval = Interval("difference", difference, NONE, NONE, asked.level, known["method"], reason)
        figures: dict[str, Any] = {"statistic": NONE, "df": tested.df, "p_value": NONE, "effect_size": NONE}
    else:
        low, high = (unit * end for end in tested.ends(asked.alternative, asked.level))
        interval = Interval("difference", difference, low, high, asked.level, known["method"])
        p_value = tested.p_value(asked.alternative)
        figures = {"statistic": tested.t, "df": tested.df, "p_value": p_value, "effect_size": tested.value / math.sqrt(spread)}
    sides: dict[str, Any] = {"alternative": asked.alternative, "level": asked.level, "reason": reason}
    made: TTest = settled(TTest(**figures, difference=difference, interval=interval, **known, **sides), name, asked.undefined)
    return made
