"""Coarse sweeps: every interval holds the exact value, however they were coarsened and merged."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import gnomon as gn
from data import PROBABILITY, WEIGHT, WILD, scored
from gnomon.catalog import entries
from refusals import raises_id

BOUNDED = [entry for entry in entries() if entry.summary is gn.Sweep and entry.bounds is not None]
every_bounded = pytest.mark.parametrize("entry", BOUNDED, ids=lambda e: e.name)


def holds(bounds, exact):
    low, high = bounds
    return low <= exact <= high


@every_bounded
@given(data=st.data(), resolution=st.integers(2, 12))
def test_the_interval_holds_the_exact_value(entry, data, resolution):
    scores = PROBABILITY if entry.probability else WILD
    y, s, w = data.draw(scored(scores, weights=data.draw(st.sampled_from([None, WEIGHT])), both=True))
    exact = gn.Sweep.of(y, s, weight=w)
    coarse = gn.Sweep.of(y, s, weight=w, resolution=resolution)
    assert len(coarse) <= resolution
    assert holds(coarse.bounds(entry.name), float(entry.function(exact)))
    value = float(entry.function(coarse))
    assert np.isinf(value) or holds(coarse.bounds(entry.name), value)


@every_bounded
@given(data=st.data())
def test_merging_sweeps_of_any_resolution_keeps_the_guarantee(entry, data):
    scores = PROBABILITY if entry.probability else WILD
    parts = [data.draw(scored(scores, both=True)) for _ in range(3)]
    resolutions = data.draw(st.lists(st.sampled_from([None, 2, 3, 8]), min_size=3, max_size=3))
    sweeps = [gn.Sweep.of(y, s, resolution=r) for (y, s, _), r in zip(parts, resolutions, strict=True)]
    exact = gn.Sweep.of(np.concatenate([p[0] for p in parts]), np.concatenate([p[1] for p in parts]))
    merged = sweeps[0] + sweeps[1] + sweeps[2]
    assert merged == sweeps[2] + (sweeps[0] + sweeps[1]) == sweeps[1] + (sweeps[2] + sweeps[0])
    assert holds(merged.bounds(entry.name), float(entry.function(exact)))
    limits = [r for r in resolutions if r is not None]
    assert not limits or len(merged) <= min(limits)


@given(scored(both=True), st.integers(2, 10))
def test_every_point_of_a_coarse_curve_lies_on_the_exact_one(data, resolution):
    y, s, _ = data
    coarse = gn.Sweep.of(y, s, resolution=resolution)
    for threshold, tp, fp in zip(coarse.thresholds, coarse.tps, coarse.fps, strict=True):
        assert tp == ((s >= threshold) & (y == 1)).sum()
        assert fp == ((s >= threshold) & (y == 0)).sum()
    assert coarse.at(float("inf")).tp[1] == 0


def test_it_equals_the_exact_sweep_while_the_distinct_scores_fit():
    rng = np.random.default_rng(0)
    y, s = rng.integers(0, 2, 500), rng.integers(0, 100, 500) / 7
    exact, roomy = gn.Sweep.of(y, s), gn.Sweep.of(y, s, resolution=100)
    assert roomy.exact
    for column in ("thresholds", "pos", "neg"):
        np.testing.assert_array_equal(getattr(roomy, column), getattr(exact, column))
    assert roomy.bounds("roc_auc") == (gn.roc_auc(y, s),) * 2


def test_a_million_cells_pin_the_auc_of_continuous_scores():
    """The issue's figure, on a tenth of its rows so that the suite stays quick: the width does not depend on them."""
    rng = np.random.default_rng(1)
    n = 1_000_000
    y = rng.random(n) < 0.1
    s = rng.random(n) * 0.8 + 0.2 * y
    low, high = gn.Sweep.of(y, s, resolution=2**16).bounds("roc_auc")
    assert low <= gn.roc_auc(y, s) <= high
    # 2**16 cells are a sixteenth of 2**20, and the width falls with the cells: 1e-5 there is 16e-5 here.
    assert (high - low) / 2 < 16e-5


def test_what_cannot_be_bounded_says_so():
    coarse = gn.Sweep.of([0, 1, 0, 1], [0.1, 0.2, 0.3, 0.4], resolution=2)
    with raises_id("summary.coarse_sweep_bounds_unsupported", name="break_even_point"):
        coarse.bounds("break_even_point")
    with raises_id("metrics.partial_area_without_bounds"):
        coarse.bounds("roc_auc(max_fpr=0.1)")
    with raises_id("summary.threshold_inside_cell"):
        coarse.at(0.35)
    with raises_id("metrics.calibration_without_bounds"):
        coarse.bounds("expected_calibration_error(strategy=quantile)")
    for wrong in (0, 1, 2.5, "many", -3):
        with raises_id("summary.sweep_resolution_out_of_range"):
            gn.Sweep.of([0, 1], [0.1, 0.2], resolution=wrong)
