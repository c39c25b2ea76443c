"""Detections on the command line: a truth and results in files, in place of a table of predictions."""

import json

import pytest

import gnomon as gn
from gnomon.evaluation import losses


@pytest.fixture(scope="module")
def files(tmp_path_factory):
    folder = tmp_path_factory.mktemp("streets")
    for name, data in gn.samples.streets(60).items():
        (folder / f"{name}.json").write_text(json.dumps(data))
    return folder


def names(files, *results):
    return ["--truth", files / "truth.json", *(part for one in results for part in ("--results", one))]


def test_metrics_of_results(run, files):
    ended = run("metrics", *names(files, files / "sharp.json", f"other={files / 'loose.json'}"), "--format", "json")
    found = json.loads(ended.out)
    assert ended.code == 0
    assert (found["task"], [model["name"] for model in found["models"]]) == ("detection", ["sharp", "other"])
    streets = gn.samples.streets(60)
    values = {(value["model"], value["metric"]): value["value"] for value in found["values"]}
    assert values["other", "detection_ap"] == gn.detection_map(streets["truth"], streets["loose"]).ap


def test_options_say_how_to_match(run, files):
    asked = ["--thresholds", "0.3,0.5", "--max-detections", "5,none", "--area-ranges", "tiny=0:400", "--metrics", "detection_ap(iou=0.3)"]
    ended = run("metrics", *names(files, files / "sharp.json"), *asked, "--ci", "none", "--format", "json")
    streets = gn.samples.streets(60)
    rule = {"thresholds": [0.3, 0.5], "max_detections": [5, None], "area_ranges": {"tiny": (0, 400)}}
    expected = gn.detection_ap(gn.Matches.of(streets["truth"], streets["sharp"], **rule), iou=0.3)
    assert [value["value"] for value in json.loads(ended.out)["values"]] == [expected]


def test_caps_of_an_image_and_recalls(run, files):
    asked = ["--max-detections", "image:3", "--recall-grid", "0,0.5,1", "--metrics", "detection_ap", "--ci", "none", "--format", "json"]
    ended = run("metrics", *names(files, files / "sharp.json"), *asked)
    streets = gn.samples.streets(60)
    found = gn.detection_map(streets["truth"], streets["sharp"], max_detections={"image": 3}, recall_grid=[0, 0.5, 1])
    assert found.ap != gn.detection_map(streets["truth"], streets["sharp"], max_detections=3, recall_grid=[0, 0.5, 1]).ap
    assert [value["value"] for value in json.loads(ended.out)["values"]] == [found.ap]


def test_report_and_saved(run, files, tmp_path):
    page, saved = tmp_path / "r.html", tmp_path / "e.gnomon"
    ended = run("report", *names(files, files / "sharp.json"), "-o", page, "--save", saved, "--lang", "zh")
    assert ended.code == 0, ended.err
    assert "60 张图像" in ended.out
    assert page.stat().st_size < 2_000_000
    assert gn.Evaluation.load(saved).task == "detection"


def test_gates(run, files):
    passed = run("check", *names(files, files / "sharp.json"), "--min", "detection_ap=0.2")
    failed = run("check", *names(files, files / "sharp.json"), "--min", "detection_ap=0.2", "--min", "detection_ap[bus]=0.9")
    assert (passed.code, failed.code) == (0, 1)
    assert "detection_ap[bus]" in failed.out
    worse = run("check", *names(files, files / "loose.json"), "--no-worse-than", files / "sharp.json", "--margin", "detection_ap=0.01")
    assert (worse.code, "the loss is real" in worse.out) == (1, True)
    better = run("check", *names(files, files / "sharp.json"), "--no-worse-than", files / "loose.json", "--margin", "detection_ap=0.01")
    assert better.code == 0


def test_compare(run, files):
    ended = run("compare", *names(files, files / "sharp.json", files / "loose.json"), "--metrics", "detection_ap", "--format", "json")
    (pair,) = json.loads(ended.out)["pairs"]
    assert (pair["a"], pair["b"], pair["better"], pair["method"]) == ("sharp", "loose", "sharp", "bootstrap")


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        (["--truth", "sharp.json", "--results", "sharp.json"], "list of results"),
        (["--truth", "truth.json", "--results", "truth.json"], "exchanged"),
        (["--truth", "truth.json"], "--truth and --results go together"),
        (["--truth", "nowhere.json", "--results", "sharp.json"], "there is no file or folder"),
        (["--truth", "odd.json", "--results", "sharp.json"], "does not tell what kind of truth"),
        (["--truth", "truth.json", "--results", "sharp.json", "--label", "y"], "leave --label out"),
        (["--truth", "truth.json", "--results", "sharp.json", "--missing", "drop"], "leave --missing out"),
        (["--truth", "truth.json", "--results", "sharp.json", "--task", "binary"], "binary reads a table"),
        (["--truth", "truth.json", "--results", "sharp.json", "--ignore", "3"], "detection takes no such option"),
        (["--truth", "truth.json", "--results", "sharp.json", "--thresholds", "half"], "'half' is no number"),
        (["--truth", "truth.json", "--results", "sharp.json", "--max-detections", "x"], "is no whole number"),
        (["--truth", "truth.json", "--results", "sharp.json", "--max-detections", "box:3"], "write image:CAPS for detections of an image"),
        (["--truth", "truth.json", "--results", "sharp.json", "--recall-grid", "0,2"], "--recall-grid [0.0, 2.0] must be numbers from 0"),
        (["--truth", "truth.json", "--results", "sharp.json", "--area-ranges", "small"], "is no range"),
        (["--truth", "truth.json", "--results", "sharp.json", "--compatible", "no"], "is not pycocotools"),
        (["--truth", "truth.json", "--results", "a=sharp.json", "--results", "a=loose.json"], "a name given twice"),
        (["p.csv", "--truth", "truth.json", "--results", "sharp.json"], "name the files"),
        (["--truth", "truth.json", "--results", "sharp.json", "--direction", "lower"], "--direction"),
    ],
)
def test_refused(run, files, asked, said):
    (files / "odd.json").write_text('{"a": 1}')
    known = {one.name: one for one in files.iterdir()}
    typed = [_path(text, known) for text in asked]
    ended = run("metrics", *typed)
    assert ended.code == 2
    assert said in ended.err


def _path(text, known):
    name, equals, path = text.partition("=")
    return f"a={known[path]}" if equals and name == "a" else known.get(text, text)


def test_help_teaches(run):
    shown = run("report", "--help").out
    assert "--truth" in shown
    assert "--results" in shown
    assert "COCO" in shown


@pytest.mark.parametrize("rule", [("--protocol", "voc2010"), ("--thresholds", "0.5"), ("--max-detections", "5")])
@pytest.mark.parametrize("saved", ["before.gnomon", "before.json"])
def test_a_baseline_of_another_rule_is_no_baseline(run, files, tmp_path, rule, saved):
    asked = names(files, files / "sharp.json")
    streets = gn.samples.streets(60)
    gn.evaluate(streets["truth"], prediction={"sharp": streets["sharp"]}, task="detection", metrics="detection_ap", ci=None).save(
        tmp_path / saved
    )
    alike, unlike = (run("check", *asked, *more, "--baseline", tmp_path / saved) for more in ((), rule))
    assert alike.code == 0
    assert unlike.code == 2
    assert "--protocol is" in unlike.err or "protocol is" in unlike.err
    assert "evaluate both alike" in unlike.err


def test_a_gate_allows_for_the_bias_that_a_comparison_allows_for(files):
    """AP is made of maxima: what its difference may owe to them shows no loss, here as in compare."""
    streets = gn.samples.streets(60)
    found = gn.compare(streets["truth"], {"new": streets["loose"], "baseline": streets["sharp"]}, metrics=["detection_ap"])
    pair = found.pairs[0]
    assert pair.bias != 0
    one_sided = gn.compare(
        streets["truth"], {"new": streets["loose"], "baseline": streets["sharp"]}, metrics=["detection_ap"], alternative="less"
    ).pairs[0]
    assert losses.GateTest(pair, "new").chance(0.0, False) == pytest.approx(one_sided.p_value, rel=1e-12)
    lost, least = losses.GateTest(pair, "new"), -pair.difference + min(pair.bias, 0.0)
    assert lost.chance(least, False) == 0.5 if pair.bias < 0 else lost.chance(-pair.difference, False) >= 0.5


def test_scores_outside_of_0_to_1_are_said(run, files, tmp_path):
    beyond = tmp_path / "beyond.json"
    beyond.write_text(json.dumps([{**one, "score": one["score"] * 3} for one in gn.samples.streets(60)["sharp"]]))
    page = tmp_path / "r.html"
    ended = run("report", *names(files, beyond), "-o", page, "--ci", "none")
    assert ended.code == 0, ended.err
    assert "scores lie outside of 0 to 1" in ended.out
    assert "scores lie outside of 0 to 1" in page.read_text(encoding="utf-8")


def test_an_overlap_that_was_not_matched_names_the_option(run, files):
    ended = run("metrics", *names(files, files / "sharp.json"), "--metrics", "detection_ap(iou=0.51)", "--ci", "none")
    assert ended.code == 2
    assert "match again with it among --thresholds" in ended.err
