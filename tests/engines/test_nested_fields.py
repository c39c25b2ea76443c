"""Fields of columns of records, named with dots: s.p."""

import json

import duckdb
import polars as pl
import pyarrow as pa
import pyarrow.feather as feather
import pyarrow.parquet as pq
import pytest

import gnomon as gn
from forked import gnomon
from refusals import raises_id

Y, P, G = [0, 1, 0, 1, 1, 0], [0.1, 0.8, 0.3, 0.6, 0.25, 0.5], list("aabbab")
ROWS = [{"s": {"p": p, "in": {"p": 1 - p, "y q": y}}, "g": {"g": g}, "y": y} for y, p, g in zip(Y, P, G, strict=True)]
FLAT = {"y": Y, "p": P, "q": [1 - p for p in P], "g": G}


def parquet(rows, folder):
    pq.write_table(pa.Table.from_pylist(rows), folder / "t.parquet")
    return folder / "t.parquet"


def arrow(rows, folder):
    feather.write_feather(pa.Table.from_pylist(rows), str(folder / "t.arrow"))
    return folder / "t.arrow"


def lines(rows, folder):
    (folder / "t.jsonl").write_text("\n".join(map(json.dumps, rows)))
    return folder / "t.jsonl"


PLACES = {
    "polars": lambda rows, _: pl.from_arrow(pa.Table.from_pylist(rows)),
    "lazy": lambda rows, _: pl.from_arrow(pa.Table.from_pylist(rows)).lazy(),
    "table": lambda rows, _: pa.Table.from_pylist(rows),
    "relation": lambda rows, folder: duckdb.connect().from_parquet(str(parquet(rows, folder))),
    "parquet": parquet,
    "arrow": arrow,
    "jsonl": lines,
}


@pytest.mark.parametrize("place", PLACES)
def test_fields_are_columns(place, tmp_path):
    rows = PLACES[place](ROWS, tmp_path)
    asked = {"metrics": "roc_auc,brier_score", "positive": 1}
    found = gn.evaluate(rows, label="s.in.y q", score={"a": "s.p", "b": "s.in.p"}, by="g.g", **asked)
    flat = gn.evaluate(FLAT, label="y", score={"a": "p", "b": "q"}, by="g", **asked)
    assert found.values == flat.values
    assert [(dict(mine.by), mine.values) for mine in found.slices] == [({"g.g": one.by["g"]}, one.values) for one in flat.slices]
    assert gn.compare(rows, label="y", score=["s.p", "s.in.p"], metrics="roc_auc")["roc_auc"].value_a == gn.roc_auc(Y, P)
    grouped = gn.evaluate(rows, label="y", score="s.p", group="g.g", metrics="gauc", ci=None)
    assert float(grouped["gauc"]) == gn.gauc(Y, P, G)
    with raises_id("engines.column_unknown", argument="score", value="s.q"):
        gn.evaluate(rows, label="y", score="s.q")
    with raises_id("engines.column_unknown", value="s.p.p"):
        gn.evaluate(rows, label="y", score="s.p.p")


@pytest.mark.parametrize("place", PLACES)
def test_what_could_be_two_columns_raises(place, tmp_path):
    rows = PLACES[place]([{**row, "s.p": 0.5} for row in ROWS], tmp_path)
    with raises_id("engines.column_name_ambiguous", argument="score", column="s.p"):
        gn.evaluate(rows, label="y", score="s.p")


@pytest.mark.parametrize("place", PLACES)
def test_a_missing_record_has_missing_fields(place, tmp_path):
    rows = PLACES[place]([*ROWS, {**ROWS[0], "s": None}, {**ROWS[0], "s": {**ROWS[0]["s"], "p": None}}], tmp_path)
    with raises_id("evaluation.row_value_at_fault", argument="score", name="s.p"):
        gn.evaluate(rows, label="y", score="s.p")
    with pytest.warns(gn.DroppedRowsWarning, match="dropped 2 of 8 rows"):
        assert gn.evaluate(rows, label="y", score="s.p", metrics="roc_auc", ci=None, missing="drop")["roc_auc"] == gn.roc_auc(Y, P)


def test_fields_in_json_and_on_the_command_line(tmp_path):
    path = lines([{"y": 0, "s": {"p": "high"}}, *ROWS], tmp_path)
    with raises_id("engines.json_value_not_numeric", name="t.jsonl"):
        gn.evaluate(path, label="y", score="s.p")
    path = lines([{"y": y, "s": {"p": p} if k < 3 else {"p": p, "late": p}} for k, (y, p) in enumerate(zip(Y, P, strict=True))], tmp_path)
    with raises_id("evaluation.row_value_at_fault"):
        gn.evaluate(path, label="y", score="s.late")
    said = json.loads(gnomon("metrics", str(path), "--label", "y", "--score", "s.p", "--metrics", "roc_auc", "--format", "json").stdout)
    assert said["values"][0]["value"] == gn.roc_auc(Y, P)
    gone = gnomon("metrics", str(path), "--label", "y", "--score", "s.x", "--lang", "zh")
    assert (gone.returncode, "没有列 's.x'" in gone.stderr, "'s.p'" in gone.stderr) == (2, True, True)
