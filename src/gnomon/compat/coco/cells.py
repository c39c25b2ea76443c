"""All images and categories at once: their annotations as columns, matched by gnomon's kernels.

A cell is a category in an image, or an image where categories do not count. What columns do not hold (ids that are no numbers, boxes that
are not finite, fields that are missing) is left to :mod:`.one_image`, which does of it what pycocotools does.
"""

from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from ... import _core
from ...parallel import THREADS
from ...types import Array
from ...vision.matching import starts_of
from .cell_overlaps import overlapping
from .columns import AnnotationColumns, Annotations
from .params import Params


class AnnotationSide(NamedTuple):
    """The annotations of one side by cell: their places in the list, and where those of each cell start."""

    rows: Array
    starts: Array

    @property
    def cell(self) -> Array:
        """The cell of each row."""
        return np.repeat(np.arange(len(self.starts) - 1), np.diff(self.starts))


@dataclass(eq=False)
class AnnotationCells:
    """Annotations by cell, and what was matched: ``state`` has areas · thresholds × detections, 0 unmatched, 1 matched, 2 ignored."""

    params: Params
    gts: Annotations
    dts: Annotations
    keys: Array
    """The number of each cell that has anything: category × images + image."""
    truth: AnnotationSide
    said: AnnotationSide
    score: Array
    rank: Array
    left_out: Array
    outside: Array
    crowd: Array
    never: Array
    """Objects with the id 0, by which pycocotools knows what is not matched."""
    pairs: tuple[Array, Array, Array]
    state: Array

    @property
    def thresholds(self) -> Array:
        """The overlaps from which on a detection may match."""
        return np.asarray(self.params.iouThrs, np.float64)

    def partners(self, area: int) -> Array:
        """Thresholds × detections: the object that each has in a range of areas, or -1."""
        never = np.zeros_like(self.never)
        return _matched(self.said, self.truth, self.pairs, self.crowd, never, self.left_out[[area]], self.outside[[area]], self.thresholds)[
            1
        ]


def gathered(gts: AnnotationColumns, dts: AnnotationColumns, params: Params) -> AnnotationCells | None:
    """The columns of both sides by cell, matched; None where columns do not hold them."""
    try:
        return _gathered(gts, dts, params)
    except (KeyError, TypeError, ValueError, OverflowError, IndexError, AttributeError):
        return None


def _gathered(gts: AnnotationColumns, dts: AnnotationColumns, params: Params) -> AnnotationCells | None:
    thresholds, most = np.asarray(params.iouThrs, np.float64), params.maxDets[-1]
    plain = isinstance(most, (int, np.integer)) and most >= 0 and thresholds.ndim == 1 and len(thresholds) and np.isfinite(thresholds).all()
    something = len(params.imgIds) and len(params.catIds) and len(params.areaRng)
    if (
        not (plain and something)
        or params.iouType not in ("segm", "bbox", "keypoints")
        or (params.iouType == "keypoints" and not params.useCats)
    ):
        return None
    truth_cell, truth_rows = _arranged(gts, params)
    cell, rows = _arranged(dts, params)
    score = dts.numbers("score").astype(np.float64)[rows]
    if np.isnan(score).any() or (dts.numbers("id", "iu")[rows] <= 0).any():  # a detection with such an id leaves its object free
        return None
    order = np.lexsort((-score, cell))
    cell, rows, score = cell[order], rows[order], score[order]
    keys = np.unique(np.concatenate([truth_cell, cell]))
    rank = _ranks(cell)
    kept = rank < most
    truth, said = AnnotationSide(truth_rows, _starts(keys, truth_cell)), AnnotationSide(rows[kept], _starts(keys, cell[kept]))
    crowd = np.array([int(g["iscrowd"]) for g in gts.anns], np.int64)[truth.rows]
    if not np.isin(crowd, (0, 1)).all():
        return None
    flags = crowd.astype(np.uint8)
    pairs = overlapping(gts, dts, truth, said, flags, params, min(float(thresholds.min()), 1 - 1e-10))
    ignored = np.array([bool(g["ignore"]) for g in gts.anns], bool)[truth.rows]
    left_out = (_outside(gts, truth.rows, params) | ignored).astype(np.uint8)
    outside = _outside(dts, said.rows, params).astype(np.uint8)
    never = (gts.numbers("id", "iu")[truth.rows] == 0).astype(np.uint8)
    state, _ = _matched(said, truth, pairs, flags, never, left_out, outside, thresholds)
    return AnnotationCells(
        params,
        gts.anns,
        dts.anns,
        keys,
        truth,
        said,
        score[kept],
        rank[kept].astype(np.int32),
        left_out,
        outside,
        flags,
        never,
        pairs,
        state,
    )


def _arranged(side: AnnotationColumns, params: Params) -> tuple[Array, Array]:
    """The cell of each annotation that has one, ascending, and its place in the list; in a cell by category, then as in the list."""
    image, kind = side.places("image_id", params.imgIds), side.places("category_id", params.catIds)
    rows = np.flatnonzero((image >= 0) & (kind >= 0))
    image, kind = image[rows], kind[rows]
    images, kinds = len(params.imgIds), len(params.catIds)
    order = np.argsort(kind * images + image if params.useCats else image * kinds + kind, kind="stable")
    return (kind * images * bool(params.useCats) + image)[order], rows[order]


def _ranks(cell: Array) -> Array:
    """How many of the same cell stand before each."""
    first = np.flatnonzero(np.diff(cell, prepend=-1))
    return np.arange(len(cell)) - np.repeat(first, np.diff(np.append(first, len(cell))))


def _starts(keys: Array, cell: Array) -> Array:
    """Where the rows of each cell start, and where the last end."""
    return np.searchsorted(cell, np.append(keys, 2**62)).astype(np.int64)


def _outside(side: AnnotationColumns, rows: Array, params: Params) -> Array:
    """Areas × rows: whether one's area lies outside the range."""
    area = side.numbers("area").astype(np.float64)[rows]
    found = [(area < float(ends[0])) | (area > float(ends[1])) for ends in params.areaRng]
    return np.array(found, bool).reshape(len(params.areaRng), len(rows))


def _matched(
    said: AnnotationSide,
    truth: AnnotationSide,
    pairs: tuple[Array, Array, Array],
    crowd: Array,
    never: Array,
    left_out: Array,
    outside: Array,
    levels: Array,
) -> tuple[Array, Array]:
    same, truth_same = np.zeros(len(said.rows), np.int32), np.zeros(len(truth.rows), np.int32)
    return _core.match_images(
        said.starts, same, truth.starts, truth_same, *pairs, crowd, never, left_out, outside, levels, False, True, THREADS
    )


def tables(cells: AnnotationCells, caps: list[int], grid: Any) -> tuple[Array, Array, Array]:
    """Precision (thresholds × recalls × categories × areas × caps), recall (without recalls), scores; -1 where nothing is to be found."""
    params = cells.params
    images, kinds, areas = len(params.imgIds), len(params.catIds) if params.useCats else 1, len(params.areaRng)
    kind, truth_kind = cells.keys[cells.said.cell] // images, cells.keys[cells.truth.cell] // images
    order = np.lexsort((-cells.score, kind)).astype(np.int64)
    objects = np.array([np.bincount(truth_kind[line == 0], minlength=kinds) for line in cells.left_out], np.int64).reshape(areas, kinds)
    levels, points = len(cells.thresholds), np.asarray(grid, np.float64)
    precision, recall, scores = _core.precision_tables(
        starts_of(kind, kinds), order, cells.score, cells.rank, cells.state, levels, objects, np.array(caps, np.int64), points, THREADS
    )
    shape = (kinds, areas, len(caps))
    return precision.reshape(levels, len(points), *shape), recall.reshape(levels, *shape), scores.reshape(levels, len(points), *shape)
