"""Student's t in all its forms: against SciPy, exact fractions and simulation."""

import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

import gnomon as gn

RNG = np.random.default_rng(0)
A, B = RNG.normal(3, 2, 17), RNG.normal(2, 5, 9)
SIDES = pytest.mark.parametrize("alternative", ["two-sided", "less", "greater"])
SAMPLES = st.lists(st.integers(-1000, 1000), min_size=2, max_size=20).filter(lambda values: len(set(values)) > 1)


def same(found, expected):
    assert (found.statistic, found.df, found.p_value) == pytest.approx((expected.statistic, expected.df, expected.pvalue), rel=1e-12)


@SIDES
@pytest.mark.parametrize("equal_var", [False, True])
@given(a=SAMPLES, b=SAMPLES)
def test_two_samples_as_scipy_has_them(a, b, equal_var, alternative):
    found = gn.t_test(a, b, equal_var=equal_var, alternative=alternative, level=0.9)
    expected = stats.ttest_ind(a, b, equal_var=equal_var, alternative=alternative)
    same(found, expected)
    ends = expected.confidence_interval(0.9)
    # Quantiles of the two libraries' laws differ in the eleventh digit where degrees of freedom are few and not whole.
    assert tuple(found.interval) == pytest.approx((ends.low, ends.high), rel=1e-9, abs=1e-9)


@SIDES
def test_pairs_as_scipy_has_them(alternative):
    found = gn.t_test(A[:9], B, paired=True, alternative=alternative)
    expected = stats.ttest_rel(A[:9], B, alternative=alternative)
    same(found, expected)
    ends = expected.confidence_interval(0.95)
    assert tuple(found.interval) == pytest.approx((ends.low, ends.high), rel=1e-12)
    assert found.difference == pytest.approx(float(np.mean(A[:9] - B)), rel=1e-12)


@SIDES
@pytest.mark.parametrize("equal_var", [False, True])
def test_summaries_are_the_rows(alternative, equal_var):
    printed = [number for x in (A, B) for number in (x.mean(), x.std(ddof=1), len(x))]
    found = gn.t_test_from_summaries(*printed, equal_var=equal_var, alternative=alternative)
    expected = stats.ttest_ind_from_stats(*printed, equal_var=equal_var, alternative=alternative)
    assert (found.statistic, found.p_value) == pytest.approx(tuple(expected), rel=1e-12)
    rows = gn.t_test(A, B, equal_var=equal_var, alternative=alternative)
    for name in ("statistic", "df", "p_value", "difference", "effect_size"):
        assert getattr(found, name) == pytest.approx(getattr(rows, name), rel=1e-12)
    assert tuple(found.interval) == pytest.approx(tuple(rows.interval), rel=1e-12)
    assert (found.sizes, found.method, found.effect) == (rows.sizes, rows.method, rows.effect)


def test_a_large_mean_takes_no_digits():
    """Fractions know the figures of values around 10⁹ exactly."""
    a, b = 1e9 + np.array([0.25, 0.5, 1.0, 2.0]), 1e9 + np.array([0.125, 0.75, 0.5])
    means = [sum(map(Fraction, x.tolist())) / len(x) for x in (a, b)]
    spreads = [sum((Fraction(v) - m) ** 2 for v in x.tolist()) / (len(x) - 1) / len(x) for x, m in zip((a, b), means, strict=True)]
    found = gn.t_test(a, b)
    assert found.difference == pytest.approx(float(means[0] - means[1]), rel=1e-15)
    assert found.statistic == pytest.approx(float(means[0] - means[1]) / math.sqrt(sum(spreads)), rel=1e-14)


@pytest.mark.parametrize("unit", [1e-200, 1e-160, 1e140])
def test_units_change_nothing(unit):
    found, usual = gn.t_test(unit * A, unit * B), gn.t_test(A, B)
    for name in ("statistic", "df", "p_value", "effect_size"):
        assert getattr(found, name) == pytest.approx(getattr(usual, name), rel=1e-12)
    assert found.difference == pytest.approx(unit * usual.difference, rel=1e-12)
    assert found.interval.low == pytest.approx(unit * usual.interval.low, rel=1e-12)


@given(st.permutations(range(17)))
def test_the_order_of_the_rows_plays_no_part(order):
    assert gn.t_test(A[list(order)], B) == gn.t_test(A, B)


def test_effect_sizes_say_of_what():
    difference = A.mean() - B.mean()
    welch, pooled, paired = gn.t_test(A, B), gn.t_test(A, B, equal_var=True), gn.t_test(A[:9], B, paired=True)
    assert [found.effect for found in (welch, pooled, paired)] == ["average", "pooled", "differences"]
    assert welch.effect_size == pytest.approx(difference / math.sqrt((A.var(ddof=1) + B.var(ddof=1)) / 2), rel=1e-12)
    both = (16 * A.var(ddof=1) + 8 * B.var(ddof=1)) / 24
    assert pooled.effect_size == pytest.approx(difference / math.sqrt(both), rel=1e-12)
    assert paired.effect_size == pytest.approx(np.mean(A[:9] - B) / np.std(A[:9] - B, ddof=1), rel=1e-12)
    assert paired.effect_size == pytest.approx(paired.statistic / 3, rel=1e-12)


@pytest.mark.parametrize(
    ("call", "reason"),
    [
        (lambda **how: gn.t_test([1, 1], [2, 2], **how), "each sample is constant"),
        (lambda **how: gn.t_test([0.1] * 3, [0.1] * 4, equal_var=True, **how), "each sample is constant"),
        (lambda **how: gn.t_test([0.3, 0.4, 0.7], [0.2, 0.3, 0.6], paired=True, **how), "all differences are the same"),
        (lambda **how: gn.t_test_from_summaries(1, 0, 5, 2, 0, 5, **how), "each sample is constant"),
        (lambda **how: gn.corrected_resampled_t([0.1, 0.1, 0.1], train=9, test=1, **how), "all differences are the same"),
    ],
)
def test_what_does_not_vary_has_no_test(call, reason):
    with pytest.warns(gn.UndefinedMetricWarning, match=reason):
        found = call()
    assert math.isnan(found.statistic)
    assert math.isnan(found.p_value)
    assert not found.defined
    assert not found.interval.defined
    assert reason in found.reason == found.interval.reason
    with pytest.raises(gn.UndefinedMetricError, match=reason):
        call(undefined="raise")
    assert not call(undefined=0).defined


def test_whole_pairs_that_differ_by_rounding_would_are_told_apart():
    """Near 2⁵³ a difference of 1 is real where the values are whole."""
    big = 2**52
    found = gn.t_test([big, big + 3, big + 5], [big, big + 2, big + 4], paired=True)
    assert found.statistic == pytest.approx(stats.ttest_1samp([0, 1, 1], 0).statistic, rel=1e-12)


@SIDES
def test_the_corrected_resampled_t_by_its_formula(alternative):
    d = RNG.normal(0.01, 0.02, 10)
    found = gn.corrected_resampled_t(d, train=900, test=100, alternative=alternative)
    error = math.sqrt((1 / 10 + 100 / 900) * np.var(d, ddof=1))
    law = stats.t(9)
    t = np.mean(d) / error
    p = {"two-sided": 2 * law.sf(abs(t)), "greater": law.sf(t), "less": law.cdf(t)}[alternative]
    assert (found.statistic, found.error, found.p_value, found.df) == pytest.approx((t, error, p, 9), rel=1e-12)
    half = law.isf(0.025 if alternative == "two-sided" else 0.05) * error
    low = -math.inf if alternative == "less" else np.mean(d) - half
    assert tuple(found.interval) == pytest.approx((low, math.inf if alternative == "greater" else np.mean(d) + half), rel=1e-12)
    assert gn.corrected_resampled_t(d, train=0.9, test=0.1, alternative=alternative).statistic == pytest.approx(t, rel=1e-12)
    assert found.inflation == pytest.approx(error / (np.std(d, ddof=1) / math.sqrt(10)), rel=1e-12)


def test_the_correction_keeps_the_level_where_splits_overlap():
    """Two guesses of a mean, from the training rows and by the constant 0, are equally good for values of this spread.

    Over 200 data sets with thirty random splits each, the usual t test sees a difference far too often.
    """
    rng = np.random.default_rng(3)
    usual = corrected = 0
    for _ in range(200):
        values = rng.normal(math.sqrt(1 / 90), 1, 100)
        differences = []
        for _ in range(30):
            order = rng.permutation(100)
            train, test = values[order[:90]], values[order[90:]]
            differences.append(np.mean((test - train.mean()) ** 2) - np.mean(test**2))
        usual += stats.ttest_1samp(differences, 0).pvalue < 0.05
        corrected += gn.corrected_resampled_t(differences, train=90, test=10).p_value < 0.05
    assert usual > 60, usual
    assert corrected < 20, corrected
