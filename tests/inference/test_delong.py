"""DeLong's variance against the definition over all pairs, and the laws of weights, clusters, partial areas and levels."""

from itertools import pairwise

import numpy as np
import pytest
from scipy.stats import norm
from scipy.stats import t as student

import gnomon as gn
from gnomon.inference import delong
from gnomon.inference.blocks import SweepTable, assign_clusters, assign_rows
from gnomon.inputs import binary_rows
from inference.populations import Binormal

Z = norm.ppf(0.975)
LITTLE = 0.1
"""A level so low that no interval is cut off at 0 or 1: half its width is 0.126 standard errors."""


def placed(y, s, max_fpr=None, weight=None):
    """Placements of positives and of negatives over all pairs; for a partial area cut off at the false positive rate.

    A positive adds to the area up to a false positive rate f what is left of f beyond the share of negatives above it. A negative adds
    the share of positives above it, but none beyond those reached at f.
    """
    w = np.ones(len(y)) if weight is None else np.asarray(weight, float)
    p, n = s[y == 1], s[y == 0]
    wp, wn = w[y == 1], w[y == 0]
    won = (p[:, None] > n) + (p[:, None] == n) / 2
    of_pos, of_neg = won @ wn / wn.sum(), wp @ won / wp.sum()
    if max_fpr is not None:
        of_pos = np.maximum(max_fpr - (1 - of_pos), 0)
        curve = gn.roc_curve(y, s, weight=weight)
        of_neg = np.minimum(of_neg, np.interp(max_fpr, curve.fpr, curve.tpr))
    return of_pos, of_neg


def spread(values, weight):
    """The variance of a weighted mean: of as many rows as have any weight."""
    share, rows = weight / weight.sum(), np.count_nonzero(weight)
    return float(share**2 @ (values - share @ values) ** 2) * rows / (rows - 1)


def by_definition(y, a, b=None, max_fpr=None, weight=None):
    """S₁₀/m + S₀₁/n (DeLong, DeLong and Clarke-Pearson 1988): the variance of an area, or of the difference of two."""
    w = np.ones(len(y)) if weight is None else np.asarray(weight, float)
    parts = placed(y, a, max_fpr, weight)
    if b is not None:
        parts = [mine - other for mine, other in zip(parts, placed(y, b, max_fpr, weight), strict=True)]
    return spread(parts[0], w[y == 1]) + spread(parts[1], w[y == 0])


def name_of(max_fpr):
    return "roc_auc" if max_fpr is None else f"roc_auc(max_fpr={max_fpr}, standardize=False)"


def freedom(y, cluster, weight=None):
    """Welch's degrees of freedom of two classes whose spread is that of so many clusters of equal weight, where clusters may hold both."""
    w = np.ones(len(y)) if weight is None else weight
    shares = [np.array([w[(cluster == c) & (y == k)].sum() for c in np.unique(cluster)]) / w[y == k].sum() for k in (0, 1)]
    spread = [(share**2).sum() for share in shares]  # one over the number of clusters (Kish)
    overlap = [[1 / (1 / (a * b).sum() - 1) if (a * b).any() else 0.0 for a in shares] for b in shares]
    return sum(spread) ** 2 / sum(spread[i] * spread[j] * overlap[i][j] for i in (0, 1) for j in (0, 1))


def error_in(found, y, cluster=None, weight=None):
    """What the interval is made of; with clusters it is Student's with as many degrees of freedom as they leave."""
    reach = norm.ppf((1 + LITTLE) / 2) if cluster is None else student.ppf((1 + LITTLE) / 2, freedom(y, cluster, weight))
    return (found.high - found.low) / 2 / reach


def variance(y, s=None, max_fpr=None, **columns):
    """gnomon's variance of an area, read off its interval."""
    found = gn.interval(name_of(max_fpr), y, s, method="delong", level=LITTLE, **columns)
    return error_in(found, y, columns.get("cluster"), columns.get("weight")) ** 2


def of_difference(y, a, b, max_fpr=None, **columns):
    """gnomon's variance of the difference of two areas, read off its interval."""
    made = gn.compare(y, {"a": a, "b": b}, metrics=[name_of(max_fpr)], level=LITTLE, curves=(), replicates=100, **columns)
    return error_in(made.pairs[0], y, columns.get("cluster"), columns.get("weight")) ** 2


def models(kind, n=300, seed=0):
    """Labels and two correlated models' scores."""
    rng = np.random.default_rng(seed)
    share = {"rare": 0.03, "common": 0.97}.get(kind, 0.4)
    y = (rng.random(n) < share).astype(int)
    y[:2], y[2:4] = 0, 1
    common, own = rng.standard_normal(n), rng.standard_normal((2, n))
    a, b = (y * d + 0.8 * common + 0.6 * mine for d, mine in zip((1.2, 0.8), own, strict=True))
    if kind == "tied":
        a, b = np.round(a), np.round(2 * b) / 2
    return y, a, b


KINDS = ["plain", "tied", "rare", "common"]


def test_the_variance_of_four_rows_by_hand():
    """Positives are placed at 1/2 and 1, negatives at 1 and 1/2: S₁₀ = S₀₁ = 1/8, and 1/8/2 + 1/8/2 = 1/8."""
    s = gn.Sweep.of([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8])
    assert delong.of_sweep(s) == (0.75, 0.125)
    found = gn.interval("roc_auc", s, method="delong", level=0.5)
    assert found.high - found.value == pytest.approx(min(norm.ppf(0.75) * np.sqrt(0.125), 0.25), rel=1e-12)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("max_fpr", [None, 0.3, 0.05])
@pytest.mark.parametrize("seed", range(3))
def test_the_variance_is_that_of_the_definition(kind, max_fpr, seed):
    """From the cells of a sweep, and from rows, which unit weights ask for."""
    y, a, _ = models(kind, seed=seed)
    expected = by_definition(y, a, max_fpr=max_fpr)
    assert variance(y, a, max_fpr) == pytest.approx(expected, rel=1e-12, abs=1e-18)
    assert variance(gn.Sweep.of(y, a), None, max_fpr) == pytest.approx(expected, rel=1e-12, abs=1e-18)
    assert variance(y, a, max_fpr, weight=np.ones(len(y))) == pytest.approx(expected, rel=1e-12, abs=1e-18)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("max_fpr", [None, 0.3, 0.05])
@pytest.mark.parametrize("seed", range(3))
def test_the_variance_of_a_paired_difference_is_that_of_the_definition(kind, max_fpr, seed):
    """Which holds the covariance: V(A − B) = V(A) + V(B) − 2·Cov(A, B)."""
    y, a, b = models(kind, seed=seed)
    expected = by_definition(y, a, b, max_fpr=max_fpr)
    assert of_difference(y, a, b, max_fpr) == pytest.approx(expected, rel=1e-12, abs=1e-18)
    parts = [np.cov(*pair) / len(pair[0]) for pair in zip(placed(y, a, max_fpr), placed(y, b, max_fpr), strict=True)]
    (va, covariance), (_, vb) = parts[0] + parts[1]
    assert va + vb - 2 * covariance == pytest.approx(expected, rel=1e-10, abs=1e-16)  # here the terms cancel


@pytest.mark.parametrize("kind", KINDS)
def test_the_interval_and_the_paired_test_are_made_of_it(kind):
    y, a, b = models(kind)
    first, second = gn.roc_auc(y, a), gn.roc_auc(y, b)
    found, half = gn.interval("roc_auc", y, a, method="delong"), Z * np.sqrt(by_definition(y, a))
    np.testing.assert_allclose((found.low, found.high), np.clip((first - half, first + half), 0, 1), rtol=1e-12)
    pair = gn.compare(y, {"a": a, "b": b}, metrics="roc_auc", curves=())["roc_auc"]
    error = np.sqrt(by_definition(y, a, b))
    assert pair.difference == pytest.approx(first - second, rel=1e-12, abs=1e-15)
    ends = np.clip((first - second - Z * error, first - second + Z * error), -1, 1)
    np.testing.assert_allclose((pair.low, pair.high), ends, rtol=1e-11, atol=1e-15)  # a difference cancels a digit
    assert pair.p_value == pytest.approx(2 * norm.sf(abs(first - second) / error), rel=1e-10)
    assert pair.method == "delong"


def test_more_rows_than_fit_into_one_bucket_give_the_same():
    """60,000 rows: through the buckets of the placements, and through the cells of the sweep."""
    y, a, b = models("tied", 60_000)
    weight = np.ones(len(y))
    for s in (a, b):
        assert variance(y, s, weight=weight) == pytest.approx(variance(y, s), rel=1e-12)
    order = np.random.default_rng(0).permutation(len(y))
    assert of_difference(y[order], a[order], b[order]) == pytest.approx(of_difference(y, a, b), rel=1e-11)


def test_a_sweep_of_a_million_scores_is_bundled_without_losing_its_variance():
    """What is bundled is a ten-thousandth of a class and less, and the placements of its rows differ by no more."""
    y, s = Binormal().draw(np.random.default_rng(13), 1_200_000)
    assert len(gn.Sweep.of(y, s)) > 2**20
    assert variance(y, s) == pytest.approx(variance(y, s, weight=np.ones(len(y))), rel=1e-6)


# Partial areas.


@pytest.mark.parametrize("max_fpr", [0.1, 0.25, 0.5])
def test_the_mean_of_cut_placements_is_the_partial_area(max_fpr):
    """Where no negatives are tied with positives at the cut; 200 negatives, so that each cut falls between two of them."""
    rng = np.random.default_rng(1)
    y = np.repeat([0, 1], [200, 100])
    s = rng.standard_normal(300) + y
    of_pos, _ = placed(y, s, max_fpr)
    assert of_pos.mean() == pytest.approx(gn.roc_auc(y, s, max_fpr=max_fpr, standardize=False), rel=1e-12)
    assert delong.of_sweep(gn.Sweep.of(y, s), max_fpr).area == pytest.approx(of_pos.mean(), rel=1e-12)


@pytest.mark.parametrize("kind", ["plain", "tied"])
@pytest.mark.parametrize("max_fpr", [0.1, 0.4])
def test_the_variance_of_a_partial_area_is_that_of_a_large_bootstrap(kind, max_fpr):
    """4,000 bootstraps within the classes know the variance to √(2/4000) = 2.2 percent; allowed are four times that.

    With ties the cut falls inside a run of equal scores, where the placement counts half of them and the curve is drawn straight.
    """
    y, a, _ = models(kind, 1500, seed=3)
    rng = np.random.default_rng(4)
    at = np.flatnonzero(y == 1), np.flatnonzero(y == 0)
    drawn = []
    for _ in range(4000):
        rows = np.concatenate([rng.choice(one, len(one)) for one in at])
        drawn.append(gn.roc_auc(y[rows], a[rows], max_fpr=max_fpr, standardize=False))
    assert delong.of_sweep(gn.Sweep.of(y, a), max_fpr).variance == pytest.approx(np.var(drawn, ddof=1), rel=4 * np.sqrt(2 / 4000))


def test_the_variance_of_a_partial_area_is_the_one_data_sets_have():
    """2,000 data sets of 500 rows: their areas vary as much as each says they do, within four times √(2/2000)."""
    population, rng = Binormal(), np.random.default_rng(5)
    found = []
    for _ in range(2000):
        sweep = gn.Sweep.of(*population.draw(rng, 500))
        found.append((gn.roc_auc(sweep, max_fpr=0.2, standardize=False), delong.of_sweep(sweep, 0.2).variance))
    areas, variances = np.array(found).T
    assert variances.mean() == pytest.approx(areas.var(), rel=4 * np.sqrt(2 / 2000))


def test_a_partial_area_up_to_one_is_the_whole():
    y, a, _ = models("tied")
    whole, part = gn.interval("roc_auc", y, a), gn.interval("roc_auc(max_fpr=1)", y, a)
    assert (whole.low, whole.high) == (part.low, part.high)


@pytest.mark.parametrize("method", ["delong", "delong-wilson"])
def test_a_standardized_partial_area_has_its_interval_rescaled(method):
    """McClish's scale is a straight line: the interval moves along with it."""
    y, a, _ = models("plain", 500)
    plain = gn.interval("roc_auc(max_fpr=0.2, standardize=False)", y, a, method=method)
    scaled = gn.interval("roc_auc(max_fpr=0.2)", y, a, method=method)
    for got, part in ((scaled.low, plain.low), (scaled.value, plain.value), (scaled.high, plain.high)):
        assert got == pytest.approx((1 + (part - 0.02) / (0.2 - 0.02)) / 2, rel=1e-12)


# Weights.


@pytest.mark.parametrize("method", ["delong", "delong-wilson"])
@pytest.mark.parametrize("n", [300, 3000])
def test_equal_weights_are_none(method, n):
    y, a, _ = models("tied", n)
    plain, weighed = (gn.interval("roc_auc", y, a, method=method, weight=w) for w in (None, np.full(n, 2.5)))
    np.testing.assert_allclose((weighed.low, weighed.high), (plain.low, plain.high), rtol=1e-10 if method == "delong" else 2e-3)


@pytest.mark.parametrize("max_fpr", [None, 0.2])
def test_a_row_of_no_weight_is_absent(max_fpr):
    y, a, b = models("tied")
    w = np.random.default_rng(6).integers(0, 3, len(y)) / 2
    w[:4] = 1
    there = w > 0
    got = of_difference(y, a, b, max_fpr, weight=w)
    assert got == pytest.approx(of_difference(y[there], a[there], b[there], max_fpr, weight=w[there]), rel=1e-12)
    whole, part = gn.interval(name_of(max_fpr), y, a, weight=w), gn.interval(name_of(max_fpr), y[there], a[there], weight=w[there])
    np.testing.assert_allclose((whole.low, whole.high), (part.low, part.high), rtol=1e-12)


@pytest.mark.parametrize("max_fpr", [None, 0.2])
def test_the_weighted_variance_is_that_of_the_definition(max_fpr):
    """Each row moves a weighted mean of placements by its share of the weight times its distance from the mean."""
    y, a, b = models("tied")
    w = np.random.default_rng(7).random(len(y)) + 0.1
    assert variance(y, a, max_fpr, weight=w) == pytest.approx(by_definition(y, a, max_fpr=max_fpr, weight=w), rel=1e-10)
    assert of_difference(y, a, b, max_fpr, weight=w) == pytest.approx(by_definition(y, a, b, max_fpr, w), rel=1e-10)


def test_the_weighted_variance_is_the_one_data_sets_have():
    """Weights unlike each other by a factor of ten, 1,500 data sets: within four times √(2/1500)."""
    population, rng = Binormal(), np.random.default_rng(8)
    found = []
    for _ in range(1500):
        y, s = population.draw(rng, 400)
        w = rng.choice([0.2, 1.0, 2.0], 400)
        found.append((gn.roc_auc(y, s, weight=w), variance(y, s, weight=w)))
    areas, variances = np.array(found).T
    assert variances.mean() == pytest.approx(areas.var(), rel=4 * np.sqrt(2 / 1500))


# Clusters.


def in_clusters(y, s, cluster, max_fpr=None, weight=None):
    """What a cluster's rows move, summed and squared: c/(c − 1)·Σ(Σ w·(V − A)/W)², rows of both classes together (Obuchowski 1997).

    c are the clusters of equal weight that these are worth.
    """
    w = np.ones(len(y)) if weight is None else weight
    moved = np.empty(len(y))
    for which, values in zip((1, 0), placed(y, s, max_fpr, weight), strict=True):
        share = w[y == which] / w[y == which].sum()
        moved[y == which] = share * (values - share @ values)
    sums = np.bincount(cluster, moved)
    return float(sums @ sums) * (1 + 1 / freedom(y, cluster, weight))


@pytest.mark.parametrize("max_fpr", [None, 0.3])
@pytest.mark.parametrize("weighing", [False, True])
def test_clusters_have_the_variance_of_their_sums(max_fpr, weighing):
    y, a, _ = models("tied")
    rng = np.random.default_rng(12)
    cluster = np.unique(rng.integers(0, 60, len(y)), return_inverse=True)[1]
    w = rng.random(len(y)) + 0.1 if weighing else None
    expected = in_clusters(y, a, cluster, max_fpr, w)
    assert variance(y, a, max_fpr, cluster=cluster, weight=w) == pytest.approx(expected, rel=1e-8)  # as good as the quantile is


@pytest.mark.parametrize("max_fpr", [None, 0.3])
def test_rows_in_clusters_of_one_are_independent(max_fpr):
    """Up to the factor: c/(c − 1) for all clusters in place of m/(m − 1) and n/(n − 1) for the classes."""
    y, a, b = models("tied")
    c = len(y)
    assert variance(y, a, max_fpr, cluster=np.arange(c)) == pytest.approx(in_clusters(y, a, np.arange(c), max_fpr), rel=1e-11)
    for got, apart in (
        (variance(y, a, max_fpr, cluster=np.arange(c)), by_definition(y, a, max_fpr=max_fpr)),
        (of_difference(y, a, b, max_fpr, cluster=np.arange(c)), by_definition(y, a, b, max_fpr)),
    ):
        assert got == pytest.approx(apart, rel=2 / min(y.sum(), c - y.sum()))


@pytest.mark.parametrize("max_fpr", [None, 0.3])
def test_every_row_twice_as_a_cluster_of_two_says_no_more_than_once(max_fpr):
    y, a, b = models("plain")
    c = len(y)
    twice, user = [np.repeat(column, 2) for column in (y, a, b)], np.repeat(np.arange(c), 2)
    assert variance(*twice[:2], max_fpr, cluster=user) == pytest.approx(variance(y, a, max_fpr, cluster=np.arange(c)), rel=1e-11)
    assert of_difference(*twice, max_fpr, cluster=user) == pytest.approx(of_difference(y, a, b, max_fpr, cluster=np.arange(c)), rel=1e-11)
    assert variance(*twice[:2], max_fpr) == pytest.approx(variance(y, a, max_fpr) / 2, rel=4 / min(y.sum(), c - y.sum()))


def test_clusters_may_be_named_anyhow_and_stand_in_any_order():
    y, a, _ = models("plain")
    rng = np.random.default_rng(9)
    code = rng.integers(0, 40, len(y))
    expected = gn.interval("roc_auc", y, a, cluster=code)
    order = rng.permutation(len(y))
    names = np.array([f"user {i}" for i in range(40)])[code]
    for column in (names, names.astype(object), code * 1000 - 7, code / 2):
        got = gn.interval("roc_auc", y[order], a[order], cluster=column[order])
        np.testing.assert_allclose((got.low, got.high), (expected.low, expected.high), rtol=1e-12)


# The forms agree.


@pytest.mark.parametrize("max_fpr", [None, 0.3])
@pytest.mark.parametrize("weighing", [False, True])
@pytest.mark.parametrize("clustered", [False, True])
def test_blocks_say_what_rows_say(max_fpr, weighing, clustered):
    """With a block for each row or cluster and a cell for each score; a block's factor is that of clusters."""
    y, a, _ = models("tied", 250)
    rng = np.random.default_rng(10)
    w = rng.random(250) + 0.5 if weighing else None
    cluster = np.unique(rng.integers(0, 60, 250), return_inverse=True)[1].astype(np.int64) if clustered else np.arange(250)
    assignment = assign_clusters(cluster, 0) if clustered else assign_rows(250, 0)
    table = SweepTable.of(binary_rows(y, a, w, 1, "error"), assignment, gn.Sweep.of(y, a).thresholds).table
    got = delong.of_blocks(table, max_fpr)
    assert got.variance == pytest.approx(variance(y, a, max_fpr, weight=w, cluster=cluster), rel=1e-8)  # as good as the quantile is
    of_pos, _ = placed(y, a, max_fpr, w)
    assert got.area == pytest.approx(np.average(of_pos, weights=None if w is None else w[y == 1]), rel=1e-11)


@pytest.mark.parametrize("method", ["delong", "delong-wilson"])
def test_metrics_that_are_areas_in_disguise_have_the_areas_interval(method):
    y, a, _ = models("tied")
    area = gn.interval("roc_auc", y, a, method=method)
    for metric, of in (("gini", lambda x: 2 * x - 1), ("accuracy_ratio", lambda x: 2 * x - 1), ("rank_loss", lambda x: 1 - x)):
        found = gn.interval(metric, y, a, method=method)
        np.testing.assert_allclose(sorted((found.low, found.high)), sorted((of(area.low), of(area.high))), rtol=1e-12)
    assert gn.interval("gini", y, a, method=method).width == pytest.approx(2 * area.width, rel=1e-12)


@pytest.mark.parametrize("method", ["delong", "delong-wilson"])
def test_a_higher_level_is_a_wider_interval_around_it(method):
    y, a, _ = models("plain", 60)
    found = [gn.interval("roc_auc", y, a, method=method, level=level) for level in (0.5, 0.8, 0.9, 0.95, 0.99, 0.999)]
    for narrow, wide in pairwise(found):
        assert wide.low < narrow.low < narrow.value < narrow.high
        assert narrow.high < wide.high or narrow.high == 1


def test_models_in_the_other_order_have_the_difference_turned():
    y, a, b = models("tied")
    there = gn.compare(y, {"a": a, "b": b}, metrics="roc_auc", curves=())["roc_auc"]
    back = gn.compare(y, {"b": b, "a": a}, metrics="roc_auc", curves=())["roc_auc", "a", "b"]
    for field in ("difference", "low", "high", "p_value"):
        assert getattr(there, field) == pytest.approx(getattr(back, field), rel=1e-12)
    assert (there.a, there.b, there.better) == (back.a, back.b, back.better)
