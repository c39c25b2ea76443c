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
