"""Parquet files that were changed on their way: found where pages have checksums, whatever their form."""

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import gnomon as gn
from gnomon.engines import checksums
from refusals import raises_id

RNG = np.random.default_rng(0)
TABLE = pa.table(
    {
        "y": RNG.integers(0, 2, 6000),
        "p": RNG.random(6000),
        "region": RNG.choice(["north", "south", "圭臬"], 6000),
        "tags": [["a"] * (i % 3) for i in range(6000)],
        "spare": RNG.random(6000),
    }
)
FORMS = [
    {"compression": "none"},
    {"compression": "snappy", "data_page_version": "2.0"},
    {"compression": "zstd", "use_dictionary": False, "data_page_size": 2000},
    {"compression": "gzip", "write_page_index": True, "row_group_size": 1000},
]


def written(folder, **form):
    pq.write_table(TABLE, folder / "t.parquet", **form)
    return folder / "t.parquet"


def evaluate(path, **more):
    return gn.evaluate(path, label="y", score="p", by="region", metrics="roc_auc", ci=None, **more)


def changed(path, at):
    raw = bytearray(path.read_bytes())
    raw[at] ^= 1
    path.write_bytes(raw)
    return path


@pytest.mark.parametrize("form", FORMS)
def test_a_whole_file_is_read(tmp_path, form):
    path = written(tmp_path, write_page_checksum=True, **form)
    assert evaluate(path)["roc_auc"] == gn.roc_auc(TABLE["y"], TABLE["p"])
    checksums.verify_pages(str(path), set(TABLE.column_names), "t")


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("column", ["y", "p", "region", "tags"])
def test_a_changed_byte_is_found_where_pyarrow_finds_one(tmp_path, form, column):
    path = written(tmp_path, write_page_checksum=True, **form)
    metadata = pq.read_metadata(path)
    group = metadata.row_group(metadata.num_row_groups - 1)
    chunk = next(c for c in map(group.column, range(group.num_columns)) if c.path_in_schema.split(".")[0] == column)
    begin = chunk.dictionary_page_offset or chunk.data_page_offset
    raw = path.read_bytes()
    found = 0
    for at in RNG.integers(begin, begin + chunk.total_compressed_size, 25):
        path.write_bytes(raw)
        changed(path, int(at))
        theirs = ours = ""
        try:
            pq.read_table(path, columns=[column], page_checksum_verification=True)
        except (OSError, pa.ArrowException) as reason:
            theirs = str(reason)
        try:
            checksums.verify_pages(str(path), {column}, "t.parquet")
        except gn.InputError as reason:
            ours = str(reason)
        assert not ours or theirs
        assert ours or "CRC" not in theirs
        found += bool(ours)
    assert found > 5


def test_numbers_that_a_changed_byte_makes_are_not_told(tmp_path):
    path = written(tmp_path, write_page_checksum=True, compression="none", use_dictionary=False)
    at = path.read_bytes().index(np.float64(TABLE["p"][17].as_py()).tobytes())
    with raises_id("engines.parquet_checksum_mismatch"):
        evaluate(changed(path, at + 6))


def test_columns_that_are_not_asked_for_do_not_matter(tmp_path):
    path = written(tmp_path, write_page_checksum=True, compression="none", use_dictionary=False)
    at = path.read_bytes().index(np.float64(TABLE["spare"][17].as_py()).tobytes())
    assert evaluate(changed(path, at))["roc_auc"] == gn.roc_auc(TABLE["y"], TABLE["p"])


def test_of_a_file_without_checksums_only_headers_are_read(tmp_path, monkeypatch):
    path = written(tmp_path, write_page_checksum=False)
    monkeypatch.setattr(checksums.zlib, "crc32", lambda *_: pytest.fail("a page was read"))
    assert evaluate(path)["roc_auc"] == gn.roc_auc(TABLE["y"], TABLE["p"])
