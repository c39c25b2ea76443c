"""Further measures of trec_eval, as pytrec_eval runs version 9: geometric, interpolated and inferred precision, and lists taken as sets."""

import math

import numpy as np
import pytest
import pytrec_eval
import typer
from scipy import stats

import gnomon as gn
from gnomon.cli import app
from gnomon.public.spelling import list_references
from reference.test_trec_eval import judged_and_run, ranked_of, with_negative_grades
from refusals import raises_id

LEVELS = [f"{tenth / 10:.2f}" for tenth in range(11)]
MEASURES = {
    "set_P": ("set_precision", {}),
    "set_recall": ("set_recall", {}),
    "set_F": ("set_f", {}),
    "infAP": ("inf_ap", {}),
    **{f"iprec_at_recall_{level}": ("iprec_at_recall", {"recall": float(level)}) for level in LEVELS},
}


def theirs(qrels, run, measure, level=1):
    asked = "iprec_at_recall" if measure.startswith("iprec") else measure
    found = pytrec_eval.RelevanceEvaluator(qrels, {asked}, relevance_level=level).evaluate(run)
    return {query: values[measure] for query, values in found.items()}


def runs(seed):
    """Unjudged and unretrieved documents, ties and queries without anything relevant."""
    return judged_and_run(seed, (0, 0, 1, 2), judged_only=False)


@pytest.mark.parametrize("measure", MEASURES)
@pytest.mark.parametrize("seed", range(100, 106))
@pytest.mark.parametrize("level", [1, 2])
def test_every_query_has_the_value_of_trec_eval(measure, seed, level):
    qrels, run = runs(seed)
    name, options = MEASURES[measure]
    expected = theirs(qrels, run, measure, level)
    for ranked in (ranked_of(qrels, run), gn.Ranked.from_qrels(qrels, run)):
        got = getattr(gn, name)(ranked, convention="trec_eval9", per_query=True, relevant=level, **options)
        assert got == pytest.approx(expected, rel=1e-12, abs=1e-15)
        mean = getattr(gn, name)(ranked, convention="trec_eval9", relevant=level, **options)
        assert mean == pytest.approx(np.mean(list(expected.values())), rel=1e-12)


@pytest.mark.parametrize("measure", MEASURES)
@pytest.mark.parametrize("seed", range(110, 113))
def test_negative_grades(measure, seed):
    qrels, run = with_negative_grades(seed)
    name, options = MEASURES[measure]
    got = getattr(gn, name)(ranked_of(qrels, run), convention="trec_eval9", per_query=True, **options)
    assert got == pytest.approx(theirs(qrels, run, measure), rel=1e-12, abs=1e-15)


@pytest.mark.parametrize("measure", MEASURES)
def test_versions_agree_where_scores_are_32_bit_floats(measure):
    qrels, run = runs(100)
    with np.errstate(over="ignore"):
        run = {query: {document: float(np.float32(score)) for document, score in found.items()} for query, found in run.items()}
    name, options = MEASURES[measure]
    options = options | ({"rounding": "trec_eval9"} if name == "iprec_at_recall" else {})  # in which the versions differ besides
    got = getattr(gn, name)(ranked_of(qrels, run), convention="trec_eval", per_query=True, **options)
    assert got == pytest.approx(theirs(qrels, run, measure), rel=1e-12, abs=1e-15)


@pytest.mark.parametrize("seed", range(120, 124))
def test_the_geometric_mean_has_the_floor_of_trec_eval(seed):
    qrels, run = runs(seed)
    found = pytrec_eval.RelevanceEvaluator(qrels, {"gm_map"}).evaluate(run)
    logarithms = [values["gm_map"] for values in found.values()]
    assert min(logarithms) == pytest.approx(math.log(1e-5)), "queries without a hit are among them"
    got = gn.gm_map(gn.Ranked.from_qrels(qrels, run), convention="trec_eval9")
    assert got == pytest.approx(pytrec_eval.compute_aggregated_measure("gm_map", logarithms), rel=1e-12)
    assert got == pytest.approx(math.exp(np.mean(logarithms)), rel=1e-12)


@pytest.mark.parametrize("seed", range(130, 133))
def test_judged_at_is_precision_at_a_level_below_every_grade(seed):
    """As ir_measures defines Judged@k; checked by judging every judged document relevant."""
    qrels, run = runs(seed)
    all_relevant = {query: dict.fromkeys(judged, 1) for query, judged in qrels.items()}
    found = pytrec_eval.RelevanceEvaluator(all_relevant, {"P.3,5,10"}).evaluate(run)
    for k in (3, 5, 10):
        got = gn.judged_at(gn.Ranked.from_qrels(qrels, run), k=k, denominator="k", convention="trec_eval9", per_query=True)
        assert got == pytest.approx({query: values[f"P_{k}"] for query, values in found.items()}, rel=1e-12)


def test_spellings_of_trec_eval_lead_to_them():
    asked = "gm_map, iprec_at_recall_0.10, iprec_at_recall.0.5, set_P, set_recall, set_F, infAP, judged@10, judged_10"
    assert [str(reference) for reference in list_references(asked)] == [
        "gm_map",
        "iprec_at_recall@0.1",
        "iprec_at_recall@0.5",
        "set_precision",
        "set_recall",
        "set_f",
        "inf_ap",
        "judged_at@10",
    ]


def test_recall_is_reached_or_rounded_as_trec_eval_does():
    """0.05 of 21 relevant items is more than one: trec_eval 9 asks for one, and one is less than that recall."""
    ranked = gn.Ranked.of([1] + [0] * 20 + [1] * 20, -np.arange(41.0), group=None)
    assert gn.iprec_at_recall(ranked, recall=0.05) == pytest.approx(21 / 41)
    assert gn.iprec_at_recall(ranked, recall=0.05, rounding="trec_eval9") == 1.0
    # A tenth of 30 is three, though 0.1 · 30 is a float above it.
    ranked = gn.Ranked.of([1] * 3 + [0] * 100 + [1] * 27, -np.arange(130.0), group=None)
    assert gn.iprec_at_recall(ranked, recall=0.1) == 1.0


@pytest.mark.parametrize("seed", range(140, 144))
def test_trec_eval_10_rounds_to_the_nearest(seed):
    """m_iprec_at_recall.c of trec_eval 10: cutoffs[i] = lround(cutoff_percents[i] * num_rel), and precision from that item on."""
    qrels, run = runs(seed)
    ranked = gn.Ranked.from_qrels(qrels, run)
    differ = 0
    for recall in (*(tenth / 10 for tenth in range(11)), 0.25, 0.333):
        got = gn.iprec_at_recall(ranked, recall=recall, convention="trec_eval", per_query=True)
        older = gn.iprec_at_recall(ranked, recall=recall, convention="trec_eval9", per_query=True)
        for query in got:
            order = sorted(run[query], key=lambda document: (run[query][document], document), reverse=True)
            found = np.cumsum([qrels[query].get(document, 0) >= 1 for document in order])
            total = sum(grade >= 1 for grade in qrels[query].values())
            wanted = math.floor(recall * total + 0.5)
            precision = [hits / rank for rank, hits in enumerate(found.tolist(), 1) if hits >= max(wanted, 1)]
            assert got[query] == pytest.approx(max(precision, default=0.0), rel=1e-12)
        differ += got != older
    assert differ


def test_the_smallest_case_of_rounding():
    """A tenth of 12 relevant items is 1.2: version 10 asks for one of them, version 9 for two."""
    qrels = {"q": {f"r{i}": 1 for i in range(12)}}
    run = {"q": {"r0": 10.0, "n": 9.0, "r1": 8.0}}
    assert theirs(qrels, run, "iprec_at_recall_0.10") == {"q": 2 / 3}, "pytrec_eval-terrier 0.5.11 carries version 9"
    ranked = gn.Ranked.from_qrels(qrels, run)
    assert gn.iprec_at_recall(ranked, recall=0.1, convention="trec_eval9") == 2 / 3
    assert gn.iprec_at_recall(ranked, recall=0.1, convention="trec_eval") == 1.0
    assert ranked.values("iprec_at_recall_0.10", convention="trec_eval") == {"iprec_at_recall_0.10": 1.0}
    assert gn.evaluate_runs(qrels, run, metrics="iprec_at_recall@0.1", convention="trec_eval", ci=None).values.popitem()[1] == 1.0


RULES = {
    # Of 12 relevant items: lround(1.2) is 1, int(1.2 + 0.9) is 2.
    "iprec_at_recall@0.1": ({"recall": 0.1}, {"trec_eval": 1.0, "trec_eval9": 2 / 3}),
    # Grades below 0 are not judged, and three items are shown.
    "judged_at@10": ({"k": 10}, {"trec_eval": 2 / 3, "trec_eval9": 2 / 3}),
}


@pytest.mark.parametrize("convention", ["trec_eval", "trec_eval9"])
@pytest.mark.parametrize("name", RULES)
def test_the_rules_of_trec_eval_for_judgments_and_runs(name, convention, tmp_path, capsys):
    queries = ("q", "r", "s")
    option, expected = RULES[name][0], pytest.approx(RULES[name][1][convention], rel=1e-15)
    qrels = {query: {f"d{i}": 1 for i in range(12)} | {"n": -1} for query in queries}
    run = {query: {"d0": 10.0, "n": 9.0, "d1": 8.0} for query in queries}
    other = run | {"s": {"n": 3.0, "m": 2.0}}
    ranked = gn.Ranked.from_qrels(qrels, run)
    assert getattr(gn, name.split("@")[0])(ranked, convention=convention, **option) == expected
    assert gn.interval(name, gn.Ranked.from_qrels(qrels, other), convention=convention).value * 1.5 == expected
    e = gn.evaluate_runs(qrels, {"a": run, "b": other}, metrics=name, convention=convention)
    assert [float(value) for (model, _), value in e.values.items() if model == "a"] == [expected]
    assert e.comparison.pairs[0].difference * 3 == expected
    (tmp_path / "q.txt").write_text("".join(f"{q} 0 {d} {grade}\n" for q, judged in qrels.items() for d, grade in judged.items()))
    for called, listed in (("a", run), ("b", other)):
        lines = (f"{q} Q0 {d} {rank} {score} {called}\n" for q, one in listed.items() for rank, (d, score) in enumerate(one.items(), 1))
        (tmp_path / f"{called}.run").write_text("".join(lines))
    asked = [
        "metrics",
        "--qrels",
        "q.txt",
        "--run",
        "a.run",
        "--run",
        "b.run",
        name,
        "--convention",
        convention,
        "--format",
        "json",
        "-o",
        "e.json",
    ]
    with pytest.raises(SystemExit) as ended:
        typer.main.get_command(app)([str(tmp_path / one) if "." in one and "@" not in one else one for one in asked])
    assert not ended.value.code, capsys.readouterr().err
    values = sorted(map(float, gn.Evaluation.load(tmp_path / "e.json").values.values()))
    assert [values[0] * 1.5, values[1]] == [expected, expected]


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("iprec_at_recall(convention=trec_eval)@0.1", 1.0),
        ("iprec_at_recall(convention=trec_eval9)@0.1", 12 / 23),  # two of twelve are reached with all, behind eleven others
        ("judged_at(convention=trec_eval)@10", 0.1),
        ("judged_at(convention=trec_eval9)@10", 0.1),
    ],
)
def test_the_rules_of_trec_eval_for_rows(name, expected, tmp_path):
    """Of each query one relevant item, eleven that are not judged, and eleven relevant ones."""
    grades = np.tile([1, *[-1] * 11, *[1] * 11], 3)
    rows = {"y": grades, "a": np.tile(-np.arange(23.0), 3), "q": np.repeat(["q", "r", "s"], 23), "d": [f"d{i}" for i in range(69)]}
    rows["b"] = np.where(rows["q"] == "s", -rows["a"], rows["a"])
    other = gn.interval(name, rows["y"], rows["b"], group=rows["q"], item=rows["d"]).value
    assert gn.Ranked.of(rows["y"], rows["a"], group=rows["q"], item=rows["d"]).values(name) == {name: pytest.approx(expected, rel=1e-15)}
    path = tmp_path / "rows.csv"
    path.write_text("y,a,b,q,d\n" + "".join(f"{y},{a},{b},{q},{d}\n" for y, a, b, q, d in zip(*(rows[c] for c in "yabqd"), strict=True)))
    asked = {"label": "y", "score": ["a", "b"], "group": "q", "item": "d", "task": "ranking", "metrics": [name]}
    assert gn.compare(rows, **asked).pairs[0].difference == pytest.approx(expected - other, abs=1e-15)
    for data in (rows, path):
        assert [float(value) for value in gn.evaluate(data, **asked).values.values()] == pytest.approx([expected, other], rel=1e-15)


def test_grades_below_0_are_unjudged_in_trec_eval():
    """unj of trec_eval 10 counts grades below 0; of two items it is .5 where one of them has −1."""
    ranked = gn.Ranked.from_qrels({"q": {"a": 1, "b": -1}}, {"q": {"a": 2.0, "b": 1.0}})
    assert gn.judged_at(ranked, k=2) == 1.0
    assert gn.judged_at(ranked, k=2, below_zero="unjudged") == 0.5
    assert gn.judged_at(ranked, k=2, convention="trec_eval") == 0.5


def test_a_list_shorter_than_k_is_divided_by_its_length():
    """ir_measures' rule for Judged@k; an empty list shows nothing that was judged."""
    ranked = gn.Ranked.from_qrels({"q": {"a": 1}, "r": {"a": 1}}, {"q": {"a": 2.0, "b": 1.0}})
    assert gn.judged_at(ranked, k=10, per_query=True) == {"q": 0.5, "r": 0.0}
    assert gn.judged_at(ranked, k=10, denominator="k", per_query=True) == {"q": 0.1, "r": 0.0}


ONLY = {
    "map": ("mean_average_precision", {}),
    "P_5": ("precision_at", {"k": 5}),
    "recall_10": ("recall_at", {"k": 10}),
    "ndcg": ("ndcg", {}),
    "ndcg_cut_10": ("ndcg", {"k": 10}),
    "bpref": ("bpref", {}),
    "recip_rank": ("mrr", {}),
    "infAP": ("inf_ap", {}),
}


@pytest.mark.parametrize("measure", ONLY)
@pytest.mark.parametrize("seed", range(150, 154))
def test_judged_only_is_trec_eval_with_j(measure, seed):
    qrels, run = runs(seed)
    asked = measure.replace("P_5", "P.5").replace("recall_10", "recall.10").replace("ndcg_cut_10", "ndcg_cut.10")
    found = pytrec_eval.RelevanceEvaluator(qrels, {asked}, judged_docs_only_flag=True).evaluate(run)
    expected = {query: values[measure] for query, values in found.items()}
    name, options = ONLY[measure]
    ranked = gn.Ranked.from_qrels(qrels, run)
    got = getattr(gn, name)(ranked, convention="trec_eval9", judged_only=True, per_query=True, **options)
    assert got == pytest.approx(expected, rel=1e-12, abs=1e-15)
    if measure in ("map", "ndcg"):
        assert got != getattr(gn, name)(ranked, convention="trec_eval9", per_query=True, **options)


def test_judged_only_on_every_path():
    qrels, run = runs(155)
    ranked = gn.Ranked.from_qrels(qrels, run)
    value = gn.precision_at(ranked, k=3, ties="stable", judged_only=True)
    name = "precision_at(ties=stable,judged_only=True)@3"
    assert ranked.values(name)[name] == value != gn.precision_at(ranked, k=3, ties="stable")
    assert gn.interval(name, ranked).value == value
    e = gn.evaluate_runs(qrels, run, metrics=name)
    assert [float(found) for found in e.values.values()] == [value]
    assert gn.precision_at(ranked, k=[3], ties="stable", judged_only=True) == {3: value}
    for wrong in ("yes", 2, None):
        with raises_id("public.judged_only_not_boolean"):
            gn.precision_at(ranked, k=3, judged_only=wrong)


@pytest.mark.parametrize("seed", range(160, 163))
@pytest.mark.parametrize("k", [None, 4])
def test_the_residual_is_what_unjudged_items_could_add(seed, k):
    """rbp of lists whose unjudged items are all relevant exceeds rbp by the residual, but for the weight of what was not shown."""
    qrels, run = runs(seed)
    at = {} if k is None else {"k": k}
    filled = {q: {**dict.fromkeys(run.get(q, {}), 1), **grades} for q, grades in qrels.items()}
    low, high = (gn.rbp(gn.Ranked.from_qrels(judged, run), p=0.7, per_query=True, **at) for judged in (qrels, filled))
    found = gn.rbp_residual(gn.Ranked.from_qrels(qrels, run), p=0.7, per_query=True, **at)
    for query, residual in found.items():
        shown = min(len(run.get(query, {})), k or 10**6)
        assert residual == pytest.approx(high[query] - low[query] + 0.7**shown, rel=1e-12)
    negative = gn.Ranked.from_qrels({"q": {"a": 1, "b": -1}}, {"q": {"a": 2.0, "b": 1.0}})
    assert gn.rbp_residual(negative, convention="trec_eval") == pytest.approx(0.1 * 0.9 + 0.81)
    assert gn.rbp_residual(negative, p=0.9) == pytest.approx(0.81)


def test_capped_recall_divides_by_what_k_items_can_hold():
    relevance, score = [1] * 6 + [0] * 4, -np.arange(10.0)
    assert gn.recall_at(relevance, score, None, k=3) == 0.5
    assert gn.recall_at(relevance, score, None, k=3, denominator="min(k,relevant)") == 1.0
    assert gn.recall_at(relevance, score, None, k=8, denominator="min(k,relevant)") == 1.0
    rows = [0, 0, 0, 1] * 4 + [1, 1, 1, 1], -np.arange(20.0)
    assert gn.interval("recall_at(denominator=min(k,relevant))@3", *rows, group=np.repeat(range(5), 4)).value == 0.2
    for convention in ("lightgbm", "xgboost"):
        assert gn.recall_at(relevance, score, None, k=3, convention=convention) == 0.5, "their rule is that of average precision"


def test_intervals_and_pairs_of_the_geometric_mean_are_drawn_on_its_scale():
    rng = np.random.default_rng(0)
    relevance = (rng.random((60, 12)) < 0.3).astype(int)
    relevance[:, 0] = 1
    rows = {"rel": relevance.ravel(), "q": np.repeat(np.arange(60), 12)}
    rows |= {name: (rng.random((60, 12)) + lift * relevance).ravel() for name, lift in (("a", 0.5), ("b", 0.0))}
    logarithms = {name: np.log(list(gn.gm_map(rows["rel"], rows[name], rows["q"], per_query=True).values())) for name in "ab"}
    mean = {name: np.exp(values.mean()) for name, values in logarithms.items()}
    assert gn.gm_map(rows["rel"], rows["a"], rows["q"]) == pytest.approx(mean["a"], rel=1e-13)
    half = stats.t.ppf(0.975, 59) * logarithms["a"].std(ddof=1) / np.sqrt(60)
    found = gn.interval("gm_map", rows["rel"], rows["a"], group=rows["q"])
    # Our quantile of Student's t has eight digits.
    assert (found.low, found.high) == pytest.approx((mean["a"] * np.exp(-half), mean["a"] * np.exp(half)), rel=1e-7)
    pair = gn.compare(rows, label="rel", score=["a", "b"], group="q", task="ranking", metrics=["gm_map"]).pairs[0]
    assert pair.difference == pytest.approx(mean["a"] - mean["b"], rel=1e-12)
    # The delta method: each query adds to the difference what the slopes of the two means make of its logarithms.
    parts = mean["a"] * logarithms["a"] - mean["b"] * logarithms["b"]
    assert pair.error == pytest.approx(parts.std(ddof=1) / np.sqrt(60), rel=1e-9)
    assert gn.evaluate(rows, label="rel", score="a", group="q", task="ranking", metrics=["gm_map"])["gm_map"] == pytest.approx(mean["a"])
