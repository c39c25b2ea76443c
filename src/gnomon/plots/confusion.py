"""The confusion matrix."""

from typing import Any

import numpy as np

from ..messages.language import say
from ..summary.cells import ratio
from .style import INK, titled

SHARES = {"true": "plots.shares_of_each_true_class", "predicted": "plots.shares_of_each_predicted_class", "all": "plots.shares_of_all_rows"}


def draw(ax: Any, counts: Any, *, label: str | None = None) -> None:
    """Shares of the truth as shades, counts and shares as text; rows and columns named as the matrix is turned."""
    import matplotlib as mpl

    turned = counts.orientation == "predicted-rows"
    share = counts.shares if counts.normalize else ratio(counts.matrix, counts.actual[:, None])
    values, shares = (counts.matrix.T, share.T) if turned else (counts.matrix, share)
    ax.imshow(np.nan_to_num(shares), cmap=mpl.colormaps["Blues"], vmin=0, vmax=1)
    names = [str(name) for name in counts.labels]
    k = len(names)
    ax.set_xticks(range(k), names, rotation=45 if max(map(len, names), default=0) > 6 else 0, ha="center")
    ax.set_yticks(range(k), names)
    if k <= 20:
        for i in range(k):
            for j in range(k):
                part = "" if np.isnan(shares[i, j]) else f"\n{shares[i, j]:.1%}"
                ink = "white" if shares[i, j] > 0.55 else INK
                ax.text(j, i, f"{values[i, j]:,.6g}{part}", ha="center", va="center", color=ink, fontsize=10 if k <= 6 else 7)
    truth, predicted = say("plots.label_truth"), say("plots.label_predicted")
    ax.set_xlabel(truth if turned else predicted, color=INK)
    ax.set_ylabel(predicted if turned else truth, color=INK)
    title = titled(say("plots.title_confusion_matrix"), label)
    ax.set_title(f"{title}\n", loc="left", fontsize=11, color=INK, fontweight="bold")
    ax.text(0, 1.02, say(SHARES[counts.normalize or "true"]), transform=ax.transAxes, fontsize=9, color=INK)
    ax.spines[:].set_visible(False)
    ax.set_xticks(np.arange(-0.5, k), minor=True)
    ax.set_yticks(np.arange(-0.5, k), minor=True)
    ax.grid(which="minor", color="white", linewidth=2)
    ax.tick_params(which="both", length=0, colors=INK)
