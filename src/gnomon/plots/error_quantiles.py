"""Quantiles of errors against those of the normal distribution."""

from typing import Any

import numpy as np

from ..messages.language import say
from .style import FAINT, calm, first_model, legend, model_line


def draw(ax: Any, table: Any, *, label: str | None = None, **style: Any) -> None:
    """A point for each quantile; on the straight line errors are normal, with the same quartiles."""
    first = first_model(ax)
    if first:
        calm(ax, "plots.errors_against_normal_ones", "plots.normal_quantile_standard_deviations", "plots.error_prediction_truth")
    line = model_line(ax) | style
    ends = table.normal[[0, -1]]
    text = {} if not first else {"label": say("plots.label_normal_same_quartiles")}
    ax.plot(ends, table.centre + table.slope * ends, color=FAINT if first else line["color"], linewidth=1, linestyle=(0, (4, 4)), **text)
    ax.plot(table.normal, table.error, label=label, **line)
    # One row far off would flatten all the others: the line may leave the figure there.
    middle, reach = table.centre, max(6 * abs(table.slope) * float(np.max(np.abs(ends))), 1e-300)
    low, high = float(table.error.min()), float(table.error.max())
    if high - low > 4 * reach:
        ax.set_ylim(middle - reach, middle + reach)
    if ax.get_legend_handles_labels()[1]:
        legend(ax, loc="upper left")
