"""The kernels of joint distributions against their twins, and against themselves on other numbers of threads."""

import numpy as np
import pytest

from gnomon import _core
from kernels import twins

sizes = pytest.mark.parametrize("n", [1, 2, 9, 200, 300_000])
ties = pytest.mark.parametrize("distinct", [1, 3, 40, 10**9])


def columns(n, distinct, seed=0):
    rng = np.random.default_rng([n, min(distinct, 10**6), seed])
    return (rng.integers(-distinct, distinct, n) / 8 for _ in range(2)), rng


@sizes
@ties
def test_cells(n, distinct):
    (x, y), rng = columns(n, distinct)
    x[x == 0] = -0.0
    for weight in (rng.integers(0, 3, n), rng.random(n) * (rng.random(n) < 0.8)):
        seen = rng.random(n) < 0.6
        observed, censored = weight * seen, weight * ~seen
        made = _core.joint_columns(x, y, observed, censored, 4)
        again = _core.joint_columns(x, y, observed, censored, 1)
        assert made[2].dtype == made[3].dtype == weight.dtype
        for a, b in zip(made, again, strict=True):
            np.testing.assert_array_equal(a, b)
        assert not np.signbit(made[0][made[0] == 0]).any()
        if n <= 200:
            for a, b in zip(made, twins.joint_columns(x, y, observed, censored), strict=True):
                np.testing.assert_allclose(a, b, rtol=1e-14)
    plain = _core.joint_rows(x, y, 4)
    ones = np.ones(n, np.int64)
    for a, b in zip(plain, _core.joint_columns(x, y, ones, None, 4), strict=True):
        np.testing.assert_array_equal(a, b)
    assert plain[2].sum() == n
    order = np.lexsort((plain[1], plain[0]))
    assert (order == np.arange(len(order))).all()


@ties
@pytest.mark.parametrize("n", [1, 9, 200])
def test_merged_cells(n, distinct):
    (x, y), rng = columns(n, distinct)
    weight = rng.integers(0, 3, n)
    half = n // 2
    parts = [_core.joint_columns(x[at], y[at], weight[at], weight[at] // 2, 1) for at in (slice(half), slice(half, None))]
    whole = _core.joint_columns(x, y, weight, weight // 2, 1)
    for a, b in zip(_core.merge_joint(*parts[0], *parts[1]), whole, strict=True):
        np.testing.assert_array_equal(a, b)


@pytest.mark.parametrize("odd", [(np.nan,) * 5, (0.5, np.nan, 0.25, np.nan, 0.75), (0.1, 0.9, 0.2, 0.8, 0.3), (np.inf, -np.inf, 0, 1, 2)])
def test_cells_out_of_order_are_merged_within_their_room(odd):
    ones = np.ones(5, np.int64)
    values, others = np.array(odd, float), np.arange(5.0)
    for first in ((values, others), (others, values), (values, values)):
        made = _core.merge_joint(*first, ones, ones, others, others, ones, ones)
        assert len(made[0]) <= 10
        assert made[2].sum() == made[3].sum() == 10


@sizes
@ties
def test_ranks(n, distinct):
    (x, _), _ = columns(n, distinct)
    values, expected = np.unique(x, return_inverse=True)
    for threads in (1, 4):
        ranks, found = _core.dense_ranks(x, threads)
        assert found == len(values)
        np.testing.assert_array_equal(ranks, expected)
        middle, squares = _core.middle_ranks(x, threads)
        below = np.concatenate([[0], np.cumsum(np.bincount(expected))])
        np.testing.assert_array_equal(middle, (below[:-1] + below[1:])[expected] - n)
        assert squares == sum(int(one) ** 2 for one in middle)


@pytest.mark.parametrize("n", [0, 1, 2, 8, 9, 17, 200])
@ties
def test_pairs(n, distinct):
    rng = np.random.default_rng([n, min(distinct, 10**6)])
    most = min(distinct, 300)
    group, rank = (rng.integers(0, most, n).astype(np.uint32) for _ in range(2))
    for earlier, later in ((rng.integers(0, 2**53, n), rng.integers(0, 2**53, n)), (rng.random(n), rng.random(n))):
        found = _core.ordered_pairs(group, rank, earlier, later, most, most, 4)
        expected = twins.ordered_pairs(group, rank, earlier, later)
        if earlier.dtype.kind == "i":
            assert found == tuple(map(int, expected)), "exact in 128 bits"
        else:
            np.testing.assert_allclose(found, np.array(expected, float), rtol=1e-13)
    ones = np.ones(n, np.int64)
    seen = (group % 2 == 0).astype(np.int64)
    censored = _core.ordered_unit_pairs(group, rank, most, most, True, 4)
    assert censored == tuple(map(int, twins.ordered_pairs(group, rank, seen, ones)))
    assert _core.pairs_apart(seen, ones) == sum(int(seen[:k].sum()) for k in range(n))
    expected = tuple(map(int, twins.ordered_pairs(group, rank, ones, ones)))
    assert (
        _core.ordered_unit_pairs(group, rank, most, most, False, 4)
        == _core.ordered_pairs(group, rank, ones, ones, most, most, 4)
        == expected
    )


@ties
def test_many_pairs_on_any_number_of_threads(distinct):
    n = 300_000
    rng = np.random.default_rng(3)
    most = min(distinct, n)
    group, rank = (rng.integers(0, most, n).astype(np.uint32) for _ in range(2))
    weight = rng.random(n)
    assert len({_core.ordered_pairs(group, rank, weight, weight, most, most, threads) for threads in (1, 2, 7)}) == 1
    ones = np.ones(n, np.int64)
    units = {_core.ordered_unit_pairs(group, rank, most, most, False, threads) for threads in (1, 2, 7)}
    assert units == {_core.ordered_pairs(group, rank, ones, ones, most, most, 2)}
    alike, opposite = units.pop()
    cell = np.unique(group.astype(np.int64) * most + rank, return_inverse=True)[1]
    totals = [np.bincount(one).astype(np.int64) for one in (group, rank, cell)]
    apart = [_core.pairs_apart(total, total) for total in totals]
    assert alike + opposite == apart[0] + apart[1] - apart[2]


def test_pairs_of_more_rows_than_64_bits_count():
    many = np.array([2**52, 2**52, 2**40], np.int64)
    assert _core.pairs_apart(many, many) == 2**104 + 2 * 2**92
    ranks = np.arange(3, dtype=np.uint32)
    assert _core.ordered_pairs(ranks, ranks, many, many, 3, 3, 1) == (2**104 + 2 * 2**92, 0)
    assert _core.ordered_pairs(ranks, ranks[::-1].copy(), many, many, 3, 3, 1) == (0, 2**104 + 2 * 2**92)


@pytest.mark.parametrize("n", [1, 9, 200])
@ties
def test_products_of_ranks(n, distinct):
    rng = np.random.default_rng([n, min(distinct, 10**6)])
    most = min(distinct, 300)
    first, second = (np.unique(rng.integers(0, most, n), return_inverse=True)[1].astype(np.uint32) for _ in range(2))
    for weight in (rng.integers(0, 2**31 // n, n), rng.random(n)):
        a, b = twins.middle_ranks(first, weight), twins.middle_ranks(second, weight)
        w = weight.astype(object)
        expected = (w * a * b).sum(), (w * a * a).sum(), (w * b * b).sum()
        for order in (np.arange(n), np.argsort(first, kind="stable")):
            positive, negative, *squares = _core.rank_products(
                first[order], second[order], weight[order], int(first.max()) + 1, int(second.max()) + 1
            )
            if weight.dtype.kind == "i":
                assert (positive - negative, *squares) == tuple(map(int, expected)), "exact in 128 bits"
            else:
                scale = np.sqrt(float(expected[1]) * float(expected[2]))
                assert positive - negative == pytest.approx(float(expected[0]), rel=1e-12, abs=1e-13 * scale)
                np.testing.assert_allclose(squares, np.array(expected[1:], float), rtol=1e-12)


def test_sums_of_products_past_64_bits():
    ranks = np.array([2**31, -(2**31), 2**31 - 1, -(2**31) + 1] * 4, np.int64)
    for other in (ranks, -ranks, ranks[::-1].copy(), np.roll(ranks, 1)):
        assert _core.product_sum(ranks, other) == sum(int(a) * int(b) for a, b in zip(ranks, other, strict=True))


def test_what_no_caller_of_ours_passes_is_refused():
    ranks, ones = np.zeros(3, np.uint32), np.ones(3, np.int64)
    for counts in (np.array([2**31, 1, 0]), np.array([-1, 0, 0]), np.array([2**62, 2**62, 2**62])):
        with pytest.raises(ValueError, match="too many rows for exact ranks"):
            _core.rank_products(ranks, ranks, counts, 1, 1)
    with pytest.raises(ValueError, match="differ in length"):
        _core.ordered_pairs(ranks, ranks[:2], ones, ones, 3, 3, 1)
    with pytest.raises(ValueError, match="too many cells to rank"):
        _core.ordered_unit_pairs(ranks, ranks, 1, 2**32, False, 1)
    with pytest.raises(ValueError, match="differ in length"):
        _core.joint_rows(np.zeros(3), np.zeros(2), 1)
    past = np.array([0, 9, 2**32 - 1], np.uint32)
    assert _core.ordered_unit_pairs(past, past, 2, 4, True, 1)[0] <= 3
    assert len(_core.rank_products(past, past, ones, 2, 2)) == 4
