"""What objects were taken for, the rates at a confidence, and the best confidence: all from the same matches."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import gnomon as gn
from detection.coco_data import dataset, problems
from detection.test_against_pycocotools import large
from gnomon.metrics.detection_curves import along_confidence, image_counts
from refusals import raises_id


@given(problems(), st.sampled_from([0.0, 0.25, 0.3, 1.0]))
@settings(max_examples=150, deadline=None)
def test_figures_at_a_confidence_agree(problem, confidence):
    """The matrix, precision, recall, F1, the counts along the confidence and those of images are of the same matches."""
    truth, results = problem
    found = gn.detection_map(truth, results)
    m = found.matches
    matrix = found.confusion(confidence).matrix
    objects = sum(not one["iscrowd"] for one in truth["annotations"])
    tp = int(np.trace(matrix))
    assert matrix[-1, -1] == 0
    assert matrix[:-1].sum() == objects
    said = int(matrix[:, :-1].sum())
    nan = {"confidence": confidence, "undefined": math.nan}
    expected = tp / said if said else math.nan, tp / objects if objects else math.nan
    np.testing.assert_allclose([gn.detection_precision(m, **nan), gn.detection_recall(m, **nan)], expected, rtol=1e-12)
    f1 = 2 * tp / (said + objects) if said + objects else math.nan
    np.testing.assert_allclose(gn.detection_f1(m, **nan), f1, rtol=1e-12)
    images = image_counts(m, confidence)
    assert (images.tp.sum(), images.fp.sum(), images.fn.sum()) == (tp, said - tp, objects - tp)
    line = along_confidence(m)
    at = np.flatnonzero(line.confidence >= confidence)
    assert (int(line.tp[at[-1]]), int(line.fp[at[-1]])) == (tp, said - tp) if len(at) else said == 0
    best = found.best_confidence
    if tp:
        assert best.f1 >= f1 - 1e-12
        assert gn.detection_f1(m, confidence=best.confidence) == pytest.approx(best.f1, rel=1e-12)


def test_a_confusion_by_hand():
    objects = [(1, 1, 0.0), (1, 2, 200.0), (2, 1, 0.0), (2, 2, 300.0)]
    truth = [
        {"id": place + 1, "image_id": image, "category_id": kind, "bbox": [x, 0.0, 100.0, 100.0], "area": 1e4, "iscrowd": 0}
        for place, (image, kind, x) in enumerate(objects)
    ]
    said = [(1, 1, 0.0, 0.9), (1, 1, 200.0, 0.8), (1, 2, 200.0, 0.7), (2, 2, 10.0, 0.6), (2, 1, 600.0, 0.5), (2, 1, 0.0, 0.2)]
    results = [{"image_id": i, "category_id": k, "bbox": [x, 0.0, 100.0, 100.0], "score": score} for i, k, x, score in said]
    found = gn.detection_map(dataset([1, 2], [1, 2], truth), results)
    made = found.confusion(0.5)
    assert made.labels == ("class 1", "class 2", "background")
    # The second detection finds its object taken by the third, which is of its class, and is background though it scores higher.
    assert made.matrix.tolist() == [[1, 1, 0], [0, 1, 1], [2, 0, 0]]
    assert found.confusion(0.1).matrix.tolist() == [[2, 0, 0], [0, 1, 1], [2, 1, 0]]
    assert found.confusion(0.95).matrix.tolist() == [[0, 0, 2], [0, 0, 2], [0, 0, 0]]
    with raises_id("vision.iou_threshold_not_matched", iou=0.33):
        found.confusion(0.5, iou=0.33)


def test_a_class_called_background_keeps_its_name():
    truth = {"image": ["a"], "class": ["background"], "x": [0], "y": [0], "w": [9], "h": [9]}
    found = gn.detection_map(truth, {**truth, "score": [0.5]})
    assert found.confusion(0.1).labels == ("background", "(background)")


def test_curves_lead_to_the_figures():
    truth, results = large(60, 4, 300, 900, seed=2)
    found = gn.detection_map(truth, results)
    for kind in (1, 2, 3, 4):
        for iou in (0.5, 0.75):
            curve = found.curve(kind, iou)
            assert np.mean(curve.read) == pytest.approx(curve.ap, rel=1e-12)
            assert (np.diff(curve.best) <= 0).all()
            assert (curve.best >= curve.precision).all()
    assert np.mean([found.curve(kind).ap for kind in (1, 2, 3, 4)]) == pytest.approx(found.ap50, rel=1e-12)
    assert np.mean(list(found.by_iou().values())) == pytest.approx(found.ap, rel=1e-12)
    with raises_id("metrics.category_unknown", category="zebra", count=4):
        found.curve("zebra")


def test_result_says_what_it_holds():
    truth, results = large(30, 3, 100, 300, seed=3)
    found = gn.detection_map(truth, results)
    assert repr(found).startswith("DetectionMap(ap=")
    assert "ap_medium" in str(found)
    kept = found.to_dict()
    assert kept["figures"]["ap"] == found.ap
    assert kept["per_class"]["class 2"] == found.per_class[2] == found.per_class["class 2"]
    assert gn.detection_map(found.matches).figures == found.figures
    with pytest.raises(AttributeError, match="'ap_tiny' is no figure of this protocol"):
        _ = found.ap_tiny
