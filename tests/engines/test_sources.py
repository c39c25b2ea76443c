"""One body over every place that rows can come from: the same evaluation, to the last digit."""

import gzip
import io
import os
import signal
import subprocess
import sys
import time

import duckdb
import numpy as np
import polars as pl
import pyarrow as pa
import pyarrow.feather
import pyarrow.ipc
import pyarrow.parquet
import pytest

import gnomon as gn
from engines.rows import ASKED, EXPECTED, TABLE, N, written
from gnomon.engines import memory_limit, open_source
from gnomon.evaluation import run
from refusals import raises_id


def text(separator=","):
    return TABLE.to_csv(index=False, sep=separator)


def arrow_file(path):
    with pa.ipc.new_file(path, pa.Schema.from_pandas(TABLE)) as out:
        out.write_table(pa.Table.from_pandas(TABLE), max_chunksize=300)
    return path


def parquet(folder):
    pa.parquet.write_table(pa.Table.from_pandas(TABLE), folder / "t.parquet", row_group_size=500)
    return folder / "t.parquet"


def parts(folder):
    for k in range(4):
        TABLE[k * 500 : (k + 1) * 500].to_parquet(folder / f"part-{k}.parquet")
    return str(folder / "part-*.parquet")


def compressed(folder, name, codec):
    with pa.output_stream(str(folder / name), compression=codec) as out:
        out.write(text().encode())
    return folder / name


def columns(table):
    return {name: table[name].to_numpy() for name in table}


SOURCES = {
    "pandas": lambda folder: TABLE,
    "pandas with an arrow back end": lambda folder: TABLE.convert_dtypes(dtype_backend="pyarrow"),
    "pandas categories": lambda folder: TABLE.astype({"region": "category"}),
    "polars": lambda folder: pl.from_pandas(TABLE),
    "polars, lazy": lambda folder: pl.from_pandas(TABLE).lazy(),
    "pyarrow": lambda folder: pa.Table.from_pandas(TABLE),
    "dictionary": lambda folder: columns(TABLE),
    "dictionary of lists": lambda folder: TABLE.to_dict("list"),
    "duckdb relation": lambda folder: duckdb.from_df(TABLE),
    "csv": lambda folder: written(folder, "t.csv", text().encode()),
    "csv with a mark": lambda folder: written(folder, "t.csv", b"\xef\xbb\xbf" + text().encode()),
    "csv with semicolons": lambda folder: written(folder, "t.csv", text(";").encode()),
    "csv of windows": lambda folder: written(folder, "t.csv", text().replace("\n", "\r\n").encode()),
    "tsv": lambda folder: written(folder, "t.tsv", text("\t").encode()),
    "csv.gz": lambda folder: written(folder, "t.csv.gz", gzip.compress(text().encode())),
    "csv.zst": lambda folder: compressed(folder, "t.csv.zst", "zstd"),
    "no suffix": lambda folder: written(folder, "predictions", text().encode()),
    "parquet": parquet,
    "parquet, several by a pattern": parts,
    "parquet, several by name": lambda folder: [parts(folder).replace("*", str(k)) for k in (3, 1, 0, 2)],
    "arrow": lambda folder: arrow_file(folder / "t.arrow"),
    "feather": lambda folder: pa.feather.write_feather(TABLE, folder / "t.feather") or folder / "t.feather",
    "json lines": lambda folder: TABLE.to_json(folder / "t.jsonl", orient="records", lines=True) or folder / "t.jsonl",
    "json lines, gz": lambda folder: TABLE.to_json(folder / "t.jsonl.gz", orient="records", lines=True) or folder / "t.jsonl.gz",
}


@pytest.mark.parametrize("kind", SOURCES)
def test_every_source_gives_the_same(kind, tmp_path):
    evaluation = gn.evaluate(SOURCES[kind](tmp_path), **ASKED)
    assert evaluation.rows == N
    assert evaluation.values == EXPECTED.values
    assert [part.by for part in evaluation.slices] == [part.by for part in EXPECTED.slices]
    assert [part.values for part in evaluation.slices] == [part.values for part in EXPECTED.slices]


@pytest.mark.parametrize("form", ["csv", "gz", "parquet", "jsonl"])
def test_standard_input(form, tmp_path, monkeypatch):
    content = {
        "csv": lambda: text().encode(),
        "gz": lambda: gzip.compress(text().encode()),
        "parquet": lambda: parquet(tmp_path).read_bytes(),
        "jsonl": lambda: TABLE.to_json(orient="records", lines=True).encode(),
    }[form]()
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(content)))
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path / "temporary"))
    (tmp_path / "temporary").mkdir()
    evaluation = gn.evaluate("-", **ASKED)
    assert evaluation.source == "standard input"
    assert evaluation.values == EXPECTED.values
    assert not list((tmp_path / "temporary").iterdir()), "the copy is removed"


def test_labels_of_text_files_are_what_they_spell(tmp_path):
    """Numbers and booleans among labels are meant as such; slices stay text, leading zeros and all."""
    path = written(tmp_path, "t.csv", b"y,b,p,zip\n1,true,0.9,007\n0,false,0.2,7\n1,TRUE,0.8,007\n")
    evaluation = gn.evaluate(path, label="y", score="p", by="zip")
    assert evaluation.classes == (0, 1)
    assert {part.by["zip"] for part in evaluation.slices} == {"007", "7"}
    assert gn.evaluate(path, label="b", score="p").classes == (False, True), "one value, however it is spelt"
    two = written(tmp_path, "u.csv", b"b,p\ntrue,0.9\nfalse,0.2\n")
    assert gn.evaluate(two, label="b", score="p").positive is True


def test_the_other_columns_are_not_even_read(tmp_path):
    path = written(tmp_path, "t.csv", b'y,p,note\n1,0.9,fine\n0,0.2,"two\nlines, and ""quotes"""\n0,0.3,\n')
    assert gn.evaluate(path, label="y", score="p").rows == 3


def test_rows_count_over_batches(tmp_path, monkeypatch):
    """A missing score is found and counted over the whole file, not over the batch it stands in."""
    p = TABLE["p"].to_numpy().copy()
    p[[1234, 1500]] = np.nan
    frame = pa.table({"y": TABLE["y"].to_numpy(), "p": p})
    pa.parquet.write_table(frame, tmp_path / "t.parquet", row_group_size=500)
    with raises_id("evaluation.row_value_at_fault", argument="score", name="p", value="NaN"):
        gn.evaluate(tmp_path / "t.parquet", label="y", score="p")


def test_a_third_label_far_down_is_refused(tmp_path):
    frame = pa.table({"y": np.r_[TABLE["y"].to_numpy(), 2], "p": np.r_[TABLE["p"].to_numpy(), 0.5]})
    pa.parquet.write_table(frame, tmp_path / "t.parquet", row_group_size=500)
    with raises_id("classes.one_score_many_classes", shown="0, 1, 2"):
        gn.evaluate(tmp_path / "t.parquet", label="y", score="p")


@pytest.fixture
def tight(monkeypatch):
    """So little room that a few thousand cells are too many, and every batch is swept by itself."""
    bounded = run.bounded
    monkeypatch.setattr(run, "memory_limit", lambda given: 256_000_000 if given is None else given)
    monkeypatch.setattr(run, "bounded", lambda plan, limit: bounded(plan, limit).replace(limit=None))  # it would be refused
    return 300_000


def fine_table(n=60_000):
    r = np.random.default_rng(3)
    y = (r.random(n) < 0.3).astype(int)
    return {"y": y, "p": np.clip(r.normal(0.3 + 0.2 * y, 0.15), 0, 1), "s": r.choice(["a", "b", "c"], n), "w": r.random(n)}


@pytest.mark.parametrize("weight", [None, "w"])
def test_what_does_not_fit_comes_with_a_certain_interval(tight, monkeypatch, weight):
    table = fine_table()
    exact = gn.evaluate(table, label="y", score="p", by="s", weight=weight, metrics="default,lift_at@0.1,f1@0.37")
    monkeypatch.setattr("gnomon.evaluation.run.LEAST_ROWS", 5_000)
    monkeypatch.setattr("gnomon.evaluation.survey.BATCH", 4_000)
    coarse = gn.evaluate(table, label="y", score="p", by="s", weight=weight, metrics="default,lift_at@0.1,f1@0.37", memory=tight)
    assert not coarse.exact
    assert "± bounds, not exact" in str(coarse)
    assert coarse.total == pytest.approx(exact.total, rel=1e-12)
    pairs = [(exact.values, coarse.values)]
    matched = {part.name: part for part in coarse.slices}
    pairs += [(part.values, matched[part.name].values) for part in exact.slices]
    for one, other in pairs:
        for key, value in one.items():
            got = other[key]
            if "@" in key[1] and "lift" not in key[1]:
                assert got == pytest.approx(value, rel=1e-12), "counts at a threshold stay exact"
            elif got.approximate:
                assert key[1] == "lift_at@0.1"
                assert got == pytest.approx(value, rel=0.05)
            else:
                assert got.at_least - 1e-12 <= value <= got.at_most + 1e-12
                assert got.at_least <= got <= got.at_most
    assert coarse["roc_auc"].margin < 2e-3  # some five hundred cells
    assert "approximate" in repr(coarse["lift_at@0.1"])


def test_batches_and_chunks_change_nothing(monkeypatch):
    table = fine_table(20_000)
    whole = gn.evaluate(table, label="y", score="p", by="s")
    monkeypatch.setattr("gnomon.evaluation.run.LEAST_ROWS", 1_500)
    monkeypatch.setattr("gnomon.evaluation.run.MOST_ROWS", 1_500)
    monkeypatch.setattr("gnomon.evaluation.survey.BATCH", 700)
    parted = gn.evaluate(table, label="y", score="p", by="s")
    assert parted.exact
    assert parted.values == whole.values
    assert [part.values for part in parted.slices] == [part.values for part in whole.slices]


def test_memory_is_read_as_people_write_it():
    assert memory_limit("1.5GB") == 1_500_000_000
    assert memory_limit("2 gib") == 2 * 2**30
    assert memory_limit(None) >= 256_000_000
    for wrong in ("", "GB", "1.5 parsecs", -1, True, "1KB", float("nan")):
        with pytest.raises(gn.InputError, match="memory: "):
            memory_limit(wrong)


def test_an_interrupted_pass_lets_go_of_everything(tmp_path, monkeypatch):
    path = parquet(tmp_path)
    closed = []
    source = open_source(path, 10**9)
    close = source.close
    monkeypatch.setattr(source, "close", lambda: (closed.append(True), close()))
    monkeypatch.setattr(run, "open_source", lambda *asked: source)

    def stop(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr("gnomon.evaluation.partial.Partial.update", stop)
    with pytest.raises(KeyboardInterrupt):
        gn.evaluate(path, **ASKED)
    assert closed


def test_ctrl_c_ends_cleanly(tmp_path):
    """A command that waits for its input is told to stop: one line, exit code 130, nothing left behind."""
    folder = tmp_path / "temporary"
    folder.mkdir()
    environment = {**os.environ, "TMPDIR": str(folder)}
    command = [sys.executable, "-m", "gnomon", "report", "-", "--label", "y", "--score", "p", "-o", str(tmp_path / "r.html")]
    pipes = dict.fromkeys(("stdin", "stdout", "stderr"), subprocess.PIPE)
    started = subprocess.Popen(command, env=environment, **pipes)
    while not list(folder.glob("gnomon-*")) and started.poll() is None:  # until it has begun to copy what it reads
        time.sleep(0.05)
    started.send_signal(signal.SIGINT)
    _, said = started.communicate()
    assert started.returncode == 130
    assert said.decode().strip() == "interrupted; no file was left half written"
    assert not list(folder.iterdir())
    assert not (tmp_path / "r.html").exists()


def test_progress_tells_rows_speed_and_time_left(monkeypatch, capsys):
    monkeypatch.setattr("gnomon.evaluation.survey.BATCH", 500)
    monkeypatch.setenv("FORCE_COLOR", "1")  # what makes Rich take the captured stream for a terminal
    monkeypatch.setenv("COLUMNS", "200")
    gn.evaluate(TABLE, **ASKED, progress=True)
    shown = capsys.readouterr().err
    assert "2,000 of 2,000 rows" in shown
    assert "rows/s" in shown
    assert "left" in shown
    gn.evaluate(TABLE, **ASKED)
    assert capsys.readouterr().err == "", "no bar where nobody looks"
