"""What was matched, image by image, as pycocotools' evalImgs lists it."""

from typing import Any

import numpy as np

from ...types import Array
from .cells import AnnotationCells


def eval_images(cells: AnnotationCells) -> list[dict[str, Any] | None]:
    """Categories × areas × images: a dictionary each, None where an image has neither objects nor detections of the category."""
    params = cells.params
    images, areas = len(params.imgIds), len(params.areaRng)
    kinds = list(params.catIds) if params.useCats else [-1]
    found: list[dict[str, Any] | None] = [None] * (len(kinds) * areas * images)
    said = [cells.dts[row] for row in cells.said.rows.tolist()]
    ids, scores = [d["id"] for d in said], [d["score"] for d in said]
    numbers, truth_numbers = np.array(ids, np.float64), np.array([cells.gts[row]["id"] for row in cells.truth.rows.tolist()], np.float64)
    starts, truth_starts = cells.said.starts.tolist(), cells.truth.starts.tolist()
    for area in range(areas):
        of_said, of_truth, skipped, order = _area(cells, area, numbers, truth_numbers)
        truth_ids = [cells.gts[row]["id"] for row in cells.truth.rows[order].tolist()]
        ignored = cells.left_out[area][order].astype(np.int64)
        for cell, key in enumerate(cells.keys.tolist()):
            kind, image = divmod(key, images)
            here, real = slice(*starts[cell : cell + 2]), slice(*truth_starts[cell : cell + 2])
            found[(kind * areas + area) * images + image] = {
                "image_id": params.imgIds[image],
                "category_id": kinds[kind],
                "aRng": params.areaRng[area],
                "maxDet": params.maxDets[-1],
                "dtIds": ids[here],
                "gtIds": truth_ids[real],
                "dtMatches": of_said[:, here].copy(),
                "gtMatches": of_truth[:, real].copy(),
                "dtScores": scores[here],
                "gtIgnore": ignored[real].copy() if real.stop > real.start else np.zeros(0),
                "dtIgnore": skipped[:, here].copy(),
            }
    return found


def _area(cells: AnnotationCells, area: int, ids: Array, truth_ids: Array) -> tuple[Array, Array, Array, Array]:
    """The object's id of each detection, the detection's of each object, which detections are ignored, and the objects' order.

    In a range of areas, the objects that are left out stand last in their cell.
    """
    partner = cells.partners(area)
    left_out = cells.left_out[area]
    level, row = np.nonzero(partner >= 0)
    one = partner[level, row]
    of_said, of_truth = np.zeros(partner.shape), np.zeros((len(partner), len(truth_ids)))
    skipped = np.zeros(partner.shape, bool)
    of_said[level, row], skipped[level, row] = truth_ids[one], left_out[one] != 0
    of_truth[level, one] = ids[row]  # of a crowd, the last detection that has it
    skipped |= (of_said == 0) & (cells.outside[area] != 0)
    order = np.lexsort((left_out, cells.truth.cell))
    return of_said, of_truth[:, order], skipped, order
