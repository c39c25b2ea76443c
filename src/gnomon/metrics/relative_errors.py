"""Errors relative to the truth: in percent of it, of its total, or between logarithms."""

from functools import partial
from typing import Any, Literal

import numpy as np

from ..catalog import metric
from ..messages import Message
from ..summary import Moments
from ..summary.exact_sum import root
from ..summary.losses import squared_log
from . import row_totals
from .errors import INF
from .outputs import NO_ROWS, MeanOfLoss, NaN, OverOutputs, mean, share
from .row_totals import OfTotals

EPSILON = float(np.finfo(np.float64).eps)
relative = partial(metric, Moments, family="regression", better="lower", range=(0, INF))

Scale = Literal["percent", "fraction"]
SCALE = {"scale": '"percent" (10 is a tenth of the truth), or "fraction" (0.1 is, as in scikit-learn).'}
_OF = {"percent": 100, "fraction": 1}


def _no_relative(m: Moments) -> Message:
    """Why there is no mean relative error: truths of 0, with what wape says of the same rows."""
    if not m.rows:
        return NO_ROWS
    zeros = m.sum("zeros")
    if not zeros:
        return Message("relative_errors_without_end", part=float(m.sum("endless") / m.weight))
    if zeros == m.weight:
        return Message("all_truths_zero")
    return Message("some_truths_zero", count=float(zeros), rows=m.n, wape=wape(m))


def _percentage(y: Any, p: Any, scale: Scale = "percent", zeros: str = "undefined") -> Any:
    size = np.maximum(np.abs(y), EPSILON) if zeros == "epsilon" else np.where(y == 0, np.nan, np.abs(y))
    return _OF[scale] * np.abs(p - y) / size


@relative(
    aliases=("mean_absolute_percentage_error",),
    undefined=_no_relative,
    averaging=OverOutputs(needs=lambda **options: {"terms": ("relative",)}),
    uncertainty=MeanOfLoss(_percentage),
    says=SCALE
    | {
        "zeros": 'Truths of 0 make it undefined, are left out ("drop"), or are taken for 2⁻⁵², as are truths nearer to 0 than that '
        '("epsilon", as in scikit-learn, which makes the value enormous).'
    },
)
def mape(m: Moments, *, scale: Scale = "percent", zeros: Literal["undefined", "drop", "epsilon"] = "undefined") -> float:
    """Mean of |prediction − truth| / |truth|, in percent: the mean absolute percentage error.

    >>> import gnomon as gn
    >>> gn.mape([100, 200, 400], [110, 180, 400])
    6.666666666666667
    """
    if zeros == "epsilon":
        return mean(m.sum("relative") + m.sum("small"), m, _OF[scale])
    if m.sum("endless") or (zeros == "undefined" and m.sum("zeros")):
        return NaN
    return share(m.sum("relative") + m.sum("relative_small"), m.weight - m.sum("zeros"), _OF[scale])


def _symmetric(y: Any, p: Any, scale: Scale = "percent", convention: str = "0-200", zeros: str = "perfect") -> Any:
    whole = np.abs(y) + np.abs(p)
    nothing = np.nan if zeros == "drop" else 0.0
    part = np.divide(np.abs(p - y), whole, out=np.full_like(whole, nothing), where=whole > 0)
    return _OF[scale] * (2 if convention == "0-200" else 1) * part


@relative(
    range=(0, 200),
    aliases=("symmetric_mape",),
    undefined=NO_ROWS,
    averaging=OverOutputs(needs=lambda **options: {"terms": ("symmetric",)}),
    uncertainty=MeanOfLoss(_symmetric),
    says=SCALE
    | {
        "convention": '"0-200" divides by the mean of |truth| and |prediction| and ends at 200 percent; "0-100" divides by their sum.',
        "zeros": 'Rows in which both are 0 count as without error ("perfect"), or are left out ("drop").',
    },
)
def smape(
    m: Moments,
    *,
    scale: Scale = "percent",
    convention: Literal["0-200", "0-100"] = "0-200",
    zeros: Literal["perfect", "drop"] = "perfect",
) -> float:
    """Mean of |prediction − truth| / ((|truth| + |prediction|) / 2), in percent from 0 to 200: the symmetric MAPE.

    >>> import gnomon as gn
    >>> gn.smape([100, 200], [300, 200]), gn.smape([100, 200], [300, 200], convention="0-100")
    (50.0, 25.0)
    """
    whole = m.weight - (m.sum("both_zero") if zeros == "drop" else 0)
    return share(m.sum("symmetric"), whole, _OF[scale] * (2 if convention == "0-200" else 1))


@relative(
    aliases=("wmape",),
    undefined=lambda m: Message("all_truths_zero") if m.rows else NO_ROWS,
    averaging=OverOutputs(),
    uncertainty=OfTotals(row_totals.wape),
    says=SCALE,
)
def wape(m: Moments, *, scale: Scale = "percent") -> float:
    """Sum of |prediction − truth| / sum of |truth|, in percent: the weighted absolute percentage error, which single zeros do not harm.

    >>> import gnomon as gn
    >>> gn.wape([100, 200, 0], [110, 180, 3])
    11.0
    """
    return share(m.absolute, m.sum("y_magnitude"), _OF[scale])


LOGS = OverOutputs(needs=lambda: {"terms": ("logarithmic",)})


@relative(
    aliases=("mean_squared_log_error",),
    undefined=NO_ROWS,
    averaging=LOGS,
    uncertainty=MeanOfLoss(squared_log),
)
def msle(m: Moments) -> float:
    """Mean of (log(1 + prediction) − log(1 + truth))²: squared error between logarithms, for truths and predictions from 0 up.

    >>> import gnomon as gn
    >>> round(gn.msle([3, 5, 2.5, 7], [2.5, 5, 4, 8]), 6)
    0.03973
    """
    return mean(m.sum("logarithmic"), m)


@relative(
    aliases=("root_mean_squared_log_error",),
    undefined=NO_ROWS,
    averaging=LOGS,
    uncertainty=MeanOfLoss(squared_log, np.sqrt, np.square),
)
def rmsle(m: Moments) -> float:
    """√mean of (log(1 + prediction) − log(1 + truth))²: the root of msle, about the typical ratio of prediction and truth less 1.

    >>> import gnomon as gn
    >>> round(gn.rmsle([3, 5, 2.5, 7], [2.5, 5, 4, 8]), 6)
    0.199324
    """
    return root(m.sum("logarithmic") / m.weight) if m.rows else NaN
