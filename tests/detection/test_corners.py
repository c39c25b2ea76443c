"""Boxes that come as corners: held as x, y, width and height, compared by COCO's own operations, the same on every path."""

from fractions import Fraction

import numpy as np
import pandas as pd
import pytest

import gnomon as gn
from refusals import by_id, expect_hints, expect_refusal


def corners_at(threshold, rng):
    """Two boxes of one size, of which the second is moved aside until their IoU is the threshold, as decimals write it."""
    x, y = (Fraction(int(value), 100) for value in rng.integers(0, 50_000, 2))
    width, height = (Fraction(int(value), 10) for value in rng.integers(10, 800, 2))
    aside = width * (1 - threshold) / (1 + threshold)
    return [[float(v) for v in (x + d, y, x + d + width, y + height)] for d in (0, aside)]


def exact_iou(a, b):
    a, b = ([Fraction(value) for value in box] for box in (a, b))
    wide, high = min(a[2], b[2]) - max(a[0], b[0]), min(a[3], b[3]) - max(a[1], b[1])
    shared = max(wide, 0) * max(high, 0)
    return shared / ((a[2] - a[0]) * (a[3] - a[1]) + (b[2] - b[0]) * (b[3] - b[1]) - shared)


def as_coco(box):
    return [box[0], box[1], box[2] - box[0], box[3] - box[1]]


@pytest.mark.parametrize("percent", range(50, 100, 5))
def test_corners_are_decided_as_pycocotools_decides_them(percent):
    from pycocotools import mask

    rng = np.random.default_rng(percent)
    pairs = [corners_at(Fraction(percent, 100), rng) for _ in range(60)]
    truth, said = ([{"boxes": [pair[k]], "labels": [0]} for pair in pairs] for k in (0, 1))
    matches = gn.Matches.of(truth, [one | {"scores": [0.5]} for one in said], thresholds=[percent / 100], format="xyxy")
    theirs = [mask.iou(np.array([as_coco(b)]), np.array([as_coco(a)]), [0])[0, 0] for a, b in pairs]
    assert matches.columns.pair_iou.tolist() == theirs
    assert matches.columns.state[0, 0].tolist() == [int(iou >= percent / 100) for iou in theirs]
    right = [exact_iou(a, b) for a, b in pairs]
    np.testing.assert_allclose(theirs, [float(iou) for iou in right], rtol=1e-12)  # what is rounded lies far below any real difference


def test_whole_corners_lose_nothing():
    rng = np.random.default_rng(0)
    low = rng.integers(0, 40, (200, 2, 2))
    pairs = np.concatenate([low, low + rng.integers(1, 40, (200, 2, 2))], -1).tolist()
    truth, said = ([{"boxes": [pair[k]], "labels": [0]} for pair in pairs] for k in (0, 1))
    thresholds = [0.25, 0.5, 0.75]
    matches = gn.Matches.of(truth, [one | {"scores": [0.5]} for one in said], thresholds=thresholds, format="xyxy")
    right = [[int(exact_iou(*pair) >= Fraction(t)) for pair in pairs] for t in thresholds]
    assert matches.columns.state[0].tolist() == right
    assert 0 < sum(map(sum, right)) < 600


def test_corners_in_any_table_are_the_same_boxes(tmp_path):
    rng = np.random.default_rng(1)
    low = rng.uniform(0, 90, (40, 2))
    boxes = np.concatenate([low, low + rng.uniform(1, 60, (40, 2))], -1)
    image, kind, score = (rng.integers(0, 5, 40), rng.integers(0, 3, 40), rng.random(40))
    moved = boxes + rng.normal(0, 2, boxes.shape)
    moved[:, 2:] = np.maximum(moved[:, 2:], moved[:, :2] + 0.5)

    def figures(read):
        truth = gn.Detections.of(read({"image": image, "class": kind}, boxes, "truth"), format="xyxy")
        said = gn.Detections.of(read({"image": image, "class": kind, "score": score}, moved, "said"), format="xyxy", truth=truth)
        return gn.Matches.of(truth, said).to_bytes()

    def named(names):
        return lambda rows, sides, _: rows | {name: sides[:, k] for k, name in enumerate(names)}

    def csv(rows, sides, name):
        path = tmp_path / f"{name}.csv"
        pd.DataFrame(named(["x1", "y1", "x2", "y2"])(rows, sides, name)).to_csv(path, index=False)
        return path

    def parquet(rows, sides, name):
        path = tmp_path / f"{name}.parquet"
        pd.DataFrame(named(["left", "top", "right", "bottom"])(rows, sides, name)).to_parquet(path)
        return str(path)

    def frame(rows, sides, name):
        return pd.DataFrame(named(["xmin", "ymin", "xmax", "ymax"])(rows, sides, name))

    def arrays(rows, sides, name):
        made = {}
        for k in range(5):
            here = rows["image"] == k
            made[k] = {"boxes": sides[here], "labels": rows["class"][here]}
            if "score" in rows:
                made[k]["scores"] = rows["score"][here]
        return made

    known = figures(named(["x1", "y1", "x2", "y2"]))
    for read in (csv, parquet, frame, arrays):
        assert figures(read) == known


@pytest.mark.parametrize("names", [("x", "y", "w", "h"), ("left", "top", "width", "height"), ("cx", "cy", "w", "h"), ("a", "b", "c", "d")])
def test_columns_that_are_no_corners_are_not_read_as_such(names):
    table = {"image": ["a"], "class": ["x"], **{name: [k + 1.0] for k, name in enumerate(names)}}
    expect_refusal(by_id("vision.table_box_columns_missing"), gn.Detections.of, table, format="xyxy")


def test_columns_that_are_corners_are_not_read_as_sides():
    table = {"image": ["a"], "class": ["x"], "x1": [1.0], "y1": [2.0], "x2": [3.0], "y2": [4.0]}
    for format in ("xywh", "cxcywh", "xywhr"):
        expect_hints([f"no columns for the box in the format {format!r}"], gn.Detections.of, table, format=format)
    assert gn.Detections.of(table).boxes.tolist() == [[1.0, 2.0, 2.0, 2.0]]
