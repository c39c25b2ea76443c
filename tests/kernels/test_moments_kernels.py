"""Exact sums of pairs and of numbers against fractions, over threads, blocks and every size of number."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gnomon import _core
from kernels import twins

FINITE = st.one_of(
    st.floats(-1e150, 1e150),
    st.sampled_from([0.0, -0.0, 5e-324, -5e-324, 2.2250738585072014e-308, 1e-16, 1.0, -1.0, 1e9, 1e9 + 1, 1e150, -1e150]),
)
NAMES = (
    *("y_over", "y_rest", "p_over", "p_rest", "y_magnitude", "yy", "pp", "yp", "weight_over", "weight_under", "weight_level"),
    *("relative", "relative_small", "small", "zeros", "endless", "symmetric", "both_zero"),
)


def totals(y, p, w, threads=2, relative=True, symmetric=True):
    rows, sums, ends = _core.moments(y, p, w, relative, symmetric, threads)
    read = (Fraction(int.from_bytes(data, "little", signed=True), 2**_core.UNIT) for data in sums)
    return rows, dict(zip(NAMES, read, strict=True)), ends


@pytest.mark.parametrize("weighted", [False, True])
@given(st.data())
def test_sums_of_a_few_pairs(weighted, data):
    n = data.draw(st.integers(1, 12))
    y, p = (np.array(data.draw(st.lists(FINITE, min_size=n, max_size=n))) for _ in range(2))
    w = np.array(data.draw(st.lists(st.sampled_from([0.0, 1e-100, 0.3, 1.0, 2.0, 1e99]), min_size=n, max_size=n))) if weighted else None
    assert totals(y, p, w) == twins.moments(y, p, w)


@pytest.mark.parametrize("kind", ["normal", "offset", "spread", "whole", "zeros"])
@pytest.mark.parametrize("weighted", [False, True])
def test_sums_of_many_pairs_whatever_the_threads(kind, weighted):
    rng = np.random.default_rng(0)
    n = 20_000  # past 2^14, where keys are no longer looked for
    y = {
        "normal": rng.normal(size=n),
        "offset": 1e9 + rng.normal(size=n),
        "spread": rng.normal(size=n) * 10.0 ** rng.integers(-140, 140, n),
        "whole": rng.integers(-50, 50, n).astype(float),
        "zeros": np.where(rng.random(n) < 0.5, 0.0, rng.normal(size=n)),
    }[kind]
    p = np.where(rng.random(n) < 0.1, y, y + rng.normal(size=n))
    w = rng.random(n) * (rng.random(n) < 0.9) if weighted else None
    expected = twins.moments(y, p, w)
    for threads in (1, 2, 3):
        assert totals(y, p, w, threads) == expected


def test_more_rows_than_threads_and_cells_take_at_once():
    """Rows of which a thread moves its cells more than once, each with all bits of its mantissa set."""
    n = 2**20 * 2 + 70_000
    y = np.full(n, np.nextafter(2.0, 0))
    p = -y
    rows, sums, ends = totals(y, p, None, 2, relative=False, symmetric=False)
    each = Fraction(float(y[0]))
    assert (rows, sums["y_rest"], sums["p_rest"]) == (n, n * each, -n * each)
    assert (sums["yy"], sums["pp"], sums["yp"], sums["weight_under"]) == (n * each**2, n * each**2, -n * each**2, n)
    assert ends == (y[0], y[0], p[0], p[0], p[0] - y[0], p[0] - y[0])
    weight = np.full(n, np.nextafter(1.0, 0))
    heavy = totals(y, p, weight, 2, relative=False, symmetric=False)[1]
    assert heavy["yy"] == n * each**2 * Fraction(float(weight[0]))


def test_single_precision_is_read_as_it_is():
    rng = np.random.default_rng(1)
    y, p = (rng.normal(size=5000).astype(np.float32) for _ in range(2))
    assert totals(y, p, None) == totals(y.astype(np.float64), p.astype(np.float64), None)
    assert totals(y, p.astype(np.float64), None) == totals(y.astype(np.float64), p, None)


def test_terms_that_are_not_asked_for_are_nothing():
    _, sums, _ = totals(np.array([0.0, 2.0]), np.array([1.0, 3.0]), None, relative=False, symmetric=False)
    assert all(sums[name] == 0 for name in NAMES[11:])


@pytest.mark.parametrize("odd", [np.nan, np.inf, -np.inf, 1.1e150, -1e300])
@pytest.mark.parametrize("n", [3, 200_000])
@pytest.mark.parametrize("weight", [None, 1.0, 0.0])
def test_what_cannot_be_squared_is_refused_even_where_it_weighs_nothing(odd, n, weight):
    w = None if weight is None else np.ones(n)
    for place in (0, n - 1):
        y, p = np.ones(n), np.zeros(n)
        y[place] = odd
        if w is not None:
            w[:] = 1
            w[place] = weight
        assert _core.moments(y, p, w, True, True, 2) is None
        assert _core.moments(p, y, w, False, False, 2) is None


@given(st.lists(st.tuples(st.floats(-1e300, 1e300), st.sampled_from([0.0, 1e-90, 0.5, 3.0, 1e40])), max_size=20))
def test_any_sum(rows):
    values, w = (np.array([row[k] for row in rows], float) for k in range(2))
    exact = [Fraction(value) for value in values.tolist()]
    for weight in (None, w):
        found = Fraction(int.from_bytes(_core.exact_sum(values, weight), "little", signed=True), 2**_core.UNIT)
        heavy = [1] * len(exact) if weight is None else [Fraction(one) for one in weight.tolist()]
        assert found == sum(a * b for a, b in zip(exact, heavy, strict=True))


def test_lengths_and_types_are_checked():
    with pytest.raises(ValueError, match="differ in length"):
        _core.moments(np.ones(3), np.ones(2), None, True, True, 1)
    with pytest.raises(ValueError, match="differ in length"):
        _core.moments(np.ones(3), np.ones(3), np.ones(2), True, True, 1)
    with pytest.raises(ValueError, match="float32 or float64"):
        _core.moments(np.ones(3, int), np.ones(3), None, True, True, 1)
