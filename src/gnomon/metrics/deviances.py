"""Deviances of counts and amounts, and the share of deviance that is explained."""

import math
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Annotated, Any, Literal

from ..catalog import Between, metric
from ..errors import InputError
from ..messages import Message
from ..messages.language import say
from ..summary import Moments
from ..summary.exact_sum import nearest
from ..summary.losses import is_power, tweedie
from . import row_totals
from .errors import INF
from .linear import constant_truth
from .outputs import NO_ROWS, MeanOfLoss, NaN, OverOutputs, mean
from .row_totals import OfTotals

if TYPE_CHECKING:
    from .row_totals import RowTotals


deviance = partial(metric, Moments, family="regression", better="lower", range=(0, INF), undefined=NO_ROWS)


@dataclass(frozen=True)
class Power:
    """A constraint on an option: a power for which there is a Tweedie distribution."""

    def __call__(self, value: Any) -> bool:
        return is_power(value)

    def __str__(self) -> str:
        return say("metrics.part_power_range")

    @property
    def symbols(self) -> str:
        """The same in signs that need no translation."""
        return "[-100, 0] ∪ [1, 100]"


def _tweedie_name(power: float) -> str:
    return f"tweedie({float(power)!r})"


@deviance(
    spellings=("mean_poisson_deviance",),
    averaging=OverOutputs(needs=lambda: {"tweedie": 1}),
    uncertainty=MeanOfLoss(lambda y, p: tweedie(y, p, 1)),
)
def poisson_deviance(m: Moments) -> float:
    """Mean of 2·(truth·log(truth / prediction) − truth + prediction): the deviance of counts, for truths from 0 and predictions above 0.

    >>> import gnomon as gn
    >>> round(gn.poisson_deviance([2, 0, 1, 4], [0.5, 0.5, 2, 2]), 6)
    1.426015
    """
    return mean(m.sum(_tweedie_name(1)), m)


@deviance(
    spellings=("mean_gamma_deviance",),
    averaging=OverOutputs(needs=lambda: {"tweedie": 2}),
    uncertainty=MeanOfLoss(lambda y, p: tweedie(y, p, 2)),
)
def gamma_deviance(m: Moments) -> float:
    """Mean of 2·(log(prediction / truth) + truth / prediction − 1): the deviance of positive amounts, blind to their unit.

    >>> import gnomon as gn
    >>> round(gn.gamma_deviance([2, 0.5, 1, 4], [0.5, 0.5, 2, 2]), 6)
    1.056853
    """
    return mean(m.sum(_tweedie_name(2)), m)


@deviance(
    spellings=("mean_tweedie_deviance",),
    averaging=OverOutputs(needs=lambda power: {"tweedie": power}),
    uncertainty=MeanOfLoss(lambda y, p, power: tweedie(y, p, power)),
    says={"power": "How the variance grows with the mean: as its power. Between 1 and 2 for amounts of which many are 0."},
)
def tweedie_deviance(m: Moments, *, power: Annotated[float, Power()]) -> float:
    """Mean unit deviance of the Tweedie distribution of this power: 2∫(truth − t)/t^power dt from prediction to truth.

    >>> import gnomon as gn
    >>> round(gn.tweedie_deviance([2, 0, 1, 4], [0.5, 0.5, 2, 2], power=1.5), 6)
    1.778175
    """
    return mean(m.sum(_tweedie_name(power)), m)


Loss = Literal["squared", "poisson", "gamma", "tweedie", "absolute", "pinball"]
_POWERS = {"squared": 0.0, "poisson": 1.0, "gamma": 2.0}


def d2_power(loss: str = "squared", power: float | None = None) -> float:
    """The power of the deviance that a loss is."""
    if loss not in _POWERS and loss != "tweedie":
        raise InputError(
            "metrics.loss_needs_arrays",
            loss=loss,
        )
    if (power is None) == (loss == "tweedie"):
        raise InputError("metrics.power_tweedie_mismatch")
    return _POWERS[loss] if power is None else float(power)


def _refuse_quantile(loss: str, quantile: float) -> None:
    if quantile != 0.5 and loss != "pinball":
        raise InputError("metrics.quantile_needs_pinball", quantile=quantile, loss=loss)


def _needs(loss: str = "squared", power: float | None = None, quantile: float = 0.5) -> dict[str, Any]:
    _refuse_quantile(loss, quantile)
    chosen = d2_power(loss, power)
    return {"tweedie": chosen} if chosen else {}


def _totals(y: Any, p: Any, weight: Any, loss: str = "squared", power: float | None = None, quantile: float = 0.5) -> "RowTotals":
    return row_totals.deviance_share(y, p, weight, d2_power(loss, power))


def _nothing_explained(m: Moments) -> Message:
    return Message("truths_too_alike") if m.y_spread else constant_truth(m)


@metric(
    Moments,
    family="regression",
    better="higher",
    range=(-INF, 1),
    spellings=("d2_score",),
    undefined=_nothing_explained,
    averaging=OverOutputs(needs=_needs),
    uncertainty=OfTotals(_totals),
    says={
        "loss": 'What is explained: "squared" (then it is R²), a deviance, or the "absolute" or "pinball" loss of a median or quantile.',
        "power": 'The power of loss="tweedie".',
        "quantile": 'The quantile of loss="pinball".',
    },
)
def d2(
    m: Moments,
    *,
    loss: Loss = "squared",
    power: Annotated[float, Power()] | None = None,
    quantile: Annotated[float, Between(0, 1)] = 0.5,
) -> float:
    """1 − loss / loss of the best constant prediction: what R² is for squared errors, for deviances and other losses.

    >>> import gnomon as gn
    >>> round(gn.d2([2, 0, 1, 4], [1.5, 0.5, 2, 3], loss="poisson"), 6)
    0.657303
    """
    _refuse_quantile(loss, quantile)
    chosen = d2_power(loss, power)
    if not m.y_spread:
        return NaN
    if chosen == 0:
        return nearest(1 - m.squared / m.y_spread)
    null = _null_deviance(m, chosen)
    return 1 - nearest(m.sum(_tweedie_name(chosen))) / null if null > 0 else NaN


def _null_deviance(m: Moments, power: float) -> float:
    """The deviance of truths from their mean; 0 where they are so alike that the difference of sums has no digits left."""
    total, weight, center = nearest(m.sum(f"truth({power!r})")), m.n, nearest(m.y / m.weight)
    if power == 1:
        value, terms = 2 * (total - nearest(m.y) * math.log(center)), abs(total) + weight
    elif power == 2:
        value, terms = 2 * (weight * math.log(center) - total), weight * max(abs(math.log(end)) for end in m.extremes[:2])
    elif center <= 0:
        return 0.0
    else:
        factor = 2 / ((1 - power) * (2 - power))
        value, terms = factor * (total - weight * center ** (2 - power)), abs(factor * total)
    return value if value > 1e-9 * terms else 0.0
