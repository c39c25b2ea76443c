"""Small text files: their text and lines, and the numbers in them."""

import math
import re
from pathlib import Path
from typing import NamedTuple

from ...errors import InputError
from ...files import regular
from ...messages.language import said_by_system, say

NUMBER = re.compile(r"[-+]?(\d+(\.\d*)?|\.\d+)([eE][-+]?\d+)?", re.ASCII)
"""Each character can be read in one way only, so that a text that is no number is refused in linear time."""
LONGEST = 1_100
"""Characters of a number: the exact decimals of a float need 1,077 at most."""


def text_of(path: Path) -> str:
    """The text of a file in UTF-8, with or without a mark at its start."""
    try:
        return regular(path).read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as reason:
        raise InputError("vision.text_file_not_utf8", path=path, place=reason.start) from None
    except OSError as reason:
        raise InputError("vision.file_cannot_be_read", path=path, reason=said_by_system(reason)) from None


def number_of(text: str) -> float | None:
    """The finite number that a text writes.

    >>> number_of("0.5"), number_of("nan"), number_of("1_000")
    (0.5, None, None)
    """
    if len(text) > LONGEST or not NUMBER.fullmatch(text):
        return None
    value = float(text)
    return value if math.isfinite(value) else None


class TextLines(NamedTuple):
    """Lines of texts of images, blank ones left out: file and number, image and words of each."""

    places: list[tuple[str, int]]
    image: list[str]
    words: list[list[str]]


def lines_of(paths: list[Path]) -> TextLines:
    """The lines of the texts of images, which are called after these."""
    found = TextLines([], [], [])
    for path in paths:
        for number, line in enumerate(text_of(path).splitlines(), start=1):
            words = line.split()
            if words:
                found.places.append((path.name, number))
                found.image.append(path.stem)
                found.words.append(words)
    return found


def place_of_line(places: list[tuple[str, int]], row: int, field: str) -> str:
    """What an error calls a field of a line."""
    file, line = places[row]
    return say("vision.part_field_in_line", file=file, line=line, field=field)
