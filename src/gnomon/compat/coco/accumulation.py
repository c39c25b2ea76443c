"""Precision and recall of all images, as pycocotools' accumulate tabulates them."""

from typing import Any

import numpy as np

from ... import _core
from ...parallel import THREADS
from ...types import Array
from .cells import AnnotationCells, tables
from .params import Params

Tables = tuple[Array, Array, Array]


def from_cells(cells: AnnotationCells, params: Params) -> Tables | None:
    """The tables out of columns; None where other things are asked for than were evaluated."""
    held = cells.params
    if not (
        list(params.imgIds) == list(held.imgIds)
        and (not held.useCats or list(params.catIds) == list(held.catIds))
        and bool(params.useCats) == bool(held.useCats)
        and list(map(tuple, params.areaRng)) == list(map(tuple, held.areaRng))
        and len(params.iouThrs) == len(held.iouThrs)
    ):
        return None
    caps = [cap for cap in params.maxDets if cap in held.maxDets]
    if not all(isinstance(cap, (int, np.integer)) and cap >= 0 for cap in caps) or not np.isfinite(params.recThrs).all():
        return None
    if not params.useCats and list(params.catIds) != [-1]:
        return None
    found = tables(cells, [int(cap) for cap in caps], params.recThrs)
    if len(caps) == len(params.maxDets):
        return found
    blank = _blank(params)
    for whole, part in zip(blank, found, strict=True):
        whole[..., : len(caps)] = part
    return blank


def from_images(images: Any, params: Params, evaluated: Any) -> Tables:
    """The tables out of a list of what was matched in each image, whoever made it, for what is among both the asked and the evaluated."""
    kinds = set(evaluated.catIds if evaluated.useCats else [-1])
    areas, caps, names = set(map(tuple, evaluated.areaRng)), set(evaluated.maxDets), set(evaluated.imgIds)
    kind_list = [place for place, kind in enumerate(params.catIds) if kind in kinds]
    cap_list = [cap for cap in params.maxDets if cap in caps]
    area_list = [place for place, ends in enumerate(map(tuple, params.areaRng)) if ends in areas]
    image_list = [place for place, name in enumerate(params.imgIds) if name in names]
    wide, deep = len(evaluated.imgIds), len(evaluated.areaRng)
    found = _blank(params)
    for k, kind in enumerate(kind_list):
        for a, area in enumerate(area_list):
            first = kind * deep * wide + area * wide
            some = [one for one in (images[first + place] for place in image_list) if one is not None]
            for m, cap in enumerate(cap_list if some else ()):
                _fill(found, some, (k, a, m), cap, params)
    return found


def _blank(params: Params) -> Tables:
    kinds = len(params.catIds) if params.useCats else 1
    shape = (kinds, len(params.areaRng), len(params.maxDets))
    levels, points = len(params.iouThrs), len(params.recThrs)
    return -np.ones((levels, points, *shape)), -np.ones((levels, *shape)), -np.ones((levels, points, *shape))


def _fill(found: Tables, some: list[Any], at: tuple[int, int, int], cap: object, params: Params) -> None:
    """One category, range of areas and cap."""
    scores = np.concatenate([one["dtScores"][0:cap] for one in some])
    order = np.argsort(-scores, kind="mergesort")
    matches = np.concatenate([one["dtMatches"][:, 0:cap] for one in some], axis=1)
    skipped = np.concatenate([one["dtIgnore"][:, 0:cap] for one in some], axis=1)
    objects = np.count_nonzero(np.concatenate([one["gtIgnore"] for one in some]) == 0)
    if objects == 0:
        return
    state = np.where(skipped.astype(bool), 2, matches.astype(bool)).astype(np.uint8)
    levels, rows = state.shape
    first, objects_here, all_of_them = np.array([0, rows]), np.array([[objects]], np.int64), np.array([1], np.int64)
    precision, recall, said = _core.precision_tables(
        first, order.astype(np.int64), scores.astype(np.float64), np.zeros(rows, np.int32), np.ascontiguousarray(state), levels,
        objects_here, all_of_them, np.asarray(params.recThrs, np.float64), THREADS,
    )  # fmt: skip
    for level in range(levels):
        found[1][(level, *at)] = recall[level]
        for whole, part in ((found[0], precision), (found[2], said)):
            whole[(level, slice(None), *at)] = part.reshape(levels, -1)[level]
