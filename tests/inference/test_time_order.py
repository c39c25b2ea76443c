"""Losses that go together in time: noticed in comparisons, tested with a variance that allows for it, and by Diebold and Mariano's test."""

import math

import numpy as np
import pytest
from scipy import stats

import gnomon as gn
from draws import off_by
from gnomon.inference.serial import long_run_error
from refusals import raises_id


def _series(rng, rows, phi):
    """Errors of a first-order autoregression."""
    noise = rng.normal(size=rows + 50)
    for at in range(1, len(noise)):
        noise[at] += phi * noise[at - 1]
    return noise[50:]


def _models(seed, rows, phi):
    rng = np.random.default_rng(seed)
    y = rng.normal(size=rows)
    return y, {"a": y + _series(rng, rows, phi), "b": y + _series(rng, rows, phi)}


def test_a_comparison_tells_of_losses_that_go_together():
    y, models = _models(0, 300, 0.8)
    for data in (y, list(y)):
        found = gn.compare(data, models, metrics="mae")
        assert [note.code for note in found.notes] == ["losses_go_together"]
        assert 0.3 < found.notes[0].values["correlation"] < 0.8
        assert "method=hac" in found.text()
    assert gn.compare({"y": y, **models}, label="y", prediction=["a", "b"], metrics="rmse", task="regression").notes
    assert not gn.compare(y, models, metrics="mae", cluster=np.arange(300) // 10).notes
    assert not gn.compare(*_models(1, 300, 0.0), metrics="mae").notes


@pytest.mark.parametrize(("phi", "most"), [(0.0, 0.055), (0.8, 0.08)])
def test_false_alarms_of_the_test_for_series(phi, most, sets):
    plain, robust, number = 0, 0, sets(120, least=60)
    for seed in range(number):
        y, models = _models(seed, 200, phi)
        plain += gn.compare(y, models, metrics="mae")["mae"].p_value < 0.05
        pair = gn.compare(y, models, metrics="mae", method="hac")["mae"]
        assert pair.method == "hac"
        robust += pair.p_value < 0.05
    assert robust / number < most + off_by(number, errors=1)
    assert phi == 0 or plain / number > 0.2


def test_the_long_run_variance_by_its_formula():
    d = _series(np.random.default_rng(3), 100, 0.5)
    error, terms = long_run_error(d)
    assert terms == int(0.41 * 100 ** (2 / 3)) == 8
    cosines = [
        math.sqrt(2 / 100) * sum((d[t] - d.mean()) * math.cos(math.pi * j * (t + 0.5) / 100) for t in range(100)) for j in range(1, 9)
    ]
    assert error == pytest.approx(math.sqrt(100 * sum(c**2 for c in cosines) / 8), rel=1e-12)


def test_rows_of_clusters_have_no_order():
    y, models = _models(0, 100, 0.8)
    pair = gn.compare(y, models, metrics="mae", method="hac", cluster=np.arange(100) // 5)["mae"]
    assert pair.reason.code == "method_not_for_metric"
    assert gn.compare(y, models, metrics="r2", method="hac")["r2"].reason.code == "method_not_for_metric"


@pytest.mark.parametrize("horizon", [1, 3])
@pytest.mark.parametrize("alternative", ["two-sided", "less", "greater"])
def test_diebold_and_mariano_by_the_published_formula(horizon, alternative):
    """Harvey, Leybourne and Newbold (1997), equations 3, 5 and 9, written out term by term."""
    rng = np.random.default_rng(4)
    a, b = _series(rng, 60, 0.4) ** 2, 1.3 * _series(rng, 60, 0.4) ** 2
    n, d = 60, a - b
    mean = sum(d) / n
    gamma = [sum((d[t] - mean) * (d[t - k] - mean) for t in range(k, n)) / n for k in range(horizon)]
    dm = mean / math.sqrt((gamma[0] + 2 * sum(gamma[1:])) / n)
    corrected = dm * math.sqrt((n + 1 - 2 * horizon + horizon * (horizon - 1) / n) / n)
    found = gn.diebold_mariano(a, b, horizon=horizon, alternative=alternative)
    p = {"less": stats.t.cdf(corrected, n - 1), "greater": stats.t.sf(corrected, n - 1)}
    p["two-sided"] = 2 * min(p.values())
    assert (found.statistic, found.p_value, found.df) == pytest.approx((corrected, p[alternative], n - 1), rel=1e-10)
    assert found.interval.value == found.mean == pytest.approx(mean, rel=1e-12)


def test_one_step_ahead_is_the_paired_t_test():
    a, b = np.random.default_rng(5).normal(size=(2, 40)) ** 2
    assert gn.diebold_mariano(a, b).statistic == pytest.approx(stats.ttest_rel(a, b).statistic, rel=1e-12)


def test_a_variance_that_is_not_positive():
    d = np.array([1.0, -1.0] * 10) + 0.1
    found = gn.diebold_mariano(d, np.zeros(20), horizon=2)
    assert found.notes[0].code == "variance_not_positive"
    assert found.statistic == pytest.approx(0.1 / math.sqrt(1 / (20 + 1 - 4 + 0.1)), rel=1e-9)


@pytest.mark.parametrize("horizon", [0, 20, 1.5, True, "1"])
def test_a_horizon_that_is_none(horizon):
    with raises_id("statistics.horizon_out_of_range", most=19):
        gn.diebold_mariano(np.arange(20.0), np.zeros(20), horizon=horizon)


def test_losses_that_always_differ_alike():
    with pytest.warns(gn.UndefinedMetricWarning):
        assert math.isnan(gn.diebold_mariano([1, 2, 3.0], [0, 1, 2.0]).statistic)
