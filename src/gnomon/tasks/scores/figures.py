"""Figures of scores: curves with every model on one axes, and what is drawn of one model alone."""

from functools import partial
from typing import TYPE_CHECKING, Any

from ... import plots
from ...errors import InputError
from ...inference.bands import CURVES as BANDED
from ...plots.style import PALETTE
from ...public import function
from ...summary import Sweep
from ..parts import Figure

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from ...evaluation.result import Evaluation


CURVES = {
    "roc": "roc_curve",
    "pr": "pr_curve",
    "ks": "ks_curve",
    "gain": "gain_curve",
    "lift": "lift_curve",
    "calibration": "calibration_curve",
}
ALIASES = {"gain": ("cap",), "pr": ("precision_recall",)}
MOST_BANDS = 2


def sweeps(e: "Evaluation", models: list[str]) -> dict[str, Sweep]:
    """The sweeps to draw: a model's, or of a model with several classes each class's."""
    found: dict[str, Sweep] = {}
    for name in models:
        held = e.held(name)
        if "scores" in held:
            found[name] = held["scores"]
        elif "classes" in held:
            found |= {str(label): part for label, part in held["classes"].parts.items()}
    if not found:
        raise InputError("scores.figure_needs_scores")
    return found


def _curve(name: str, e: "Evaluation", models: list[str], ax: "Axes", style: dict[str, Any]) -> Any:
    wanted = style.pop("band", True)
    axes = plots.overlay({label: function(CURVES[name])(s) for label, s in sweeps(e, models).items()}, ax=ax, **style)
    # The bands of one or two models; of more they would cover each other.
    if wanted and name in BANDED and len(models) <= MOST_BANDS and e.level is not None:
        for place, band in enumerate(e.band(name, one) for one in models):
            if band is not None:
                plots.draw(band, ax=axes, line=False, color=PALETTE[place % len(PALETTE)])
    return axes


def _scores(e: "Evaluation", models: list[str], ax: "Axes", style: dict[str, Any]) -> Any:
    label, sweep = next(iter(sweeps(e, models).items()))
    return plots.draw(sweep, ax=ax, label=label, **style)


def _deciles(e: "Evaluation", models: list[str], ax: "Axes", style: dict[str, Any]) -> Any:
    label, sweep = next(iter(sweeps(e, models).items()))
    table = function("decile_table")(sweep)
    named = e.positive is not None and e.positive != 1
    return plots.draw(table.naming(e.positive) if named else table, ax=ax, label=label, **style)


FIGURES = (
    *(Figure(name, partial(_curve, name), ALIASES.get(name, ())) for name in CURVES),
    Figure("scores", _scores, ("distribution",)),
    Figure("deciles", _deciles),
)
