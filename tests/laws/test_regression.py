"""Laws of metrics of predicted numbers: sums in any order to the last bit, weights as repetitions, one reading for every container."""

import warnings
from fractions import Fraction

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

import gnomon as gn
from gnomon.catalog import entries
from gnomon.metrics.outputs import MeanOfLoss
from refusals import raises_id, raises_undefined, warns_undefined

OURS = [entry for entry in entries() if entry.summary in (gn.Moments, gn.Ranges)]
PAIRS = [entry for entry in OURS if entry.summary is gn.Moments]
every = pytest.mark.parametrize("entry", OURS, ids=lambda entry: entry.name)
every_pair = pytest.mark.parametrize("entry", PAIRS, ids=lambda entry: entry.name)
REQUIRED = {"adjusted_r2": {"features": 2}, "tweedie_deviance": {"power": 1.5}, "winkler_score": {"level": 0.9}}
N = 120


def example(entry, seed, n=N):
    """Positive truths, which every metric takes, and predictions with errors of both signs; exact in float32."""
    rng = np.random.default_rng(seed)
    y = np.round(rng.gamma(2, 3, n) * 64 + 1) / 64
    p = np.maximum(np.round(y * np.exp(rng.normal(0, 0.4, n)) * 64), 1) / 64
    if entry.summary is gn.Moments:
        return y, p
    return y, np.round(64 * p * 0.7) / 64, np.round(64 * p * 1.4) / 64


def value(entry, *data, **keywords):
    return getattr(gn, entry.name)(*data, **REQUIRED.get(entry.name, {}), **keywords)


def summarise(entry, *data, **keywords):
    needs = {"terms": ("relative", "symmetric", "logarithmic"), "huber": 1, "tweedie": [1, 1.5, 2]} if entry.summary is gn.Moments else {}
    return entry.summary.of(*data, **needs, **keywords)


@every
@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("weighted", [False, True])
def test_any_split_order_and_tree_gives_the_same_bits(entry, seed, weighted):
    rng = np.random.default_rng(seed)
    data = example(entry, seed)
    w = rng.random(N) * 10.0 ** rng.integers(-30, 30, N) if weighted else None
    whole = summarise(entry, *data, weight=w)
    cuts = sorted(rng.choice(np.arange(1, N), 4, replace=False))
    parts = [
        summarise(entry, *(column[at] for column in data), weight=None if w is None else w[at]) for at in np.split(rng.permutation(N), cuts)
    ]
    while len(parts) > 1:
        i, j = rng.choice(len(parts), 2, replace=False)
        made = parts[i] + entry.summary.from_bytes(parts[j].to_bytes())
        parts = [part for k, part in enumerate(parts) if k not in (i, j)] + [made]
    assert parts[0] == whole
    assert parts[0].to_bytes() == whole.to_bytes()
    assert value(entry, parts[0]) == value(entry, *data, weight=w)


@every
def test_whole_weights_are_repetitions_to_the_last_bit(entry):
    data, w = example(entry, 3), np.random.default_rng(3).integers(0, 4, N)
    assert value(entry, *data, weight=w) == value(entry, *(np.repeat(column, w) for column in data))
    assert value(entry, *data, weight=np.ones(N)) == value(entry, *data)
    gone = w == 0
    assert value(entry, *data, weight=w) == value(entry, *(column[~gone] for column in data), weight=w[~gone])


@every
@pytest.mark.parametrize("scale", [3.0, 1e-7, 1e9])
def test_scaling_weights_changes_nothing(entry, scale):
    if entry.name == "adjusted_r2":
        return  # it counts rows, and weights are rows
    data, w = example(entry, 4), np.random.default_rng(4).random(N) + 0.1
    # A weight is rounded where it is scaled.
    assert value(entry, *data, weight=w * scale) == pytest.approx(value(entry, *data, weight=w), rel=1e-12)


@every
def test_row_order_does_not_matter(entry):
    data, order = example(entry, 5), np.random.default_rng(5).permutation(N)
    assert value(entry, *(column[order] for column in data)) == value(entry, *data)


CONTAINERS = {
    "list": lambda column: column.tolist(),
    "tuple": lambda column: tuple(column.tolist()),
    "float32": lambda column: column.astype(np.float32),
    "big-endian": lambda column: column.astype(">f8"),
    "objects": lambda column: column.astype(object),
    "long double": lambda column: column.astype(np.longdouble),
    "strided": lambda column: np.repeat(column, 2)[::2],
    "one column": lambda column: column[:, None],
    "pandas": pd.Series,
    "nullable": lambda column: pd.Series(column, dtype="Float64"),
    "polars": pl.Series,
    "arrow": pa.array,
}


@every
@pytest.mark.parametrize("container", CONTAINERS)
def test_every_container_says_the_same(entry, container):
    data = example(entry, 6)
    assert value(entry, *(CONTAINERS[container](column) for column in data)) == value(entry, *data)


@every
@pytest.mark.parametrize("dtype", [np.int8, np.uint8, np.int16, np.uint32, np.int64])
def test_whole_numbers_of_any_type(entry, dtype):
    data = [np.ceil(column) for column in example(entry, 7)]
    assert value(entry, *(column.astype(dtype) for column in data)) == value(entry, *data)


@every
def test_inputs_are_untouched(entry):
    data, w = example(entry, 8), np.linspace(0.5, 2, N)
    before = [column.copy() for column in (*data, w)]
    for column in (*data, w):
        column.setflags(write=False)
    value(entry, *data, weight=w)
    for now, then in zip((*data, w), before, strict=True):
        np.testing.assert_array_equal(now, then)


@every
def test_missing_rows_are_dropped_and_counted(entry):
    data = [column.copy() for column in example(entry, 9)]
    data[0][5], data[-1][9] = np.nan, np.nan
    with raises_id("inputs.number_not_finite_or_huge", value="NaN"):
        value(entry, *data)
    keep = ~np.isnan(data[0]) & ~np.isnan(data[-1])
    with pytest.warns(gn.DroppedRowsWarning, match=f"dropped 2 of {N} rows"):
        got = value(entry, *data, missing="drop")
    assert got == value(entry, *(column[keep] for column in data))


@every
def test_range_and_direction(entry):
    """What is perfect is at least as good as what is not, the way the entry says."""
    assert entry.range is not None
    if entry.better is None:
        assert entry.name in ("mbe", "interval_coverage"), "both ends are wrong"
        return
    sign = 1 if entry.better == "higher" else -1
    data = example(entry, 10)
    blind = (data[0], *(np.random.default_rng(0).permutation(column) for column in data[1:]))
    if entry.name in ("interval_coverage", "interval_width", "winkler_score"):
        blind = (data[0], data[1] - 50, data[2] + 50)
    perfect, real, worse = (value(entry, *given) for given in ((data[0],) * len(data), data, blind))
    assert sign * perfect > sign * real > sign * worse
    for found in (perfect, real, worse):
        assert entry.range[0] <= found <= entry.range[1]
    best = entry.range[1] if entry.better == "higher" else entry.range[0]
    assert perfect == best


@every
def test_no_rows_and_refusals(entry):
    with pytest.warns(gn.UndefinedMetricWarning, match=f"{entry.name} is undefined: there are no rows"):
        assert np.isnan(value(entry, entry.summary.empty()))
    with raises_id("inputs.rows_missing"):
        value(entry, *([] for _ in example(entry, 1)))
    with pytest.raises(TypeError, match="unexpected keyword argument 'colour'"):
        value(entry, *example(entry, 1), colour=1)
    held = summarise(entry, *example(entry, 1))
    with pytest.raises(gn.InputError, match=f"was given a {entry.summary.__name__} and arguments that go with arrays"):
        value(entry, held, weight=np.ones(N))
    with raises_id("public.annotators_type_mismatch"):
        value(entry, gn.Counts.of([0, 1], [0, 1]))
    for option in entry.options.values():
        with pytest.raises(gn.InputError, match=f"{option.name}='nonsense' is not"):
            getattr(gn, entry.name)(*example(entry, 1), **REQUIRED.get(entry.name, {}) | {option.name: "nonsense"})


LOSSES = [entry for entry in PAIRS if isinstance(entry.uncertainty, MeanOfLoss)]


@pytest.mark.parametrize("entry", LOSSES, ids=lambda entry: entry.name)
def test_a_mean_of_a_loss_is_the_mean_of_that_loss(entry):
    y, p = example(entry, 11)
    w = np.random.default_rng(11).random(N)
    options = REQUIRED.get(entry.name, {})
    found = entry.uncertainty
    mean = float(np.average(found.loss(y, p, **options), weights=w))
    assert value(entry, y, p, weight=w) == pytest.approx(float(found.from_mean(mean)), rel=1e-12)
    assert float(found.to_mean(found.from_mean(mean))) == pytest.approx(mean, rel=1e-12)
    assert len(LOSSES) >= 12


def test_losses_leave_out_what_options_leave_out():
    y, p = np.array([0.0, 2.0, 4.0, 0.0]), np.array([1.0, 1.0, 5.0, 0.0])
    percentage, symmetric = (gn.catalog.get(name).uncertainty.loss for name in ("mape", "smape"))
    assert gn.mape(y, p, zeros="drop") == np.nanmean(percentage(y, p, zeros="drop"))
    assert gn.smape(y, p, zeros="drop") == pytest.approx(np.nanmean(symmetric(y, p, zeros="drop")), rel=1e-15)
    assert gn.smape(y, p) == pytest.approx(np.mean(symmetric(y, p)), rel=1e-15)


@pytest.mark.parametrize("offset", [1e9, 1e15, -1e12])
@pytest.mark.parametrize("weighted", [False, True])
def test_a_large_offset_costs_no_digit(offset, weighted):
    """Against fractions: sums of plain squares in floats have no digit left there."""
    rng = np.random.default_rng(12)
    y = offset + rng.integers(-8, 9, 400) / 8
    p = y + rng.integers(-4, 5, 400) / 8
    w = rng.random(400) if weighted else np.ones(400)
    Y, P, W = ([Fraction(x) for x in column.tolist()] for column in (y, p, w))
    total = sum(W)
    mean_y, mean_p = (sum(a * b for a, b in zip(W, column, strict=True)) / total for column in (Y, P))
    squared = sum(c * (b - a) ** 2 for a, b, c in zip(Y, P, W, strict=True))
    spread_y, spread_p = (sum(c * (a - mean) ** 2 for a, c in zip(column, W, strict=True)) for column, mean in ((Y, mean_y), (P, mean_p)))
    both = sum(c * (a - mean_y) * (b - mean_p) for a, b, c in zip(Y, P, W, strict=True))
    weight = w if weighted else None
    moments = gn.Moments.of(y, p, weight=weight)
    assert (moments.y_spread, moments.p_spread, moments.co_moment, moments.squared) == (spread_y, spread_p, both, squared)
    assert moments.absolute == sum(c * abs(b - a) for a, b, c in zip(Y, P, W, strict=True))
    assert gn.r2(y, p, weight=weight) == float(1 - squared / spread_y)
    assert gn.mse(y, p, weight=weight) == float(squared / total)
    assert gn.mbe(y, p, weight=weight) == float(mean_p - mean_y)
    assert gn.pearson(y, p, weight=weight) == pytest.approx(float(both) / float(spread_y * spread_p) ** 0.5, rel=1e-14)
    about = moments.about(float(mean_y), float(mean_p))
    shift = Fraction(float(mean_y))
    assert about["yy"] == float(sum(c * (a - shift) ** 2 for a, c in zip(Y, W, strict=True)))


@pytest.mark.parametrize("size", [1e-170, 1e-320, 1e149])
def test_very_small_and_very_large_numbers(size):
    """Squares that are no floats are still summed: the root is as exact as the errors are."""
    y = np.array([1.0, 2.0, 4.0]) * size
    p = np.array([2.0, 2.0, 4.0]) * size
    # Of 1e-320 a float has few digits left.
    assert gn.rmse(y, p) == pytest.approx((1 / 3) ** 0.5 * size, rel=1e-15 if size > 1e-300 else 1e-3)
    assert gn.pearson(y, p) == pytest.approx(gn.pearson([1, 2, 4], [2, 2, 4]), rel=1e-3 if size < 1e-300 else 1e-14)
    assert gn.r2(y, p) == pytest.approx(gn.r2([1, 2, 4], [2, 2, 4]), rel=1e-3 if size < 1e-300 else 1e-14)


NUMBERS = st.one_of(st.floats(-1e150, 1e150), st.sampled_from([0.0, -0.0, 5e-324, 1.0, 1e9, 1e9 + 1, -3.5]))


@given(st.lists(st.tuples(NUMBERS, NUMBERS, st.sampled_from([0.0, 1e-99, 0.1, 1.0, 3.0, 1e80])), min_size=1, max_size=12))
def test_sums_are_those_of_fractions(rows):
    y, p, w = (np.array(column) for column in zip(*rows, strict=True))
    if not w.any():
        return
    found = gn.Moments.of(y, p, weight=w, terms=())
    Y, P, W = ([Fraction(x) for x in column.tolist()] for column in (y, p, w))
    triples = list(zip(Y, P, W, strict=True))
    assert found.y == sum(c * a for a, _, c in triples)
    assert found.sum("yp") == sum(c * a * b for a, b, c in triples)
    assert found.sum("pp") == sum(c * b * b for _, b, c in triples)
    assert found.over == sum(c * max(b - a, 0) for a, b, c in triples)
    assert found.under == sum(c * max(a - b, 0) for a, b, c in triples)
    assert found.sum("y_magnitude") == sum(c * abs(a) for a, _, c in triples)
    assert found.squared == sum(c * (b - a) ** 2 for a, b, c in triples)
    assert found.rows == np.count_nonzero(w)
    assert gn.Moments(found.rows, found.sums, found.extremes) == found, "what is possible is accepted"


@every_pair
def test_several_outputs(entry):
    """Each column by itself, and their averages; frames by the names of their columns."""
    if entry.name == "pearson":
        with raises_id("public.too_many_series_columns"):
            gn.pearson(np.ones((3, 2)), np.ones((3, 2)))
        return
    Y, P = (np.stack(columns, axis=1) for columns in zip(*(example(entry, seed) for seed in (20, 21, 22)), strict=True))
    w = np.random.default_rng(20).random(N)
    each = [value(entry, Y[:, k], P[:, k], weight=w) for k in range(3)]
    assert value(entry, Y, P, weight=w, average=None).tolist() == each
    assert value(entry, Y, P, weight=w) == pytest.approx(np.mean(each), rel=1e-14)
    assert value(entry, Y, P, weight=w, average=[1, 0, 3]) == pytest.approx((each[0] + 3 * each[2]) / 4, rel=1e-14)
    truth, said = pd.DataFrame(Y, columns=list("abc")), pd.DataFrame(P, columns=list("abc"))[list("cab")]
    assert value(entry, truth, said, weight=w, average=None).tolist() == each
    named = pl.DataFrame(P, schema=["one", "two", "three"])
    assert value(entry, truth, named, weight=w, average=None).tolist() == each, "names that share nothing are no names of outputs"
    with raises_id("public.column_names_differ", shared="'a', 'b'", others="'c', 'd'"):
        value(entry, truth, pd.DataFrame(P, columns=list("abd")))
    if entry.averaging.by_variance:
        heavy = [float(gn.Moments.of(Y[:, k], P[:, k], weight=w).y_spread) for k in range(3)]
        assert value(entry, Y, P, weight=w, average="variance") == pytest.approx(np.average(each, weights=heavy), rel=1e-12)
    else:
        with raises_id("public.output_average_unknown", average="variance"):
            value(entry, Y, P, average="variance")


def test_outputs_that_have_no_value_are_named():
    Y, P = np.array([[1.0, 5.0], [2.0, 5.0], [4.0, 5.0]]), np.array([[1.0, 5.0], [2.0, 4.0], [3.0, 5.0]])
    with warns_undefined("classes_left_out"):
        assert gn.r2(Y, P) == gn.r2(Y[:, 0], P[:, 0])
    assert gn.r2(Y, P, undefined=0.0) == gn.r2(Y[:, 0], P[:, 0]) / 2
    with raises_undefined("constant_truth"):
        gn.r2(pd.DataFrame(Y, columns=["a", "b"]), pd.DataFrame(P, columns=["a", "b"]), undefined="raise")
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        assert np.isnan(gn.r2(np.ones((3, 2)), Y))
    assert "undefined for every output" in str(caught[-1].message)


def test_moments_that_do_not_fit_together_are_refused():
    y, p = [1.0, 2.0, 4.0], [1.5, 2.0, 3.0]
    with raises_id("summary.moments_terms_differ", names="'huber(1.0)'"):
        gn.Moments.of(y, p, huber=1) + gn.Moments.of(y, p)
    with raises_id("summary.moments_term_missing", name="tweedie(1.5)", argument="tweedie=1.5"):
        gn.tweedie_deviance(gn.Moments.of(y, p), power=1.5)
    with raises_id("summary.moments_term_missing", name="symmetric", argument="terms=['symmetric']"):
        gn.smape(gn.Moments.of(y, p))
    with raises_id("summary.moments_term_unknown", term="squares"):
        gn.Moments.of(y, p, terms=["squares"])
    assert gn.huber(gn.Moments.of(y, p, huber=[0.25, 1]), delta=0.25) == gn.huber(y, p, delta=0.25)


@pytest.mark.parametrize("season", [1, 4])
def test_scaled_errors_of_several_series_add_up(season):
    rng = np.random.default_rng(30)
    series = [(rng.normal(size=6), rng.normal(size=6), rng.normal(size=30) * 10**k) for k in range(3)]
    parts = [gn.ScaledErrors.of(y, p, train=train, season=season) for y, p, train in series]
    each = [gn.mase(y, p, train=train, season=season) for y, p, train in series]
    by_hand = [np.mean(np.abs(y - p)) / np.mean(np.abs(t[season:] - t[:-season])) for y, p, t in series]
    assert each == pytest.approx(by_hand, rel=1e-14)
    assert gn.mase(sum(parts)) == pytest.approx(np.mean(each), rel=1e-14)
    assert parts[0] + parts[1] + parts[2] == parts[2] + (parts[1] + parts[0])
    y, p, _ = series[0]
    assert gn.mase(y, p, season=season) == gn.mase(y, p, train=y, season=season)
    w = np.array([0, 1, 2, 0, 1, 1])
    train = series[0][2]
    assert gn.mase(y, p, train=train, weight=w) == gn.mase(np.repeat(y, w), np.repeat(p, w), train=train)


def stacked(seed=7, length=40, horizon=12):
    """Three series of levels and scales of their own, one below the other: names, truths, forecasts, and what came before."""
    rng = np.random.default_rng(seed)
    names = np.repeat(["a", "b", "c"], horizon)
    whole = {name: level + scale * rng.normal(size=length) for name, level, scale in (("a", 10, 1), ("b", 500, 20), ("c", 9000, 5))}
    y = np.concatenate([series[-horizon:] for series in whole.values()])
    p = y + np.repeat([1, 20, 5], horizon) * rng.normal(size=3 * horizon)
    return names, y, p, {name: series[:-horizon] for name, series in whole.items()}


@pytest.mark.parametrize("season", [1, 4])
@pytest.mark.parametrize("with_train", [True, False])
def test_series_named_by_group_have_scales_of_their_own(season, with_train):
    names, y, p, before = stacked()
    how = {"season": season} | ({"train": before} if with_train else {})
    each = {}
    for name in "abc":
        here = names == name
        z = before[name] if with_train else y[here]
        each[name] = np.mean(np.abs(y[here] - p[here])) / np.mean(np.abs(z[season:] - z[:-season]))
    assert gn.mase(y, p, group=names, **how) == pytest.approx(np.mean(list(each.values())), rel=1e-14)
    parts = gn.ScaledErrors.by_series(y, p, group=names, **how)
    assert {name: gn.mase(part) for name, part in parts.items()} == pytest.approx(each, rel=1e-14)
    in_time = sorted(range(len(y)), key=lambda row: (row % 12, names[row]))  # series by turns, each in the order of time
    assert gn.mase(y[in_time], p[in_time], group=names[in_time], **how) == gn.mase(y, p, group=names, **how)
    unequal = np.r_[0:12, 12:18, 24:36]  # each series counts once, however long it is
    b = gn.mase(y[12:18], p[12:18], train=before["b"], season=season) if with_train else gn.mase(y[12:18], p[12:18], season=season)
    found = gn.mase(y[unequal], p[unequal], group=names[unequal], **how)
    assert found == pytest.approx(np.mean([each["a"], b, each["c"]]), rel=1e-14)


def test_stacked_series_without_names_warn():
    names, y, p, before = stacked()
    with pytest.warns(UserWarning, match="y_true looks like 3 series one below the other, the second from position 12.* group="):
        mixed = gn.mase(y, p)
    assert mixed < 0.2 * gn.mase(y, p, group=names)
    train = np.concatenate(list(before.values()))
    with pytest.warns(UserWarning, match="train looks like 3 series"):
        gn.mase(y[:12], p[:12], train=train)


def test_stacked_series_of_other_scales_warn():
    """Random walks from 0: their levels meet, and the step from one to the next is as large as those after it."""
    for seed in range(10):
        rng = np.random.default_rng(seed)
        y = np.concatenate([np.cumsum(rng.normal(size=40)), 1000 * np.cumsum(rng.normal(size=40))])
        for series in (y, y[::-1], y[30:50], np.concatenate([y, 1e6 * np.cumsum(rng.normal(size=40))])):
            with pytest.warns(UserWarning, match="y_true looks like [23] series of different scales one below the other.* group="):
                gn.mase(series, series + 1)
        with pytest.warns(UserWarning, match="train looks like 2 series of different scales"):
            gn.mase(y[:9], y[:9] + 1, train=y)


@pytest.mark.parametrize("seed", range(5))
def test_one_series_of_growing_or_seasonal_steps_does_not_warn(seed):
    rng, at = np.random.default_rng(seed), np.arange(240)
    for series in (
        at + rng.normal(size=240),
        np.exp(0.2 * at[:100] + 0.1 * rng.normal(size=100)),
        2.0 ** at[:60],
        1000 / (1 + np.exp((100 - at) / 5)) + rng.normal(size=240),
        np.exp(0.02 * at) * (2 + np.sin(at * np.pi / 6)) + 0.1 * rng.normal(size=240),
        1000 * np.maximum(np.sin(at * np.pi / 12), 0) * rng.uniform(0.5, 1, 240) + rng.uniform(size=240),  # the sun by hours
        100 * np.exp(np.cumsum(0.05 * rng.normal(size=240))),
    ):
        assert gn.mase(series, series + 1) > 0


@pytest.mark.parametrize(
    "series",
    [
        np.cumsum(np.random.default_rng(0).normal(size=500)),
        np.random.default_rng(1).standard_t(2, size=2000),
        np.tile(np.arange(12.0), 20),
        np.tile([5.0, 6, 5, 7, 6, 90, 91], 30),
        np.where(np.arange(300) % 17 == 0, 40.0, np.random.default_rng(2).poisson(0.3, 300)),
        np.repeat([10.0, 12, 15, 11], 30),
    ],
    ids=["walk", "heavy tails", "sawtooth", "weekends", "spikes", "prices"],
)
def test_one_series_does_not_warn(series):
    assert gn.mase(series, series + 1) > 0


def test_groups_of_mase_that_do_not_fit():
    names, y, p, before = stacked()
    for wrong, said in (
        ({"train": y}, r"train: a ndarray does not say .* \{series: values\}"),
        ({"train": {"a": before["a"]}}, "train has no series 'b'"),
        ({"group": names[1:]}, "group"),
        ({"season": 40}, "series 'a': .*too few for a step over season=40"),
    ):
        with pytest.raises(gn.InputError, match=said):
            gn.mase(y, p, **{"group": names, **wrong})
    with raises_id("summary.train_needs_group"):
        gn.mase(y, p, train=before)
    flat = np.where(names == "b", 3.0, y)
    with pytest.warns(gn.UndefinedMetricWarning, match="does not change"):
        assert np.isnan(gn.mase(flat, p, group=names))
