"""Annotations as columns of numbers, out of their dictionaries in one pass where these are plain."""

from itertools import chain
from typing import Any, cast

import numpy as np

from ... import _core
from ...types import Array

Annotations = list[dict[str, Any]]
NUMBERED = {"image_id": 0, "category_id": 1, "id": 2, "bbox": 3, "score": 4, "area": 5, "keypoints": 8}
"""Where the kernel that reads records puts each field."""


class AnnotationColumns:
    """The columns of a list of annotations; a field that is missing or no number raises, as does one of several lengths."""

    def __init__(self, anns: Annotations) -> None:
        self.anns = anns
        self._read = _core.coco_records(cast(list[object], anns)) if anns else None

    def numbers(self, field: str, kinds: str = "iuf") -> Array:
        """A number for each."""
        column = self._column(field)
        if column.ndim != 1 or column.dtype.kind not in kinds:
            raise TypeError(field)
        return column

    def rows(self, field: str, count: int, types: set[type]) -> Array:
        """A row of finite numbers for each, written as one of these types."""
        if not self.anns:
            return np.zeros((0, count))
        if (self._read is None or self._read[NUMBERED[field]] is None) and not {type(ann[field]) for ann in self.anns} <= types:
            raise TypeError(field)
        table = self._column(field)
        if table.shape != (len(self.anns), count) or table.dtype.kind not in "iuf":
            raise ValueError(field)
        table = np.ascontiguousarray(table, np.float64)
        if not np.isfinite(table).all():
            raise ValueError(field)
        return table

    def places(self, field: str, ids: list[Any]) -> Array:
        """The place of each one's image or category among ids that are each there once, -1 where it is not."""
        if len(set(ids)) != len(ids):
            raise ValueError(field)
        known, order = np.array(ids), np.argsort(ids, kind="stable")
        if self._read is not None and known.dtype.kind == "i":
            given = self._read[NUMBERED[field]]
            near = order[np.minimum(np.searchsorted(known[order], given), len(ids) - 1)]
            return np.where(known[near] == given, near, -1)
        place = {one.item() if isinstance(one, np.generic) else one: at for at, one in enumerate(ids)}
        return np.array([place.get(ann[field], -1) for ann in self.anns], np.int64)

    def _column(self, field: str) -> Array:
        found = None if self._read is None else self._read[NUMBERED[field]]
        if found is None:
            found = np.array([ann[field] for ann in self.anns]) if self.anns else np.zeros(0, np.int64)
        return np.asarray(found)


def all_of(coco: Any) -> AnnotationColumns | None:
    """Every annotation that is found by its id; None unless those found by image are just these, each in the image that it names."""
    # In the order of the data, in which they lie in memory: by image, reading them takes ten times as long.
    columns = AnnotationColumns(list(coco.anns.values()))
    if columns._read is None or columns._read[NUMBERED["id"]] is None or list(coco.anns) != columns._read[NUMBERED["id"]].tolist():
        return None
    try:
        place = columns.places("image_id", list(coco.imgToAnns))
    except (TypeError, ValueError):
        return None
    own = np.fromiter(map(id, columns.anns), np.int64, len(columns.anns))
    by_image = np.fromiter(map(id, chain.from_iterable(coco.imgToAnns.values())), np.int64)
    return columns if np.array_equal(own[np.argsort(place, kind="stable")], by_image) else None
