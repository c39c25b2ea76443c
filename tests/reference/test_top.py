"""Metrics of the highest scores, and shares of the confusion matrix, against scikit-learn and by hand."""

import warnings

import numpy as np
import pytest
from scipy.stats import binomtest
from sklearn.metrics import confusion_matrix as sklearn_matrix
from sklearn.metrics import top_k_accuracy_score

import gnomon as gn
from gnomon.summary import ClassRanks
from refusals import raises_id

LABELS = np.array(["ape", "bee", "cat", "dog", "eel"])


def rows(n=400, seed=0):
    rng = np.random.default_rng(seed)
    truth = rng.integers(0, 5, n)
    scores = rng.dirichlet(np.ones(5), n)
    scores[np.arange(n), truth] += 0.3
    scores /= scores.sum(axis=1, keepdims=True)
    return LABELS[truth], scores, rng.random(n)


@pytest.mark.parametrize("k", [1, 2, 3, 4])
@pytest.mark.parametrize("weighted", [False, True])
def test_top_k_accuracy_is_scikit_learns(k, weighted):
    y, scores, w = rows()
    w = w if weighted else None
    expected = top_k_accuracy_score(y, scores, k=k, sample_weight=w, labels=LABELS)
    assert gn.top_k_accuracy(y, scores, k=k, weight=w) == pytest.approx(expected, rel=1e-12)


def test_one_guess_is_accuracy_and_all_classes_are_everything():
    y, scores, _ = rows()
    assert gn.top_k_accuracy(y, scores, k=1) == gn.accuracy(y, LABELS[scores.argmax(axis=1)])
    assert gn.top_k_accuracy(y, scores, k=5) == gn.top_k_accuracy(y, scores, k=9) == 1


def test_ties_are_the_mean_over_their_orders():
    # The true class shares two places below the first with two others: of three, one place is left at k = 2.
    scores = [[0.4, 0.2, 0.2, 0.2]]
    given = {"labels": list("abcd"), "k": 2}
    assert gn.top_k_accuracy(["c"], scores, **given) == pytest.approx(1 / 3, rel=1e-12)
    assert gn.top_k_accuracy(["c"], scores, ties="best", **given) == 1
    assert gn.top_k_accuracy(["c"], scores, ties="worst", **given) == 0
    # What breaks ties by position depends on how classes are numbered.
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        by_place = [top_k_accuracy_score([name], np.array(scores), k=2, labels=list("abcd")) for name in "bcd"]
    assert sum(by_place) / 3 == pytest.approx(1 / 3)


@pytest.mark.parametrize("norm", ["l1", "l2", "max"])
def test_top_label_error_is_that_of_right_or_wrong(norm):
    y, scores, w = rows()
    right = (LABELS[scores.argmax(axis=1)] == y).astype(int)
    expected = gn.expected_calibration_error(right, scores.max(axis=1), norm=norm, weight=w)
    assert gn.top_label_ece(y, scores, norm=norm, weight=w) == pytest.approx(expected, rel=1e-12)


def test_top_label_error_by_hand():
    confidence = np.array([0.95, 0.92, 0.65, 0.61, 0.55])
    scores = np.column_stack([confidence, 1 - confidence])
    # (0.9, 1]: 0.935 promised, one of two right; (0.6, 0.7]: 0.63 promised, both; (0.5, 0.6]: 0.55 promised, right.
    expected = (2 * (0.935 - 0.5) + 2 * (1 - 0.63) + (1 - 0.55)) / 5
    assert gn.top_label_ece(["a", "b", "a", "a", "a"], scores) == pytest.approx(expected, rel=1e-12)


def test_scores_that_are_no_probabilities_are_refused():
    with raises_id("metrics.sweep_score_out_of_range"):
        gn.top_label_ece(["a", "b"], [[3.0, 1.0], [1.0, 3.0]])
    assert gn.top_k_accuracy(["a", "b"], [[3.0, 1.0], [1.0, 3.0]], k=1) == 1


@pytest.mark.parametrize("metric", ["top_k_accuracy", "top_label_ece"])
def test_laws_of_rows(metric):
    y, scores, w = rows(seed=3)
    scores = np.round(scores * 8) / 8
    function = getattr(gn, metric)
    whole = function(y, scores)
    order = np.random.default_rng(1).permutation(len(y))
    assert function(y[order], scores[order]) == pytest.approx(whole, rel=1e-14)
    parts = [ClassRanks.of(y[at], scores[at], labels=list(LABELS)) for at in np.array_split(order, 3)]
    assert function(sum(parts)) == whole
    assert sum(parts) == ClassRanks.of(y, scores, labels=list(LABELS))
    times = np.random.default_rng(2).integers(0, 4, len(y))
    repeated = function(np.repeat(y, times), np.repeat(scores, times, axis=0), labels=list(LABELS))
    assert function(y, scores, weight=times) == pytest.approx(repeated, rel=1e-12)
    assert function(y, scores, weight=w * 1e9) == pytest.approx(function(y, scores, weight=w), rel=1e-12)
    with pytest.warns(gn.UndefinedMetricWarning):
        assert np.isnan(function(ClassRanks.empty()))
    with raises_id("public.summary_with_arrays"):
        function(sum(parts), scores)
    with raises_id("summary.class_ranks_labels_differ"):
        _ = parts[0] + ClassRanks.of(["x", "y"], [[0.1, 0.9], [0.2, 0.8]])


def test_evaluate_gives_the_same_with_intervals(tmp_path):
    y, scores, _ = rows()
    table = {"y": y} | {f"p_{name}": scores[:, k] for k, name in enumerate(LABELS)}
    given = {"label": "y", "score": {name: f"p_{name}" for name in LABELS.tolist()}}
    e = gn.evaluate(table, **given)
    assert {"top_k_accuracy@2", "top_label_ece"} <= set(e.metrics)
    assert float(e["top_k_accuracy@2"]) == gn.top_k_accuracy(y, scores, k=2)
    assert float(e["top_label_ece"]) == gn.top_label_ece(y, scores)
    for metric in ("top_k_accuracy@2", "top_label_ece"):
        assert e[metric].low < e[metric] < e[metric].high
    share = float(e["top_k_accuracy@2"])
    wilson = binomtest(round(share * len(y)), len(y)).proportion_ci(method="wilson")
    assert (e["top_k_accuracy@2"].low, e["top_k_accuracy@2"].high) == pytest.approx(tuple(wilson), rel=1e-12)
    loaded = gn.Evaluation.load(e.save(tmp_path / "e.gnomon"))
    assert float(loaded["top_label_ece"]) == float(e["top_label_ece"])
    with raises_id("evaluation.metrics_reason"):
        gn.evaluate({"y": y, "p": y}, label="y", prediction="p", metrics="top_k_accuracy@2")


def evaluated(y, scores, w=None, **how):
    """An evaluation of one model, or of several by name."""
    models = scores if isinstance(scores, dict) else {"m": scores}
    table = {"y": y, "w": np.ones(len(y)) if w is None else w}
    table |= {f"{name}{k}": p[:, k] for name, p in models.items() for k in range(5)}
    wanted = {name: {label: f"{name}{k}" for k, label in enumerate(LABELS)} for name in models}
    return gn.evaluate(table, label="y", score=wanted, metrics="top_k_accuracy@2,top_label_ece", weight=None if w is None else "w", **how)


def test_two_models_are_compared_on_their_rows_weighted_or_not():
    y, scores, w = rows()
    other = rows(seed=1)[1]
    for weight in (None, w):
        e = evaluated(y, {"a": scores, "b": other}, weight)
        for pair in e.comparison.pairs:
            assert pair.low < pair.difference < pair.high, pair.reason
            assert pair.reason == ""
        for value in e.values.values():
            assert value.low < value < value.high
            assert value.method in (("jackknife",) if weight is not None else ("wilson", "gaps"))


def test_on_different_rows_shares_are_compared_and_calibration_errors_are_not():
    a, b = (evaluated(*rows(n, seed)[:2]) for n, seed in ((400, 0), (300, 1)))
    share, error = gn.compare({"a": a, "b": b}, paired=False).pairs
    assert share.method == "agresti-caffo"
    assert share.low < share.difference < share.high
    assert "fewer rows" in str(error.reason)


@pytest.mark.parametrize(("ours", "theirs"), [("true", "true"), ("predicted", "pred"), ("all", "all")])
def test_shares_of_the_matrix_are_scikit_learns(ours, theirs):
    y, scores, w = rows()
    predicted = LABELS[scores.argmax(axis=1)]
    made = gn.confusion_matrix(y, predicted, normalize=ours, weight=w)
    expected = sklearn_matrix(y, predicted, labels=LABELS, normalize=theirs, sample_weight=w)
    np.testing.assert_allclose(np.asarray(made), expected, rtol=1e-12)
    np.testing.assert_allclose(made.matrix, sklearn_matrix(y, predicted, labels=LABELS, sample_weight=w), rtol=1e-12)
    turned = gn.confusion_matrix(y, predicted, normalize=ours, weight=w, orientation="predicted-rows")
    np.testing.assert_allclose(np.asarray(turned), expected.T, rtol=1e-12)
    assert made.to_dict()["shares"] == made.shares.tolist()
    again = gn.Counts.from_bytes((made + made).to_bytes())
    assert again.normalize == ours
    np.testing.assert_allclose(np.asarray(again), expected, rtol=1e-12)


def test_a_class_without_rows_has_no_shares():
    made = gn.confusion_matrix(["a", "a"], ["a", "b"], labels=["a", "b"], normalize="true")
    assert made.shares[0].tolist() == [0.5, 0.5]
    assert np.isnan(made.shares[1]).all()
    assert made.to_dict()["shares"][1] == [None, None]
    with raises_id("catalog.value_not_allowed", name="normalize"):
        gn.confusion_matrix(["a"], ["a"], normalize="pred")


def copies(each=8, n=60):
    """Rows in clusters of copies: what one row tells, eight tell no better."""
    y, scores, _ = rows(n)
    return np.repeat(y, each), np.repeat(scores, each, axis=0), np.repeat(np.arange(n), each)


@pytest.mark.parametrize("metric", ["top_k_accuracy@2", "top_label_ece"])
def test_copies_of_rows_narrow_no_interval_where_clusters_are_named(metric):
    y, scores, cluster = copies()
    one = gn.interval(metric, y[::8], scores[::8], cluster=cluster[::8])
    all_of_them = gn.interval(metric, y, scores, cluster=cluster)
    assert (all_of_them.low, all_of_them.high) == pytest.approx((one.low, one.high), rel=1e-9)
    naive = gn.interval(metric, y, scores)
    assert all_of_them.high - all_of_them.low > 1.5 * (naive.high - naive.low)


def test_weights_have_intervals():
    y, scores, w = rows()
    even = gn.interval("top_k_accuracy@2", y, scores, weight=np.ones(len(y)))
    plain = gn.interval("top_k_accuracy@2", y, scores)
    assert even.high - even.low == pytest.approx(plain.high - plain.low, rel=0.25)
    assert gn.interval("top_k_accuracy@2", y, scores, weight=w).defined


def test_models_of_several_classes_are_compared_and_saved(tmp_path):
    y, scores, _ = rows()
    table = {"y": y} | {f"{m}{c}": s[:, k] for m, s in (("m", scores), ("n", scores[:, ::-1])) for k, c in enumerate(LABELS)}
    asked = {m: {str(c): f"{m}{c}" for c in LABELS} for m in "mn"}
    e = gn.evaluate(table, label="y", score=asked, ci=0.95)
    gn.Evaluation.load(e.save(tmp_path / "e.json"))
    found = {pair.metric: pair for pair in e.comparison.pairs}
    assert {name for name in found if name.startswith("top_")} == {"top_k_accuracy@2", "top_label_ece"}
    for name in ("top_k_accuracy@2", "top_label_ece"):
        assert found[name].method == "jackknife"
        assert found[name].low < found[name].difference < found[name].high
        assert e.comparison.values["m", name].low == e.values["m", name].low, "one value has one interval"


def test_shares_compare_on_different_rows_and_calibration_does_not():
    y, scores, _ = rows()

    def part(which, **kw):
        table = {"y": y[which]} | {str(c): scores[which, k] for k, c in enumerate(LABELS)}
        return gn.evaluate(table, label="y", score={str(c): str(c) for c in LABELS}, metrics=["top_k_accuracy@2", "top_label_ece"], **kw)

    share, gap = gn.compare({"a": part(slice(0, 150)), "b": part(slice(150, 400))}, paired=False).pairs
    p, q = (share.value_a * 150 + 1) / 152, (share.value_b * 250 + 1) / 252
    half = 1.959964 * np.sqrt(p * (1 - p) / 152 + q * (1 - q) / 252)
    assert (share.low, share.high) == pytest.approx((p - q - half, p - q + half), rel=1e-5)
    assert "grows the fewer rows" in gap.reason
