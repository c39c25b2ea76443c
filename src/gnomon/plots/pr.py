"""The precision-recall curve."""

from typing import Any

from ..messages.language import say
from .style import FAINT, at_threshold, calm, first_model, legend, mark, model_line, named, number, thin, unit_square, way


def draw(ax: Any, curve: Any, *, label: str | None = None, threshold: float | None = None, **style: Any) -> None:
    """Precision over recall in steps, with the prevalence that a random ranking keeps to."""
    if first_model(ax):
        calm(ax, "plots.precision_recall_curve", "plots.recall", "plots.precision")
        unit_square(ax)
        share = curve.prevalence
        ax.plot(
            [0, 1],
            [share, share],
            color=FAINT,
            linewidth=1,
            linestyle=(0, (4, 4)),
            label=say("plots.label_random_prevalence", share=number(share)),
        )
    line = model_line(ax) | style
    at = thin(curve.recall, curve.precision)
    text = named(label, f"AP {number(curve.average_precision)}{way(curve)}")
    ax.plot(curve.recall[at], curve.precision[at], drawstyle="steps-pre", label=text, **line)
    if threshold is not None:
        k = at_threshold(curve, threshold)
        p, r = curve.precision[k], curve.recall[k]
        mark(ax, r, p, say("plots.label_threshold_precision_recall", threshold=threshold, p=p, r=r), line["color"])
    legend(ax, loc="best")
