"""The lift curve."""

from typing import TYPE_CHECKING, Any

import numpy as np

from ..messages.language import say
from .style import FAINT, at_threshold, calm, first_model, first_rows, legend, mark, model_line, named, thin, way

if TYPE_CHECKING:
    from matplotlib.axes import Axes


def draw(ax: "Axes", curve: Any, *, label: str | None = None, threshold: float | None = None, **style: Any) -> None:
    """How many times more positives the top of the ranking holds than a random sample; random is 1."""
    if first_model(ax):
        calm(ax, "plots.lift_curve", first_rows(curve), "plots.lift_over_random")
        ax.set_xlim(-0.01, 1.01)
        ax.plot([0, 1], [1, 1], color=FAINT, linewidth=1, linestyle=(0, (4, 4)), label=say("plots.label_random_lift"))
    line = model_line(ax) | style
    if not len(curve.lift):
        legend(ax, loc="upper right")
        return
    # The first few rows of a ranking swing between 0 and the ceiling; the line begins where they settle.
    enough = curve.fraction >= min(0.005, float(curve.fraction[-1]))
    x, y = curve.fraction[enough], curve.lift[enough]
    at = thin(x, y)
    gain = np.interp(0.1, np.append(0, curve.fraction), np.append(0, curve.lift * curve.fraction))
    ax.plot(x[at], y[at], label=named(label, say("plots.label_lift_at_ten_percent", lift=gain / 0.1) + way(curve)), **line)
    ax.set_ylim(bottom=0)
    if threshold is not None:
        k = at_threshold(curve, threshold)
        mark(
            ax,
            curve.fraction[k],
            curve.lift[k],
            say("plots.label_threshold_lift", threshold=threshold, lift=curve.lift[k]),
            line["color"],
        )
    legend(ax, loc="upper right")
