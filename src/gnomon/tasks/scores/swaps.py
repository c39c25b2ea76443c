"""Who changes sides between two models that approve equally many: counted at each percent of approval, while the rows are at hand."""

from itertools import combinations
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from ...decisions.ledger import Ledger
from ...decisions.money import Money
from ...evaluation.partial import WHOLE
from ...inputs import BinaryRows
from ...inputs.direction import read

if TYPE_CHECKING:
    from ...evaluation.finished import Pass
    from .aspect import ScoresAspect


PERCENTS = np.arange(1, 100) / 100
MOST_MODELS = 3
"""Models that are held against each other, the first that have scores."""
Counts = NDArray[Any]


def swaps(finished: "Pass", aspect: "ScoresAspect") -> dict[tuple[str, str], dict[str, Any]]:
    """By pairs of models, at each percent: whom both approve, whom each, the bad among these, and the cut-offs.

    Each model approves the most that it can without going above the percent. Nothing where the rows are gone.
    """
    plan = finished.plan
    models = [model for model in plan.models if model.score is not None][:MOST_MODELS]
    if finished.block is None or len(models) < 2 or plan.positive not in finished.labels.names:
        return {}
    rows: dict[str, BinaryRows] = {}
    places: dict[str, Counts] = {}
    cuts: dict[str, Counts] = {}
    for model in models:
        rows[model.name] = aspect.observe(finished.block, plan, model)
        ledger = Ledger.of_sweep(finished.summary(WHOLE, model, aspect), Money())
        cuts[model.name] = ledger.cutoffs[ledger.approving(PERCENTS)]
        # Cut-offs rise with the percent: a row is approved from one percent on.
        places[model.name] = np.searchsorted(read(cuts[model.name], model.direction), rows[model.name].score, side="right")
    return {
        (a, b): {
            "both": _approved(rows[a], np.maximum(places[a], places[b])),
            "each": (_approved(rows[a], places[a]), _approved(rows[b], places[b])),
            "cutoffs": (cuts[a], cuts[b]),
        }
        for a, b in combinations(rows, 2)
    }


def _approved(rows: BinaryRows, places: Counts) -> tuple[Counts, Counts]:
    """The weight of what is approved at each percent, and of the bad among it."""
    bad = rows.positive == 1
    weight = rows.weight
    counted = (
        np.bincount(places, weight, minlength=len(PERCENTS) + 1),
        np.bincount(places[bad], None if weight is None else weight[bad], minlength=len(PERCENTS) + 1),
    )
    return np.cumsum(counted[0])[:-1], np.cumsum(counted[1])[:-1]
