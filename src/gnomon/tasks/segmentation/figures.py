"""Figures of label maps: the IoU of each class, and the confusion of pixels."""

from typing import Any

import numpy as np

from ... import plots
from ...errors import InputError
from ...inference.estimate import How
from ...plots.style import axes_for
from ..parts import Figure
from .tables import class_table

MOST_CLASSES = 30


def _classes(e: Any, models: list[str], ax: Any, style: dict[str, Any]) -> Any:
    """Bars of IoU by class, the classes standing as the first model has them, the least first."""
    found = {model: e.held(model).get("pixels") for model in models}
    tables = {model: class_table(counts, How(e.level) if e.level else None) for model, counts in found.items() if counts is not None}
    if not tables:
        raise InputError('there are no label maps to draw classes of; evaluate with ⟦task="segmentation"⟧')
    axes = axes_for(ax)
    names = next(iter(tables.values())).label.tolist()[:MOST_CLASSES]
    height = 0.8 / len(tables)
    for place, (model, table) in enumerate(tables.items()):
        known = dict(zip(table.label.tolist(), zip(table.iou, table.low, table.high, strict=True), strict=True))
        values = np.array([known.get(name, (np.nan,) * 3) for name in names])
        at = np.arange(len(names)) + (place - (len(tables) - 1) / 2) * height
        ends = np.nan_to_num(np.abs(values[:, 1:] - values[:, :1]).T)
        axes.barh(at, values[:, 0], height, xerr=ends, label=model, **style)
    axes.set_yticks(np.arange(len(names)), names)
    axes.set_xlim(0, 1)
    axes.set_xlabel("IoU")
    axes.invert_yaxis()
    if len(tables) > 1:
        axes.legend()
    return axes


def _confusion(e: Any, models: list[str], ax: Any, style: dict[str, Any]) -> Any:
    return plots.draw(e.held(models[0])["pixels"], ax=ax, **style)


FIGURES = (Figure("iou", _classes, ("class_iou",)), Figure("confusion", _confusion, ("confusion_matrix",)))
