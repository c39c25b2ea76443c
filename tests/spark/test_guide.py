"""The code of docs/cluster.md runs on a cluster, what comes from it is counted, and a survey asks only the partitions it looks at."""

import numpy as np
import pandas as pd
import pytest

import gnomon as gn
from gnomon.engines.spark_travel import arriving
from gnomon.evaluation import run
from guides import ROOT, blocks


def clicks(n=3000):
    rng = np.random.default_rng(4)
    clicked = (rng.random(n) < 0.3).astype(int)
    place = rng.choice(["top", "side"], n)
    return pd.DataFrame({"clicked": clicked, "new": rng.random(n) + 0.3 * clicked, "old": rng.random(n) + 0.1 * clicked, "place": place})


def test_the_code_of_the_guide_runs(spark, tmp_path, monkeypatch):
    table, path = clicks(), str(tmp_path / "clicks.parquet")
    table.to_parquet(path)
    monkeypatch.chdir(tmp_path)
    known = {"spark": spark, "path": path}
    for block in blocks(ROOT / "docs" / "cluster.md", "python"):
        exec(compile(block, "cluster.md", "exec"), known)
    assert (tmp_path / "report.html").exists()
    assert known["exact"]["roc_auc"] == known["evaluation"]["roc_auc", "new"] == gn.roc_auc(table["clicked"], table["new"])


def test_what_comes_to_the_driver_is_counted_and_small(frame, monkeypatch):
    table = clicks()
    monkeypatch.setattr(run, "KEPT", 300)
    rows = frame(table, 600)
    with arriving() as arrived:
        gn.evaluate(rows, label="clicked", score="new")
    *first, last = arrived
    assert 0.5 < sum(first) / (len(table) * 12) < 1.5, "the first rows: a number and a label each, in the first partitions"
    assert 0 < last < len(table) * 12
    with arriving() as nothing:
        gn.roc_auc(table["clicked"], table["new"])
    assert nothing == []


def test_a_survey_asks_the_partitions_it_looks_at(frame, tmp_path, monkeypatch):
    monkeypatch.setattr("gnomon.engines.spark.SURVEYED", 500)
    marks = tmp_path / "marks"
    marks.mkdir()

    def marked(batches):  # sent by value
        from pyspark import TaskContext

        (marks / str(TaskContext.get().partitionId())).touch()
        yield from batches

    rows = frame(clicks(), 600)
    with pytest.raises(gn.InputError, match="metrics: rmse"):  # which the survey settles, before there is a pass
        gn.evaluate(rows.mapInArrow(marked, rows.schema), label="clicked", score="new", metrics="rmse")
    assert [mark.name for mark in marks.iterdir()] == ["0"]
