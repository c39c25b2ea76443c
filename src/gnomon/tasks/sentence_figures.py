"""Figures of sentences, whatever kind reads them."""

from typing import TYPE_CHECKING, Any

from .. import plots
from ..catalog import parse
from ..errors import InputError
from ..summary import WorstSentences
from .parts import Figure

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from ..evaluation.result import Evaluation


def _sentences(e: "Evaluation", models: list[str], ax: "Axes", style: dict[str, Any]) -> Any:
    held = {name: one for name in models for one in e.held(name).values() if isinstance(one, WorstSentences) and one.spread.sum()}
    if not held:
        raise InputError("tasks.sentences_missing_for_plot")
    metric = next(iter(e.metrics), "")
    whole = float(getattr(parse(metric).entry.averaging, "whole", 1.0)) if metric else 1.0
    return plots.overlay(held, ax=ax, metric=metric, whole=whole, **style)


FIGURES = (Figure("sentences", _sentences, ("sentence_spread",), takes=("label",), artist="line"),)
