"""The digest of a truth: it hangs on where each object is, on nothing of the predictions, and goes with its image when matches merge."""

import copy

import numpy as np
import pytest

import gnomon as gn
from detection.test_against_pycocotools import large, polygon


def digest(truth, results=(), **options):
    return gn.Matches.of(truth, list(results), **options).columns.digest


def changed(truth, place, field, value):
    other = copy.deepcopy(truth)
    other["annotations"][place][field] = value
    return other


@pytest.fixture(scope="module")
def problem():
    truth, results = large(12, 3, 60, 100, seed=2)
    for one in truth["annotations"]:
        one["segmentation"] = polygon([*one["bbox"][:2], 40.0, 40.0])
        one["keypoints"] = [1.0, 2.0, 2.0, *one["bbox"][:2], 2.0]
        one["iscrowd"] = 0
    return truth, results


def test_the_predictions_do_not_matter(problem):
    truth, results = problem
    assert (digest(truth) == digest(truth, results)).all()


@pytest.mark.parametrize("place", range(4))
@pytest.mark.parametrize("iou", ["box", "mask", "keypoints"])
def test_one_number_changes_its_image_alone(problem, iou, place):
    truth, _ = problem
    about = truth["annotations"][7]
    box = list(about["bbox"])
    box[place] = np.nextafter(box[place], np.inf)
    fields = {"bbox": box}
    if iou == "mask":
        fields = {"segmentation": polygon([10.0 * place, 0.0, 20.0, 30.0])}
    elif iou == "keypoints":
        points = list(about["keypoints"])
        points[place] -= 1 if place == 2 else 0.25
        fields = {"keypoints": points}
    options = {"iou": iou} | ({"sigmas": [0.1, 0.1]} if iou == "keypoints" else {})
    ((field, value),) = fields.items()
    before, after = digest(truth, **options), digest(changed(truth, 7, field, value), **options)
    assert np.flatnonzero(before != after).tolist() == [about["image_id"]]


def test_objects_that_change_places_differ():
    """Two boxes whose corners were exchanged among them have the same numbers."""
    one = {"image": ["a", "a"], "class": ["x", "x"], "x": [0, 5], "y": [0, 5], "w": [4, 4], "h": [4, 4]}
    other = {**one, "y": [5, 0]}
    said = {"image": ["a"], "class": ["x"], "x": [0], "y": [0], "w": [4], "h": [4], "score": [0.5]}
    assert gn.Matches.of(one, said).columns.digest != gn.Matches.of(other, said).columns.digest


def test_it_merges_by_image(problem):
    truth, results = problem
    parts = []
    for odd in (1, 0):
        images = [one for one in truth["images"] if one["id"] % 2 == odd]
        annotations, said = ([one for one in rows if one["image_id"] % 2 == odd] for rows in (truth["annotations"], results))
        parts.append(gn.Matches.of({**truth, "images": images, "annotations": annotations}, said))
    assert ((parts[0] + parts[1]).columns.digest == digest(truth)).all()
