"""How much predictions overlap the truth of their image, against pycocotools image by image: boxes, masks, keypoints, oriented boxes."""

import contextlib
import dataclasses
import io

import numpy as np
import pycocotools.mask as coco
import pytest
from hypothesis import given
from hypothesis import strategies as st
from pycocotools.coco import COCO
from pycocotools.cocoeval import COCOeval

import gnomon as gn
from gnomon.errors import InputError
from gnomon.vision import Categories, Detections, Images, Masks
from gnomon.vision.overlap import overlaps
from refusals import raises_id

HEIGHT, WIDTH = 30, 40


def detections(rng, n, *, images=4, scored=False, points=17):
    """Rows of random images in no order, each with a box, a mask and keypoints."""
    start = rng.integers(0, [WIDTH - 6, HEIGHT - 6], (n, 2))
    box = np.column_stack([start, rng.integers(1, 20, (n, 2))]).astype(float)
    pixels = np.zeros((n, HEIGHT, WIDTH), bool)
    for one, (x, y, w, h) in zip(pixels, box.astype(int), strict=True):
        one[y : y + h, x : x + w] = rng.random(one[y : y + h, x : x + w].shape) < 0.8
    marks = rng.integers(0, 3, (n, points, 1)) * (rng.random((n, 1, 1)) < 0.7)
    return Detections(
        images=Images(np.arange(images), np.full(images, HEIGHT), np.full(images, WIDTH)),
        categories=Categories((1, 2), ("a", "b")),
        image=rng.integers(0, images, n).astype(np.int32),
        category=rng.integers(0, 2, n).astype(np.int32),
        boxes=box,
        score=rng.random(n) if scored else None,
        area=box[:, 2] * box[:, 3] * rng.random(n),
        crowd=rng.random(n) < 0.3,
        ignored=np.zeros(n, bool),
        masks=Masks.of(pixels),
        keypoints=np.dstack([rng.normal(20, 8, (n, points, 2)), marks]),
    )


def by_image(side):
    rows = np.argsort(side.image, kind="stable")
    return rows, np.concatenate([[0], np.cumsum(np.bincount(side.image, minlength=len(side.images)))])


def run(truth, predictions, kind, **options):
    rows, starts = by_image(truth)
    others, other_starts = by_image(predictions)
    flat = overlaps(truth, predictions, rows, others, starts, other_starts, kind, **options)
    found, at = [], 0
    for i in range(len(truth.images)):
        own, theirs = rows[starts[i] : starts[i + 1]], others[other_starts[i] : other_starts[i + 1]]
        size = len(own) * len(theirs)
        found.append((own, theirs, flat[at : at + size].reshape(len(theirs), len(own))))
        at += size
    assert at == len(flat)
    return found


def written(masks, rows):
    return [coco.encode(np.asfortranarray(masks.to_array(int(i)), np.uint8)) for i in rows]


@given(st.integers(0, 10**6), st.integers(0, 25), st.integers(0, 25))
def test_boxes_and_masks_are_pycocotools(seed, n, m):
    rng = np.random.default_rng(seed)
    truth, predictions = detections(rng, n), detections(rng, m, scored=True)
    for kind in ("box", "mask"):
        for own, theirs, found in run(truth, predictions, kind):
            if found.size:
                sides = (predictions.boxes[theirs], truth.boxes[own])
                if kind == "mask":
                    sides = written(predictions.masks, theirs), written(truth.masks, own)
                np.testing.assert_array_equal(found, coco.iou(*sides, truth.crowd[own].astype(int).tolist()))


def test_boxes_stay_above_one_where_pycocotools_has_them_so():
    """What matching compares is the same to the last bit, also where rounding makes more than 1 of a box with itself."""
    rng = np.random.default_rng(0)
    truth = detections(rng, 200, images=1)
    boxes = np.column_stack([rng.random((200, 2)) * 500, rng.random((200, 2)) * 3])
    truth = dataclasses.replace(truth, boxes=boxes, crowd=np.zeros(200, bool))
    ((_, _, found),) = run(truth, truth, "box")
    assert (found > 1).any()
    np.testing.assert_array_equal(found, coco.iou(boxes, boxes, [0] * 200))


@pytest.mark.parametrize("points", [17, 5])
def test_keypoints_are_pycocotools(points):
    rng = np.random.default_rng(points)
    truth, predictions = detections(rng, 40, points=points), detections(rng, 60, scored=True, points=points)
    sigmas = None if points == 17 else [0.1, 0.05, 0.2, 0.07, 0.01]
    evaluated = COCOeval(*as_coco(truth, predictions), "keypoints") if points == 17 else with_sigmas(truth, predictions, sigmas)
    evaluated._prepare()
    some = 0
    for own, theirs, found in run(truth, predictions, "keypoints", sigmas=sigmas):
        image = int(truth.image[own[0]])
        for category in (0, 1):
            columns = np.flatnonzero(truth.category[own] == category)
            rows = np.flatnonzero(predictions.category[theirs] == category)
            expected = evaluated.computeOks(image, category + 1)
            if len(rows) > 20 or not (len(rows) and len(columns)):
                continue
            ranked = rows[np.argsort(-predictions.score[theirs[rows]], kind="stable")]
            np.testing.assert_allclose(found[np.ix_(ranked, columns)], expected, rtol=1e-12, atol=1e-300)
            some += expected.size
    assert some > 100
    assert (truth.keypoints[:, :, 2] > 0).any(axis=1).sum() not in (0, 40), "objects with marked points and without"


def as_coco(truth, predictions):
    def rows(side, **more):
        return [
            {
                "id": i + 1,
                "image_id": int(side.image[i]),
                "category_id": int(side.category[i]) + 1,
                "bbox": side.boxes[i].tolist(),
                "area": float(side.area[i]),
                "iscrowd": 0,
                "keypoints": side.keypoints[i].ravel().tolist(),
                "num_keypoints": 1,
                **{name: float(column[i]) for name, column in more.items()},
            }
            for i in range(len(side))
        ]

    made = COCO()
    made.dataset = {
        "images": [{"id": int(i)} for i in truth.images.names],
        "categories": [{"id": 1, "name": "a"}, {"id": 2, "name": "b"}],
        "annotations": rows(truth),
    }
    results = COCO()
    results.dataset = {**made.dataset, "annotations": rows(predictions, score=predictions.score)}
    with contextlib.redirect_stdout(io.StringIO()):
        made.createIndex()
        results.createIndex()
    return made, results


def with_sigmas(truth, predictions, sigmas):
    evaluated = COCOeval(*as_coco(truth, predictions), "keypoints")
    evaluated.params.kpt_oks_sigmas = np.array(sigmas)
    return evaluated


def test_pairs_that_are_not_wanted_are_zero():
    rng = np.random.default_rng(3)
    truth, predictions = detections(rng, 30), detections(rng, 30, scored=True)
    for kind in ("box", "mask", "keypoints"):
        pieces = run(truth, predictions, kind)
        every = np.concatenate([found.ravel() for *_, found in pieces])
        same = [(predictions.category[theirs][:, None] == truth.category[own]).ravel() for own, theirs, _ in pieces]
        wanted = np.concatenate(same)
        some = np.concatenate([found.ravel() for *_, found in run(truth, predictions, kind, wanted=wanted)])
        np.testing.assert_array_equal(some, np.where(wanted, every, 0))
        assert some.any()
        assert (every[~wanted] > 0).any()


def test_oriented_boxes_and_pixels():
    rng = np.random.default_rng(4)
    truth, predictions = detections(rng, 20), detections(rng, 30, scored=True)
    turned = [dataclasses.replace(side, boxes=np.column_stack([side.boxes, rng.random(len(side)) * 3])) for side in (truth, predictions)]
    for own, theirs, found in run(*turned, "oriented"):
        expected = gn.box_iou(turned[1].boxes[theirs], turned[0].boxes[own], format="xywhr", crowd=truth.crowd[own])
        np.testing.assert_array_equal(found, expected)
    for own, theirs, found in run(truth, predictions, "box", pixel=True):
        ends = [np.column_stack([one[:, :2], one[:, :2] + one[:, 2:]]) for one in (predictions.boxes[theirs], truth.boxes[own])]
        np.testing.assert_array_equal(found, gn.box_iou(*ends, pixel=True, crowd=truth.crowd[own]))


def test_refused():
    rng = np.random.default_rng(5)
    truth, predictions = detections(rng, 12, images=2), detections(rng, 9, images=2, scored=True)
    without = dataclasses.replace(predictions, masks=None, keypoints=None, source="results.json")
    with raises_id("vision.masks_missing", name="results.json"):
        run(truth, without, "mask")
    with raises_id("vision.keypoints_missing", name="results.json"):
        run(truth, without, "keypoints")
    with raises_id("vision.keypoint_sigma_counts_differ", name="truth", points=17, count=2):
        run(truth, predictions, "keypoints", sigmas=[0.1, 0.2])
    with raises_id("vision.sigma_not_positive", value=0.0, at=1):
        run(truth, predictions, "keypoints", sigmas=[0.1, 0, *[1] * 15])
    with raises_id("vision.overlap_angles_missing", name="truth"):
        run(truth, predictions, "oriented")
    turned = dataclasses.replace(truth, boxes=np.column_stack([truth.boxes, np.zeros(12)]))
    with raises_id("vision.overlap_boxes_oriented", name="truth"):
        run(turned, predictions, "box")
    with raises_id("vision.overlap_kind_unknown", kind="boxes"):
        run(truth, predictions, "boxes")
    masks = predictions.masks
    at = int(by_image(predictions)[0][3])
    width, height = masks.width.copy(), masks.height.copy()
    width[at], height[at] = HEIGHT, WIDTH
    other = dataclasses.replace(predictions, masks=dataclasses.replace(masks, width=width, height=height))
    with pytest.raises(InputError, match=rf"predictions: the mask at position {at} is of an image of 40 x 30 pixels, and the truth"):
        run(truth, other, "mask")
