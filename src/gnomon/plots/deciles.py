"""The credit-risk table as bars."""

from typing import Any

from ..messages.language import say, term
from .style import FAINT, PALETTE, calm, legend, lower, titled


def draw(ax: Any, table: Any, *, label: str | None = None) -> None:
    """The share of the positive class in each score bin, the most positive scores first, against the whole."""
    bins = say("plots.label_bin_lowest_first") if lower(table) else say("plots.label_bin_highest_first")
    calm(ax, titled(say("plots.title_rate_by_bin"), label), bins, say("plots.label_share_of_class", what=term(table.share_of)))
    whole = float(table.positives.sum() / table.n.sum())
    bars = ax.bar(table.bin, table.rate, color=PALETTE[0], alpha=0.85, width=0.8)
    ax.bar_label(bars, [f"{rate:.1%}" for rate in table.rate], fontsize=8, padding=2)
    ax.axhline(whole, color=FAINT, linewidth=1, linestyle=(0, (4, 4)), label=say("plots.label_all_rows_share", share=whole))
    ax.set_xticks(table.bin)
    ax.grid(False, axis="x")
    legend(ax, loc="upper right")
