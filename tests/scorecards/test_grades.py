"""Tests of grades against SciPy's, and how often they reject a right PD."""

import numpy as np
import pytest
from scipy import stats

import gnomon as gn

N, D, PD = [1000, 500, 200, 50], [8, 30, 0, 50], [0.005, 0.04, 0.02, 0.9]


@pytest.mark.parametrize("alternative", ["greater", "less", "two-sided"])
def test_binomial_tails(alternative):
    found = gn.grade_tests(N, D, PD, alternative=alternative)
    tails = [[stats.binomtest(d, n, p, alternative=side).pvalue for d, n, p in zip(D, N, PD, strict=True)] for side in ("greater", "less")]
    want = {"greater": tails[0], "less": tails[1], "two-sided": np.minimum(2 * np.minimum(*tails), 1)}
    assert found.p_value.tolist() == pytest.approx(want[alternative], rel=1e-12)


def test_jeffreys():
    found = gn.grade_tests(N, D, PD, method="jeffreys")
    want = [stats.beta.cdf(p, d + 0.5, n - d + 0.5) for d, n, p in zip(D, N, PD, strict=True)]
    assert found.p_value.tolist() == pytest.approx(want, rel=1e-12)


def test_the_grades_together_and_their_rates():
    found = gn.grade_tests(N, D, PD, grade=["A", "B", "C", "D"])
    want = sum((d - n * p) ** 2 / (n * p * (1 - p)) for d, n, p in zip(D, N, PD, strict=True))
    assert found.statistic == pytest.approx(want, rel=1e-12)
    assert found.overall_p_value == pytest.approx(stats.chi2.sf(want, 4), rel=1e-12)
    for place, (d, n) in enumerate(zip(D, N, strict=True)):
        ends = stats.binomtest(d, n).proportion_ci(0.95, "exact")
        assert (found.low[place], found.high[place]) == pytest.approx((ends.low, ends.high), rel=1e-12)
    order = np.argsort(found.p_value)
    steps = np.maximum.accumulate(found.p_value[order] * np.arange(4, 0, -1))
    assert found.adjusted[order].tolist() == pytest.approx(np.minimum(steps, 1).tolist(), rel=1e-12)
    assert found.notes[0].code == "defaults_few"
    assert "A" not in found.notes[0].values["grades"]
    assert str(found).startswith("all grades together")


def test_it_agrees_with_the_test_of_scores_grouped_by_grade():
    """`binomial_test` reads rows; rows whose score is their grade's PD say the same grade by grade."""
    y = np.concatenate([np.r_[np.ones(d), np.zeros(n - d)] for n, d in ((350, 9), (350, 30))])
    s = np.repeat([0.02, 0.08], (350, 350))
    rows = gn.binomial_test(y, s, bins=2, alternative="greater")
    assert rows.p_values.tolist() == pytest.approx(gn.grade_tests([350, 350], [9, 30], [0.02, 0.08]).p_value.tolist(), rel=1e-12)


def test_how_often_a_right_pd_is_rejected():
    rng = np.random.default_rng(2)
    defaults = rng.binomial(2000, 0.03, 4000)
    size = np.full(4000, 2000)
    exact = gn.grade_tests(size, defaults, np.full(4000, 0.03)).p_value
    jeffreys = gn.grade_tests(size, defaults, np.full(4000, 0.03), method="jeffreys").p_value
    assert 0.03 < (exact <= 0.05).mean() <= 0.0605  # never more than 0.05, but for 3 standard errors
    assert 0.04 < (jeffreys <= 0.05).mean() < 0.065
