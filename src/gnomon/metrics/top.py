"""Metrics of the classes that score highest: whether the true one is among them, and whether the highest score can be believed."""

from functools import partial
from typing import Annotated, Literal

import numpy as np

from ..catalog import Above, metric
from ..summary import ClassRanks
from .calibration import BINS, Bins, Norm, Strategy, expected_calibration_error
from .rates import NO_ROWS

Ties = Literal["average", "best", "worst"]
top_metric = partial(metric, ClassRanks, family="scores", range=(0, 1), undefined=NO_ROWS)


@top_metric(
    better="higher",
    at="k",
    says={
        "k": "How many of the highest scores are looked at.",
        "ties": "Of classes that share the last of the k places: the share of their orders that finds the true one, the best or the worst.",
    },
)
def top_k_accuracy(r: ClassRanks, *, k: Annotated[int, Above(0, whole=True)] = 2, ties: Ties = "average") -> float:
    """The share of rows whose true class is among the k classes that score highest.

    >>> import gnomon as gn
    >>> scores = [[0.8, 0.1, 0.1], [0.5, 0.2, 0.3], [0.1, 0.3, 0.6]]
    >>> gn.top_k_accuracy(["a", "b", "c"], scores, k=2)
    0.6666666666666666
    """
    if not r.n:
        return float("nan")
    room = np.clip(k - r.above, 0, r.tied)
    if ties == "average":
        found = float(r.weight @ (room / r.tied))
    else:
        found = float(r.weight[room > 0 if ties == "best" else room >= r.tied].sum())
    return float(found / r.n)


@top_metric(better="lower", probability=True, says=BINS | {"norm": "The mean gap, the root of the mean squared gap, or the largest gap."})
def top_label_ece(r: ClassRanks, *, bins: Bins = 10, strategy: Strategy = "width", norm: Norm = "l1") -> float:
    """Σ wᵦ·|accuracyᵦ − confidenceᵦ| over bins of the highest score: how far confidence is from being right.

    >>> import gnomon as gn
    >>> gn.top_label_ece(["a", "b", "a"], [[0.75, 0.25], [0.5, 0.5], [1.0, 0.0]])
    0.25
    """
    return expected_calibration_error(r.top, bins=bins, strategy=strategy, norm=norm) if r.n else float("nan")
