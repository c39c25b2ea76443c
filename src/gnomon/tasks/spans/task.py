"""The task of tagged sentences."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ...catalog import Reference
from ...messages.language import say
from ..parts import HeaderItem
from ..task import Task

if TYPE_CHECKING:
    from ...evaluation.plan import Plan
    from ...evaluation.survey import Survey


@dataclass(frozen=True)
class SpansTask(Task):
    """Sentences with a tag for each token, or with spans."""

    def recognises(self, plan: "Plan", survey: "Survey") -> bool:
        from .settling import looks_tagged

        first: Any = next(iter(getattr(survey, "batches", ())), {})  # arrays have none
        predicted = [model.prediction for model in plan.models]
        return bool(predicted) and all(column in first and looks_tagged(first[column]) for column in (plan.label, *predicted))

    def resolve(self, plan: "Plan", survey: "Survey") -> "Plan":
        from .settling import settled

        return settled(plan, survey)

    def refusal(self, reference: Reference, plan: "Plan") -> str:
        name = reference.entry.name
        return say("spans.metric_not_of_tags", reference=reference, name=name)

    def sized(self, rows: int) -> HeaderItem:
        return HeaderItem(0, "fact.sentences", {"count": f"{rows:,}"})
