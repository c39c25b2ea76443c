"""Distances of distributions against SciPy and worked figures."""

import math

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from scipy import stats
from scipy.spatial.distance import jensenshannon

import gnomon as gn

EXACT = 1e-12


def bins_of(rows):
    layout = gn.Layout((), tuple((name,) for name in "abcdef"[: len(rows)]))
    good = np.array([*rows, 0, 0], np.int64)
    return gn.Bins(layout, good, np.zeros_like(good), labelled=False)


def some(k):
    return st.lists(st.integers(0, 40), min_size=k, max_size=k).filter(any)


@example(([32, 40, 5], [32, 40, 5]))
@given(st.integers(2, 6).flatmap(lambda k: st.tuples(some(k), some(k))))
def test_against_scipy(pair):
    e, a = pair
    first, second = bins_of(e), bins_of(a)
    for base in (2, math.e, 10):
        assert gn.jensen_shannon(first, second, kind="distance", base=base) == pytest.approx(
            jensenshannon(e, a, base=base), rel=1e-7, abs=1e-8
        )  # roots of what rounding leaves near 0
        assert gn.jensen_shannon(first, second, base=base) == pytest.approx(jensenshannon(e, a, base=base) ** 2, rel=1e-12, abs=1e-15)
    p, q = np.array(e) / sum(e), np.array(a) / sum(a)
    assert gn.hellinger(first, second) == pytest.approx(math.sqrt(((np.sqrt(p) - np.sqrt(q)) ** 2).sum() / 2), rel=EXACT, abs=1e-12)
    table = np.array([e, a])
    table = table[:, table.any(axis=0)]
    found = gn.chi_square(first, second)
    if table.shape[1] > 1:
        want = stats.chi2_contingency(table, correction=False)
        assert found.statistic == pytest.approx(want.statistic, rel=1e-12, abs=1e-12)
        assert found.p_value == pytest.approx(want.pvalue, rel=1e-12)
        assert found.df == want.dof
        assert found.cramers_v == pytest.approx(stats.contingency.association(table, method="cramer"), rel=1e-12, abs=1e-9)  # a root near 0
        assert found.smallest == pytest.approx(want.expected_freq.min(), rel=1e-12)
        assert ("cells_small" in {note.code for note in found.notes}) == (want.expected_freq.min() < 5 * (1 - 1e-9))
    else:
        assert math.isnan(found.p_value)


def test_published_by_another_tool():
    """optbinning 1.0.0 of [.5, .3, .2] and [.4, .45, .15]: its divergence is in nats, its distance squared."""
    first, second = bins_of((50, 30, 20)), bins_of((40, 45, 15))
    assert gn.jensen_shannon(first, second, base=math.e) == pytest.approx(0.012126177640096129, rel=EXACT)
    assert gn.hellinger(first, second) ** 2 == pytest.approx(0.012157862325677624, rel=EXACT)


def test_the_good_and_the_bad_of_labelled_bins():
    x, y = [1, 1, 1, 2, 2, 3, 3, 3, 3], [0, 0, 1, 0, 1, 1, 1, 0, 1]
    bins = gn.Bins.of(x, y, edges=[2, 3])
    good, bad = ([value for value, label in zip(x, y, strict=True) if label == one] for one in (0, 1))
    want = [function(good, bad, bins=[2, 3]) for function in (gn.jensen_shannon, gn.hellinger, gn.cramers_v)]
    assert [function(bins) for function in (gn.jensen_shannon, gn.hellinger, gn.cramers_v)] == want
    assert gn.chi_square(bins).statistic == gn.chi_square(good, bad, bins=[2, 3]).statistic


def test_ends_of_the_scales():
    apart = ["a"] * 5, ["b"] * 7
    assert [f(*apart) for f in (gn.jensen_shannon, gn.hellinger, gn.cramers_v)] == pytest.approx([1, 1, 1], rel=EXACT)
    same = ["a", "b"] * 5, ["a", "b"] * 7
    assert [f(*same) for f in (gn.jensen_shannon, gn.hellinger, gn.cramers_v)] == pytest.approx([0, 0, 0], abs=1e-8)


def test_herfindahl():
    assert gn.herfindahl([0.5, 0.3, 0.2]) == pytest.approx(0.38, rel=EXACT)
    assert gn.herfindahl([1, 1, 1, 1]) == 0.25
    assert gn.herfindahl([1, 1, 1, 1], normalized=True) == 0
    assert gn.herfindahl([7, 0], normalized=True) == 1
    assert gn.herfindahl(["a", "b", None, None]) == pytest.approx((1 + 1 + 4) / 16, rel=EXACT)
    assert gn.herfindahl([3, 3, 9], categories=True) == pytest.approx(5 / 9, rel=EXACT)
    assert gn.herfindahl(bins_of((50, 30, 20))) == pytest.approx(0.38, rel=EXACT)


def test_of_weighted_rows_the_test_counts_what_they_are_worth():
    rng = np.random.default_rng(0)
    a, b = rng.choice(list("xyz"), 300), rng.choice(list("xyz"), 200)
    plain = gn.chi_square(a, b)
    assert gn.chi_square(a, b, weight=(np.full(300, 5.0), None)).p_value == pytest.approx(plain.p_value, rel=1e-12)
    w = rng.exponential(size=300)
    assert gn.chi_square(a, b, weight=(w, None)).n == pytest.approx(200 + w.sum() ** 2 / (w**2).sum(), rel=EXACT)
