"""Metrics of predicted numbers against scikit-learn, SciPy and plain NumPy."""

import warnings

import numpy as np
import pytest
import sklearn.metrics as sk
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

import gnomon as gn
from gnomon.catalog.registry import has

POSITIVE = st.floats(1e-3, 1e6)
ANY = st.floats(-1e6, 1e6)
WEIGHT = st.floats(1e-3, 1e3)

# ours, theirs, whether all numbers must be positive
TABLE = {
    "mse": (gn.mse, sk.mean_squared_error, False),
    "rmse": (gn.rmse, sk.root_mean_squared_error, False),
    "mae": (gn.mae, sk.mean_absolute_error, False),
    "mape": (lambda y, p, **k: gn.mape(y, p, scale="fraction", **k), sk.mean_absolute_percentage_error, True),
    "mape, zeros floored": (
        lambda y, p, **k: gn.mape(np.trunc(y), p, scale="fraction", zeros="epsilon", **k),
        lambda y, p, **k: sk.mean_absolute_percentage_error(np.trunc(y), p, **k),
        False,
    ),
    "msle": (gn.msle, sk.mean_squared_log_error, True),
    "rmsle": (gn.rmsle, sk.root_mean_squared_log_error, True),
    "pinball": (
        lambda y, p, **k: gn.pinball_loss(y, p, quantile=0.1, **k),
        lambda y, p, **k: sk.mean_pinball_loss(y, p, alpha=0.1, **k),
        False,
    ),
}
POWERS = [-1.5, 0, 1, 1.2, 1.9, 2, 2.5, 3]
EXPLAINED = {
    "r2": (lambda y, p, **k: gn.r2(y, p, constant="sklearn", **k), sk.r2_score),
    "explained_variance": (lambda y, p, **k: gn.explained_variance(y, p, constant="sklearn", **k), sk.explained_variance_score),
    "d2": (lambda y, p, **k: gn.d2(y, p, undefined=0.0, **k), sk.d2_tweedie_score),
}


def pairs(data, numbers, least=1):
    n = data.draw(st.integers(least, 30))
    return [np.array(data.draw(st.lists(one, min_size=n, max_size=n))) for one in (numbers, numbers, WEIGHT)]


def outcome(function, *arrays, **keywords):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return function(*arrays, **keywords)


@pytest.mark.parametrize("name", TABLE)
@given(st.data())
def test_errors(name, data):
    ours, theirs, positive = TABLE[name]
    y, p, w = pairs(data, POSITIVE if positive else ANY)
    for weight in (None, w):
        # The logarithms of two near numbers differ by what each is rounded by, and numbers near the smallest have few digits.
        assert ours(y, p, weight=weight) == pytest.approx(
            theirs(y, p, sample_weight=weight), rel=1e-12, abs=1e-27 if "sl" in name else 1e-320
        )


@given(st.data())
def test_the_largest_error(data):
    y, p, _ = pairs(data, ANY)
    assert gn.max_error(y, p) == sk.max_error(y, p)


@pytest.mark.parametrize("power", POWERS)
@given(st.data())
def test_deviances(power, data):
    y, p, w = pairs(data, st.floats(1e-2, 1e3))
    for weight in (None, w):
        # Theirs is a difference of terms as large as this, and is rounded as they are.
        scale = np.max(np.maximum(y, p) ** (2 - power) + y * p ** (1 - power) + np.abs(y * np.log(y)) + 1 / p * y)
        found, known = (
            gn.tweedie_deviance(y, p, power=power, weight=weight),
            sk.mean_tweedie_deviance(y, p, power=power, sample_weight=weight),
        )
        assert found == pytest.approx(known, rel=1e-11, abs=1e-13 * scale)
    assert gn.poisson_deviance(y, p, weight=w) == gn.tweedie_deviance(y, p, power=1, weight=w)
    assert gn.gamma_deviance(y, p, weight=w) == gn.tweedie_deviance(y, p, power=2, weight=w)
    assert gn.tweedie_deviance(y, p, power=0) == pytest.approx(gn.mse(y, p), rel=1e-14)


@pytest.mark.parametrize("power", [1, 1.5, 2, 3, -1])
def test_deviances_of_near_numbers_keep_their_digits(power):
    """Against 60 digits: the closed forms in floats have none left where prediction and truth nearly agree."""
    from decimal import Decimal, getcontext

    getcontext().prec = 60
    rng = np.random.default_rng(0)
    p = rng.uniform(1, 1e3, 60)
    y = p * (1 + rng.normal(size=60) * 10.0 ** rng.uniform(-9, -0.5, 60))

    def unit(a, b):
        a, b, q = Decimal(a), Decimal(b), Decimal(power)
        if power == 1:
            return 2 * (a * (a / b).ln() - a + b)
        if power == 2:
            return 2 * ((b / a).ln() + a / b - 1)
        return 2 * (a ** (2 - q) / ((1 - q) * (2 - q)) - a * b ** (1 - q) / (1 - q) + b ** (2 - q) / (2 - q))

    for truth, said in zip(y.tolist(), p.tolist(), strict=True):
        if truth == said:
            continue
        # The quotient (y − p) / p is rounded, and squared.
        assert gn.tweedie_deviance([truth], [said], power=power) == pytest.approx(float(unit(truth, said)), rel=1e-13)


@pytest.mark.parametrize("name", EXPLAINED)
@given(st.data())
def test_explained(name, data):
    ours, theirs = EXPLAINED[name]
    y, p, w = pairs(data, st.integers(-50, 50).map(float), least=2)
    for weight in (None, w):
        if np.ptp(y) == 0 and (weight is not None or name == "d2"):
            continue  # theirs divides by 0, or by what the mean was rounded by
        known = outcome(theirs, y, p, sample_weight=weight)
        # Of what does not vary but for a rounding, theirs is a quotient of two such roundings.
        assert ours(y, p, weight=weight) == pytest.approx(known, rel=1e-9, abs=1e-9)


@pytest.mark.parametrize(
    ("loss", "power"), [("squared", 0), ("poisson", 1), ("gamma", 2), ("tweedie", 1.5), ("tweedie", -0.5), ("tweedie", 3)]
)
@pytest.mark.parametrize("weighted", [False, True])
def test_explained_deviance(loss, power, weighted):
    rng = np.random.default_rng(2)
    y = rng.gamma(2, 3, 400)
    p = y * np.exp(rng.normal(0, 0.3, 400))
    w = rng.random(400) if weighted else None
    options = {"power": power} if loss == "tweedie" else {}
    known = sk.d2_tweedie_score(y, p, power=power, sample_weight=w)
    assert gn.d2(y, p, loss=loss, weight=w, **options) == pytest.approx(known, rel=1e-12)
    if loss == "squared":
        assert gn.d2(y, p, weight=w) == gn.r2(y, p, weight=w)


@pytest.mark.parametrize("power", [1, 1.5, 2, 3])
def test_explained_deviance_of_truths_with_a_long_tail(power):
    """Few truths are most of the sums; what is undefined for want of digits must not be these."""
    rng = np.random.default_rng(6)
    y = np.exp(rng.normal(0, 4, 20_000))
    p = y * np.exp(rng.normal(0, 0.3, 20_000))
    assert gn.d2(y, p, loss="tweedie", power=power) == pytest.approx(sk.d2_tweedie_score(y, p, power=power), rel=1e-9)


@pytest.mark.parametrize("loss", ["absolute", "pinball"])
def test_explained_loss_of_a_median_or_quantile(loss):
    """Of the distribution of truths, where there is a metric of it; a Moments does not know it."""
    rng = np.random.default_rng(5)
    y = rng.gamma(2, 3, 301)
    p = y * np.exp(rng.normal(0, 0.3, 301))
    if not has(f"d2_{loss}"):
        with pytest.raises(gn.InputError, match=f"needs the metric d2_{loss}"):
            gn.d2(y, p, loss=loss)
        return
    options = {"quantile": 0.2} if loss == "pinball" else {}
    known = sk.d2_pinball_score(y, p, alpha=0.2) if options else sk.d2_absolute_error_score(y, p)
    assert gn.d2(y, p, loss=loss, **options) == getattr(gn, f"d2_{loss}")(y, p, **options)
    # Theirs takes a quantile between two truths, and ours the one that makes the loss least.
    assert gn.d2(y, p, loss=loss, **options) == pytest.approx(known, rel=1e-3 if options else 1e-12)
    w = rng.random(301)
    both = gn.d2(np.stack([y, y], 1), np.stack([p, y], 1), loss=loss, weight=w, average=None, **options)
    assert both.tolist() == [gn.d2(y, p, loss=loss, weight=w, **options), 1]


@given(st.data())
def test_pearson(data):
    x, y, w = pairs(data, st.integers(-100, 100).map(float), least=2)
    if np.ptp(x) == 0 or np.ptp(y) == 0:
        return
    # A correlation next to 0 is a difference of nearly equal sums there.
    assert gn.pearson(x, y) == pytest.approx(stats.pearsonr(x, y).statistic, rel=1e-12, abs=1e-12)
    covariance = np.cov(x, y, aweights=w)
    known = covariance[0, 1] / np.sqrt(covariance[0, 0] * covariance[1, 1])
    assert gn.pearson(x, y, weight=w) == pytest.approx(known, rel=1e-9, abs=1e-12)
    assert gn.pearson(x, y) == gn.pearson(y, x)
    assert gn.pearson(x, 3 * x + 1) == 1
    assert gn.pearson(x, -2 * x) == -1
    assert -1 <= gn.pearson(x, x + y / 1e9) <= 1


@given(st.data())
def test_forms_of_one_another(data):
    y, p, w = pairs(data, ANY, least=4)
    if np.ptp(y) == 0:
        return
    for weight in (None, w):
        r2 = gn.r2(y, p, weight=weight)
        assert gn.rse(y, p, weight=weight) == pytest.approx(1 - r2, rel=1e-12, abs=1e-15)
        assert gn.rrse(y, p, weight=weight) ** 2 == pytest.approx(gn.rse(y, p, weight=weight), rel=1e-14)
        assert gn.rmse(y, p, weight=weight) ** 2 == pytest.approx(gn.mse(y, p, weight=weight), rel=1e-14)
        n = len(y) if weight is None else weight.sum()
        assert gn.pinball_loss(y, p, weight=weight) == pytest.approx(gn.mae(y, p, weight=weight) / 2, rel=1e-14)
        assert gn.mbe(y, p, weight=weight) == pytest.approx(np.average(p - y, weights=weight), rel=1e-9, abs=1e-9)
        if n > 2:
            assert gn.adjusted_r2(y, p, features=1, weight=weight) == pytest.approx(1 - (1 - r2) * (n - 1) / (n - 2), rel=1e-9)
    size = np.abs(y)
    if size.sum():
        assert gn.wape(y, p) == pytest.approx(100 * np.abs(p - y).sum() / size.sum(), rel=1e-12)
    both = size + np.abs(p)
    share = np.divide(np.abs(p - y), both, out=np.zeros_like(both), where=both > 0)
    assert gn.smape(y, p) == pytest.approx(200 * share.mean(), rel=1e-12)
    assert gn.smape(y, p, convention="0-100", scale="fraction") == pytest.approx(share.mean(), rel=1e-12)


@pytest.mark.parametrize("delta", [0.3, 1, 1.345, 40])
def test_huber(delta):
    from scipy.special import huber

    rng = np.random.default_rng(3)
    y, p, w = rng.normal(size=200), rng.standard_t(2, 200), rng.random(200)
    assert gn.huber(y, p, delta=delta, weight=w) == pytest.approx(np.average(huber(delta, p - y), weights=w), rel=1e-13)


@pytest.mark.parametrize("name", ["r2_score", "explained_variance_score", "mean_squared_error", "root_mean_squared_error"])
@pytest.mark.parametrize("average", ["mean", None, "variance", [0.2, 0.3, 0.5]])
def test_several_outputs(name, average):
    ours = {"r2_score": gn.r2, "explained_variance_score": gn.explained_variance, "mean_squared_error": gn.mse}.get(name, gn.rmse)
    if average == "variance" and ours in (gn.mse, gn.rmse):
        return
    rng = np.random.default_rng(4)
    Y = rng.normal(size=(80, 3)) * [1, 5, 100]
    P = Y + rng.normal(size=(80, 3)) * [0.5, 1, 70]
    w = rng.random(80)
    theirs = {"mean": "uniform_average", None: "raw_values", "variance": "variance_weighted"}.get(
        str(average) if average else average, average
    )
    known = getattr(sk, name)(Y, P, sample_weight=w, multioutput=theirs)
    np.testing.assert_allclose(ours(Y, P, weight=w, average=average), known, rtol=1e-12)


@given(st.data())
def test_ranges(data):
    y, low, w = pairs(data, st.integers(-9, 9).map(float))
    high = low + np.abs(np.round(w)) % 5
    held = (low <= y) & (y <= high)
    level = data.draw(st.sampled_from([0.5, 0.9, 0.95]))
    # The interval score as its authors write it.
    score = (high - low) + 2 / (1 - level) * ((low - y) * (y < low) + (y - high) * (y > high))
    for weight in (None, w):
        assert gn.interval_coverage(y, low, high, weight=weight) == pytest.approx(np.average(held, weights=weight), rel=1e-12)
        assert gn.interval_width(y, low, high, weight=weight) == pytest.approx(np.average(high - low, weights=weight), rel=1e-12)
        found = gn.winkler_score(y, low, high, level=level, weight=weight)
        assert found == pytest.approx(np.average(score, weights=weight), rel=1e-12)
    # It is the pinball loss of both ends, but for a factor.
    tail = (1 - level) / 2
    both = gn.pinball_loss(y, low, quantile=tail) + gn.pinball_loss(y, high, quantile=1 - tail)
    assert gn.winkler_score(y, low, high, level=level) == pytest.approx(both / tail, rel=1e-12)
