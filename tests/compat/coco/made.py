"""Data sets made up at random: crowds, ignored objects, empty images, equal scores, objects of all sizes."""

import numpy as np

SIDE = 200
POINTS = 17


def data(seed, kind="bbox", images=6, classes=3, objects=25, detections=60, first_id=1):
    """A data set and results of one kind."""
    rng = np.random.default_rng(seed)
    write = {"bbox": boxed, "segm": outlined, "keypoints": pointed}[kind]
    annotations = []
    for place in range(objects):
        one = {"id": place + first_id, "image_id": int(rng.integers(1, images)) * 3, "category_id": int(rng.integers(classes)) * 2 + 1}
        one |= write(rng, truth=True)
        one |= {"area": float(one["bbox"][2] * one["bbox"][3] * rng.choice([0.5, 1.0])), "iscrowd": int(rng.random() < 0.1)}
        if rng.random() < 0.1:
            one["ignore"] = 1
        annotations.append(one)
    results = []
    for _ in range(detections):
        about = annotations[rng.integers(objects)] if objects and rng.random() < 0.7 else None
        image = about["image_id"] if about else int(rng.integers(1, images + 1)) * 3
        label = about["category_id"] if about and rng.random() < 0.9 else int(rng.integers(classes)) * 2 + 1
        said = write(rng, about=about)
        if kind != "bbox":
            del said["bbox"]
        results.append({"image_id": image, "category_id": label, **said, "score": float(rng.integers(1, 20)) / 20})
    pictures = [{"id": 3 * place, "height": SIDE, "width": SIDE} for place in range(1, images + 1)]
    categories = [{"id": 2 * place + 1, "name": f"class {place}", "supercategory": "thing"} for place in range(classes)]
    return {"info": {"year": 2026}, "images": pictures, "annotations": annotations, "categories": categories}, results


def box(rng, about=None):
    if about is not None:
        x, y, wide, high = about["bbox"]
        return [x + float(rng.choice([0, 0, 2.5, 5])), y + float(rng.choice([0, 0, -2.5, 5])), wide, high]
    wide, high = float(rng.choice([10, 20, 40, 100, 120])), float(rng.choice([10, 25, 40, 100]))
    return [float(rng.integers(0, 12)) * 5, float(rng.integers(0, 12)) * 5, wide, high]


def boxed(rng, truth=False, about=None):
    return {"bbox": box(rng, about)}


def outlined(rng, truth=False, about=None):
    """Polygons, several at times, counts of runs, or packed ones; results are packed."""
    x, y, wide, high = made = box(rng, about)
    polygon = [x, y + high / 3, x + wide / 2, y, x + wide, y + high / 3, x + wide * 0.8, y + high, x + wide * 0.2, y + high]
    way = rng.integers(4) if truth else 3
    if way < 2:
        parts = [polygon] + ([[x, y, x + 5, y, x + 5, y + 30, x, y + 30]] if way else [])
        return {"bbox": made, "segmentation": parts}
    from pycocotools import mask

    packed = mask.frPyObjects([polygon], SIDE, SIDE)[0]
    if way == 2:
        flat = mask.decode(packed).ravel("F")
        turns = np.flatnonzero(np.diff(flat, prepend=0))
        return {"bbox": made, "segmentation": {"size": [SIDE, SIDE], "counts": np.diff(turns, prepend=0, append=flat.size).tolist()}}
    return {"bbox": made, "segmentation": {"size": [SIDE, SIDE], "counts": packed["counts"].decode()}}


def pointed(rng, truth=False, about=None):
    made = box(rng, about)
    if about is not None and any(about["keypoints"]):
        points = np.array(about["keypoints"], float).reshape(-1, 3)
        points[:, :2] += rng.normal(0, rng.choice([0, 1, 4]), (POINTS, 2))
    else:
        points = np.column_stack([made[0] + rng.random(POINTS) * made[2], made[1] + rng.random(POINTS) * made[3], np.full(POINTS, 2.0)])
    if not truth:
        return {"bbox": made, "keypoints": points.ravel().tolist()}
    points = points.round()
    points[rng.random(POINTS) < 0.3] = 0
    if rng.random() < 0.2:
        points[:] = 0
    return {"bbox": made, "keypoints": points.astype(int).ravel().tolist(), "num_keypoints": int((points[:, 2] > 0).sum())}
