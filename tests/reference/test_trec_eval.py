"""Metrics of ranked lists against trec_eval, as pytrec_eval runs version 9 of it: convention="trec_eval9", documents as items."""

import random

import numpy as np
import pytest
import pytrec_eval

import gnomon as gn
from gnomon.summary.ranked import OrderedLists

CUTS = (1, 2, 3, 5, 10, 1000)
MEASURES = {
    "map": ("mean_average_precision", None),
    "map_cut": ("mean_average_precision", "k"),
    "ndcg": ("ndcg", None),
    "ndcg_cut": ("ndcg", "k"),
    "P": ("precision_at", "k"),
    "recall": ("recall_at", "k"),
    "recip_rank": ("mrr", None),
    "Rprec": ("r_precision", None),
    "bpref": ("bpref", None),
    "success": ("success_at", "k"),
}
# Names whose bytes, letters and lengths sort differently; the last is above 127 as a byte.
NAMES = ("d1", "d10", "d2", "D2", "d", "1", "10", "2", "_", "~x", "é", "日本", "zz", "Z", "a-b", "a_b")
# The second and third differ as doubles and not as floats, nor do the last two from infinity.
SCORES = (0.25, 0.1, 0.1 + 1e-10, -1.0, 0.0, -0.0, 1.0, 1e-46, 3e38, 1e39, 1e40)


def judged_and_run(seed, grades, queries=25, judged_only=True):
    """Judgments and a run: heavy ties, queries without relevant items and, unless judged_only, items only one of the two knows."""
    rng = random.Random(seed)
    qrels, run = {}, {}
    for number in range(queries):
        names = rng.sample(NAMES, rng.randint(1, len(NAMES)))
        worth = (0,) if number % 6 == 0 else grades
        query = f"q{number}"
        qrels[query] = {name: rng.choice(worth) for name in names}
        run[query] = {name: rng.choice(SCORES[: rng.choice((2, 3, len(SCORES)))]) for name in names}
        if not judged_only:
            for known in (qrels[query], run[query]):
                for name in rng.sample(names, rng.randint(0, len(names) - 1)):
                    known.pop(name)
    return qrels, run


def theirs(qrels, run, measure, level=1):
    """By query: {cut or None: value}."""
    name = measure if MEASURES[measure][1] is None else f"{measure}.{','.join(map(str, CUTS))}"
    found = pytrec_eval.RelevanceEvaluator(qrels, {name}, relevance_level=level).evaluate(run)
    last = {key: None if MEASURES[measure][1] is None else int(key.rpartition("_")[2]) for key in next(iter(found.values()))}
    return {query: {last[key]: value for key, value in values.items()} for query, values in found.items()}


def ranked_of(qrels, run):
    """A Ranked of judgments and a run, put together by hand: unjudged items have no grade, what was not retrieved is the rest."""
    names = sorted(qrels)
    grade, tied, by_id, rest, sizes, unseen = [], [], [], [], [], []
    for query in names:
        items = sorted(run[query], key=lambda item: -run[query][item])
        scores = [run[query][item] for item in items]
        grade += [qrels[query].get(item, np.nan) for item in items]
        tied += [place > 0 and scores[place] == scores[place - 1] for place in range(len(items))]
        places = sorted(range(len(items)), key=lambda place: items[place].encode(), reverse=True)
        with np.errstate(over="ignore"):
            by_id += sorted(places, key=lambda place: -np.float32(scores[place]))
        missed = [worth for item, worth in qrels[query].items() if item not in run[query]]
        rest += missed
        sizes.append(len(items))
        unseen.append(len(missed))
    starts, rest_starts = (np.append(0, np.cumsum(lengths)) for lengths in (sizes, unseen))
    lists = OrderedLists(starts, np.array(grade, float), np.array(tied, np.uint8), rest_starts, np.array(rest, float))
    return gn.Ranked(np.array(names, object), lists, np.array(by_id, np.uint32))


def assert_agree(qrels, run, measure, ranked, **options):
    """Assert that every query has trec_eval's value at every cut, and so has their mean."""
    name, cut = MEASURES[measure]
    expected = theirs(qrels, run, measure, options.get("relevant", 1))
    for k in CUTS if cut else [None]:
        keywords = {**options, **({} if k is None else {"k": k})}
        got = getattr(gn, name)(ranked, convention="trec_eval9", per_query=True, **keywords)
        assert got.keys() == expected.keys()
        for query, value in got.items():
            assert value == pytest.approx(expected[query][k], rel=1e-12, abs=1e-15), (query, k, qrels[query], run[query])
        mean = getattr(gn, name)(ranked, convention="trec_eval9", **keywords)
        assert mean == pytest.approx(np.mean([values[k] for values in expected.values()]), rel=1e-12)


@pytest.mark.parametrize("grades", [(0, 1), (0, 0, 0, 1), (0, 1, 2, 3), (1, 2)], ids=str)
@pytest.mark.parametrize("measure", MEASURES)
@pytest.mark.parametrize("seed", range(3))
def test_flat_columns_with_items(measure, grades, seed):
    qrels, run = judged_and_run(seed, grades)
    rows = [(query, item, worth, run[query][item]) for query in qrels for item, worth in qrels[query].items()]
    random.Random(seed).shuffle(rows)
    query, item, grade, score = zip(*rows, strict=True)
    assert_agree(qrels, run, measure, gn.Ranked.of(grade, score, group=query, item=item))


@pytest.mark.parametrize("level", [2, 3])
@pytest.mark.parametrize("measure", [measure for measure in MEASURES if not measure.startswith("ndcg")])
def test_levels_of_relevance(measure, level):
    qrels, run = judged_and_run(11, (0, 1, 2, 3))
    assert_agree(qrels, run, measure, ranked_of(qrels, run), relevant=level)


@pytest.mark.parametrize("measure", MEASURES)
@pytest.mark.parametrize("seed", range(4))
def test_unjudged_and_unretrieved_items(measure, seed):
    qrels, run = judged_and_run(20 + seed, (0, 0, 1, 2), judged_only=False)
    assert_agree(qrels, run, measure, ranked_of(qrels, run))


def with_negative_grades(seed):
    """Every query has a grade of 0 or more: pytrec_eval 0.5.11 writes past its memory where all grades of a query are negative."""
    qrels, run = judged_and_run(seed, (-2, -1, 0, 1, 2), judged_only=False)
    for judged in qrels.values():
        judged[min(judged)] = max(judged[min(judged)], 0)
    return qrels, run


@pytest.mark.parametrize("measure", MEASURES)
@pytest.mark.parametrize("seed", range(3))
def test_negative_grades(measure, seed):
    """They gain nothing and are not relevant; bpref passes over them."""
    qrels, run = with_negative_grades(30 + seed)
    assert any(grade < 0 for judged in qrels.values() for grade in judged.values())
    assert_agree(qrels, run, measure, ranked_of(qrels, run))


@pytest.mark.parametrize("seed", range(3))
def test_bpref_passes_over_what_is_not_judged(seed):
    """To trec_eval a negative grade is no judgment; given as none, the values are the same."""
    qrels, run = with_negative_grades(40 + seed)
    without = {query: {item: grade for item, grade in judged.items() if grade >= 0} for query, judged in qrels.items()}
    assert theirs(qrels, run, "bpref") == theirs(without, run, "bpref")
    assert_agree(without, run, "bpref", ranked_of(without, run))


@pytest.mark.parametrize("measure", MEASURES)
def test_judgments_and_a_run_as_dictionaries(measure):
    for seed in range(50, 54):
        qrels, run = judged_and_run(seed, (0, 0, 1, 2), judged_only=False)
        shuffled = {query: dict(random.Random(seed).sample(list(run[query].items()), len(run[query]))) for query in reversed(run)}
        assert_agree(qrels, run, measure, gn.Ranked.from_qrels(qrels, shuffled))


@pytest.mark.parametrize("measure", MEASURES)
def test_queries_that_only_one_side_knows(measure):
    """trec_eval leaves both out; without -c a judged query that the run does not answer counts nothing, with it (our default) 0."""
    name, cut = MEASURES[measure]
    qrels, run = judged_and_run(60, (0, 1, 2), judged_only=False)
    answered = {query: items for query, items in run.items() if query not in ("q1", "q2")}
    judged = {query: items for query, items in qrels.items() if query != "q3"}
    both = answered.keys() & judged.keys()
    ranked = gn.Ranked.from_qrels(judged, answered)
    assert ranked.unjudged == 1
    assert ranked.queries.tolist() == sorted(judged)
    assert_agree({query: judged[query] for query in both}, {query: answered[query] for query in both}, measure, ranked)
    k = {"k": 5} if cut else {}
    mean = getattr(gn, name)(ranked, convention="trec_eval9", missing_queries="zero", **k)
    found = theirs(judged, answered, measure)
    assert mean == pytest.approx(sum(values[k.get("k")] for values in found.values()) / len(judged), rel=1e-12)


def test_judgments_and_a_run_as_files(tmp_path):
    qrels, run = judged_and_run(70, (0, 1, 2), judged_only=False)
    (tmp_path / "qrels").write_text("".join(f"{q} 0 {d} {grade}\n" for q, items in qrels.items() for d, grade in items.items()))
    (tmp_path / "run").write_text("".join(f"{q} Q0 {d} 1 {score!r} t\n" for q, items in run.items() for d, score in items.items()))
    assert gn.Ranked.from_qrels(tmp_path / "qrels", tmp_path / "run") == gn.Ranked.from_qrels(qrels, run)


def test_averaged_ties_do_not_know_the_names_of_items():
    """Unjudged items of a run among the tied: what from_qrels makes is what was put together by hand."""
    qrels, run = judged_and_run(80, (-1, 0, 1, 2), judged_only=False)
    made, by_hand = gn.Ranked.from_qrels(qrels, run), ranked_of(qrels, run)
    for ties in ("average", "worst", "docid-desc", "docid-desc-float32"):
        for name in ("ndcg", "mean_average_precision", "mrr", "bpref", "err", "rbp", "r_precision"):
            ours, expected = (getattr(gn, name)(ranked, ties=ties, per_query=True, undefined=-1.0) for ranked in (made, by_hand))
            assert ours == pytest.approx(expected, rel=1e-13)


def test_scores_are_doubles_to_trec_eval_10_and_floats_to_its_older_versions():
    """0.1 and 0.1 + 1e-10 are one 32-bit float: version 9 orders them by name, version 10 by score."""
    qrels, run = {"q": {"a": 1, "b": 0}}, {"q": {"a": 0.1 + 1e-10, "b": 0.1}}
    assert pytrec_eval.RelevanceEvaluator(qrels, {"recip_rank"}).evaluate(run)["q"]["recip_rank"] == 0.5
    ranked = gn.Ranked.from_qrels(qrels, run)
    assert gn.mrr(ranked, convention="trec_eval9") == gn.mrr(ranked, ties="docid-desc-float32") == 0.5
    assert gn.mrr(ranked, convention="trec_eval") == gn.mrr(ranked, ties="docid-desc") == 1.0
    rows = {"relevance": [0, 1], "score": [0.1, 0.1 + 1e-10], "group": ["q", "q"], "item": ["b", "a"]}
    assert gn.mrr(**rows, convention="trec_eval9") == 0.5
    assert gn.mrr(**rows, convention="trec_eval") == 1.0


@pytest.mark.parametrize("seed", range(5))
def test_where_no_two_scores_tie_as_floats_alone_both_versions_agree(seed):
    qrels, run = judged_and_run(seed, (0, 1, 2))
    coarse = {query: {name: float(np.float32(min(score, 3e38))) for name, score in items.items()} for query, items in run.items()}
    ranked = gn.Ranked.from_qrels(qrels, coarse)
    for measure, (name, cut) in MEASURES.items():
        k = {} if cut is None else {"k": 3}
        newer, older = (getattr(gn, name)(ranked, convention=one, per_query=True, **k) for one in ("trec_eval", "trec_eval9"))
        assert newer == older, measure


def test_rank_biased_precision_is_that_of_trec_eval_10():
    """p = 0.9, and grades over the highest of the query: worked by hand, since version 9 does not have it."""
    qrels = {"binary": {"a": 1, "b": 0, "c": 1}, "graded": {"a": 1, "b": 3, "c": 2, "missed": 4}}
    run = {"binary": {"a": 3.0, "b": 2.0, "c": 1.0}, "graded": {"b": 3.0, "unjudged": 2.0, "a": 1.0, "c": 0.5}}
    found = gn.rbp(gn.Ranked.from_qrels(qrels, run), convention="trec_eval", per_query=True)
    assert found["binary"] == pytest.approx(0.1 * (1 + 0.9**2), rel=1e-14)
    assert found["graded"] == pytest.approx(0.1 * (3 / 4 + 0.9**2 * 1 / 4 + 0.9**3 * 2 / 4), rel=1e-14)
