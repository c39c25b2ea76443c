"""The fixture no_worse_than: it fails a test where the loss is more than chance, by the rule of gnomon check, and prints the comparison."""

import re
import subprocess
import sys
from importlib.metadata import entry_points
from pathlib import Path

import numpy as np
import pytest

import gnomon as gn
from forked import gnomon
from gnomon.evaluation.losses import gates_of, losses_of
from gnomon.evaluation.no_worse import no_worse

MODULE = "gnomon.compat.pytest_plugin"
LOADED = any(one.value == MODULE for one in entry_points(group="pytest11"))
ARGS = () if LOADED else ("-p", MODULE)
RNG = np.random.default_rng(11)
N = 800
Y = RNG.integers(0, 2, N)
NOISE = RNG.normal(size=N)


def evaluation(strength, jitter=0.0, **asked):
    score = 1 / (1 + np.exp(-(strength * (2 * Y - 1) + NOISE + jitter * np.roll(NOISE, 7))))
    region = np.where(np.arange(N) % 3 == 0, "north", "south")
    return gn.evaluate({"y": Y, "p": score, "region": region}, label="y", score="p", **{"keep_rows": True, **asked})


GOOD, ALIKE, WORSE = evaluation(1.0), evaluation(1.0, jitter=0.02), evaluation(0.6)
no_worse(WORSE, GOOD).text()  # what a run inside this one is the first to import is forgotten after it, which extensions do not bear


@pytest.fixture
def folder(pytester):
    pytester.makeini("[pytest]")  # else the root may be a folder above
    for name, one in (("good", GOOD), ("alike", ALIKE), ("worse", WORSE)):
        one.save(pytester.path / f"{name}.gnomon")
    return pytester


def ran(folder, body, *args):
    folder.makepyfile("import gnomon as gn\n\n\ndef test_model(no_worse_than):\n" + "".join(f"    {line}\n" for line in body.splitlines()))
    return folder.runpytest_inprocess(*ARGS, "-p", "no:cacheprovider", *args)


LOAD = 'new = gn.Evaluation.load("{}.gnomon")\n'


def test_a_model_that_is_no_worse_passes(folder):
    for name in ("good", "alike"):
        ran(folder, LOAD.format(name) + 'assert all(gate.passed for gate in no_worse_than("good.gnomon")(new))').assert_outcomes(passed=1)


def test_a_model_that_is_worse_fails_and_prints_the_comparison(folder):
    done = ran(folder, LOAD.format("worse") + 'no_worse_than("good.gnomon")(new)')
    done.assert_outcomes(failed=1)
    text = done.stdout.str()
    assert "worse than the baseline good.gnomon" in text
    assert "the loss is real" in text
    difference = gn.compare({"new": WORSE, "baseline": GOOD}, metrics="roc_auc", curves=())["roc_auc"].difference
    assert f"{difference:+.4f}" in text
    assert re.search(r"roc_auc ↑ .*delong", text)
    assert "gnomon/evaluation" not in text  # the comparison, and not how it was come by


def test_options_are_those_of_the_rule(folder):
    new = LOAD.format("worse")
    ran(folder, new + 'no_worse_than("good.gnomon", margin=0.9)(new)').assert_outcomes(passed=1)
    ran(folder, new + 'no_worse_than("good.gnomon", metrics="roc_auc", margin={"roc_auc": 0.4})(new)').assert_outcomes(passed=1)
    ran(folder, new + 'no_worse_than("good.gnomon", metrics=["ks"])(new)').stdout.fnmatch_lines(["*FAIL*ks*the loss is real*"])
    ran(folder, new + 'no_worse_than(gn.Evaluation.load("good.gnomon"))(new)').assert_outcomes(failed=1)
    shown = LOAD.format("alike") + 'no_worse_than("good.gnomon", metrics="roc_auc", margin=0.05, non_inferior=True)(new)'
    ran(folder, shown).assert_outcomes(passed=1)


def test_the_rule_is_that_of_the_command(folder):
    """The same gates, digit by digit, as gnomon check --no-worse-than judges."""
    tested = losses_of(WORSE, GOOD, ["roc_auc", "average_precision", "log_loss"], (), "error", paired=True, level=0.95, seed=0)
    assert list(no_worse(WORSE, GOOD).gates) == gates_of(tested, {}, 0.95)
    done = gnomon("check", "worse.gnomon", "--no-worse-than", "good.gnomon")
    assert done.returncode == 1
    lines = [line.split() for line in done.stdout.splitlines() if "✖" in line]
    printed = [line.split() for line in no_worse(WORSE, GOOD).text("en").splitlines() if "✖" in line]
    assert lines == printed


def test_level_decides():
    """A loss of chance p fails at the levels below 1 − p, and at none above."""
    other = gn.evaluate({"y": Y, "p": Y + 1.1 * np.roll(NOISE, 5)}, label="y", score="p", keep_rows=True)
    first = gn.evaluate({"y": Y, "p": Y + NOISE}, label="y", score="p", keep_rows=True)
    (tested,) = losses_of(other, first, ["roc_auc"], (), "error", paired=True, level=0.95, seed=0)
    p = tested.chance(0.0, False)
    assert 0.001 < p < 0.4
    assert not no_worse(other, first, metrics="roc_auc", level=1 - 1.1 * p).passed
    assert no_worse(other, first, metrics="roc_auc", level=1 - 0.9 * p).passed


def test_slices_are_held_to_it_as_well():
    verdict = no_worse(evaluation(0.6, by="region"), evaluation(1.0, by="region"), metrics="roc_auc")
    assert {gate.where for gate in verdict.gates} == {"", "region = north", "region = south"}
    assert not verdict.passed


def test_a_baseline_that_is_not_there(folder):
    done = ran(folder, LOAD.format("good") + 'no_worse_than("kept/none.gnomon")(new)')
    done.assert_outcomes(failed=1)
    done.stdout.fnmatch_lines(["*there is no baseline *none.gnomon; write it with pytest --gnomon-update-baseline*"])


@pytest.mark.parametrize("several", [False, True], ids=["alone", "workers"])
def test_baselines_are_written_on_request(folder, several):
    """Also by workers of pytest-xdist; the summary says so."""
    workers = ("-n", "1") if several else ()
    body = LOAD.format("worse") + 'no_worse_than("kept/new.gnomon")(new)'
    done = ran(folder, body, "--gnomon-update-baseline", *workers)
    done.assert_outcomes(passed=1)
    done.stdout.fnmatch_lines(["*baseline written: *new.gnomon"])
    assert gn.Evaluation.load(folder.path / "kept" / "new.gnomon")["roc_auc"] == WORSE["roc_auc"]
    ran(folder, body).assert_outcomes(passed=1)


def test_a_baseline_without_rows_is_not_written(folder):
    evaluation(1.0, keep_rows=False).save(folder.path / "bare.gnomon")
    done = ran(folder, LOAD.format("bare") + 'no_worse_than("kept.gnomon")(new)', "--gnomon-update-baseline")
    done.assert_outcomes(failed=1)
    assert "keep_rows=True" in done.stdout.str()
    assert not (folder.path / "kept.gnomon").exists()


def test_what_is_wrong_is_refused():
    bare = evaluation(1.0, keep_rows=False)
    for call, words in (
        (lambda: no_worse(bare, GOOD), "new: this evaluation did not keep its rows"),
        (lambda: no_worse(GOOD, bare), "baseline: this evaluation did not keep its rows"),
        (lambda: no_worse(GOOD, GOOD, margin=-0.1), "margin: -0.1"),
        (lambda: no_worse(GOOD, GOOD, margin=True), "margin: True"),
        (lambda: no_worse(GOOD, GOOD, metrics="ks", margin={"roc_auc": 0.1}), "roc_auc is not among metrics"),
        (lambda: no_worse(GOOD, GOOD, metrics="prevalence"), "no better end"),
        (lambda: no_worse(GOOD, GOOD, non_inferior=True), "margin=0.01"),
        (lambda: no_worse(GOOD, GOOD, level=1.5), "level"),
    ):
        with pytest.raises(gn.InputError, match=words):
            call()


def test_a_baseline_that_nothing_is_held_against(folder):
    result = ran(folder, 'no_worse_than("old.gnomon")')
    result.stdout.fnmatch_lines(["*no_worse_than(baseline) tests nothing by itself*"])
    assert result.ret != 0


def test_an_evaluation_is_asked_for(folder):
    assert "float is no evaluation" in ran(folder, 'no_worse_than("good.gnomon")(0.5)').stdout.str()
    assert "dict is no evaluation" in ran(folder, LOAD.format("good") + "no_worse_than({})(new)").stdout.str()


def test_rows_of_their_own():
    half = {"y": Y[:300], "p": np.clip(0.5 + NOISE[:300] / 9, 0, 1)}
    other = gn.evaluate(half, label="y", score="p", keep_rows=True)
    with pytest.raises(gn.InputError):
        no_worse(other, GOOD)
    assert not no_worse(other, GOOD, paired=False, metrics="roc_auc").passed


def test_the_plugin_is_declared_and_light():
    text = (Path(__file__).parents[2] / "pyproject.toml").read_text()
    assert f'[project.entry-points.pytest11]\ngnomon = "{MODULE}"' in text
    code = f"import sys, {MODULE}; print(' '.join(sys.modules))"
    loaded = set(subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split())
    assert not loaded & {"numpy", "narwhals", "scipy", "pandas", "polars", "gnomon.evaluation", "gnomon.catalog", "gnomon._core"}


def test_the_guide_shows_what_is_printed():
    loans = gn.samples.credit(2000)
    new, old = (
        gn.evaluate({"y": loans["default"], "p": loans[column]}, label="y", score="p", keep_rows=True) for column in ("p_old", "p_new")
    )
    text = no_worse(new, old, metrics="roc_auc,log_loss", margin={"roc_auc": 0.002}).text("en")
    for page in ("integrations.md", "integrations.zh.md"):
        assert text in (Path(__file__).parents[2] / "docs" / page).read_text(encoding="utf-8")
