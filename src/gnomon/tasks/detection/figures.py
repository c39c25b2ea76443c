"""Figures of detections: precision by recall of each class, AP against the overlap, the confusion matrix, the kinds of errors."""

from typing import Any

import numpy as np

from ... import plots
from ...errors import InputError
from ...metrics.detection_confusion import confusion, detection_errors
from ...metrics.detection_curves import best_confidence, class_names, detection_curve
from ...metrics.detection_map import of_matches
from ...plots.fonts import readable
from ...plots.style import PALETTE, axes_for, calm, legend, named, number, unit_square
from ...summary import Matches
from ...words.language import say
from ..parts import Figure
from .levels import first_level

MOST = 8
"""Classes whose curves one figure shows, unless they are named."""


def _matches(e: Any, model: str) -> Matches:
    held = e.held(model)
    if "matches" not in held or not len(held["matches"]):
        raise InputError("there are no detections to draw")
    matches: Matches = held["matches"]
    return matches


def _curves(e: Any, models: list[str], ax: Any, style: dict[str, Any]) -> Any:
    """Precision by recall of the classes with the most objects, or of those that ``classes`` names: thin as seen, thick as AP reads it."""
    m = _matches(e, models[0])
    iou = style.pop("iou", m.protocol.thresholds[first_level(m)])
    largest = np.argsort(-m.objects[0], kind="stable")[:MOST]
    wanted = style.pop("classes", None) or [class_names(m.categories)[place] for place in np.sort(largest)]
    axes = axes_for(ax)
    with readable(axes):
        calm(axes, "Precision by recall", "recall", "precision")
        unit_square(axes)
        for place, name in enumerate([wanted] if isinstance(wanted, str) else wanted):
            curve = detection_curve(m, name, iou)
            color = PALETTE[place % len(PALETTE)]
            axes.plot(curve.recall, curve.precision, color=color, linewidth=0.8, alpha=0.5)
            read = (curve.recall_grid, curve.read) if curve.recall_grid else (curve.recall, curve.best)
            drawn = "default" if curve.interpolation == "trapezoid" else "steps-pre"
            axes.plot(*read, drawstyle=drawn, color=color, label=named(curve.category, f"AP {number(curve.ap)}"), **style)
        legend(axes, loc="best")
    return axes


def _by_overlap(e: Any, models: list[str], ax: Any, style: dict[str, Any]) -> Any:
    """AP at each overlap, a line a model."""
    axes = axes_for(ax)
    with readable(axes):
        calm(axes, "AP by overlap", "overlap (IoU)", "average precision (AP)")
        for place, model in enumerate(models):
            found = of_matches(_matches(e, model)).by_iou()
            axes.plot(list(found), list(found.values()), "o-", color=PALETTE[place % len(PALETTE)], label=model, **style)
        axes.set_ylim(-0.02, 1.02)
        legend(axes, loc="best")
    return axes


def _confusion(e: Any, models: list[str], ax: Any, style: dict[str, Any]) -> Any:
    """What objects are taken for from a confidence on; by default from the one that is best for F1."""
    m = _matches(e, models[0])
    iou = style.pop("iou", m.protocol.thresholds[first_level(m)])
    best = best_confidence(m, iou).confidence
    return plots.draw(confusion(m, style.pop("confidence", best if best == best else np.inf), iou), ax=ax, **style)


def _errors(e: Any, models: list[str], ax: Any, style: dict[str, Any]) -> Any:
    """What each kind of error costs in AP, a bar a model."""
    axes = axes_for(ax)
    with readable(axes):
        calm(axes, "Where AP is lost", "cost in AP", "")
        high = 0.8 / len(models)
        for place, model in enumerate(models):
            found = detection_errors(_matches(e, model))
            at = np.arange(len(found.kind)) + high * (place - (len(models) - 1) / 2)
            axes.barh(at, found.cost, high, color=PALETTE[place % len(PALETTE)], label=named(model, f"AP50 {number(found.ap50)}"), **style)
            axes.set_yticks(range(len(found.kind)), [say(KINDS[kind]) for kind in found.kind])
        axes.invert_yaxis()
        legend(axes, loc="best")
    return axes


KINDS = {
    "localisation": "badly placed",
    "class": "wrong class",
    "both": "badly placed and wrong class",
    "duplicate": "found again",
    "background": "nothing there",
    "missed": "missed",
}
"""What the kinds of errors are called."""
FIGURES = (
    Figure("pr", _curves, ("pr_curve",)),
    Figure("ap_iou", _by_overlap),
    Figure("confusion", _confusion, ("confusion_matrix",)),
    Figure("errors", _errors),
)
