"""Figures of clusters: the table of classes and clusters as shades, and silhouettes by cluster."""

from typing import TYPE_CHECKING, Any

import numpy as np

from ...errors import InputError
from ...messages.language import say
from ...plots.fonts import readable
from ...plots.style import FAINT, INK, PALETTE, axes_for, calm, titled
from ..parts import Figure
from .tables import ordered, silhouettes_by_cluster

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from ...evaluation.result import Evaluation


MOST = 40
"""Classes or clusters that one figure shows."""


def _held(e: "Evaluation", models: list[str], key: str, hint: str) -> tuple[str, Any]:
    for name in models:
        if e.held(name).get(key) is not None:
            return name, e.held(name)[key]
    raise InputError("clustering.no_clusters_to_draw", hint=say(hint))


def _contingency(e: "Evaluation", models: list[str], ax: "Axes | None", style: dict[str, Any]) -> "Axes":
    """Shares of each class as shades, counts as text; matched pairs on the diagonal."""
    import matplotlib as mpl

    name, table = _held(e, models, "partitions", "clustering.remedy_task_clustering")
    axes, order = axes_for(ax), ordered(table)
    rows, columns = order.classes[:MOST], order.clusters[:MOST]
    counts = table.matrix[np.ix_(rows, columns)]
    total = np.bincount(table.row, table.weight, len(table.classes))[rows]
    shares = counts / total[:, None]
    axes.imshow(shares, cmap=mpl.colormaps["Blues"], vmin=0, vmax=1, aspect="auto", **style)
    axes.set_xticks(range(len(columns)), [str(table.clusters[k]) for k in columns])
    axes.set_yticks(range(len(rows)), [str(table.classes[k]) for k in rows])
    if len(rows) <= 20 and len(columns) <= 20:
        for i, j in np.ndindex(counts.shape):
            if counts[i, j]:
                axes.text(j, i, f"{counts[i, j]:,.6g}", ha="center", va="center", color="white" if shares[i, j] > 0.55 else INK, fontsize=8)
    with readable(axes):
        calm(axes, titled(say("clustering.title_classes_and_clusters"), name if len(e.names) > 1 else None), "plots.cluster", "plots.class")
        axes.grid(False)
    return axes


def _silhouette(e: "Evaluation", models: list[str], ax: "Axes | None", style: dict[str, Any]) -> "Axes":
    """A silhouette a point, clusters one below the other, each from its highest down; a line at the mean of all."""
    name, points = _held(e, models, "points", "clustering.remedy_name_features")
    found = silhouettes_by_cluster(points)
    if not found:
        raise InputError("clustering.no_silhouettes_to_draw")
    axes, at, middles = axes_for(ax), 0, []
    gap = max(1, sum(len(one.values) for one in found) // 60)
    for place, one in enumerate(found[:MOST]):
        rows = np.arange(at, at + len(one.values))
        axes.fill_betweenx(rows, 0, one.values, color=PALETTE[place % len(PALETTE)], linewidth=0, step="mid", **style)
        middles.append(at + len(one.values) / 2)
        at += len(one.values) + gap
    mean = float(np.concatenate([one.values for one in found]).mean())
    axes.axvline(mean, color=INK, linewidth=1, linestyle=(0, (4, 4)))
    axes.axvline(0, color=FAINT, linewidth=1)
    axes.set_yticks(middles, [str(one.name) for one in found[:MOST]])
    axes.invert_yaxis()
    with readable(axes):
        calm(axes, titled(say("clustering.title_silhouettes"), name if len(e.names) > 1 else None), "plots.silhouette", "plots.cluster")
    return axes


FIGURES = (Figure("contingency", _contingency, ("clusters",)),)
SHAPES = (Figure("silhouette", _silhouette, ("silhouettes",)),)
