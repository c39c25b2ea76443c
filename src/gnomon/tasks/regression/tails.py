"""Metrics that a few rows decide: RMSE by the largest errors, MAPE by the smallest truths; and whether those rows stand apart."""

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from ...messages import Message
from ...summary import Moments, Spread

if TYPE_CHECKING:
    from ...summary.distribution import Distribution


FEW = 50
"""Rows below which none of these is more than a guess."""
LARGEST_SHARE = 0.01
TAIL_SHARE, FEWEST_IN_TAIL = 0.1, 20
"""The largest errors, of which the law of the tail is estimated: this share of the rows, and as many at least."""
SAME = 1e-9
"""Errors that differ by a smaller share differ by rounding of floats."""
CHANCE = 0.01
"""How often the largest errors of one Pareto law may be said to stand apart."""


class LargestErrors(NamedTuple):
    """The share of rows with the largest errors, their share of the squared error, and RMSE with and without them."""

    part: float
    squared: float
    rmse: float
    rest: float


def largest_errors(spread: Spread, rows: float) -> LargestErrors | None:
    """The one row in a hundred that makes most of the squared error; None where there is no such row."""
    share = max(LARGEST_SHARE, 1.5 / rows) if rows >= FEW else 0.0  # one row at least
    trimmed = spread.trimmed_rmse(share)
    part, squared = (float(one[0]) for one in spread.beyond([trimmed.threshold]))
    if not squared > 0.5 or not part <= share:
        return None
    whole = trimmed.rmse * float(np.sqrt((1 - part) / (1 - squared))) if squared < 1 else float("inf")
    return LargestErrors(part, squared, whole, trimmed.rmse)


def stand_apart(spread: Spread, rows: float) -> bool:
    """Whether a gap parts the largest errors from all others that a heavy tail does not explain.

    Of a Pareto law the logarithms of the k-th and the next largest value differ by an exponential variable of mean 1 / (k α), each
    independent of the others (Rényi). A gap is compared with the mean of those of the smaller errors in the tail. Lighter tails have
    smaller gaps at their end.
    """
    from scipy.stats import f

    found = spread.absolute.value > 0
    sizes = spread.absolute.value[found][::-1]
    above = np.cumsum(spread.absolute.weight[found][::-1].astype(np.float64)) * rows / float(spread.n)
    tail = int(np.searchsorted(above, max(TAIL_SHARE * rows, FEWEST_IN_TAIL))) + 1
    sizes, above = sizes[:tail], above[:tail]
    most = int(np.searchsorted(above[:-1], max(LARGEST_SHARE * rows, 1.5), side="right"))
    if not 0 < most < len(sizes) - 1:
        return False
    steps = sizes[:-1] - sizes[1:]
    rounded = float(np.min(steps, initial=np.inf, where=steps > SAME * sizes[:-1]))  # rounded errors are apart by so much at least
    rest = np.cumsum((above[:-1] * np.log(sizes[:-1] / sizes[1:]))[::-1])[::-1][1 : most + 1]
    gaps = above[:most] * np.log(np.maximum((sizes[:most] - rounded) / sizes[1 : most + 1], 1.0))
    behind = above[-1] - above[:most]
    able = rest > 0
    chance = f.sf(gaps[able] * behind[able] / rest[able], 2, 2 * behind[able])
    return bool(len(chance) and chance.min() * most < CHANCE)


def remark_on_largest(spread: Spread, rows: float) -> Message | None:
    """What one must know to read an RMSE that few rows decide."""
    found = largest_errors(spread, rows)
    return None if found is None else Message("rmse_of_few_rows", **found._asdict())


def remark_on_smallest(moments: Moments, spread: Spread, rows: float) -> Message | None:
    """What one must know to read a MAPE far above WAPE, where some truths are tiny beside the others."""
    weighed = float(moments.weight - moments.sum("zeros")) if "relative" in moments.sums else 0.0
    if rows < FEW or not weighed or not moments.sum("y_magnitude"):
        return None
    mape = 100 * float(moments.sum("relative") + moments.sum("relative_small")) / weighed
    wape = 100 * float(moments.absolute / moments.sum("y_magnitude"))
    size = float(moments.sum("y_magnitude")) / float(moments.weight)
    small = _share_below(spread.truth, size / 10)
    return Message("mape_of_small_truths", wape=wape, part=small, size=size / 10) if mape > 2 * wape and small >= 0.01 else None


def _share_below(truth: "Distribution", size: float) -> float:
    """The share of rows whose truth is nearer to 0 than ``size``."""
    near = np.abs(truth.value) < size
    return float(np.sum(truth.weight[near]) / truth.n)
