"""Tests of calibration: whether gaps between predicted and observed rates are more than chance; and the error without what chance adds."""

from dataclasses import dataclass
from typing import ClassVar, Literal

import numpy as np

from ..catalog import Reference, Uncertainty
from ..messages import Message
from ..result import Table
from ..summary import Sweep
from ..types import Floats
from .calibration import BINS, Bins, CalibrationCurve, Strategy, calibration_curve, probability_metric
from .rates import NO_ROWS

Alternative = Literal["two-sided", "greater", "less"]


@dataclass(frozen=True, eq=False, repr=False)
class HosmerLemeshow(Table):
    """The gap of each group and what it adds to the statistic; ``mean_gap`` is how large the effect is, ``p_value`` whether chance does it.

    ``df`` are the degrees of freedom of the chi-squared distribution that the statistic is held against.
    """

    predicted: Floats
    observed: Floats
    gap: Floats
    weight: Floats
    contribution: Floats
    mean_gap: float
    statistic: float
    df: int
    p_value: float
    key: ClassVar[str] = "p_value"

    def __str__(self) -> str:
        said = f"mean gap {self.mean_gap:.4g}; chi-squared {self.statistic:.6g} on {self.df} degrees of freedom, p = {self.p_value:.4g}"
        return f"{said}\n{super().__str__()}"


def _too_few_groups(s: Sweep) -> Message:
    return Message("too_few_groups") if s.n else NO_ROWS


def _mean_gap(curve: CalibrationCurve) -> float:
    return float(np.abs(curve.gap) @ curve.weight / curve.weight.sum()) if len(curve.weight) else float("nan")


@probability_metric(
    kind="table",
    undefined=_too_few_groups,
    says=BINS
    | {
        "fitted": "Where the model was fitted: on other rows (as many degrees of freedom as groups), or here, on the very rows that are "
        "tested (two fewer, as Hosmer and Lemeshow had it)."
    },
)
def hosmer_lemeshow(
    s: Sweep, *, bins: Bins = 10, strategy: Strategy = "quantile", fitted: Literal["elsewhere", "here"] = "elsewhere"
) -> HosmerLemeshow:
    """Σ (O − E)² / (E·(1 − E/n)) over groups of like probability: whether they hold as many positives as predicted.

    >>> import gnomon as gn
    >>> test = gn.hosmer_lemeshow([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8], bins=2)
    >>> round(test.mean_gap, 4), round(test.statistic, 4), test.df, round(test.p_value, 4)
    (0.1875, 0.9507, 2, 0.6217)
    """
    from scipy.special import chdtrc

    curve = calibration_curve(s, bins=bins, strategy=strategy)
    variance = curve.predicted * (1 - curve.predicted)
    with np.errstate(divide="ignore", invalid="ignore"):
        # Where 0 or 1 was predicted and came to pass nothing is added; where it did not, nothing could be more.
        added = np.where(curve.gap == 0, 0.0, curve.weight * curve.gap**2 / variance)
    df = max(len(added) - (2 if fitted == "here" else 0), 0)
    statistic = float(added.sum()) if len(added) else float("nan")
    p_value = float(chdtrc(df, statistic)) if df else float("nan")
    columns = (curve.predicted, curve.observed, curve.gap, curve.weight, added)
    return HosmerLemeshow(*columns, mean_gap=_mean_gap(curve), statistic=statistic, df=df, p_value=p_value)


@dataclass(frozen=True, eq=False, repr=False)
class BinomialTest(Table):
    """The gap of each group and the chance of one as large; ``mean_predicted``, ``rate``, ``overall_gap`` and ``p_value`` are of all rows.

    ``adjusted`` are the groups' p-values after Holm's correction for looking at all of them.
    """

    predicted: Floats
    observed: Floats
    gap: Floats
    weight: Floats
    p_values: Floats
    adjusted: Floats
    mean_predicted: float
    rate: float
    overall_gap: float
    p_value: float
    key: ClassVar[str] = "p_value"

    def __str__(self) -> str:
        said = f"{self.mean_predicted:.4g} predicted, {self.rate:.4g} observed: gap {self.overall_gap:+.4g}, p = {self.p_value:.4g}"
        return f"{said}\n{super().__str__()}"


def _tails(positives: Floats, n: Floats, p: Floats, method: str) -> tuple[Floats, Floats]:
    """The chances of at least and of at most so many positives."""
    from scipy.special import betainc, betaincc

    if method == "jeffreys":
        shape = positives + 0.5, n - positives + 0.5
        return betainc(*shape, p), betaincc(*shape, p)
    # In shares of rows, for weights need not be whole: the binomial's tails are incomplete beta functions.
    least = np.where(positives > 0, betainc(np.maximum(positives, 1e-300), n - positives + 1, p), 1.0)
    most = np.where(positives < n, betaincc(positives + 1, np.maximum(n - positives, 1e-300), p), 1.0)
    return least, most


def binomial_chance(positives: Floats, n: Floats, p: Floats, method: str = "exact", alternative: str = "two-sided") -> Floats:
    """The chance of as many positives among n, were each as probable as said."""
    least, most = _tails(positives, n, p, method)
    one_sided = {"greater": least, "less": most}
    return one_sided[alternative] if alternative in one_sided else np.asarray(np.minimum(2 * np.minimum(least, most), 1.0))


def _holm(p: Floats) -> Floats:
    order = np.argsort(p, kind="stable")
    steps = np.maximum.accumulate(p[order] * np.arange(len(p), 0, -1))
    adjusted = np.empty_like(p)
    adjusted[order] = np.minimum(steps, 1.0)
    return adjusted


@probability_metric(
    kind="table",
    presets={"jeffreys_test": {"method": "jeffreys"}},
    says=BINS
    | {
        "alternative": "Rates that differ from what was predicted, are greater (the risk was underestimated) or less.",
        "method": "The exact binomial tail, two-sided twice the smaller one; or Jeffreys': where the prediction stands in the Beta(k + ½, "
        "n − k + ½) that the counts leave.",
    },
)
def binomial_test(
    s: Sweep,
    *,
    bins: Bins = 10,
    strategy: Strategy = "quantile",
    alternative: Alternative = "two-sided",
    method: Literal["exact", "jeffreys"] = "exact",
) -> BinomialTest:
    """P(as many positives | the mean prediction), over all rows and in each group of like probability.

    >>> import gnomon as gn
    >>> test = gn.binomial_test([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8], bins=2)
    >>> round(test.overall_gap, 4), round(test.p_value, 4), test.p_values.round(3)
    (0.0875, 1.0, array([0.799, 1.   ]))
    """
    curve = calibration_curve(s, bins=bins, strategy=strategy)
    positives, n = curve.observed * curve.weight, curve.weight
    p_values = np.asarray(binomial_chance(positives, n, curve.predicted, method, alternative), np.float64)
    total = n.sum()
    with np.errstate(invalid="ignore"):
        predicted, rate = curve.predicted @ n / total, positives.sum() / total
        p_value = float(binomial_chance(positives.sum(), total, predicted, method, alternative)) if len(n) else float("nan")
    columns = (curve.predicted, curve.observed, curve.gap, n, p_values, _holm(p_values))
    return BinomialTest(*columns, mean_predicted=float(predicted), rate=float(rate), overall_gap=float(rate - predicted), p_value=p_value)


class Unbiased(Uncertainty):
    """An estimate that falls on either side of the truth alike. Its replicates hold the noise twice and stand above it: only their spread
    is used.
    """

    compares_classes: ClassVar[bool] = False

    def method(self, reference: Reference, *, one_score: bool, by_row: bool) -> str:
        return "normal"


def _no_variance(s: Sweep) -> Message:
    return Message("bin_of_one_row") if s.n else NO_ROWS


@probability_metric(
    range=(-0.25, 1),
    better="lower",
    undefined=_no_variance,
    uncertainty=Unbiased(),
    says=BINS
    | {"root": "The root of the squared error, 0 where the estimate is below 0: in units of probability, but no longer unbiased."},
)
def debiased_calibration_error(s: Sweep, *, bins: Bins = 10, strategy: Strategy = "quantile", root: bool = False) -> float:
    """Σ wᵦ·[(observedᵦ − predictedᵦ)² − observedᵦ·(1 − observedᵦ) / (nᵦ − 1)]: the squared gap without what chance adds to it.

    >>> import gnomon as gn
    >>> round(gn.debiased_calibration_error([0, 1, 0, 1], [0.1, 0.1, 0.9, 0.9], bins=2), 6)
    -0.09
    """
    curve = calibration_curve(s, bins=bins, strategy=strategy)
    if not curve.defined or (curve.weight <= 1).any():
        return float("nan")
    chance = curve.observed * (1 - curve.observed) / (curve.weight - 1)
    squared = float(curve.weight @ (curve.gap**2 - chance) / curve.weight.sum())
    return float(np.sqrt(max(squared, 0.0))) if root else squared
