"""Laws of detection: images split and merged, drawn again, ordered otherwise; nothing else than what is matched decides."""

import math

import numpy as np
import pytest

import gnomon as gn
from data import assert_unknown_options_refused
from detection.test_against_pycocotools import large
from gnomon.catalog import entries, parse
from refusals import raises_id, warns_undefined

ENTRIES = [entry for entry in entries() if entry.summary is gn.Matches]
every_metric = pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: entry.name)
PROTOCOLS = ("coco", "voc2007", "voc2010", "yolo", "yolo-2025")


def options(entry):
    return {"confidence": 0.4} if entry.at == "confidence" else {}


def call(entry, *data, **keywords):
    return getattr(gn, entry.name)(*data, **options(entry), **keywords)


def part(truth, results, images):
    """The data of some images."""
    kept = {"images": [one for one in truth["images"] if one["id"] in images], "categories": truth["categories"]}
    kept["annotations"] = [one for one in truth["annotations"] if one["image_id"] in images]
    return kept, [one for one in results if one["image_id"] in images]


DATA = large(40, 4, 220, 600, seed=11)


@every_metric
@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_images_split_anywhere(entry, protocol):
    rng = np.random.default_rng(0)
    names = rng.permutation(40)
    parts = [gn.Matches.of(*part(*DATA, set(some.tolist())), protocol=protocol) for some in np.split(names, [7, 8, 30])]
    whole = gn.Matches.of(*DATA, protocol=protocol)
    assert sum(parts) == whole
    assert call(entry, sum(parts)) == call(entry, whole)


@every_metric
def test_order_of_images_and_annotations_decides_nothing(entry):
    truth, results = DATA
    rng = np.random.default_rng(1)
    distinct = [{**one, "score": (place + 1) / 1000} for place, one in enumerate(results)]
    shuffled = {**truth, **{key: [truth[key][k] for k in rng.permutation(len(truth[key]))] for key in ("images", "annotations")}}
    assert call(entry, shuffled, [distinct[k] for k in rng.permutation(len(distinct))]) == call(entry, truth, distinct)


@every_metric
@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_drawn_images_are_images_repeated(entry, protocol):
    """A weight of two is the image twice, under another name; of none, the image absent.

    Scores tie between images only: of two equal ones in an image, copies would stand one copy after the other.
    """
    truth, results = DATA
    of_image = {image: [one for one in results if one["image_id"] == image] for image in range(40)}
    results = [{**one, "score": (place + 1) / 64} for some in of_image.values() for place, one in enumerate(some)]
    weights = np.random.default_rng(2).integers(0, 3, 40)
    again = {"images": [], "annotations": [], "categories": truth["categories"]}
    said = []
    for image, copies in enumerate(weights.tolist()):
        for copy in range(copies):
            name = 10 * image + copy
            again["images"].append({"id": name, "height": 200, "width": 200})
            for kept, source in ((again["annotations"], truth["annotations"]), (said, results)):
                kept += [{**one, "image_id": name} for one in source if one["image_id"] == image]
    for place, one in enumerate(again["annotations"]):
        one["id"] = place + 1
    matches = gn.Matches.of(truth, results, protocol=protocol)
    drawn = entry.shortcuts.stack(matches, np.array([weights, np.ones(40)], float), **options(entry))
    assert drawn[0] == pytest.approx(call(entry, again, said, protocol=protocol), rel=1e-12)
    assert drawn[1] == pytest.approx(call(entry, matches), rel=1e-12)


@every_metric
def test_range_and_perfection(entry):
    truth, results = DATA
    assert 0 <= call(entry, truth, results) <= 1
    real = [one for one in truth["annotations"] if not one["iscrowd"]]
    perfect = [{key: one[key] for key in ("image_id", "category_id", "bbox")} | {"score": 1.0} for one in real]
    assert call(entry, truth, perfect) == pytest.approx(1, rel=1e-12)


@every_metric
def test_nothing_to_find_and_nothing_said(entry):
    truth, results = DATA
    empty = {**truth, "annotations": []}
    with pytest.warns(gn.UndefinedMetricWarning, match=r"no objects|nothing is detected"):
        assert math.isnan(call(entry, empty, []))
    assert call(entry, empty, [], undefined=0.25) == 0.25
    with pytest.raises(gn.UndefinedMetricError):
        call(entry, empty, [], undefined="raise")
    if entry.name != "detection_precision":
        assert call(entry, truth, []) == 0
    if entry.name not in ("detection_precision", "detection_f1"):
        with warns_undefined("no_objects_to_find"):
            assert math.isnan(call(entry, empty, results))


@every_metric
def test_arguments(entry):
    matches = gn.Matches.of(*DATA)
    assert call(entry, matches) == call(entry, *DATA) == call(entry, truth=DATA[0], predictions=DATA[1])
    with raises_id("public.summary_with_arrays", type="Matches"):
        call(entry, matches, DATA[1])
    with raises_id("public.annotators_type_mismatch", type="Matches", type_2="Counts"):
        call(entry, gn.Counts.of([1, 0], [1, 0]))
    with raises_id("vision.area_range_unknown", name="huge"):
        call(entry, matches, area="huge")
    assert_unknown_options_refused(entry, DATA)


def test_references():
    for text in ("detection_ap(iou=0.5)", "detection_ar(max_detections=10)", "detection_f1(area=small)@0.3"):
        assert str(parse(text)) == text
    assert gn.detection_ap(*DATA, iou=0.33) == gn.detection_map(*DATA, thresholds=[0.33]).ap
    many = gn.detection_ar(*DATA, max_detections=500)
    assert many >= gn.detection_ar(*DATA)
    with raises_id("metrics.max_detections_too_many", cap=500, most=100):
        gn.detection_ar(gn.Matches.of(*DATA), max_detections=500)


def test_what_does_not_merge():
    one, other = (gn.Matches.of(*part(*DATA, images)) for images in ({1, 2, 3}, {3, 4}))
    with raises_id("summary.image_in_both_matches", value=3, count=1):
        one + other
    with raises_id("summary.match_protocols_differ"):
        one + gn.Matches.of(*part(*DATA, {9}), protocol="yolo")


def test_sides_exchanged():
    truth, results = (gn.Detections.of(DATA[0]), None)
    results = gn.Detections.of(DATA[1], truth=truth)
    with raises_id("vision.prediction_scores_missing"):
        gn.Matches.of(truth, truth)
    with raises_id("vision.truth_has_scores"):
        gn.Matches.of(results, results)
    with raises_id("summary.match_predictions_missing"):
        gn.Matches.of(truth)


def test_predictions_of_other_images():
    truth = gn.Detections.of(part(*DATA, {1, 2})[0])
    whole = gn.Detections.of(DATA[0])
    said = gn.Detections.of(DATA[1], truth=whole)
    with raises_id("vision.bad_value_at_place"):
        gn.Matches.of(truth, said)
    kept = said.take(np.flatnonzero(np.isin(said.image, [1, 2])))
    assert gn.Matches.of(truth, kept) == gn.Matches.of(*part(*DATA, {1, 2}))
