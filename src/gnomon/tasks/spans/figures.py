"""Figures of tagged sentences: the F1 of each type, and which types are taken for which."""

from typing import TYPE_CHECKING, Any

import numpy as np

from ...errors import InputError
from ...plots.fonts import readable
from ...plots.style import PALETTE, axes_for, calm, legend
from ..image_figures import one_label
from ..parts import Figure
from .tables import TypeTable, type_table

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from ...evaluation.result import Evaluation


MOST_TYPES = 30


def _types(e: "Evaluation", models: list[str], ax: "Axes | None", style: dict[str, Any]) -> "Axes":
    """Bars of F1 by type, the types standing as the first model has them, the least first."""
    one_label(models, style)
    tables = {model: type_table((e.type_lines or {}).get(model, []), e.level) for model in models}
    if not any(len(table.type) for table in tables.values()):
        raise InputError("spans.figure_needs_entities")
    axes = axes_for(ax)
    with readable(axes):
        _bars(axes, tables, style)
    return axes


def _bars(axes: Any, tables: dict[str, TypeTable], style: dict[str, Any]) -> None:
    names = next(iter(tables.values())).type.tolist()[:MOST_TYPES]
    height = 0.8 / len(tables)
    calm(axes, "plots.f1_by_type", "plots.entity_f1", "")
    for place, (model, table) in enumerate(tables.items()):
        known = dict(zip(table.type.tolist(), zip(table.f1, table.low, table.high, strict=True), strict=True))
        values = np.array([known.get(name, (np.nan,) * 3) for name in names])
        at = np.arange(len(names)) + (place - (len(tables) - 1) / 2) * height
        ends = np.nan_to_num(np.abs(values[:, 1:] - values[:, :1]).T)
        axes.barh(at, values[:, 0], height, xerr=ends, **({"color": PALETTE[place % len(PALETTE)], "label": model} | style))
    axes.set_yticks(np.arange(len(names)), names)
    axes.set_xlim(0, 1)
    axes.invert_yaxis()
    if len(tables) > 1 or "label" in style:
        legend(axes, loc="best")


def _confusion(e: "Evaluation", models: list[str], ax: "Axes | None", style: dict[str, Any]) -> "Axes":
    """True types by predicted ones, with what was missed and what was marked in vain."""
    errors = e.held(models[0])["span_errors"]
    axes = axes_for(ax)
    names = errors.types[:MOST_TYPES]
    which = np.array([*range(len(names)), len(errors.types)])
    counts = errors.matrix[np.ix_(which, which)]
    shares = counts / np.maximum(counts.sum(1, keepdims=True), 1)
    with readable(axes):
        calm(axes, "plots.types_taken_for_one_another", "plots.label_predicted", "plots.true")
        axes.imshow(shares, cmap="Blues", vmin=0, vmax=1, aspect="auto")
        for row, column in np.ndindex(*counts.shape):
            if (row, column) != (len(names), len(names)):
                colour = "white" if shares[row, column] > 0.6 else "black"
                axes.text(column, row, f"{counts[row, column]:,}", ha="center", va="center", color=colour, fontsize=8)
        axes.set_xticks(np.arange(len(which)), [*names, "missed"], rotation=45, ha="right")
        axes.set_yticks(np.arange(len(which)), [*names, "in vain"])
    return axes


FIGURES = (
    Figure("types", _types, ("entity_types",), ("label",), "bar"),
    Figure("confusion", _confusion, ("type_confusion",), ("label",)),
)
