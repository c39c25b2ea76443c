"""Laws of metrics of ranks and pairs, and of the cells that a coarse joint distribution leaves."""

import inspect
import json
import warnings

import numpy as np
import pytest

import gnomon as gn
from data import assert_unknown_options_refused, call
from gnomon.catalog import entries
from gnomon.inference.proportions import t_of
from refusals import raises_id, warns_undefined

OURS = [entry for entry in entries() if entry.summary is gn.Joint]
CENSORED = [entry for entry in OURS if entry.family != "correlation"]
every_metric = pytest.mark.parametrize("entry", OURS, ids=lambda e: e.name)
REFERENCES = [
    *("spearman", "kendall", "kendall(variant=c)", "kendall(variant=a)", "somers_d", "somers_d(dependent=x)"),
    *("concordance_index", "concordance_index(predicts=risk)"),
]


def rows(seed, n=150):
    rng = np.random.default_rng(seed)
    x = rng.integers(0, 20, n) / 4
    return x, np.round(x + rng.normal(0, 2, n) * 4) / 4


@every_metric
@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("resolution", [None, 30])
def test_merge_split_anywhere_in_any_order(entry, seed, resolution):
    x, y = rows(seed)
    rng = np.random.default_rng(seed)
    event = rng.random(len(x)) < 0.6 if entry in CENSORED else np.ones(len(x))
    parts = [
        gn.Joint.of(x[at], y[at], event=event[at], resolution=resolution)
        for at in np.split(rng.permutation(len(x)), sorted(rng.integers(1, len(x), 4)))
        if len(at)
    ]
    whole = gn.Joint.of(x, y, event=event, resolution=resolution)
    rng.shuffle(parts)
    assert sum(parts) == whole
    assert call(entry, sum(parts)) == call(entry, whole)
    assert (parts[0] + parts[1]) + parts[2] == parts[2] + (parts[1] + parts[0])


@every_metric
def test_weights(entry):
    x, y = rows(5)
    w = np.random.default_rng(5).integers(0, 4, len(x))
    w[:2] = 1
    assert call(entry, x, y, weight=w) == pytest.approx(call(entry, np.repeat(x, w), np.repeat(y, w)), rel=1e-12)
    assert call(entry, x, y, weight=np.ones(len(x))) == pytest.approx(call(entry, x, y), rel=1e-12)
    heavy = np.random.default_rng(6).random(len(x)) + 0.1
    for scale in (3.0, 1e-7, 1e9, 1e90):
        assert call(entry, x, y, weight=heavy * scale) == pytest.approx(call(entry, x, y, weight=heavy), rel=1e-12)
    heavy[::3] = 0
    assert call(entry, x, y, weight=heavy) == pytest.approx(call(entry, x[heavy > 0], y[heavy > 0], weight=heavy[heavy > 0]), rel=1e-12)


@every_metric
def test_order_containers_and_types_do_not_matter(entry):
    import pandas as pd
    import polars as pl

    x, y = rows(7)
    expected = call(entry, x, y)
    order = np.random.default_rng(3).permutation(len(x))
    assert call(entry, x[order], y[order]) == expected
    before = x.copy(), y.copy()
    for array in (x, y):
        array.setflags(write=False)
    containers = [(x.tolist(), tuple(y)), (pd.Series(x), pl.Series(y)), (x.astype(np.float32), y.astype(">f8"))]
    for given in (*containers, (x[:, None], y), (x.astype(object), y)):
        assert call(entry, *given) == expected
    assert call(entry, np.repeat(x, 2)[::2], y[::-1][::-1]) == expected
    assert call(entry, (x * 4).astype(np.int16), y) == expected, "a change of scale keeps the order"
    np.testing.assert_array_equal((x, y), before)


@every_metric
def test_undefined(entry):
    for x, y in (([2, 2, 2], [1, 2, 3]), ([2, 2], [1, 1]), ([1], [1])):
        with pytest.warns(gn.UndefinedMetricWarning, match=f"{entry.name} is undefined: "):
            assert np.isnan(call(entry, x, y))
        with pytest.raises(gn.UndefinedMetricError):
            call(entry, x, y, undefined="raise")
        assert call(entry, x, y, undefined=0.25) == 0.25
    with warns_undefined("no_rows"):
        call(entry, gn.Joint.empty())
    with raises_id("inputs.rows_missing"):
        call(entry, [], [])


def test_reasons_say_which_series_is_constant():
    for metric, x, y, said in (
        (gn.spearman, [1, 1], [1, 2], "all values of the first series are equal"),
        (gn.kendall, [1, 2], [1, 1], "all values of the second series are equal"),
        (gn.kendall, [1, 1], [1, 1], "all values of either series are equal"),
        (gn.somers_d, [1, 1], [1, 2], "all values of the first series are equal"),
        (gn.concordance_index, [1, 1], [1, 2], "no two rows can be compared"),
    ):
        with pytest.warns(gn.UndefinedMetricWarning, match=said):
            metric(x, y)
    with warns_undefined("no_comparable_pairs"):
        gn.concordance_index([1, 2], [1, 2], event=[0, 0])
    with warns_undefined("second_series_constant"):
        gn.somers_d([1, 2], [1, 1], dependent="x")
    assert gn.somers_d([1, 2], [1, 1]) == 0, "nothing that x tells apart does y tell apart"


@every_metric
def test_missing_rows(entry):
    x, y = rows(8)
    x[5], y[9] = np.nan, np.nan
    first = next(iter(inspect.signature(getattr(gn, entry.name)).parameters))
    with pytest.raises(gn.InputError, match=f"{first} has NaN at position 5; pass missing="):
        call(entry, x, y)
    keep = ~np.isnan(x) & ~np.isnan(y)
    with pytest.warns(gn.DroppedRowsWarning, match=f"dropped 2 of {len(x)} rows with missing values: {first} in 1; y"):
        assert call(entry, x, y, missing="drop") == call(entry, x[keep], y[keep])


@every_metric
def test_range_and_direction(entry):
    x, y = rows(9)
    low, high = entry.range
    assert call(entry, x, x) == high
    assert call(entry, x, -x) == low
    assert low < call(entry, x, -y) < call(entry, x, y) < high
    assert_unknown_options_refused(entry, (x, y))


@every_metric
def test_what_does_not_go_together_is_refused(entry):
    joint = gn.Joint.of(*rows(1))
    with raises_id("public.summary_with_arrays", type="Joint"):
        call(entry, joint, weight=[1, 2])
    with raises_id("public.annotators_type_mismatch", type="Joint", type_2="Counts"):
        call(entry, gn.Counts.of([0, 1], [0, 1]))
    with raises_id("inputs.second_missing_of_joint"):
        call(entry, [1, 2, 3])
    with pytest.raises(TypeError, match="missing 1 required positional argument"):
        getattr(gn, entry.name)()
    with pytest.raises(TypeError, match="and was given 3 arrays"):
        call(entry, [1], [2], [3])
    second = list(inspect.signature(getattr(gn, entry.name)).parameters)[1]
    with pytest.raises(TypeError, match="multiple values"):
        call(entry, [1, 2], [2, 3], **{second: [3, 4]})
    assert call(entry, [1, 2, 3], **{second: [3, 4, 5]}) == 1


def test_censored_times_have_no_ranks():
    joint = gn.Joint.of([1, 2, 3], [1, 2, 3], event=[1, 0, 1])
    for metric in (gn.spearman, gn.kendall, gn.somers_d):
        with raises_id("metrics.rank_correlation_of_censored", count=1.0):
            metric(joint)
    with pytest.raises(TypeError, match="event"):
        gn.kendall([1, 2], [1, 2], event=[1, 1])


def test_pairs_of_all_rows_need_whole_weights():
    x, y = rows(3)
    with raises_id("metrics.variant_a_weights_not_integer", value=0.5):
        gn.kendall([1, 2, 3], [1, 2, 3], weight=[1, 0.5, 2], variant="a")
    assert gn.kendall(x, y, variant="a") < gn.kendall(x, y)


def spread(seed, n):
    """Rows of one of several shapes: continuous, in whole steps on either axis, or heavy in a few places."""
    rng = np.random.default_rng(seed)
    x = (rng.random(n), rng.integers(0, 4, n).astype(float), rng.standard_normal(n) * 10)[seed % 3]
    y = x + rng.standard_normal(n) * rng.random() * 2
    y = np.round(y) if seed % 5 == 0 else y
    weight = (None, rng.integers(1, 4, n), rng.random(n))[seed // 3 % 3]
    event = rng.random(n) < 0.6 if seed // 9 % 2 else None
    return x, y, weight, event


@pytest.mark.parametrize("seed", range(90))
def test_bounds_of_coarse_cells_hold_the_exact_value(seed):
    x, y, weight, event = spread(seed, 5 + seed)
    exact = gn.Joint.of(x, y, weight=weight, event=event)
    for resolution in (4, 12, 40):
        coarse = exact.coarsened(resolution)
        assert len(coarse) <= resolution
        for reference in REFERENCES:
            whole = weight is None or weight.dtype.kind == "i"
            if (event is not None and "concordance" not in reference) or ("=a" in reference and not whole):
                continue
            value = exact.bounds(reference)[0]
            if value == value:
                low, high = coarse.bounds(reference)
                assert low <= value <= high, (reference, resolution)


def test_bounds_are_reached_by_rows_that_stand_so():
    """A cell of two rows: both orders of them are possible, and so are both ends."""
    base = gn.Joint.of([0.0, 1.0, 1.0 + 2**-50], [0.0, 1.0, 1.0 + 2**-50]).coarsened(4)
    assert base.exact
    coarse = gn.Joint.of([1.0, 1.0 + 2**-52, 2.0, 3.0, 4.0], [1.0, 1.0 + 2**-52, 2.0, 3.0, 4.0]).coarsened(4)
    assert len(coarse) == 4
    low, high = coarse.bounds("kendall(variant=a)")
    up, down = ([1.0, 1.0 + 2**-52, 2.0, 3.0, 4.0], [1.0 + 2**-52, 1.0, 2.0, 3.0, 4.0])
    assert high == pytest.approx(gn.kendall(up, up, variant="a"), abs=1e-11)
    assert low == pytest.approx(gn.kendall(up, down, variant="a"), abs=1e-11)
    low, high = coarse.bounds("concordance_index")
    assert (low, high) == pytest.approx((gn.concordance_index(up, down), 1), abs=1e-11)


def test_steps_that_are_known_are_known_to_tie():
    """Whole truths stay apart in narrow cells, and rows that share one are known to tie: the bounds are much narrower for it."""
    rng = np.random.default_rng(0)
    x = rng.poisson(5, 20_000).astype(float)
    y = x + rng.standard_normal(20_000)
    coarse = gn.Joint.of(x, y, resolution=2000)
    assert not coarse.exact
    assert coarse.grain[0] == 0
    low, high = coarse.bounds("somers_d")
    assert low <= gn.somers_d(x, y) <= high
    assert high - low < 0.02
    fractions = gn.Joint.of(x + 0.1, y, resolution=2000)
    wide = fractions.bounds("somers_d")
    assert wide[1] - wide[0] > 5 * (high - low)


def test_cells_become_fine_with_their_number():
    rng = np.random.default_rng(1)
    x = rng.random(50_000)
    joint = gn.Joint.of(x, x + rng.random(50_000))
    widths = []
    for resolution in (2**8, 2**12, 2**15):
        low, high = joint.coarsened(resolution).bounds("spearman")
        assert low <= gn.spearman(joint) <= high
        widths.append(high - low)
    assert widths[0] > 2 * widths[1] > 4 * widths[2]


def test_a_metric_of_something_else_has_no_bounds_here():
    with raises_id("summary.joint_metric_unknown", name="roc_auc"):
        gn.Joint.of([1, 2], [1, 2]).bounds("roc_auc")
    with raises_id("summary.coarse_sweep_bounds_unsupported", name="kendall"):
        gn.Sweep.of([0, 1], [0.1, 0.2]).bounds("kendall")
    nothing = gn.Joint(np.array([]), np.array([]), np.array([], int), np.array([], int), 3, 4, (0, 0))
    for reference in REFERENCES:
        assert np.isnan(nothing.bounds(reference)).all()


def test_it_says_what_it_holds():
    joint = gn.Joint.of([1, 1, 2, 3], [1, 1, 2, 2], event=[1, 1, 0, 1])
    assert repr(joint) == "Joint(4 rows, 1 of them censored, 3 distinct pairs)"
    assert repr(gn.Joint.empty()) == "Joint(no rows)"
    assert repr(gn.Joint.of(*rows(0), resolution=9)).endswith("floats a side)")
    assert (joint.n, joint.cells, joint.curves, joint.exact) == (4.0, 3, 1, True)
    assert joint.truths.tolist() == [2, 1, 1]
    assert joint.predictions.tolist() == [2, 2]
    json.dumps(joint._state()[0])


def test_threads_do_not_change_what_weights_come_to():
    import os
    import subprocess
    import sys

    code = (
        "import numpy as np, gnomon as gn; r = np.random.default_rng(0); n = 200_000; x = r.random(n); y = x + r.random(n); "
        "w = r.random(n); e = r.random(n) < 0.5; print(repr([f(x, y, weight=w) for f in (gn.spearman, gn.kendall, gn.somers_d)]), "
        "repr(gn.concordance_index(x, y, event=e, weight=w)))"
    )
    said = {
        subprocess.run(
            [sys.executable, "-c", code], env={**os.environ, "GNOMON_THREADS": n}, capture_output=True, text=True, check=True
        ).stdout
        for n in ("1", "2", "7")
    }
    assert len(said) == 1


def test_no_warnings_on_the_way():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for reference in REFERENCES:
            gn.Joint.of(*rows(2), resolution=20).bounds(reference)


def _pairs_left(y, p, event, weight, rows):
    """The concordance index of some rows, pair by pair."""
    comparable = alike = 0.0
    for i in rows:
        for j in rows:
            if event[i] and (y[i] < y[j] or (y[i] == y[j] and not event[j])):
                comparable += weight[i] * weight[j]
                alike += weight[i] * weight[j] * (p[i] < p[j]) + weight[i] * weight[j] * (p[i] == p[j]) / 2
    return alike / comparable


@pytest.mark.parametrize("n", [40, 130])  # left out one by one as summaries, and at once as totals
def test_the_interval_of_censored_times_leaves_out_each_row(n):
    random = np.random.default_rng(n)
    y = random.integers(1, 15, n).astype(float)
    p, event, weight = np.round(y + random.normal(0, 4, n)), random.random(n) < 0.6, random.integers(1, 4, n).astype(float)
    found = gn.interval("concordance_index", y, p, event=event, weight=weight)
    assert found.value == gn.concordance_index(y, p, event=event, weight=weight)
    without = np.array([_pairs_left(y, p, event, weight, [row for row in range(n) if row != left]) for left in range(n)])
    error = np.sqrt((n - 1) / n * ((without - without.mean()) ** 2).sum())
    half = t_of(0.95, n - 1) * error
    # Differences of nearly equal numbers lose a few digits.
    assert list(found) == pytest.approx([found.value - half, found.value + half], rel=1e-10)
    risk = gn.interval("concordance_index(predicts=risk)", y, p, event=event, weight=weight)
    assert list(risk) == pytest.approx([1 - found.high, 1 - found.low], rel=1e-10)
    every = gn.interval("concordance_index", y, p, event=np.ones(n))
    assert list(every) == list(gn.interval("concordance_index", y, p))


def test_what_intervals_do_not_take_says_where_it_belongs():
    x, y = [1.0, 2, 3, 4, 5], [1.0, 3, 2, 4, 6]
    for metric, given, hint in (
        ("kendall", {"event": [1, 0, 1, 1, 1]}, "Take concordance_index"),
        ("concordance_index", {"event": [1, 0]}, "event has 2 rows but y_true has 5"),
        ("pinball_loss", {"quantile": 0.9}, 'write "pinball_loss(quantile=0.9)"'),
        ("rmse", {"average": None}, "gn.rmse with average= gives the value"),
        ("mase", {"season": 1}, "gn.mase gives its value"),
    ):
        with pytest.raises(gn.InputError) as caught:
            gn.interval(metric, x, y, **given)
        assert hint in str(caught.value)
    with pytest.raises(TypeError, match="unexpected keyword argument 'event'"):
        gn.interval("rmse", x, y, event=[1] * 5)
