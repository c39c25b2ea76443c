"""Which classes are taken for which: pairs of truth and prediction, by how much of the truth goes there."""

from typing import Any, NamedTuple

import numpy as np

from ...summary import Counts

LEAST = 0.05
"""The share of a class that goes astray to another from which the pair is worth naming."""


class ConfusedPair(NamedTuple):
    """So many rows of a class, and this share of them, were called another."""

    truth: Any
    predicted: Any
    rows: float
    share: float


def confused_pairs(counts: Counts, least: float = LEAST) -> list[ConfusedPair]:
    """Pairs of different classes, those with the most rows first; of equals the larger share of the class."""
    wrong = np.array(counts.matrix, float)
    np.fill_diagonal(wrong, 0)
    shares = np.divide(wrong, counts.actual[:, None], out=np.zeros_like(wrong), where=counts.actual[:, None] > 0)
    found = [
        ConfusedPair(counts.labels[i], counts.labels[j], float(wrong[i, j]), float(shares[i, j]))
        for i, j in zip(*np.nonzero(shares >= least), strict=True)
    ]
    return sorted(found, key=lambda pair: (-pair.rows, -pair.share))
