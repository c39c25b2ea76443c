"""Errors of predicted numbers, in the unit of the truth or its square."""

from functools import partial
from typing import Annotated, Any

import numpy as np

from ..catalog import Above, Between, metric
from ..summary import Moments
from ..summary.exact_sum import nearest, root
from ..summary.losses import huber_loss
from .outputs import LARGEST_OF_ROWS, NO_ROWS, MeanOfLoss, NaN, OverOutputs, mean

INF = float("inf")
errors = partial(metric, Moments, family="regression", undefined=NO_ROWS)
smaller = partial(errors, better="lower", range=(0, INF))
OUTPUTS = OverOutputs()


@smaller(
    aliases=("mean_squared_error",),
    averaging=OUTPUTS,
    uncertainty=MeanOfLoss(lambda y, p: (p - y) ** 2),
)
def mse(m: Moments) -> float:
    """Mean of (prediction − truth)²: the mean squared error, in the square of the truth's unit.

    >>> import gnomon as gn
    >>> gn.mse([3, -0.5, 2, 7], [2.5, 0, 2, 8])
    0.375
    """
    return mean(m.squared, m)


@smaller(
    aliases=("root_mean_squared_error",),
    averaging=OUTPUTS,
    uncertainty=MeanOfLoss(lambda y, p: (p - y) ** 2, np.sqrt, np.square),
)
def rmse(m: Moments) -> float:
    """√mean of (prediction − truth)²: the root mean squared error, in the unit of the truth. It is not R².

    >>> import gnomon as gn
    >>> round(gn.rmse([3, -0.5, 2, 7], [2.5, 0, 2, 8]), 6)
    0.612372
    """
    return root(m.squared / m.weight) if m.rows else NaN


@smaller(
    aliases=("mean_absolute_error",),
    averaging=OUTPUTS,
    uncertainty=MeanOfLoss(lambda y, p: np.abs(p - y)),
)
def mae(m: Moments) -> float:
    """Mean of |prediction − truth|: the mean absolute error, in the unit of the truth.

    >>> import gnomon as gn
    >>> gn.mae([3, -0.5, 2, 7], [2.5, 0, 2, 8])
    0.5
    """
    return mean(m.absolute, m)


@errors(
    aliases=("mean_bias_error",),
    range=(-INF, INF),
    averaging=OUTPUTS,
    uncertainty=MeanOfLoss(lambda y, p: p - y),
)
def mbe(m: Moments) -> float:
    """Mean of prediction − truth: the mean bias error. Above 0 the model predicts too much, below 0 too little.

    >>> import gnomon as gn
    >>> gn.mbe([3, -0.5, 2, 7], [2.5, 0, 2, 8])
    0.25
    """
    return mean(m.error, m)


@smaller(averaging=OUTPUTS, uncertainty=LARGEST_OF_ROWS)
def max_error(m: Moments) -> float:
    """The largest |prediction − truth| of any row that weighs anything.

    >>> import gnomon as gn
    >>> gn.max_error([3, -0.5, 2, 7], [2.5, 0, 2, 8])
    1.0
    """
    return max(m.extremes[5], -m.extremes[4]) if m.rows else NaN


def pinball(y: Any, p: Any, quantile: float = 0.5) -> Any:
    """A truth above the prediction costs ``quantile`` for each unit, one below it the rest."""
    return np.where(p > y, (1 - quantile) * (p - y), quantile * (y - p))


@smaller(
    aliases=("mean_pinball_loss", "quantile_loss"),
    averaging=OUTPUTS,
    uncertainty=MeanOfLoss(pinball),
    says={"quantile": "The quantile that is predicted: how much of the cost is for truths above their prediction."},
)
def pinball_loss(m: Moments, *, quantile: Annotated[float, Between(0, 1)] = 0.5) -> float:
    """Mean of quantile·(truth − prediction) where the truth is above, (1 − quantile)·(prediction − truth) where it is below.

    >>> import gnomon as gn
    >>> round(gn.pinball_loss([1, 2, 3], [0, 2, 3], quantile=0.1), 6)
    0.033333
    """
    if not m.rows:
        return NaN
    return nearest(m.under / m.weight) * quantile + nearest(m.over / m.weight) * (1 - quantile)


@smaller(
    aliases=("huber_loss",),
    averaging=OverOutputs(needs=lambda delta=1.0: {"huber": delta}),
    uncertainty=MeanOfLoss(lambda y, p, delta=1.0: huber_loss(y, p, delta)),
    says={"delta": "The size of an error up to which it is squared; beyond it counts linearly."},
)
def huber(m: Moments, *, delta: Annotated[float, Above(0)] = 1.0) -> float:
    """Mean of ½·error² up to ``delta`` and delta·(|error| − ½·delta) beyond: squared for small errors, absolute for large ones.

    >>> import gnomon as gn
    >>> gn.huber([3, -0.5, 2, 7], [2.5, 0, 2, 10], delta=1)
    0.6875
    """
    return mean(m.sum(f"huber({float(delta)!r})"), m)
