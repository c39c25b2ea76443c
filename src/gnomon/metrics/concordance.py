"""The concordance index: of the pairs of rows of which one is known to last longer, the share that the prediction orders so."""

from functools import partial
from typing import Literal

import numpy as np

from ..catalog import metric
from ..messages import Message
from ..summary import Joint
from . import joint_bounds as bounds
from . import pair_totals
from .rates import NO_ROWS
from .row_totals import OfTotals

survival = partial(metric, Joint, family="regression")
NaN = float("nan")
PREDICTS = {
    "predicts": 'What a higher prediction says: "time" (the default), that the row lasts longer, or "risk", that its event comes sooner.'
}


def nothing_comparable(joint: Joint) -> Message:
    """Why there is no value: no rows, or no two of which one is known to last longer."""
    return Message("no_comparable_pairs") if joint.total else NO_ROWS


@survival(
    aliases=("c_index",),
    range=(0, 1),
    better="higher",
    undefined=nothing_comparable,
    bounds=bounds.concordance_index,
    uncertainty=OfTotals(pair_totals.concordance_index),
    says=PREDICTS,
)
def concordance_index(joint: Joint, *, predicts: Literal["time", "risk"] = "time") -> float:
    """(C + ½T) / comparable pairs: the chance that of two rows the one that lasts longer is predicted to; tied predictions count half.

    Two rows can be compared when the shorter time is one at which the event was observed. Of equal times, an observed event comes
    before a censored one, and two observed events are not compared.

    >>> import gnomon as gn
    >>> gn.concordance_index([1, 2, 3, 4], [1, 3, 2, 4])
    0.8333333333333334
    >>> gn.concordance_index([1, 2, 3, 4], [1, 3, 2, 4], event=[1, 0, 1, 1])
    1.0
    """
    if not joint.total:
        return NaN
    found = joint.comparable
    difference = found.alike - found.opposite if predicts == "time" else found.opposite - found.alike
    return float(np.clip((found.all + difference) / (2 * found.all), 0, 1)) if found.all else NaN  # weights round
