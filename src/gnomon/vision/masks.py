"""Masks as run lengths: made of what files and models give, measured, and turned back into pixels."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from .. import _core

if TYPE_CHECKING:
    from ..types import Integers


@dataclass(frozen=True, eq=False)
class Masks:
    """Run lengths of masks, column by column, beginning with background, as COCO has them.

    The runs of mask i are ``runs[starts[i]:starts[i + 1]]``, and sum to the size of its image, ``height[i]`` × ``width[i]``. Only the
    first run may be 0, so that equal masks have equal runs.
    """

    runs: NDArray[np.uint32]
    starts: NDArray[np.int64]
    height: NDArray[np.int64]
    width: NDArray[np.int64]

    @staticmethod
    def of(
        segmentations: object, height: "Integers | None" = None, width: "Integers | None" = None, *, source: str = "segmentations"
    ) -> "Masks":
        """Masks of what COCO calls segmentations, one for each object, or of an array of pixels (objects × height × width).

        A segmentation is a dictionary of ``counts`` (a list, or COCO's string) and ``size``, a list of polygons (each x and y in turn),
        or an array of pixels (height × width). ``height`` and ``width`` are those of the image, one for all or one for each. Polygons
        are drawn to the pixel as pycocotools draws them.

        >>> import numpy as np
        >>> masks = Masks.of([{"counts": [5, 2, 2, 2, 5], "size": [4, 4]}, [[0, 0, 3, 0, 3, 3]]], 4, 4)
        >>> masks.area.tolist(), masks.boxes[0].tolist()
        ([4, 3], [1.0, 1.0, 2.0, 2.0])
        """
        from .segmentations import masks_of

        return masks_of(segmentations, height, width, source)

    def __len__(self) -> int:
        return len(self.height)

    @property
    def columns(self) -> tuple[NDArray[np.uint32], NDArray[np.int64], NDArray[np.int64]]:
        """What kernels read."""
        return self.runs, self.starts, self.height

    @property
    def area(self) -> NDArray[np.int64]:
        """How many pixels each has."""
        return _core.mask_extents(self.columns)[0]

    @property
    def boxes(self) -> NDArray[np.float64]:
        """The box around each: x, y, width and height; zeros of one without pixels."""
        return _core.mask_extents(self.columns)[1]

    def to_array(self, i: int) -> NDArray[np.bool_]:
        """Mask i as pixels, height × width."""
        at = range(len(self))[i]
        runs = self.runs[self.starts[at] : self.starts[at + 1]]
        return np.repeat(np.arange(len(runs)) % 2 == 1, runs).reshape(self.width[at], self.height[at]).T

    def take(self, rows: Any) -> "Masks":
        """The masks at these places, in this order."""
        rows = np.asarray(rows, np.int64)
        if len(rows) == len(self) and (rows == np.arange(len(rows))).all():
            return self
        counts = np.diff(self.starts)[rows]
        starts = np.concatenate([[0], np.cumsum(counts)])
        at = np.arange(starts[-1]) + np.repeat(self.starts[rows] - starts[:-1], counts)
        return Masks(self.runs[at], starts, self.height[rows], self.width[rows])

    @staticmethod
    def joined(parts: "Sequence[Masks]") -> "Masks":
        """All masks of several, one after the other."""
        starts = np.cumsum([0, *(len(part.runs) for part in parts)])
        return Masks(
            np.concatenate([np.zeros(0, np.uint32), *(part.runs for part in parts)]),
            np.concatenate([[0], *(part.starts[1:] + start for part, start in zip(parts, starts, strict=False))]).astype(np.int64),
            np.concatenate([np.zeros(0, np.int64), *(part.height for part in parts)]),
            np.concatenate([np.zeros(0, np.int64), *(part.width for part in parts)]),
        )
