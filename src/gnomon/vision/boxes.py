"""How much boxes overlap: intersection over union, and the three measures that also tell boxes apart which do not overlap at all."""

from typing import Any, Literal, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from .. import _core
from ..errors import InputError
from ..inputs.arrays import contiguous, more, to_array
from ..inputs.numbers import as_floats
from ..messages.language import either
from ..parallel import THREADS
from ..types import Floats
from .box_checks import refuse_slips

Format: TypeAlias = Literal["xyxy", "xywh", "cxcywh", "xywhr", "corners"]
UPRIGHT = ("xyxy", "xywh", "cxcywh")
"""Formats of boxes whose sides are upright, by the numbers that kernels know them by."""
COLUMNS = {"xyxy": 4, "xywh": 4, "cxcywh": 4, "xywhr": 5, "corners": 8}
MEASURES = {"box_iou": 0, "giou": 1, "diou": 2, "ciou": 3}


class Boxes(NamedTuple):
    """Boxes in rows; ``shape`` is () where one was given by itself."""

    rows: Floats
    shape: tuple[int, ...]


def box_iou(
    a: Any, b: Any, *, format: Format = "xyxy", pixel: bool = False, crowd: Any = None, elementwise: bool = False
) -> float | Floats:
    """Intersection over union: the area that two boxes share, divided by the area that either covers.

    Parameters
    ----------
    a, b
        Boxes, a row each, or a single one. Of n and m boxes the result is an array n × m, of one box and m an array of m, of two a number.
    format
        "xyxy" (two corners), "xywh" (the corner with the smallest x and y, width, height), "cxcywh" (centre, width, height); oriented
        boxes are "xywhr" (centre x, centre y, width, height, angle in radians) or "corners" (four corners in turn, 8 numbers or 4 × 2).
    pixel
        True: corners are pixels that belong to the box, as in Pascal VOC, so that a box is ``x2 - x1 + 1`` wide and one with ``x2 = x1``
        has one column of pixels. For "xyxy" alone.
    crowd
        For each box of b whether it is a crowd region, of which only the share of a's box that lies in it counts: the intersection
        is divided by the area of a's box.
    elementwise
        True: each box of a with the one of b at its place, instead of all pairs.

    >>> import gnomon as gn
    >>> gn.box_iou([0, 0, 2, 2], [1, 1, 3, 3])
    0.14285714285714285
    >>> gn.box_iou([[0, 0, 2, 2], [0, 0, 4, 4]], [[1, 1, 3, 3], [5, 5, 6, 6]]).round(4).tolist()
    [[0.1429, 0.0], [0.25, 0.0]]
    >>> round(gn.box_iou([1, 1, 2, 2, 0], [1, 1, 2, 2, 3.141592653589793 / 4], format="xywhr"), 6)
    0.707107

    """
    _check_format(format)
    _check_flags(pixel, format, elementwise)
    one, other = _boxes(a, "a", format, pixel), _boxes(b, "b", format, pixel)
    crowds = None if crowd is None else _crowd(crowd, other)
    return _measured("box_iou", one, other, format, bool(pixel), crowds, elementwise)


def giou(a: Any, b: Any, *, format: Literal["xyxy", "xywh", "cxcywh"] = "xyxy", pixel: bool = False, elementwise: bool = False) -> Any:
    """Generalised IoU: IoU less the share of the smallest box around both that neither covers; from -1 to 1.

    Boxes, ``format``, ``pixel`` and ``elementwise`` are those of :func:`box_iou`, without oriented boxes.

    >>> import gnomon as gn
    >>> gn.giou([0, 0, 1, 1], [2, 0, 3, 1])
    -0.3333333333333333
    """
    return _of_upright("giou", a, b, format, pixel, elementwise)


def diou(a: Any, b: Any, *, format: Literal["xyxy", "xywh", "cxcywh"] = "xyxy", pixel: bool = False, elementwise: bool = False) -> Any:
    """Distance IoU: IoU less the squared distance of the centres, by the squared diagonal of the smallest box around both; from -1 to 1.

    Boxes, ``format``, ``pixel`` and ``elementwise`` are those of :func:`box_iou`, without oriented boxes.

    >>> import gnomon as gn
    >>> gn.diou([0, 0, 1, 1], [2, 0, 3, 1])
    -0.4
    """
    return _of_upright("diou", a, b, format, pixel, elementwise)


def ciou(a: Any, b: Any, *, format: Literal["xyxy", "xywh", "cxcywh"] = "xyxy", pixel: bool = False, elementwise: bool = False) -> Any:
    """Complete IoU: distance IoU less αv, where v = (4/π²)·(arctan(w/h) - arctan(w'/h'))² and α = v / (1 - IoU + v).

    Boxes, ``format``, ``pixel`` and ``elementwise`` are those of :func:`box_iou`, without oriented boxes.

    >>> import gnomon as gn
    >>> gn.ciou([0, 0, 1, 1], [2, 0, 3, 1]), round(gn.ciou([0, 0, 2, 1], [0, 0, 1, 2]), 6)
    (-0.4, 0.237082)
    """
    return _of_upright("ciou", a, b, format, pixel, elementwise)


def _of_upright(name: str, a: object, b: object, format: str, pixel: bool, elementwise: bool) -> float | Floats:
    _check_format(format)
    if format not in UPRIGHT:
        raise InputError(
            "vision.oriented_boxes_unsupported",
            name=name,
            format=format,
        )
    _check_flags(pixel, format, elementwise)
    one, other = _boxes(a, "a", format, pixel), _boxes(b, "b", format, pixel)
    if pixel:
        last = np.array([0.0, 0.0, 1.0, 1.0])
        one, other = Boxes(one.rows + last, one.shape), Boxes(other.rows + last, other.shape)
    return _measured(name, one, other, format, False, None, elementwise)


def _measured(
    name: str, a: Boxes, b: Boxes, format: str, pixel: bool, crowd: NDArray[np.uint8] | None, elementwise: bool
) -> float | Floats:
    if elementwise and a.shape != b.shape:
        raise InputError("vision.elementwise_lengths_differ", n=len(a.rows), m=len(b.rows))
    shape = a.shape if elementwise else (*a.shape, *b.shape)
    if format not in UPRIGHT:
        found = _core.quad_pairs(a.rows, b.rows, crowd) if elementwise else _core.quad_table(a.rows, b.rows, crowd, THREADS)
    else:
        kind = UPRIGHT.index(format), MEASURES[name], pixel
        found = _core.box_pairs(a.rows, b.rows, crowd, *kind) if elementwise else _core.box_table(a.rows, b.rows, crowd, *kind, THREADS)
    return found.reshape(shape) if shape else float(found.ravel()[0])


def box_areas(boxes: Floats) -> Floats:
    """The areas of boxes as x, y, width and height (and angle), or of the corners of oriented ones."""
    if boxes.shape[1] != COLUMNS["corners"]:
        return np.asarray(boxes[:, 2] * boxes[:, 3], np.float64)
    first, second = boxes[:, 4:6] - boxes[:, :2], boxes[:, 6:] - boxes[:, 2:4]
    return np.asarray(np.abs(first[:, 0] * second[:, 1] - first[:, 1] * second[:, 0]) / 2, np.float64)


def centres_of(boxes: Floats) -> Floats:
    """The centres of boxes as x, y, width and height, as centre, size and angle, or as the corners of oriented ones."""
    if boxes.shape[1] == COLUMNS["corners"]:
        return np.asarray(boxes.reshape(-1, 4, 2).mean(axis=1), np.float64)
    return boxes[:, :2] if boxes.shape[1] == COLUMNS["xywhr"] else boxes[:, :2] + boxes[:, 2:] / 2


def _check_format(format: object) -> None:
    if format not in COLUMNS:
        raise InputError("vision.box_format_unknown", format=format, choices=either(map(repr, COLUMNS)))


def _check_flags(pixel: object, format: str, elementwise: object) -> None:
    for name, value in (("pixel", pixel), ("elementwise", elementwise)):
        if not isinstance(value, (bool, np.bool_)):
            raise InputError("vision.flag_not_boolean", name=name, value=value)
    if pixel and format != "xyxy":
        raise InputError("vision.pixel_not_allowed_with_format")


def _boxes(values: object, name: str, format: str, pixel: bool) -> Boxes:
    """Boxes as rows of floats, each of which has an area."""
    array, columns = to_array(values, name), COLUMNS[format]
    if array.shape == (0,):
        array = np.zeros((0, columns))
    if format == "corners" and array.shape[-2:] == (4, 2):
        array = array.reshape(*array.shape[:-2], columns)
    if array.ndim not in (1, 2) or array.shape[-1] != columns:
        raise InputError(
            "vision.boxes_shape_mismatch",
            name=name,
            shape=array.shape,
            format=format,
            columns=columns,
        )
    rows = contiguous(as_floats(array, name).astype(np.float64, copy=False).reshape(-1, columns))
    refuse_slips(rows, name, format, pixel)
    return Boxes(rows, array.shape[:-1])


def _crowd(crowd: object, b: Boxes) -> NDArray[np.uint8]:
    flags = np.asarray(crowd) if np.isscalar(crowd) else to_array(crowd, "crowd")
    if flags.shape != b.shape and not (b.shape == () and flags.shape == (1,)):
        raise InputError("vision.crowd_shape_mismatch", shape=flags.shape, n=len(b.rows))
    column = flags.reshape(-1)
    if column.dtype.kind != "b":
        wrong = np.array([value not in (0, 1) for value in column.tolist()], bool)
        if wrong.any():
            at = int(np.argmax(wrong))
            raise InputError(
                "vision.crowd_not_boolean",
                value=column[at].item(),
                at=at,
                more=more(int(wrong.sum()), len(column)),
            )
    return np.ascontiguousarray(column.astype(bool)).view(np.uint8)
