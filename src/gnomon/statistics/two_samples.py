"""Two samples as one sweep: for each value, how many of each sample have it."""

import numpy as np
from numpy.typing import NDArray

from ..inputs import HIGHER, BinaryRows, Direction
from ..inputs.direction import read
from ..inputs.series import one_series
from ..summary import Sweep
from ..types import Floats

__all__ = ["Floats", "first_sample", "swept", "swept_together", "two_series"]


def swept(a: Floats, b: Floats, direction: Direction = HIGHER) -> Sweep:
    """The sweep in which a's values are the positives: from the highest down, or where lower ones are positive from the lowest up.

    >>> s = swept(np.array([1.0, 2.0, 2.0]), np.array([2.0, 3.0]), "lower is positive")
    >>> s.thresholds.tolist(), s.tps.tolist(), s.fps.tolist()
    ([1.0, 2.0, 3.0], [1, 3, 3], [0, 1, 2])
    """
    return swept_together(np.concatenate([a, b]), len(a), direction)


def swept_together(values: Floats, size: int, direction: Direction) -> Sweep:
    """The same of both samples in one column, of which so many values are the first sample's."""
    return Sweep.of_rows(BinaryRows(first_sample(values, size), read(values, direction), None, direction))


def first_sample(values: Floats, size: int) -> NDArray[np.uint8]:
    """Which values of both samples, one after the other, are of the first one, of so many values."""
    mask = np.zeros(len(values), np.uint8)
    mask[:size] = 1
    return mask


def two_series(a: object, b: object, missing: str) -> tuple[Floats, Floats]:
    """Two samples of at least one value each."""
    return one_series(a, "a", missing, 1), one_series(b, "b", missing, 1)
