"""What a positive or a negative call says of the odds, and how far two classes stand apart behind it: the measures of diagnostic tests."""

from functools import partial
from typing import ClassVar, Literal

import numpy as np

from ..catalog import Uncertainty, metric
from ..messages import Message
from ..summary.cells import Cells, ratio
from ..summary.counts import Counts
from ..types import Array
from .class_averages import EachClass


class Unbounded(Uncertainty):
    """Its replicates may be infinite or have no value: these stand past the end of the interval, and may not be left out."""

    fewest: ClassVar[float] = 0.995


odds_metric = partial(metric, Counts, family="labels", averaging=EachClass(), at="threshold", uncertainty=Unbounded())

Halves = Literal["haldane"] | None
SAYS = {
    "correction": "haldane adds ½ to each of the four counts (Haldane, Anscombe), so that a count of 0 leaves a value; None adds nothing."
}


def _rates(c: Cells, added: float) -> tuple[Array, Array, Array, Array]:
    """TPR, FPR, FNR and TNR, each count raised by ``added``; NaN where a class is absent, which no correction makes up for."""
    others = c.tn + c.fp
    both = np.where((c.actual > 0) & (others > 0), 1.0, np.nan)
    of_positives, of_negatives = (c.actual + 2 * added) * both, (others + 2 * added) * both
    return tuple(  # type: ignore[return-value]  # four of them
        ratio(cell + added, total)
        for cell, total in ((c.tp, of_positives), (c.fp, of_negatives), (c.fn, of_positives), (c.tn, of_negatives))
    )


def quotient(part: Array, whole: Array) -> Array:
    """part / whole: infinite where only the whole is 0, NaN where both are."""
    part, whole = np.asarray(part, np.float64), np.asarray(whole, np.float64)
    return np.where((whole == 0) & (part > 0), np.inf, ratio(part, whole))


def _half(correction: str | None) -> float:
    return 0.0 if correction is None else 0.5


@odds_metric(
    aliases=("positive_likelihood_ratio",),
    range=(0, float("inf")),
    better="higher",
    undefined=Message("no_false_positive_rate"),
    says=SAYS,
)
def lr_plus(c: Cells, *, correction: Halves = None) -> Array:
    """TPR / FPR: how many times a positive call multiplies the odds of being positive; infinite where only FPR is 0.

    >>> import gnomon as gn
    >>> gn.lr_plus([1, 1, 1, 0, 0, 0, 0, 0], [1, 1, 0, 1, 1, 0, 0, 0])
    1.6666666666666665
    """
    tpr, fpr, _, _ = _rates(c, _half(correction))
    return quotient(tpr, fpr)


@odds_metric(
    aliases=("negative_likelihood_ratio",),
    range=(0, float("inf")),
    better="lower",
    undefined=Message("no_specificity_rate"),
    says=SAYS,
)
def lr_minus(c: Cells, *, correction: Halves = None) -> Array:
    """FNR / TNR: how many times a negative call multiplies the odds of being positive; infinite where only TNR is 0.

    >>> import gnomon as gn
    >>> gn.lr_minus([1, 1, 1, 0, 0, 0, 0, 0], [1, 1, 0, 1, 1, 0, 0, 0])
    0.5555555555555556
    """
    _, _, fnr, tnr = _rates(c, _half(correction))
    return quotient(fnr, tnr)


@odds_metric(range=(0, float("inf")), better="higher", undefined=Message("no_odds"), says=SAYS)
def diagnostic_odds_ratio(c: Cells, *, correction: Halves = None) -> Array:
    """TP·TN / (FP·FN): the odds of a positive call among positives over those among negatives; infinite where only FP·FN is 0.

    >>> import gnomon as gn
    >>> gn.diagnostic_odds_ratio([1, 1, 1, 0, 0, 0, 0, 0], [1, 1, 0, 1, 1, 0, 0, 0])
    3.0
    """
    added = _half(correction)
    both = np.where((c.actual > 0) & (c.tn + c.fp > 0), 1.0, np.nan)
    return quotient((c.tp + added) * (c.tn + added) * both, (c.fp + added) * (c.fn + added))


@odds_metric(
    range=(-float("inf"), float("inf")),
    better="higher",
    undefined=Message("rate_without_quantile"),
    says={
        "correction": "loglinear adds ½ to each of the four counts before the rates are taken (Hautus); half replaces a rate of 0 by "
        "1/(2n) and one of 1 by 1 − 1/(2n), n being the rows of its class (Macmillan and Kaplan); None leaves such rates without a value."
    },
)
def d_prime(c: Cells, *, correction: Literal["loglinear", "half"] | None = None) -> Array:
    """z(TPR) − z(FPR): how many standard deviations apart two normal scores stand that give these rates.

    >>> import gnomon as gn
    >>> round(gn.d_prime([1, 1, 1, 0, 0, 0, 0, 0], [1, 1, 0, 1, 1, 0, 0, 0]), 6)
    0.684074
    """
    from scipy.special import ndtri

    tpr, fpr, _, _ = _rates(c, 0.5 if correction == "loglinear" else 0.0)
    if correction == "half":
        tpr, fpr = _off_the_ends(tpr, c.actual), _off_the_ends(fpr, c.tn + c.fp)
    inside = (tpr > 0) & (tpr < 1) & (fpr > 0) & (fpr < 1)
    return np.where(inside, ndtri(np.where(inside, tpr, 0.5)) - ndtri(np.where(inside, fpr, 0.5)), np.nan)


def _off_the_ends(rate: Array, rows: Array) -> Array:
    half = ratio(np.full(rows.shape, 0.5), rows)
    return np.where(rate == 0, half, np.where(rate == 1, 1 - half, rate))
