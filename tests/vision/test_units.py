"""Boxes in shares of the picture's sides, in tables, arrays and COCO's JSON: asked for, never taken for pixels."""

import json

import numpy as np
import pytest

import gnomon as gn
from forked import gnomon
from gnomon.vision.reading.units import look_like_shares
from refusals import by_id, expect_hints, expect_refusal

SIZE = (100, 200)
"""Height and width of both pictures."""
PIXELS = {"a": [[20.0, 10.0, 60.0, 50.0], [100.0, 40.0, 40.0, 40.0]], "b": [[0.0, 0.0, 200.0, 100.0]]}
FOUND = {"a": [[22.0, 10.0, 60.0, 50.0], [150.0, 40.0, 40.0, 40.0]], "b": [[0.0, 0.0, 200.0, 70.0]]}
SILENT = "all boxes lie within 0 and 1, as shares of the pictures' sides do"


def shared(boxes):
    """The same as shares of the sides."""
    sides = [SIZE[1], SIZE[0], SIZE[1], SIZE[0]]
    return {image: (np.array(rows) / sides).tolist() for image, rows in boxes.items()}


def as_table(boxes, scored, sized=False):
    rows = [(image, *box) for image, many in boxes.items() for box in many]
    columns = dict(zip(("image", "x", "y", "w", "h"), map(list, zip(*rows, strict=True)), strict=True))
    columns["class"] = ["cat"] * len(rows)
    if scored:
        columns["score"] = np.linspace(0.9, 0.1, len(rows)).tolist()
    return columns | ({"image_height": [SIZE[0]] * len(rows), "image_width": [SIZE[1]] * len(rows)} if sized else {})


def as_arrays(boxes, scored):
    made, table = {}, as_table(boxes, True)
    for image, many in boxes.items():
        made[image] = {"boxes": many, "labels": ["cat"] * len(many)}
        if scored:
            made[image]["scores"] = [score for name, score in zip(table["image"], table["score"], strict=True) if name == image]
    return made


def as_coco(boxes, scored, sized=True):
    table, ids = as_table(boxes, True), {"a": 1, "b": 2}
    rows = [
        {"image_id": ids[table["image"][k]], "category_id": 1, "bbox": [table[side][k] for side in "xywh"]}
        for k in range(len(table["image"]))
    ]
    if scored:
        return [row | {"score": score} for row, score in zip(rows, table["score"], strict=True)]
    sides = {"height": SIZE[0], "width": SIZE[1]} if sized else {}
    images = [{"id": ids[name], "file_name": f"{name}.jpg", **sides} for name in boxes]
    annotations = [row | {"id": k + 1, "iscrowd": 0} for k, row in enumerate(rows)]
    return {"images": images, "annotations": annotations, "categories": [{"id": 1, "name": "cat"}]}


WAYS = {
    "table": lambda boxes, scored: (as_table(boxes, scored), {}),
    "arrays": lambda boxes, scored: (as_arrays(boxes, scored), {"format": "xywh"}),
    "coco": lambda boxes, scored: (as_coco(boxes, scored, sized=False), {}),
}


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("side", ["both", "truth", "predictions"])
def test_shares_are_not_taken_for_pixels(way, side):
    truth, options = WAYS[way](shared(PIXELS) if side != "predictions" else PIXELS, False)
    said, _ = WAYS[way](shared(FOUND) if side != "truth" else FOUND, True)
    for call in (gn.detection_map, gn.detection_ap, gn.Matches.of):
        expect_hints([SILENT, 'unit="share"', 'unit="pixel"'], call, truth, said, **options)
    expect_hints([SILENT], gn.evaluate, truth, prediction=said, task="detection", **options)
    expect_hints([SILENT], gn.interval, "detection_ap", truth, said, **options)


@pytest.mark.parametrize("way", WAYS)
def test_shares_without_sizes_have_overlaps_and_no_areas(way):
    truth, options = WAYS[way](shared(PIXELS), False)
    said, _ = WAYS[way](shared(FOUND), True)
    found = gn.detection_map(truth, said, unit="share", **options)
    pixels = gn.detection_map(WAYS[way](PIXELS, False)[0], WAYS[way](FOUND, True)[0], **options)
    assert found.ap == pytest.approx(pixels.ap, rel=1e-12)
    assert [note.code for note in found.notes] == ["areas_unknown"]
    assert "ap_small" not in found.figures
    expect_refusal(by_id("vision.protocol_needs_pixel_boxes"), gn.detection_map, truth, said, unit="share", protocol="voc2007", **options)
    evaluation = gn.evaluate(truth, prediction=said, task="detection", unit="share", ci=None, **options)
    assert evaluation["detection_ap"] == pytest.approx(pixels.ap, rel=1e-12)
    assert gn.detection_ap(truth, said, unit="share", **options) == pytest.approx(pixels.ap, rel=1e-12)


@pytest.mark.parametrize("way", ["table", "coco", "images"])
def test_shares_become_pixels_where_sizes_are_known(way):
    """Areas, and the rule of VOC that counts the last pixel, are those of the same boxes in pixels."""
    if way == "coco":
        sides = [(as_coco(one(PIXELS), False), as_coco(one(FOUND), True)) for one in (shared, lambda boxes: boxes)]
    else:
        sides = [(as_table(one(PIXELS), False, way == "table"), as_table(one(FOUND), True)) for one in (shared, lambda boxes: boxes)]
    sizes = {"images": dict.fromkeys(PIXELS, SIZE)} if way == "images" else {}
    truth = gn.Detections.of(sides[0][0], unit="share", **sizes)
    np.testing.assert_allclose(truth.area, [3000, 1600, 20000], rtol=1e-12)
    assert not truth.normalised
    for protocol in ("coco", "voc2007"):
        said = gn.Detections.of(sides[0][1], truth=truth, unit="share")
        found, pixels = gn.detection_map(truth, said, protocol=protocol), gn.detection_map(*sides[1], protocol=protocol)
        np.testing.assert_allclose([*found.figures.values()], [*pixels.figures.values()], rtol=1e-12)


def test_what_a_unit_is_refused_for(tmp_path):
    truth = as_table(shared(PIXELS), False)
    expect_refusal(by_id("vision.box_unit_unknown", unit="metre"), gn.Detections.of, truth, unit="metre")
    expect_refusal(by_id("vision.bad_value_at_place"), gn.Detections.of, as_table(PIXELS, False), unit="share")
    expect_refusal(by_id("vision.bad_value_at_place"), gn.Detections.of, truth, unit="share", images={"a": SIZE})
    expect_refusal(by_id("vision.unit_given_after_reading"), gn.Detections.of, gn.Detections.of(truth, unit="share"), unit="share")
    (tmp_path / "labels").mkdir()
    (tmp_path / "labels" / "a.txt").write_text("0 0.5 0.5 0.2 0.2\n")
    expect_refusal(by_id("vision.unit_conflict_with_format"), gn.Detections.of, tmp_path, unit="pixel")
    assert gn.Detections.of(tmp_path, unit="share").normalised
    assert gn.Detections.of(truth, unit="pixel").area[2] == 1.0


def test_a_truth_in_shares_says_what_predictions_are_in():
    truth = gn.Detections.of(as_table(shared(PIXELS), False), unit="share")
    assert gn.detection_map(truth, as_table(shared(FOUND), True)).ap > 0
    expect_refusal(by_id("vision.box_units_differ"), gn.detection_map, truth, as_table(FOUND, True))


@pytest.mark.parametrize(
    ("boxes", "shares"),
    [
        ([[0.0, 0.0, 1.0, 1.0]], False),  # whole numbers: a pixel
        ([[0.0, 0.0, 0.5, 1.0]], True),
        ([[0.5, 0.5, 0.5000004, 0.5]], True),  # as float32 rounds it
        ([[0.6, 0.0, 0.6, 1.0]], False),
        ([[np.nan] * 4, [0.1, 0.1, 0.2, 0.2]], True),
        (np.zeros((0, 4)), False),
        ([[np.nan] * 4], False),
    ],
)
def test_what_looks_like_shares(boxes, shares):
    assert look_like_shares(np.array(boxes, np.float64)) is shares


def test_a_file_and_the_command_line(tmp_path):
    for name, side in (("truth", as_coco(shared(PIXELS), False)), ("said", as_coco(shared(FOUND), True))):
        (tmp_path / f"{name}.json").write_text(json.dumps(side))
    typed = ["metrics", "--truth", tmp_path / "truth.json", "--results", tmp_path / "said.json"]
    refused = gnomon(*typed)
    assert (refused.returncode, "--box-unit share" in refused.stderr) == (2, True)
    read = gnomon(*typed, "--box-unit", "share")
    assert (read.returncode, "detection_ap(area=large)" in read.stdout) == (0, True)
