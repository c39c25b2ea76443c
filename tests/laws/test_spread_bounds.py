"""Coarse spreads and amounts: what they still know is exact, and every interval holds the exact value."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import gnomon as gn
from data import WEIGHT
from gnomon.catalog import entries
from refusals import raises_id

BOUNDED = [entry for entry in entries() if entry.summary in (gn.Spread, gn.Amounts) and entry.bounds is not None]
every = pytest.mark.parametrize("entry", BOUNDED, ids=lambda entry: entry.name)
AMOUNT = st.one_of(st.sampled_from([0.0, 1.0, 2.5, 1e-5, 1e6, 5e-324]), st.floats(0, 1e6))
NUMBER = st.one_of(AMOUNT, st.floats(-1e6, 1e6))
KEYWORDS = {"error_quantile": [{"q": q} for q in (0, 0.1, 0.5, 1)], "d2_pinball": [{"quantile": q} for q in (0.1, 0.5, 0.8)]}
KEYWORDS |= {"gini_of_amounts": [{"normalised": True}, {"normalised": False}]}


@st.composite
def rows(draw, weighted=True):
    n = draw(st.integers(2, 30))
    y = np.array(draw(st.lists(AMOUNT, min_size=n, max_size=n)))
    p = np.array(draw(st.lists(NUMBER, min_size=n, max_size=n)))
    w = np.array(draw(st.lists(WEIGHT.filter(bool), min_size=n, max_size=n))) if weighted and draw(st.booleans()) else None
    return y, p, w


def written(entry, keywords):
    return f"{entry.name}({', '.join(f'{name}={value}' for name, value in keywords.items())})" if keywords else entry.name


def holds(entry, bounds, exact):
    """Sums of floats by prediction round in the last digit, as rows were split; a Gini near 0 is what is left of sums that are larger."""
    low, high = bounds
    slack = 1e-14 * max(abs(exact), 1.0 if entry.summary is gn.Amounts else 0.0) if np.isfinite(exact) else 0.0
    return np.isnan(exact) or low - slack <= exact <= high + slack


@every
@given(data=st.data(), resolution=st.integers(2, 12))
def test_the_interval_holds_the_exact_value(entry, data, resolution):
    y, p, w = data.draw(rows())
    exact, coarse = entry.summary.of(y, p, weight=w), entry.summary.of(y, p, weight=w, resolution=resolution)
    for keywords in KEYWORDS.get(entry.name, [{}]):
        bounds = coarse.bounds(written(entry, keywords))
        assert holds(entry, bounds, float(entry.function(exact, **keywords)))
        assert holds(entry, bounds, float(entry.function(coarse, **keywords)))
        assert exact.bounds(written(entry, keywords)) == pytest.approx((entry.function(exact, **keywords),) * 2, nan_ok=True)


@every
@given(data=st.data())
def test_merging_keeps_the_guarantee(entry, data):
    parts = [data.draw(rows(weighted=False)) for _ in range(3)]
    resolutions = data.draw(st.lists(st.sampled_from([None, 2, 3, 8]), min_size=3, max_size=3))
    made = [entry.summary.of(y, p, resolution=r) for (y, p, _), r in zip(parts, resolutions, strict=True)]
    exact = entry.summary.of(*(np.concatenate([part[k] for part in parts]) for k in (0, 1)))
    merged = made[0] + made[1] + made[2]
    for keywords in KEYWORDS.get(entry.name, [{}]):
        assert holds(entry, merged.bounds(written(entry, keywords)), float(entry.function(exact, **keywords)))
    limits = [r for r in resolutions if r is not None]
    if limits:
        assert merged.cells <= 2 * min(limits) + 2 * min(limits) * (entry.summary is gn.Amounts)


@pytest.mark.parametrize("entry", BOUNDED, ids=lambda entry: entry.name)
def test_intervals_are_narrow_where_there_is_room(entry):
    """Many cells leave little open: an interval that said nothing would also hold the value."""
    rng = np.random.default_rng(1)
    y = rng.gamma(2, size=50_000)
    p = y * rng.gamma(9, 1 / 9, size=50_000)
    for keywords in KEYWORDS.get(entry.name, [{}]):
        low, high = entry.summary.of(y, p, resolution=20_000).bounds(written(entry, keywords))
        assert high - low < 0.05
        assert low < high or keywords.get("q") in (0, 1)


def test_coarse_cells_hold_what_their_rows_weigh_and_sum_to():
    rng = np.random.default_rng(2)
    y, p = rng.integers(-80, 80, 500) / 8, rng.integers(-80, 80, 500) / 8
    for kind in (gn.Spread, gn.Amounts):
        exact, coarse = kind.of(y, p), kind.of(y, p, resolution=9)
        assert coarse == exact.coarsened(9) != exact
        assert (coarse.exact, exact.exact, coarse.n, coarse.coarsened(None)) == (False, True, 500, coarse)
        with raises_id("summary.sweep_resolution_out_of_range"):
            exact.coarsened(1)
    coarse = gn.Amounts.of(y, p, resolution=9)
    for i, (low, high) in enumerate(zip(coarse.predictions, coarse.ceilings, strict=True)):
        inside = (p >= low) & (p <= high)
        assert coarse.weight[i] == inside.sum()
        assert coarse.truth[i] == y[inside].sum()
        assert coarse.squared[i] == ((p - y)[inside] ** 2).sum()
    absolute = gn.Spread.of(y, p, resolution=9).absolute
    for low, high, weight in zip(absolute.low, absolute.high, absolute.weight, strict=True):
        assert weight == ((np.abs(p - y) >= low) & (np.abs(p - y) <= high)).sum()


def test_what_has_no_bounds_says_so():
    amounts = gn.Amounts.of([1, 2, 3], [1, 2, 4], resolution=2)
    with raises_id("summary.bounds_missing", name="lorenz_curve", kind="Amounts", known="gini_of_amounts"):
        amounts.bounds("lorenz_curve")
    with raises_id("summary.bounds_missing", name="roc_auc", kind="Amounts"):
        amounts.bounds("roc_auc")
    with raises_id("summary.bounds_missing", name="medae", kind="Amounts"):
        amounts.bounds("medae")
