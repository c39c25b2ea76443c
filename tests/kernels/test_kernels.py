"""Each kernel against its twin in NumPy: small and strange with Hypothesis, large enough for buckets and threads by hand."""

import importlib.util
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from data import WEIGHT, WILD, scored
from gnomon import _core

spec = importlib.util.spec_from_file_location("twins", Path(__file__).with_name("twins.py"))
twins = importlib.util.module_from_spec(spec)
spec.loader.exec_module(twins)

weighted = st.sampled_from([None, WEIGHT])


def mask(y):
    return y.astype(np.uint8)


@given(st.data(), weighted)
def test_rank_pairs(data, weights):
    y, s, w = data.draw(scored(WILD, weights=weights))
    p, n, pairs, finite = _core.rank_pairs(s, mask(y), w, 2)
    expected = twins.rank_pairs(s, y, w)
    assert finite
    np.testing.assert_allclose((p, n, pairs), expected, rtol=0 if w is None else 1e-12)


@given(st.data(), weighted)
def test_sweep_columns(data, weights):
    y, s, w = data.draw(scored(WILD, weights=weights))
    got, expected = _core.sweep_columns(s, mask(y), w, 2), twins.sweep_columns(s, y, w)
    for a, b in zip(got, expected, strict=True):
        np.testing.assert_allclose(a, b, rtol=0 if w is None else 1e-12)
    assert got[1].dtype == (np.int64 if w is None else np.float64)
    assert not np.signbit(got[0][got[0] == 0]).any()


@given(st.data())
def test_row_gap(data):
    y, s, _ = data.draw(scored(WILD, weights=None))
    *got, finite, fits = _core.row_gap(s, mask(y), 2)
    assert finite
    assert fits
    np.testing.assert_array_equal(got, twins.row_gap(s, y))


@given(st.data())
def test_precision_recall(data):
    y, s, _ = data.draw(scored(WILD, weights=None))
    got = _core.precision_recall(s, mask(y), 2)
    with np.errstate(invalid="ignore"):  # no positives: the recall is 0/0
        expected = twins.precision_recall(s, y)
    for a, b in zip(got, expected, strict=True):
        np.testing.assert_array_equal(a, b)
    assert not np.signbit(got[2][got[2] == 0]).any()


def distributions(n, seed):
    """Scores that have broken sorts: skewed, clustered, tied, tiny, huge, nearly equal, already sorted."""
    rng = np.random.default_rng(seed)
    normal = rng.standard_normal(n)
    yield "normal", normal
    yield "float32", normal.astype(np.float32)
    yield "log-normal", np.exp(20 * normal)
    yield "tied", np.round(normal, 1)
    yield "two values", (normal > 0).astype(float)
    yield "constant", np.full(n, 0.3)
    yield "one apart", np.where(np.arange(n) == n // 2, 1.0, 0.3)
    yield "denormal", rng.integers(-5, 6, n) * 5e-324
    yield "huge", rng.choice([-1.7e308, 1.7e308, 0.0, 1.0], n)
    yield "spread", normal * 10.0 ** rng.integers(-300, 300, n)
    yield "neighbours", 1.0 + rng.integers(0, 1000, n) * 2.0**-52
    yield "sorted", np.sort(normal)
    yield "reversed", np.sort(normal)[::-1].copy()
    yield "mostly zero", np.where(rng.random(n) < 0.97, 0.0, normal)
    yield "signed zero", rng.choice([-0.0, 0.0, 1.0], n)


LARGE = [(n, name) for n in (40_000, 200_000) for name, _ in distributions(4, 0)]


@pytest.mark.parametrize(("n", "name"), LARGE)
@pytest.mark.parametrize("share", [0.5, 0.03, 0.98])
def test_large_sweeps_and_pairs(n, name, share):
    s = dict(distributions(n, 1))[name]
    y = mask(np.random.default_rng(2).random(n) < share)
    for threads in (1, 2, 5):
        got = _core.sweep_columns(s, y, None, threads)
        for a, b in zip(got, twins.sweep_columns(s.astype(float), y), strict=True):
            np.testing.assert_array_equal(a, b)
        for a, b in zip(_core.precision_recall(s, y, threads), twins.precision_recall(s.astype(float), y), strict=True):
            np.testing.assert_array_equal(a, b)
        p, negatives, pairs, finite = _core.rank_pairs(s, y, None, threads)
        assert finite
        assert (p, negatives) == (y.sum(), n - y.sum())
        _, pos, neg = got
        below = np.cumsum(neg[::-1])[::-1] - neg
        assert pairs == (pos * (2 * below + neg)).sum()
        _, _, up, at_up, down, at_down, finite, fits = _core.row_gap(s, y, threads)
        assert finite
        assert fits
        ascending = [np.ascontiguousarray(column) for column in twins.sweep_columns(-s.astype(float), y)]
        above, until_above, under, until_under = _core.largest_gap(ascending[1], ascending[2], threads)
        assert (down, up) == (above, under)
        at = [-ascending[0][cells - 1] if cells else np.nan for cells in (until_above, until_under)]
        np.testing.assert_array_equal([at_down, at_up], at)


@pytest.mark.parametrize("name", [name for name, _ in distributions(4, 0)])
def test_large_weighted(name):
    n = 60_000
    s = dict(distributions(n, 3))[name]
    rng = np.random.default_rng(4)
    y, w = mask(rng.random(n) < 0.3), rng.integers(0, 5, n).astype(float)
    got, expected = _core.sweep_columns(s, y, w, 2), twins.sweep_columns(s.astype(float), y, w)
    for a, b in zip(got, expected, strict=True):
        np.testing.assert_array_equal(a, b)
    _, pos, neg = got
    below = np.cumsum(neg[::-1])[::-1] - neg
    assert _core.rank_pairs(s, y, w, 2)[2] == pytest.approx((pos * (2 * below + neg)).sum(), rel=1e-12)


@pytest.mark.parametrize("n", [5, 100_000])
@pytest.mark.parametrize("broken", [np.nan, np.inf, -np.inf])
@pytest.mark.parametrize("where", [0, -1])
def test_scores_that_are_not_finite_are_noticed(n, broken, where):
    s = np.linspace(0, 1, n)
    s[where] = broken
    y = mask(np.arange(n) % 2)
    assert _core.sweep_columns(s, y, None, 2) is None
    assert _core.precision_recall(s, y, 2) is None
    assert not _core.rank_pairs(s, y, None, 2)[3]
    assert not _core.row_gap(s, y, 2)[-2]


@given(st.data(), weighted)
def test_scans(data, weights):
    y, s, w = data.draw(scored(WILD, weights=weights, both=True))
    _, pos, neg = _core.sweep_columns(s, mask(y), w, 1)
    p, n, pairs = _core.sweep_pairs(pos, neg, 2)
    np.testing.assert_allclose((p, n, pairs), twins.rank_pairs(s, y, w), rtol=1e-12)
    above, at_above, below, at_below = _core.largest_gap(pos, neg, 2)
    t_above, t_at_above, t_below, t_at_below = twins.gap(pos, neg)
    assert (above, below) == (pytest.approx(t_above, rel=1e-12, abs=1e-15), pytest.approx(t_below, rel=1e-12, abs=1e-15))
    if w is None:
        assert (at_above, at_below) == (t_at_above, t_at_below)
    for trapezoid in (False, True):
        assert _core.precision_sum(pos, neg, trapezoid, 2) == pytest.approx(twins.precision_sum(pos, neg, trapezoid), rel=1e-12)
    for steps in (1, 10, 100):
        area, marks = _core.monotone_precision(pos, neg, steps)
        expected, expected_marks = twins.monotone_precision(pos, neg, steps)
        assert area == pytest.approx(expected, rel=1e-12)
        reached = np.cumsum(pos) * steps / pos.sum()
        mark = np.rint(reached)
        if not (np.abs(reached - mark * (1 - 1e-12)) < 1e-14 * mark).any():  # rounding settles whether such a mark is reached
            np.testing.assert_allclose(marks, expected_marks, rtol=1e-12)


@pytest.mark.parametrize("dtype", [np.int64, float])
def test_scans_with_threads(dtype):
    rng = np.random.default_rng(5)
    m = 300_000
    pos, neg = rng.integers(0, 3, m).astype(dtype), rng.integers(0, 5, m).astype(dtype)
    pos[0] = neg[-1] = 1
    one, four = ((_core.sweep_pairs(pos, neg, t), _core.largest_gap(pos, neg, t), _core.precision_sum(pos, neg, True, t)) for t in (1, 4))
    assert one[:2] == four[:2]
    assert one[2] == pytest.approx(four[2], rel=1e-12)
    assert four[2] == pytest.approx(twins.precision_sum(pos, neg, True), rel=1e-12)
    assert four[1][0] == pytest.approx(twins.gap(pos, neg)[0], rel=1e-12)


@pytest.mark.parametrize("dtype", [np.int64, float])
@pytest.mark.parametrize("m", [0, 1, 300_000])
def test_cumulate(dtype, m):
    values = np.random.default_rng(9).integers(0, 9, m).astype(dtype) / (8 if dtype is float else 1)
    values = values.astype(dtype)
    np.testing.assert_array_equal(_core.cumulate(values, 4), np.cumsum(values))


def test_the_gap_of_counts_whose_products_do_not_fit():
    big = 5_000_000_000
    pos, neg = np.array([big, 1], np.int64), np.array([1, big], np.int64)
    above, at, below, _ = _core.largest_gap(pos, neg, 1)
    assert (at, below) == (1, 0)
    assert above == pytest.approx(big / (big + 1) - 1 / (big + 1), rel=1e-15)


def test_pairs_past_64_bits():
    """Five billion of each class: twice their pairs do not fit in 64 bits."""
    big = 5_000_000_000
    pos, neg = np.array([big, 1], np.int64), np.array([0, big], np.int64)
    p, n, pairs = _core.sweep_pairs(pos, neg, 1)
    assert (p, n) == (big + 1, big)
    assert pairs == pytest.approx(2 * big * big + big, rel=1e-15)


@given(
    scores=st.lists(st.floats(allow_nan=False, allow_infinity=False, width=32), min_size=1, max_size=200),
    shift=st.integers(0, 63),
    small=st.booleans(),
)
def test_floor_scores(scores, shift, small):
    """What is swept of the floors is what coarsening makes of the fine cells."""
    array = np.array(scores, np.float32 if small else np.float64)
    positive = (np.arange(len(array)) % 3 == 0).astype(np.uint8)
    fine = _core.sweep_columns(array, positive, None, 1)
    expected = _core.coarsen(*fine, shift)
    got = _core.sweep_columns(_core.floor_scores(array, shift, 2), positive, None, 1)
    for a, b in zip(got, expected, strict=True):
        assert a.tolist() == b.tolist()
    odd = _core.floor_scores(np.array([np.nan, np.inf, -np.inf, -0.0]), shift, 1)
    assert np.isnan(odd[0])
    assert odd[1:].tolist()[:2] == [np.inf, -np.inf]


@given(scored(WILD, most=60), st.integers(0, 64))
def test_coarsen(data, shift):
    y, s, _ = data
    shift = min(shift, 63)
    t, pos, neg = _core.sweep_columns(s, mask(y), None, 1)
    cells, p, n = _core.coarsen(t, pos, neg, shift)
    keys, expected_p, expected_n = twins.coarsen(t, pos, neg, shift)
    assert [twins.key(c) >> shift for c in cells] == keys
    assert (p.tolist(), n.tolist()) == (expected_p, expected_n)
    assert (cells <= np.array([max(s_ for s_ in t if twins.key(s_) >> shift == k) for k in keys])).all()
    high = _core.cell_ceilings(cells, shift)
    assert all((t >= low).sum() - (t > up).sum() >= 1 for low, up in zip(cells, high, strict=True))


@given(scored(WILD, most=60), st.integers(2, 20), st.integers(0, 60))
def test_shift_for_is_the_smallest_that_fits(data, limit, least):
    y, s, _ = data
    t, _, _ = _core.sweep_columns(s, mask(y), None, 1)
    shift = _core.shift_for(t, limit, least)
    cells = [len({twins.key(x) >> k for x in t}) for k in range(65)]
    assert shift >= least
    assert cells[shift] <= limit
    assert shift == least or cells[shift - 1] > limit


@given(scored(TIES := st.sampled_from([0.0, 0.5, 1.0, 2.0, -3.0])), scored(TIES))
def test_merge(a, b):
    assert_merged(a, b, threads=1)


@pytest.mark.parametrize("cells", [3, 1000, 10**9])
@pytest.mark.parametrize("weighted", [False, True])
def test_merge_on_threads(cells, weighted):
    """Cuts fall between runs of shared cells and inside none; the gaps they leave are closed."""
    rng = np.random.default_rng(cells)
    sides = []
    for n in (400_000, 150_000):
        weight = rng.integers(0, 4, n).astype(float) if weighted else None
        sides.append(((rng.random(n) < 0.3).astype(int), rng.integers(0, cells, n) / 8, weight))
    for left, right in (sides, sides[::-1]):
        assert_merged(left, right, threads=5)


def assert_merged(a, b, threads):
    left, right = (_core.sweep_columns(s, mask(y), w, 1) for y, s, w in (a, b))
    weight = None if a[2] is None else np.concatenate([a[2], b[2]])
    both = _core.sweep_columns(np.concatenate([a[1], b[1]]), mask(np.concatenate([a[0], b[0]])), weight, 1)
    for got, expected in zip(_core.merge(*left, *right, threads), both, strict=True):
        np.testing.assert_array_equal(got, expected)


LABELS = [bool, np.int8, np.uint8, np.int16, np.uint16, np.int32, np.uint32, np.int64, np.uint64, np.float32, np.float64]


@pytest.mark.parametrize("dtype", LABELS)
@pytest.mark.parametrize("n", [1, 7, 5000, 200_000])
def test_binarize(dtype, n):
    y = (np.random.default_rng(6).random(n) < 0.4).astype(dtype)
    got, count, other, clean = _core.binarize(y, 1, 3)
    np.testing.assert_array_equal(got, y == 1)
    assert count == (y == 1).sum()
    assert clean
    assert other == (int(np.argmax(y != 1)) if (y != 1).any() else n)
    if n > 1 and dtype is not bool:
        y[0], y[-1] = 0, 3
        assert not _core.binarize(y, 1, 3)[3]


@pytest.mark.parametrize("dtype", LABELS[:-3])
@pytest.mark.parametrize("n", [1, 9, 150_000])
@pytest.mark.parametrize("weights", [False, True])
def test_confusion_and_extent(dtype, n, weights):
    rng = np.random.default_rng(7)
    top = 2 if dtype is bool else 100
    y, p = (rng.integers(0, top, n).astype(dtype) for _ in range(2))
    low, high = _core.extent(y, 3)
    assert (low, high) == (y.min(), y.max())
    w = rng.integers(0, 4, n).astype(float) if weights else None
    got = _core.confusion(y, p, w, 0, top, 3)
    expected = np.zeros((top, top))
    np.add.at(expected, (y.astype(int), p.astype(int)), 1 if w is None else w)
    np.testing.assert_array_equal(got, expected)
    assert got.dtype == (np.float64 if weights else np.int64)


def test_confusion_of_negative_labels():
    y, p = np.array([-3, -1, 2], np.int8), np.array([-3, 2, 2], np.int8)
    got = _core.confusion(y, p, None, -3, 6, 1)
    assert (got[0, 0], got[2, 5], got[5, 5], got.sum()) == (1, 1, 1, 3)


@given(scored(st.floats(0, 1), weights=WEIGHT))
def test_losses(data):
    y, s, w = data
    weight, positives, squared, logarithmic, valid = _core.losses(s, mask(y), w, 1e-9, True, 2)
    held = np.clip(s, 1e-9, 1 - 1e-9)
    np.testing.assert_allclose(weight, w.sum(), rtol=1e-12)
    np.testing.assert_allclose(positives, w[y == 1].sum(), rtol=1e-12)
    np.testing.assert_allclose(squared, (w * (s - y) ** 2).sum(), rtol=1e-12, atol=1e-300)
    np.testing.assert_allclose(logarithmic, -(w * np.where(y == 1, np.log(held), np.log1p(-held))).sum(), rtol=1e-12)
    assert valid
    assert not _core.losses(np.array([0.5, 1.5]), mask(np.array([0, 1])), None, 0.0, False, 1)[4]
    assert not _core.losses(np.array([0.5, np.nan]), mask(np.array([0, 1])), None, 0.0, False, 1)[4]


@pytest.mark.parametrize("n", [1, 5000, 300_000])
@pytest.mark.parametrize("weighted", [False, True])
def test_cell_losses(n, weighted):
    rng = np.random.default_rng(n)
    p = rng.random(n)
    pos, neg = ((rng.random(n) if weighted else rng.integers(0, 3, n)) for _ in range(2))
    got = _core.cell_losses(p, pos, neg, 0.01, True, 3)
    held = np.clip(p, 0.01, 0.99)
    np.testing.assert_allclose(got[0], pos @ (1 - p) ** 2 + neg @ p**2, rtol=1e-12)
    np.testing.assert_allclose(got[1], -(pos @ np.log(held) + neg @ np.log1p(-held)), rtol=1e-12)
    ends = np.array([1.0, 0.0])
    counts = np.array([2, 0]), np.array([0, 3])
    assert _core.cell_losses(ends, *counts, 0.0, True, 1) == (0.0, 0.0), "nobody is surprised by what was certain"
    assert _core.cell_losses(ends, *counts[::-1], 0.0, True, 1)[1] == np.inf


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize("shape", [(1, 1), (3, 7), (1000, 3), (300_000, 2)])
def test_columns(dtype, shape):
    matrix = np.random.default_rng(8).random(shape).astype(dtype)
    got = _core.columns(matrix, 3)
    np.testing.assert_array_equal(got, matrix.T)
    assert got.flags.c_contiguous
    assert got.dtype == dtype


def test_lengths_and_types_are_checked_before_memory_is_read():
    s, y = np.zeros(3), np.zeros(4, np.uint8)
    with pytest.raises(ValueError, match="differ in length"):
        _core.rank_pairs(s, y, None, 1)
    with pytest.raises(ValueError, match="differ in length"):
        _core.rank_pairs(s, y[:3], np.ones(2), 1)
    with pytest.raises(ValueError, match="float32 or float64"):
        _core.rank_pairs(np.zeros(3, np.int64), y[:3], None, 1)
    with pytest.raises(ValueError, match="differ in type"):
        _core.confusion(np.zeros(2, np.int64), np.zeros(2, np.int32), None, 0, 1, 1)
    with pytest.raises(ValueError, match="empty"):
        _core.extent(np.zeros(0, np.int64), 1)
    with pytest.raises(TypeError):
        _core.rank_pairs(np.zeros((2, 2)), y, None, 1)
