"""What the rules read: an evaluation, with each model's sweep at a resolution that is quick to walk."""

from functools import cached_property
from typing import Any

from ..summary import Sweep

ENOUGH_CELLS = 2**20
"""A sweep of more cells is read at this resolution: what a finding says of it is the same to the last digit shown."""


class Reading:
    """An evaluation and its sweeps. Everything else is asked of the evaluation itself."""

    def __init__(self, evaluation: Any) -> None:
        self.evaluation = evaluation

    def __getattr__(self, name: str) -> Any:
        return getattr(self.evaluation, name)

    def rows_of(self, weight: Any) -> Any:
        """How many rows a weight is worth: chance is a matter of rows, and weights may be of any scale."""
        return weight * self.evaluation.effective_rows / self.evaluation.total if self.evaluation.total else 0.0

    def positives_of(self, weight: Any) -> Any:
        """How many positive rows a weight of positives is worth."""
        e = self.evaluation
        return weight * (e.effective_positives or 0) / e.positives if e.positives else 0.0

    def negatives_of(self, weight: Any) -> Any:
        """How many negative rows a weight of negatives is worth."""
        e = self.evaluation
        whole = e.total - e.positives
        return weight * (e.effective_negatives or 0) / whole if whole > 0 else 0.0

    @cached_property
    def sweeps(self) -> dict[str, Sweep]:
        """Each model's sweep, where both classes are there to be told apart."""
        scores = {name: held.scores for name, held in self.evaluation.summaries.items()}
        return {
            name: sweep.coarsened(ENOUGH_CELLS)
            for name, sweep in scores.items()
            if isinstance(sweep, Sweep) and sweep.positives and sweep.negatives
        }
