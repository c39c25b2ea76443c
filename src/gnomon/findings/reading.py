"""What the rules read: an evaluation, with each model's sweep at a resolution that is quick to walk."""

from functools import cached_property
from typing import Any

from ..inference.choice import ThresholdChoice, choose
from ..inference.sample import two_of_each
from ..metrics.grouped import GaucTable, areas_of_lists, table_of
from ..metrics.thresholds import Objective
from ..summary import Ranked, Sweep

MANY_ROWS, CHOICES = 200_000, 300
"""Rows past which choosing a threshold flatters it by nothing, and how often the choice is made again."""
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
    def choices(self) -> dict[str, ThresholdChoice]:
        """Each model's threshold that is best for F1, and how sure it is; of very many rows there is nothing to doubt."""
        e = self.evaluation
        if e.level is None or e.rows > MANY_ROWS:
            return {}
        able = {name: sample for name, sample in e.samples.items() if _choosable(sample.scores)}
        wanted = Objective.of("f1", None, 1.0, None, None)
        return {name: choose(sample, wanted, e.level, CHOICES, 0) for name, sample in able.items()}

    @cached_property
    def lists(self) -> dict[str, Ranked]:
        """Each model's ranked lists, where there are some."""
        found = {name: held.ranked for name, held in self.evaluation.summaries.items()}
        return {name: ranked for name, ranked in found.items() if ranked is not None and len(ranked)}

    @cached_property
    def tables(self) -> dict[str, GaucTable]:
        """The AUC within each group of each model."""
        areas = {name: areas_of_lists(ranked) for name, ranked in self.lists.items()}
        return {name: table_of(one, one.impressions, "drop") for name, one in areas.items()}

    @cached_property
    def sweeps(self) -> dict[str, Sweep]:
        """Each model's sweep, where both classes are there to be told apart."""
        scores = {name: held.scores for name, held in self.evaluation.summaries.items()}
        return {
            name: sweep.coarsened(ENOUGH_CELLS)
            for name, sweep in scores.items()
            if isinstance(sweep, Sweep) and sweep.positives and sweep.negatives
        }


def _choosable(scores: Any) -> bool:
    return isinstance(scores, Sweep) and scores.positives > 1 and scores.negatives > 1 and not two_of_each(scores)
