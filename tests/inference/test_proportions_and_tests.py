"""Proportions and significance against SciPy, published figures and the definitions."""

import itertools
import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

import gnomon as gn
from gnomon.inference.formulas import t_of
from gnomon.inference.proportions import PROPORTIONS, agresti_coull, clopper_pearson, wilson, z_of
from gnomon.inference.significance import benjamini_hochberg, holm, mcnemar, normal_p, paired_shares, randomization

COUNTS = [(0, 1), (1, 1), (0, 20), (20, 20), (1, 29), (15, 148), (81, 263), (500, 1000), (3, 100_000), (99_999, 100_000)]
LEVELS = [0.5, 0.8, 0.95, 0.99, 0.999]


@pytest.mark.parametrize(("successes", "trials"), COUNTS)
@pytest.mark.parametrize("level", LEVELS)
def test_wilson_and_clopper_pearson_are_those_of_scipy(successes, trials, level):
    """SciPy finds the exact ends with a root finder, good to 1e-11; its quantile of the beta law says them to the last digits."""
    theirs, tail = stats.binomtest(successes, trials), (1 - level) / 2
    score, exact = (theirs.proportion_ci(level, method) for method in ("wilson", "exact"))
    np.testing.assert_allclose(wilson(successes, trials, level), (score.low, score.high), rtol=1e-12, atol=1e-15)
    got = clopper_pearson(successes, trials, level)
    np.testing.assert_allclose(got, (exact.low, exact.high), rtol=0, atol=1e-11)
    low = stats.beta.ppf(tail, successes, trials - successes + 1) if successes else 0
    high = stats.beta.ppf(1 - tail, successes + 1, trials - successes) if successes < trials else 1
    np.testing.assert_allclose(got, (low, high), rtol=1e-12, atol=1e-15)


@pytest.mark.parametrize(("successes", "trials"), COUNTS)
@pytest.mark.parametrize("level", LEVELS)
def test_agresti_coull_is_its_formula(successes, trials, level):
    """Add z²/2 successes and z²/2 failures, then take the simple interval (Agresti and Coull 1998), held within 0 and 1."""
    z = stats.norm.ppf((1 + level) / 2)
    n = trials + z**2
    p = (successes + z**2 / 2) / n
    expected = np.clip((p - z * np.sqrt(p * (1 - p) / n), p + z * np.sqrt(p * (1 - p) / n)), 0, 1)
    got = agresti_coull(successes, trials, level)
    np.testing.assert_allclose(got, expected, rtol=1e-12, atol=1e-15)


@pytest.mark.parametrize(
    ("successes", "trials", "score", "exact"),
    [
        (81, 263, (0.2553, 0.3662), (0.2527, 0.3676)),
        (15, 148, (0.0624, 0.1605), (0.0578, 0.1617)),
        (0, 20, (0.0, 0.1611), (0.0, 0.1684)),
        (1, 29, (0.0061, 0.1718), (0.0009, 0.1776)),
    ],
)
def test_the_four_examples_of_newcombe(successes, trials, score, exact):
    """Table I of Newcombe, Statistics in Medicine 17 (1998), methods 3 and 5, to the four digits printed."""
    assert tuple(round(end, 4) for end in wilson(successes, trials)) == score
    assert tuple(round(end, 4) for end in clopper_pearson(successes, trials)) == exact


@given(st.floats(0, 1), st.floats(0.5, 1e12), st.sampled_from(LEVELS))
def test_intervals_of_any_share_of_any_trials_hold_it_and_lie_within_the_unit(share, trials, level):
    """Trials need not be whole: weighted rows are worth as many as they are."""
    for made in (wilson, agresti_coull, clopper_pearson):
        low, high = made(share * trials, trials, level)
        assert 0 <= low <= share * trials / trials <= high <= 1


def test_the_exact_interval_is_turned_round_with_the_share():
    for successes, trials in COUNTS:
        for made in (wilson, agresti_coull, clopper_pearson):
            low, high = made(successes, trials)
            other_low, other_high = made(trials - successes, trials)
            np.testing.assert_allclose((low, high), (1 - other_high, 1 - other_low), rtol=1e-9, atol=1e-12)  # 1 − x loses digits near 1


@pytest.mark.parametrize("method", ["wilson", "clopper-pearson", "agresti-coull"])
def test_a_share_of_rows_is_asked_for_by_name(method):
    y, p = np.repeat([1, 1, 0, 0], [30, 10, 5, 55]), np.repeat([1, 0, 1, 0], [30, 10, 5, 55])
    shares = {"accuracy": (85, 100), "recall": (30, 40), "precision": (30, 35), "specificity": (55, 60), "fpr": (5, 60)}
    for metric, (successes, trials) in shares.items():
        found = gn.interval(metric, y, p, method=method)
        assert (found.low, found.high) == pytest.approx(PROPORTIONS[method](successes, trials, 0.95), rel=1e-12)
        assert found.method == method


@pytest.mark.parametrize("level", LEVELS)
def test_quantiles_are_those_of_the_laws(level):
    """The normal quantile exactly; Student's by an expansion that has four digits from ten degrees of freedom on, three beyond 95 %."""
    assert z_of(level) == pytest.approx(stats.norm.ppf((1 + level) / 2), rel=1e-12)
    for df in (10, 30, 199, 10**6):
        assert t_of(level, df) == pytest.approx(stats.t.ppf((1 + level) / 2, df), rel=1e-4 if level <= 0.95 or df >= 30 else 2e-3)


# McNemar.

PAIRS = [(0, 0), (0, 1), (1, 7), (5, 5), (3, 12), (0, 30), (40, 60), (1000, 1100)]


@pytest.mark.parametrize(("a", "b"), PAIRS)
def test_exact_mcnemar_is_the_binomial_test(a, b):
    expected = stats.binomtest(min(a, b), a + b, 0.5).pvalue if a + b else 1.0
    assert mcnemar(a, b, exact=True) == pytest.approx(expected, rel=1e-11)
    assert mcnemar(b, a, exact=True) == mcnemar(a, b, exact=True)


@pytest.mark.parametrize(("a", "b"), PAIRS)
def test_mid_p_counts_what_was_seen_by_half(a, b):
    law, least = stats.binom(a + b, 0.5), min(a, b)
    expected = min(2 * (law.cdf(least - 1) + law.pmf(least) / 2), 1.0) if a + b else 1.0
    assert mcnemar(a, b) == pytest.approx(expected, rel=1e-9)  # log-gamma of thousands keeps ten digits of the chance of what was seen
    assert mcnemar(a, b) <= mcnemar(a, b, exact=True)


def test_mcnemar_as_published():
    """Airway hyper-responsiveness of 21 children, 1 against 7: exact .0703, mid-p .0391 (Fagerland, Lydersen and Laake 2013)."""
    assert round(mcnemar(1, 7, exact=True), 4) == 0.0703
    assert round(mcnemar(1, 7), 4) == 0.0391


def test_mcnemar_of_a_million_rows_does_not_overflow():
    assert mcnemar(500_000, 500_000) == pytest.approx(1.0, abs=1e-3)
    assert mcnemar(400_000, 600_000) == 0.0
    assert mcnemar(498_000, 502_000) == pytest.approx(2 * stats.norm.sf(4000 / 1000), rel=0.01)  # the normal law is near, not exact


@pytest.mark.parametrize(("a", "b", "n"), [(7, 1, 21), (0, 0, 10), (30, 10, 100), (0, 50, 50)])
def test_the_difference_of_paired_shares_is_bonett_and_prices(a, b, n):
    pa, pb, z = (a + 1) / (n + 2), (b + 1) / (n + 2), stats.norm.ppf(0.975)
    half = z * math.sqrt((pa + pb - (pa - pb) ** 2) / (n + 2))
    np.testing.assert_allclose(paired_shares(a, b, n, 0.95), np.clip((pa - pb - half, pa - pb + half), -1, 1), rtol=1e-12)


def test_a_comparison_counts_the_rows_that_only_one_has_right():
    rng = np.random.default_rng(0)
    y = rng.integers(0, 2, 200)
    a, b = (np.where(rng.random(200) < share, y, 1 - y) for share in (0.8, 0.7))
    for method, exact in (("auto", False), ("mcnemar", False), ("mcnemar-exact", True)):
        found = gn.compare(y, {"a": a, "b": b}, metrics=["accuracy", "recall", "specificity"], method=method, curves=())
        for metric, there in (("accuracy", y >= 0), ("recall", y == 1), ("specificity", y == 0)):
            only_a, only_b = int(((a == y) & (b != y) & there).sum()), int(((a != y) & (b == y) & there).sum())
            pair = found[metric]
            assert pair.p_value == mcnemar(only_a, only_b, exact)
            assert (pair.low, pair.high) == paired_shares(only_a, only_b, float(there.sum()), 0.95)
            assert pair.difference == pytest.approx((only_a - only_b) / there.sum(), rel=1e-12)


# Randomization.


@pytest.mark.parametrize("units", [1, 2, 5, 9, 12])
@pytest.mark.parametrize("seed", range(3))
def test_up_to_twelve_units_every_throw_of_signs_is_counted(units, seed):
    d = np.round(np.random.default_rng(seed).standard_normal(units) + 0.4, 1)  # rounded, so that sums tie
    d[d == 0] = 0.1
    sums = [abs(sum(s * x for s, x in zip(signs, d, strict=True))) for signs in itertools.product((1, -1), repeat=units)]
    expected = np.mean([total >= abs(d.sum()) - 1e-9 for total in sums])
    assert randomization(d, 1000, 0) == pytest.approx(expected, rel=1e-12)


@pytest.mark.parametrize("shift", [0.0, 0.3, 0.6])
def test_beyond_twelve_units_throws_come_near_the_exact_p(shift):
    """13 units, 8,192 throws: the exact share by hand, and 20,000 random throws within 4.5 Monte-Carlo errors and the one that is added."""
    d = np.random.default_rng(3).standard_normal(13) + shift
    throws = 1 - 2 * ((np.arange(2**13)[:, None] >> np.arange(13)) & 1)
    exact = (np.abs(throws @ d) >= abs(d.sum()) * (1 - 1e-12)).mean()
    got = randomization(d, 20_000, 1)
    assert abs(got - exact) < 4.5 * math.sqrt(exact * (1 - exact) / 20_000) + 1 / 20_000
    assert randomization(d, 20_000, 1) == got
    assert randomization(d, 20_000, 2) != got


def test_randomization_of_many_units_is_near_the_normal_test():
    """1,000 units: the sum of thrown signs is normal with variance Σd². 4.5 errors of 10,000 throws."""
    d = np.random.default_rng(4).standard_normal(1000) + 0.05
    expected = 2 * stats.norm.sf(abs(d.sum()) / math.sqrt(d @ d))
    assert abs(randomization(d, 10_000, 0) - expected) < 4.5 * math.sqrt(expected * (1 - expected) / 10_000) + 0.002


def test_units_without_a_difference_say_nothing():
    assert randomization(np.zeros(50), 1000, 0) == 1.0
    d = np.array([0.3, -0.1, 0.2])
    assert randomization(np.concatenate([d, np.zeros(40)]), 1000, 0) == randomization(d, 1000, 0)


def test_a_p_value_is_never_zero():
    assert randomization(np.full(60, 1.0), 1000, 0) >= 1 / 1001


@pytest.mark.parametrize("metric", ["accuracy@0.5", "brier_score"])
def test_the_randomization_of_a_comparison_throws_the_differences_of_rows(metric):
    rng = np.random.default_rng(5)
    y = np.repeat([0, 1], 6)
    a, b = (np.clip(0.3 * y + 0.7 * rng.random(12), 0, 1) for _ in range(2))
    pair = gn.compare(y, {"a": a, "b": b}, metrics=metric, method="randomization", curves=())[metric]
    loss = [((s >= 0.5) == y).astype(float) if metric == "accuracy@0.5" else (s - y) ** 2 for s in (a, b)]
    assert pair.p_value == pytest.approx(randomization(loss[0] - loss[1], 1000, 0), rel=1e-12)
    assert pair.method == "randomization"


# Several tests at once.

P_VALUES = st.lists(st.floats(0, 1), min_size=1, max_size=12)


@given(P_VALUES)
def test_benjamini_and_hochberg_as_in_scipy(p):
    np.testing.assert_allclose(benjamini_hochberg(p), stats.false_discovery_control(p), rtol=1e-12, atol=1e-300)


@given(P_VALUES)
def test_holm_by_its_definition(p):
    """The k-th smallest is multiplied by the number not yet rejected, and none is smaller than one before it."""
    order, m, most, expected = np.argsort(p, kind="stable"), len(p), 0.0, np.empty(len(p))
    for rank, at in enumerate(order):
        most = max(most, min(1.0, (m - rank) * p[at]))
        expected[at] = most
    np.testing.assert_allclose(holm(p), expected, rtol=1e-12)
    assert all(b <= h + 1e-12 <= min(1, m * x) + 2e-12 for b, h, x in zip(benjamini_hochberg(p), holm(p), p, strict=True))


@given(P_VALUES, st.integers(0, 12))
def test_a_test_that_was_not_made_is_not_counted(p, at):
    with_nan = [*p[:at], math.nan, *p[at:]]
    for rule in (holm, benjamini_hochberg):
        got = rule(with_nan)
        assert math.isnan(got[min(at, len(p))])
        assert [x for x in got if not math.isnan(x)] == rule(p)
    assert holm([]) == benjamini_hochberg([]) == []


@pytest.mark.parametrize("z", [0.0, 0.5, 1.959964, -2.5, 8.0, 30.0])
def test_the_normal_p_value_keeps_its_digits_far_out(z):
    assert normal_p(z) == pytest.approx(2 * stats.norm.sf(abs(z)), rel=1e-12)
