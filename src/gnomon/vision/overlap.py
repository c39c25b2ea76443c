"""How much predictions overlap the truth of their image: boxes, oriented boxes, masks, keypoints."""

from collections.abc import Sequence
from typing import Literal, NamedTuple, get_args

import numpy as np
from numpy.typing import NDArray

from .. import _core
from ..errors import InputError
from ..messages.language import either
from ..parallel import THREADS
from .detections import Detections
from .keypoints import points_of, sigmas_for
from .masks import Masks

Kind = Literal["box", "oriented", "mask", "keypoints"]
Rows = NDArray[np.int64]


class _Rows(NamedTuple):
    """Which rows of either side belong to each image."""

    truth: Rows
    truth_starts: Rows
    prediction: Rows
    prediction_starts: Rows


def overlaps(
    truth: Detections,
    predictions: Detections,
    truth_rows: Rows,
    prediction_rows: Rows,
    truth_starts: Rows,
    prediction_starts: Rows,
    kind: Kind,
    sigmas: Sequence[float] | None = None,
    pixel: bool = False,
    wanted: NDArray[np.bool_] | None = None,
    least: float = 0.0,
) -> NDArray[np.float64]:
    """How much each prediction overlaps each truth of its image, as the matrices of all images one after the other.

    Image i has the truths ``truth_rows[truth_starts[i]:truth_starts[i + 1]]`` and predictions likewise; its matrix has a row for each
    prediction and a column for each truth. Of a crowd it is the share of the prediction that lies in it. ``wanted`` says of each pair
    whether it is asked for; the others are 0. With ``pixel`` the far corners of boxes are pixels that belong to them, as VOC has it.
    Masks that overlap by less than ``least`` may be 0.
    """
    asked = None if wanted is None else np.ascontiguousarray(wanted).view(np.uint8)
    rows = _Rows(*(np.ascontiguousarray(one, np.int64) for one in (truth_rows, truth_starts, prediction_rows, prediction_starts)))
    crowd = np.ascontiguousarray(truth.crowd).view(np.uint8) if len(truth.crowd) else np.zeros(len(truth), np.uint8)
    if kind == "box":
        for name, side in (("truth", truth), ("predictions", predictions)):
            if len(side) and side.is_oriented:
                raise InputError("vision.overlap_boxes_oriented", name=side.source or name)
        return _core.box_overlaps(truth.boxes, predictions.boxes, crowd, *rows, asked, pixel, THREADS)
    if kind == "mask":
        a, b = _masks(truth, "truth"), _masks(predictions, "predictions")
        _refuse_other_sizes(a, b, rows)
        return _core.mask_overlaps(a.columns, b.columns, crowd, *rows, asked, least, THREADS)
    if kind == "oriented":
        for name, side in (("truth", truth), ("predictions", predictions)):
            if len(side) and not side.is_oriented:
                raise InputError("vision.overlap_angles_missing", name=side.source or name)
        boxes = [np.ascontiguousarray(side.boxes) if len(side) else np.zeros((0, 5)) for side in (truth, predictions)]
        return _core.quad_overlaps(boxes[0], boxes[1], crowd, *rows, asked, THREADS)
    if kind == "keypoints":
        column = sigmas_for(truth, predictions, sigmas)
        points = [np.ascontiguousarray(points_of(side, ""), np.float64) for side in (truth, predictions)]
        return _core.keypoint_overlaps(points[0], points[1], truth.boxes, truth.area, column, *rows, asked, THREADS)
    raise InputError("vision.overlap_kind_unknown", kind=kind, choices=either(map(repr, get_args(Kind))))


def _masks(side: Detections, name: str) -> Masks:
    if side.masks is None:
        raise InputError(
            "vision.masks_missing",
            name=side.source or name,
        )
    return side.masks


def _refuse_other_sizes(truth: Masks, predictions: Masks, rows: _Rows) -> None:
    """Masks of one image must be of one size, or their pixels are not the same pixels."""
    truth_rows, truth_starts, prediction_rows, prediction_starts = rows
    both = np.flatnonzero((np.diff(truth_starts) > 0) & (np.diff(prediction_starts) > 0))
    if not both.size:
        return
    first = truth_rows[truth_starts[both]]
    for masks, some, starts in ((truth, truth_rows, truth_starts), (predictions, prediction_rows, prediction_starts)):
        counts = np.diff(starts)[both]
        ends = np.cumsum(counts)
        at = np.arange(ends[-1]) + np.repeat(starts[both] - ends + counts, counts)
        row, held = some[at], np.repeat(first, counts)
        wrong = np.flatnonzero((masks.height[row] != truth.height[held]) | (masks.width[row] != truth.width[held]))
        if wrong.size:
            one, other = row[wrong[0]], held[wrong[0]]
            raise InputError(
                "vision.mask_sizes_differ",
                name="truth" if masks is truth else "predictions",
                at=int(one),
                height=int(masks.height[one]),
                width=int(masks.width[one]),
                other=int(other),
                truth_height=int(truth.height[other]),
                truth_width=int(truth.width[other]),
            )
