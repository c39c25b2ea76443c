"""How much of the truth's variance is explained, and how near truth and prediction lie to a line."""

from fractions import Fraction
from functools import partial
from typing import Annotated, Literal

from ..catalog import Above, metric
from ..messages import Message
from ..summary import Moments
from ..summary.exact_sum import nearest, root
from . import row_totals
from .errors import INF
from .outputs import NO_ROWS, NaN, OverOutputs, share
from .row_totals import OfTotals

explained = partial(metric, Moments, family="regression", better="higher", range=(-INF, 1))
VARIED = OverOutputs(by_variance=True)

Constant = Literal["undefined", "sklearn"]
CONSTANT = {
    "constant": 'Truths that are all the same leave nothing to explain: "undefined", or as in scikit-learn 1 where every prediction is '
    'right and 0 elsewhere ("sklearn").'
}


def constant_truth(m: Moments) -> Message:
    """Why nothing can be explained: the truth does not vary."""
    return Message("constant_truth", value=m.extremes[0]) if m.rows else NO_ROWS


def _explained(missed: Fraction, m: Moments, constant: Constant) -> float:
    if m.y_spread:
        return nearest(1 - missed / m.y_spread)
    return float(not missed) if constant == "sklearn" and m.rows else NaN


@explained(
    aliases=("r_squared",),
    spellings=("r2_score",),
    undefined=constant_truth,
    averaging=VARIED,
    uncertainty=OfTotals(row_totals.r2, exact=True),
    says=CONSTANT,
)
def r2(m: Moments, *, constant: Constant = "undefined") -> float:
    """1 − Σ(truth − prediction)² / Σ(truth − mean truth)²: the share of the truth's variance that is explained.

    >>> import gnomon as gn
    >>> round(gn.r2([3, -0.5, 2, 7], [2.5, 0, 2, 8]), 6)
    0.948608
    """
    return _explained(m.squared, m, constant)


@explained(
    undefined=lambda m: Message("too_few_rows_for_features", rows=m.n) if m.y_spread else constant_truth(m),
    averaging=VARIED,
    uncertainty=OfTotals(row_totals.adjusted_r2, exact=True),
    says={"features": "How many features the model was fitted with, not counting the intercept."},
)
def adjusted_r2(m: Moments, *, features: Annotated[int, Above(-1, whole=True)]) -> float:
    """1 − (1 − R²)·(n − 1)/(n − features − 1): R² made less by what that many useless features would add to it.

    >>> import gnomon as gn
    >>> round(gn.adjusted_r2([3, -0.5, 2, 7], [2.5, 0, 2, 8], features=1), 6)
    0.922912
    """
    left = m.weight - int(features) - 1
    return nearest(1 - m.squared / m.y_spread * (m.weight - 1) / left) if m.y_spread and left > 0 else NaN


@explained(
    spellings=("explained_variance_score",),
    undefined=constant_truth,
    averaging=VARIED,
    uncertainty=OfTotals(row_totals.explained_variance, exact=True),
    says=CONSTANT,
)
def explained_variance(m: Moments, *, constant: Constant = "undefined") -> float:
    """1 − variance of errors / variance of truths: R² that forgives a constant bias.

    >>> import gnomon as gn
    >>> round(gn.explained_variance([3, -0.5, 2, 7], [2.5, 0, 2, 8]), 6)
    0.957173
    """
    return _explained(m.e_spread, m, constant)


@explained(
    aliases=("relative_squared_error",),
    better="lower",
    range=(0, INF),
    undefined=constant_truth,
    averaging=VARIED,
    uncertainty=OfTotals(row_totals.squared_share, exact=True),
)
def rse(m: Moments) -> float:
    """Σ(truth − prediction)² / Σ(truth − mean truth)²: squared error relative to predicting the mean; 1 − R².

    >>> import gnomon as gn
    >>> round(gn.rse([3, -0.5, 2, 7], [2.5, 0, 2, 8]), 6)
    0.051392
    """
    return share(m.squared, m.y_spread)


@explained(
    aliases=("root_relative_squared_error",),
    better="lower",
    range=(0, INF),
    undefined=constant_truth,
    averaging=VARIED,
    uncertainty=OfTotals(row_totals.root_squared_share, exact=True),
)
def rrse(m: Moments) -> float:
    """√(Σ(truth − prediction)² / Σ(truth − mean truth)²): RMSE over the truth's standard deviation.

    >>> import gnomon as gn
    >>> round(gn.rrse([3, -0.5, 2, 7], [2.5, 0, 2, 8]), 6)
    0.226698
    """
    return root(m.squared / m.y_spread) if m.y_spread else NaN


def _no_correlation(m: Moments) -> Message:
    if not m.rows:
        return NO_ROWS
    low = m.extremes[0] if not m.y_spread else m.extremes[2]
    return Message("constant_series", name="y" if m.y_spread else "x", value=low)


@metric(
    Moments,
    family="regression",
    range=(-1, 1),
    better="higher",
    spellings=("pearsonr",),
    undefined=_no_correlation,
    averaging=OverOutputs(columns=("x", "y")),
    uncertainty=OfTotals(row_totals.pearson, exact=True),
)
def pearson(m: Moments) -> float:
    """Covariance of x and y / (standard deviation of x · standard deviation of y): Pearson's correlation, how near they lie to a line.

    >>> import gnomon as gn
    >>> round(gn.pearson([1, 2, 3, 4], [2, 4, 5, 4]), 6)
    0.718185
    """
    if not m.y_spread or not m.p_spread:
        return NaN
    size = root(m.co_moment**2 / (m.y_spread * m.p_spread))
    return size if m.co_moment >= 0 else -size
