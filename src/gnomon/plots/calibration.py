"""The calibration curve (reliability diagram)."""

from typing import Any

import numpy as np

from ..messages.language import say
from .style import FAINT, calm, first_model, legend, model_line, named, unit_square


def draw(ax: Any, curve: Any, *, label: str | None = None, **style: Any) -> None:
    """Observed rate over mean prediction by bin, with its interval; the area of a mark is its share of the rows."""
    if first_model(ax):
        calm(ax, "plots.calibration", "plots.mean_predicted_probability", "plots.observed_rate")
        unit_square(ax)
        ax.plot([0, 1], [0, 1], color=FAINT, linewidth=1, linestyle=(0, (4, 4)), label=say("plots.label_perfect_calibration"))
    line = model_line(ax) | style
    share = curve.weight / curve.weight.sum()
    ece = float(share @ np.abs(curve.gap))
    ax.plot(curve.predicted, curve.observed, label=named(label, f"ECE {ece:.3f}"), **line)
    ax.scatter(curve.predicted, curve.observed, s=20 + 300 * share, color=line["color"], alpha=0.75, edgecolors="white", zorder=4)
    ax.vlines(curve.predicted, curve.low, curve.high, color=line["color"], linewidth=1, alpha=0.6, zorder=3)
    legend(ax, loc="upper left")
