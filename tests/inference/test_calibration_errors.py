"""Intervals of calibration errors: of every norm they hold what is printed, and the 0 of a model that is calibrated."""

import numpy as np
import pytest
from scipy import stats

import gnomon as gn
from gnomon.inference.calibration import _crossing, _largest, _squared
from inference.populations import Binormal, Probabilities, coverage
from refusals import raises_id

NORMS = ["l1", "l2", "max"]
RIGHT, RARE = Probabilities(), Probabilities(Binormal(prevalence=0.1))


@pytest.mark.parametrize("bins", [10, 50])
@pytest.mark.parametrize("norm", NORMS)
@pytest.mark.parametrize("population", [RIGHT, RARE, Probabilities(bias=0.5)], ids=["calibrated", "rare", "too high"])
def test_what_is_printed_lies_in_its_interval(population, norm, bins):
    for seed in range(15):
        y, p = population.draw(np.random.default_rng(seed), 300)
        for more in ({}, {"weight": np.random.default_rng(100 + seed).gamma(2, 1, 300)}, {"cluster": np.arange(300) // 3}):
            found = gn.interval(f"expected_calibration_error(norm={norm},bins={bins})", y, p, **more)
            assert 0 <= found.low <= found.value <= found.high <= 1
            assert found.low < found.high


@pytest.mark.parametrize("bins", [10, 50])
@pytest.mark.parametrize("population", [RIGHT, RARE], ids=["calibrated", "rare"])
def test_the_error_of_a_calibrated_model_may_be_zero(population, bins):
    """95–100 % of 600: the more the fewer rows a bin has, since the spread in it is then guessed on the side of caution."""
    metrics = [f"expected_calibration_error(norm={norm},bins={bins})" for norm in NORMS]
    shares = coverage(population, metrics, 300, 100, seed=5)
    assert all(share >= 0.93 for share in shares.values()), shares


@pytest.mark.parametrize("population", [Probabilities(bias=0.5), Probabilities(bias=1.0, slope=2.0)], ids=["too high", "too steep"])
def test_errors_that_are_there_are_held(population):
    """l2 94–97 %, max 94–99 % of 300 at 200 and 2,000 rows; 0 is not among them where the error is plain."""
    metrics = [f"expected_calibration_error(norm={norm})" for norm in NORMS]
    shares = coverage(population, metrics, 1000, 150, seed=6)
    assert all(share >= 0.9 for share in shares.values()), shares
    y, p = population.draw(np.random.default_rng(0), 5000)
    assert all(gn.interval(metric, y, p).low > 0 for metric in metrics)


def test_certainties_that_all_came_true_leave_nothing_to_judge_by():
    for norm in NORMS:
        with raises_id("inference.interval_unsupported_by_metric"):
            gn.interval(f"expected_calibration_error(norm={norm})", [0, 1, 1, 0], [0.0, 1.0, 1.0, 0.0])


def test_chances_of_gaps_are_those_of_drawn_ones():
    """A million draws know a share to 0.0015 (three errors). Patnaik's chi-squared is an approximation, which adds 0.01."""
    rng = np.random.default_rng(7)
    shape, spread, share = np.array([0.02, 0.01, 0.03]), np.array([0.01, 0.02, 0.015]), np.array([0.5, 0.3, 0.2])
    for times in (0.0, 0.7, 2.0):
        drawn = times * shape + spread * rng.standard_normal((1_000_000, 3))
        squared, largest = np.sqrt((drawn**2 / share).sum(1)), np.abs(drawn / share).max(1)
        for value in (0.05, 0.1, 0.2):
            assert _squared(shape, spread, share, value)(times) == pytest.approx((squared <= value).mean(), abs=0.012)
            assert _largest(shape, spread, share, value)(times) == pytest.approx((largest <= value).mean(), abs=0.0015)


def test_one_bin_is_a_normal_figure():
    """Of one bin no larger gap is a normal law on both sides, and the square is a chi-squared of one degree of freedom at no gap."""
    one, value = np.ones(1), 0.7
    assert _largest(one, one, one, value)(1.3) == pytest.approx(stats.norm.cdf(value - 1.3) - stats.norm.cdf(-value - 1.3), rel=1e-12)
    assert _squared(one, one, one, value)(0.0) == pytest.approx(stats.chi2.cdf(value**2, 1), rel=1e-12)
    assert _crossing(lambda times: 1 - times, 1.0, 0.25) == pytest.approx(0.75, rel=1e-12)
    assert _crossing(lambda times: 0.1, 1.0, 0.25) == 0
    assert _crossing(lambda times: 0.9, 1.0, 0.25) == 1


def test_bins_of_the_curve_have_wilsons_interval_of_their_rate():
    y, p = RIGHT.draw(np.random.default_rng(8), 400)
    for level in (0.9, 0.95):
        curve = gn.calibration_curve(y, p, bins=5, level=level)
        for k, n, low, high in zip(np.rint(curve.observed * curve.weight), curve.weight, curve.low, curve.high, strict=True):
            expected = stats.binomtest(int(k), int(n)).proportion_ci(level, method="wilson")
            assert (low, high) == pytest.approx(tuple(expected), rel=1e-12, abs=1e-15)
    inside = [(p[(p >= a) & (p <= b)].min(), p[(p >= a) & (p <= b)].max()) for a, b in zip(curve.lowest, curve.highest, strict=True)]
    assert inside == list(zip(curve.lowest, curve.highest, strict=True))
    assert np.isnan(gn.calibration_curve(y, p, weight=np.ones(400)).low).all(), "sums of weights do not say how many rows there are"
