"""Published and worked figures of amounts and of errors by their distribution, each with where it comes from."""

import numpy as np
import pytest

import gnomon as gn


def test_the_worked_example_of_a_competition():
    """From "Gini Coefficient: An Intuitive Explanation", a notebook on Kaggle for the Porto Seguro competition (2017).

    It reports the area between curve and diagonal, half of the coefficient: 0.189 of at most 0.300, normalised 0.630.
    """
    predictions = [0.9, 0.3, 0.8, 0.75, 0.65, 0.6, 0.78, 0.7, 0.05, 0.4, 0.4, 0.05, 0.5, 0.1, 0.1]
    actual = [1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0]
    assert round(gn.gini_of_amounts(actual, predictions), 3) == 0.630
    assert round(gn.gini_of_amounts(actual, predictions, normalised=False) / 2, 3) == 0.189
    assert round(gn.lorenz_curve(actual, predictions, by="truth").gini / 2, 3) == 0.300


@pytest.mark.parametrize("incomes", [[20_000, 30_000, 40_000, 50_000, 60_000], [9_000, 40_000, 48_000, 48_000, 55_000]])
def test_two_countries_of_one_coefficient(incomes):
    """Two distributions of incomes that differ and have the same Gini coefficient, 0.2: worked by hand from Σ(2i − n − 1)·y / (n·Σy)."""
    curve = gn.lorenz_curve(incomes, incomes, by="truth")
    assert curve.gini == pytest.approx(0.2, rel=1e-14)
    assert curve.gini == pytest.approx(gn.lorenz_curve(incomes[::-1], incomes[::-1]).gini, rel=1e-15)
    assert (curve.fraction[-1], curve.share[-1]) == (1, 1)


def test_a_coefficient_in_closed_form():
    """Amounts 1, 2, …, n have the Gini coefficient (n − 1) / 3n."""
    for n in (2, 10, 1001):
        y = np.arange(1, n + 1)
        assert gn.gini_of_amounts(y, y, normalised=False) == pytest.approx((n - 1) / (3 * n), rel=1e-13)
        assert gn.gini_of_amounts(y, -y) == -1


def test_the_example_of_scikit_learn():
    """The docstrings of median_absolute_error, d2_absolute_error_score and d2_pinball_score."""
    y, p = [3, -0.5, 2, 7], [2.5, 0.0, 2, 8]
    assert gn.medae(y, p) == 0.5
    assert gn.d2_absolute(y, p) == pytest.approx(13 / 17, rel=1e-15)  # printed as 0.764...
    assert [gn.d2_pinball([1, 2, 3], [1, 3, 3], quantile=q) for q in (0.5, 0.9, 0.1)] == pytest.approx([0.5, 2 / 3, -2], rel=1e-13)
