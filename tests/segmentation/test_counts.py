"""Pixels counted by class, image by image: against scikit-learn and NumPy, in every form that maps come in."""

import struct
import tracemalloc
import zlib

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.metrics import confusion_matrix

import gnomon as gn
from components import needs
from gnomon.summary import Summary
from refusals import raises_id
from segmentation.scenes import NAMES, noisy, scenes

TRUTH = scenes()
PREDICTED = noisy(TRUTH, 0.2)
COUNTS = gn.segmentation_counts(TRUTH, PREDICTED, ignore=255, classes=4)


def matrix_of(truth, predicted, classes=4, ignore=255):
    stay = truth != ignore
    return confusion_matrix(truth[stay], predicted[stay], labels=range(classes))


def test_every_image_is_counted_as_scikit_learn_counts_it():
    assert isinstance(COUNTS, gn.Counts)
    np.testing.assert_array_equal(COUNTS.matrix, matrix_of(TRUTH, PREDICTED))
    for place, (truth, predicted) in enumerate(zip(TRUTH, PREDICTED, strict=True)):
        np.testing.assert_array_equal(COUNTS.image(place).matrix, matrix_of(truth, predicted))
    np.testing.assert_array_equal(COUNTS.ignored, (TRUTH == 255).sum((1, 2)))
    np.testing.assert_array_equal(COUNTS.regions.tp, [np.diag(matrix_of(t, p)) for t, p in zip(TRUTH, PREDICTED, strict=True)])
    np.testing.assert_array_equal(COUNTS.regions.summed.actual, COUNTS.actual)
    np.testing.assert_array_equal(COUNTS.regions.summed.predicted, COUNTS.predicted)


@pytest.mark.parametrize("dtype", ["uint8", "int8", "uint16", "int16", "int32", "uint32", "int64", "uint64", ">i4", ">u2"])
def test_any_type_of_whole_numbers_is_the_same(dtype):
    truth = np.where(TRUTH == 255, 7, TRUTH).astype(dtype)
    assert gn.segmentation_counts(truth, PREDICTED.astype(dtype), ignore=7, classes=4) == COUNTS
    assert gn.segmentation_counts(truth, PREDICTED, ignore=7, classes=4) == COUNTS


def test_every_form_is_the_same():
    asked = {"ignore": 255, "classes": 4}
    assert gn.segmentation_counts(list(TRUTH), list(PREDICTED), **asked) == COUNTS
    assert gn.segmentation_counts(iter(TRUTH), (one for one in PREDICTED), **asked) == COUNTS
    assert gn.segmentation_counts([one.tolist() for one in TRUTH], PREDICTED, **asked) == COUNTS
    wide = np.repeat(TRUTH, 2, axis=2)
    assert gn.segmentation_counts(wide[:, :, ::2], np.asfortranarray(PREDICTED), **asked) == COUNTS
    backwards = [maps[:, ::-1].copy()[:, ::-1] for maps in (TRUTH, PREDICTED)]
    assert gn.segmentation_counts(*backwards, **asked) == COUNTS
    turned = gn.segmentation_counts(TRUTH[:, ::-1], PREDICTED[:, ::-1], **asked)  # other maps, of which everything counted is the same
    assert (turned.pixels == COUNTS.pixels).all()
    assert (turned.cells_of == COUNTS.cells_of).all()
    assert (turned.digest != COUNTS.digest).any()
    backwards = dict(reversed(list(enumerate(PREDICTED))))
    assert gn.segmentation_counts(dict(enumerate(TRUTH)), backwards, **asked) == COUNTS
    one = gn.segmentation_counts(TRUTH[3], PREDICTED[3], **asked)
    np.testing.assert_array_equal(one.matrix, COUNTS.image(3).matrix)
    torch = needs("torch")
    assert gn.segmentation_counts(torch.from_numpy(TRUTH), torch.from_numpy(PREDICTED), **asked) == COUNTS


def test_a_generator_is_read_one_by_one():
    """Of a stream no map is held once it is counted."""
    import weakref

    alive = []

    def stream(maps):
        for one in maps:
            made = one.copy()
            alive.append(weakref.ref(made))
            yield made
            del made
            assert sum(ref() is not None for ref in alive) <= 6

    assert gn.segmentation_counts(stream(TRUTH), stream(PREDICTED), ignore=255, classes=4) == COUNTS


def test_ids_that_lie_far_apart_and_below_zero():
    spread = np.array([5, 40_000, 2_000_000_000, 17])
    truth = np.where(TRUTH == 255, -1, spread[np.minimum(TRUTH, 3)])
    made = gn.segmentation_counts(truth, spread[PREDICTED], ignore=-1)
    assert made.labels == (5, 17, 40_000, 2_000_000_000)
    order = [0, 3, 1, 2]
    np.testing.assert_array_equal(made.matrix, COUNTS.matrix[np.ix_(order, order)])
    named = gn.segmentation_counts(truth, spread[PREDICTED], ignore=-1, classes=dict(zip(spread.tolist(), NAMES, strict=True)))
    assert named.labels == tuple(NAMES)
    np.testing.assert_array_equal(named.matrix, COUNTS.matrix)


def test_several_ids_are_ignored():
    truth = TRUTH.copy()
    truth[:, -1] = 254
    made = gn.segmentation_counts(truth, PREDICTED, ignore=[255, 254], classes=4)
    stay = (truth != 255) & (truth != 254)
    np.testing.assert_array_equal(made.matrix, confusion_matrix(truth[stay], PREDICTED[stay], labels=range(4)))


def test_classes_that_occur_and_classes_that_are_named():
    assert gn.segmentation_counts([[0, 2]], [[2, 2]]).labels == (0, 2)
    named = gn.segmentation_counts([[0, 2]], [[2, 2]], classes=["a", "b", "c"])
    assert named.labels == ("a", "b", "c")
    assert named.matrix.tolist() == [[0, 0, 1], [0, 0, 0], [0, 0, 1]]


@pytest.mark.parametrize("threshold", [0.5, 0.7, 0.25])
@pytest.mark.parametrize("dtype", [np.float64, np.float32, np.float16])
def test_probabilities_become_foreground_from_the_threshold_on(threshold, dtype):
    rng = np.random.default_rng(3)
    truth = (rng.random((4, 9, 9)) < 0.4).astype(np.uint8)
    probability = (rng.integers(0, 21, truth.shape) / 20).astype(dtype)
    expected = gn.segmentation_counts(truth, (np.round(probability.astype(float), 3) >= threshold).astype(int), classes=2)
    assert gn.segmentation_counts(truth, probability, threshold=threshold) == expected
    assert gn.mean_iou(truth, probability, threshold=threshold) == gn.mean_iou(expected)


@pytest.mark.parametrize("dtype", ["float16", "float32", "float64"])
def test_a_probability_that_is_the_threshold_reaches_it(dtype):
    for threshold in (0.1, 0.3, 0.7, 0.9):
        made = gn.segmentation_counts(np.ones((1, 1), int), np.full((1, 1), threshold, dtype), threshold=threshold)
        assert made.predicted.tolist() == [0, 1] or made.labels == (1,)


def test_names_of_background_and_foreground_in_any_order():
    made = gn.segmentation_counts(np.array([[0, 1, 1]]), np.array([[0.1, 0.9, 0.2]]), classes={1: "fg", 0: "bg"})
    assert (made.labels, made.matrix.tolist()) == (("fg", "bg"), [[1, 1], [0, 1]])


def test_many_small_images_of_a_wide_range_take_little_memory():
    rng = np.random.default_rng(0)
    truth = rng.choice(np.array([0, 1, 2, 3, 255], np.uint8), (3000, 8, 8))
    predicted = rng.integers(0, 4, truth.shape, np.uint8)
    for ids in ({"ignore": 255}, {}):  # the ignored id widens no matrix; one that counts does
        tracemalloc.start()
        made = gn.segmentation_counts(truth, predicted, **ids)
        peak = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        assert peak < 100e6  # 3,000 matrices of 256 × 256 are 1.6 GB
        stay = truth != 255 if ids else np.ones(truth.shape, bool)
        np.testing.assert_array_equal(made.matrix, confusion_matrix(truth[stay], predicted[stay]))
        np.testing.assert_array_equal(made.image(2999).matrix.sum(), stay[2999].sum())


def test_the_ignored_id_predicted_in_many_small_images_is_named():
    truth = np.zeros((200, 2, 2), np.uint8)
    truth[0, 0, 0] = 255
    predicted = truth.copy()
    predicted[150, 1, 0] = 255
    with raises_id("vision.map_ignored_id_predicted", called="y_pred", name=150, value=255):
        gn.segmentation_counts(truth, predicted, ignore=255)
    void = np.full((200, 2, 2), 255, np.uint8)
    assert gn.segmentation_counts(void, void, ignore=255).labels == ()


def test_merging_images_is_counting_them_together():
    parts = [
        gn.segmentation_counts(TRUTH[at], PREDICTED[at], ignore=255, classes=4, names=list(at))
        for at in np.split(np.arange(30), [7, 8, 20])
    ]
    assert sum(parts) == sum(parts[::-1]) == COUNTS
    assert Summary.from_bytes(COUNTS.to_bytes()) == COUNTS
    with raises_id("summary.image_name_duplicate", twice=7, count=1):
        parts[1] + parts[1]
    by_text = gn.segmentation_counts(TRUTH[:2], PREDICTED[:2], ignore=255, classes=4, names=["a", "b"])
    with raises_id("summary.image_name_types_differ"):
        by_text + parts[0]
    fewer = gn.segmentation_counts([[1]], [[2]], names=[99])
    assert (fewer + gn.segmentation_counts([[5]], [[1]], names=[98])).labels == (1, 2, 5)


@given(st.integers(1, 5), st.integers(1, 7), st.integers(1, 7), st.integers(0, 2**32))
def test_any_maps_against_plain_counting(images, height, width, seed):
    rng = np.random.default_rng(seed)
    truth, predicted = rng.integers(0, 6, (2, images, height, width))
    truth[rng.random(truth.shape) < 0.2] = 250
    made = gn.segmentation_counts(truth.astype(np.uint8), predicted, ignore=250, classes=6)
    plain = np.zeros((6, 6), int)
    np.add.at(plain, (truth[truth != 250], predicted[truth != 250]), 1)
    np.testing.assert_array_equal(made.matrix, plain)
    assert gn.SegmentationCounts.from_bytes(made.to_bytes()) == made


def test_it_is_a_confusion_matrix_that_other_metrics_read():
    stay = TRUTH != 255
    from sklearn.metrics import cohen_kappa_score, f1_score

    assert gn.f1(COUNTS, average="macro") == pytest.approx(f1_score(TRUTH[stay], PREDICTED[stay], average="macro"), rel=1e-12)
    assert gn.kappa(COUNTS) == pytest.approx(cohen_kappa_score(TRUTH[stay], PREDICTED[stay]), rel=1e-12)
    with raises_id("inference.interval_of_dependent_pixels"):
        gn.interval("accuracy", COUNTS)


# Folders ----------------------------------------------------------------------------------------------------------------------


def written(folder, maps, names=None, palette=False):
    image = needs("PIL.Image")
    folder.mkdir(parents=True, exist_ok=True)
    for place, one in enumerate(maps):
        picture = image.fromarray(one.astype(np.uint8))
        if palette:
            picture.putpalette([(7 * k) % 256 for k in range(768)])
        path = folder / f"{names[place] if names else f'{place:03}'}.png"
        path.parent.mkdir(parents=True, exist_ok=True)
        picture.save(path)
    return folder


@pytest.mark.parametrize("palette", [False, True])
def test_folders_of_png_files_hold_indices_not_colours(tmp_path, palette):
    truth = written(tmp_path / "truth", TRUTH, palette=palette)
    predicted = written(tmp_path / "predicted", PREDICTED, palette=not palette)
    made = gn.segmentation_counts(truth, str(predicted), ignore=255, classes=4)
    assert made.images.tolist() == [f"{k:03}" for k in range(30)]
    np.testing.assert_array_equal(made.matrix, COUNTS.matrix)
    assert gn.mean_iou(truth, predicted, ignore=255) == gn.mean_iou(COUNTS)


def test_folders_within_folders_and_wide_ids(tmp_path):
    image = needs("PIL.Image")
    truth = written(tmp_path / "truth", TRUTH[:2], ["berlin/a", "ulm/a"])
    predicted = written(tmp_path / "predicted", PREDICTED[:2], ["berlin/a", "ulm/a"])
    assert gn.segmentation_counts(truth, predicted, ignore=255).images.tolist() == ["berlin/a", "ulm/a"]
    wide = np.array([[1000, 40000]], np.uint16)
    image.fromarray(wide).save(tmp_path / "wide.png")
    assert gn.segmentation_counts(tmp_path / "wide.png", tmp_path / "wide.png").labels == (1000, 40000)


def grey_png(samples, bits):
    """A grey PNG file of so many bits a pixel, written byte by byte."""
    height, width = samples.shape
    digits = [np.array([(value >> at) & 1 for value in row for at in reversed(range(bits))]) for row in samples.tolist()]
    lines = b"".join(b"\0" + np.packbits(row).tobytes() for row in digits)

    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    head = struct.pack(">IIBBBBB", width, height, bits, 0, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(lines)) + chunk(b"IEND", b"")


@pytest.mark.parametrize("bits", [1, 2, 4, 8])
def test_grey_values_of_few_bits_are_ids_as_they_were_written(tmp_path, bits):
    needs("PIL.Image")
    samples = np.arange(15).reshape(3, 5) % 2**bits
    (tmp_path / "few.png").write_bytes(grey_png(samples, bits))
    made = gn.segmentation_counts(tmp_path / "few.png", tmp_path / "few.png")
    assert made.labels == tuple(range(min(15, 2**bits)))
    np.testing.assert_array_equal(made.actual, np.bincount(samples.ravel()))


def test_two_files_of_one_name_are_refused(tmp_path):
    truth = written(tmp_path / "truth", TRUTH[:1], ["1"])
    (truth / "1.PNG").write_bytes((truth / "1.png").read_bytes())
    with raises_id("vision.label_image_names_duplicate", called="y_true", name="1"):
        gn.segmentation_counts(truth, truth, ignore=255)


def test_what_folders_may_not_hold(tmp_path):
    image = needs("PIL.Image")
    truth = written(tmp_path / "truth", TRUTH[:3])
    short = written(tmp_path / "short", PREDICTED[:2])
    with raises_id("vision.map_partner_missing", theirs="y_pred", name="002", mine="y_true"):
        gn.segmentation_counts(truth, short)
    more = written(tmp_path / "more", PREDICTED[:4])
    with raises_id("vision.map_partner_missing", theirs="y_true", name="003", mine="y_pred"):
        gn.segmentation_counts(truth, more)
    colours = tmp_path / "colours"
    colours.mkdir()
    for place in range(3):
        image.fromarray(np.zeros((24, 32, 3), np.uint8)).save(colours / f"{place:03}.png")
    with raises_id("vision.label_image_has_colours", mode="RGB"):
        gn.segmentation_counts(truth, colours)
    (tmp_path / "empty").mkdir()
    with raises_id("vision.png_files_missing_in_folder"):
        gn.segmentation_counts(truth, tmp_path / "empty")
    with raises_id("vision.label_image_path_missing"):
        gn.segmentation_counts(truth, tmp_path / "nowhere")
    broken = written(tmp_path / "broken", PREDICTED[:3])
    data = (broken / "001.png").read_bytes()
    (broken / "001.png").write_bytes(data[: len(data) // 2])
    with raises_id("vision.picture_unreadable"):
        gn.segmentation_counts(truth, broken, ignore=255)
    (broken / "001.png").write_bytes(b"no picture at all")
    with raises_id("vision.picture_unreadable"):
        gn.segmentation_counts(truth, broken, ignore=255)
    image.fromarray(PREDICTED[1].astype(np.uint8)).save(broken / "001.jpg")
    (broken / "001.jpg").rename(broken / "001.png")
    with raises_id("vision.label_image_format_unsupported", format="JPEG"):
        gn.segmentation_counts(truth, broken, ignore=255)
    with raises_id("vision.map_names_on_one_side", named="y_true", unnamed="y_pred"):
        gn.segmentation_counts(truth, PREDICTED[:3])


# Bad input --------------------------------------------------------------------------------------------------------------------

FLAT = np.zeros((2, 3), int)
BAD = {
    "no map among maps": ([FLAT, None], [FLAT, FLAT], {}, r"y_true\[1\] is None; pass its label map"),
    "shapes": (FLAT, np.zeros((3, 2), int), {}, "y_pred has 3 × 2 pixels and y_true 2 × 3"),
    "shapes in a list": ([FLAT, FLAT], [FLAT, FLAT.T], {}, r"y_pred\[1\] has 3 × 2 pixels and y_true\[1\] 2 × 3"),
    "numbers of maps": ([FLAT, FLAT], [FLAT], {}, "y_pred ends after 1 maps, and y_true has more"),
    "numbers of stacks": (np.zeros((3, 2, 2), int), np.zeros((2, 2, 2), int), {}, "y_pred ends after 2 maps, and y_true has more"),
    "class beyond": (
        [[0, 1]],
        [[0, 5]],
        {"classes": 3},
        r"y_pred\[0\] has class 5 at row 0, column 1, .* classes are 0–2; name it there$",
    ),
    "truth beyond": ([[0, 9]], [[0, 1]], {"classes": 3}, r"y_true\[0\] has class 9 at row 0, column 1.*ignore=9"),
    "unlisted id": (
        [[0, 1]],
        [[0, 1]],
        {"classes": {0: "a", 2: "b"}},
        r"y_true\[0\] has class 1 at row 0, column 1, .* classes are 0, 2",
    ),
    "below 0": ([[0, -1]], [[0, 0]], {}, r"y_true\[0\] has class -1 at row 0, column 1, .* ignore=-1"),
    "below 0, predicted": ([[0, 0]], [[0, -1]], {}, r"y_pred\[0\] has class -1 .* give what is predicted there a class"),
    "negative": ([[0, -1]], [[0, 0]], {"classes": 2}, r"y_true\[0\] has class -1"),
    "ignored id predicted": (
        [[0, 1]],
        [[255, 1]],
        {"ignore": 255},
        r"y_pred\[0\] has 255 at row 0, column 0, which is ignored",
    ),
    "ignored id a class": ([[0, 1]], [[0, 1]], {"ignore": 1, "classes": 2}, "ignore: 1 is an id of classes as well"),
    "no probability": ([[0, 1]], [[0.5, 1.5]], {}, r"y_pred\[0\] holds 1\.5 at row 0, column 1; a map of floats is one of probabilities"),
    "NaN": ([[0, 1]], [[0.5, np.nan]], {}, r"holds nan at row 0, column 1"),
    "probabilities of several": ([[0, 1]], [[0.5, 0.5]], {"classes": 3}, "the ids that are named are 0–2"),
    "truth of several": ([[0, 2]], [[0.5, 0.5]], {}, r"y_true\[0\] has class 2 at row 0, column 1, and the ids of classes are 0, 1"),
    "float truth": ([[0.0, 1.0]], [[0, 1]], {}, r"y_true\[0\] holds float64 where class ids are meant"),
    "colours": (np.zeros((40, 50, 3), np.uint8),) * 2 + ({}, r"y_true has shape \(40, 50, 3\), as an image of colours has"),
    "four axes": (np.zeros((2, 4, 5, 6), int),) * 2 + ({}, r"y_true has shape \(2, 4, 5, 6\); pass a map"),
    "colours in a list": ([np.zeros((4, 5, 3), int)],) * 2 + ({}, r"y_true\[0\] has shape \(4, 5, 3\); a label map has one class id"),
    "one axis": ([0, 1], [0, 1], {}, r"y_true has shape \(2,\)|y_true\[0\] has shape"),
    "text": ([["a", "b"]], [["a", "b"]], {}, r"y_true\[0\] holds str"),
    "no maps": ([], [], {}, "y_true holds no maps; pass at least one"),
    "no maps streamed": (iter([]), iter([]), {}, "y_true holds no maps"),
    "no pixels": (np.zeros((1, 0, 4), int), np.zeros((1, 0, 4), int), {}, r"y_true\[0\] has no pixels"),
    "no prediction": ([[0]], None, {}, "y_pred is missing"),
    "classes": ([[0]], [[0]], {"classes": 0}, "classes=0 is no number of classes"),
    "classes by one text": ([[0]], [[0]], {"classes": "road"}, "classes='road' names no classes"),
    "a class twice": ([[0]], [[0]], {"classes": ["a", "a"]}, "classes names 'a' twice"),
    "ids of text": ([[0]], [[0]], {"classes": {"x": "a"}}, "classes: 'x' is no id"),
    "ignore": ([[0]], [[0]], {"ignore": "void"}, "ignore: 'void' is no id"),
    "threshold": ([[0]], [[0.5]], {"threshold": 2}, "threshold=2 is no probability above 0"),
    "names": ([FLAT], [FLAT], {"names": ["a", "b"]}, "names has 2 names for 1 maps"),
    "names of a stream": (iter([FLAT]), iter([FLAT]), {"names": ["a", "b"]}, "names has 2 names for 1 maps"),
    "too few names of a stream": (iter([FLAT, FLAT]), iter([FLAT, FLAT]), {"names": ["a"]}, "names has 1 names, and there are more maps"),
    "a name twice": ([FLAT, FLAT], [FLAT, FLAT], {"names": ["a", "a"]}, "image 'a' is met twice"),
    "names of a mapping": ({"a": FLAT}, {"a": FLAT}, {"names": ["b"]}, "have names of their own"),
    "mixed names": ([FLAT, FLAT], [FLAT, FLAT], {"names": ["a", 1]}, "mixes types|named by"),
    "instances": (np.arange(5000).reshape(50, 100) * 7, np.zeros((50, 100), int), {}, r"y_true\[0\] holds more than 4,096 different ids"),
}


@pytest.mark.parametrize("case", BAD)
def test_bad_maps_are_named(case):
    truth, predicted, asked, said = BAD[case]
    with pytest.raises(gn.InputError, match=said):
        gn.segmentation_counts(truth, predicted, **asked)


def test_ignored_pixels_may_hold_anything_in_the_prediction():
    made = gn.segmentation_counts([[0, 255]], [[0, 77]], ignore=255, classes=2)
    assert made.matrix.tolist() == [[1, 0], [0, 0]]


def test_what_it_holds_is_looked_through_when_it_is_built():
    good = {"labels": [0, 1], "images": [3, 5], "starts": [0, 1, 3], "cells": [0, 1, 3], "pixels": [4, 1, 2], "ignored": [0, 1]}
    assert gn.SegmentationCounts(*good.values()).matrix.tolist() == [[4, 1], [0, 2]]
    for name, wrong in {
        "cells": [0, 1, 4],
        "pixels": [4, 0, 2],
        "images": [5, 3],
        "starts": [0, 4, 3],
        "ignored": [0, -1],
        "labels": [0, 0],
    }.items():
        with pytest.raises(gn.InputError):
            gn.SegmentationCounts(*(good | {name: wrong}).values())
    with raises_id("summary.image_cells_not_ascending"):
        gn.SegmentationCounts([0, 1], [3], [0, 2], [1, 0], [1, 1], [0])
