"""Units of boxes: pixels, or shares of the picture's sides, which become pixels where the sizes are known."""

from dataclasses import replace
from typing import Any

import numpy as np

from ...errors import InputError
from ...messages.language import say
from ...types import Floats
from ..boxes import COLUMNS
from ..detections import Images, Places
from .rows import AnnotationRows

PIXEL, SHARE = "pixel", "share"
SLACK = 1e-6
"""By how much float32 may put a box beyond the picture."""


def known_unit(unit: object) -> str | None:
    """The unit that was asked for, if there is such a one."""
    if unit not in (None, PIXEL, SHARE):
        raise InputError("vision.box_unit_unknown", unit=unit)
    return None if unit is None else str(unit)


def beyond_shares(ends: Floats) -> Any:
    """Which rows of numbers are no shares: those with one below 0 or above 1."""
    return ((ends < -SLACK) | (ends > 1 + SLACK)).any(axis=1)


def look_like_shares(boxes: Floats) -> bool:
    """Whether all boxes lie within 0 and 1 and are not whole numbers."""
    ends = ends_of(boxes[~np.isnan(boxes[:, 0])])
    return bool(len(ends)) and not beyond_shares(ends).any() and bool((ends != np.floor(ends)).any())


def ends_of(boxes: Floats) -> Floats:
    """The corners of boxes; of those with an angle the centre and the sides."""
    if boxes.shape[1] == COLUMNS["corners"]:
        return boxes
    return boxes[:, :4] if boxes.shape[1] != 4 else np.concatenate([boxes[:, :2], boxes[:, :2] + boxes[:, 2:]], axis=1)


def in_known_unit(rows: AnnotationRows, images: Images, image: Places, shares_expected: bool) -> AnnotationRows:
    """The rows in pixels where their unit is one or sizes are known, else in shares; what nobody says of numbers within 0–1 is asked."""
    unit = rows.unit
    if unit is None and look_like_shares(rows.boxes):
        if not shares_expected:
            refuse_silent_shares(rows.origin.source)
        unit = SHARE
    if unit != SHARE or rows.unit_settled:
        return rows
    if rows.boxes.shape[1] == COLUMNS["xywhr"] or rows.keypoints is not None:
        raise InputError(
            "vision.share_unit_unsupported",
            source=rows.origin.source,
        )
    _refuse_beyond(rows)
    if shares_expected or not images.height.any():
        return replace(rows, unit=SHARE)
    height, width = images.height[image], images.width[image]
    if (unknown := height == 0).any():
        row = int(np.argmax(unknown))
        what = say("vision.part_image_size_missing")
        rows.origin.refuse(row, rows.fields[0], rows.image.names[int(rows.image.codes[row])], what)
    sides = np.tile(np.stack([width, height], axis=1).astype(np.float64), rows.boxes.shape[1] // 2)
    return replace(rows, boxes=rows.boxes * sides, unit=PIXEL)


def _refuse_beyond(rows: AnnotationRows) -> None:
    lacking = np.isnan(rows.boxes[:, 0])
    wrong = beyond_shares(np.where(lacking[:, None], 0.0, ends_of(rows.boxes)))
    if wrong.any():
        row = int(np.argmax(wrong))
        what = say("vision.part_share_out_of_range")
        rows.origin.refuse(row, rows.fields[2], (rows.boxes if rows.given is None else rows.given)[row].tolist(), what)


def refuse_silent_shares(source: str) -> None:
    """Boxes that are shares if all is right, and would be of less than a pixel otherwise."""
    raise InputError(
        "vision.box_unit_ambiguous",
        source=source,
    )
