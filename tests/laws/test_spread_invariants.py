"""What spreads, amounts and densities demand of what they hold, when built by hand as when read."""

import numpy as np
import pytest

import gnomon as gn
from refusals import raises_id

NAN, INF = float("nan"), float("inf")


def sweep(values, weight, neg=None, **more):
    return gn.Sweep(values, weight, np.zeros_like(np.asarray(weight)) if neg is None else neg, **more)


TRUTHS = sweep([3.0, 1.0], [1, 2])
ERRORS = sweep([0.5, 0.0, -1.0], [1, 1, 1])


@pytest.mark.parametrize(
    ("truths", "errors", "said"),
    [
        (TRUTHS, sweep([0.5], [1]), "truths and errors are of different rows"),
        (TRUTHS, None, "errors must be a Sweep without negatives"),
        (5, ERRORS, "truths must be a Sweep without negatives"),
        (sweep([3.0, 1.0], [1, 1], [0, 1]), ERRORS, "truths must be a Sweep without negatives"),
        (sweep([3.0, 1.0], [1, 2], marks={2.0: (1, 0)}), ERRORS, "truths must be a Sweep without negatives, marks"),
        (sweep([1.0, 3.0], [1, 2], direction="lower is positive"), ERRORS, "truths must be a Sweep without .* a lower direction"),
        (sweep([2e150, 1.0], [1, 2]), ERRORS, r"truths goes past 1e\+150"),
        (TRUTHS, sweep([0.5, 0.0, -3e150], [1, 1, 1]), r"errors goes past 2e\+150"),
    ],
)
def test_spreads(truths, errors, said):
    assert gn.Spread(TRUTHS, ERRORS) == gn.Spread.of([3, 1, 1], [2, 1.5, 1])
    with pytest.raises(gn.InputError, match=said):
        gn.Spread(truths, errors)


AMOUNTS = {
    "predictions": [2.0, 1.0],
    "weight": [1, 2],
    "truth": [3.0, 2.0],
    "error": [-1.0, 0.0],
    "absolute": [1.0, 2.0],
    "squared": [1.0, 2.0],
    "truths": sweep([3.0, 2.0, 0.0], [1, 1, 1]),
}


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"predictions": [1.0, 2.0]}, "predictions has 2.0 at position 1, not past the one before"),
        ({"predictions": [NAN, 1.0]}, "predictions has nan at position 0; it must be finite"),
        ({"weight": [1, -2]}, "weight has -2 at position 1; it must hold counts or weights"),
        ({"weight": [1, 3]}, "truths and weight are of different rows"),
        ({"truths": None}, "truths must be a Sweep"),
        ({"truth": [3.0, INF]}, "truth has inf at position 1; it must be finite"),
        ({"error": [NAN, 0.0]}, "error has nan at position 0; it must be finite"),
        ({"squared": [1.0]}, r"squared has shape \(1,\) where \(2\) is meant"),
        ({"error": [-1.5, 0.0]}, "the sums at position 0 are of no rows"),
        ({"absolute": [1.0, -2.0], "error": [0.0, 0.0]}, "the sums at position 1 are of no rows"),
        ({"squared": [1.0, 1.9]}, "the sums at position 1 are of no rows"),
        ({"squared": [-1.0, 2.0]}, "the sums at position 0 are of no rows"),
        ({"truth": [3e150, 2.0]}, "the sums at position 0 are of no rows"),
        ({"shift": 55}, r"predictions are not those of cells of 2\^55 floats"),
        ({"resolution": 1}, "resolution=1 is no whole number from 2"),
    ],
)
def test_amounts(change, said):
    assert gn.Amounts(**AMOUNTS) == gn.Amounts.of([3, 2, 0], [2, 1, 1])
    with pytest.raises(gn.InputError, match=said):
        gn.Amounts(**AMOUNTS | change)


def test_amounts_whose_squares_are_no_numbers():
    """Such rows have no sum of squares: they are refused, not saved as infinite."""
    with raises_id("summary.squared_errors_too_large"):
        gn.Amounts.of([1e150, 1e150], [-1e150, -1e150], weight=[1e99, 1e98])
    half = gn.Amounts.of([1e150], [-1e150], weight=[4e7])
    with raises_id("summary.squared_errors_too_large"):
        half + half


DENSITY = {"level": 0, "x": [0, 0, 3], "y": [1, 2, -4], "weight": [5, 1, 2], "most": 9}


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"x": [0, 0]}, r"x has shape \(2,\) where \(3\) is meant"),
        ({"x": [3, 0, 0]}, "x and y must be the places of at most 9 squares, each once, in ascending order"),
        ({"y": [1, 1, -4]}, "each once, in ascending order"),
        ({"x": [0, 0, 2**30 + 1]}, r"x has a place further than 2\^30 from 0"),
        ({"y": [1, 2, -(2**63)]}, r"y has a place further than 2\^30 from 0"),
        ({"x": [0.5, 1, 3]}, "x holds float64 where numbers are meant"),
        ({"weight": [5, -1, 2]}, "weight has -1 at position 1"),
        ({"level": 600}, "level=600 is no whole number from -1104 to 512"),
        ({"level": 0.5}, "level=0.5 is no whole number"),
        ({"most": 3}, "most=3 is no whole number from 4"),
        ({"most": 2**25}, "most=33554432 is no whole number"),
    ],
)
def test_densities(change, said):
    assert gn.Density(**DENSITY).n == 8
    with pytest.raises(gn.InputError, match=said):
        gn.Density(**DENSITY | change)
    with raises_id("summary.density_places_not_ascending", most=4):
        gn.Density(0, range(5), range(5), np.ones(5, int), 4)


def test_what_the_caller_passed_stays_the_callers():
    given = {name: np.array(value) for name, value in AMOUNTS.items() if name != "truths"}
    squares = {name: np.array(value) for name, value in DENSITY.items() if name in ("x", "y", "weight")}
    amounts, density = gn.Amounts(**AMOUNTS | given), gn.Density(**DENSITY | squares)
    before = amounts.to_bytes(), density.to_bytes()
    for array in (*given.values(), *squares.values()):
        array[...] = 9
    assert (amounts.to_bytes(), density.to_bytes()) == before
    for one, name in ((amounts, "squared"), (density, "weight"), (gn.Amounts.of([1, 2], [2, 1]), "truth"), (gn.Density.of([1], [2]), "x")):
        with pytest.raises(ValueError, match="read-only"):
            getattr(one, name)[0] = 1
