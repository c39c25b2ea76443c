"""The KS curve: both classes' rates along the threshold, and their largest gap."""

from typing import Any

import numpy as np

from ..messages.language import say
from .style import BOX, INK, calm, first_model, legend, lower, model_line, named, thin, way


def draw(ax: Any, curve: Any, *, label: str | None = None, **line_style: Any) -> None:
    """TPR (solid) and FPR (dotted) over the threshold; the gap at the KS point is drawn and named."""
    alone = first_model(ax)  # the first model's gap is named beside it, those of others in the legend
    if alone:
        least, most = say("plots.label_share_at_least"), say("plots.label_share_at_most")
        calm(ax, "plots.ks_curve", "plots.label_threshold", most if lower(curve) else least)
        ax.set_ylim(-0.01, 1.02)
    line = model_line(ax) | line_style
    x, tpr, fpr = curve.thresholds[1:], curve.tpr[1:], curve.fpr[1:]
    at = np.union1d(thin(x, tpr), thin(x, fpr))
    ax.plot(x[at], tpr[at], drawstyle="steps-post", label=named(label, say("plots.label_positives_tpr") + way(curve)), **line)
    ax.plot(x[at], fpr[at], drawstyle="steps-post", label=named(label, say("plots.label_negatives_fpr")), **{**line, "linestyle": ":"})
    if curve.defined:
        k = int(np.argmax(curve.thresholds == curve.threshold))
        low, high = sorted((curve.tpr[k], curve.fpr[k]))
        text = named(label, say("plots.label_ks_at_threshold", name="KS", value=curve.statistic, threshold=curve.threshold))
        gap = {"color": line["color"], "linewidth": 1.2, "marker": "_", "markersize": 9}
        ax.plot([curve.threshold] * 2, [low, high], label=None if alone else text, **gap)
        if alone:
            _write(ax, text, curve.threshold, low, high, rising=lower(curve))
    legend(ax, loc="upper right")


def _write(ax: Any, text: str, threshold: float, low: float, high: float, rising: bool) -> None:
    """Name the gap where both curves leave room: they fall, so above and right of its upper end, or below and left of its lower.

    Where lower scores are positive they rise, and left is right.
    """
    left, right = ax.get_xlim()
    near_left = (threshold - left) < 0.55 * (right - left)
    if near_left != rising:
        place, offset, up = high, 3, "bottom"
    else:
        place, offset, up = low, -3, "top"
    align = {"ha": "left" if near_left else "right", "va": up}
    style = {"fontsize": 9, "color": INK, "bbox": BOX, "zorder": 6, **align}
    ax.annotate(text, (threshold, place), xytext=(9 if near_left else -9, offset), textcoords="offset points", **style)
