"""Who changes sides between two models, as the page's script reads it."""

from collections.abc import Sequence
from typing import Any

from ....evaluation import Evaluation
from ....evaluation.saved import plain_number
from .views import SweptView


def swaps_of(e: Evaluation, views: Sequence[SweptView | None]) -> list[dict[str, Any]]:
    """The pairs of models of which the rows were at hand, by the places of their views: counts at each percent of approval."""
    places = {view.model: place for place, view in enumerate(views) if view is not None and view.part is None}
    return [
        {
            "a": places[a],
            "b": places[b],
            "both": [_brief(column) for column in found["both"]],
            "each": [[_brief(column) for column in one] for one in found["each"]],
            "cutoffs": [[plain_number(cutoff) for cutoff in one.tolist()] for one in found["cutoffs"]],
        }
        for (a, b), found in e.observed.get("swaps", {}).items()
        if a in places and b in places
    ]


def _brief(column: Any) -> list[float]:
    """Counts as they are, sums of weights to nine digits, which is more than the page shows."""
    values: list[float] = column.tolist()
    return values if column.dtype.kind == "i" else [float(f"{value:.9g}") for value in values]
