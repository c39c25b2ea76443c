"""Metrics of label maps: against scikit-learn, plain loops over images, and figures worked by hand; absent classes by every policy."""

import math
import warnings

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.metrics import accuracy_score, f1_score, jaccard_score, recall_score

import gnomon as gn
from gnomon.catalog import entries
from refusals import raises_id, warns_undefined
from segmentation.scenes import noisy, scenes

TRUTH = scenes()
PREDICTED = noisy(TRUTH, 0.2)
STAY = TRUTH != 255
Y, P = TRUTH[STAY], PREDICTED[STAY]
COUNTS = gn.segmentation_counts(TRUTH, PREDICTED, ignore=255, classes=4)
ENTRIES = [entry for entry in entries() if entry.summary in (gn.SegmentationCounts, gn.BoundaryCounts) and entry.kind == "value"]
PETS = np.array([[5, 3, 0], [2, 3, 1], [0, 2, 11]])


def test_the_pets_read_as_pixels():
    counts = gn.Counts(["cat", "dog", "rabbit"], PETS)
    assert gn.mean_iou(counts, average=None) == pytest.approx([1 / 2, 3 / 11, 11 / 14], rel=1e-15)
    assert gn.mean_iou(counts) == pytest.approx(0.519481, abs=5e-7)
    assert gn.frequency_weighted_iou(counts) == pytest.approx(0.587061, abs=5e-7)
    assert gn.pixel_accuracy(counts) == 19 / 27
    truth, predicted = (np.repeat(axis.ravel(), PETS.ravel()).reshape(3, 9) for axis in np.indices((3, 3)))
    for name in ("mean_iou", "frequency_weighted_iou", "dice", "pixel_accuracy", "mean_pixel_accuracy"):
        assert getattr(gn, name)(truth, predicted) == getattr(gn, name)(counts)


def test_against_scikit_learn_over_the_data_set():
    weights = np.bincount(Y) / len(Y)
    expected = {
        "mean_iou": jaccard_score(Y, P, average="macro"),
        "frequency_weighted_iou": float(weights @ jaccard_score(Y, P, average=None)),
        "dice": f1_score(Y, P, average="macro"),
        "pixel_accuracy": accuracy_score(Y, P),
        "mean_pixel_accuracy": recall_score(Y, P, average="macro"),
    }
    for name, value in expected.items():
        assert getattr(gn, name)(TRUTH, PREDICTED, ignore=255) == pytest.approx(value, rel=1e-12), name
        assert getattr(gn, name)(COUNTS) == pytest.approx(value, rel=1e-12), name
    np.testing.assert_allclose(gn.dice(COUNTS, average=None), f1_score(Y, P, average=None), rtol=1e-12)
    without = [1, 2, 3]
    assert gn.mean_iou(COUNTS, include_background=False) == pytest.approx(jaccard_score(Y, P, average="macro", labels=without), rel=1e-12)


def plain(truth, predicted, classes, each, absent):
    """One image's mean over classes, in plain Python."""
    values = []
    for k in range(classes):
        t, p = truth == k, predicted == k
        value = each(int((t & p).sum()), int(t.sum()), int(p.sum()))
        if value is None:
            if absent == "ignore" or p.any():  # what was painted is not absent, and has no value all the same
                continue
            value = absent
        values.append(value)
    return sum(values) / len(values) if values else math.nan


PLAIN = {
    "mean_iou": lambda tp, a, p: tp / (a + p - tp) if a + p else None,
    "dice": lambda tp, a, p: 2 * tp / (a + p) if a + p else None,
    "mean_pixel_accuracy": lambda tp, a, p: tp / a if a else None,
}


@given(st.integers(0, 2**32), st.sampled_from(["ignore", 0, 1, math.nan]), st.sampled_from(sorted(PLAIN)))
def test_image_by_image_with_every_policy_for_absent_classes(seed, absent, name):
    rng = np.random.default_rng(seed)
    truth, predicted = rng.integers(0, 3, (2, 4, 3, 4)) * rng.integers(0, 3, (2, 4, 1, 1))
    counts = gn.segmentation_counts(truth, predicted, classes=5)
    function = getattr(gn, name)
    values = [plain(t, p, 5, PLAIN[name], absent) for t, p in zip(truth, predicted, strict=True)]
    known = [value for value in values if value == value]
    expected = sum(known) / len(known) if known else math.nan
    got = function(counts, aggregate="image", absent=absent, undefined=math.nan)
    assert got == pytest.approx(expected, rel=1e-12, nan_ok=True)
    whole = function(counts, absent=absent, undefined=math.nan)
    assert whole == pytest.approx(plain(truth, predicted, 5, PLAIN[name], absent), rel=1e-12, nan_ok=True)


def test_a_class_that_is_absent():
    counts = gn.segmentation_counts([[0, 0, 1, 1]], [[0, 0, 1, 0]], classes=3)
    mean = (2 / 3 + 1 / 2) / 2
    assert gn.mean_iou(counts) == pytest.approx(mean)
    assert gn.mean_iou(counts, absent=0) == pytest.approx(2 * mean / 3)
    assert gn.mean_iou(counts, absent=1) == pytest.approx((2 * mean + 1) / 3)
    with warns_undefined("class_absent"):
        assert math.isnan(gn.mean_iou(counts, absent=math.nan))
    with warns_undefined("classes_left_out"):
        assert np.isnan(gn.mean_iou(counts, average=None)[2])
    assert gn.mean_iou(counts, average=None, absent=1)[2] == 1
    # A class that is painted where it is not has an IoU of 0, and no accuracy of its own.
    painted = gn.segmentation_counts([[0, 0]], [[0, 1]])
    assert gn.mean_iou(painted) == 0.25
    assert gn.mean_pixel_accuracy(painted) == 0.5
    for absent in (2, "zero", True, None):
        with raises_id("catalog.value_not_allowed", name="absent"):
            gn.mean_iou(counts, absent=absent)
    assert str(gn.catalog.parse("mean_iou(absent=nan)")) == "mean_iou(absent=nan)"
    assert gn.catalog.parse("mean_iou(absent=0,aggregate=image)").options == {"absent": 0, "aggregate": "image"}


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda e: e.name)
class TestLaws:
    def value(self, entry, *maps, **options):
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return getattr(gn, entry.name)(*maps, **options)

    def test_range_and_direction(self, entry):
        clean = np.where(TRUTH == 255, 2, TRUTH)
        perfect, good, poor = (self.value(entry, clean, p) for p in (clean, noisy(clean, 0.1), noisy(clean, 0.6)))
        assert perfect == 1 > good > poor > 0
        assert entry.range == (0, 1)
        assert entry.better == "higher"

    def test_images_and_their_order(self, entry):
        order = np.random.default_rng(0).permutation(len(TRUTH))
        for aggregate in ("dataset", "image"):
            whole = self.value(entry, TRUTH, PREDICTED, ignore=255, aggregate=aggregate)
            assert self.value(entry, TRUTH[order], PREDICTED[order], ignore=255, aggregate=aggregate) == pytest.approx(whole, rel=1e-14)

    def test_merging(self, entry):
        kind = entry.summary
        parts = [kind.of(TRUTH[at], PREDICTED[at], ignore=255, classes=4, names=at) for at in ([0, 4, 5], [1, 2, 3])]
        whole = kind.of(TRUTH[:6], PREDICTED[:6], ignore=255, classes=4)
        assert parts[0] + parts[1] == whole
        assert self.value(entry, sum(parts)) == self.value(entry, whole)

    def test_flipping_and_turning_change_nothing(self, entry):
        truth, predicted = TRUTH[:4], PREDICTED[:4]
        plain = self.value(entry, truth, predicted, ignore=255)
        assert self.value(entry, truth[:, ::-1, ::-1], predicted[:, ::-1, ::-1], ignore=255) == plain
        assert self.value(entry, truth.transpose(0, 2, 1), predicted.transpose(0, 2, 1), ignore=255) == plain

    def test_no_pixels(self, entry):
        nothing = entry.summary.of(np.full((2, 3, 3), 9), np.zeros((2, 3, 3), int), ignore=9)
        for summary in (entry.summary.empty(), nothing):
            with pytest.warns(gn.UndefinedMetricWarning, match="no pixel counts"):
                assert math.isnan(getattr(gn, entry.name)(summary))
            assert getattr(gn, entry.name)(summary, undefined=0.5) == 0.5
            with pytest.raises(gn.UndefinedMetricError):
                getattr(gn, entry.name)(summary, undefined="raise")

    def test_refusals(self, entry):
        function = getattr(gn, entry.name)
        with pytest.raises(TypeError, match="unexpected keyword argument 'weigth'"):
            function(TRUTH, PREDICTED, weigth=1)
        with pytest.raises(gn.InputError, match="aggregate='pixel' is not 'dataset' or 'image'"):
            function(TRUTH, PREDICTED, aggregate="pixel")
        with pytest.raises(gn.InputError, match="average='micro' is not"):
            function(TRUTH, PREDICTED, average="micro")
        with pytest.raises(gn.InputError, match="and arguments that go with arrays"):
            function(entry.summary.of(TRUTH, PREDICTED, ignore=255), ignore=255)
        with pytest.raises(gn.InputError, match=f"reads a {entry.summary.__name__}, and was given a Sweep"):
            function(gn.Sweep.of([0, 1], [0, 1]))

    def test_inputs_are_untouched(self, entry):
        truth, predicted = TRUTH[:3].copy(), PREDICTED[:3].copy()
        for array in (truth, predicted):
            array.setflags(write=False)
        self.value(entry, truth, predicted, ignore=255)
        np.testing.assert_array_equal(truth, TRUTH[:3])


def test_a_matrix_alone_knows_no_images():
    with raises_id("metrics.images_unknown_in_counts"):
        gn.mean_iou(gn.Counts([0, 1], [[1, 0], [0, 1]]), aggregate="image")
    with raises_id("metrics.images_unknown_in_counts"):
        gn.dice(gn.Counts([0, 1], [[1, 0], [0, 1]]), aggregate="image", average=None)


def test_the_background_is_left_out_by_id_or_as_the_first_name():
    truth, predicted = [[0, 0, 1, 2]], [[0, 1, 1, 2]]
    assert gn.mean_iou(truth, predicted, include_background=False) == 0.75
    assert gn.mean_iou(truth, predicted, include_background=False, classes=["floor", "a", "b"]) == 0.75
    assert gn.mean_iou([[1, 2]], [[1, 1]], include_background=False) == gn.mean_iou([[1, 2]], [[1, 1]])
    assert gn.dice(truth, predicted, include_background=False, average=None).tolist() == [pytest.approx(2 / 3), 1.0]


# Boundaries -------------------------------------------------------------------------------------------------------------------


def boundary(mask, reach):
    """A mask without what is left after its margin was taken off so many times, a pixel in every direction each."""
    inner = np.pad(mask, 1)
    for _ in range(reach):
        shifted = [np.roll(inner, (dy, dx), (0, 1)) for dy in (-1, 0, 1) for dx in (-1, 0, 1)]
        inner = np.logical_and.reduce(shifted)
        inner[[0, -1]] = False
        inner[:, [0, -1]] = False
    return mask & ~inner[1:-1, 1:-1]


def test_the_background_is_the_class_of_id_zero_whatever_its_name_and_place():
    truth, predicted = np.array([[0, 0, 1, 1], [2, 2, 1, 0]]), np.array([[0, 1, 1, 1], [2, 0, 1, 0]])
    named = {1: "car", 2: "dog", 0: "bg"}
    for metric, expected in ((gn.mean_iou, 0.625), (gn.dice, (6 / 7 + 2 / 3) / 2)):
        assert metric(truth, predicted, classes=named, include_background=False) == pytest.approx(expected, rel=1e-12)
        assert metric(truth, predicted, include_background=False) == pytest.approx(expected, rel=1e-12)
    near = [gn.boundary_iou(truth, predicted, classes=one, include_background=False) for one in (named, None)]
    assert near[0] == near[1]
    whole = gn.segmentation_counts(truth, predicted, classes=named)
    assert gn.mean_iou(gn.SegmentationCounts.from_bytes(whole.to_bytes()), include_background=False) == 0.625
    more = gn.segmentation_counts({"b": truth}, {"b": predicted}, classes=named)
    first = gn.segmentation_counts({"a": truth}, {"a": predicted}, classes=named)
    assert gn.mean_iou(first + more, include_background=False) == 0.625
    assert gn.interval("mean_iou(include_background=False)", [truth] * 6, [predicted] * 5 + [truth], classes=named).value > 0.625
    pair = np.array([[1, 2]]), np.array([[1, 1]])
    assert gn.mean_iou(*pair, classes={1: "car", 2: "dog"}, include_background=False) == gn.mean_iou(*pair, classes={1: "car", 2: "dog"})
    with raises_id("summary.background_on_one_side"):
        first + gn.segmentation_counts({"c": pair[0]}, {"c": pair[0]}, classes={1: "car", 2: "bg"})
    with raises_id("summary.background_names_differ", first="bg", second="sky"):
        gn.segmentation_counts({"a": [[0]]}, {"a": [[0]]}, classes={0: "bg", 1: "car"}) + gn.segmentation_counts(
            {"c": [[0]]}, {"c": [[0]]}, classes={1: "car", 0: "sky"}
        )
    with raises_id("metrics.background_unknown_in_counts", labels="'car', 'dog', 'bg'"):
        gn.mean_iou(gn.Counts(whole.labels, whole.matrix), include_background=False)
    with raises_id("summary.background_out_of_range", place=7, count=3):
        gn.BoundaryCounts("abc", [0], [[0] * 9], background=7)
    with warns_undefined("background_alone"):
        gn.mean_iou([[0, 0]], [[0, 0]], include_background=False)


def test_a_class_that_is_predicted_but_not_there_is_not_absent():
    truth, predicted = np.array([[0, 0, 1, 1]]), np.array([[0, 2, 1, 1]])
    for absent in (0, 1):
        with warns_undefined("classes_left_out"):
            each = gn.mean_pixel_accuracy(truth, predicted, classes=4, absent=absent, average=None)
        np.testing.assert_array_equal(each, [0.5, 1, np.nan, absent])
        assert gn.mean_pixel_accuracy(truth, predicted, classes=4, absent=absent) == (1.5 + absent) / 3
        assert gn.mean_pixel_accuracy(truth, predicted, classes=4, absent=absent, aggregate="image") == (1.5 + absent) / 3
    assert gn.mean_pixel_accuracy(truth, predicted, classes=3, absent=math.nan) == 0.75
    assert gn.mean_pixel_accuracy(truth, predicted, classes=3, absent=1) == 0.75
    assert gn.mean_iou(truth, predicted, classes=4, absent=1, average=None).tolist() == [0.5, 1, 0, 1]


@given(st.integers(0, 2**32), st.sampled_from([0.02, 0.08, 0.2]), st.booleans())
def test_boundaries_by_eroding_masks(seed, ratio, ignoring):
    rng = np.random.default_rng(seed)
    truth = np.kron(rng.integers(0, 3, (4, 5)), np.ones((5, 6), int))
    predicted = np.roll(truth, rng.integers(-2, 3, 2), (0, 1))
    if ignoring:
        truth[:4] = 9
    reach = max(1, round(ratio * math.hypot(*truth.shape)))
    left = truth == 9
    expected = []
    for k in range(3):
        true, said = boundary((truth == k) & ~left, reach), boundary((predicted == k) & ~left, reach)
        if (true | said).any():
            expected.append((true & said).sum() / (true | said).sum())
    got = gn.boundary_iou(truth, predicted, ignore=9, dilation_ratio=ratio)
    assert got == pytest.approx(float(np.mean(expected)), rel=1e-12)


def test_a_thin_region_is_all_boundary_and_a_coarse_outline_is_not_forgiven():
    truth = np.zeros((100, 100), int)
    truth[20:80, 20:80] = 1
    shrunk = np.zeros_like(truth)
    shrunk[23:77, 23:77] = 1
    assert gn.mean_iou(truth, shrunk) > 0.85
    assert gn.boundary_iou(truth, shrunk, include_background=False) < 0.1
    line = np.zeros((100, 100), int)
    line[50] = 1
    moved = np.roll(line, 1, 0) | line
    regions = gn.BoundaryCounts.of(line, moved).regions
    assert regions.tp[0].tolist()[1] == 100
    assert gn.boundary_iou(line, moved, average=None)[1] == gn.mean_iou(line, moved, average=None)[1] == 0.5


def test_boundaries_of_two_ratios_do_not_merge():
    a = gn.BoundaryCounts.of([[0, 1]], [[0, 1]], names=["a"])
    b = gn.BoundaryCounts.of([[0, 1]], [[0, 1]], names=["b"], dilation_ratio=0.1)
    with raises_id("summary.dilation_ratios_differ", mine=0.02, theirs=0.1):
        a + b
    with raises_id("summary.dilation_ratio_out_of_range", ratio=0):
        gn.boundary_iou([[0, 1]], [[0, 1]], dilation_ratio=0)
    with raises_id("summary.boundary_shared_too_many"):
        gn.BoundaryCounts([0], ["a"], [[3, 2, 4]])
