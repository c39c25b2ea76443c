"""How sure figures over images are: against drawing images one by one, SciPy, and simulated populations."""

import math

import numpy as np
import pytest
from scipy import stats

import gnomon as gn
from draws import off_by
from gnomon.inference.estimate import IntervalOptions
from gnomon.inference.images import interval_over_images
from gnomon.tasks.segmentation.aspect import over_images
from refusals import raises_id
from segmentation.scenes import noisy, scenes

TRUTH = scenes(40)
GOOD, POOR = noisy(TRUTH, 0.1, seed=1), noisy(TRUTH, 0.2, seed=2)
COUNTS = gn.segmentation_counts(TRUTH, GOOD, ignore=255, classes=4)
OTHER = gn.segmentation_counts(TRUTH, POOR, ignore=255, classes=4)


def each_image(name, truth, predicted):
    return np.array([getattr(gn, name)(t, p, ignore=255, classes=4) for t, p in zip(truth, predicted, strict=True)])


@pytest.mark.parametrize("name", ["mean_iou", "dice", "pixel_accuracy", "frequency_weighted_iou", "mean_pixel_accuracy", "boundary_iou"])
def test_the_mean_over_images_has_students_interval(name):
    values = each_image(name, TRUTH, GOOD)
    made = gn.interval(f"{name}(aggregate=image)", TRUTH, GOOD, ignore=255, classes=4)
    low, high = stats.t.interval(0.95, len(values) - 1, values.mean(), values.std(ddof=1) / math.sqrt(len(values)))
    assert (made.value, made.low, made.high) == pytest.approx((values.mean(), low, high), rel=1e-6)  # our quantile of t has six digits
    assert made.method == "mean"


def test_a_figure_of_the_data_set_is_resampled_by_images():
    """The same images drawn one by one, with each image's pixels counted here."""
    rng = np.random.default_rng(0)
    tables = np.array([np.bincount(4 * t[t != 255].astype(int) + p[t != 255], minlength=16) for t, p in zip(TRUTH, GOOD, strict=True)])
    matrices = tables[rng.integers(0, len(TRUTH), (400, len(TRUTH)))].sum(1).reshape(-1, 4, 4)
    shared = np.diagonal(matrices, axis1=1, axis2=2)
    drawn = (shared / (matrices.sum(1) + matrices.sum(2) - shared)).mean(1)
    made = gn.interval("mean_iou", COUNTS, method="normal")
    assert (made.high - made.low) / (2 * 1.96) == pytest.approx(np.std(drawn, ddof=1), rel=0.15)  # four hundred draws tell no more
    assert made.low < made.value < made.high


def test_replicates_are_a_product_of_weights_and_tables():
    from gnomon.inference.stacks import block_weights

    of = over_images(gn.catalog.parse("mean_iou"), COUNTS)
    weights = block_weights(len(COUNTS), 100, 0)
    drawn = of.drawn(IntervalOptions(replicates=100))
    for weight, value in list(zip(weights, drawn, strict=True))[:5]:
        matrix = sum(count * COUNTS.image(k).matrix for k, count in enumerate(weight.astype(int)))
        assert gn.mean_iou(gn.Counts(range(4), matrix)) == pytest.approx(value, rel=1e-12)


def test_the_same_on_every_path():
    by_maps = gn.interval("mean_iou", TRUTH, GOOD, ignore=255, classes=4)
    by_counts = gn.interval("mean_iou", COUNTS)
    value = gn.evaluate(TRUTH, prediction=GOOD, task="segmentation", ignore=255, classes=4)["mean_iou"]
    assert (by_maps.low, by_maps.high) == (by_counts.low, by_counts.high) == (value.low, value.high)
    pair = gn.compare(TRUTH, {"good": GOOD, "poor": POOR}, metrics=["mean_iou"], ignore=255)["mean_iou"]
    evaluation = gn.evaluate(TRUTH, prediction={"good": GOOD, "poor": POOR}, task="segmentation", ignore=255, metrics="mean_iou")
    same = evaluation.comparison["mean_iou"]
    assert (pair.difference, pair.low, pair.high, pair.p_value) == (same.difference, same.low, same.high, same.p_value)
    assert pair.difference == gn.mean_iou(COUNTS) - gn.mean_iou(OTHER)
    default = gn.compare(TRUTH, {"good": GOOD, "poor": POOR}, ignore=255)
    assert default["mean_iou"].low == pair.low


def test_models_are_paired_by_image():
    """Models that fail on the same images differ for sure by less than either varies."""
    values = [each_image("mean_iou", TRUTH, predicted) for predicted in (GOOD, POOR)]
    made = gn.compare(TRUTH, {"good": GOOD, "poor": POOR}, metrics=["mean_iou(aggregate=image)"], ignore=255, classes=4).pairs[0]
    expected = stats.ttest_rel(*values)
    assert made.p_value == pytest.approx(expected.pvalue, rel=1e-6)
    ends = expected.confidence_interval(0.95)
    assert (made.low, made.high) == pytest.approx((ends.low, ends.high), rel=1e-6)
    models, asked = {"good": GOOD, "poor": POOR}, {"metrics": ["mean_iou(aggregate=image)"], "ignore": 255}
    resampled = gn.compare(TRUTH, models, **asked, method="bootstrap").pairs[0]
    assert resampled.error == pytest.approx(made.error, rel=0.15)  # a thousand draws
    thrown = gn.compare(TRUTH, models, **asked, method="randomization")
    assert thrown.pairs[0].p_value < 0.01


@pytest.mark.parametrize("method", ["auto", "bootstrap", "mean", "randomization"])
def test_models_with_values_on_different_images_are_not_compared(method):
    truth = np.array([[[0, 0]], [[0, 1]], [[0, 1]], [[1, 1]]])
    spare = truth.copy()
    spare[0, 0, 1] = 1  # an image with a value of the foreground that the other model has none of
    asked = {"metrics": ["mean_iou(aggregate=image, include_background=False)"], "method": method}
    made = gn.compare(truth, {"a": truth, "b": spare}, **asked).pairs[0]
    assert math.isnan(made.low)
    assert "different images" in str(made.reason)


def test_images_with_names_are_drawn_alike_in_any_order():
    order = np.random.default_rng(3).permutation(len(TRUTH))
    names = [f"street {k}" for k in range(len(TRUTH))]
    made = gn.interval("mean_iou", TRUTH, GOOD, ignore=255, names=names)
    turned = gn.interval("mean_iou", TRUTH[order], GOOD[order], ignore=255, names=[names[k] for k in order])
    assert (made.low, made.high) == (turned.low, turned.high)


def test_another_truth_is_named_by_its_image():
    other = TRUTH.copy()
    other[3, 5, 5] = (other[3, 5, 5] + 1) % 3
    evaluations = {name: gn.evaluate(maps, prediction=GOOD, task="segmentation", ignore=255) for name, maps in (("a", TRUTH), ("b", other))}
    with raises_id("segmentation.true_pixels_differ", first="a", name="b", image=3):
        gn.compare(evaluations)


def test_a_comparison_counts_images():
    made = gn.compare(TRUTH, {"good": GOOD, "poor": POOR}, metrics=["mean_iou"], ignore=255)
    assert made.head().startswith("40 images · 2 models")
    assert made.head("zh").startswith("40 张图像")
    assert made.to_dict()["unit"] == "images"


def test_what_tells_nothing_says_so():
    with raises_id("evaluation.interval_unsupported"):
        gn.interval("mean_iou", TRUTH[0], GOOD[0], ignore=255)
    with raises_id("evaluation.interval_unsupported"):
        gn.interval("mean_iou", np.where(TRUTH == 255, 2, TRUTH), np.where(TRUTH == 255, 2, TRUTH))
    with raises_id("evaluation.interval_unsupported"):
        gn.interval("mean_iou", COUNTS, method="wilson")
    with raises_id("evaluation.option_needs_table_rows", name="cluster"):
        gn.interval("mean_iou", TRUTH, GOOD, ignore=255, cluster=[1] * 40)
    for name, value in {"missing": "drop", "positive": 1, "direction": "lower", "weight": [1]}.items():
        with pytest.raises(gn.InputError, match=f"{name} goes with rows of a table"):
            gn.interval("mean_iou", COUNTS, **{name: value})
    with raises_id("evaluation.scores_too_few_models"):
        gn.compare(TRUTH, {"a": GOOD}, metrics=["mean_iou"], ignore=255)
    with pytest.raises(TypeError, match="unexpected keyword argument 'ignore'"):
        gn.interval("roc_auc", [0, 1, 0, 1], [0.1, 0.2, 0.3, 0.4], ignore=1)


def test_a_class_that_some_draws_lose_stays_in_the_mean():
    """A class of two images is in no image of some draws: the mean stays one over all classes."""
    truth = np.zeros((12, 4, 4), int)
    truth[:, :2] = 1
    truth[:2, 3] = 2
    predicted = truth.copy()
    predicted[:, 1, :2] = 0
    predicted[0, 3, :3] = 0
    counts = gn.segmentation_counts(truth, predicted)
    of = over_images(gn.catalog.parse("mean_iou"), counts)
    lost = np.array([[*[0.0] * 2, *[1.0] * 10]])
    value = of.value(lost @ of.table)[0]
    kept = gn.mean_iou(counts, average=None)[2]
    without = gn.segmentation_counts(truth[2:], predicted[2:])
    assert value == pytest.approx((gn.mean_iou(without, average=None).sum() + kept) / 3)


def hardness(rng, images):
    """Images of a population in which some are harder than others."""
    truth = rng.integers(0, 2, (images, 6, 6)) + 2 * (rng.random((images, 1, 1)) < 0.5)
    wrong = rng.random(truth.shape) < rng.beta(1, 4, (images, 1, 1))
    return truth, np.where(wrong, rng.integers(0, 4, truth.shape), truth)


@pytest.mark.parametrize("metric", ["mean_iou", "mean_iou(aggregate=image)", "pixel_accuracy"])
def test_intervals_hold_the_truth_as_often_as_they_say(metric, sets):
    rng = np.random.default_rng(5)
    reference = gn.catalog.parse(metric)
    truth = over_images(reference, gn.segmentation_counts(*hardness(rng, 20_000), classes=4)).whole
    held = 0
    for _ in range(sets(300)):
        counts = gn.segmentation_counts(*hardness(rng, 40), classes=4)
        held += truth in interval_over_images(over_images(reference, counts), IntervalOptions(replicates=300))
    assert 0.95 - off_by(sets(300), errors=4) <= held / sets(300) <= 0.95 + off_by(sets(300))
