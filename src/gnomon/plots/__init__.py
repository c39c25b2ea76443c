"""Figures, one a file, drawn from results and summaries with matplotlib."""

from typing import Any

from ..errors import InputError
from ..words.language import both
from .fonts import readable
from .style import axes_for

__all__ = ["draw", "overlay"]

_LINES = {
    *("RocCurve", "PrCurve", "KsCurve", "GainCurve", "LiftCurve", "CalibrationCurve", "MetricsAtK", "QueryDistribution", "SizeTable"),
    *("ErrorHistogram", "NormalQuantiles", "ErrorTable", "AmountGain", "LorenzCurve"),
}


def draw(result: Any, ax: Any = None, **style: Any) -> Any:
    """Draw a result on ``ax``, or on new axes, and return the axes. ``label`` names the model in the legend."""
    figure = _figures().get(type(result).__name__)
    if figure is None:
        known = ", ".join(sorted(_figures()))
        raise InputError("there is no figure for {type}; these have one: {known}", type=type(result).__name__, known=known)
    if hasattr(result, "__len__") and not len(result):
        raise InputError("there is nothing to draw: the {type} has no rows", type=type(result).__name__)
    axes = axes_for(ax)
    with readable(axes):
        figure(axes, result, **style)
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


def _figures() -> dict[str, Any]:
    from . import (
        amount_gain,
        at_k,
        band,
        by_size,
        calibration,
        cells,
        confusion,
        correlations,
        deciles,
        dominance,
        error_bins,
        error_quantiles,
        errors,
        forest,
        gain,
        ks,
        lift,
        lorenz,
        pr,
        roc,
        scatter,
        scores,
        spread,
        thresholds,
        two_samples,
        woe,
    )

    return {
        "RocCurve": roc.draw,
        "PrCurve": pr.draw,
        "KsCurve": ks.draw,
        "GainCurve": gain.draw,
        "LiftCurve": lift.draw,
        "LorenzCurve": lorenz.draw,
        "ErrorTable": error_bins.draw,
        "CalibrationCurve": calibration.draw,
        "Counts": confusion.draw,
        "Correlations": correlations.draw,
        "Sweep": scores.draw,
        "DecileTable": deciles.draw,
        "ThresholdTable": thresholds.draw,
        "Band": band.draw,
        "Comparison": forest.draw,
        "Dominance": dominance.draw,
        "MetricsAtK": at_k.draw,
        "QueryDistribution": spread.draw,
        "SizeTable": by_size.draw,
        "CellMap": cells.draw,
        "ErrorHistogram": errors.draw,
        "NormalQuantiles": error_quantiles.draw,
        "AmountGain": amount_gain.draw,
        "CorrelationTest": scatter.draw,
        "KsTest": two_samples.draw,
        "WoeTable": woe.draw,
    }
