"""What is drawn of predicted numbers, before it is drawn: against NumPy and SciPy on the rows themselves."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

import gnomon as gn
from gnomon.tasks.regression.naive import naive_forecasts
from gnomon.tasks.regression.shapes import beyond_of, gain_of, histogram_of, map_of, quantiles_of

RNG = np.random.default_rng(5)
Y = RNG.gamma(2, 20, 4000)
P = Y * np.exp(RNG.normal(0, 0.3, 4000)) + 2
W = RNG.integers(1, 5, 4000) / 2
SMALL = st.lists(st.tuples(*[st.floats(-1e6, 1e6, allow_subnormal=False)] * 2), min_size=1, max_size=60)


@pytest.mark.parametrize("weight", [None, W], ids=["rows", "weights"])
@pytest.mark.parametrize("shows", ["truth", "error"])
def test_cells_hold_the_rows_that_lie_in_them(shows, weight):
    upright = Y if shows == "truth" else P - Y
    made = map_of(gn.Density.of(P, upright, weight=weight), shows, cells=40)
    edges = [
        np.linspace(*ends, round((ends[1] - ends[0]) / side) + 1) for ends, side in ((made.x_ends, made.width), (made.y_ends, made.height))
    ]
    assert max(map(len, edges)) <= 42
    within = (edges[0][0] <= P) & (edges[0][-1] > P) & (upright >= edges[1][0]) & (upright < edges[1][-1])
    each = np.ones(len(Y)) if weight is None else weight
    counted = np.histogram2d(P[within], upright[within], edges, weights=each[within])[0].T
    np.testing.assert_allclose(made.counts, counted, rtol=1e-12)
    assert made.outside == pytest.approx(each[~within].sum(), rel=1e-12)
    assert made.outside < 0.03 * each.sum()
    if shows == "truth":
        assert made.x_ends == made.y_ends


def test_one_row_far_off_squashes_nothing():
    y, p = np.append(Y, 1e6), np.append(P, 30.0)
    for shows, upright in (("truth", y), ("error", p - y)):
        made = map_of(gn.Density.of(p, upright), shows)
        assert made.y_ends[1] - made.y_ends[0] < 1000
        assert len(made) > 200
        assert made.outside >= 1
    histogram = histogram_of(gn.Spread.of(y, p))
    assert histogram.edges[-1] - histogram.edges[0] < 1000
    assert histogram.below + histogram.above >= 1


@given(SMALL)
def test_nothing_is_lost(rows):
    y, p = np.array(rows).T
    for shows, upright in (("truth", y), ("error", p - y)):
        made = map_of(gn.Density.of(p, upright), shows)
        assert made.weight.sum() + made.outside == len(y)
        assert made.width > 0
        assert made.height > 0
        assert made.counts.sum() == made.weight.sum()
    histogram = histogram_of(gn.Spread.of(y, p))
    assert histogram.weight.sum() + histogram.below + histogram.above == len(y)
    assert (np.diff(histogram.edges) > 0).all()
    assert len(histogram) <= 120


@pytest.mark.parametrize("value", [0.0, 3.0, -1e9, 1e149, 1e-200])
def test_a_single_value_has_room_around_it(value):
    for shows in ("truth", "error"):
        made = map_of(gn.Density.of([value] * 3, [value] * 3), shows)
        assert made.weight.tolist() == [3]
        assert made.x_ends[0] < made.x[0] <= value < made.x[0] + made.width < made.x_ends[1]
    zero = np.zeros(3)
    histogram = histogram_of(gn.Spread.of(zero, zero + value))
    at = int(np.flatnonzero(histogram.weight)[0])
    assert 0 < at < len(histogram) - 1
    assert histogram.edges[at] < value < histogram.edges[at + 1]


@pytest.mark.parametrize("scale", [5e-324, 1e-310, 1e-200, 1e140])
def test_numbers_of_any_size(scale):
    steps = np.arange(1, 300)
    y, p = scale * steps, scale * (steps + steps % 7)
    for shows, upright in (("truth", y), ("error", p - y)):
        made = map_of(gn.Density.of(p, upright), shows)
        assert made.weight.sum() + made.outside == len(y)
        assert 0 < made.width <= made.x_ends[1] - made.x_ends[0]
        assert made.counts.sum() == made.weight.sum()
    made = histogram_of(gn.Spread.of(y, p))
    assert made.weight.sum() + made.below + made.above == len(y)
    assert beyond_of(gn.Spread.of(y, p), 50).weight[0] == np.count_nonzero(p - y)


def test_errors_that_differ_by_rounding_are_one_bar():
    spread = gn.Spread.of(Y, Y + 0.3)
    assert len(spread.error) > 1
    assert np.count_nonzero(histogram_of(spread).weight) == 1
    assert np.count_nonzero(map_of(gn.Density.of(Y, Y + 0.3 - Y), "error").counts.sum(axis=1)) == 1


def test_whole_errors_stand_in_the_middle_of_their_bins():
    y = np.arange(200) % 7
    p = (y + np.arange(200) % 4) % 7
    made = histogram_of(gn.Spread.of(y, p))
    middles = (made.edges[:-1] + made.edges[1:]) / 2
    values, counts = np.unique(p - y, return_counts=True)
    np.testing.assert_allclose(middles[made.weight > 0], values, atol=1e-9)
    assert made.weight[made.weight > 0].tolist() == counts.tolist()


def test_quantiles_lie_where_scipy_puts_them():
    y, p = Y[:120], P[:120]
    made = quantiles_of(gn.Spread.of(y, p), 120)
    np.testing.assert_allclose(made.normal, stats.norm.ppf((np.arange(120) + 0.5) / 120), rtol=1e-12, atol=1e-12)
    np.testing.assert_allclose(made.error, np.sort(p - y), rtol=1e-12)
    many = quantiles_of(gn.Spread.of(Y, P), 4000)
    expected = np.quantile(P - Y, stats.norm.cdf(many.normal), method="averaged_inverted_cdf")
    np.testing.assert_allclose(many.error, expected, rtol=1e-12)
    assert (many.error[0], many.error[-1]) == ((P - Y).min(), (P - Y).max())
    normal = RNG.normal(4, 2, 200_000)
    found = quantiles_of(gn.Spread.of(np.zeros(200_000), normal), 200_000)
    # Quartiles of so many rows are known to about 0.005 standard deviations.
    assert (found.centre, found.slope) == (pytest.approx(4, abs=0.03), pytest.approx(2, abs=0.03))


@pytest.mark.parametrize("weight", [None, W], ids=["rows", "weights"])
@pytest.mark.parametrize("rows", [60, 4000])
def test_what_lies_beyond_a_threshold(rows, weight):
    y, p = Y[:rows], P[:rows]
    each = np.ones(rows) if weight is None else weight[:rows]
    made = beyond_of(gn.Spread.of(y, p, weight=None if weight is None else each), 300)
    size = np.abs(p - y)
    assert made.every == (rows == 60)
    assert 60 < len(made) <= 310
    assert (made.threshold[0], made.threshold[-1]) == (0, size.max())
    for threshold, beyond, share, squared, rest in zip(made.threshold, made.weight, made.rows, made.squared, made.rest, strict=True):
        larger = size > threshold
        assert beyond == pytest.approx(each[larger].sum(), rel=1e-12, abs=1e-9)  # a sum of weights less itself rounds
        assert share == pytest.approx(each[larger].sum() / each.sum(), rel=1e-12, abs=1e-12)
        assert squared == pytest.approx((each * size**2)[larger].sum() / (each * size**2).sum(), rel=1e-12, abs=1e-12)
        if (~larger).any():
            assert rest == pytest.approx(np.sqrt(np.average(size[~larger] ** 2, weights=each[~larger])), rel=1e-12)
        else:
            assert np.isnan(rest)
    if not made.every:  # round numbers to read and to type
        assert all(value == float(f"{value:.6g}") for value in made.threshold[:-1].tolist())


def test_what_is_left_beside_one_huge_error_does_not_cancel():
    y = np.zeros(101)
    p = np.append(np.full(100, 0.5), 1e12)
    made = beyond_of(gn.Spread.of(y, p), 50)
    assert made.threshold.tolist() == [0, 0.5, 1e12]
    assert made.rest[1] == 0.5
    large = beyond_of(gn.Spread.of(y, p * 1e137), 50)
    assert large.rest[1] == pytest.approx(0.5e137, rel=1e-12)


@pytest.mark.parametrize("points", [0, 50])
def test_the_gain_of_amounts(points):
    made = gain_of(gn.Amounts.of(Y, P), points)
    order = np.argsort(-P)
    fraction, share = np.arange(4001) / 4000, np.append(0, np.cumsum(Y[order])) / Y.sum()
    best = np.append(0, np.cumsum(np.sort(Y)[::-1])) / Y.sum()
    np.testing.assert_allclose(made.share, np.interp(made.fraction, fraction, share), rtol=1e-9, atol=1e-12)  # both sums round
    np.testing.assert_allclose(made.best_share, np.interp(made.best_fraction, fraction, best), rtol=1e-9, atol=1e-12)
    assert len(made) == (4001 if not points else pytest.approx(50, abs=1))
    assert (made.fraction[0], made.fraction[-1], made.share[-1]) == (0, 1, 1)
    assert made.gini == gn.gini_of_amounts(Y, P)
    for without in ([-1.0, 2.0], [0.0, 0.0]):
        assert gain_of(gn.Amounts.of(without, [1.0, 2.0])) is None


@pytest.mark.parametrize("weight", [None, W], ids=["rows", "weights"])
def test_naive_forecasts_are_the_metrics_of_constants(weight):
    mean, median = naive_forecasts(gn.Moments.of(Y, P, weight=weight), gn.Spread.of(Y, P, weight=weight))
    assert mean.said == pytest.approx(np.average(Y, weights=weight), rel=1e-12)
    if weight is None:
        assert median.said == np.median(Y)
    for one in (mean, median):
        constant = np.full(len(Y), one.said)
        for name, value in one.figures.items():
            # R² of the mean itself is 0 but for the rounding of the mean.
            assert value == pytest.approx(getattr(gn, name)(Y, constant, weight=weight), rel=1e-12, abs=1e-12)
    assert naive_forecasts(gn.Moments.empty(), gn.Spread.empty()) == []
