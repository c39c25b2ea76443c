"""Overlaps of boxes and masks against a NumPy broadcast and pycocotools."""

import numpy as np
import pycocotools.mask as coco

import gnomon as gn
from gnomon.vision import Categories, Detections, Images, Masks
from gnomon.vision.overlap import overlaps
from measure import Row, best, faster

HEIGHT, WIDTH = 480, 640


def vision_overlaps() -> list[Row]:
    """2,000 × 2,000 boxes, and the masks of 100 images of 20 objects and 100 predictions each; polygons and strings read."""
    return [*_boxes(), *_masks()]


def _boxes() -> list[Row]:
    rng = np.random.default_rng(0)
    a, b = (np.column_stack([rng.random((2000, 2)) * 600, rng.random((2000, 2)) * 100 + 1]) for _ in range(2))

    def broadcast() -> object:
        near = np.maximum(a[:, None, :2], b[None, :, :2])
        far = np.minimum(a[:, None, :2] + a[:, None, 2:], b[None, :, :2] + b[None, :, 2:])
        sides = np.clip(far - near, 0, None)
        both = sides[..., 0] * sides[..., 1]
        return both / ((a[:, 2] * a[:, 3])[:, None] + b[:, 2] * b[:, 3] - both)

    assert np.array_equal(gn.box_iou(a, b, format="xywh"), np.minimum(coco.iou(a, b, [0] * 2000), 1))
    ours = best(lambda: gn.box_iou(a, b, format="xywh"), 20)
    work = "`box_iou`, 2,000 × 2,000 boxes"
    return [
        faster(work, ours, "a NumPy broadcast", best(broadcast, 5), 5),
        faster("the same", ours, "pycocotools `mask.iou`", best(lambda: coco.iou(a, b, [0] * 2000), 5), 3),
    ]


def _round(rng: np.random.Generator) -> list[list[float]]:
    angles = np.sort(rng.random(40) * 2 * np.pi)
    spread = rng.uniform(15, 90) * rng.uniform(0.8, 1.2, (40, 1))
    corners = np.column_stack([np.cos(angles), np.sin(angles)]) * spread + rng.uniform(0, [WIDTH, HEIGHT])
    return [[float(value) for value in corners.ravel()]]


def _masks() -> list[Row]:
    rng = np.random.default_rng(1)
    images, truths, predictions = 100, 20, 100
    polygons = [_round(rng) for _ in range(images * (truths + predictions))]
    drawn = [coco.merge(coco.frPyObjects(one, HEIGHT, WIDTH)) for one in polygons]
    split = images * truths
    sides = []
    for some, each in ((drawn[:split], truths), (drawn[split:], predictions)):
        n = len(some)
        place = np.repeat(np.arange(images), each).astype(np.int32)
        sides.append(
            Detections(
                Images(np.arange(images), np.full(images, HEIGHT), np.full(images, WIDTH)),
                Categories((1,), ("one",)),
                place,
                np.zeros(n, np.int32),
                np.zeros((n, 4)),
                crowd=np.zeros(n, bool),
                masks=Masks.of(some),
            )
        )
    rows = [np.arange(len(side)) for side in sides]
    starts = [each * np.arange(images + 1) for each in (truths, predictions)]

    def ours() -> np.ndarray:
        return overlaps(sides[0], sides[1], rows[0], rows[1], starts[0], starts[1], "mask")

    def theirs() -> np.ndarray:
        found = []
        for i in range(images):
            truth = drawn[i * truths : (i + 1) * truths]
            said = drawn[split + i * predictions : split + (i + 1) * predictions]
            found.append(coco.iou(said, truth, [0] * truths).ravel())
        return np.concatenate(found)

    assert np.array_equal(ours(), theirs())
    read = best(lambda: Masks.of(polygons, HEIGHT, WIDTH), 3)
    draw = best(lambda: [coco.merge(coco.frPyObjects(one, HEIGHT, WIDTH)) for one in polygons], 3)
    return [
        faster("IoU of masks, 100 images of 20 truths and 100 predictions", best(ours, 10), "pycocotools `mask.iou`", best(theirs, 5), 3),
        faster("polygons drawn as masks, 12,000 of 40 corners", read, "pycocotools `frPyObjects` and `merge`", draw, 1.5),
    ]
