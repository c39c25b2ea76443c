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
            "both": [column.tolist() for column in found["both"]],
            "each": [[column.tolist() for column in one] for one in found["each"]],
            "cutoffs": [[plain_number(cutoff) for cutoff in one.tolist()] for one in found["cutoffs"]],
        }
        for (a, b), found in e.observed.get("swaps", {}).items()
        if a in places and b in places
    ]
