"""The distribution of scores by class."""

from typing import Any

import numpy as np

from ..result import show
from .style import PALETTE, calm, legend


def draw(ax: Any, sweep: Any, *, label: str | None = None, bins: int = 50, threshold: float | None = None) -> None:
    """A histogram of each class's scores, each summing to 1; ``threshold`` draws the cut."""
    calm(ax, "Scores by class" + (f" — {label}" if label else ""), "score", "share of the class")
    edges = _edges(sweep.thresholds, bins)
    classes = (("negatives", sweep.neg, sweep.negatives, PALETTE[0], ""), ("positives", sweep.pos, sweep.positives, PALETTE[1], "///"))
    for name, weight, total, color, hatch in classes:
        heights = np.histogram(sweep.thresholds, edges, weights=weight)[0] / (total or 1)
        ax.stairs(heights, edges, fill=True, alpha=0.35, color=color, hatch=hatch, label=f"{name}  n = {show(total)}")
        ax.stairs(heights, edges, color=color, linewidth=1.4)
    if threshold is not None:
        ax.axvline(threshold, color="#333333", linewidth=1.2, linestyle="--", label=f"threshold {threshold:.3g}")
    ax.set_ylim(bottom=0)
    legend(ax, loc="best")


def _edges(scores: Any, bins: int) -> Any:
    """Edges of equal bins; scores too close together or too far apart to divide between get one bin."""
    low, high = float(scores[-1]), float(scores[0])
    with np.errstate(over="ignore"):
        edges = np.linspace(low / 2, high / 2, bins + 1) * 2  # halves, so that their difference cannot overflow
    if np.isfinite(edges).all() and (np.diff(edges) > 0).all():
        return edges
    return np.array([low, np.nextafter(high, np.inf)]) if low == high else np.array([low, high])
