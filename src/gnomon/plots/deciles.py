"""The credit-risk table as bars."""

from typing import Any

from .style import FAINT, PALETTE, calm, legend, lower


def draw(ax: Any, table: Any, *, label: str | None = None) -> None:
    """The share of the positive class in each score bin, the most positive scores first, against the whole."""
    first = "lowest" if lower(table) else "highest"
    calm(ax, "Rate by score bin" + (f" — {label}" if label else ""), f"bin, {first} scores first", f"share of {table.share_of}")
    whole = float(table.positives.sum() / table.n.sum())
    bars = ax.bar(table.bin, table.rate, color=PALETTE[0], alpha=0.85, width=0.8)
    ax.bar_label(bars, [f"{rate:.1%}" for rate in table.rate], fontsize=8, padding=2)
    ax.axhline(whole, color=FAINT, linewidth=1, linestyle=(0, (4, 4)), label=f"all rows  {whole:.1%}")
    ax.set_xticks(table.bin)
    ax.grid(False, axis="x")
    legend(ax, loc="upper right")
