"""Bad ranked lists are refused as all bad input is: the argument, the position, the value and the remedy."""

import numpy as np
import pandas as pd
import polars as pl
import pytest

import gnomon as gn
from data import required
from gnomon.catalog import entries
from refusals import by_id, expect_message, expect_refusal, raises_id, warns_undefined

R, S, G = [3, 0, 2, 1, 0, 0], [0.9, 0.8, 0.7, 0.6, 0.5, 0.5], [0, 0, 1, 1, 2, 2]
Y = [1, 0, 1, 0, 0, 1]
RANKED = gn.Ranked.of(R, S, group=G)
LISTS = [gn.ndcg, gn.mrr, gn.bpref, gn.Ranked.of]


def test_lengths_differ():
    same = "they must describe the same rows, in the same order"
    for function in LISTS:
        expect_message(f"relevance has 6 rows but score has 4; {same}", function, R, S[:4])
        expect_message(f"relevance has 6 rows but group has 5; {same}", function, R, S, group=G[:5])
        expect_message(f"item has 2 rows but relevance has 6; {same}", function, R, S, group=G, item=["a", "b"])
    expect_message(f"y_true has 6 rows but y_score has 4; {same}", gn.gauc, Y, S[:4], G)
    expect_message(f"y_true has 6 rows but group has 5; {same}", gn.gauc, Y, S, G[:5])
    expect_message(f"weight has 2 rows but y_true has 6; {same}", gn.gauc, Y, S, G, weight=[1, 2])


@pytest.mark.parametrize("n", [6, 100_000])
def test_scores_that_are_not_finite(n):
    grade, score, group = np.arange(n) % 2, np.linspace(0, 1, n), np.arange(n) // 3
    score[n - 2] = np.nan
    tail = '. Scores must be finite; pass missing="drop" to leave such rows out.'
    for function in LISTS:
        expect_message(f"score has NaN at position {n - 2}{tail}", function, grade, score, group=group)
    expect_message(f"y_score has NaN at position {n - 2}{tail}", gn.gauc, grade, score, group)
    score[1] = -np.inf
    remedy = ". Scores must be finite; clip infinite scores to the largest finite one, which keeps their order."
    expect_message(f"score has -inf at position 1 (and 1 more of {n:,}){remedy}", gn.ndcg, grade, score, group)
    expect_message(f"y_score has -inf at position 1 (and 1 more of {n:,}){remedy}", gn.gauc, grade, score, group)


def test_relevance_that_is_not_finite():
    expect_refusal(by_id("inputs.number_not_finite_or_huge", name="relevance", at=1), gn.ndcg, [3, np.nan, 2, 1, 0, 0], S, G)
    expect_refusal(by_id("inputs.number_not_finite_or_huge", name="relevance", at=1), gn.ndcg, [3, None, 2, 1, 0, 0], S, G)
    expect_refusal(by_id("inputs.number_not_finite_or_huge", name="relevance", value="inf", at=2), gn.ndcg, [3, 0, np.inf, 1, 0, 0], S, G)
    expect_refusal(by_id("inputs.number_not_finite_or_huge", name="relevance", value="-inf", at=2), gn.mrr, [3, 0, -np.inf, 1, 0, 0], S, G)
    expect_refusal(by_id("inputs.values_not_numeric", name="relevance", what="strings"), gn.ndcg, ["high", "low"], [1, 2], None)
    expect_refusal(by_id("inputs.values_not_numeric", name="score", what="strings"), gn.ndcg, [1, 0], ["a", "b"], None)


@pytest.mark.parametrize("k", [0, -3, 2.5, "3", True, float("nan"), float("inf")])
def test_cuts(k):
    for entry in entries():
        if entry.summary is gn.Ranked and "k" in entry.options:
            optional = "" if entry.options["k"].required else ", or None"
            expect_message(f"k={k!r} is not a whole number above 0{optional}", getattr(gn, entry.name), R, S, G, k=k)
            if isinstance(k, (int, float)) and not isinstance(k, bool):
                expect_refusal(by_id("catalog.value_not_allowed"), gn.catalog.parse, f"{entry.name}@{k}")


def test_a_cut_is_missing():
    for function in (gn.precision_at, gn.recall_at, gn.success_at, gn.hit_ratio):
        with pytest.raises(TypeError) as caught:
            function(R, S, G)
        assert str(caught.value) == f"{function.__name__}() needs k= (a whole number above 0)"
    expect_refusal(by_id("catalog.value_not_allowed", name="k"), gn.precision_at, R, S, G, k=None)
    expect_refusal(by_id("catalog.point_given_twice", text="ndcg(k=10)@3", at="k"), gn.catalog.parse, "ndcg(k=10)@3")
    expect_refusal(by_id("catalog.point_unsupported", text="bpref@3", name="bpref", written="bpref"), gn.catalog.parse, "bpref@3")


def test_columns_are_missing():
    expect_refusal(by_id("inputs.ranked_scores_missing", score="score", relevance="relevance"), gn.ndcg, R)
    expect_refusal(by_id("public.ranking_group_missing"), gn.gauc, Y, S)
    expect_refusal(by_id("inputs.value_not_one_per_row", name="relevance", article="None"), gn.ndcg, None, S)
    expect_refusal(by_id("inputs.value_not_one_per_row", name="group", article="an int (3)"), gn.ndcg, R, S, 3)
    expect_refusal(by_id("inputs.value_not_one_per_row", name="group", article="a str ('abcdef')"), gn.gauc, Y, S, "abcdef")
    expect_refusal(by_id("inputs.rows_missing", name="relevance"), gn.ndcg, [], [])
    expect_refusal(by_id("inputs.rows_missing", name="y_true"), gn.gauc, [], [], [])


def test_sizes_where_groups_are_meant():
    message = (
        "group has 3 entries that sum to the 6 rows: these are sizes, and group= takes the group of each row; pass group=gn.group_sizes(…)"
    )
    for sizes in ([2, 2, 2], np.array([1, 2, 3]), (4, 1, 1), pd.Series([2, 2, 2]), pl.Series([2, 2, 2])):
        expect_message(message, gn.ndcg, R, S, sizes)
    assert gn.mrr(R, S, np.repeat(np.arange(3), [2, 2, 2])) == pytest.approx(2 / 3)
    assert gn.mrr([1, 1, 1], [3, 2, 1], [1, 1, 1]) == 1, "as many entries as rows are groups"


def test_shapes():
    expect_refusal(by_id("inputs.list_shapes_differ", relevance="relevance", score="score"), gn.ndcg, np.ones((2, 3)), np.ones((3, 2)))
    expect_refusal(by_id("inputs.list_shapes_differ", relevance="relevance", score="score"), gn.ndcg, R, np.ones((3, 2)))
    expect_refusal(
        by_id("inputs.shape_not_one_dimension", name="relevance"),
        gn.ndcg,
        np.ones((2, 3, 1)),
        np.ones((2, 3, 1)),
    )
    expect_refusal(by_id("inputs.shape_not_one_dimension", name="group"), gn.ndcg, R, S, np.ones((6, 1)))
    expect_refusal(by_id("inputs.shape_not_one_dimension", name="group"), gn.gauc, Y, S, np.ones((6, 1)))
    expect_refusal(by_id("inputs.item_shape_mismatch"), gn.ndcg, np.ones((2, 3)), np.ones((2, 3)), item=list("abcd"))
    expect_refusal(by_id("inputs.shape_not_one_dimension", name="y_score"), gn.gauc, np.ones((2, 3)), np.ones((2, 3)), [0, 1])


def test_lists_of_lists():
    two = [[1, 0], [1]]
    expect_refusal(by_id("inputs.list_lengths_differ", name="score", count=2, query=1), gn.ndcg, two, [[0.1, 0.2], [0.1, 0.2]])
    expect_refusal(
        by_id("inputs.list_lengths_differ", name="item", count=1, query=0),
        gn.ndcg,
        two,
        [[0.1, 0.2], [0.3]],
        item=[["a"], ["b"]],
    )
    expect_refusal(by_id("inputs.lengths_differ", name="relevance", n=2, other="score"), gn.ndcg, two, [[0.1, 0.2]])
    expect_refusal(by_id("inputs.list_entry_not_list", name="relevance", parts=3, flat=1), gn.ndcg, [[1, 0], 3], [[0.1, 0.2], 0.1])
    expect_refusal(by_id("inputs.list_entry_not_list", name="score", parts=0.1, flat=0), gn.ndcg, two, [0.1, 0.2, 0.3])
    expect_refusal(by_id("inputs.rows_ragged", name="relevance"), gn.ndcg, [3, [1, 0]], [0.1, [0.2, 0.3]])
    expect_refusal(by_id("inputs.lists_all_empty", relevance="relevance"), gn.ndcg, [[], []], [[], []])
    expect_refusal(by_id("inputs.group_named_twice", value="a"), gn.ndcg, two, [[0.1, 0.2], [0.3]], ["a", "a"])
    expect_refusal(
        by_id("inputs.group_count_mismatch", size=3, queries=2),
        gn.ndcg,
        two,
        [[0.1, 0.2], [0.3]],
        ["a", "b", "c"],
    )
    expect_refusal(by_id("inputs.group_count_mismatch", size=4, queries=2), gn.ndcg, np.eye(2), np.eye(2), [0, 0, 1, 1])


def test_items():
    names = ["a", "a", "b", "c", "d", "e"]
    expect_refusal(by_id("inputs.item_duplicate_in_query", decode="a", value="x"), gn.ndcg, R, S, list("xxyyzz"), item=names)
    assert gn.ndcg(R, S, list("xyxyzz"), item=names, no_relevant=0.0) >= 0, "an item may occur in several queries"
    expect_refusal(by_id("inputs.item_missing", value=1), gn.mrr, R, S, G, item=["a", None, "b", "c", "d", "e"])
    message = 'ties="docid-desc" needs the names of the items; pass item=, or build the Ranked from qrels and a run'
    for data in ((R, S, G), (RANKED,)):
        expect_message(message, gn.ndcg, *data, ties="docid-desc")
        expect_message(message, gn.mrr, *data, convention="trec_eval")


def test_choices():
    expect_refusal(
        by_id("public.ranking_convention_unknown", convention="ranx"),
        gn.ndcg,
        R,
        S,
        G,
        convention="ranx",
    )
    ways = "'average' or 'stable' or 'docid-desc' or 'docid-desc-float32' or 'worst'"
    expect_message(f"ties='random' is not {ways}", gn.ndcg, R, S, G, ties="random")
    expect_refusal(by_id("public.missing_queries_unknown", missing_queries="drop"), gn.ndcg, R, S, G, missing_queries="drop")
    expect_refusal(by_id("inputs.missing_option_unknown", missing="skip"), gn.ndcg, R, S, G, missing="skip")
    expect_refusal(by_id("catalog.value_not_allowed", name="no_relevant", value="zero"), gn.ndcg, R, S, G, no_relevant="zero")
    expect_refusal(by_id("catalog.value_not_allowed", name="single_class", value="keep"), gn.gauc, Y, S, G, single_class="keep")
    expect_refusal(by_id("public.relevant_with_arrays"), gn.gauc, Y, S, G, relevant=2)
    expect_refusal(by_id("inputs.labels_not_two", count=3, shown="0, 1, 2", names=2), gn.gauc, [0, 1, 2], [1, 2, 3], [0, 0, 0])
    expect_refusal(
        by_id("catalog.reference_value_not_choice", text="ndcg(convention=ranx)", key="convention", value="ranx"),
        gn.catalog.parse,
        "ndcg(convention=ranx)",
    )
    expect_refusal(by_id("catalog.reference_option_unknown", part="gain=cubic", name="mrr"), gn.catalog.parse, "mrr(gain=cubic)")


def test_weights_of_queries():
    for function, data in ((gn.ndcg, (R, S, G)), (gn.gauc, (Y, S, G)), (gn.gauc_table, (Y, S, G)), (gn.ndcg, (RANKED,))):
        expect_refusal(
            by_id("public.group_weight_unknown", group_weight="size", names="'uniform', 'impressions', 'positives'"),
            function,
            *data,
            group_weight="size",
        )
        expect_refusal(
            by_id("public.group_weight_out_of_range", weights=-1.0, value=1),
            function,
            *data,
            group_weight=[1, -1, 1],
            **settled(function),
        )
        expect_refusal(
            by_id("public.group_weight_out_of_range", value=2),
            function,
            *data,
            group_weight={0: 1, 1: 1, 2: np.inf},
            **settled(function),
        )
        expect_refusal(
            by_id("public.group_weight_out_of_range", value=0), function, *data, group_weight=[np.nan, 1, 1], **settled(function)
        )
        expect_refusal(
            by_id("public.group_weight_all_zero"),
            function,
            *data,
            group_weight=[0, 0, 0],
            **settled(function),
        )
        expect_refusal(
            by_id("public.group_weight_shape_mismatch", shape="2 entries", count=3),
            function,
            *data,
            group_weight=[1, 2],
            **settled(function),
        )
        expect_refusal(
            by_id("public.group_weight_missing_for_group", missing=1, count=2),
            function,
            *data,
            group_weight={0: 1},
            **settled(function),
        )
    with warns_undefined("no_query_weighs"):
        assert np.isnan(gn.gauc([1, 0, 1], [3, 2, 1], [0, 0, 1], group_weight=[0, 1]))


def settled(function):
    """So that a query without relevant items is not warned of first."""
    return {"no_relevant": 0.0} if function is gn.ndcg else {}


def test_groups():
    expect_refusal(
        by_id("inputs.types_mixed_with_strings", name="group", value=1, type="int"),
        gn.ndcg,
        R,
        S,
        [1, "a", 1, "a", 1, "a"],
    )
    mixed = np.array([1, "a", 1, "a", 1, "a"], object)
    for function, data in ((gn.ndcg, (R, S)), (gn.gauc, (Y, S))):
        expect_refusal(by_id("inputs.group_types_mixed", argument="group", kinds="int and str"), function, *data, mixed)
        remedy = 'Pass missing="drop" to leave such rows out, or give them a group of their own'
        for missing in ([0, 0, None, 1, 1, None], pd.Series(["a", "a", None, "b", "b", None]), pl.Series(["a", "a", None, "b", "b", None])):
            expect_message(f"group is missing at position 2 (and 1 more of 6). {remedy}", function, *data, missing)
        for missing in ([0, 0, np.nan, 1, 1, 1], pd.Series([0, 0, pd.NA, 1, 1, 1], dtype="Int64")):
            expect_message(f"group is missing at position 2. {remedy}", function, *data, missing)
        times = np.array(["2024-01-01", "NaT", "2024-01-01"] * 2, "M8[D]")
        expect_message(f"group is missing at position 1 (and 1 more of 6). {remedy}", function, *data, times)
        category = pd.Series(["a", "a", None, "b", "b", "b"], dtype="category")
        expect_message(f"group is missing at position 2. {remedy}", function, *data, category)
    expect_refusal(by_id("inputs.group_values_indistinguishable", argument="group"), gn.ndcg, R, S, np.array([{}] * 6, object))


def test_nothing_relevant():
    nothing = [0] * 6
    remedy = "; is relevance what was judged, and relevant= the grade that counts?"
    for function in (gn.ndcg, gn.mean_average_precision, gn.r_precision, gn.bpref):
        text = f"{function.__name__} is undefined: no item is relevant in any of 3 queries"
        with pytest.warns(gn.UndefinedMetricWarning) as caught:
            assert np.isnan(function(nothing, S, G))
        assert [str(one.message) for one in caught] == [text + remedy]
        with pytest.raises(gn.UndefinedMetricError) as refused:
            function(nothing, S, G, undefined="raise")
        assert str(refused.value) == text
        assert function(nothing, S, G, undefined=0.5) == 0.5
        with pytest.warns(gn.UndefinedMetricWarning) as caught:
            assert np.isnan(function([0, 0], [1, 2], None))
        assert [str(one.message) for one in caught] == [f"{function.__name__} is undefined: no item is relevant{remedy}"]
        with pytest.warns(gn.UndefinedMetricWarning) as caught:
            assert function(R, S, G, per_query=True)[0] == 1
        assert [str(one.message) for one in caught] == [
            f"{function.__name__} is undefined: no item is relevant in 1 of 3 queries (first: 2)"
        ]
    expect_refusal(
        by_id("core.undefined_option_unknown", undefined="zero"),
        gn.ndcg,
        R,
        S,
        G,
        undefined="zero",
    )


def test_summaries():
    sweep = gn.Sweep.of([0, 1], [0.1, 0.2])
    for entry in entries():
        if entry.summary is gn.Ranked:
            function, options = getattr(gn, entry.name), required(entry)
            expect_message(f"{entry.name} reads ranked lists, and a Sweep holds none; pass a Ranked", function, sweep, **options)
            for more in ((S,), (None, G)):
                message = f"{entry.name} was given a Ranked and arguments that go with arrays; it holds all of them"
                expect_message(message, function, RANKED, *more, **options)
    for more in ({"item": list("abcdef")}, {"missing": "drop"}):
        expect_refusal(by_id("public.ranked_with_arrays", name="ndcg"), gn.ndcg, RANKED, **more)
    for more in ({"weight": [1]}, {"positive": 1}):
        expect_refusal(by_id("public.ranked_with_arrays", name="gauc"), gn.gauc, RANKED, **more)
    with raises_id("public.scores_no_longer_held", name="roc_auc"):
        gn.roc_auc(RANKED)
    expect_refusal(by_id("public.metric_without_ranked_lists"), RANKED.values, "ndcg, roc_auc")


def test_grades():
    expect_refusal(
        by_id("metrics.relevance_too_large_for_gain", highest=2000.0),
        gn.ndcg,
        [2000, 1],
        [1, 2],
        None,
    )
    expect_refusal(by_id("metrics.relevance_too_large_for_err", highest=2000.0), gn.err, [2000, 1], [1, 2], None)
    assert gn.ndcg([2000, 1], [2, 1], group=None, gain="linear") == 1
    assert gn.ndcg([1000, 1], [2, 1], group=None) == 1
    expect_refusal(by_id("metrics.max_grade_too_low", max_grade=3, highest=4.0), gn.err, [4, 1], [1, 2], None, max_grade=3)
    expect_refusal(by_id("catalog.value_not_allowed", name="max_grade", value=0), gn.err, [1, 0], [1, 2], max_grade=0)
    expect_refusal(by_id("catalog.value_not_allowed", name="p", value=1.5), gn.rbp, R, S, p=1.5)


def test_ties_that_cannot_be_counted():
    expect_refusal(
        by_id("metrics.tied_items_too_many", query=0),
        gn.ndcg,
        np.arange(60.0) / 60,
        np.zeros(60),
        None,
        k=30,
        ideal="cut",
    )
    assert gn.ndcg(np.arange(60.0) / 60, np.zeros(60), None, k=30, ideal="cut", ties="stable") < 1
    many = np.arange(200_000) % 2
    expect_refusal(by_id("metrics.tied_items_too_many"), gn.err, many, np.zeros(len(many)), None)
    assert 0 < gn.err(many, np.zeros(len(many)), None, k=10) < 1
    assert gn.mean_average_precision(many, np.zeros(len(many)), None, k=100_000, denominator="retrieved") == pytest.approx(0.5, abs=0.01)


SHOWN = {
    "items": (
        "item 'a' occurs twice in query 0; a list names each item once: keep one of them",
        lambda: gn.ndcg(R, S, G, item=["a", "a", "b", "c", "d", "e"]),
    ),
    "lists": (
        "group names 4 twice; with lists or a matrix it names each list once",
        lambda: gn.ndcg([[1, 0], [1]], [[0.1, 0.2], [0.3]], [4, 4]),
    ),
    "merging": (
        "queries are named 'a' on one side and 0 on the other; name them all by text or all by numbers",
        lambda: gn.Ranked.of([1], [1], group=["a"]) + RANKED,
    ),
    "ties": (
        'ties="average": query 0 has so many tied items that their orders cannot be counted; pass ideal="all", or ties="stable"',
        lambda: gn.ndcg(np.arange(60.0) / 60, np.zeros(60), None, k=30, ideal="cut"),
    ),
}


@pytest.mark.parametrize("where", SHOWN)
def test_numbers_are_shown_plainly(where):
    message, made = SHOWN[where]
    expect_message(message, made)


@pytest.mark.parametrize("name", [b"b", 2**70])
def test_names_of_two_kinds_do_not_merge(name):
    """Names that have no order among each other are refused in words, whatever their types."""
    one, other = gn.Ranked.of([1], [1], group=["a"]), gn.Ranked.of([1], [1], group=[name])
    expect_refusal(by_id("summary.query_name_types_differ", one="a"), lambda: one + other)


def test_weights_of_queries_that_are_no_numbers():
    expect_refusal(by_id("inputs.values_not_numeric", name="group_weight"), gn.ndcg, R, S, G, group_weight=["a", "b", "c"], no_relevant=0.0)


def test_sizes_are_told_from_groups_for_areas_too():
    expect_refusal(by_id("inputs.group_holds_sizes"), gn.gauc, Y, S, [2, 2, 2])


def test_the_remedy_of_grades_past_all_bounds_can_be_taken():
    with pytest.raises(gn.InputError) as caught:
        gn.err([2000, 1], [1, 2], group=None)
    assert "gain=" not in str(caught.value)


def test_the_bounds_of_p_are_those_that_hold():
    with pytest.raises(gn.InputError) as caught:
        gn.rbp(R, S, p=1)
    assert not str(caught.value).endswith("to 1")


def test_no_keyword_is_offered_that_is_refused():
    with pytest.raises(TypeError) as caught:
        gn.ndcg(R, S, G, weight=[1] * 6)
    assert "did you mean weight=?" not in str(caught.value)


def test_flat_rows_say_what_they_are_ranked_within():
    """768 rows without a group are hardly one list; whoever means one says so. Lists and matrices are lists already."""
    rng = np.random.default_rng(0)
    y, s = rng.integers(0, 3, 768), rng.random(768)
    said = (
        "group: 768 rows without a group would all be ranked together; pass the query, user or session of each row as group=, or "
        "group=None where they are one list"
    )
    for entry in entries():
        if entry.summary is gn.Ranked and "ties" in entry.options:
            given = {"k": 5, "recall": 0.5}
            function, k = getattr(gn, entry.name), {name: value for name, value in given.items() if name in entry.options}
            expect_message(said, function, y, s, **k)
            one = function(y, s, group=None, **k)
            assert one == function([y.tolist()], [s.tolist()], **k) == function(y[None], s[None], **k)
            assert one == function(gn.Ranked.of(y, s, group=None), **k) == function(y, s, np.zeros(768), **k)
    expect_message(said, gn.Ranked.of, y, s)


@pytest.mark.parametrize("name", ["gauc", "gauc_table"])
def test_groups_of_areas_are_needed_and_the_docstring_says_so(name):
    function = getattr(gn, name)
    with raises_id("public.ranking_group_missing"):
        function([0, 1], [0.1, 0.9], None)
    assert "None: the rows are one list" not in function.__doc__
    assert "left out only where a Ranked is passed" in function.__doc__
    assert "None: the rows are one list" in gn.ndcg.__doc__
