"""The gain curve (CAP)."""

from typing import Any

from ..messages.language import say
from .style import FAINT, at_threshold, calm, first_model, first_rows, legend, mark, model_line, named, number, thin, unit_square, way


def draw(ax: Any, curve: Any, *, label: str | None = None, threshold: float | None = None, **style: Any) -> None:
    """Positives found over rows looked at, between the random and the perfect line."""
    if first_model(ax):
        calm(
            ax,
            "plots.gain_curve_cap",
            first_rows(curve),
            "plots.share_of_positives_found_recall",
        )
        unit_square(ax)
        ax.plot([0, curve.prevalence, 1], [0, 1, 1], color=FAINT, linewidth=1, label=say("plots.label_perfect_ar"))
        ax.plot([0, 1], [0, 1], color=FAINT, linewidth=1, linestyle=(0, (4, 4)), label=say("plots.label_random_ar"))
    line = model_line(ax) | style
    at = thin(curve.fraction, curve.gain)
    ax.plot(curve.fraction[at], curve.gain[at], label=named(label, f"AR {number(curve.accuracy_ratio)}{way(curve)}"), **line)
    if threshold is not None:
        k = at_threshold(curve, threshold)
        x, y = curve.fraction[k], curve.gain[k]
        mark(
            ax,
            x,
            y,
            say("plots.label_gain_at_threshold", threshold=threshold, x=x, y=y),
            line["color"],
        )
    legend(ax, loc="lower right")
