"""Regions: what metrics of segmentation read of each class, in one image, in all of them, or in many replicates."""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

Array = NDArray[Any]


class Regions(NamedTuple):
    """Pixels of each class, the last axis: those that are it and predicted as it, those that are it, and those predicted as it."""

    tp: Array
    actual: Array
    predicted: Array

    @property
    def union(self) -> Array:
        """Pixels that are of the class, or predicted as it."""
        return self.actual + self.predicted - self.tp

    @property
    def table(self) -> NDArray[np.float64]:
        """A line for each image, all that is known of its classes side by side: what sums over images are taken of."""
        return np.concatenate([np.asarray(part, np.float64) for part in self], -1)

    @classmethod
    def of_table(cls, table: Array) -> "Regions":
        """The regions whose table this is, or a sum of its lines."""
        return cls(*np.split(table, 3, axis=-1))

    @property
    def summed(self) -> "Regions":
        """Those of all images together."""
        return Regions(*(part.sum(0) for part in self))

    def without(self, place: int | None) -> "Regions":
        """The same without one class."""
        return self if place is None else Regions(*(np.delete(part, place, -1) for part in self))
