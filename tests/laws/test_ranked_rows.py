"""How rows come to a ranked list does not matter: types of groups, grades and scores, matrices, lists, views."""

import datetime

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

import gnomon as gn
from data import assert_same, call
from listed import ALL, AREAS, QUERIES, by_query, every_list, every_metric, example, summarise

GROUPS = {
    "int8": lambda g: g.astype(np.int8),
    "uint8": lambda g: g.astype(np.uint8),
    "int32": lambda g: g.astype(np.int32),
    "uint32": lambda g: g.astype(np.uint32),
    "uint64": lambda g: g.astype(np.uint64) + np.uint64(2**63),
    "big-endian": lambda g: g.astype(">i8"),
    "negative": lambda g: g - 40,
    "huge": lambda g: g * (2**60 // 3) - 2**62,
    "beyond 64 bits": lambda g: [int(name) * 2**70 for name in g],
    "floats": lambda g: g / 8 - 0.5,
    "float32": lambda g: (g / 8).astype(np.float32),
    "list": lambda g: g.tolist(),
    "strings": lambda g: np.array([f"user {name}" for name in g]),
    "list of strings": lambda g: [f"用户 {name}" for name in g],
    "objects": lambda g: np.array([f"u{name}" for name in g], object),
    "bytes": lambda g: np.array([f"u{name}".encode() for name in g]),
    "dates": lambda g: np.datetime64("2024-02-25") + g,
    "seconds": lambda g: np.datetime64("2024-02-25T00:00:00") + g * 10**6,
    "spans": lambda g: g.astype("m8[h]"),
    "pandas": lambda g: pd.Series(g, index=g[::-1]),
    "pandas nullable": lambda g: pd.Series(g, dtype="Int64"),
    "pandas strings": lambda g: pd.Series([f"u{name}" for name in g]),
    "pandas objects": lambda g: pd.Series([f"u{name}" for name in g], dtype=object),
    "pandas categorical": lambda g: pd.Series(pd.Categorical([f"u{name}" for name in g], categories=[f"u{n}" for n in range(99, -1, -1)])),
    "pandas categorical of numbers": lambda g: pd.Categorical(g),
    "pandas index": lambda g: pd.Index([f"u{name}" for name in g]),
    "pandas times": lambda g: pd.Series(pd.Timestamp("2024-01-01") + pd.to_timedelta(g, "D")),
    "pandas times of a zone": lambda g: pd.Series(pd.Timestamp("2024-01-01", tz="Asia/Tokyo") + pd.to_timedelta(g, "D")),
    "polars": lambda g: pl.Series(g),
    "polars strings": lambda g: pl.Series([f"u{name}" for name in g]),
    "polars categorical": lambda g: pl.Series([f"u{name}" for name in g], dtype=pl.Categorical),
    "polars enum": lambda g: pl.Series([f"u{name}" for name in g], dtype=pl.Enum([f"u{n}" for n in range(99, -1, -1)])),
    "polars dates": lambda g: pl.Series(np.datetime64("2024-02-25") + g),
    "pyarrow": lambda g: pa.array(g),
    "pyarrow strings": lambda g: pa.array([f"u{name}" for name in g]),
    "pyarrow dictionary": lambda g: pa.array([f"u{name}" for name in g]).dictionary_encode(),
    "pyarrow chunks": lambda g: pa.chunked_array([[f"u{n}" for n in g[:7]], [], [f"u{n}" for n in g[7:]]]),
    "pyarrow chunks of dictionaries": lambda g: pa.chunked_array(
        [pa.array([f"u{n}" for n in part]).dictionary_encode() for part in (g[:7], g[7:])]
    ),
}


@pytest.mark.parametrize("in_order", [False, True])
@pytest.mark.parametrize("kind", GROUPS)
def test_group_types_do_not_matter(kind, in_order):
    for entry in ALL:
        relevance, score, group = example(entry, 7)
        if in_order:
            order = np.argsort(group, kind="stable")
            relevance, score, group = relevance[order], score[order], group[order]
        named = GROUPS[kind](group)
        got, expected = call(entry, relevance, score, named), call(entry, relevance, score, group)
        if entry.kind == "table":
            assert sorted(got.auc) == pytest.approx(sorted(expected.auc), rel=1e-13)
            assert (sorted(got.rows), sorted(got.positives)) == (sorted(expected.rows), sorted(expected.positives))
        else:
            assert got == pytest.approx(expected, rel=1e-13)
            found = by_query(entry, relevance, score, named)
            assert len(found) == QUERIES
            assert sorted(found.values()) == pytest.approx(sorted(by_query(entry, relevance, score, group).values()), rel=1e-13)


@pytest.mark.parametrize(
    ("group", "names"),
    [
        ([5, -2, 5], [-2, 5]),
        (["b", "a", "b"], ["a", "b"]),
        ([0.5, -1.5, 0.5], [-1.5, 0.5]),
        (np.array(["2024-03-01", "2024-02-29", "2024-03-01"], "M8[D]"), [datetime.date(2024, 2, 29), datetime.date(2024, 3, 1)]),
        (pd.Series(["b", "a", "b"], dtype="category"), ["a", "b"]),
        ([2**70, 3, 2**70], [3, 2**70]),
        (np.array([2**64 - 1, 2**63, 2**64 - 1], np.uint64), [2**63, 2**64 - 1]),
    ],
    ids=str,
)
def test_queries_keep_their_names_and_ascend(group, names):
    found = gn.precision_at([1, 0, 1], [3, 2, 1], group, k=1, per_query=True)
    assert list(found) == names
    assert [type(name) for name in found] == [type(name) for name in names]
    assert list(found.values()) == [0.0, 1.0]


@every_list
def test_a_matrix_lists_and_flat_columns_are_the_same(entry):
    rng = np.random.default_rng(8)
    grade, score = rng.integers(0, 4, (9, 6)), rng.integers(0, 9, (9, 6)) / 8
    grade[:, 0], grade[:, 1] = 0, 1
    group = np.repeat(np.arange(9), 6)
    flat = by_query(entry, grade.ravel(), score.ravel(), group)
    lists = [list(map(int, line)) for line in grade], [tuple(line) for line in score]
    for data in (
        (grade, score),
        lists,
        (list(grade), list(score)),
        (pl.Series(grade.tolist()), pl.Series(score.tolist())),
        (grade, lists[1]),
    ):
        assert by_query(entry, *data) == flat
    named = [f"q{query}" for query in range(9)]
    for data in ((grade, score), lists):
        assert by_query(entry, *data, named) == {f"q{query}": value for query, value in flat.items()}
    sizes = rng.integers(2, 7, 9)
    cut = (
        [line[:size] for line, size in zip(lists[0], sizes, strict=True)],
        [line[:size] for line, size in zip(lists[1], sizes, strict=True)],
    )
    kept = (np.arange(6) < sizes[:, None]).ravel()
    assert by_query(entry, *cut) == by_query(entry, grade.ravel()[kept], score.ravel()[kept], group[kept])


@every_list
def test_flat_columns_of_no_group_are_one_query(entry):
    relevance, score, _ = example(entry, 9)
    value = call(entry, relevance, score, None)
    assert value == call(entry, relevance, score, np.full(len(score), "only")) == call(entry, [relevance], [score])


@every_metric
@pytest.mark.parametrize(
    "dtype", [np.int8, np.uint8, np.int16, np.int32, np.uint32, np.int64, np.float32, np.float64, object, ">i4", ">f8"]
)
def test_types_of_relevance_do_not_matter(entry, dtype):
    relevance, score, group = example(entry, 14)
    assert_same(call(entry, relevance.astype(dtype), score, group), call(entry, relevance, score, group), rtol=0, atol=0)


@every_metric
def test_relevance_may_be_true_or_false(entry):
    relevance, score, group = example(entry, 14)
    assert_same(call(entry, relevance > 0, score, group), call(entry, (relevance > 0).astype(int), score, group), rtol=0, atol=0)


@every_metric
@pytest.mark.parametrize("dtype", [np.float16, np.float32, np.float64, ">f8", np.longdouble, object])
def test_types_of_scores_do_not_matter(entry, dtype):
    relevance, score, group = example(entry, 15)
    assert_same(call(entry, relevance, score.astype(dtype), group), call(entry, relevance, score, group), rtol=0, atol=0)


@every_metric
def test_scores_may_be_whole_numbers(entry):
    relevance, score, group = example(entry, 15)
    whole = np.round(score * 8)
    for dtype in (np.int8, np.uint16, np.int64):
        assert_same(call(entry, relevance, whole.astype(dtype), group), call(entry, relevance, score, group), rtol=0, atol=0)


@every_metric
def test_inputs_are_untouched(entry):
    relevance, score, group = example(entry, 16)
    item = np.array([f"d{row}" for row in range(len(group))])
    named = {} if entry.name in AREAS else {"item": item}
    columns = (relevance, score, group, item)
    before = [column.copy() for column in columns]
    for column in columns:
        column.setflags(write=False)
    call(entry, relevance, score, group, **named)
    ranked = summarise(entry, relevance, score, group, item=item)
    kept = ranked.to_bytes()
    call(entry, ranked)
    for ties in entry.options["ties"].choices if "ties" in entry.options else ():
        call(entry, ranked, ties=ties)
    assert ranked.to_bytes() == kept
    for now, then in zip(columns, before, strict=True):
        np.testing.assert_array_equal(now, then)


@every_metric
def test_strided_and_reversed_views(entry):
    relevance, score, group = example(entry, 17)
    got = call(entry, np.repeat(relevance, 2)[::2], score[::-1].copy()[::-1], np.stack([group, group])[1])
    assert_same(got, call(entry, relevance, score, group), rtol=0, atol=0)


def test_an_empty_list_is_a_query():
    assert gn.precision_at([[], [1]], [[], [0.5]], k=1, per_query=True) == {0: 0.0, 1: 1.0}


def test_whole_names_stay_whole_when_merged():
    one, other = (gn.Ranked.of([1], [1], group=np.array([name], kind)) for name, kind in ((2**53 + 1, np.uint64), (2**53, np.int64)))
    assert (one + other).queries.tolist() == [2**53, 2**53 + 1]
