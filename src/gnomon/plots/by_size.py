"""Short and long lists: how well each are ranked."""

from typing import Any

import numpy as np

from ..errors import InputError
from ..messages.language import either, say
from .style import calm, first_model, from_zero, legend, model_line

NAMES = {"ndcg": "NDCG@10", "gauc": "GAUC"}
APART = 0.09
"""How far models stand from each other within a bin."""


def draw(ax: Any, table: Any, *, label: str | None = None, metric: str = "ndcg", **style: Any) -> None:
    """NDCG of the first ten, or ``metric="gauc"``, by the number of items, with the interval where there is one."""
    if metric not in NAMES:
        raise InputError("plots.metric_unknown_at_k", metric=metric, choices=either(map(repr, NAMES)))
    name = NAMES[metric]
    places = np.arange(len(table))
    if first_model(ax):
        calm(ax, say("plots.title_by_list_length", name=name), "plots.items_in_the_list", name)
        ax.set_xticks(places, table.names)
        ax.grid(False, axis="x")
    before = len(ax.containers)
    line = model_line(ax) | {"linestyle": "none", "marker": "o", "markersize": 5.5} | style
    values = table.gauc if metric == "gauc" else table.ndcg
    sure = metric != "gauc" and np.isfinite(table.low).any()
    ends = np.maximum([values - table.low, table.high - values], 0) if sure else None
    ax.errorbar(
        places + APART * before,
        values,
        yerr=ends,
        elinewidth=1.6,
        label=label or say("plots.label_queries_count", count=int(table.queries.sum())),
        **line,
    )
    from_zero(ax, values, table.high if sure else values)
    legend(ax, loc="best")
