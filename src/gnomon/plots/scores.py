"""The distribution of scores by class."""

from typing import TYPE_CHECKING, Any

import numpy as np

from ..messages.language import say
from ..result import show
from .style import PALETTE, calm, legend, lower, titled

if TYPE_CHECKING:
    from matplotlib.axes import Axes


def draw(ax: "Axes", sweep: Any, *, label: str | None = None, bins: int = 50, threshold: float | None = None) -> None:
    """A histogram of each class's scores, each summing to 1; ``threshold`` draws the cut."""
    calm(
        ax,
        titled(say("plots.title_scores_by_class"), label),
        say("plots.label_score_lower_positive") if lower(sweep) else say("plots.label_score"),
        "plots.share_of_the_class",
    )
    edges, positives, negatives = sweep.histogram(bins)
    if edges[0] == edges[-1]:
        edges = np.array([edges[0], np.nextafter(edges[0], np.inf)])
    classes = (
        (say("plots.label_negatives"), negatives, sweep.negatives, PALETTE[0], ""),
        (say("plots.label_positives"), positives, sweep.positives, PALETTE[1], "///"),
    )
    for name, weight, total, color, hatch in classes:
        heights = weight / (total or 1)
        ax.stairs(heights, edges, fill=True, alpha=0.35, color=color, hatch=hatch, label=f"{name}  n = {show(total)}")
        ax.stairs(heights, edges, color=color, linewidth=1.4)
    if threshold is not None:
        ax.axvline(threshold, color="#333333", linewidth=1.2, linestyle="--", label=say("plots.label_threshold_value", threshold=threshold))
    ax.set_ylim(bottom=0)
    legend(ax, loc="best")
