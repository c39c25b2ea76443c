"""Errors of numbers and of probabilities, of each row and on average."""

from typing import Any

import numpy as np

from ...errors import InputError
from ...inputs import to_array
from ...inputs.numbers import as_floats, refuse_not_finite
from ...messages.language import say
from ...public import function
from ...types import Floats


def ae(actual: object, predicted: object) -> Any:
    """The absolute error of a number, or of each of several."""
    y, p = _pair(actual, predicted)
    return np.abs(y - p)


def se(actual: object, predicted: object) -> Any:
    """The squared error of a number, or of each of several."""
    y, p = _pair(actual, predicted)
    return (y - p) ** 2


def sle(actual: object, predicted: object) -> Any:
    """The squared difference of log(1 + actual) and log(1 + predicted)."""
    y, p = _pair(actual, predicted)
    for name, values in (("actual", y), ("predicted", p)):
        _refuse(name, values, values <= -1, say("compat.part_numbers_above_minus_one"))
    return (np.log1p(y) - np.log1p(p)) ** 2


def mae(actual: Any, predicted: Any) -> float:
    """The mean absolute error."""
    return float(function("mae")(*_rows(actual, predicted)))


def mse(actual: Any, predicted: Any) -> float:
    """The mean squared error."""
    return float(function("mse")(*_rows(actual, predicted)))


def rmse(actual: Any, predicted: Any) -> float:
    """The root of the mean squared error."""
    return float(function("rmse")(*_rows(actual, predicted)))


def msle(actual: Any, predicted: Any) -> float:
    """The mean squared error of log(1 + value)."""
    return float(np.mean(sle(*_rows(actual, predicted))))


def rmsle(actual: Any, predicted: Any) -> float:
    """The root of that."""
    return float(np.sqrt(msle(actual, predicted)))


def ce(actual: object, predicted: object) -> float:
    """The share of rows whose class was not predicted."""
    return float(function("error_rate")(actual, predicted))


def ll(actual: object, predicted: object) -> Any:
    """Minus the log-likelihood of a row, or of each of several: infinite where what happened was given no probability."""
    y, p = _pair(actual, predicted)
    for name, values in (("actual", y), ("predicted", p)):
        _refuse(name, values, (values < 0) | (values > 1), say("compat.part_probabilities_in_range"))
    return _likelihood(y, p, np.log)


def log_loss(actual: Any, predicted: Any) -> float:
    """The mean of that."""
    return float(np.mean(ll(*_rows(actual, predicted))))


def capped_log10_likelihood(actual: object, predicted: object) -> Any:
    """The same to the base of 10, probabilities below 0.01 and above 0.99 taken for these."""
    y, p = _pair(actual, predicted)
    _refuse("actual", y, (y < 0) | (y > 1), say("compat.part_probabilities_in_range"))
    return _likelihood(y, np.clip(p, 0.01, 0.99), np.log10)


def capped_binomial_deviance(actual: object, predicted: object) -> float:
    """The mean of that."""
    return float(np.mean(capped_log10_likelihood(*_rows(actual, predicted))))


def _likelihood(y: Any, p: Any, log: Any) -> Any:
    with np.errstate(divide="ignore"):
        logs = log(np.array([p, 1 - p]))
    shares = np.array([y, 1 - y])
    # 0 · log 0 is 0: what did not happen may well have been impossible.
    return -np.where(shares == 0, 0.0, shares * np.where(shares == 0, 0.0, logs)).sum(axis=0) + 0.0


def _pair(actual: object, predicted: object) -> tuple[Any, Any]:
    """Two finite numbers, or arrays of the same shape, or an array and a number for all of it."""
    both = []
    for name, values in (("actual", actual), ("predicted", predicted)):
        alone = np.isscalar(values) or getattr(values, "ndim", None) == 0
        found = np.asarray(as_floats(to_array([values] if alone else values, name), name), np.float64)
        refuse_not_finite(found, name)
        both.append(found[0] if alone else found)
    if np.ndim(both[0]) and np.ndim(both[1]) and both[0].shape != both[1].shape:
        raise InputError(
            "compat.elementwise_shapes_differ",
            shape=both[0].shape,
            shape_2=both[1].shape,
        )
    return both[0], both[1]


def _rows(actual: object, predicted: object) -> tuple[Floats, Floats]:
    """A row for each value."""
    y, p = np.broadcast_arrays(*map(np.atleast_1d, _pair(actual, predicted)))
    return np.ravel(y), np.ravel(p)


def _refuse(name: str, values: Any, wrong: Any, meant: str) -> None:
    if np.any(wrong):
        at = int(np.argmax(np.ravel(wrong)))
        raise InputError("compat.elementwise_value_out_of_range", name=name, value=np.ravel(values)[at], at=at, meant=meant)
