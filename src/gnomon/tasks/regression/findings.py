"""Findings on predicted numbers: what RMSE, MAPE and R² hide, and where predictions go wrong."""

import math
from collections.abc import Iterator
from statistics import NormalDist
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...findings.finding import Finding, FindingRules
from ...findings.reading import FindingContext
from ...inference.jackknife import too_skewed
from ...messages import Message
from ...summary import Moments
from .tails import largest_errors, stand_apart

rule = RULES = FindingRules()
FEW = 50
"""Rows below which none of these is more than a guess."""
SURE = 4.0
"""Standard errors beyond which something is no chance: several rules look at every evaluation, and errors are seldom normal."""
FEWEST = 10
"""Rows below which predictions without error may be chance."""


def _held(e: FindingContext, key: str) -> dict[str, Any]:
    """Each model's summary of an aspect, where there are rows enough."""
    return {name: held for name, held in e.summaries_of(key).items() if e.effective_rows >= FEW}


@rule
def errors_of_few_rows(e: FindingContext) -> Iterator[Finding]:
    """A few rows make most of the squared error and stand apart from all others: they could be wrong rows."""
    scatters = e.summaries_of("scatter")
    for name, spread in _held(e, "spread").items():
        found = largest_errors(spread, e.effective_rows)
        if found is None or not stand_apart(spread, e.effective_rows):
            continue
        worst = scatters.get(name)
        first = e.first_row if e.first_row is not None else 0
        places = [] if worst is None else [int(place) + first for place in worst.place[:3]]
        figures = {"rmse": found.rmse, "rmse_without": found.rest, "share_of_rows": found.part, "share_of_squared_error": found.squared}
        said = Message("errors_of_few_rows", model=name, **found._asdict(), places=places)
        yield Finding("errors_of_few_rows", "caution", said, "rmse", name, figures, weight=found.squared)


@rule
def perfect(e: FindingContext) -> Iterator[Finding]:
    """No error in any row: the truth has found its way into the predictions."""
    for name, moments in e.summaries_of("errors").items():
        if e.effective_rows >= FEWEST and not moments.absolute and moments.y_spread:
            message = Message("predictions_equal_truth", model=name, rows=moments.rows)
            yield Finding("predictions_equal_truth", "problem", message, "rmse", name, {"mae": 0.0}, weight=1.0)


@rule
def interval_of_unequal_errors(e: FindingContext) -> Iterator[Finding]:
    """Squared errors so unequal that intervals of RMSE from few rows hold the truth less often than they say."""
    for name, spread in e.summaries_of("spread").items():
        value = e.values.get((name, "rmse"))
        if value is None or value.low is None:
            continue
        size = spread.absolute.value / (np.max(spread.absolute.value, initial=0) or 1.0)
        weight = spread.absolute.weight
        carrying = float(weight @ size**2) ** 2 / float(weight @ size**4 or 1.0)
        if too_skewed(_skewness(size**2, weight), e.effective_rows):
            yield Finding(
                "interval_of_unequal_errors",
                "caution",
                Message("interval_of_unequal_errors", model=name, part=carrying / spread.n, rows=e.effective_rows),
                "rmse",
                name,
                {"share_of_rows_that_carry_rmse": carrying / spread.n},
                weight=0.2,
            )


def _skewness(values: NDArray[np.float64], weight: NDArray[np.float64]) -> float:
    """The skewness of weighted values, 0 where none of them varies."""
    share = weight / weight.sum()
    apart = values - share @ values
    return float(share @ apart**3) / (float(share @ apart**2) ** 1.5 or math.inf)


@rule
def biased(e: FindingContext) -> Iterator[Finding]:
    """Predictions are too high, or too low, on average: surely, and by enough to matter."""
    for name, moments in _held(e, "errors").items():
        weight = float(moments.weight)
        bias, rmse = float(moments.error) / weight, (float(moments.squared) / weight) ** 0.5
        error = _error(e, name, moments)
        if not rmse or not abs(bias) > max(SURE * error, 0.1 * rmse):  # squares of tiny errors may be 0
            continue
        mean = float(moments.y) / weight
        yield Finding(
            "biased",
            "problem" if abs(bias) > 0.5 * rmse else "caution",
            Message("biased_high" if bias > 0 else "biased_low", model=name, bias=abs(bias), mean=mean, rmse=rmse, part=bias**2 / rmse**2),
            "mbe",
            name,
            {"mbe": bias, "rmse": rmse},
            weight=abs(bias) / rmse,
        )


def _error(e: FindingContext, name: str, moments: Moments) -> float:
    """The standard error of the mean error: that of its interval, where it has one."""
    value = e.values.get((name, "mbe"))
    if value is not None and value.low is not None and value.high is not None and e.level:
        return float(value.high - value.low) / 2 / NormalDist().inv_cdf((1 + e.level) / 2)
    return float((float(moments.e_spread) / float(moments.weight) / max(_units(e), 2)) ** 0.5)


def _units(e: FindingContext) -> float:
    """How many independent rows, or clusters, a mean is of."""
    return float(min(e.effective_rows, e.clusters) if e.clusters else e.effective_rows)


@rule
def no_better_than_the_mean(e: FindingContext) -> Iterator[Finding]:
    """R² around or below 0: the mean of the truths would have done as well; or predictions that hardly vary."""
    spreads = e.summaries_of("spread")
    for name, moments in _held(e, "errors").items():
        if not moments.y_spread or _mended(e, name):
            continue
        spread = _relative_spread(moments, spreads.get(name))
        r2 = 1 - float(moments.squared / moments.y_spread)
        low, high = _ends_of_r2(e, name, r2)
        if moments.p_spread == 0 or spread < 0.02:
            code, severity = "nearly_constant", "problem"
        elif r2 < 0 and high < 0:
            code, severity = "worse_than_mean", "problem"
        elif low <= 0 <= high and r2 < 0.1:
            code, severity = "not_shown_better_than_mean", "caution"
        else:
            continue
        said = moments.p if code == "nearly_constant" else moments.y
        values = {"model": name, "r2": r2, "spread": spread, "mean": float(said) / float(moments.weight)}
        yield Finding(code, severity, Message(code, **values), "r2", name, {"r2": r2, "spread_of_predictions": spread}, weight=1.0)


def _relative_spread(moments: Moments, spread: Any) -> float:
    """How far predictions spread beside the truths; a few wild truths do not make healthy predictions look alike."""
    plain = math.sqrt(moments.p_spread / moments.y_spread)
    if spread is None or not spread.n:
        return plain
    middle = (spread.truth.quantile(0.75) - spread.truth.quantile(0.25)) / 1.349
    return float(max(plain, math.sqrt(moments.p_spread / moments.weight) / middle)) if middle > 0 else plain


def _ends_of_r2(e: FindingContext, name: str, r2: float) -> tuple[float, float]:
    """The interval of R²; without one, what chance does to predictions that are as good as the mean."""
    value = e.values.get((name, "r2"))
    if value is not None and value.low is not None and value.high is not None:
        return float(value.low), float(value.high)
    reach = SURE / max(_units(e), 1) ** 0.5
    return r2 - reach, r2 + reach


@rule
def slope_is_not_one(e: FindingContext) -> Iterator[Finding]:
    """Predictions go with the truth, yet one more in the prediction is not one more in the truth."""
    along = e.summaries_of("amounts")
    for name, moments in _held(e, "errors").items():
        slope = _slope(moments, along.get(name))
        if slope is None or _mended(e, name):
            continue
        value, error, r = slope
        fewer = (e.effective_rows / max(_units(e) - 2, 1)) ** 0.5  # rows of one cluster are not independent
        if abs(r) < 0.5 or not abs(value - 1) > max(SURE * error * fewer, 0.1):
            continue
        code = "slope_too_flat" if value > 1 else "slope_too_steep" if value > 0 else "slope_reversed"
        yield Finding(
            "slope_is_not_one",
            "caution" if value > 0 else "problem",
            Message(code, model=name, pearson=r, slope=value),
            "calibration_of_amounts",
            name,
            {"pearson": r, "slope": value},
            weight=min(abs(value - 1), 1.0),
        )


def _mended(e: FindingContext, name: str) -> bool:
    """Whether another finding says what is wrong with all predictions alike: their units, or a function that was left out."""
    seen = e.observed.get("mistakes", {}).get(name)
    return seen is not None and (seen.form is not None or seen.shuffled is not None)


def _slope(moments: Moments, amounts: Any) -> tuple[float, float, float] | None:
    """The slope of truth on prediction, its standard error whatever errors do along the predictions (White's), and the correlation."""
    yy, pp, yp = (float(one) for one in (moments.y_spread, moments.p_spread, moments.co_moment))
    if not yy or not pp or amounts is None or not len(amounts):
        return None
    slope, r = yp / pp, yp / (yy**0.5 * pp**0.5)
    weight, mean = float(moments.weight), float(moments.p) / float(moments.weight)
    level = float(moments.y) / weight - slope * mean
    # A row's residual is truth − level − slope · prediction; of a cell the sums of errors tell the sum of its squares.
    gap = (1 - slope) * amounts.predictions - level
    squares = np.maximum(amounts.weight * gap**2 - 2 * gap * amounts.error + amounts.squared, 0.0)
    return slope, float(np.sqrt(np.sum((amounts.predictions - mean) ** 2 * squares))) / pp, r


@rule
def spread_grows(e: FindingContext) -> Iterator[Finding]:
    """Errors are several times larger where predictions are large: one error bar for all would be wrong."""
    for name, amounts in _held(e, "amounts").items():
        fifths = _fifths(amounts)
        if fifths is None:
            continue
        (low, middle, high), few = fifths
        steady = middle > 1.2 * low and high > 1.2 * middle  # one wild row is no growth
        if e.rows_of(few) >= FEW and high > 2 * low and steady:
            yield Finding(
                "spread_grows",
                "caution",
                Message("spread_grows", model=name, low=low, high=high),
                "error_by_decile",
                name,
                {"rmse_of_lowest_fifth": low, "rmse_of_highest_fifth": high},
                weight=0.3,
            )


def _fifths(amounts: Any) -> tuple[list[float], float] | None:
    """The RMSE of the fifths with the lowest, the middle and the highest predictions, and what the lightest of them weighs."""
    weight = amounts.weight[::-1].astype(np.float64)
    reached = np.cumsum(weight)
    if not len(reached):
        return None
    share, squared = (reached - weight / 2) / reached[-1], amounts.squared[::-1]
    parts = [(share < 0.2), (share > 0.4) & (share < 0.6), (share > 0.8)]
    totals = [float(weight[part].sum()) for part in parts]
    if not all(totals):
        return None
    return [float((squared[part].sum() / total) ** 0.5) for part, total in zip(parts, totals, strict=True)], min(totals)
