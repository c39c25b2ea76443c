"""Laws that every metric of ranked lists keeps. Nothing is listed by hand: a new metric enters by being registered."""

import math
import warnings

import numpy as np
import pandas as pd
import pytest

import gnomon as gn
from data import assert_same, assert_unknown_options_refused, call, figures, required
from gnomon.catalog import parse
from listed import (
    ALL,
    AREAS,
    LISTS,
    QUERIES,
    VALUES,
    by_query,
    every_list,
    every_metric,
    every_value,
    example,
    mean_of,
    summarise,
    weights_of,
)
from refusals import raises_id


@every_metric
@pytest.mark.parametrize("seed", range(3))
def test_parts_split_by_query_merge_to_the_whole(entry, seed):
    relevance, score, group = example(entry, seed)
    rng = np.random.default_rng(seed)
    part_of = rng.integers(0, 4, QUERIES)[group]
    item = rng.permutation(len(group))
    for options in ({}, {"item": item}):
        parts = []
        for part in rng.permutation(4):
            here = part_of == part
            if here.any():
                named = {name: column[here] for name, column in options.items()}
                parts.append(summarise(entry, relevance[here], score[here], group[here], **named))
        whole = summarise(entry, relevance, score, group, **options)
        assert sum(parts) == whole
        assert_same(call(entry, sum(parts)), call(entry, whole), rtol=0, atol=0)
        if options and "ties" in entry.options:
            assert call(entry, sum(parts), ties="docid-desc") == call(entry, whole, ties="docid-desc")


@every_metric
def test_arrays_have_the_values_of_their_ranked(entry):
    data = example(entry, 4)
    assert_same(call(entry, *data), call(entry, summarise(entry, *data)), rtol=1e-14)


@every_metric
def test_some_queries_have_the_values_they_have_among_all(entry):
    relevance, score, group = example(entry, 5)
    some = np.isin(group, [3, 7, 8])
    whole = summarise(entry, relevance, score, group)
    options = {"max_grade": 4} if entry.name == "err" else {}
    expected = call(entry, relevance[some], score[some], group[some], **options)
    assert_same(call(entry, whole.take(np.array([3, 7, 8])), **options), expected, rtol=1e-14)
    assert_same(call(entry, whole.take(np.isin(np.arange(QUERIES), [3, 7, 8])), **options), expected, rtol=1e-14)


@every_metric
@pytest.mark.parametrize("ties", ["average", "worst", "docid-desc"])
def test_row_order_does_not_matter(entry, ties):
    relevance, score, group = example(entry, 6)
    ways = {"ties": ties} if "ties" in entry.options and ties in entry.options["ties"].choices else {}
    named = {"item": np.array([f"d{row}" for row in range(len(group))])} if ways else {}
    order = np.random.default_rng(3).permutation(len(group))
    moved = {name: column[order] for name, column in named.items()}
    assert_same(
        call(entry, relevance[order], score[order], group[order], **moved, **ways), call(entry, relevance, score, group, **named, **ways)
    )


def test_stable_ties_keep_the_order_of_rows():
    score, group = np.zeros(4), [1, 0, 1, 0]
    assert gn.mrr([1, 0, 0, 1], score, group, ties="stable", per_query=True) == {0: 0.5, 1: 1.0}
    assert gn.mrr([0, 1, 1, 0], score, group, ties="stable", per_query=True) == {0: 1.0, 1: 0.5}


@every_value
def test_the_mean_of_the_queries_is_the_value(entry):
    relevance, score, group = example(entry, 10)
    found = by_query(entry, relevance, score, group)
    assert list(found) == list(range(QUERIES))
    assert all(type(value) is float for value in found.values())
    expected = mean_of(entry, found.values(), weights_of(entry, relevance, group))
    assert call(entry, relevance, score, group) == pytest.approx(expected, rel=1e-13)


@every_value
def test_weights_of_queries(entry):
    relevance, score, group = example(entry, 11)
    values = np.array(list(by_query(entry, relevance, score, group).values()))
    own = np.random.default_rng(0).random(QUERIES)
    own[4] = 0
    weights = {
        "uniform": np.ones(QUERIES),
        "impressions": np.bincount(group),
        "positives": np.bincount(group, relevance >= 1),
    }
    for given, expected in [*weights.items(), (own, own), (own.tolist(), own), (pd.Series(own), own), (dict(enumerate(own)), own)]:
        for data in ((relevance, score, group), (summarise(entry, relevance, score, group),)):
            assert call(entry, *data, group_weight=given) == pytest.approx(mean_of(entry, values, expected), rel=1e-13)
    spare = {**dict(enumerate(own)), 99: 5.0, "other": 1.0}
    assert call(entry, relevance, score, group, group_weight=spare) == pytest.approx(mean_of(entry, values, own), rel=1e-13)
    named = [f"q{query:02}" for query in group]
    mapping = {f"q{query:02}": weight for query, weight in enumerate(own)}
    assert call(entry, relevance, score, named, group_weight=mapping) == pytest.approx(mean_of(entry, values, own), rel=1e-13)


@pytest.mark.parametrize("entry", [e for e in VALUES if "relevant" in e.options and e.name not in AREAS], ids=lambda e: e.name)
def test_positives_are_what_is_relevant(entry):
    relevance, score, group = example(entry, 11)
    relevance[group == 3] = 4
    values = np.array(list(by_query(entry, relevance, score, group, relevant=3, undefined=0.0).values()))
    weights = np.bincount(group, relevance >= 3)
    got = call(entry, relevance, score, group, relevant=3, group_weight="positives", undefined=0.0)
    assert got == pytest.approx(mean_of(entry, values, weights), rel=1e-13)


def undefined_query(entry):
    """The example with a query in which nothing is relevant, and one more metric-by-metric: whether it has a value there."""
    relevance, score, group = example(entry, 12)
    relevance = np.where(group == 5, 0, relevance)
    return relevance, score, group


@every_value
def test_a_query_without_a_value_is_left_out_or_given_one(entry):
    relevance, score, group = undefined_query(entry)
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        found = by_query(entry, relevance, score, group)
        value = call(entry, relevance, score, group)
    if not math.isnan(found[5]):
        assert not caught
        assert found[5] == 0 or entry.better is None, "what has a value where nothing is relevant has 0"
        return
    weights = weights_of(entry, relevance, group) if entry.name == "gauc" else np.ones(QUERIES)
    others = np.array([found[query] for query in found])
    left = np.arange(QUERIES) != 5
    if entry.name != "hit_ratio":
        assert value == pytest.approx(mean_of(entry, others[left], weights[left]), rel=1e-13)
        expected = mean_of(entry, np.where(left, others, 0.25), weights)
        assert call(entry, relevance, score, group, undefined=0.25) == pytest.approx(expected, rel=1e-13)
    assert by_query(entry, relevance, score, group, undefined=0.25)[5] == 0.25
    if entry.name == "gauc":
        assert not caught, "groups of one class are left out by its definition"
        return
    assert [w.category for w in caught] == [gn.UndefinedMetricWarning] * 2
    assert str(caught[1].message) == f"{entry.name} is undefined: no item is relevant in 1 of 12 queries (first: 5), left out of the mean"
    assert caught[1].filename.endswith("data.py"), "the warning points at the caller's line"
    with pytest.raises(gn.UndefinedMetricError, match=f"{entry.name} is undefined: no item is relevant in 1 of 12 queries"):
        call(entry, relevance, score, group, undefined="raise")


@pytest.mark.parametrize("entry", [e for e in VALUES if "no_relevant" in e.options], ids=lambda e: e.name)
@pytest.mark.parametrize("value", [0.0, 0.5, 1, -2.0])
def test_the_value_of_a_query_without_anything_relevant(entry, value):
    relevance, score, group = undefined_query(entry)
    found = by_query(entry, relevance, score, group, no_relevant=value)
    assert found[5] == value
    plain = by_query(entry, relevance, score, group, no_relevant="undefined", undefined=float("nan"))
    assert math.isnan(plain[5])
    assert {query: found[query] for query in found if query != 5} == {query: plain[query] for query in plain if query != 5}
    if entry.name != "hit_ratio":
        assert call(entry, relevance, score, group, no_relevant=value) == pytest.approx(mean_of(entry, found.values()), rel=1e-13)


@every_metric
def test_no_query_with_a_value(entry):
    relevance, score, group = example(entry, 13)
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        value = call(entry, relevance * 0, score, group)
    if entry.kind == "value" and (value == 0 or entry.better is None):  # judging is no matter of relevance
        assert not caught
        return
    assert [w.category for w in caught] == [gn.UndefinedMetricWarning]
    assert str(caught[0].message).startswith(f"{entry.name} is undefined: ")
    assert not value.defined if entry.kind == "table" else math.isnan(value)
    with pytest.raises(gn.UndefinedMetricError, match=f"{entry.name} is undefined: "):
        call(entry, relevance * 0, score, group, undefined="raise")
    if entry.kind == "value":
        assert call(entry, relevance * 0, score, group, undefined=0.25) == 0.25


@every_metric
def test_no_queries_at_all(entry):
    with pytest.warns(gn.UndefinedMetricWarning, match=f"{entry.name} is undefined: "):
        value = call(entry, gn.Ranked.empty())
    assert not value.defined if entry.kind == "table" else math.isnan(value)
    with raises_id("inputs.rows_missing"):
        call(entry, [], [], [])


@every_metric
@pytest.mark.parametrize("transform", [np.exp, lambda s: 3 * s - 7, lambda s: s**3, lambda s: np.unique(s, return_inverse=True)[1]])
def test_only_the_order_of_scores_counts(entry, transform):
    relevance, score, group = example(entry, 18)
    assert_same(call(entry, relevance, transform(score), group), call(entry, relevance, score, group), rtol=0, atol=0)


@every_metric
def test_queries_may_have_levels_of_their_own(entry):
    relevance, score, group = example(entry, 18)
    assert_same(call(entry, relevance, score + 100.0 * ((group * 7) % 5), group), call(entry, relevance, score, group), rtol=0, atol=0)


@pytest.mark.parametrize("entry", [e for e in VALUES if "k" in e.options], ids=lambda e: e.name)
def test_beyond_the_longest_list_k_changes_nothing(entry):
    relevance, score, group = example(entry, 19)
    longest = np.bincount(group).max()
    values = [getattr(gn, entry.name)(relevance, score, group, k=k) for k in (longest, longest + 1, 10**6, 10**30)]
    if entry.name == "precision_at":  # of k items, not of those there are
        values = [value * k / longest for value, k in zip(values, (longest, longest + 1, 10**6, 10**30), strict=True)]
    assert values[1:] == pytest.approx(values[:1] * 3, rel=1e-13)
    if not entry.options["k"].required:
        assert getattr(gn, entry.name)(relevance, score, group) == values[0]
    for k in (np.int64(3), np.uint8(3), 3.0, np.float64(3)):
        assert getattr(gn, entry.name)(relevance, score, group, k=k) == getattr(gn, entry.name)(relevance, score, group, k=3)


@every_value
def test_range_and_direction(entry):
    """Within the range, and no order of the items is better than by relevance or worse than against it."""
    assert entry.range is not None
    for seed in range(20, 25):
        relevance, score, group = example(entry, seed)
        best, worst = (by_query(entry, relevance, sign * relevance, group) for sign in (1.0, -1.0))
        real = by_query(entry, relevance, score, group)
        assert entry.better == (None if entry.name in ("judged_at", "rbp_residual") else "higher")
        for query in real:
            assert entry.range[0] <= worst[query] <= real[query] + 1e-12
            assert real[query] <= best[query] + 1e-12 <= entry.range[1] + 2e-12
    reaches = {"ndcg", "mean_average_precision", "r_precision", "mrr", "success_at", "bpref", "gauc"}
    if entry.name in reaches:
        assert call(entry, relevance, relevance, group) == pytest.approx(1, abs=1e-12)
    if entry.name in ("recall_at", "hit_ratio"):
        assert getattr(gn, entry.name)(relevance, relevance, group, k=100) == pytest.approx(1, abs=1e-12)


@every_metric
def test_rows_with_missing_values_are_dropped_and_counted(entry):
    relevance, score, group = (column.astype(float) for column in example(entry, 26))
    relevance[5], score[9], group[11] = np.nan, np.nan, np.nan
    with pytest.raises(gn.InputError, match=r"missing|nan|NaN"):
        call(entry, relevance, score, group)
    keep = ~(np.isnan(relevance) | np.isnan(score) | np.isnan(group))
    with pytest.warns(gn.DroppedRowsWarning, match=f"dropped 3 of {len(group)} rows with missing values"):
        got = call(entry, relevance, score, group, missing="drop")
    assert_same(got, call(entry, relevance[keep], score[keep], group[keep]), rtol=0, atol=0)


@every_metric
def test_bytes_and_back_give_the_same_values(entry):
    relevance, score, group = example(entry, 27)
    for names in (group, [f"q{name}" for name in group], group / 2):
        ranked = summarise(entry, relevance, score, names, item=np.arange(len(group)))
        again = gn.Ranked.from_bytes(ranked.to_bytes())
        assert again == ranked
        assert_same(call(entry, again), call(entry, ranked), rtol=0, atol=0)
        if "ties" in entry.options:
            for ties in entry.options["ties"].choices:
                assert call(entry, again, ties=ties) == call(entry, ranked, ties=ties)


def test_several_metrics_at_once():
    relevance, score, group = example(LISTS[0], 28)
    ranked = gn.Ranked.of(relevance, score, group=group, item=np.arange(len(group)))
    got = ranked.values("ndcg@10, map")
    assert got == {"ndcg@10": gn.ndcg(ranked, k=10), "map": gn.mean_average_precision(ranked)}
    listed = ["precision_at@3", "ndcg(convention=trec_eval)@10", "mrr(group_weight=positives)", "gauc"]
    assert ranked.values(listed) == {
        "precision_at@3": gn.precision_at(relevance, score, group, k=3),
        "ndcg(convention=trec_eval)@10": gn.ndcg(ranked, k=10, gain="linear", ties="docid-desc", no_relevant=0.0),
        "mrr(group_weight=positives)": gn.mrr(ranked, group_weight="positives"),
        "gauc": gn.gauc(relevance > 0, score, group),
    }
    assert ranked.values("ndcg@3", per_query=True) == {"ndcg@3": gn.ndcg(ranked, k=3, per_query=True)}
    everything = [f"{entry.name}@{required(entry)[entry.at]}" if entry.at in required(entry) else entry.name for entry in VALUES]
    assert ranked.values(everything) == {name: pytest.approx(call(parse(name).entry, ranked), rel=1e-15) for name in everything}


@pytest.mark.parametrize(
    ("text", "written", "arguments"),
    [
        ("ndcg(gain=linear)@10", None, {"gain": "linear", "k": 10}),
        ("mean_average_precision(denominator=min(k,relevant))@5", None, {"denominator": "min(k,relevant)", "k": 5}),
        ("ndcg(convention=trec_eval)@10", None, {"k": 10}),
        ("ndcg(gain=linear,ties=docid-desc,group_weight=positives)@3", None, {"gain": "linear", "ties": "docid-desc", "k": 3}),
        ("map@5", "mean_average_precision@5", {"k": 5}),
        ("average_precision_at@5", "mean_average_precision@5", {"k": 5}),
        ("recip_rank", "mrr", {}),
        ("uauc(single_class=0.5)", "gauc(single_class=0.5)", {"single_class": 0.5}),
        ("ndcg(k=10)", None, {"k": 10}),
        ("ndcg( discount = jarvelin ) @ 7", "ndcg(discount=jarvelin)@7", {"discount": "jarvelin", "k": 7}),
        ("mrr(no_relevant=undefined,relevant=2)@10", None, {"no_relevant": "undefined", "relevant": 2, "k": 10}),
        ("rbp(p=0.95)", None, {"p": 0.95}),
        ("err(max_grade=4)@10", None, {"max_grade": 4, "k": 10}),
        ("hit_ratio(aggregate=macro)@1", None, {"aggregate": "macro", "k": 1}),
    ],
)
def test_references(text, written, arguments):
    reference = parse(text)
    assert str(reference) == (written or text)
    assert reference.arguments == arguments
    again = parse(str(reference))
    assert (again.entry, again.arguments, again.over) == (reference.entry, reference.arguments, reference.over)


@every_value
def test_references_have_the_values_of_calls(entry):
    ranked = summarise(entry, *example(entry, 29), item=np.arange(10 * QUERIES))
    for option in entry.options.values():
        for choice in option.choices:
            at = {} if entry.at is None else {entry.at: 4 if entry.at == "k" else 0.25}
            text = f"{entry.name}({option.name}={choice})" + "".join(f"@{mark}" for mark in at.values())
            options = {option.name: choice, **at}
            assert ranked.values(text) == {text: getattr(gn, entry.name)(ranked, **options)}


@every_list
@pytest.mark.filterwarnings("ignore:.*no item is relevant in 1 of 12 queries")  # where the tool has no rule for it
@pytest.mark.parametrize("convention", ["sklearn", "trec_eval", "trec_eval9", "lightgbm", "xgboost", "burges"])
def test_a_convention_sets_what_the_caller_does_not(entry, convention):
    from gnomon.metrics.ranking import preset as preset_of

    relevance, score, group = undefined_query(entry)
    ranked = summarise(entry, relevance, score, group, item=np.arange(len(group)))
    preset = {name: value for name, value in preset_of(convention, entry.name).items() if name in entry.options}
    if preset.get("ties", "worst") not in (entry.options["ties"].choices if "ties" in entry.options else ("worst",)):
        with pytest.raises(gn.InputError, match="ties='average' is not 'worst'"):
            call(entry, ranked, convention=convention)
        return
    assert call(entry, ranked, convention=convention) == call(entry, ranked, **preset)
    for name, option in entry.options.items():
        for choice in option.choices:
            got = by_query(entry, ranked, convention=convention, undefined=-1.0, **{name: choice})
            assert got == by_query(entry, ranked, undefined=-1.0, **{**preset, name: choice})


@every_metric
def test_unknown_options_are_refused(entry):
    assert_unknown_options_refused(entry, example(entry, 1))


@every_metric
def test_results_print_and_convert(entry):
    import json

    value = call(entry, *example(entry, 30))
    assert 0 < len(repr(value)) < 6000
    if entry.kind == "value":
        assert type(value) is float
        return
    json.dumps(value.to_dict())
    assert len(value.to_frame()) == len(value) == QUERIES
    assert figures(value).size


def test_the_table_of_areas_is_made_of_them():
    entry = next(entry for entry in ALL if entry.name == "gauc")
    y, score, group = example(entry, 31)
    table, areas = gn.gauc_table(y, score, group), gn.gauc(y, score, group, per_query=True)
    assert table.value == pytest.approx(gn.gauc(y, score, group), rel=1e-15)
    assert dict(zip(table.group.tolist(), table.auc.tolist(), strict=True)) == areas
    assert table.rows.tolist() == table.weight.tolist() == np.bincount(group).tolist()
    assert table.positives.tolist() == np.bincount(group, y).tolist()
    weighted = gn.gauc_table(y, score, group, group_weight={query: query for query in range(QUERIES)})
    assert weighted.weight.tolist() == list(range(QUERIES))
    assert weighted.dropped == {"without weight": 1}
    assert weighted.value == pytest.approx(gn.gauc(y, score, group, group_weight=np.arange(QUERIES)), rel=1e-15)


@pytest.mark.parametrize("name", ["gauc", "gauc_table"])
def test_weights_of_rows_within_groups(name):
    """Whole weights are repetitions, ones are none, zeros absence."""
    entry = next(entry for entry in ALL if entry.name == name)
    y, score, group = example(entry, 32)
    rng = np.random.default_rng(0)
    assert_same(call(entry, y, score, group, weight=np.ones(len(y))), call(entry, y, score, group), rtol=1e-13)
    w = rng.integers(1, 4, len(y))
    repeated = [np.repeat(column, w) for column in (y, score, group)]
    if name == "gauc":
        assert call(entry, y, score, group, weight=w) == pytest.approx(call(entry, *repeated), rel=1e-13)
        assert by_query(entry, y, score, group, weight=w) == pytest.approx(by_query(entry, *repeated), rel=1e-13)
        w[::3] = 0
        kept = w > 0
        assert call(entry, y, score, group, weight=w) == pytest.approx(
            call(entry, y[kept], score[kept], group[kept], weight=w[kept]), rel=1e-13
        )
        for scale in (3.0, 1e-7, 1e9):
            assert call(entry, y, score, group, weight=w * scale) == pytest.approx(call(entry, y, score, group, weight=w), rel=1e-12)
    assert np.sum(gn.gauc_table(y, score, group, weight=w).weight) == pytest.approx(w.sum())


def test_scores_tie_where_they_are_equal_and_only_there():
    assert gn.mrr([0, 1], [0.0, -0.0], group=None) == 0.75
    assert gn.mrr([0, 1], [0.5, 0.5 - 2**-54], group=None) == 0.5
    assert gn.mrr([0, 1], np.array([0.1, 0.1 + 1e-12], np.float32), group=None) == 0.75
    assert gn.mrr([0, 1], [5e-324, 0.0], group=None) == 0.5


def test_small_chances_to_stop_are_not_lost():
    assert gn.err([1], [0.5], group=None, max_grade=60) == pytest.approx(2.0**-60, rel=1e-12, abs=0)


def test_the_hit_ratio_of_nothing_is_what_was_chosen():
    assert gn.hit_ratio([0, 0], [1, 2], group=None, k=1, no_relevant=0.0) == 0


def test_copies_are_like_the_first():
    """Copies and pickles hold the same, can be written to as little, and carry nothing that was cached."""
    import copy
    import pickle

    ranked = gn.Ranked.of([1, 0, 2], [0.5, 0.5, 0.1], group=["a", "a", "b"])
    ranked.values("mrr")
    for again in (copy.copy(ranked), copy.deepcopy(ranked), pickle.loads(pickle.dumps(ranked))):
        assert again == ranked
        assert not again.grade.flags.writeable
        with pytest.raises(AttributeError, match="cannot assign"):
            del again.grade
    named = gn.Ranked.of([1, 0], [1, 2], group=np.array([("a", 1), ("b", 2)], object)[:, 0])
    assert gn.Ranked.from_bytes(named.to_bytes()).queries.tolist() == ["a", "b"]
    with raises_id("summary.take_place_out_of_range", value=5, count=2):
        ranked.take([5])
