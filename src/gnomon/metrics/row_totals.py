"""Metrics of truths and predictions as functions of totals to which each row adds, so that each row can be left out at once.

Leaving out rows one by one says how sure a metric is (the jackknife), and totals of rows do not know their order. Truths and
predictions may have been scaled together: none of the metrics here notices.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, ClassVar, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..catalog import Uncertainty
from ..summary.losses import tweedie
from ..types import Floats

NOTHING = 1e-12
"""The part of a total that may be left of it by rounding alone."""


class RowTotals(NamedTuple):
    """What each row takes with it from each total when it is left out, and the metric of such totals.

    A total over pairs of rows loses the pairs that a row is in, each pair by either of its rows; ``degree`` is how often it is counted so.
    ``varied`` must vary among what is left, where totals do not tell to the last digit.
    """

    rows: list[Floats]
    value: Callable[..., Any]
    degree: int = 1
    varied: tuple[Floats, ...] = ()


class RowsLeftOut(Uncertainty):
    """What follows from the metric without each row."""

    compares_classes: ClassVar[bool] = False

    def of_rows(self, y: Floats, p: Floats, weight: Floats, **options: Any) -> RowTotals:
        """The totals of truths, predictions and weights."""
        raise NotImplementedError

    def without_each(self, y: Floats, p: Floats, weight: Floats, unit: NDArray[np.int64] | None, **options: Any) -> Floats:
        """The metric without each row, or without each unit of rows."""
        with np.errstate(all="ignore"):
            rows, value, degree, varied = self.of_rows(y, p, weight, **options)
            whole = [float(column.sum()) / degree for column in rows]
            parts = rows if unit is None else [np.bincount(unit, column) for column in rows]
            found = np.array(value(*(total - part for total, part in zip(whole, parts, strict=True))), np.float64)
        for column in varied:
            found[_alone(column, np.arange(len(column)) if unit is None else unit)] = np.nan
        return found


def _alone(column: Floats, unit: NDArray[Any]) -> list[int]:
    """The unit that holds every row unlike the others, if there is one: without it they are all alike."""
    other = int(np.argmax(unit != unit[0]))
    unlike = [unit[column != column[row]] for row in (0, other)]
    return [int(units[0]) for units in unlike if len(units) and (units == units[0]).all()]


@dataclass(frozen=True)
class OfTotals(RowsLeftOut):
    """``totals`` makes them of truths, predictions, weights and the metric's options.

    They are ``exact`` where the totals of the other rows do not depend on the row that is left out, as those of ranks do.
    """

    totals: Callable[..., RowTotals]
    exact: bool = False

    def of_rows(self, y: Floats, p: Floats, weight: Floats, **options: Any) -> RowTotals:
        return self.totals(y, p, weight, **options)


def _over(part: Floats, whole: Floats) -> Floats:
    """A quotient; NaN over what rounding alone has left of a total."""
    most = np.abs(whole).max(initial=0)
    return np.asarray(np.where(np.abs(whole) > NOTHING * most, part / whole, np.nan))


def _from_mean(values: Floats, weight: Floats) -> Floats:
    return np.asarray(values - float(weight @ values) / float(weight.sum()))


def _spread(squares: Floats, lead: Floats, n: Floats) -> Floats:
    """The sum of squares about the mean of the rows that are left, from that about the mean of all."""
    return np.asarray(squares - lead**2 / n)


def squared_share(y: Floats, p: Floats, weight: Floats) -> RowTotals:
    """Squared errors over squared deviations from the mean truth."""
    apart = _from_mean(y, weight)

    def value(n: Floats, squared: Floats, lead: Floats, squares: Floats) -> Floats:
        return _over(squared, _spread(squares, lead, n))

    return RowTotals([weight, weight * (p - y) ** 2, weight * apart, weight * apart**2], value)


def r2(y: Floats, p: Floats, weight: Floats, **options: Any) -> RowTotals:
    """One less that."""
    rows, share = squared_share(y, p, weight)[:2]
    return RowTotals(rows, lambda *totals: 1 - share(*totals))


def adjusted_r2(y: Floats, p: Floats, weight: Floats, features: int) -> RowTotals:
    """R² less what useless features add."""
    rows, share = squared_share(y, p, weight)[:2]
    return RowTotals(rows, lambda n, *totals: 1 - share(n, *totals) * (n - 1) / (n - int(features) - 1))


def root_squared_share(y: Floats, p: Floats, weight: Floats) -> RowTotals:
    """The root of the squared share."""
    rows, share = squared_share(y, p, weight)[:2]
    return RowTotals(rows, lambda *totals: np.sqrt(share(*totals)))


def explained_variance(y: Floats, p: Floats, weight: Floats, **options: Any) -> RowTotals:
    """One less the variance of errors over that of truths."""
    error, apart = _from_mean(p - y, weight), _from_mean(y, weight)

    def value(n: Floats, errors: Floats, squared: Floats, lead: Floats, squares: Floats) -> Floats:
        return np.asarray(1 - _over(_spread(squared, errors, n), _spread(squares, lead, n)))

    return RowTotals([weight, weight * error, weight * error**2, weight * apart, weight * apart**2], value)


def pearson(y: Floats, p: Floats, weight: Floats) -> RowTotals:
    """Pearson's correlation."""
    y, p = _from_mean(y, weight), _from_mean(p, weight)
    # The two series are as large as each other: a product of roots would hide what rounding has left of one.
    y, p = (values / (np.sqrt(float(weight @ values**2)) or 1.0) for values in (y, p))

    def value(n: Floats, first: Floats, second: Floats, both: Floats, one: Floats, other: Floats) -> Floats:
        size = np.minimum(_spread(one, first, n), _spread(other, second, n))
        root = np.sqrt(_spread(one, first, n) * _spread(other, second, n))
        return np.where(size > NOTHING, np.clip((both - first * second / n) / root, -1, 1), np.nan)

    return RowTotals([weight, weight * y, weight * p, weight * y * p, weight * y**2, weight * p**2], value)


def wape(y: Floats, p: Floats, weight: Floats, scale: str = "percent") -> RowTotals:
    """Absolute errors over absolute truths."""
    size = 100 if scale == "percent" else 1
    return RowTotals([weight * np.abs(p - y), weight * np.abs(y)], lambda part, whole: size * _over(part, whole))


def rae(y: Floats, p: Floats, weight: Floats) -> RowTotals:
    """Absolute errors over absolute deviations from the mean truth, which moves too."""
    apart = _from_mean(y, weight)
    moved = apart * (float(weight @ np.sign(apart)) / float(weight.sum()))
    return RowTotals([weight * np.abs(p - y), weight * (np.abs(apart) - moved)], _over, varied=(y,))


def pinball_share(y: Floats, p: Floats, weight: Floats, quantile: float = 0.5) -> RowTotals:
    """One less the pinball loss over that of the best constant, whose loss hardly changes as it moves."""
    order = np.argsort(y)
    reached = np.cumsum(weight[order])
    constant = y[order[min(np.searchsorted(reached, quantile * reached[-1]), len(y) - 1)]]
    losses = [weight * np.where(under >= 0, quantile * under, (quantile - 1) * under) for under in (y - p, y - constant)]
    return RowTotals(losses, lambda part, whole: 1 - _over(part, whole), varied=(y,))


def deviance_share(y: Floats, p: Floats, weight: Floats, power: float) -> RowTotals:
    """One less the deviance over that of the mean truth, the best constant."""
    mean = np.full_like(y, float(weight @ y) / float(weight.sum()))
    return RowTotals([weight * tweedie(y, to, power) for to in (p, mean)], lambda part, whole: 1 - _over(part, whole), varied=(y,))
