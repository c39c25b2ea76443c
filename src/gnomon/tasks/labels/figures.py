"""The confusion matrix as a figure."""

from typing import TYPE_CHECKING, Any

from ... import plots
from ...errors import InputError
from ..parts import Figure

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from ...evaluation.result import Evaluation


def _confusion(e: "Evaluation", models: list[str], ax: "Axes", style: dict[str, Any]) -> Any:
    held = e.held(models[0])
    threshold = style.pop("threshold", None)
    if threshold is not None and "scores" in held:
        return plots.draw(held["scores"].at(threshold), ax=ax, **style)
    if "labels" not in held:
        raise InputError("labels.drawn_labels_missing")
    return plots.draw(held["labels"], ax=ax, **style)


FIGURES = (Figure("confusion", _confusion, ("confusion_matrix",)),)
