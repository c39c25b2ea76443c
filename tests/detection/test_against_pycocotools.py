"""COCO's figures against pycocotools: on boxes, masks and keypoints, of all classes and of each, whatever the data."""

import math

import numpy as np
import pytest
from hypothesis import given, settings

import gnomon as gn
from detection.coco_data import BOX_FIGURES, assert_same, dataset, evaluated, problems, undefined_as_nan


def assert_per_class(found, reference):
    """AP and AR of each class, at the largest cap and of all areas."""
    precision, recall = reference.eval["precision"][:, :, :, 0, -1], reference.eval["recall"][:, :, 0, -1]
    for place, kind in enumerate(reference.params.catIds):
        for mine, theirs in ((found.per_class[kind], precision[:, :, place]), (found.per_class_ar[kind], recall[:, place])):
            known = theirs[theirs > -1]
            assert_same(mine, known.mean() if known.size else -1)


@given(problems())
@settings(max_examples=150, deadline=None)
def test_boxes(problem):
    truth, results = problem
    reference = evaluated(truth, results)
    found = gn.detection_map(truth, results)
    assert_same([getattr(found, name) for name in BOX_FIGURES], reference.stats)
    assert_per_class(found, reference)
    for name in BOX_FIGURES:
        assert math.isnan(found.figures[name]) == (name in found.reasons)


@given(problems(ignore=True, zero=True))
@settings(max_examples=150, deadline=None)
def test_what_pycocotools_does_wrong_is_done_on_request(problem):
    truth, results = problem
    found = gn.detection_map(truth, results, compatible=True)
    assert_same([getattr(found, name) for name in BOX_FIGURES], evaluated(truth, results).stats)


@given(problems(zero=True))
@settings(max_examples=100, deadline=None)
def test_by_default_no_annotation_is_overlooked(problem):
    """The same data with ids from 1 is what pycocotools gets right."""
    truth, results = problem
    shifted = {**truth, "annotations": [{**one, "id": one["id"] + 1} for one in truth["annotations"]]}
    found = gn.detection_map(truth, results)
    assert_same([getattr(found, name) for name in BOX_FIGURES], evaluated(shifted, results).stats)


@given(problems(ignore=True))
@settings(max_examples=100, deadline=None)
def test_by_default_what_is_to_be_ignored_is(problem):
    """An object that is to be ignored is to pycocotools what is of no size that counts."""
    truth, results = problem
    outside = [{**one, "area": 1e12 if one["ignore"] else one["area"]} for one in truth["annotations"]]
    reference = evaluated({**truth, "annotations": outside}, results)
    found = gn.detection_map(truth, results)
    assert_same([getattr(found, name) for name in BOX_FIGURES], reference.stats)


@given(problems(most=8))
@settings(max_examples=60, deadline=None)
def test_other_caps(problem):
    truth, results = problem
    caps = [1, 2, 3]
    reference = evaluated(truth, results, caps=caps)
    found = gn.detection_map(truth, results, max_detections=caps)
    mine = [getattr(found, name) for name in ("ap50", "ap75", "ap_small", "ap_medium", "ap_large", "ar_1", "ar_2", "ar_3")]
    assert_same(mine, reference.stats[[1, 2, 3, 4, 5, 6, 7, 8]])
    whole = reference.eval["precision"][:, :, :, 0, -1]
    assert_same(found.ap, whole[whole > -1].mean() if (whole > -1).any() else -1)
    assert reference.stats[0] == -1
    strict = gn.detection_map(truth, results, max_detections=caps, compatible=True)
    assert math.isnan(strict.ap)
    assert strict.reasons["ap"].code in ("only_cap_of_100", "no_objects_to_find")
    assert math.isnan(gn.detection_ap(strict.matches, undefined=math.nan))
    assert_same(gn.detection_ap(strict.matches, iou=0.5, undefined=math.nan), reference.stats[1])


def test_caps_without_100_say_the_same_on_every_path():
    box = [0.0, 0.0, 50.0, 50.0]
    rows = [{"id": id_, "image_id": 1, "category_id": 1, "bbox": box, "area": 2500.0, "iscrowd": 0} for id_ in (0, 7)]
    truth = dataset([1, 2], [1], [rows[0], rows[1] | {"image_id": 2}])
    results = [{"image_id": image, "category_id": 1, "bbox": box, "score": 0.9} for image in (1, 2)]
    options = {"max_detections": [1, 5], "compatible": True}
    reason = "pycocotools reads its first figure at 100 detections, and the caps are 1, 5"
    found = gn.detection_map(truth, results, **options)
    assert str(found.reasons["ap"]) == reason
    assert math.isnan(found.per_class["class 1"])
    made = gn.evaluate(truth, prediction=results, task="detection", replicates=100, **options)
    value = made["detection_ap"]
    assert math.isnan(float(value))
    assert reason in str(value.reason)
    assert_same(float(made["detection_ap(iou=0.5)"]), found.ap50)
    theirs = evaluated(truth, results, caps=[1, 5, 5])
    said = theirs.eval["precision"][:, :, :, 0, -1].mean()
    assert theirs.stats[0] == -1
    text = f"at the cap of 5 pycocotools' precision means an ap of {said:.6f} where 1.000000 is right"
    assert text in str(found.notes)
    assert [one for one in made.findings if text in one.en]


def test_the_difference_is_said():
    box = [0.0, 0.0, 50.0, 50.0]
    truth = dataset([1], [1], [{"id": 0, "image_id": 1, "category_id": 1, "bbox": box, "area": 2500.0, "iscrowd": 0}])
    results = [{"image_id": 1, "category_id": 1, "bbox": box, "score": 0.9}]
    assert evaluated(truth, results).stats[0] == 0
    for compatible, ap in ((False, 1.0), (True, 0.0)):
        found = gn.detection_map(truth, results, compatible=compatible)
        assert found.ap == ap
        (note,) = found.notes
        assert note == (
            "pycocotools says ap 0.000000 where 1.000000 is right: it never matches annotations with the id 0 (1 here), and takes no "
            "notice of those marked to be ignored (0 here), nor of objects of more than 1e10 pixels (0 here)"
        )
        assert str(note) in str(found)


def test_a_large_made_up_set_agrees():
    """Many images at once: threads, chunks of images and the merging of pairs."""
    truth, results = large(400, 12, 3000, 12000, seed=4)
    reference = evaluated(truth, results)
    found = gn.detection_map(truth, results)
    assert_same([getattr(found, name) for name in BOX_FIGURES], reference.stats)
    assert_per_class(found, reference)


def large(images, classes, objects, detections, seed):
    rng = np.random.default_rng(seed)

    def box():
        return [*(rng.random(2) * 300).tolist(), *(rng.gamma(2, 30, 2) + 3).tolist()]

    annotations = []
    for place in range(objects):
        made = box()
        one = {"id": place + 1, "image_id": int(rng.integers(images)), "category_id": int(rng.integers(classes)) + 1, "bbox": made}
        annotations.append(one | {"area": made[2] * made[3] * 0.7, "iscrowd": int(rng.random() < 0.03)})
    results = []
    for _ in range(detections):
        about = annotations[rng.integers(objects)]
        moved = np.array(about["bbox"])
        moved[:2] += rng.normal(0, 0.1, 2) * moved[2:]
        kind = about["category_id"] if rng.random() < 0.9 else int(rng.integers(classes)) + 1
        results.append({"image_id": about["image_id"], "category_id": kind, "bbox": moved.tolist(), "score": round(rng.random(), 2)})
    return dataset(range(images), range(1, classes + 1), annotations), results


def polygon(box):
    x, y, w, h = box
    return [[x, y, x + w, y, x + w, y + h, x + w / 2, y + h * 0.8, x, y + h]]


@given(problems(most=8))
@settings(max_examples=60, deadline=None)
def test_masks(problem):
    from pycocotools import mask as mask_tools

    truth, results = problem
    for one in truth["annotations"]:
        one["segmentation"] = polygon(one["bbox"])
        if one["iscrowd"]:
            packed = mask_tools.merge(mask_tools.frPyObjects(one["segmentation"], 200, 200))
            one["segmentation"] = {"size": [200, 200], "counts": packed["counts"].decode()}
    said = []
    for one in results:
        packed = mask_tools.merge(mask_tools.frPyObjects(polygon(one["bbox"]), 200, 200))
        kept = {key: one[key] for key in ("image_id", "category_id", "score")}
        said.append(kept | {"segmentation": {"size": [200, 200], "counts": packed["counts"].decode()}})
    reference = evaluated(truth, said, "segm")
    found = gn.detection_map(truth, said, iou="mask")
    assert_same([getattr(found, name) for name in BOX_FIGURES], reference.stats)
    assert_per_class(found, reference)


@pytest.mark.parametrize("kind", ["bbox", "segm"])
@pytest.mark.parametrize("fields", [("bbox",), ("segmentation",), ("bbox", "segmentation")])
@given(problem=problems(most=8))
@settings(max_examples=40, deadline=None)
@pytest.mark.filterwarnings("ignore:.*their box is taken for it")
def test_detections_are_sized_by_what_results_hold(fields, kind, problem):
    """pycocotools sizes a detection by its box, and by its mask where it has no box, whichever of them is compared."""
    from pycocotools import mask as mask_tools

    truth, results = problem
    for one in truth["annotations"]:
        one["iscrowd"], one["segmentation"] = 0, polygon(one["bbox"])
    said = []
    for one in results:
        packed = mask_tools.merge(mask_tools.frPyObjects(polygon(one["bbox"]), 200, 200))
        known = one | {"segmentation": {"size": [200, 200], "counts": packed["counts"].decode()}}
        said.append({key: known[key] for key in ("image_id", "category_id", "score", *fields)})
    found = gn.detection_map(truth, said, iou={"bbox": "box", "segm": "mask"}[kind])
    assert_same([getattr(found, name) for name in BOX_FIGURES], evaluated(truth, said, kind).stats)


def test_an_object_may_be_of_any_size():
    """pycocotools leaves out what is larger than 1e10 pixels."""
    box = [0.0, 0.0, 2e5, 2e5]
    truth = dataset([1], [1], [{"id": 1, "image_id": 1, "category_id": 1, "bbox": box, "area": 4e10, "iscrowd": 0}])
    results = [{"image_id": 1, "category_id": 1, "bbox": box, "score": 0.9}]
    reference = undefined_as_nan(evaluated(truth, results).stats)
    assert np.isnan(reference).all()
    found, theirs = (gn.detection_map(truth, results, compatible=compatible) for compatible in (False, True))
    assert (found.ap, found.ap_large, found.ar_100) == (1, 1, 1)
    assert_same([getattr(theirs, name) for name in BOX_FIGURES], reference)
    assert gn.detection_ap(truth, results) == 1
    assert float(gn.evaluate(truth, prediction=results, task="detection", ci=None)["detection_ap"]) == 1
    for one in (found, theirs):
        assert "objects of more than 1e10 pixels (1 here)" in str(one.notes)


POINTS = [(0.2, 0.2), (0.8, 0.2), (0.5, 0.5), (0.3, 0.9), (0.7, 0.9)]
SIGMAS = [0.03, 0.05, 0.08, 0.1, 0.06]
KEYPOINT_FIGURES = ["ap", "ap50", "ap75", "ap_medium", "ap_large", "ar_20", "ar_medium", "ar_large"]


@pytest.mark.parametrize("boxed", [False, True])
@pytest.mark.parametrize("seed", range(12))
def test_keypoints(seed, boxed):
    rng = np.random.default_rng(seed)
    annotations = []
    for place in range(int(rng.integers(0, 14))):
        x, y, w, h = [*(rng.random(2) * 60), *(rng.random(2) * 100 + 20)]
        seen = rng.integers(0, 3, len(POINTS)) * (rng.random() < 0.9)
        points = [value for (a, b), v in zip(POINTS, seen, strict=True) for value in (float(x + a * w), float(y + b * h), int(v))]
        one = {"id": place + 1, "image_id": int(rng.integers(3)) + 1, "category_id": 1, "bbox": [float(x), float(y), float(w), float(h)]}
        one |= {"area": float(w * h * 0.6), "iscrowd": int(rng.random() < 0.1), "keypoints": points, "num_keypoints": int((seen > 0).sum())}
        annotations.append(one)
    results = []
    for _ in range(int(rng.integers(1, 40))):
        if annotations and rng.random() < 0.8:
            about = annotations[rng.integers(len(annotations))]
            image, points = about["image_id"], np.array(about["keypoints"], float)
            noise = rng.normal(0, rng.choice([0.5, 3, 10]), (len(POINTS), 3)) * [1, 1, 0]
            points = points + noise.ravel()
        else:
            image, points = int(rng.integers(3)) + 1, rng.random(3 * len(POINTS)) * 100
        said = {"image_id": image, "category_id": 1, "keypoints": points.tolist(), "score": round(float(rng.random()), 1)}
        results.append(said | ({"bbox": [0.0, 0.0, *(rng.random(2) * 120 + 10).tolist()]} if boxed else {}))
    truth = dataset([1, 2, 3], [1], annotations)
    truth["categories"][0]["keypoints"] = [f"p{k}" for k in range(len(POINTS))]
    reference = evaluated(truth, results, "keypoints", sigmas=SIGMAS)
    found = gn.detection_map(truth, results, iou="keypoints", sigmas=SIGMAS)
    assert_same([getattr(found, name) for name in KEYPOINT_FIGURES], np.array(reference.stats)[[0, 1, 2, 3, 4, 5, 8, 9]])
    recall = undefined_as_nan(reference.stats)[[6, 7]]
    mine = [gn.detection_ar(found.matches, iou=iou, undefined=math.nan) for iou in (0.5, 0.75)]
    assert_same(mine, recall)
