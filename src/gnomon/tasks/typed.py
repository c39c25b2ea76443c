"""What is typed behind options of the command line, as Python's arguments take it."""

import os
from pathlib import Path

from ..errors import InputError
from ..vision.reading.class_files import listed_names


def number(name: str, given: str) -> float:
    """A number."""
    try:
        return float(given)
    except ValueError:
        raise InputError("tasks.option_not_numeric", name=name, given=given) from None


def numbers(name: str, given: str) -> list[float]:
    """Numbers set apart by commas."""
    return [number(name, text) for text in given.split(",")]


def names(given: str) -> list[str]:
    """Names set apart by commas, or the lines of a file."""
    is_file = os.path.isfile(given)  # which takes a list that is too long for a file's name
    found = listed_names(Path(given)) if is_file else [text.strip() for text in given.split(",")]
    if not found or not all(found):
        raise InputError("tasks.class_name_empty", given=given)
    return found
