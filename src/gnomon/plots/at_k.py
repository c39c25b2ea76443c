"""Metrics of the first k items of ranked lists."""

from typing import Any

import numpy as np

from ..errors import InputError
from ..messages.language import either, say
from .style import calm, first_model, from_zero, legend, model_line, named, number

NAMES = {"ndcg": "NDCG", "precision": "precision", "recall": "recall", "hit_ratio": "plots.hit_ratio", "success": "success"}
CUT = 10


def draw(ax: Any, table: Any, *, label: str | None = None, metric: str = "ndcg", **style: Any) -> None:
    """A metric over k, the marks set apart evenly; NDCG with its interval where there is one."""
    if metric not in NAMES:
        raise InputError("plots.metric_unknown_at_k", metric=metric, choices=either(map(repr, NAMES)))
    places = np.arange(len(table))
    if first_model(ax):
        calm(
            ax, say("plots.label_metric_of_first_k", name=say(NAMES[metric])), "k", say("plots.title_metric_at_k", name=say(NAMES[metric]))
        )
        ax.set_xticks(places, [f"{k:,}" for k in table.k])
    line = model_line(ax) | {"marker": "o", "markersize": 4.5} | style
    values = getattr(table, metric)
    quoted = max(int(np.searchsorted(table.k, CUT, side="right")) - 1, 0)
    ax.plot(places, values, label=named(label, f"@{table.k[quoted]} {number(values[quoted])}"), **line)
    if metric == "ndcg":
        ax.fill_between(places, table.low, table.high, color=line["color"], alpha=0.15, linewidth=0)
    from_zero(ax, values, table.high)
    legend(ax, loc="best")
