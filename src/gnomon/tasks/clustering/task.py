"""Clusters are found: their names mean nothing, and agree with classes only by who is in them."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from ...catalog import Reference
from ...errors import InputError
from ...messages.language import say
from .. import registry
from ..task import Task

if TYPE_CHECKING:
    from ...evaluation.plan import Plan
    from ...evaluation.survey import Survey


@dataclass(frozen=True)
class ClusteringTask(Task):
    """Asked for by name, or by an option that nothing else takes: predicted labels look the same."""

    def recognises(self, plan: "Plan", survey: "Survey") -> bool:
        if "noise" in plan.options or "features" in plan.options:
            return True
        asked = not plan.defaults and bool(plan.metrics)
        return asked and all(any(registry.aspect(key).reads(one) for key in self.aspects) for one in plan.metrics)

    def resolve(self, plan: "Plan", survey: "Survey") -> "Plan":
        if plan.group is not None:
            raise InputError("clustering.group_unsupported")
        for model in plan.models:
            if model.columns or model.prediction is None:
                raise InputError("clustering.score_unsupported", model=model.name)
        if "noise_as" in plan.options and "noise" not in plan.options:
            raise InputError("clustering.noise_label_missing")
        return plan

    def refusal(self, reference: Reference, plan: "Plan") -> str:
        if any(registry.aspect(key).reads(reference) for key in self.aspects):
            return ""
        return say(
            "clustering.metric_of_other_task",
            reference=reference,
        )
