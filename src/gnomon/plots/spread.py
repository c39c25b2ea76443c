"""How a metric's values are spread over the queries."""

from typing import Any

import numpy as np

from ..messages.language import say
from .style import calm, first_model, from_zero, legend, model_line, named, number


def draw(ax: Any, found: Any, *, label: str | None = None, **style: Any) -> None:
    """The share of queries in each bin; the legend has the metric itself and how many queries get nothing."""
    if first_model(ax):
        calm(ax, say("plots.title_metric_by_query", metric=found.metric), found.metric, "plots.share_of_queries")
        ax.set_xlim(-0.01, 1.01)
    line = model_line(ax) | style
    edges = np.append(found.start, 1.0)
    shares = found.queries / max(found.counted, 1)
    text = say("plots.label_share_at_zero", value=number(found.value), share=found.zero / max(found.counted, 1))
    ax.stairs(shares, edges, fill=True, color=line["color"], alpha=0.15)
    drawn = {"linestyle": line["linestyle"], "linewidth": line["linewidth"], "color": line["color"]}
    ax.stairs(shares, edges, label=named(label, text), **drawn)
    from_zero(ax, shares)
    legend(ax, loc="best")
