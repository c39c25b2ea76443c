"""Losses of a truth and a prediction that are computed row by row: with logarithms, powers, or a parameter."""

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from ..errors import InputError
from ..inputs.pairs import PairRows, refuse_below
from ..types import Floats

if TYPE_CHECKING:
    from ..types import Array


LARGEST = 1e300
_TERMS = 20


def squared_log(y: Floats, p: Floats) -> Floats:
    """The squared difference of log(1 + y) and log(1 + p)."""
    return np.asarray((np.log1p(p) - np.log1p(y)) ** 2)


def huber_loss(y: Floats, p: Floats, delta: float) -> Floats:
    """Half the squared error up to ``delta``, and beyond it a line that goes on with the same slope."""
    size = np.abs(p - y)
    return np.where(size <= delta, size * size / 2, delta * (size - delta / 2))


def tweedie(y: Floats, p: Floats, power: float) -> Floats:
    """The unit deviance 2∫(y − t)/t^power dt from p to y; at 0 the squared error, at 1 Poisson's, at 2 Gamma's.

    Near y = p the closed forms are differences of numbers that nearly agree; a series in (y − p)/p takes their place there.
    """
    if power == 0:
        return (y - p) ** 2
    with np.errstate(over="ignore", under="ignore", divide="ignore", invalid="ignore"):
        x = (y - p) / p
        a = 2 - power
        near = np.abs(x) < min(0.1, 1 / max(abs(a), 1))
        out = _far(y, p, power)
        small = x[near]
        series, term = np.zeros_like(small), small * small / 2
        for k in range(2, 2 + _TERMS):
            series += term
            term = term * small * (a - k) / (k + 1)
        out[near] = 2 * p[near] ** a * series
    return np.maximum(out, 0)


def _far(y: Floats, p: Floats, power: float) -> Floats:
    if power == 1:
        return np.asarray(2 * (y * np.log(np.where(y > 0, y / p, 1)) - y + p))
    if power == 2:
        return np.asarray(2 * (np.log(p / y) + y / p - 1))
    above = np.maximum(y, 0) ** (2 - power) / ((1 - power) * (2 - power))
    return np.asarray(2 * (above - y * p ** (1 - power) / (1 - power) + p ** (2 - power) / (2 - power)))


def truth_term(y: Floats, power: float) -> Floats:
    """What a truth alone adds to the deviance from the mean truth: y·log y, log y, or its power."""
    with np.errstate(divide="ignore", over="ignore", under="ignore"):
        if power == 1:
            return np.asarray(y * np.log(np.where(y > 0, y, 1)))
        return np.log(y) if power == 2 else np.asarray(np.maximum(y, 0) ** (2 - power))


Least = tuple[float, bool] | None
"""The least number that a loss takes, and whether it must lie above it; None where it takes any."""


def least_of(power: float) -> tuple[Least, Least]:
    """What a deviance of this power takes as truth and as prediction."""
    truth: Least = (0.0, True) if power >= 2 else (0.0, False) if power >= 1 else None
    return truth, None if power == 0 else (0.0, True)


LEAST_OF_LOGARITHMS: tuple[Least, Least] = ((0.0, False), (0.0, False))


def below(values: Floats, weight: Any, least: Least) -> NDArray[np.bool_]:
    """Which of the rows that weigh anything a loss does not take."""
    if least is None:
        return np.zeros(len(values), bool)
    wrong = values <= least[0] if least[1] else values < least[0]
    return wrong if weight is None else wrong & (weight > 0)


def check_tweedie(rows: PairRows, power: float) -> None:
    """Refuse truths and predictions outside what a deviance of this power is defined for."""
    asker = {1.0: "poisson_deviance", 2.0: "gamma_deviance"}.get(power, f"tweedie_deviance(power={power:g})")
    _check_least(rows, least_of(power), asker)


def check_logarithms(rows: PairRows) -> None:
    """Refuse negative truths and predictions."""
    _check_least(rows, LEAST_OF_LOGARITHMS, "msle")


def _check_least(rows: PairRows, leasts: tuple[Least, Least], asker: str) -> None:
    for column, name, least in zip((rows.y, rows.p), rows.names, leasts, strict=True):
        if least is not None:
            refuse_below(_weighing(rows, column), name, least[0], asker, strict=least[1])


def _weighing(rows: PairRows, column: "Array") -> Any:
    """A column with rows that weigh nothing, and so are not looked at, put at 1."""
    return column if rows.weight is None else np.where(rows.weight > 0, column, 1.0)


def is_power(value: Any) -> bool:
    """Whether there is a Tweedie distribution of this power: of any but those between 0 and 1."""
    number = isinstance(value, (int, float, np.number)) and not isinstance(value, (bool, np.bool_))
    return number and abs(float(value)) <= 100 and not 0 < value < 1


def check_power(power: Any) -> float:
    """A power as a float."""
    if not is_power(power):
        raise InputError(
            "summary.tweedie_power_out_of_range",
            power=power,
        )
    return float(power)


def check_delta(delta: Any) -> float:
    """A size of errors from which they count linearly."""
    number = isinstance(delta, (int, float, np.number)) and not isinstance(delta, (bool, np.bool_))
    if not number or not 0 < float(delta) <= 1e100:
        raise InputError("summary.huber_delta_not_positive", delta=delta)
    return float(delta)


def refuse_endless(loss: Floats, rows: PairRows, start: int, name: str) -> None:
    """Refuse a loss that is past the largest float, with the row it comes from."""
    wrong = np.flatnonzero(~(np.abs(loss) <= LARGEST))
    if wrong.size:
        at = start + int(wrong[0])
        raise InputError(
            "summary.loss_not_finite",
            name=name,
            at=at,
            first=rows.names[0],
            y=float(rows.y[at]),
            second=rows.names[1],
            p=float(rows.p[at]),
        )
