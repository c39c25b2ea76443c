"""The KS curve: both classes' rates along the threshold, and their largest gap."""

from typing import Any

import numpy as np

from .style import BOX, INK, calm, first_model, legend, model_line, named, thin


def draw(ax: Any, curve: Any, *, label: str | None = None, **style: Any) -> None:
    """TPR (solid) and FPR (dotted) over the threshold; the gap at the KS point is drawn and named."""
    if first_model(ax):
        calm(ax, "KS curve", "threshold", "share of the class scoring at least the threshold")
        ax.set_ylim(-0.01, 1.02)
    line = model_line(ax) | style
    x, tpr, fpr = curve.thresholds[1:], curve.tpr[1:], curve.fpr[1:]
    at = np.union1d(thin(x, tpr), thin(x, fpr))
    ax.plot(x[at], tpr[at], drawstyle="steps-post", label=named(label, "positives (TPR)"), **line)
    ax.plot(x[at], fpr[at], drawstyle="steps-post", label=named(label, "negatives (FPR)"), **{**line, "linestyle": ":"})
    if curve.defined:
        k = int(np.argmax(curve.thresholds == curve.threshold))
        low, high = sorted((curve.tpr[k], curve.fpr[k]))
        ax.plot([curve.threshold] * 2, [low, high], color=line["color"], linewidth=1.2, marker="_", markersize=9)
        text = named(label, f"KS {curve.statistic:.3f} at {curve.threshold:.3g}")
        left, right = ax.get_xlim()
        side = 1 if (curve.threshold - left) < 0.55 * (right - left) else -1
        place = {"ha": "left" if side > 0 else "right", "va": "center", "fontsize": 9, "color": INK, "zorder": 6}
        ax.annotate(text, (curve.threshold, (low + high) / 2), xytext=(8 * side, 0), textcoords="offset points", bbox=BOX, **place)
    legend(ax, loc="upper right")
