"""The card as a table: a line for each bin, to print, to paste into a document, to hand over."""

import html
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from ..messages.language import language, say, term
from ..messages.visible import markdown, markdown_row, visible
from ..result import JsonSerializable, Table, csv_text, text_table

if TYPE_CHECKING:
    from .card import Card, Characteristic


@dataclass(frozen=True, eq=False, repr=False)
class CardTable(JsonSerializable, Table):
    """The bins of a card and their points; ``rows``, ``share`` and ``bad_rate`` are of the rows that the card was made of."""

    variable: NDArray[np.object_]
    bin: NDArray[np.object_]
    points: NDArray[np.float64]
    rows: NDArray[np.float64]
    share: NDArray[np.float64]
    bad_rate: NDArray[np.float64]
    woe: NDArray[np.float64]
    base: float
    scaling: str
    unscored: bool
    unseen: bool
    smoothed: tuple[str, ...] = ()
    """Bins whose rows were all good or all bad in fitting."""

    def columns(self) -> dict[str, Any]:
        """The columns by name, those left out of which nothing is known."""
        return {name: values for name, values in super().columns().items() if values.dtype == object or not np.isnan(values).all()}

    @property
    def notes(self) -> list[str]:
        """What one must know to read it."""
        said = [say("scorecards.note_base_points", base=self.base), self.scaling]
        if self.unseen:
            said.append(say("scorecards.note_empty_bins_woe_zero"))
        if self.smoothed:
            told = "scorecards.bins_smoothed"
            said.append(say(told, bins=", ".join(self.smoothed)))
        if self.unscored:
            said.append(say("scorecards.note_bin_without_points"))
        return [one for one in said if one]

    def cells(self) -> tuple[list[str], list[list[str]]]:
        """Headings and lines as text."""
        columns = self.columns()
        return [term(name) for name in columns], [[_cell(name, columns[name][at]) for name in columns] for at in range(len(self.variable))]

    def __str__(self) -> str:
        heads, lines = self.cells()
        columns = {head: np.array([line[at] for line in lines], object) for at, head in enumerate(heads)}
        return "\n".join([text_table(columns, most=len(lines)), *(f" ● {note}" for note in self.notes)])

    def to_markdown(self) -> str:
        """A table to paste into a document."""
        return markdown_of(*self.cells(), 2, self.notes)

    def to_html(self) -> str:
        """A table to paste into a page."""
        return html_of(*self.cells(), self.notes)

    def to_csv(self, *, raw: bool = False) -> str:
        """Every figure in full, nothing where there is none.

        Texts that a spreadsheet would run as formulas, those that begin with ``=``, ``+``, ``-`` or ``@``, get an apostrophe before them;
        ``raw=True`` leaves them as they are.
        """
        return csv_text({name: values.tolist() for name, values in self.columns().items()}, raw=raw) + "\n"


def markdown_of(heads: list[str], lines: list[list[str]], texts: int, notes: list[str]) -> str:
    """A table in Markdown whose first columns are text, and what is to be said of it."""
    rows = [heads, ["---"] * texts + ["---:"] * (len(heads) - texts), *lines]
    return "\n\n".join(["\n".join(map(markdown_row, rows)), *(f"- {markdown(note)}" for note in notes)])


def html_of(heads: list[str], lines: list[list[str]], notes: list[str]) -> str:
    """A table in HTML, and what is to be said of it."""
    head = "".join(f"<th>{html.escape(cell)}</th>" for cell in heads)
    body = "\n".join("<tr>" + "".join(f"<td>{html.escape(visible(cell))}</td>" for cell in line) + "</tr>" for line in lines)
    below = "".join(f"\n<p>{html.escape(visible(note))}</p>" for note in notes)
    return f'<table lang="{language()}">\n<thead><tr>{head}</tr></thead>\n<tbody>\n{body}\n</tbody>\n</table>{below}'


def _cell(name: str, value: Any) -> str:
    if isinstance(value, str):
        return value
    if np.isnan(value):
        return "–"
    if name in ("share", "bad_rate"):
        return f"{100 * value:.2f} %"
    if name == "woe":
        return f"{value:.4f}"
    return f"{value:,.0f}" if name == "rows" and float(value).is_integer() else f"{value:.10g}"


def card_table(card: "Card") -> CardTable:
    """The table of a card; a bin for categories nobody named stands only where there are categories."""
    lines = [line for name, one in card.variables.items() for line in _lines(name, one)]
    columns = [np.array(column, object) for column in zip(*lines, strict=True)]
    points, rows, share, rate, woe = (column.astype(np.float64) for column in columns[2:])
    scaling = card.scaling
    told = say("scorecards.note_points_and_odds", **vars(scaling)) if scaling is not None else say("scorecards.note_no_odds_for_points")
    unscored, unseen = bool(np.isnan(points).any()), bool(((rows == 0) & (woe == 0)).any())
    smoothed = tuple(f"{name} {bin}" for name, one in card.variables.items() for bin in _smoothed(one))
    return CardTable(columns[0], columns[1], points, rows, share, rate, woe, card.base, told, unscored, unseen, smoothed)


def _smoothed(one: "Characteristic") -> list[str]:
    """Bins with rows of one class only."""
    if one.good is None or one.bad is None or one.woe is None:
        return []
    return [one.layout.names[at] for at in np.flatnonzero((one.good > 0) != (one.bad > 0))]


def _lines(name: str, one: "Characteristic") -> list[tuple[Any, ...]]:
    rows = np.full(one.layout.size, np.nan) if one.rows is None else one.rows
    bad = np.full(one.layout.size, np.nan) if one.bad is None else one.bad
    woe = np.full(one.layout.size, np.nan) if one.woe is None else one.woe
    with np.errstate(invalid="ignore", divide="ignore"):
        share, rate = rows / rows.sum(), bad / rows
    rows, share = one.known(rows), one.known(share)
    last = one.layout.size if one.layout.groups is not None else one.layout.other
    names = one.layout.names
    return [(name, names[at], one.points[at], rows[at], share[at], rate[at], woe[at]) for at in range(last)]
