"""Panoptic quality: cases worked by hand, and the published evaluation once more in plain loops over masks."""

import json

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import gnomon as gn
from components import needs
from forked import gnomon
from refusals import raises_id, warns_undefined


def plain(truth, predicted, void=None):
    """Segments as boolean masks, every pair of them looked at: {category: [tp, fp, fn, iou]}."""
    found = {}

    def segments(pairs):
        kinds = {tuple(one) for one in pairs.reshape(-1, 2).tolist() if one[0] != void}
        return {one: (pairs == one).all(-1) for one in kinds}

    mine, theirs = segments(truth), segments(predicted)
    nowhere = truth[..., 0] == void if void is not None else np.zeros(truth.shape[:2], bool)
    hits = {}
    for a, first in mine.items():
        for b, second in theirs.items():
            union = (first | (second & ~nowhere)).sum()
            if a[0] == b[0] and (first & second).sum() / union > 0.5:
                assert a not in hits, "there can be one such pair at the most"
                assert b not in hits.values()
                hits[a] = b
                row = found.setdefault(a[0], [0, 0, 0, 0.0])
                row[0] += 1
                row[3] += (first & second).sum() / union
    for a in mine:
        if a not in hits:
            found.setdefault(a[0], [0, 0, 0, 0.0])[2] += 1
    for b, second in theirs.items():
        if b not in hits.values() and (second & nowhere).sum() / second.sum() <= 0.5:
            found.setdefault(b[0], [0, 0, 0, 0.0])[1] += 1
    return found


def quality(tables):
    """The means over categories of summed tables."""
    total = {}
    for table in tables:
        for kind, row in table.items():
            total[kind] = [a + b for a, b in zip(total.get(kind, [0, 0, 0, 0.0]), row, strict=True)]
    each = {
        kind: (iou / (tp + fp / 2 + fn / 2), iou / tp if tp else 0.0, tp / (tp + fp / 2 + fn / 2))
        for kind, (tp, fp, fn, iou) in total.items()
    }
    return each, [float(np.mean([one[at] for one in each.values()])) for at in range(3)]


@given(st.integers(0, 2**32), st.sampled_from([None, 9]))
def test_against_plain_loops(seed, void):
    rng = np.random.default_rng(seed)
    blocks = np.stack([rng.integers(0, 3, (3, 3, 4)), rng.integers(0, 3, (3, 3, 4))], -1)
    truth = blocks.repeat(4, 1).repeat(4, 2)
    predicted = np.roll(truth, rng.integers(-1, 2), 2)
    change = rng.random(predicted.shape[:3]) < 0.1
    predicted[change] = rng.integers(0, 3, (int(change.sum()), 2))
    if void is not None:
        truth[:, :5, :6, 0] = void
    made = gn.panoptic_quality(truth, predicted, ignore=void)
    each, (pq, sq, rq) = quality([plain(t, p, void) for t, p in zip(truth, predicted, strict=True)])
    assert (made.pq, made.sq, made.rq) == pytest.approx((pq, sq, rq), rel=1e-12)
    for kind, expected in each.items():
        assert made.per_class[kind] == pytest.approx(expected, rel=1e-12)


def segmented(category, instance=None):
    category = np.asarray(category)
    return np.stack([category, np.zeros_like(category) if instance is None else np.asarray(instance)], -1)


def test_worked_by_hand():
    # A thing of 4 pixels found with 3 of them and 1 too many: IoU 3/5. Another is missed, a third is seen in vain.
    truth = segmented([[1, 1, 1, 1, 0, 1, 1, 0]], [[1, 1, 1, 1, 0, 2, 2, 0]])
    predicted = segmented([[1, 1, 1, 0, 1, 0, 0, 1]], [[5, 5, 5, 0, 5, 0, 0, 6]])
    made = gn.panoptic_quality(truth, predicted, things=[1])
    # Stuff 0: truth at 4 and 7, predicted at 3, 5, 6: nothing in common.
    assert made.per_class[1] == pytest.approx((0.6 / 2, 0.6, 0.5))
    assert made.per_class[0] == (0, 0, 0)
    assert made.things == pytest.approx((0.3, 0.6, 0.5))
    assert made.stuff == (0, 0, 0)
    assert (made.pq, made.sq, made.rq) == pytest.approx((0.15, 0.3, 0.25))
    assert (made.tp.tolist(), made.fp.tolist(), made.fn.tolist()) == ([0, 1], [1, 1], [1, 1])
    assert "things: PQ 0.3000  SQ 0.6000  RQ 0.5000" in str(made)


def test_an_overlap_of_one_half_is_no_hit():
    truth, predicted = segmented([[1, 1, 0]]), segmented([[1, 0, 0]])
    assert gn.panoptic_quality(truth, predicted).per_class[1] == (0, 0, 0)


def test_stuff_is_one_segment_an_image_whatever_its_instances():
    truth = segmented([[2, 2, 2, 2]], [[1, 1, 2, 2]])
    predicted = segmented([[2, 2, 2, 2]], [[7, 8, 9, 9]])
    assert gn.panoptic_quality(truth, predicted, things=[1]).pq == 1
    assert gn.panoptic_quality(truth, predicted, things=[2]).pq == pytest.approx(1 / 2.5)
    assert gn.panoptic_quality(truth, predicted).things is None


def test_void_counts_in_no_union_and_excuses_what_lies_in_it():
    truth = segmented([[1, 1, 9, 9, 9, 9]])
    predicted = segmented([[1, 1, 1, 1, 2, 2]])
    made = gn.panoptic_quality(truth, predicted, ignore=9)
    assert made.per_class == {1: (1.0, 1.0, 1.0)}  # 2 lies in void, and is no false alarm
    assert gn.panoptic_quality(truth, predicted).per_class[2] == (0, 0, 0)


def test_merging_and_bytes():
    rng = np.random.default_rng(0)
    truth, predicted = np.stack([rng.integers(0, 3, (2, 6, 5, 5)), rng.integers(0, 2, (2, 6, 5, 5))], -1)
    whole = gn.PanopticCounts.of(truth, predicted, things=[1])
    parts = [gn.PanopticCounts.of({k: truth[k] for k in at}, {k: predicted[k] for k in at}, things=[1]) for at in ([4, 1], [0, 2, 3, 5])]
    assert gn.panoptic_quality(parts[0] + parts[1]) == gn.panoptic_quality(whole) == gn.panoptic_quality(parts[1] + parts[0])
    assert gn.PanopticCounts.from_bytes(whole.to_bytes()) == whole
    with raises_id("summary.image_name_duplicate", twice=1):
        parts[0] + parts[0]
    with raises_id("summary.things_on_one_side"):
        parts[0] + gn.PanopticCounts.of({9: truth[0]}, {9: truth[0]})


# COCO's files -----------------------------------------------------------------------------------------------------------------


def coco(folder, name, images, categories=(), crowd=()):
    """A panoptic file with its folder: images are {id: (map of segment ids, {segment: category})}."""
    image = needs("PIL.Image")
    (folder / name).mkdir(parents=True)
    annotations = []
    for key, (ids, kinds) in images.items():
        colours = np.stack([ids % 256, ids // 256 % 256, ids // 65536], -1).astype(np.uint8)
        image.fromarray(colours).save(folder / name / f"{key}.png")
        info = [
            {"id": one, "category_id": kind, "iscrowd": int(one in crowd), "area": int((ids == one).sum())} for one, kind in kinds.items()
        ]
        annotations.append({"image_id": key, "file_name": f"{key}.png", "segments_info": info})
    path = folder / f"{name}.json"
    path.write_text(json.dumps({"annotations": annotations, "categories": list(categories)}))
    return path


CATEGORIES = [{"id": 1, "name": "person", "isthing": 1}, {"id": 7, "name": "sky", "isthing": 0}, {"id": 8, "name": "sea", "isthing": 0}]


def test_files_of_coco(tmp_path):
    truth_map = np.zeros((4, 6), int)
    truth_map[:2, :3], truth_map[:2, 3:], truth_map[2:, :4] = 300, 70_000, 5
    said = truth_map.copy()
    said[2, :4] = 0  # half of the sky
    said[3, 4:] = 70_000 + 1  # a person seen in void
    truth = coco(tmp_path, "truth", {42: (truth_map, {300: 1, 70_000: 1, 5: 7})}, CATEGORIES)
    predicted = coco(tmp_path, "predicted", {42: (said, {300: 1, 70_000: 1, 5: 7, 70_001: 1})})
    made = gn.panoptic_quality(truth, predicted)
    assert made.classes.tolist() == ["person", "sky", "sea"]
    assert made.per_class["person"] == (1, 1, 1)
    assert made.per_class["sky"] == (0, 0, 0)
    assert np.isnan(made.per_class["sea"].pq)
    assert made.things == (1, 1, 1)
    assert made.stuff == (0, 0, 0)
    assert made.pq == 0.5
    folders = {"truth_images": tmp_path / "truth", "prediction_images": tmp_path / "predicted"}
    loaded = gn.panoptic_quality(json.loads(truth.read_text()), json.loads(predicted.read_text()), **folders)
    assert loaded == made


@pytest.fixture
def files(tmp_path):
    """A truth of two images, and a model that misses the sky of the second."""
    ids = np.full((4, 6), 5)
    ids[:2] = 300
    said = ids.copy()
    said[2, :] = 300
    truth = coco(tmp_path, "truth", {1: (ids, {300: 1, 5: 7}), 2: (ids, {300: 1, 5: 7})}, CATEGORIES)
    return truth, coco(tmp_path, "model", {1: (ids, {300: 1, 5: 7}), 2: (said, {300: 1, 5: 7})})


def test_evaluate_reads_coco_files_without_being_told(files):
    truth, predicted = files
    found = gn.evaluate(truth, prediction={"model": predicted}, ci=None)
    assert found.task == "segmentation"
    wanted = gn.panoptic_quality(truth, predicted)
    assert float(found["mean_panoptic_quality"]) == wanted.pq
    assert 0 < wanted.pq < 1
    loaded = [json.loads(path.read_text()) for path in files]
    folders = {"truth_images": truth.with_suffix(""), "prediction_images": predicted.with_suffix("")}
    same = gn.evaluate(loaded[0], prediction={"model": loaded[1]}, ci=None, **folders)
    assert {key: float(value) for key, value in same.values.items()} == {key: float(value) for key, value in found.values.items()}
    with raises_id("segmentation.pixel_with_segment_metrics"):
        gn.evaluate(truth, prediction={"model": predicted}, metrics="mean_iou")


def test_the_command_line_reads_coco_files(files, tmp_path):
    truth, predicted = files
    page = tmp_path / "page.html"
    made = gnomon("report", "--truth", truth, "--results", predicted, "-o", page)
    assert (made.returncode, made.stderr) == (0, "")
    assert "mean_panoptic_quality" in page.read_text()
    shown = gnomon("metrics", "--truth", truth, "--results", predicted)
    assert (shown.returncode, "mean_panoptic_quality" in shown.stdout) == (0, True)
    lost = gnomon("metrics", "--truth", truth, "--results", truth.with_suffix(""))
    assert (lost.returncode, "segments are read from a COCO panoptic file" in lost.stderr) == (2, True)


def test_crowds_are_neither_missed_nor_false_alarms(tmp_path):
    ids = np.ones((4, 4), int)
    ids[2:] = 2
    truth = coco(tmp_path, "truth", {1: (ids, {1: 7, 2: 1})}, CATEGORIES, crowd=[2])
    said = ids.copy()
    said[2:, :2] = 3  # a person within the crowd
    predicted = coco(tmp_path, "predicted", {1: (said, {1: 7, 2: 8, 3: 1})})
    made = gn.panoptic_quality(truth, predicted)
    assert made.per_class["sky"] == (1, 1, 1)
    assert np.isnan(made.per_class["person"].pq)
    assert made.per_class["sea"] == (0, 0, 0)


def test_bad_segments_are_named(tmp_path):
    pairs = segmented([[1, 2]])
    for truth, predicted, said in (
        (pairs, segmented([[1], [2]]), r"predictions\[0\] has 2 × 1 pixels and truth\[0\] 1 × 2"),
        (np.zeros((4, 4), int), pairs, r"truth has shape \(4, 4\); pass the category and the instance"),
        (pairs.astype(float), pairs, r"truth\[0\] holds float64"),
        ({"a": pairs}, {"b": pairs}, "predictions has no image 'a', which truth has"),
        ([], [], "truth holds no images"),
        (pairs, None, "predictions is missing"),
        (tmp_path / "none.json", pairs, "none.json cannot be read: No such file"),
    ):
        with pytest.raises(gn.InputError, match=said):
            gn.panoptic_quality(truth, predicted)
    good = coco(tmp_path, "good", {1: (np.ones((2, 2), int), {1: 7})})
    for name, kinds, said in (
        ("more", {1: 7, 2: 7}, "segments_info has a segment 2 that no pixel"),
        ("less", {}, "its PNG file has a segment 1"),
    ):
        with pytest.raises(gn.InputError, match=said):
            gn.panoptic_quality(good, coco(tmp_path, name, {1: (np.ones((2, 2), int), kinds)}))
    cut = tmp_path / "cut.json"
    cut.write_text(good.read_text()[:40])
    with raises_id("vision.panoptic_file_fault"):
        gn.panoptic_quality(cut, good)
    boxes = tmp_path / "boxes.json"
    boxes.write_text(json.dumps({"annotations": [{"image_id": 1, "bbox": [0, 0, 1, 1]}]}))
    with raises_id("vision.panoptic_fields_missing"):
        gn.panoptic_quality(boxes, good)
    with warns_undefined("no_segments"):
        gn.panoptic_quality(segmented([[9]]), segmented([[9]]), ignore=9)


PAIRS = segmented([[1, 2]])


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ({"ignore": "255"}, "ignore: '255' is no id"),
        ({"ignore": ["x"]}, "ignore: 'x' is no id"),
        ({"things": ["1"]}, "things: '1' is no id"),
        ({"things": "1"}, "things: '1' is no id"),
        ({"things": True}, "things: True is no id"),
        ({"things": [7], "classes": {1: "a", 2: "b"}}, "things: 7 is no id of classes, which are 1, 2"),
        ({"classes": {1: "road"}}, r"truth\[0\] has a segment of category 2, and the ids of classes= are 1; name it there"),
        ({"classes": ["a", "b"]}, r"truth\[0\] has a segment of category 2, and the ids of classes= are 0, 1"),
        ({"classes": 4.5}, "classes=4.5 names no classes"),
        ({"classes": {1: "road"}, "ignore": 1}, "ignore: 1 is an id of classes as well"),
    ],
)
def test_arguments_that_cannot_be_meant_are_refused(asked, said):
    with pytest.raises(gn.InputError, match=said):
        gn.panoptic_quality(PAIRS, PAIRS, **asked)


def test_classes_in_every_form():
    assert gn.panoptic_quality(PAIRS, PAIRS, classes=3).classes.tolist() == [0, 1, 2]
    assert gn.panoptic_quality(PAIRS, PAIRS, classes=["a", "b", "c"]).per_class["b"] == (1, 1, 1)
    assert gn.panoptic_quality(PAIRS, PAIRS, classes={1: "b"}, ignore=2, things=1).things == (1, 1, 1)


def test_ignored_categories_of_coco_are_void(tmp_path):
    ids = np.array([[1, 1, 2, 2]])
    truth = coco(tmp_path, "truth", {1: (ids, {1: 1, 2: 8})}, CATEGORIES)
    predicted = coco(tmp_path, "predicted", {1: (np.array([[1, 1, 1, 2]]), {1: 1, 2: 7})})
    made = gn.panoptic_quality(truth, predicted, ignore=8)
    assert made.per_class["person"] == (1, 1, 1)  # what reaches into void counts in no union
    assert np.isnan(made.per_class["sky"].pq)  # it lies in void
    assert gn.panoptic_quality(truth, predicted).per_class["sky"] == (0, 0, 0)
    with raises_id("vision.things_not_allowed_with_coco"):
        gn.panoptic_quality(truth, predicted, things=[1])


def _set(record, field, value):
    record[field] = value


def _lose(record, field):
    del record[field]


BAD_FILES = {
    "no id": (lambda k: _lose(k["annotations"][0]["segments_info"][0], "id"), r"truth\[1\]: segments_info\[0\] has no id"),
    "no category": (lambda k: _lose(k["annotations"][0]["segments_info"][0], "category_id"), r"segments_info\[0\] has no category_id"),
    "null segment": (lambda k: _set(k["annotations"][0]["segments_info"], 0, None), r"segments_info\[0\] has no id that can be read"),
    "text for an id": (lambda k: _set(k["annotations"][0]["segments_info"][0], "id", "1"), r"has no id that can be read \('1'\)"),
    "null segments": (lambda k: _set(k["annotations"][0], "segments_info", None), r"annotations\[0\] has no segments_info"),
    "an id twice": (
        lambda k: k["annotations"][0]["segments_info"].append({"id": 1, "category_id": 7}),
        r"segments_info\[2\] has id 1, which stands there twice",
    ),
    "a list for an image": (lambda k: _set(k["annotations"][0], "image_id", [1]), r"annotations\[0\] has no image_id that can be read"),
    "an image twice": (lambda k: k["annotations"].append(k["annotations"][0]), r"annotations\[1\] is of image 1, which has one already"),
    "a category that is not named": (
        lambda k: _set(k["annotations"][0]["segments_info"][0], "category_id", 99),
        r"truth\[1\] has a segment of category 99, and the ids of categories are 1, 7, 8",
    ),
    "a category without id": (lambda k: _lose(k["categories"][0], "id"), r"categories\[0\] has no id"),
    "a category twice": (lambda k: k["categories"].append({"id": 7}), r"categories\[3\] has id 7, which stands there twice"),
    "null categories": (lambda k: _set(k, "categories", None), "categories is None, no list"),
}


@pytest.mark.parametrize("case", BAD_FILES)
def test_bad_records_of_coco_are_named(tmp_path, case):
    change, said = BAD_FILES[case]
    path = coco(tmp_path, "truth", {1: (np.array([[1, 2]]), {1: 1, 2: 7})}, CATEGORIES)
    known = json.loads(path.read_text())
    change(known)
    with pytest.raises(gn.InputError, match=said):
        gn.panoptic_quality(known, path, truth_images=tmp_path / "truth")


def test_categories_of_two_files_are_alike(tmp_path):
    image = {1: (np.array([[1, 2]]), {1: 1, 2: 7})}
    truth = coco(tmp_path, "truth", image, CATEGORIES)
    other = coco(tmp_path, "other", image, [{"id": 1, "name": "sky"}, {"id": 7, "name": "person"}])
    with raises_id("summary.category_names_differ", id=1, first="person", second="sky"):
        gn.panoptic_quality(truth, other)
    stranger = coco(tmp_path, "stranger", {1: (np.array([[1, 2]]), {1: 1, 2: 3})})
    with raises_id("summary.segment_category_unknown", id=3, where="categories", ids="1, 7, 8"):
        gn.panoptic_quality(truth, stranger)
