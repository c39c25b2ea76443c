"""The correlations of a table against pandas, and what cannot be correlated."""

import json

import numpy as np
import pandas as pd
import polars as pl
import pytest

import gnomon as gn
from refusals import raises_id, warns_undefined

METHODS = ["pearson", "spearman", "kendall"]
methods = pytest.mark.parametrize("method", METHODS)


def table(seed=0, n=60):
    rng = np.random.default_rng(seed)
    a = rng.standard_normal(n)
    return pd.DataFrame({"a": a, "b": np.round(a + rng.standard_normal(n)), "c": rng.integers(0, 4, n), "d": rng.random(n) < 0.4})


@methods
def test_pandas_agrees(method):
    frame = table()
    found = gn.correlations(frame, method=method)
    np.testing.assert_allclose(found.values, frame.astype(float).corr(method=method), rtol=1e-12, atol=1e-14)
    assert found.names == ("a", "b", "c", "d")
    assert (found.n == 60).all()
    assert (np.diag(found.values) == 1).all()
    assert (found.values == found.values.T).all()


@methods
def test_pandas_agrees_on_pairs_that_have_both(method):
    frame = table().astype(float)
    frame.iloc[::7, 0], frame.iloc[3:9, 1] = np.nan, np.nan
    found = gn.correlations(frame, method, missing="pairwise")
    np.testing.assert_allclose(found.values, frame.corr(method=method), rtol=1e-12, atol=1e-14)
    assert found.n[0, 0] == frame["a"].notna().sum()
    assert found.n[0, 1] == frame[["a", "b"]].dropna().shape[0]
    with pytest.warns(gn.DroppedRowsWarning, match="dropped 14 of 60 rows with missing values: a in 9; b in 6"):
        dropped = gn.correlations(frame, method, missing="drop")
    np.testing.assert_allclose(dropped.values, frame.dropna().corr(method=method), rtol=1e-12, atol=1e-14)
    assert (dropped.n == 46).all()
    with raises_id("inputs.column_value_missing", name="frame['a']", at=0):
        gn.correlations(frame, method)


def test_they_are_the_metrics_of_each_pair():
    frame = table(3)
    for method, metric in (("spearman", gn.spearman), ("kendall", gn.kendall)):
        found = gn.correlations(frame, method)
        assert found["a", "b"] == metric(frame["a"], frame["b"]) == found["b", "a"]


@methods
def test_containers(method):
    pa = pytest.importorskip("pyarrow")
    frame = table(1)
    expected = gn.correlations(frame, method).values
    columns = {name: frame[name].to_numpy() for name in frame}
    for given in (columns, pl.DataFrame(columns), pa.table(columns), frame.astype(object), frame.astype("Float64")):
        found = gn.correlations(given, method)
        np.testing.assert_array_equal(found.values, expected)
        assert found.names == ("a", "b", "c", "d")
    matrix = gn.correlations(frame.to_numpy(float), method)
    np.testing.assert_array_equal(matrix.values, expected)
    assert matrix.names == ("0", "1", "2", "3")


def test_columns_without_numbers_are_left_out_and_named():
    frame = table().assign(town=["x", "y"] * 30, day=pd.Timestamp("2024-01-01"), none=None, number=["1", "2"] * 30)
    found = gn.correlations(frame)
    assert found.names == ("a", "b", "c", "d")
    assert found.left_out == ("town", "day", "none", "number")
    assert str(found).startswith("Pearson's r of 4 columns, 60 rows; without numbers, left out: 'town', 'day', 'none'")


def test_large_offsets_and_scales_lose_nothing():
    x = np.arange(10.0)
    y = np.array([1.0, 0, 3, 2, 5, 4, 7, 6, 9, 8])
    expected = gn.correlations({"x": x, "y": y})["x", "y"]
    for scale, offset in ((1, 1e9), (1e149, 0), (1e-149, 0), (1, -1e15)):
        assert gn.correlations({"x": x * scale + offset, "y": y})["x", "y"] == pytest.approx(expected, rel=1e-12)
    assert expected == pytest.approx(np.corrcoef(x, y)[0, 1], rel=1e-12)


@methods
def test_a_constant_column_has_none(method):
    frame = table().assign(k=3)
    lacking = r"\('a', 'k'\), \('b', 'k'\), \('c', 'k'\) and 1 pairs more: all values of 'k' are equal"
    with pytest.warns(gn.UndefinedMetricWarning, match=f"{method} is undefined for {lacking}"):
        found = gn.correlations(frame, method)
    assert np.isnan(found["a", "k"])
    assert np.isnan(found["k", "k"])
    assert found["a", "a"] == 1
    with pytest.raises(gn.UndefinedMetricError):
        gn.correlations(frame, method, undefined="raise")
    assert gn.correlations(frame, method, undefined=0)["a", "k"] == 0
    with warns_undefined("a_series_is_constant"):
        apart = gn.correlations({"a": [1, 2, np.nan, np.nan], "b": [np.nan, np.nan, 1, 2]}, method, missing="pairwise")
    assert apart.n.tolist() == [[2, 0], [0, 2]]


@pytest.mark.parametrize(
    ("frame", "options", "said"),
    [
        ({"a": [1, 2]}, {}, r"frame has 1 columns of numbers where two are needed; its columns are 'a'"),
        ({"a": ["x", "y"], "b": ["x", "y"]}, {}, r"frame has 0 columns of numbers where two are needed; its columns are 'a', 'b'"),
        ({}, {}, "frame has 0 columns of numbers"),
        ({"a": [1, 2], "b": [1, 2, 3]}, {}, r"frame\['a'\] has 2 rows but frame\['b'\] has 3"),
        ({"a": [], "b": []}, {}, "frame has no rows"),
        ({"a": [1, np.inf], "b": [1, 2]}, {}, r"frame\['a'\] has inf at position 1"),
        ({"a": [np.nan, -np.inf], "b": [1, 2]}, {"missing": "pairwise"}, r"frame\['a'\] has -inf at position 1"),
        ({"a": [1, 1e200], "b": [1, 2]}, {}, "past 1e150"),
        ({"a": [1, 2], "b": [1, 2]}, {"method": "pearsons"}, "method='pearsons' is not 'pearson' or 'spearman' or 'kendall'"),
        ({"a": [1, 2], "b": [1, 2]}, {"missing": "ignore"}, 'missing=\'ignore\' is not "error", "drop" or "pairwise"'),
        ({"a": [1, 2], "b": [1, 2]}, {"undefined": "nan"}, "undefined='nan' is not"),
        ({1: [1, 2], "1": [1, 2]}, {}, "two columns whose names are the same text"),
        ([1, 2, 3], {}, r"frame has shape \(3,\); pass a data frame, a dictionary of columns, or a matrix"),
        (pd.DataFrame([[1, 2]], columns=["a", "a"]), {}, "two columns called 'a'"),
        ("file.csv", {}, "frame is a str"),
    ],
)
def test_what_cannot_be_correlated(frame, options, said):
    with pytest.raises(gn.InputError, match=said):
        gn.correlations(frame, **options)


def test_it_prints_and_converts():
    found = gn.correlations(table(), "spearman")
    lines = str(found).splitlines()
    assert lines[0] == "Spearman's ρ of 4 columns, 60 rows"
    assert lines[1].split() == ["a", "b", "c", "d"]
    assert lines[2].split()[:2] == ["a", "1.0000"]
    assert repr(found) == str(found)
    assert json.loads(json.dumps(found.to_dict()))["values"][0][0] == 1
    frame = found.to_frame()
    assert frame.loc["a", "b"] == found["a", "b"]
    assert list(frame.index) == list(frame.columns) == list("abcd")
    assert found == gn.correlations(table(), "spearman")
    assert found.strongest(1) == [("a", "b", found["a", "b"])]
    assert gn.correlations({"": [1, 2], "x": [2, 1]}).to_frame().shape == (2, 2)
    many = gn.correlations(np.random.default_rng(0).random((20, 14)))
    assert "the strongest:" in str(many)
    assert len(str(many).splitlines()) == 23
    for wrong in ("a", ("a", "z"), ("a",)):
        with pytest.raises(gn.InputError, match=r"names no two columns|there is no column 'z'; columns are 'a', 'b', 'c', 'd'"):
            found[wrong]


def test_it_is_drawn(monkeypatch):
    matplotlib = pytest.importorskip("matplotlib")
    matplotlib.use("Agg")
    with pytest.warns(gn.UndefinedMetricWarning):
        found = gn.correlations(table().assign(k=1), "kendall")
    axes = found.plot(label="sample")
    texts = [text.get_text() for text in axes.texts]
    assert len(texts) == 25
    assert f"{found['a', 'b']:.2f}" in texts
    assert texts.count("–") == 9
    assert axes.get_title(loc="left") == "Kendall's τ-b — sample"
    assert axes.images[0].get_clim() == (-1, 1)
    with raises_id("plots.overlay_unsupported", pop="Correlations"):
        gn.plots.overlay({"one": found})
