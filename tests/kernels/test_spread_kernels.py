"""The kernels of errors, amounts and densities against their twins."""

import importlib.util
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gnomon import _core

spec = importlib.util.spec_from_file_location("twins", Path(__file__).with_name("twins.py"))
twins = importlib.util.module_from_spec(spec)
spec.loader.exec_module(twins)

rng = np.random.default_rng(11)
NUMBER = st.one_of(st.sampled_from([0.0, -0.0, 1.0, 2.5, -1.0, 5e-324, -5e-324, 1e150]), st.floats(-1e6, 1e6))
ROWS = st.lists(st.tuples(NUMBER, NUMBER, st.sampled_from([0.0, 0.5, 1.0, 3.0])), min_size=1, max_size=40)


def columns(rows):
    return (np.array(column) for column in zip(*rows, strict=True))


@given(ROWS, st.booleans())
def test_amount_columns(rows, weighted):
    y, p, w = columns(rows)
    weight = w if weighted else None
    for ours, theirs in zip(_core.amount_columns(p, y, weight, 2), twins.amount_columns(p, y, weight), strict=True):
        np.testing.assert_allclose(ours, theirs, rtol=1e-14, atol=0)


@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize("distinct", [3, 1000, 10**9])
def test_amount_columns_of_many_rows(distinct, weighted):
    p = rng.integers(0, distinct, 200_000) / 8
    y = rng.integers(-1000, 1000, 200_000) / 8
    w = rng.integers(0, 3, 200_000) / 2 if weighted else None
    expected = twins.amount_columns(p, y, w)
    for threads in (1, 2, 5):
        for ours, theirs in zip(_core.amount_columns(p, y, w, threads), expected, strict=True):
            np.testing.assert_array_equal(ours, theirs)


def test_amount_columns_of_no_numbers():
    for odd in (np.nan, np.inf, -np.inf):
        assert _core.amount_columns(np.array([1.0, odd]), np.zeros(2), None, 1) is None
    assert _core.amount_columns(np.array([1.0, 2.0]), np.zeros(2), np.zeros(2), 1)[0].size == 0
    assert _core.amount_columns(np.zeros(0), np.zeros(0), None, 1)[0].size == 0
    with pytest.raises(ValueError, match="differ in length"):
        _core.amount_columns(np.zeros(2), np.zeros(3), None, 1)


@given(ROWS, st.data())
def test_the_error_of_a_rank(rows, data):
    y, p, _ = columns(rows)
    rank = data.draw(st.integers(0, len(y) - 1))
    assert _core.absolute_error_at(y, p, rank, 1e150, 2) == twins.absolute_error_at(y, p, rank)


@pytest.mark.parametrize("decimals", [0, 2, 15])
@pytest.mark.parametrize("n", [2**14, 2**14 + 1, 300_000])
def test_the_error_of_a_rank_among_many(n, decimals):
    y, p = np.round(rng.normal(size=n), decimals), np.round(rng.standard_cauchy(n), decimals)
    for rank in (0, 1, n // 100, (n - 1) // 2, n // 2, n - n // 100, n - 2, n - 1):
        for threads in (1, 3):
            assert _core.absolute_error_at(y, p, rank, 1e150, threads) == twins.absolute_error_at(y, p, rank)


def test_the_error_of_a_rank_that_a_sample_misses():
    """Errors that are small wherever the sample looks, and large elsewhere."""
    n = 2**14 * 40
    e = np.full(n, 7.0) + rng.random(n)
    e[::40] = rng.random(2**14)
    for rank in (0, 100, 2**14 - 1, 2**14, n // 2, n - 1):
        assert _core.absolute_error_at(np.zeros(n), e, rank, 1e150, 2) == twins.absolute_error_at(np.zeros(n), e, rank)


def test_the_error_of_a_rank_among_no_numbers():
    for odd in (np.nan, np.inf, -np.inf, 1.1e150):
        for arrays in ((np.array([1.0, odd, 2.0]), np.zeros(3)), (np.zeros(3), np.array([1.0, odd, 2.0]))):
            assert not _core.absolute_error_at(*arrays, 1, 1e150, 1)[2]
    with pytest.raises(ValueError, match="no such rank"):
        _core.absolute_error_at(np.zeros(2), np.zeros(2), 2, 1e150, 1)


@given(ROWS, st.integers(4, 12), st.booleans())
def test_density(rows, most, weighted):
    x, y, w = columns(rows)
    weight = w if weighted and w.any() else None
    level, at_x, at_y, held = _core.density(x, y, weight, most)
    expected = twins.density(x, y, weight, most)
    assert level == expected[0]
    np.testing.assert_array_equal(np.stack([at_x, at_y]), expected[1])
    np.testing.assert_allclose(held, expected[2], rtol=1e-15)


def test_density_of_what_no_caller_passes():
    for most in (0, 3, 2**24 + 1):
        with pytest.raises(ValueError, match="squares"):
            _core.density(np.zeros(2), np.zeros(2), None, most)
    assert len(_core.density(np.array([np.nan, np.inf, -np.inf, 1.0]), np.zeros(4), None, 4)[1]) <= 4
