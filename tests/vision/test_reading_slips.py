"""Slips of those who write the data: each raises with its place and what to do, or is noted where it may be meant."""

import json

import numpy as np
import pytest

import gnomon as gn
from evaluation.planted_inputs import scenes
from refusals import by_id, expect_hints, expect_refusal

BOX = [0.0, 0.0, 4.0, 4.0]


def dataset(**changed):
    made = {
        "images": [{"id": 1, "height": 40, "width": 60}],
        "categories": [{"id": 1, "name": "cat"}],
        "annotations": [{"id": 1, "image_id": 1, "category_id": 1, "bbox": BOX, "area": 16, "iscrowd": 0}],
    }
    return made | changed


def with_field(**fields):
    return dataset(annotations=[dataset()["annotations"][0] | fields])


def test_a_picture_without_width():
    for side, other in (("width", "height"), ("height", "width")):
        data = dataset(images=[{"id": 1, side: 0, other: 40}])
        expect_hints([f"images[0].{side} is 0, where the other side is known; write the pixels of both"], gn.Detections.of, data)
    assert len(gn.Detections.of(dataset(images=[{"id": 1, "width": 0, "height": 0}]))) == 1, "both unknown, as to_coco writes it"


def test_visibility_of_keypoints():
    good = with_field(keypoints=[1, 1, 2, 3, 3, 0, 2, 2, 1])
    truth = gn.Detections.of(good)
    hints = ["annotations[0].the visibility of keypoint 1 is 3.0, where COCO has 0 (not marked), 1 (hidden) or 2 (visible)"]
    expect_hints(hints, gn.Detections.of, with_field(keypoints=[1, 1, 2, 3, 3, 3, 2, 2, 1]))
    said = [{"image_id": 1, "category_id": 1, "score": 0.5, "keypoints": [1, 1, 3.7, 3, 3, 0.2, 2, 2, 1]}]
    assert gn.Detections.of(said, truth=truth).keypoints[0, 0, 2] == 3.7, "of a model it is a number of its own"


def test_classes_below_zero(tmp_path):
    table = {"image": ["a", "a"], "class": [0, -1], "x": [0, 9], "y": [0, 9], "w": [4, 4], "h": [4, 4]}
    hints = ["'class' in row 1 is -1, a class below 0, as tools mark what is no object; leave its rows out"]
    expect_hints(hints, gn.Detections.of, table)
    assert gn.Detections.of(table, classes={0: "cat", -1: "other"}).categories.ids == (-1, 0)
    expect_refusal(
        by_id("vision.bad_value_at_place", value=-1), gn.Detections.of, [{"boxes": [BOX, BOX], "labels": [0, -1]}], format="xywh"
    )


@pytest.mark.parametrize("part", ["annotations", "images"])
def test_a_key_that_stands_twice(tmp_path, part):
    text = json.dumps(dataset())
    text = text.replace('"category_id": 1', '"category_id": 1, "category_id": 2') if part == "annotations" else text
    text = text.replace('"height": 40', '"height": 40, "height": 50') if part == "images" else text
    (tmp_path / "truth.json").write_text(text)
    name = "category_id" if part == "annotations" else "height"
    expect_hints([f"truth.json: an object has {name!r} twice", "keep one of them"], gn.Detections.of, tmp_path / "truth.json")


def test_boxes_outside_of_the_picture():
    table = {"image": ["a"] * 3, "class": ["c"] * 3, "x": [0, 58, 70], "y": [0, 3, 3], "w": [4, 4, 4], "h": [4, 4, 4]}
    truth = gn.Detections.of(table, images={"a": (40, 60)})
    (note,) = truth.notes
    assert (note.code, note.values["count"], note.values["boxes"]) == ("boxes_outside", 1, 3)
    assert "row 2" in note
    made = gn.evaluate(truth, prediction={**table, "score": [0.5, 0.4, 0.3]}, task="detection", ci=None)
    assert sum(one.rule == "noted_on_reading" and "outside of the picture" in one.en for one in made.findings) == 2
    assert not gn.Detections.of({**table, "x": [0, 9, 30]}, images={"a": (40, 60)}).notes


@pytest.mark.parametrize("call", [gn.mean_iou, lambda *sides: gn.evaluate(*sides[:1], prediction=sides[1], task="segmentation", ci=None)])
def test_one_map_with_a_channel_is_no_stack_of_lines(call):
    maps = np.random.default_rng(0).integers(0, 3, (24, 32, 1))
    expect_refusal(by_id("vision.label_map_shape_of_channel", count=24), call, maps, maps)
    assert call(maps[..., 0], maps[..., 0]) is not None


def test_width_and_height_read_as_corners():
    """Some widths are below x in any real set, so that the mistake raises."""
    for seed in range(10):
        truth, _ = scenes(np.random.default_rng(seed))
        sides = {image: {"boxes": one["boxes"], "labels": one["labels"]} for image, one in truth.items()}
        expect_refusal(by_id("vision.bad_value_at_place"), gn.Detections.of, sides, format="xyxy")
