"""How far the score distributions of two classes lie apart, straight from the rows."""

from typing import NamedTuple

from .. import _core
from ..inputs import BinaryRows
from ..parallel import THREADS
from .sweep import Sweep


class RowGaps(NamedTuple):
    """The largest distances between the distribution functions of two classes, either way, and the lowest score at each; NaN where it is 0.

    ``above`` is how far the function of the positives rises above that of the negatives.
    """

    positives: float
    negatives: float
    above: float
    at_above: float
    below: float
    at_below: float
    finite: bool = True


def row_gaps(rows: BinaryRows) -> RowGaps:
    """The distances of rows that count one each, higher scores first as they stand; few rows need to be sorted for it.

    >>> import numpy as np
    >>> row_gaps(BinaryRows(np.array([1, 1, 0], np.uint8), np.array([1.0, 3.0, 2.0]), None))[2:6]
    (0.5, 1.0, 0.5, 2.0)
    """
    positives, negatives, below, at_below, above, at_above, finite, fits = _core.row_gap(rows.score, rows.positive, THREADS)
    if fits or not finite:
        return RowGaps(positives, negatives, above, at_above, below, at_below, finite)
    sweep = Sweep.of_rows(rows._replace(score=-rows.score))  # products of the counts are past whole numbers
    above, until_above, below, until_below = sweep.gaps
    at_above, at_below = (-float(sweep.thresholds[until - 1]) if until else float("nan") for until in (until_above, until_below))
    return RowGaps(positives, negatives, above, at_above, below, at_below)
