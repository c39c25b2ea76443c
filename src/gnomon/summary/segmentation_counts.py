"""SegmentationCounts: pixels by true and predicted class, image by image."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from ..errors import InputError
from ..inputs.groups import named
from ..types import Array, Integers
from ..vision.class_ids import MOST_CLASSES, ClassIds
from ..vision.label_maps import map_batches, map_source, predicted_source
from ..vision.map_pairs import MapPairs, SideNames, map_pairs
from .counts import Counts, merged_labels
from .image_names import as_digests, as_image_names, joined_images
from .invariants import as_amounts, as_array, as_labels, as_starts, frozen
from .packing import Arrays
from .regions import Regions, as_background, merged_background

Columns = tuple[Array, Array, Array, Array, Array]
"""Starts, cells, pixels, ignored pixels and digests."""


@dataclass(frozen=True, eq=False, init=False, repr=False)
class SegmentationCounts(Counts):
    """The confusion matrix of the pixels of label maps, which also knows that of each image; it grows with the images.

    ``images`` are their names, ascending. What image i has stands at ``starts[i]`` to ``starts[i + 1]``: ``pixels`` in the ``cells`` of a
    matrix as wide as the labels, row by row, none of them empty. ``ignored`` pixels of an image count nowhere. ``background`` is the place
    of the class with id 0 among the labels, None where no class has it. ``digest`` tells for each image whether two true maps are the same;
    it is 0 where counts were made by hand.

    >>> import gnomon as gn
    >>> counts = gn.segmentation_counts([[0, 0, 1], [1, 1, 255]], [[0, 1, 1], [1, 1, 0]], ignore=255)
    >>> counts.matrix.tolist(), counts.images.tolist(), counts.ignored.tolist()
    ([[1, 1], [0, 3]], [0], [1])
    """

    images: Array
    starts: Integers
    cells_of: NDArray[np.int32]
    pixels: Integers
    ignored: Integers
    background: int | None
    digest: NDArray[np.uint64]
    growth: ClassVar[str] = "rows"
    drawn: ClassVar[str] = "images"

    def __init__(
        self,
        labels: Sequence[Any],
        images: Any,
        starts: Any,
        cells: Any,
        pixels: Any,
        ignored: Any,
        background: int | None = None,
        digest: Any = None,
    ) -> None:
        """From tables already counted, one an image."""
        names, held = as_labels(labels), as_image_names(images)
        if len(names) > MOST_CLASSES:
            raise InputError("summary.map_classes_too_many", count=len(names), most=MOST_CLASSES)
        place = as_array(cells, "cells", "iu", np.int32, None)
        counted, left = _whole(pixels, "pixels", len(place)), _whole(ignored, "ignored", len(held))
        ends = as_starts(starts, "starts", len(held), len(place))
        self._fill(names, held, (ends, place, counted, left, as_digests(digest, held)), as_background(background, names))
        self._check()

    def _fill(self, labels: tuple[object, ...], images: Array, columns: Columns, background: int | None) -> None:
        k, (starts, cells, pixels, ignored, digest) = len(labels), columns
        matrix = np.zeros(k * k, np.int64)
        inside = (cells >= 0) & (cells < k * k)
        np.add.at(matrix, cells[inside], pixels[inside])
        held: dict[str, Any] = {"labels": labels, "matrix": frozen(matrix.reshape(k, k)), "orientation": "truth-rows", "normalize": None}
        held |= {"background": background, "images": images, "starts": starts, "cells_of": cells, "pixels": pixels, "ignored": ignored}
        held["digest"] = digest
        for name, value in held.items():
            object.__setattr__(self, name, value)

    def _check(self) -> None:
        """Refuse cells that no matrix has, and those that do not rise within an image or hold nothing."""
        cells, k = self.cells_of, len(self.labels)
        if len(cells) and not (int(cells.min()) >= 0 and int(cells.max()) < k * k):
            raise InputError("summary.map_cells_outside_matrix", count=k)
        rises = np.ones(len(cells), bool)
        rises[1:] = cells[1:] > cells[:-1]
        rises[self.starts[:-1][self.starts[:-1] < len(cells)]] = True
        if not rises.all() or not (self.pixels > 0).all():
            raise InputError("summary.image_cells_not_ascending")

    @classmethod
    def of(  # type: ignore[override]  # maps are no columns of labels
        cls, y_true: Any, y_pred: Any, *, classes: Any = None, ignore: Any = None, threshold: float = 0.5, names: Any = None
    ) -> "SegmentationCounts":
        """Count the pairs of labels of two sets of maps, image by image."""
        if y_pred is None:
            raise InputError("summary.counts_y_pred_missing")
        settled = ClassIds.of(classes, ignore, threshold)
        truth, predicted = map_source(y_true, "y_true"), predicted_source(y_pred, "y_pred", settled.threshold)
        gathered = ImageTables(settled)
        for batch in map_batches(truth, {"": predicted}, names):
            called = SideNames(batch.names, "y_true", "y_pred")
            gathered.add(batch.names, map_pairs(batch.truth, batch.predicted[""], settled, called))
        return gathered.counts()

    arguments: ClassVar[dict[str, str]] = {
        "y_true": "The true class of each pixel: a map (height, width) of whole numbers, a stack, list or generator of maps, "
        "{{image: map}}, or a folder of PNG files; or a Counts in the place of both.",
        "y_pred": "The predicted class of each pixel, in the same form; or, of two classes, maps of the probability of class 1.",
        "classes": "How many classes there are, their names in the order of their ids, or {{id: name}}; None: the ids that occur.",
        "ignore": "The id, or ids, of pixels that count nowhere where the truth has them.",
        "threshold": "The probability from which on a pixel is of class 1, where y_pred holds probabilities.",
        "names": "The images' names, one for each map; default: their places, or the names that folders and mappings have.",
        "average": '"macro" (one value of all classes), or None (a value a class).',
    }

    @classmethod
    def empty(cls) -> "SegmentationCounts":
        return cls((), np.zeros(0, np.int64), [0], np.zeros(0, np.int32), np.zeros(0, np.int64), np.zeros(0, np.int64))

    def _merge(self, other: Counts) -> "SegmentationCounts":
        assert isinstance(other, SegmentationCounts)
        if not len(self) or not len(other):
            return self if len(self) else other
        labels = merged_labels(self.labels, other.labels)
        images, order = joined_images(self.images, other.images)
        parts = [one._entries(labels) for one in (self, other)]
        image = np.concatenate([parts[0][0], parts[1][0] + len(self)])
        place = np.empty(len(order), np.int64)
        place[order] = np.arange(len(order))
        cells, pixels = (np.concatenate([part[at] for part in parts]) for at in (1, 2))
        by_image = [np.concatenate([getattr(self, name), getattr(other, name)])[order] for name in ("ignored", "digest")]
        return _assembled(labels, images, (place[image], cells, pixels, *by_image), merged_background(self, other, labels))

    def _entries(self, labels: tuple[object, ...]) -> tuple[Integers, Integers, Integers]:
        """Image, cell and pixels of everything that is there, the cells those of a matrix of more labels."""
        at = np.array([labels.index(label) for label in self.labels], np.int64)
        k = max(len(self.labels), 1)
        row, column = self.cells_of // k, self.cells_of % k
        return np.repeat(np.arange(len(self)), np.diff(self.starts)), at[row] * len(labels) + at[column], self.pixels

    def _state(self) -> tuple[dict[str, Any], Arrays]:
        arrays: Arrays = {"starts": self.starts, "cells": self.cells_of, "pixels": self.pixels, "ignored": self.ignored}
        arrays["digest"] = self.digest
        meta = {"labels": list(self.labels), "background": self.background}
        if self.images.dtype == object:
            return meta | {"images": self.images.tolist()}, arrays
        return meta, arrays | {"images": self.images}

    @classmethod
    def _restore(cls, meta: dict[str, Any], arrays: Arrays) -> "SegmentationCounts":
        images = named(meta["images"]) if "images" in meta else arrays["images"]
        starts, cells, pixels, ignored, digest = (arrays[name] for name in ("starts", "cells", "pixels", "ignored", "digest"))
        return cls(meta["labels"], images, starts, cells, pixels, ignored, meta["background"], digest)

    def __len__(self) -> int:
        return len(self.images)

    @property
    def cells(self) -> int:
        return len(self.cells_of) + len(self)

    @cached_property
    def regions(self) -> Regions:
        """What each image has of each class: pixels found, true and predicted."""
        n, k = len(self), len(self.labels)
        image, cell, pixels = self._entries(self.labels)
        row, column = (cell // max(k, 1), cell % max(k, 1))

        def summed(place: Integers, which: Any = slice(None)) -> Array:
            return np.bincount((image * k + place)[which], pixels[which], n * k).reshape(n, k)

        return Regions(summed(row, row == column), summed(row), summed(column))

    def image(self, name: Any) -> Counts:
        """The confusion matrix of one image."""
        found = np.flatnonzero(self.images == name)
        if not len(found):
            raise InputError("summary.segmentation_image_unknown", name=name, count=len(self))
        first, last = self.starts[found[0]], self.starts[found[0] + 1]
        matrix = np.zeros(len(self.labels) ** 2, np.int64)
        matrix[self.cells_of[first:last]] = self.pixels[first:last]
        return Counts(self.labels, matrix.reshape(len(self.labels), -1))

    def __repr__(self) -> str:
        return f"SegmentationCounts({len(self):,} images, {len(self.labels):,} classes, {int(self.pixels.sum()):,} pixels)"

    def __str__(self) -> str:
        return Counts.__repr__(self)


class ImageTables:
    """Tables of images as they come, made one summary in the end."""

    def __init__(self, classes: ClassIds) -> None:
        self.classes = classes
        self.names: list[Any] = []
        self.ids: list[list[int]] = []
        self.found: list[tuple[Integers, Integers, Integers]] = []
        self.pixels: list[Integers] = []
        self.ignored: list[Integers] = []
        self.digest: list[Array] = []

    def add(self, names: Iterable[object], pairs: MapPairs) -> None:
        """Take in what was counted of some images."""
        ids = np.array(pairs.ids, np.int64)
        self.found.append((pairs.image + len(self.names), ids[pairs.truth], ids[pairs.predicted]))
        self.ids.append(pairs.ids)
        self.ignored.append(pairs.ignored)
        self.digest.append(pairs.digest)
        self.names += names
        self.pixels.append(pairs.pixels)

    def counts(self) -> SegmentationCounts:
        """All of them."""
        ids = np.array(sorted({one for some in self.ids for one in some}) if self.classes.ids is None else self.classes.ids, np.int64)
        labels = self.classes.labels(ids.tolist())
        order = np.argsort(ids)
        image, row, column = (np.concatenate([part[at] for part in self.found]) for at in range(3))
        places = [order[np.searchsorted(ids[order], side)] for side in (row, column)]
        images, by_name = joined_images(as_image_names(self.names, ordered=False))
        place = np.empty(len(by_name), np.int64)
        place[by_name] = np.arange(len(by_name))
        cells = places[0] * len(labels) + places[1]
        by_image = [np.concatenate(column)[by_name] for column in (self.ignored, self.digest)]
        columns = (place[image], cells, np.concatenate(self.pixels), *by_image)
        return _assembled(labels, images, columns, self.classes.background(ids.tolist()))


def _whole(values: object, name: str, length: int) -> Integers:
    """A column of counts."""
    return as_amounts(as_array(values, name, "iu", np.int64, length), name, length)


def _assembled(labels: tuple[object, ...], images: Array, columns: tuple[Array, ...], background: int | None) -> SegmentationCounts:
    """The summary of entries in any order: image, cell and pixels of each; and ignored pixels and digest of each image."""
    image, cells, pixels, ignored, digest = columns
    order = np.lexsort((cells, image))
    starts = np.searchsorted(image[order], np.arange(len(images) + 1))
    made = object.__new__(SegmentationCounts)
    parts = (starts.astype(np.int64), cells[order].astype(np.int32), pixels[order].astype(np.int64), ignored.astype(np.int64))
    starts, cells, pixels, ignored = (frozen(part) for part in parts)
    made._fill(labels, images, (starts, cells, pixels, ignored, frozen(digest)), background)
    return made


def segmentation_counts(
    y_true: Any, y_pred: Any, *, classes: Any = None, ignore: Any = None, threshold: float = 0.5, names: Any = None
) -> SegmentationCounts:
    """Count the pixels of label maps by true and predicted class, image by image; the result is a Counts that knows its images.

    Parameters
    ----------
    y_true
        The true class of each pixel: a map (height, width) of whole numbers, a stack of maps (images, height, width), a list or generator
        of maps, which are read one by one, {image: map}, or a folder of PNG files, of which grey values or indices of a palette are read.
    y_pred
        The predicted class of each pixel in the same form. Or, of two classes, maps of floats: the probability of class 1.
    classes
        How many classes there are, their names in the order of their ids, or {id: name}. None: the ids that occur.
    ignore
        The id, or ids, of pixels that count nowhere where the truth has them, as 255 often is.
    threshold
        The probability from which on a pixel is of class 1, where y_pred holds probabilities.
    names
        The images' names, one for each map; default: their places. Folders and mappings have names, by which maps are paired.

    >>> import gnomon as gn
    >>> counts = gn.segmentation_counts([[0, 0], [1, 1]], [[0, 1], [1, 1]], classes=["road", "car"])
    >>> counts.matrix.tolist(), gn.mean_iou(counts)
    ([[1, 1], [0, 2]], 0.5833333333333333)

    """
    return SegmentationCounts.of(y_true, y_pred, classes=classes, ignore=ignore, threshold=threshold, names=names)
