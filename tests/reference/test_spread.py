"""Quantiles of errors and amounts against scikit-learn, NumPy, SciPy and definitions written out."""

import numpy as np
import pytest
import sklearn
from hypothesis import given
from hypothesis import strategies as st
from scipy.integrate import trapezoid
from sklearn import metrics as sk

import gnomon as gn
from refusals import raises_id

# Several sizes: even and odd, below and above where kernels start to sample and to use threads.
SIZES = [2, 3, 4, 5, 40, 41, 1000, 33_001, 200_000]


def drawn(n, seed=0, ties=False):
    rng = np.random.default_rng(seed)
    y = rng.normal(3, 2, n)
    p = y + rng.standard_t(3, n)
    return (np.round(y, 1), np.round(p, 1)) if ties else (y, p)


# Before 1.7 scikit-learn interpolated the quantiles that D² is held against, and before 2.0 NumPy had no weighted ones.
OLD = tuple(map(int, sklearn.__version__.split(".")[:2])) < (1, 7) or int(np.__version__.split(".")[0]) < 2
as_today = pytest.mark.skipif(OLD, reason="needs scikit-learn 1.7 and NumPy 2: earlier ones define these quantiles otherwise")


@as_today
@pytest.mark.parametrize("n", SIZES)
@pytest.mark.parametrize("ties", [False, True])
def test_median_and_d2(n, ties):
    y, p = drawn(n, n, ties)
    assert gn.medae(y, p) == sk.median_absolute_error(y, p)
    assert gn.d2_absolute(y, p) == pytest.approx(sk.d2_absolute_error_score(y, p), rel=1e-12)
    for q in (0.1, 0.25, 0.5, 0.9):
        assert gn.d2_pinball(y, p, quantile=q) == pytest.approx(sk.d2_pinball_score(y, p, alpha=q), rel=1e-12)
        assert gn.error_quantile(y, p, q=q) == pytest.approx(np.quantile(p - y, q, method="averaged_inverted_cdf"), rel=1e-15)


@as_today
@pytest.mark.parametrize("n", [2, 5, 40, 33_001])
def test_median_and_d2_with_weights(n):
    y, p = drawn(n, n)
    w = np.random.default_rng(n).random(n) + 0.01
    assert gn.medae(y, p, weight=w) == sk.median_absolute_error(y, p, sample_weight=w)
    assert gn.d2_absolute(y, p, weight=w) == pytest.approx(sk.d2_absolute_error_score(y, p, sample_weight=w), rel=1e-12)
    for q in (0.1, 0.5, 0.9):
        assert gn.d2_pinball(y, p, weight=w, quantile=q) == pytest.approx(sk.d2_pinball_score(y, p, sample_weight=w, alpha=q), rel=1e-12)
        inverted = np.quantile(p - y, q, weights=w, method="inverted_cdf")
        assert gn.error_quantile(y, p, weight=w, q=q) == pytest.approx(inverted, rel=1e-15)  # no sum of such weights falls on a share


def test_weights_that_fall_on_the_middle():
    """Tenths, whose sums round: half of the weight is reached exactly all the same, and the middle two are averaged."""
    y, p = np.zeros(10), np.arange(10.0)
    assert gn.medae(y, p, weight=np.full(10, 0.1)) == 4.5 == gn.medae(y, p)
    assert gn.error_quantile(y, p, q=0.3, weight=np.full(10, 0.1)) == 2.5 == gn.error_quantile(y, p, q=0.3)
    assert gn.medae([0, 0, 0], [1, 2, 3], weight=[1, 1, 2]) == 2.5 == gn.medae([0] * 4, [1, 2, 3, 3])


@pytest.mark.parametrize("shape", ["sorted", "constant", "two values", "mostly zero", "late", "huge"])
@pytest.mark.parametrize("n", [99_999, 100_000])
def test_the_median_of_rows_that_no_sample_foresees(shape, n):
    rng = np.random.default_rng(3)
    e = {
        "sorted": np.arange(n, dtype=float),
        "constant": np.full(n, 0.3),
        "two values": np.arange(n) % 2.0,
        "mostly zero": np.where(rng.random(n) < 0.9, 0.0, rng.random(n)),
        "late": np.where(np.arange(n) % 7 == 6, 1e9, 0.0) + rng.random(n),
        "huge": 10.0 ** rng.uniform(-300, 150, n),
    }[shape]
    assert gn.medae(np.zeros(n), e) == np.median(e)
    if shape == "late":  # a sample of every seventh row sees nothing of the others
        step = n // 2**14
        e = np.full(n, 5.0)
        e[:: max(step, 1)] = 1e6 + np.arange(len(e[:: max(step, 1)]))
        assert gn.medae(np.zeros(n), e) == np.median(e)


def test_relative_absolute_error():
    for n in SIZES:
        y, p = drawn(n, n)
        assert gn.rae(y, p) == pytest.approx(np.abs(p - y).sum() / np.abs(y - y.mean()).sum(), rel=1e-12)
        w = np.random.default_rng(n).random(n)
        mean = np.average(y, weights=w)
        assert gn.rae(y, p, weight=w) == pytest.approx((w @ np.abs(p - y)) / (w @ np.abs(y - mean)), rel=1e-12)


@pytest.mark.parametrize("weighted", [False, True])
def test_several_outputs(weighted):
    """A column for each output: a value for each, their mean, or their mean by weights, as scikit-learn has them."""
    rng = np.random.default_rng(9)
    y, w = rng.normal(size=(400, 3)), rng.random(400) if weighted else None
    p = y + rng.normal(size=(400, 3)) * [0.1, 1, 3]
    peers = {
        gn.medae: sk.median_absolute_error,
        gn.d2_absolute: sk.d2_absolute_error_score,
        lambda *a, **k: gn.d2(*a, loss="absolute", **k): sk.d2_absolute_error_score,
        lambda *a, **k: gn.d2_pinball(*a, quantile=0.3, **k): lambda *a, **k: sk.d2_pinball_score(*a, alpha=0.3, **k),
        lambda *a, **k: gn.d2(*a, loss="pinball", quantile=0.3, **k): lambda *a, **k: sk.d2_pinball_score(*a, alpha=0.3, **k),
    }
    for ours, theirs in peers.items():
        for average, multioutput in ((None, "raw_values"), ("mean", "uniform_average"), ([1, 2, 5], [1, 2, 5])):
            expected = theirs(y, p, sample_weight=w, multioutput=multioutput)
            assert ours(y, p, weight=w, average=average) == pytest.approx(expected, rel=1e-12)
    each = [gn.rae(y[:, k], p[:, k], weight=w) for k in range(3)]
    assert gn.rae(y, p, weight=w, average=None).tolist() == each
    assert gn.error_quantile(y, p, q=0.9, weight=w) == pytest.approx(
        np.mean([gn.error_quantile(y[:, k], p[:, k], q=0.9, weight=w) for k in range(3)]), rel=1e-15
    )


def test_d2_refuses_what_its_loss_does_not_have():
    for options in ({"loss": "absolute", "quantile": 0.9}, {"loss": "pinball", "power": 1.5}):
        with raises_id("public.option_with_loss"):
            gn.d2([3, 0.5, 2, 7], [2.5, 0.1, 2, 8], **options)


def plain_gini(amount, order):
    """The Gini coefficient of amounts in an order, by every pair: the higher one should have the larger amount."""
    sign = np.sign(order[:, None] - order[None, :])
    return float((sign * (amount[:, None] - amount[None, :])).sum() / (2 * len(amount) * amount.sum()))


AMOUNTS = st.lists(st.tuples(st.integers(0, 9), st.integers(0, 9)), min_size=2, max_size=25)


@given(AMOUNTS)
def test_gini_by_every_pair(rows):
    y, p = np.array(rows, float).T
    if y.sum() == 0:
        return
    assert gn.gini_of_amounts(y, p, normalised=False) == pytest.approx(plain_gini(y, p), abs=1e-14)
    if len(set(y)) > 1:
        assert gn.gini_of_amounts(y, p) == pytest.approx(plain_gini(y, p) / plain_gini(y, y), abs=1e-13)
    for by, order in (("prediction", p), ("truth", y)):
        curve = gn.lorenz_curve(y, p, by=by)
        assert curve.gini == pytest.approx(plain_gini(y, order), abs=1e-14)
        assert 1 - 2 * trapezoid(curve.share, curve.fraction) == pytest.approx(curve.gini, abs=1e-13)
        for fraction, share, value in zip(curve.fraction, curve.share, curve.values, strict=True):
            assert fraction == pytest.approx((order <= value).mean(), abs=1e-14)
            assert share == pytest.approx(y[order <= value].sum() / y.sum(), abs=1e-14)


def test_gini_of_labels_is_that_of_scores():
    """Amounts 0 and 1 ranked by a score: the normalised coefficient is 2·AUC − 1."""
    rng = np.random.default_rng(4)
    y, s = rng.integers(0, 2, 500), rng.integers(0, 40, 500)
    assert gn.gini_of_amounts(y, s) == pytest.approx(gn.gini(y, s), rel=1e-13)
    assert gn.gini_of_amounts(y, s) == pytest.approx(2 * sk.roc_auc_score(y, s) - 1, rel=1e-13)


def test_errors_by_bins():
    y, p = drawn(1000, 5)
    table = gn.error_by_decile(y, p)
    assert (table.bin.tolist(), table.n.tolist()) == (list(range(1, 11)), [100] * 10)
    for i, at in enumerate(np.split(np.argsort(-p), 10)):
        assert (table.low[i], table.high[i]) == (p[at].min(), p[at].max())
        expected = [p[at].mean(), y[at].mean(), (p - y)[at].mean()]
        assert [table.mean_prediction[i], table.mean_truth[i], table.bias[i]] == pytest.approx(expected, rel=1e-12)
        assert table.mae[i] == pytest.approx(sk.mean_absolute_error(y[at], p[at]), rel=1e-12)
        assert table.rmse[i] == pytest.approx(sk.root_mean_squared_error(y[at], p[at]), rel=1e-12)
    w = np.random.default_rng(6).random(1000)
    weighted = gn.error_by_decile(y, p, weight=w, bins=1 + 1)
    inside = p >= weighted.low[0]
    assert weighted.n[0] == pytest.approx(w[inside].sum(), rel=1e-12)
    assert weighted.rmse[0] == pytest.approx(sk.root_mean_squared_error(y[inside], p[inside], sample_weight=w[inside]), rel=1e-12)
    assert weighted.mean_prediction[0] == pytest.approx(np.average(p[inside], weights=w[inside]), rel=1e-12)


def test_sums_of_many_equal_predictions_lose_no_digits():
    y = np.concatenate([np.full(300_000, 0.1), [1e8]])
    table = gn.error_by_decile(y, np.full(len(y), 0.3), bins=2)
    from fractions import Fraction

    exact = sum(map(Fraction, y.tolist())) / len(y)
    assert table.mean_truth[0] == pytest.approx(float(exact), rel=1e-15)
    assert table.mean_prediction[0] == 0.3


def test_what_a_spread_tells_besides():
    y, p = drawn(6400, 7)
    spread, e = gn.Spread.of(y, p), p - y
    thresholds = [0, 0.5, 1, 4, 100]
    rows, squares = spread.beyond(thresholds)
    for t, row, square in zip(thresholds, rows, squares, strict=True):
        assert row == (np.abs(e) > t).mean()
        assert square == pytest.approx((e[np.abs(e) > t] ** 2).sum() / (e**2).sum(), rel=1e-12)
    edges = np.linspace(-3, 3, 13)
    np.testing.assert_array_equal(spread.histogram(edges), np.histogram(e, edges)[0])
    shares = np.arange(65) / 64  # of 6,400 rows: no product rounds
    np.testing.assert_allclose(spread.error_quantiles(shares), np.quantile(e, shares, method="averaged_inverted_cdf"), rtol=1e-15)
    trimmed = spread.trimmed_rmse(0.01)
    kept = np.sort(np.abs(e))[:-64]
    assert (trimmed.threshold, trimmed.left_out) == (kept[-1], 0.01)
    assert trimmed.rmse == pytest.approx(np.sqrt((kept**2).mean()), rel=1e-12)
    assert spread.trimmed_rmse(0).rmse == pytest.approx(sk.root_mean_squared_error(y, p), rel=1e-12)
    for wrong in ({"shares": [0.5, 1.5]}, {"shares": ["a"]}):
        with pytest.raises(gn.InputError, match=r"shares .* are no numbers"):
            spread.error_quantiles(**wrong)
    with raises_id("summary.spread_edges_not_ascending"):
        spread.histogram([1, 1])
    with raises_id("summary.spread_values_out_of_range", name="thresholds", low=0):
        spread.beyond([-1])


def test_squares_past_all_numbers():
    """Errors of 1e150 in a thousand rows: the sum of their squares is no float, their shares are."""
    spread = gn.Spread.of(np.zeros(10_000), np.append(np.full(9_999, -1e150), 1e150), weight=np.full(10_000, 1e9))
    assert spread.beyond([1e149]) == (pytest.approx([1]), pytest.approx([1]))
    assert spread.trimmed_rmse(0).rmse == pytest.approx(1e150)
