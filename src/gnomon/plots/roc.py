"""The ROC curve."""

from typing import Any

from ..messages.language import say
from .style import FAINT, at_threshold, calm, first_model, legend, mark, model_line, named, number, thin, unit_square, way


def draw(ax: Any, curve: Any, *, label: str | None = None, threshold: float | None = None, **style: Any) -> None:
    """TPR over FPR with the diagonal of chance; ``threshold`` marks an operating point."""
    if first_model(ax):
        calm(ax, "plots.roc_curve", "plots.false_positive_rate", "plots.true_positive_rate_recall")
        unit_square(ax)
        ax.plot([0, 1], [0, 1], color=FAINT, linewidth=1, linestyle=(0, (4, 4)), label=say("plots.label_random_auc"))
    line = model_line(ax) | style
    at = thin(curve.fpr, curve.tpr)
    ax.plot(curve.fpr[at], curve.tpr[at], label=named(label, f"AUC {number(curve.auc)}{way(curve)}"), **line)
    if threshold is not None:
        k = at_threshold(curve, threshold)
        x, y = curve.fpr[k], curve.tpr[k]
        mark(ax, x, y, say("plots.label_threshold_rates", threshold=threshold, x=x, y=y), line["color"])
    legend(ax, loc="lower right")
