"""Figures of predicted numbers: maps of one model, and every model's errors, deciles and gain on one axes."""

from functools import partial
from typing import TYPE_CHECKING, Any

from ... import plots
from ...errors import InputError
from ...metrics.amounts import error_by_decile
from ..parts import Figure
from .shapes import gain_of, histogram_of, map_of, quantiles_of

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from ...evaluation.result import Evaluation


def _held(e: "Evaluation", models: list[str], key: str, figure: str) -> dict[str, Any]:
    """What an aspect keeps of each model that has something."""
    found = {name: e.held(name).get(key) for name in models}
    held = {name: one for name, one in found.items() if one is not None}
    if not held:
        raise InputError("regression.figure_needs_prediction", figure=figure)
    return held


def _map(name: str, shows: str, e: "Evaluation", models: list[str], ax: "Axes", style: dict[str, Any]) -> Any:
    model, scatter = next(iter(_held(e, models, "scatter", name).items()))
    amounts = e.held(model).get("amounts")
    if shows == "error" and amounts is not None:
        style = {"deciles": error_by_decile(amounts)} | style
    return plots.draw(map_of(getattr(scatter, shows), shows), ax=ax, label=model, **style)


def _spread(name: str, e: "Evaluation", models: list[str], ax: "Axes", style: dict[str, Any]) -> Any:
    spreads = _held(e, models, "spread", name)
    if name == "qq":
        moments = _held(e, models, "errors", name)
        made: dict[str, Any] = {one: quantiles_of(spread, moments[one].rows) for one, spread in spreads.items()}
    else:
        made = {one: histogram_of(spread) for one, spread in spreads.items()}
    return plots.overlay(made, ax=ax, **style)


def _amounts(name: str, e: "Evaluation", models: list[str], ax: "Axes", style: dict[str, Any]) -> Any:
    amounts = _held(e, models, "amounts", name)
    if name == "deciles":
        return plots.overlay({one: error_by_decile(held) for one, held in amounts.items()}, ax=ax, **style)
    gains = {one: gain for one, held in amounts.items() if (gain := gain_of(held)) is not None}
    if not gains:
        least = next(iter(amounts.values())).least
        raise InputError(
            "regression.gain_needs_amounts",
            least=least,
        )
    return plots.overlay(gains, ax=ax, **style)


FIGURES = (
    Figure("scatter", partial(_map, "scatter", "truth"), ("truth_against_prediction",)),
    Figure("residuals", partial(_map, "residuals", "error")),
    Figure("residual_distribution", partial(_spread, "residual_distribution")),
    Figure("qq", partial(_spread, "qq"), ("quantiles",)),
    Figure("deciles", partial(_amounts, "deciles")),
    Figure("gain", partial(_amounts, "gain")),
)
