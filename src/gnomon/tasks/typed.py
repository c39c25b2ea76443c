"""What is typed behind options of the command line, as Python's arguments take it."""

from pathlib import Path

from ..errors import InputError


def number(name: str, given: str) -> float:
    """A number."""
    try:
        return float(given)
    except ValueError:
        raise InputError("--{name}: {given!r} is no number", name=name, given=given) from None


def numbers(name: str, given: str) -> list[float]:
    """Numbers set apart by commas."""
    return [number(name, text) for text in given.split(",")]


def names(given: str) -> list[str]:
    """Names set apart by commas, or the lines of a file."""
    path = Path(given)
    if path.is_file():
        found = [line.strip() for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]
    else:
        found = [text.strip() for text in given.split(",")]
    if not found or not all(found):
        raise InputError("--classes: {given!r} leaves a class without a name; write names set apart by commas, or a file", given=given)
    return found
