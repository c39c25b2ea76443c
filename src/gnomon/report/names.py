"""Names of columns, models and classes as the page shows them: of bounded length, and turning nothing round."""

from typing import Any

LONGEST = 200
READABLE = 40
"""Letters of a name inside a sentence."""
_TURNING = dict.fromkeys([*range(0x202A, 0x202F), *range(0x2066, 0x206A)])


def unturned(text: str) -> str:
    """The text without the characters that would turn round the words after a name; right-to-left letters need none of them."""
    return text.translate(_TURNING)


def shown(value: Any) -> str:
    """A column's or a class's name as text of bounded length; the page escapes it."""
    text = "(missing)" if value is None else unturned(str(value)) or '""'
    return elided(text, LONGEST)


def elided(text: str, most: int) -> str:
    """The text, or its beginning and its end: long names often differ in their end."""
    return text if len(text) <= most else f"{text[: most // 2]}…{text[len(text) - (most - 1 - most // 2) :]}"


def readable(text: str, names: list[str]) -> str:
    """A sentence in which the given long names are elided; the longest first, since one may hold another."""
    for name in sorted(names, key=len, reverse=True):
        text = text.replace(name, elided(name, READABLE))
    return text
