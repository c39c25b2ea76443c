"""Text files in other encodings than UTF-8, and sheets of Excel: read as the same rows in UTF-8 are, or refused."""

import gzip
import warnings

import numpy as np
import openpyxl
import pytest

import gnomon as gn
from refusals import by_id, expect_hints, expect_refusal

RNG = np.random.default_rng(3)
Y, P = RNG.integers(0, 2, 80), RNG.random(80).round(3)
PLACES = RNG.choice(["北京", "上海", "广州，天河"], 80)
TEXT = "标签,分数,地区\n" + "".join(f"{y},{p},{place}\n" for y, p, place in zip(Y, P, PLACES, strict=True))
ASKED = {"label": "标签", "score": "分数", "by": "地区", "metrics": "roc_auc", "ci": None}


@pytest.fixture
def want(tmp_path):
    path = tmp_path / "utf8.csv"
    path.write_text(TEXT, encoding="utf-8")
    return gn.evaluate(path, **ASKED)


def same(e, want):
    assert e.values == want.values
    assert [(part.by, part.rows) for part in e.slices] == [(part.by, part.rows) for part in want.slices]


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-16-le-mark", "utf-32"])
def test_a_mark_at_the_start_says_the_encoding(tmp_path, want, encoding):
    content = b"\xff\xfe" + TEXT.encode("utf-16-le") if encoding == "utf-16-le-mark" else TEXT.encode(encoding)
    (tmp_path / "a.csv").write_bytes(content)
    same(gn.evaluate(tmp_path / "a.csv", **ASKED), want)
    (tmp_path / "a.csv.gz").write_bytes(gzip.compress(content))
    same(gn.evaluate(tmp_path / "a.csv.gz", **ASKED), want)


@pytest.mark.parametrize("encoding", ["gbk", "gb18030"])
def test_plain_chinese_is_read_as_gb18030_with_a_note(tmp_path, want, encoding):
    (tmp_path / "a.csv").write_bytes(TEXT.encode(encoding))
    with pytest.warns(UserWarning, match="a.csv is not UTF-8, and is read as Chinese in GB18030"):
        same(gn.evaluate(tmp_path / "a.csv", **ASKED), want)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        same(gn.evaluate(tmp_path / "a.csv", encoding=encoding, **ASKED), want)


def test_an_encoding_that_is_named_is_taken(tmp_path, want):
    (tmp_path / "a.csv").write_bytes("標籤,分數\n1,0.9\n0,0.1\n".encode("big5"))
    assert gn.evaluate(tmp_path / "a.csv", label="標籤", score="分數", encoding="big5", metrics="roc_auc", ci=None)["roc_auc"] == 1
    (tmp_path / "b.csv").write_bytes(TEXT.encode("utf-16-be"))
    same(gn.evaluate(tmp_path / "b.csv", encoding="utf-16-be", **ASKED), want)


def test_json_lines_and_comparisons_too(tmp_path):
    lines = "".join(f'{{"标签": {y}, "甲": {p}, "乙": {1 - p}}}\n' for y, p in zip(Y, P, strict=True))
    (tmp_path / "a.jsonl").write_bytes(lines.encode("gbk"))
    e = gn.evaluate(tmp_path / "a.jsonl", label="标签", score="甲", metrics="roc_auc", ci=None, encoding="gbk")
    assert float(e["roc_auc"]) == gn.roc_auc(Y, P)
    c = gn.compare(tmp_path / "a.jsonl", label="标签", score=["甲", "乙"], metrics="roc_auc", encoding="gbk")
    assert c.pairs[0].difference == pytest.approx(2 * gn.roc_auc(Y, P) - 1, abs=1e-12)


def test_long_files_are_recoded_piece_by_piece(tmp_path, monkeypatch):
    """Pieces that end within a character make no difference."""
    from gnomon.inputs import encodings

    (tmp_path / "a.csv").write_bytes(TEXT.encode("gb18030"))
    want = gn.evaluate(tmp_path / "a.csv", encoding="gb18030", **ASKED)
    monkeypatch.setattr(encodings, "PIECE", 7)
    same(gn.evaluate(tmp_path / "a.csv", encoding="gb18030", **ASKED), want)


def test_what_is_neither_is_refused_where_it_stands(tmp_path):
    (tmp_path / "a.csv").write_bytes("y,p,name\n1,0.5,a\n0,0.4,café\n".encode("latin-1"))
    expect_refusal(by_id("inputs.file_not_utf8", shown="a.csv", broken_line=3), gn.evaluate, tmp_path / "a.csv", label="y", score="p")
    with pytest.raises(gn.InputError) as refused:
        gn.evaluate(tmp_path / "a.csv", label="y", score="p")
    assert "latin" not in str(refused.value)
    expect_refusal(
        by_id("inputs.file_not_in_encoding", shown="a.csv", line=3, encoding="gb18030"),
        gn.evaluate,
        tmp_path / "a.csv",
        label="y",
        score="p",
        encoding="gb18030",
    )
    expect_refusal(
        by_id("inputs.encoding_unknown", asked="klingon"), gn.evaluate, tmp_path / "a.csv", label="y", score="p", encoding="klingon"
    )
    expect_refusal(by_id("inputs.encoding_unknown", asked="hex"), gn.evaluate, tmp_path / "a.csv", label="y", score="p", encoding="hex")
    expect_refusal(
        by_id("engines.argument_only_of_files", name="encoding"),
        gn.evaluate,
        {"y": [0, 1], "p": [0, 1]},
        label="y",
        score="p",
        encoding="gbk",
    )
    expect_refusal(
        by_id("evaluation.file_argument_with_arrays", name="encoding"), gn.compare, [0, 1], {"a": [0, 1], "b": [1, 0]}, encoding="gbk"
    )


def test_bytes_past_the_sample_are_refused_too(tmp_path):
    """A file that is ASCII for long, and Chinese at its end, is not guessed at."""
    rows = "".join(f"{i % 2},0.{i % 1000:03d},north\n" for i in range(90_000))
    (tmp_path / "a.csv").write_bytes(("y,p,place\n" + rows + "1,0.5,北京\n").encode("gbk"))
    expect_refusal(
        by_id("engines.file_not_utf8", where="a.csv, line 90002"), gn.evaluate, tmp_path / "a.csv", label="y", score="p", by="place"
    )
    e = gn.evaluate(tmp_path / "a.csv", label="y", score="p", by="place", encoding="gbk", metrics="roc_auc", ci=None)
    assert {part.by["place"]: part.rows for part in e.slices} == {"north": 90_000, "北京": 1}


def sheet(path, *sheets, rows=None):
    book = openpyxl.Workbook()
    book.remove(book.active)
    for name in sheets or ["数据"]:
        page = book.create_sheet(name)
        page.append(["标签", "分数", "地区"])
        for row in rows if rows is not None else zip(Y.tolist(), P.tolist(), PLACES.tolist(), strict=True):
            page.append(row)
    book.save(path)
    return path


def test_sheets_are_read_as_a_csv_of_the_same_cells(tmp_path, want):
    path = sheet(tmp_path / "a.xlsx")
    same(gn.evaluate(path, **ASKED), want)
    both = sheet(tmp_path / "b.xlsx", "one", "two")
    same(gn.evaluate(both, sheet="two", **ASKED), want)
    same(gn.evaluate(both, sheet=0, **ASKED), want)


def test_sheets_that_could_be_misread_are_refused(tmp_path):
    both = sheet(tmp_path / "b.xlsx", "one", "two")
    expect_refusal(by_id("engines.sheet_ambiguous", shown="b.xlsx", count=2, listed="'one', 'two'"), gn.evaluate, both, **ASKED)
    expect_refusal(
        by_id("engines.sheet_unknown", asked="three", shown="b.xlsx", listed="'one', 'two'"), gn.evaluate, both, sheet="three", **ASKED
    )
    hole = sheet(tmp_path / "c.xlsx", rows=[[0, 0.1, "a"], [None, None, None], [1, 0.9, "b"], [None, None, None]])
    expect_hints(
        ["'标签' has no value in row 2"], gn.evaluate, hole, **ASKED
    )  # a row between others is one, those below the table are none
    stray = sheet(tmp_path / "d.xlsx", rows=[[0, 0.1, "a"], [1, 0.9, "b", "note"]])
    expect_refusal(by_id("engines.sheet_value_without_header", shown="d.xlsx", number=2, stray="note"), gn.evaluate, stray, **ASKED)
    (tmp_path / "e.xlsx").write_bytes(b"y,p\n1,0.5\n")
    expect_refusal(by_id("engines.excel_unreadable", shown="e.xlsx"), gn.evaluate, tmp_path / "e.xlsx", **ASKED)
    (tmp_path / "f.csv").write_text("y,p\n1,0.5\n")
    expect_refusal(by_id("engines.sheet_unsupported", name="f.csv"), gn.evaluate, tmp_path / "f.csv", sheet="one", label="y", score="p")
