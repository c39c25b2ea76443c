"""Chinese for a terminal: lines that end where Chinese may end, which Rich, breaking at spaces alone, does not know."""

import re
from collections.abc import Iterator

from rich.cells import cell_len
from rich.console import Console, ConsoleOptions
from rich.measure import Measurement
from rich.text import Text

CLOSING = "，。；：、！？）」》”…%"
"""Marks that begin no line."""
OPENING = "（「《“"
"""Marks that end no line."""
_CHINESE = re.compile(r"[\u3000-\u9fff\uff00-\uffe6]")
_PIECE = re.compile(rf"[{OPENING}]*(?:`[^`]*`|\*[^*]+\*|[^\s\u2e80-\uffe6{OPENING}{CLOSING}`*]+|[^\s])[{CLOSING}]*|\s+")


def wrapped(markdown: str, width: int) -> str:
    r"""Markdown whose Chinese paragraphs and list items are broken into lines of a width, by hard breaks; code stays as it is.

    >>> print(wrapped("取决于总体的正例占比。换一批样本就变。", 20))
    取决于总体的正例占\
    比。换一批样本就变。
    """
    out, code = [], False
    for line in markdown.split("\n"):
        code ^= line.startswith("```")
        plain = code or line.startswith(("```", "    ", "#")) or not _CHINESE.search(line)
        out.append(line if plain else _lines(line, width))
    return "\n".join(out)


class WrappedCell:
    """A text in a cell of a table, broken where Chinese may end; Rich would cut off what it takes for one long word."""

    def __init__(self, text: str) -> None:
        self.text = text

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> Iterator[Text]:
        """Its lines, in the room that the table gives."""
        yield from map(Text, broken(self.text, options.max_width))

    def __rich_measure__(self, console: Console, options: ConsoleOptions) -> Measurement:
        """It can be as narrow as its longest piece, and needs no more than one line."""
        return Measurement(max(map(cell_len, _PIECE.findall(self.text)), default=0), cell_len(self.text)).clamp(max_width=options.max_width)


def broken(text: str, room: int) -> list[str]:
    """A text as lines of so many columns."""
    lines = [""]
    for piece in _PIECE.findall(text):
        if lines[-1] and cell_len(lines[-1] + piece.rstrip()) > room:
            lines.append("")
        lines[-1] += piece if lines[-1] else piece.lstrip()
    return [line.rstrip() for line in lines]


def _lines(text: str, width: int) -> str:
    indent = "  " if text.startswith("- ") else ""
    first, *others = broken(text, width - 4 if indent else width)
    # A sign at the beginning of a line would make it a list, a heading or a quotation.
    return f"\\\n{indent}".join([first, *(re.sub(r"^(\d*)([-+#>.)])", r"\1\\\2", line) for line in others)])
