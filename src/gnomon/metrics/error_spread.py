"""Errors by their distribution: the median and other quantiles, and absolute errors against those of the best constant."""

from functools import partial
from typing import Annotated

import numpy as np

from .. import _core
from ..catalog import Between, Within, metric
from ..catalog.traits import Shortcuts
from ..inputs.pairs import LARGEST, PairRows
from ..messages import Message
from ..parallel import THREADS
from ..summary import Spread
from ..summary.distribution import Distribution, doubles, swept
from ..types import Floats
from . import row_totals
from .bounds import NOTHING, Interval
from .outputs import NO_ROWS, OverOutputs
from .row_totals import OfTotals

spread_metric = partial(metric, Spread, family="regression", averaging=OverOutputs())
ROUNDING = 1e-12
"""Sums round by less; an interval that claims certainty is widened by it."""


def no_deviation(s: Spread) -> Message:
    """Why there is nothing to measure errors against."""
    return NO_ROWS if not s.n else Message("truths_all_equal")


def _median_of_rows(rows: PairRows) -> float:
    """The median absolute error of rows: of unweighted ones found without sorting them."""
    if rows.weight is not None:
        truth, prediction = doubles(rows)
        return Distribution(swept(np.abs(prediction - truth), rows.weight)).quantile(0.5)
    n = len(rows.y)
    truth, prediction = (column.astype(np.float64, copy=False) for column in (rows.y, rows.p))
    middle, next_up, fit = _core.absolute_error_at(truth, prediction, (n - 1) // 2, LARGEST, THREADS)
    if not fit:
        doubles(rows)  # which names the first number that is not
    return middle if n % 2 else (middle + next_up) / 2


def _medae_bounds(s: Spread) -> Interval:
    return s.absolute.quantile_bounds(0.5)


@spread_metric(range=(0, float("inf")), better="lower", undefined=NO_ROWS, bounds=_medae_bounds, shortcuts=Shortcuts(rows=_median_of_rows))
def medae(s: Spread) -> float:
    """The median of |prediction − truth|: half of all rows are off by no more; of an even number of rows the mean of the middle two.

    >>> import gnomon as gn
    >>> gn.medae([3, -0.5, 2, 7], [2.5, 0.0, 2, 8])
    0.5
    """
    return s.absolute.quantile(0.5)


def _quantile_bounds(s: Spread, *, q: float) -> Interval:
    return s.error.quantile_bounds(q)


@spread_metric(
    range=(-float("inf"), float("inf")),
    undefined=NO_ROWS,
    bounds=_quantile_bounds,
    says={"q": "The share of rows whose error is smaller."},
)
def error_quantile(s: Spread, *, q: Annotated[float, Within(0, 1)]) -> float:
    """The error prediction − truth that a share q of rows stays below; where it falls between two errors, their mean.

    >>> import gnomon as gn
    >>> gn.error_quantile([3, -0.5, 2, 7], [2.5, 0.0, 2, 8], q=0.9)
    1.0
    """
    return s.error.quantile(q)


def _widths(d: Distribution) -> float:
    """How wide the cells are that rows lie in, summed: twice what the rows can lie off the middles."""
    return float(np.sum(d.weight * (d.high - d.low)))


def _one_minus(of: Interval, against: Interval) -> Interval:
    """1 − a / b for any a and b in two intervals."""
    low, high = _ratio(of, against)
    return 1 - high, 1 - low


def _ratio(of: Interval, against: Interval) -> Interval:
    low = of[0] / against[1] if against[1] > 0 else 0.0
    high = of[1] / against[0] if against[0] > 0 else float("inf")
    return low * (1 - ROUNDING), high * (1 + ROUNDING)


def _rae_bounds(s: Spread) -> Interval:
    """Absolute errors lie within their cells; a truth moved by d moves its deviation from the mean by d, and the mean by as much."""
    if not s.n:
        return NOTHING
    errors = s.absolute
    middle, slack = s.truth.deviation_from_mean(), _widths(s.truth)
    of = float(np.sum(errors.weight * errors.low)), float(np.sum(errors.weight * errors.high))
    return _ratio(of, (middle - slack - ROUNDING * middle, middle + slack))


@spread_metric(
    range=(0, float("inf")),
    better="lower",
    undefined=no_deviation,
    bounds=_rae_bounds,
    uncertainty=OfTotals(row_totals.rae),
)
def rae(s: Spread) -> float:
    """Σ|prediction − truth| / Σ|truth − mean truth|: absolute errors against those of always saying the mean.

    >>> import gnomon as gn
    >>> gn.rae([1, 2, 3, 6], [1, 3, 3, 5])
    0.3333333333333333
    """
    deviation = s.truth.deviation_from_mean()
    return float(np.sum(s.absolute.weight * s.absolute.value)) / deviation if deviation > 0 else float("nan")


def _pinball(under: Floats, quantile: float) -> Floats:
    """The pinball loss of each of these distances by which predictions lie under truths."""
    return np.where(under >= 0, quantile * under, (quantile - 1) * under)


def _constant_loss(s: Spread, quantile: float) -> float:
    """The pinball loss of the best constant, the truths' own quantile, counted from a truth in the middle."""
    if not s.n:
        return 0.0
    first, past = s.truth.places(quantile)
    constant = (s.truth.centred[first] + s.truth.centred[past]) / 2
    return float(np.sum(s.truth.weight * _pinball(s.truth.centred - constant, quantile)))


def _pinball_bounds(s: Spread, *, quantile: float = 0.5) -> Interval:
    """Losses rise on either side of 0, which no cell straddles; a truth moved by d moves the best constant's loss by no more than d."""
    if not s.n:
        return NOTHING
    ends = np.stack([_pinball(edge, quantile) for edge in (-s.error.low, -s.error.high)])
    of = float(np.sum(s.error.weight * ends.min(axis=0))), float(np.sum(s.error.weight * ends.max(axis=0)))
    middle, slack = _constant_loss(s, quantile), max(quantile, 1 - quantile) * _widths(s.truth) / 2
    return _one_minus(of, (middle - slack - ROUNDING * middle, middle + slack))


@spread_metric(
    range=(-float("inf"), 1),
    better="higher",
    undefined=no_deviation,
    bounds=_pinball_bounds,
    uncertainty=OfTotals(row_totals.pinball_share),
    says={"quantile": "The quantile that is predicted; 0.5 weighs errors on both sides alike."},
)
def d2_pinball(s: Spread, *, quantile: Annotated[float, Between(0, 1)] = 0.5) -> float:
    """1 − pinball loss / pinball loss of the best constant, which is the truths' own quantile.

    >>> import gnomon as gn
    >>> round(gn.d2_pinball([1, 2, 3], [1, 3, 3], quantile=0.9), 12)
    0.666666666667
    """
    constant = _constant_loss(s, quantile)
    loss = float(np.sum(s.error.weight * _pinball(-s.error.value, quantile)))
    return 1 - loss / constant if constant > 0 else float("nan")


def _absolute_bounds(s: Spread) -> Interval:
    return _pinball_bounds(s)


@spread_metric(
    range=(-float("inf"), 1),
    better="higher",
    undefined=no_deviation,
    bounds=_absolute_bounds,
    uncertainty=OfTotals(row_totals.pinball_share),
)
def d2_absolute(s: Spread) -> float:
    """1 − Σ|prediction − truth| / Σ|truth − median truth|: the share of absolute deviation from the median that is explained.

    >>> import gnomon as gn
    >>> gn.d2_absolute([3, -0.5, 2, 7], [2.5, 0.0, 2, 8])
    0.7647058823529411
    """
    return d2_pinball(s)
