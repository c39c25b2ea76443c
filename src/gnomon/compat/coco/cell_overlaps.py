"""The pairs of a detection and an object of one cell that overlap: boxes, masks or keypoints."""

from typing import Any

import numpy as np

from ... import _core
from ...parallel import THREADS
from ...types import Array
from ...vision.masks import Masks
from ...vision.matching import image_chunks, sparse_pairs
from ...vision.segmentations import MOST_PIXELS
from . import mask
from .columns import AnnotationColumns
from .params import Params

Pairs = tuple[Array, Array, Array]
WRITTEN: set[type] = {list, np.ndarray}


def overlapping(gts: AnnotationColumns, dts: AnnotationColumns, truth: Any, said: Any, crowd: Array, params: Params, least: float) -> Pairs:
    """Where each detection's pairs start, the object of each and the overlap; what columns do not hold raises."""
    if params.iouType == "bbox":
        boxes, truth_boxes = (side.rows("bbox", 4, WRITTEN)[some.rows] for side, some in ((dts, said), (gts, truth)))
        return _core.box_pairs(said.starts, boxes, truth.starts, truth_boxes, crowd, least, False, THREADS)
    masks = params.iouType == "segm"
    return _measured((_mask_measure if masks else _point_measure)(gts, dts, truth, said, crowd, params, least), truth, said, least)


def _measured(measure: Any, truth: Any, said: Any, least: float) -> Pairs:
    """Pairs out of whole matrices, some cells at a time."""
    found: list[tuple[Array, Array, Array]] = [(np.zeros(0, np.int64), np.zeros(0, np.int64), np.zeros(0))]
    for first, last in image_chunks(said.starts, truth.starts):
        some, some_truth = said.starts[first : last + 1], truth.starts[first : last + 1]
        real, rows = np.arange(some_truth[0], some_truth[-1]), np.arange(some[0], some[-1])
        values = measure(real, some_truth - some_truth[0], rows, some - some[0])
        found.append(sparse_pairs(values, some, some_truth, least))
    counts, partner, iou = map(np.concatenate, zip(*found, strict=True))
    return np.append(0, np.cumsum(counts)).astype(np.int64), partner.astype(np.int32), iou.astype(np.float64)


def _mask_measure(gts: AnnotationColumns, dts: AnnotationColumns, truth: Any, said: Any, crowd: Array, params: Params, least: float) -> Any:
    """A function that measures masks, where those of a cell are of one size."""
    del params
    sides = [[side.anns[row]["segmentation"] for row in some.rows.tolist()] for side, some in ((gts, truth), (dts, said))]
    if not all(type(one) is dict for side in sides for one in side):
        raise TypeError("segmentation")
    a, b = (mask.masks_of_strings(side) for side in sides)
    for masks in (a, b):
        if not masks_fill_images(masks):
            raise ValueError("segmentation")
    size = np.full((len(truth.starts) - 1, 2), -1)
    for side, masks in ((truth, a), (said, b)):
        size[side.cell] = np.column_stack([masks.height, masks.width])
    for side, masks in ((truth, a), (said, b)):
        if (size[side.cell] != np.column_stack([masks.height, masks.width])).any():
            raise ValueError("size")

    def measure(rows: Array, starts: Array, said_rows: Array, said_starts: Array) -> Array:
        return _core.mask_overlaps(a.columns, b.columns, crowd, rows, starts, said_rows, said_starts, None, least, THREADS)

    return measure


def masks_fill_images(masks: Masks) -> bool:
    """Whether runs sum to the pixels of their image, which is what kernels count on."""
    if (np.diff(masks.starts) == 0).any():
        return False
    total = np.add.reduceat(masks.runs.astype(np.int64), masks.starts[:-1]) if len(masks) else np.zeros(0, np.int64)
    pixels = masks.height * masks.width
    return bool(((total == pixels) & (pixels <= MOST_PIXELS)).all())


def _point_measure(
    gts: AnnotationColumns, dts: AnnotationColumns, truth: Any, said: Any, crowd: Array, params: Params, least: float
) -> Any:
    """A function that measures keypoints, where all have as many as there are sigmas."""
    del crowd, least  # a crowd of people is measured like one
    sigmas = np.asarray(params.kpt_oks_sigmas, np.float64)
    if sigmas.ndim != 1 or not (sigmas > 0).all():
        raise ValueError("sigmas")
    points = []
    for side, some in ((gts, truth), (dts, said)):
        table = side.rows("keypoints", 3 * len(sigmas), WRITTEN | {tuple})
        points.append(np.ascontiguousarray(table[some.rows].reshape(-1, len(sigmas), 3)))
    boxes = gts.rows("bbox", 4, WRITTEN | {tuple})[truth.rows]
    area = gts.numbers("area").astype(np.float64)[truth.rows]
    if not np.isfinite(area).all():
        raise ValueError("area")

    def measure(rows: Array, starts: Array, said_rows: Array, said_starts: Array) -> Array:
        return _core.keypoint_overlaps(points[0], points[1], boxes, area, sigmas, rows, starts, said_rows, said_starts, None, THREADS)

    return measure
