"""Detections as COCO's JSON, to hand on to other tools."""

from typing import Any

import numpy as np

from .. import _core
from ..errors import InputError
from .detections import Detections
from .masks import Masks


def data_set(truth: Detections) -> dict[str, list[Any]]:
    """Images, annotations and categories."""
    images = truth.images
    pictures: list[dict[str, Any]] = []
    for place, name in enumerate(images.names.tolist()):
        picture = {"id": name, "height": int(images.height[place]), "width": int(images.width[place])}
        pictures.append({**picture, "file_name": images.files[place]} if images.files else picture)
    _federate(truth, pictures)
    categories: list[dict[str, Any]] = []
    for place, (id, name) in enumerate(zip(truth.categories.ids, truth.categories.names, strict=True)):
        frequency = {"frequency": truth.categories.frequency[place]} if truth.categories.frequency else {}
        categories.append({"id": id, "name": name, **frequency})
    annotations = _records(truth)
    ids = np.arange(1, len(truth) + 1) if truth.ids is None else truth.ids  # 0 is an id that COCO's own tool never matches
    for record, id, area, crowd, ignored in zip(annotations, ids, truth.area, truth.crowd, truth.ignored, strict=True):
        record |= {"id": int(id), "area": float(area), "iscrowd": int(crowd)}
        if ignored:
            record["ignore"] = 1
    if truth.marked_points is not None:
        for record, marked in zip(annotations, truth.marked_points.tolist(), strict=True):
            record["num_keypoints"] = marked
    return {"images": pictures, "annotations": annotations, "categories": categories}


def results(predictions: Detections) -> list[dict[str, Any]]:
    """A dictionary for each prediction."""
    records = _records(predictions)
    assert predictions.score is not None
    for record, score in zip(records, predictions.score.tolist(), strict=True):
        record["score"] = score
    return records


def _federate(truth: Detections, pictures: list[dict[str, Any]]) -> None:
    if truth.federation is None:
        return
    for field, pairs in (("neg_category_ids", truth.federation.absent), ("not_exhaustive_category_ids", truth.federation.incomplete)):
        for picture in pictures:
            picture[field] = []
        for image, category in pairs.tolist():
            pictures[image][field].append(truth.categories.ids[category])


def _records(side: Detections) -> list[dict[str, Any]]:
    """What both sides say of an object."""
    if side.boxes.shape[1] != 4:
        raise InputError("vision.coco_oriented_boxes_unsupported", source=side.source)
    if side.normalised:
        raise InputError(
            "vision.coco_picture_sizes_missing",
            source=side.source,
        )
    names = side.images.names.tolist()
    records: list[dict[str, Any]] = [
        {"image_id": names[image], "category_id": side.categories.ids[category], "bbox": box}
        for image, category, box in zip(side.image.tolist(), side.category.tolist(), side.boxes.tolist(), strict=True)
    ]
    if side.masks is not None:
        for record, mask in zip(records, _encoded(side.masks), strict=True):
            record["segmentation"] = mask
    if side.keypoints is not None:
        for record, points in zip(records, side.keypoints.reshape(len(side), -1).tolist(), strict=True):
            record["keypoints"] = points
    return records


def _encoded(masks: Masks) -> list[dict[str, Any]]:
    """Masks with their runs packed as COCO packs them."""
    characters, at = _core.mask_texts(masks.runs, masks.starts)
    text, places = characters.tobytes().decode("ascii"), at.tolist()
    sizes = zip(masks.height.tolist(), masks.width.tolist(), strict=True)
    return [{"size": list(size), "counts": text[a:b]} for size, a, b in zip(sizes, places[:-1], places[1:], strict=True)]
