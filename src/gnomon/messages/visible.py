"""Characters that a terminal or a page would obey instead of showing: names and labels from the data are shown with them spelt out."""

import json
import re
from collections.abc import Iterable
from typing import Any
from unicodedata import east_asian_width

HIDDEN = re.compile("[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")
"""Controls of C0 and C1, among them ESC; ends of lines; what turns the direction of the text round; halves of characters, which
no file in UTF-8 can hold."""
_BEYOND_ASCII = re.compile("[\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")
_MARKDOWN = str.maketrans({sign: f"\\{sign}" for sign in "\\|*`"} | {"&": "&amp;", "<": "&lt;", ">": "&gt;"})


def visible(text: str) -> str:
    r"""A text with what would be obeyed as Python spells it.

    >>> print(visible("south\x1b[2J\n\u202eabc"))
    south\x1b[2J\n\u202eabc
    """
    return HIDDEN.sub(lambda found: repr(found[0])[1:-1], text) if HIDDEN.search(text) else text


def visible_lines(text: str) -> str:
    """The same of a text that was put together of lines."""
    return "\n".join(map(visible, text.split("\n"))) if HIDDEN.search(text) else text


def markdown(text: str) -> str:
    r"""A text in Markdown: as can be seen, without HTML, emphasis, links or the ends of cells.

    >>> print(markdown("a|b <img src=x> [link](http://x) p < 0.05 *"))
    a\|b &lt;img src=x&gt; [link]\(http://x) p &lt; 0.05 \*
    """
    return visible(text).translate(_MARKDOWN).replace("](", "]\\(")


def markdown_row(cells: Iterable[str]) -> str:
    """A line of a table in Markdown."""
    return "| " + " | ".join(map(markdown, cells)) + " |"


def visible_parts(value: object) -> Any:
    """Every text within dictionaries and lists as :func:`visible_lines` has it."""
    if isinstance(value, str):
        return visible_lines(value)
    if isinstance(value, dict):
        return {visible_parts(key): visible_parts(item) for key, item in value.items()}
    return [visible_parts(item) for item in value] if isinstance(value, (list, tuple)) else value


def json_text(value: object) -> str:
    r"""JSON that keeps every character, and writes those that a terminal would obey as JSON spells them.

    >>> print(json_text({"a": "\x1b\x9b\u202e"}))
    {
     "a": "\u001b\u009b\u202e"
    }
    """
    text = json.dumps(value, ensure_ascii=False, indent=1, allow_nan=False)
    return _BEYOND_ASCII.sub(lambda found: f"\\u{ord(found[0]):04x}", text)


def width(text: str) -> int:
    """Columns that a text takes on a terminal, where Chinese characters take two."""
    return sum(2 if east_asian_width(sign) in "WF" else 1 for sign in text)


def padded(text: str, columns: int, right: bool = False) -> str:
    """A text filled up to so many columns."""
    gap = " " * (columns - width(text))
    return gap + text if right else text + gap
