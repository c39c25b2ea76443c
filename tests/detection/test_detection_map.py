"""gn.detection_map and what it is made of: one rule on every path, and nothing passed in vain."""

import numpy as np
import pytest

import gnomon as gn
from detection.test_against_pycocotools import large
from refusals import raises_id

BOX = [0.0, 0.0, 50.0, 50.0]


@pytest.fixture(scope="module")
def problem():
    return large(20, 3, 120, 300, seed=1)


@pytest.mark.parametrize(
    "beside",
    [
        {"predictions": []}, {"protocol": "voc2007"}, {"iou": "mask"}, {"thresholds": [0.5]}, {"max_detections": None},
        {"area_ranges": {"all": (0, 5)}}, {"recall_grid": np.linspace(0, 1, 11)}, {"compatible": True}, {"sigmas": [0.1]},
        {"format": "xyxy"}, {"classes": ["a"]},
    ],
)  # fmt: skip
def test_nothing_goes_beside_matches(problem, beside):
    m = gn.Matches.of(*problem)
    assert gn.detection_map(m, protocol="coco").ap == gn.detection_map(*problem).ap
    with pytest.raises(gn.InputError, match=rf"^{next(iter(beside))}: a Matches was given"):
        gn.detection_map(m, **beside)


@pytest.mark.parametrize("protocol", ["coco", "voc2007", "voc2010", "yolo", "yolo-2025"])
def test_ap_is_what_the_curve_shows(problem, protocol):
    truth, results = problem
    # A class found in part, and one found whole whose last recall is 1.
    whole = {"id": 10_000, "image_id": 0, "category_id": 4, "bbox": BOX, "area": 2500.0, "iscrowd": 0}
    truth = {
        **truth,
        "annotations": [*truth["annotations"], whole],
        "categories": [*truth["categories"], {"id": 4, "name": "whole"}],
    }
    results = [*results, {"image_id": 0, "category_id": 4, "bbox": BOX, "score": 0.5}]
    found = gn.detection_map(truth, results, protocol=protocol)
    for category in found.per_class:
        curve = found.curve(category)
        if protocol.startswith("yolo"):
            read = np.asarray(curve.read)
            shown = np.sum((read[1:] + read[:-1]) / 2 * np.diff(curve.recall_grid))
        elif protocol == "voc2010":
            assert curve.read == ()
            shown = np.sum(np.diff(curve.recall, prepend=0.0) * curve.best)
        else:
            shown = np.mean(curve.read)
        np.testing.assert_allclose(shown, curve.ap, rtol=1e-12)
    assert 0 < found.per_class["class 1"] < found.per_class["whole"]


@pytest.mark.parametrize("confidence", [float("nan"), "0.5", None, True])
def test_a_confidence_is_a_number(problem, confidence):
    found = gn.detection_map(*problem)
    for ask in (found.confusion, found.images):
        with raises_id("metrics.confidence_not_numeric"):
            ask(confidence)


def test_no_cap_has_a_name(problem):
    *_, note = gn.detection_map(*problem, max_detections=None).notes
    assert note.startswith("ap is read at the largest cap (∞);")
