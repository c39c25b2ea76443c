"""Scores that are lower for the positive class, on the command line."""

import json

import numpy as np
import pytest

import gnomon as gn
from cli.conftest import write

rng = np.random.default_rng(3)
Y = rng.integers(0, 2, 400)
POINTS = np.round(600 - 40 * (rng.normal(size=400) + Y))
P = np.round(np.clip(rng.normal(0.3 + 0.2 * Y, 0.2), 0, 1), 4)
ASK = ("--label", "y", "--score", "points")


@pytest.fixture
def path(tmp_path):
    return write(tmp_path / "loans.csv", y=Y, points=POINTS, turned=-POINTS, p=P)


@pytest.mark.parametrize("spelt", ["lower", "lower is positive", "points=lower", "lower is bad", "points=lower is bad"])
def test_metrics_say_it_and_are_those_of_the_negated_scores(run, path, spelt):
    ended = run("metrics", path, *ASK, "--direction", spelt, "--metrics", "roc_auc,ks,f1@580", "--format", "json")
    known = json.loads(ended.out)
    values = {value["metric"]: value for value in known["values"]}
    assert values["roc_auc"]["value"] == gn.roc_auc(Y, -POINTS)
    assert values["ks"]["threshold"] == -gn.ks_curve(Y, -POINTS).threshold
    assert values["f1@580"]["value"] == gn.f1(Y, POINTS <= 580)
    assert known["models"][0]["direction"] == "lower is positive"
    assert "lower score is positive" in run("metrics", path, *ASK, "--direction", spelt).out


def test_higher_is_what_is_read_anyway(run, path):
    for spelt in ("higher", "higher is bad"):
        assert run("metrics", path, *ASK, "--direction", spelt).out == run("metrics", path, *ASK).out


def test_compare_an_old_score_with_a_new_probability(run, path):
    both = ("--label", "y", "--score", "old=points", "--score", "new=p", "--metrics", "roc_auc,ks", "--format", "json")
    found = json.loads(run("compare", path, *both, "--direction", "old=lower").out)
    expected = gn.compare(Y, {"old": -POINTS, "new": P}, metrics="roc_auc,ks")
    assert [(pair["difference"], pair["p_value"]) for pair in found["pairs"]] == [(p.difference, p.p_value) for p in expected.pairs]
    assert found["notes"] == ["old: lower scores are positive, and a row is called positive when its score is at most the threshold"]


def test_an_auc_below_one_half_names_the_option_and_marks_what_it_misleads(run, path):
    ended = run("metrics", path, *ASK)
    assert 'pass direction="lower is positive" (on the command line --direction lower)' in ended.out
    assert "ks, gini of points: the scores rank the wrong way round (ROC AUC 0.2" in ended.out
    mended = run("metrics", path, *ASK, "--direction", "lower").out
    assert "wrong way" not in mended


def test_a_baseline_brings_its_direction(run, path, tmp_path):
    saved = tmp_path / "before.gnomon"
    assert run("report", path, *ASK, "--direction", "lower", "--save", saved, "--keep-rows", "-o", tmp_path / "r.html", "-q").code == 0
    for ask in (("--baseline", saved), ("--no-worse-than", saved, "--margin", "0.001")):
        ended = run("check", path, *ask)
        assert ended.code == 0, ended.out + ended.err
        assert "FAIL" not in ended.out
    turned = run("check", path, *ASK, "--direction", "higher", "--baseline", saved)
    assert turned.code == 1


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ((*ASK, "--direction", "down"), "--direction 'down' is not 'higher is positive' or 'lower is positive'"),
        ((*ASK, "--direction", "lower", "--direction", "p=lower"), "--direction: 'lower' does not say whose scores; write NAME=lower"),
        ((*ASK, "--direction", "q=lower"), "--direction: there are no scores of 'q'; models with scores: 'points'"),
        ((*ASK, "--direction", "lower", "--metrics", "brier_score"), "leave --direction out, or leave this metric out"),
        (("--label", "y", "--prediction", "y", "--direction", "lower"), "--direction: there are predicted labels only"),
        (
            ("--qrels", "a", "--run", "b", "--direction", "lower"),
            "--direction: not read beside --qrels and --run; leave --direction out",
        ),
    ],
)
def test_what_cannot_be_meant_is_refused(run, path, arguments, said):
    ended = run("metrics", path, *arguments)
    assert ended.code == 2
    assert said in ended.err


def test_a_saved_evaluation_has_its_direction(run, path, tmp_path):
    saved = tmp_path / "e.json"
    run("metrics", path, *ASK, "--format", "json", "-o", saved)
    ended = run("check", saved, "--min", "ks=0.1", "--direction", "lower")
    assert (ended.code, "whose columns are settled; leave --direction out" in ended.err) == (2, True)


def test_help_teaches(run):
    said = " ".join(run("metrics", "--help").out.replace("│", " ").split())
    assert "risk scores that are high for good customers" in said
    assert "a row is then called positive when its score is at most the threshold" in said
