"""The cumulative gain of amounts."""

from typing import Any

from ..messages.language import say
from .style import FAINT, calm, first_model, legend, model_line, named, number, thin, unit_square


def draw(ax: Any, gain: Any, *, label: str | None = None, **style: Any) -> None:
    """The share of the amount over the share of rows, highest predictions first, between random order and that of the truths."""
    if first_model(ax):
        calm(ax, "plots.gain_of_amounts", "plots.share_of_rows_highest_predictions_first", "plots.share_of_the_amount")
        unit_square(ax)
        at = thin(gain.best_fraction, gain.best_share)
        ax.plot(gain.best_fraction[at], gain.best_share[at], color=FAINT, linewidth=1, label=say("plots.label_truths_gini"))
        ax.plot([0, 1], [0, 1], color=FAINT, linewidth=1, linestyle=(0, (4, 4)), label=say("plots.label_random_gini"))
    line = model_line(ax) | style
    at = thin(gain.fraction, gain.share)
    ax.plot(gain.fraction[at], gain.share[at], label=named(label, f"Gini {number(gain.gini)}"), **line)
    legend(ax, loc="lower right")
