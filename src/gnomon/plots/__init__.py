"""Figures, one a file, drawn from results and summaries with matplotlib."""

from importlib import import_module
from typing import Any

from ..errors import InputError
from ..messages.language import both
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


def draw(result: object, ax: Any = None, **style: Any) -> Any:
    """Draw a result on ``ax``, or on new axes, and return the axes. ``label`` names the model in the legend."""
    module = _FIGURES.get(type(result).__name__)
    if module is None:
        known = ", ".join(sorted(_FIGURES))
        raise InputError("plots.figure_missing_for_type", type=type(result).__name__, known=known)
    if hasattr(result, "__len__") and not len(result):
        raise InputError("plots.drawn_rows_empty", type=type(result).__name__)
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
        raise InputError("plots.results_not_dictionary", type=type(results).__name__)
    if not results:
        raise InputError("plots.results_empty")
    kinds = {type(result).__name__ for result in results.values()}
    if len(kinds) > 1:
        raise InputError("plots.results_kinds_mixed", listed=both(sorted(kinds)))
    if not (kinds & _LINES):
        raise InputError("plots.overlay_unsupported", pop=kinds.pop())
    axes = axes_for(ax)
    for name, result in results.items():
        draw(result, ax=axes, label=name, **style)
    return axes
