"""Detection as a kind of evaluation: the figures are those of the matches, images are what is drawn, and models share one truth."""

import copy
import json
import zipfile

import numpy as np
import pytest
from scipy.stats import t

import gnomon as gn
from gnomon.catalog import parse
from gnomon.evaluation.class_values import class_value
from gnomon.evaluation.run import how_of
from gnomon.summary import Summary, WorstImages
from gnomon.tasks import registry
from gnomon.tasks.detection.page.class_values import class_lines
from gnomon.tasks.detection.sure import MatchStatistic, drawn_weights
from refusals import raises_id

FIGURES = {
    "detection_ap": "ap",
    "detection_ap(iou=0.5)": "ap50",
    "detection_ap(iou=0.75)": "ap75",
    "detection_ar": "ar_100",
    "detection_ap(area=small)": "ap_small",
    "detection_ap(area=medium)": "ap_medium",
    "detection_ap(area=large)": "ap_large",
}


@pytest.fixture(scope="module")
def streets():
    return gn.samples.streets()


@pytest.fixture(scope="module")
def evaluation(streets):
    return gn.evaluate(streets["truth"], prediction={"sharp": streets["sharp"], "loose": streets["loose"]}, task="detection")


def test_figures_are_those_of_the_function(streets, evaluation):
    for model in ("sharp", "loose"):
        found = gn.detection_map(streets["truth"], streets[model])
        assert {name: float(evaluation[name, model]) for name in evaluation.metrics} == {
            name: found.figures[figure] for name, figure in FIGURES.items()
        }
    assert (evaluation.images, evaluation.objects, len(evaluation.classes)) == (150, len(streets["truth"]["annotations"]), 6)
    assert evaluation.detections == {name: len(streets[name]) for name in ("sharp", "loose")}


def test_the_data_say_that_they_are_detections(streets, tmp_path):
    truth = tmp_path / "truth.json"
    truth.write_text(json.dumps(streets["truth"]))
    results = tmp_path / "sharp.json"
    results.write_text(json.dumps(streets["sharp"]))
    found = gn.evaluate(truth, prediction=[results], ci=None)
    assert (found.task, found.names, found.source) == ("detection", ("sharp",), "truth.json")
    assert float(found["detection_ap"]) == gn.detection_map(streets["truth"], streets["sharp"]).ap
    with raises_id("detection.side_complaint"):
        gn.evaluate(truth, prediction=truth)
    with raises_id("detection.side_complaint"):
        gn.evaluate(results, prediction=results)


def test_an_image_drawn_twice_is_as_if_it_were_there_twice(streets):
    """What replicates are made of, against the data with images repeated and matched anew."""
    kept = {image["id"] for image in streets["truth"]["images"][:12]}
    truth = {
        "images": [image for image in streets["truth"]["images"] if image["id"] in kept],
        "annotations": [each for each in streets["truth"]["annotations"] if each["image_id"] in kept],
        "categories": streets["truth"]["categories"],
    }
    said = [each for each in streets["loose"] if each["image_id"] in kept]
    matches = gn.Matches.of(truth, said)
    weights = np.random.default_rng(0).poisson(1, (5, len(matches))).astype(float)
    for reference in ("detection_ap", "detection_ap(iou=0.75)", "detection_ar", "detection_ap(area=medium)", "detection_f1@0.5"):
        drawn = MatchStatistic.of(parse(reference), matches).weighed(weights)
        for line, value in zip(weights, drawn, strict=True):
            again = _repeated(truth, said, line.astype(int))
            np.testing.assert_allclose(value, _value(reference, *again), rtol=1e-12)


def _repeated(truth, said, times):
    images, annotations, found = [], [], []
    for image, count in zip(truth["images"], times, strict=True):
        for copied in range(count):
            name = 1000 * image["id"] + copied
            images.append({**image, "id": name})
            annotations += [
                {**each, "image_id": name, "id": 1000 * each["id"] + copied}
                for each in truth["annotations"]
                if each["image_id"] == image["id"]
            ]
            found += [{**each, "image_id": name} for each in said if each["image_id"] == image["id"]]
    return {**truth, "images": images, "annotations": annotations}, found


def _value(reference, truth, said):
    read = parse(reference)
    return read.entry.function(gn.Matches.of(truth, said), **read.arguments)


def test_intervals_cover_and_models_are_compared_on_the_same_draws(evaluation, streets):
    for value in evaluation.values.values():
        if value.low is None:  # of some range of areas, a class has objects in one to four images
            assert value.unsure.code == "rare_class"
        else:
            assert value.low < value < value.high
    assert evaluation["detection_ap", "sharp"].low is not None
    pair = evaluation.comparison["detection_ap"]
    assert (pair.method, pair.better) == ("bootstrap", "sharp")
    draws = [
        MatchStatistic.of(parse("detection_ap"), evaluation.held(name)["matches"]).drawn(how_of(0.95, 1000, 0)) for name in evaluation.names
    ]
    apart = draws[0] - draws[1]
    df_factor = pair.error / np.std(apart, ddof=1)
    assert 1 <= df_factor < 1.01  # few images vary less about their own mean than about the truth
    assert pair.error < np.hypot(*(np.std(one, ddof=1) for one in draws))  # the same images are easy or hard for both
    luck = apart.mean() - pair.difference  # what maxima owe to chance: the interval allows for all of it and for none
    ends = sorted((pair.difference, pair.difference - luck))
    np.testing.assert_allclose([ends[0] - pair.low, pair.high - ends[1]], [(pair.high - pair.low - abs(luck)) / 2] * 2, rtol=1e-9)
    same = gn.compare(streets["truth"], {"sharp": streets["sharp"], "loose": streets["loose"]}, metrics="detection_ap")["detection_ap"]
    assert (same.difference, same.low, same.high) == (pair.difference, pair.low, pair.high)
    interval = gn.interval("detection_ap", streets["truth"], streets["sharp"])
    assert (interval.low, interval.high) == (evaluation["detection_ap", "sharp"].low, evaluation["detection_ap", "sharp"].high)
    assert gn.interval("detection_ap", gn.Matches.of(streets["truth"], streets["sharp"])).low == interval.low


def test_metrics_that_share_an_averaging_are_drawn_as_each_alone(evaluation):
    matches, how, known = evaluation.held("loose")["matches"], how_of(0.95, 200, 3), {}
    weights = np.concatenate(list(drawn_weights(len(matches), how)))
    for name in ("detection_ap", "detection_ap(iou=0.75)", "detection_ar(max_detections=1)", "detection_ar", "detection_ap(area=small)"):
        of = MatchStatistic.of(parse(name), matches, known)
        np.testing.assert_allclose(of.drawn(how), of.weighed(weights), rtol=1e-12)


def test_what_average_precision_owes_to_luck_is_taken_off(evaluation):
    """By the formula: the replicates' mean lies above the value by what the best precision at each recall owes to chance."""
    matches = evaluation.held("loose")["matches"]
    value = evaluation["detection_ap", "loose"]
    of = MatchStatistic.of(parse("detection_ap"), matches)
    drawn = float(value) + (of.drawn(how_of(0.95, 1000, 0)) - float(value)) * np.sqrt(1 + 1 / of.df)
    bias, spread = drawn.mean() - float(value), drawn.std(ddof=1)
    half = t.ppf(0.975, of.df) * np.sqrt(spread**2 + bias**2)
    assert bias > 0.2 * spread
    np.testing.assert_allclose((value.low, value.high), (float(value) - 2 * bias - half, float(value) - 2 * bias + half), rtol=1e-9)
    assert (value.method, evaluation["detection_ar", "loose"].method) == ("bias-corrected", "bc")


def test_one_class_has_its_value_and_interval(evaluation, streets):
    per_class = gn.detection_map(streets["truth"], streets["sharp"]).per_class
    how = how_of(0.95, 1000, 0)
    lines = class_lines(evaluation.held("sharp")["matches"], list(range(6)), how)
    for place, name in enumerate(evaluation.classes):
        found = class_value(evaluation, parse("detection_ap"), name, "sharp", how)
        np.testing.assert_allclose([float(found), lines[place]["ap"]], per_class[name], rtol=1e-12)
        np.testing.assert_allclose(lines[place]["ends"], (found.low, found.high), rtol=1e-12)
    with raises_id("labels.class_unknown", label="cat"):
        class_value(evaluation, parse("detection_ap"), "cat", "sharp", None)


def test_saved_and_loaded(evaluation, tmp_path):
    loaded = gn.Evaluation.load(evaluation.save(tmp_path / "e.gnomon"))
    assert str(loaded) == str(evaluation)
    assert [one.en for one in loaded.findings] == [one.en for one in evaluation.findings]
    assert loaded.held("sharp")["matches"].to_bytes() == evaluation.held("sharp")["matches"].to_bytes()
    assert str(gn.compare(loaded, metrics="detection_ap")["detection_ap"]) == str(evaluation.comparison["detection_ap"])
    assert (loaded.report(tmp_path / "b.html").read_text()) == (evaluation.report(tmp_path / "a.html").read_text())
    figures = gn.Evaluation.load(evaluation.save(tmp_path / "e.json"))
    assert str(figures) == str(evaluation)
    assert "detection_ap" in evaluation._repr_html_()
    assert "1 张图像" in registry.task("detection").sized(1).text("zh")
    with zipfile.ZipFile(tmp_path / "e.gnomon") as archive:
        assert {"0/matches", "1/worst_images"} <= set(archive.namelist())


def test_models_must_have_the_same_truth(streets):
    moved = copy.deepcopy(streets["truth"])
    moved["annotations"][0]["area"] += 1
    fewer = {**streets["truth"], "images": streets["truth"]["images"] + [{"id": 9999, "width": 1, "height": 1}]}
    one = gn.evaluate(streets["truth"], prediction=streets["sharp"], ci=None, metrics="detection_ap")
    for other, said in ((moved, "have other objects"), (fewer, "different images")):
        two = gn.evaluate(other, prediction=streets["loose"], ci=None, metrics="detection_ap")
        with pytest.raises(gn.InputError, match=said):
            gn.compare({"one": one, "two": two}, metrics="detection_ap")
    elsewhere, ignored = copy.deepcopy(streets["truth"]), copy.deepcopy(streets["truth"])
    elsewhere["annotations"][3]["bbox"][0] += 0.5
    ignored["annotations"][3]["ignore"] = 1
    mine = gn.Matches.of(streets["truth"], streets["sharp"])
    for other in (elsewhere, ignored):
        with raises_id("detection.matched_truths_differ"):
            gn.compare(None, {"a": mine, "b": gn.Matches.of(other, streets["loose"])}, metrics="detection_ap")
    two = gn.evaluate(streets["truth"], prediction=streets["loose"], ci=None, metrics="detection_ap", thresholds=[0.5])
    with raises_id("detection.match_rules_differ"):
        gn.compare({"one": one, "two": two}, metrics="detection_ap")


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"label": "x"}, "label goes with tables"),
        ({"weight": "w"}, "weight goes with tables"),
        ({"group": "g"}, "group goes with tables"),
        ({"missing": "drop"}, "missing goes with tables"),
        ({"protocol": "pascal"}, "is not 'coco'"),
        ({"metrics": "roc_auc"}, "is not of objects detected in images"),
        ({"metrics": "detection_ap(iou=0.51)"}, "is not among the thresholds"),
        ({"images": "/nowhere"}, "is no folder"),
        ({"prediction": None}, "prediction: not given"),
        ({"prediction": {}}, "no model is named"),
    ],
)
def test_refused(streets, given, said):
    with pytest.raises(gn.InputError, match=said):
        gn.evaluate(streets["truth"], **{"prediction": streets["sharp"], "task": "detection", **given})


def test_an_unknown_argument_is_answered_with_the_nearest(streets):
    with pytest.raises(TypeError, match="did you mean protocol="):
        gn.evaluate(streets["truth"], prediction=streets["sharp"], task="detection", protcol="coco")


def test_protocols_have_their_own_defaults(streets):
    found = gn.evaluate(streets["truth"], prediction=streets["sharp"], protocol="voc2010", ci=None)
    assert found.metrics == ("detection_ap", "detection_ar")
    assert float(found["detection_ap"]) == gn.detection_map(streets["truth"], streets["sharp"], protocol="voc2010").ap
    assert found.options == {"protocol": "voc2010"}


def test_matches_stand_for_both_sides(streets):
    made = {name: gn.Matches.of(streets["truth"], streets[name]) for name in ("sharp", "loose")}
    found = gn.evaluate(None, prediction=made, task="detection", ci=None)
    assert float(found["detection_ap", "sharp"]) == gn.detection_map(made["sharp"]).ap
    assert str(gn.evaluate(made, ci=None)) == str(found)
    for metrics in ("detection_ap", "default"):
        one, two = (gn.compare(*given, metrics=metrics, replicates=100) for given in ((made,), (None, made)))
        assert str(one) == str(two)
    with raises_id("detection.argument_settled_by_matches", name="protocol"):
        gn.evaluate(made, protocol="coco")
    with raises_id("detection.matches_mixed_with_unmatched", name="loose"):
        gn.evaluate(None, prediction={**made, "loose": streets["loose"]}, task="detection")
    with raises_id("detection.truth_given_beside_matches"):
        gn.evaluate(streets["truth"], prediction=made, task="detection")


def test_the_worst_images_are_those_with_most_errors(evaluation, streets):
    worst = evaluation.held("loose")["worst_images"]
    found = gn.detection_map(streets["truth"], streets["loose"])
    counts = found.images(found.best_confidence.confidence)
    errors = dict(zip(counts.image.tolist(), (counts.fp + counts.fn).tolist(), strict=True))
    assert [one.errors for one in worst.marked] == sorted(errors.values(), reverse=True)[: len(worst)]
    one = worst.marked[0]
    assert errors[one.image] == one.errors
    truth = sorted(tuple(each["bbox"]) for each in streets["truth"]["annotations"] if each["image_id"] == one.image)
    drawn = sorted((x, y, right - x, bottom - y) for x, y, right, _, _, bottom, _, _ in one.corners[one.kind == 0].tolist())
    np.testing.assert_allclose(drawn, truth, atol=1e-3)  # corners are kept in single precision
    missed = np.isnan(one.score[one.kind == 0]) | (one.score[one.kind == 0] < found.best_confidence.confidence)
    wrong = (one.kind == 3) & (one.score >= found.best_confidence.confidence)
    assert missed.sum() + wrong.sum() == one.errors
    assert Summary.from_bytes(worst.to_bytes()).to_bytes() == worst.to_bytes()


def test_worst_images_merge_and_refuse():
    worst = gn.evaluate(**_small("a", 3)).held()["worst_images"]
    other = gn.evaluate(**_small("b", 5)).held()["worst_images"]
    joined = worst + other
    assert [one.image for one in joined.marked] == ["b", "a"]
    assert (joined + WorstImages.empty()).to_bytes() == joined.to_bytes()
    with raises_id("summary.image_name_duplicate"):
        worst + worst
    with raises_id("summary.worst_images_out_of_order"):
        WorstImages(joined.classes, joined.marked[::-1])
    with raises_id("summary.image_mark_kind_unknown"):
        WorstImages((), joined.marked)


def _small(image, missed):
    truth = {
        "image": [image] * missed,
        "class": ["cat"] * missed,
        "x": [0] * missed,
        "y": [0] * missed,
        "w": [9] * missed,
        "h": [9] * missed,
    }
    said = {"image": [image], "class": ["cat"], "x": [50], "y": [50], "w": [9], "h": [9], "score": [0.5]}
    return {"data": truth, "prediction": said, "task": "detection", "ci": None}


def test_folders_of_yolo_and_voc(tmp_path):
    """Folders are known for what they are, and give the figures of the same boxes in a table."""
    yolo = tmp_path / "yolo"
    said = tmp_path / "said"
    yolo.mkdir()
    said.mkdir()
    (yolo / "a.txt").write_text("0 0.5 0.5 0.2 0.2\n1 0.2 0.2 0.1 0.1\n")
    (yolo / "b.txt").write_text("0 0.4 0.4 0.2 0.4\n")
    (said / "a.txt").write_text("0 0.5 0.5 0.2 0.18 0.9\n")
    (said / "b.txt").write_text("0 0.4 0.4 0.2 0.4 0.8\n1 0.7 0.7 0.1 0.1 0.3\n")
    found = gn.evaluate(yolo, prediction=[said], ci=None, metrics="detection_ap(iou=0.5),detection_ap(iou=0.95)")
    assert (found.task, found.names) == ("detection", ("said",))
    assert [float(value) for value in found.values.values()] == pytest.approx([0.5, 51 / 101 / 4], rel=1e-12)
    voc = tmp_path / "voc"
    voc.mkdir()
    box = "<bndbox><xmin>10</xmin><ymin>10</ymin><xmax>50</xmax><ymax>50</ymax></bndbox>"
    size = "<size><width>100</width><height>100</height></size>"
    xml = f"<annotation><filename>p.jpg</filename>{size}<object><name>cat</name>{box}</object></annotation>"
    (voc / "p.xml").write_text(xml)
    results = tmp_path / "comp4_det_test_cat.txt"
    results.write_text("p 0.9 10 10 50 50\n")
    found = gn.evaluate(voc, prediction=results, ci=None, protocol="voc2007")
    assert float(found["detection_ap"]) == 1


def test_masks_and_keypoints(streets):
    square = {"counts": [0, 30, 30], "size": [6, 10]}
    truth = {
        "images": [{"id": 1, "width": 10, "height": 6}],
        "categories": [{"id": 1, "name": "person"}],
        "annotations": [
            {
                "id": 1,
                "image_id": 1,
                "category_id": 1,
                "bbox": [0, 0, 5, 6],
                "area": 30,
                "iscrowd": 0,
                "segmentation": square,
                "num_keypoints": 1,
            }
            | {"keypoints": [2, 2, 2] + [0] * 48}
        ],
    }
    said = [{"image_id": 1, "category_id": 1, "score": 0.5, "segmentation": {"counts": [0, 30, 30], "size": [6, 10]}}]
    assert float(gn.evaluate(truth, prediction=said, iou="mask", ci=None)["detection_ap"]) == 1
    posed = [{"image_id": 1, "category_id": 1, "score": 0.5, "keypoints": [2, 2, 1] + [0] * 48}]
    assert float(gn.evaluate(truth, prediction=posed, iou="keypoints", ci=None)["detection_ap"]) == 1


def test_tables_with_images_that_hold_nothing():
    truth = {"image": ["a"], "class": ["cat"], "x": [0], "y": [0], "w": [5], "h": [5]}
    said = {**{key: value * 2 for key, value in truth.items()}, "image": ["a", "b"], "score": [0.5, 0.9]}
    with raises_id("vision.bad_value_at_place", value="b"):
        gn.evaluate(truth, prediction=said, task="detection", ci=None)
    right = gn.detection_ap(gn.Detections.of(truth, images=["b"]), said)
    for images in (["b"], {"b": (20, 30)}):
        found = gn.evaluate(truth, prediction=said, task="detection", ci=None, images=images)
        assert (found.images, float(found["detection_ap"]), right) == (2, 0.5, 0.5)
    with raises_id("vision.images_given_after_reading", name="truth"):
        gn.evaluate(gn.Detections.of(truth), prediction=said, task="detection", images=["b"])


def test_a_metric_past_what_was_matched_names_the_remedy(streets):
    for metrics, remedy in (
        ("detection_ap(iou=0.51)", "among thresholds$"),
        ("detection_ap(max_detections=300)", "with max_detections=300$"),
    ):
        with pytest.raises(gn.InputError, match=remedy):
            gn.evaluate(streets["truth"], prediction=streets["sharp"], ci=None, metrics=metrics)
