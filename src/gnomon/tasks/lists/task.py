"""Ranking: labels are grades of relevance, ranked within each query."""

from dataclasses import dataclass
from typing import Any

from ...catalog import Reference
from ...errors import InputError
from ...inputs import DEFAULT_POSITIVE
from ...words.language import say
from ..task import Task


@dataclass(frozen=True)
class RankingTask(Task):
    """Rows belong to queries, and their labels are more than two, or no 0 and 1."""

    def recognises(self, plan: Any, survey: Any) -> bool:
        names = survey.names
        two = len(names) <= 2 and ({*names} <= {0, 1, -1} or plan.positive is not DEFAULT_POSITIVE)
        return plan.group is not None and not two and not any(isinstance(name, str) for name in names)

    def resolve(self, plan: Any, survey: Any) -> Any:
        if plan.group is None:
            raise InputError('⟦group⟧: ⟦task="ranking"⟧ ranks the rows of each query or user; name their column')
        if any(model.score is None for model in plan.models):
            raise InputError("⟦score⟧: lists are ranked by scores; name their column, one for each model")
        return plan

    def refusal(self, reference: Reference, plan: Any) -> str:
        return say(
            "{reference} reads two classes, and the labels of {label!r} are grades of relevance; compare them with a threshold first, "
            "or leave it out",
            reference=reference,
            label=plan.label,
        )

    def tell(self, finished: Any) -> dict[str, Any]:
        return {"classes": tuple(finished.labels.ordered)}
