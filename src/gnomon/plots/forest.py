"""Differences between models with their intervals, each on a scale of its own."""

from typing import Any

from .style import FAINT, INK, PALETTE, calm


def draw(ax: Any, comparison: Any, *, label: str | None = None, **style: Any) -> None:
    """A line for each pair and metric: the difference in units of its own error, zero in the middle, the figures beside it."""
    pairs = [pair for pair in comparison.pairs if pair.defined and pair.high > pair.low]
    calm(ax, label or "Differences", "plots.axis_standardized_difference", "")
    ax.axvline(0, color=FAINT, linewidth=1)
    many = len({(pair.a, pair.b) for pair in pairs}) > 1
    for row, pair in enumerate(pairs):
        half = (pair.high - pair.low) / 2 * (-1 if _lower(pair) else 1)
        sure = not pair.low <= 0 <= pair.high
        line = {"color": PALETTE[0] if sure else FAINT, "linewidth": 2.0} | style
        ax.plot([pair.low / half, pair.high / half], [row, row], solid_capstyle="round", **line)
        ax.plot([pair.difference / half], [row], "o" if sure else "d", color=line["color"], markersize=6)
        # Of a metric that is better when lower the line is turned round; the figures are not.
        text = f"{pair.difference:+.4f} [{pair.low:+.4f}, {pair.high:+.4f}]"
        ax.annotate(text, (1.02, row), xycoords=("axes fraction", "data"), va="center", fontsize=8, color=INK, annotation_clip=False)
    ax.set_yticks(range(len(pairs)), [f"{p.metric}  {p.a} − {p.b}" if many else p.metric for p in pairs], fontsize=9)
    ax.set_ylim(len(pairs) - 0.4, -0.6)
    ax.get_figure().set_size_inches(7.6, max(2.2, 0.36 * len(pairs) + 1.2))


def _lower(pair: Any) -> bool:
    """Whether less is better: the model that is ahead has the lower value."""
    return bool(pair.better) and (pair.difference < 0) == (pair.better == pair.a)
