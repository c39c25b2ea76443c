"""How boxes are written, and how they become x, y, width and height."""

import numpy as np

from ...errors import InputError
from ...messages.language import either
from ...types import Floats

CORNERS = "corners"
"""Oriented boxes by their four corners in turn."""
FORMATS = ("xyxy", "xywh", "cxcywh", "xywhr", CORNERS)
POLYGON = "polygon"
"""Outlines in the place of boxes, in YOLO's folders."""


def known_format(format: object, among: tuple[str, ...] = FORMATS) -> str:
    """The format that was asked for, if there is such a one."""
    if format not in among:
        raise InputError("vision.file_box_format_unknown", format=format, choices=either(map(repr, among)))
    return str(format)


def as_coco(boxes: Floats, format: str) -> Floats:
    """Boxes as COCO has them; oriented ones stay as they are, by their centre and angle or by their corners.

    >>> as_coco(np.array([[1.0, 2.0, 4.0, 8.0]]), "xyxy"), as_coco(np.array([[1.0, 2.0, 4.0, 8.0]]), "cxcywh")
    (array([[1., 2., 3., 6.]]), array([[-1., -2.,  4.,  8.]]))
    """
    if format == "xyxy":
        return np.concatenate([boxes[:, :2], boxes[:, 2:] - boxes[:, :2]], axis=1)
    if format == "cxcywh":
        return np.concatenate([boxes[:, :2] - boxes[:, 2:] / 2, boxes[:, 2:]], axis=1)
    return boxes
