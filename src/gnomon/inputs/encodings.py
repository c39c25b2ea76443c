"""Text files that are not UTF-8: recognised by one rule, and copied as UTF-8 a piece at a time.

A mark at the start says UTF-8, UTF-16 or UTF-32. Without one, a file whose first megabyte is UTF-8 is that. One that is not, and whose
characters beyond ASCII are all pairs of bytes of GB2312, is read as GB18030, with a note: no such pair holds a delimiter, a quote or a
digit, so that no number could be misread. Whatever else a file is in, the caller says.
"""

import codecs
import re
import zlib
from collections.abc import Iterator
from typing import Any

from ..errors import InputError, warn
from ..messages.language import say

MARKS = {
    codecs.BOM_UTF8: "utf-8",
    codecs.BOM_UTF32_LE: "utf-32",
    codecs.BOM_UTF32_BE: "utf-32",
    codecs.BOM_UTF16_LE: "utf-16",
    codecs.BOM_UTF16_BE: "utf-16",
}
"""The longer marks before those they begin with."""
SAMPLE = 2**20
PIECE = 2**20
GB2312 = re.compile(rb"(?:[\x00-\x7f]|[\xa1-\xf7][\xa1-\xfe])*")
REMEDY = "inputs.remedy_encoding"


def unpacked(path: str) -> Any:
    """A text file as bytes, unpacked where its name says that it is compressed."""
    import gzip

    if path.endswith(".zst"):
        import pyarrow as pa

        return pa.input_stream(path, compression="zstd")
    return gzip.open(path, "rb") if path.endswith(".gz") else open(path, "rb")


def marked(start: bytes) -> str | None:
    """The encoding that a mark at the start of a file names."""
    return next((name for mark, name in MARKS.items() if start.startswith(mark)), None)


def known_encoding(asked: object) -> str:
    """The encoding that was asked for, by Python's name of it."""
    try:
        if not isinstance(asked, str):
            raise LookupError
        found = codecs.lookup(asked)
        "".encode(found.name)  # codecs from bytes to bytes are no encodings of text
    except (LookupError, TypeError, ValueError):
        raise InputError("inputs.encoding_unknown", asked=asked) from None
    return "utf-8" if found.name == "utf-8-sig" else found.name


def encoding_of(path: str, asked: str | None, shown: str) -> str:
    """How a text file is to be read."""
    if path.endswith(".zst"):
        if asked not in (None, "utf-8"):
            raise InputError("inputs.encoding_with_zstd", shown=shown)
        return "utf-8"
    if asked is not None:
        return asked
    try:
        with unpacked(path) as file:
            start = file.read(SAMPLE)
    except (OSError, EOFError, zlib.error):  # damaged, which its reader says better
        return "utf-8"
    named = marked(start)
    if named is not None:
        return named
    if _decodes(start, "utf-8"):
        return "utf-8"
    whole = start if len(start) < SAMPLE else start[: start.rfind(b"\n") + 1]
    if whole and GB2312.fullmatch(whole) and _decodes(whole, "gb18030"):
        warn(
            say(
                "inputs.guessed_gb18030_with_encoding",
                shown=shown,
            )
        )
        return "gb18030"
    raise InputError(
        "inputs.file_not_utf8",
        shown=shown,
        broken_line=broken_line(path, "utf-8"),
        remedy=say(REMEDY),
    )


def encoding_of_bytes(content: bytes, shown: str) -> str | None:
    """How the whole of a text is to be read, by the same rule; None where it is in no encoding that can be told, and stays bytes."""
    named = marked(content)
    if named is not None and (named == "utf-8" or b"\0" in content) and _decodes(content, named):
        return named
    if _decodes(content, "utf-8"):
        return "utf-8"
    if GB2312.fullmatch(content) and _decodes(content, "gb18030"):
        warn(say("inputs.guessed_gb18030_without_option", shown=shown))
        return "gb18030"
    return None


def _decodes(text: bytes, encoding: str) -> bool:
    """Whether these bytes, which may end within a character, are in an encoding."""
    try:
        codecs.getincrementaldecoder(encoding)("strict").decode(text)
    except UnicodeDecodeError:
        return False
    return True


def broken_line(path: str, encoding: str) -> int:
    """The first line, from 1, that an encoding has no reading for."""
    decoder = codecs.getincrementaldecoder(encoding)("strict")
    lines = 1
    with unpacked(path) as file:
        for piece in pieces(file):
            try:
                lines += decoder.decode(piece).count("\n")
            except UnicodeDecodeError as reason:
                return lines + reason.object[: reason.start].count(b"\n")
    return lines


def pieces(file: Any) -> Iterator[bytes]:
    """What is left of a file, a piece at a time."""
    return iter(lambda: file.read(PIECE), b"")


def write_as_utf8(path: str, encoding: str, target: Any, shown: str) -> None:
    """Copy a text file as UTF-8, a piece at a time."""
    decoder = codecs.getincrementaldecoder(encoding)("strict")
    try:
        with unpacked(path) as file:
            for piece in pieces(file):
                target.write(decoder.decode(piece).encode())
            target.write(decoder.decode(b"", final=True).encode())
    except UnicodeError:
        line = broken_line(path, encoding)
        raise InputError(
            "inputs.file_not_in_encoding",
            shown=shown,
            line=line,
            encoding=encoding,
            remedy=say(REMEDY),
        ) from None
    except (OSError, EOFError, zlib.error) as reason:
        raise InputError("inputs.csv_file_unreadable", shown=shown, reason=reason) from None
