"""Two columns against each other: the points, the line of least squares, and the rows that lie out."""

from typing import TYPE_CHECKING, Any

import numpy as np

from ..messages.language import say
from .style import INK, PALETTE, calm, legend, titled

if TYPE_CHECKING:
    from matplotlib.axes import Axes


DENSE = 2000
"""Past so many rows points would hide each other, and hexagons are shaded by how many lie in them."""


def draw(ax: Any, test: Any, *, label: str | None = None, **style: Any) -> None:
    """A point for each row, past 2,000 rows shaded hexagons; outlying rows are ringed and the first of them numbered."""
    calm(ax, titled(test.sentence, label), "x", "y")
    x, y = test.x, test.y
    if len(x) > DENSE:
        shades = ax.hexbin(x, y, gridsize=60, bins="log", cmap="Blues", mincnt=1, linewidths=0.1, **style)
        ax.get_figure().colorbar(shades, ax=ax, label=say("evaluation.column_rows_count"))
    else:
        ax.plot(x, y, "o", **{"color": PALETTE[0], "markersize": 4.5, "alpha": 0.65, "markeredgewidth": 0, "linestyle": ""} | style)
    if test.defined:
        _line(ax, test)
        _outliers(ax, test)
        legend(ax, loc="best")


def _line(ax: "Axes", test: Any) -> None:
    """The line of least squares from the least to the largest x."""
    middle, height = float(np.mean(test.x)), float(np.mean(test.y))
    apart = test.x - middle
    slope = float(apart @ (test.y - height)) / float(apart @ apart)
    ends = np.array([test.x.min(), test.x.max()])
    ax.plot(ends, height + slope * (ends - middle), color=INK, linewidth=1.4, label=say("plots.label_least_squares_slope", slope=slope))


def _outliers(ax: Any, test: Any) -> None:
    found = test.checks["outliers"].rows
    if not len(found):
        return
    at = np.searchsorted(test.places, found)
    rings = {"color": PALETTE[1], "markersize": 9, "fillstyle": "none", "linestyle": ""}
    ax.plot(test.x[at], test.y[at], "o", label=say("plots.label_outlying_count", count=len(found)), **rings)
    for place, row in zip(at[:5].tolist(), found[:5].tolist(), strict=True):
        ax.annotate(f"{row:,}", (test.x[place], test.y[place]), xytext=(6, 4), textcoords="offset points", fontsize=8, color=INK)
