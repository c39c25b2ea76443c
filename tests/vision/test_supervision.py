"""supervision.Detections as input: read by its attributes, without the package."""

from dataclasses import dataclass, field
from typing import Any

import numpy as np
import pytest

import gnomon as gn
from refusals import by_id, expect_refusal, raises_id


@dataclass
class Detections:
    """The attributes of supervision's class, version 0.31.2."""

    xyxy: Any
    mask: Any = None
    confidence: Any = None
    class_id: Any = None
    tracker_id: Any = None
    data: dict[str, Any] = field(default_factory=dict)
    metadata: dict[str, Any] = field(default_factory=dict)


@dataclass
class CompactMask:
    """Masks that become an array when they are asked to."""

    dense: Any

    def __array__(self, dtype=None, copy=None):
        return np.array(self.dense, dtype)


def image(seed, scored, masked=False):
    r = np.random.default_rng(seed)
    count = int(r.integers(1, 6))
    near = r.integers(0, 30, (count, 2)).astype(np.float32)
    made = {"boxes": np.hstack([near, near + r.integers(5, 30, (count, 2))]).astype(np.float32), "labels": r.integers(0, 3, count)}
    if masked:
        rows, columns = np.arange(60)[:, None], np.arange(60)
        made["masks"] = np.array([(rows >= y1) & (rows < y2) & (columns >= x1) & (columns < x2) for x1, y1, x2, y2 in made["boxes"]])
    return made | ({"scores": r.random(count).astype(np.float32)} if scored else {})


def as_supervision(arrays):
    names = np.array(["cat", "dog", "eel"])[arrays["labels"]]
    return Detections(arrays["boxes"], arrays.get("masks"), arrays.get("scores"), arrays["labels"], data={"class_name": names})


@pytest.mark.parametrize("named", [False, True])
@pytest.mark.parametrize("iou", ["box", "mask"])
def test_it_is_read_as_arrays_are(named, iou):
    sides = [[image(seed, scored, iou == "mask") for seed in range(10, 16)] for scored in (False, True)]
    theirs = [[*map(as_supervision, side)] for side in sides]
    if iou == "mask":
        theirs[1][0].mask = CompactMask(theirs[1][0].mask)
    if named:
        sides, theirs = ([dict(zip("abcdef", side, strict=True)) for side in each] for each in (sides, theirs))
    options = {"classes": ["cat", "dog", "eel"], "iou": iou}
    found, wanted = gn.detection_map(*theirs, **options), gn.detection_map(*sides, **options)
    np.testing.assert_array_equal([*found.figures.values()], [*wanted.figures.values()])
    assert list(found.per_class) == ["cat", "dog", "eel"]
    evaluation = gn.evaluate(theirs[0], prediction=theirs[1], ci=None, **options)
    assert (evaluation.task, float(evaluation["detection_ap"])) == ("detection", wanted.ap)


def test_one_image_and_one_without_boxes():
    truth = Detections(np.array([[0, 0, 9, 9]]), class_id=np.array([1]))
    said = Detections(np.array([[0, 0, 9, 9]]), class_id=np.array([1]), confidence=np.array([0.5]))
    nothing = Detections(np.empty((0, 4), np.float32), confidence=np.array([], np.float32), class_id=np.array([], int))
    assert gn.detection_map(truth, said).ap == 1
    assert gn.evaluate(truth, prediction=said, ci=None).task == "detection"
    assert gn.detection_map([truth, truth], [said, nothing]).ap == pytest.approx(51 / 101, rel=1e-12)
    expect_refusal(by_id("vision.arrays_class_id_missing", image=0), gn.detection_map, Detections(np.array([[0, 0, 9, 9]])), said)
    expect_refusal(by_id("vision.scores_missing_truth_swapped"), gn.detection_map, truth, truth)
    expect_refusal(by_id("vision.supervision_format_not_allowed"), gn.detection_map, truth, said, format="xywh")


def test_oriented_boxes_are_not_taken_for_the_upright_ones_around_them():
    corners = np.zeros((1, 4, 2))
    turned = Detections(np.array([[0.0, 0, 9, 9]]), confidence=np.array([0.9]), class_id=np.array([0]), data={"xyxyxyxy": corners})
    with raises_id("vision.supervision_boxes_oriented", name="predictions", image="a"):
        gn.detection_map({"a": {"boxes": [[0, 0, 9, 9]], "labels": [0]}}, {"a": turned})
