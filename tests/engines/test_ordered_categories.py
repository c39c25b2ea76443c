"""Ordered categories keep their order wherever the table comes from: frames, Parquet, Arrow, DuckDB."""

import numpy as np
import pandas as pd
import pytest

import gnomon as gn
from refusals import raises_id

ORDER = ["low", "mid", "high"]
METRIC = "quadratic_weighted_kappa"
rng = np.random.default_rng(0)
TRUTH = rng.integers(0, 3, 500)
SAID = np.clip(TRUTH + rng.integers(-1, 2, 500), 0, 2)


def frame(order=ORDER):
    return pd.DataFrame({name: pd.Categorical(np.array(ORDER)[codes], order, ordered=True) for name, codes in (("y", TRUTH), ("p", SAID))})


def arrow(table, path):
    feather, pa = pytest.importorskip("pyarrow.feather"), pytest.importorskip("pyarrow")
    feather.write_feather(pa.Table.from_pandas(table), path)


def relation(table):
    duckdb = pytest.importorskip("duckdb")
    grade = "ENUM('low', 'mid', 'high')"
    texts = table.astype(str)  # noqa: F841  # DuckDB finds it by name
    return duckdb.sql(f"SELECT y::{grade} AS y, p::{grade} AS p FROM texts")


@pytest.mark.parametrize("where", ["frame", "parquet", "arrow", "relation"])
def test_the_order_is_kept(where, tmp_path):
    table = frame()
    data = {"frame": table, "parquet": str(tmp_path / "t.parquet"), "arrow": str(tmp_path / "t.arrow")}
    table.to_parquet(data["parquet"])
    arrow(table, data["arrow"])
    found = gn.evaluate(data[where] if where in data else relation(table), label="y", prediction="p", metrics=METRIC, ci=None)
    assert found.classes == tuple(ORDER)
    assert float(found[METRIC]) == gn.quadratic_weighted_kappa(TRUTH, SAID)
    assert float(found[METRIC]) != gn.quadratic_weighted_kappa(table["y"].astype(str), table["p"].astype(str))


def test_files_of_different_orders_are_refused(tmp_path):
    for name, order in (("a", ORDER), ("b", ORDER[::-1])):
        frame(order).to_parquet(tmp_path / f"{name}.parquet")
    with raises_id("engines.category_orders_differ"):
        gn.evaluate([str(tmp_path / "a.parquet"), str(tmp_path / "b.parquet")], label="y", prediction="p", metrics=METRIC)
