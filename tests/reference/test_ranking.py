"""Metrics of ranked lists against their definitions in plain Python, ties by trying every order, and against scikit-learn."""

import random
import warnings
from itertools import product

import numpy as np
import pytest
import sklearn.metrics as sk
from hypothesis import given
from hypothesis import strategies as st

import gnomon as gn
from data import WEIGHT
from gnomon.summary.ranked import OrderedLists
from reference import plain_ranking as plain

GRADES = (None, -1, 0, 0.5, 1, 1.5, 2, 3, 4)
RESTS = ((), (1,), (0, 2), (3, 3, -1), (0,), (4, 1, 0.5))
CUTS = (1, 2, 3, 4, 5, 6, 7, 9, None)


def quiet(function, *data, **options):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return function(*data, **options)


def assert_close(ours, theirs, rtol=1e-12, atol=1e-13, what=""):
    np.testing.assert_allclose(ours, theirs, rtol=rtol, atol=atol, err_msg=str(what))


def ranked_of(lists):
    """A Ranked of lists, each the runs of grades that tie and the grades not retrieved."""
    shown = [[grade for run in runs for grade in run] for runs, _ in lists]
    marks = [place > 0 for runs, _ in lists for run in runs for place in range(len(run))]
    starts, rest_starts = (np.append(0, np.cumsum([len(part) for part in parts])) for parts in (shown, [rest for _, rest in lists]))
    grade = np.array([np.nan if grade is None else grade for part in shown for grade in part], float)
    rest = np.array([grade for _, rest in lists for grade in rest], float)
    return gn.Ranked(np.arange(len(lists)), OrderedLists(starts, grade, np.array(marks, np.uint8), rest_starts, rest))


def split(grades, joints):
    """Grades as runs: a joint that is true ties an item with the one before."""
    runs = [[grades[0]]]
    for grade, joint in zip(grades[1:], joints, strict=True):
        runs[-1].append(grade) if joint else runs.append([grade])
    return tuple(map(tuple, runs))


def small_lists():
    """Every list of up to four items of three grades with every pattern of ties, runs that differ only in order once."""
    seen = {}
    for n in range(1, 5):
        for grades, joints in product(product((None, 0, 1, 3) if n < 4 else (0, 1, 3), repeat=n), product((False, True), repeat=n - 1)):
            seen.setdefault(tuple(tuple(sorted(run, key=repr)) for run in split(grades, joints)))
    return [(runs, RESTS[at % len(RESTS)]) for at, runs in enumerate(seen)]


def random_lists(seed, count):
    """Lists of five to seven items of all grades, most of them tied."""
    rng = random.Random(seed)
    made = []
    for _ in range(count):
        n = rng.choice((5, 5, 6, 7))
        grades = [rng.choice(GRADES if rng.random() < 0.5 else (None, 0, 1, 2)) for _ in range(n)]
        made.append((split(grades, [rng.random() < 0.65 for _ in range(n - 1)]), rng.choice(RESTS)))
    return made


LISTS = small_lists() + random_lists(1, 60)
WAYS = [plain.orders(runs) for runs, _ in LISTS]
CHOICES = {
    "mean_average_precision": {"denominator": ("relevant", "min(k,relevant)", "retrieved")},
    "cg": {"negative": ("zero", "keep")},
    "dcg": {"gain": ("exp", "linear"), "discount": ("log2", "jarvelin"), "negative": ("zero", "keep")},
    "ndcg": {"gain": ("exp", "linear"), "discount": ("log2", "jarvelin"), "negative": ("zero", "keep"), "ideal": ("all", "cut")},
    "rbp": {"p": (0.8, 0.3), "graded": (False, True)},
    "err": {"max_grade": (4, 5.5)},
}
LEVELS = (0.5, 2, 0)


def variants(name):
    """Every combination of options that are choices, without and with the levels of relevance."""
    choices = CHOICES.get(name, {})
    plainly = [dict(zip(choices, values, strict=True)) for values in product(*choices.values())]
    levels = [{"relevant": level} for level in LEVELS] if "relevant" in gn.catalog.get(name).options else []
    return [*plainly, *levels]


CASES = [(name, options) for name in plain.METRICS for options in variants(name)]


def cuts(name):
    option = gn.catalog.get(name).options.get("k")
    return [{}] if option is None else [{"k": k} for k in CUTS if k is not None] + ([] if option.required else [{}])


def ours(name, ranked, **options):
    return list(quiet(getattr(gn, name), ranked, per_query=True, **options).values())


@pytest.mark.parametrize(("name", "options"), CASES, ids=str)
def test_ties_are_averaged_over_every_order(name, options):
    """The definitions, taken over all orders of the tied items one by one, at every k."""
    ranked = ranked_of(LISTS)
    for cut in cuts(name):
        if "relevant" in options and cut.get("k", 2) not in (2, 5):
            continue
        expected = [plain.averaged(name, runs, rest, ways, **options, **cut) for (runs, rest), ways in zip(LISTS, WAYS, strict=True)]
        assert_close(ours(name, ranked, **options, **cut), expected, what=cut)


@pytest.mark.parametrize("nothing", [0.0, 1.0, 0.25])
@pytest.mark.parametrize("name", ["recall_at", "r_precision", "mean_average_precision", "mrr", "success_at", "bpref", "ndcg"])
def test_the_value_of_nothing_relevant_is_what_was_chosen(name, nothing, monkeypatch):
    """With ideal="cut", of queries that have nothing anywhere, not of orders that show nothing."""
    monkeypatch.setitem(plain.NOTHING, name, nothing)
    ranked = ranked_of(LISTS)
    for cut in cuts(name)[1:3] or [{}]:
        for options in [{"ideal": "cut"}, {}] if name == "ndcg" else [{}]:
            expected = [plain.averaged(name, *one, ways, **options, **cut) for one, ways in zip(LISTS, WAYS, strict=True)]
            assert np.isfinite(expected).all()
            assert_close(ours(name, ranked, no_relevant=nothing, **options, **cut), expected, what=cut)


@st.composite
def lists(draw, grades=None):
    """Runs of tied grades, up to seven items, and the grades not retrieved."""
    worth = st.sampled_from(GRADES) if grades is None else grades
    items = draw(st.lists(worth, min_size=1, max_size=7))
    joints = draw(st.lists(st.sampled_from([True, True, False]), min_size=len(items) - 1, max_size=len(items) - 1))
    return split(items, joints), tuple(draw(st.lists(st.sampled_from(GRADES[1:]), max_size=3)))


@given(data=st.data(), case=st.sampled_from(CASES))
def test_any_list_any_grades(data, case):
    name, options = case
    any_grade = st.one_of(st.sampled_from(GRADES), st.floats(-3, 4).map(lambda grade: round(grade, 3)))
    one = data.draw(lists(any_grade))
    cut = data.draw(st.sampled_from(cuts(name)))
    # Gains that are kept though negative may nearly cancel in the best order, and what is divided by it is then as inexact as that.
    ways = plain.orders(one[0])
    if options.get("negative") == "keep" and name == "ndcg":
        small = [plain.ndcg(shown, one[1], **options, **cut) for shown in ways]
        if any(value is not None and abs(value) > 1e3 for value in small):
            return
    assert_close(ours(name, ranked_of([one]), **options, **cut), [plain.averaged(name, *one, ways, **options, **cut)], rtol=1e-11)


def sorted_plainly(items, ties):
    """Grades of (score, name, grade) in the order that a way of breaking ties gives, by sorting twice."""
    if ties.startswith("docid-desc"):
        items = sorted(items, key=lambda item: item[1].encode(), reverse=True)
        kept = np.float32 if ties == "docid-desc-float32" else np.float64
        return tuple(grade for _, _, grade in sorted(items, key=lambda item: -kept(item[0])))
    if ties == "worst":
        items = sorted(items, key=lambda item: item[2])
    return tuple(grade for _, _, grade in sorted(items, key=lambda item: -item[0]))


NAMES = ("d1", "d10", "d2", "D1", "é", "z", "日本", "d", "~", "0", "10", "9")


@pytest.mark.parametrize("ties", ["stable", "docid-desc", "docid-desc-float32", "worst"])
@pytest.mark.parametrize(("name", "options"), CASES, ids=str)
def test_other_ways_of_ties_are_plain_sorts(name, options, ties):
    rng = random.Random(7)
    queries = []
    for _ in range(40):
        n = rng.randint(1, len(NAMES))
        scores = [rng.choice((0.1, 0.1 + 1e-12, 0.5, -0.0, 0.0, -2.0, 1e30)) for _ in range(n)]
        queries.append(list(zip(scores, rng.sample(NAMES, n), [rng.choice(GRADES[1:]) for _ in range(n)], strict=True)))
    rows = [(query, *item) for query, items in enumerate(queries) for item in items]
    group, score, item, grade = zip(*rows, strict=True)
    ranked = gn.Ranked.of(grade, score, group=group, item=item)
    for cut in cuts(name)[:3]:
        expected = [plain.averaged(name, None, (), [sorted_plainly(items, ties)], **options, **cut) for items in queries]
        assert_close(ours(name, ranked, ties=ties, **options, **cut), expected, what=cut)


@pytest.mark.parametrize("name", plain.METRICS)
def test_the_worst_order_is_the_worst(name):
    """The least over all orders, at every k; denominator="retrieved" and ideal="cut" can gain by showing nothing, and are left out."""
    ranked = ranked_of(LISTS)
    for cut in cuts(name):
        options = {"max_grade": 4} if name == "err" else {}
        values = [[plain.averaged(name, *one, [way], **options, **cut) for way in ways] for one, ways in zip(LISTS, WAYS, strict=True)]
        assert_close(ours(name, ranked, ties="worst", **options, **cut), [min(each) for each in values], what=cut)


def test_the_worst_order_is_the_worst_at_any_level():
    """Items 0 and unjudged tie: the unjudged one first has no hit, and the judged one first has."""
    assert gn.precision_at(ranked_of([(((0, None),), ())]), k=1, relevant=0, ties="worst") == 0


@given(st.lists(lists(), min_size=1, max_size=4), st.sampled_from([1, 2, 5]))
def test_the_hit_ratio_counts_the_hits_of_all_queries(several, k):
    ranked = ranked_of(several)
    whole = sum(plain.hits(sum(runs, ()) + rest, 1) for runs, rest in several)
    found = sum(np.mean([plain.hits(shown[:k], 1) for shown in plain.orders(runs)]) for runs, rest in several)
    assert_close(quiet(gn.hit_ratio, ranked, k=k), found / whole if whole else np.nan)
    assert_close(quiet(gn.hit_ratio, ranked, k=k, aggregate="macro"), quiet(gn.recall_at, ranked, k=k))


@given(lists())
def test_the_area_within_a_list(one):
    """Of what is shown; an item never judged counts as negative."""
    runs, _ = one
    placed = [(-place, grade is not None and grade >= 1) for place, run in enumerate(runs) for grade in run]
    expected = plain.auc([score for score, good in placed if good], [score for score, good in placed if not good])
    assert_close(quiet(gn.gauc, ranked_of([one])), np.nan if expected is None else expected)


def hypergeometric(size, good, drawn):
    """The chances of 0, 1, … good ones among those drawn, from whole numbers."""
    from math import comb

    ways = comb(size, drawn)
    return [comb(good, h) * comb(size - good, drawn - h) / ways if drawn - h <= size - good else 0.0 for h in range(min(good, drawn) + 1)]


@pytest.mark.parametrize(("size", "good", "k"), [(60, 7, 20), (400, 3, 399), (900, 450, 451), (2000, 1990, 1000), (3000, 1, 1500)])
def test_large_ties_have_their_expectation(size, good, k):
    """All items tie: the chances are those of drawing without putting back, counted in whole numbers of any length."""
    grade = np.zeros(size)
    grade[:good] = 1
    ranked = gn.Ranked.of(grade, np.zeros(size), group=None)
    chances = hypergeometric(size, good, k)
    assert gn.success_at(ranked, k=k) == pytest.approx(1 - chances[0], rel=1e-12)
    assert gn.recall_at(ranked, k=k) == pytest.approx(k / size, rel=1e-12)

    # A relevant item stands at each place with chance h/k, and each place above it then holds (h − 1)/(k − 1) of the others.
    def precision(h, n):
        return sum((1 + (rank - 1) * (h - 1) / (n - 1)) / rank for rank in range(1, n + 1)) / n

    retrieved = sum(chance * precision(h, k) for h, chance in enumerate(chances) if h)
    assert gn.mean_average_precision(ranked, k=k, denominator="retrieved") == pytest.approx(retrieved, rel=1e-11)
    assert gn.mean_average_precision(ranked) == pytest.approx(precision(good, size), rel=1e-11)
    passed = [sum(chance * 0.5**h for h, chance in enumerate(hypergeometric(size, good, n))) for n in range(41)]
    expected = sum((passed[n] - passed[n + 1]) / (n + 1) for n in range(40))
    assert gn.err(ranked, k=40) == pytest.approx(expected, rel=1e-11)
    none_yet = [hypergeometric(size, good, n)[0] for n in range(41)]
    assert gn.mrr(ranked, k=40) == pytest.approx(sum((none_yet[n] - none_yet[n + 1]) / (n + 1) for n in range(40)), rel=1e-11)


matrices = st.integers(1, 4).flatmap(
    lambda n: st.tuples(
        *(
            st.lists(st.lists(cell, min_size=5, max_size=5), min_size=n, max_size=n)
            for cell in (st.sampled_from([0, 0, 1, 2, 5, 0.5]), st.sampled_from([0.0, 0.25, 0.25, 1.0, -3.0, -0.0]))
        )
    )
)


@given(matrices, st.sampled_from([1, 2, 3, 5, 8, None]))
def test_scikit_learn_gains(data, k):
    relevance, score = map(np.array, data)
    assert_close(gn.ndcg(relevance, score, k=k, convention="sklearn"), sk.ndcg_score(relevance, score, k=k))
    assert_close(gn.dcg(relevance, score, k=k, convention="sklearn"), sk.dcg_score(relevance, score, k=k))
    base_two = sk.dcg_score(relevance - 1, score, k=k)  # grades below 0 count as they are
    assert_close(gn.dcg(relevance - 1, score, k=k, convention="sklearn"), base_two)


@pytest.mark.parametrize("k", [1, 2, 3, 5, 8, None])
def test_scikit_learn_without_relevant_items(k):
    relevance, score = np.array([[0, 0, 0], [0, 2, 1], [0, 0, 0]]), np.array([[3.0, 2, 1], [1, 1, 0], [0, 0, 0]])
    assert_close(gn.ndcg(relevance, score, k=k, convention="sklearn"), sk.ndcg_score(relevance, score, k=k))
    assert gn.ndcg(relevance[:1], score[:1], k=k, convention="sklearn") == sk.ndcg_score(relevance[:1], score[:1], k=k) == 0


@given(matrices, st.sampled_from([1, 3, None]))
def test_scikit_learn_ignoring_ties_where_there_are_none(data, k):
    relevance, score = map(np.array, data)
    score = np.argsort(np.argsort(score, axis=1), axis=1)
    for ties in ("average", "stable", "worst"):
        expected = sk.ndcg_score(relevance, score, k=k, ignore_ties=True)
        assert_close(gn.ndcg(relevance, score, k=k, convention="sklearn", ties=ties), expected)


@given(matrices)
def test_scikit_learn_label_ranking(data):
    """Label ranking average precision is average precision where no scores tie; scikit-learn lets ties count against the item."""
    relevance, score = map(np.array, data)
    score = np.argsort(np.argsort(score, axis=1), axis=1)
    binary = (relevance >= 1).astype(int)
    expected = sk.label_ranking_average_precision_score(binary, score)  # a query without relevant items counts 1
    assert_close(gn.mean_average_precision(binary, score, no_relevant=1.0), expected)


grouped = st.lists(
    st.tuples(st.integers(0, 1), st.sampled_from([0.0, -0.0, 0.25, 0.5, 1e300, 5e-324]), st.integers(0, 3), WEIGHT), min_size=2, max_size=40
).filter(lambda rows: len({(group, y) for y, _, group, _ in rows}) > len({group for _, _, group, _ in rows}))


@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize("group_weight", ["impressions", "uniform", "positives"])
@given(rows=grouped)
def test_scikit_learn_areas_within_groups(rows, weighted, group_weight):
    y, s, g, w = (np.array(column) for column in zip(*rows, strict=True))
    w = np.maximum(w, 1e-6) if weighted else np.ones(len(y))
    areas, weights = {}, {}
    for group in np.unique(g):
        here = g == group
        if 0 < y[here].sum() < here.sum():
            areas[group] = sk.roc_auc_score(y[here], s[here], sample_weight=w[here])
            weights[group] = {"impressions": w[here].sum(), "uniform": 1.0, "positives": w[here & (y == 1)].sum()}[group_weight]
    expected = sum(areas[group] * weights[group] for group in areas) / sum(weights.values())
    options = {"weight": w if weighted else None, "group_weight": group_weight}
    assert_close(gn.gauc(y, s, g, **options), expected, rtol=1e-11)
    named = np.array(["no", "yes"])[y]
    assert_close(gn.gauc(named, s, g, positive="yes", **options), expected, rtol=1e-11)
    table = gn.gauc_table(y, s, g, **options)
    assert_close([auc for group, auc in zip(table.group, table.auc, strict=True) if group in areas], list(areas.values()), rtol=1e-11)
    assert (table.groups, table.groups_used, table.total_rows) == (len(np.unique(g)), len(areas), len(y))
    assert table.groups - table.groups_used == sum(table.dropped.values())
    assert np.isnan([auc for group, auc in zip(table.group, table.auc, strict=True) if group not in areas]).all()
    if not weighted:
        assert_close(gn.gauc(gn.Ranked.of(y, s, group=g), group_weight=group_weight), expected)


def test_groups_of_one_class_may_have_a_value():
    y, s, g = [1, 0, 1, 0], [0.9, 0.1, 0.3, 0.2], [0, 0, 1, 2]
    assert gn.gauc(y, s, g) == 1
    assert gn.gauc(y, s, g, single_class=0.5) == (2 * 1 + 0.5 + 0.5) / 4
    assert gn.gauc(y, s, g, single_class=0.5, group_weight="uniform") == pytest.approx(2 / 3, rel=1e-15)
    table = gn.gauc_table(y, s, g)
    assert table.dropped == {"without positives": 1, "without negatives": 1}
    assert (table.groups_used, table.rows_used, table.value) == (1, 2, 1.0)
    assert gn.gauc_table(y, s, g, single_class=0.5).dropped == {}


def test_no_share_of_the_best_order_exceeds_1():
    """A list in its best order has exactly 1, and no list has more."""
    grade = np.random.default_rng(0).integers(0, 5, (3000, 8)) + (np.arange(8) == 0)
    for options in ({}, {"gain": "linear"}, {"k": 3}, {"k": 3, "ideal": "cut"}):
        best = gn.ndcg(grade, grade.astype(float), per_query=True, **options)
        assert set(best.values()) == {1.0}
        tied = gn.ndcg(grade, np.zeros(grade.shape), per_query=True, **options)
        assert max(tied.values()) <= 1
