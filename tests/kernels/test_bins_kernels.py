"""Kernels of bins against plain twins: every set of cuts tried, every pair looked at."""

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import chi2_contingency

from gnomon import _core
from kernels import twins

NOTHING = np.empty(0)
counts = st.integers(0, 30)


@st.composite
def prebins(draw, most=8):
    size = draw(st.integers(1, most))
    good, bad = (draw(st.lists(counts, min_size=size, max_size=size)) for _ in range(2))
    good[0], bad[-1] = good[0] + 1, bad[-1] + 1
    good = [g + (g + b == 0) for g, b in zip(good, bad, strict=True)]  # a pre-bin has rows
    return good, bad


def found(good, bad, periods, *rules):
    arrays = [np.array(column, float) for column in (good, bad)]
    apart = [np.array([one for pair in periods for one in pair[which]], float) for which in (0, 1)]
    return _core.optimal_bins(*arrays, *apart, float(sum(good)), float(sum(bad)), *rules)


@given(
    prebins(), st.integers(1, 5), st.integers(0, 40), st.integers(0, 3), st.sampled_from([0.0, 0.05, 0.2]), st.integers(0, 6), st.booleans()
)
def test_optimal_bins_are_optimal(columns, bins, rows, events, difference, trend, halves):
    good, bad = columns
    periods = []
    if halves:
        early = [g // 2 for g in good], [b // 3 for b in bad]
        periods = [early, ([g - e for g, e in zip(good, early[0], strict=True)], [b - e for b, e in zip(bad, early[1], strict=True)])]
    rules = (bins, rows, events, difference, 0.5, trend)
    best, fewest = twins.optimal_bins(good, bad, periods, *rules)
    got = found(good, bad, periods, *rules)
    if got is None:
        assert best == -np.inf
        return
    cuts = [0, *got[0].tolist(), len(good)]
    value = twins.bins_value(good, bad, periods, cuts, *rules)
    assert value is not None  # no rule is broken
    assert value == pytest.approx(best, rel=1e-12, abs=1e-14)
    assert len(cuts) - 1 == fewest


def test_without_smoothing_no_bin_lacks_a_class():
    got = found([5, 0, 3, 2], [0, 4, 1, 2], [], 4, 0, 0, 0.0, -1.0, 0)
    cuts = [0, *got[0].tolist(), 4]
    assert all(sum([5, 0, 3, 2][a:b]) and sum([0, 4, 1, 2][a:b]) for a, b in pairwise(cuts))
    assert found([5, 0], [0, 0], [], 2, 0, 0, 0.0, -1.0, 0) is None


@given(prebins(14), st.integers(1, 6), st.sampled_from([0.0, 0.5, 2.7, 3.84]), st.integers(0, 25), st.integers(0, 2))
def test_chi_merge(columns, bins, threshold, rows, events):
    good, bad = (np.array(column, float) for column in columns)
    assert _core.chi_merge(good, bad, bins, threshold, rows, events).tolist() == twins.chi_merge(good, bad, bins, threshold, rows, events)


@given(st.tuples(*[st.integers(1, 500)] * 4))
def test_chi_square_of_the_twin_is_pearsons(cells):
    a, b, c, d = cells
    assert twins.chi_square((a, b), (c, d)) == pytest.approx(
        chi2_contingency([[a, b], [c, d]], correction=False).statistic, rel=1e-9, abs=1e-12
    )


@pytest.mark.parametrize("edges", [[], [0.0], [-1.0, 0.0, 2.5], np.linspace(-3, 3, 40).tolist()], ids=len)
@pytest.mark.parametrize("left", [True, False])
@pytest.mark.parametrize("threads", [1, 3])
def test_places_and_values_of_bins(edges, left, threads):
    rng = np.random.default_rng(len(edges))
    x = rng.integers(-40, 40, 200_000) / 10
    x[::17] = np.nan
    x[::19] = -9.0
    x[5], x[6] = -0.0, 0.0
    edges, codes = np.array(edges), np.array([-9.0, 1.5])
    places = _core.bin_places(x, edges, left, codes, threads)
    assert np.array_equal(places, twins.bin_places(x, edges, left, codes))
    table, out = rng.random(len(edges) + 4), np.empty(len(x))
    _core.bin_values(x, edges, left, codes, table, out, threads)
    assert np.array_equal(out, table[places])


def test_kernels_refuse_what_does_not_fit():
    one = np.ones(3)
    with pytest.raises(ValueError, match="fewer values than there are bins"):
        _core.bin_values(one, np.array([0.5]), True, NOTHING, np.ones(2), np.empty(3), 1)
    with pytest.raises(ValueError, match="differ in length"):
        _core.chi_merge(one, np.ones(2), 2, 0.0, 0.0, 0.0)
    with pytest.raises(ValueError, match="there is no such trend"):
        _core.optimal_bins(one, one, NOTHING, NOTHING, 3.0, 3.0, 2, 0.0, 0.0, 0.0, 0.5, 7)
    with pytest.raises(ValueError, match="periods have as many pre-bins"):
        _core.optimal_bins(one, one, np.ones(2), np.ones(2), 3.0, 3.0, 2, 0.0, 0.0, 0.0, 0.5, 0)
