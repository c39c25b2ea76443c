"""The checksums of a Parquet file's pages, which DuckDB does not look at: a changed byte is found before it becomes another number.

Few writers put them in (Spark does). Whether a chunk of a column has them stands in the header of its first page, which is all that is read
of a file without them. With them the chunks of the columns asked for are read once more, as they are stored: nothing is unpacked.
"""

import mmap
import zlib
from collections.abc import Iterator
from typing import Any, NamedTuple

from ..errors import InputError

I16, I32, I64, DOUBLE, BINARY, LIST, SET, STRUCT = 4, 5, 6, 7, 8, 9, 10, 12
SIZE, CRC = 3, 4
"""The fields of a page's header that matter here."""


class _Page(NamedTuple):
    """Where a page's bytes begin, how many there are, and the checksum that they should have."""

    start: int
    size: int
    crc: int | None


def verify_pages(path: str, columns: set[str], shown: str) -> None:
    """Refuse a file of which a page of these columns is not what its checksum says."""
    import pyarrow.parquet as pq

    with open(path, "rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as raw, memoryview(raw) as data:
        metadata = pq.read_metadata(file)
        for group in range(metadata.num_row_groups):
            for place in range(metadata.num_columns):
                chunk = metadata.row_group(group).column(place)
                name = chunk.path_in_schema
                if name.partition(".")[0] in columns or name in columns:
                    _verify_chunk(data, chunk, shown, name)


def _verify_chunk(data: memoryview, chunk: Any, shown: str, name: str) -> None:
    starts = [offset for offset in (chunk.dictionary_page_offset, chunk.data_page_offset) if offset]
    begin = min(starts)
    try:
        first = _page(data, begin)
    except (IndexError, ValueError):  # what no header can be, its reader says
        return
    if first.crc is None:
        return
    try:
        pages = _pages(data, begin, chunk)
        whole = all(page.crc in (None, zlib.crc32(data[page.start : page.start + page.size])) for page in pages)
    except (IndexError, ValueError):
        whole = False
    if not whole:
        raise InputError(
            "engines.parquet_checksum_mismatch",
            shown=shown,
            name=name,
        )


def _pages(data: memoryview, begin: int, chunk: Any) -> Iterator[_Page]:
    at, end = begin, begin + chunk.total_compressed_size
    while at < end:
        page = _page(data, at)
        yield page
        at = page.start + page.size


def _page(data: memoryview, at: int) -> _Page:
    """The page whose header, a struct in Thrift's compact form, stands at an offset."""
    fields: dict[int, int] = {}
    at = _struct(data, at, fields)
    size = fields.get(SIZE, -1)
    if size < 0 or at + size > len(data):
        raise ValueError("no page is that long")
    return _Page(at, size, fields[CRC] & 0xFFFFFFFF if CRC in fields else None)


def _struct(data: memoryview, at: int, numbers: dict[int, int] | None = None) -> int:
    """Walk through a struct to its end; its whole numbers are noted by field."""
    field = 0
    while True:
        head = data[at]
        at += 1
        if not head:
            return at
        kind, step = head & 15, head >> 4
        if step:
            field += step
        else:
            number, at = _varint(data, at)
            field = _signed(number)
        if kind in (I16, I32, I64):
            number, at = _varint(data, at)
            if numbers is not None:
                numbers[field] = _signed(number)
        else:
            at = _skip(data, at, kind)


def _skip(data: memoryview, at: int, kind: int) -> int:
    """Behind a value of a kind; truth values of a struct's field are in its head."""
    if kind in (1, 2):
        return at
    if kind == 3:
        return at + 1
    if kind in (I16, I32, I64):
        return _varint(data, at)[1]
    if kind == DOUBLE:
        return at + 8
    if kind == BINARY:
        size, at = _varint(data, at)
        return at + size
    if kind == STRUCT:
        return _struct(data, at)
    if kind in (LIST, SET):
        head, at = data[at], at + 1
        count = head >> 4
        if count == 15:
            count, at = _varint(data, at)
        for _ in range(count):
            at = at + 1 if head & 15 in (1, 2) else _skip(data, at, head & 15)
        return at
    raise ValueError("no header of a page has this")


def _varint(data: memoryview, at: int) -> tuple[int, int]:
    number = shift = 0
    while True:
        byte = data[at]
        at += 1
        number |= (byte & 127) << shift
        shift += 7
        if byte < 128:
            return number, at
        if shift > 63:
            raise ValueError("no number is that long")


def _signed(number: int) -> int:
    return (number >> 1) ^ -(number & 1)
