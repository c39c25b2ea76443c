"""How sentences fared: the share of them by their value."""

from typing import TYPE_CHECKING, Any

import numpy as np

from ..messages.language import say
from .style import calm, first_model, from_zero, legend, model_line

if TYPE_CHECKING:
    from matplotlib.axes import Axes


def draw(ax: "Axes", kept: Any, *, label: str | None = None, metric: str = "", whole: float = 1.0, **style: Any) -> None:
    """The share of sentences in even bins of their value; ``whole`` is what stands for one, and values past it are left out."""
    counts = np.asarray(kept.spread, np.float64)
    shares = counts[:-1] / max(counts.sum(), 1)
    edges = np.linspace(0, whole, len(shares) + 1)
    if first_model(ax):
        calm(ax, "plots.how_sentences_fared", say("plots.label_metric_of_sentence", metric=metric), "plots.share_of_sentences")
        ax.set_xlim(0, whole)
    line = model_line(ax) | style
    ax.stairs(shares, edges, label=label or say("plots.label_sentences_count", count=int(counts.sum())), fill=False, **line)
    from_zero(ax, shares)
    legend(ax, loc="best")
