"""Segmentation as a kind of evaluation: figures, files, gates, findings, figures to look at, and the page."""

import json
import re

import numpy as np
import pytest

import gnomon as gn
from components import needs
from forked import gnomon
from gnomon.evaluation import gates
from gnomon.evaluation.saved import from_dict, to_dict
from gnomon.tasks import registry
from refusals import raises_id
from segmentation.scenes import NAMES, noisy, scenes
from segmentation.test_counts import written

TRUTH = scenes(30)
MODELS = {"unet": noisy(TRUTH, 0.3, seed=1), "deeplab": noisy(TRUTH, 0.1, seed=2)}
ASKED = {"task": "segmentation", "ignore": 255, "classes": NAMES}


@pytest.fixture(scope="module")
def evaluation():
    return gn.evaluate(TRUTH, prediction=MODELS, **ASKED, metrics="default,boundary_iou")


def test_every_value_is_that_of_its_function(evaluation):
    for model, maps in MODELS.items():
        for name in ("mean_iou", "frequency_weighted_iou", "dice", "pixel_accuracy", "mean_pixel_accuracy", "boundary_iou"):
            value = evaluation[name, model]
            assert float(value) == getattr(gn, name)(TRUTH, maps, ignore=255, classes=NAMES)
            assert value.low < value < value.high
        assert evaluation["mean_iou(aggregate=image)", model] == gn.mean_iou(TRUTH, maps, ignore=255, classes=NAMES, aggregate="image")
    assert (evaluation.images, evaluation.rows, evaluation.classes) == (30, 30, tuple(NAMES))
    assert evaluation.ignored_pixels == (TRUTH == 255).sum()
    assert evaluation.comparison["mean_iou"].p_value < 0.01
    assert evaluation.held("unet").pixels == gn.segmentation_counts(TRUTH, MODELS["unet"], ignore=255, classes=NAMES)


def test_text_in_both_languages(evaluation, monkeypatch):
    text = str(evaluation)
    assert "30 images · 22,080 pixels · 4 classes · 4.17 % of pixels ignored · 2 models" in text
    assert "rows" not in text.splitlines()[0]
    monkeypatch.setenv("GNOMON_LANG", "zh")
    assert "30 张图像 · 22,080 个像素 · 4 个类别" in str(evaluation)


def test_saved_loaded_and_gated(evaluation, tmp_path):
    again = gn.Evaluation.load(evaluation.save(tmp_path / "e.gnomon"))
    assert to_dict(again) == to_dict(evaluation)
    assert again.held("unet")["pixels"] == evaluation.held("unet")["pixels"]
    assert again.held("deeplab")["worst_maps"] == evaluation.held("deeplab")["worst_maps"]
    assert to_dict(from_dict(json.loads(json.dumps(to_dict(evaluation))))) == to_dict(evaluation)
    compared = gn.compare(again, metrics=["mean_iou"])
    assert compared["mean_iou"].low == evaluation.comparison["mean_iou"].low
    aspect = registry.aspect("pixels")
    from gnomon.tasks.aspect import ModelData

    known = ModelData(again.plan, again.models[0], again.held("unet")["pixels"])
    car = aspect.class_value(gn.catalog.parse("mean_iou"), "car", known, None)
    assert float(car) == gn.mean_iou(TRUTH, MODELS["unet"], ignore=255, average=None)[1]
    with raises_id("labels.class_unknown", label="bus"):
        aspect.class_value(gn.catalog.parse("mean_iou"), "bus", known, None)


def test_folders_stacks_lists_and_counts_are_recognised(tmp_path):
    truth, predicted = written(tmp_path / "truth", TRUTH), written(tmp_path / "unet", MODELS["unet"])
    task = registry.task("segmentation")
    assert all(map(task.holds, (str(truth), truth, TRUTH, list(TRUTH), dict(enumerate(TRUTH)))))
    table = tmp_path / "table.csv"
    table.write_text("y,p\n1,0.5\n")
    others = (tmp_path / "nowhere", table, [1, 2], {"y": [1, 2]}, np.zeros((4, 5)), np.zeros((40, 50, 3), np.uint8), None)
    assert not any(map(task.holds, others))
    by_folder = gn.evaluate(str(truth), prediction=str(predicted), ignore=255, classes=NAMES)
    assert (by_folder.source, by_folder.names) == ("truth", ("unet",))
    assert by_folder["mean_iou"] == gn.mean_iou(TRUTH, MODELS["unet"], ignore=255)
    assert gn.evaluate(TRUTH, prediction=MODELS["unet"], ignore=255)["mean_iou"] == by_folder["mean_iou"]
    both = gn.evaluate(truth, prediction=[predicted, written(tmp_path / "deeplab", MODELS["deeplab"])], ignore=255)
    assert both.names == ("unet", "deeplab")
    counts = gn.segmentation_counts(TRUTH, MODELS["unet"], ignore=255)
    assert gn.evaluate(counts)["mean_iou"].low == gn.interval("mean_iou", counts).low


def test_a_single_file_and_what_is_no_map(tmp_path):
    truth, predicted = written(tmp_path / "truth", TRUTH[:1]), written(tmp_path / "unet", MODELS["unet"][:1])
    alone = gn.evaluate(truth / "000.png", prediction=predicted / "000.png", ignore=255)
    assert alone["mean_iou"] == gn.mean_iou(TRUTH[:1], MODELS["unet"][:1], ignore=255)
    other = tmp_path / "000.json"
    other.write_text("{}")
    for given in ((other, predicted), (truth, other)):
        with raises_id("vision.label_image_not_png"):
            gn.evaluate(given[0], prediction=given[1], task="segmentation", ignore=255)
    said = "threshold: .* is read from PNG files, which hold class ids and no probabilities"
    with pytest.raises(gn.InputError, match=said):
        gn.evaluate(truth, prediction=predicted, ignore=255, threshold=0.7)
    with pytest.raises(gn.InputError, match=said):
        gn.dice(truth, predicted, threshold=0.7)
    typed = ["report", "--truth", str(truth), "--results", str(predicted), "--ignore", "255", "--threshold", "0.7"]
    made = gnomon(*typed)
    assert made.returncode != 0
    assert "--threshold: --results is read from PNG files, which hold class ids" in " ".join(made.stderr.split())


def test_models_are_read_side_by_side_from_streams(evaluation):
    """Every model sees a stream of truths that is read once."""
    made = gn.evaluate(iter(TRUTH), prediction={name: iter(maps) for name, maps in MODELS.items()}, **ASKED)
    assert made["mean_iou", "deeplab"] == evaluation["mean_iou", "deeplab"]
    assert made["mean_iou", "unet"] == evaluation["mean_iou", "unet"]


def test_probabilities_are_evaluated_at_the_threshold():
    truth = (scenes(6, ignore=False) == 1).astype(np.uint8)
    probability = np.clip(truth * 0.6 + np.random.default_rng(0).random(truth.shape) * 0.5, 0, 1)
    made = gn.evaluate(truth, prediction=probability, task="segmentation", threshold=0.7, metrics="dice(include_background=False)")
    assert made.values["prediction", "dice(include_background=False)"] == gn.dice(
        truth, probability, threshold=0.7, include_background=False
    )


BAD = {
    "no prediction": ({}, "prediction: not given"),
    "weight": ({"prediction": MODELS, "weight": "w"}, "weight goes with tables, and label maps were passed"),
    "by": ({"prediction": MODELS, "by": "city"}, "by goes with tables"),
    "shapes": ({"prediction": MODELS["unet"][:, 1:]}, "prediction has 23 × 32 pixels and truth 24 × 32"),
    "class": ({"prediction": np.where(MODELS["unet"] == 3, 9, MODELS["unet"])}, r"prediction\[\d+\] has class 9 at row"),
    "no models": ({"prediction": {}}, "prediction: no model is named"),
    "metric": ({"prediction": MODELS, "metrics": "roc_auc"}, "roc_auc is not of the pixels of label maps"),
    "table": ({"prediction": MODELS, "metrics": "panoptic_quality"}, "panoptic_quality is a table, not one value"),
}


@pytest.mark.parametrize("case", BAD)
def test_bad_arguments_are_named(case):
    given, said = BAD[case]
    with pytest.raises(gn.InputError, match=said):
        gn.evaluate(TRUTH, **(ASKED | given))


def test_metrics_of_maps_need_maps():
    with raises_id("evaluation.metrics_reason"):
        gn.evaluate({"y": [0, 1], "p": [0, 1]}, label="y", prediction="p", metrics="mean_iou")


# Findings ---------------------------------------------------------------------------------------------------------------------


def rules(truth, predicted, **asked):
    made = gn.evaluate(truth, prediction=predicted, task="segmentation", **asked)
    return {finding.rule: finding for finding in made.findings}


def test_findings_where_they_are_due_and_nowhere_else():
    quiet = rules(TRUTH, MODELS["deeplab"], ignore=255, classes=NAMES)
    assert not quiet

    rare = TRUTH.copy()
    rare[0, 5, 5] = 4
    found = rules(rare, MODELS["deeplab"], ignore=255, classes=[*NAMES, "person"])
    assert found["few_examples"].evidence["images"] == 1
    assert "class person is in 1 image and" in found["few_examples"].en
    assert found["never_predicted"].severity == "problem"
    assert "no pixel is predicted as person, which the truth has." in found["never_predicted"].en
    assert "person" in found["never_predicted"].zh
    rare[1, 5, 5:7] = 5
    found = rules(rare, MODELS["deeplab"], ignore=255, classes=[*NAMES, "person", "sign"])
    assert "no pixel is predicted as any of 2 classes that the truth has, the largest sign." in found["never_predicted"].en
    assert "2 个类别（最大的是 sign）" in found["never_predicted"].zh

    confused = np.where(MODELS["deeplab"] == 1, 3, MODELS["deeplab"])
    found = rules(TRUTH, confused, ignore=255, classes=NAMES)
    assert found["regions_confused"].evidence | {"share_of_class": None} == {
        "class": "car",
        "called": "tree",
        "share_of_class": None,
        "images": 30,
    }

    mostly = np.zeros((20, 20, 20), int)
    mostly[:, :2, :2] = 1
    found = rules(mostly, np.zeros_like(mostly))
    assert "carried by class 0, 99 % of the pixels" in found["background_dominates"].en
    assert "background_dominates" not in rules(mostly, mostly)


def test_images_that_are_unlike_the_whole():
    truth = np.zeros((20, 8, 8), int)
    truth[:, :4] = 1
    predicted = truth.copy()
    truth[0, 7], predicted[1, 7] = 2, 2  # a class that only one image has, and that is missed there
    found = rules(truth, predicted)
    assert found["images_unlike_the_whole"].en.startswith("prediction: the mean of the images' own IoU")
    assert "well above" in found["images_unlike_the_whole"].en
    small = np.zeros((20, 40, 40), int)
    small[10:, :20] = 1
    small[:10, 0, 0] = 1
    missed = small.copy()
    missed[:10] = 0
    assert "well below" in rules(small, missed)["images_unlike_the_whole"].en


# To look at -------------------------------------------------------------------------------------------------------------------


def test_figures(evaluation):
    needs("matplotlib").use("Agg")
    axes = evaluation.plot("iou")
    lowest = np.argmin(gn.mean_iou(TRUTH, MODELS["unet"], ignore=255, average=None))
    assert axes.get_yticklabels()[0].get_text() == NAMES[lowest]
    assert len(axes.patches) == 8
    assert axes.patches[0].get_width() == pytest.approx(gn.mean_iou(TRUTH, MODELS["unet"], ignore=255, average=None).min())
    matrix = evaluation.plot("confusion", model="unet")
    assert "road" in [label.get_text() for label in matrix.get_yticklabels()]


def test_worst_maps_are_the_worst_and_bounded(evaluation):
    kept = evaluation.held("unet")["worst_maps"]
    values = np.array([gn.mean_iou(t, p, ignore=255) for t, p in zip(TRUTH, MODELS["unet"], strict=True)])
    assert [one.image for one in kept.maps] == np.argsort(values, kind="stable")[:12].tolist()
    assert [one.iou for one in kept.maps] == pytest.approx(np.sort(values)[:12].tolist())
    one = kept.maps[0]
    np.testing.assert_array_equal(one.truth, np.where(TRUTH[one.image] == 255, 0, TRUTH[one.image] + 1))
    assert (one.predicted[1:] == MODELS["unet"][one.image][1:] + 1).all()
    large = np.zeros((1, 900, 300), np.uint8)
    large[0, :, 150:] = 1
    small = gn.evaluate(large, prediction=1 - large, task="segmentation", ci=None).held()["worst_maps"].maps[0]
    assert small.truth.shape == (80, 27)
    assert set(small.truth[:, 0].tolist()) == {1}
    assert set(small.truth[:, -1].tolist()) == {2}
    assert not gn.evaluate(large, prediction=large, task="segmentation", ci=None).held()["worst_maps"].maps, "what is right is not worst"


def test_the_page(evaluation, opened):
    page = opened(evaluation)
    rows = page.locator("#class-iou tbody tr")
    values = gn.mean_iou(TRUTH, MODELS["unet"], ignore=255, average=None)
    order = np.argsort(values)
    assert rows.evaluate_all("rows => rows.map((row) => row.dataset.class)") == [NAMES[k] for k in order]
    cells = rows.nth(0).locator("td.n")
    assert cells.nth(0).inner_text() == f"{values[order[0]]:.4f}"
    low, high = (float(end) for end in re.findall(r"[\d.]+", cells.nth(1).inner_text()))
    assert low < values[order[0]] < high
    assert page.locator("#matrix tbody tr").count() == 4
    assert "pixels" in page.locator("#confused").inner_text() or page.locator("#confused").inner_text() == ""
    assert page.locator("#per-class thead").inner_text().split("\t")[1].strip() == "Pixels"
    assert page.locator(".small-map").count() == 12
    assert page.locator(".small-map canvas").count() == 36
    assert page.locator("body").inner_text().count("30 images")
    # The first pixel that counts, read from the picture: the colour of the sky.
    colours = page.locator(".small-map canvas").first.evaluate(
        "canvas => Array.from(canvas.getContext('2d').getImageData(0, 0, 1, 2).data)"
    )
    assert colours[:3] == [150, 150, 150], "what is ignored is grey"
    assert colours[4:7] != colours[:3]


def test_the_page_by_class_model_and_language(evaluation, opened):
    page = opened(evaluation, lang="zh")
    page.select_option("#worst-class", "car")
    table = page.locator("#worst-images tbody tr")
    counts = evaluation.held("unet")["pixels"]
    each = counts.regions.tp[:, 1] / np.maximum(counts.regions.union[:, 1], 1)
    assert float(table.nth(0).locator("td").nth(0).inner_text()) == pytest.approx(each[counts.regions.union[:, 1] > 0].min(), abs=5e-5)
    assert page.locator(".map-legend li").first.inner_text() == "car"
    assert "哪些图像最差" in page.locator("#worst-images-title").inner_text()
    before = page.locator("#class-iou tbody").inner_text()
    page.locator("label", has_text="deeplab").first.click()
    assert page.locator("#class-iou tbody").inner_text() != before
    page.locator(".small-map canvas").first.hover()
    assert "真值" in page.locator(".map-reads").first.inner_text()


def test_bars_stand_across_narrow_screens(evaluation, opened):
    page = opened(evaluation, width=390)
    row = page.locator("#class-iou tbody tr").first
    bar, whole = row.locator(".bar-of-iou").bounding_box(), row.bounding_box()
    assert bar["width"] == pytest.approx(whole["width"], abs=1)  # of a pixel, to which browsers round
    assert bar["height"] > 5


def test_an_image_name_stays_text(opened):
    name = "<img src=x onerror=alert(1)>"
    made = gn.evaluate({name: TRUTH[0], "b": TRUTH[1]}, prediction={"m": {name: MODELS["unet"][0], "b": MODELS["unet"][1]}}, **ASKED)
    page = opened(made)
    assert name in page.locator("#worst-images").inner_text()
    assert page.locator("#worst-images img").count() == 0


def test_values_that_are_not_there():
    alone = gn.evaluate(TRUTH[:1], prediction=MODELS["unet"][:1], **ASKED)
    assert alone["mean_iou"].low is None
    assert "an interval needs two images" in str(alone["mean_iou"].unsure)


def test_what_was_ignored_is_part_of_the_rule():
    rng = np.random.default_rng(0)
    truth, said = rng.integers(0, 3, (8, 12, 12)), rng.integers(0, 2, (8, 12, 12))
    one, other = (gn.evaluate(truth, prediction=said, task="segmentation", ci=None, **more) for more in ({}, {"ignore": 2}))
    with raises_id("evaluation.compared_rules_differ", key="ignore", theirs="2", first="one"):
        gn.compare({"one": one, "other": other}, paired=False)
    with raises_id("evaluation.baseline_rule_mismatch", name="ignore", mine="2"):
        gates.compare(other, one, {})
