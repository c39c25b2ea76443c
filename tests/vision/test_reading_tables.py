"""Tables and arrays: columns by their names, images by theirs, and one result whatever holds the rows."""

import json

import numpy as np
import pandas as pd
import polars as pl
import pytest

import gnomon as gn
from components import needs
from gnomon.messages.language import speaking
from refusals import by_id, expect_hints, expect_message, expect_refusal

TABLE = {
    "image": ["b", "a", "b"],
    "class": ["dog", "cat", "cat"],
    "x1": [1.0, 2.5, 3.0],
    "y1": [1, 1, 3],
    "x2": [4, 5, 9],
    "y2": [3, 9, 4],
    "score": [0.5, 0.25, 1.0],
}
BOXES = [[1, 1, 3, 2], [2.5, 1, 2.5, 8], [3, 3, 6, 1]]


def changed(**columns):
    """The table with other columns, without those that are ...."""
    return {name: values for name, values in {**TABLE, **columns}.items() if values is not ...}


def boxed(names, boxes):
    """The table with its box in other columns."""
    return changed(x1=..., y1=..., x2=..., y2=...) | dict(zip(names, np.array(boxes, float).T, strict=True))


def test_a_table_is_columns():
    found = gn.Detections.of(TABLE)
    assert found.images.names.tolist() == ["a", "b"]
    assert found.categories.names == ("cat", "dog")
    assert found.image.tolist() == [1, 0, 1]
    assert found.category.tolist() == [1, 0, 0]
    assert found.boxes.tolist() == BOXES
    assert found.area.tolist() == [6, 20, 6]
    assert found.score.tolist() == [0.5, 0.25, 1]
    assert found.ids is None


@pytest.mark.parametrize("kind", ["pandas", "polars", "lazy", "csv", "parquet"])
def test_every_container_is_read_alike(kind, tmp_path):
    frame = pd.DataFrame(TABLE)
    if kind in ("csv", "parquet"):
        data = tmp_path / f"t.{kind}"
        frame.to_csv(data, index=False) if kind == "csv" else frame.to_parquet(data)
    else:
        data = frame if kind == "pandas" else pl.DataFrame(TABLE) if kind == "polars" else pl.LazyFrame(TABLE)
    found, wanted = gn.Detections.of(data), gn.Detections.of(TABLE)
    for column in ("image", "category", "boxes", "score", "area", "crowd", "ignored"):
        assert np.array_equal(getattr(found, column), getattr(wanted, column)), column
    assert found.images.names.tolist() == wanted.images.names.tolist()
    assert found.categories == wanted.categories


@pytest.mark.parametrize(
    ("names", "boxes", "format"),
    [
        ("xmin ymin xmax ymax", [[1, 1, 4, 3], [2.5, 1, 5, 9], [3, 3, 9, 4]], None),
        ("left top right bottom", [[1, 1, 4, 3], [2.5, 1, 5, 9], [3, 3, 9, 4]], "xyxy"),
        ("x y w h", BOXES, None),
        ("X Y Width Height", BOXES, "xywh"),
        ("left top width height", BOXES, None),
        ("cx cy w h", [[2.5, 2, 3, 2], [3.75, 5, 2.5, 8], [6, 3.5, 6, 1]], None),
        ("x_center y_center width height", [[2.5, 2, 3, 2], [3.75, 5, 2.5, 8], [6, 3.5, 6, 1]], None),
        ("x y w h", [[2.5, 2, 3, 2], [3.75, 5, 2.5, 8], [6, 3.5, 6, 1]], "cxcywh"),
    ],
)
def test_boxes_are_found_by_the_names_of_their_columns(names, boxes, format):
    assert gn.Detections.of(boxed(names.split(), boxes), format=format).boxes.tolist() == BOXES


def test_oriented_boxes_keep_their_centre_and_angle():
    boxes = [[2.5, 2, 3, 2, 0.5], [3.75, 5, 2.5, 8, 0], [6, 3.5, 6, 1, -1]]
    found = gn.Detections.of(boxed(["cx", "cy", "w", "h", "angle"], boxes))
    assert found.boxes.tolist() == boxes
    assert found.area.tolist() == [6, 20, 6]


def test_more_columns_say_more():
    more = changed(
        iscrowd=[0, 1, 0], difficult=[True, False, False], area=[9, 8, 7], id=[5, 4, 9], image_width=[50, 40, 50], image_height=[30, 20, 30]
    )
    found = gn.Detections.of(more)
    assert found.crowd.tolist() == [False, True, False]
    assert found.ignored.tolist() == [True, False, False]
    assert found.area.tolist() == [9, 8, 7]
    assert found.ids.tolist() == [5, 4, 9]
    assert (found.images.height.tolist(), found.images.width.tolist()) == ([20, 30], [40, 50])
    assert gn.Detections.of(more, truth=found).area.tolist() == [6, 20, 6], "a prediction's area is that of its box"


@pytest.mark.parametrize("kind", ["columns", "pandas", "arrays", "polars", "csv", "parquet", "jsonl"])
@pytest.mark.parametrize("name", ["box", "bbox"])
def test_boxes_may_stand_in_one_column(kind, name, tmp_path):
    columns = changed(x1=..., y1=..., x2=..., y2=...) | {name: [[float(side) for side in box] for box in BOXES]}
    frame = pd.DataFrame(columns)
    data = {"columns": columns, "pandas": frame, "arrays": frame.assign(**{name: [np.array(box) for box in BOXES]})}.get(kind)
    if data is None:
        data = pl.DataFrame(columns) if kind == "polars" else tmp_path / f"t.{kind}"
    writers = {"csv": {"index": False}, "parquet": {}, "jsonl": {"orient": "records", "lines": True}}
    if kind in writers:
        getattr(frame, f"to_{kind.removesuffix('l')}")(data, **writers[kind])
    found = gn.Detections.of(data, format="xywh")
    assert found.boxes.tolist() == BOXES
    assert found.score.tolist() == TABLE["score"]
    assert gn.Detections.of(data, format="cxcywh").boxes[1].tolist() == [1.25, -3, 2.5, 8]
    expect_hints([f"{name!r} holds boxes whole, and does not say how they are written; pass format: 'xyxy'"], gn.Detections.of, data)


def test_what_is_no_box_in_one_column():
    def with_box(*second, **others):
        return changed(x1=..., y1=..., x2=..., y2=..., box=[[1, 1, 3, 2], *second, [3, 3, 6, 1]], **others)

    for second, said in (([1, 2, 3], "'[1, 2, 3]', which is no box: a list of 4 finite numbers"), (None, "None, which is missing")):
        expect_hints([f"data: 'box' in row 1 is {said}"], gn.Detections.of, with_box(second), format="xywh")
    expect_refusal(by_id("vision.bad_value_at_place"), gn.Detections.of, with_box([3, 3, 1, -2]), format="xywh")
    expect_refusal(by_id("vision.bad_value_at_place", value="left"), gn.Detections.of, with_box([]) | {"box": ["left"] * 3}, format="xywh")
    expect_refusal(
        by_id("vision.table_box_columns_ambiguous", boxes="'box', 'bbox'"),
        gn.Detections.of,
        with_box([1, 1, 1, 1], bbox=BOXES),
        format="xywh",
    )
    both = gn.Detections.of(TABLE | {"box": BOXES})
    assert both.boxes.tolist() == BOXES, "columns of numbers go before"


def test_a_class_without_objects_is_named():
    said = changed(**{"class": ["dog", "cat", "owl"]})
    hint = "a class that is not among the 2 there are ('cat', 'dog'); the truth names classes with no objects too: by classes=[…], or"
    truth = changed(score=...)
    expect_hints([hint], gn.detection_map, truth, said)
    assert list(gn.detection_map(truth, said, classes=["cat", "dog", "owl"]).per_class) == ["cat", "dog", "owl"]


def test_images_with_nothing_in_them_are_named():
    found = gn.Detections.of(TABLE, images=["c", "a"])
    assert found.images.names.tolist() == ["a", "b", "c"]
    sized = gn.Detections.of(TABLE, images={"c": (30, 40), "a": (10, 20)})
    assert sized.images.height.tolist() == [10, 0, 30]
    expect_refusal(by_id("vision.image_name_malformed", name=1.5), gn.Detections.of, TABLE, images=[1.5])
    expect_refusal(by_id("vision.image_size_malformed", name="a"), gn.Detections.of, TABLE, images={"a": (3,)})


def test_names_of_classes_by_their_ids():
    numbered = changed(**{"class": [1, 0, 0]})
    found = gn.Detections.of(numbered, classes=["cat", "dog", "owl"])
    assert found.categories.names == ("cat", "dog", "owl")
    assert found.category.tolist() == [1, 0, 0]
    named = gn.Detections.of(TABLE, truth=found)
    assert named.category.tolist() == [1, 0, 0], "a name is as good as the number it stands for"
    assert gn.Detections.of(numbered, classes={0: "x", 1: "y"}).categories.ids == (0, 1)
    expect_refusal(by_id("vision.bad_value_at_place", value=1), gn.Detections.of, numbered, classes=["cat"])
    expect_refusal(by_id("vision.class_name_missing", id=1.5, name="a"), gn.Detections.of, numbered, classes={1.5: "a"})


def test_numbers_in_a_csv_are_numbers_where_all_are(tmp_path):
    path = tmp_path / "t.csv"
    pd.DataFrame(changed(image=[3, 1, 3])).to_csv(path, index=False)
    truth = gn.Detections.of(path)
    assert truth.images.names.tolist() == [1, 3]
    pd.DataFrame(changed(image=["003", "1", "003"])).to_csv(path, index=False)
    assert gn.Detections.of(path).images.names.tolist() == ["003", "1"]
    pd.DataFrame(changed(image=["7", "7", "7"])).to_csv(path, index=False)
    text = gn.Detections.of(changed(image=["7", "8", "7"]))
    assert gn.Detections.of(path, truth=text).image.tolist() == [0, 0, 0], "of a truth whose names are text they are text"


def test_predictions_may_name_the_pictures_of_a_truth():
    images = [{"id": 4, "file_name": "val/b.jpg"}, {"id": 7, "file_name": "val/a.png"}]
    truth = gn.Detections.of({"images": images, "annotations": [], "categories": [{"id": 1, "name": "cat"}, {"id": 2, "name": "dog"}]})
    for names in (["b", "a", "b"], ["b.jpg", "a.png", "b.jpg"], ["val/b.jpg", "val/a.png", "val/b.jpg"]):
        assert gn.Detections.of(changed(image=names), truth=truth).image.tolist() == [0, 1, 0]


CROSSED = {
    "images": [{"id": 1, "file_name": "2.jpg", "height": 90, "width": 90}, {"id": 2, "file_name": "1.jpg", "height": 90, "width": 90}],
    "annotations": [{"id": 1, "image_id": 1, "category_id": 1, "bbox": [0, 0, 9, 9], "area": 81, "iscrowd": 0}],
    "categories": [{"id": 1, "name": "cat"}],
}
"""Each image's id is what the other's file is called."""


def crossed_results(way, folder):
    """One result of an image that is called "1": as COCO's results, in a CSV file, as arrays, in a folder of YOLO's."""
    result = {"image_id": "1", "category_id": 1, "bbox": [0, 0, 9, 9], "score": 0.9}
    if way == "results":
        return [result]
    if way == "arrays":
        return {"1": {"boxes": [[0, 0, 9, 9]], "labels": [1], "scores": [0.9]}}
    path = folder / {"file": "results.json", "table": "results.csv", "yolo": "said"}[way]
    if way == "file":
        path.write_text(json.dumps([result]))
    elif way == "table":
        path.write_text("image,class,x,y,w,h,score\n1,1,0,0,9,9,0.9\n")
    else:
        path.mkdir()
        (path / "1.txt").write_text("1 0.05 0.05 0.1 0.1 0.9\n")
    return path


@pytest.mark.parametrize("way", ["results", "arrays", "file", "table", "yolo"])
def test_text_that_names_one_image_by_id_and_another_by_file_is_refused(way, tmp_path):
    said = crossed_results(way, tmp_path)
    words = "which is the id of one image and the file name of another (image 2, '1.jpg')"
    expect_hints([words], gn.detection_map, CROSSED, said)
    expect_hints([words], gn.evaluate, CROSSED, prediction=said, task="detection")
    agree = {**CROSSED, "images": [image | {"file_name": f"{image['id']}.jpg"} for image in CROSSED["images"]]}
    assert gn.detection_map(agree, said, thresholds=[0.5]).ap == 1
    by_number = [{"image_id": 1, "category_id": 1, "bbox": [0, 0, 9, 9], "score": 0.9}]
    assert gn.detection_map(CROSSED, by_number).ap == 1


REFUSED = {
    "image": (changed(image=...), "has no column for the image; call it 'image' or 'image_id'"),
    "two images": (
        changed(image=..., file="a", file_name="b"),
        "may each be what is looked for as 'image'; call the one that is meant 'image'",
    ),
    "box": (changed(x2=...), "has no columns for the box; call them 'x1 y1 x2 y2' or "),
    "two boxes": (changed(x=[1] * 3, y=[1] * 3, w=[1] * 3, h=[1] * 3), "has columns for several boxes ('x1 y1 x2 y2', 'x y w h')"),
    "text": (changed(x1=["1", "a", "2"]), "data: 'x1' in row 0 is '1', which is no finite number"),
    "missing": (changed(x1=[1, np.nan, 2]), "data: 'x1' in row 1 is None, which is missing"),
    "infinite": (changed(x1=[1, -np.inf, 2]), "data: 'x1' in row 1 is -inf, which is no finite number"),
    "no image": (changed(image=["a", None, "b"]), "data: 'image' in row 1 is None, which is missing"),
    "fraction": (changed(image=[1, 1.5, 2]), "data: 'image' in row 1 is 1.5, which is no name: names are whole numbers or text"),
    "a name past 2**53": (changed(image=[1.0, 2.0, 2.0**53]), "'image' in row 2 is 9007199254740992.0, which is too large a number"),
    "a name past 2**63": (changed(image=np.array([1, 2, 2**63], np.uint64)), "is 9223372036854775808, which is too large a number"),
    "a class past 2**63": (
        changed(**{"class": np.array([1, 2**63, 2], np.uint64)}),
        "'class' in row 1 is 9223372036854775808, which is too",
    ),
    "an area below zero": (changed(area=[4.0, -1.0, 2.0]), "data: 'area' in row 1 is -1.0, which is no area"),
    "truths": (changed(**{"class": [True, False, True]}), "which is no name: names are whole numbers or text"),
    "crowd": (changed(crowd=[0, 2, 0]), "data: 'crowd' in row 1 is 2.0, which is not 0 or 1"),
    "reversed": (changed(x2=[0, 5, 9]), "data: 'x1 y1 x2 y2' in row 0 is [1, 1, 0, 3], whose width or height is negative"),
    "id twice": (changed(id=[1, 2, 1]), "data: 'id' in row 2 is 1, which 'id' in row 0 has as well; give each an id of its own"),
    "id": (changed(id=[1, 1.5, 2]), "data: 'id' in row 1 is 1.5, which is no whole number"),
}


@pytest.mark.parametrize("which", REFUSED)
def test_what_is_wrong_with_a_table_is_named(which):
    data, message = REFUSED[which]
    if which == "two images":
        data = {**data, "file": ["a"] * 3, "file_name": ["b"] * 3}
    expect_hints([message], gn.Detections.of, data)


def test_a_format_must_fit_the_columns():
    expect_refusal(by_id("vision.table_box_columns_missing"), gn.Detections.of, TABLE, format="xywh")
    expect_refusal(by_id("vision.file_box_format_unknown", format="yxyx"), gn.Detections.of, TABLE, format="yxyx")


def test_unknown_names_are_refused():
    truth = gn.Detections.of(changed(score=...))
    assert truth.score is None
    expect_refusal(
        by_id("vision.bad_value_at_place", source="p", value="z"),
        gn.Detections.of,
        changed(image=["a", "b", "z"]),
        truth=truth,
        name="p",
    )
    expect_refusal(by_id("vision.bad_value_at_place"), gn.Detections.of, changed(image=[1, 2, 3]), truth=truth)
    expect_refusal(by_id("vision.scores_missing_truth_swapped"), gn.Detections.of, changed(score=...), truth=truth)


ARRAYS = [
    {"boxes": np.array([[1, 1, 4, 3], [3, 3, 9, 4]]), "labels": np.array([1, 0])},
    {"boxes": [], "labels": []},
    {"boxes": [[2.5, 1, 5, 9]], "labels": [1], "iscrowd": [1], "area": [7]},
]


def test_arrays_for_each_image():
    truth = gn.Detections.of(ARRAYS[:2])
    assert truth.images.names.tolist() == [0, 1]
    assert truth.image.tolist() == [0, 0]
    assert truth.boxes.tolist() == [[1, 1, 3, 2], [3, 3, 6, 1]]
    assert truth.categories.ids == (0, 1)
    found = gn.Detections.of([{**ARRAYS[0], "scores": [0.5, 0.25]}, {**ARRAYS[1], "scores": []}], truth=truth)
    assert found.score.tolist() == [0.5, 0.25]
    named = gn.Detections.of({"b": ARRAYS[2], "a": {**ARRAYS[0], "area": [1, 2]}}, classes=["cat", "dog"])
    assert named.images.names.tolist() == ["a", "b"]
    assert named.image.tolist() == [1, 0, 0]
    assert named.area.tolist() == [7, 1, 2]
    assert named.crowd.tolist() == [True, False, False]
    assert named.categories.names == ("cat", "dog")
    assert len(gn.Detections.of(ARRAYS[0]).images) == 1
    assert gn.Detections.of([{"boxes": [[4, 3, 2, 2]], "labels": ["x"]}], format="cxcywh").boxes.tolist() == [[3, 2, 2, 2]]


def test_tensors_are_arrays():
    torch = needs("torch")
    made = [{"boxes": torch.tensor([[1.0, 1.0, 4.0, 3.0]]), "labels": torch.tensor([1]), "scores": torch.tensor([0.5])}]
    found = gn.Detections.of(made, truth=gn.Detections.of([{"boxes": [[1, 1, 4, 3]], "labels": [1]}]))
    assert found.boxes.tolist() == [[1, 1, 3, 2]]


def test_masks_of_arrays_give_sizes_boxes_and_areas():
    pixels = np.zeros((2, 5, 7), bool)
    pixels[0, 1:3, 2:6] = True
    pixels[1, 4, 0] = True
    truth = gn.Detections.of([{"masks": pixels, "labels": [0, 1]}, {"boxes": [], "labels": []}])
    assert truth.boxes.tolist() == [[2, 1, 4, 2], [0, 4, 1, 1]]
    assert truth.area.tolist() == [8, 1]
    assert truth.images.height.tolist() == [5, 0]
    assert np.array_equal(truth.masks.to_array(0), pixels[0])
    boxed = gn.Detections.of([{"masks": pixels, "boxes": [[0, 0, 9, 9], [0, 0, 2, 2]], "labels": [0, 1]}])
    assert boxed.area.tolist() == [8, 1], "the area of a truth is its mask's"
    expect_refusal(
        by_id("vision.arrays_masks_missing_in_image", image=1),
        gn.Detections.of,
        [{"masks": pixels, "labels": [0, 1]}, {"boxes": [[0, 0, 1, 1]], "labels": [0]}],
    )


WRONG = {
    "no labels": ([{"boxes": [[0, 0, 1, 1]]}], "data: image 0 has no 'labels', only 'boxes'"),
    "shape": ([{"boxes": [[0, 0, 1]], "labels": [0]}], "data: the boxes of image 0 are of shape (1, 3) and type int64"),
    "length": ([{"boxes": [[0, 0, 1, 1]], "labels": [0, 1]}], "data: image 0 has 1 boxes, and labels of shape (2,)"),
    "nan": (
        [{"boxes": [[0, 0, 1, np.nan]], "labels": [0]}],
        "data: boxes[0] of image 0 is [0.0, 0.0, 1.0, nan], which is no box of finite numbers",
    ),
    "label": ([{"boxes": [[0, 0, 1, 1]], "labels": [0.5]}], "data: labels[0] of image 0 is 0.5, which is no class"),
    "score": (
        [{"boxes": [[0, 0, 1, 1]], "labels": [0], "scores": [np.inf]}],
        "data: scores[0] of image 0 is inf, which is missing or no finite",
    ),
    "some scores": (
        [{"boxes": [[0, 0, 1, 1]], "labels": [0], "scores": [1]}, {"boxes": [[0, 0, 1, 1]], "labels": [0]}],
        "data: scores[0] of image 1 is nan, which is missing",
    ),
    "reversed": (
        [ARRAYS[0], {"boxes": [[5, 0, 1, 1]], "labels": [0]}],
        "data: boxes[0] of image 1 is [5, 0, 1, 1], whose width or height is negative",
    ),
    "empty": ([{"boxes": [[5, 0, 5, 1]], "labels": [0]}], "data: boxes[0] of image 0 is [5, 0, 5, 1], a box without area"),
    "no dictionary": ([ARRAYS[0], 7], "data: image 1 has 7, where a dictionary with boxes, labels and, of predictions, scores is meant"),
    "crowd": ([{"boxes": [[0, 0, 1, 1]], "labels": [0], "iscrowd": [3]}], "data: iscrowd[0] of image 0 is 3, which is not 0 or 1"),
    "name": ({1.5: ARRAYS[0]}, "data: 1.5 names no image; names are text or whole numbers"),
}


@pytest.mark.parametrize("which", WRONG)
def test_what_is_wrong_with_arrays_is_named(which):
    data, message = WRONG[which]
    expect_hints([message], gn.Detections.of, data)


def test_a_list_has_an_entry_for_each_image_of_the_truth():
    truth = gn.Detections.of(ARRAYS[:2])
    scored = [{**arrays, "scores": [0.5] * len(arrays["labels"])} for arrays in ARRAYS]
    for made in (scored, scored[:1]):
        expect_hints([f"data is a list of {len(made)} images without names, and the truth has 2;"], gn.Detections.of, made, truth=truth)
    named = gn.Detections.of(TABLE)
    expect_refusal(
        by_id("vision.arrays_image_count_mismatch", count=2, images=2, named=" that have names"), gn.Detections.of, scored[:2], truth=named
    )


def test_what_is_nothing_of_this_is_refused():
    expect_refusal(by_id("engines.data_type_unsupported", type="int"), gn.Detections.of, 7)


def test_predictions_read_by_themselves_are_brought_to_the_truth():
    truth = gn.Detections.of(changed(score=...), images=["0"])
    alone = gn.Detections.of(TABLE)
    together = gn.Detections.of(alone, truth=truth)
    assert together.images is truth.images
    assert together.image.tolist() == gn.Detections.of(TABLE, truth=truth).image.tolist() == [2, 1, 2]
    assert together.category.tolist() == [1, 0, 0]
    assert together.area.tolist() == [6, 20, 6]
    assert gn.Detections.of(together, truth=truth) is together
    numbered = gn.Detections.of(changed(score=..., **{"class": [1, 0, 0]}), classes=["cat", "dog"])
    assert gn.Detections.of(alone, truth=numbered).category.tolist() == [1, 0, 0], "by name, where one side's ids are numbers"
    strange = gn.Detections.of(changed(image=["b", "a", "z"]))
    expect_refusal(by_id("vision.bad_value_at_place", source="data", value="z"), gn.Detections.of, strange, truth=truth)
    expect_refusal(by_id("vision.scores_missing_truth_swapped"), gn.Detections.of, gn.Detections.of(changed(score=...)), truth=truth)
    masked = gn.Detections.of([{"masks": np.ones((1, 2, 2), bool), "labels": [0], "scores": [1]}])
    expect_refusal(by_id("vision.mask_area_read_without_truth"), gn.Detections.of, masked, truth=truth)


def test_what_cannot_be_compared_with_the_truth_is_refused():
    truth = gn.Detections.of(changed(score=..., **{"class": [1, 0, 0]}), classes=["cat", "dog"])
    other = changed(**{"class": [1, 0, 0]})
    message = "class 0 is 'dog' in data and 'cat' in the truth; number the classes of both alike"
    expect_message(message, gn.Detections.of, other, classes=["dog", "cat"], truth=truth)
    assert gn.Detections.of(other, classes=["cat", "dog"], truth=truth).category.tolist() == [1, 0, 0]
    oriented = boxed(["cx", "cy", "w", "h", "angle"], [[2.5, 2, 3, 2, 0.5]] * 3) | {"class": [1, 0, 0]}
    expect_refusal(by_id("vision.oriented_boxes_on_one_side"), gn.Detections.of, oriented, truth=truth)


def test_a_table_in_parts_is_one(tmp_path):
    frame = pd.DataFrame(TABLE)
    parts = [tmp_path / "1.csv", tmp_path / "2.csv"]
    frame[:2].to_csv(parts[0], index=False)
    frame[2:].to_csv(parts[1], index=False)
    for data in (parts, str(tmp_path / "*.csv")):
        assert gn.Detections.of(data).boxes.tolist() == BOXES


def test_refusals_are_said_in_chinese():
    with speaking("zh"):
        expect_message("p：第 1 行的 'x1' 是 None，缺失", gn.Detections.of, changed(x1=[1, np.nan, 2]), name="p")
        expect_hints(
            ["data：图像 0 的 boxes[0] 是 [5, 0, 5, 1]，框的面积为 0"], gn.Detections.of, [{"boxes": [[5, 0, 5, 1]], "labels": [0]}]
        )


def test_areas_below_zero_are_refused_wherever_they_stand():
    """No range of areas holds one, so that its object would count nowhere."""
    one = {"id": 1, "image_id": 1, "category_id": 1, "bbox": [0, 0, 4, 4], "iscrowd": 0, "area": -1}
    coco = {"images": [{"id": 1}], "categories": [{"id": 1, "name": "x"}], "annotations": [one]}
    expect_refusal(by_id("vision.bad_value_at_place", place="annotations[0].area", value=-1.0), gn.Detections.of, coco)
    expect_refusal(
        by_id("vision.bad_value_at_place", value=-1.0), gn.Detections.of, [{"boxes": [[0, 0, 4, 4]], "labels": [0], "area": [-1]}]
    )
