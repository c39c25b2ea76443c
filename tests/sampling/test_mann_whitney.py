"""Mann and Whitney's test: against SciPy, and the AUC against ``gn.roc_auc`` and its interval."""

import math
from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

import gnomon as gn
from gnomon.statistics.mann_whitney import _exact
from refusals import raises_id, warns_undefined

SIDES = pytest.mark.parametrize("alternative", ["two-sided", "less", "greater"])
VALUES = st.lists(st.integers(-6, 6), min_size=1, max_size=25)
RNG = np.random.default_rng(0)


@SIDES
@given(a=VALUES, b=VALUES)
def test_as_scipy_has_it_with_ties(a, b, alternative):
    expected = stats.mannwhitneyu(a, b, alternative=alternative, method="asymptotic")
    found = gn.mann_whitney(a, b, alternative=alternative, method="asymptotic", undefined=0)
    assert found.statistic == expected.statistic
    if len({*a, *b}) > 1:
        assert found.p_value == pytest.approx(float(expected.pvalue), rel=1e-12)
    else:
        assert math.isnan(found.p_value)


@SIDES
def test_exact_where_small_and_without_ties(alternative):
    a, b = RNG.permutation(30)[:8], RNG.permutation(30)[:20] + 0.5
    found = gn.mann_whitney(a, b, alternative=alternative)
    assert found.method == "exact"
    assert found.p_value == pytest.approx(stats.mannwhitneyu(a, b, alternative=alternative, method="exact").pvalue, rel=1e-12)
    assert gn.mann_whitney(np.append(a, 40), b).method == "asymptotic"
    assert gn.mann_whitney(np.append(a[:-1], b[0]), b).method == "asymptotic"
    assert gn.mann_whitney(np.append(a, 40), b, method="exact").method == "exact"


@SIDES
@given(m=st.integers(1, 7), n=st.integers(1, 12), share=st.floats(0, 1))
def test_the_exact_law_counts_orders(m, n, share, alternative):
    """U of every order of m and n values, counted one value after the other in whole numbers."""
    counts = {(i, 0): {0: 1} for i in range(m + 1)} | {(0, j): {0: 1} for j in range(n + 1)}
    for i, j in product(range(1, m + 1), range(1, n + 1)):
        counts[i, j] = dict(counts[i, j - 1])
        for u, count in counts[i - 1, j].items():  # the largest value is a's, and lies above all j of b
            counts[i, j][u + j] = counts[i, j].get(u + j, 0) + count
    seen, law = round(share * m * n), counts[m, n]
    tails = {"greater": sum(c for u, c in law.items() if u >= seen), "less": sum(c for u, c in law.items() if u <= seen)}
    tails["two-sided"] = min(2 * min(tails.values()), math.comb(m + n, m))
    few, many = sorted((m, n))
    assert _exact(few, many, seen, alternative) == pytest.approx(tails[alternative] / math.comb(m + n, m), rel=1e-12)


def test_the_exact_law_keeps_its_digits_in_the_tail():
    """The lowest U happens once in C(80, 40) orders, and U ≤ 3 in as many as 1 + 1 + 2 + 3."""
    assert _exact(40, 40, 0, "less") == pytest.approx(1 / math.comb(80, 40), rel=1e-12)
    assert _exact(40, 40, 1597, "greater") == pytest.approx(7 / math.comb(80, 40), rel=1e-12)


@given(a=VALUES.filter(lambda v: len(v) > 1), b=VALUES.filter(lambda v: len(v) > 1))
def test_the_auc_and_its_interval_are_those_of_the_metric(a, b):
    y, s = [1] * len(a) + [0] * len(b), [*a, *b]
    found, area = gn.mann_whitney(a, b, level=0.9, undefined=0), gn.interval("roc_auc", y, s, level=0.9)
    assert found.auc == gn.roc_auc(y, s) == found.statistic / (len(a) * len(b))
    assert tuple(found.interval) == pytest.approx(tuple(area), rel=1e-12)
    assert found.interval.method == "delong-wilson"
    wide = gn.interval("roc_auc", y, s, level=0.8)
    assert tuple(gn.mann_whitney(a, b, level=0.9, alternative="greater", undefined=0).interval) == pytest.approx((wide.low, 1))
    assert tuple(gn.mann_whitney(a, b, level=0.9, alternative="less", undefined=0).interval) == pytest.approx((0, wide.high))


def test_one_value_has_no_interval_and_all_equal_values_no_test():
    found = gn.mann_whitney([1.0], [2.0, 3.0])
    assert not found.interval.defined
    assert "one of the samples has one value only" in found.interval.reason
    assert found.p_value == pytest.approx(2 / 3, rel=1e-12)
    with warns_undefined("all_values_equal"):
        found = gn.mann_whitney([2, 2], [2, 2, 2])
    assert (found.auc, found.statistic) == (0.5, 3)
    assert found.reason.code == "all_values_equal"
    with pytest.raises(gn.UndefinedMetricError):
        gn.mann_whitney([2, 2], [2], undefined="raise")


def test_exact_with_ties_is_refused():
    with raises_id("statistics.exact_mann_whitney_with_ties", distinct=3, n=4):
        gn.mann_whitney([1, 2], [2, 3], method="exact")
