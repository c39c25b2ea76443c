"""WorstMaps: the images that were predicted worst, truth and prediction as small maps to look at."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from ..errors import InputError
from ..inputs.groups import named
from ..types import Array
from .base import Summary
from .image_names import as_image_names
from .invariants import as_array, as_labels, as_scores, as_whole, frozen
from .packing import Arrays

MOST_MAPS = 12
MOST_SIDE = 80
MOST_SHOWN = 254
"""Classes of an image that its small maps tell apart; the rest are OTHER."""
IGNORED, OTHER = 0, 255


@dataclass(frozen=True, eq=False, repr=False)
class SmallMap:
    """An image, its IoU, its classes, and both maps made small: 0 is ignored, k + 1 its class k, 255 any other."""

    image: Any
    iou: float
    classes: tuple[Any, ...]
    truth: NDArray[np.uint8]
    predicted: NDArray[np.uint8]

    @property
    def order(self) -> tuple[float, Any]:
        return self.iou, self.image


@dataclass(frozen=True, eq=False, repr=False)
class WorstMaps(Summary):
    """The images of least IoU, at most a dozen, those first that are worst; of equal ones the first by name. Its size is bounded."""

    maps: tuple[SmallMap, ...] = ()
    growth: ClassVar[str] = "fixed"

    def __post_init__(self) -> None:
        if len(self.maps) > MOST_MAPS:
            raise InputError("summary.worst_maps_too_many", count=len(self.maps), most=MOST_MAPS)
        as_image_names([one.image for one in self.maps], ordered=False)
        as_scores([one.iou for one in self.maps], "iou", len(self.maps))
        for one in self.maps:
            _check(one)
        if any(a.order >= b.order for a, b in zip(self.maps, self.maps[1:], strict=False)):
            raise InputError("summary.worst_maps_out_of_order")

    @classmethod
    def empty(cls) -> "WorstMaps":
        return cls()

    def _merge(self, other: "WorstMaps") -> "WorstMaps":
        names = [one.image for one in self.maps]
        twice = [one.image for one in other.maps if one.image in names]
        if twice:
            raise InputError(
                "summary.image_name_duplicate",
                twice=twice[0],
                count=len(twice),
            )
        if names and other.maps and isinstance(names[0], str) != isinstance(other.maps[0].image, str):
            raise InputError("summary.image_name_types_differ")
        return WorstMaps(tuple(sorted((*self.maps, *other.maps), key=lambda one: one.order)[:MOST_MAPS]))

    def takes(self, iou: float, image: object) -> bool:
        """Whether an image is among the worst."""
        return iou == iou and (len(self.maps) < MOST_MAPS or (iou, image) < self.maps[-1].order)

    def _state(self) -> tuple[dict[str, Any], Arrays]:
        meta = {"images": [one.image for one in self.maps], "classes": [list(one.classes) for one in self.maps]}
        shapes = np.array([one.truth.shape for one in self.maps], np.int64).reshape(-1, 2)
        both = [side.ravel() for one in self.maps for side in (one.truth, one.predicted)]
        pixels = np.concatenate(both) if both else np.zeros(0, np.uint8)
        return meta, {"iou": np.array([one.iou for one in self.maps], np.float64), "shapes": shapes, "pixels": pixels}

    @classmethod
    def _restore(cls, meta: dict[str, Any], arrays: Arrays) -> "WorstMaps":
        images = named(meta["images"]).tolist()
        shapes = as_array(arrays["shapes"], "shapes", "iu", np.int64, len(images), 2)
        pixels = as_array(arrays["pixels"], "pixels", "iu", np.uint8, None)
        iou = as_scores(arrays["iou"], "iou", len(images)).tolist()
        made, at = [], 0
        for image, value, classes, (height, width) in zip(images, iou, meta["classes"], shapes.tolist(), strict=True):
            size = as_whole(height, "height", 1, MOST_SIDE) * as_whole(width, "width", 1, MOST_SIDE)
            truth, predicted = pixels[at : at + size], pixels[at + size : at + 2 * size]
            at += 2 * size
            if at > len(pixels):
                raise InputError("summary.map_pixels_too_few", count=len(pixels))
            made.append(SmallMap(image, value, tuple(classes), truth.reshape(height, width), predicted.reshape(height, width)))
        if at != len(pixels):
            raise InputError("summary.map_pixels_too_many", count=len(pixels))
        return cls(tuple(made))

    def __len__(self) -> int:
        return len(self.maps)

    def __repr__(self) -> str:
        return f"WorstMaps({len(self)} images)"


def _check(one: SmallMap) -> None:
    """Refuse maps that are too large, of two shapes, or of classes that are not there."""
    as_labels(one.classes, "classes")
    height, width = one.truth.shape
    as_whole(height, "height", 1, MOST_SIDE)
    as_whole(width, "width", 1, MOST_SIDE)
    if one.truth.shape != one.predicted.shape:
        raise InputError("summary.worst_map_shapes_differ", image=one.image)
    both = np.concatenate([one.truth.ravel(), one.predicted.ravel()])
    if len(one.classes) > MOST_SHOWN or not ((both <= len(one.classes)) | (both == OTHER)).all():
        raise InputError("summary.worst_map_class_unknown", image=one.image)


def small_map(
    image: object, iou: float, truth: Array, predicted: Array, left: Array | None, ids: Array, labels: Sequence[object]
) -> SmallMap:
    """An image made small by taking the pixel in the middle of each patch; ``ids`` are its classes, ``left`` the pixels ignored."""
    rows, columns = (_middles(length, max(truth.shape)) for length in truth.shape)
    patch = np.ix_(rows, columns)
    sides = []
    for side in (truth[patch], predicted[patch]):
        place = np.searchsorted(ids, side)
        code = np.where(place < MOST_SHOWN, place + 1, OTHER).astype(np.uint8)
        if left is not None:
            code[left[patch]] = IGNORED
        sides.append(frozen(code))
    return SmallMap(image, iou, tuple(labels[:MOST_SHOWN]), *sides)


def _middles(length: int, longer: int) -> NDArray[np.int64]:
    """The pixels in the middle of patches, so many that the longer side is as long as is shown; all of them where they are few."""
    patches = max(1, round(length * min(1.0, MOST_SIDE / longer)))
    return ((np.arange(patches) + 0.5) * length / patches).astype(np.int64)
