"""Means over queries: intervals that hold the truth, tests that keep their level, and refusals."""

import numpy as np
import pytest

import gnomon as gn
from draws import off_by
from gnomon.catalog import parse
from gnomon.inference.estimate import IntervalOptions
from gnomon.inference.queries import interval_of, pair_of
from inference.populations import graded_lists, share_held


@pytest.fixture(scope="module")
def everyone():
    grade, score = graded_lists(0)
    return gn.Ranked.of(grade, score)


@pytest.mark.parametrize("metric", ["ndcg@10", "map", "mrr", "success_at@1", "hit_ratio@3", "gauc", "dcg@5"])
@pytest.mark.parametrize("queries", [40, 200])
def test_coverage(everyone, metric, queries, sets):
    """Of data sets drawn from known queries, 92 to 98 % of intervals hold the mean over all, or three standard errors from 95 %."""
    held = share_held(everyone, metric, queries, sets(1000))
    assert abs(held - 0.95) <= max(0.03, off_by(sets(1000))), held


@pytest.mark.parametrize("method", ["auto", "randomization"])
def test_models_that_are_equally_good_differ_by_chance_only(method):
    """Two models that are each as good as the other are told apart at 5 % in about one data set of twenty."""
    grade, first = graded_lists(1, 6000)
    _, second = graded_lists(2, 6000, grades=grade)
    a, b = gn.Ranked.of(grade, first), gn.Ranked.of(grade, second)
    how = IntervalOptions(method=method, replicates=200)
    reference = parse("ndcg@10")
    sets = 600 if method == "auto" else 300
    rng = np.random.default_rng(3)
    alarms = 0
    for _ in range(sets):
        which = rng.integers(0, len(a), 60)
        alarms += pair_of(reference, "a", "b", a.take(which), b.take(which), how).p_value < 0.05
    assert 0.02 <= alarms / sets <= 0.085, alarms / sets


def test_means_and_errors_are_those_of_the_queries():
    grade, score = graded_lists(4, 300)
    with pytest.warns(gn.UndefinedMetricWarning):
        values = np.array(list(gn.ndcg(grade, score, k=10, per_query=True).values()))
    values = values[~np.isnan(values)]
    found = gn.interval("ndcg@10", grade, score, method="mean")
    from scipy.stats import t

    half = t.ppf(0.975, len(values) - 1) * values.std(ddof=1) / np.sqrt(len(values))
    assert found.value == pytest.approx(values.mean(), rel=1e-12)
    assert (found.low, found.high) == (pytest.approx(values.mean() - half, rel=1e-9), pytest.approx(values.mean() + half, rel=1e-9))


def test_weighted_means_are_ratios():
    """GAUC's error is that of a ratio of sums: the delete-one jackknife agrees."""
    rng = np.random.default_rng(5)
    group = rng.integers(0, 60, 1500)
    y = (rng.random(1500) < 0.3).astype(int)
    s = rng.standard_normal(1500) + y
    found = gn.interval("gauc", y, s, group=group, method="mean")
    table = gn.gauc_table(y, s, group)
    w, v, n = table.weight.astype(float), table.auc, len(table)
    without = np.array([(w @ v - w[i] * v[i]) / (w.sum() - w[i]) for i in range(n)])
    jackknife = np.sqrt((n - 1) / n * ((without - without.mean()) ** 2).sum())
    from scipy.stats import t

    assert (found.high - found.low) / 2 / t.ppf(0.975, n - 1) == pytest.approx(jackknife, rel=0.05)


def test_pairs_are_paired_t_tests():
    grade, first = graded_lists(6, 80)
    _, second = graded_lists(7, 80, skill=1.4, grades=grade)
    grade[:, 0] = 1  # something relevant in every query
    scores = {"a": first.ravel(), "b": second.ravel()}
    pair = gn.compare(grade.ravel(), scores, group=np.repeat(np.arange(80), 12), metrics="map")["map"]
    a, b = (np.array(list(gn.mean_average_precision(grade, s, per_query=True).values())) for s in (first, second))
    from scipy.stats import ttest_rel

    expected = ttest_rel(a, b)
    assert pair.p_value == pytest.approx(expected.pvalue, rel=1e-9)
    assert pair.difference == pytest.approx((a - b).mean(), rel=1e-12)
    assert (pair.low, pair.high) == pytest.approx(tuple(expected.confidence_interval(0.95)), rel=1e-6)


def test_the_same_seed_gives_the_same_bootstrap():
    grade, score = graded_lists(8, 100)
    grade[:, 0] = 1
    first, again, other = (gn.interval("ndcg@10", grade, score, method="bca", seed=seed) for seed in (1, 1, 2))
    assert (first.low, first.high) == (again.low, again.high) != (other.low, other.high)
    assert first.low < first.value < first.high


def test_what_has_no_interval_says_why():
    grade, score = graded_lists(9, 30)
    for message, call in {
        "needs two queries": lambda: gn.interval("ndcg@10", [1, 0, 1], [3, 2, 1]),
        "every query has the same value": lambda: gn.interval("precision_at@2", [[1, 0], [1, 0]], [[2, 1], [2, 1]]),
        "is not for means over queries": lambda: gn.interval("ndcg@10", grade, score, method="delong"),
        "which are drawn whole": lambda: gn.interval("ndcg@10", grade, score, cluster=[1]),
        "reads rows, not ranked lists": lambda: gn.interval("roc_auc", [0, 1], [0.1, 0.2], group=[1, 1]),
        "holds none; pass a Ranked": lambda: gn.interval("ndcg@10", gn.Sweep.of([0, 1], [0.1, 0.9])),
        "the metric is undefined": lambda: gn.interval("ndcg@10", [[0, 0], [0, 0]], [[2, 1], [2, 1]]),
        "no share, which Wilson": lambda: gn.interval("dcg@10", grade, score, method="mean-wilson"),
    }.items():
        with pytest.raises(gn.InputError, match=message):
            call()


def test_models_on_different_queries_are_not_compared():
    a = gn.evaluate_runs({"q": {"d": 1}, "p": {"d": 1}}, {"a": {"q": {"d": 1.0}}}, metrics="mrr(missing_queries=skip)", ci=None)
    b = gn.evaluate_runs({"q": {"d": 1}, "p": {"d": 1}}, {"b": {"p": {"d": 1.0}}}, metrics="mrr(missing_queries=skip)", ci=None)
    pair = gn.compare({"a": a, "b": b}, metrics="mrr(missing_queries=skip)").pairs[0]
    assert "different queries" in pair.reason
    assert np.isnan(pair.p_value)


def test_signs_are_thrown_with_their_weights():
    """Of groups that weigh differently, a large one without a difference does not drown eight that agree."""
    from gnomon.inference.significance import randomization

    y, a, b, group = [], [], [], []
    for user in range(8):
        y += [1, 0]
        a += [2.0, 1.0]
        b += [1.0, 2.0]
        group += [user, user]
    y += [1, 0] * 100
    a += [1.0, 0.0] * 100
    b += [1.0, 0.0] * 100
    group += [8] * 200
    pair = gn.compare(y, {"a": a, "b": b}, group=group, metrics="gauc", method="randomization")["gauc"]
    assert pair.p_value == randomization(np.ones(8), 1000, 0) == 2 / 2**8


def test_a_difference_that_never_varies_is_not_tested():
    grade = np.tile([1, 1, 0, 0, 0], (15, 1))
    first, second = np.tile([5, 4, 3, 2, 1], (15, 1)), np.tile([5, 1, 4, 3, 2], (15, 1))
    scores = {"a": first.ravel(), "b": second.ravel()}
    pair = gn.compare(grade.ravel(), scores, group=np.repeat(np.arange(15), 5), metrics="precision_at@3")["precision_at@3"]
    assert "same on every query" in pair.reason
    assert np.isnan(pair.p_value)


def test_values_past_the_range_keep_their_interval():
    rng = np.random.default_rng(0)
    grade, score = rng.integers(-3, 2, (40, 6)), rng.standard_normal((40, 6))
    for metric in ("cg(negative=keep)@3", "ndcg(convention=sklearn)@3"):
        found = gn.interval(metric, grade, score)
        assert found.low < found.value < found.high


def test_the_interval_is_that_of_the_value():
    """GAUC by positives weighs the positives that were shown, in value and interval."""
    qrels = {"a": {"x": 1, "y": 0, "r1": 1, "r2": 1}, "b": {"x": 1, "y": 0}, "c": {"x": 1, "y": 0, "z": 1}}
    run = {"a": {"x": 1.0, "y": 2.0}, "b": {"x": 2.0, "y": 1.0}, "c": {"x": 3.0, "y": 2.0, "z": 1.0}}
    ranked = gn.Ranked.from_qrels(qrels, run)
    for weight in ("positives", "impressions", "uniform"):
        value = gn.gauc(ranked, group_weight=weight)
        assert interval_of(parse(f"gauc(group_weight={weight})"), ranked, IntervalOptions()).value == pytest.approx(value, rel=1e-14)
