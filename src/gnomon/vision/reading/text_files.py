"""Small text files: their text, and the numbers in it."""

import math
import re
from pathlib import Path

from ...errors import InputError
from ...files import regular
from ...words.language import said_by_system

NUMBER = re.compile(r"[-+]?(\d+(\.\d*)?|\.\d+)([eE][-+]?\d+)?", re.ASCII)
"""Each character can be read in one way only, so that a text that is no number is refused in linear time."""
LONGEST = 1_100
"""Characters of a number: the exact decimals of a float need 1,077 at most."""


def text_of(path: Path) -> str:
    """The text of a file in UTF-8, with or without a mark at its start."""
    try:
        return regular(path).read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as reason:
        raise InputError("{path}: byte {place} is not UTF-8; convert the file", path=path, place=reason.start) from None
    except OSError as reason:
        raise InputError("{path} cannot be read: {reason}", path=path, reason=said_by_system(reason)) from None


def number_of(text: str) -> float | None:
    """The finite number that a text writes.

    >>> number_of("0.5"), number_of("nan"), number_of("1_000")
    (0.5, None, None)
    """
    if len(text) > LONGEST or not NUMBER.fullmatch(text):
        return None
    value = float(text)
    return value if math.isfinite(value) else None
