"""Two samples as one sweep: for each value, how many of each sample have it."""

from typing import Any

import numpy as np

from ..inputs import HIGHER, Direction, Rows
from ..inputs.direction import read
from ..inputs.series import Floats, one_series
from ..summary import Sweep

__all__ = ["Floats", "swept", "two_series"]


def swept(a: Floats, b: Floats, direction: Direction = HIGHER) -> Sweep:
    """The sweep in which a's values are the positives: from the highest down, or where lower ones are positive from the lowest up.

    >>> s = swept(np.array([1.0, 2.0, 2.0]), np.array([2.0, 3.0]), "lower is positive")
    >>> s.thresholds.tolist(), s.tps.tolist(), s.fps.tolist()
    ([1.0, 2.0, 3.0], [1, 3, 3], [0, 1, 2])
    """
    positive = np.zeros(len(a) + len(b), np.uint8)
    positive[: len(a)] = 1
    return Sweep.of_rows(Rows(positive, read(np.concatenate([a, b]), direction), None, direction))


def two_series(a: Any, b: Any, missing: str) -> tuple[Floats, Floats]:
    """Two samples of at least one value each."""
    return one_series(a, "a", missing, 1), one_series(b, "b", missing, 1)
