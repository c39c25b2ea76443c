"""Detections handed over in a wrong way: the format, unit, numbering or scores of a good detector spoiled, as people do."""

import numpy as np

import gnomon as gn

CLASSES = 6
SIZES = ((480, 640), (640, 480), (720, 1280))


def scenes(rng, images=40, one_size=False):
    """Images of several sizes with one to eight objects each, and a detector that finds nine of ten and says some in vain."""
    truth, said = {}, {}
    for image in range(1, images + 1):
        height, width = SIZES[0] if one_size else SIZES[int(rng.integers(len(SIZES)))]
        count = int(rng.integers(1, 9))
        sides = rng.uniform(25, 160, (count, 2))
        boxes = np.hstack([rng.uniform(0, 1, (count, 2)) * (np.array([width, height]) - sides), sides])
        labels = rng.integers(1, CLASSES + 1, count)
        found = rng.random(count) < 0.9
        noise = rng.normal(0, 0.04, (count, 4)) * np.tile(sides, 2)
        stray = int(rng.poisson(0.7))
        away = rng.uniform(20, 120, (stray, 2))
        false = np.hstack([rng.uniform(0, 1, (stray, 2)) * (np.array([width, height]) - away), away])
        truth[image] = {"boxes": boxes, "labels": labels, "size": (height, width)}
        said[image] = {
            "boxes": np.vstack([(boxes + noise)[found], false]),
            "labels": np.append(labels[found], rng.integers(1, CLASSES + 1, stray)),
            "scores": np.append(rng.beta(5, 2, int(found.sum())), rng.beta(2, 5, stray)),
        }
    return truth, said


def coco(truth):
    """The truth as COCO's data set, with classes and images beyond those met."""
    kinds = [{"id": k, "name": f"kind {k}"} for k in range(CLASSES + 2)]
    images = [{"id": k, "height": one["size"][0], "width": one["size"][1]} for k, one in truth.items()]
    images += [{"id": k, "height": 480, "width": 640} for k in (0, len(truth) + 1)]
    rows = [
        (image, box, kind) for image, one in truth.items() for box, kind in zip(one["boxes"].tolist(), one["labels"].tolist(), strict=True)
    ]
    annotations = [
        {"id": place + 1, "image_id": image, "category_id": kind, "bbox": box, "iscrowd": 0, "area": box[2] * box[3]}
        for place, (image, box, kind) in enumerate(rows)
    ]
    return {"images": images, "categories": kinds, "annotations": annotations}


def results(said, spoil=lambda image, box: box, classes=0, images=0, score=lambda s: s, kept=lambda image: True):
    """COCO's results, each box spoiled."""
    return [
        {
            "image_id": image + images,
            "category_id": int(kind) + classes,
            "bbox": [float(v) for v in spoil(image, box)],
            "score": float(score(s)),
        }
        for image, one in said.items()
        for box, kind, s in zip(one["boxes"], one["labels"], one["scores"], strict=True)
        if kept(image)
    ]


def corners(_, box):
    return [box[0], box[1], box[0] + box[2], box[1] + box[3]]


def centre(_, box):
    return [box[0] + box[2] / 2, box[1] + box[3] / 2, box[2], box[3]]


def axes(_, box):
    return box[[1, 0, 3, 2]]


def resized(factor):
    return lambda _, box: box * factor


def to_square(truth, side):
    return lambda image, box: box * np.tile(side / np.array(truth[image]["size"][::-1]), 2)


def spoiled_truth(truth, spoil):
    made = coco(truth)
    for one in made["annotations"]:
        one["bbox"] = [float(v) for v in spoil(0, np.array(one["bbox"]))]
    return made


PLANTS = {
    "xyxy as xywh": ("boxes_otherwise", lambda t, s: (coco(t), results(s, corners))),
    "centre as corner": ("boxes_otherwise", lambda t, s: (coco(t), results(s, centre))),
    "swapped axes": ("boxes_otherwise", lambda t, s: (coco(t), results(s, axes))),
    "truth xyxy as xywh": ("truth_boxes_otherwise", lambda t, s: (spoiled_truth(t, corners), results(s))),
    "half size": ("boxes_resized", lambda t, s: (coco(t), results(s, resized(0.5)))),
    "a fifth larger": ("boxes_resized", lambda t, s: (coco(t), results(s, resized(1.2)))),
    "640 × 640": ("boxes_of_size", lambda t, s: (coco(t), results(s, to_square(t, 640)))),
    "shares": ("boxes_in_shares", lambda t, s: (coco(t), results(s, to_square(t, 1)))),
    "classes from 0": ("class_ids_shifted", lambda t, s: (coco(t), results(s, classes=-1))),
    "classes too high": ("class_ids_shifted", lambda t, s: (coco(t), results(s, classes=1))),
    "images from 0": ("image_ids_shifted", lambda t, s: (coco(t), results(s, images=-1))),
    "half the images": ("images_without_detections", lambda t, s: (coco(t), results(s, kept=lambda image: image <= len(t) // 2))),
    "one score": ("detections_of_one_score", lambda t, s: (coco(t), results(s, score=lambda _: 1.0))),
    "reversed scores": ("detection_scores_reversed", lambda t, s: (coco(t), results(s, score=lambda one: 1 - one))),
}
"""The rule that each fault calls for, and what makes the two sides."""


def input_rules(truth, said, **options):
    """The rules that find something amiss."""
    made = gn.evaluate(truth, prediction=said, task="detection", ci=None, metrics="detection_ap", **options)
    return {one.rule: one for one in made.findings}
