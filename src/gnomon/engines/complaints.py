"""What goes wrong in reading, in our words: the file, the line, what stands there, what to do."""

import re
from collections.abc import Iterator
from contextlib import contextmanager

from ..errors import InputError
from ..inputs.encodings import REMEDY
from ..words.language import say
from .csv_files import closed_quotes, long_line
from .formats import Place, first_broken_line

OUT_OF_MEMORY = re.compile(r"Out of Memory|OutOfMemory|(malloc|realloc) of size \d+ failed")
MISSING = ("na", "n/a", "null", "none", "nan", "-", "?", ".")


@contextmanager
def explaining(place: Place) -> Iterator[None]:
    """Turn the reader's errors into ours."""
    import duckdb
    import pyarrow as pa

    try:
        yield
    except (duckdb.Error, pa.ArrowException, OSError) as reason:
        raise explained(str(reason), place) from None


def explained(text: str, place: Place) -> InputError:
    """DuckDB's error as one line in our words; one that we do not know keeps its first line."""
    line = re.search(r"CSV Error on Line: (\d+)\s*\nOriginal Line: ?(.*)", text)
    where = say("{name}, line {line}", name=place.name, line=line[1]) if line else place.name
    if unread := _too_long(text, place) or _locked(text, where):
        return unread
    if found := re.search(r"Expected Number of Columns: (\d+) Found: (\d+)", text):
        shown = line[2] if line else ""
        return InputError(
            "{where}: {found} values where the header names {found_2} columns ({shown!r:.80}); mend the line",
            where=where,
            found=found[2],
            found_2=found[1],
            shown=shown,
        )
    if found := re.search(r"converting column \"c(\d+)\"\. Could not convert string \"(.*)\" to", text):
        column = place.header[int(found[1])]
        return InputError(
            "{where}: column {value!r} has {found!r:.80} where a number is meant; {number_remedy}",
            where=where,
            value=column,
            found=found[2],
            number_remedy=_number_remedy(found[2]),
        )
    if OUT_OF_MEMORY.search(text):
        return InputError(
            "{where}: reading takes more memory than DuckDB may have; allow more with ⟦memory=⟧, or, of a relation, with SET memory_limit",
            where=where,
        )
    if "unterminated quote" in text:
        return InputError('{where}: a quote (") is opened and never closed; close it, or double it inside a quoted value', where=where)
    if "not utf-8" in text or "Invalid unicode" in text:
        return InputError("{where}: the file is not UTF-8; {remedy}", where=where, remedy=say(REMEDY))
    if "state machine reached an invalid state" in text:
        return InputError(
            "{where}: lines end in several ways, or quotes are broken; mend it, as in: dos2unix {name}", where=where, name=place.name
        )
    if found := re.search(r"in line (\d+): Failed to cast value to numerical: (.*)", text):
        return InputError(
            "{name}, line {found}: {found_2:.80} stands where a number is meant; write a number, or null if missing",
            name=place.name,
            found=found[1],
            found_2=found[2],
        )
    if "Malformed JSON" in text and (broken := first_broken_line(place.paths)) is not None:
        return InputError(
            "{name}, line {broken}: this is no JSON object; JSON lines hold one object {{…}} a line", name=place.name, broken=broken
        )
    return InputError("{where}: cannot be read as {format}: {strip}", where=where, format=place.format, strip=text.splitlines()[0].strip())


def _too_long(text: str, place: Place) -> InputError | None:
    """A value of many megabytes, of which DuckDB speaks in several ways: also as of a quote that is never closed."""
    if "maximum_object_size" in text:
        return InputError(
            "{name}: an object is larger than 16 MB; leave its longest value out, or write the table as Parquet", name=place.name
        )
    if place.format not in ("csv", "tsv") or not any(sign in text for sign in ("full read", "Maximum line size", "unterminated quote")):
        return None
    found = long_line(place)
    if found is not None:
        return InputError(
            "{name}, line {line}: the line has {size:.1f} MB, and lines up to 2 MB are read; leave its longest value out, or write the "
            "table as Parquet",
            name=found[0],
            line=found[1],
            size=found[2] / 1e6,
        )
    if "unterminated quote" not in text or closed_quotes(place):
        return InputError("{name}: a quoted value goes on for more than 2 MB; leave it out, or write the table as Parquet", name=place.name)
    return None


def _locked(text: str, where: str) -> InputError | None:
    return InputError("{where}: the file is encrypted; decrypt it first", where=where) if "is encrypted" in text else None


def _number_remedy(text: str) -> str:
    bare = text.strip()
    if bare.lower() in MISSING:
        return say('pass ⟦na="{bare}"⟧ if that means missing', bare=bare)
    if re.fullmatch(r"-?\d{1,3}(,\d{3})+(\.\d+)?", bare):
        return say("write it without separators of thousands")
    if re.fullmatch(r"-?\d*,\d+", bare):
        return say("write it with a decimal point")
    return say("write a number, or leave it empty where missing")
