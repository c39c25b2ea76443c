"""The task of detection: which data say what is in images, and how they are evaluated."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ...catalog import Reference
from ...messages.language import say
from ..parts import HeaderItem
from ..task import Task

if TYPE_CHECKING:
    from ...evaluation.plan import Plan
    from ...evaluation.result import Evaluation
    from ..parts import TaskOption


@dataclass(frozen=True)
class DetectionTask(Task):
    """Objects that are marked in images, and what models found there."""

    def holds(self, data: object) -> bool:
        from .sides import marks_objects

        return marks_objects(data)

    def evaluate(self, data: object, given: Mapping[str, object]) -> "Evaluation":
        from .reading import evaluate_detections

        return evaluate_detections(self, data, given)

    def file_options(self) -> "Sequence[TaskOption]":
        from .options import OPTIONS

        return OPTIONS

    def refusal(self, reference: Reference, plan: "Plan") -> str:
        name = reference.entry.name
        return say("detection.metric_of_other_task", reference=reference, name=name)

    def sized(self, rows: int) -> HeaderItem:
        return HeaderItem(0, "fact.images", {"count": f"{rows:,}"})
