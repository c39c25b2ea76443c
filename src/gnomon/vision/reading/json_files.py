"""JSON files: the bytes of one, and what Python reads of them, with the place of what it cannot read."""

import gzip
import json
import zlib
from pathlib import Path
from typing import Any

from ...errors import InputError
from ...words.language import said_by_system

GZIP = b"\x1f\x8b"


def content_of(path: Path) -> bytes:
    """The bytes of a file, unpacked where they are gzipped, whatever its name."""
    try:
        content = path.read_bytes()
        return gzip.decompress(content) if content.startswith(GZIP) else content
    except (EOFError, zlib.error, gzip.BadGzipFile) as reason:
        raise InputError("{path} cannot be unpacked: {reason}", path=path, reason=reason) from None
    except OSError as reason:
        raise InputError("{path} cannot be read: {reason}", path=path, reason=said_by_system(reason)) from None


def parsed(content: bytes, source: str) -> Any:
    """What the JSON says, or an error that names line and column of what is wrong."""
    try:
        return json.loads(content)
    except json.JSONDecodeError as reason:
        if not content.strip():
            raise InputError("{source} is empty", source=source) from None
        place = {"line": reason.lineno, "column": reason.colno}
        if not reason.doc[reason.pos :].strip() or reason.msg.startswith("Unterminated string"):
            raise InputError(
                "{source} is no JSON: it ends within a value, at line {line}, column {column}; was it cut off?", source=source, **place
            ) from None
        near = reason.doc[reason.pos : reason.pos + 20]
        raise InputError("{source} is no JSON: line {line}, column {column}, at {near!r}", source=source, near=near, **place) from None
    except UnicodeDecodeError as reason:
        raise InputError("{source} is no JSON: byte {place} is not UTF-8", source=source, place=reason.start) from None
    except RecursionError:
        raise InputError("{source} is no JSON that can be read: its values are nested too deep", source=source) from None
    except ValueError as reason:  # a whole number of thousands of digits
        raise InputError("{source} is no JSON that can be read: {reason}", source=source, reason=reason) from None
