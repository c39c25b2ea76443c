"""The Lorenz curve."""

from typing import Any

from ..words.language import say
from .style import FAINT, calm, first_model, legend, model_line, named, number, thin, unit_square


def draw(ax: Any, curve: Any, *, label: str | None = None, **style: Any) -> None:
    """The share of the amount over the share of rows, the lowest first; equal amounts lie on the diagonal."""
    if first_model(ax):
        rows = "share of rows, lowest predictions first" if curve.by == "prediction" else "share of rows, lowest amounts first"
        calm(ax, "Lorenz curve", say(rows), "share of the amount")
        unit_square(ax)
        ax.plot([0, 1], [0, 1], color=FAINT, linewidth=1, linestyle=(0, (4, 4)), label=say("equal amounts  Gini 0.000"))
    at = thin(curve.fraction, curve.share)
    text = say("Gini {gini} by {by}", gini=number(curve.gini), by=say(curve.by))
    ax.plot(curve.fraction[at], curve.share[at], label=named(label, text), **(model_line(ax) | style))
    legend(ax, loc="upper left")
