"""Gates: marks, baselines, tolerances."""

import numpy as np
import pytest

import gnomon as gn
from gnomon.evaluation.gates import compare, floors, judge, tolerances
from refusals import raises_id

rng = np.random.default_rng(2)
Y = rng.integers(0, 2, 400)
TABLE = {"y": Y, "good": 0.6 * Y + rng.random(400) * 0.4, "weak": 0.2 * Y + rng.random(400) * 0.8}


def evaluation(*columns, **options):
    return gn.evaluate(TABLE, label="y", score=list(columns), **options)


def test_marks_are_reached_or_missed_by_each_model():
    e = evaluation("good", "weak")
    auc = float(e["roc_auc", "weak"])
    gates = judge(floors([f"roc_auc={auc + 0.01}"], "min") + floors(["brier_score=0.9"], "max"), e)
    assert [(gate.metric, gate.model, gate.passed) for gate in gates] == [
        ("roc_auc", "good", True),
        ("roc_auc", "weak", False),
        ("brier_score", "good", True),
        ("brier_score", "weak", True),
    ]
    exactly = judge(floors([f"roc_auc={auc!r}"], "min") + floors([f"roc_auc={auc!r}"], "max"), evaluation("weak"))
    assert all(gate.passed for gate in exactly)


def test_a_coarse_value_must_clear_the_mark_with_its_whole_interval():
    e = evaluation("good")
    value = e["roc_auc"]
    value.at_least, value.at_most = float(value) - 0.02, float(value) + 0.02
    mark = f"roc_auc={float(value)}"
    assert [gate.passed for gate in judge(floors([mark], "min") + floors([mark], "max"), e)] == [False, False]


def test_an_undefined_metric_fails_its_gate():
    e = gn.evaluate({"y": [1, 1], "p": [0.1, 0.2]}, label="y", score="p")
    for kind in ("min", "max"):
        gate = judge(floors(["roc_auc=0.5"], kind), e)[0]
        assert not gate.passed
        assert "undefined: there are no negative rows" in gate.cells[-1]
    assert not compare(e, evaluation("good"), {"roc_auc": 5.0})[0].passed


def test_a_baseline_allows_no_loss_beyond_the_tolerance():
    good, weak = evaluation("good"), evaluation("weak")
    assert all(gate.passed for gate in compare(good, good, {}))
    assert {gate.metric for gate in compare(good, weak, {})} == set(good.metrics)
    lost = {gate.metric for gate in compare(weak, good, {}) if not gate.passed}
    assert {"roc_auc", "ks", "brier_score"} <= lost
    gap = float(good["ks"]) - float(weak["ks"])
    assert compare(weak, good, tolerances([f"ks={gap + 1e-6}"]))[0].passed
    assert not compare(weak, good, tolerances([f"ks={gap - 1e-6}"]))[0].passed
    assert all(gate.passed for gate in compare(weak, good, tolerances(["1"])))


def test_a_tolerance_for_all_and_one_for_some():
    good, weak = evaluation("good"), evaluation("weak")
    gates = {gate.metric: gate for gate in compare(weak, good, tolerances(["roc_auc=1", "0.0001"]))}
    assert set(gates) == set(good.metrics), "the bare number holds for all the rest"
    assert gates["roc_auc"].passed
    assert not gates["ks"].passed


def test_only_a_loss_that_is_certain_fails():
    now, before = evaluation("good"), evaluation("good")
    value = now["roc_auc"]
    low, high = float(value) - 0.01, float(value) + 0.01
    now.values["good", "roc_auc"] = type(value)(float(value) - 0.005, "roc_auc", "good", at_least=low, at_most=high)
    assert compare(now, before, {"roc_auc": 0.0})[0].passed
    now.values["good", "roc_auc"] = type(value)(float(value) - 0.03, "roc_auc", "good", at_least=low - 0.03, at_most=low - 0.02)
    assert not compare(now, before, {"roc_auc": 0.0})[0].passed
    assert "±" in compare(now, before, {"roc_auc": 0.0})[0].cells[2]


def test_what_was_undefined_before_too_is_no_loss_unless_named():
    e = gn.evaluate({"y": [0, 1], "p": [0.1, 0.2]}, label="y", score="p", metrics="roc_auc,precision@0.5")
    assert [gate.passed for gate in compare(e, e, {})] == [True, True]
    assert not compare(e, e, {"precision@0.5": 0.0})[0].passed


def test_losses_without_end_are_equal():
    endless = gn.evaluate({"y": [0, 1], "p": [0.5, 0.0]}, label="y", score="p", metrics="log_loss")
    assert endless["log_loss"] == float("inf")
    assert compare(endless, endless, {})[0].passed


def test_models_are_matched_by_name():
    both = evaluation("good", "weak")
    assert [gate.model for gate in compare(evaluation("weak"), both, {"ks": 0.0})] == ["weak"]
    with raises_id("evaluation.baseline_model_missing", model="good"):
        compare(both, gn.evaluate(TABLE, label="y", score={"other": "good"}), {})


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: floors(["roc_auc"], "min"), "--min: 'roc_auc' is no METRIC=VALUE; write it as in --min roc_auc=0.75"),
        (lambda: floors(["roc_auc=high"], "max"), "--max: 'high' in 'roc_auc=high' is no number"),
        (lambda: floors(["roc_auc=nan"], "max"), "nothing compares with 'nan'"),
        (lambda: floors(["roc_acu=1"], "min"), "did you mean roc_auc"),
        (lambda: tolerances(["ks=-1"]), "a tolerance is how much worse is still fine"),
        (lambda: compare(evaluation("good"), evaluation("good"), {"mcc@0.5": 0.1}), "--baseline: mcc@0.5 is not in it"),
        (lambda: compare(evaluation("good"), evaluation("good"), {"prevalence@0.5": 0.1}), "has no better end"),
    ],
)
def test_gates_that_make_no_sense(call, message):
    with pytest.raises(gn.InputError, match=message):
        call()
