"""Files that someone made to do harm: each is refused with its name and place, in time that grows with its length alone."""

import gzip
import json
import os
import struct
import zlib

import numpy as np
import pytest

import gnomon as gn
from gnomon.vision.reading import class_files
from gnomon.vision.reading.class_files import names_in_yaml
from gnomon.vision.reading.text_files import LONGEST, NUMBER, number_of
from refusals import by_id, expect_hints, expect_refusal, raises_id

DIGITS = "1" * 100_000


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("names: [" + "a , " * 25 + "']", "is no YAML: line 1"),
        ("names: [" * 2000, "nests its values more than 16 deep"),
        ("- " * 2000 + "a", "nests its values more than 16 deep"),
        ("a: &a [x]\nb: [*a, *a]\nnames: *a", "'&a' under names"),
        ("x" * (2**20 + 1), "has more than 1,048,576 characters"),
        ("names: [a]\x00", "is no YAML: line 1"),
        ("names:\n- a\n\t- b", "is no YAML: line 3"),
    ],
)
def test_yaml_is_refused_in_time_that_grows_with_its_length(text, message):
    expect_hints(["data.yaml", message, "classes=[…]"], names_in_yaml, text, "data.yaml")


def test_of_yaml_nothing_is_read_beyond_what_nests_too_deep():
    """The parser looks at most 1,024 characters ahead, so that how deep values are nested is known before the rest is read."""
    import yaml

    seen = []

    def events():
        for event in yaml.parse("[" * 5000, Loader=yaml.SafeLoader):
            seen.append(event)
            yield event

    with pytest.raises(gn.InputError):
        class_files._built(yaml, events(), "data.yaml")
    assert len(seen) < 30


def test_numbers_have_a_longest_and_one_reading():
    assert number_of("9" * 300 + ".5") == float("9" * 300)
    assert number_of(f"{5e-324:.1074f}") == 5e-324, "every float written out in full is read"
    assert number_of("0" * LONGEST) == 0
    assert number_of("0" * (LONGEST + 1)) is None
    assert NUMBER.fullmatch(DIGITS) is not None
    assert NUMBER.fullmatch(f"{DIGITS}x") is None


@pytest.fixture
def yolo(tmp_path):
    (tmp_path / "labels").mkdir()
    (tmp_path / "labels" / "a.txt").write_text("0 0.5 0.5 0.25 0.25\n")
    return tmp_path


def test_a_long_number_of_yolo_is_named(yolo):
    (yolo / "labels" / "a.txt").write_text(f"0 0.5 0.5 0.25 {DIGITS}x\n")
    expect_refusal(by_id("vision.bad_value_at_place"), gn.Detections.of, yolo)


# Pascal VOC -------------------------------------------------------------------------------------------------------------------

OBJECT = "<object><name>{name}</name><bndbox><xmin>1</xmin><ymin>2</ymin><xmax>{right}</xmax><ymax>9</ymax></bndbox></object>"


def annotation(name="a", right="9", size="", head=""):
    return f"{head}<annotation>{size}{OBJECT.format(name=name, right=right)}</annotation>"


UNREAD = ("utf-7", "foo", "rot13", "idna", "punycode", "hex", "cp037")


def side(text):
    return f"<size><width>{text}</width><height>5</height></size>"


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (annotation(right=DIGITS), "bndbox/xmax is '11111"),
        *((annotation(size=side(text)), "a.xml: size/width is") for text in (2**63, "1e300", "nan", DIGITS, -5, 1.5, "x")),
        *((annotation(head=f'<?xml version="1.0" encoding="{name}"?>'), f"declares the encoding '{name}'") for name in UNREAD),
        (annotation(head='\ufeff<?xml version="1.0" encoding="foo"?>'), "a.xml"),
        (annotation(head='<?xml version="1.0" encoding="gbk"?>', name="\x80"), "byte "),
    ],
    ids=range(17),
)
def test_annotations_are_refused_with_their_file(tmp_path, content, message):
    data = content.encode("latin-1") if "\x80" in content else content.encode()
    (tmp_path / "a.xml").write_bytes(data)
    expect_hints([message], gn.Detections.of, tmp_path)


@pytest.mark.parametrize("encoding", ["GB18030", "gb2312", "GBK", "big5", "Shift_JIS", "utf-8", "utf-16"])
def test_annotations_are_read_in_the_encoding_that_they_declare(tmp_path, encoding):
    head = f"<?xml version='1.0' encoding='{encoding}'?>"
    (tmp_path / "a.xml").write_bytes(annotation(name="日本", head=head).encode(encoding))
    assert gn.Detections.of(tmp_path).categories.names == ("日本",)


# Pictures ---------------------------------------------------------------------------------------------------------------------


def chunk(kind, data):
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def png(width=2, height=2, *more, bits=8):
    """A grey PNG with other chunks before its pixels."""
    head = struct.pack(">IIBBBBB", width, height, bits, 0, 0, 0, 0)
    pixels = zlib.compress(b"\0" * (3 * 2))
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + b"".join(more) + chunk(b"IDAT", pixels) + chunk(b"IEND", b"")


SWELLING = zlib.compress(b"x" * 2**23)
PICTURES = {
    "past the limit of pixels": png(30_000, 30_000),
    "text that swells": png(2, 2, chunk(b"zTXt", b"key\0\0" + SWELLING)),
    "international text that swells": png(2, 2, chunk(b"iTXt", b"key\0\1\0\0\0" + SWELLING)),
    "a header cut off": png()[:20],
    "a header too short": b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", b"\0\0\0\1"),
    "a chunk cut off": png()[:-20],
    "a broken chunk": png(2, 2, b"\0\0\0\4!!!!abcd\0\0\0\0"),
    "a transparency too short": png(2, 2, chunk(b"tRNS", b"")),
    "odd bits": png(bits=3),
}


@pytest.mark.parametrize("which", PICTURES)
@pytest.mark.parametrize("reads", ["label maps", "sizes", "pictures"])
def test_hostile_pictures_are_refused_or_read(tmp_path, which, reads, yolo):
    (tmp_path / "a.png").write_bytes(PICTURES[which])
    try:
        if reads == "label maps":
            gn.segmentation_counts(str(tmp_path / "a.png"), {"a": np.zeros((2, 2), int)})
        elif reads == "sizes":
            gn.Detections.of(yolo, images=tmp_path)
        else:
            scene = {"image": ["a"], "class": ["x"], "x": [0], "y": [0], "w": [1], "h": [1]}
            away = {**scene, "x": [50], "score": [0.5]}
            gn.evaluate(scene, prediction=away, task="detection", images=tmp_path, ci=None)
    except gn.InputError as reason:
        said = str(reason)
    else:
        said = "read"
    refused = which in ("past the limit of pixels", "a header cut off", "a header too short")
    assert "a.png is no picture that can be read" in said or (said == "read" and not refused)


# What is no regular file, and what leaves the folder --------------------------------------------------------------------------


def coco(**more):
    image = {"id": 1, "width": 2, "height": 2, "file_name": "a.png"}
    return {"images": [image], "annotations": [], "categories": [{"id": 1, "name": "x"}], **more}


READERS = {
    "labels/a.txt": lambda folder: gn.Detections.of(folder),
    "data.yaml": lambda folder: gn.Detections.of(folder),
    "voc/a.xml": lambda folder: gn.Detections.of(folder / "voc"),
    "maps/a.png": lambda folder: gn.segmentation_counts(folder / "maps", {"a": np.zeros((2, 2), int)}),
    "images/a.png": lambda folder: gn.Detections.of(folder, images=folder / "images"),
    "truth.json": lambda folder: gn.Detections.of(folder / "truth.json"),
    "segments.json": lambda folder: gn.panoptic_quality(folder / "segments.json", folder / "segments.json"),
    "saved.gnomon": lambda folder: gn.Evaluation.load(folder / "saved.gnomon"),
    "card.json": lambda folder: gn.Card.load(folder / "card.json"),
    "binning.json": lambda folder: gn.Binning.load(folder / "binning.json"),
}


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no pipes in folders")
@pytest.mark.parametrize("device", [False, True])
@pytest.mark.parametrize("which", READERS)
def test_only_regular_files_are_read(yolo, which, device):
    """A pipe would wait for someone to write, and /dev/zero never ends."""
    path = yolo / which
    path.parent.mkdir(exist_ok=True)
    path.unlink(missing_ok=True)
    if device:
        path.symlink_to("/dev/zero")
    else:
        os.mkfifo(path)
    if which == "data.yaml":  # names of classes may be lacking
        assert READERS[which](yolo).categories.names == ("0",)
    else:
        expect_hints([path.name, "only regular files are read"], READERS[which], yolo)


def panoptic(folder, file_name, image_id=1, segments=({"id": 1, "category_id": 7},)):
    (folder / "p").mkdir(exist_ok=True)
    known = {"annotations": [{"image_id": image_id, "file_name": file_name, "segments_info": list(segments)}], "categories": []}
    (folder / "p.json").write_text(json.dumps(known))
    return folder / "p.json"


@pytest.mark.parametrize("name", ["../secret.png", "{folder}/secret.png", "link.png", "a\0.png", "", ".", None, 7, "x" * 5000, "\ud800"])
def test_files_that_data_name_stay_within_their_folder(tmp_path, name):
    from PIL import Image

    Image.new("RGB", (2, 2), (201, 0, 0)).save(tmp_path / "secret.png")
    named = name.format(folder=tmp_path) if isinstance(name, str) else name
    file = panoptic(tmp_path, named)
    (tmp_path / "p" / "link.png").symlink_to(tmp_path / "secret.png")
    with raises_id("vision.panoptic_png_missing") as caught:
        gn.panoptic_quality(file, file)
    assert "201" not in str(caught.value), "no pixel is told"
    for path in (str(file), file):
        with pytest.raises(gn.InputError, match="file_name is"):
            gn.evaluate(path, prediction={"a": path}, task="segmentation")


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("[" * 200_000, "nested too deep"),
        ('{"annotations": [' + '{"a":' * 200_000, "nested too deep"),
        ('{"annotations": [' + "1" * 5000 + "]}", "integer string conversion"),
        ("{", "was it cut off?"),
    ],
)
def test_hostile_json_is_refused(tmp_path, content, message):
    (tmp_path / "p").mkdir()
    (tmp_path / "p.json").write_text(content)
    expect_hints(["p.json is no JSON", message], gn.panoptic_quality, tmp_path / "p.json", tmp_path / "p.json")


@pytest.mark.parametrize("packed", [False, True])
@pytest.mark.parametrize("text", ["[[]" + ",[]" * 999 + "]", "[{}" + ",{}" * 999 + "]", '[{"a":1}' + ',{"a":1}' * 999 + "]"])
def test_memory_is_counted_by_what_parsing_takes(tmp_path, monkeypatch, text, packed):
    import tracemalloc

    from gnomon import files

    tracemalloc.start()
    held = json.loads(text)
    taken = tracemalloc.get_traced_memory()[0]
    tracemalloc.stop()
    del held
    path = tmp_path / ("f.json.gz" if packed else "f.json")
    path.write_bytes(gzip.compress(text.encode()) if packed else text.encode())
    monkeypatch.setattr(files, "SHORT", 0)
    monkeypatch.setattr(files, "memory_limit", lambda given: taken)
    expect_refusal(by_id("core.file_values_take_too_much"), gn.Detections.of, path)
    monkeypatch.setattr(files, "memory_limit", lambda given: 5 * taken)
    expect_refusal(by_id("vision.coco_results_as_truth"), gn.Detections.of, path)


# Others -----------------------------------------------------------------------------------------------------------------------


def test_matches_of_empty_columns_have_no_figures(tmp_path):
    truth = {name: [] for name in ("image", "class", "x", "y", "w", "h")}
    made = gn.Matches.of(truth, {**truth, "score": []})
    for found in (gn.detection_map(made), gn.detection_map(truth, {**truth, "score": []}), gn.detection_map(gn.Matches.empty())):
        assert np.isnan(found.ap)
        assert set(found.reasons) == set(found.figures)
        assert found.per_class == {}


def test_sizes_of_groups_have_a_most_of_digits(tmp_path):
    (tmp_path / "sizes.txt").write_text(f"1\n{'1' * 5000}\n")
    expect_refusal(by_id("inputs.group_sizes_line_not_integer", number=2), gn.group_sizes, tmp_path / "sizes.txt")


def test_names_of_classes_that_are_typed_may_be_many():
    from gnomon.tasks.typed import names

    assert names(",".join(f"class number {k}" for k in range(90)))[-1] == "class number 89"


@pytest.mark.parametrize("text", ["a" + " " * 50_000 + "x", "a(" + ")@x" * 50_000 + " y", "f1[" * 50_000])
def test_references_have_a_longest(text):
    with raises_id("catalog.reference_malformed"):
        gn.catalog.parse(text)


def test_marks_of_arguments_in_names_take_linear_time():
    assert str(gn.InputError("{name!r} is wrong", name="⟦" * 100_000 + "‖" * 100_000)).endswith(" is wrong")


@pytest.mark.parametrize("counts", ["\ud800", "~" * 50, "", [2**62, 2**62], [-1, 17], [[0, 0, 1, 1]], None, 5])
@pytest.mark.parametrize("side", ["truth", "predictions"])
def test_hostile_masks_are_refused(counts, side):
    good, odd = {"size": [4, 4], "counts": [0, 16]}, {"size": [4, 4], "counts": counts}
    one = {"id": 1, "image_id": 1, "category_id": 1, "bbox": [0, 0, 4, 4], "area": 16, "iscrowd": 0}
    image, category = {"id": 1, "width": 4, "height": 4}, {"id": 1, "name": "x"}
    masks = (odd, good) if side == "truth" else (good, odd)
    truth = {"images": [image], "annotations": [{**one, "segmentation": masks[0]}], "categories": [category]}
    with pytest.raises(gn.InputError, match=r"\[0\]"):
        gn.Matches.of(truth, [{**one, "segmentation": masks[1], "score": 0.5}], iou="mask")
