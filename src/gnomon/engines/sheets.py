"""Sheets of an Excel file, row by row as a CSV has them."""

import csv
import datetime
import io
import struct
import zlib
from typing import Any

from ..errors import InputError
from ..memory import memory_limit

WORKSHEET = "application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"
CONTENTS = "[Content_Types].xml"
OF_XML = 8
"""Bytes of memory that a byte of XML takes where openpyxl reads it whole, as it does shared strings and styles."""
LAST_ROW = 2**20
"""The last row that a sheet of Excel can have."""
WRONG = (
    *(ValueError, LookupError, TypeError, AttributeError, ArithmeticError, RecursionError, AssertionError, EOFError, OSError, SyntaxError),
    *(RuntimeError, zlib.error, struct.error),
)
"""What openpyxl ends in where a file is damaged: errors of XML are SyntaxErrors, and a file may be encrypted."""


def write_sheet(path: str, sheet: object, target: Any, shown: str) -> None:
    """Write a sheet as CSV in UTF-8, a row at a time."""
    try:
        from openpyxl.reader.excel import ExcelReader
        from openpyxl.utils.exceptions import InvalidFileException
    except ImportError:
        raise InputError("engines.openpyxl_missing") from None
    from zipfile import BadZipFile

    try:
        with open(path, "rb") as opened:
            book = _workbook(ExcelReader(opened, read_only=True, data_only=True, keep_links=False), shown)
            text = io.TextIOWrapper(target, encoding="utf-8", newline="", write_through=True)
            _write_rows(_sheet(book, sheet, shown), csv.writer(text, lineterminator="\n"), shown)
            text.detach()
            book.close()
    except InputError:
        raise
    except (BadZipFile, InvalidFileException, *WRONG) as reason:
        raise InputError("engines.excel_unreadable", shown=shown, reason=reason) from None


def _workbook(reader: Any, shown: str) -> Any:
    """The workbook of a file, once it is sure that memory holds it; of worksheets, one row at a time is read."""
    _refuse_large(reader, {CONTENTS}, shown)
    reader.read_manifest()
    kinds: dict[str, set[str]] = {}
    for part in reader.package.Override:
        kinds.setdefault(part.PartName.removeprefix("/"), set()).add(part.ContentType)
    _refuse_large(reader, {*reader.valid_files} - {name for name, found in kinds.items() if found == {WORKSHEET}}, shown)
    reader.read()
    return reader.wb


def _refuse_large(reader: Any, names: set[str], shown: str) -> None:
    """Raise InputError where parts that are read whole take more memory than there is; no part gives more than it declares."""
    size, limit = sum(part.file_size for part in reader.archive.infolist() if part.filename in names), memory_limit(None)
    if OF_XML * size > limit:
        raise InputError(
            "engines.sheet_unpacks_to_too_much",
            shown=shown,
            size=size,
            needed=OF_XML * size,
            limit=limit,
        )


def _sheet(book: Any, asked: Any, shown: str) -> Any:
    """The sheet that was asked for, by name or by place from 0; without a word the only one."""
    names = [one.title for one in book.worksheets]
    listed = ", ".join(map(repr, names))
    if asked is None:
        if len(names) > 1:
            raise InputError(
                "engines.sheet_ambiguous",
                shown=shown,
                count=len(names),
                listed=listed,
                names=names[0],
            )
        return book.worksheets[0]
    if isinstance(asked, str) and asked in names:
        return book.worksheets[names.index(asked)]
    if isinstance(asked, str) and asked.isdecimal():
        asked = int(asked)
    if isinstance(asked, int) and not isinstance(asked, bool) and 0 <= asked < len(names):
        return book.worksheets[asked]
    raise InputError("engines.sheet_unknown", asked=asked, shown=shown, listed=listed)


def _write_rows(sheet: Any, writer: Any, shown: str) -> None:
    sheet.reset_dimensions()  # what a file says of its size may be wrong, and cells past it would be left out
    rows = ([_text(value) for value in row] for row in sheet.iter_rows(values_only=True))
    header = next(rows, [])
    while header and not header[-1]:
        header.pop()
    if not header:
        raise InputError("engines.sheet_header_empty", shown=shown, title=sheet.title)
    writer.writerow(header)
    blank = 0
    for number, row in enumerate(rows, 1):
        if number >= LAST_ROW:
            raise InputError(
                "engines.sheet_rows_past_last",
                shown=shown,
                title=sheet.title,
                last=LAST_ROW,
            )
        if any(row[len(header) :]):
            stray = next(value for value in row[len(header) :] if value)
            raise InputError(
                "engines.sheet_value_without_header",
                shown=shown,
                number=number,
                stray=stray,
            )
        if not any(row):  # those below the table were filled once, and are no rows of it
            blank += 1
            continue
        writer.writerows([[""] * len(header)] * blank)
        blank = 0
        writer.writerow([*row[: len(header)], *[""] * (len(header) - len(row))])


def _text(value: object) -> str:
    """A cell as a CSV would spell it: numbers with all their digits, dates as ISO 8601."""
    if value is None:
        return ""
    if isinstance(value, (datetime.datetime, datetime.date, datetime.time)):
        return value.isoformat()
    return repr(value) if isinstance(value, float) else str(value)
