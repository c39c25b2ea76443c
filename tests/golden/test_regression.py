"""Published figures of regression and correlation, each with where it comes from."""

import numpy as np
import pytest

import gnomon as gn

# NIST, Statistical Reference Datasets, linear regression "Norris": calibration of ozone monitors, with certified values.
NORRIS_Y = [
    *(0.1, 338.8, 118.1, 888.0, 9.2, 228.1, 668.5, 998.5, 449.1, 778.9, 559.2, 0.3, 0.1, 778.1, 668.8, 339.3, 448.9, 10.8),
    *(557.7, 228.3, 998.0, 888.8, 119.6, 0.3, 0.6, 557.6, 339.3, 888.0, 998.5, 778.9, 10.2, 117.6, 228.9, 668.4, 449.2, 0.2),
]
NORRIS_X = [
    *(0.2, 337.4, 118.2, 884.6, 10.1, 226.5, 666.3, 996.3, 448.6, 777.0, 558.2, 0.4, 0.6, 775.5, 666.9, 338.0, 447.5, 11.6),
    *(556.0, 228.1, 995.8, 887.6, 120.2, 0.3, 0.3, 556.8, 339.1, 887.2, 999.0, 779.0, 11.1, 118.3, 229.2, 669.1, 448.9, 0.5),
]
INTERCEPT, SLOPE = -0.262323073774029, 1.00211681802045


def test_norris():
    x, y = np.array(NORRIS_X), np.array(NORRIS_Y)
    fitted = INTERCEPT + SLOPE * x
    # The certified coefficients have 15 digits.
    assert gn.r2(y, fitted) == pytest.approx(0.999993745883712, rel=1e-14)
    assert gn.mse(y, fitted) * 36 == pytest.approx(26.6173985294224, rel=1e-13)
    assert np.sqrt(gn.mse(y, fitted) * 36 / 34) == pytest.approx(0.884796396144373, rel=1e-13)
    assert gn.pearson(x, y) ** 2 == pytest.approx(0.999993745883712, rel=1e-14)


@pytest.mark.parametrize("offset", [1e6, 1e7, 1e12])
def test_numerical_accuracy(offset):
    """NIST "NumAcc3" and "NumAcc4", whose certified standard deviation is 0.1, and the same further out."""
    values = offset + 0.2 + np.tile([-0.1, 0.1], 500)
    values = np.append(offset + 0.2, values)
    moments = gn.Moments.of(values, np.full(1001, offset))
    deviation = float(moments.y_spread / 1000) ** 0.5
    # The values are rounded to floats before they are summed: by 1e-17 of the offset each.
    assert deviation == pytest.approx(0.1, rel=1e-16 * offset * 10)
    assert deviation == pytest.approx(float(np.std(values - offset, ddof=1)), rel=1e-13)


# Anscombe, F. J. (1973). Graphs in statistical analysis. Four sets with the same correlation, 0.816, and the same line, 3 + 0.5 x.
ANSCOMBE = {
    1: ([10, 8, 13, 9, 11, 14, 6, 4, 12, 7, 5], [8.04, 6.95, 7.58, 8.81, 8.33, 9.96, 7.24, 4.26, 10.84, 4.82, 5.68]),
    2: ([10, 8, 13, 9, 11, 14, 6, 4, 12, 7, 5], [9.14, 8.14, 8.74, 8.77, 9.26, 8.10, 6.13, 3.10, 9.13, 7.26, 4.74]),
    3: ([10, 8, 13, 9, 11, 14, 6, 4, 12, 7, 5], [7.46, 6.77, 12.74, 7.11, 7.81, 8.84, 6.08, 5.39, 8.15, 6.42, 5.73]),
    4: ([8, 8, 8, 8, 8, 8, 8, 19, 8, 8, 8], [6.58, 5.76, 7.71, 8.84, 8.47, 7.04, 5.25, 12.50, 5.56, 7.91, 6.89]),
}


@pytest.mark.parametrize("number", ANSCOMBE)
def test_anscombe(number):
    x, y = ANSCOMBE[number]
    assert round(gn.pearson(x, y), 3) in (0.816, 0.817)
    assert round(gn.r2(y, 3 + 0.5 * np.array(x)), 2) == 0.67


def test_figures_of_the_scikit_learn_guide():
    """The examples in scikit-learn's user guide and reference, "Regression metrics"."""
    y, p = [3, -0.5, 2, 7], [2.5, 0.0, 2, 8]
    assert gn.r2(y, p) == pytest.approx(0.9486081370449679, rel=1e-15)
    assert gn.explained_variance(y, p) == pytest.approx(0.9571734475374732, rel=1e-15)
    assert (gn.mae(y, p), gn.mse(y, p)) == (0.5, 0.375)
    assert gn.mape([1, 10, 1e6], [0.9, 15, 1.2e6], scale="fraction") == pytest.approx(0.26666666666666666, rel=1e-15)
    assert gn.msle([3, 5, 2.5, 7], [2.5, 5, 4, 8]) == pytest.approx(0.03973012298459379, rel=1e-14)
    assert [gn.tweedie_deviance([1.0], [1.5], power=k) for k in (0, 1, 2)] == pytest.approx(
        [0.25, 0.18906978378367123, 0.14426354954966209], rel=1e-14
    )
    assert gn.tweedie_deviance([100.0], [150.0], power=1) == pytest.approx(18.906978378367123, rel=1e-14)
    assert gn.max_error([3, 2, 7, 1], [9, 2, 7, 1]) == 6
    assert gn.r2([[0.5, 1], [-1, 1], [7, -6]], [[0, 2], [-1, 2], [8, -5]], average="variance") == pytest.approx(
        0.9382566585956417, rel=1e-15
    )


def test_scaled_error_of_a_worked_example():
    """MASE of Hyndman & Koehler (2006), worked by hand: the training series moves by 2 a step, the forecasts miss by 1, 3 and 2."""
    assert gn.mase([12, 15, 11], [11, 12, 13], train=[10, 12, 10, 8, 10]) == 1
    assert gn.mase([12, 15], [11, 12], train=[1, 5, 3, 9], season=2) == pytest.approx(2 / 3, rel=1e-15)


def test_winkler_score_of_a_worked_example():
    """A range of width 2 at 90 % whose truth is 1 above it: 2 + 2/0.1 · 1, as Gneiting & Raftery (2007) define it."""
    assert gn.winkler_score([5.0], [2.0], [4.0], level=0.9) == pytest.approx(22, rel=1e-15)
