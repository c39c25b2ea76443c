"""The digest of true maps and segments: models whose truths differ only in where classes are were not asked the same."""

import numpy as np
import pytest

import gnomon as gn
from gnomon.cli import app
from refusals import raises_id
from segmentation.scenes import noisy, scenes

TRUTH = scenes(6)
GOOD, POOR = noisy(TRUTH, 0.1, seed=1), noisy(TRUTH, 0.2, seed=2)
MOVED = TRUTH.copy()
MOVED[4] = TRUTH[4, ::-1]  # as many pixels of each class, and as many ignored, at other places
SEGMENTS, OTHERS = (np.stack([maps % 3, maps // 3], -1) for maps in np.random.default_rng(0).integers(0, 6, (2, 5, 12, 9)))


def digest(truth, **options):
    return gn.segmentation_counts(truth, np.zeros(np.shape(truth), int), **options).digest


def test_only_where_classes_are_counts():
    known = digest(TRUTH, ignore=255)
    assert len(set(known.tolist())) == len(TRUTH)
    assert known.all()
    assert (gn.segmentation_counts(TRUTH, GOOD, ignore=255).digest == known).all()
    for dtype in (np.uint16, np.int16, np.int32, np.int64, np.uint64, ">i4", "<u8"):
        assert (digest(np.asfortranarray(TRUTH.astype(dtype)), ignore=255) == known).all()
    assert (digest(TRUTH, ignore=255, classes={0: "a", 1: "b", 2: "c", 3: "d"}) == known).all()
    assert (gn.segmentation_counts(iter(TRUTH), iter(POOR), ignore=255).digest == known).all()
    assert (digest(list(TRUTH), ignore=(255, 254)) == known).all()
    assert (digest(np.where(TRUTH == 255, 254, TRUTH), ignore=(255, 254)) == known).all()  # which id is ignored tells nothing
    assert (gn.BoundaryCounts.of(TRUTH, GOOD, ignore=255).digest == known).all()


def test_one_pixel_changes_its_image_alone():
    rng = np.random.default_rng(3)
    for _ in range(40):
        other = TRUTH.copy()
        image, row, column = (int(rng.integers(length)) for length in TRUTH.shape)
        other[image, row, column] = (int(other[image, row, column]) + 1) % 4
        assert np.flatnonzero(digest(other, ignore=255) != digest(TRUTH, ignore=255)).tolist() == [image]


@pytest.mark.parametrize("other", [np.zeros((4, 3), int), np.zeros((3, 2), int), np.zeros((2, 2), int), np.ones((2, 3), int)])
def test_shapes_of_one_class_differ(other):
    assert digest(np.zeros((2, 3), int)) != digest(other)


def test_ids_far_apart_and_bits_of_words():
    assert digest([[0, 5000]]) != digest([[5000, 0]])
    assert digest([[0, 2**40]]) == digest(np.array([[0, 2**40]], np.uint64))
    assert digest([[0, 2**61]]) != digest([[0, 2**60]])


@pytest.mark.parametrize("kind", ["pixels", "boundaries", "segments"])
def test_another_truth_of_equal_totals_is_refused(kind, tmp_path):
    truths = {"a": TRUTH, "b": MOVED}
    options = {"ignore": 255, "metrics": "mean_iou"}
    if kind == "boundaries":
        options["metrics"] = "boundary_iou"
    if kind == "segments":
        truths = {"a": SEGMENTS, "b": np.concatenate([SEGMENTS[:4], SEGMENTS[4:, ::-1]])}
        options = {"metrics": "mean_panoptic_quality"}
    said = OTHERS if kind == "segments" else GOOD
    made = {name: gn.evaluate(maps, prediction=said, task="segmentation", **options) for name, maps in truths.items()}
    with pytest.raises(gn.InputError, match=r"a and b have other true (pixels|segments) in image 4; models"):
        gn.compare(made)
    loaded = {name: gn.Evaluation.load(one.save(tmp_path / f"{name}.gnomon")) for name, one in made.items()}
    with pytest.raises(gn.InputError, match=r"a and b have other true (pixels|segments) in image 4; models"):
        gn.compare(loaded)
    gn.compare({"a": made["a"], "same": loaded["a"]})


def test_boundaries_that_come_counted_are_compared_on_one_truth():
    counted = {name: gn.BoundaryCounts.of(maps, GOOD, ignore=255) for name, maps in (("a", TRUTH), ("b", MOVED))}
    made = {name: gn.evaluate(one, task="segmentation", metrics="boundary_iou") for name, one in counted.items()}
    with raises_id("segmentation.true_pixels_differ", first="a", name="b", image=4):
        gn.compare(made)


def test_a_gate_on_another_truth_is_refused(tmp_path, capsys):
    for name, truth, said in (("old", TRUTH, GOOD), ("new", MOVED, GOOD), ("same", TRUTH, POOR)):
        gn.evaluate(truth, prediction={"m": said}, task="segmentation", ignore=255, metrics="mean_iou").save(tmp_path / f"{name}.gnomon")

    def checked(name):
        with pytest.raises(SystemExit) as ended:
            app(["check", str(tmp_path / f"{name}.gnomon"), "--no-worse-than", str(tmp_path / "old.gnomon"), "--margin", "mean_iou=0.9"])
        return ended.value.code or 0

    assert checked("same") == 0
    assert checked("new") == 2
    assert "have other true pixels in image 4" in capsys.readouterr().err


def test_counts_in_the_place_of_maps_are_compared_on_one_truth():
    counted = {"a": gn.segmentation_counts(TRUTH, GOOD, ignore=255), "b": gn.segmentation_counts(MOVED, POOR, ignore=255)}
    with raises_id("segmentation.true_pixels_differ", first="a", name="b", image=4):
        gn.evaluate(None, prediction=counted, task="segmentation")
    by_hand = gn.SegmentationCounts(
        *(getattr(counted["b"], name) for name in ("labels", "images", "starts", "cells_of", "pixels", "ignored"))
    )
    assert not by_hand.digest.any()
    gn.evaluate(None, prediction={"a": counted["a"], "b": by_hand}, task="segmentation")  # what is not known is not held against it


@pytest.mark.parametrize("kind", [gn.SegmentationCounts, gn.BoundaryCounts, gn.PanopticCounts])
def test_it_merges_by_image_and_travels_as_bytes(kind):
    truth, said, options = (SEGMENTS, OTHERS, {}) if kind is gn.PanopticCounts else (TRUTH, GOOD, {"ignore": 255})
    names = [f"i{k}" for k in range(len(truth))]

    def counted(places):
        if kind is gn.PanopticCounts:
            return kind.of({names[k]: truth[k] for k in places}, {names[k]: said[k] for k in places})
        return kind.of(truth[places], said[places], names=[names[k] for k in places], **options)

    whole = counted(list(range(len(truth))))
    assert (counted([4, 1]) + counted([3, 0, 2, *range(5, len(truth))])).to_bytes() == whole.to_bytes()
    back = kind.from_bytes(whole.to_bytes())
    assert (back.digest == whole.digest).all()
    assert back.digest.dtype == np.uint64


def test_instances_are_told_by_where_they_are_not_by_their_numbers():
    renamed = SEGMENTS.copy()
    renamed[..., 1] = 7 - renamed[..., 1]
    first, other = (gn.PanopticCounts.of(truth, OTHERS).digest for truth in (SEGMENTS, renamed))
    assert (first == other).all()
    renamed[2, ..., 0] = (renamed[2, ..., 0] + 1) % 3  # the same regions of other categories
    other = gn.PanopticCounts.of(renamed, OTHERS).digest
    assert np.flatnonzero(first != other).tolist() == [2]
    merged = SEGMENTS.copy()
    merged[1, ..., 1] = 0  # instances of one category made one
    other = gn.PanopticCounts.of(merged, OTHERS).digest
    assert np.flatnonzero(first != other).tolist() == [1]


def test_segments_of_one_size_at_another_place_differ():
    """Segments found and missed are as many of each category; only where they are is another."""
    truth = np.zeros((1, 4, 4, 2), int)
    truth[0, :2, :2, 0] = 1
    other = truth[:, ::-1]
    first, second = (gn.PanopticCounts.of(one, truth) for one in (truth, other))
    assert first.digest != second.digest
    void = truth.copy()
    void[0, 3, 3, 0] = 9
    place = truth.copy()
    place[0, 3, 0, 0] = 9
    assert gn.PanopticCounts.of(void, truth, ignore=9).digest != gn.PanopticCounts.of(place, truth, ignore=9).digest


@pytest.mark.parametrize("kind", [gn.SegmentationCounts, gn.BoundaryCounts, gn.PanopticCounts])
def test_models_that_come_counted_are_compared_as_their_maps_are(kind):
    metric = {gn.SegmentationCounts: "mean_iou", gn.BoundaryCounts: "boundary_iou", gn.PanopticCounts: "mean_panoptic_quality"}[kind]
    of_segments = kind is gn.PanopticCounts
    truth, said = (SEGMENTS, {"a": OTHERS, "b": SEGMENTS}) if of_segments else (TRUTH, {"a": GOOD, "b": POOR})
    options = {} if of_segments else {"ignore": 255}
    counted = {name: kind.of(truth, maps, **options) for name, maps in said.items()}
    by_maps, by_counts = gn.compare(truth, said, metrics=[metric], **options).pairs, gn.compare(counted, metrics=[metric]).pairs
    assert [pair.to_dict() for pair in by_maps] == [pair.to_dict() for pair in by_counts]
    evaluated = gn.evaluate(None, prediction=counted, task="segmentation", metrics=metric)
    assert evaluated[metric, "b"] == gn.evaluate(counted["b"], task="segmentation", metrics=metric)[metric]
    moved = np.concatenate([truth[:4], truth[4:5, ::-1], truth[5:]])
    with pytest.raises(gn.InputError, match=r"a and b have other true (pixels|segments) in image 4"):
        gn.compare(counted | {"b": kind.of(moved, said["b"], **options)}, metrics=[metric])
    with raises_id("segmentation.maps_beside_counted_models", name="b"):
        gn.evaluate(None, prediction=counted | {"b": said["b"]}, task="segmentation", metrics=metric)
