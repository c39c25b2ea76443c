"""Figures of label maps: the IoU of each class, and the confusion of pixels."""

from typing import TYPE_CHECKING, Any

import numpy as np

from ... import plots
from ...errors import InputError
from ...inference.estimate import IntervalOptions
from ...plots.fonts import readable
from ...plots.style import PALETTE, axes_for, calm, legend
from ...summary import SegmentationCounts
from ..image_figures import called, one_label
from ..parts import Figure
from .tables import ClassTable, class_table

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from ...evaluation.result import Evaluation


MOST_CLASSES = 30


def _pixels(e: "Evaluation", model: str) -> SegmentationCounts:
    held = e.held(model)
    if "pixels" not in held:
        raise InputError("segmentation.figure_needs_pixels")
    pixels: SegmentationCounts = held["pixels"]
    return pixels


def _classes(e: "Evaluation", models: list[str], ax: "Axes | None", style: dict[str, Any]) -> "Axes":
    """Bars of IoU by class, the classes standing as the first model has them, the least first."""
    one_label(models, style)
    tables = {model: class_table(_pixels(e, model), IntervalOptions(e.level) if e.level else None) for model in models}
    axes = axes_for(ax)
    with readable(axes):
        _bars(axes, tables, style)
    return axes


def _bars(axes: Any, tables: dict[str, ClassTable], style: dict[str, Any]) -> None:
    names = next(iter(tables.values())).label.tolist()[:MOST_CLASSES]
    height = 0.8 / len(tables)
    calm(axes, "plots.iou_by_class", "plots.iou", "")
    for place, (model, table) in enumerate(tables.items()):
        known = dict(zip(table.label.tolist(), zip(table.iou, table.low, table.high, strict=True), strict=True))
        values = np.array([known.get(name, (np.nan,) * 3) for name in names])
        at = np.arange(len(names)) + (place - (len(tables) - 1) / 2) * height
        ends = np.nan_to_num(np.abs(values[:, 1:] - values[:, :1]).T)
        axes.barh(at, values[:, 0], height, xerr=ends, **({"color": PALETTE[place % len(PALETTE)], "label": model} | style))
    axes.set_yticks(np.arange(len(names)), names)
    axes.set_xlim(0, 1)
    axes.invert_yaxis()
    if len(tables) > 1 or "label" in style:
        legend(axes, loc="best")


def _confusion(e: "Evaluation", models: list[str], ax: "Axes", style: dict[str, Any]) -> Any:
    return plots.draw(_pixels(e, models[0]), ax=ax, label=called(e, models, style))


FIGURES = (
    Figure("iou", _classes, ("class_iou",), ("label",), "bar"),
    Figure("confusion", _confusion, ("confusion_matrix",), ("label",)),
)
