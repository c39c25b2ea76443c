"""gn.compare: one answer from arrays, frames, files and evaluations that kept their rows; and what it refuses."""

import math

import numpy as np
import pandas as pd
import pytest

import gnomon as gn
from refusals import raises_id

rng = np.random.default_rng(21)
N = 2000
Y = (rng.random(N) < 0.3).astype(int)
S = rng.normal(Y, 1)
A = 1 / (1 + np.exp(1 - S))
B = 1 / (1 + np.exp(1 - S - rng.normal(0, 0.8, N)))
METRICS = "roc_auc,ks,average_precision,log_loss,accuracy@0.5,f1@0.5"


@pytest.fixture(scope="module")
def from_arrays():
    return gn.compare(Y, {"new": A, "old": B}, metrics=METRICS)


def assert_alike(one, other):
    assert [pair.metric for pair in one.pairs] == [pair.metric for pair in other.pairs]
    for a, b in zip(one.pairs, other.pairs, strict=True):
        for key, value in a.to_dict().items():
            assert value == (pytest.approx(getattr(b, key), rel=1e-9, nan_ok=True) if isinstance(value, float) else getattr(b, key)), key
    assert [d.verdict for d in one.dominance] == [d.verdict for d in other.dominance]


def test_frames_files_and_evaluations_give_the_same(from_arrays, tmp_path):
    frame = pd.DataFrame({"y": Y, "new": A, "old": B})
    frame.to_parquet(tmp_path / "both.parquet")
    named = {"label": "y", "metrics": METRICS}
    assert_alike(gn.compare(frame, score=["new", "old"], **named), from_arrays)
    assert_alike(gn.compare(str(tmp_path / "both.parquet"), score=["new", "old"], **named), from_arrays)
    for name in ("new", "old"):
        frame.rename(columns={name: "p"})[["y", "p"]].to_parquet(tmp_path / f"{name}.parquet")
    paths = {name: tmp_path / f"{name}.parquet" for name in ("new", "old")}
    assert_alike(gn.compare(paths, score="p", **named), from_arrays)
    saved = {
        name: gn.evaluate(path, label="y", score="p", keep_rows=True, metrics=METRICS, ci=None).save(tmp_path / f"{name}.gnomon")
        for name, path in paths.items()
    }
    assert_alike(gn.compare(saved), from_arrays)
    assert_alike(gn.compare({name: gn.Evaluation.load(path) for name, path in saved.items()}, metrics=METRICS), from_arrays)
    assert_alike(gn.evaluate(frame, label="y", score=["new", "old"], metrics=METRICS).comparison, from_arrays)


def test_a_pair_has_what_it_says(from_arrays):
    pair = from_arrays["roc_auc"]
    assert (pair.a, pair.b, pair.method) == ("new", "old", "delong")
    assert pair.value_a == gn.roc_auc(Y, A)
    assert pair.difference == pytest.approx(gn.roc_auc(Y, A) - gn.roc_auc(Y, B), rel=1e-12)
    assert pair.low < pair.difference < pair.high
    assert pair.better == "new"
    turned = from_arrays["roc_auc", "old", "new"]
    assert (turned.difference, turned.low, turned.high) == (-pair.difference, -pair.high, -pair.low)
    lower = from_arrays["log_loss"]
    assert (lower.better == "new") == (lower.difference < 0)
    methods = {p.metric: p.method for p in from_arrays.pairs}
    assert methods == {
        "roc_auc": "delong",
        "ks": "randomization",
        "average_precision": "bootstrap",
        "log_loss": "paired mean",
        "accuracy@0.5": "mcnemar",
        "f1@0.5": "bootstrap",
    }
    for metric in from_arrays.metrics:
        own = gn.interval(metric, Y, A)
        assert from_arrays.values["new", metric].low == pytest.approx(own.low, rel=1e-9)


def test_an_interval_and_its_p_value_agree(from_arrays):
    for pair in from_arrays.pairs:
        if pair.method != "mcnemar":  # whose interval adds a row to either side
            assert (pair.p_value < 0.05) == (not pair.low <= 0 <= pair.high)


def test_labels_are_compared_as_labels():
    said = {"a": np.where(A > 0.4, "yes", "no"), "b": np.where(B > 0.4, "yes", "no")}
    truth = np.where(Y == 1, "yes", "no")
    found = gn.compare(truth, said, metrics="accuracy,f1,recall", positive="yes")
    assert found["recall"].value_a == gn.recall(truth, said["a"], positive="yes")
    only = [np.count_nonzero((said[x] == truth) & (said[y] != truth)) for x, y in (("a", "b"), ("b", "a"))]
    assert found["accuracy"].difference == pytest.approx((only[0] - only[1]) / N)
    assert found.dominance == ()
    three = rng.integers(0, 3, N)
    answers = {name: np.where(rng.random(N) < share, three, 0) for name, share in (("a", 0.7), ("b", 0.6))}
    several = gn.compare(three, answers, metrics="accuracy,f1(average=macro),kappa")
    assert several["kappa"].value_b == pytest.approx(gn.kappa(three, answers["b"]))
    assert several["f1(average=macro)"].method == "bootstrap"


def test_scores_of_several_classes():
    three = rng.integers(0, 3, 600)
    scores = {name: rng.random((600, 3)) + push * np.eye(3)[three] for name, push in (("a", 1.0), ("b", 0.3))}
    found = gn.compare(three, scores, metrics="roc_auc(multiclass=ovr,average=macro)")
    pair = found.pairs[0]
    assert pair.value_a == pytest.approx(gn.roc_auc(three, scores["a"], multiclass="ovr"))
    assert pair.low > 0


@pytest.mark.parametrize("column", ["weight", "cluster"])
def test_weights_and_clusters(column):
    given = rng.integers(1, 5, N).astype(float) if column == "weight" else np.arange(N) // 5
    found = gn.compare(Y, {"a": A, "b": B}, metrics=METRICS, **{column: given})
    assert found["accuracy@0.5"].method == "paired mean", "McNemar counts rows, each once"
    plain = gn.compare(Y, {"a": A, "b": B}, metrics=METRICS)
    for pair in found.pairs:
        width = plain[pair.metric].high - plain[pair.metric].low
        assert 0.7 * width < pair.high - pair.low < 1.6 * width, pair.metric


def test_equal_weights_and_rows_of_their_own_change_little():
    plain = gn.compare(Y, {"a": A, "b": B}, metrics="roc_auc,log_loss")
    for given in ({"weight": np.full(N, 3.0)}, {"cluster": np.arange(N)}):
        found = gn.compare(Y, {"a": A, "b": B}, metrics="roc_auc,log_loss", **given)
        for pair in found.pairs:
            assert pair.low == pytest.approx(plain[pair.metric].low, rel=2e-2)


def test_rows_that_err_together_are_noted_and_clusters_widen_values_too():
    users = np.repeat(np.arange(100), 20)
    r = np.random.default_rng(8)
    y = (r.random(N) < 1 / (1 + np.exp(-r.normal(0, 1.5, 100)[users]))).astype(int)
    scores = {"a": r.random(N), "b": r.random(N)}
    assert "err together" in gn.compare(y, scores, metrics="roc_auc", curves=()).notes[0]
    known = gn.compare(y, scores, metrics="roc_auc", curves=(), cluster=users)
    assert known.notes == ()
    own = gn.interval("roc_auc", y, scores["a"], cluster=users)
    assert (known.values["a", "roc_auc"].low, known.values["a", "roc_auc"].high) == pytest.approx((own.low, own.high), rel=1e-9)
    assert gn.compare(Y, {"a": A, "b": B}, metrics="roc_auc", curves=()).notes == ()


def test_identical_models_differ_by_nothing():
    found = gn.compare(Y, {"a": A, "b": A.copy()}, metrics=METRICS)
    for pair in found.pairs:
        assert pair.difference == 0
        assert pair.p_value == 1
        assert pair.low <= 0 <= pair.high
        assert pair.better == ""
    assert {d.verdict for d in found.dominance} == {"even"}


def test_several_models_are_compared_each_with_each_and_corrected():
    models = {"a": A, "b": B, "c": rng.random(N), "d": 1 - A}
    found = gn.compare(Y, models, metrics="roc_auc,ks", curves="roc")
    assert len(found.pairs) == 2 * 6
    assert len(found.dominance) == 6
    assert all(pair.p_holm >= pair.p_bh >= pair.p_value for pair in found.pairs)
    assert found["ks", "d", "c"].better == "d"
    many = gn.evaluate({"y": Y, **{f"m{k}": A + 0.1 * k * rng.random(N) for k in range(6)}}, label="y", score=[f"m{k}" for k in range(6)])
    assert {pair.a for pair in many.comparison.pairs} == {"m0"}, "of many models the first is compared with the others"


def test_methods_on_request():
    ask = {"metrics": "roc_auc,accuracy@0.5,brier_score"}
    for method, said in (("bootstrap", "bootstrap"), ("randomization", "randomization"), ("mcnemar-exact", "mcnemar-exact")):
        found = gn.compare(Y, {"a": A, "b": B}, method=method, **ask)
        methods = {pair.method for pair in found.pairs if pair.defined}
        assert methods == {said}
    assert "is not what method='mcnemar-exact' is for" in found["roc_auc"].reason
    delong = gn.compare(Y, {"a": A, "b": B}, **ask)["roc_auc"]
    drawn = gn.compare(Y, {"a": A, "b": B}, method="bootstrap", **ask)["roc_auc"]
    assert (drawn.low, drawn.high) == pytest.approx((delong.low, delong.high), abs=0.15 * (delong.high - delong.low))


def test_tables_for_paper_and_page(from_arrays):
    text = str(from_arrays)
    assert "new is ahead of old on the ROC curve: above for certain somewhere, below for certain nowhere" in text
    assert "***" in text
    markdown = from_arrays.to_markdown().split("\n")
    assert markdown[0].startswith("| metric | new | old | new − old |")
    assert len(markdown) == 2 + len(from_arrays.pairs) + 2
    latex = from_arrays.to_latex()
    assert latex.count(r"\\") == len(from_arrays.pairs) + 1
    assert r"average\_precision" in latex
    assert "$^{***}$" in latex
    odd = gn.compare(Y, {"50%_a&b|c": A, "b": B}, metrics="roc_auc", curves=())
    assert r"50\%\_a\&b|c" in odd.to_latex()
    several = gn.compare(Y, {"a": A, "b": B, "c": A}, metrics="roc_auc", curves=())
    assert several.to_markdown().startswith("| metric | a | b | value of a | value of b |")
    assert r"50%_a&amp;b\|c" in odd.to_markdown()
    frame = from_arrays.to_frame()
    assert list(frame["metric"]) == list(from_arrays.metrics)
    assert from_arrays.to_dict()["pairs"][0]["p_value"] == from_arrays.pairs[0].p_value


def test_missing_rows_are_dropped_for_all():
    holes = A.copy()
    holes[::7] = np.nan
    with pytest.warns(gn.DroppedRowsWarning):
        found = gn.compare(Y, {"a": holes, "b": B}, metrics="roc_auc", missing="drop")
    kept = ~np.isnan(holes)
    assert found["roc_auc"].value_b == gn.roc_auc(Y[kept], B[kept])


def kept(y=Y, p=A, **more):
    return gn.evaluate({"y": y, "p": p, **more}, label="y", score="p", metrics="roc_auc", ci=None, keep_rows=True)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (
            lambda: gn.compare(Y, {"a": A, "b": B[:-1]}),
            r"scores\['b'\] has 1,999 rows and y_true 2,000; models are compared on the same rows",
        ),
        (lambda: gn.compare(Y, {"a": A}), "of two models or more"),
        (lambda: gn.compare(Y, [A, B]), "of two models or more"),
        (lambda: gn.compare(Y, {"a": A, "b": B}, level=1.5), "level=1.5 is not between 0 and 1"),
        (lambda: gn.compare(Y, {"a": A, "b": B}, method="magic"), "method='magic' is not 'auto'"),
        (lambda: gn.compare(Y, {"a": A, "b": B}, curves="lift"), "curves: 'lift' is not 'roc' or 'pr' or 'gain'"),
        (lambda: gn.compare(Y, {"a": A, "b": np.where(Y, np.nan, 1)}), r"scores\['b'\] has NaN at position"),
        (lambda: gn.compare(Y, {"a": A, "b": B}, metrics="roc_acu"), "did you mean roc_auc"),
        (lambda: gn.compare(Y, {"a": A, "b": B}, metrics="roc_auc,f1"), "f1 reads labels; give it a threshold"),
        (lambda: gn.compare(Y, {"a": A, "b": B}, cluster=np.ones(N)), "cluster: all 2,000 rows have the value"),
        (lambda: gn.compare({"y": Y, "a": A}, label="y", score=["a"]), "only 'a' is there; a comparison takes two models"),
        (lambda: gn.compare({"a": kept(), "b": kept(1 - Y)}), r"a and b were scored on different rows: the label at position 0 is"),
        (lambda: gn.compare({"a": kept(), "b": kept(Y[:-1], A[:-1])}), "a has 2,000 rows and b 1,999"),
        (
            lambda: gn.compare({"a": kept(), "b": gn.evaluate({"y": Y, "p": A}, label="y", score="p")}),
            "b: this evaluation did not keep its rows, which comparing takes; evaluate with keep_rows=True",
        ),
    ],
)
def test_refusals(call, message):
    with pytest.raises(gn.InputError, match=message):
        call()


def test_rows_of_different_weight_are_refused():
    w = np.ones(N)
    one = gn.evaluate({"y": Y, "p": A, "w": w}, label="y", score="p", weight="w", ci=None, keep_rows=True)
    other = gn.evaluate({"y": Y, "p": B, "w": w + (Y == 1)}, label="y", score="p", weight="w", ci=None, keep_rows=True)
    with raises_id("evaluation.weights_differ", mine="a", theirs="b"):
        gn.compare({"a": one, "b": other})
    with raises_id("evaluation.weights_on_one_side", mine="a", theirs="c"):
        gn.compare({"a": one, "c": kept()})


def test_few_rows_say_why_there_is_no_test():
    found = gn.compare([0, 0, 1], {"a": [0.1, 0.2, 0.9], "b": [0.2, 0.1, 0.8]}, metrics="roc_auc,accuracy@0.5")
    assert "two" in found["roc_auc"].reason
    assert math.isnan(found["roc_auc"].p_value)
    assert found["accuracy@0.5"].p_value == 1
    assert math.isnan(found["roc_auc"].p_holm)


def test_exact_is_yes_or_no():
    with raises_id("evaluation.argument_not_boolean", argument="exact", flag="yes"):
        gn.evaluate({"y": [0, 1], "p": [0.1, 0.2]}, label="y", score="p", exact="yes")
