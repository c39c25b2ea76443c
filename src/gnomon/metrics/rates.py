"""Rates of labels: a value for each class, from its confusion with the rest."""

from collections.abc import Iterable
from functools import partial
from typing import Annotated, Any, Literal

import numpy as np

from ..catalog import Above, EquivalentTo, Within, metric
from ..errors import InputError
from ..messages import Message
from ..summary.cells import Cells, mean_of_defined, ratio
from ..summary.counts import Counts
from ..types import Array
from .class_averages import EachClass
from .uncertainty import Overlap, ShareOfRows

rate = partial(metric, Counts, family="labels", range=(0, 1), averaging=EachClass(), at="threshold")

NO_ROWS = Message("no_rows")
NOT_PREDICTED = Message("nothing_predicted_positive")
ALL_PREDICTED = Message("nothing_predicted_negative")
NO_POSITIVES = Message("no_positives")
NO_NEGATIVES = Message("no_negatives")
NOT_CONCERNED = Message("class_neither_occurs_nor_predicted")


def complement(metric: str) -> EquivalentTo:
    """That a rate is 1 − another."""
    return EquivalentTo(metric, lambda share: 1 - share)


# The rows that a rate is a share of: those predicted as the class, of the class, of the others, left alone, or concerned in any way.
def _predicted(c: Cells) -> Array:
    return c.predicted


def _actual(c: Cells) -> Array:
    return c.actual


def _others(c: Cells) -> Array:
    return c.tn + c.fp


def _left(c: Cells) -> Array:
    return c.tn + c.fn


def _concerned(c: Cells) -> Array:
    return c.tp + c.fp + c.fn


def _all(c: Cells) -> Array:
    return np.broadcast_to(c.n[..., None], c.tp.shape)


@rate(aliases=("ppv",), better="higher", undefined=NOT_PREDICTED, uncertainty=ShareOfRows(_predicted, disjoint=True))
def precision(c: Cells) -> Array:
    """TP / (TP + FP): of what was called positive, the share that is.

    >>> import gnomon as gn
    >>> gn.precision([1, 1, 1, 0, 0, 0, 0, 0], [1, 1, 0, 1, 1, 0, 0, 0])
    0.5
    """
    return ratio(c.tp, c.predicted)


@rate(aliases=("sensitivity", "tpr"), better="higher", undefined=NO_POSITIVES, uncertainty=ShareOfRows(_actual, disjoint=True))
def recall(c: Cells) -> Array:
    """TP / (TP + FN): of what is positive, the share that was found.

    >>> import gnomon as gn
    >>> gn.recall([1, 1, 1, 0, 0, 0, 0, 0], [1, 1, 0, 1, 1, 0, 0, 0])
    0.6666666666666666
    """
    return ratio(c.tp, c.actual)


@rate(aliases=("tnr",), better="higher", undefined=NO_NEGATIVES, uncertainty=ShareOfRows(_others))
def specificity(c: Cells) -> Array:
    """TN / (TN + FP): of what is negative, the share that was left alone.

    >>> import gnomon as gn
    >>> gn.specificity([1, 1, 1, 0, 0, 0, 0, 0], [1, 1, 0, 1, 1, 0, 0, 0])
    0.6
    """
    return ratio(c.tn, c.tn + c.fp)


@rate(better="higher", undefined=ALL_PREDICTED, uncertainty=ShareOfRows(_left))
def npv(c: Cells) -> Array:
    """TN / (TN + FN): of what was called negative, the share that is.

    >>> import gnomon as gn
    >>> gn.npv([1, 1, 1, 0, 0, 0, 0, 0], [1, 1, 0, 1, 1, 0, 0, 0])
    0.75
    """
    return ratio(c.tn, c.tn + c.fn)


@rate(aliases=("fall_out",), better="lower", undefined=NO_NEGATIVES, uncertainty=ShareOfRows(_others), restates=complement("specificity"))
def fpr(c: Cells) -> Array:
    """FP / (FP + TN): of what is negative, the share falsely called positive (type I error).

    >>> import gnomon as gn
    >>> gn.fpr([1, 1, 1, 0, 0, 0, 0, 0], [1, 1, 0, 1, 1, 0, 0, 0])
    0.4
    """
    return ratio(c.fp, c.fp + c.tn)


@rate(
    aliases=("miss_rate",),
    better="lower",
    undefined=NO_POSITIVES,
    uncertainty=ShareOfRows(_actual, disjoint=True),
    restates=complement("recall"),
)
def fnr(c: Cells) -> Array:
    """FN / (FN + TP): of what is positive, the share missed (type II error).

    >>> import gnomon as gn
    >>> gn.fnr([1, 1, 1, 0, 0, 0, 0, 0], [1, 1, 0, 1, 1, 0, 0, 0])
    0.3333333333333333
    """
    return ratio(c.fn, c.actual)


@rate(better="lower", undefined=NOT_PREDICTED, uncertainty=ShareOfRows(_predicted, disjoint=True), restates=complement("precision"))
def fdr(c: Cells) -> Array:
    """FP / (FP + TP): of what was called positive, the share that is not.

    >>> import gnomon as gn
    >>> gn.fdr([1, 1, 1, 0, 0, 0, 0, 0], [1, 1, 0, 1, 1, 0, 0, 0])
    0.5
    """
    return ratio(c.fp, c.predicted)


@rate(better="lower", undefined=ALL_PREDICTED, uncertainty=ShareOfRows(_left), restates=complement("npv"))
def false_omission_rate(c: Cells) -> Array:
    """FN / (FN + TN): of what was called negative, the share that is positive.

    >>> import gnomon as gn
    >>> gn.false_omission_rate([1, 1, 1, 0, 0, 0, 0, 0], [1, 1, 0, 1, 1, 0, 0, 0])
    0.25
    """
    return ratio(c.fn, c.fn + c.tn)


def _beta_squared(beta: float, alpha: float | None) -> float:
    return beta**2 if alpha is None else (1 - alpha) / alpha


def _f_weights(beta: float = 1.0, alpha: float | None = None) -> tuple[float, float, float]:
    b2 = _beta_squared(beta, alpha)
    return 1 + b2, b2, 1.0


def f_of(p: object, r: object, *, beta: float = 1.0, alpha: float | None = None) -> Array:
    """The F score of a precision and a recall."""
    b2 = _beta_squared(beta, alpha)
    p, r = np.asarray(p, float), np.asarray(r, float)
    return np.where((p == 0) & (r == 0), 0.0, ratio((1 + b2) * p * r, b2 * p + r))


class FOverClasses(EachClass):
    """A value for each class; or F of the mean precision and the mean recall, each over the classes for which it is defined."""

    def means_first(self, options: dict[str, Any]) -> bool:
        """Whether precision and recall are averaged first, and not F."""
        return options.get("macro") == "f-of-means"

    def rates(self, c: Cells) -> dict[str, Array]:
        """What is averaged first."""
        return {"precision": precision(c), "recall": recall(c)}

    def f_of_means(self, rates: Iterable[Array], options: dict[str, Any]) -> Array:
        """F of the rates' means."""
        return f_of(*map(mean_of_defined, rates), **{key: value for key, value in options.items() if key in ("beta", "alpha")})


Macro = Literal["mean-of-f", "f-of-means"]
MACRO = {"macro": 'How average="macro" is taken: the mean of the classes\' F, or F of their mean precision and mean recall.'}


@rate(
    better="higher",
    undefined=NOT_CONCERNED,
    averaging=FOverClasses(),
    says=MACRO,
    # F1 rises with the Jaccard index and with nothing else.
    uncertainty=ShareOfRows(
        _concerned, to_share=lambda f: f / (2 - f), from_share=lambda j: 2 * j / (1 + j), overlap=Overlap(lambda **_: (2.0, 1.0, 1.0))
    ),
)
def f1(c: Cells, *, macro: Macro = "mean-of-f") -> Array:
    """2PR / (P + R): the harmonic mean of precision and recall.

    >>> import gnomon as gn
    >>> gn.f1([1, 1, 1, 0, 0, 0, 0, 0], [1, 1, 0, 1, 1, 0, 0, 0])
    0.5714285714285714
    """
    return ratio(2 * c.tp, c.predicted + c.actual)


@rate(
    better="higher",
    undefined=NOT_CONCERNED,
    averaging=FOverClasses(),
    uncertainty=Overlap(_f_weights),
    says=MACRO
    | {
        "beta": "How many times recall counts as much as precision.",
        "alpha": "The weight of precision instead: beta² = (1 − alpha) / alpha.",
    },
)
def f_score(
    c: Cells,
    *,
    beta: Annotated[float, Above(0)] = 1.0,
    alpha: Annotated[float, Within(1e-12, 1)] | None = None,
    macro: Macro = "mean-of-f",
) -> Array:
    """(1 + β²)PR / (β²P + R): precision and recall weighed; β > 1 prefers recall, and β² = (1 − α) / α.

    >>> import gnomon as gn
    >>> gn.f_score([1, 1, 1, 0, 0, 0, 0, 0], [1, 1, 0, 1, 1, 0, 0, 0], beta=2)
    0.625
    """
    if alpha is not None and beta != 1.0:
        raise InputError("metrics.beta_and_alpha_conflict", beta=beta, alpha=alpha)
    a, b, false = _f_weights(beta, alpha)
    return ratio(a * c.tp, a * c.tp + b * c.fn + false * c.fp)


@metric(
    Counts,
    family="labels",
    aliases=("informedness",),
    range=(-1, 1),
    better="higher",
    averaging=EachClass(),
    at="threshold",
    undefined=Message("only_one_class"),
)
def youden_j(c: Cells) -> Array:
    """TPR − FPR: how far the rate of hits exceeds the rate of false alarms.

    >>> import gnomon as gn
    >>> gn.youden_j([1, 1, 1, 0, 0, 0, 0, 0], [1, 1, 0, 1, 1, 0, 0, 0])
    0.2666666666666666
    """
    return recall(c) - fpr(c)


@rate(
    better="higher",
    undefined=NOT_CONCERNED,
    uncertainty=ShareOfRows(_concerned, overlap=Overlap(lambda **_: (1.0, 1.0, 1.0))),
    restates=EquivalentTo("f1", lambda f: f / (2 - f), linear=False),
)
def jaccard(c: Cells) -> Array:
    """TP / (TP + FP + FN): the overlap of what is positive and what was called so.

    >>> import gnomon as gn
    >>> gn.jaccard([1, 1, 1, 0, 0, 0, 0, 0], [1, 1, 0, 1, 1, 0, 0, 0])
    0.4
    """
    return ratio(c.tp, c.tp + c.fp + c.fn)


@rate(undefined=NO_ROWS, uncertainty=ShareOfRows(_all))
def prevalence(c: Cells) -> Array:
    """(TP + FN) / all: how frequent the class is.

    >>> import gnomon as gn
    >>> gn.prevalence([1, 1, 1, 0, 0, 0, 0, 0], [1, 1, 0, 1, 1, 0, 0, 0])
    0.375
    """
    return ratio(c.actual, c.n[..., None])
