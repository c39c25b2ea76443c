"""The ROC curve."""

from typing import Any

from ..words.language import say
from .style import FAINT, at_threshold, calm, first_model, legend, mark, model_line, named, number, thin, unit_square, way


def draw(ax: Any, curve: Any, *, label: str | None = None, threshold: float | None = None, **style: Any) -> None:
    """TPR over FPR with the diagonal of chance; ``threshold`` marks an operating point."""
    if first_model(ax):
        calm(ax, "ROC curve", "false positive rate", "true positive rate (recall)")
        unit_square(ax)
        ax.plot([0, 1], [0, 1], color=FAINT, linewidth=1, linestyle=(0, (4, 4)), label=say("random  AUC 0.500"))
    line = model_line(ax) | style
    at = thin(curve.fpr, curve.tpr)
    ax.plot(curve.fpr[at], curve.tpr[at], label=named(label, f"AUC {number(curve.auc)}{way(curve)}"), **line)
    if threshold is not None:
        k = at_threshold(curve, threshold)
        x, y = curve.fpr[k], curve.tpr[k]
        mark(ax, x, y, say("threshold {threshold:.3g}\nTPR {y:.3f}, FPR {x:.3f}", threshold=threshold, x=x, y=y), line["color"])
    legend(ax, loc="lower right")
