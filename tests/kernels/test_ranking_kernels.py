"""The kernels of groups and of ranked lists against twins in NumPy, at sizes on both sides of every threshold in csrc."""

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from data import WEIGHT, WILD
from gnomon import _core

THREADS = (1, 2, 7)
HANDFUL, FEW_PAIRS, CLOSE, BUCKET = 16, 2048, 1 << 16, 1 << 15
"""Rows sorted by counting, pairs that are compared each with each, the span of keys that need no hashing, rows of a bucket."""


def factors(keys):
    names, codes = np.unique(keys.astype(object) if keys.dtype == np.uint64 else keys, return_inverse=True)
    return codes, names.astype(np.int64)


def ranked(score, grade, query, queries):
    """By two stable sorts: by score from the highest down, then by query."""
    score = score.astype(float) + 0.0
    order = np.argsort(-score, kind="stable")
    order = order[np.argsort(query[order], kind="stable")]
    starts = np.append(0, np.cumsum(np.bincount(query, minlength=queries)))
    tied = np.append(False, (score[order][1:] == score[order][:-1]) & (query[order][1:] == query[order][:-1]))[: len(order)]
    return starts, grade[order], tied, order


def areas(score, positive, group, weight, groups):
    """By group, from the weights below and at each distinct score."""
    w = np.ones(len(score)) if weight is None else weight
    rows, pos, neg, pairs = np.bincount(group, minlength=groups), *np.zeros((3, groups))
    order = np.argsort(group, kind="stable")
    for g, here in enumerate(np.split(order, np.cumsum(rows)[:-1])):
        _, place = np.unique(score[here] + 0.0, return_inverse=True)
        good = positive[here] == 1
        at_good, at_bad = (np.bincount(place[side], w[here][side], place.max(initial=-1) + 1) for side in (good, ~good))
        pos[g], neg[g] = w[here][good].sum(), w[here][~good].sum()
        pairs[g] = (at_good * (2 * (np.cumsum(at_bad) - at_bad) + at_bad)).sum()
    return rows, pos, neg, pairs


def assert_factorized(keys):
    expected = factors(keys)
    for threads in THREADS:
        for got, wanted in zip(_core.factorize(keys, threads), expected, strict=True):
            np.testing.assert_array_equal(got, wanted)


def assert_ranked(score, grade, query, queries):
    expected = ranked(score, grade, query, queries)
    for threads in THREADS:
        got = _core.rank_rows(score, grade, query, queries, True, threads)
        for ours, wanted in zip(got, expected, strict=True):
            np.testing.assert_array_equal(ours, wanted)
        short = _core.rank_rows(score, grade, query, queries, False, threads)
        assert len(short[3]) == 0
        for ours, wanted in zip(short[:3], got[:3], strict=True):
            np.testing.assert_array_equal(ours, wanted)


def assert_areas(score, positive, group, weight, groups):
    expected = areas(score.astype(float), positive, group, weight, groups)
    found = [_core.group_areas(score, positive, group, weight, groups, threads) for threads in THREADS]
    for got, wanted in zip(found[0], expected, strict=True):
        # Counts are exact; weights are summed in another order.
        np.testing.assert_allclose(got, wanted, rtol=0 if weight is None else 1e-11)
    for other in found[1:]:
        for got, first in zip(other, found[0], strict=True):
            np.testing.assert_array_equal(got, first)


KEYS = {
    "one": lambda n, rng: np.full(n, -7),
    "few": lambda n, rng: rng.integers(-3, 4, n),
    "each its own": lambda n, rng: rng.permutation(n),
    "close": lambda n, rng: rng.integers(0, 2 * n + 2, n) - 12345,
    "as far as is close": lambda n, rng: np.append(rng.integers(0, CLOSE - 1, n - 1), 0 if n == 1 else CLOSE - 1),
    "a step further": lambda n, rng: np.append(rng.integers(0, CLOSE, n - 1), 0 if n == 1 else max(CLOSE, 2 * n)),
    "far": lambda n, rng: rng.integers(-(2**62), 2**62, n),
    "few and far": lambda n, rng: rng.choice(rng.integers(-(2**62), 2**62, 9), n),
    "both ends": lambda n, rng: rng.choice([-(2**63), 2**63 - 1, 0], n),
    "sorted": lambda n, rng: np.sort(rng.integers(0, 2**40, n)),
    "multiples of 2^32": lambda n, rng: rng.integers(0, 5000, n) << 32,
}


@pytest.mark.parametrize("kind", KEYS)
@pytest.mark.parametrize("n", [1, 2, 16, 17, 5000, 70_000])
def test_factorize(kind, n):
    assert_factorized(KEYS[kind](n, np.random.default_rng(n)).astype(np.int64))


@pytest.mark.parametrize("dtype", [np.int32, np.uint32])
@pytest.mark.parametrize("n", [1, 17, 70_000])
def test_factorize_narrow_keys(dtype, n):
    rng, info = np.random.default_rng(0), np.iinfo(dtype)
    assert_factorized(rng.integers(info.min, info.max, n, dtype, endpoint=True))
    assert_factorized(rng.choice(np.array([info.min, info.max, 5], dtype), n))
    assert_factorized((info.max - rng.integers(0, 9, n)).astype(dtype))


def test_factorize_nothing():
    codes, names = _core.factorize(np.zeros(0, np.int64), 2)
    assert (len(codes), len(names)) == (0, 0)


@given(st.lists(st.integers(-(2**63), 2**63 - 1), min_size=1, max_size=30))
def test_factorize_any(keys):
    assert_factorized(np.array(keys, np.int64))


# Rows and groups: every size on both sides of sort_handful, few_pairs, a thread's rows and a bucket; one giant group among empty ones.
SHAPES = {
    "one row": (1, 1, None),
    "two rows": (2, 1, None),
    "one row, empty groups": (1, 9, None),
    "a handful": (HANDFUL, 1, None),
    "a row more": (HANDFUL + 1, 1, None),
    "few pairs": (90, 1, None),
    "more pairs": (92, 1, None),
    "groups of some": (3000, 40, None),
    "more groups than rows": (400, 1500, None),
    "a bucket": (BUCKET - 1, 700, None),
    "two buckets": (2 * BUCKET + 3, 700, None),
    "many buckets": (6 * BUCKET, 33, None),
    "one giant": (3 * BUCKET, 65, 0.97),
}
SCORES = {
    "distinct": lambda n, rng: rng.standard_normal(n),
    "tied": lambda n, rng: np.round(rng.standard_normal(n), 1),
    "constant": lambda n, rng: np.full(n, 0.3),
    "signed zero": lambda n, rng: rng.choice([-0.0, 0.0, 5e-324, -1.0], n),
    "wild": lambda n, rng: rng.choice([-1.7e308, 1.7e308, 1e-310, 1.0, 1 + 2**-52], n),
    "descending": lambda n, rng: np.sort(rng.standard_normal(n))[::-1].copy(),
    "float32": lambda n, rng: rng.standard_normal(n).astype(np.float32),
    "float32 tied": lambda n, rng: rng.choice(np.array([-0.0, 0.0, 1e-45, 3e38], np.float32), n),
}


def rows_of(shape, scores, seed):
    n, groups, share = SHAPES[shape]
    rng = np.random.default_rng(seed)
    group = rng.integers(0, groups, n, np.uint32)
    if share is not None:
        group[rng.random(n) < share] = groups // 2
        group[group < 5] = 5  # the first groups are empty, and so is the last
        group[group == groups - 1] = 5
    return SCORES[scores](n, rng), group, groups, rng


@pytest.mark.parametrize("scores", SCORES)
@pytest.mark.parametrize("shape", SHAPES)
def test_rank_rows(shape, scores):
    score, query, queries, rng = rows_of(shape, scores, 1)
    grade = rng.integers(0, 5, len(score)).astype(float) + np.arange(len(score)) / 2**20  # each its own, so that a swap is seen
    assert_ranked(score, grade, query, queries)


@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize("scores", SCORES)
@pytest.mark.parametrize("shape", SHAPES)
def test_group_areas(shape, scores, weighted):
    score, group, groups, rng = rows_of(shape, scores, 2)
    positive = (rng.random(len(score)) < 0.5).astype(np.uint8)
    assert_areas(score, positive, group, rng.random(len(score)) if weighted else None, groups)


@pytest.mark.parametrize(("p", "n"), [(1, FEW_PAIRS), (1, FEW_PAIRS + 1), (32, 64), (32, 65), (64, 32), (0, 50), (50, 0)])
def test_where_comparing_ends_and_sorting_begins(p, n):
    rng = np.random.default_rng(p)
    score = np.round(rng.random(p + n), 2)
    positive = np.repeat([1, 0], [p, n]).astype(np.uint8)
    assert_areas(score, positive, np.zeros(p + n, np.uint32), None, 1)
    assert_areas(score, positive, np.full(p + n, 3, np.uint32), None, 5)


@given(st.lists(st.tuples(WILD, st.integers(0, 1), st.integers(0, 4), WEIGHT, st.integers(-1, 4)), min_size=1, max_size=50), st.booleans())
def test_any_rows(rows, weighted):
    score, positive, group, weight, grade = zip(*rows, strict=True)
    s, g = np.array(score), np.array(group, np.uint32)
    assert_ranked(s, np.array(grade, float), g, 5)
    assert_areas(s, np.array(positive, np.uint8), g, np.array(weight) if weighted else None, 5)


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize("broken", [np.nan, np.inf, -np.inf])
@pytest.mark.parametrize("n", [5, 100_000])
def test_only_the_group_of_a_broken_score_is_marked(n, broken, dtype):
    group = (np.arange(n) % 5).astype(np.uint32)
    score = np.linspace(0, 1, n, dtype=dtype)
    score[3] = broken
    *_, pairs = _core.group_areas(score, (group % 2).astype(np.uint8), group, None, 5, 2)
    assert np.isnan(pairs).tolist() == [False, False, False, True, False]


def test_codes_out_of_range_are_refused():
    score, mark = np.zeros(3), np.zeros(3, np.uint8)
    for codes, groups in (([0, 1, 2], 2), ([0, 0, 0], 0)):
        group = np.array(codes, np.uint32)
        with pytest.raises(ValueError, match="a code is out of range"):
            _core.group_areas(score, mark, group, None, groups, 1)
        with pytest.raises(ValueError, match="a code is out of range"):
            _core.rank_rows(score, score, group, groups, False, 1)


def test_no_rows_but_groups():
    none = np.zeros(0)
    starts, grade, tied, order = _core.rank_rows(none, none, none.astype(np.uint32), 3, True, 2)
    assert (starts.tolist(), len(grade), len(tied), len(order)) == ([0, 0, 0, 0], 0, 0, 0)
    rows, pos, neg, pairs = _core.group_areas(none, none.astype(np.uint8), none.astype(np.uint32), None, 3, 2)
    assert (rows.tolist(), pos.tolist(), neg.tolist(), pairs.tolist()) == ([0] * 3, [0.0] * 3, [0.0] * 3, [0.0] * 3)


def lists_of(seed, queries):
    rng = np.random.default_rng(seed)
    sizes, unseen = rng.integers(0, 30, queries), rng.integers(0, 3, queries)
    starts, rest_starts = (np.append(0, np.cumsum(lengths)) for lengths in (sizes, unseen))
    grade = rng.integers(-1, 5, starts[-1]).astype(float)
    grade[rng.random(len(grade)) < 0.1] = np.nan
    tied = (rng.random(len(grade)) < 0.6).astype(np.uint8)
    tied[starts[:-1][sizes > 0]] = 0
    return starts, grade, tied, rest_starts, rng.integers(0, 5, rest_starts[-1]).astype(float)


CUT = ["hits", "success", "reciprocal", "bpref", "area", "relevant", "precision", "precision_least", "precision_retrieved"]


def test_measures_of_lists_are_the_same_with_any_threads():
    lists, discount = lists_of(0, 20_000), 1 / np.log2(np.arange(2, 34))
    k = np.random.default_rng(1).integers(1, 20, 20_000)
    calls = [(f"ranked_{name}", (k, 1.0)) for name in CUT] + [
        ("ranked_gain", ("exp", True, 1.0, discount)),
        ("ranked_gain", ("binary", False, 2.0, discount)),
        ("ranked_share", ("linear", False, discount, False, 0.5)),
        ("ranked_share", ("exp", False, discount[:4], True, 0.0)),
        ("ranked_cascade", (10, 4.0)),
    ]
    for name, options in calls:
        first, *others = (getattr(_core, name)(*lists, *options, threads) for threads in THREADS)
        assert first.shape == (20_000,)
        assert np.nanstd(first) > 0, name
        for other in others:
            np.testing.assert_array_equal(other, first, err_msg=name)
    first, *others = (_core.worst_of_ties(*lists[:3], threads) for threads in THREADS)
    for other in others:
        np.testing.assert_array_equal(other, first)


def test_the_worst_of_ties_is_sorted_within_runs():
    starts, grade, tied, *_ = lists_of(3, 200)
    expected = grade.copy()
    ends = np.flatnonzero(np.append(tied == 0, True))
    for first, end in pairwise(ends.tolist()):
        # An unjudged item is worth 0 and stands before judged ones of that worth.
        expected[first:end] = sorted(grade[first:end], key=lambda g: (np.nan_to_num(g), not np.isnan(g)))
    np.testing.assert_array_equal(_core.worst_of_ties(starts, grade, tied, 2), expected)


def test_lists_that_do_not_fit_are_refused():
    starts, grade, tied, rest_starts, rest = lists_of(4, 5)
    for wrong in (starts[::-1].copy(), starts + 1, starts[:0], np.append(starts[:-1], starts[-1] + 1)):
        with pytest.raises(ValueError, match=r"starts are out of order|length"):
            _core.ranked_cascade(wrong, grade, tied, rest_starts, rest, 3, 4.0, 1)
        with pytest.raises(ValueError, match=r"starts are out of order|length"):
            _core.worst_of_ties(wrong, grade, tied, 1)
    with pytest.raises(ValueError, match="length"):
        _core.ranked_cascade(starts, grade, tied[1:], rest_starts, rest, 3, 4.0, 1)
    with pytest.raises(ValueError, match="length"):
        _core.ranked_hits(starts, grade, tied, rest_starts, rest, np.ones(4, np.int64), 1.0, 1)
