"""Masks as run lengths: made of what files and models give, measured, and turned back into pixels."""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .. import _core


@dataclass(frozen=True, eq=False)
class Masks:
    """Run lengths of masks, column by column, beginning with background, as COCO has them.

    The runs of mask i are ``runs[starts[i]:starts[i + 1]]``, and sum to the size of its image, ``height[i]`` × ``width[i]``.
    """

    runs: NDArray[np.uint32]
    starts: NDArray[np.int64]
    height: NDArray[np.int64]
    width: NDArray[np.int64]

    def __len__(self) -> int:
        return len(self.height)

    def __getitem__(self, rows: Any) -> "Masks":
        """Some of the masks: flags or places of them."""
        rows = np.arange(len(self))[rows]
        lengths = np.diff(self.starts)[rows]
        starts = np.concatenate([[0], np.cumsum(lengths)]).astype(np.int64)
        inside = np.arange(starts[-1]) - np.repeat(starts[:-1], lengths) + np.repeat(self.starts[:-1][rows], lengths)
        return Masks(self.runs[inside], starts, self.height[rows], self.width[rows])

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
        runs = self.runs[self.starts[i] : self.starts[i + 1]]
        return np.repeat(np.arange(len(runs)) % 2 == 1, runs).reshape(self.width[i], self.height[i]).T
