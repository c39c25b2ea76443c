"""Kinds of errors against TIDE, and by hand."""

import contextlib
import io

import numpy as np
import pytest

import gnomon as gn
from components import needs
from detection.coco_data import dataset

KINDS = {"Loc": "localisation", "Cls": "class", "Both": "both", "Dupe": "duplicate", "Bkg": "background", "Miss": "missed"}


def scene(seed, images=20, classes=3):
    """Every class has objects, scores are distinct, nothing is to be ignored: what TIDE and COCO count alike."""
    rng = np.random.default_rng(seed)
    annotations, results = [], []
    for place in range(images * 3):
        box = [*(rng.random(2) * 150).tolist(), *(rng.random(2) * 60 + 15).tolist()]
        one = {"id": place + 1, "image_id": place % images + 1, "category_id": place % classes + 1, "bbox": box}
        annotations.append(one | {"area": box[2] * box[3], "iscrowd": 0})
    scores = rng.permutation(images * 9) / 1000 + 0.01
    for place, score in enumerate(scores):
        about = annotations[rng.integers(len(annotations))]
        box = np.array(about["bbox"])
        if rng.random() < 0.8:
            box[:2] += rng.normal(0, rng.choice([0.05, 0.2, 0.5]), 2) * box[2:]
            kind = about["category_id"] if rng.random() < 0.75 else int(rng.integers(classes)) + 1
        else:
            box, kind = np.array([*(rng.random(2) * 200), 20.0, 20.0]), int(rng.integers(classes)) + 1
        image = about["image_id"] if place else 1
        results.append({"image_id": image, "category_id": kind, "bbox": box.tolist(), "score": float(score)})
    return dataset(range(1, images + 1), range(1, classes + 1), annotations), results


def without(scenes, kind, vain):
    """The same with every object of a class missed, which a model says only in vain or never."""
    truth, results = scenes
    far = [900.0, 900.0, 20.0, 20.0]
    said = [one if one["category_id"] != kind else one | {"bbox": far} for one in results if one["category_id"] != kind or vain]
    alone = max(one["id"] for one in truth["images"]) + 1  # no detection of another class is about these objects
    objects = [one if one["category_id"] != kind else one | {"image_id": alone} for one in truth["annotations"]]
    return {**truth, "annotations": objects, "images": [*truth["images"], {"id": alone, "height": 200, "width": 200}]}, said


@pytest.mark.parametrize("vain", [None, True, False])
@pytest.mark.parametrize("seed", range(6))
def test_against_tide(seed, vain):
    tide = needs("tidecv")
    truth, results = scene(seed) if vain is None else without(scene(seed), 2, vain)
    known, said = tide.Data("truth"), tide.Data("said")
    for kind in truth["categories"]:
        known.add_class(kind["id"], kind["name"])
    for image in truth["images"]:
        known.add_image(image["id"], str(image["id"]))
    for one in truth["annotations"]:
        known.add_ground_truth(one["image_id"], one["category_id"], one["bbox"])
    for one in results:
        said.add_detection(one["image_id"], one["category_id"], one["score"], one["bbox"])
    with contextlib.redirect_stdout(io.StringIO()):
        run = tide.TIDE().evaluate(known, said, mode=tide.TIDE.BOX)
    # TIDE reads precision at recalls k / 100, from which COCO's are a rounding apart.
    found = gn.detection_map(truth, results, recall_grid=[k / 100 for k in range(101)])
    np.testing.assert_allclose(found.errors.ap50, run.ap / 100, rtol=1e-12)
    np.testing.assert_allclose(found.errors.ap50, found.ap50, rtol=1e-12)
    counts, costs = run.count_errors(), run.fix_main_errors()
    mine = dict(zip(found.errors.kind, zip(found.errors.count, found.errors.cost, strict=True), strict=True))
    for error, count in counts.items():
        many, cost = mine[KINDS[error.short_name]]
        assert many == count, error.short_name
        # TIDE says 0 of a loss.
        np.testing.assert_allclose(max(cost, 0.0), costs[error] / 100, rtol=1e-12, atol=1e-12, err_msg=error.short_name)


def marked(image, kind, x, y=0.0, size=100.0):
    return {"image_id": image, "category_id": kind, "bbox": [x, y, size, size], "area": size * size, "iscrowd": 0}


def test_each_kind_by_hand():
    truth = [marked(1, 1, 0), marked(2, 1, 0), marked(3, 1, 0), marked(4, 1, 0), marked(5, 1, 0)]
    truth = [{"id": place + 1, **one} for place, one in enumerate(truth)]
    said = [
        (1, 1, 0.0, 0.9),  # found
        (1, 1, 5.0, 0.8),  # the same object once more
        (2, 1, 50.0, 0.7),  # overlaps by a third
        (3, 2, 0.0, 0.6),  # another class
        (4, 2, 50.0, 0.5),  # another class, and badly placed
        (5, 1, 300.0, 0.4),  # nothing there
    ]
    results = [{"image_id": i, "category_id": k, "bbox": [x, 0.0, 100.0, 100.0], "score": score} for i, k, x, score in said]
    errors = gn.detection_map(dataset(range(1, 6), [1, 2], truth), results).errors
    assert dict(zip(errors.kind, errors.count, strict=True)) == {
        "localisation": 1, "class": 1, "both": 1, "duplicate": 1, "background": 1, "missed": 2
    }  # fmt: skip
    # One of five found, first: the points up to recall 0.2 read 1.
    assert errors.ap50 == pytest.approx(21 / 101, rel=1e-12)
    cost = dict(zip(errors.kind, errors.cost, strict=True))
    # Were the third right, two of five would be found, at precision 1 and 2/3; were the class right, too, at 1 and 2/4.
    assert cost["localisation"] == pytest.approx((21 + 20 * 2 / 3) / 101 - 21 / 101, rel=1e-12)
    assert cost["class"] == pytest.approx((21 + 20 * 2 / 4) / 101 - 21 / 101, rel=1e-12)
    assert cost["duplicate"] == pytest.approx(0, abs=1e-15)
    # Without the two that nothing was about, one of three is found.
    assert cost["missed"] == pytest.approx(34 / 101 - 21 / 101, rel=1e-12)


def test_nothing_detected_leaves_nothing_to_find():
    """Without the objects missed there is no AP that could have gained."""
    truth, results = scene(0)
    found = gn.detection_map(truth, []).errors
    assert found.count.tolist() == [0, 0, 0, 0, 0, len(truth["annotations"])]
    np.testing.assert_array_equal(found.cost, [0, 0, 0, 0, 0, np.nan])
    assert {kind: reason.code for kind, reason in found.reasons.items()} == {"missed": "nothing_left_to_find"}
    assert str(found).endswith("missed: no objects are left to be found once those missed are set aside")
    assert not gn.detection_map(truth, results).errors.reasons


def test_a_truth_without_objects_has_no_costs():
    truth, results = scene(0)
    for said in (results, []):
        found = gn.detection_map({**truth, "annotations": []}, said).errors
        assert found.count.tolist() == [0, 0, 0, 0, len(said), 0]
        assert np.isnan(found.cost).all()
        assert {reason.code for reason in found.reasons.values()} == {"no_objects_to_find"}
        assert list(found.reasons) == found.kind.tolist()
