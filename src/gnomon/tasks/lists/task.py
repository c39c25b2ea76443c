"""Ranking: labels are grades of relevance, ranked within each query."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ...catalog import Reference
from ...errors import InputError
from ...inputs import DEFAULT_POSITIVE
from ...messages.language import say
from ..task import Task

if TYPE_CHECKING:
    from ...evaluation.finished import Pass
    from ...evaluation.plan import Plan
    from ...evaluation.survey import Survey


@dataclass(frozen=True)
class RankingTask(Task):
    """Rows belong to queries, and their labels are more than two, or no 0 and 1."""

    def recognises(self, plan: "Plan", survey: "Survey") -> bool:
        names = survey.names
        two = len(names) <= 2 and ({*names} <= {0, 1, -1} or plan.positive is not DEFAULT_POSITIVE)
        return plan.group is not None and not two and not any(isinstance(name, str) for name in names)

    def resolve(self, plan: "Plan", survey: "Survey") -> "Plan":
        if plan.group is None:
            raise InputError("lists.group_missing_for_ranking")
        if any(model.score is None for model in plan.models):
            raise InputError("lists.score_missing_for_ranking")
        return plan

    def refusal(self, reference: Reference, plan: "Plan") -> str:
        return say(
            "lists.grades_for_two_class_metric",
            reference=reference,
            label=plan.label,
        )

    def tell(self, finished: "Pass") -> dict[str, Any]:
        return {"classes": tuple(finished.labels.ordered)}
