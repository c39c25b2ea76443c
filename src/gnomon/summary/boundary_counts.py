"""BoundaryCounts: pixels near the outlines of true and predicted regions, image by image."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from .. import _core
from ..errors import InputError
from ..inputs.groups import named
from ..types import Array
from ..vision.class_ids import ClassIds
from ..vision.label_maps import map_batches, map_source, predicted_source
from ..vision.map_pairs import SideNames, labelled, map_pairs
from .base import Summary
from .counts import merged_labels
from .image_names import as_digests, as_image_names, joined_images
from .invariants import as_amounts, as_array, as_labels, frozen
from .packing import Arrays
from .regions import Regions, as_background, merged_background
from .segmentation_counts import SegmentationCounts

RATIO = 0.02
"""How far a boundary reaches, as a share of the image's diagonal."""


@dataclass(frozen=True, eq=False, init=False, repr=False)
class BoundaryCounts(Summary):
    """Of each image and class, the pixels of the true boundary, of the predicted one, and of both; it grows with images and classes.

    The boundary of a region are its pixels within ``dilation_ratio`` of the image's diagonal, in whole pixels, of its outline. ``table``
    has a line for each image: what both boundaries share, class by class, then the true one, then the predicted one. ``background`` is the
    place of the class with id 0 among the labels, None where no class has it. ``digest`` is that of :class:`SegmentationCounts`.
    """

    labels: tuple[Any, ...]
    images: Array
    table: NDArray[np.int64]
    dilation_ratio: float
    background: int | None
    digest: NDArray[np.uint64]
    growth: ClassVar[str] = "rows"

    def __init__(
        self,
        labels: Sequence[Any],
        images: Any,
        table: Any,
        dilation_ratio: float = RATIO,
        background: int | None = None,
        digest: Any = None,
    ) -> None:
        """From pixels already counted."""
        names, held = as_labels(labels), as_image_names(images)
        whole = as_array(table, "table", "iu", np.int64, len(held), 3 * len(names))
        made = Regions.of_table(as_amounts(whole, "table", len(held), 3 * len(names)))
        if (made.tp > np.minimum(made.actual, made.predicted)).any():
            raise InputError("summary.boundary_shared_too_many")
        self._fill(names, held, (whole, as_digests(digest, held)), checked_ratio(dilation_ratio), as_background(background, names))

    def _fill(self, labels: tuple[object, ...], images: Array, columns: tuple[Array, Array], ratio: float, background: int | None) -> None:
        table, digest = columns
        held: dict[str, Any] = {"labels": labels, "images": images, "table": table, "digest": digest}
        held |= {"dilation_ratio": ratio, "background": background}
        for name, value in held.items():
            object.__setattr__(self, name, value)

    @classmethod
    def of(
        cls,
        y_true: Any,
        y_pred: Any,
        *,
        classes: Any = None,
        ignore: Any = None,
        threshold: float = 0.5,
        names: Any = None,
        dilation_ratio: float = RATIO,
    ) -> "BoundaryCounts":
        """Count the pixels near outlines of two sets of maps, image by image."""
        if y_pred is None:
            raise InputError("summary.boundary_y_pred_missing")
        settled = ClassIds.of(classes, ignore, threshold)
        gathered = BoundaryTables(settled, checked_ratio(dilation_ratio))
        for batch in map_batches(map_source(y_true, "y_true"), {"": predicted_source(y_pred, "y_pred", settled.threshold)}, names):
            called = SideNames(batch.names, "y_true", "y_pred")
            gathered.add(called, batch.truth, batch.predicted[""])
        return gathered.counts()

    arguments: ClassVar[dict[str, str]] = SegmentationCounts.arguments | {
        "y_true": SegmentationCounts.arguments["y_true"].replace("a Counts", "a BoundaryCounts"),
        "dilation_ratio": "How far a boundary reaches into its region, as a share of the image's diagonal; at least one pixel.",
    }

    @classmethod
    def empty(cls) -> "BoundaryCounts":
        return cls((), np.zeros(0, np.int64), np.zeros((0, 0), np.int64))

    def _merge(self, other: "BoundaryCounts") -> "BoundaryCounts":
        if not len(self) or not len(other):
            return self if len(self) else other
        if self.dilation_ratio != other.dilation_ratio:
            raise InputError(
                "summary.dilation_ratios_differ",
                mine=self.dilation_ratio,
                theirs=other.dilation_ratio,
            )
        labels = merged_labels(self.labels, other.labels)
        images, order = joined_images(self.images, other.images)
        made = object.__new__(BoundaryCounts)
        table = np.concatenate([_spread(one.table, one.labels, labels) for one in (self, other)])[order]
        digest = np.concatenate([self.digest, other.digest])[order]
        made._fill(labels, images, (frozen(table), frozen(digest)), self.dilation_ratio, merged_background(self, other, labels))
        return made

    def _state(self) -> tuple[dict[str, Any], Arrays]:
        meta = {"labels": list(self.labels), "dilation_ratio": self.dilation_ratio, "background": self.background}
        if self.images.dtype == object:
            return meta | {"images": self.images.tolist()}, {"table": self.table, "digest": self.digest}
        return meta, {"table": self.table, "digest": self.digest, "images": self.images}

    @classmethod
    def _restore(cls, meta: dict[str, Any], arrays: Arrays) -> "BoundaryCounts":
        images = named(meta["images"]) if "images" in meta else arrays["images"]
        return cls(meta["labels"], images, arrays["table"], meta["dilation_ratio"], meta["background"], arrays["digest"])

    def __len__(self) -> int:
        return len(self.images)

    @property
    def cells(self) -> int:
        return self.table.size + len(self)

    @property
    def regions(self) -> Regions:
        """What each image has of each class: pixels of both boundaries, of the true one, and of the predicted one."""
        return Regions.of_table(self.table)

    def __repr__(self) -> str:
        return f"BoundaryCounts({len(self):,} images, {len(self.labels):,} classes, dilation_ratio={self.dilation_ratio:g})"


def checked_ratio(ratio: object) -> float:
    """A share of the diagonal."""
    if isinstance(ratio, (bool, np.bool_)) or not isinstance(ratio, (int, float, np.number)) or not 0 < ratio <= 1:
        raise InputError("summary.dilation_ratio_out_of_range", ratio=ratio)
    return float(ratio)


class BoundaryTables:
    """Boundaries of images as they come, made one summary in the end."""

    def __init__(self, classes: ClassIds, ratio: float) -> None:
        self.classes, self.ratio = classes, ratio
        self.names: list[Any] = []
        self.ids: list[list[int]] = []
        self.tables: list[NDArray[np.int64]] = []
        self.digest: list[NDArray[np.uint64]] = []

    def add(self, called: SideNames, truth: Array, predicted: Array) -> None:
        """Take in some images; pixels that are ignored in the truth are so in the prediction, and end regions in both alike."""
        found = map_pairs(truth, predicted, self.classes, called)  # which also refuses what must be
        truth, predicted, classes = labelled(truth, predicted, self.classes, called)
        left = np.isin(truth, classes.ignore) if classes.ignore else None
        ids = np.array(found.ids, np.int64)
        reach = max(1, round(self.ratio * float(np.hypot(*truth.shape[1:]))))
        for true, said, gone in zip(truth, predicted, [None] * len(truth) if left is None else left, strict=True):
            self.tables.append(_boundaries(true, said, gone, ids, reach))
            self.ids.append(found.ids)
        self.names += called.names
        self.digest.append(found.digest)

    def counts(self) -> BoundaryCounts:
        """All of them."""
        wide = tuple(sorted({one for some in self.ids for one in some})) if self.classes.ids is None else self.classes.ids
        table = np.concatenate([_spread(one[None], tuple(ids), wide) for one, ids in zip(self.tables, self.ids, strict=True)])
        images, order = joined_images(as_image_names(self.names, ordered=False))
        made = object.__new__(BoundaryCounts)
        columns = frozen(table[order]), frozen(np.concatenate(self.digest)[order])
        made._fill(self.classes.labels(wide), images, columns, self.ratio, self.classes.background(wide))
        return made


def _boundaries(true: Array, said: Array, left: Array | None, ids: NDArray[np.int64], reach: int) -> NDArray[np.int64]:
    """Pixels of both boundaries, of the true and of the predicted one, for each of the ids."""
    places = [np.searchsorted(ids, one).astype(np.int32) for one in (true, said)]
    if left is not None:
        for place in places:
            place[left] = len(ids)
    near = [_core.far_from_borders(place, reach) == 0 for place in places]
    if left is not None:
        near = [one & ~left for one in near]
    both = near[0] & near[1] & (places[0] == places[1])
    found = (places[0][both], places[0][near[0]], places[1][near[1]])
    return np.concatenate([np.bincount(one, minlength=len(ids))[: len(ids)] for one in found]).astype(np.int64)


def _spread(table: Array, labels: tuple[object, ...], wide: tuple[object, ...]) -> Array:
    """A table over more classes."""
    at = [wide.index(label) for label in labels]
    made = np.zeros((len(table), 3, len(wide)), np.int64)
    made[:, :, at] = table.reshape(len(table), 3, len(labels))
    return made.reshape(len(table), -1)
