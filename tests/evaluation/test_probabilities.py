"""Probabilities of several classes sum to 1, or metrics that read them say so: by one rule on every path."""

import json

import numpy as np
import pytest

import gnomon as gn
from gnomon.inputs.numbers import sum_tolerance
from refusals import raises_id

RNG = np.random.default_rng(0)
Y = RNG.integers(0, 3, 300)
FINE = RNG.dirichlet((1, 1, 1), 300)
OFF = np.where(np.arange(300)[:, None] >= 7, 0.5, 1.0) * FINE
"""From the eighth row on the scores sum to one half."""


def table(**models):
    """The rows as a table, and the columns of each model by class."""
    data = {"y": Y, **{f"{name}_{k}": scores[:, k] for name, scores in models.items() for k in range(3)}}
    return data, {name: {k: f"{name}_{k}" for k in range(3)} for name in models}


OFF_TABLE, OFF_COLUMNS = table(off=OFF)
BOTH_TABLE, BOTH_COLUMNS = table(fine=FINE, off=OFF)


@pytest.mark.parametrize("metric", ["log_loss", "brier_score"])
@pytest.mark.parametrize(
    "call",
    [
        lambda metric: getattr(gn, metric)(Y, OFF),
        lambda metric: gn.interval(metric, Y, OFF),
        lambda metric: gn.interval(metric, Y, OFF, weight=np.ones(300)),
        lambda metric: gn.interval(metric, Y, OFF, cluster=np.arange(300) % 30),
        lambda metric: gn.compare(Y, {"fine": FINE, "off": OFF}, metrics=metric),
        lambda metric: gn.compare(BOTH_TABLE, label="y", score=BOTH_COLUMNS, metrics=metric),
        lambda metric: gn.evaluate(OFF_TABLE, label="y", score=OFF_COLUMNS, metrics=metric),
        lambda metric: gn.evaluate(OFF_TABLE, label="y", score=OFF_COLUMNS, metrics=["default", metric], ci=None),
    ],
    ids=["function", "interval", "weighted", "clustered", "compare", "compare columns", "evaluate", "with defaults"],
)
def test_rows_that_do_not_sum_to_one_are_refused_on_every_path(call, metric):
    with pytest.raises(gn.InputError, match=r"sums? to 0.5 at position 7 \(and 292 more.*must sum to 1\. Normalise"):
        call(metric)


def test_summaries_are_refused_by_their_mean():
    with raises_id("public.class_scores_sum_not_one"):
        gn.log_loss(gn.Sweeps.of(Y, OFF))
    assert gn.log_loss(gn.Sweeps.of(Y, FINE)) == pytest.approx(gn.log_loss(Y, FINE), rel=1e-12)


def test_the_command_line_refuses_them(tmp_path):
    import pandas as pd
    from typer.testing import CliRunner

    from gnomon.cli.app import app

    pd.DataFrame(OFF_TABLE).to_csv(tmp_path / "off.csv", index=False)
    named = [word for k in range(3) for word in ("--score", f"{k}=off_{k}")]
    ended = CliRunner().invoke(app, ["metrics", str(tmp_path / "off.csv"), "--label", "y", *named, "--metrics", "log_loss"])
    assert ended.exit_code != 0
    shown = CliRunner().invoke(app, ["metrics", str(tmp_path / "off.csv"), "--label", "y", *named])
    assert shown.exit_code == 0, shown.output
    assert "do not sum to 1 in 293 rows" in " ".join(shown.output.split())


def test_a_long_pass_counts_them_and_names_the_first(monkeypatch):
    from gnomon.evaluation import run, survey

    monkeypatch.setattr(survey, "BATCH", 40)
    monkeypatch.setattr(run, "MOST_ROWS", 64)
    with raises_id("evaluation.metrics_objection"):
        gn.evaluate(OFF_TABLE, label="y", score=OFF_COLUMNS, metrics="log_loss")
    gaps = {**OFF_TABLE, "off_0": np.where(np.arange(300) < 3, np.nan, OFF_TABLE["off_0"])}
    for ci in (0.95, None):
        with raises_id("evaluation.metrics_objection"):
            gn.evaluate(gaps, label="y", score=OFF_COLUMNS, metrics="log_loss", missing="drop", ci=ci)


def test_partials_count_them_through_bytes():
    from gnomon.engines.columns import Column
    from gnomon.evaluation.models import Model
    from gnomon.evaluation.partial import Partial
    from gnomon.evaluation.plan import Plan
    from gnomon.tasks import registry

    data, columns = OFF_TABLE, OFF_COLUMNS
    plan = Plan(label="y", models=(Model("off", scores=columns["off"]),), task=registry.task("multiclass"))
    parts = []
    for start in (150, 0):
        part = Partial(plan)
        part.update({name: Column(values[start : start + 150]) for name, values in data.items()}, start)
        part.flush()
        parts.append(Partial.from_bytes(plan, part.to_bytes()))
    fault = parts[0].merge(parts[1]).finish().plan.doubts["rows_not_summing", "off"]
    assert (fault.count, fault.row, fault.value) == (293, 7, "0.5")


def test_rows_without_weight_are_absent():
    weight = np.where(np.arange(300) < 7, 1.0, 0.0)
    assert gn.log_loss(Y, OFF, weight=weight) == pytest.approx(gn.log_loss(Y[:7], FINE[:7]), rel=1e-12)
    found = gn.evaluate({**OFF_TABLE, "w": weight}, label="y", score=OFF_COLUMNS, metrics="log_loss", weight="w", ci=None)
    assert float(found["log_loss"]) == pytest.approx(gn.log_loss(Y[:7], FINE[:7]), rel=1e-12)


@pytest.mark.parametrize("classes", [2, 3, 10, 40, 100])
def test_rounded_and_half_precision_probabilities_pass(classes):
    rng = np.random.default_rng(classes)
    y = rng.integers(0, classes, 2000)
    exact = rng.dirichlet(np.full(classes, 1.0), 2000)
    bits = exact.astype(np.float32).view(np.uint32)
    brain = ((bits + 0x8000) & 0xFFFF0000).astype(np.uint32).view(np.float32)  # rounded to bfloat16
    for rough in (np.round(exact, 3), exact.astype(np.float16), brain):
        for metric in ("brier_score", "log_loss(clip=1e-6)"):
            assert gn.interval(metric, y, rough, labels=range(classes), replicates=100).value > 0


def test_the_tolerance_is_what_rounding_can_do():
    assert sum_tolerance(2) == sum_tolerance(7) == 2**-8
    assert sum_tolerance(10) == pytest.approx(0.005)
    assert sum_tolerance(1000) == 0.05
    worst = np.full((5, 10), 0.1)
    worst[:, 0] -= 0.0049
    gn.brier_score(np.arange(5) % 10, worst, labels=range(10))
    worst[:, 0] -= 0.0002
    with raises_id("inputs.probabilities_sum_not_one", total=0.9949, at=0):
        gn.brier_score(np.arange(5) % 10, worst, labels=range(10))


def test_what_is_left_out_of_the_defaults_is_said():
    e = gn.evaluate(OFF_TABLE, label="y", score=OFF_COLUMNS, ci=None)
    assert "log_loss" not in e.metrics
    said = [finding for finding in e.findings if finding.rule == "probabilities_left_out"]
    assert len(said) == 1
    assert said[0].en.startswith("off: the scores of the classes do not sum to 1 in 293 rows (first: 0.5 at position 7)")
    assert "位置 7" in said[0].zh
    assert said[0].en in str(e)
    assert said[0].en in json.dumps(e.to_dict())
    fine, columns = table(fine=FINE)
    e = gn.evaluate(fine, label="y", score=columns, ci=None)
    assert {"log_loss", "brier_score"} <= set(e.metrics)
    assert not [finding for finding in e.findings if finding.rule == "probabilities_left_out"]


def test_scores_of_two_classes_from_0_to_100():
    y = Y > 0
    e = gn.evaluate({"y": y, "percent": 100 * FINE[:, 0]}, label="y", score="percent", ci=None)
    said = [finding for finding in e.findings if finding.rule == "probabilities_left_out"]
    assert len(said) == 1
    assert "past 0 and 1" in said[0].en
    assert "log_loss" not in e.metrics
    asked = gn.evaluate({"y": y, "percent": 100 * FINE[:, 0]}, label="y", score="percent", metrics="roc_auc", ci=None)
    assert not [finding for finding in asked.findings if finding.rule == "probabilities_left_out"]
    with raises_id("tasks.metric_fault_of_model"):
        gn.evaluate({"y": y, "percent": 100 * FINE[:, 0]}, label="y", score="percent", metrics="log_loss")


def test_comparisons_note_it():
    assert any("do not sum to 1 in 293 rows" in note for note in gn.compare(Y, {"fine": FINE, "off": OFF}, replicates=100).notes)
    assert not gn.compare(Y, {"fine": FINE, "other": FINE[::-1]}, replicates=100).notes
    percent = gn.compare(Y > 0, {"a": 100 * FINE[:, 0], "b": FINE[:, 1]}, replicates=100)
    assert any("past 0 and 1" in note for note in percent.notes)


@pytest.mark.parametrize("metric", ["log_loss", "brier_score"])
def test_the_mean_over_classes_is_the_same_on_every_path(metric):
    reference = f"{metric}(multiclass=ovr,average=macro)"
    expected = getattr(gn, metric)(Y, FINE, multiclass="ovr")
    data, columns = table(fine=FINE)
    assert expected != pytest.approx(getattr(gn, metric)(Y, FINE))
    found = gn.interval(reference, Y, FINE)
    assert found.value == pytest.approx(expected, rel=1e-12)
    assert found.low < expected < found.high
    assert float(gn.evaluate(data, label="y", score=columns, metrics=reference)[reference]) == pytest.approx(expected, rel=1e-12)
    assert getattr(gn, metric)(Y, OFF, multiclass="ovr") > 0  # each class against the rest: nothing has to sum to 1
