"""Figures of detections: precision by recall of each class, AP against the overlap, the confusion matrix, the kinds of errors."""

from typing import TYPE_CHECKING, Any

import numpy as np

from ... import plots
from ...errors import InputError
from ...messages import Message
from ...messages.language import language, say, term
from ...metrics.detection import check_confidence
from ...metrics.detection_confusion import confusion, detection_errors
from ...metrics.detection_curves import best_confidence, class_names, detection_curve
from ...metrics.detection_map import of_matches
from ...plots.fonts import readable
from ...plots.style import INK, PALETTE, axes_for, calm, legend, named, number, titled, unit_square
from ...summary import Matches
from ..image_figures import called, one_label
from ..parts import Figure
from .levels import first_level

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from ...evaluation.result import Evaluation


MOST = 8
"""Classes whose curves one figure shows, unless they are named."""


def _matches(e: "Evaluation", model: str) -> Matches:
    held = e.held(model)
    if "matches" not in held or not len(held["matches"]):
        raise InputError("detection.detections_missing_to_draw")
    matches: Matches = held["matches"]
    return matches


def _with_objects(e: "Evaluation", model: str) -> Matches:
    """Matches of which AP has a value."""
    m = _matches(e, model)
    if not m.objects[0].any():
        raise InputError("detection.nothing_to_draw", reason=Message("no_objects_to_find"))
    return m


def _wanted(m: Matches, classes: object) -> list[Any]:
    """The classes that are named, else those with the most objects."""
    if classes is None:
        largest = np.argsort(-m.objects[0], kind="stable")[:MOST]
        return [class_names(m.categories)[place] for place in np.sort(largest)]
    wanted = list(classes) if isinstance(classes, (list, tuple, set)) else [classes]
    if not wanted:
        raise InputError("detection.drawn_classes_empty")
    return wanted


def _overlap(m: Matches, style: dict[str, Any]) -> float:
    """The overlap that is asked for, else that at which detections are called right."""
    iou: float = style.pop("iou", m.protocol.thresholds[first_level(m)])
    return iou


def _curves(e: "Evaluation", models: list[str], ax: "Axes | None", style: dict[str, Any]) -> "Axes":
    """Precision by recall of the classes with the most objects, or of those that ``classes`` names: thin as seen, thick as AP reads it."""
    m = _with_objects(e, models[0])
    iou, wanted = _overlap(m, style), _wanted(m, style.pop("classes", None))
    curves = [detection_curve(m, name, iou) for name in wanted]
    title = titled(say("detection.title_precision_by_recall"), called(e, models, style))
    axes = axes_for(ax)
    with readable(axes):
        calm(axes, title, "plots.recall", "plots.precision")
        unit_square(axes)
        for place, curve in enumerate(curves):
            line: dict[str, Any] = {"color": PALETTE[place % len(PALETTE)]} | style
            axes.plot(curve.recall, curve.precision, color=line["color"], linewidth=0.8, alpha=0.5)
            read = (curve.recall_grid[: len(curve.read)], curve.read) if curve.recall_grid else (curve.recall, curve.best)
            drawn = "default" if curve.interpolation in ("trapezoid", "truncated") else "steps-pre"
            said = f"AP {number(curve.ap)}" if curve.ap == curve.ap else Message("no_objects_to_find").text(language())
            axes.plot(*read, **({"drawstyle": drawn, "label": named(curve.category, said)} | line))
        legend(axes, loc="best")
    return axes


def _by_overlap(e: "Evaluation", models: list[str], ax: "Axes | None", style: dict[str, Any]) -> "Axes":
    """AP at each overlap, a line a model."""
    one_label(models, style)
    axes = axes_for(ax)
    with readable(axes):
        calm(axes, "plots.ap_by_overlap", "plots.overlap_iou", "plots.average_precision_ap")
        for place, model in enumerate(models):
            found = of_matches(_with_objects(e, model)).by_iou()
            line = {"marker": "o", "color": PALETTE[place % len(PALETTE)], "label": model} | style
            axes.plot(list(found), list(found.values()), **line)
        axes.set_ylim(-0.02, 1.02)
        legend(axes, loc="best")
    return axes


def _confusion(e: "Evaluation", models: list[str], ax: "Axes", style: dict[str, Any]) -> Any:
    """What objects are taken for from a confidence on; by default from the one that is best for F1."""
    m = _matches(e, models[0])
    iou = _overlap(m, style)
    confidence = style.pop("confidence", None)
    if confidence is None:
        best = best_confidence(m, iou).confidence
        confidence = best if best == best else np.inf
    else:
        check_confidence(confidence)
    return plots.draw(confusion(m, confidence, iou), ax=ax, label=called(e, models, style))


def _errors(e: "Evaluation", models: list[str], ax: "Axes | None", style: dict[str, Any]) -> "Axes":
    """What each kind of error costs in AP, a bar a model; in place of a bar, why there is none."""
    one_label(models, style)
    found = {model: detection_errors(_with_objects(e, model)) for model in models}
    axes = axes_for(ax)
    with readable(axes):
        calm(axes, "plots.where_ap_is_lost", "plots.cost_in_ap", "")
        high = 0.8 / len(models)
        axes.set_yticks(range(len(KINDS)), [term(text) for text in KINDS.values()])
        for place, (model, errors) in enumerate(found.items()):
            at = np.arange(len(errors.kind)) + high * (place - (len(models) - 1) / 2)
            text = named(style.pop("label", model), f"AP50 {number(errors.ap50)}")
            axes.barh(at, errors.cost, high, **({"color": PALETTE[place % len(PALETTE)], "label": text} | style))
            for kind, reason in errors.reasons.items():
                axes.text(0, at[errors.kind.tolist().index(kind)], f" {reason.text(language())}", va="center", fontsize=8, color=INK)
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
    Figure("pr", _curves, ("pr_curve", "precision_recall"), ("classes", "iou", "label"), "line"),
    Figure("ap_iou", _by_overlap, (), ("label",), "line"),
    Figure("confusion", _confusion, ("confusion_matrix",), ("confidence", "iou", "label")),
    Figure("errors", _errors, (), ("label",), "bar"),
)
