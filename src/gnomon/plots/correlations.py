"""The matrix of correlations."""

from typing import Any

import numpy as np

from ..messages.language import say
from .style import INK, titled

TITLES = {"pearson": "plots.pearson_s_r", "spearman": "plots.spearman_s", "kendall": "plots.kendall_s_b"}


def draw(ax: Any, found: Any, *, label: str | None = None) -> None:
    """Each pair of columns as a shade from −1 to 1, with its value while there is room for text."""
    import matplotlib as mpl

    shades = mpl.colormaps["RdBu_r"].with_extremes(bad="#eeeeee")
    image = ax.imshow(np.ma.masked_invalid(found.values), cmap=shades, vmin=-1, vmax=1)
    k = len(found.names)
    ax.set_xticks(range(k), found.names, rotation=45 if max(map(len, found.names)) > 4 else 0, ha="center")
    ax.set_yticks(range(k), found.names)
    if k <= 15:
        for i in range(k):
            for j in range(k):
                value = found.values[i, j]
                ink = "white" if abs(value) > 0.6 else INK
                ax.text(j, i, "–" if np.isnan(value) else f"{value:.2f}", ha="center", va="center", color=ink, fontsize=10 if k <= 8 else 7)
    ax.set_title(titled(say(TITLES[found.method]), label), loc="left", fontsize=11, color=INK, fontweight="bold")
    ax.spines[:].set_visible(False)
    ax.set_xticks(np.arange(-0.5, k), minor=True)
    ax.set_yticks(np.arange(-0.5, k), minor=True)
    ax.grid(which="minor", color="white", linewidth=2)
    ax.tick_params(which="both", length=0, colors=INK)
    ax.figure.colorbar(image, ax=ax, shrink=0.8).outline.set_visible(False)
