"""What goes wrong in reading, in our words: the file, the line, what stands there, what to do."""

import re
from collections.abc import Iterator
from contextlib import contextmanager

from ..errors import InputError
from ..inputs.encodings import REMEDY
from ..messages.language import say
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
    where = say("engines.part_file_line", name=place.name, line=line[1]) if line else place.name
    if unread := _too_long(text, place) or _locked(text, where):
        return unread
    if found := re.search(r"Expected Number of Columns: (\d+) Found: (\d+)", text):
        shown = line[2] if line else ""
        return InputError(
            "engines.csv_fields_count_mismatch",
            where=where,
            found=found[2],
            found_2=found[1],
            shown=shown,
        )
    if found := re.search(r"converting column \"c(\d+)\"\. Could not convert string \"(.*)\" to", text):
        column = place.header[int(found[1])]
        return InputError(
            "engines.csv_value_not_numeric",
            where=where,
            value=column,
            found=found[2],
            number_remedy=_number_remedy(found[2]),
        )
    if OUT_OF_MEMORY.search(text):
        return InputError(
            "engines.reading_memory_exceeded",
            where=where,
        )
    if "unterminated quote" in text:
        return InputError("engines.quote_never_closed", where=where)
    if "not utf-8" in text or "Invalid unicode" in text:
        return InputError("engines.file_not_utf8", where=where, remedy=say(REMEDY))
    if "state machine reached an invalid state" in text:
        return InputError("engines.line_ends_mixed", where=where, name=place.name)
    if found := re.search(r"in line (\d+): Failed to cast value to numerical: (.*)", text):
        return InputError(
            "engines.json_value_not_numeric",
            name=place.name,
            found=found[1],
            found_2=found[2],
        )
    if "Malformed JSON" in text and (broken := first_broken_line(place.paths)) is not None:
        return InputError("engines.json_line_not_object", name=place.name, broken=broken)
    return InputError("engines.file_unreadable_as_format", where=where, format=place.format, strip=text.splitlines()[0].strip())


def _too_long(text: str, place: Place) -> InputError | None:
    """A value of many megabytes, of which DuckDB speaks in several ways: also as of a quote that is never closed."""
    if "maximum_object_size" in text:
        return InputError("engines.json_object_too_large", name=place.name)
    if place.format not in ("csv", "tsv") or not any(sign in text for sign in ("full read", "Maximum line size", "unterminated quote")):
        return None
    found = long_line(place)
    if found is not None:
        return InputError(
            "engines.line_too_long",
            name=found[0],
            line=found[1],
            size=found[2] / 1e6,
        )
    if "unterminated quote" not in text or closed_quotes(place):
        return InputError("engines.quoted_value_too_long", name=place.name)
    return None


def _locked(text: str, where: str) -> InputError | None:
    return InputError("engines.parquet_encrypted", where=where) if "is encrypted" in text else None


def _number_remedy(text: str) -> str:
    bare = text.strip()
    if bare.lower() in MISSING:
        return say("engines.remedy_na_marker", bare=bare)
    if re.fullmatch(r"-?\d{1,3}(,\d{3})+(\.\d+)?", bare):
        return say("engines.remedy_no_thousands_separator")
    if re.fullmatch(r"-?\d*,\d+", bare):
        return say("engines.remedy_decimal_point")
    return say("engines.remedy_number_or_empty")
