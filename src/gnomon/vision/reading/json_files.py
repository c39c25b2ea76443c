"""JSON files: the bytes of one, and what Python reads of them, with the place of what it cannot read."""

import gzip
import json
import zlib
from functools import partial
from pathlib import Path
from typing import Any

from ...errors import InputError
from ...files import GZIP, refuse_large, regular, unpacked_whole
from ...messages.language import said_by_system

OF_PYTHON = {b"{": 200, b"[": 90, b",": 56, b":": 60}
"""Bytes that what Python makes of JSON takes for each sign: dictionaries, lists, values in them, and keys."""
OF_KERNEL = {b",": 24}
"""The same of the kernel's columns, which are copied once."""


def content_of(path: Path) -> bytes:
    """The bytes of a file, unpacked where they are gzipped, whatever its name."""
    try:
        content = regular(path).read_bytes()
        if not content.startswith(GZIP):
            return content
        content = unpacked_whole(content, str(path))
    except (EOFError, zlib.error, gzip.BadGzipFile) as reason:
        raise InputError("vision.file_cannot_be_unpacked", path=path, reason=reason) from None
    except OSError as reason:
        raise InputError("vision.file_cannot_be_read", path=path, reason=said_by_system(reason)) from None
    refuse_large(content, path.name, OF_KERNEL)
    return content


def _without_repeats(source: str, pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """The members of an object, none of which may stand there twice: nothing says which of the two is meant."""
    made = dict(pairs)
    if len(made) < len(pairs):
        names = [name for name, _ in pairs]
        name = next(name for name in names if names.count(name) > 1)
        before = [value for key, value in pairs if key == name][:2]
        raise InputError(
            "vision.json_name_twice",
            source=source,
            name=name,
            first=before[0],
            second=before[1],
            record=json.dumps(made),
        )
    return made


def parsed(content: bytes, source: str) -> Any:
    """What the JSON says, or an error that names line and column of what is wrong."""
    refuse_large(content, source, OF_PYTHON)
    try:
        return json.loads(content, object_pairs_hook=partial(_without_repeats, source))
    except json.JSONDecodeError as reason:
        if not content.strip():
            raise InputError("vision.json_file_empty", source=source) from None
        place = {"line": reason.lineno, "column": reason.colno}
        if not reason.doc[reason.pos :].strip() or reason.msg.startswith("Unterminated string"):
            raise InputError("vision.json_cut_off", source=source, **place) from None
        near = reason.doc[reason.pos : reason.pos + 20]
        raise InputError("vision.json_malformed", source=source, near=near, **place) from None
    except UnicodeDecodeError as reason:
        raise InputError("vision.json_not_utf8", source=source, place=reason.start) from None
    except RecursionError:
        raise InputError("vision.json_nested_too_deep", source=source) from None
    except ValueError as reason:  # a whole number of thousands of digits
        raise InputError("vision.json_unreadable", source=source, reason=reason) from None
