"""What one number said of every row would reach: the mean of the truths, and their median."""

from typing import NamedTuple

import numpy as np

from ...summary import Moments, Spread


class Naive(NamedTuple):
    """A constant forecast and its figures, by the names of the metrics."""

    name: str
    said: float
    figures: dict[str, float]


def naive_forecasts(moments: Moments, spread: Spread) -> list[Naive]:
    """Always the mean, always the median, as if both had been known before.

    >>> import gnomon as gn
    >>> y = [1, 2, 6]
    >>> [(one.name, one.said, one.figures["mae"]) for one in naive_forecasts(gn.Moments.of(y, y), gn.Spread.of(y, y))]
    [('mean', 3.0, 2.0), ('median', 2.0, 1.6666666666666667)]
    """
    if not moments.rows:
        return []
    mean = float(moments.y / moments.weight)
    return [_naive("mean", mean, mean, moments, spread), _naive("median", spread.truth.quantile(0.5), mean, moments, spread)]


def _naive(name: str, said: float, mean: float, moments: Moments, spread: Spread) -> Naive:
    weight, size = float(moments.weight), float(moments.sum("y_magnitude"))
    away = (said - mean) ** 2
    variance = float(moments.y_spread / moments.weight)
    off = float(np.sum(spread.truth.weight * np.abs(spread.truth.value - said)))
    nothing = float("nan")
    figures = {
        "r2": 0.0 - away / variance if variance else nothing,
        "rmse": float(np.sqrt(variance + away)),
        "mae": off / weight,
        "wape": 100 * off / size if size else nothing,
    }
    return Naive(name, said, figures)
