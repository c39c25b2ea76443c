"""The Lorenz curve."""

from typing import Any

from ..messages.language import say, term
from .style import FAINT, calm, first_model, legend, model_line, named, number, thin, unit_square


def draw(ax: Any, curve: Any, *, label: str | None = None, **style: Any) -> None:
    """The share of the amount over the share of rows, the lowest first; equal amounts lie on the diagonal."""
    if first_model(ax):
        rows = "plots.share_of_rows_lowest_predictions_first" if curve.by == "prediction" else "plots.share_of_rows_lowest_amounts_first"
        calm(ax, "plots.lorenz_curve", say(rows), "plots.share_of_the_amount")
        unit_square(ax)
        ax.plot([0, 1], [0, 1], color=FAINT, linewidth=1, linestyle=(0, (4, 4)), label=say("plots.label_equal_amounts_gini"))
    at = thin(curve.fraction, curve.share)
    text = say("plots.label_gini_by", gini=number(curve.gini), by=term(curve.by))
    ax.plot(curve.fraction[at], curve.share[at], label=named(label, text), **(model_line(ax) | style))
    legend(ax, loc="upper left")
