"""Forecasts: errors on the scale of a naive forecast, and ranges that are predicted instead of single values."""

from functools import partial
from typing import Annotated

from ..catalog import Between, metric
from ..messages import Message
from ..summary import Ranges, ScaledErrors
from .errors import INF
from .outputs import NO_ROWS, share

ranged = partial(metric, Ranges, family="regression", undefined=NO_ROWS)


def _unscaled(errors: ScaledErrors) -> Message:
    return Message("flat_series") if errors.rows else NO_ROWS


@metric(
    ScaledErrors,
    family="regression",
    aliases=("mean_absolute_scaled_error",),
    better="lower",
    range=(0, INF),
    undefined=_unscaled,
)
def mase(s: ScaledErrors) -> float:
    """Mean of |forecast − truth| / mean of |value − value one season before|: MAE over that of a naive forecast on the training series.

    >>> import gnomon as gn
    >>> gn.mase([5, 6], [4, 6], train=[1, 2, 4, 3])
    0.375
    """
    return float("nan") if s.sums["flat"] else share(s.sums["scaled"], s.sums["weight"])


@ranged(range=(0, 1))
def interval_coverage(r: Ranges) -> float:
    """Rows with low ≤ truth ≤ high / rows: how often the predicted range holds the truth. It should be what was promised, no more.

    >>> import gnomon as gn
    >>> gn.interval_coverage([1, 2, 9, 4], [0, 2, 3, 1], [2, 4, 5, 5])
    0.75
    """
    return share(r.sums["covered"], r.sums["weight"])


@ranged(better="lower", range=(0, INF))
def interval_width(r: Ranges) -> float:
    """Mean of high − low: how wide the predicted ranges are, in the unit of the truth.

    >>> import gnomon as gn
    >>> gn.interval_width([1, 2, 9, 4], [0, 2, 3, 1], [2, 4, 5, 5])
    2.5
    """
    return share(r.sums["width"], r.sums["weight"])


@ranged(
    aliases=("interval_score",),
    better="lower",
    range=(0, INF),
    says={"level": "How often the ranges were meant to hold the truth, as 0.9; it sets what a miss costs."},
)
def winkler_score(r: Ranges, *, level: Annotated[float, Between(0, 1)]) -> float:
    """Mean of width + 2/(1 − level) · distance of the truth from its range: narrow ranges that hold the truth score least.

    >>> import gnomon as gn
    >>> gn.winkler_score([1, 2, 9, 4], [0, 2, 3, 1], [2, 4, 5, 5], level=0.5)
    6.5
    """
    missed = share(r.sums["below"] + r.sums["above"], r.sums["weight"])
    return share(r.sums["width"], r.sums["weight"]) + 2 / (1 - level) * missed
