"""Every result and evaluation survives pickle and copies, and equals what it was made from."""

import copy
import pickle
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from functools import cache

import numpy as np
import pandas as pd
import pytest

import gnomon as gn
from gnomon.evaluation.result import Evaluation
from gnomon.result import Result

RNG = np.random.default_rng(20261119)
ROWS = 60
Y = np.arange(ROWS) % 2
P = np.clip(0.3 * Y + 0.7 * RNG.random(ROWS), 0, 1)
CLASS = np.arange(ROWS) % 3
CALLED = np.where(RNG.random(ROWS) < 0.7, CLASS, (CLASS + 1) % 3)
X = RNG.normal(size=ROWS)
Z = X + 0.3 * RNG.normal(size=ROWS)
GROUP = np.repeat(np.arange(6), 10)
BOXES = {"image": ["a", "b"], "class": ["c", "c"], "x": [0, 30], "y": [0, 30], "w": [20, 20], "h": [20, 20]}
TEXTS = {"r": ["a b c", "d e"] * 10, "h": ["a b", "d e"] * 10}
TAGS = {"r": [["B-A", "O"]] * 10, "h": [["B-A", "B-A"]] * 10}


def results():
    found = {**BOXES, "score": [0.9, 0.8]}
    yield [gn.roc_curve(Y, P), gn.pr_curve(Y, P), gn.ks_curve(Y, P), gn.gain_curve(Y, P), gn.lift_curve(Y, P), gn.calibration_curve(Y, P)]
    yield [gn.threshold_table(Y, P), gn.decile_table(Y, P), gn.best_threshold(Y, P), gn.threshold_choice(Y, P)]
    yield [gn.cutoff_table(Y, P), gn.cutoff_table(Y, P).at(0.5), gn.swap_set(Y, P, 1 - P, approve=0.5)]
    yield [gn.binomial_test(Y, P), gn.hosmer_lemeshow(Y, P), gn.grade_tests([50, 50], [2, 5], [0.02, 0.1])]
    yield [gn.classification_report(CLASS, CALLED), gn.classification_report([{1}, {1, 2}], [{1}, {2}]), gn.pair_counts(CLASS, CALLED)]
    yield [gn.gauc_table(Y, P, GROUP), gn.lorenz_curve(np.abs(X), np.abs(Z)), gn.error_by_decile(X, Z), gn.correlations({"x": X, "z": Z})]
    yield [gn.detection_map(BOXES, found), gn.span_scores(TAGS["r"], TAGS["h"]), gn.transcript_alignment(TEXTS["r"], TEXTS["h"])]
    yield [
        gn.interval("roc_auc", Y, P),
        gn.compare(Y, {"a": P, "b": 1 - P}, metrics="roc_auc"),
        gn.sample_size("roc_auc", 0.8, half_width=0.05),
    ]
    yield [gn.ks_2samp(X, Z), gn.t_test(X, Z), gn.mann_whitney(X, Z), gn.correlation_test(X, Z), gn.diebold_mariano(X**2, Z**2)]
    yield [gn.woe_table(X, Y), gn.psi_table(X, Z), gn.psi_table({"x": X}, {"x": Z}), gn.chi_square(CLASS, CALLED)]
    yield [gn.ceiling({"x": CLASS, "y": Y}, label="y"), gn.corrected_resampled_t(X[:10], train=90, test=10)]
    matches = gn.Matches.of(BOXES, found)
    detected = gn.detection_map(matches)
    yield [detected.errors, detected.curve("c"), detected.along_confidence(), detected.best_confidence, detected.images(0.5)]
    cut = pd.DataFrame({"month": np.arange(ROWS) // 20, "x": X, "y": Y})
    yield [gn.stability(cut, over="month", variables=["x"]), gn.transcript_alignment(TEXTS["r"], TEXTS["h"]).confusions()]
    bad = RNG.integers(0, 2, 500)
    applicants = pd.DataFrame({"x": bad + RNG.normal(size=500), "z": bad + RNG.normal(size=500)})
    fitted = gn.Scorecard().fit(applicants, bad)
    yield [
        fitted.card_.table(),
        fitted.coefficients_,
        fitted.validation_,
        fitted.card_.explain({"x": 0.5, "z": 0.1}),
        gn.Binning().fit(applicants, bad).summary(),
    ]
    yield [
        gn.evaluate({"y": Y, "p": P}, label="y", score="p").band("roc"),
        gn.compare(Y, {"a": P, "b": 1 - P}, metrics="roc_auc").dominance,
    ]
    yield [gn.panoptic_quality(np.ones((4, 4, 2), int), np.ones((4, 4, 2), int))]


@cache
def evaluations():
    return tuple(_evaluations())


def _evaluations():
    yield gn.evaluate({"y": Y, "a": P, "b": 1 - P, "g": GROUP}, label="y", score={"a": "a", "b": "b"}, by="g")
    yield gn.evaluate({"y": X, "p": Z}, label="y", prediction="p", task="regression")
    yield gn.evaluate({"y": CLASS, "p": CALLED}, label="y", prediction="p")
    yield gn.evaluate({"y": CLASS, "p": CALLED, "x": X, "z": Z}, label="y", prediction="p", task="clustering", features=["x", "z"])
    yield gn.evaluate({"y": Y, "p": P, "q": GROUP}, label="y", score="p", group="q", task="ranking")
    yield gn.evaluate(TEXTS, reference="r", prediction="h", task="transcript")
    yield gn.evaluate(TAGS, label="r", prediction="h", task="spans")
    yield gn.evaluate(np.array([[0, 1, 1], [1, 1, 1], [0, 0, 1], [0, 0, 0]]), task="annotators")


def parts_of(value):
    """The results within a result, itself first."""
    if isinstance(value, (Result, Evaluation)):
        yield value
    if is_dataclass(value) and not isinstance(value, type):
        value = [getattr(value, field.name) for field in fields(value)]
    elif isinstance(value, Mapping):
        value = list(value.values())
    if isinstance(value, (list, tuple)):
        for item in value:
            yield from parts_of(item)


@cache
def instances():
    """One instance of each class."""
    found = {}
    for value in [*results(), *evaluations()]:
        for part in parts_of(value):
            found.setdefault(type(part).__name__, part)
    return found


@pytest.mark.parametrize(
    "again", [copy.copy, copy.deepcopy, lambda value: pickle.loads(pickle.dumps(value))], ids=["copy", "deepcopy", "pickle"]
)
def test_copies_equal_their_original(again):
    wrong = [name for name, value in instances().items() if again(value) != value or repr(again(value)) != repr(value)]
    assert not wrong


@pytest.mark.parametrize("again", [copy.deepcopy, lambda value: pickle.loads(pickle.dumps(value))], ids=["deepcopy", "pickle"])
def test_evaluations_keep_what_intervals_were_made_from(again):
    for evaluation in evaluations():
        copied = again(evaluation)
        assert copied == evaluation
        assert copied.findings == evaluation.findings
        assert copied.samples.keys() == evaluation.samples.keys()


def test_evaluations_of_other_data_differ():
    first = gn.evaluate({"y": Y, "p": P}, label="y", score="p")
    assert first == gn.evaluate({"y": Y, "p": P}, label="y", score="p")
    assert first != gn.evaluate({"y": Y, "p": 1 - P}, label="y", score="p")
    assert first != "an evaluation"


def test_every_result_class_is_tried():
    """All but tables of a kind's own page, and what other classes derive from."""

    def below(base):
        for one in base.__subclasses__():
            yield one
            yield from below(one)

    known = {one for one in below(Result) if one.__module__.startswith("gnomon.") and not one.__module__.startswith("gnomon.tasks.")}
    assert {one.__name__ for one in known if not one.__subclasses__()} <= set(instances())
