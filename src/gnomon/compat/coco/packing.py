"""Masks of annotations packed as run lengths, all of a data set at once."""

from typing import Any

import numpy as np

from . import mask
from .dataset import COCO

Annotations = list[dict[str, Any]]


def with_packed_masks(anns: Annotations, coco: Any) -> None:
    """Put run lengths in the place of each annotation's segmentation."""
    left = anns
    if getattr(type(coco), "annToRLE", None) is COCO.annToRLE and "annToRLE" not in vars(coco):
        left = _drawn(anns, coco)
    for ann in left:
        ann["segmentation"] = coco.annToRLE(ann)


def _drawn(anns: Annotations, coco: COCO) -> Annotations:
    """Draw what is written as polygons; what is not, is left."""
    left: Annotations = []
    outlined: Annotations = []
    for ann in anns:
        parts = ann.get("segmentation")
        plain = type(parts) is list and parts and all(type(part) is list for part in parts) and len(parts[0]) > 4
        image = coco.imgs.get(ann.get("image_id")) if plain else None
        sized = image is not None and all(type(image.get(side)) is int and image[side] > 0 for side in ("height", "width"))
        (outlined if sized else left).append(ann)
    try:
        polygons = [mask.polygon_corners(part) for ann in outlined for part in ann["segmentation"]]
    except (TypeError, ValueError, OverflowError):
        return anns
    if not all(np.isfinite(one).all() for one in polygons):
        return anns
    starts = np.append(0, np.cumsum([len(ann["segmentation"]) for ann in outlined])).astype(np.int64)
    height, width = (np.array([coco.imgs[ann["image_id"]][side] for ann in outlined], np.int64) for side in ("height", "width"))
    for ann, packed in zip(outlined, mask.polygon_masks(polygons, starts, height, width), strict=True):
        ann["segmentation"] = packed
    return left
