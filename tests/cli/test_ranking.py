"""Ranked lists on the command line: logs with groups, TREC judgments and runs."""

import gzip
import json

import numpy as np
import pytest

import gnomon as gn


@pytest.fixture(scope="module")
def trec(tmp_path_factory):
    """Judgments and two runs as files."""
    folder = tmp_path_factory.mktemp("trec")
    rng = np.random.default_rng(0)
    qrels, runs = [], {"a": [], "b": []}
    for query in range(301, 331):
        for document in range(15):
            grade = int(rng.integers(0, 3))
            qrels.append(f"{query} 0 d{document} {grade}")
            for name, skill in (("a", 0.4), ("b", 1.2)):
                runs[name].append(f"{query} Q0 d{document} {document + 1} {skill * grade + rng.normal():.3f} {name}")
    (folder / "q.txt").write_text("\n".join(qrels) + "\n")
    (folder / "a.run").write_text("\n".join(runs["a"]) + "\n")
    (folder / "b.run.gz").write_bytes(gzip.compress("\n".join(runs["b"]).encode()))
    return folder


@pytest.fixture(scope="module")
def log(tmp_path_factory):
    table = gn.samples.clicks(n=3000)
    path = tmp_path_factory.mktemp("log") / "log.csv"
    rows = zip(*(values.tolist() for values in table.values()), strict=True)
    path.write_text("\n".join([",".join(table), *(",".join(map(str, row)) for row in rows)]) + "\n")
    return path


def test_runs_side_by_side(run, trec):
    ended = run("metrics", "--qrels", trec / "q.txt", "--run", trec / "a.run", "--run", trec / "b.run.gz", "ndcg@10,map,mrr")
    assert ended.code == 0
    assert "30 queries" in ended.out
    ranked = {name: gn.Ranked.from_qrels(trec / "q.txt", trec / file) for name, file in (("a", "a.run"), ("b", "b.run.gz"))}
    for name in ranked:
        assert f"{gn.ndcg(ranked[name], k=10):.4f}" in ended.out
        assert f"{gn.mean_average_precision(ranked[name]):.4f}" in ended.out
    assert "a − b" in ended.out


def test_runs_are_named_and_written(run, trec, tmp_path):
    asked = ("--qrels", trec / "q.txt", "--run", f"bm25={trec / 'a.run'}", "--run", f"dense={trec / 'b.run.gz'}")
    ended = run("metrics", *asked, "map", "--convention", "trec_eval", "--format", "json", "-o", tmp_path / "e.json")
    assert ended.code == 0, ended.err
    known = json.loads((tmp_path / "e.json").read_text())
    assert [model["name"] for model in known["models"]] == ["bm25", "dense"]
    assert known["metrics"][0]["reference"] == "mean_average_precision(convention=trec_eval)"
    ended = run("report", *asked, "-o", tmp_path / "r.html")
    assert ended.code == 0, ended.err
    assert (tmp_path / "r.html").stat().st_size > 100_000


@pytest.mark.parametrize(
    ("asked", "says"),
    [
        (("--qrels", "q.txt", "map"), "--qrels and --run go together"),
        (("--run", "a.run", "map"), "--qrels and --run go together"),
        (("--qrels", "q.txt", "--run", "a.run", "--label", "y"), "leave --label out"),
        (("--qrels", "q.txt", "--run", "a.run", "roc_auc"), "--metrics: roc_auc reads no ranked lists; gnomon list --family ranking"),
        (("--qrels", "q.txt", "--run", "a.run", "ndcg@0"), "k=0 is not a whole number above 0"),
        (("--qrels", "q.txt", "--run", "a.run", "ndcg@-3"), "k=-3 is not a whole number above 0"),
        (("--qrels", "q.txt", "--run", "a.run", "map", "--convention", "trek"), "--convention: 'trek' is not"),
        (("--qrels", "nosuch.txt", "--run", "a.run", "map"), "--qrels: there is no file 'nosuch.txt'"),
        (("--qrels", "q.txt", "--run", "broken.run", "map"), "broken.run line 2 ('301 Q0 d1 2 much t') has the score 'much'"),
        (("--qrels", "q.txt", "--run", "twice.run", "map"), "has document 'd0' twice for query '301', in lines 1 and 2"),
        (("--qrels", "q.txt", "--run", "a.run", "--missing", "drop", "--na", "x"), "leave --missing, --na out"),
        (("--qrels", "q.txt", "--run", "a.run", "map", "--metrics", "mrr"), "leave --metrics out"),
        (("--qrels", "q.txt", "--run", "=a.run", "map"), "--run: '=a.run' has no name; write NAME=FILE"),
        (("--qrels", "q.txt", "--run", "a.run", "--run", "a.run", "map"), "--run: 'a.run' is named twice"),
        ((), "FILE: name a file of predictions, or --qrels and --run"),
        (("log.csv", "--convention", "trec_eval", "--label", "y", "--score", "p"), "--convention: that is for ranked lists"),
    ],
)
def test_bad_input(run, trec, monkeypatch, asked, says):
    monkeypatch.chdir(trec)
    (trec / "broken.run").write_text("301 Q0 d0 1 3.5 t\n301 Q0 d1 2 much t\n")
    (trec / "twice.run").write_text("301 Q0 d0 1 3.5 t\n301 Q0 d0 2 3.4 t\n")
    ended = run("metrics", *asked)
    assert ended.code == 2
    assert ended.out == ""
    assert says in ended.err


def test_a_log_by_user(run, log, tmp_path):
    asked = (log, "--label", "clicked", "--score", "p_taste", "--group", "user")
    ended = run("metrics", *asked, "--metrics", "roc_auc,gauc,ndcg@10")
    assert ended.code == 0
    assert "groups (user)" in ended.out
    table = gn.samples.clicks(n=3000)
    assert f"{gn.gauc(table['clicked'], table['p_taste'], table['user']):.4f}" in ended.out
    assert run("check", *asked, "--min", "gauc=0.99").code == 1
    assert run("check", *asked, "--min", "gauc=0.5").code == 0
    ended = run(
        "compare", log, "--label", "clicked", "--score", "p_taste", "--score", "p_popular", "--group", "user", "--metrics", "gauc,map"
    )
    assert ended.code == 0
    assert "paired mean" in ended.out
    ended = run("report", *asked, "-o", tmp_path / "r.html")
    assert ended.code == 0, ended.err


@pytest.mark.parametrize("convention", [None, "sklearn"])
def test_gates_follow_the_convention_that_was_asked_for(run, tmp_path, convention):
    """Gains differ by convention, so that another's figure would show."""
    rng = np.random.default_rng(3)
    grades, groups = rng.integers(0, 3, 200), np.repeat(np.arange(40), 5)
    scores = {"s": rng.random(200) + grades, "t": rng.random(200)}
    lines = [f"{g},{q},{'ab'[q % 2]},{s},{t}" for g, q, s, t in zip(grades, groups, *scores.values(), strict=True)]
    (tmp_path / "new.csv").write_text("\n".join(["rel,q,part,s,t", *lines]))
    (tmp_path / "old.csv").write_text("\n".join(["rel,q,part,t,s", *lines]))
    (tmp_path / "sizes.txt").write_text("5\n" * 40)
    value, before = (gn.ndcg(grades, column, groups, k=3, convention=convention) for column in scores.values())
    columns = ("--label", "rel", "--score", "s", *(("--convention", convention) if convention else ()))
    grouped = (*columns, "--group", "q", "--task", "ranking")
    for asked in (
        (*grouped, "--baseline-score", "t"),
        (*columns, "--group-sizes", tmp_path / "sizes.txt", "--baseline-score", "t"),
        (*grouped, "--no-worse-than", tmp_path / "old.csv"),
    ):
        ended = run("check", tmp_path / "new.csv", *asked, "--margin", "ndcg@3=0.01")
        assert ended.code == 0, ended.err
        assert f"{value:.4f}  {value - before:+.4f}" in ended.out
        assert f"baseline {before:.4f}, margin 0.01" in ended.out, "the margin is that of the metric, whatever its convention"
    sliced = run("check", tmp_path / "new.csv", *grouped, "--min", "ndcg@3=0.2", "--by", "part")
    assert "part = a" in sliced.out, "every gate holds for each slice as well"
    assert "3 of 3 passed" in sliced.out


def test_gates_on_runs_follow_the_convention_that_was_asked_for(run, trec):
    files = ("--qrels", trec / "q.txt", "--run", trec / "b.run.gz", "--no-worse-than", trec / "a.run")
    said = run("check", *files, "--margin", "ndcg@10=0.01", "--convention", "trec_eval").out
    value = float(gn.evaluate_runs(trec / "q.txt", trec / "b.run.gz", metrics="ndcg@10", convention="trec_eval")["ndcg@10"])
    assert f"{value:.4f}" in said
    assert "margin 0.01" in said
