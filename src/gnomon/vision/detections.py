"""Detections: what is marked in images, or predicted of them, as columns."""

from dataclasses import dataclass, field
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from .masks import Masks

Floats = NDArray[np.float64]
Bools = NDArray[np.bool_]
Places = NDArray[np.int32]


@dataclass(frozen=True, eq=False)
class Images:
    """The images that were looked at, also those with nothing in them: names ascending (all numbers or all text), and their sizes.

    ``height`` and ``width`` are 0 where they are not known. ``files`` are the pictures' names where the data has them.
    """

    names: NDArray[Any]
    height: NDArray[np.int64]
    width: NDArray[np.int64]
    files: tuple[str, ...] = ()

    def __len__(self) -> int:
        return len(self.names)


@dataclass(frozen=True)
class Categories:
    """The classes of objects, by their ids ascending (all numbers or all text), each with a name, or its id for one."""

    ids: tuple[Any, ...]
    names: tuple[str, ...]
    frequency: tuple[str, ...] = ()
    """Of LVIS: "r", "c" or "f" for each."""

    def __len__(self) -> int:
        return len(self.ids)


@dataclass(frozen=True, eq=False)
class Federation:
    """Of LVIS: which classes were looked for in an image without being there, and where not every object was marked.

    Both are columns of pairs, places of an image and of a class.
    """

    absent: NDArray[np.int32]
    incomplete: NDArray[np.int32]


@dataclass(frozen=True, eq=False, repr=False)
class Detections:
    """Objects in images, a column for each thing known of them: the truth, or what a model says.

    ``image`` and ``category`` are places among ``images`` and ``categories``. ``boxes`` are x, y, width and height as COCO has them, of
    oriented boxes the centre, width, height and the angle in radians. ``score`` is None for truth. Rows stand in the order of the data.
    """

    images: Images
    categories: Categories
    image: Places
    category: Places
    boxes: Floats
    score: Floats | None = None
    area: Floats = field(default_factory=lambda: np.zeros(0))
    """The area by which an object is small or large: what the annotation says, else that of its mask, else of its box."""
    crowd: Bools = field(default_factory=lambda: np.zeros(0, bool))
    ignored: Bools = field(default_factory=lambda: np.zeros(0, bool))
    """Objects that count neither as found nor as missed: COCO's ignore, VOC's difficult."""
    ids: NDArray[np.int64] | None = None
    """The ids of annotations, where the data has them."""
    masks: Masks | None = None
    keypoints: Floats | None = None
    """An array of objects × points × (x, y, visible)."""
    marked_points: NDArray[np.int64] | None = None
    """How many keypoints each object says are marked."""
    federation: Federation | None = None
    source: str = ""
    """What errors call it: the file, or the argument."""
    oriented: ClassVar[int] = 5

    def __len__(self) -> int:
        return len(self.image)

    def __repr__(self) -> str:
        kind = "objects" if self.score is None else "detections"
        return f"Detections({len(self):,} {kind}, {len(self.images):,} images, {len(self.categories):,} classes)"
