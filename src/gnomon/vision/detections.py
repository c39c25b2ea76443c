"""Detections: what is marked in images, or predicted of them, as columns."""

from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..messages import Message
from ..types import Bools, Floats
from .masks import Masks

Places = NDArray[np.int32]
UPRIGHT_COLUMNS = 4


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
    oriented boxes the centre, width, height and the angle in radians, or the four corners in turn. ``score`` is None for truth. Rows
    stand in the order of the data.
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
    normalised: bool = False
    """Whether boxes are shares of the picture's sides, whose sizes nobody said: areas in pixels are not known then."""
    notes: tuple[Message, ...] = ()
    """What is worth knowing of how the data was read."""

    @staticmethod
    def of(
        data: Any,
        *,
        format: str | None = None,
        classes: Any = None,
        images: Any = None,
        truth: "Detections | None" = None,
        empty: str = "refuse",
        name: str = "data",
        unit: str | None = None,
    ) -> "Detections":
        """Read what is marked in images, or predicted of them.

        ``data`` is a COCO file (annotations, or a list of results; also gzipped) or what was loaded of one, a folder of YOLO's texts or of
        Pascal VOC's XML, a table with a row for each box (frame, dictionary of columns, CSV or Parquet file), or arrays for each image
        (dictionaries with boxes, labels, scores, or ``supervision.Detections``; in a list, or by the image's name).

        ``truth`` is given for predictions: images and classes are then the truth's, and a name that it does not know is refused.
        ``format`` says how boxes are written: "xyxy", "xywh" or "cxcywh", where the data does not say; "xywhr" (the angle
        in radians) and "corners" (four corners in turn) are oriented ones, and "polygon" are outlines in YOLO's folders, which become
        masks with the boxes around them. Boxes are held as x, y, width and height:
        corners that are fractions are rounded there, so that an IoU within rounding of a threshold is decided as COCO's own tool does.
        ``classes`` names them, a list (class 0, 1, …) or a dictionary {id: name}. ``images`` names images that have nothing in them, or
        {name: (height, width)}, or the folder of the pictures. ``empty`` says what becomes of boxes without area: "refuse", "drop" or
        "keep". ``name`` is what errors call data that is no file. ``unit`` is "pixel", or "share" where boxes of tables, arrays and COCO's
        JSON are shares of the picture's sides. Shares become pixels where the sizes of the images are known. Boxes that all lie within 0
        and 1 need it: without, they raise ``InputError``.

        >>> truth = Detections.of(
        ...     {"image": ["a", "a", "b"], "class": ["cat", "dog", "cat"], "x": [0, 4, 1], "y": [0, 4, 1], "w": [2, 3, 2], "h": [2, 3, 2]}
        ... )
        >>> truth, truth.area
        (Detections(3 objects, 2 images, 2 classes), array([4., 9., 4.]))
        """
        from .reading import read

        return read(data, format=format, classes=classes, images=images, truth=truth, empty=empty, name=name, unit=unit)

    def to_coco(self) -> dict[str, list[Any]] | list[dict[str, Any]]:
        """What COCO's JSON says of this: of the truth a data set, of predictions a list of results.

        >>> table = {"image": ["a"], "class": ["cat"], "x": [0], "y": [0], "w": [2], "h": [3]}
        >>> Detections.of(table).to_coco()["annotations"]
        [{'image_id': 'a', 'category_id': 'cat', 'bbox': [0.0, 0.0, 2.0, 3.0], 'id': 1, 'area': 6.0, 'iscrowd': 0}]
        """
        from .coco_writing import data_set, results

        return data_set(self) if self.score is None else results(self)

    @property
    def is_oriented(self) -> bool:
        """Whether boxes are oriented: by centre, size and angle, or by four corners."""
        return self.boxes.ndim == 2 and self.boxes.shape[1] != UPRIGHT_COLUMNS

    def take(self, rows: Any) -> "Detections":
        """The rows at these places, in this order."""
        rows = np.asarray(rows, np.int64)
        each = ("image", "category", "boxes", "score", "area", "crowd", "ignored", "ids", "keypoints", "marked_points")
        taken: dict[str, Any] = {field: None if getattr(self, field) is None else getattr(self, field)[rows] for field in each}
        return replace(self, **taken, masks=None if self.masks is None else self.masks.take(rows))

    def __len__(self) -> int:
        return len(self.image)

    def __repr__(self) -> str:
        kind = "objects" if self.score is None else "detections"
        return f"Detections({len(self):,} {kind}, {len(self.images):,} images, {len(self.categories):,} classes)"
