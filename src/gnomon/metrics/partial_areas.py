"""The area under a part of the ROC curve: between two specificities, or between two sensitivities."""

from typing import Annotated, Literal

import numpy as np

from ..catalog import Within
from ..errors import InputError
from ..summary import Sweep
from ..types import Floats
from .areas import one_class, score_metric, two_classes

Rate = Annotated[float, Within(0, 1)]


def area_between(x: Floats, y: Floats, low: float, high: float) -> float:
    """The area under the lines between points, x ascending, from x = low to x = high; steps straight up hold none."""
    start, end, width = x[:-1], x[1:], np.diff(x)
    left, right = np.maximum(start, low), np.minimum(end, high)
    some = (right > left) & (width > 0)
    start, width, left, right, from_, rise = (v[some] for v in (start, width, left, right, y[:-1], np.diff(y)))
    middle = from_ + rise * ((left + right) / 2 - start) / width
    return float(middle @ (right - left))


@score_metric(
    range=(-float("inf"), 1),
    better="higher",
    undefined=one_class,
    says={
        "low": "Where the part begins.",
        "high": "Where the part ends.",
        "over": "Whether low and high are specificities (the area of sensitivity over them) or sensitivities (of specificity over them).",
        "standardize": "Rescale the area so that chance is 0.5 and perfect 1 (McClish); False leaves the area itself, at most high − low.",
    },
)
def partial_roc_auc(
    s: Sweep,
    *,
    low: Rate,
    high: Rate = 1.0,
    over: Literal["specificity", "sensitivity"] = "specificity",
    standardize: bool = True,
) -> float:
    """The area under the ROC curve between two specificities, or between two sensitivities.

    >>> import gnomon as gn
    >>> gn.partial_roc_auc([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8], low=0.5, standardize=False)
    0.25
    """
    if not low < high:
        raise InputError("metrics.partial_area_ends_swapped", low=low, high=high)
    if not two_classes(s):
        return float("nan")
    fpr, tpr = (
        np.concatenate([[0.0], np.asarray(counts, float) / total]) for counts, total in ((s.fps, s.negatives), (s.tps, s.positives))
    )
    part = area_between(fpr, tpr, 1 - high, 1 - low) if over == "specificity" else area_between(tpr, 1 - fpr, low, high)
    if not standardize:
        return part
    # The diagonal leaves half of the squares' difference, whichever of the two rates the part is of.
    chance, perfect = ((1 - low) ** 2 - (1 - high) ** 2) / 2, high - low
    return (1 + (part - chance) / (perfect - chance)) / 2
