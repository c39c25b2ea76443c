"""Columns whose names some reader takes for something else: patterns, quotes, expressions."""

import json

import duckdb
import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pyarrow.feather as feather
import pyarrow.parquet as pq
import pytest

import gnomon as gn
from refusals import raises_id

Y, P = [0, 1, 0, 1, 1, 0], [0.1, 0.8, 0.3, 0.6, 0.9, 0.5]
NAMES = ["*", "^p.*$", "^.*$", 'a"b', "a'b", "a`b", "a.b", "a[0]", "a b", "a\nb", "p;--", "%", "{x}", "$x", "\\", "名", "a::int", "c0", "P"]


def columns(name):
    return {"y": Y, name: P, "p": [0.5] * 6, "px": [0.4] * 6}


def parquet(name, folder):
    pq.write_table(pa.table(columns(name)), folder / "t.parquet")
    return folder / "t.parquet"


def arrow(name, folder):
    feather.write_feather(pa.table(columns(name)), str(folder / "t.arrow"))
    return folder / "t.arrow"


def csv(name, folder):
    pd.DataFrame(columns(name)).to_csv(folder / "t.csv", index=False)
    return folder / "t.csv"


def lines(name, folder):
    held = columns(name)
    (folder / "t.jsonl").write_text("\n".join(json.dumps(dict(zip(held, row, strict=True))) for row in zip(*held.values(), strict=True)))
    return folder / "t.jsonl"


PLACES = {
    "polars": lambda name, _: pl.DataFrame(columns(name)),
    "lazy": lambda name, _: pl.DataFrame(columns(name)).lazy(),
    "pandas": lambda name, _: pd.DataFrame(columns(name)),
    "table": lambda name, _: pa.table(columns(name)),
    "relation": lambda name, _: duckdb.from_df(pd.DataFrame(columns(name))),
    "parquet": parquet,
    "arrow": arrow,
    "csv": csv,
    "jsonl": lines,
}


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("place", PLACES)
def test_a_name_is_a_name(place, name, tmp_path):
    evaluation = gn.evaluate(PLACES[place](name, tmp_path), label="y", score=name, ci=None, metrics="roc_auc")
    assert evaluation["roc_auc"] == gn.roc_auc(Y, P)


@pytest.mark.parametrize("kind", ["M8[ns]", "M8[D]", "m8[s]"])
def test_moments_are_no_numbers(kind):
    times = np.array([0, 1, 2, 1], kind)
    for pair in ((times, [0, 1, 2, 1]), ([0, 1, 2, 1], times)):
        with raises_id("inputs.label_types_differ"):
            gn.accuracy(*pair)
    with pytest.raises(gn.InputError, match=r"give them one type|make them numbers first"):
        gn.evaluate({"y": times, "q": [0, 1, 2, 1]}, label="y", prediction="q", ci=None)
    assert gn.accuracy(times, times) == 1
