"""Truths, or errors, against predictions, as cells."""

from typing import Any

import numpy as np

from ..messages.language import say
from .style import FAINT, INK, PALETTE, calm, titled

NAMES = {
    "truth": ("plots.truth_against_prediction", "plots.label_truth"),
    "error": ("plots.error_against_prediction", "plots.error_prediction_truth"),
}


def draw(ax: Any, made: Any, *, label: str | None = None, deciles: Any = None, color: str = PALETTE[0]) -> None:
    """Cells that are darker where rows are more, by the logarithm; a line where predictions are right.

    ``deciles``, a table of errors by prediction, adds the mean error of each part.
    """
    from matplotlib.colors import LinearSegmentedColormap, LogNorm

    title, upright = NAMES[made.shows]
    calm(ax, titled(say(title), label), "plots.prediction", upright)
    counts = np.ma.masked_equal(made.counts, 0)
    shades = LinearSegmentedColormap.from_list("cells", ["#dfe9f1", color])
    windows = zip((made.x_ends, made.y_ends), counts.shape[::-1], strict=True)
    edges = [np.linspace(float(low), float(high), parts + 1) for (low, high), parts in windows]
    most = float(made.weight.max())
    norm = LogNorm(min(float(made.weight.min()), 0.5 * most), most)
    ax.pcolormesh(*edges, counts, cmap=shades, norm=norm, rasterized=True, zorder=2)
    right = made.x_ends if made.shows == "truth" else (0, 0)
    ax.plot(made.x_ends, right, color=FAINT, linewidth=1, linestyle=(0, (4, 4)), zorder=3)
    if deciles is not None:
        ax.plot(deciles.mean_prediction, deciles.bias, "o", color=INK, markersize=5, markeredgecolor="white", zorder=4)
    ax.set_xlim(made.x_ends)
    ax.set_ylim(made.y_ends)
    if made.outside:
        share = made.outside / (made.outside + made.weight.sum())
        ax.set_title(say("plots.label_share_outside", share=share), loc="right", fontsize=8, color=INK)
