"""Excel files that are damaged, or made to fill memory or to be read without end."""

import contextlib
import io
import random
import zipfile

import pytest

import gnomon as gn
from components import needs
from gnomon.engines import sheets
from gnomon.errors import InputError
from refusals import by_id, expect_refusal

openpyxl = needs("openpyxl")
ASKED = {"label": "y", "score": "p", "metrics": "roc_auc", "ci": None}
STRINGS = b'<Override PartName="/%s" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sharedStrings+xml"/></Types>'


def parts():
    """The parts of a file of twenty rows."""
    book, raw = openpyxl.Workbook(), io.BytesIO()
    book.active.append(["y", "p"])
    for i in range(20):
        book.active.append([i % 2, i / 20])
    book.save(raw)
    with zipfile.ZipFile(raw) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def packed(path, parts):
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in parts.items():
            archive.writestr(name, content)
    return path


@pytest.mark.parametrize("name", ["xl/sharedStrings.xml", "xl/worksheets/sheet2.xml"])
def test_texts_that_unpack_to_more_than_memory_holds(tmp_path, monkeypatch, name):
    made = parts()
    made["[Content_Types].xml"] = made["[Content_Types].xml"].replace(b"</Types>", STRINGS % name.encode())
    made[name] = b'<sst xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">' + b"<si><t>a</t></si>" * 20_000 + b"</sst>"
    path = packed(tmp_path / "a.xlsx", made)
    assert path.stat().st_size < 10_000
    assert gn.evaluate(path, **ASKED)["roc_auc"] > 0
    monkeypatch.setattr(sheets, "memory_limit", lambda given: 1_000_000)
    expect_refusal(by_id("engines.sheet_unpacks_to_too_much", shown="a.xlsx", limit=1000000), gn.evaluate, path, **ASKED)
    del made[name]
    made["[Content_Types].xml"] = parts()["[Content_Types].xml"] + b" " * 200_000
    expect_refusal(by_id("engines.sheet_unpacks_to_too_much", shown="a.xlsx"), gn.evaluate, packed(path, made), **ASKED)


SHEET = "xl/worksheets/sheet1.xml"


def test_rows_end_where_those_of_excel_end(tmp_path, monkeypatch):
    monkeypatch.setattr(sheets, "LAST_ROW", 1000)
    whole = parts()
    made = whole | {SHEET: whole[SHEET].replace(b'<row r="21"', b'<row r="999999999999"')}
    assert made != whole
    expect_refusal(
        by_id("engines.sheet_rows_past_last", shown="a.xlsx", title="Sheet", last=1000),
        gn.evaluate,
        packed(tmp_path / "a.xlsx", made),
        **ASKED,
    )


@pytest.mark.parametrize("size", ["A1", "A1:B10", "A1:A21", "A1:B999999999999"])
def test_all_rows_are_read_whatever_size_the_file_states(tmp_path, size):
    whole = parts()
    made = whole | {SHEET: whole[SHEET].replace(b'ref="A1:B21"', f'ref="{size}"'.encode())}
    assert made != whole
    e = gn.evaluate(packed(tmp_path / "a.xlsx", made), **ASKED)
    assert e.rows == 20
    assert e["roc_auc"] == gn.evaluate(packed(tmp_path / "b.xlsx", whole), **ASKED)["roc_auc"]


@pytest.mark.filterwarnings("ignore::UserWarning")
def test_damaged_files_are_read_or_refused(tmp_path):
    chance, whole, read = random.Random(7), parts(), 0
    plain = packed(tmp_path / "b.xlsx", whole).read_bytes()
    for turn in range(60):
        path = tmp_path / "a.xlsx"
        if turn % 3:
            name = chance.choice([*whole])
            content = bytearray(whole[name])
            at = chance.randrange(len(content))
            content[at : at + chance.randrange(20)] = chance.choice([b"", bytes([chance.randrange(256)]), b"9" * 5000, b"-1", b"<a/>"])
            packed(path, whole | {name: bytes(content)})
        else:
            content = bytearray(plain)
            content[chance.randrange(len(content))] ^= 255
            path.write_bytes(content)
        with contextlib.suppress(InputError):
            sheets.write_sheet(str(path), None, io.BytesIO(), "a.xlsx")
            read += 1
    assert 0 < read < 60
