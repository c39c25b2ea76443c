"""What must be known of a CSV before DuckDB reads it: its columns, and whether anything in it would be read as what it is not."""

import csv
import io
import zlib
from collections.abc import Iterator
from typing import Any

from ..errors import InputError
from ..inputs.encodings import PIECE, REMEDY, pieces, unpacked
from ..messages.language import listed, say
from .formats import Place

DELIMITERS = (",", "\t", ";", "|")
LONGEST = 2_000_000
"""Bytes of a line, as DuckDB has it."""

Splits = dict[str, list[str]]
"""The names of the columns by the delimiter that makes them."""


def csv_splits(place: Place) -> Splits:
    """How the header can be read, the way that makes the most columns first. All files have one header.

    No column's name can come of two delimiters unless it is the whole header, so that the columns asked for settle which one it is.
    """
    first, *others = [_splits(path, place) for path in place.paths]
    for path, splits in zip(place.paths[1:], others, strict=True):
        if splits != first:
            raise InputError(
                "engines.csv_headers_differ",
                shown=place.shown(path),
                names=listed(next(iter(splits.values()))),
                first=place.shown(place.paths[0]),
                names_2=listed(next(iter(first.values()))),
            )
    return first


def _splits(path: str, place: Place) -> Splits:
    name, text = place.shown(path), _start(path, place)
    if not text.lstrip("\ufeff").split("\n", 1)[0].strip():
        raise InputError("engines.csv_header_empty", name=name)
    marks = DELIMITERS[1:2] if place.format == "tsv" else DELIMITERS
    made = [(mark, names) for mark in marks if (names := _named(text.lstrip("\ufeff"), mark))]
    if not made:
        raise InputError("engines.csv_header_too_long", name=name)
    made.sort(key=lambda split: -len(split[1]))
    alone = len(made[0][1]) == 1
    splits = {mark: names for mark, names in made if len({*names}) == len(names) and (alone or len(names) > 1)}
    if not splits:
        twice = next(column for column in made[0][1] if made[0][1].count(column) > 1)
        raise InputError("engines.csv_header_name_twice", name=name, twice=twice)
    return splits


def _start(path: str, place: Place) -> str:
    """More than the longest header; what is behind it may end within a letter."""
    with unpacked(path) as file:
        start = bytes(file.read(LONGEST))
    header = start.partition(b"\n")[0]
    try:
        header.decode()
    except UnicodeDecodeError:
        raise InputError("engines.file_not_utf8", where=place.shown(path), remedy=say(REMEDY)) from None
    return start.decode("utf-8", "replace")


def _named(text: str, delimiter: str) -> list[str] | None:
    """The columns that a delimiter makes of the header; None where it has no end. A name in quotes may hold a new line."""
    lines = io.StringIO(text, newline="")
    try:
        names = [name.strip() for name in next(csv.reader(lines, delimiter=delimiter))]
    except (csv.Error, StopIteration):
        return None
    if len(text.encode()) >= LONGEST and not lines.read(1):  # it goes on behind what was read
        return None
    return [name or f"column{at}" for at, name in enumerate(names)]


def long_line(place: Place) -> tuple[str, int, int] | None:
    """The first line that is too long to be read: its file, its number from 1, and its size in bytes."""
    for path in place.paths:
        number, size = 1, 0
        for length, ends in _lengths(path):
            size += length
            if ends:
                if size > LONGEST:
                    break
                number, size = number + 1, 0
        if size > LONGEST:
            return place.shown(path), number, size
    return None


def _lengths(path: str) -> Iterator[tuple[int, bool]]:
    """The parts of lines one after the other, and whether the line ends there."""
    with unpacked(path) as file:
        for piece in pieces(file):
            *ended, rest = piece.split(b"\n")
            yield from ((len(part), True) for part in ended)
            yield len(rest), False


def closed_quotes(place: Place) -> bool:
    """Whether every quote that is opened in the files is closed."""
    for path in place.paths:
        with unpacked(path) as file:
            if sum(piece.count(b'"') for piece in pieces(file)) % 2:
                return False
    return True


def refuse_underscores(place: Place, columns: dict[str, str], scan: Any) -> None:
    """Refuse 1_0 where a number is meant, which DuckDB would read as 10.

    ``columns`` are the numbers' columns by what DuckDB calls them; ``scan(select, where)`` reads them as text.
    """
    within = " OR ".join(f"regexp_matches({column}, '[0-9]_[0-9]')" for column in columns)
    if not scan("1", within).limit(1).fetchall():
        return
    numbered = scan(", ".join(["row_number() OVER () AS row", *columns]), "true")
    row, *values = numbered.filter(within).order("row").limit(1).fetchall()[0]
    name, value = next((name, value) for name, value in zip(columns.values(), values, strict=True) if value and "_" in value)
    raise InputError(
        "engines.csv_number_with_underscores",
        source=place.name,
        row=row,
        name=name,
        value=value,
    )


def underscored(path: str, shown: str) -> bool:
    """Whether there is an underscore behind the first line: few files of numbers have one, which is seen at the speed of memory.

    A gzipped file is read to its end, where the checksum stands that DuckDB does not look at.
    """
    packed, found = path.endswith(".gz"), False
    try:
        with unpacked(path) as file:
            found = b"_" in bytes(file.read(PIECE)).partition(b"\n")[2]
            for piece in () if found and not packed else pieces(file):
                found = found or b"_" in piece
                if found and not packed:
                    break
    except (OSError, EOFError, zlib.error) as reason:
        raise InputError("inputs.csv_file_unreadable", shown=shown, reason=reason) from None
    return found
