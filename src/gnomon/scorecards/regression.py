"""The logistic regression of a card: scikit-learn finds the coefficients, the information matrix says how sure they are."""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..errors import InputError
from ..types import Floats
from .newton import LossPoint

FARTHEST = 20.0
"""Log-odds that no finite sample bears out: coefficients that lead there grow without end."""


class EndlessError(Exception):
    """Coefficients that grow without end: good and bad rows lie apart, ``wholly``, or but for rows that tell nothing of them."""

    def __init__(self, wholly: bool) -> None:
        super().__init__(wholly)
        self.wholly = wholly


class FittedRegression(NamedTuple):
    """Intercept and coefficients of log-odds, and how they vary together, the intercept first."""

    intercept: float
    coefficients: Floats
    covariance: Floats

    @property
    def errors(self) -> Floats:
        """The standard error of each coefficient."""
        return np.sqrt(np.diag(self.covariance)[1:])

    @property
    def p(self) -> Floats:
        """How often chance alone brings a coefficient as far from 0."""
        from scipy.special import ndtr

        return np.asarray(2 * ndtr(-np.abs(self.coefficients / self.errors)))


def logistic(X: Floats, bad: NDArray[Any], weight: Floats | None, C: float | None) -> FittedRegression:
    """Log-odds of being bad, linear in the columns of X; without ``C`` nothing is held back, else the squares of coefficients are."""
    try:
        from sklearn.linear_model import LogisticRegression
    except ImportError:
        raise InputError("scorecards.regression_needs_sklearn") from None
    import warnings

    model = LogisticRegression(C=np.inf if C is None else C, solver="newton-cholesky", tol=1e-10, max_iter=200)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # what it would warn of is looked for below
        model.fit(X, bad, sample_weight=weight)
    intercept, coefficients = float(model.intercept_[0]), np.asarray(model.coef_[0], np.float64)
    log_odds = intercept + X @ coefficients
    apart = np.isfinite(log_odds).all() and log_odds[bad == 1].min() > log_odds[bad == 0].max()
    _refuse_endless(bool(apart), float(np.abs(log_odds).max()), C)
    return FittedRegression(intercept, coefficients, _covariance(_information(X, log_odds, weight), C))


def fitted_at(found: Floats, point: LossPoint, C: float | None) -> FittedRegression:
    """The same where rows were summed up at the coefficients that were found."""
    _refuse_endless(point.lowest_bad > point.highest_good, point.farthest, C)
    return FittedRegression(float(found[0]), found[1:], _covariance(point.information, C))


def _refuse_endless(apart: bool, farthest: float, C: float | None) -> None:
    if C is None and (apart or not farthest <= FARTHEST):
        raise EndlessError(apart)


def _information(X: Floats, log_odds: Floats, weight: Floats | None) -> Floats:
    """What rows tell of the coefficients."""
    from scipy.special import expit

    chance = expit(log_odds)
    curvature = chance * (1 - chance) * (1.0 if weight is None else weight)
    whole = np.column_stack([np.ones(len(X)), X])
    return np.asarray(whole.T @ (whole * curvature[:, None]))


def _covariance(information: Floats, C: float | None) -> Floats:
    """The inverse of the information that rows, and the penalty if any, hold on the coefficients."""
    if C is not None:
        information = information + np.diag([0.0, *[1 / C] * (len(information) - 1)])
    if np.linalg.cond(information) > 1e14:
        raise InputError("scorecards.variables_collinear")
    return np.asarray(np.linalg.inv(information))
