"""Chinese for a terminal: lines that end where Chinese may end, which Rich, breaking at spaces alone, does not know."""

import re

from rich.cells import cell_len

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


def _lines(text: str, width: int) -> str:
    indent = "  " if text.startswith("- ") else ""
    room = width - 4 if indent else width
    lines = [""]
    for piece in _PIECE.findall(text):
        if lines[-1] and cell_len(lines[-1] + piece.rstrip()) > room:
            lines.append("")
        lines[-1] += piece if lines[-1] else piece.lstrip()
    first, *others = (line.rstrip() for line in lines)
    # A sign at the beginning of a line would make it a list, a heading or a quotation.
    return f"\\\n{indent}".join([first, *(re.sub(r"^(\d*)([-+#>.)])", r"\1\\\2", line) for line in others)])
