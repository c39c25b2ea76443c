"""Agreement of truth and prediction: one value for the whole confusion matrix, however many classes it has."""

from functools import partial
from typing import Literal

import numpy as np

from ..catalog import metric
from ..messages import Message
from ..summary import Counts
from ..summary.cells import Cells, mean_of_defined, ratio
from ..types import Array
from .class_averages import LABEL_AVERAGES, FromClasses, OverClasses
from .rates import NO_ROWS, complement, recall
from .uncertainty import MeanOfShares, ShareOfRows

whole = partial(metric, Counts, family="labels", averaging=OverClasses(over=LABEL_AVERAGES), at="threshold")


def _all(c: Cells) -> Array:
    return c.n


@whole(aliases=("acc",), range=(0, 1), better="higher", undefined=NO_ROWS, uncertainty=ShareOfRows(_all))
def accuracy(c: Cells) -> Array:
    """Correct / all: the share of rows predicted as what they are.

    >>> import gnomon as gn
    >>> gn.accuracy([1, 1, 1, 0, 0, 0, 0, 0], [1, 1, 0, 1, 1, 0, 0, 0])
    0.625
    """
    return ratio(c.correct, c.n)


@whole(range=(0, 1), better="lower", undefined=NO_ROWS, uncertainty=ShareOfRows(_all), restates=complement("accuracy"))
def error_rate(c: Cells) -> Array:
    """1 − accuracy: the share of rows predicted as what they are not.

    >>> import gnomon as gn
    >>> gn.error_rate([1, 1, 1, 0, 0, 0, 0, 0], [1, 1, 0, 1, 1, 0, 0, 0])
    0.375
    """
    return ratio(c.n - c.correct, c.n)


def _geometric_mean(values: Array) -> Array:
    """The geometric mean over the classes for which there is a value."""
    defined = ~np.isnan(values)
    product = np.where(defined, values, 1).prod(-1)
    return np.where(defined.any(-1), product ** (1 / np.maximum(defined.sum(-1), 1)), np.nan)


@whole(
    range=(0, 1),
    better="higher",
    undefined=Message("class_does_not_occur"),
    averaging=FromClasses(parts=recall, combine=mean_of_defined),
    uncertainty=MeanOfShares(lambda c: c.actual),
)
def balanced_accuracy(c: Cells) -> Array:
    """The mean recall over the classes that occur: accuracy as if all classes were equally frequent.

    >>> import gnomon as gn
    >>> gn.balanced_accuracy([1, 1, 1, 0, 0, 0, 0, 0], [1, 1, 0, 1, 1, 0, 0, 0])
    0.6333333333333333
    """
    return mean_of_defined(recall(c))


@whole(
    range=(0, 1), better="higher", undefined=Message("class_does_not_occur"), averaging=FromClasses(parts=recall, combine=_geometric_mean)
)
def g_mean(c: Cells) -> Array:
    """The geometric mean of the recalls of the classes that occur; for two classes √(TPR·TNR).

    >>> import gnomon as gn
    >>> gn.g_mean([1, 1, 1, 0, 0, 0, 0, 0], [1, 1, 0, 1, 1, 0, 0, 0])
    0.6324555320336759
    """
    return _geometric_mean(recall(c))


@whole(range=(-1, 1), better="higher", undefined=Message("truth_or_prediction_of_one_class"))
def mcc(c: Cells) -> Array:
    """The correlation between truth and prediction (Matthews; for several classes Gorodkin's R_K).

    >>> import gnomon as gn
    >>> gn.mcc([1, 1, 1, 0, 0, 0, 0, 0], [1, 1, 0, 1, 1, 0, 0, 0])
    0.2581988897471611
    """
    # In shares, and by cells that are only ever added: n² − Σ actual² would lose every digit where one class is nearly all.
    tp, fp, fn, tn = (ratio(cell, c.n[..., None]) for cell in (c.tp, c.fp, c.fn, c.tn))
    covariance = (tp * tn - fp * fn).sum(-1)
    spread = np.sqrt(((tp + fn) * (tn + fp)).sum(-1)) * np.sqrt(((tp + fp) * (tn + fn)).sum(-1))
    return np.clip(ratio(covariance, spread), -1, 1)


@whole(
    presets={"quadratic_weighted_kappa": {"weights": "quadratic"}},
    says={"weights": "How a disagreement counts by its distance in the order of the labels; None: all alike."},
    range=(-1, 1),
    better="higher",
    undefined=Message("truth_and_prediction_of_one_class"),
)
def kappa(c: Cells, *, weights: Literal["linear", "quadratic"] | None = None) -> Array:
    """1 − observed / expected disagreement (Cohen): agreement beyond what the marginals give by chance.

    >>> import gnomon as gn
    >>> gn.kappa([1, 2, 3, 3], [1, 2, 3, 2], weights="quadratic")
    0.8
    """
    k = c.matrix.shape[-1]
    distance = np.abs(np.subtract.outer(np.arange(k), np.arange(k))).astype(float)
    cost = (distance > 0).astype(float) if weights is None else distance if weights == "linear" else distance**2
    actual, predicted = np.asarray(c.actual, float), np.asarray(c.predicted, float)
    expected = actual[..., :, None] * predicted[..., None, :]
    observed = (cost * c.matrix).sum((-2, -1)) * c.n
    return 1 - ratio(observed, (cost * expected).sum((-2, -1)))
