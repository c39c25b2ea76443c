"""Bad ranked lists are refused as all bad input is: the argument, the position, the value and the remedy."""

import numpy as np
import pandas as pd
import polars as pl
import pytest

import gnomon as gn
from data import required
from gnomon.catalog import entries
from refusals import expect_hints, expect_message

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
    expect_hints(["relevance has", "at position 1", 'pass missing="drop" to leave such rows out'], gn.ndcg, [3, np.nan, 2, 1, 0, 0], S, G)
    expect_hints(["relevance has", "at position 1", 'pass missing="drop" to leave such rows out'], gn.ndcg, [3, None, 2, 1, 0, 0], S, G)
    expect_message("relevance has inf at position 2; pass finite grades", gn.ndcg, [3, 0, np.inf, 1, 0, 0], S, G)
    expect_message("relevance has -inf at position 2; pass finite grades", gn.mrr, [3, 0, -np.inf, 1, 0, 0], S, G)
    expect_message("relevance holds strings (first: ['high']); pass numbers", gn.ndcg, ["high", "low"], [1, 2], None)
    expect_message("score holds strings (first: ['a']); pass numbers", gn.ndcg, [1, 0], ["a", "b"], None)


@pytest.mark.parametrize("k", [0, -3, 2.5, "3", True, float("nan"), float("inf")])
def test_cuts(k):
    for entry in entries():
        if entry.summary is gn.Ranked and "k" in entry.options:
            optional = "" if entry.options["k"].required else ", or None"
            expect_message(f"k={k!r} is not a whole number above 0{optional}", getattr(gn, entry.name), R, S, G, k=k)
            if isinstance(k, (int, float)) and not isinstance(k, bool):
                expect_hints(["is not a whole number above 0"], gn.catalog.parse, f"{entry.name}@{k}")


def test_a_cut_is_missing():
    for function in (gn.precision_at, gn.recall_at, gn.success_at, gn.hit_ratio):
        with pytest.raises(TypeError) as caught:
            function(R, S, G)
        assert str(caught.value) == f"{function.__name__}() needs k= (a whole number above 0)"
    expect_message("k=None is not a whole number above 0", gn.precision_at, R, S, G, k=None)
    expect_message("'ndcg(k=10)@3' gives k twice: as an option and behind @", gn.catalog.parse, "ndcg(k=10)@3")
    expect_hints(["'bpref@3': bpref", "write bpref"], gn.catalog.parse, "bpref@3")


def test_columns_are_missing():
    expect_message("score is missing: pass (relevance, score) with group=, or a Ranked alone", gn.ndcg, R)
    expect_message("group is missing: pass the user (query, session) of each row, or a Ranked alone", gn.gauc, Y, S)
    expect_message("relevance is None; pass one value for each row, as a list, an array or a column", gn.ndcg, None, S)
    expect_message("group is an int (3); pass one value for each row, as a list, an array or a column", gn.ndcg, R, S, 3)
    expect_message("group is a str ('abcdef'); pass one value for each row, as a list, an array or a column", gn.gauc, Y, S, "abcdef")
    expect_message("relevance has no rows; a metric needs at least one", gn.ndcg, [], [])
    expect_message("y_true has no rows; a metric needs at least one", gn.gauc, [], [], [])


def test_sizes_where_groups_are_meant():
    message = (
        "group has 3 entries that sum to the 6 rows: these are sizes, and group= takes the group of each row; pass group=gn.group_sizes(…)"
    )
    for sizes in ([2, 2, 2], np.array([1, 2, 3]), (4, 1, 1), pd.Series([2, 2, 2]), pl.Series([2, 2, 2])):
        expect_message(message, gn.ndcg, R, S, sizes)
    assert gn.mrr(R, S, np.repeat(np.arange(3), [2, 2, 2])) == pytest.approx(2 / 3)
    assert gn.mrr([1, 1, 1], [3, 2, 1], [1, 1, 1]) == 1, "as many entries as rows are groups"


def test_shapes():
    expect_message(
        "relevance has shape (2, 3) but score has (3, 2); give both a line for each query", gn.ndcg, np.ones((2, 3)), np.ones((3, 2))
    )
    expect_message("relevance has shape (6,) but score has (3, 2); give both a line for each query", gn.ndcg, R, np.ones((3, 2)))
    expect_message(
        "relevance has shape (2, 3, 1) where one dimension is meant; pass one grade for each row, a matrix with a line for each query, "
        "or a list of lists",
        gn.ndcg,
        np.ones((2, 3, 1)),
        np.ones((2, 3, 1)),
    )
    expect_message("group has shape (6, 1) where one dimension is meant; pass one group for each row", gn.ndcg, R, S, np.ones((6, 1)))
    expect_message("group has shape (6, 1) where one dimension is meant; pass one group for each row", gn.gauc, Y, S, np.ones((6, 1)))
    expect_message(
        "item has shape (4,) where (2, 3) is meant: a name for each item", gn.ndcg, np.ones((2, 3)), np.ones((2, 3)), item=list("abcd")
    )
    expect_hints(["y_score has shape (2, 3) where one dimension is meant"], gn.gauc, np.ones((2, 3)), np.ones((2, 3)), [0, 1])


def test_lists_of_lists():
    two = [[1, 0], [1]]
    expect_message(
        "score has 2 items in the list at position 1 but relevance has 1; they must match", gn.ndcg, two, [[0.1, 0.2], [0.1, 0.2]]
    )
    expect_message(
        "item has 1 items in the list at position 0 but relevance has 2; they must match",
        gn.ndcg,
        two,
        [[0.1, 0.2], [0.3]],
        item=[["a"], ["b"]],
    )
    expect_hints(["relevance has 2", "score has 1"], gn.ndcg, two, [[0.1, 0.2]])
    expect_message(
        "relevance is a list of lists but holds 3 at position 1; make every entry a list", gn.ndcg, [[1, 0], 3], [[0.1, 0.2], 0.1]
    )
    expect_message("score is a list of lists but holds 0.1 at position 0; make every entry a list", gn.ndcg, two, [0.1, 0.2, 0.3])
    expect_hints(["relevance is a ragged list"], gn.ndcg, [3, [1, 0]], [0.1, [0.2, 0.3]])
    expect_message("relevance has no items in any of its lists; a metric needs at least one", gn.ndcg, [[], []], [[], []])
    expect_message("group names 'a' twice; with lists or a matrix it names each list once", gn.ndcg, two, [[0.1, 0.2], [0.3]], ["a", "a"])
    expect_message(
        "group has 3 entries for 2 lists; with lists or a matrix it names each list once",
        gn.ndcg,
        two,
        [[0.1, 0.2], [0.3]],
        ["a", "b", "c"],
    )
    expect_message(
        "group has 4 entries for 2 lists; with lists or a matrix it names each list once", gn.ndcg, np.eye(2), np.eye(2), [0, 0, 1, 1]
    )


def test_items():
    names = ["a", "a", "b", "c", "d", "e"]
    expect_message(
        "item 'a' occurs twice in query 'x'; a list names each item once: keep one of them", gn.ndcg, R, S, list("xxyyzz"), item=names
    )
    assert gn.ndcg(R, S, list("xyxyzz"), item=names, no_relevant=0.0) >= 0, "an item may occur in several queries"
    expect_message(
        "item is missing at position 1; give every row the name of its item", gn.mrr, R, S, G, item=["a", None, "b", "c", "d", "e"]
    )
    message = 'ties="docid-desc" needs the names of the items; pass item=, or build the Ranked from qrels and a run'
    for data in ((R, S, G), (RANKED,)):
        expect_message(message, gn.ndcg, *data, ties="docid-desc")
        expect_message(message, gn.mrr, *data, convention="trec_eval")


def test_choices():
    expect_message(
        "convention='ranx' is not 'sklearn' or 'trec_eval' or 'trec_eval9' or 'lightgbm' or 'xgboost' or 'burges'",
        gn.ndcg,
        R,
        S,
        G,
        convention="ranx",
    )
    ways = "'average' or 'stable' or 'docid-desc' or 'docid-desc-float32' or 'worst'"
    expect_message(f"ties='random' is not {ways}", gn.ndcg, R, S, G, ties="random")
    expect_message("missing_queries='drop' is not 'zero' or 'skip'", gn.ndcg, R, S, G, missing_queries="drop")
    expect_message('missing=\'skip\' is not "error" or "drop"', gn.ndcg, R, S, G, missing="skip")
    expect_message("no_relevant='zero' is not 'undefined' or a number", gn.ndcg, R, S, G, no_relevant="zero")
    expect_message("single_class='keep' is not 'drop' or a number", gn.gauc, Y, S, G, single_class="keep")
    expect_message("relevant= goes with a Ranked; with arrays say which label is positive: positive=", gn.gauc, Y, S, G, relevant=2)
    expect_hints(["y_true has 3 labels (0, 1, 2) where two are meant", "y_true == 2"], gn.gauc, [0, 1, 2], [1, 2, 3], [0, 0, 0])
    expect_hints(["'ndcg(convention=ranx)': convention=ranx is not sklearn or trec_eval"], gn.catalog.parse, "ndcg(convention=ranx)")
    expect_hints(["'gain=cubic' is no option of mrr"], gn.catalog.parse, "mrr(gain=cubic)")


def test_weights_of_queries():
    for function, data in ((gn.ndcg, (R, S, G)), (gn.gauc, (Y, S, G)), (gn.gauc_table, (Y, S, G)), (gn.ndcg, (RANKED,))):
        expect_message(
            "group_weight='size' is not 'uniform', 'impressions', 'positives', an array or a mapping", function, *data, group_weight="size"
        )
        expect_message(
            "group_weight has -1 for 1; weights must be finite and not negative",
            function,
            *data,
            group_weight=[1, -1, 1],
            **settled(function),
        )
        expect_message(
            "group_weight has inf for 2; weights must be finite and not negative",
            function,
            *data,
            group_weight={0: 1, 1: 1, 2: np.inf},
            **settled(function),
        )
        expect_hints(
            ["group_weight has", "for 0; weights must be finite"], function, *data, group_weight=[np.nan, 1, 1], **settled(function)
        )
        expect_message(
            "group_weight is 0 for every group, which leaves nothing to measure",
            function,
            *data,
            group_weight=[0, 0, 0],
            **settled(function),
        )
        expect_message(
            "group_weight has 2 entries for 3 groups; pass one for each in ascending order, or {group: weight}",
            function,
            *data,
            group_weight=[1, 2],
            **settled(function),
        )
        expect_message(
            "group_weight has no weight for 1 (2 without in all); give every group one",
            function,
            *data,
            group_weight={0: 1},
            **settled(function),
        )
    with pytest.warns(gn.UndefinedMetricWarning, match="gauc is undefined: no query that has a value has any weight"):
        assert np.isnan(gn.gauc([1, 0, 1], [3, 2, 1], [0, 0, 1], group_weight=[0, 1]))


def settled(function):
    """So that a query without relevant items is not warned of first."""
    return {"no_relevant": 0.0} if function is gn.ndcg else {}


def test_groups():
    expect_message(
        "group mixes types: 1 (int) at position 0 among strings. Make them all strings or all numbers",
        gn.ndcg,
        R,
        S,
        [1, "a", 1, "a", 1, "a"],
    )
    mixed = np.array([1, "a", 1, "a", 1, "a"], object)
    for function, data in ((gn.ndcg, (R, S)), (gn.gauc, (Y, S))):
        expect_message("group mixes types (int and str), which have no order; make the groups all of one type", function, *data, mixed)
        remedy = 'Pass missing="drop" to leave such rows out, or give them a group of their own'
        for missing in ([0, 0, None, 1, 1, None], pd.Series(["a", "a", None, "b", "b", None]), pl.Series(["a", "a", None, "b", "b", None])):
            expect_message(f"group is missing at position 2 (and 1 more of 6). {remedy}", function, *data, missing)
        for missing in ([0, 0, np.nan, 1, 1, 1], pd.Series([0, 0, pd.NA, 1, 1, 1], dtype="Int64")):
            expect_message(f"group is missing at position 2. {remedy}", function, *data, missing)
        times = np.array(["2024-01-01", "NaT", "2024-01-01"] * 2, "M8[D]")
        expect_message(f"group is missing at position 1 (and 1 more of 6). {remedy}", function, *data, times)
        category = pd.Series(["a", "a", None, "b", "b", "b"], dtype="category")
        expect_message(f"group is missing at position 2. {remedy}", function, *data, category)
    expect_hints(["group holds values that cannot be told apart", "dict"], gn.ndcg, R, S, np.array([{}] * 6, object))


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
    expect_message(
        'undefined=\'zero\' is not "warn", "raise" or a number to put in the place of the undefined value',
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
        expect_message("ndcg was given a Ranked and arguments that go with arrays; it holds all of them", gn.ndcg, RANKED, **more)
    for more in ({"weight": [1]}, {"positive": 1}):
        expect_message("gauc was given a Ranked and arguments that go with arrays; it holds all of them", gn.gauc, RANKED, **more)
    with pytest.raises(gn.InputError, match="roc_auc"):
        gn.roc_auc(RANKED)
    expect_message(
        "metrics: roc_auc reads no ranked lists; gn.catalog.find('', family='ranking') lists those that do", RANKED.values, "ndcg, roc_auc"
    )


def test_grades():
    expect_message(
        'relevance goes up to 2000, of which 2^relevance is no number; pass gain="linear", or grades such as 0 to 4',
        gn.ndcg,
        [2000, 1],
        [1, 2],
        None,
    )
    expect_hints(["relevance goes up to 2000, of which 2^relevance is no number"], gn.err, [2000, 1], [1, 2], None)
    assert gn.ndcg([2000, 1], [2, 1], group=None, gain="linear") == 1
    assert gn.ndcg([1000, 1], [2, 1], group=None) == 1
    expect_message(
        "max_grade=3 is below the grade 4 that occurs; pass the highest grade there could be", gn.err, [4, 1], [1, 2], None, max_grade=3
    )
    expect_message("max_grade=0 is not a number above 0, or None", gn.err, [1, 0], [1, 2], max_grade=0)
    expect_hints(["p=1.5 is not a number between"], gn.rbp, R, S, p=1.5)


def test_ties_that_cannot_be_counted():
    expect_hints(
        ['ties="average": query 0 has so many tied items', 'pass ideal="all", or ties="stable"'],
        gn.ndcg,
        np.arange(60.0) / 60,
        np.zeros(60),
        None,
        k=30,
        ideal="cut",
    )
    assert gn.ndcg(np.arange(60.0) / 60, np.zeros(60), None, k=30, ideal="cut", ties="stable") < 1
    many = np.arange(200_000) % 2
    expect_hints(["so many tied items", 'pass k=, or ties="stable"'], gn.err, many, np.zeros(len(many)), None)
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
    expect_hints(["queries are named 'a' on one side and"], lambda: one + other)


def test_weights_of_queries_that_are_no_numbers():
    expect_hints(["group_weight"], gn.ndcg, R, S, G, group_weight=["a", "b", "c"], no_relevant=0.0)


def test_sizes_are_told_from_groups_for_areas_too():
    expect_hints(["these are sizes", "gn.group_sizes"], gn.gauc, Y, S, [2, 2, 2])


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
    with pytest.raises(gn.InputError, match="group is missing"):
        function([0, 1], [0.1, 0.9], None)
    assert "None: the rows are one list" not in function.__doc__
    assert "left out only where a Ranked is passed" in function.__doc__
    assert "None: the rows are one list" in gn.ndcg.__doc__
