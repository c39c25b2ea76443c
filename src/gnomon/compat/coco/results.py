"""What a list of results gets so that it can stand as annotations: ids, areas, boxes, as pycocotools gives them."""

import copy
from typing import Any

import numpy as np

from . import mask


def prepared(anns: list[dict[str, Any]], truth: Any, res: Any) -> None:
    """Write into the results what they lack; the first says of what kind all are."""
    first = anns[0]
    if "caption" in first:
        said = {ann["image_id"] for ann in anns}
        res.dataset["images"] = [img for img in res.dataset["images"] if img["id"] in said]
        for place, ann in enumerate(anns, 1):
            ann["id"] = place
        return
    boxed = "bbox" in first and first["bbox"] != []
    fill = _boxed if boxed else _masked if "segmentation" in first else _pointed if "keypoints" in first else None
    if fill is None:
        return
    res.dataset["categories"] = copy.deepcopy(truth.dataset["categories"])
    fill(anns)


def _boxed(anns: list[dict[str, Any]]) -> None:
    for place, ann in enumerate(anns, 1):
        box = ann["bbox"]
        x, y, wide, high = box[0], box[1], box[2], box[3]
        if "segmentation" not in ann:
            right, bottom = x + wide, y + high
            ann["segmentation"] = [[x, y, x, bottom, right, bottom, right, y]]
        ann["area"] = wide * high
        ann["id"] = place
        ann["iscrowd"] = 0


def _masked(anns: list[dict[str, Any]]) -> None:
    given = [ann["segmentation"] for ann in anns]
    if all(type(one) is dict for one in given):
        areas, boxes = list(mask.area(given)), list(mask.toBbox(given))
    else:  # the first that is none raises, what stands before it being prepared
        areas, boxes = [], []
    for place, ann in enumerate(anns, 1):
        ann["area"] = areas[place - 1] if areas else mask.area(ann["segmentation"])
        if "bbox" not in ann:
            ann["bbox"] = boxes[place - 1] if areas else mask.toBbox(ann["segmentation"])
        ann["id"] = place
        ann["iscrowd"] = 0


def _pointed(anns: list[dict[str, Any]]) -> None:
    for place, ann in enumerate(anns, 1):
        points = ann["keypoints"]
        x, y = points[0::3], points[1::3]
        left, right, top, bottom = np.min(x), np.max(x), np.min(y), np.max(y)
        ann["area"] = (right - left) * (bottom - top)
        ann["id"] = place
        ann["bbox"] = [left, top, right - left, bottom - top]
