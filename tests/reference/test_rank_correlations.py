"""Correlations of ranks and the concordance index against SciPy, lifelines, and exact fractions over every pair of rows."""

import warnings

import numpy as np
import pytest
import scipy.stats as stats
from hypothesis import given, settings
from hypothesis import strategies as st
from lifelines.utils import concordance_index as lifelines_index

import gnomon as gn
import plain_pairs

ENGLISH = [56, 75, 45, 71, 61, 64, 58, 80, 76, 61]
MATHS = [66, 70, 40, 60, 65, 56, 59, 77, 67, 63]
seeds = pytest.mark.parametrize("seed", range(6))


def series(seed, n=300):
    rng = np.random.default_rng(seed)
    x = rng.standard_normal(n)
    y = x + rng.standard_normal(n)
    return (x, y) if seed % 2 else (np.round(x), np.round(y * 2) / 2)


@seeds
def test_scipy_agrees(seed):
    x, y = series(seed)
    assert gn.spearman(x, y) == pytest.approx(stats.spearmanr(x, y).statistic, rel=1e-12)
    for variant in ("b", "c"):
        assert gn.kendall(x, y, variant=variant) == pytest.approx(stats.kendalltau(x, y, variant=variant).statistic, rel=1e-12)


@seeds
def test_scipy_agrees_on_weights_that_repeat_rows(seed):
    x, y = series(seed, 80)
    w = np.random.default_rng(seed).integers(0, 5, 80)
    repeated = np.repeat(x, w), np.repeat(y, w)
    assert gn.spearman(x, y, weight=w) == pytest.approx(stats.spearmanr(*repeated).statistic, rel=1e-12)
    for variant in ("b", "c"):
        assert gn.kendall(x, y, weight=w, variant=variant) == pytest.approx(
            stats.kendalltau(*repeated, variant=variant).statistic, rel=1e-12
        )
    assert gn.kendall(x, y, weight=w, variant="a") == pytest.approx(gn.kendall(*repeated, variant="a"), rel=1e-12)
    assert gn.somers_d(x, y, weight=w) == pytest.approx(stats.somersd(*repeated).statistic, rel=1e-12)


@pytest.mark.parametrize("seed", range(3))
def test_scipy_agrees_on_which_variable_is_dependent(seed):
    rng = np.random.default_rng(seed)
    x, y = rng.integers(0, 5, 60), rng.integers(0, 4, 60)
    y[:20] = x[:20]
    assert gn.somers_d(x, y) == pytest.approx(stats.somersd(x, y).statistic, rel=1e-12)
    assert gn.somers_d(x, y, dependent="x") == pytest.approx(stats.somersd(y, x).statistic, rel=1e-12)


@seeds
@pytest.mark.parametrize("share", [0.0, 0.3, 0.9])
def test_lifelines_agrees(seed, share):
    rng = np.random.default_rng(seed)
    time = rng.integers(1, 40, 150).astype(float) if seed % 2 else rng.exponential(10, 150)
    predicted = np.round(time + rng.normal(0, 10, 150), 0 if seed % 3 else 6)
    event = rng.random(150) >= share
    expected = lifelines_index(time, predicted, event)
    assert gn.concordance_index(time, predicted, event=event) == pytest.approx(expected, rel=1e-12)
    assert gn.concordance_index(time, -predicted, event=event, predicts="risk") == pytest.approx(expected, rel=1e-12)
    assert gn.concordance_index(time, predicted) == pytest.approx(lifelines_index(time, predicted), rel=1e-12)


@seeds
def test_of_classes_they_are_the_area_under_the_curve(seed):
    rng = np.random.default_rng(seed)
    y = rng.integers(0, 2, 200)
    score = np.round(rng.random(200) + 0.3 * y, 1)
    assert gn.somers_d(y, score) == pytest.approx(gn.gini(y, score), rel=1e-12)
    assert gn.concordance_index(y, score) == pytest.approx(gn.roc_auc(y, score), rel=1e-12)


def test_worked_examples():
    """English and maths of ten pupils; examples of SciPy; a patient lost to follow-up."""
    assert gn.spearman(ENGLISH, MATHS) == pytest.approx(0.668696, abs=5e-7)
    # The examples of SciPy's documentation; the last are guests who say how clean a hotel is, by its class.
    assert gn.spearman([1, 2, 3, 4, 5], [5, 6, 7, 8, 7]) == pytest.approx(0.8207826816681233, rel=1e-15)
    assert gn.kendall([12, 2, 1, 12, 2], [1, 4, 7, 1, 0]) == pytest.approx(-0.47140452079103173, rel=1e-15)
    guests = np.array([[27, 25, 14, 7, 0], [7, 14, 18, 35, 12], [1, 3, 2, 7, 17]])
    clean, kind = np.indices(guests.shape)
    assert gn.somers_d(clean.ravel(), kind.ravel(), weight=guests.ravel()) == pytest.approx(0.6032766111513396, rel=1e-15)
    # Of three patients who died at 1, 3 and 4 and one lost at 2, the pairs with the one lost are comparable with the first alone.
    assert gn.concordance_index([1, 2, 3, 4], [2, 1, 3, 4], event=[1, 0, 1, 1]) == 3 / 4


def test_what_is_perfect_is_exactly_one():
    x = np.random.default_rng(0).integers(0, 1000, 3000)
    for metric in (gn.spearman, gn.kendall, gn.somers_d, gn.concordance_index):
        assert metric(x, x**3) == 1.0
        assert metric(x, -x) == (0.0 if metric is gn.concordance_index else -1.0)


def test_more_rows_than_floats_count():
    """Of 2^40 rows a handful differ: sums of floats would lose them."""
    x, y, w = [0.0, 1.0, 1.0, 2.0], [0.0, 0.0, 1.0, 1.0], [2**40, 1, 1, 1]
    counts = gn.Joint(x, y, w, [0] * 4)
    assert gn.kendall(counts) == pytest.approx(plain_pairs.kendall(x, y, w), rel=1e-15)
    assert gn.somers_d(counts, dependent="x") == pytest.approx(plain_pairs.somers_d(x, y, w, "x"), rel=1e-15)
    few = gn.Joint(x, y, [2**31 - 3, 1, 1, 1], [0] * 4)
    assert gn.spearman(few) == pytest.approx(plain_pairs.spearman(x, y, [2**31 - 3, 1, 1, 1]), rel=1e-15)
    # Past 2^31 rows ranks are weighed as floats.
    assert gn.spearman(counts) == pytest.approx(plain_pairs.spearman(x, y, w), rel=1e-12)


VALUES = st.sampled_from([-2.0, -0.5, 0.0, -0.0, 0.1, 0.30000000000000004, 1.0, 7.0, 1e150])
WEIGHTS = [None, st.integers(0, 5), st.sampled_from([0.0, 1e-99, 1e-30, 0.1, 1.0, 3.5, 1e17, 1e60])]


@pytest.mark.parametrize("kind", range(3))
@given(data=st.data())
@settings(deadline=None)
def test_every_pair_of_rows(kind, data):
    n = data.draw(st.integers(1, 12))
    x, y = (data.draw(st.lists(VALUES, min_size=n, max_size=n)) for _ in range(2))
    event = data.draw(st.lists(st.integers(0, 1), min_size=n, max_size=n))
    w = None if kind == 0 else data.draw(st.lists(WEIGHTS[kind], min_size=n, max_size=n))
    if w is not None and not any(w):
        w[0] = 1
    expected = {
        "spearman": plain_pairs.spearman(x, y, w),
        "kendall": plain_pairs.kendall(x, y, w),
        "kendall(variant=c)": plain_pairs.kendall(x, y, w, "c"),
        "somers_d": plain_pairs.somers_d(x, y, w),
        "somers_d(dependent=x)": plain_pairs.somers_d(x, y, w, "x"),
        "concordance_index": plain_pairs.concordance_index(x, y, None, w),
    }
    joint, censored = gn.Joint.of(x, y, weight=w), gn.Joint.of(x, y, weight=w, event=event)
    for name, value in expected.items():
        got = joint.bounds(name)[0]
        # A difference of two sums of pairs is as good as the sums.
        assert got == pytest.approx(value, rel=1e-12, abs=1e-14, nan_ok=True), name
    assert censored.bounds("concordance_index")[0] == pytest.approx(
        plain_pairs.concordance_index(x, y, event, w), rel=1e-12, abs=1e-14, nan_ok=True
    )
    if kind == 0:
        np.testing.assert_equal(gn.concordance_index(x, y, event=event, undefined=np.nan), gn.concordance_index(censored, undefined=np.nan))
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            for name in ("spearman", "kendall", "somers_d", "concordance_index"):
                np.testing.assert_equal(getattr(gn, name)(x, y), getattr(gn, name)(joint), "rows and cells say the same, digit by digit")
