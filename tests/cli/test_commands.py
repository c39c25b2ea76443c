"""Each command on good input."""

import csv
import io
import json
import os
import subprocess
import sys

import pandas as pd
import pytest

import gnomon as gn
from forked import gnomon
from gnomon.cli.formula import readable

BOTH = ("--label", "default", "--score", "new=p_new", "--score", "old=p_old", "--by", "region")


def test_metrics_as_a_table(run, loans):
    ended = run("metrics", loans, *BOTH, "--metrics", "roc_auc,ks,f1@0.3,f_score(beta=2)@0.3")
    assert ended.code == 0
    assert ended.err == ""
    table = pd.read_csv(loans)
    for name, column in (("new", "p_new"), ("old", "p_old")):
        assert name in ended.out
        assert f"{gn.roc_auc(table['default'], table[column]):.4f}" in ended.out
        assert f"{gn.f_score(table['default'], (table[column] >= 0.3).astype(int), beta=2):.4f}" in ended.out
    assert "region = south" in ended.out
    assert "\x1b[" not in ended.out, "no colours in a pipe"


def test_metrics_as_json(run, loans, tmp_path):
    ended = run("metrics", loans, *BOTH, "--format", "json")
    known = json.loads(ended.out)
    table = pd.read_csv(loans)
    assert known["values"][0]["value"] == gn.roc_auc(table["default"], table["p_new"])
    assert run("metrics", loans, *BOTH, "--format", "json", "-o", tmp_path / "e.json").out == ""
    assert gn.Evaluation.load(tmp_path / "e.json")["roc_auc", "new"] == known["values"][0]["value"]


def test_metrics_as_csv(run, loans):
    lines = list(csv.DictReader(io.StringIO(run("metrics", loans, *BOTH, "--format", "csv").out)))
    table = pd.read_csv(loans)
    south = table[table["region"] == "south"]
    line = next(x for x in lines if (x["model"], x["slice"], x["metric"]) == ("old", "region = south", "ks"))
    assert float(line["value"]) == gn.ks(south["default"], south["p_old"])
    assert int(line["rows"]) == len(south)


def test_metrics_as_markdown(run, loans):
    lines = run("metrics", loans, *BOTH, "--format", "markdown").out.split("\n")
    table = pd.read_csv(loans)
    new, old = (gn.roc_auc(table["default"], table[column]) for column in ("p_new", "p_old"))
    assert lines[:2] == ["| metric | new | old |", "| --- | ---: | ---: |"]
    ends = [gn.interval("roc_auc", table["default"], table[column]) for column in ("p_new", "p_old")]
    shown = [f"{value:.4f} [{one.low:.4f}, {one.high:.4f}]" for value, one in zip((new, old), ends, strict=True)]
    assert lines[2] == f"| roc_auc | {shown[0]} | {shown[1]} |"
    bare = run("metrics", loans, *BOTH, "--format", "markdown", "--ci", "none").out.split("\n")
    assert bare[2] == f"| roc_auc | {new:.4f} | {old:.4f} |"
    assert any(line.startswith("| region = south |") for line in lines)


def test_report_writes_one_file_and_says_where(run, loans, tmp_path):
    ended = run("report", loans, *BOTH, "-o", tmp_path / "r.html", "--save", tmp_path / "e.gnomon")
    assert ended.code == 0
    assert f"report  {tmp_path / 'r.html'}" in ended.out
    page = (tmp_path / "r.html").read_text(encoding="utf-8")
    assert "loans.csv" in page
    assert gn.Evaluation.load(tmp_path / "e.gnomon").names == ("new", "old")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["e.gnomon", "r.html"]


def test_report_in_chinese(run, loans, tmp_path):
    ended = run("report", loans, *BOTH, "-o", tmp_path / "r.html", "--lang", "zh")
    assert "校准良好" in ended.out
    assert '<html lang="zh' in (tmp_path / "r.html").read_text(encoding="utf-8")


def test_several_files_and_standard_input(run, loans, tmp_path):
    whole = json.loads(run("metrics", loans, *BOTH, "--format", "json").out)
    lines = loans.read_text().splitlines(keepends=True)
    for k, part in enumerate((lines[1:1000], lines[1000:])):
        (tmp_path / f"part{k}.csv").write_text(lines[0] + "".join(part))
    parts = json.loads(run("metrics", tmp_path / "part0.csv", tmp_path / "part1.csv", *BOTH, "--format", "json").out)
    assert parts["values"] == whole["values"]
    command = [sys.executable, "-m", "gnomon", "metrics", "-", *BOTH, "--format", "json"]
    piped = subprocess.run(command, input=loans.read_bytes(), capture_output=True, check=True)
    assert json.loads(piped.stdout)["values"] == whole["values"]
    assert piped.stderr == b""


def test_labels_and_positive(run, tmp_path):
    path = tmp_path / "t.csv"
    path.write_text("truth,answer,p\nyes,yes,0.9\nno,yes,0.6\nno,no,0.1\nyes,no,0.4\n")
    known = json.loads(
        run("metrics", path, "--label", "truth", "--prediction", "answer", "--score", "p", "--positive", "yes", "--format", "json").out
    )
    values = {value["metric"]: value["value"] for value in known["values"]}
    assert values["precision"] == 0.5
    assert values["roc_auc"] == 0.75


def test_several_classes(run, tmp_path):
    path = tmp_path / "t.csv"
    path.write_text("truth,c,d,r\ncat,0.8,0.1,0.1\ndog,0.2,0.5,0.3\nrabbit,0.1,0.6,0.3\n")
    ended = run("metrics", path, "--label", "truth", "--score", "cat=c", "--score", "dog=d", "--score", "rabbit=r", "--metrics", "accuracy")
    assert "0.6667" in ended.out
    assert "3 classes" in ended.out


def test_dropped_rows_are_a_note(run, tmp_path):
    path = tmp_path / "t.csv"
    path.write_text("y,p\n1,0.9\n0,\n0,0.2\n")
    ended = run("metrics", path, "--label", "y", "--score", "p", "--missing", "drop")
    assert ended.code == 0
    assert ended.err == "note: dropped 1 of 3 rows with missing values: p in 1\n"
    assert "1 row dropped" in ended.out


def test_check_passes_and_fails(run, small, tmp_path):
    asked = ("check", small, "--label", "y", "--score", "p")
    passed = run(*asked, "--min", "roc_auc=0.6", "--max", "brier_score=0.3")
    assert passed.code == 0
    assert "2 of 2 passed" in passed.out
    assert "✖" not in passed.out
    failed = run(*asked, "--min", "roc_auc=0.99", "--max", "brier_score=0.3")
    assert failed.code == 1
    assert "✖ FAIL" in failed.out
    assert "≥ 0.99" in failed.out
    assert "1 of 2 passed, 1 failed" in failed.out


def test_check_against_a_baseline(run, small, tmp_path):
    old = tmp_path / "old.json"
    run("metrics", small, "--label", "y", "--score", "p", "--format", "json", "-o", old)
    asked = ("check", small, "--label", "y", "--score", "p", "--baseline", old)
    assert run(*asked).code == 0
    table = pd.read_csv(small)
    table["p"] = table["p"].where(table.index % 3 > 0, 0.5)
    worse = tmp_path / "worse.csv"
    table.to_csv(worse, index=False)
    ended = run("check", worse, "--label", "y", "--score", "p", "--baseline", old, "--tolerance", "ks=0.01")
    assert ended.code == 1
    assert "ks" in ended.out
    assert "baseline" in ended.out
    assert "roc_auc" not in ended.out, "naming metrics compares these only"
    assert run("check", worse, "--label", "y", "--score", "p", "--baseline", old, "--tolerance", "0.9").code == 0
    bare = run("check", worse, "--baseline", old, "--tolerance", "ks=0.01", "--min", "roc_auc=0.1", "--max", "brier_score=0.9")
    assert bare.code == 1, "columns that are not named are those of the baseline"
    assert "2 of 3 passed, 1 failed" in bare.out
    table["q"] = pd.read_csv(small)["p"]
    table.to_csv(worse, index=False)
    assert run("check", worse, "--baseline", old, "--score", "p=q", "--tolerance", "ks=0.01").code == 0, "a column that is named is used"
    new = tmp_path / "new.json"
    run("metrics", worse, "--label", "y", "--score", "p", "--format", "json", "-o", new)
    assert run("check", new, "--baseline", old, "--tolerance", "ks=0.01").code == 1


def test_check_takes_every_kind_of_column_from_its_baseline(run, tmp_path):
    table = pd.DataFrame({"y": ["a", "b", "c"] * 20, "p=1": [0.1, 0.5, 0.9] * 20}).assign(z=lambda t: (t["y"] == "c").astype(int))
    for place, name in enumerate("abc"):
        table[name] = [0.8 if k % 3 == place else 0.1 for k in range(60)]
        table[f"{name}2"] = [0.6 if k % 3 == place else 0.2 for k in range(60)]
    table.to_csv(tmp_path / "t.csv", index=False)
    two = {"m1": {name: name for name in "abc"}, "m2": {name: f"{name}2" for name in "abc"}}
    for asked in (
        {"label": "z", "score": "p=1"},
        {"label": "y", "score": two},
        {"label": "y", "score": two["m1"]},
        {"label": "z", "prediction": "z2", "task": "multiclass"},
    ):
        gn.evaluate(table.assign(z2=table["z"]), **asked).save(tmp_path / "old.json")
        table.assign(z2=table["z"]).to_csv(tmp_path / "t.csv", index=False)
        ended = run("check", tmp_path / "t.csv", "--baseline", tmp_path / "old.json")
        assert ended.code == 0, (asked, ended)


def test_a_compact_evaluation_is_recognised(run, small, tmp_path):
    known = json.loads(run("metrics", small, "--label", "y", "--score", "p", "--format", "json").out)
    (tmp_path / "e.json").write_text(json.dumps(known, separators=(",", ":")))
    assert run("check", tmp_path / "e.json", "--min", "roc_auc=0.1").code == 0


def test_explain(run):
    ended = run("explain", "ks")
    assert ended.out.strip() == str(gn.explain("ks")).strip()
    assert "查全率" in run("explain", "recall", "--lang", "zh").out
    assert "`roc_auc`" in run("explain", "auc").out
    assert "roc_auc" in run("explain", "rocacu").err


@pytest.mark.parametrize("lang", ["en", "zh"])
@pytest.mark.parametrize("entry", list(gn.catalog.entries()), ids=lambda entry: entry.name)
def test_formulas_can_be_read_on_a_terminal(entry, lang):
    explanation = gn.explain(entry.name, lang=lang)
    text = readable(str(explanation))
    assert "$" not in text
    assert "\\" not in text
    for name in explanation.related.split("`")[1::2]:
        assert name in text


def test_list(run):
    lines = run("list").out.strip().split("\n")
    assert len(lines) == len(list(gn.catalog.entries()))
    assert lines[0].split("\t")[0] == "precision"
    scores = run("list", "--family", "scores").out.strip().split("\n")
    assert {line.split("\t")[2] for line in scores} == {"scores"}
    assert "recall\t" in run("list", "查全率").out
    assert json.loads(run("list", "--format", "json").out)[0]["name"] == "precision"


@pytest.mark.parametrize("command", ["report", "metrics", "check", "explain", "list", "demo"])
def test_help_teaches_by_example(run, command):
    ended = run(command, "--help")
    assert ended.code == 0
    assert "Example" in ended.out
    assert f"gnomon {command}" in ended.out


def test_the_first_help_names_every_command_and_the_environment(run):
    shown = run("--help").out
    for word in ("report", "metrics", "check", "explain", "list", "demo", "GNOMON_THREADS", "NO_COLOR", "Exit codes"):
        assert word in shown
    assert run("--version").out == f"gnomon {gn.__version__}\n"


def test_colour_only_where_somebody_looks(loans):
    plain = gnomon("metrics", loans, *BOTH)
    assert "\x1b[" not in plain.stdout
    forced = gnomon("metrics", loans, *BOTH, env={**os.environ, "FORCE_COLOR": "1"})
    assert "\x1b[" in forced.stdout


def test_the_installed_command_is_the_same():
    command = os.path.join(os.path.dirname(sys.executable), "gnomon")
    assert subprocess.run([command, "--version"], capture_output=True, text=True, check=True).stdout == f"gnomon {gn.__version__}\n"
