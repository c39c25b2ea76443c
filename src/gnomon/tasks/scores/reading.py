"""What rules on scores read: each model's sweep at a resolution that is quick to walk."""

import math
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from ...findings.reading import FindingContext
from ...metrics.areas import roc_auc
from ...summary import Sweep

if TYPE_CHECKING:
    from ...types import Array


ENOUGH_CELLS = 2**20
"""A sweep of more cells is read at this resolution: what a finding says of it is the same to the last digit shown."""


class ScoreReading(FindingContext):
    """An evaluation of two classes, or of several."""

    def positives_of(self, weight: "float | Array") -> Any:
        """How many positive rows a weight of positives is worth."""
        e = self.evaluation
        return weight * (e.effective_positives or 0) / e.positives if e.positives else 0.0

    def negatives_of(self, weight: "float | Array") -> Any:
        """How many negative rows a weight of negatives is worth."""
        e = self.evaluation
        whole = e.total - e.positives
        return weight * (e.effective_negatives or 0) / whole if whole > 0 else 0.0

    def rows_in(self, positive: Any, negative: Any, design_effect: float = 1.0) -> Any:
        """How many independent rows a rate of so much weight of either class is worth: as many as vary by as much.

        Where rows of one class weigh more than those of the other, the heavier ones make the rate less sure.
        """
        weight = positive + negative
        rate = positive / weight
        rows = [self.positives_of(1.0), self.negatives_of(1.0)]  # rows for a weight of 1
        return weight / design_effect / ((1 - rate) / max(rows[0], 1e-300) + rate / max(rows[1], 1e-300))

    def design_effect(self, name: str) -> float:
        """By how much rows that belong together vary more around their predictions than independent ones; 1 where none are said to."""
        e = self.evaluation
        sample = e.samples.get((name, "scores"))
        if e.cluster is None or sample is None or sample.blocked is None:
            return 1.0
        blocks = sample.blocked.scores[None]
        off = np.stack([-blocks.thresholds, 1 - blocks.thresholds], axis=-1)
        together, weight = (blocks.table * off).sum((1, 2)), blocks.table.sum((1, 2))
        apart = float((blocks.table * off**2).sum()) * e.total / e.effective_rows
        return max(float(((together - weight * together.sum() / weight.sum()) ** 2).sum()) / apart, 1.0) if apart > 0 else 1.0

    @cached_property
    def wrong_way(self) -> dict[str, float]:
        """The AUC of each model whose scores rank the wrong way round: below one half by more than chance."""
        areas = {name: roc_auc(s) for name, s in self.sweeps.items()}
        return {name: auc for name, auc in areas.items() if auc < 0.5 - max(0.02, 3 * self.chance(self.sweeps[name]))}

    def chance(self, s: Sweep) -> float:
        """The standard deviation of the AUC of scores that know nothing."""
        return chance(self.positives_of(s.positives), self.negatives_of(s.negatives))

    @cached_property
    def sweeps(self) -> dict[str, Sweep]:
        """Each model's sweep, where both classes are there to be told apart."""
        found = self.summaries_of("scores")
        return {name: sweep.coarsened(ENOUGH_CELLS) for name, sweep in found.items() if sweep.positives and sweep.negatives}


def chance(positives: float, negatives: float) -> float:
    """The standard deviation of the AUC of scores that know nothing."""
    return math.sqrt((positives + negatives + 1) / (12 * positives * negatives))
