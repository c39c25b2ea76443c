"""The two-sample Kolmogorov–Smirnov test: against SciPy, against every order counted, and against the published table."""

import math
import warnings
from fractions import Fraction
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

import gnomon as gn
from gnomon.statistics.kolmogorov import _counted
from refusals import raises_id

RNG = np.random.default_rng(0)
SIDES = pytest.mark.parametrize("alternative", ["two-sided", "less", "greater"])
VALUES = st.lists(st.integers(-8, 8) | st.floats(-8, 8), min_size=1, max_size=30)


def gap(a, b, at):
    """F_a − F_b at a value, as a fraction."""
    return Fraction(sum(v <= at for v in a), len(a)) - Fraction(sum(v <= at for v in b), len(b))


@SIDES
@given(a=VALUES, b=VALUES)
def test_as_scipy_has_it(a, b, alternative):
    for method, theirs in (("exact", "exact"), ("asymptotic", "asymp")):
        found = gn.ks_2samp(a, b, method=method, alternative=alternative)
        if len(a) == len(b) == 1 and method == "asymptotic":  # SciPy's law of no value at all is NaN
            continue
        with warnings.catch_warnings(record=True) as gave_up:  # where rounding carries its exact p-value above 1
            warnings.simplefilter("always", RuntimeWarning)
            expected = stats.ks_2samp(a, b, method=theirs, alternative=alternative)
        assert found.statistic == pytest.approx(expected.statistic, rel=1e-12, abs=1e-15)
        assert found.method == method
        if found.statistic < 1 or method == "exact":  # of wholly parted samples SciPy's law says 0
            assert found.p_value == pytest.approx(1 if gave_up else expected.pvalue, rel=1e-12)
        if found.statistic:
            assert found.sign * gap(a, b, found.location) == pytest.approx(found.statistic, rel=1e-12)
            gaps = [found.sign * gap(a, b, v) for v in sorted({*a, *b})]
            assert found.sign == expected.statistic_sign or max(gaps) == -min(gaps), "as far apart both ways, a is above"
            assert sorted({*a, *b})[gaps.index(max(gaps))] == found.location, "the lowest of those as far apart"
        else:
            assert math.isnan(found.location)
            assert found.sign == 0


@SIDES
def test_the_exact_p_value_counts_orders(alternative):
    """Of samples without equal values every order is as likely."""
    a, b = [0.1, 0.4, 0.5, 0.9], [0.3, 0.6, 0.7, 0.8, 1.0]
    seen = gn.ks_2samp(a, b, alternative=alternative)
    both = sorted(a + b)
    beyond = total = 0
    for first in combinations(both, len(a)):
        second = [v for v in both if v not in first]
        gaps = [gap(first, second, v) for v in both]
        size = {"two-sided": max(map(abs, gaps)), "greater": max(gaps), "less": -min(gaps)}[alternative]
        beyond += size >= Fraction(seen.statistic).limit_denominator(1000)
        total += 1
    assert seen.p_value == pytest.approx(beyond / total, rel=1e-12)


def test_an_exact_p_value_that_scipy_gives_up_on():
    """Rounding carries SciPy's sum above 1 here; all orders are as far apart as 0.2, and 0.4 is counted by both."""
    with pytest.warns(RuntimeWarning, match="unsuccessful"):
        stats.ks_2samp([0] * 5, [0, 0, 0, 0, 1], method="exact")
    assert gn.ks_2samp([0] * 5, [0, 0, 0, 0, 1]).method == "exact"
    assert gn.ks_2samp([0] * 5, [0, 0, 0, 0, 1]).p_value == pytest.approx(1, rel=1e-12)
    for m, n, alternative in ((5, 5, "two-sided"), (7, 11, "greater"), (12, 8, "less")):
        a, b = RNG.normal(size=m), RNG.normal(size=n)
        expected = stats.ks_2samp(a, b, method="exact", alternative=alternative)
        assert _counted(m, n, expected.statistic, alternative) == pytest.approx(expected.pvalue, rel=1e-12)


def test_auto_is_exact_for_small_samples_only():
    a, b = RNG.normal(size=10_001), RNG.normal(size=50)
    assert gn.ks_2samp(a[:-1], b).method == "exact"
    assert gn.ks_2samp(a, b).method == "asymptotic"
    assert gn.ks_2samp(a, b, method="exact").method == "exact"
    with raises_id("statistics.exact_ks_samples_too_large", a=70001, b=70002):
        gn.ks_2samp(np.arange(70_001), np.arange(70_002), method="exact")


def test_the_published_critical_values():
    """c(α) of the table that Smirnov's law gives; 200 and 300 values at 0.05 make 0.124."""
    for alpha, c in ((0.10, 1.224), (0.05, 1.358), (0.01, 1.628), (0.005, 1.731)):
        found = gn.ks_2samp([1.0], [2.0], alpha=alpha)
        assert found.critical_value / math.sqrt(2) == pytest.approx(c, abs=5e-4)
    found = gn.ks_2samp(np.arange(200), np.arange(300) + 0.5, alpha=0.05)
    assert round(found.critical_value, 3) == 0.124
    one = gn.ks_2samp([1.0], [2.0], alternative="less", alpha=0.025)
    assert one.critical_value == pytest.approx(gn.ks_2samp([1.0], [2.0]).critical_value, rel=1e-15)


def test_the_p_value_decides_and_a_critical_value_that_would_not_is_told():
    seen = set()
    rng = np.random.default_rng(1)
    for _ in range(300):
        found = gn.ks_2samp(rng.normal(size=7), rng.normal(1, 1, size=6), alpha=0.1)
        assert found.reject == (found.p_value <= 0.1)
        told = [note.code for note in found.notes]
        assert ("ks_disagrees" in told) == (found.reject != (found.statistic > found.critical_value))
        seen.add("ks_disagrees" in told)
    assert seen == {True, False}


def test_equal_values_are_noted_with_an_exact_p_value():
    assert [note.code for note in gn.ks_2samp([1, 2, 2], [2, 3]).notes] == ["ks_ties"]
    assert gn.ks_2samp([1, 2, 2], [2, 3], method="asymptotic").notes == ()
    assert gn.ks_2samp([1, 2], [3, 4]).notes == ()


@given(values=st.lists(st.integers(0, 3), min_size=4, max_size=8), m=st.integers(1, 3))
def test_ties_make_the_exact_p_value_too_large_never_too_small(values, m):
    """Of tied values every choice of those that are a's is as likely; so many of them are as far apart."""
    a, b = values[:m], values[m:]
    found = gn.ks_2samp(a, b)
    chosen = [
        ([values[i] for i in first], [v for i, v in enumerate(values) if i not in first]) for first in combinations(range(len(values)), m)
    ]
    beyond = [max(abs(gap(one, other, v)) for v in values) >= max(abs(gap(a, b, v)) for v in values) for one, other in chosen]
    assert found.p_value >= sum(beyond) / len(chosen) - 1e-12


@pytest.mark.parametrize("shift", [0.004, 0.006, 0.009, 0.012])
def test_the_far_tail_of_large_samples(shift):
    """Our expansion against SciPy's sum of n terms; they agree to 1e-6 where the p-value is above 1e-14."""
    n = 400_000
    a = (np.arange(n) + 0.5) / n
    found, expected = gn.ks_2samp(a, a + shift), stats.ks_2samp(a, a + shift, method="asymp")
    assert found.method == "asymptotic"
    assert found.statistic == pytest.approx(expected.statistic, rel=1e-12)
    assert found.p_value == pytest.approx(expected.pvalue, rel=1e-6)


def test_wholly_parted_samples_have_a_p_value():
    assert gn.ks_2samp([1, 2], [3, 4], method="asymptotic").p_value == pytest.approx(1 / 3, rel=1e-12)
    assert gn.ks_2samp([1, 2], [3, 4], method="asymptotic", alternative="greater").p_value == pytest.approx(1 / 6, rel=1e-12)
    for alternative in ("two-sided", "greater"):
        pair = (gn.ks_2samp(range(20), range(30, 55), method=method, alternative=alternative) for method in ("exact", "asymptotic"))
        exact, law = (found.p_value for found in pair)
        assert law == pytest.approx(exact, rel=1e-10)  # SciPy's exact sum is good to eleven digits here


def test_ks_is_the_metric_of_the_same_name():
    a, b = RNG.normal(size=300), RNG.normal(0.5, 2, 200)
    y, s = np.repeat([1, 0], [300, 200]), np.concatenate([a, b])
    assert gn.ks_2samp(a, b).statistic == pytest.approx(gn.ks(y, s), rel=1e-15)


def test_the_level_is_kept():
    rng = np.random.default_rng(5)
    rejected = sum(gn.ks_2samp(rng.normal(size=60), rng.normal(size=80)).reject for _ in range(600))
    assert 12 <= rejected <= 45  # 0.05 · 600 = 30, less what whole counts leave; four standard errors
