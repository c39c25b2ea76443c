"""Correlations of ranks: how far two series rise and fall together, whatever the steps between their values."""

import math
from functools import partial
from typing import Any, Literal

import numpy as np

from ..catalog import metric
from ..errors import InputError
from ..messages import Message
from ..summary import Joint
from . import joint_bounds as bounds
from . import pair_totals
from .rates import NO_ROWS
from .row_totals import OfTotals

correlation = partial(metric, Joint, family="correlation", range=(-1, 1), better="higher")
NaN = float("nan")
MOST_WHOLE = 2**53


def refuse_censored(joint: Joint, name: str) -> None:
    """A censored time is a lower bound, and ranks of bounds are ranks of something else."""
    if joint.is_censored:
        raise InputError(
            "metrics.rank_correlation_of_censored",
            name=name,
            count=float(joint.censored.sum()),
        )


def no_order(joint: Joint) -> Message:
    """Why two series have no correlation: no rows, or a series that is one value throughout."""
    if not joint.total:
        return NO_ROWS
    first, second = len(joint.truths) < 2, len(joint.predictions) < 2
    if first and second:
        return Message("both_series_constant")
    return Message("first_series_constant" if first else "second_series_constant")


def no_order_of_the_other(joint: Joint) -> Message:
    """Why Somers' D has no value: the variable that explains is one value throughout."""
    return no_order(joint) if not joint.total or len(joint.truths) < 2 else Message("second_series_constant")


def over_root(part: Any, one: Any, other: Any) -> float:
    """part / √(one · other); of whole numbers with one rounding before the root, so that what is perfect is exactly 1."""
    if not one or not other:
        return NaN
    if isinstance(part, int):
        return math.copysign(math.sqrt(part * part / (one * other)), part)
    return float(np.clip(part / (math.sqrt(one) * math.sqrt(other)), -1, 1))


@correlation(aliases=("spearman_rho",), undefined=no_order, bounds=bounds.spearman, uncertainty=OfTotals(pair_totals.spearman))
def spearman(joint: Joint) -> float:
    """Pearson's correlation of the ranks, tied values having the average of the ranks that they share.

    A row of weight w counts as w rows: the rank of a value is what weighs below it, and half of what ties with it.

    >>> import gnomon as gn
    >>> english = [56, 75, 45, 71, 61, 64, 58, 80, 76, 61]
    >>> maths = [66, 70, 40, 60, 65, 56, 59, 77, 67, 63]
    >>> round(gn.spearman(english, maths), 6)
    0.668696
    """
    refuse_censored(joint, "spearman")
    return over_root(*joint.products)


VARIANTS = {
    "variant": '"b" (the default) divides by the pairs that do not tie, series by series, "c" (Stuart) by what tables of that shape can '
    'reach at most, "a" by all pairs.'
}


@correlation(
    aliases=("kendall_tau",),
    undefined=no_order,
    bounds=bounds.kendall,
    uncertainty=OfTotals(pair_totals.kendall),
    says=VARIANTS,
)
def kendall(joint: Joint, *, variant: Literal["b", "c", "a"] = "b") -> float:
    """(C − D) / √(pairs that differ in x · pairs that differ in y): pairs of rows ordered alike less those ordered oppositely (tau-b).

    A row of weight w counts as w rows, and a pair as the product of both weights.

    >>> import gnomon as gn
    >>> gn.kendall([1, 2, 3, 4], [1, 3, 2, 4])
    0.6666666666666666
    >>> gn.kendall([1, 1, 2, 3], [1, 2, 2, 3], variant="c")
    0.75
    """
    refuse_censored(joint, "kendall")
    pairs = joint.pairs
    if not pairs.truths_apart or not pairs.predictions_apart:
        return NaN
    if variant == "b":
        return over_root(pairs.difference, pairs.truths_apart, pairs.predictions_apart)
    if variant == "c":
        fewer = min(len(joint.truths), len(joint.predictions))
        return float(2 * fewer * pairs.difference / (pairs.total * pairs.total * (fewer - 1)))
    return float(2 * pairs.difference / all_pairs(joint))


def all_pairs(joint: Joint) -> Any:
    """Twice all pairs of rows, on the scale of :attr:`Joint.pairs`; weights that are not whole do not tell how many rows there are."""
    if joint.whole:
        return joint.total * (joint.total - 1)
    if (joint.weight != np.floor(joint.weight)).any() or joint.total > MOST_WHOLE:
        at = int(np.argmax(joint.weight != np.floor(joint.weight)))
        raise InputError(
            "metrics.variant_a_weights_not_integer",
            value=float(joint.weight[at]),
        )
    scale = joint.pairs.total / joint.total
    return joint.pairs.total * (joint.pairs.total - scale)


DEPENDENT = {"dependent": 'The variable that is explained: "y" (the default, D(Y|X)), or "x".'}


@correlation(
    undefined=no_order_of_the_other,
    bounds=bounds.somers_d,
    uncertainty=OfTotals(pair_totals.somers_d),
    says=DEPENDENT,
)
def somers_d(joint: Joint, *, dependent: Literal["y", "x"] = "y") -> float:
    """(C − D) / pairs that differ in the variable that explains: pairs ordered alike less those ordered oppositely.

    >>> import gnomon as gn
    >>> gn.somers_d([1, 1, 2, 2], [1, 2, 2, 3])
    0.75
    >>> gn.somers_d([1, 1, 2, 2], [1, 2, 2, 3], dependent="x")
    0.6
    """
    refuse_censored(joint, "somers_d")
    pairs = joint.pairs
    apart = pairs.truths_apart if dependent == "y" else pairs.predictions_apart
    return float(np.clip(pairs.difference / apart, -1, 1)) if apart else NaN  # weights round
