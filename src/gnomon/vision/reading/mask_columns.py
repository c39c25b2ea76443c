"""Masks of what records call their segmentation, made when they are first looked at: who asks for boxes only does not wait for them."""

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from ...errors import InputError, warn
from ...messages.language import say
from ...types import Floats, Integers
from ..masks import Masks
from .rows import Origin

COLUMNS = ("runs", "starts", "height", "width")


class PendingMasks(Masks):
    """Masks that are made when one of their columns is first asked for."""

    def __init__(self, make: Callable[[], Masks], count: int) -> None:
        vars(self).update(_make=make, _count=count)

    def __getattr__(self, name: str) -> Any:
        if name not in COLUMNS:
            raise AttributeError(name)
        made = self._make()
        vars(self).update({column: getattr(made, column) for column in COLUMNS})
        return vars(self)[name]

    def __len__(self) -> int:
        count: int = self._count
        return count

    def __reduce__(self) -> tuple[Any, ...]:
        return Masks, tuple(getattr(self, column) for column in COLUMNS)


class OutlineFallback(Sequence[Any]):
    """Segmentations of predictions, of which those without one have the outline of their box, as COCO's own tool has it."""

    def __init__(self, segmentations: Sequence[Any] | None, boxes: Floats) -> None:
        self._segmentations, self._boxes = segmentations, boxes

    def __len__(self) -> int:
        return len(self._boxes)

    def __getitem__(self, row: Any) -> Any:
        given = None if self._segmentations is None else self._segmentations[row]
        if is_given(given) or np.isnan(self._boxes[row, 0]):
            return given
        x, y, width, height = self._boxes[row].tolist()
        return [[x, y, x, y + height, x + width, y + height, x + width, y]]

    def boxed(self, rows: Integers) -> int:
        """How many of the rows have a box for a mask."""
        given = self._segmentations
        return len(rows) if given is None else sum(not is_given(given[row]) for row in rows.tolist())


def is_given(segmentation: object) -> bool:
    """Whether this is a segmentation, right or wrong: an empty list is COCO's way to have none."""
    return segmentation is not None and not (isinstance(segmentation, (list, tuple, dict)) and len(segmentation) == 0)


def masks_at(segmentations: Sequence[object], rows: Integers, height: Integers, width: Integers, origin: Origin) -> Masks:
    """Masks of some of the rows; what is no mask is named by its row."""
    boxed = segmentations.boxed(rows) if isinstance(segmentations, OutlineFallback) else 0
    if boxed:
        warn(
            say(
                "vision.masks_taken_from_boxes",
                source=origin.source,
                count=boxed,
            )
        )
    try:
        return Masks.of([segmentations[row] for row in rows], height[rows], width[rows], source=origin.source)
    except InputError:
        for row in rows.tolist():
            place = f"{origin.source}: {origin.row(row, 'segmentation')}"
            Masks.of([segmentations[row]], height[[row]], width[[row]], source=place)
        raise


def has_mask(segmentations: Sequence[object], rows: Integers) -> Integers:
    """Those of the rows that have a segmentation."""
    return np.array([row for row in rows.tolist() if is_given(segmentations[row])], np.int64)
