"""How errors are distributed."""

from typing import Any

from ..messages.language import say
from .style import FAINT, calm, first_model, from_zero, legend, model_line, named


def draw(ax: Any, found: Any, *, label: str | None = None, **style: Any) -> None:
    """The density of errors, which sums to 1 with what lies outside the window; the legend has how much that is."""
    if first_model(ax):
        calm(ax, "plots.distribution_of_errors", "plots.error_prediction_truth", "plots.share_of_rows_per_unit_of_error")
        ax.axvline(0, color=FAINT, linewidth=1, linestyle=(0, (4, 4)))
    line = model_line(ax) | style
    density = found.share / found.width
    outside = found.below + found.above
    text = named(label, say("plots.label_share_outside", share=outside / found.whole)) if outside else label
    ax.stairs(density, found.edges, fill=True, color=line["color"], alpha=0.15)
    drawn = {key: line[key] for key in ("linestyle", "linewidth", "color")}
    ax.stairs(density, found.edges, label=text, **drawn)
    from_zero(ax, density)
    if ax.get_legend_handles_labels()[1]:
        legend(ax, loc="best")
