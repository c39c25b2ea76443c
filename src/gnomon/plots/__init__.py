"""Figures, one a file, drawn from results and summaries with matplotlib."""

from importlib import import_module
from typing import Any

from ..errors import InputError
from ..words.language import both
from .fonts import readable
from .style import axes_for

__all__ = ["draw", "overlay"]

_LINES = {
    *("RocCurve", "PrCurve", "KsCurve", "GainCurve", "LiftCurve", "CalibrationCurve", "MetricsAtK", "QueryDistribution", "SizeTable"),
    *("ErrorHistogram", "NormalQuantiles", "ErrorTable", "AmountGain", "LorenzCurve", "WorstSentences"),
}

_FIGURES = {
    "RocCurve": "roc",
    "PrCurve": "pr",
    "KsCurve": "ks",
    "GainCurve": "gain",
    "LiftCurve": "lift",
    "LorenzCurve": "lorenz",
    "ErrorTable": "error_bins",
    "CalibrationCurve": "calibration",
    "Counts": "confusion",
    "SegmentationCounts": "confusion",
    "Correlations": "correlations",
    "CutoffTable": "cutoffs",
    "Sweep": "scores",
    "DecileTable": "deciles",
    "ThresholdTable": "thresholds",
    "Band": "band",
    "Comparison": "forest",
    "Dominance": "dominance",
    "MetricsAtK": "at_k",
    "QueryDistribution": "spread",
    "SizeTable": "by_size",
    "CellMap": "cells",
    "ErrorHistogram": "errors",
    "NormalQuantiles": "error_quantiles",
    "AmountGain": "amount_gain",
    "CorrelationTest": "scatter",
    "KsTest": "two_samples",
    "PsiColumns": "psi_columns",
    "PsiTable": "psi_bins",
    "Stability": "stability",
    "WoeTable": "woe",
    "WorstSentences": "sentences",
}
"""The module that draws each kind of result."""


def draw(result: Any, ax: Any = None, **style: Any) -> Any:
    """Draw a result on ``ax``, or on new axes, and return the axes. ``label`` names the model in the legend."""
    module = _FIGURES.get(type(result).__name__)
    if module is None:
        known = ", ".join(sorted(_FIGURES))
        raise InputError("there is no figure for {type}; these have one: {known}", type=type(result).__name__, known=known)
    if hasattr(result, "__len__") and not len(result):
        raise InputError("there is nothing to draw: the {type} has no rows", type=type(result).__name__)
    axes = axes_for(ax)
    with readable(axes):
        import_module(f".{module}", __name__).draw(axes, result, **style)
    return axes


def overlay(results: dict[str, Any], ax: Any = None, **style: Any) -> Any:
    """Several models on one axes: results of one kind by the model's name.

    >>> import matplotlib
    >>> matplotlib.use("Agg")
    >>> import gnomon as gn
    >>> y = [0, 1, 0, 1]
    >>> axes = gn.plots.overlay({"new": gn.roc_curve(y, [0.1, 0.9, 0.2, 0.8]), "old": gn.roc_curve(y, [0.1, 0.3, 0.4, 0.8])})
    >>> len(axes.get_legend().get_texts())
    3
    """
    if not isinstance(results, dict):
        raise InputError("results is {type}; pass {{name: curve, …}}, so that the legend can name the models", type=type(results).__name__)
    if not results:
        raise InputError("results is empty; pass {name: curve, …} with at least one curve")
    kinds = {type(result).__name__ for result in results.values()}
    if len(kinds) > 1:
        raise InputError("results mixes {listed}; one axes shows one kind of curve", listed=both(sorted(kinds)))
    if not (kinds & _LINES):
        raise InputError("{pop} does not overlay; draw each on axes of its own", pop=kinds.pop())
    axes = axes_for(ax)
    for name, result in results.items():
        draw(result, ax=axes, label=name, **style)
    return axes
