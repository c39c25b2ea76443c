"""Boxes, areas and masks of rows, each from the others where the data leaves it out."""

from dataclasses import dataclass
from functools import cached_property, partial

import numpy as np

from ...messages.language import say
from ...types import Bools, Floats, Integers
from ..boxes import box_areas
from ..masks import Masks
from .mask_columns import PendingMasks, has_mask, masks_at
from .rows import AnnotationRows


@dataclass(frozen=True)
class SizedRows:
    """Rows with the height and width of the image of each."""

    rows: AnnotationRows
    height: Integers
    width: Integers

    @cached_property
    def masks(self) -> Masks | None:
        """The masks, made when they are needed, and once."""
        segmentations = self.rows.segmentations
        if segmentations is None:
            return self.rows.masks
        every = np.arange(len(self.height))
        return PendingMasks(partial(masks_at, segmentations, every, self.height, self.width, self.rows.origin), len(every))

    def _some(self, rows: Integers) -> tuple[Integers, Masks | None]:
        """Those of the rows that have a mask, and these."""
        if self.masks is None or len(rows) == 0:
            return np.zeros(0, np.int64), None
        segmentations = self.rows.segmentations
        there = rows if segmentations is None else has_mask(segmentations, rows)
        if len(there) == len(self.masks) or segmentations is None:
            return there, self.masks.take(there)
        return there, masks_at(segmentations, there, self.height, self.width, self.rows.origin) if len(there) else None

    def boxes(self) -> tuple[Floats, Bools]:
        """Boxes as they are given, else around masks; and which were not given."""
        boxes, lacking = self.rows.boxes, np.isnan(self.rows.boxes[:, 0])
        if lacking.any():
            there, masks = self._some(np.flatnonzero(lacking))
            boxes = boxes.copy()
            if masks is not None:
                boxes[there] = masks.boxes
            without = np.isnan(boxes[:, 0])
            if without.any():
                self.rows.origin.refuse(int(np.argmax(without)), self.rows.fields[2], None, say("vision.part_id_missing"))
        return boxes, lacking

    def areas(self, boxes: Floats, predicted: bool) -> Floats:
        """What the truth says, else the area of its mask, else of its box; of a prediction its box's, or its mask's where it has no box."""
        areas = box_areas(boxes)
        said = None if predicted else self.rows.area
        if said is not None:
            areas = np.where(np.isnan(said), areas, said)
        open_rows = np.isnan(self.rows.boxes[:, 0]) if predicted else np.full(len(areas), True) if said is None else np.isnan(said)
        there, masks = self._some(np.flatnonzero(open_rows))
        if masks is not None:
            areas[there] = masks.area
        return areas
