"""evaluate with queries, and evaluate_runs: every figure is that of the metric's own function on the same rows."""

import warnings

import numpy as np
import pytest

import gnomon as gn
from gnomon.catalog import parse
from gnomon.public.spelling import list_references
from refusals import raises_id, warns_undefined

rng = np.random.default_rng(0)
N = 6000
USER = rng.integers(0, 300, N)
EAGER = rng.normal(0, 1.2, 300)[USER]
TASTE = rng.standard_normal(N)
Y = (rng.random(N) < 1 / (1 + np.exp(2 - EAGER - TASTE))).astype(int)
LOG = {
    "user": USER,
    "y": Y,
    "good": TASTE + 0.5 * EAGER,
    "level": EAGER + 0.05 * TASTE + 0.1 * rng.standard_normal(N),
    "device": np.array(["phone", "tv"])[rng.integers(0, 2, N)],
    "grade": np.clip(np.rint(TASTE + 1), 0, 4).astype(int),
}
LISTS = ("gauc", "ndcg@10", "mean_average_precision", "mrr", "precision_at@10", "recall_at@10", "hit_ratio@10")


def quiet(call):
    with pytest.warns(gn.UndefinedMetricWarning):
        return call()


@pytest.fixture(scope="module")
def evaluation():
    return gn.evaluate(LOG, label="y", score=["good", "level"], group="user", by="device")


def test_values_are_those_of_the_functions(evaluation):
    assert evaluation.groups == 300
    assert (evaluation.task, evaluation.group, evaluation.cluster) == ("binary", "user", "user")
    for model in ("good", "level"):
        ranked = gn.Ranked.of(Y, LOG[model], group=USER)
        assert evaluation.held(model).ranked == ranked
        for metric in LISTS:
            value = evaluation[metric, model]
            options = parse(metric).arguments
            with warnings.catch_warnings():
                warnings.simplefilter("ignore", gn.UndefinedMetricWarning)
                assert float(value) == getattr(gn, parse(metric).entry.name)(ranked, **options)
            found = gn.interval(metric, ranked)
            assert (value.low, value.high, value.method) == (found.low, found.high, found.method)
    assert float(evaluation["gauc", "good"]) == pytest.approx(gn.gauc(Y, LOG["good"], USER), rel=1e-14)


def test_slices_are_ranked_from_their_own_rows(evaluation):
    for part in evaluation.slices:
        rows = LOG["device"] == part.by["device"]
        ranked = gn.Ranked.of(Y[rows], LOG["good"][rows], group=USER[rows])
        assert float(part.values["good", "gauc"]) == gn.gauc(ranked)
        assert float(part.values["good", "mrr"]) == gn.mrr(ranked)
        assert part.values["good", "ndcg@10"].low is not None


def test_models_are_compared_query_by_query(evaluation):
    pair = evaluation.comparison["gauc"]
    alone = gn.compare(Y, {"good": LOG["good"], "level": LOG["level"]}, group=USER, metrics="gauc")["gauc"]
    assert (pair.difference, pair.p_value, pair.method) == (alone.difference, alone.p_value, "paired mean")
    assert evaluation.comparison["roc_auc"].method == "delong"
    assert evaluation.comparison.clusters == 300


def test_grades_make_a_ranking_task(tmp_path):
    e = gn.evaluate(LOG, label="grade", score="good", group="user", by="device")
    assert (e.task, e.classes, e.positives) == ("ranking", (0, 1, 2, 3, 4), None)
    assert float(e["ndcg@10"]) == gn.ndcg(LOG["grade"], LOG["good"], USER, k=10)
    with raises_id("evaluation.metrics_reason"):
        gn.evaluate(LOG, label="grade", score="good", group="user", metrics="roc_auc")
    again = gn.Evaluation.load(e.save(tmp_path / "e.gnomon"))
    assert again.held().ranked == e.held().ranked
    assert (again.group, again.groups, again.to_dict()) == (e.group, e.groups, e.to_dict())
    figures = gn.Evaluation.load(e.save(tmp_path / "e.json"))
    assert float(figures["ndcg@10"]) == float(e["ndcg@10"])


def test_two_labels_can_be_grades_too():
    e = gn.evaluate(LOG, label="y", score="good", group="user", task="ranking", metrics="ndcg@5", ci=None)
    assert e.task == "ranking"
    assert float(e["ndcg@5"]) == quiet(lambda: gn.ndcg(Y, LOG["good"], USER, k=5))


def test_named_labels_have_a_positive_one():
    table = {**LOG, "y": np.array(["no", "yes"])[Y]}
    e = gn.evaluate(table, label="y", score="good", group="user", positive="yes", metrics="gauc", ci=None)
    assert float(e["gauc"]) == pytest.approx(gn.gauc(Y, LOG["good"], USER), rel=1e-14)


def test_files_and_frames_in_batches(tmp_path, monkeypatch):
    """A query's rows may stand in any batch."""
    import pandas as pd

    monkeypatch.setattr("gnomon.evaluation.survey.BATCH", 500)
    frame = pd.DataFrame(LOG)
    frame["user"] = "u" + frame["user"].astype(str)
    frame.to_parquet(tmp_path / "log.parquet")
    frame.to_csv(tmp_path / "log.csv", index=False)
    for data in (frame, tmp_path / "log.parquet", tmp_path / "log.csv"):
        e = gn.evaluate(data, label="y", score="good", group="user", metrics="gauc,ndcg@10", ci=None)
        assert float(e["gauc"]) == pytest.approx(gn.gauc(Y, LOG["good"], USER), rel=1e-14)
        assert e.groups == 300


def test_rows_without_a_group_are_refused_or_dropped():
    table = {**LOG, "user": [None if i % 1000 == 7 else f"u{u}" for i, u in enumerate(USER)]}
    with raises_id("evaluation.row_value_at_fault", argument="group", name="user", value="no value"):
        gn.evaluate(table, label="y", score="good", group="user")
    with pytest.warns(gn.DroppedRowsWarning, match="dropped 6 of"):
        e = gn.evaluate(table, label="y", score="good", group="user", missing="drop", metrics="gauc", ci=None)
    keep = np.arange(N) % 1000 != 7
    assert float(e["gauc"]) == pytest.approx(gn.gauc(Y[keep], LOG["good"][keep], USER[keep]), rel=1e-14)


@pytest.mark.parametrize("suffix", ["frame", ".csv", ".parquet", ".jsonl"])
@pytest.mark.parametrize("users", ["numbers", "names"])
def test_lists_that_do_not_fit_are_ranked_in_several_passes(tmp_path, monkeypatch, suffix, users):
    """Each pass takes the groups of one part; their union is exact, whole and by slice, intervals and comparisons included."""
    import pandas as pd

    from gnomon.evaluation import passes, run

    frame = pd.DataFrame(LOG)
    if users == "names":
        frame["user"] = "u" + frame["user"].astype(str)
    path = tmp_path / f"log{suffix}"
    writers = {".csv": lambda: frame.to_csv(path, index=False), ".parquet": lambda: frame.to_parquet(path)}
    writers[".jsonl"] = lambda: frame.to_json(path, orient="records", lines=True)
    data = frame if suffix == "frame" else (writers[suffix](), path)[1]
    asked = {"label": "y", "score": ["good", "level"], "group": "user", "by": "device", "metrics": "gauc,ndcg@10,hit_ratio@10,mrr,roc_auc"}
    whole = gn.evaluate(data, **asked)
    limit, parts = run.bounded, []
    monkeypatch.setattr(run, "bounded", lambda plan, memory: limit(plan, memory).replace(most_waiting=40_000, most_rows=700))
    needed = passes.parts_needed
    monkeypatch.setattr(passes, "parts_needed", lambda *known: parts.append(needed(*known)) or parts[-1])
    e = gn.evaluate(data, **asked)
    assert parts[0] > 2
    by_passes = [metric for metric in e.metrics if metric != "roc_auc"]
    for metric in by_passes:
        for name in e.names:
            got, expected = e[metric, name], whole[metric, name]
            assert (float(got), got.low, got.high) == pytest.approx((float(expected), expected.low, expected.high), rel=1e-12), metric
            assert got.reason == expected.reason
        assert e.comparison[metric].p_value == pytest.approx(whole.comparison[metric].p_value, rel=1e-9)
    for part, other in zip(e.slices, whole.slices, strict=True):
        assert (part.name, part.groups) == (other.name, other.groups)
        for key, value in part.values.items():
            assert float(value) == pytest.approx(float(other.values[key]), rel=1e-12)
    assert (e.groups, e.rows) == (whole.groups, whole.rows)
    assert "lists ranked in several passes" in str(e)
    again = gn.Evaluation.load(e.save(tmp_path / "e.gnomon"))
    assert again.held("good").ranked == e.held("good").ranked
    with raises_id("lists.lists_exceed_memory", name="at_k"):
        e.plot("at_k")
    e.report(tmp_path / "r.html")


def test_rows_dropped_are_dropped_in_every_pass(monkeypatch):
    from gnomon.evaluation import run

    table = {**LOG, "good": np.where(np.arange(N) % 9 == 0, np.nan, LOG["good"])}
    asked = {"label": "y", "score": ["good", "level"], "group": "user", "metrics": "gauc", "missing": "drop", "ci": None}
    with pytest.warns(gn.DroppedRowsWarning):
        whole = gn.evaluate(table, **asked)
    limit = run.bounded
    monkeypatch.setattr(run, "bounded", lambda plan, memory: limit(plan, memory).replace(most_waiting=40_000, most_rows=700))
    with pytest.warns(gn.DroppedRowsWarning):
        e = gn.evaluate(table, **asked)
    assert [float(v) for v in e.values.values()] == pytest.approx([float(v) for v in whole.values.values()], rel=1e-13)


def test_one_group_only():
    table = {name: values[USER == 5] for name, values in LOG.items()}
    e = gn.evaluate(table, label="y", score="good", group="user", metrics="roc_auc,gauc")
    assert float(e["gauc"]) == pytest.approx(float(e["roc_auc"]), rel=1e-14)
    assert e["gauc"].unsure == "an interval needs two queries"


QRELS = {f"q{q}": {f"d{d}": int(rng.integers(-1, 3)) for d in range(12)} for q in range(30)}
RUNS = {
    name: {
        f"q{q}": {f"d{d}": round(skill * QRELS.get(f"q{q}", {}).get(f"d{d}", 0) + rng.normal(), 2) for d in range(2, 16)}
        for q in range(first, 33)
    }
    for name, skill, first in (("weak", 0.3, 0), ("strong", 1.0, 0), ("late", 1.0, 4))
}


def test_runs_side_by_side():
    e = gn.evaluate_runs(QRELS, RUNS, metrics="ndcg@5, map, P@3, recall@10, bpref")
    assert e.metrics == ("ndcg@5", "mean_average_precision", "precision_at@3", "recall_at@10", "bpref")
    assert (e.names, e.groups, e.rows, e.classes) == (("weak", "strong", "late"), 30, 360, (-1, 0, 1, 2))
    for name, run in RUNS.items():
        ranked = gn.Ranked.from_qrels(QRELS, run)
        assert e.held(name).ranked == ranked
        assert ranked.unjudged == 3
        assert float(e["precision_at@3", name]) == gn.precision_at(ranked, k=3)
    assert len(e.comparison.pairs) == 15
    rules = {finding.rule for finding in e.findings}
    assert {"unanswered_queries", "unjudged_at_the_top"} <= rules


def test_conventions_hold_for_all_metrics():
    import pytrec_eval

    e = gn.evaluate_runs(QRELS, {"late": RUNS["late"]}, metrics="ndcg_cut_5, map, P_3, recip_rank", convention="trec_eval", ci=None)
    found = pytrec_eval.RelevanceEvaluator(QRELS, {"ndcg_cut.5", "map", "P.3", "recip_rank"}).evaluate(RUNS["late"])
    for metric, theirs in zip(e.metrics, ("ndcg_cut_5", "map", "P_3", "recip_rank"), strict=True):
        expected = np.mean([one[theirs] for one in found.values()])
        assert float(e[metric]) == pytest.approx(expected, rel=1e-9)


@pytest.mark.parametrize(
    ("text", "means"),
    [
        ("P_10", "precision_at@10"),
        ("P@5", "precision_at@5"),
        ("ndcg_cut.20", "ndcg@20"),
        ("map", "mean_average_precision"),
        ("map_cut_5", "mean_average_precision@5"),
        ("recall(relevant=2)@7", "recall_at(relevant=2)@7"),
        ("success_1", "success_at@1"),
        ("Rprec", "r_precision"),
        ("recip_rank", "mrr"),
        ("judged@3", "judged_at@3"),
        ("rbp(p=0.5)", "rbp(p=0.5)"),
    ],
)
def test_names_that_retrieval_people_know(text, means):
    assert [str(reference) for reference in list_references(text)] == [means]


def test_bad_runs():
    run = RUNS["weak"]
    for message, call in {
        "reads no ranked lists": lambda: gn.evaluate_runs(QRELS, run, metrics="roc_auc"),
        "'hit_rate' is a name of several metrics: success_at, hit_ratio": lambda: gn.evaluate_runs(QRELS, run, metrics="hit_rate@3"),
        "metrics: precision_at needs k=": lambda: gn.evaluate_runs(QRELS, run, metrics="precision"),
        "convention: 'trek' is not": lambda: gn.evaluate_runs(QRELS, run, convention="trek"),
        "runs: none named": lambda: gn.evaluate_runs(QRELS, []),
        "metrics: none named": lambda: gn.evaluate_runs(QRELS, run, metrics=[]),
        "is named twice": lambda: gn.evaluate_runs(QRELS, ["a.run", "a.run"]),
        "there is no file": lambda: gn.evaluate_runs("no such file", run),
        "share no query": lambda: gn.evaluate_runs({"other": {"d": 1}}, run),
    }.items():
        with pytest.raises(gn.InputError, match=message):
            call()


def rules_of(label="y", score="good", **table):
    found = gn.evaluate({**LOG, **table}, label=label, score=score, group="user", ci=None).findings
    return {finding.rule: finding for finding in found}


def test_auc_beside_gauc():
    found = rules_of(score="level")["auc_without_gauc"]
    assert found.severity == "problem"
    assert found.evidence["roc_auc"] > found.evidence["gauc"] + 0.1
    assert "auc_without_gauc" not in rules_of(score="taste", taste=TASTE)
    shifted = TASTE - 3 * EAGER
    assert rules_of(score="shifted", shifted=shifted)["gauc_above_auc"].severity == "caution"


def test_findings_on_queries():
    assert "groups_dropped" in rules_of(y=(Y & (USER < 60)))
    assert "nothing_relevant" in rules_of(y=(Y & (USER < 60)))
    assert "tied_lists" in rules_of(good=np.rint(TASTE))
    assert "queries_that_fail" in rules_of(good=-TASTE)
    assert "short_lists" in rules_of(user=np.arange(N) // 8)
    calm = rules_of(y=(TASTE + 0.3 * rng.standard_normal(N) > 0.3).astype(int))
    assert not {"groups_dropped", "nothing_relevant", "tied_lists", "queries_that_fail", "short_lists"} & set(calm)


def test_labels_that_are_named_positive_are_no_grades():
    """Labels 1 and 2 with a positive one, and -1 and 1, are two classes in every way in."""
    for no, yes, positive in ((1, 2, {"positive": 2}), (-1, 1, {})):
        table = {**LOG, "y": np.where(Y == 1, yes, no)}
        e = gn.evaluate(table, label="y", score=["good", "level"], group="user", metrics="gauc,ndcg(convention=sklearn)@5", **positive)
        pairs = gn.compare(table["y"], {"good": LOG["good"], "level": LOG["level"]}, group=USER, metrics=list(e.metrics), **positive)
        for metric in e.metrics:
            expected = gn.Ranked.of(Y, LOG["good"], group=USER).values(metric)[metric]
            assert float(e[metric, "good"]) == pytest.approx(expected, rel=1e-14)
            assert pairs[metric].value_a == pytest.approx(expected, rel=1e-14)


def test_what_does_not_go_with_lists_is_refused():
    weight, cluster = np.ones(N), LOG["device"]
    log = {"data": LOG, "label": "y", "score": "good"}
    scores = {"good": LOG["good"], "level": LOG["level"]}
    for message, call in {
        "weight: lists are ranked item by item": lambda: gn.compare(Y, scores, group=USER, weight=weight, metrics="gauc"),
        "cluster: with group= the groups are what is drawn": lambda: gn.compare(Y, scores, group=USER, cluster=cluster, metrics="gauc"),
        "cluster: with group=": lambda: gn.evaluate(**log, group="user", cluster="device"),
        "group: a ndarray names no column": lambda: gn.evaluate(**log, group=USER),
        "recall@10 cuts the scores .* it is recall_at@10": lambda: gn.evaluate(
            LOG, label="y", score="good", group="user", metrics="recall@10"
        ),
        "label: 'good' holds .* where a label is meant": lambda: gn.evaluate(LOG, label="good", score="level", group="user"),
        "metrics: none named": lambda: gn.Ranked.of([1], [1], group=None).values(""),
    }.items():
        with pytest.raises(gn.InputError, match=message):
            call()


def test_evaluations_of_other_data_are_not_paired():
    one, other = ({**LOG, "y": labels} for labels in (Y, 1 - Y))
    a, b = (gn.evaluate(table, label="y", score="good", group="user", metrics="mrr", ci=None) for table in (one, other))
    with raises_id("lists.judgments_differ", names="a", name="b", query=0):
        gn.compare({"a": a, "b": b}, metrics="mrr")


def test_slices_that_cut_lists_say_so():
    cut = {finding.rule for finding in gn.evaluate(LOG, label="y", score="good", group="user", by="device", ci=None).findings}
    whole = {**LOG, "device": np.array(["phone", "tv"])[USER % 2]}
    e = gn.evaluate(whole, label="y", score="good", group="user", by="device", ci=None)
    assert "slices_cut_lists" in cut
    assert "slices_cut_lists" not in {finding.rule for finding in e.findings}
    assert [part.groups for part in e.slices] == [150, 150]


def test_grades_below_one_say_so():
    found = {
        finding.rule
        for finding in gn.evaluate({**LOG, "grade": LOG["grade"] / 8}, label="grade", score="good", group="user", ci=None).findings
    }
    assert "grades_below_one" in found
    assert "nothing_relevant" not in found
    with warns_undefined("grades_below_relevant"):
        assert gn.mrr([0.5, 0], [2, 1], group=None) == 0


def test_findings_follow_the_convention():
    said = {finding.rule: finding.en for finding in gn.evaluate_runs(QRELS, {"late": RUNS["late"]}, convention="trec_eval").findings}
    assert "left out" in said["unanswered_queries"]
    assert "tied_lists" not in said
    coarse = {q: {d: round(s) for d, s in docs.items()} for q, docs in RUNS["weak"].items()}
    assert "tied_lists" in {finding.rule for finding in gn.evaluate_runs(QRELS, {"weak": coarse}).findings}
    mixed = gn.evaluate_runs(QRELS, {"late": RUNS["late"]}, metrics="ndcg@10, mean_average_precision(convention=trec_eval)")
    from gnomon.tasks.lists.tables import forms_of, query_table

    table = query_table(mixed.held().ranked, forms=forms_of(mixed.metrics))
    assert len(table.average_precision) == len(table.query) == len(table.ndcg)
