"""WorstImages: the images in which a model errs most, with the objects and detections in them to look at."""

from dataclasses import dataclass, replace
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from ..errors import InputError
from ..inputs.groups import named
from .base import Summary
from .image_names import as_image_names
from .invariants import as_array, as_labels, as_whole, frozen
from .packing import Arrays

MOST_IMAGES = 12
MOST_MARKS = 120
"""Objects and detections of an image that are kept."""
MOST_PICTURE = 64_000
"""Bytes of a picture."""
OBJECT, IGNORED, RIGHT, WRONG = range(4)
"""What a mark is: an object, one that need not be found, a detection of one, a false detection."""


@dataclass(frozen=True, eq=False, repr=False)
class MarkedImage:
    """An image: what is in it and what was detected there, as the corners of boxes.

    ``score`` is a detection's own, and of an object that of the detection that found it, NaN where none did. ``width`` and ``height`` are
    0 where nobody says; ``picture`` are the bytes of a JPEG, which may be smaller than the image, or none.
    """

    image: Any
    errors: int
    width: float
    height: float
    kind: NDArray[np.uint8]
    category: NDArray[np.int32]
    score: NDArray[np.float64]
    corners: NDArray[np.float32]
    left_out: int = 0
    picture: bytes = b""

    @property
    def order(self) -> tuple[int, Any]:
        return -self.errors, self.image


@dataclass(frozen=True, eq=False, repr=False)
class WorstImages(Summary):
    """The images with the most errors at a confidence, at most a dozen, those first that have most; of equal ones the first by name."""

    classes: tuple[str, ...] = ()
    marked: tuple[MarkedImage, ...] = ()
    growth: ClassVar[str] = "fixed"

    def __post_init__(self) -> None:
        if len(self.marked) > MOST_IMAGES:
            raise InputError("summary.worst_images_too_many", count=len(self.marked), most=MOST_IMAGES)
        as_image_names([one.image for one in self.marked], ordered=False)
        if list(as_labels(self.classes, "classes")) != sorted(map(str, self.classes)):
            raise InputError("summary.mark_classes_not_ascending")
        for one in self.marked:
            _check(one, len(self.classes))
        if any(a.order >= b.order for a, b in zip(self.marked, self.marked[1:], strict=False)):
            raise InputError("summary.worst_images_out_of_order")

    @classmethod
    def empty(cls) -> "WorstImages":
        return cls()

    def _merge(self, other: "WorstImages") -> "WorstImages":
        names = [one.image for one in self.marked]
        twice = [one.image for one in other.marked if one.image in names]
        if twice:
            raise InputError(
                "summary.image_name_duplicate",
                twice=twice[0],
                count=len(twice),
            )
        if names and other.marked and isinstance(names[0], str) != isinstance(other.marked[0].image, str):
            raise InputError("summary.image_name_types_differ")
        classes = tuple(sorted({*self.classes, *other.classes}))
        both = (
            *(_moved(one, self.classes, classes) for one in self.marked),
            *(_moved(one, other.classes, classes) for one in other.marked),
        )
        return WorstImages(classes, tuple(sorted(both, key=lambda one: one.order)[:MOST_IMAGES]))

    def _state(self) -> tuple[dict[str, Any], Arrays]:
        each = self.marked
        meta: dict[str, Any] = {"classes": list(self.classes), "images": [one.image for one in each]}
        meta |= {name: [getattr(one, name) for one in each] for name in ("errors", "width", "height", "left_out")}
        lengths = np.array([[len(one.kind), len(one.picture)] for one in each], np.int64).reshape(-1, 2)
        columns = {
            name: np.concatenate([getattr(one, name) for one in each] or [np.zeros((0, 8) if name == "corners" else 0, kind)])
            for name, kind in (("kind", np.uint8), ("category", np.int32), ("score", np.float64), ("corners", np.float32))
        }
        pictures = np.frombuffer(b"".join(one.picture for one in each), np.uint8)
        return meta, {**columns, "lengths": lengths, "pictures": pictures}

    @classmethod
    def _restore(cls, meta: dict[str, Any], arrays: Arrays) -> "WorstImages":
        images = named(meta["images"]).tolist()
        lengths = as_array(arrays["lengths"], "lengths", "iu", np.int64, len(images), 2)
        for length in lengths.ravel().tolist():
            as_whole(length, "lengths", 0, MOST_PICTURE)
        rows, size = (int(total) for total in lengths.sum(0))
        columns = {
            "kind": as_array(arrays["kind"], "kind", "iu", np.uint8, rows),
            "category": as_array(arrays["category"], "category", "iu", np.int32, rows),
            "score": as_array(arrays["score"], "score", "f", np.float64, rows),
            "corners": as_array(arrays["corners"], "corners", "f", np.float32, rows, 8),
        }
        pictures = as_array(arrays["pictures"], "pictures", "iu", np.uint8, size).tobytes()
        made, row, byte = [], 0, 0
        for place, (image, (count, length)) in enumerate(zip(images, lengths.tolist(), strict=True)):
            plain: dict[str, Any] = {name: meta[name][place] for name in ("errors", "width", "height", "left_out")}
            mine: dict[str, Any] = {name: frozen(column[row : row + count]) for name, column in columns.items()}
            made.append(MarkedImage(image=image, **plain, **mine, picture=pictures[byte : byte + length]))
            row, byte = row + count, byte + length
        return cls(tuple(meta["classes"]), tuple(made))

    def __len__(self) -> int:
        return len(self.marked)

    def __repr__(self) -> str:
        return f"WorstImages({len(self)} images)"


def _moved(one: MarkedImage, classes: tuple[str, ...], to: tuple[str, ...]) -> MarkedImage:
    """The image with its classes as places among others."""
    places = np.array([to.index(name) for name in classes], np.int32)
    return replace(one, category=places[one.category])


def _check(one: MarkedImage, classes: int) -> None:
    """Refuse marks that are too many, of unequal columns, or of classes that are not there."""
    rows = len(one.kind)
    as_whole(rows, "kind", 0, MOST_MARKS)
    as_whole(one.errors, "errors", 0, 2**53)
    as_whole(one.left_out, "left_out", 0, 2**53)
    sides = np.array([one.width, one.height], np.float64)
    if not (np.isfinite(sides).all() and (sides >= 0).all() and np.isfinite(one.corners).all()) or np.isinf(one.score).any():
        raise InputError("summary.image_marks_not_finite", image=one.image)
    if len(one.category) != rows or len(one.score) != rows or one.corners.shape != (rows, 8):
        raise InputError("summary.image_mark_lengths_differ", image=one.image)
    if rows and (one.kind.max() > WRONG or one.category.min() < 0 or one.category.max() >= classes):
        raise InputError("summary.image_mark_kind_unknown", image=one.image)
    if len(one.picture) > MOST_PICTURE or (one.picture and not one.picture.startswith(b"\xff\xd8\xff")):
        raise InputError("summary.image_picture_not_small_jpeg", image=one.image)
