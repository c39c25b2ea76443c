"""Oriented boxes in files: DOTA's labels and results, YOLO's lines, and tables of corners; overlaps by shapely, AP by pycocotools."""

import copy

import numpy as np
import pytest
import shapely
from pycocotools.coco import COCO
from pycocotools.cocoeval import COCOeval

import gnomon as gn
from refusals import by_id, expect_hints, expect_refusal

SIZE = (400, 500)
NAMES = ("P0001", "P0002", "P0003")
CLASSES = ("plane", "ship")


def quad(rng):
    """Four corners in turn: a turned box, each corner moved a little, as annotators leave them."""
    centre, sides, turn = rng.uniform([80, 80], [420, 320]), rng.uniform(30, 90, 2), rng.uniform(0, np.pi)
    across, down = np.array([np.cos(turn), np.sin(turn)]) * sides[0] / 2, np.array([-np.sin(turn), np.cos(turn)]) * sides[1] / 2
    corners = centre + np.array([-across - down, across - down, across + down, down - across])
    return (corners + rng.uniform(-3, 3, (4, 2))).round(1)


@pytest.fixture(scope="module")
def marked():
    """Rows of image, class and corners: objects, of which some are difficult, and detections with scores."""
    rng = np.random.default_rng(8)
    objects, found = [], []
    for _ in range(24):
        image, kind, corners = int(rng.integers(2)), int(rng.integers(2)), quad(rng)
        objects.append((image, kind, corners, int(rng.random() < 0.2)))
        moved = (corners + rng.normal(0, 4, 2)).round(1)
        found.append((image, kind, moved, round(float(rng.random()), 3)))
        if rng.random() < 0.4:
            found.append((image, 1 - kind, quad(rng), round(float(rng.random()), 3)))
    return objects, found


def texts(corners):
    return " ".join(map(str, np.ravel(corners).tolist()))


@pytest.fixture(scope="module")
def dota(marked, tmp_path_factory):
    folder = tmp_path_factory.mktemp("dota")
    labels, results = folder / "labelTxt", folder / "results"
    labels.mkdir(), results.mkdir()
    objects, found = marked
    for at, name in enumerate(NAMES):
        lines = [f"{texts(corners)} {CLASSES[kind]} {hard}" for image, kind, corners, hard in objects if image == at]
        (labels / f"{name}.txt").write_text("\n".join(["imagesource:GoogleEarth", "gsd:0.14", *lines]) + "\n")
    for at, kind in enumerate(CLASSES):
        lines = [f"{NAMES[image]} {score} {texts(corners)}" for image, said, corners, score in found if said == at]
        (results / f"Task1_{kind}.txt").write_text("\n".join(lines))
    return folder, results


def yolo(folder, marked):
    for side, rows in zip(("truth", "said"), marked, strict=True):
        (folder / side).mkdir()
        lines = dict.fromkeys(NAMES, "")
        for image, kind, corners, last in rows:
            score = f" {last}" if side == "said" else ""
            lines[NAMES[image]] += f"{kind} {texts(corners / np.array(SIZE[::-1]))}{score}\n"
        for name, text in lines.items():
            (folder / side / f"{name}.txt").write_text(text)
    (folder / "truth" / "classes.txt").write_text("\n".join(CLASSES))
    return folder / "truth", folder / "said"


def overlap(a, b):
    one, other = shapely.Polygon(a), shapely.Polygon(b)
    both = one.intersection(other).area
    return both / (one.area + other.area - both)


class ByShapely(COCOeval):
    """pycocotools' matching and averaging over overlaps of polygons by shapely."""

    def computeIoU(self, image, kind):  # the method's name there
        said = sorted(self._dts[image, kind], key=lambda one: -one["score"])
        return np.array([[overlap(d["corners"], g["corners"]) for g in self._gts[image, kind]] for d in said])


def theirs(marked):
    objects, found = marked
    truth = COCO()
    annotations = [
        {"id": k + 1, "image_id": image, "category_id": kind, "corners": corners, "ignore": hard, "iscrowd": hard,
         "bbox": [0, 0, 9, 9], "area": shapely.Polygon(corners).area}
        for k, (image, kind, corners, hard) in enumerate(objects)
    ]  # fmt: skip
    truth.dataset = {"images": [{"id": k} for k in range(3)], "categories": [{"id": k} for k in range(2)], "annotations": annotations}
    truth.createIndex()
    said = copy.deepcopy(truth)
    said.dataset["annotations"] = [
        {"id": k + 1, "image_id": image, "category_id": kind, "corners": corners, "score": score, "bbox": [0, 0, 9, 9],
         "area": shapely.Polygon(corners).area}
        for k, (image, kind, corners, score) in enumerate(found)
    ]  # fmt: skip
    said.createIndex()
    tool = ByShapely(truth, said, "bbox")
    tool.evaluate()
    tool.accumulate()
    tool.summarize()
    return tool.stats


def test_dota_against_shapely_and_pycocotools(dota, marked):
    labels, results = dota
    truth = gn.Detections.of(labels)
    said = gn.Detections.of(results, truth=truth)
    assert truth.images.names.tolist() == list(NAMES)
    assert truth.ignored.sum() == sum(hard for *_, hard in marked[0])
    assert truth.area == pytest.approx([shapely.Polygon(corners).area for *_, corners, _ in sorted(marked[0], key=lambda one: one[0])])
    m = gn.Matches.of(truth, said)
    assert (len(truth), len(said)) == (24, len(marked[1]))
    quads = [truth.boxes[row].reshape(4, 2) for row in np.lexsort((truth.category, truth.image))]
    order = np.lexsort((-said.score, said.category, said.image))
    for at, row in enumerate(order):
        for pair in range(m.columns.pair_starts[at], m.columns.pair_starts[at + 1]):
            expected = overlap(said.boxes[row].reshape(4, 2), quads[m.columns.pair_truth[pair]])
            assert m.columns.pair_iou[pair] == pytest.approx(expected, rel=1e-9)
    found, stats = gn.detection_map(truth, said), theirs(marked)
    assert (found.ap, found.ap50, found.ar_100) == pytest.approx((stats[0], stats[1], stats[8]), rel=1e-12)
    assert 0.05 < found.ap < 0.95
    task = gn.evaluate(labels, prediction=results, ci=None)
    assert float(task["detection_ap"]) == found.ap


@pytest.mark.parametrize("sized", [True, False])
def test_yolo_and_tables_say_the_same(dota, marked, tmp_path, sized):
    """In pixels or in shares: polygons that are stretched alike overlap alike."""
    easy = [(*row[:3], 0) for row in marked[0]], marked[1]
    sides = dict.fromkeys(NAMES, SIZE) if sized else None
    real, found = yolo(tmp_path, easy)
    truth = gn.Detections.of(real, format="corners", images=sides)
    made = gn.detection_map(truth, gn.Detections.of(found, format="corners", truth=truth))
    columns = ("x1", "y1", "x2", "y2", "x3", "y3", "x4", "y4")
    tables = []
    for rows, last in zip(easy, ("difficult", "score"), strict=True):
        table = {"image": [NAMES[row[0]] for row in rows], "class": [CLASSES[row[1]] for row in rows], last: [row[3] for row in rows]}
        corners = np.array([np.ravel(row[2]) for row in rows])
        tables.append(table | {name: corners[:, at] for at, name in enumerate(columns)})
    same = gn.detection_map(*tables)
    assert (made.ap, made.ap50) == pytest.approx((same.ap, same.ap50), rel=1e-12)
    arrays = [{"boxes": [], "labels": []} for _ in NAMES]
    for image, kind, corners, _ in easy[0]:
        arrays[image]["boxes"].append(corners)
        arrays[image]["labels"].append(kind)
    assert sorted(gn.Detections.of(arrays, format="corners").area) == pytest.approx(sorted(gn.Detections.of(tables[0]).area))
    upright = {"image": [NAMES[0]], "class": ["ship"], "x": [1], "y": [1], "w": [5], "h": [5], "score": [0.5]}
    expect_refusal(by_id("vision.oriented_boxes_on_one_side"), gn.detection_map, tables[0], upright)


@pytest.mark.parametrize("kind", ["xywhr", "corners"])
def test_corners_meet_boxes_with_an_angle(kind):
    """One side by its corners and the other by centre, size and angle."""
    upright = {"image": ["a"], "class": ["c"], "cx": [10], "cy": [10], "w": [8], "h": [4], "angle": [0.0]}
    corners = dict(zip(("x1", "y1", "x2", "y2", "x3", "y3", "x4", "y4"), [[v] for v in (6, 8, 14, 8, 14, 12, 6, 12)], strict=True))
    corners = {"image": ["a"], "class": ["c"], **corners}
    truth, said = (upright, corners) if kind == "xywhr" else (corners, upright)
    assert gn.detection_map(truth, {**said, "score": [0.5]}).ap == 1


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("1 1 5 1 5 5 1 5 plane 3", "line 3: difficult is '3', which is not 0, 1 or 2"),
        ("1 1 5 1 5 5 1 5", "which has 8 fields; a box is: x1 y1 x2 y2 x3 y3 x4 y4 class difficult"),
        ("1 1 5 1 5 5 1 y plane 0", "a field is 'y', which is no finite number"),
        ("1 1 5 5 5 1 1 5 plane 0", "whose sides cross or bend inwards"),
        ("1 1 5 5 9 9 1 1 plane 0", "a box without area"),
    ],
)
def test_what_is_no_box_of_dota_is_named(tmp_path, line, said):
    (tmp_path / "a.txt").write_text(f"imagesource:x\n0 0 4 0 4 4 0 4 ship 1\n{line}\n")
    expect_hints([said], gn.Detections.of, tmp_path)


def test_nine_numbers_are_asked_about(tmp_path):
    """They are an outline of four points or an oriented box, and only the caller knows."""
    (tmp_path / "a.txt").write_text("0 .1 .1 .5 .1 .5 .5 .1 .5\n")
    sizes = {"a": (40, 80)}
    expect_refusal(by_id("vision.bad_value_at_place"), gn.Detections.of, tmp_path, images=sizes)
    assert gn.Detections.of(tmp_path, format="corners", images=sizes).boxes.tolist() == [[8, 4, 40, 4, 40, 20, 8, 20]]
    assert gn.Detections.of(tmp_path, format="polygon", images=sizes).masks is not None
    (tmp_path / "a.txt").write_text("0 10 10 50 10 50 50 10 50\n")
    expect_refusal(by_id("vision.bad_value_at_place"), gn.Detections.of, tmp_path, format="corners", images=sizes)
    degrees = {"image": ["a"], "class": ["c"], "cx": [10], "cy": [10], "w": [8], "h": [4], "angle": [45.0]}
    expect_refusal(by_id("vision.bad_value_at_place"), gn.Detections.of, degrees)
