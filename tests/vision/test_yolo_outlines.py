"""Outlines in YOLO's folders: the same as COCO's polygons, never read as boxes, and other long lines refused."""

import copy

import numpy as np
import pytest
from pycocotools.coco import COCO
from pycocotools.cocoeval import COCOeval

import gnomon as gn
from refusals import by_id, expect_hints, expect_refusal

SIZES = {"a": (90, 120), "b": (64, 80)}


def outline(rng, size):
    """Points around a centre, in shares of the sides."""
    turn = np.sort(rng.random(int(rng.integers(3, 9)))) * 2 * np.pi
    centre, reach = rng.uniform(0.3, 0.7, 2), rng.uniform(0.05, 0.28)
    return np.stack([centre[0] + reach * np.cos(turn), centre[1] + reach * np.sin(turn)], -1).round(6)


def line(kind, points, score=None):
    numbers = [*points.ravel().tolist(), *([] if score is None else [score])]
    return " ".join([str(kind), *map(repr, numbers)])


@pytest.fixture
def both(tmp_path):
    """Truth and predictions as YOLO's folders, and as COCO's JSON."""
    rng = np.random.default_rng(5)
    names = list(SIZES)
    coco = {"images": [{"id": k, "file_name": f"{n}.png", "height": SIZES[n][0], "width": SIZES[n][1]} for k, n in enumerate(names)]}
    coco |= {"categories": [{"id": k, "name": str(k)} for k in range(2)], "annotations": []}
    results, texts = [], {"truth": dict.fromkeys(names, ""), "said": dict.fromkeys(names, "")}
    for _ in range(14):
        place, kind = int(rng.integers(2)), int(rng.integers(2))
        name = names[place]
        points = outline(rng, SIZES[name])
        moved = np.clip(points + rng.normal(0, 0.01, points.shape), 0, 1).round(6)
        score = round(float(rng.random()), 2)
        texts["truth"][name] += line(kind, points) + "\n"
        texts["said"][name] += line(kind, moved, score) + "\n"
        for side, given in (("truth", points), ("said", moved)):
            pixels = given * np.array(SIZES[name][::-1], float)
            low, high = pixels.min(0), pixels.max(0)
            one = {"image_id": place, "category_id": kind, "segmentation": [pixels.ravel().tolist()]}
            one["bbox"] = [*low.tolist(), *(high - low).tolist()]
            if side == "truth":
                coco["annotations"].append(one | {"id": len(coco["annotations"]) + 1, "iscrowd": 0})
            else:
                results.append(one | {"score": score})
    known = gn.Detections.of(coco)
    for one, area in zip(coco["annotations"], known.area.tolist(), strict=True):
        one["area"] = area
    for side, files in texts.items():
        (tmp_path / side).mkdir()
        for name, text in files.items():
            (tmp_path / side / f"{name}.txt").write_text(text)
    return tmp_path, coco, results


def of_folders(folder):
    truth = gn.Detections.of(folder / "truth", format="polygon", images=SIZES)
    return truth, gn.Detections.of(folder / "said", format="polygon", truth=truth)


@pytest.mark.parametrize("iou", ["box", "mask"])
def test_outlines_are_cocos_polygons(both, iou):
    folder, coco, results = both
    truth, said = of_folders(folder)
    made, same = gn.detection_map(truth, said, iou=iou), gn.detection_map(coco, results, iou=iou)
    tool = COCO()
    tool.dataset = {"info": {}, **copy.deepcopy(coco)}
    tool.createIndex()
    theirs = COCOeval(tool, tool.loadRes(copy.deepcopy(results)), "bbox" if iou == "box" else "segm")
    theirs.evaluate()
    theirs.accumulate()
    theirs.summarize()
    assert made.to_dict() == same.to_dict() | {"notes": made.to_dict()["notes"]}
    np.testing.assert_allclose(made.ap, theirs.stats[0], rtol=1e-12)
    assert 0 < made.ap < 1


def test_the_box_is_around_the_outline(tmp_path):
    (tmp_path / "a.txt").write_text("3 0.25 0.5 0.75 0.5 0.5 1.0\n")
    made = gn.Detections.of(tmp_path, format="polygon", images={"a": (40, 80)})
    assert made.boxes.tolist() == [[20.0, 20.0, 40.0, 20.0]]
    assert made.categories.ids == (3,)
    assert made.score is None
    assert made.masks.area.tolist() == made.area.tolist()
    assert made.area[0] == pytest.approx(40 * 20 / 2, abs=20)  # half of the box, to the pixels of its sides


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("0 .1 .1 .5 .1 .5 .5", "which has 7 fields; a box is: class cx cy width height"),
        ("0 .1 .1 .5 .1 .5 .5 .1 .5", "which has 9 fields; a box is: class cx cy width height"),
        ("0 .1 .1 .5 .1 .5 .5 .9", "which has 8 fields; a box is: class cx cy width height"),
        ("0 .5 .5 .2 .2 .5 .5 2 .5 .5 2", "which has 11 fields; a box is: class cx cy width height"),
    ],
)
def test_long_lines_are_never_boxes(tmp_path, text, said):
    """An outline, an oriented box, an outline with a confidence, keypoints."""
    (tmp_path / "a.txt").write_text(f"0 .5 .5 .2 .2\n{text}\n")
    hints = [said, 'read with format="polygon"', '(class x1 y1 x2 y2 x3 y3 x4 y4) with format="corners"', "line 2"]
    expect_hints(hints, gn.Detections.of, tmp_path, images={"a": (40, 80)})
    for format in ("xyxy", "xywhr"):
        expect_refusal(by_id("vision.box_format_fixed_by_file", format="cxcywh"), gn.Detections.of, tmp_path, format=format)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("0 .5 .5 .2 .2", "which has 5 fields; an outline is: class x1 y1 x2 y2 x3 y3"),
        ("0 .5 .5 .2 .2 .9", "which has 6 fields; an outline is"),
        (
            "0 .1 .1 .5 .1 .5 .5\n0 .1 .1 .5 .1 .5 .5 .9",
            "line 2: the number of fields is 8, where the first line has 7: either every outline",
        ),
        ("0 .1 .1 .5 .1 .5 x", "a field is 'x', which is no finite number"),
        ("1.5 .1 .1 .5 .1 .5 .5", "the class is '1.5', which is no whole number"),
        ("0 10 10 50 10 50 50", "shares of the picture's sides, from 0 to 1"),
        ("0 .1 .1 .5 .1 .3 .1", "a box without area"),
    ],
)
def test_what_is_no_outline_is_named(tmp_path, text, said):
    (tmp_path / "a.txt").write_text(text)
    expect_hints([said], gn.Detections.of, tmp_path, format="polygon", images={"a": (40, 80)})


def test_outlines_need_the_sizes_of_pictures(tmp_path):
    (tmp_path / "a.txt").write_text("0 .1 .1 .5 .1 .5 .5")
    expect_refusal(by_id("vision.bad_value_at_place", value="a"), gn.Detections.of, tmp_path, format="polygon")
    truth = gn.Detections.of(tmp_path, format="polygon", images={"a": (40, 80)})
    expect_refusal(by_id("vision.scores_missing_truth_swapped"), gn.Detections.of, tmp_path, format="polygon", truth=truth)


def test_outlines_are_no_format_of_other_data(tmp_path):
    expect_refusal(
        by_id("vision.file_box_format_unknown", format="polygon"),
        gn.Detections.of,
        [{"boxes": [[0, 0, 1, 1]], "labels": [0]}],
        format="polygon",
    )
    table = {"image": ["a"], "class": ["x"], "x1": [0], "y1": [0], "x2": [1], "y2": [1]}
    expect_refusal(by_id("vision.file_box_format_unknown", format="polygon"), gn.Detections.of, table, format="polygon")
    expect_refusal(
        by_id("vision.box_format_fixed_by_file", format="xywh"),
        gn.Detections.of,
        {"images": [], "annotations": [], "categories": []},
        format="polygon",
    )


def test_a_folder_without_lines_is_one_of_empty_images(tmp_path):
    (tmp_path / "a.txt").write_text("")
    assert len(gn.Detections.of(tmp_path, format="polygon", images={"a": (4, 8)})) == 0
