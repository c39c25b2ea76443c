"""How far the threshold that is best for F1 flatters itself: said where the page offers it."""

from typing import Any

from ....evaluation import Evaluation
from ....inference.choice import choose
from ....inference.estimate import REPLICATES
from ....inference.sample import two_of_each
from ....metrics.thresholds import Objective
from ....report.section import View
from ....summary import Sweep
from .views import SweptView

MANY_ROWS = 200_000
"""Rows past which choosing a threshold flatters it by nothing."""


def choice_of(e: Evaluation, view: View) -> dict[str, Any]:
    """Where else the best threshold for F1 could have fallen, and what to expect of it; nothing where rows are gone or very many."""
    if e.level is None or e.rows > MANY_ROWS or not isinstance(view, SweptView) or view.part is not None:
        return {}
    sample = e.samples.get((view.model, "scores"))
    if sample is None or not _choosable(sample.scores):
        return {}
    found = choose(sample, Objective.of("f1", None, 1.0, None, None), e.level, REPLICATES, 0)
    return {"f1_choice": {"low": found.threshold_low, "high": found.threshold_high, "expected": found.expected}}


def _choosable(sweep: object) -> bool:
    return isinstance(sweep, Sweep) and sweep.positives > 1 and sweep.negatives > 1 and not two_of_each(sweep)
