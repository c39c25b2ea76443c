"""The law of kinds whose units are images: split anywhere, in any order, merged in any tree, through bytes: one summary, one evaluation."""

import zipfile
from dataclasses import replace
from functools import cache, reduce

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import gnomon as gn
from segmentation.scenes import noisy, scenes

IMAGES = 9
NAMES = [f"street {k}" for k in (3, 11, 7, 0, 25, 4, 100, 2, 8)]
"""Whose order as text is neither that of the data nor that of their numbers."""
TRUTH = scenes(IMAGES)
TRUTH[2] = 0  # an image of one class, and one of which nothing counts
TRUTH[5] = 255
SAID = {"a": noisy(TRUTH, 0.1, seed=1), "b": noisy(TRUTH, 0.25, seed=2)}
SEGMENTS = {name: np.stack([maps % 4, maps // 64], -1) for name, maps in {"truth": TRUTH, **SAID}.items()}


COLUMNS = ("image", "class", "x", "y", "w", "h", "score", "row")


def boxes(noise, seed=0):
    """Rows of a table: boxes of classes that not every image has, with scores that tie across images and within them."""
    rng, moved = np.random.default_rng(1), np.random.default_rng(seed)
    rows = {name: [] for name in COLUMNS}
    for row, image in enumerate([*NAMES * 4, *NAMES[:5], *NAMES[:3] * 3]):
        kind, corner, sides = rng.choice(["car", "bus", "van"], p=[0.4, 0.3, 0.3]), rng.integers(0, 6, 2) * 10, rng.integers(20, 60, 2)
        corner = corner + moved.integers(0, noise + 1, 2)
        values = (image, str(kind), *corner.tolist(), *sides.tolist(), int(moved.integers(1, 5)) / 4, row)
        for column, value in zip(rows.values(), values, strict=True):
            column.append(value)
    return rows


OBJECTS = {"truth": boxes(0), "a": boxes(12, 1), "b": boxes(20, 2)}


def some(rows, images):
    """The rows of some images, in the order of these."""
    places = [k for name in images for k, image in enumerate(rows["image"]) if image == name]
    return {column: [values[k] for k in places] for column, values in rows.items()}


def of_objects(model, images, **options):
    truth = gn.Detections.of(
        {name: column for name, column in some(OBJECTS["truth"], images).items() if name in COLUMNS[:6]}, images=images
    )
    said = some(OBJECTS[model], images)
    here = [k for k, kind in enumerate(said["class"]) if kind in truth.categories.ids]  # a class that no truth has is refused
    said = {name: [column[k] for k in here] for name, column in said.items()}
    return gn.Matches.of(truth, gn.Detections.of(said, truth=truth), **options)


def of_objects_with_ids(model, images, **options):
    """The same as COCO's JSON, whose images have numbers."""
    number = {name: int(name.split()[1]) for name in NAMES}
    kinds = {"car": 3, "bus": 0, "van": 2**40}
    truth = {"images": [{"id": number[name], "height": 99, "width": 120} for name in images]}
    truth["categories"] = [{"id": id, "name": name} for name, id in kinds.items()]

    def records(side):
        rows = some(OBJECTS[side], images)
        for image, kind, *box, score, row in zip(*rows.values(), strict=True):
            yield {"image_id": number[image], "category_id": kinds[kind], "bbox": [float(end) for end in box]}, score, row

    truth["annotations"] = [{**one, "id": row, "area": 400.0, "iscrowd": int(row % 7 == 3)} for one, _, row in records("truth")]
    return gn.Matches.of(truth, [{**one, "score": score} for one, score, _ in records(model)], **options)


def of_maps(kind, **options):
    def made(model, images):
        at = [NAMES.index(name) for name in images]
        return kind.of(
            {name: TRUTH[k] for name, k in zip(images, at, strict=True)}, {NAMES[k]: SAID[model][k] for k in at[::-1]}, **options
        )

    return made


def of_segments(model, images):
    at = [NAMES.index(name) for name in images]
    truth, said = ({NAMES[k]: SEGMENTS[side][k] for k in at} for side in ("truth", model))
    return gn.PanopticCounts.of(truth, said, things=[1, 2], classes={0: "sky", 1: "car", 2: "bus", 3: "road"})


KINDS = {
    "detection": (of_objects, "detection_ap,detection_ap(iou=0.5),detection_ar(max_detections=10),detection_f1@0.5"),
    "detection by ids": (of_objects_with_ids, "detection_ap,detection_ar(max_detections=1)"),
    "detection, voc": (lambda *asked: of_objects(*asked, protocol="voc2010"), "detection_ap"),
    "pixels": (
        of_maps(gn.SegmentationCounts, ignore=255, classes=["road", "car", "sky", "tree"]),
        "mean_iou,dice,mean_iou(aggregate=image)",
    ),
    "pixels of ids that occur": (of_maps(gn.SegmentationCounts, ignore=255), "mean_iou,pixel_accuracy,frequency_weighted_iou"),
    "boundaries": (of_maps(gn.BoundaryCounts, ignore=255, classes=4), "boundary_iou"),
    "segments": (of_segments, "mean_panoptic_quality,mean_panoptic_quality(part=sq)"),
}


@cache
def whole(kind, model):
    return KINDS[kind][0](model, NAMES)


def evaluated(kind, summary):
    return gn.evaluate(summary, task="detection" if kind.startswith("detection") else "segmentation", metrics=KINDS[kind][1], name="units")


def inside(evaluation, path):
    """What a saved evaluation holds, entry by entry, but for the time at which it was computed."""
    with zipfile.ZipFile(replace(evaluation, created="").save(path)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


@st.composite
def splits(draw):
    order = draw(st.permutations(NAMES))
    cuts = sorted(draw(st.sets(st.integers(1, IMAGES - 1), max_size=5)))
    return [list(order[low:high]) for low, high in zip([0, *cuts], [*cuts, IMAGES], strict=True)]


def merged(kind, model, parts, through_bytes):
    found = [KINDS[kind][0](model, images) for images in parts]
    if through_bytes:
        found = [type(one).from_bytes(one.to_bytes()) for one in found]
    while len(found) > 2:  # a tree that is not a chain
        found = [reduce(lambda a, b: a + b, found[k : k + 2]) for k in range(0, len(found), 2)]
    return reduce(lambda a, b: a + b, found[::-1])


@pytest.mark.parametrize("kind", KINDS)
@settings(deadline=None)
@given(data=st.data())
def test_any_split_any_order_any_tree_through_bytes(kind, data):
    made = merged(kind, "a", data.draw(splits()), data.draw(st.booleans()))
    assert made.to_bytes() == whole(kind, "a").to_bytes()


@pytest.mark.parametrize("kind", KINDS)
def test_figures_intervals_comparisons_and_files_are_the_same(kind, tmp_path):
    parts = [NAMES[6:8], NAMES[2:6][::-1], NAMES[8:], NAMES[:2]]
    names = [name.strip() for name in KINDS[kind][1].split(",")]
    both = {model: merged(kind, model, parts, True) for model in ("a", "b")}
    for name in names:
        there, here = (gn.interval(name, one, seed=3) for one in (whole(kind, "a"), both["a"]))
        assert (there.value, there.low, there.high, there.method) == (here.value, here.low, here.high, here.method)
        assert there.low < there.high
    one, other = evaluated(kind, whole(kind, "a")), evaluated(kind, both["a"])
    assert inside(one, tmp_path / "a.gnomon") == inside(other, tmp_path / "b.gnomon")
    compared = [gn.compare({"a": one, "b": evaluated(kind, whole(kind, "b"))}), gn.compare({"a": other, "b": evaluated(kind, both["b"])})]
    assert compared[0].to_dict() == compared[1].to_dict()
    assert [str(pair.reason) for pair in compared[0].pairs if np.isnan(pair.low)] == []


@pytest.mark.parametrize("kind", ["detection", "detection by ids", "pixels", "boundaries", "segments"])
def test_named_images_in_another_order_are_the_same(kind):
    """What was read in another order, and not merged."""
    turned = {model: KINDS[kind][0](model, NAMES[::-1]) for model in ("a", "b")}
    assert all(turned[model].to_bytes() == whole(kind, model).to_bytes() for model in turned)


def test_maps_without_names_are_named_by_their_places():
    """Figures do not depend on their order; which image is drawn does, as images are drawn by their names."""
    at = np.random.default_rng(0).permutation(IMAGES)
    one, other = (gn.segmentation_counts(TRUTH[order], SAID["a"][order], ignore=255) for order in (np.arange(IMAGES), at))
    for name in ("mean_iou", "pixel_accuracy", "dice", "frequency_weighted_iou", "mean_pixel_accuracy"):
        assert getattr(gn, name)(one) == getattr(gn, name)(other)
    by_image = [gn.interval("mean_iou(aggregate=image)", counts) for counts in (one, other)]
    assert by_image[0].low == pytest.approx(by_image[1].low, rel=1e-12)
    names = [NAMES[k] for k in at]
    assert (
        gn.interval("mean_iou", TRUTH[at], SAID["a"][at], ignore=255, names=names).low
        == gn.interval("mean_iou", TRUTH, SAID["a"], ignore=255, names=NAMES).low
    )
