"""YOLO's folders and Pascal VOC's files."""

import json

import numpy as np
import pytest
from PIL import Image

import gnomon as gn
from gnomon.vision.reading.class_files import names_in_yaml
from refusals import by_id, expect_hints, expect_message, expect_refusal


@pytest.fixture
def yolo(tmp_path):
    """Two pictures, one of which has boxes."""
    root = tmp_path / "yolo"
    for name in ("labels", "images"):
        (root / name).mkdir(parents=True)
    (root / "labels" / "two.txt").write_text("1 0.5 0.5 0.5 0.25\n\n0 0.125 0.25 0.25 0.5\n")
    Image.new("L", (80, 40)).save(root / "images" / "two.png")
    Image.new("L", (10, 20)).save(root / "images" / "one.png")
    (root / "data.yaml").write_text("path: .\nnc: 2\nnames:\n  0: cat\n  1: big dog  # or wolf\n")
    return root


def test_a_folder_of_yolo_is_in_pixels_where_pictures_are_beside(yolo):
    truth = gn.Detections.of(yolo)
    assert truth.images.names.tolist() == ["one", "two"]
    assert (truth.images.height.tolist(), truth.images.width.tolist()) == ([20, 40], [10, 80])
    assert truth.image.tolist() == [1, 1]
    assert truth.categories.names == ("cat", "big dog")
    assert truth.category.tolist() == [1, 0]
    assert truth.boxes.tolist() == [[20, 15, 40, 10], [0, 0, 20, 20]]
    assert truth.area.tolist() == [400, 400]
    assert not truth.normalised
    assert np.array_equal(gn.Detections.of(yolo / "labels").boxes, truth.boxes)


def test_predictions_of_yolo_have_a_confidence(yolo, tmp_path):
    truth = gn.Detections.of(yolo)
    found = tmp_path / "found"
    found.mkdir()
    (found / "two.txt").write_text("1 0.5 0.5 0.5 0.25 0.75\n")
    assert gn.Detections.of(found, truth=truth).boxes.tolist() == [[20, 15, 40, 10]]
    assert gn.Detections.of(found, truth=truth).score.tolist() == [0.75]
    (found / "two.txt").write_text("")
    assert len(gn.Detections.of(found, truth=truth)) == 0
    (found / "three.txt").write_text("1 0.5 0.5 0.5 0.25 0.75\n")
    expect_refusal(
        by_id("vision.bad_value_at_place", value="three"),
        gn.Detections.of,
        found,
        truth=truth,
    )


def test_without_pictures_boxes_stay_shares(yolo, tmp_path):
    for picture in (yolo / "images").iterdir():
        picture.unlink()
    truth = gn.Detections.of(yolo)
    assert truth.normalised
    assert truth.boxes.tolist() == [[0.25, 0.375, 0.5, 0.25], [0, 0, 0.25, 0.5]]
    expect_refusal(by_id("vision.coco_picture_sizes_missing"), truth.to_coco)
    pixels = {"image": ["two"], "class": ["cat"], "x": [1], "y": [1], "w": [5], "h": [5], "score": [1]}
    expect_refusal(by_id("vision.box_units_differ"), gn.Detections.of, pixels, truth=truth)
    sized = gn.Detections.of(yolo, images={"two": (40, 80), "none": (3, 3)})
    assert sized.boxes.tolist() == [[20, 15, 40, 10], [0, 0, 20, 20]]
    assert sized.images.names.tolist() == ["none", "two"]
    (yolo / "labels" / "x.txt").write_text("0 0.5 0.5 1 1\n")
    expect_refusal(by_id("vision.bad_value_at_place", value="x"), gn.Detections.of, yolo, images={"two": (40, 80)})


def test_names_of_classes_are_listed_or_given(yolo):
    (yolo / "data.yaml").unlink()
    assert gn.Detections.of(yolo).categories.names == ("0", "1")
    (yolo / "labels" / "classes.txt").write_text("cat\ndog\n")
    assert gn.Detections.of(yolo).categories.names == ("cat", "dog")
    assert gn.Detections.of(yolo, classes=["a", "b", "c"]).categories.names == ("a", "b", "c")
    expect_refusal(by_id("vision.bad_value_at_place", value=1), gn.Detections.of, yolo, classes=["a"])


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("names: [cat, dog]", ["cat", "dog"]),
        ("nc: 2\nnames: ['a, b', \"it's\", c d]  # three\nval: x", ["a, b", "it's", "c d"]),
        ("names: [\n  cat,\n  dog,\n]\nx: 1", ["cat", "dog"]),
        ("names:\n- cat\n- dog\nval: x", ["cat", "dog"]),
        ("train: a\nnames:\n  0: person\n  1: 'traffic light'\n\n# end", ["person", "traffic light"]),
        ("names: [猫, 狗]", ["猫", "狗"]),
        ('names: {0: cat, 1: "\\x64og"}', ["cat", "dog"]),
        ("names:\n- yes\n- 1.0\n- null", ["yes", "1.0", "null"]),
        ("names:\n- a" + " " * 20_000 + "#{…", ["a"]),
    ],
)
def test_names_in_yaml(text, names):
    assert names_in_yaml(text, "data.yaml") == dict(enumerate(names))


@pytest.mark.parametrize(
    "text",
    [
        *(
            "nc: 2",
            "names:",
            "names: cat",
            "names: {a: cat}",
            "names: {0: cat, 1: [dog]}",
            "names: &x [a]",
            "names: [a, a]",
            "names:\n  0: a\n  0: b",
            "names: [a, [b]]",
        ),
        *("names:\n  0: {a: b}", "names: *x", "names: !!python/object [a]", "names:\n  a: b", "names: [a]\nnames: [b]", "[names, a]", ""),
        "names: ['']",
        f"names:\n  {'1' * 1000}: a",
    ],
)
def test_other_yaml_is_refused(text):
    expect_refusal(by_id("vision.class_file_names_not_list"), names_in_yaml, text, "data.yaml")


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("0 0.5 0.5 0.5", "yolo: two.txt, line 1: the line is '0 0.5 0.5 0.5', which has 4 fields"),
        ("0 0.5 0.5 0.5 x", "yolo: two.txt, line 1: a field is 'x', which is no finite number"),
        ("0 0.5 0.5 0.5 nan", "yolo: two.txt, line 1: a field is 'nan', which is no finite number"),
        ("0.5 0.5 0.5 0.5 0.5", "yolo: two.txt, line 1: the class is '0.5', which is no whole number from 0 up"),
        ("0 40 20 10 10", "yolo: two.txt, line 1: the box is [40.0, 20.0, 10.0, 10.0], and YOLO's numbers are shares"),
        ("0 0.5 0.5 0 0.5", "yolo: two.txt, line 1: the box is [0.5, 0.5, 0, 0.5], a box without area"),
        ("0 .5 .5 .5 .5\n0 .5 .5 .5 .5 .9", "yolo: two.txt, line 2: the number of fields is 6, where the first line has 5"),
    ],
)
def test_what_is_wrong_with_a_line_is_named(yolo, line, message):
    (yolo / "labels" / "two.txt").write_text(line)
    expect_hints([message], gn.Detections.of, yolo)


BOX = "<bndbox><xmin>{box[0]}</xmin><ymin>{box[1]}</ymin><xmax>{box[2]}</xmax><ymax>{box[3]}</ymax></bndbox>"
OBJECT = "<object><name>{name}</name>{more}" + BOX + "</object>"


def xml(*objects, size="<size><width>60</width><height>40</height><depth>3</depth></size>"):
    inside = "".join(OBJECT.format(name=name, box=box, more=more) for name, box, more in objects)
    return f"<?xml version='1.0'?><annotation><filename>x.jpg</filename>{size}{inside}</annotation>"


@pytest.fixture
def voc(tmp_path):
    folder = tmp_path / "VOC" / "Annotations"
    folder.mkdir(parents=True)
    part = "<part><name>head</name><bndbox><xmin>1</xmin><ymin>1</ymin><xmax>2</xmax><ymax>2</ymax></bndbox></part>"
    first = xml(("dog", (1, 2, 11, 22), "<difficult>1</difficult>"), ("cat", (5, 5.5, 5, 9), part))
    (folder / "000002.xml").write_text(first)
    (folder / "000001.xml").write_text(xml(size=""))
    return tmp_path / "VOC"


def test_annotations_of_voc(voc):
    for path in (voc, voc / "Annotations"):
        truth = gn.Detections.of(path)
        assert truth.images.names.tolist() == ["000001", "000002"]
        assert truth.images.height.tolist() == [0, 40]
        assert truth.image.tolist() == [1, 1]
        assert truth.categories.names == ("cat", "dog")
        assert truth.boxes.tolist() == [[1, 2, 10, 20], [5, 5.5, 0, 3.5]], "a box of one column of pixels is one"
        assert truth.ignored.tolist() == [True, False]
    assert gn.Detections.of(voc, classes={"dog": "dog", "cat": "cat", "owl": "owl"}).categories.ids == ("cat", "dog", "owl")
    assert len(gn.Detections.of(voc / "Annotations" / "000002.xml")) == 2
    sized = gn.Detections.of(voc, images={"000001": (7, 9), "000002": (1, 1), "000003": (5, 5)})
    assert sized.images.height.tolist() == [7, 40, 5], "a file's own size goes before"


def test_results_of_voc(voc, tmp_path):
    truth = gn.Detections.of(voc)
    folder = tmp_path / "results"
    folder.mkdir()
    (folder / "comp4_det_test_dog.txt").write_text("000002 0.75 1 2 11 22\n000001 0.5 1 1 3.5 4\n")
    (folder / "comp4_det_test_cat.txt").write_text("")
    found = gn.Detections.of(folder, truth=truth)
    assert found.boxes.tolist() == [[1, 2, 10, 20], [1, 1, 2.5, 3]]
    assert found.score.tolist() == [0.75, 0.5]
    assert found.image.tolist() == [1, 0]
    assert found.category.tolist() == [1, 1]
    assert len(gn.Detections.of(folder / "comp4_det_test_dog.txt", truth=truth)) == 2
    assert len(gn.Detections.of(sorted(folder.iterdir()), truth=truth)) == 2
    (folder / "comp4_det_test_cow.txt").write_text("000002 0.75 1 2 11\n")
    expect_refusal(by_id("vision.bad_value_at_place"), gn.Detections.of, folder, truth=truth)
    (folder / "comp4_det_test_cow.txt").write_text("000002 0.75 1 2 11 22\n")
    expect_refusal(by_id("vision.bad_value_at_place", value="cow"), gn.Detections.of, folder, truth=truth)


BOMB = '<!DOCTYPE a [<!ENTITY b "bbbb"><!ENTITY c "&b;&b;">]><annotation><object><name>&c;</name></object></annotation>'


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (BOMB, "declares a document type, which annotations never need, and is not read"),
        ('<!DOCTYPE a SYSTEM "file:///etc/passwd"><annotation/>', "declares a document type"),
        ("<annotation><object>", "000002.xml is no XML: line 1, column 21"),
        ("<html/>", "000002.xml is no annotation of Pascal VOC: it begins with <html>, not with <annotation>"),
        (xml(("", (1, 1, 2, 2), "")), "000002.xml, object 0: name is None, which is missing"),
        (xml(("a", (1, 1, "x", 2), "")), "000002.xml, object 0: bndbox/xmax is 'x', which is no finite number"),
        (xml(("a", (1, 1, 2, 2), "<difficult>yes</difficult>")), "object 0: difficult is 'yes', which is not 0 or 1"),
        (xml(("a", (9, 1, 2, 2), "")), "000002.xml, object 0: bndbox is [9, 1, 2, 2], whose width or height is negative"),
        ("<annotation><object><name>a</name></object></annotation>", "object 0: bndbox/xmin is None, which is missing"),
    ],
)
def test_what_is_wrong_with_xml_is_said(voc, text, message):
    (voc / "Annotations" / "000002.xml").write_text(text)
    expect_hints([message], gn.Detections.of, voc)


def test_a_folder_of_nothing_known(tmp_path):
    expect_refusal(by_id("vision.folder_annotations_missing"), gn.Detections.of, tmp_path)
    expect_message(f"images={str(tmp_path / 'x')!r} is no folder", gn.Detections.of, tmp_path, images=tmp_path / "x")


def test_other_formats_than_the_files_have_are_refused(yolo, voc):
    expect_refusal(by_id("vision.box_format_fixed_by_file", format="cxcywh"), gn.Detections.of, yolo, format="xyxy")
    expect_refusal(by_id("vision.box_format_fixed_by_file", format="xyxy"), gn.Detections.of, voc, format="xywh")


def test_pictures_that_are_none_are_named(yolo):
    (yolo / "images" / "one.png").write_bytes(b"no picture")
    expect_refusal(by_id("vision.picture_unreadable"), gn.Detections.of, yolo)
    (yolo / "images" / "one.png").unlink()
    (yolo / "images" / "two.jpg").write_bytes((yolo / "images" / "two.png").read_bytes())
    expect_refusal(by_id("vision.folder_picture_names_duplicate", name="two"), gn.Detections.of, yolo)


def test_every_format_says_the_same_of_the_same(yolo):
    """One data set as YOLO's folder, as COCO's file and as a table."""
    truth = gn.Detections.of(yolo)
    again = gn.Detections.of(json.loads(json.dumps(truth.to_coco())))
    table = gn.Detections.of(
        {
            "image": truth.images.names[truth.image],
            "class": [truth.categories.ids[place] for place in truth.category],
            **{side: truth.boxes[:, place] for place, side in enumerate("xywh")},
        },
        classes=dict(zip(truth.categories.ids, truth.categories.names, strict=True)),
        images={"one": (20, 10), "two": (40, 80)},
    )
    for other in (again, table):
        assert np.array_equal(other.boxes, truth.boxes)
        assert np.array_equal(other.image, truth.image)
        assert np.array_equal(other.category, truth.category)
        assert np.array_equal(other.area, truth.area)
        assert other.images.names.tolist() == truth.images.names.tolist()
        assert other.images.height.tolist() == truth.images.height.tolist()
        assert other.categories == truth.categories
