"""What lies behind a mean over queries: each figure against gnomon's own functions, on lists of every kind."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import gnomon as gn
from gnomon.inference.estimate import IntervalOptions
from gnomon.inference.queries import interval_of
from gnomon.tasks.lists.sizes import by_size, size_bins
from gnomon.tasks.lists.tables import distribution_of, marks_of, metrics_at_k, query_table
from refusals import raises_id
from report import samples
from report.samples import lists_of, quietly

COLUMNS = {"ndcg": gn.ndcg, "precision": gn.precision_at, "recall": gn.recall_at, "hit_ratio": gn.hit_ratio, "success": gn.success_at}
EVERY = pytest.mark.parametrize("make", [samples.clicks, samples.graded, samples.runs], ids=["clicks", "graded", "runs"])


@EVERY
def test_metrics_at_k_are_those_of_the_functions(make):
    ranked = lists_of(make())
    made = metrics_at_k(ranked, level=0.9)
    for place, k in enumerate(made.k.tolist()):
        for column, function in COLUMNS.items():
            assert getattr(made, column)[place] == quietly(function, ranked, k=k), (column, k)
        sure = interval_of(gn.catalog.parse(f"ndcg@{k}"), ranked, IntervalOptions(0.9))
        assert [made.low[place], made.high[place]] == pytest.approx([sure.low, sure.high], nan_ok=True)
    assert np.isnan(metrics_at_k(ranked).low).all()
    assert made.to_frame().shape == (len(made.k), 8)


def test_k_goes_as_far_as_most_lists():
    def marks(*sizes):
        return marks_of([gn.Ranked.of(np.zeros(sum(sizes)), np.zeros(sum(sizes)), group=np.repeat(range(len(sizes)), sizes))])

    assert marks(1, 1, 1) == [1]
    assert marks(4, 4, 4) == [1, 2, 3]
    assert marks(4, 4, 60) == [1, 2, 3, 5, 10]
    assert marks(300, 300, 4) == [1, 2, 3, 5, 10, 20, 50, 100, 200]
    assert marks_of([gn.Ranked.empty()]) == [1]


@EVERY
@pytest.mark.parametrize("metric", ["ndcg@10", "mean_average_precision", "gauc"])
def test_the_distribution_is_of_every_query(make, metric):
    ranked = lists_of(make())
    made = distribution_of(metric, ranked)
    function, cut = {"ndcg@10": (gn.ndcg, {"k": 10}), "gauc": (gn.gauc, {})}.get(metric, (gn.mean_average_precision, {}))
    values = np.array(list(quietly(function, ranked, per_query=True, **cut).values()))
    known = values[~np.isnan(values)]
    # A value on the edge of two bins is in the higher one, whatever the last digits of the edge are.
    places = np.minimum(np.floor(np.round(20 * known, 9)), 19).astype(int)
    assert made.queries.tolist() == np.bincount(places, minlength=20).tolist()
    assert (made.zero, made.one, made.undefined) == ((known == 0).sum(), (known > 1 - 1e-12).sum(), np.isnan(values).sum())
    assert made.value == pytest.approx(quietly(function, ranked, **cut), rel=1e-12)
    assert made.quantiles[2] == pytest.approx(np.median(known))
    assert made.counted == made.queries.sum() == len(known)


def test_only_metrics_from_0_to_1_are_spread():
    with raises_id("lists.metric_not_per_query"):
        distribution_of("dcg", lists_of(samples.clicks()))
    assert distribution_of("ndcg@10", gn.Ranked.empty()).counted == 0


@EVERY
def test_the_worst_queries_come_first(make):
    ranked = lists_of(make())
    made = query_table(ranked)
    ndcg, ap = (quietly(f, ranked, per_query=True, **cut) for f, cut in ((gn.ndcg, {"k": 10}), (gn.mean_average_precision, {})))
    auc = quietly(gn.gauc, ranked, per_query=True)
    sizes, relevant = (dict(zip(ranked.queries.tolist(), part.tolist(), strict=True)) for part in (ranked.sizes, ranked.relevant()))
    names = made.query.tolist()
    assert set(names) == {name for name, value in ndcg.items() if not math.isnan(value)}
    assert names == sorted(names, key=lambda name: (round(ndcg[name], 12), -relevant[name]))
    for column, known in {"items": sizes, "relevant": relevant, "ndcg": ndcg, "average_precision": ap, "auc": auc}.items():
        np.testing.assert_array_equal(getattr(made, column), [known[name] for name in names], column)
    mrr = quietly(gn.mrr, ranked, per_query=True, ties="worst")
    assert [1 / rank if rank else 0 for rank in made.first.tolist()] == pytest.approx([mrr[name] for name in names])
    assert made.undefined == len(ranked) - len(names)
    assert query_table(ranked, 3).query.tolist() == names[:3]


def test_equal_scores_are_counted_against_the_first_relevant_item():
    made = query_table(gn.Ranked.of([1, 0, 0, 1, 0], [0.5, 0.5, 0.5, 0.9, 0.1], group=[1, 1, 1, 2, 2]))
    assert dict(zip(made.query.tolist(), made.first.tolist(), strict=True)) == {1: 3, 2: 1}


@EVERY
def test_lists_by_length_are_means_of_their_queries(make):
    ranked = lists_of(make())
    made = by_size(ranked, level=0.95)
    assert made.queries.sum() == len(ranked)
    assert made.rows.sum() == ranked.items
    for place, (low, high) in enumerate(zip(made.smallest.tolist(), made.largest.tolist(), strict=True)):
        part = ranked.take((ranked.sizes >= low) & (ranked.sizes <= high))
        assert made.ndcg[place] == pytest.approx(quietly(gn.ndcg, part, k=10), nan_ok=True)
        assert made.gauc[place] == pytest.approx(quietly(gn.gauc, part), nan_ok=True)
        sure = interval_of(gn.catalog.parse("ndcg@10"), part, IntervalOptions(0.95))
        assert [made.low[place], made.high[place]] == pytest.approx([sure.low, sure.high], nan_ok=True)


@given(st.lists(st.integers(0, 3000), max_size=60))
def test_bins_of_lengths_hold_every_list_once(sizes):
    bins = size_bins(np.array(sizes, np.int64))
    assert len(bins) <= 8
    assert all(sum(low <= size <= high for low, high in bins) == 1 for size in sizes)
    assert bins == sorted(bins)
    assert all(any(low <= size <= high for size in sizes) for low, high in bins)


def test_bins_of_lengths_are_readable():
    assert size_bins(np.array([1, 4, 9, 15, 40, 90])) == [(1, 1), (2, 5), (6, 10), (11, 20), (21, 50), (51, 100)]
    spread = size_bins(np.arange(1, 4000))
    assert len(spread) == 8
    assert (spread[0][0], spread[-1][1]) == (1, 5000)
    assert size_bins(np.array([100] * 50 + [0])) == [(0, 0), (81, 100)]
    assert by_size(gn.Ranked.of([1], [1.0], group=None)).names == ["1"]
