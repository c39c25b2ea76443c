"""Folders of Parquet files, and subfolders such as day=3 that are columns."""

import json

import numpy as np
import pandas as pd
import pytest

import gnomon as gn
from forked import gnomon
from refusals import raises_id

r = np.random.default_rng(2)
ROWS = pd.DataFrame(
    {"y": r.integers(0, 2, 400), "p": r.random(400), "month": r.choice(["01", "10"], 400), "place": r.choice(["a b", "c"], 400)}
)


def written(folder, by=("month", "place"), rows=ROWS):
    """As Spark writes them, beside files that are not data."""
    for names, part in rows.groupby(list(by)):
        inside = folder.joinpath(*(f"{column}={name}".replace(" ", "%20") for column, name in zip(by, names, strict=True)))
        inside.mkdir(parents=True)
        part.drop(columns=list(by)).to_parquet(inside / "part-0000.snappy.parquet")
        (inside / ".part-0000.crc").write_bytes(b"crc")
    (folder / "_SUCCESS").touch()
    (folder / "_temporary").mkdir()
    return folder


ASKED = {"label": "y", "score": "p", "by": ["month", "place"]}


@pytest.mark.parametrize("inside", ["rows", "day=3/rows"], ids=["plain", "a folder above that names a column"])
def test_subfolders_are_columns(tmp_path, inside):
    folder = written(tmp_path / inside)
    e, here = gn.evaluate(str(folder), **ASKED), gn.evaluate(ROWS, **ASKED)
    assert (e.rows, e.source) == (400, "rows (4 files)")
    assert {part.name: (part.rows, float(part.values["p", "roc_auc"])) for part in e.slices} == {
        part.name: (part.rows, pytest.approx(float(part.values["p", "roc_auc"]), rel=1e-12)) for part in here.slices
    }
    with raises_id("engines.column_unknown", value="day"):
        gn.evaluate(folder, label="y", score="p", by="day")


def test_folders_are_read_by_every_path(tmp_path):
    folder = written(tmp_path / "rows")
    rows = gn.compare({"a": folder, "b": folder / "month=01"}, label="y", score="p", paired=False, metrics="roc_auc")
    assert rows.sizes == (400, int((ROWS["month"] == "01").sum()))
    assert gn.evaluate([folder / "month=01", folder / "month=10"], label="y", score="p").rows == 400
    said = json.loads(gnomon("metrics", str(folder), "--label", "y", "--score", "p", "--by", "place", "--format", "json").stdout)
    assert sorted(part["by"]["place"] for part in said["slices"]) == ["a b", "c"]


def test_a_subfolder_of_no_name_is_a_missing_value(tmp_path):
    folder = written(tmp_path / "rows", rows=ROWS.assign(place=ROWS["place"].replace("c", "__HIVE_DEFAULT_PARTITION__")))
    assert {part.by["place"] for part in gn.evaluate(folder, label="y", score="p", by="place").slices} == {"a b", None}


def refusal(data, **asked):
    with pytest.raises(gn.InputError) as found:
        gn.evaluate(data, label="y", score="p", **asked)
    return str(found.value)


def test_folders_of_other_things_are_refused(tmp_path):
    (tmp_path / "empty").mkdir()
    assert "is a directory; of folders only those of Parquet files are read" in refusal(tmp_path / "empty")
    folder = written(tmp_path / "rows")
    (folder / "month=01" / "more.csv").write_text("y,p\n1,0.5\n")
    assert "is a directory that holds 'month=01/more.csv'" in refusal(folder)
    (folder / "month=01" / "more.csv").unlink()
    ROWS.to_parquet(tmp_path / "one.parquet")
    assert "is a folder and others are files" in refusal([folder, tmp_path / "one.parquet"])


def test_columns_that_two_places_name_are_refused(tmp_path):
    assert "'p' is named by a folder of its path and by the files" in refusal(written(tmp_path / "p=3" / "rows"))
    assert "'month' is named by a folder of its path and by the files or another folder" in refusal(written(tmp_path / "month=1" / "rows"))
    assert "'P' is named by a folder of its path and by the files" in refusal(written(tmp_path / "P=3" / "rows"))
    for name in ("P=7", "day=1/day=2", "Day=1/day=2"):
        inside = tmp_path / name.replace("/", "-") / name
        inside.mkdir(parents=True)
        ROWS[["y", "p"]].to_parquet(inside / "part.parquet")
        said = f"{name.partition('=')[0]!r} is named by a folder of its path and by the files or another folder"
        assert said in refusal(tmp_path / name.replace("/", "-"))
    folder = written(tmp_path / "rows")
    (folder / "day=1").mkdir()
    ROWS[["y", "p"]].to_parquet(folder / "day=1" / "part.parquet")
    assert "name different columns" in refusal(folder)
