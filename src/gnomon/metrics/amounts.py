"""Amounts in the order of predictions: the Lorenz curve and its Gini coefficient, and errors by bins of prediction."""

from dataclasses import dataclass
from functools import partial
from typing import Annotated, Any, ClassVar, Literal

import numpy as np
from numpy.typing import NDArray

from ..catalog import Above, metric
from ..catalog.traits import Shortcuts
from ..errors import InputError
from ..inputs.pairs import PairRows, refuse_below
from ..messages import Message
from ..result import Result, Table
from ..summary import Amounts
from ..summary.cells import ratio
from ..types import Floats
from . import pair_totals
from .bounds import NOTHING, Interval
from .curves import from_start, share
from .error_spread import ROUNDING
from .outputs import NO_ROWS
from .row_totals import OfTotals
from .tables import MOST_BINS, bins_of_mass

Order = Literal["prediction", "truth"]
amount_metric = partial(metric, Amounts, family="regression")


def no_amounts(a: Amounts) -> Message:
    """Why amounts have no shares, or no order."""
    if not a.n:
        return NO_ROWS
    return Message("truths_all_equal") if a.total > 0 else Message("amounts_all_zero")


def _refuse_negative(a: Amounts) -> None:
    if a.least < 0:
        raise InputError(
            "metrics.amounts_negative",
            least=a.least,
        )


def _checked(rows: PairRows, asker: str) -> Amounts:
    """Amounts of rows of which none is negative."""
    made = Amounts.of_rows(rows)
    if made.least < 0:
        refuse_below(rows.y if rows.weight is None else np.where(rows.weight > 0, rows.y, 0), rows.names[0], 0.0, asker)
    return made


def _ahead(weight: NDArray[Any], n: float) -> Floats:
    """For each cell from the highest down, the share of rows that rank below it less the share that rank above it."""
    above = np.cumsum(weight) - weight
    below = np.cumsum(weight[::-1])[::-1] - weight
    return np.asarray(below - above, np.float64) / (n or 1)


def _ordered(a: Amounts) -> float:
    """How much more of the amount ranks high than low by prediction: its Gini coefficient times the whole amount."""
    return float(np.sum(a.truth * _ahead(a.weight, a.n)))


def _best(a: Amounts) -> float:
    """The same by the truths themselves."""
    truths = a.distribution
    return float(np.sum(truths.weight * truths.value * -_ahead(truths.weight, a.n)))


def _gini_bounds(a: Amounts, *, normalised: bool = True) -> Interval:
    """Inside a cell the whole amount can rank first or last. Truths of a coarse cell lie between its ends, in ascending order."""
    _refuse_negative(a)
    if not (a.n and a.total > 0):
        return NOTHING
    middle, slack = _ordered(a), 0.0 if a.shift == 0 else float(np.sum(a.weight / a.n * a.truth))
    slack += ROUNDING * a.total
    low, high = middle - slack, middle + slack
    if not normalised:
        return max(low / a.total, -1.0), min(high / a.total, 1.0)
    least, most = _best_bounds(a)
    if not least > 0:
        return -1.0, 1.0
    return max(low / (least if low < 0 else most), -1.0), min(high / (least if high > 0 else most), 1.0)


def _best_bounds(a: Amounts) -> Interval:
    d = a.distribution
    ahead = -_ahead(d.weight, a.n)
    ends = np.stack([d.weight * d.low * ahead, d.weight * d.high * ahead])
    inside = float(np.sum(d.weight / a.n * d.weight * (d.high - d.low)))
    rounding = ROUNDING * a.total
    return float(np.sum(ends.min(axis=0))) - rounding, float(np.sum(ends.max(axis=0))) + inside + rounding


def _gini_of_rows(rows: PairRows, *, normalised: bool = True) -> float:
    return gini_of_amounts(_checked(rows, "gini_of_amounts"), normalised=normalised)


@amount_metric(
    range=(-1, 1),
    better="higher",
    undefined=no_amounts,
    bounds=_gini_bounds,
    uncertainty=OfTotals(pair_totals.gini_of_amounts),
    shortcuts=Shortcuts(rows=_gini_of_rows),
    says={"normalised": "Divided by what ordering the rows by the truths themselves would reach."},
)
def gini_of_amounts(a: Amounts, *, normalised: bool = True) -> float:
    """How well predictions order amounts: the Gini coefficient of truths ranked by prediction, over that of truths ranked by themselves.

    >>> import gnomon as gn
    >>> gn.gini_of_amounts([0, 0, 100, 300], [10, 40, 30, 90])
    0.8
    """
    _refuse_negative(a)
    whole = _best(a) if normalised else a.total
    if not (a.total > 0 and whole > 0):
        return float("nan")
    return max(-1.0, min(1.0, _ordered(a) / whole))


@dataclass(frozen=True, eq=False, repr=False)
class LorenzCurve(Result):
    """The Lorenz curve: ``share`` is what the ``fraction`` of rows that come first, from the lowest up, have of the whole amount.

    ``values`` are the predictions, or the truths, up to which the rows of each point go; the first point has none. ``gini`` is one less
    twice the area under the curve, not normalised.
    """

    fraction: Floats
    share: Floats
    values: Floats
    gini: float
    by: Order = "prediction"
    key: ClassVar[str] = "gini"
    pictured: ClassVar[tuple[str, ...]] = ("fraction", "share")

    @property
    def headline(self) -> str:
        return f"{len(self.fraction):,} points, gini={self.gini:.6g} by {self.by}"


def _lorenz_of_rows(rows: PairRows, *, by: Order = "prediction") -> LorenzCurve:
    return lorenz_curve(_checked(rows, "lorenz_curve"), by=by)


@amount_metric(
    kind="curve",
    undefined=no_amounts,
    shortcuts=Shortcuts(rows=_lorenz_of_rows),
    says={"by": "What puts the rows in order: the predictions, or the truths themselves."},
)
def lorenz_curve(a: Amounts, *, by: Order = "prediction") -> LorenzCurve:
    """The share of the amount against the share of rows, from the lowest prediction (or truth) up; equal shares lie on the diagonal.

    >>> import gnomon as gn
    >>> gn.lorenz_curve([0, 0, 100, 300], [10, 40, 30, 90])
    LorenzCurve(5 points, gini=0.5 by prediction)
    """
    _refuse_negative(a)
    d = a.distribution
    if by == "prediction":
        values, weight, amount = a.ceilings[::-1], a.weight[::-1], a.truth[::-1]
    else:
        values, weight, amount = d.high, d.weight, d.weight * d.value
    above = _ordered(a) if by == "prediction" else _best(a)
    gini = above / a.total if a.total > 0 else float("nan")
    fraction = from_start(share(np.cumsum(weight), a.n))
    return LorenzCurve(fraction, from_start(_rising(amount)), from_start(values, float("-inf")), gini, by)


def _rising(amount: Floats) -> Floats:
    """Cumulated shares of an amount; the last is 1."""
    cumulated = np.cumsum(amount)
    return share(cumulated, float(cumulated[-1]) if len(cumulated) and cumulated[-1] > 0 else 0.0)


@dataclass(frozen=True, eq=False, repr=False)
class ErrorTable(Table):
    """Bins of equal weight by prediction, the highest first: what was predicted on average, what came true, and how far off rows were.

    ``bias`` is the mean of prediction − truth; ``mae`` and ``rmse`` are the mean absolute and the root mean squared error of the bin.
    """

    bin: NDArray[np.int64]
    low: Floats
    high: Floats
    n: NDArray[Any]
    mean_prediction: Floats
    mean_truth: Floats
    bias: Floats
    mae: Floats
    rmse: Floats

    @property
    def defined(self) -> bool:
        return bool(len(self.bin))


@amount_metric(kind="table", undefined=NO_ROWS, says={"bins": "How many bins of equal weight."})
def error_by_decile(a: Amounts, *, bins: Annotated[int, Above(1, whole=True, high=MOST_BINS)] = 10) -> ErrorTable:
    """Per bin of prediction: rows, mean prediction, mean truth, bias, MAE and RMSE; where predictions are too high or too low.

    >>> import gnomon as gn
    >>> gn.error_by_decile([0, 0, 100, 300], [10, 40, 30, 90], bins=2).bias
    array([-85., -30.])
    """
    used, first = np.unique(bins_of_mass(a.weight, a.n, int(bins)), return_index=True)
    n, truth, error, absolute, squared = (
        np.add.reduceat(column, first) if len(a) else column for column in (a.weight, a.truth, a.error, a.absolute, a.squared)
    )
    last = np.append(first[1:], len(a))[: len(first)] - 1
    low, high = a.predictions[last], a.ceilings[first]
    predicted = np.add.reduceat(a.weight * a.predictions, first) if len(a) and a.shift == 0 else truth + error
    return ErrorTable(
        bin=np.arange(1, len(used) + 1),
        low=low,
        high=high,
        n=n,
        mean_prediction=np.clip(ratio(predicted, n), low, high),  # the mean of equal numbers can round past them
        mean_truth=ratio(truth, n),
        bias=ratio(error, n),
        mae=ratio(absolute, n),
        rmse=np.sqrt(ratio(squared, n)),
    )
