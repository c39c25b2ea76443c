"""Protocols other than COCO's: against the devkits' rules written out once more, and the tool of LVIS."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import gnomon as gn
from components import needs
from detection.coco_data import dataset, problems
from gnomon.evaluation.no_worse import no_worse
from refusals import raises_id


def rows(truth, results, kind):
    """Objects and detections of a class by image, detections from the highest score down as the protocols order them."""
    objects = {image["id"]: [one for one in truth["annotations"] if (one["image_id"], one["category_id"]) == (image["id"], kind)]
               for image in truth["images"]}  # fmt: skip
    said = [one for image in sorted(objects) for one in results if (one["image_id"], one["category_id"]) == (image, kind)]
    return objects, sorted(said, key=lambda one: -one["score"])


def overlap(a, b, pixel):
    width = min(a[0] + a[2], b[0] + b[2]) - max(a[0], b[0]) + pixel
    height = min(a[1] + a[3], b[1] + b[3]) - max(a[1], b[1]) + pixel
    if width <= 0 or height <= 0:
        return 0.0
    return width * height / ((a[2] + pixel) * (a[3] + pixel) + (b[2] + pixel) * (b[3] + pixel) - width * height)


def voc_outcomes(truth, results, kind):
    """The devkit: a detection belongs to the object that it overlaps most, and is wrong where another has it."""
    objects, said = rows(truth, results, kind)
    taken, outcomes = set(), []
    for one in said:
        best, most = None, -math.inf
        for thing in objects[one["image_id"]]:
            iou = overlap(one["bbox"], thing["bbox"], 1)
            if iou > most:
                best, most = thing, iou
        if most >= 0.5 and best["ignore"]:
            continue
        outcomes.append(most >= 0.5 and best["id"] not in taken)
        if most >= 0.5:
            taken.add(best["id"])
    return outcomes, sum(not thing["ignore"] for things in objects.values() for thing in things)


def curve(outcomes, objects):
    found = np.cumsum(outcomes)
    return found / objects, found / np.arange(1, len(outcomes) + 1)


def voc2007(outcomes, objects):
    recall, precision = curve(outcomes, objects)
    return sum(max(precision[recall >= point / 10], default=0.0) for point in range(11)) / 11


def voc2010(outcomes, objects):
    recall, precision = curve(outcomes, objects)
    recall, precision = np.concatenate([[0], recall, [1]]), np.concatenate([[0], precision, [0]])
    for i in range(len(precision) - 2, -1, -1):
        precision[i] = max(precision[i], precision[i + 1])
    steps = np.flatnonzero(recall[1:] != recall[:-1]) + 1
    return float(((recall[steps] - recall[steps - 1]) * precision[steps]).sum())


@given(problems(ignore=True), st.sampled_from([voc2007, voc2010]))
@settings(max_examples=100, deadline=None)
def test_voc(problem, rule):
    truth, results = problem
    for one in truth["annotations"]:
        one["iscrowd"] = 0
    found = gn.detection_map(truth, results, protocol=rule.__name__)
    values = []
    for kind in (one["id"] for one in truth["categories"]):
        outcomes, objects = voc_outcomes(truth, results, kind)
        values.append(rule(outcomes, objects) if objects else math.nan)
        np.testing.assert_allclose(found.per_class[kind], values[-1], rtol=1e-12, atol=1e-15)
    known = [value for value in values if value == value]
    np.testing.assert_allclose(found.ap, np.mean(known) if known else math.nan, rtol=1e-12, atol=1e-15)


def yolo_outcomes(truth, results, kind, threshold):
    """Ultralytics 8.4.190, ``match_predictions``: by falling confidence the best object not yet claimed, of equals the first."""
    objects, said = rows(truth, results, kind)
    claimed, right = set(), []
    for one in said:
        free = [(overlap(one["bbox"], thing["bbox"], 0), -place) for place, thing in enumerate(objects[one["image_id"]])
                if thing["id"] not in claimed]  # fmt: skip
        most, place = max(free, default=(0.0, 0))
        right.append(most >= threshold)
        if right[-1]:
            claimed.add(objects[one["image_id"]][-place]["id"])
    return right, sum(map(len, objects.values()))


def yolo_ap(recall, precision, grid):
    """Ultralytics 8.4.190, ``compute_ap``: precision is 0 from the last recall on."""
    recall, precision = np.concatenate([[0], recall, recall[-1:], [1]]), np.concatenate([[1], precision, [0, 0]])
    return area(grid, recall, precision)


def yolo_2025_outcomes(truth, results, kind, threshold):
    """Ultralytics before April 2026: pairs by falling overlap, of which each detection keeps its first, then each object that of the
    highest confidence."""
    objects, said = rows(truth, results, kind)
    right = []
    for image, things in objects.items():
        here = [place for place, one in enumerate(said) if one["image_id"] == image]
        pairs = [(overlap(said[d]["bbox"], thing["bbox"], 0), g, d) for g, thing in enumerate(things) for d in here]
        pairs = sorted((pair for pair in pairs if pair[0] >= threshold), reverse=True)
        own = {}
        for _, g, d in pairs:
            own.setdefault(d, g)
        claimed = {}
        for d in sorted(own):
            claimed.setdefault(own[d], d)
        right += claimed.values()
    return [place in right for place in range(len(said))], sum(map(len, objects.values()))


def yolo_2025_ap(recall, precision, grid):
    """Ultralytics before April 2026: precision falls in a straight line from the last recall to (1, 0)."""
    return area(grid, np.concatenate([[0], recall, [1]]), np.concatenate([[1], precision, [0]]))


def area(grid, recall, precision):
    """Under straight lines between what the envelope is at the recalls of the grid."""
    read = np.interp(grid, recall, np.maximum.accumulate(precision[::-1])[::-1])
    return np.diff(grid) @ (read[1:] + read[:-1]) / 2


YOLO = {"yolo": (yolo_outcomes, yolo_ap), "yolo-2025": (yolo_2025_outcomes, yolo_2025_ap)}


@given(problems(), st.sampled_from(sorted(YOLO)))
@settings(max_examples=150, deadline=None)
def test_yolo(problem, protocol):
    truth, results = problem
    for one in truth["annotations"]:
        one["iscrowd"] = 0
    found = gn.detection_map(truth, results, protocol=protocol)
    grid = np.linspace(0, 1, 101)
    outcomes_of, ap_of = YOLO[protocol]
    for kind in (one["id"] for one in truth["categories"]):
        values = []
        for threshold in np.linspace(0.5, 0.95, 10):
            outcomes, objects = outcomes_of(truth, results, kind, threshold)
            if objects and not outcomes:
                values.append(0.0)
            elif objects:
                values.append(ap_of(*curve(outcomes, objects), grid))
        np.testing.assert_allclose(found.per_class[kind], np.mean(values) if values else math.nan, rtol=1e-12, atol=1e-12)


def boxes_in_one_image(boxes, scores=None):
    x, y, w, h = (list(column) for column in zip(*boxes, strict=True))
    table = {"image": ["a"] * len(boxes), "class": ["c"] * len(boxes), "x": x, "y": y, "w": w, "h": h}
    return table if scores is None else table | {"score": scores}


HALF_FOUND = boxes_in_one_image([(0, 0, 20, 20), (40, 40, 20, 20)]), boxes_in_one_image([(0, 0, 20, 20)], [0.9])
NEAR_TWINS = boxes_in_one_image([(0, 0, 20, 20), (0, 6, 20, 20)]), boxes_in_one_image([(0, 1, 20, 20), (0, 2, 20, 20)], [0.9, 0.8])


@pytest.mark.parametrize(("protocol", "half", "right"), [("yolo", 0.495, 2), ("yolo-2026", 0.495, 2), ("yolo-2025", 0.75, 1)])
def test_yolo_of_each_version(protocol, half, right):
    """Half of the objects found, and two objects that both detections overlap: what either version of Ultralytics makes of them."""
    found = gn.detection_map(*HALF_FOUND, protocol=protocol)
    assert found.ap == pytest.approx(half, rel=1e-12)
    assert found.matches.protocol.text == {"yolo": "yolo-2026"}.get(protocol, protocol)
    evaluation = gn.evaluate(HALF_FOUND[0], prediction=HALF_FOUND[1], task="detection", protocol=protocol, ci=None)
    assert evaluation["detection_ap"] == pytest.approx(half, rel=1e-12)
    assert evaluation.protocol == found.matches.protocol.text
    assert (gn.Matches.of(*NEAR_TWINS, protocol=protocol, thresholds=[0.5]).columns.state == 1).sum() == right


def as_once_saved(one):
    """The JSON of a saved evaluation or matching, with the name that its rule had before Ultralytics changed its own."""
    return one.replace("yolo-2025", "yolo")


def test_what_was_saved_as_yolo_is_the_rule_of_that_time(tmp_path):
    truth, results = HALF_FOUND
    now = gn.Matches.of(truth, results, protocol="yolo-2025", max_detections=200)
    meta, arrays = now._state()
    once = gn.Matches._restore(meta | {"protocol": meta["protocol"] | {"name": "yolo"}}, arrays)
    assert (once.protocol, once.protocol.text) == (now.protocol, "yolo-2025(caps=200)")
    assert gn.detection_map(once).ap == 0.75
    path = tmp_path / "once.json"
    saved = {rule: gn.evaluate(truth, prediction=results, task="detection", protocol=rule, ci=None) for rule in ("yolo-2025", "yolo")}
    saved["yolo-2025"].save(path)
    path.write_text(as_once_saved(path.read_text()))
    assert gn.Evaluation.load(path).protocol == "yolo-2025"
    with raises_id("evaluation.baseline_rule_mismatch", name="protocol", mine="yolo-2026", theirs="yolo-2025"):
        no_worse(saved["yolo"], gn.Evaluation.load(path))


def federated(seed):
    """A truth in LVIS's format and results, both with boxes that are equal or just beside each other."""
    rng = np.random.default_rng(seed)
    kinds, images = range(1, 7), range(1, 6)
    annotations, results = [], []
    for place in range(40):
        box = [*(rng.integers(0, 8, 2) * 10.0).tolist(), *rng.choice([10.0, 40.0, 120.0], 2).tolist()]
        one = {"id": place + 1, "image_id": int(rng.choice(images)), "category_id": int(rng.choice(kinds)), "bbox": box}
        annotations.append(one | {"area": box[2] * box[3], "segmentation": [[0, 0, 1, 0, 1, 1]]})
    for _ in range(150):
        about = annotations[rng.integers(40)]
        box = [about["bbox"][0] + float(rng.integers(-1, 2) * 5), *about["bbox"][1:]]
        kind = about["category_id"] if rng.random() < 0.8 else int(rng.choice(kinds))
        results.append({"image_id": about["image_id"], "category_id": kind, "bbox": box, "score": round(float(rng.random()), 2)})
    truth = dataset(images, kinds, annotations)
    for image in truth["images"]:
        present = {one["category_id"] for one in annotations if one["image_id"] == image["id"]}
        absent = [kind for kind in kinds if kind not in present]
        image["neg_category_ids"] = [kind for kind in absent if rng.random() < 0.5]
        image["not_exhaustive_category_ids"] = [kind for kind in present if rng.random() < 0.3]
    for kind in truth["categories"]:
        kind["frequency"] = "rcf"[kind["id"] % 3]
    return truth, results


def assert_as_lvis_has_it(truth, results, cap, folder, **options):
    import json

    from lvis import LVIS, LVISEval, LVISResults

    path = folder / "lvis.json"
    path.write_text(json.dumps(truth))
    known = LVIS(str(path))
    made = LVISEval(known, LVISResults(known, [dict(one) for one in results], max_dets=cap), "bbox")
    made.params.max_dets = cap
    made.run()
    theirs = made.get_results()
    found = gn.detection_map(truth, results, protocol="lvis", max_detections=cap, **options)
    names = {"AP": "ap", "AP50": "ap50", "AP75": "ap75", "APs": "ap_small", "APm": "ap_medium", "APl": "ap_large", "APr": "ap_rare",
             "APc": "ap_common", "APf": "ap_frequent", f"AR@{cap}": f"ar_{cap}",
             f"ARs@{cap}": "ar_small", f"ARm@{cap}": "ar_medium", f"ARl@{cap}": "ar_large"}  # fmt: skip
    for name, mine in names.items():
        value = math.nan if theirs[name] == -1 else theirs[name]
        np.testing.assert_allclose(getattr(found, mine), value, rtol=1e-12, atol=1e-12, err_msg=f"{name} at {cap}")
    return found


@pytest.fixture
def lvis(monkeypatch):
    needs("lvis")
    monkeypatch.setattr(np, "float", float, raising=False)  # it was written for earlier versions of NumPy


@pytest.mark.filterwarnings("ignore::DeprecationWarning")  # of the tool's logging
@pytest.mark.usefixtures("lvis")
@pytest.mark.parametrize("seed", range(8))
def test_lvis(seed, tmp_path):
    truth, results = federated(seed)
    for cap in (300, 12):
        assert_as_lvis_has_it(truth, results, cap, tmp_path)


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
@pytest.mark.usefixtures("lvis")
@pytest.mark.parametrize("seed", range(8))
def test_compatible_does_as_the_tool_of_lvis(seed, tmp_path):
    """Areas past 1e10 are in no range of it, and annotation 0 is never found; what is to be ignored is heeded."""
    truth, results = federated(seed)
    rng = np.random.default_rng(seed)
    for place, one in enumerate(truth["annotations"]):
        one["id"] = place
        if rng.random() < 0.2:
            one["bbox"] = [0.0, 0.0, *(rng.integers(9, 14, 2) * 1e4).tolist()]
            one["area"] = one["bbox"][2] * one["bbox"][3]
            results.append({"image_id": one["image_id"], "category_id": one["category_id"], "bbox": one["bbox"], "score": 0.5})
        elif rng.random() < 0.2:
            one["ignore"] = 1
    assert max(one["area"] for one in truth["annotations"]) > 1e10
    found = assert_as_lvis_has_it(truth, results, 300, tmp_path, compatible=True)
    right = gn.detection_map(truth, results, protocol="lvis")
    assert (found.ap, found.ar_300) != (right.ap, right.ar_300)


def test_any_thresholds_areas_and_no_cap():
    box = [0.0, 0.0, 30.0, 30.0]
    truth = dataset([1], [1], [{"id": k + 1, "image_id": 1, "category_id": 1, "bbox": box, "area": 900.0, "iscrowd": 0} for k in range(2)])
    results = [{"image_id": 1, "category_id": 1, "bbox": [40.0 + k, 0.0, 9.0, 9.0], "score": 0.9} for k in range(150)]
    results += [{"image_id": 1, "category_id": 1, "bbox": box, "score": 0.1}]
    capped = gn.detection_map(truth, results)
    assert (capped.ap, capped.ar_100) == (0, 0)
    assert capped.notes[0] == "the cap of 100 leaves out 51 detections in 1 image"
    free = gn.detection_map(truth, results, thresholds=[0.3, 0.6], max_detections=None, area_ranges={"tiny": (0, 100), "big": (500, 1e4)})
    assert free.ar == 0.5
    assert math.isnan(free.ap_tiny)
    assert free.reasons["ap_tiny"].code == "no_objects_to_find"
    assert free.ar_big == 0.5
    # One of two is found, behind 150 others: of 101 points those up to recall 0.5 read the precision 1/151.
    np.testing.assert_allclose(free.ap, 51 / 101 / 151, rtol=1e-12)
    assert [*free.by_iou()] == [0.3, 0.6]
    assert gn.detection_map(truth, results, max_detections=None, recall_grid=[0.0]).ap == pytest.approx(1 / 151, rel=1e-12)


@given(problems(), st.integers(1, 6), st.sampled_from(["image", "class"]))
@settings(max_examples=80, deadline=None)
def test_caps_count_in_what_is_said(problem, cap, per):
    """As if the data held no more: of an image, or of a class in it, the best so many, of equal scores the first."""
    truth, results = problem
    groups = {}
    for one in sorted(results, key=lambda one: -one["score"]):
        groups.setdefault((one["image_id"], one["category_id"] if per == "class" else None), []).append(one)
    kept = [one for one in results if any(one is best for group in groups.values() for best in group[:cap])]
    for protocol in ("coco", "yolo"):
        found = gn.detection_map(truth, results, protocol=protocol, max_detections={per: cap})
        wanted = gn.detection_map(truth, kept, protocol=protocol, max_detections=None)
        np.testing.assert_allclose([*found.figures.values()], [*wanted.figures.values()], rtol=1e-12, atol=1e-12)
        assert f"per={per}" in found.matches.protocol.text or per == {"coco": "class", "yolo": "image"}[protocol]


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"protocol": "imagenet"}, "protocol='imagenet' is not 'coco', 'lvis', 'voc2007', 'voc2010', 'yolo-2025', 'yolo-2026', 'yolo'"),
        ({"iou": "area"}, "iou='area' is not 'box', 'mask', 'keypoints'"),
        ({"thresholds": [0.5, 0.5]}, "thresholds=[0.5, 0.5] must be numbers above 0 and up to 1, each above the one before"),
        ({"thresholds": []}, "thresholds=[] must be"),
        ({"thresholds": "high"}, "thresholds='high' holds no numbers"),
        ({"thresholds": [0.0]}, "must be numbers above 0 and up to 1"),
        ({"max_detections": 0}, "max_detections=0 is no whole number above 0, nor None for all"),
        ({"max_detections": []}, "max_detections is empty"),
        ({"area_ranges": {"big": (10, 5)}}, "area_ranges: ('big', 10, 5) is no range"),
        ({"area_ranges": {"big": 10}}, "area_ranges: ('big', 10) is no range; pass {name: (low, high)}"),
        ({"area_ranges": [10, 20]}, "area_ranges: (10,) is no range"),
        ({"area_ranges": 10}, "area_ranges: (10,) is no range"),
        ({"max_detections": {"box": 10}}, "max_detections={'box': 10} does not say what caps count in; pass {'image': caps}"),
        ({"max_detections": {}}, "max_detections={} does not say"),
        ({"max_detections": {"image": 0}}, "max_detections=0 is no whole number above 0"),
        ({"recall_grid": [0.5, 0.2]}, "recall_grid=[0.5, 0.2] must be numbers"),
        ({"sigmas": [0.1]}, 'sigmas go with iou="keypoints"'),
        ({"sigmas": 0.1, "iou": "keypoints"}, "sigmas=0.1 must be numbers above 0, one for each keypoint"),
        ({"sigmas": ("a",), "iou": "keypoints"}, "sigmas=('a',) must be numbers above 0"),
        ({"sigmas": "12", "iou": "keypoints"}, "sigmas='12' must be numbers above 0"),
        ({"protocol": "lvis"}, "asks which classes were looked for in each image, and the truth does not say"),
    ],
)
def test_options_that_make_no_protocol(options, words):
    truth = dataset([1], [1], [{"id": 1, "image_id": 1, "category_id": 1, "bbox": [0, 0, 9, 9], "area": 81, "iscrowd": 0}])
    results = [{"image_id": 1, "category_id": 1, "bbox": [0, 0, 9, 9], "score": 0.9}]
    with pytest.raises(gn.InputError) as caught:
        gn.detection_map(truth, results, **options)
    assert words in str(caught.value)


def test_shares_of_sides_have_no_area_in_pixels(tmp_path):
    """YOLO's texts without the pictures: overlaps are known, sizes are not."""
    for folder, line in (("truth", "0 0.5 0.5 0.4 0.4"), ("said", "0 0.5 0.5 0.4 0.37 0.9")):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "a.txt").write_text(line)
    sides = str(tmp_path / "truth"), str(tmp_path / "said")
    found = gn.detection_map(*sides)
    assert "ap_small" not in found.figures
    assert found.ap == pytest.approx(0.9, rel=1e-12)  # an overlap of 0.925 counts at nine of the ten thresholds
    assert [note.code for note in found.notes] == ["areas_unknown"]
    with raises_id("vision.protocol_needs_pixel_boxes"):
        gn.detection_map(*sides, protocol="voc2010")
    with raises_id("vision.area_ranges_need_pixel_boxes"):
        gn.detection_map(*sides, area_ranges={"big": (1e4, 1e6)})


def test_weights_that_do_not_fit_are_refused():
    truth = {"image": ["a"], "class": ["cat"], "x": [0], "y": [0], "w": [20], "h": [20]}
    matches = gn.Matches.of(truth, {**truth, "score": [0.5]})
    with raises_id("summary.replicate_weights_shape_mismatch", count=1):
        matches.averages([(0, None)], np.ones((3, 2)))


@pytest.mark.parametrize("flag", ["difficult", "ignore", "ignored"])
@pytest.mark.parametrize("protocol", ["voc2007", "voc2010"])
def test_objects_that_are_difficult_do_not_count_however_they_are_given(flag, protocol):
    boxes = np.array([[0, 0, 10, 10], [20, 20, 30, 30], [50, 50, 60, 60.0]])
    said = [{"boxes": boxes[:2], "labels": ["a", "a"], "scores": [0.9, 0.8]}]
    truth = {"boxes": boxes, "labels": ["a"] * 3}
    assert gn.detection_map([truth], said, protocol=protocol).ap < 0.8
    assert gn.detection_map([{**truth, flag: [0, 0, 1]}], said, protocol=protocol).ap == 1
    columns = dict(zip(("x1", "y1", "x2", "y2"), boxes.T, strict=True))
    table = {"image": [0] * 3, "class": ["a"] * 3, flag: [0, 0, 1], **columns}
    found = {"image": [0] * 2, "class": ["a"] * 2, "score": [0.9, 0.8], **{name: values[:2] for name, values in columns.items()}}
    assert gn.detection_map(table, found, protocol=protocol).ap == 1
    with raises_id("vision.arrays_field_names_conflict"):
        gn.detection_map([{**truth, "difficult": [0, 0, 1], "ignore": [0, 0, 1]}], said, protocol=protocol)
