"""Correlation tests: against SciPy, every order counted, Anscombe's quartet, and simulation."""

import math
from itertools import permutations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

import gnomon as gn
from draws import off_by
from gnomon.statistics.checks import fitted, outlier_limit
from refusals import warns_undefined

SIDES = pytest.mark.parametrize("alternative", ["two-sided", "less", "greater"])
RNG = np.random.default_rng(0)
X = RNG.normal(size=40)
Y = 0.5 * X + RNG.normal(size=40)
PAIRS = st.lists(st.tuples(st.integers(-6, 6), st.integers(-6, 6)), min_size=10, max_size=30).filter(
    lambda rows: all(len(set(column)) > 2 for column in zip(*rows, strict=True))
)
# Anscombe, F. (1973). Graphs in statistical analysis.
X123 = [10, 8, 13, 9, 11, 14, 6, 4, 12, 7, 5]
ANSCOMBE = {
    "I": (X123, [8.04, 6.95, 7.58, 8.81, 8.33, 9.96, 7.24, 4.26, 10.84, 4.82, 5.68]),
    "II": (X123, [9.14, 8.14, 8.74, 8.77, 9.26, 8.10, 6.13, 3.10, 9.13, 7.26, 4.74]),
    "III": (X123, [7.46, 6.77, 12.74, 7.11, 7.81, 8.84, 6.08, 5.39, 8.15, 6.42, 5.73]),
    "IV": ([8, 8, 8, 8, 8, 8, 8, 19, 8, 8, 8], [6.58, 5.76, 7.71, 8.84, 8.47, 7.04, 5.25, 12.50, 5.56, 7.91, 6.89]),
}


@SIDES
@given(rows=PAIRS)
def test_pearson_as_scipy_has_it(rows, alternative):
    x, y = zip(*rows, strict=True)
    found = gn.correlation_test(x, y, alternative=alternative, robust=False)
    expected = stats.pearsonr(x, y, alternative=alternative)
    assert found.coefficient == pytest.approx(float(expected.statistic), rel=1e-12, abs=1e-14)
    # Near r = ±1 and at r = 0 the two ways to the tail round differently.
    assert found.p_value == pytest.approx(float(expected.pvalue), rel=1e-9, abs=1e-200)
    if abs(found.coefficient) < 1:
        ends = expected.confidence_interval(0.95)
        assert tuple(found.interval) == pytest.approx((ends.low, ends.high), rel=1e-9, abs=1e-12)
    assert (found.df, found.rows, found.p_method) == (len(x) - 2, len(x), "t")


@SIDES
@given(rows=PAIRS)
def test_ranks_as_scipy_has_them(rows, alternative):
    x, y = zip(*rows, strict=True)
    for method, function in (("spearman", stats.spearmanr), ("kendall", stats.kendalltau)):
        found, expected = gn.correlation_test(x, y, method=method, alternative=alternative), function(x, y, alternative=alternative)
        assert found.coefficient == pytest.approx(float(expected.statistic), rel=1e-12, abs=1e-14)
        if abs(found.coefficient) < 1:
            assert found.p_value == pytest.approx(float(expected.pvalue), rel=1e-9, abs=1e-200)


@SIDES
@pytest.mark.parametrize("ties", [False, True])
def test_spearman_of_few_rows_counts_every_order(alternative, ties):
    x = np.array([3, 1, 2, 5, 4, 6.0])
    y = np.array([2, 1, 3, 4, 6, 4 if ties else 5.0])
    found = gn.correlation_test(x, y, method="spearman", alternative=alternative)
    assert found.p_method == "exact"
    each = np.array([stats.spearmanr(x, order).statistic for order in permutations(y)])
    seen = found.coefficient
    beyond = {"two-sided": abs(each) >= abs(seen) - 1e-9, "greater": each >= seen - 1e-9, "less": each <= seen + 1e-9}[alternative]
    assert found.p_value == pytest.approx(beyond.mean(), rel=1e-12)
    by_t = gn.correlation_test(x, y, method="spearman", alternative=alternative, exact=False)
    assert by_t.p_method == "t"
    assert by_t.p_value == pytest.approx(stats.spearmanr(x, y, alternative=alternative).pvalue, rel=1e-12)


def test_ranks_that_agree_wholly_have_a_tail():
    """Student's t is infinite there and would say 0, of ten rows as of a million."""
    for n in (4, 9, 10, 12):
        found = gn.correlation_test(range(n), np.arange(n) ** 3, method="spearman")
        assert (found.coefficient, found.p_method) == (1, "exact")
        assert found.p_value == pytest.approx(2 / math.factorial(n), rel=1e-12)
    x = [1, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10]
    assert gn.correlation_test(x, x, method="spearman").p_value == pytest.approx(2 / math.factorial(11), rel=1e-12)  # cannot be reversed
    x = [1, 1, 2, 3, 4, 5, 6, 7, 8, 9, 9]
    found = gn.correlation_test(x, -np.array(x), method="spearman", alternative="greater")
    assert (found.coefficient, found.p_value) == (-1, 1)
    assert gn.correlation_test(x, x, method="spearman").p_value == pytest.approx(2 * 4 / math.factorial(11), rel=1e-12)


def test_kendall_is_exact_without_ties_and_says_so():
    found = gn.correlation_test(X[:33], Y[:33], method="kendall")
    assert found.p_method == "exact"
    assert found.p_value == pytest.approx(stats.kendalltau(X[:33], Y[:33], method="exact").pvalue, rel=1e-12)
    assert gn.correlation_test(X[:34], Y[:34], method="kendall").p_method == "normal"
    assert gn.correlation_test(X[:33].round(1), Y[:33], method="kendall").p_method == "normal"
    assert gn.correlation_test(X, Y, method="kendall", exact=True).p_method == "exact"


def test_intervals_on_the_scale_of_fisher():
    n, z = len(X), stats.norm.isf(0.025)
    for method, squared in (
        ("pearson", lambda r: 1 / (n - 3)),
        ("spearman", lambda r: (1 + r**2 / 2) / (n - 3)),
        ("kendall", lambda r: 0.437 / (n - 4)),
    ):
        found = gn.correlation_test(X, Y, method=method)
        r, half = found.coefficient, z * math.sqrt(squared(found.coefficient))
        assert tuple(found.interval) == pytest.approx((math.tanh(math.atanh(r) - half), math.tanh(math.atanh(r) + half)), rel=1e-12)
        below = gn.correlation_test(X, Y, method=method, alternative="greater", level=0.975).interval
        assert tuple(below) == pytest.approx((found.interval.low, 1), rel=1e-12)
        above = gn.correlation_test(X, Y, method=method, alternative="less", level=0.975).interval
        assert tuple(above) == pytest.approx((-1, found.interval.high), rel=1e-12)
    assert tuple(gn.correlation_test([1, 2, 3], [1, 2, 4]).interval) == (-1, 1)
    assert tuple(gn.correlation_test([1, 2, 3, 4], [1, 2, 4, 3], method="kendall").interval) == (-1, 1)
    assert tuple(gn.correlation_test([1, 2, 3], [2, 4, 6]).interval) == (1, 1)
    assert gn.correlation_test([1, 2, 3], [2, 4, 7], method="kendall").interval.reason.code == "ranks_at_the_end"


@pytest.mark.parametrize(
    ("method", "truth"), [("pearson", 0.6), ("spearman", 6 / math.pi * math.asin(0.3)), ("kendall", 2 / math.pi * math.asin(0.6))]
)
def test_intervals_hold_the_truth(method, truth, sets):
    rng = np.random.default_rng(7)
    held = 0
    for _ in range(sets(400)):
        x = rng.normal(size=30)
        found = gn.correlation_test(x, 0.6 * x + 0.8 * rng.normal(size=30), method=method)
        held += truth in found.interval
    assert abs(held / sets(400) - 0.95) <= off_by(sets(400), errors=4)


def test_anscombes_quartet_is_told_apart():
    """Four data sets with the same r, 0.82; only the first is what that says."""
    found = {name: gn.correlation_test(x, y) for name, (x, y) in ANSCOMBE.items()}
    assert all(round(one.coefficient, 2) == 0.82 for one in found.values())
    verdicts = {name: {check.name for check in one.checks.values() if check.verdict == "doubtful"} for name, one in found.items()}
    assert verdicts["I"] == set()
    assert "linearity" in verdicts["II"]
    assert "outliers" not in verdicts["II"]
    assert "outliers" in verdicts["III"]
    assert "outliers" in verdicts["IV"]
    assert [found[name].checks["outliers"].rows.tolist() for name in ("III", "IV")] == [[2], [7]]
    assert found["III"].checks["outliers"].details["pearson_without"] > 0.999
    assert found["IV"].checks["outliers"].reading.code == "outliers_only"


def test_each_check_has_its_figure():
    checks = gn.correlation_test(X, Y).checks
    assert list(checks) == ["linearity", "normality", "outliers", "homoscedasticity"]
    assert checks["linearity"].figure == pytest.approx(stats.spearmanr(X, Y).statistic - stats.pearsonr(X, Y).statistic, rel=1e-12)
    tests = [float(stats.shapiro(column).pvalue) for column in (X, Y)]
    # The columns are tested in units of their reach, which moves Shapiro and Wilk's statistic in the last digits.
    assert checks["normality"].figure == pytest.approx(min(tests), rel=1e-8)
    residual = Y - np.polyval(np.polyfit(X, Y, 1), X)
    expected = len(X) * stats.pearsonr(X, residual**2).statistic ** 2
    assert checks["homoscedasticity"].details["statistic"] == pytest.approx(expected, rel=1e-9)  # polyfit's digits
    assert checks["homoscedasticity"].figure == pytest.approx(stats.chi2.sf(expected, 1), rel=1e-9)
    assert checks["outliers"].figure == 0
    assert all(check.assumed for check in checks.values())
    assert not any(check.assumed for check in gn.correlation_test(X, Y, method="spearman").checks.values())


def test_a_bend_is_the_f_test_of_a_square():
    x = np.linspace(-1, 1, 60)
    y = x**2 + 0.1 * RNG.normal(size=60)
    check = gn.correlation_test(x, y).checks["linearity"]
    assert (check.verdict, check.reading.code) == ("doubtful", "line_bends")
    left = [float(np.sum((y - np.polyval(np.polyfit(x, y, degree), x)) ** 2)) for degree in (1, 2)]
    f = (left[0] - left[1]) / left[1] * 57
    assert check.details["p_bend"] == pytest.approx(stats.f.sf(f, 1, 57), rel=1e-6)  # far tails of a rounded F
    assert check.details["bend"] == pytest.approx((left[0] - left[1]) / np.sum((y - y.mean()) ** 2), rel=1e-9)


def test_what_calls_for_doubt_is_doubted_and_what_does_not_is_not():
    rng = np.random.default_rng(11)
    x = rng.uniform(1, 2, 300)
    curved = gn.correlation_test(rng.uniform(0, 8, 300), np.exp(np.linspace(0, 8, 300)))
    assert curved.checks["normality"].verdict == "doubtful"
    widening = gn.correlation_test(x, x + (x - 1) * rng.normal(size=300)).checks["homoscedasticity"]
    assert (widening.verdict, widening.details["spread_ratio"] > 1.5) == ("doubtful", True)
    exponential = rng.uniform(0, 8, 300)
    assert gn.correlation_test(exponential, np.exp(exponential)).checks["linearity"].reading.code == "line_unlike_ranks"
    clean = [gn.correlation_test(a, 0.5 * a + rng.normal(size=80)).checks for a in rng.normal(size=(200, 80))]
    alarms = {name: sum(checks[name].verdict == "doubtful" for checks in clean) for name in clean[0]}
    assert alarms["linearity"] <= 8
    assert alarms["normality"] <= 34  # two tests at 0.05
    assert alarms["outliers"] <= 22
    assert alarms["homoscedasticity"] <= 22


def test_many_rows_are_judged_by_what_they_amount_to():
    rng = np.random.default_rng(2)
    x = rng.normal(size=20_000)
    slightly = x + 0.05 * x**2
    check = gn.correlation_test(slightly, x + rng.normal(size=20_000)).checks["normality"]
    assert check.figure < 1e-6
    assert (check.verdict, check.reading.code) == ("holds", "normal_in_shape")
    skewed = x[:6000] + 0.15 * x[:6000] ** 2  # whose p-value is the least, and whose shape does no harm
    heavy = gn.correlation_test(skewed, rng.standard_t(5, size=6000)).checks["normality"]
    assert heavy.figure == heavy.details["x_p_value"] < heavy.details["y_p_value"] < 1e-6
    assert (heavy.verdict, heavy.reading.values["column"]) == ("doubtful", "y")


def test_outliers_are_named_by_the_rows_that_were_passed():
    x, y = X.copy(), Y.copy()
    x[3], y[20] = np.nan, 30.0
    with pytest.warns(gn.DroppedRowsWarning, match="dropped 1 of 40 rows with missing values: x in 1"):
        found = gn.correlation_test(x, y, missing="drop")
    assert found.checks["outliers"].rows.tolist() == [20]
    assert found.rows == 39
    assert found.coefficient == gn.correlation_test(np.delete(x, 3), np.delete(y, 3)).coefficient


def test_two_outliers_do_not_hide_each_other():
    y = Y.copy()
    y[[5, 6]] = 25.0
    assert set(gn.correlation_test(X, y).checks["outliers"].rows.tolist()) == {5, 6}
    assert outlier_limit(40) == pytest.approx(stats.norm.isf(0.05 / 240) * (1 + 9 / 40), rel=1e-9)


@pytest.mark.parametrize("unit", [1e-200, 1e-9, 1e145])
def test_units_and_places_change_nothing(unit):
    usual = gn.correlation_test(X, Y)
    found = gn.correlation_test(unit * X, Y)
    assert found.coefficient == pytest.approx(usual.coefficient, rel=1e-12)
    far = gn.correlation_test(1e9 + np.round(X * 2**20) / 2**20, Y)
    assert far.coefficient == pytest.approx(gn.correlation_test(np.round(X * 2**20) / 2**20, Y).coefficient, rel=1e-12)


@pytest.mark.parametrize("method", ["spearman", "kendall"])
def test_ranks_are_of_the_values_however_close(method):
    """Beside −10¹⁰ the others are equal to sixteen digits, and yet ranked."""
    x = np.array([-1e10, 5e-10, 1e-10, 2e-10, 3e-10, 9e-10, 7e-10, 8e-10, 6e-10, 4e-10])
    y = RNG.normal(size=10)
    ranks = stats.rankdata(x)
    found, expected = (gn.correlation_test(column, y, method=method) for column in (x, ranks))
    assert (found.coefficient, found.p_value, found.p_method) == (expected.coefficient, expected.p_value, expected.p_method)


def test_a_result_keeps_its_own_rows():
    x, y = X.copy(), Y.copy()
    found = gn.correlation_test(x, y)
    x[:] = 0
    assert np.array_equal(found.x, X)
    with pytest.raises(ValueError, match="read-only"):
        found.x[0] = 1


def test_a_constant_column_is_correlated_with_nothing():
    with warns_undefined("column_constant"):
        found = gn.correlation_test([1, 2, 3], [0.1] * 3)
    assert math.isnan(found.coefficient)
    assert math.isnan(found.p_value)
    assert found.checks == {}
    assert found.reason.code == "column_constant"
    with pytest.raises(gn.UndefinedMetricError):
        gn.correlation_test([1, 1, 1], [1, 2, 3], method="spearman", undefined="raise")


def test_points_on_a_line_are_one():
    for x in (np.linspace(0.1, 0.7, 7), np.array([1e-3, 3e5, 7.7])):
        line = fitted(x, 3 * x + 0.1)
        assert not line.residual.any()
        found = gn.correlation_test(x, 0.1 - 3 * x)
        assert (found.coefficient, found.sentence.split(",")[0]) == (-1, f"r({len(x) - 2}) = -1.00")
        assert found.checks["homoscedasticity"].verdict == "not tested"
