"""Ranked lists are measured alike wherever they are cut, and judgments mean the same however they come."""

import numpy as np
import pandas as pd
import pytest
from scipy import stats
from typer.testing import CliRunner

import gnomon as gn
from gnomon.cli import app
from refusals import raises_id

rng = np.random.default_rng(12)
GRADES = [3, 0, 1, 0, 2, 0, 1, 0, 0, 0, 1, 0]
TABLE = {"y": GRADES, "s": [0.9, 0.5, 0.1] * 4, "g": [1] * 3 + [2] * 3 + [3] * 3 + [4] * 3, "d": ["A"] * 6 + ["B"] * 6}


def test_slices_share_the_highest_grade():
    found = gn.evaluate(TABLE, label="y", score="s", group="g", by="d", metrics="err", task="ranking", ci=None)
    each = gn.err(TABLE["y"], TABLE["s"], TABLE["g"], per_query=True)
    wanted = {"A": (each[1] + each[2]) / 2, "B": (each[3] + each[4]) / 2}
    assert {part.by["d"]: float(part.values["s", "err"]) for part in found.slices} == pytest.approx(wanted, rel=1e-12)
    ranked = gn.Ranked.of(TABLE["y"], TABLE["s"], group=TABLE["g"])
    half = ranked.take([2, 3])
    assert gn.err(half) == pytest.approx(wanted["B"], rel=1e-12)
    assert gn.err(gn.Ranked.from_bytes(half.to_bytes())) == gn.err(half)
    assert gn.err(ranked.take([0, 1]) + half) == gn.err(ranked)


def test_several_passes_share_the_highest_grade(monkeypatch):
    import gnomon.evaluation.run as run

    n = 4000
    table = {"y": np.where(np.arange(n) == 17, 4, rng.integers(0, 2, n)), "s": rng.random(n), "g": np.arange(n) // 10}
    asked = {"label": "y", "score": "s", "group": "g", "task": "ranking", "metrics": "err, ndcg@5"}
    one = gn.evaluate(table, **asked)
    bounded = run.bounded
    monkeypatch.setattr(run, "bounded", lambda plan, limit: bounded(plan, limit).replace(most_waiting=20_000, most_rows=700))
    several = gn.evaluate(table, **asked)
    assert "several passes" in str(several)
    assert [float(value) for value in several.values.values()] == pytest.approx([float(value) for value in one.values.values()], rel=1e-12)


def test_different_sets_of_rows_name_the_highest_grade():
    parts = {name: {key: np.array(column)[np.array(TABLE["d"]) == name] for key, column in TABLE.items()} for name in "AB"}
    asked = {"label": "y", "score": "s", "group": "g", "task": "ranking", "paired": False}
    with raises_id("evaluation.metrics_objection"):
        gn.compare(parts, metrics="err", **asked)
    assert gn.compare(parts, metrics="err(max_grade=3)", **asked).pairs[0].value_b == pytest.approx(0.09375, rel=1e-12)


def test_kept_rows_are_matched_by_the_key_they_were_kept_with(tmp_path):
    table = pd.DataFrame(gn.samples.credit(400))
    table["id"] = range(400)
    one = table.sort_values(["default", "p_new"])[["id", "default", "p_new"]].rename(columns={"p_new": "p"})
    other = table.sort_values(["default", "id"])[["id", "default", "p_old"]].rename(columns={"p_old": "p"})
    kept = {
        name: gn.evaluate(part, label="default", score="p", keep_rows=True, key="id", metrics="roc_auc")
        for name, part in (("a", one), ("b", other))
    }
    wanted = gn.compare(table["default"], {"a": table["p_new"], "b": table["p_old"]}, metrics="roc_auc").pairs[0]
    found = gn.compare(kept, metrics="roc_auc").pairs[0]
    assert (found.difference, found.p_value) == pytest.approx((wanted.difference, wanted.p_value), rel=1e-9)  # rows in another order
    assert gn.compare(kept, metrics="roc_auc", key="id").pairs[0].p_value == found.p_value


@pytest.mark.parametrize("nothing", [[], {}, set(), {"b": 0}], ids=repr)
def test_a_query_with_nothing_relevant_is_a_query(nothing):
    truth = {"u": {"a": 1} if isinstance(nothing, dict) else ["a"], "v": nothing}
    found = gn.evaluate_runs(truth, {"r": {"u": ["a", "c"], "v": ["a"]}}, metrics="mrr", ci=None)
    assert found.groups == 2
    assert float(found["mrr"]) == 0.5


def test_queries_that_nobody_judged_are_counted():
    found = gn.evaluate_runs({"u": {"a": 1}}, {"r": {"u": ["a"], "v": ["a"], "w": ["b"]}}, metrics="mrr", ci=None)
    assert "2 queries of the runs without judgments left out" in str(found)


@pytest.mark.filterwarnings("ignore:.*read as Chinese in GB18030")
@pytest.mark.parametrize("encoding", ["gbk", "utf-16", "utf-8-sig"])
def test_trec_files_are_read_in_their_encoding(encoding, tmp_path):
    qrels, run = tmp_path / "q.txt", tmp_path / "r.run"
    qrels.write_bytes("查询1 0 文档 1\n查询2 0 文档 1\n".encode(encoding))
    run.write_text("查询1 Q0 文档 1 2.0 t\n查询2 Q0 其他 1 2.0 t\n", encoding="utf-8")
    assert gn.mrr(gn.Ranked.from_qrels(qrels, run), per_query=True) == {"查询1": 1.0, "查询2": 0.0}


def test_a_trec_file_in_no_known_encoding_stays_bytes(tmp_path):
    for name in ("q", "r"):
        (tmp_path / name).write_bytes({"q": "café 0 d 1\n", "r": "café Q0 d 1 2.0 t\n"}[name].encode("latin-1"))
    assert gn.mrr(gn.Ranked.from_qrels(tmp_path / "q", tmp_path / "r")) == 1.0
    out = tmp_path / "out.csv"
    said = [
        "metrics",
        "--qrels",
        str(tmp_path / "q"),
        "--run",
        str(tmp_path / "r"),
        "mrr",
        "--per-query",
        "--format",
        "csv",
        "-o",
        str(out),
    ]
    assert CliRunner().invoke(app, [*said, "--format", "csv", "-o", str(out)]).exit_code == 0
    assert "café".encode("latin-1") in out.read_bytes()


def test_judgments_by_query_are_sent_to_their_own_door():
    for read in (lambda: gn.ndcg({"u": ["a"]}, {"u": ["a", "b"]}, k=5), lambda: gn.ndcg([1, 0], {"u": ["a"]}, k=1)):
        with raises_id("inputs.judgments_given_as_rows"):
            read()


def test_an_empty_list_is_perfect_only_where_the_tool_says_so():
    grades, scores = [[0, 0], [0, 1]], [[1, 2], [2, 1]]
    assert gn.mrr(grades, scores, convention="lightgbm") == gn.mrr(grades, scores) == 0.25
    assert gn.ndcg([[0, 0], [1, 0]], [[1, 2], [2, 1]], convention="lightgbm") == 1.0


def test_what_few_queries_tell_is_students():
    truth = {f"q{k}": {"d": 1} for k in range(4)}
    runs = {"a": {q: ["d"] for q in truth}, "b": {q: [*(f"x{i}" for i in range(k)), "d"] for k, q in enumerate(truth)}}
    found = gn.evaluate_runs(truth, runs, metrics="mrr")
    finding = next(one for one in found.findings if one.rule == "too_few_to_tell")
    pair = found.comparison["mrr"]
    wanted = (stats.t.ppf(0.975, pair.df) + stats.t.ppf(0.8, pair.df)) * pair.error
    assert pair.df == 3
    assert finding.evidence["detectable"] == pytest.approx(wanted, rel=1e-9)  # SciPy's quantile against its special function
