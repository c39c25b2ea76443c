"""Figures of ranked lists: all models on the same k, and on the same bins of lengths."""

from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

from ... import plots
from ...catalog import parse
from ...errors import InputError
from ...summary import Ranked
from ..parts import Figure
from .sizes import by_size, size_bins
from .tables import CUT, at, distribution_of, forms_of, marks_of, metrics_at_k

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from ...evaluation.result import Evaluation


def _draw(name: str, e: "Evaluation", models: list[str], ax: "Axes", style: dict[str, Any]) -> Any:
    found = {one: e.held(one).get("lists") for one in models}
    lists: dict[str, Ranked] = {one: ranked for one, ranked in found.items() if isinstance(ranked, Ranked)}
    if not lists and any(one is not None for one in found.values()):
        raise InputError("lists.lists_exceed_memory", name=name)
    if not lists:
        raise InputError("lists.ranked_lists_missing", name=name)
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


FIGURES = tuple(Figure(name, partial(_draw, name)) for name in ("at_k", "queries", "by_size"))
