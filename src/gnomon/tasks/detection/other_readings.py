"""Other readings of the same data: boxes in another format or of resized pictures, ids and scores in other places."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np

from ...messages import Message
from ...types import Floats
from ...vision import Detections
from ...vision.boxes import box_areas
from .scaling import BoxScaling

WRONG = 0.1
"""The share of boxes that another reading may leave without area."""


class AlternativeReading(NamedTuple):
    """Another reading of the data: the message and the values that tell it, and both sides under it."""

    code: str
    values: dict[str, Any]
    truth: Detections
    said: Detections


def with_boxes(side: Detections, boxes: Floats, score: Floats | None = None) -> Detections | None:
    """A side with other boxes, without those that have no area; None where these are many."""
    good = np.flatnonzero((boxes[:, 2:] > 0).all(axis=1))
    if len(good) < (1 - WRONG) * len(boxes):
        return None
    area = side.area if score is None and side.score is None else box_areas(boxes)
    return replace(side, boxes=boxes, area=area, score=side.score if score is None else score).take(good)


def _forms(boxes: Floats) -> Iterator[tuple[str, Floats]]:
    """What the numbers would be in another format, by the format's name; boxes are held as x, y, width and height."""
    near, sides = boxes[:, :2], boxes[:, 2:]
    yield "form_xyxy", np.hstack([near, sides - near])  # read as xywh
    yield "form_xywh", np.hstack([near, sides + near])  # read as xyxy
    yield "form_cxcywh", np.hstack([near - sides / 2, sides])  # read as xywh
    yield "form_xywh", np.hstack([near + sides / 2, sides])  # read as cxcywh
    yield "form_xyxy", np.hstack([near + sides / 2, sides / 2 - near])  # read as cxcywh
    yield "form_cxcywh", np.hstack([near - (sides + near) / 2, sides + near])  # read as xyxy
    yield "form_yx", boxes[:, [1, 0, 3, 2]]


def formats(truth: Detections, said: Detections) -> Iterator[AlternativeReading]:
    """Boxes of one side in another format."""
    if truth.boxes.shape[1] != 4 or said.boxes.shape[1] != 4:
        return
    for form, boxes in _forms(said.boxes):
        if (other := with_boxes(said, boxes)) is not None:
            yield AlternativeReading("boxes_otherwise", {"form": Message(form)}, truth, other)
    for form, boxes in _forms(truth.boxes):
        if (other := with_boxes(truth, boxes)) is not None:
            yield AlternativeReading("truth_boxes_otherwise", {"form": Message(form)}, other, said)


def score_first(truth: Detections, said: Detections) -> Iterator[AlternativeReading]:
    """Lines of YOLO with the confidence before the box instead of behind it."""
    sides = np.stack([said.images.width[said.image], said.images.height[said.image]], axis=1).astype(np.float64)
    sides = np.ones_like(sides) if said.normalised else sides
    if said.score is None or said.boxes.shape[1] != 4 or not sides.all():
        return
    shares = np.hstack([said.boxes[:, :2] / sides + said.boxes[:, 2:] / sides / 2, said.boxes[:, 2:] / sides, said.score[:, None]])
    if ((shares < 0) | (shares > 1)).any():
        return
    size = shares[:, 3:] * sides
    if (other := with_boxes(said, np.hstack([shares[:, 1:3] * sides - size / 2, size]), shares[:, 0].copy())) is not None:
        yield AlternativeReading("score_before_box", {}, truth, other)


def shifted(truth: Detections, said: Detections) -> Iterator[AlternativeReading]:
    """Ids of classes or images that are one too high or too low."""
    ids = truth.categories.ids
    whole = not any(isinstance(id, str) for id in ids)
    for code, field, count in (
        ("class_ids_shifted", "category", len(ids) if whole else 0),
        ("image_ids_shifted", "image", len(truth.images)),
    ):
        for step, words in ((-1, "one_lower"), (1, "one_higher")):
            place = getattr(said, field) + np.int32(step)
            kept = np.flatnonzero((place >= 0) & (place < count))
            if count > 1 and len(kept):
                other = replace(said, **{field: place}).take(kept)
                yield AlternativeReading(code, {"direction": Message(words)}, truth, other)


def scaled(scaling: BoxScaling, truth: Detections, said: Detections) -> Iterator[AlternativeReading]:
    """Detections in pictures of another size."""
    rows = scaling.rows(said)
    if rows is not None and (other := with_boxes(said, said.boxes * np.tile(rows * scaling.factors, 2))) is not None:
        yield AlternativeReading(scaling.code, scaling.values, truth, other)


READINGS = (formats, score_first, shifted)
