"""Clusters that are few, unequal or of one class, and rows in which nothing varies: an interval that says so, or none and a reason."""

import math

import numpy as np
import pytest
from scipy import stats

import gnomon as gn
from gnomon.catalog import parse
from gnomon.inference.clusters import freedom, worth
from gnomon.inference.estimate import IntervalOptions, estimates
from gnomon.inference.measure import MetricCall
from gnomon.inference.observed import value_of
from gnomon.inference.public import observe
from gnomon.inference.sample import ResamplingData
from inference.test_laws import data, every_value, reference
from refusals import raises_id

RNG = np.random.default_rng(3)
N = 120
Y = RNG.integers(0, 2, N)
P, Q = (np.clip(0.25 + 0.4 * Y + RNG.normal(0, 0.25, N), 0.01, 0.99) for _ in range(2))
DEFAULTS = ["roc_auc", "average_precision", "ks", "brier_score", "log_loss", "accuracy@0.5", "mcc@0.5"]


# Two clusters are as few as there can be.


def sampled(entry, rows, clusters):
    """A metric, its value and the sample of so many rows dealt to so many clusters."""
    measure = MetricCall(parse(reference(entry)))
    sample = observe(measure, *data(entry, rows)).sample([], np.arange(rows) % clusters)
    return measure, value_of(measure, sample)[0], sample


@every_value
@pytest.mark.parametrize("level", [0.5, 0.95, 0.9999, 1 - 2**-53])
def test_two_clusters_have_an_interval_within_the_range(entry, level):
    measure, value, sample = sampled(entry, 60, 2)
    found = estimates([measure], [value], sample, IntervalOptions(level, replicates=100))[0]
    assert entry.range[0] <= found.low < found.high <= entry.range[1] or found.reason.code in ("no_end", "undefined_on_resampled")


@pytest.mark.parametrize("clusters", [2, 3])
def test_few_clusters_are_evaluated_and_compared(clusters):
    table = {"y": Y, "p": P, "q": Q, "c": np.arange(N) % clusters}
    made = gn.evaluate(table, label="y", score=["p", "q"], cluster="c", metrics=DEFAULTS)
    assert all(value.low < value.high for value in made.values.values())
    found = gn.compare(Y, {"p": P, "q": Q}, cluster=table["c"], metrics=DEFAULTS)
    for pair in found.pairs:
        assert 0 < pair.p_value < 1
        assert pair.df == pytest.approx(clusters - 1, rel=0.1)  # rows of either class are not dealt quite evenly


def test_a_slice_of_two_clusters_is_one_slice_among_others():
    table = {"y": Y, "p": P, "c": np.arange(N) // 6, "part": np.where(np.arange(N) < 12, "a", "b")}
    made = gn.evaluate(table, label="y", score="p", cluster="c", by="part", metrics=DEFAULTS)
    for part in made.slices:
        for value in part.values.values():
            assert value.unsure if value.low is None else value.low < value.high


def test_the_mean_of_three_clusters_is_corrected_once():
    """Student's quantile of two degrees of freedom on the spread of the clusters' sums, on a logarithmic scale."""
    cluster = np.arange(N) % 3
    found = gn.interval("brier_score", Y, P, cluster=cluster)
    loss = (Y - P) ** 2
    sums = np.bincount(cluster, loss - loss.mean()) / N
    error = math.sqrt(sums @ sums * 3 / 2)
    apart = math.exp(stats.t.ppf(0.975, 2) * error / loss.mean())
    assert (found.low, found.high) == pytest.approx((loss.mean() / apart, loss.mean() * apart), rel=1e-12)


def test_a_level_near_one_leaves_the_whole_range():
    found = gn.interval("brier_score", [0, 1], [0.1, 0.9999], level=0.9999)
    assert (found.low, found.high) == (0, 1)
    with raises_id("inference.interval_unsupported_by_metric"):
        gn.interval("log_loss", [0, 1], [0.1, 0.9999], level=0.9999)


# Degrees of freedom.


def test_the_number_of_clusters_is_that_of_equal_ones():
    """Kish's number, which squares that vanish or overflow do not change."""
    sizes = RNG.lognormal(3, 1, 30)
    expected = sizes.sum() ** 2 / (sizes**2).sum()
    for scale in (1, 1e-200, 1e200):
        assert worth(sizes * scale) == pytest.approx(expected, rel=1e-12)
    assert worth(np.zeros(3)) == 0
    assert freedom(np.array([1e9, 1.0, 1.0])) == 1, "one cluster that has nearly all rows leaves as much as two"


def test_clusters_of_one_class_are_welch_s():
    """Seven clusters with negatives, three with positives, all of one size: the degrees of freedom of two samples (Welch)."""
    a, b = np.repeat([1.0, 0.0], [7, 3]), np.repeat([0.0, 1.0], [7, 3])
    expected = (1 / 7 + 1 / 3) ** 2 / (1 / 7**2 / 6 + 1 / 3**2 / 2)
    assert freedom(a, b) == pytest.approx(expected, rel=1e-12)
    assert freedom(np.full(10, 7.0), np.full(10, 3.0)) == pytest.approx(9, rel=1e-12), "clusters of both classes count once"


def test_only_clusters_with_rows_that_count_are_counted():
    """Recall reads positives: of ten clusters, three of which have any, three count."""
    cluster = np.arange(N) % 10
    y = np.where(cluster < 3, Y, 0)
    compared = gn.compare(y, {"p": P, "q": Q}, metrics="recall@0.5,accuracy@0.5", cluster=cluster, curves=())
    positives = np.bincount(cluster, y)
    assert compared["recall@0.5"].df == pytest.approx(worth(positives.astype(float)) - 1, rel=1e-12)
    assert compared["accuracy@0.5"].df == pytest.approx(9, rel=1e-12)


@pytest.mark.parametrize("metric", ["roc_auc", "ks", "average_precision", "recall@0.5", "mcc@0.5"])
def test_a_class_in_one_cluster_has_no_interval(metric):
    cluster = np.where(Y == 1, 0, 1 + np.arange(N) % 5)
    with raises_id("inference.interval_unsupported_by_metric"):
        gn.interval(metric, Y, P, cluster=cluster)
    pair = gn.compare(Y, {"p": P, "q": Q}, metrics=metric, cluster=cluster, curves=()).pairs[0]
    assert "belong to one cluster" in pair.reason
    assert math.isnan(pair.p_value)


@every_value
def test_every_formula_reads_students_quantile(entry, monkeypatch):
    """The interval of clusters is that of independent blocks at the level whose normal quantile is Student's."""
    measure, value, sample = sampled(entry, 400, 20)
    df = sample.df(measure)
    clustered = estimates([measure], [value], sample, IntervalOptions(0.9))[0]
    level = 2 * stats.norm.cdf(stats.t.ppf(0.95, df)) - 1
    monkeypatch.setattr(ResamplingData, "df", lambda *_: math.inf)
    monkeypatch.setattr(ResamplingData, "drawn_df", lambda *_: df)
    same = estimates([measure], [value], sample, IntervalOptions(level, clustered.method))[0]
    if clustered.method != "mean":  # which has the degrees of freedom of its own units
        assert (clustered.low, clustered.high) == pytest.approx((same.low, same.high), rel=1e-9)  # the quantile's own digits


# Rows in which nothing varies.


def rows_without_spread():
    """Labels and scores that part the classes, all of one score, all certain; few positives, and few that are not."""
    for n, positives in ((100, 5), (200, 10), (60, 30), (40, 38)):
        y = np.repeat([1, 0], [positives, n - positives])
        yield y, np.linspace(0.95, 0.05, n)
        yield y, np.full(n, 0.3)
        yield y, y.astype(float)


@every_value
@pytest.mark.parametrize("column", ["", "weight", "cluster"])
def test_no_interval_is_a_point(entry, column):
    """An interval without width would claim that other rows could not say otherwise."""
    for y, s in rows_without_spread():
        x = (s >= 0.5).astype(int) if entry.summary is gn.Counts else s
        columns = {"weight": {"weight": np.tile([1.0, 2.0], len(y) // 2)}, "cluster": {"cluster": np.arange(len(y)) // 2}}.get(column, {})
        measure = MetricCall(parse(reference(entry)))
        sample = observe(measure, y, x, columns.get("weight")).sample([], columns.get("cluster"))
        found = estimates([measure], [value_of(measure, sample)[0]], sample, IntervalOptions(replicates=100))[0]
        assert found.low < found.high or found.reason
