"""COCO's JSON: what is read equals what COCO's own tool reads; every path reads alike; what is wrong is named."""

import contextlib
import gzip
import io
import json
import pickle

import numpy as np
import pycocotools.mask as coco_masks
import pytest
from pycocotools.coco import COCO

import gnomon as gn
from coco_data import DATASET, RESULTS, annotations, dataset, results
from gnomon.vision.reading.coco import origin_of
from gnomon.vision.reading.records import records_of
from refusals import by_id, expect_hints, expect_message, expect_refusal

COLUMNS = ("image", "category", "boxes", "score", "area", "crowd", "ignored", "ids", "keypoints", "marked_points")


def same(a, b):
    """Assert that two sides hold the same."""
    for column in COLUMNS:
        x, y = getattr(a, column), getattr(b, column)
        assert (x is None) == (y is None), column
        assert x is None or (x.dtype == y.dtype and np.array_equal(x, y)), column
    assert a.images.names.tolist() == b.images.names.tolist()
    assert (a.images.height.tolist(), a.images.width.tolist(), a.images.files) == (
        b.images.height.tolist(),
        b.images.width.tolist(),
        b.images.files,
    )
    assert a.categories == b.categories
    assert (a.masks is None) == (b.masks is None)
    if a.masks is not None:
        assert np.array_equal(a.masks.runs, b.masks.runs)
        assert np.array_equal(a.masks.starts, b.masks.starts)


def as_coco_api(data, found=None):
    """COCO's own reading of a data set, and of results of it."""
    with contextlib.redirect_stdout(io.StringIO()):
        truth = COCO()
        truth.dataset = json.loads(json.dumps(data))
        truth.createIndex()
        return truth if found is None else truth.loadRes(json.loads(json.dumps(found)))


@pytest.fixture
def truth():
    return gn.Detections.of(dataset())


def test_a_data_set_is_columns(truth):
    assert repr(truth) == "Detections(3 objects, 3 images, 2 classes)"
    assert truth.images.names.tolist() == [2, 5, 9]
    assert truth.images.height.tolist() == [30, 20, 40]
    assert truth.images.files == ("a/two.jpg", "a/five.jpg", "b/nine.jpg")
    assert truth.categories.ids == (1, 3)
    assert truth.categories.names == ("cat", "dog")
    assert truth.image.tolist() == [2, 0, 2]
    assert truth.category.tolist() == [1, 0, 0]
    assert truth.boxes.tolist() == [[1, 2.5, 10, 12], [0.125, 0, 5, 5], [20, 20, 4, 4]]
    assert truth.area.tolist() == [80.5, 25, 16]
    assert truth.crowd.tolist() == [False, True, False]
    assert truth.ignored.tolist() == [False, False, True]
    assert truth.ids.tolist() == [11, 7, 8]
    assert (truth.score, truth.masks, truth.keypoints) == (None, None, None)


def test_results_are_of_the_images_and_classes_of_the_truth(truth):
    found = gn.Detections.of(results(), truth=truth)
    assert found.images is truth.images
    assert found.categories is truth.categories
    assert found.image.tolist() == [0, 2, 0]
    assert found.category.tolist() == [0, 1, 0]
    assert found.score.tolist() == [0.75, 1, 0.75]
    assert found.area.tolist() == [5.3 * 5.7, 120, 4]
    assert len(gn.Detections.of([], truth=truth)) == 0


def test_files_plain_and_packed_are_read_as_what_is_loaded_of_them(tmp_path, truth):
    plain, packed, spaced = tmp_path / "a.json", tmp_path / "a.json.gz", tmp_path / "spaced.json"
    plain.write_text(json.dumps(DATASET, ensure_ascii=False), encoding="utf-8")
    packed.write_bytes(gzip.compress(json.dumps(DATASET).encode()))
    spaced.write_text(json.dumps(DATASET, indent=3).replace("\n", "\r\n\t"))
    for path in (plain, packed, spaced):
        same(gn.Detections.of(path), truth)
        assert gn.Detections.of(path).source == path.name
    found = tmp_path / "results.json"
    found.write_text(json.dumps(RESULTS))
    same(gn.Detections.of(str(found), truth=truth), gn.Detections.of(results(), truth=truth))


@pytest.mark.parametrize("depth", [10, 70, 100_000])
def test_depth_is_bounded(depth, tmp_path):
    path = tmp_path / "deep.json"
    path.write_text('{"images": [], "annotations": [], "categories": [], "x": ' + "[" * depth + "]" * depth + "}")
    if depth < 100_000:
        assert len(gn.Detections.of(path)) == 0
    else:
        expect_refusal(by_id("vision.json_nested_too_deep", source="deep.json"), gn.Detections.of, path)


def test_results_equal_those_of_coco_itself(truth):
    api = as_coco_api(DATASET, RESULTS)
    found = gn.Detections.of(results(), truth=truth)
    assert [api.anns[i + 1]["area"] for i in range(len(found))] == found.area.tolist()


MASKS = [
    {"image_id": 2, "category_id": 1, "segmentation": [[1, 1, 9, 1.5, 8, 12]], "score": 0.5},
    {"image_id": 2, "category_id": 1, "segmentation": {"size": [30, 50], "counts": [31, 4, 26, 6, 1433]}, "score": 0.4},
]


def test_boxes_and_areas_of_masks_equal_those_of_coco_itself(truth, tmp_path):
    packed = [
        coco_masks.merge(coco_masks.frPyObjects(MASKS[0]["segmentation"], 30, 50)),
        coco_masks.frPyObjects(MASKS[1]["segmentation"], 30, 50),
    ]
    packed = [{"size": p["size"], "counts": p["counts"].decode()} for p in packed]
    api = as_coco_api(DATASET, [record | {"segmentation": p} for record, p in zip(MASKS, packed, strict=True)])
    path = tmp_path / "m.json"
    path.write_text(json.dumps(MASKS))
    for data in (MASKS, path, [record | {"segmentation": p} for record, p in zip(MASKS, packed, strict=True)]):
        found = gn.Detections.of(data, truth=truth)
        assert [api.anns[i + 1]["area"] for i in range(2)] == found.area.tolist()
        assert [list(api.anns[i + 1]["bbox"]) for i in range(2)] == found.boxes.tolist()
        assert found.masks.area.tolist() == found.area.tolist()
    kept = pickle.loads(pickle.dumps(found.masks))
    assert np.array_equal(kept.runs, found.masks.runs)
    assert found.to_coco()[1]["segmentation"] == packed[1]


def test_masks_are_made_when_they_are_asked_for(truth):
    broken = [MASKS[0] | {"bbox": [1, 1, 2, 2], "segmentation": {"size": [3, 3], "counts": [4]}}]
    found = gn.Detections.of(broken, truth=truth)
    assert found.area.tolist() == [4]
    assert len(found.masks) == 1
    expect_refusal(by_id("vision.mask_image_size_mismatch", source="data: results[0].segmentation", at=0, high=3), lambda: found.masks.runs)


def test_boxes_stand_for_masks_that_are_not_there_as_in_coco_itself():
    square = [[2, 2, 2, 9, 9, 9, 9, 2]]
    masked = dataset()
    for annotation in masked["annotations"]:
        annotation["segmentation"] = square
    truth = gn.Detections.of(masked)
    api = as_coco_api(masked, RESULTS)
    found = gn.Detections.of(results(), truth=truth)
    with pytest.warns(UserWarning, match="data: 3 predictions have no mask, and their box is taken for it, as COCO does"):
        areas = found.masks.area.tolist()
    assert areas == [int(coco_masks.area(api.annToRLE(api.anns[i + 1]))) for i in range(3)]
    assert gn.Detections.of(results(), truth=gn.Detections.of(dataset())).masks is None, "where the truth has no masks nobody needs any"
    mixed = gn.Detections.of(results(0, segmentation=[[0, 0, 0, 3, 3, 3, 3, 0]]), truth=truth)
    with pytest.warns(UserWarning, match="data: 2 predictions have no mask"):
        assert mixed.masks.area.tolist() == [9, *areas[1:]]


def test_empty_segmentations_are_no_masks(tmp_path):
    bare = dataset()
    for annotation in bare["annotations"]:
        annotation["segmentation"] = []
    path = tmp_path / "bare.json"
    path.write_text(json.dumps(bare))
    assert gn.Detections.of(bare).masks is None
    assert gn.Detections.of(path).masks is None


@pytest.mark.parametrize("wrong", [5, "x", {"size": [20, 20]}, [[1, 2]]])
def test_a_segmentation_that_is_none_is_named(wrong):
    made = [{"id": 1, "image_id": 5, "category_id": 1, "bbox": [0, 0, 9, 9], "segmentation": wrong}]
    expect_hints(["data: annotations[0].segmentation"], gn.Detections.of, dataset(annotations=made))


def test_keypoints_and_their_boxes_equal_those_of_coco_itself():
    points = [5, 6, 2, 9, 1, 1, 0, 0, 0]
    data = dataset(
        annotations=[{"id": 1, "image_id": 2, "category_id": 1, "bbox": [1, 1, 9, 9], "area": 60, "iscrowd": 0, "keypoints": points}]
    )
    truth = gn.Detections.of(data)
    assert truth.keypoints.tolist() == [[[5, 6, 2], [9, 1, 1], [0, 0, 0]]]
    assert truth.marked_points.tolist() == [2]
    said = {**data["annotations"][0], "num_keypoints": 1}
    assert gn.Detections.of(dataset(annotations=[said])).marked_points.tolist() == [1]
    made = [{"image_id": 2, "category_id": 1, "keypoints": [5.5, 6, 1, 9, 1.5, 1, 7, 3, 1], "score": 0.5}]
    api = as_coco_api(data, made)
    found = gn.Detections.of(made, truth=truth)
    assert found.boxes[0].tolist() == api.anns[1]["bbox"]
    assert found.area.tolist() == [api.anns[1]["area"]]


def test_areas_that_are_not_said_are_those_of_masks_else_of_boxes():
    square = {"size": [20, 20], "counts": [42, 3, 17, 3, 335]}
    made = [
        {"id": 1, "image_id": 5, "category_id": 1, "bbox": [0, 0, 9, 9], "segmentation": square},
        {"id": 2, "image_id": 5, "category_id": 1, "bbox": [0, 0, 9, 9], "segmentation": []},
        {"id": 3, "image_id": 5, "category_id": 1, "bbox": [0, 0, 9, 9], "segmentation": square, "area": 4},
        {"id": 4, "image_id": 5, "category_id": 1, "segmentation": square},
    ]
    truth = gn.Detections.of(dataset(annotations=made))
    assert truth.area.tolist() == [6, 81, 4, 6]
    assert truth.boxes[3].tolist() == [2, 2, 2, 3]


def test_lvis_says_what_was_looked_for():
    images = [dict(image) for image in DATASET["images"]]
    images[0] |= {"neg_category_ids": [3], "not_exhaustive_category_ids": []}
    images[1] |= {"neg_category_ids": [], "not_exhaustive_category_ids": [3, 1]}
    categories = [{"id": 3, "name": "dog", "frequency": "f"}, {"id": 1, "name": "cat", "frequency": "r"}]
    truth = gn.Detections.of(dataset(images=images, categories=categories))
    assert truth.categories.frequency == ("r", "f")
    assert truth.federation.absent.tolist() == [[2, 1]]
    assert truth.federation.incomplete.tolist() == [[0, 0], [0, 1]]
    same(gn.Detections.of(truth.to_coco()), truth)
    assert gn.Detections.of(truth.to_coco()).federation.incomplete.tolist() == [[0, 0], [0, 1]]
    images[0]["neg_category_ids"] = [4]
    expect_refusal(
        by_id("vision.bad_value_at_place", source="data", place="images[0].neg_category_ids"),
        gn.Detections.of,
        dataset(images=images),
    )


def test_what_was_read_is_written_back(truth):
    same(gn.Detections.of(json.loads(json.dumps(truth.to_coco()))), truth)
    found = gn.Detections.of(results(), truth=truth)
    same(gn.Detections.of(found.to_coco(), truth=truth), found)


def test_a_data_set_may_mark_nothing_and_name_no_class(tmp_path):
    bare = dataset(annotations=[], categories=[{"id": 4}, {"id": 2, "name": None}])
    path = tmp_path / "bare.json"
    path.write_text(json.dumps(bare))
    for data in (bare, path):
        truth = gn.Detections.of(data)
        assert (len(truth), len(truth.images), truth.categories.names) == (0, 3, ("2", "4"))


def test_ids_may_be_text():
    text = json.loads(json.dumps(DATASET).replace('_id": 9', '_id": "9"').replace('"id": 9', '"id": "9"'))
    for image in text["images"]:
        image["id"] = f"i{image['id']}"
    for annotation in text["annotations"]:
        annotation["image_id"] = f"i{annotation['image_id']}"
    truth = gn.Detections.of(text)
    assert truth.images.names.tolist() == ["i2", "i5", "i9"]
    assert truth.image.tolist() == [2, 0, 2]


def test_predictions_may_be_a_data_set_with_scores(truth):
    scored = dataset()
    for annotation in scored["annotations"]:
        annotation["score"] = 0.5
    found = gn.Detections.of(scored, truth=truth)
    assert found.score.tolist() == [0.5] * 3
    assert found.images is truth.images
    del scored["annotations"][1]["score"]
    expect_refusal(by_id("vision.bad_value_at_place", source="data", place="annotations[1].score"), gn.Detections.of, scored, truth=truth)


def test_numpy_numbers_are_numbers(truth):
    made = results(0, score=np.float32(0.5), image_id=np.int64(2), bbox=np.array([1, 2, 3, 4], np.float32))
    found = gn.Detections.of(made, truth=truth)
    assert found.score[0] == 0.5
    assert found.boxes[0].tolist() == [1, 2, 3, 4]


UNKNOWN_IMAGE = "an image that is not among the 3 there are (2, 5, 9)"
UNKNOWN_CLASS = "a class that is not among the 2 there are (1, 3)"
NO_BOX = "which is no box: four finite numbers x, y, width and height"
NO_POINTS = "which are no keypoints: x, y and visibility of each, finite numbers"
TRUTHS = {
    "missing image": (annotations(1, image_id=...), "data: annotations[1].image_id is None, which is missing"),
    "unknown image": (
        annotations(1, image_id=4),
        f"data: annotations[1].image_id is 4, {UNKNOWN_IMAGE}",
    ),
    "text image": (
        annotations(1, image_id="2"),
        "data: annotations[1].image_id is '2', an image that is not among the 3 there are (2, …: one is text and the other a number)",
    ),
    "float image": (annotations(1, image_id=2.0), "data: annotations[1].image_id is 2.0, which is no id: ids are whole numbers or text"),
    "true image": (annotations(1, image_id=True), "data: annotations[1].image_id is True, which is no id: ids are whole numbers or text"),
    "unknown class": (
        annotations(2, category_id=9),
        f"data: annotations[2].category_id is 9, {UNKNOWN_CLASS}",
    ),
    "same id": (annotations(2, id=11), "data: annotations[2].id is 11, which annotations[0].id has as well; give each an id of its own"),
    "text id": (annotations(2, id="8"), "data: annotations[2].id is '8', which is no whole number"),
    "no id": (annotations(2, id=...), "data: annotations[2].id is None, which is missing, and other records have it"),
    "short box": (
        annotations(0, bbox=[1, 2, 3]),
        f"data: annotations[0].bbox is [1, 2, 3], {NO_BOX}",
    ),
    "text box": (
        annotations(0, bbox=[1, 2, "3", 4]),
        f"data: annotations[0].bbox is [1, 2, '3', 4], {NO_BOX}",
    ),
    "no box": (annotations(0, bbox=...), "data: annotations[0].bbox is None, which is missing"),
    "negative box": (
        annotations(0, bbox=[1, 2, -3, 4]),
        "data: annotations[0].bbox is [1, 2, -3, 4], whose width or height is negative; is it in another format than was said?",
    ),
    "infinite area": (annotations(0, area=float("inf")), "data: annotations[0].area is inf, which is no finite number"),
    "crowd": (annotations(0, iscrowd=2), "data: annotations[0].iscrowd is 2, which is not 0 or 1"),
    "points": (
        annotations(0, keypoints=[1, 2]),
        f"data: annotations[0].keypoints is [1, 2], {NO_POINTS}",
    ),
    "image twice": (
        dataset(images=[{"id": 2}, {"id": 9}, {"id": 2}]),
        "data: images[2].id is 2, which images[0].id has as well; give each an id of its own",
    ),
    "class twice": (
        dataset(categories=[{"id": 1}, {"id": 3}, {"id": 3}]),
        "data: categories[2].id is 3, which categories[1].id has as well; give each an id of its own",
    ),
    "mixed images": (
        dataset(images=[{"id": 2}, {"id": "9"}]),
        "data: the ids of images are text in places ('9') and numbers in others (2); make them all one or the other",
    ),
    "no images": (dataset(images=None), "data: 'images' is None, where a data set of COCO has a list of dictionaries"),
    "no annotations": (
        {key: value for key, value in dataset().items() if key != "annotations"},
        "data: 'annotations' is None, where a data set of COCO has a list of dictionaries",
    ),
    "height": (dataset(images=[{"id": 2, "height": "3"}]), "data: images[0].height is '3', which is no number of pixels"),
    "no record": (dataset(annotations=[7]), "data: annotations[0] is 7, which is no dictionary of fields"),
}


@pytest.mark.parametrize("which", TRUTHS)
def test_what_is_wrong_with_a_truth_is_named(which, tmp_path):
    data, message = TRUTHS[which]
    expect_message(message, gn.Detections.of, data)
    path = tmp_path / "truth.json"
    path.write_text(json.dumps(data))
    expect_message(message.replace("data: ", "truth.json: "), gn.Detections.of, path)
    expect_message(message.replace("data: ", "truth: "), gn.Detections.of, data, name="truth")


FOUND = {
    "no score": (results(1, score=...), "data: results[1].score is None, which is missing: every result needs a score"),
    "nan score": (results(1, score=float("nan")), "data: results[1].score is nan, which is no finite number"),
    "text score": (results(1, score="0.5"), "data: results[1].score is '0.5', which is no finite number"),
    "image": (
        results(1, image_id=7),
        "data: results[1].image_id is 7, an image that is not among the 3 there are (2, 5, 9); the truth names images with nothing in them "
        "too: by images=[…] of gn.evaluate or gn.Detections.of, or among the images of COCO's file",
    ),
    "class": (
        results(1, category_id=0),
        "data: results[1].category_id is 0, a class that is not among the 2 there are (1, 3); the truth names classes with no objects "
        "too: by classes=[…], or among the categories of COCO's file",
    ),
    "truth": (dataset(), "data holds objects without scores, as a truth does, where predictions were expected; were the two exchanged?"),
}


@pytest.mark.parametrize("which", FOUND)
def test_what_is_wrong_with_results_is_named(which, truth, tmp_path):
    data, message = FOUND[which]
    expect_message(message, gn.Detections.of, data, truth=truth)
    path = tmp_path / "r.json"
    path.write_text(json.dumps(data))
    expect_message(message.replace("data", "r.json", 1), gn.Detections.of, path, truth=truth)


def test_results_given_as_the_truth_are_said_to_be_that(tmp_path):
    path = tmp_path / "r.json"
    path.write_text(json.dumps(RESULTS))
    for data, name in ((results(), "data"), (path, "r.json"), ([], "data")):
        expect_hints([f"{name} is a list of results, which are predictions", "give the annotations"], gn.Detections.of, data)


def test_boxes_without_area_are_refused_dropped_or_kept(truth):
    made = results(1, bbox=[1, 2, 0, 4])
    expect_refusal(by_id("vision.bad_value_at_place", source="data", place="results[1].bbox"), gn.Detections.of, made, truth=truth)
    dropped = gn.Detections.of(made, truth=truth, empty="drop")
    assert dropped.score.tolist() == [0.75, 0.75]
    assert [str(note) for note in dropped.notes] == ["data: 1 boxes without area were left out, the first results[1].bbox"]
    assert gn.Detections.of(made, truth=truth, empty="keep").area.tolist() == [5.3 * 5.7, 0, 4]
    expect_refusal(by_id("vision.empty_option_unknown", empty="x"), gn.Detections.of, made, truth=truth, empty="x")


def test_scores_outside_of_0_to_1_are_legal_and_noted(truth):
    found = gn.Detections.of(results(1, score=87.5), truth=truth)
    assert found.score.tolist() == [0.75, 87.5, 0.75]
    (note,) = found.notes
    assert note.code == "scores_outside"
    assert "the first results[1].score (87.5)" in note
    assert gn.Detections.of(results(), truth=truth).notes == ()


NEITHER = "f.json is neither a data set of COCO (a dictionary with images, annotations and categories) nor a list of results"
FILES = {
    "cut off": (b'[{"image_id": 1,', "f.json is no JSON: it ends within a value, at line 1, column 17; was it cut off?"),
    "cut in text": (b'{"images": [\n{"file_na', "f.json is no JSON: it ends within a value, at line 2, column 2; was it cut off?"),
    "empty": (b" \n", "f.json is empty"),
    "slip": (b'{"images": [],\n "annotations": [nul]}', "f.json is no JSON: line 2, column 18, at 'nul]}'"),
    "encoding": (b'{"images": "\xff"}', "f.json is no JSON: byte 12 is not UTF-8"),
    "other": (
        b'{"a": 1}',
        "f.json is neither a data set of COCO (a dictionary with images, annotations and categories) nor a list of results",
    ),
    "number": (b"3", NEITHER),
}


@pytest.mark.parametrize("which", FILES)
def test_what_is_wrong_with_a_file_is_said(which, tmp_path):
    content, message = FILES[which]
    (tmp_path / "f.json").write_bytes(content)
    expect_message(message, gn.Detections.of, tmp_path / "f.json")


def test_files_that_are_not_there_or_cannot_be_unpacked(tmp_path):
    expect_refusal(by_id("vision.file_cannot_be_read"), gn.Detections.of, tmp_path / "gone.json")
    (tmp_path / "f.json.gz").write_bytes(gzip.compress(json.dumps(DATASET).encode())[:90])
    expect_refusal(by_id("vision.file_cannot_be_unpacked"), gn.Detections.of, tmp_path / "f.json.gz")


def test_what_unpacks_to_more_than_there_is_memory_for_is_refused(tmp_path, monkeypatch):
    monkeypatch.setattr("gnomon.files.memory_limit", lambda given: 1000)
    (tmp_path / "f.json.gz").write_bytes(gzip.compress(b" " * 10**6 + json.dumps(DATASET).encode()))
    expect_refusal(by_id("core.file_unpacks_to_too_much", limit=500), gn.Detections.of, tmp_path / "f.json.gz")


def test_coco_says_by_itself_what_there_is(truth):
    expect_refusal(
        by_id("vision.box_format_fixed_by_file", given="xyxy", name="data", format="xywh"), gn.Detections.of, dataset(), format="xyxy"
    )
    expect_refusal(by_id("vision.argument_not_allowed_with_coco", argument="classes"), gn.Detections.of, dataset(), classes=["a"])
    expect_refusal(by_id("vision.argument_not_allowed_with_coco", argument="images"), gn.Detections.of, dataset(), images=[1])
    same(gn.Detections.of(dataset(), format="xywh"), truth)


def test_detections_pass_as_they_are(truth):
    assert gn.Detections.of(truth) is truth


def test_a_list_of_no_records_is_read():
    assert len(records_of([], origin_of("x", "results")).image.codes) == 0
