"""Masks of what records call their segmentation, made when they are first looked at: who asks for boxes only does not wait for them."""

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from ...errors import InputError
from ..masks import Masks
from .rows import Integers, Origin

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


def masks_at(segmentations: Sequence[Any], rows: Integers, height: Integers, width: Integers, origin: Origin) -> Masks:
    """Masks of some of the rows; what is no mask is named by its row."""
    try:
        return Masks.of([segmentations[row] for row in rows], height[rows], width[rows], source=origin.source)
    except InputError:
        for row in rows.tolist():
            place = f"{origin.source}: {origin.row(row, 'segmentation')}"
            Masks.of([segmentations[row]], height[[row]], width[[row]], source=place)
        raise


def has_mask(segmentations: Sequence[Any], rows: Integers) -> Integers:
    """Those of the rows that have a segmentation: an empty list is COCO's way to have none."""
    return np.array([row for row in rows.tolist() if segmentations[row] is not None and len(segmentations[row])], np.int64)
