"""Regions: what metrics of segmentation read of each class, in one image, in all of them, or in many replicates."""

from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..errors import InputError
from ..types import Array

if TYPE_CHECKING:
    from .boundary_counts import BoundaryCounts
    from .segmentation_counts import SegmentationCounts


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


def as_background(place: int | None, labels: tuple[object, ...]) -> int | None:
    """The place of the background among the labels, None where none of them is it."""
    if place is None or (isinstance(place, int) and not isinstance(place, bool) and 0 <= place < len(labels)):
        return place
    raise InputError("summary.background_out_of_range", place=place, count=len(labels))


def merged_background(
    first: "BoundaryCounts | SegmentationCounts", second: "BoundaryCounts | SegmentationCounts", labels: tuple[object, ...]
) -> int | None:
    """The place of the background of two summaries, which must agree on it where both have the class."""
    mine, theirs = (None if side.background is None else side.labels[side.background] for side in (first, second))
    if mine is not None and theirs is not None and mine != theirs:
        raise InputError(
            "summary.background_names_differ",
            first=mine,
            second=theirs,
        )
    label = theirs if mine is None else mine
    if any(own is None and label in side.labels for side, own in ((first, mine), (second, theirs))):
        raise InputError("summary.background_on_one_side", label=label)
    return None if label is None else labels.index(label)
