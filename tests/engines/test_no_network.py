"""Paths that look like addresses: files of this machine where they are there, else a word on how to get them; never the network."""

import socket

import numpy as np
import pyarrow as pa
import pyarrow.feather as feather
import pyarrow.parquet as pq
import pytest

import gnomon as gn
from gnomon.engines.files import connect

Y, P = np.arange(60) % 2, np.arange(60) * 37 % 61 / 61


@pytest.fixture
def offline(monkeypatch):
    """Any connection that Python opens is a failure; those of C++ would end in an error of their own."""

    def refuse(*_):
        raise AssertionError("this went to the network")

    monkeypatch.setattr(socket.socket, "connect", refuse)
    monkeypatch.setattr(socket, "getaddrinfo", refuse)


@pytest.mark.parametrize(
    ("address", "way"),
    [
        ("https://example.com/p.csv", "curl -O https://example.com/p.csv"),
        ("http://example.com/p.parquet", "curl -O http"),
        ("s3://bucket/p.parquet", "aws s3 cp s3://bucket/p.parquet ."),
        ("s3://bucket/*.parquet", "aws s3 cp"),
        ("gs://bucket/p.csv", "gcloud storage cp"),
        ("hf://datasets/x/y.parquet", "hf download datasets/x/y.parquet"),
        ("abfss://a@b/p.arrow", "get it first"),
        ("file:///data/p.csv", "as in: /data/p.csv"),
    ],
)
def test_an_address_is_answered_with_how_to_get_it(offline, address, way):
    with pytest.raises(gn.InputError) as refused:
        gn.evaluate(address, label="y", score="p")
    assert "only files of this machine are read" in str(refused.value)
    assert way in str(refused.value)


@pytest.mark.parametrize("kind", ["parquet", "arrow", "csv", "jsonl"])
@pytest.mark.parametrize("scheme", ["s3", "http", "hf", "gs"])
def test_a_folder_may_be_called_like_one(offline, tmp_path, monkeypatch, kind, scheme):
    folder = tmp_path / f"{scheme}:" / "bucket"
    folder.mkdir(parents=True)
    path, table = folder / f"p.{kind}", pa.table({"y": Y, "p": P})
    if kind == "parquet":
        pq.write_table(table, folder / "p.parquet", filesystem=pa.fs.LocalFileSystem())
    elif kind == "arrow":
        with open(path, "wb") as out:
            feather.write_feather(table, out)
    elif kind == "csv":
        path.write_text("y,p\n" + "".join(f"{y},{p!r}\n" for y, p in zip(Y.tolist(), P.tolist(), strict=True)))
    else:
        path.write_text("".join(f'{{"y": {y}, "p": {p!r}}}\n' for y, p in zip(Y.tolist(), P.tolist(), strict=True)))
    monkeypatch.chdir(tmp_path)
    for data in (f"{scheme}://bucket/p.{kind}", f"{scheme}://bucket/*.{kind}"):
        assert gn.evaluate(data, label="y", score="p", ci=None)["roc_auc"] == gn.roc_auc(Y, P)


def test_duckdb_fetches_no_extension():
    import duckdb

    with connect() as connection:
        settings = ("autoinstall_known_extensions", "autoload_known_extensions", "allow_community_extensions")
        assert [connection.execute(f"SELECT current_setting('{name}')").fetchall()[0][0] for name in settings] == [False] * 3
        with pytest.raises(duckdb.Error, match=r"httpfs|No files|not allowed|Missing"):
            connection.sql("SELECT * FROM read_csv('https://example.com/p.csv')")


def test_a_link_before_two_dots_is_followed(tmp_path, monkeypatch):
    (tmp_path / "far" / "in").mkdir(parents=True)
    (tmp_path / "link").symlink_to(tmp_path / "far" / "in")
    (tmp_path / "far" / "p.csv").write_text("y,p\n0,0.1\n1,0.9\n")
    (tmp_path / "p.csv").write_text("y,p\n1,0.1\n0,0.9\n")
    monkeypatch.chdir(tmp_path)
    assert gn.evaluate("link/../p.csv", label="y", score="p", ci=None)["roc_auc"] == 1
