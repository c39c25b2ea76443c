"""The distribution of scores by class."""

from typing import Any

import numpy as np

from .style import PALETTE, calm, legend, named


def draw(ax: Any, sweep: Any, *, label: str | None = None, bins: int = 50, threshold: float | None = None) -> None:
    """A histogram of each class's scores, each summing to 1; ``threshold`` draws the cut."""
    calm(ax, "Scores by class" + (f" — {label}" if label else ""), "score", "share of the class")
    edges = np.histogram_bin_edges(sweep.thresholds, bins)
    classes = (("negatives", sweep.neg, sweep.negatives, PALETTE[0], ""), ("positives", sweep.pos, sweep.positives, PALETTE[1], "///"))
    for name, weight, total, color, hatch in classes:
        heights = np.histogram(sweep.thresholds, edges, weights=weight)[0] / (total or 1)
        ax.stairs(heights, edges, fill=True, alpha=0.35, color=color, hatch=hatch, label=named(None, f"{name}  n = {total:,.6g}"))
        ax.stairs(heights, edges, color=color, linewidth=1.4)
    if threshold is not None:
        ax.axvline(threshold, color="#333333", linewidth=1.2, linestyle="--", label=f"threshold {threshold:.3g}")
    ax.set_ylim(bottom=0)
    legend(ax, loc="best")
