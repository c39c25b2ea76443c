"""Laws of errors by their distribution and of amounts by prediction: one value for every split, order, weight and container."""

import warnings

import numpy as np
import pandas as pd
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

import gnomon as gn
from data import assert_same, assert_unknown_options_refused, call
from gnomon.catalog import entries
from refusals import raises_id, warns_undefined

OURS = [entry for entry in entries() if entry.summary in (gn.Spread, gn.Amounts)]
every = pytest.mark.parametrize("entry", OURS, ids=lambda entry: entry.name)
values = pytest.mark.parametrize("entry", [entry for entry in OURS if entry.kind == "value"], ids=lambda entry: entry.name)
N = 120


def example(seed, n=N):
    """Amounts and predictions in eighths, with ties: sums of them are exact, whatever their order."""
    rng = np.random.default_rng(seed)
    y = rng.integers(0, 80, n) / 8
    return y, np.round(np.clip(y + rng.normal(size=n) * 2, 0, None) * 8) / 8


@every
@pytest.mark.parametrize("seed", range(3))
def test_sums_in_any_order_and_split(entry, seed):
    y, p = example(seed)
    draw = np.random.default_rng(seed)
    parts = [entry.summary.of(y[at], p[at]) for at in np.split(draw.permutation(N), sorted(draw.integers(1, N, 3))) if len(at)]
    draw.shuffle(parts)
    assert sum(parts) == entry.summary.of(y, p)
    assert_same(call(entry, sum(parts)), call(entry, y, p), rtol=1e-15, atol=0)


@every
def test_weights(entry):
    y, p = example(4)
    w = np.random.default_rng(5).integers(0, 4, N)
    assert_same(call(entry, y, p, weight=w), call(entry, np.repeat(y, w), np.repeat(p, w)))
    assert_same(call(entry, y, p, weight=np.ones(N)), call(entry, y, p))
    for scale in (3.0, 1e-7, 1e9):
        assert_same(call(entry, y, p, weight=w * scale), call(entry, y, p, weight=w), rates_only=True)
    gone = w == 0
    assert_same(call(entry, y, p, weight=w), call(entry, y[~gone], p[~gone], weight=w[~gone]))


@every
def test_a_row_without_weight_is_not_looked_at(entry):
    y, p = example(4)
    w = np.ones(N)
    y[3], p[3], w[3] = -1000, -2000, 0
    keep = np.arange(N) != 3
    assert_same(call(entry, y, p, weight=w), call(entry, y[keep], p[keep]))


@every
def test_row_order_does_not_matter(entry):
    y, p = example(8)
    order = np.random.default_rng(3).permutation(N)
    assert_same(call(entry, y[order], p[order]), call(entry, y, p), rtol=0, atol=0)


@every
@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize("n", [1, 2, 7, 50, 70_001])
def test_arrays_and_summaries_say_the_same(entry, n, weighted):
    rng = np.random.default_rng(n)
    y, w = rng.gamma(2, size=n), rng.random(n) if weighted else None
    p = y * rng.gamma(9, 1 / 9, size=n)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", gn.UndefinedMetricWarning)
        assert_same(call(entry, y, p, weight=w), call(entry, entry.summary.of(y, p, weight=w)), rtol=1e-15, atol=0)


CONTAINERS = {
    "lists": np.ndarray.tolist,
    "tuples": lambda a: tuple(a.tolist()),
    "float32": lambda a: a.astype(np.float32),
    "big endian": lambda a: a.astype(">f8"),
    "objects": lambda a: a.astype(object),
    "pandas": pd.Series,
    "polars": pl.Series,
    "a frame of one column": lambda a: pd.DataFrame({"only": a}),
    "strided": lambda a: np.repeat(a, 2)[::2],
}


@every
@pytest.mark.parametrize("container", CONTAINERS)
def test_containers_do_not_matter(entry, container):
    y, p = example(10)
    made = CONTAINERS[container]
    assert_same(call(entry, made(y), made(p)), call(entry, y, p), rtol=0, atol=0)


@every
def test_inputs_are_untouched(entry):
    y, p = example(13)
    w = np.linspace(0.5, 2, N)
    before = y.copy(), p.copy(), w.copy()
    for array in (y, p, w):
        array.setflags(write=False)
    call(entry, y, p, weight=w)
    for now, then in zip((y, p, w), before, strict=True):
        np.testing.assert_array_equal(now, then)


@every
def test_missing_rows_are_dropped_and_counted(entry):
    y, p = example(16)
    y[5], p[9] = np.nan, np.nan
    with raises_id("inputs.number_not_finite_or_huge", name="y_true", value="NaN", at=5):
        call(entry, y, p)
    keep = ~np.isnan(y) & ~np.isnan(p)
    with pytest.warns(gn.DroppedRowsWarning, match=f"dropped 2 of {N} rows"):
        got = call(entry, y, p, missing="drop")
    assert_same(got, call(entry, y[keep], p[keep]))


@every
@pytest.mark.parametrize(
    ("y", "p", "said"),
    [
        ([1, np.inf, 2], [1, 2, 3], r"y_true has inf at position 1; numbers must be finite"),
        ([1, 2, 3], [1, 2, -np.inf], r"y_pred has -inf at position 2; numbers must be finite"),
        ([1, 2, 3], [1, 2e150, 3e150], r"y_pred has 2e\+150 at position 1 \(and 1 more of 3\); numbers past 1e150"),
        ([1, 2], [1, 2, 3], "y_true has 2 rows but y_pred has 3"),
        (["a", "b"], [1, 2], "y_true holds text"),
        ([], [], "y_true has no rows"),
        ([[1, 2], [3, 4]], [1, 2], r"y_true has shape \(2, 2\)"),
        ([1, 2], None, "y_pred is missing"),
    ],
)
def test_what_is_no_number_is_refused(entry, y, p, said):
    with pytest.raises(gn.InputError, match=said):
        call(entry, y, p)
    if p is not None and len(y) == 3:  # the way through the summary, too
        with pytest.raises(gn.InputError, match=said):
            entry.summary.of(y, p)
        with pytest.raises(gn.InputError, match=said):
            call(entry, y, p, weight=[1, 1, 1])


@every
def test_unknown_options_are_refused(entry):
    assert_unknown_options_refused(entry, example(1))


@every
def test_no_rows_at_all(entry):
    with warns_undefined("no_rows"):
        call(entry, entry.summary.empty())
    with pytest.raises(gn.UndefinedMetricError, match=f"{entry.name} is undefined: there are no rows"):
        call(entry, entry.summary.empty(), undefined="raise")


@values
def test_range_and_direction(entry):
    for seed in range(5):
        y, p = example(seed, 30)
        low, high = entry.range
        perfect, real, blind = (call(entry, y, given) for given in (y, p, np.random.default_rng(seed).permutation(p)))
        assert all(low <= value <= high for value in (perfect, real, blind))
        if entry.name == "error_quantile":
            assert perfect == 0
            continue
        sign = 1 if entry.better == "higher" else -1
        assert sign * perfect > sign * real > sign * blind
        assert perfect == pytest.approx(high if entry.better == "higher" else low, abs=1e-14)


@pytest.mark.parametrize("name", ["rae", "d2_absolute", "d2_pinball", "gini_of_amounts"])
def test_equal_truths_leave_nothing_to_measure_against(name):
    with pytest.warns(gn.UndefinedMetricWarning, match=f"{name} is undefined: all truths are equal"):
        assert np.isnan(getattr(gn, name)([0.1, 0.1, 0.1], [1, 2, 3]))
    assert getattr(gn, name)([5, 5, 5], [1, 2, 3], undefined=0.25) == 0.25


def test_amounts_that_are_all_zero_have_no_shares():
    for name in ("gini_of_amounts", "lorenz_curve"):
        with pytest.warns(gn.UndefinedMetricWarning, match=f"{name} is undefined: all amounts are 0"):
            getattr(gn, name)([0, 0, 0], [1, 2, 3])
    assert gn.gini_of_amounts([3, 3, 3], [1, 2, 3], normalised=False) == 0


def test_negative_amounts_are_refused_where_they_stand():
    for name in ("gini_of_amounts", "lorenz_curve"):
        function = getattr(gn, name)
        with pytest.raises(gn.InputError, match=rf"y_true has -2 at position 1 \(and 1 more of 4\); {name} needs numbers from 0"):
            function([1, -2, 3, -1], [1, 2, 3, 4])
        with raises_id("metrics.amounts_negative", least=-2.0):
            function(gn.Amounts.of([1, -2, 3, -1], [1, 2, 3, 4]))
        with raises_id("inputs.number_out_of_range", name="y_true", value=-1.0, at=3):
            function([1, -2, 3, -1], [1, 2, 3, 4], weight=[1, 0, 1, 1])
    assert gn.error_by_decile([1, -2, 3, -1], [1, 2, 3, 4]).mean_truth.sum() == 1


NUMBERS = st.one_of(
    st.sampled_from([0.0, -0.0, 1.0, -1.0, 0.5, 5e-324, -5e-324, 1e150, -1e150]), st.floats(-1e150, 1e150), st.integers(-5, 5).map(float)
)


@given(st.lists(st.tuples(NUMBERS, NUMBERS), min_size=1, max_size=30))
def test_any_numbers(rows):
    """The distributions against NumPy's own sorting."""
    y, p = np.array(rows).T
    spread = gn.Spread.of(y, p)
    e = p - y
    distinct, counts = np.unique(e + 0.0, return_counts=True)
    np.testing.assert_array_equal(spread.error.value, distinct)
    np.testing.assert_array_equal(spread.error.weight, counts)
    distinct, counts = np.unique(np.abs(e), return_counts=True)
    np.testing.assert_array_equal(spread.absolute.value, distinct)
    np.testing.assert_array_equal(spread.absolute.weight, counts)
    assert gn.medae(y, p) == gn.medae(spread)
    amounts = gn.Amounts.of(y, p)
    np.testing.assert_array_equal(amounts.predictions[::-1], np.unique(p + 0.0))
    assert gn.Amounts.from_bytes(amounts.to_bytes()) == amounts


def test_a_large_offset_costs_no_digits():
    """Truths of 1e9 that differ by one: deviations are counted from a truth, not from 0."""
    y, p = example(2)
    for name in ("rae", "d2_absolute", "d2_pinball"):
        near, far = (getattr(gn, name)(y + shift, p + shift) for shift in (0, 2.0**40))
        assert far == pytest.approx(near, rel=1e-13)
