"""Predictions that were read by themselves, brought to the images and classes of a truth."""

from typing import Any

from ...errors import InputError
from ...messages.language import say
from ..detections import Detections
from .placing import detections_of
from .rows import AnnotationRows, CodedColumn, Origin
from .units import PIXEL, SHARE


def aligned(found: Detections, truth: Detections) -> Detections:
    """The same predictions, with places among the truth's images and classes."""
    if found.images is truth.images and found.categories is truth.categories:
        return found
    if found.masks is not None:
        raise InputError(
            "vision.mask_area_read_without_truth",
            source=found.source,
        )
    rows = AnnotationRows(
        Origin(found.source, _row),
        CodedColumn(found.image.astype("int64"), found.images.names.tolist()),
        CodedColumn(found.category.astype("int64"), _names(found, truth)),
        found.boxes,
        found.score,
        crowd=found.crowd,
        ignored=found.ignored,
        ids=found.ids,
        keypoints=found.keypoints,
        marked_points=found.marked_points,
        categories=found.categories,
        unit=SHARE if found.normalised else PIXEL,
        unit_settled=True,
        fields=(say("vision.part_the_image"), say("vision.part_the_class"), say("vision.part_the_box")),
    )
    return detections_of(rows, truth, "keep")


def _names(found: Detections, truth: Detections) -> list[Any]:
    """What the classes are called: by their ids, or by name where only one side's ids are numbers."""
    alike = {isinstance(id, str) for id in (*found.categories.ids, *truth.categories.ids)}
    return list(found.categories.ids if len(alike) < 2 else found.categories.names)


def _row(row: int, field: str) -> str:
    return say("vision.part_field_at_position", field=field, row=row)
