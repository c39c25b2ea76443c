"""Errors of predicted numbers: one output a row, in float64.

What NumPy adds up is as quick as it gets; what is saved is scikit-learn's looking through both columns beforehand. A figure that comes
out finite had finite numbers to come from, and any other is scikit-learn's to judge.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
from scipy.special import xlogy

from ... import _core
from ...parallel import THREADS
from ...types import Array
from .reading import column, numbers, weights
from .stand_in import UNCOVERED, stands_in

LARGEST = 1e150
"""The square of anything smaller is a number."""
ROUNDED = 1e-28
"""The share of a mean square that rounding of equal numbers may leave of their spread."""


class RegressionPairs(NamedTuple):
    """Truths, predictions and weights."""

    y: Array
    p: Array
    weight: Array | None

    def mean(self, values: Array) -> Any:
        """The mean of a value for each row."""
        return values.mean() if self.weight is None else self.weight @ values / self.weight.sum()

    def mean_square(self, values: Array) -> Any:
        """The mean of the squares of a value for each row."""
        return values @ values / len(values) if self.weight is None else self.weight @ (values * values) / self.weight.sum()


def pairs(y_true: Any, y_pred: Any, sample_weight: Any = None) -> RegressionPairs | None:
    """Two plain columns that scikit-learn would compute with in float64; None for others."""
    y, p = column(y_true), column(y_pred)
    if y is None or p is None or y.size != p.size or y.dtype.char not in "dlq" or p.dtype.char not in "dlq":
        return None
    w = None
    if sample_weight is not None:
        w = weights(sample_weight, y.size)
        if w is None or np.asarray(sample_weight).dtype == np.float32:
            return None
    a, b = numbers(y), numbers(p)
    return None if a is None or b is None else RegressionPairs(a, b, w)


def _error(y_true: object, y_pred: object, sample_weight: object, multioutput: object, formula: Callable[[RegressionPairs], Any]) -> Any:
    """A figure of one output; UNCOVERED where it is not finite."""
    if type(multioutput) is not str or multioutput != "uniform_average":
        return UNCOVERED
    given = pairs(y_true, y_pred, sample_weight)
    if given is None:
        return UNCOVERED
    with np.errstate(all="ignore"):
        value = formula(given)
    return float(value) if value is not None and abs(value) < LARGEST else UNCOVERED


@stands_in
def mean_squared_error(y_true: Any, y_pred: Any, *, sample_weight: Any = None, multioutput: Any = "uniform_average") -> Any:
    return _error(y_true, y_pred, sample_weight, multioutput, lambda g: g.mean_square(g.y - g.p))


@stands_in
def root_mean_squared_error(y_true: Any, y_pred: Any, *, sample_weight: Any = None, multioutput: Any = "uniform_average") -> Any:
    return _error(y_true, y_pred, sample_weight, multioutput, lambda g: np.sqrt(g.mean_square(g.y - g.p)))


@stands_in
def mean_absolute_error(y_true: Any, y_pred: Any, *, sample_weight: Any = None, multioutput: Any = "uniform_average") -> Any:
    return _error(y_true, y_pred, sample_weight, multioutput, lambda g: g.mean(np.abs(g.p - g.y)))


@stands_in
def mean_absolute_percentage_error(y_true: Any, y_pred: Any, *, sample_weight: Any = None, multioutput: Any = "uniform_average") -> Any:
    least = np.finfo(np.float64).eps
    return _error(y_true, y_pred, sample_weight, multioutput, lambda g: g.mean(np.abs(g.p - g.y) / np.maximum(np.abs(g.y), least)))


@stands_in
def mean_pinball_loss(
    y_true: Any, y_pred: Any, *, sample_weight: Any = None, alpha: Any = 0.5, multioutput: Any = "uniform_average"
) -> Any:
    if type(alpha) not in (int, float) or not 0 <= alpha <= 1:
        return UNCOVERED

    def loss(g: RegressionPairs) -> Any:
        error = g.y - g.p
        return g.mean(np.maximum(alpha * error, (alpha - 1) * error))

    return _error(y_true, y_pred, sample_weight, multioutput, loss)


def _squared_log(g: RegressionPairs) -> Any:
    return None if g.y.min() <= -1 or g.p.min() <= -1 else g.mean_square(np.log1p(g.y) - np.log1p(g.p))


@stands_in
def mean_squared_log_error(y_true: Any, y_pred: Any, *, sample_weight: Any = None, multioutput: Any = "uniform_average") -> Any:
    return _error(y_true, y_pred, sample_weight, multioutput, _squared_log)


@stands_in
def root_mean_squared_log_error(y_true: Any, y_pred: Any, *, sample_weight: Any = None, multioutput: Any = "uniform_average") -> Any:
    squared = _error(y_true, y_pred, sample_weight, multioutput, _squared_log)
    return squared if squared is UNCOVERED else float(np.sqrt(squared))


@stands_in
def median_absolute_error(y_true: object, y_pred: object, *, multioutput: object = "uniform_average", sample_weight: object = None) -> Any:
    def middle(g: RegressionPairs) -> float | None:
        low, high, finite = _core.absolute_error_at(g.y, g.p, (len(g.y) - 1) // 2, LARGEST, THREADS)
        return None if not finite else low if len(g.y) % 2 else (low + high) / 2

    return _error(y_true, y_pred, None, multioutput, middle) if sample_weight is None else UNCOVERED


@stands_in
def max_error(y_true: Any, y_pred: Any) -> Any:
    return _error(y_true, y_pred, None, "uniform_average", lambda g: np.abs(g.y - g.p).max())


def _share(unexplained: Any, g: RegressionPairs) -> Any:
    """What is explained of the spread of truths; None where rounding may be all there is of it, or nothing is left unexplained."""
    spread = g.mean_square(g.y - g.mean(g.y))
    return 1 - unexplained / spread if spread > ROUNDED * g.mean_square(g.y) and unexplained > 0 else None


@stands_in
def r2_score(
    y_true: object, y_pred: object, *, sample_weight: object = None, multioutput: object = "uniform_average", force_finite: object = True
) -> Any:
    def explained(g: RegressionPairs) -> Any:
        return None if len(g.y) < 2 else _share(g.mean_square(g.y - g.p), g)

    return _error(y_true, y_pred, sample_weight, multioutput, explained) if type(force_finite) is bool else UNCOVERED


@stands_in
def explained_variance_score(
    y_true: object, y_pred: object, *, sample_weight: object = None, multioutput: object = "uniform_average", force_finite: object = True
) -> Any:
    def explained(g: RegressionPairs) -> Any:
        error = g.y - g.p
        return _share(g.mean_square(error - g.mean(error)), g)

    return _error(y_true, y_pred, sample_weight, multioutput, explained) if type(force_finite) is bool else UNCOVERED


def _deviance(power: int) -> Callable[[RegressionPairs], Any]:
    """Tweedie's mean deviance of powers 0, 1 and 2; None where numbers are not in its domain."""

    def deviance(g: RegressionPairs) -> Any:
        if power == 0:
            return g.mean_square(g.y - g.p)
        if not (g.p.min() > 0 and (g.y.min() > 0 or (power == 1 and g.y.min() == 0))):
            return None
        if power == 1:
            return g.mean(2 * (xlogy(g.y, g.y / g.p) - g.y + g.p))
        return g.mean(2 * (np.log(g.p / g.y) + g.y / g.p - 1))

    return deviance


@stands_in
def mean_tweedie_deviance(y_true: object, y_pred: object, *, sample_weight: object = None, power: object = 0) -> Any:
    if type(power) not in (int, float) or power not in (0, 1, 2):
        return UNCOVERED
    return _error(y_true, y_pred, sample_weight, "uniform_average", _deviance(int(power)))


@stands_in
def mean_poisson_deviance(y_true: object, y_pred: object, *, sample_weight: object = None) -> Any:
    return _error(y_true, y_pred, sample_weight, "uniform_average", _deviance(1))


@stands_in
def mean_gamma_deviance(y_true: object, y_pred: object, *, sample_weight: object = None) -> Any:
    return _error(y_true, y_pred, sample_weight, "uniform_average", _deviance(2))
