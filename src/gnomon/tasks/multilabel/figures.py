"""The labels of each model as a figure: the worst on top."""

from typing import TYPE_CHECKING, Any

import numpy as np

from ...errors import InputError
from ...plots.fonts import readable
from ...plots.style import PALETTE, axes_for, calm
from ..parts import Figure
from .tables import label_lines

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from ...evaluation.result import Evaluation


MOST = 30
"""Labels that one figure shows."""


def _labels(e: "Evaluation", models: list[str], ax: "Axes | None", style: dict[str, Any]) -> "Axes":
    """F1 of each label, a row a label and a mark a model; recall and precision at the ends of a line."""
    sets = {name: e.held(name)["label_sets"] for name in models if "label_sets" in e.held(name)}
    if not sets:
        raise InputError("multilabel.drawn_labels_missing")
    axes = axes_for(ax)
    order = [line.label for line in label_lines(next(iter(sets.values())))[:MOST]]
    for place, (name, held) in enumerate(sets.items()):
        lines = {line.label: line for line in label_lines(held)}
        at = np.arange(len(order)) + 0.2 * (place - (len(sets) - 1) / 2)
        low, high, middle = (np.array([getattr(lines[label], key) for label in order]) for key in ("precision", "recall", "f1"))
        color = PALETTE[place % len(PALETTE)]
        axes.hlines(at, np.minimum(low, high), np.maximum(low, high), color=color, alpha=0.35, linewidth=3)
        axes.plot(middle, at, "o", color=color, label=name, **style)
    axes.set_yticks(range(len(order)), [str(label) for label in order])
    axes.invert_yaxis()
    axes.set_xlim(-0.02, 1.02)
    with readable(axes):
        calm(axes, "plots.labels_worst_first", "plots.f1_from_precision_to_recall", "")
        if len(sets) > 1:
            axes.legend(frameon=False)
    return axes


FIGURES = (Figure("labels", _labels, ("per_label",)),)
