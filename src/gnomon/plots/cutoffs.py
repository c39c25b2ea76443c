"""What cut-offs approve: the bad rate among the approved, and the profit, along the approval rate."""

from typing import Any

import numpy as np

from ..messages.language import say
from .style import BOX, INK, PALETTE, calm, legend, thin, titled


def draw(ax: Any, table: Any, *, label: str | None = None) -> None:
    """The bad rate of the approved over the approval rate at every cut-off; with a profit, that on an axis of its own, its best marked."""
    ledger = table.ledger
    approved = ledger.approved[:-1]
    rate, bad = approved / ledger.approved[0], ledger.bads[:-1] / approved
    calm(ax, titled(say("plots.title_approval_cutoffs"), label), "plots.approval_rate", "plots.label_bad_rate")
    at = thin(rate, bad)
    ax.plot(rate[at], bad[at], color=PALETTE[1], linewidth=1.8, label=say("plots.label_bad_rate"))
    ax.set_xlim(-0.01, 1.01)
    ax.set_ylim(bottom=0)
    if ledger.profit is None:
        legend(ax, loc="best")
        return
    beside = ax.twinx()
    profit, best = ledger.profit[:-1], table.best
    at = thin(rate, profit)
    beside.plot(rate[at], profit[at], color=PALETTE[0], linewidth=1.8, linestyle="--", label=say("plots.label_profit"))
    beside.plot([best.approval_rate], [best.profit], "o", color=PALETTE[0], markeredgecolor="white", markersize=7)
    text = say("plots.label_most_profit", cutoff=best.cutoff)
    left = {"xytext": (-8, -14), "textcoords": "offset points", "ha": "right", "fontsize": 9, "color": INK, "bbox": BOX}
    beside.annotate(text, (best.approval_rate, best.profit), **left)
    beside.set_ylabel(say("plots.label_profit"), color=INK)
    beside.spines[["top", "left", "bottom"]].set_visible(False)
    beside.tick_params(colors=INK, width=0.6)
    lines = [*ax.get_lines(), beside.get_lines()[0]]
    ax.legend(lines, [str(line.get_label()) for line in lines], frameon=False, fontsize=9, loc="lower right")
    beside.set_ylim(*_with_room(profit))


def _with_room(profit: Any) -> tuple[float, float]:
    low, high = float(np.min(profit)), float(np.max(profit))
    room = 0.05 * ((high - low) or 1.0)
    return min(low, 0.0) - room, high + room
