"""Bins of a variable: how many rows each holds, how many of them are bad, and what that weighs."""

from typing import TYPE_CHECKING, Any

import numpy as np

from ..messages.language import say
from ..messages.visible import visible
from .fonts import readable
from .style import FAINT, INK, PALETTE, calm, legend, titled

if TYPE_CHECKING:
    from ..types import Integers


LONGEST = 24


def draw(ax: Any, table: Any, *, label: str | None = None, line: str = "bad_rate") -> None:
    """Bars are shares of rows; the line is the bad rate of each bin against the whole, or with ``line="woe"`` its weight of evidence."""
    name = say("plots.title_bins_of_variable", variable=table.variable) if table.variable else say("plots.title_bins")
    calm(ax, titled(name, label), "", say("plots.label_share_of_rows"))
    places = np.arange(len(table))
    share = table.n / table.n.sum()
    ax.bar(places, share, color=PALETTE[5], alpha=0.55, width=0.8, label=say("plots.label_share_of_rows"))
    ax.set_ylim(0, 1.25 * float(share.max()))
    ax.set_xticks(places, [_short(text) for text in table.bin], rotation=30, ha="right", fontsize=8)
    ax.grid(False, axis="x")
    beside = ax.twinx()
    with readable(beside):
        _line(beside, table, places, line == "bad_rate")
    bars, words = ax.get_legend_handles_labels()
    lines, more = beside.get_legend_handles_labels()
    legend(ax, handles=[*bars, *lines], labels=[*words, *more], loc="upper left")


def _line(ax: Any, table: Any, places: "Integers", rate: bool) -> None:
    values = table.bad_rate if rate else table.woe
    named = say("plots.part_bad_rate") if rate else f"WOE, ln({table.direction})"
    look = {"color": PALETTE[1], "linewidth": 1.6, "markersize": 5}
    ax.plot(places[: table.regular], values[: table.regular], "o-", label=named, **look)
    ax.plot(places[table.regular :], values[table.regular :], "o", **look)  # codes and gaps are on no scale
    for x, y in zip(places, values, strict=True):
        if y == y:
            text = f"{y:.1%}" if rate else f"{y:.2f}"
            ax.annotate(text, (x, y), xytext=(0, 6), textcoords="offset points", ha="center", fontsize=8, color=INK)
    ax.axhline(float(table.bad.sum() / table.n.sum()) if rate else 0.0, color=FAINT, linewidth=1, linestyle=(0, (4, 4)))
    ax.set_ylabel(named, color=INK)
    if rate:
        ax.set_ylim(0, min(1.05, 1.2 * float(np.nanmax(values))))
    ax.spines["top"].set_visible(False)


def _short(text: object) -> str:
    shown = visible(str(text))
    return shown if len(shown) <= LONGEST else shown[: LONGEST - 1] + "…"
