"""Whether rows that stand together err together: a sign that they are not independent."""

import re
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..inputs import BinaryRows

MOST_ROWS, BINS, FEWEST = 200_000, 50, 200
ALIKE = 0.05
"""Neighbouring rows whose errors correlate by less are as good as independent."""
WHOLES = "user|uid|customer|client|account|session|query|qid|group|image|patient|device|household|member|store"
BELONG = re.compile(rf"(^|_)({WHOLES})(_|s?$)|(^|_)id$", re.IGNORECASE)


class Likeness(NamedTuple):
    """How the errors of neighbouring rows correlate, by how many deviations from nothing, and columns that rows may belong together by."""

    correlation: float
    deviations: float
    columns: tuple[str, ...]

    @property
    def clustered(self) -> bool:
        """Whether that is more than chance, and enough to matter."""
        return self.correlation >= ALIKE and self.deviations >= 5


def likeness_of(rows: BinaryRows, columns: Sequence[str]) -> Likeness | None:
    """The first rows in their order; None where there are few, or where they are sorted by their label."""
    y, score = rows.positive[:MOST_ROWS].astype(np.float64), np.asarray(rows.score[:MOST_ROWS], np.float64)
    if len(y) < FEWEST or np.count_nonzero(np.diff(y)) < 0.02 * len(y) * 2 * y.mean() * (1 - y.mean()):
        return None
    errors = y - _expected(y, score)
    spread = float(errors @ errors)
    if spread <= 0:
        return None
    correlation = float(errors[1:] @ errors[:-1]) / spread
    return Likeness(correlation, correlation * float(np.sqrt(len(y))), tuple(name for name in columns if BELONG.search(name)))


def _expected(y: NDArray[np.float64], score: NDArray[np.float64]) -> NDArray[np.float64]:
    """The share of positives among rows that score alike."""
    edges = np.unique(np.quantile(score, np.linspace(0, 1, BINS + 1)[1:-1]))
    which = np.searchsorted(edges, score, side="right")
    share = np.bincount(which, y) / np.maximum(np.bincount(which), 1)
    return np.asarray(share[which])
