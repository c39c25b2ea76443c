"""Files as people have them: odd names, late values, other spellings, missing ones; each is read right or refused."""

import os
import subprocess
import sys

import duckdb
import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pyarrow.ipc
import pyarrow.parquet
import pytest

import gnomon as gn
from engines.rows import TABLE, written
from gnomon.evaluation import run
from gnomon.evaluation.account import LEAST_BATCH
from refusals import raises_id


def test_names_that_look_like_patterns_are_names(tmp_path):
    """A file called d[1].csv is not d1.csv, nor is st*r.csv star.csv."""
    for name, rows in (
        ("d[1].csv", b"1,0.9\n0,0.1\n"),
        ("d1.csv", b"0,0.9\n1,0.1\n"),
        ("st*r.csv", b"1,0.9\n0,0.1\n"),
        ("star.csv", b"0,1\n"),
    ):
        written(tmp_path, name, b"y,p\n" + rows)
    for name in ("d[1].csv", "st*r.csv"):
        evaluation = gn.evaluate(tmp_path / name, label="y", score="p", metrics="roc_auc")
        assert (evaluation.rows, float(evaluation["roc_auc"])) == (2, 1.0)
    frame = pa.table({"y": [1, 0], "p": [0.9, 0.1]})
    pa.parquet.write_table(frame, tmp_path / "q?[2].parquet")
    assert gn.evaluate(tmp_path / "q?[2].parquet", label="y", score="p").rows == 2


@pytest.mark.parametrize("kind", ["parquet", "jsonl", "csv"])
def test_a_folder_named_like_a_column_is_a_folder(tmp_path, kind):
    folder = tmp_path / "y=1"
    folder.mkdir()
    frame = pd.DataFrame({"y": [0, 1], "p": [0.2, 0.9]})
    path = folder / f"p.{kind}"
    {
        "parquet": frame.to_parquet,
        "jsonl": lambda where: frame.to_json(where, orient="records", lines=True),
        "csv": lambda where: frame.to_csv(where, index=False),
    }[kind](path)
    assert gn.evaluate(path, label="y", score="p").positives == 1


def test_large_whole_numbers_stay_apart(tmp_path):
    big = 2**53
    relation = duckdb.sql(f"SELECT * FROM (VALUES (0, 0.1, {big}::HUGEINT), (1, 0.9, {big + 1}::HUGEINT)) AS t(y, p, g)")
    assert {part.by["g"] for part in gn.evaluate(relation, label="y", score="p", by="g").slices} == {big, big + 1}
    frame = pd.DataFrame({"y": [0, 1, 1], "p": [0.1, 0.9, 0.8], "g": pd.array([big, big + 1, None], "Int64")})
    assert {part.by["g"] for part in gn.evaluate(frame, label="y", score="p", by="g").slices} == {big, big + 1, None}


def test_true_is_no_slice_of_one(tmp_path):
    path = written(tmp_path, "t.jsonl", b'{"y": 0, "p": 0.1, "g": true}\n{"y": 1, "p": 0.2, "g": 1}\n')
    assert len(gn.evaluate(path, label="y", score="p", by="g").slices) == 2
    assert gn.evaluate({"y": [True, False], "a": [1, 0]}, label="y", prediction="a")["accuracy"] == 1


def test_json_values_are_what_they_are_wherever_they_stand(tmp_path):
    """Types are those of each value, not of the first rows: what is rare, late or null at first is neither lost nor changed."""
    head = b'{"y": 0, "p": 0.1, "g": null}\n{"y": 1, "p": 0.8, "g": 1}\n' * 15_000
    tail = b'{"y": 0, "p": 0.3, "g": 2.5, "h": "late"}\n{"y": 1, "p": 1, "g": "x", "h": null}\n'
    path = written(tmp_path, "t.jsonl", head + tail)
    evaluation = gn.evaluate(path, label="y", score="p", by="g")
    assert {part.by["g"]: part.rows for part in evaluation.slices} == {None: 15_000, 1: 15_000, 2.5: 1, "x": 1}
    assert {part.by["h"] for part in gn.evaluate(path, label="y", score="p", by="h").slices} == {"late", None}
    worse = written(tmp_path, "u.jsonl", head + b'{"y": 0.6, "p": 0.1}\n')
    with raises_id("evaluation.fraction_as_label", argument="label", what="'y' holds", fraction=0.6):
        gn.evaluate(worse, label="y", score="p")


@pytest.mark.parametrize("batch", [2**20, 2048])
def test_spellings_are_the_same_in_one_batch_and_in_many(tmp_path, monkeypatch, batch):
    """What a text spells is a matter of that text alone, not of what stood around it."""
    monkeypatch.setattr("gnomon.evaluation.survey.BATCH", batch)
    rows = "y,p,a\n" + "0,0.1,0.0\n1,0.9, 1\n" * 3000
    late = written(tmp_path, "t.csv", (rows + "1.0,0.5,1.0\n").encode())
    evaluation = gn.evaluate(late, label="y", score="p", prediction="a", metrics="accuracy,roc_auc")
    assert evaluation.classes == (0, 1)
    assert evaluation["accuracy"] == 1
    with raises_id("classes.one_score_many_classes", shown="'0', '1', 'x'"):
        gn.evaluate(written(tmp_path, "u.csv", (rows + "x,0.5,1\n").encode()), label="y", score="p")
    mixed = written(tmp_path, "v.csv", (rows.replace("y,p,a", "y,p,a") + "3a,0.5,3a\n2 ,0.5,2\n").encode())
    several = gn.evaluate(mixed, label="y", prediction="a", task="multiclass", metrics="accuracy")
    assert several.classes == ("0", "1", "2", "3a")
    assert several["accuracy"] == 1


def test_classes_that_come_late_or_never(tmp_path, monkeypatch):
    r = np.random.default_rng(4)
    y = np.r_[r.integers(0, 3, 3000), np.full(50, 3)]
    scores = r.dirichlet(np.ones(5), y.size)
    table = pd.DataFrame(scores, columns=list("01234")).assign(y=y)
    table.to_csv(tmp_path / "t.csv", index=False)
    whole = gn.evaluate(table, label="y", score=list("01234"), metrics="accuracy,f1(average=weighted)")
    assert whole.classes == (0, 1, 2, 3, 4)
    monkeypatch.setattr("gnomon.evaluation.survey.BATCH", 500)
    monkeypatch.setattr("gnomon.evaluation.run.LEAST_ROWS", 500)
    monkeypatch.setattr("gnomon.evaluation.run.MOST_ROWS", 500)
    for data in (table, tmp_path / "t.csv"):
        assert gn.evaluate(data, label="y", score=list("01234"), metrics="accuracy,f1(average=weighted)").values == whole.values
    named = gn.evaluate(table, label="y", score={"m": {k: str(k) for k in range(5)}}, metrics="accuracy")
    assert named["accuracy"] == whole["accuracy"]


@pytest.mark.parametrize("kind", ["csv", "parquet", "pandas", "polars", "relation", "jsonl"])
def test_missing_labels_and_predictions_are_dropped(kind, tmp_path):
    table = pd.DataFrame(
        {
            "y": ["yes", None, "no", "yes", "no"],
            "a": ["yes", "no", "no", None, "yes"],
            "p": [0.9, 0.2, None, 0.8, 0.1],
            "g": ["u", None, "u", "v", "v"],
        }
    )
    data = {
        "csv": lambda: table.to_csv(tmp_path / "t.csv", index=False) or tmp_path / "t.csv",
        "parquet": lambda: table.to_parquet(tmp_path / "t.parquet") or tmp_path / "t.parquet",
        "pandas": lambda: table,
        "polars": lambda: pl.from_pandas(table),
        "relation": lambda: duckdb.from_df(table),
        "jsonl": lambda: table.to_json(tmp_path / "t.jsonl", orient="records", lines=True) or tmp_path / "t.jsonl",
    }[kind]()
    with pytest.warns(gn.DroppedRowsWarning, match="dropped 3 of 5 rows"):
        evaluation = gn.evaluate(data, label="y", score="p", prediction="a", by="g", positive="yes", missing="drop")
    assert evaluation.classes == ("no", "yes")
    assert evaluation.task == "binary"
    assert {part.by["g"]: part.rows for part in evaluation.slices} == {"u": 1, "v": 1}
    assert evaluation["accuracy"] == 0.5


def test_nothing_and_nan_in_one_column(tmp_path):
    frame = pa.table({"y": [0, 1, 1, 0], "p": pa.array([0.1, None, float("nan"), 0.4])})
    pa.parquet.write_table(frame, tmp_path / "t.parquet")
    for data in (frame, tmp_path / "t.parquet", duckdb.from_arrow(frame)):
        with pytest.warns(gn.DroppedRowsWarning, match="dropped 2 of 4 rows"):
            assert gn.evaluate(data, label="y", score="p", missing="drop").rows == 2


def test_categoricals_of_polars_and_ordered_ones():
    r = np.random.default_rng(2)
    level = ["low", "mid", "high"]
    y, a = r.choice(level, 300), r.choice(level, 300)
    expected = gn.kappa(pd.Categorical(y, level, ordered=True), pd.Categorical(a, level, ordered=True), weights="quadratic")
    pandas = pd.DataFrame({"y": pd.Categorical(y, level, ordered=True), "a": pd.Categorical(a, level, ordered=True), "g": y})
    polars = pl.DataFrame({"y": y, "a": a, "g": y}).with_columns(pl.col("y", "a").cast(pl.Enum(level)), pl.col("g").cast(pl.Categorical))
    for data in (pandas, polars):
        evaluation = gn.evaluate(data, label="y", prediction="a", metrics="kappa(weights=quadratic)", by="g")
        assert evaluation["kappa(weights=quadratic)"] == pytest.approx(expected, rel=1e-12)
        assert evaluation.classes == ("low", "mid", "high")
        assert len(evaluation.slices) == 3


def test_columns_that_differ_in_case_or_look_odd(tmp_path):
    path = written(tmp_path, "t.csv", b'y,p,P,"a ""b"";c|d"\n1,0.9,0.1,u\n0,0.2,0.8,v\n')
    evaluation = gn.evaluate(path, label="y", score=["p", "P"], by='a "b";c|d', metrics="roc_auc")
    assert (evaluation["roc_auc", "p"], evaluation["roc_auc", "P"]) == (1.0, 0.0)


def test_what_means_missing_can_be_said(tmp_path):
    path = written(tmp_path, "t.csv", b"y,p,region\n1,0.9,NA\n0,NA,EU\n0,0.2,EU\n")
    with raises_id("engines.csv_value_not_numeric", value="p", found="NA"):
        gn.evaluate(path, label="y", score="p")
    with pytest.warns(gn.DroppedRowsWarning):
        assert gn.evaluate(path, label="y", score="p", na="NA", missing="drop").rows == 2


def test_arrow_files_whose_types_differ(tmp_path):
    for k, scores in enumerate((pa.array([1, 0]), pa.array([0.25, 0.5]))):
        with pa.ipc.new_file(tmp_path / f"{k}.arrow", pa.schema([("y", pa.int64()), ("p", scores.type)])) as out:
            out.write_table(pa.table({"y": [1, 0], "p": scores}))
    assert gn.evaluate(str(tmp_path / "*.arrow"), label="y", score="p")["roc_auc"] == 0.75


def test_a_pipe_is_read_once(tmp_path):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    writer = subprocess.Popen([sys.executable, "-c", f"open({str(pipe)!r}, 'w').write('y,p\\n1,0.9\\n0,0.2\\n')"])
    assert gn.evaluate(pipe, label="y", score="p").rows == 2
    writer.wait()


def test_several_pipes():
    command = f"{sys.executable} -m gnomon metrics <(printf 'y,p\\n1,0.9\\n') <(printf 'y,p\\n0,0.2\\n') --label y --score p --format csv"
    ended = subprocess.run(["bash", "-c", command], capture_output=True, text=True, check=False)
    assert ended.returncode == 0, ended.stderr
    assert "p,,2,roc_auc,1.0" in ended.stdout


def test_odd_paths(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    written(tmp_path, "~x.csv", b"y,p\n1,0.9\n0,0.2\n")
    assert gn.evaluate("~x.csv", label="y", score="p").rows == 2


def test_periods_and_numbers_as_categories():
    table = pd.DataFrame({"y": [0, 1], "p": pd.Categorical([0.2, 0.9]), "b": pd.period_range("2020-01", periods=2, freq="M")})
    evaluation = gn.evaluate(table, label="y", score="p", by="b")
    assert evaluation["roc_auc"] == 1
    assert {part.by["b"] for part in evaluation.slices} == {"2020-01", "2020-02"}


def test_several_classes_have_certain_intervals_too(monkeypatch):
    r = np.random.default_rng(9)
    y = r.integers(0, 3, 30_000)
    scores = r.dirichlet(np.ones(3), y.size) + 0.3 * np.eye(3)[y]
    scores /= scores.sum(axis=1, keepdims=True)
    table = {"y": y, **{str(k): scores[:, k] for k in range(3)}}
    metrics = ["default", "roc_auc(multiclass=ovr,average=weighted)"]
    exact = gn.evaluate(table, label="y", score=list("012"), metrics=metrics)
    shares = run.bounded
    monkeypatch.setattr(run, "bounded", lambda plan, limit: shares(plan, 300_000).replace(limit=None))  # so little would be refused
    monkeypatch.setattr("gnomon.evaluation.run.LEAST_ROWS", 5_000)
    coarse = gn.evaluate(table, label="y", score=list("012"), metrics=metrics)
    assert not coarse.exact
    assert coarse.metrics == exact.metrics
    bounded = [metric for metric in coarse.metrics if coarse[metric].margin]
    assert {"roc_auc(average=weighted,multiclass=ovr)", "roc_auc(multiclass=ovr,average=weighted)"} & set(bounded)
    for metric in bounded:
        assert coarse[metric].at_least <= exact[metric] <= coarse[metric].at_most


@pytest.mark.parametrize(
    ("data", "asked", "message"),
    [
        (pd.DataFrame([[1, 0.2, 3]], columns=["y", "p", "p"]), {}, "columns of one name"),
        (
            pa.table({"y": [1], "p": [0.2], "g": [[1, 2]]}),
            {"by": "g"},
            "by: 'g' holds lists, where one value a row is meant",
        ),
        (TABLE.set_axis(pd.MultiIndex.from_product([["a"], TABLE.columns]), axis=1), {}, "label: no column 'y'"),
    ],
)
def test_tables_that_cannot_be_read(data, asked, message):
    with pytest.raises(gn.InputError, match=message):
        gn.evaluate(data, label="y", score="p", **asked)


def test_a_metric_that_cannot_be_had_is_refused_with_the_first_rows(monkeypatch):
    monkeypatch.setattr("gnomon.evaluation.survey.BATCH", 100)
    read = []
    update = run.Partial.update
    monkeypatch.setattr(run.Partial, "update", lambda self, batch, start: (read.append(start), update(self, batch, start))[1])
    with raises_id("evaluation.metrics_reason"):
        gn.evaluate(TABLE, label="y", score="p", metrics="f1")
    with raises_id("evaluation.positive_ambiguous"):
        gn.evaluate({"y": ["no", "yes"] * 100, "p": [0.1, 0.2] * 100}, label="y", score="p")
    assert not read, "the survey knows"
    gn.evaluate(TABLE, label="y", score="p", metrics="roc_auc")
    assert read == list(range(0, len(TABLE["y"]), 100))


def test_weights_that_dropping_leaves_without_weight():
    table = {"y": [0, 1, 1], "p": [0.1, 0.2, None], "w": [0.0, 0.0, 1.0]}
    with raises_id("evaluation.weight_sum_not_positive", weight="w", total=0.0):
        gn.evaluate(pd.DataFrame(table), label="y", score="p", weight="w", missing="drop")


def test_no_copy_of_a_pipe_is_left_behind_when_opening_fails(tmp_path):
    folder = tmp_path / "temporary"
    folder.mkdir()
    command = f"{sys.executable} -m gnomon metrics <(printf 'y,p\\n1,0.9\\n') {tmp_path}/absent.csv --label y --score p"
    environment = {**os.environ, "TMPDIR": str(folder)}
    ended = subprocess.run(["bash", "-c", command], capture_output=True, text=True, check=False, env=environment)
    assert ended.returncode == 2
    assert "there is no file" in ended.stderr
    assert not list(folder.iterdir())


def test_one_pass_and_one_sweep_whatever_the_metrics(monkeypatch, tmp_path):
    """Twelve metrics of two models and their slices: the rows are read once after a look at the first ones, each model's are swept once."""
    from gnomon.engines.files import FileSource
    from gnomon.summary import Sweep

    passes, sweeps = [], []
    read, sweep = FileSource.batches, Sweep.of_rows
    monkeypatch.setattr(FileSource, "batches", lambda self, *asked, **how: (passes.append(asked), read(self, *asked, **how))[1])
    monkeypatch.setattr(Sweep, "of_rows", lambda rows, **how: (sweeps.append(len(rows.score)), sweep(rows, **how))[1])
    path = written(tmp_path, "t.csv", TABLE.assign(q=TABLE["p"] / 2).to_csv(index=False).encode())
    evaluation = gn.evaluate(path, label="y", score=["p", "q"], by="region", metrics="default,lift_at@0.1")
    assert len(evaluation.metrics) == 12
    assert [size for _, size in passes] == [LEAST_BATCH, 2**20]
    assert sorted(sweeps)[-2:] == [len(TABLE)] * 2
    assert len(sweeps) == 2 * (1 + len(evaluation.slices))
