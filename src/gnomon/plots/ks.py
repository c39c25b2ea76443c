"""The KS curve: both classes' rates along the threshold, and their largest gap."""

from typing import Any

import numpy as np

from .style import BOX, INK, calm, first_model, legend, model_line, named, thin


def draw(ax: Any, curve: Any, *, label: str | None = None, **line_style: Any) -> None:
    """TPR (solid) and FPR (dotted) over the threshold; the gap at the KS point is drawn and named."""
    alone = first_model(ax)  # the first model's gap is named beside it, those of others in the legend
    if alone:
        calm(ax, "KS curve", "threshold", "share of the class scoring at least the threshold")
        ax.set_ylim(-0.01, 1.02)
    line = model_line(ax) | line_style
    x, tpr, fpr = curve.thresholds[1:], curve.tpr[1:], curve.fpr[1:]
    at = np.union1d(thin(x, tpr), thin(x, fpr))
    ax.plot(x[at], tpr[at], drawstyle="steps-post", label=named(label, "positives (TPR)"), **line)
    ax.plot(x[at], fpr[at], drawstyle="steps-post", label=named(label, "negatives (FPR)"), **{**line, "linestyle": ":"})
    if curve.defined:
        k = int(np.argmax(curve.thresholds == curve.threshold))
        low, high = sorted((curve.tpr[k], curve.fpr[k]))
        text = named(label, f"KS {curve.statistic:.3f} at {curve.threshold:.3g}")
        gap = {"color": line["color"], "linewidth": 1.2, "marker": "_", "markersize": 9}
        ax.plot([curve.threshold] * 2, [low, high], label=None if alone else text, **gap)
        if alone:
            _write(ax, text, curve.threshold, low, high)
    legend(ax, loc="upper right")


def _write(ax: Any, text: str, threshold: float, low: float, high: float) -> None:
    """Name the gap where both curves leave room: they fall, so above and right of its upper end, or below and left of its lower."""
    left, right = ax.get_xlim()
    if (threshold - left) < 0.55 * (right - left):
        place, offset, align = high, (9, 3), {"ha": "left", "va": "bottom"}
    else:
        place, offset, align = low, (-9, -3), {"ha": "right", "va": "top"}
    style = {"fontsize": 9, "color": INK, "bbox": BOX, "zorder": 6, **align}
    ax.annotate(text, (threshold, place), xytext=offset, textcoords="offset points", **style)
