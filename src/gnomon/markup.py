"""Results in a notebook: what their text shows, its tables as tables, and curves as small drawings.

A result is put into words once, by its ``str()``. Where HTML is asked for, the same words are taken while every table that they are aligned
into is kept aside, and stands in its place in the end: text and page cannot come apart. All that comes from the data is escaped.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from html import escape
from secrets import token_hex
from typing import Any

import numpy as np

from .messages.visible import padded, visible, visible_lines, width

TABLE = "border-collapse:collapse;font-variant-numeric:tabular-nums"
CELL = "padding:2px 12px 2px 0;border-bottom:1px solid #8884"
SHORT = 40
"""Characters of a cell that stay in one line."""


class _Aside:
    """Tables kept aside, each under a mark that no text of the data can have."""

    def __init__(self) -> None:
        self.mark = f"table-{token_hex(12)}"
        self.tables: list[str] = []

    def keep(self, table: str) -> str:
        self.tables.append(table)
        return f"{self.mark}-{len(self.tables) - 1};"

    def page(self, text: str) -> str:
        """The text as paragraphs, with the tables in their places."""
        parts = re.split(rf"{self.mark}-(\d+);", text)
        return "".join(self.tables[int(part)] if place % 2 else _paragraph(part) for place, part in enumerate(parts))


_aside: ContextVar[_Aside | None] = ContextVar("_aside", default=None)


@contextmanager
def _keeping() -> Iterator[_Aside]:
    made = _Aside()
    token = _aside.set(made)
    try:
        yield made
    finally:
        _aside.reset(token)


def _paragraph(text: str) -> str:
    text = text.strip("\n")
    return f"<p style='white-space:pre-wrap;margin:4px 0'>{escape(visible_lines(text))}</p>" if text.strip() else ""


def html_of(said: Callable[[], str]) -> str:
    """What a text shows, its tables as tables."""
    with _keeping() as aside:
        return f"<div>{aside.page(said())}</div>"


def text_table(columns: Mapping[str, Any], most: int = 24) -> str:
    """Columns as aligned text, the middle rows left out past ``most``."""
    n = len(next(iter(columns.values())))
    rows = list(range(n)) if n <= most else [*range(most // 2), *range(n - most // 2, n)]
    cells = [[visible(name), *(visible(_cell(values[i])) for i in rows)] for name, values in columns.items()]
    aside, more = _aside.get(), f"… {n - most:,} rows more …"
    if aside is not None:
        figures = [any(not isinstance(values[i], str) for i in rows) for values in columns.values()]
        return aside.keep(_table(list(map(list, zip(*cells, strict=True))), figures, more if n > most else "", 1 + most // 2))
    widths = [max(map(len, column)) for column in cells]
    lines = ["  ".join(cell.rjust(width) for cell, width in zip(line, widths, strict=True)) for line in zip(*cells, strict=True)]
    if n > most:
        lines.insert(1 + most // 2, more.center(len(lines[0])))
    return "\n".join(lines)


def _cell(value: object) -> str:
    if isinstance(value, (float, np.floating)):
        number = float(value)
        return f"{number:,.0f}" if abs(number) >= 10 and number.is_integer() else f"{number:.4f}"
    return f"{value:,}" if isinstance(value, (int, np.integer)) and not isinstance(value, bool) else str(value)


def aligned(rows: Sequence[Sequence[str]], right: Sequence[bool] | None = None, between: str = "  ", headed: bool = True) -> list[str]:
    """Lines of cells as lines of text, those of a column of one width; the first line is a heading."""
    right = [False] * len(rows[0]) if right is None else right
    aside = _aside.get()
    if aside is not None:
        return [aside.keep(_table(rows, right, headed=headed))]
    widths = [max(map(width, column)) for column in zip(*rows, strict=True)]
    cells = [[padded(cell, w, r) for cell, w, r in zip(row, widths, right, strict=True)] for row in rows]
    return [between.join(line).rstrip() for line in cells]


def table_html(rows: Sequence[Sequence[str]], right: Sequence[bool], headed: bool = True) -> str:
    """Lines of cells as a table, the first line its heading."""
    return f"<div>{_table(rows, right, headed=headed)}</div>"


def _table(rows: Sequence[Sequence[str]], right: Sequence[bool], more: str = "", place: int = 0, headed: bool = True) -> str:
    lines = [_line(row, right, "th" if headed and not at else "td") for at, row in enumerate(rows)]
    if more:
        lines.insert(place, f"<tr><td colspan='{len(right)}' style='{CELL};text-align:center'>{escape(more)}</td></tr>")
    head = f"<thead>{lines.pop(0)}</thead>" if headed else ""
    return f"<table style='{TABLE}'>{head}<tbody>{''.join(lines)}</tbody></table>"


def _line(row: Sequence[str], right: Sequence[bool], tag: str) -> str:
    looks = [
        f"{CELL};text-align:{'right' if one else 'left'}{';white-space:nowrap' if len(cell) < SHORT else ''}"
        for cell, one in zip(row, right, strict=True)
    ]
    cells = zip(row, looks, strict=True)
    return "<tr>" + "".join(f"<{tag} style='{look}'>{escape(visible(cell))}</{tag}>" for cell, look in cells) + "</tr>"


class InNotebooks:
    """What has an HTML form in notebooks: that of its text."""

    def _repr_html_(self) -> str:
        return html_of(lambda: str(self))
