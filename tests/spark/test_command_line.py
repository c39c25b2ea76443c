"""gnomon with --spark: the same figures as of the same files read here, and what Spark does not read is refused."""

import json
import sys

import pytest

import gnomon as gn
from engines.rows import TABLE
from gnomon.cli import app

COLUMNS = ("--label", "y", "--score", "p")


@pytest.fixture
def run(capsys):
    def call(*arguments):
        with pytest.raises(SystemExit) as ended:
            app([str(argument) for argument in arguments])
        said = capsys.readouterr()
        return ended.value.code or 0, said.out, said.err

    return call


@pytest.fixture(scope="module")
def files(tmp_path_factory):
    folder = tmp_path_factory.mktemp("day=3")
    TABLE.assign(place=range(len(TABLE))).to_parquet(folder / "rows.parquet")
    TABLE.to_csv(folder / "rows.csv", index=False)
    return folder


def figures(text):
    return [(value["metric"], value["value"], value.get("low")) for value in json.loads(text)["values"]]


def test_the_same_figures_as_of_files_read_here(spark, run, files):
    for format in ("parquet", "csv"):
        asked = ("metrics", files / f"rows.{format}", *COLUMNS, "--by", "region", "--format", "json")
        code, out, err = run(*asked, "--spark", format, "--exact")
        assert code == 0, err
        assert figures(out) == figures(run(*asked)[1])
        assert json.loads(out)["source"] == f"rows.{format}"
    spark.read.parquet(str(files / "rows.parquet")).createOrReplaceTempView("loans")
    code, out, err = run("check", "loans", "--spark", "table", *COLUMNS, "--min", "roc_auc=0.99")
    assert code == 1, err
    assert "roc_auc" in out


def test_the_report_and_the_gates_of_a_frame_are_those_of_its_rows(spark, run, files, tmp_path):
    """The page to the last byte, and both ways a gate can go."""
    asked = (files / "rows.parquet", *COLUMNS, "--by", "region")
    for name, more in (("here", ()), ("there", ("--spark", "parquet"))):
        code, _, err = run("report", *asked, *more, "-o", tmp_path / f"{name}.html")
        assert code == 0, err
    assert (tmp_path / "there.html").read_text(encoding="utf-8") == (tmp_path / "here.html").read_text(encoding="utf-8")
    for bar, expected in (("0.5", 0), ("0.99", 1)):
        gate = ("check", *asked, "--min", f"roc_auc={bar}")
        here, there = run(*gate), run(*gate, "--spark", "parquet")
        assert (there[0], there[1]) == (here[0], here[1])
        assert there[0] == expected


def test_files_compared(spark, run, files):
    path = files / "rows.parquet"
    named = ("compare", f"new={path}", f"old={path}", "--spark", "parquet", *COLUMNS, "--metrics", "roc_auc")
    code, _, err = run(*named)
    assert code == 2
    assert "--key: rows of a cluster have no order by which those of new and old could be told to be the same" in err
    code, out, err = run(*named, "--key", "place", "--format", "json")
    assert code == 0, err
    assert json.loads(out)["pairs"][0]["difference"] == 0
    assert "are one file" in run(*named, "--unpaired")[2]


def test_what_spark_does_not_read_is_refused(spark, run, files):
    path = files / "rows.parquet"
    assert (
        "--na, --encoding: not read beside --spark"
        in run("metrics", path, "--spark", "csv", *COLUMNS, "--na", "NA", "--encoding", "gbk")[2]
    )
    code, _, err = run("metrics", files / "none", "--spark", "parquet", *COLUMNS)
    assert code == 2
    assert "--spark parquet: Spark cannot read" in err
    assert "PATH_NOT_FOUND" in err
    assert "--spark nonesuch: Spark cannot read" in run("report", path, "--spark", "nonesuch", *COLUMNS)[2]
    assert "--spark table: a, b are several" in run("metrics", "a", "b", "--spark", "table", *COLUMNS)[2]
    assert "--spark table：Spark 读不了 a" in run("metrics", "a", "--spark", "table", *COLUMNS, "--lang", "zh")[2]
    strange = files / "strange.csv"
    TABLE.astype({"p": object}).assign(p=lambda t: t["p"].where(t.index != 7, "high")).to_csv(strange, index=False)
    said = run("metrics", strange, "--spark", "csv", *COLUMNS)[2]
    assert "--score: 'p' holds text where numbers are meant ('high' in partition 0, at its position 7)" in said


def test_without_pyspark(run, monkeypatch):
    monkeypatch.setitem(sys.modules, "pyspark.sql", None)
    code, _, err = run("metrics", "s3a://bucket/rows", "--spark", "parquet", *COLUMNS)
    assert code == 2
    assert '--spark: PySpark is not installed; pip install "gnomon[spark]"' in err


def test_exact_without_a_cluster(run, files):
    """Elsewhere, what does not fit is refused rather than kept in cells."""
    code, out, err = run("metrics", files / "rows.parquet", *COLUMNS, "--exact", "--format", "json")
    assert code == 0, err
    assert figures(out) == figures(run("metrics", files / "rows.parquet", *COLUMNS, "--format", "json")[1])
    assert gn.evaluate(TABLE, label="y", score="p", exact=True).exact
