"""gnomon psi: two files, one file by month, formats, gates, and what is refused."""

import csv
import io
import json

import numpy as np
import pandas as pd
import pytest

import gnomon as gn

RNG = np.random.default_rng(4)


def made(n, shift):
    x = RNG.normal(shift, 1, n)
    frame = pd.DataFrame({"month": RNG.choice(["2024-01", "2024-03"], n), "age": np.round(40 + 10 * x), "score": np.round(x, 2)})
    return frame.assign(bad=(RNG.random(n) < 1 / (1 + np.exp(2 - x))).astype(int), w=RNG.integers(1, 3, n))


A, B = made(800, 0.0), made(900, 0.8)


@pytest.fixture
def files(tmp_path):
    paths = tmp_path / "train.csv", tmp_path / "today.parquet"
    A.to_csv(paths[0], index=False)
    B.to_parquet(paths[1])
    return paths


def test_every_shared_column(run, files):
    ended = run("psi", *files)
    assert ended.code == 0, ended.err
    want = gn.psi_table(A, B)
    assert ended.out.rstrip("\n") == str(want)
    held = json.loads(run("psi", *files, "--format", "json").out)
    assert held["column"] == want.column.tolist()
    assert held["psi"] == pytest.approx(want.psi.tolist(), rel=1e-12)
    rows = list(csv.DictReader(io.StringIO(run("psi", *files, "--format", "csv").out)))
    assert [row["column"] for row in rows] == want.column.tolist()


def test_one_column_bin_by_bin(run, files, tmp_path):
    ended = run("psi", *files, "--column", "age", "--bins", "30,40,50", "--weight", "w", "--special", "age=41", "--zero", "0.001")
    want = gn.psi_table(A["age"], B["age"], bins=[30, 40, 50], weight=(A["w"], B["w"]), special=[41], zero=0.001)
    assert ended.out.rstrip("\n") == str(want)
    assert run("psi", *files, "--column", "age", "--closed", "right", "--strategy", "width", "-o", tmp_path / "t.txt").out == ""
    assert (tmp_path / "t.txt").read_text().rstrip("\n") == str(gn.psi_table(A["age"], B["age"], closed="right", strategy="width"))
    codes = json.loads(run("psi", *files, "--column", "bad", "--categories", "bad", "--format", "json").out)
    assert codes["bin"] == ["0", "1"]


def test_month_by_month(run, files):
    ended = run("psi", *files, "--over", "month", "--score", "score", "--label", "bad", "--column", "age")
    want = gn.stability(B, reference=A, score="score", label="bad", variables=["age"])
    assert ended.out.rstrip("\n") == str(want)
    alone = run("psi", files[1], "--over", "month", "--reference", "2024-03", "--format", "json")
    assert json.loads(alone.out)["variable_psi"] == gn.stability(B, reference="2024-03").to_dict()["variable_psi"]
    lower = run("psi", files[1], "--over", "month", "--score", "score", "--label", "bad", "--direction", "lower", "--format", "json")
    assert json.loads(lower.out)["gini"] == gn.stability(B, score="score", label="bad", direction="lower").gini.tolist()


def test_gates(run, files, tmp_path):
    ended = run("psi", *files, "--fail-above", "0.25")
    assert ended.code == 1
    assert "✗ age: PSI" in ended.out
    assert "✗ month" not in ended.out
    assert run("psi", *files, "--column", "month", "--fail-above", "0.25").code == 0
    assert run("psi", *files, "--over", "month", "--fail-above", "0.25", "--format", "json").code == 1
    small = [tmp_path / "a.csv", tmp_path / "b.csv"]
    for path in small:
        pd.DataFrame({"x": RNG.normal(size=30)}).to_csv(path, index=False)
    assert run("psi", *small, "--fail-above", "0.1").code == 1
    assert run("psi", *small, "--fail-above", "0.1", "--sure").code == 0  # 30 rows show nothing


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        (["--over", "mont"], "--over: no column 'mont'"),
        (["--column", "agee"], "--column: no column 'agee'"),
        (["--bins", "ten"], "--bins: 'ten' is no number of bins and no edges"),
        (["--bins", "1"], "--bins 1 is not a number of bins from 2"),
        (["--strategy", "tree"], "--strategy 'tree' is not 'quantile', 'width'"),
        (["--zero", "none"], "--zero 'none' is not a number of rows"),
        (["--zero", "0.9"], '--zero 0.9 is no small share; if rows are meant, write --zero "0.9 rows"'),
        (["--format", "xml"], "--format: 'xml' is not table or json or csv"),
        (["--label", "bad"], "--label: goes with --over"),
        (["--missing", "drop"], "--missing: goes with --over"),
        (["--sure"], "--sure goes with --fail-above"),
        (["--special", "age=1", "--special", "2"], "--special: write COLUMN=CODE for every code, or for none"),
        (["--special", "-999"], "--special: no row of either sample has -999"),
        (["--special", "age=-999"], "--special: no row of 'age' has -999"),
        (["--over", "month", "--reference", "2024-01"], "--reference names a period of one file"),
        (["--direction", "up"], "--direction 'up' is not"),
    ],
)
def test_refused(run, files, typed, said):
    ended = run("psi", *files, *typed, "--lang", "en")
    assert ended.code == 2
    assert said in ended.err
    assert run("psi", *files, *typed, "--lang", "zh").code == 2


def test_one_file_needs_its_months(run, files):
    ended = run("psi", files[0], "--lang", "en")
    assert (ended.code, "name two files" in ended.err) == (2, True)
    assert run("psi", *files, "-o", files[0]).code == 2  # nothing is written over what is read


def test_chinese(run, files):
    ended = run("psi", *files, "--over", "month", "--lang", "zh")
    assert "首尾之间有 1 个时期没有任何行：2024-02" in ended.out
    assert "已明显漂移" in ended.out


def test_a_gate_passes_no_column_that_it_could_not_look_at(run, tmp_path):
    names = ["train.csv", "empty.csv", "slip.csv", "months.csv"]
    train, empty, slip, months = (tmp_path / name for name in names)
    frame = pd.DataFrame({"b": np.arange(300), "n": np.arange(300)})
    frame.to_csv(train, index=False)
    frame[:0].to_csv(empty, index=False)
    frame.astype({"b": object}).assign(b=lambda f: f["b"].where(f["b"] != 5, "x")).to_csv(slip, index=False)
    pd.read_csv(slip).assign(month="2024-01").to_csv(months, index=False)
    gate = "--fail-above", "0.1", "--lang", "en"
    for pair in ((train, empty), (empty, train)):
        ended = run("psi", *pair, *gate)
        assert (ended.code, "empty.csv has no rows" in ended.err) == (2, True)
    said = "row 6: column 'b' has 'x' where other values are numbers"
    for typed in ((train, slip), (train, months, "--over", "month")):
        ended = run("psi", *typed, *gate)
        assert (ended.code, "--fail-above: 'b' has no PSI" in ended.err, said in ended.err) == (2, True, True)
        assert run("psi", *typed, *gate, "--column", "n").code == 0
    ended = run("psi", train, slip, *gate, "--column", "b")
    assert (ended.code, f"slip.csv, {said}" in ended.err) == (2, True)
    assert ended.err.rstrip().endswith("with --na, or name the column in --categories")
    assert run("psi", train, slip, *gate, "--column", "b", "--na", "x").code == 0
    ended = run("psi", slip, train, "--fail-above", "0.1", "--lang", "zh")
    assert (ended.code, "--fail-above：'b' 没有可与之比较的 PSI" in ended.err) == (2, True)


def test_the_reference_must_have_the_score(run, files):
    A.drop(columns="score").to_csv(files[0], index=False)
    ended = run("psi", *files, "--over", "month", "--score", "score", "--lang", "en")
    assert (ended.code, "--score: no column 'score' in train.csv" in ended.err) == (2, True)


def test_help_says_which_end_belongs_to_a_bin(run):
    shown = " ".join(run("psi", "--help").out.replace("│", " ").split())
    assert "left is [a, b), right is (a, b]" in shown
