"""One image and category by itself: overlaps and matching step by step, in the order of pycocotools and with its errors.

This is what methods that others call or replace do, and what is done of data that the columns of all images at once do not hold.
"""

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from . import mask
from .params import Params

if TYPE_CHECKING:
    from ...types import Array, Floats


Annotations = list[dict[str, Any]]
FIELDS = {"segm": "segmentation", "bbox": "bbox"}


def by_score(dt: Annotations, most: Any) -> Annotations:
    """The detections from the highest score down, equal ones as they stand."""
    order = np.argsort([-d["score"] for d in dt], kind="mergesort")
    return [dt[place] for place in order[:most]]


def region_overlaps(params: Params, gt: Annotations, dt: Annotations) -> Any:
    """Intersection over union of boxes or masks, detections × objects; a list of nothing where a side has nothing."""
    if not gt and not dt:
        return []
    said = by_score(dt, params.maxDets[-1])
    if params.iouType not in FIELDS:
        raise Exception("unknown iouType for iou computation")
    field = FIELDS[params.iouType]
    real, found = [g[field] for g in gt], [d[field] for d in said]
    return mask.iou(found, real, [int(g["iscrowd"]) for g in gt])


def point_similarities(params: Params, gt: Annotations, dt: Annotations) -> "list[Any] | Floats":
    """Similarity of keypoints, detections × objects; a list of nothing where a side has nothing."""
    said = by_score(dt, params.maxDets[-1])
    if not gt or not said:
        return []
    spread = (params.kpt_oks_sigmas * 2) ** 2
    found = np.zeros((len(said), len(gt)))
    for j, g in enumerate(gt):
        points = np.array(g["keypoints"])
        marked = points[2::3] > 0
        scale = g["area"] + np.spacing(1)
        for i, d in enumerate(said):
            dx, dy = _distances(np.array(d["keypoints"]), points, g["bbox"], marked.any(), len(spread))
            error = (dx**2 + dy**2) / spread / scale / 2
            if marked.any():
                error = error[marked]
            found[i, j] = np.sum(np.exp(-error)) / error.shape[0]
    return found


def _distances(said: NDArray[Any], points: NDArray[Any], box: Any, marked: object, count: int) -> tuple[Any, Any]:
    """How far each point is off; of an object without points, how far out of a box around it that is three times as wide and high."""
    x, y = said[0::3], said[1::3]
    if marked:
        return x - points[0::3], y - points[1::3]
    none = np.zeros(count)
    left, right = box[0] - box[2], box[0] + box[2] * 2
    top, bottom = box[1] - box[3], box[1] + box[3] * 2
    dx = np.max((none, left - x), axis=0) + np.max((none, x - right), axis=0)
    dy = np.max((none, top - y), axis=0) + np.max((none, y - bottom), axis=0)
    return dx, dy


def matched(
    params: Params, overlaps: Any, gt: Annotations, dt: Annotations, named: tuple[Any, Any], areas: Any, most: Any
) -> dict[str, Any] | None:
    """Which detection has which object at each threshold, for one range of areas."""
    if not gt and not dt:
        return None
    for g in gt:
        g["_ignore"] = 1 if g["ignore"] or (g["area"] < areas[0] or g["area"] > areas[1]) else 0
    order = np.argsort([g["_ignore"] for g in gt], kind="mergesort")
    real, said = [gt[place] for place in order], by_score(dt, most)
    crowd = [int(g["iscrowd"]) for g in real]
    ious = overlaps[:, order] if len(overlaps) > 0 else overlaps
    levels = len(params.iouThrs)
    of_real, of_said = np.zeros((levels, len(real))), np.zeros((levels, len(said)))
    ignored = np.array([g["_ignore"] for g in real])
    skipped = np.zeros((levels, len(said)))
    for level, threshold in enumerate(params.iouThrs if len(ious) else ()):
        for row, d in enumerate(said):
            best = _best(ious[row], of_real[level], crowd, ignored, min([threshold, 1 - 1e-10]))
            if best >= 0:
                skipped[level, row] = ignored[best]
                of_said[level, row] = real[best]["id"]
                of_real[level, best] = d["id"]
    outside = np.array([d["area"] < areas[0] or d["area"] > areas[1] for d in said]).reshape((1, len(said)))
    return {
        "image_id": named[0],
        "category_id": named[1],
        "aRng": areas,
        "maxDet": most,
        "dtIds": [d["id"] for d in said],
        "gtIds": [g["id"] for g in real],
        "dtMatches": of_said,
        "gtMatches": of_real,
        "dtScores": [d["score"] for d in said],
        "gtIgnore": ignored,
        "dtIgnore": np.logical_or(skipped, np.logical_and(of_said == 0, np.repeat(outside, levels, 0))),
    }


def _best(overlaps: Any, taken: Any, crowd: list[int], ignored: "Array", threshold: float) -> int:
    """The free object that overlaps most, of equals the last; one that is ignored only where no other will do. -1 for none."""
    best = -1
    for place in range(len(crowd)):
        if taken[place] > 0 and not crowd[place]:
            continue
        if best > -1 and ignored[best] == 0 and ignored[place] == 1:
            break
        if overlaps[place] < threshold:
            continue
        threshold, best = overlaps[place], place
    return best
