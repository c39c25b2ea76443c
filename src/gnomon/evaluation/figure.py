"""Figures of an evaluation: every model on one axes where they can share it."""

from typing import Any

import numpy as np

from .. import plots
from ..catalog import parse
from ..errors import InputError
from ..inference.bands import CURVES as BANDED
from ..plots.style import PALETTE
from ..public import function
from ..summary import Ranked, Sweep, Sweeps
from .lists import CUT, at, distribution_of, forms_of, marks_of, metrics_at_k
from .result import Evaluation
from .sizes import by_size, size_bins

CURVES = {
    "roc": "roc_curve",
    "pr": "pr_curve",
    "ks": "ks_curve",
    "gain": "gain_curve",
    "lift": "lift_curve",
    "calibration": "calibration_curve",
}
LISTS = ("at_k", "queries", "by_size")
ALONE = ("scores", "deciles", "confusion", "comparison")
MOST_BANDS = 2
ALIASES = {"cap": "gain", "precision_recall": "pr", "distribution": "scores", "confusion_matrix": "confusion"}


def draw(e: Evaluation, name: str, ax: Any, style: dict[str, Any]) -> Any:
    """Draw a figure by name; ``model=`` chooses one model where the figure shows one."""
    name = ALIASES.get(name, name.removesuffix("_curve"))
    chosen = style.pop("model", None)
    if name == "comparison":
        if e.comparison is None:
            raise InputError("there is nothing compared to draw; evaluate several models with ⟦ci=⟧")
        return plots.draw(e.comparison, ax=ax, **style)
    if name in LISTS:
        return _lists(e, name, chosen, ax, style)
    if name in CURVES:
        wanted = style.pop("band", True)
        axes = plots.overlay({label: function(CURVES[name])(s) for label, s in _sweeps(e, chosen).items()}, ax=ax, **style)
        _add_bands(e, name, chosen, axes) if wanted else None
        return axes
    if name not in ALONE:
        raise InputError(f"there is no figure {name!r}; there are: {', '.join([*CURVES, *ALONE, *LISTS])}")
    if name == "confusion":
        return _confusion(e, chosen, ax, style)
    label, sweep = next(iter(_sweeps(e, chosen).items()))
    return plots.draw(sweep if name == "scores" else function("decile_table")(sweep), ax=ax, label=label, **style)


def _add_bands(e: Evaluation, name: str, model: str | None, axes: Any) -> None:
    """The bands of one or two models; of more they would cover each other."""
    names = [model] if model else list(e.names)
    drawn = name in BANDED and len(names) <= MOST_BANDS and e.level is not None
    bands = [e.band(name, one) for one in names] if drawn else []
    for place, band in enumerate(bands):
        if band is not None:
            plots.draw(band, ax=axes, line=False, color=PALETTE[place % len(PALETTE)])


def _sweeps(e: Evaluation, model: str | None) -> dict[str, Sweep]:
    """The sweeps to draw: a model's, or of one model with several classes each class's."""
    found: dict[str, Sweep] = {}
    for name in [model] if model else e.names:
        scores = e.held(name).scores
        if isinstance(scores, Sweep):
            found[name] = scores
        elif isinstance(scores, Sweeps):
            found |= {str(label): part for label, part in scores.parts.items()}
    if not found:
        raise InputError("there are no scores to draw; evaluate with ⟦score=⟧, or plot('confusion')")
    return found


def _confusion(e: Evaluation, model: str | None, ax: Any, style: dict[str, Any]) -> Any:
    held = e.held(model)
    threshold = style.pop("threshold", None)
    if threshold is not None and isinstance(held.scores, Sweep):
        return plots.draw(held.scores.at(threshold), ax=ax, **style)
    if held.labels is None:
        raise InputError("there are no predicted labels to draw; pass threshold= to cut the scores, or evaluate with ⟦prediction=⟧")
    return plots.draw(held.labels, ax=ax, **style)


def _lists(e: Evaluation, name: str, model: str | None, ax: Any, style: dict[str, Any]) -> Any:
    """Figures of ranked lists: all models on the same k, and on the same bins of lengths."""
    found = {one: e.held(one).ranked for one in ([model] if model else e.names)}
    lists: dict[str, Ranked] = {one: ranked for one, ranked in found.items() if ranked is not None}
    if not lists:
        raise InputError(f"there are no ranked lists to draw {name} of; evaluate with ⟦group=⟧, or evaluate runs")
    forms = forms_of(e.metrics)
    made: dict[str, Any]
    if name == "at_k":
        marks = marks_of(list(lists.values()))
        made = {one: metrics_at_k(ranked, marks, e.level, forms) for one, ranked in lists.items()}
    elif name == "by_size":
        bins = size_bins(np.concatenate([ranked.sizes for ranked in lists.values()]), len(lists))
        made = {one: by_size(ranked, bins, e.level, forms) for one, ranked in lists.items()}
    else:
        metric = style.pop("metric", None)
        wanted = at(forms["ndcg"], CUT) if metric is None else parse(metric)
        made = {one: distribution_of(wanted, ranked) for one, ranked in lists.items()}
    return plots.overlay(made, ax=ax, **style)
