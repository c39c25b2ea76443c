"""Densities depend on the rows alone: whatever their order and split, and merged in any tree."""

import math
from collections import Counter
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import gnomon as gn
from refusals import raises_id

NUMBER = st.one_of(st.sampled_from([0.0, -0.0, 1.0, -1.0, 5e-324, -5e-324, 1e150, -1e150]), st.floats(-1e150, 1e150), st.floats(-4, 4))
ROWS = st.lists(st.tuples(NUMBER, NUMBER), min_size=1, max_size=40)


@given(ROWS, st.integers(4, 20), st.data())
def test_any_split_and_tree_gives_the_same(rows, most, data):
    x, y = np.array(rows).T
    whole = gn.Density.of(x, y, most=most)
    assert len(whole) <= most
    assert whole.n == len(x)
    where = np.array(data.draw(st.lists(st.integers(0, 3), min_size=len(x), max_size=len(x))))
    parts = [gn.Density.of(x[where == k], y[where == k], most=most) for k in range(4) if (where == k).any()]
    assert sum(data.draw(st.permutations(parts))) == whole
    assert gn.Density.from_bytes(whole.to_bytes()) == whole


@given(ROWS, st.integers(4, 20))
def test_each_row_lies_in_its_square(rows, most):
    density = gn.Density.of(*np.array(rows).T, most=most)
    side = Fraction(2) ** density.level
    counted = Counter((math.floor(Fraction(x) / side), math.floor(Fraction(y) / side)) for x, y in rows)
    assert dict(zip(zip(density.x.tolist(), density.y.tolist(), strict=True), density.weight.tolist(), strict=True)) == counted
    finer = {(math.floor(2 * Fraction(x) / side), math.floor(2 * Fraction(y) / side)) for x, y in rows}
    furthest = max(abs(Fraction(number)) for row in rows for number in row) / side
    assert len(finer) > most or 2 * furthest >= 2**30 or not furthest, "none is finer"


def test_densities_of_many_rows():
    rng = np.random.default_rng(2)
    x, y = rng.normal(size=(2, 300_000))
    density = gn.Density.of(x, y)
    assert 1024 < len(density) <= density.most == 4096, "half the side would need up to four times the squares"
    edges = np.arange(-6, 6 + density.side, density.side)
    expected = np.histogram2d(x, y, [edges, edges])[0]
    ix, iy = (((column + 6) / density.side).astype(int) for column in (density.left, density.bottom))
    np.testing.assert_array_equal(density.weight, expected[ix, iy])
    assert expected.sum() == density.n == 300_000


def test_weights():
    rng = np.random.default_rng(3)
    x, y, w = rng.normal(size=400), rng.normal(size=400), rng.integers(0, 4, 400)
    weighed, repeated = gn.Density.of(x, y, weight=w, most=64), gn.Density.of(np.repeat(x, w), np.repeat(y, w), most=64)
    assert (weighed.level, weighed.x.tolist(), weighed.y.tolist()) == (repeated.level, repeated.x.tolist(), repeated.y.tolist())
    np.testing.assert_array_equal(weighed.weight, repeated.weight)
    assert (weighed.weight.dtype, repeated.weight.dtype) == (np.float64, np.int64)
    mixed = weighed + repeated
    assert mixed.n == 2 * w.sum()


def test_what_is_refused():
    with raises_id("inputs.number_not_finite_or_huge", name="x", value="NaN", at=1):
        gn.Density.of([1, np.nan], [1, 2])
    with raises_id("inputs.number_not_finite_or_huge", name="y", value="inf", at=0):
        gn.Density.of([1, 2], [np.inf, 2])
    with raises_id("summary.whole_number_out_of_range", name="most", value=3, low=4):
        gn.Density.of([1, 2], [1, 2], most=3)
    with pytest.warns(gn.DroppedRowsWarning, match="dropped 1 of 2 rows"):
        assert gn.Density.of([1, np.nan], [1, 2], missing="drop").n == 1
