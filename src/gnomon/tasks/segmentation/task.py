"""The task of segmentation: which data are label maps, and how they are evaluated."""

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
class SegmentationTask(Task):
    """Maps of class ids, one set for the truth and one for each model."""

    def holds(self, data: object) -> bool:
        from .reading import are_maps

        return are_maps(data)

    def evaluate(self, data: object, given: Mapping[str, object]) -> "Evaluation":
        from .reading import evaluate_maps

        return evaluate_maps(self, data, given)

    def file_options(self) -> "Sequence[TaskOption]":
        from .options import OPTIONS

        return OPTIONS

    def refusal(self, reference: Reference, plan: "Plan") -> str:
        name = reference.entry.name
        return say("segmentation.metric_not_of_pixels", reference=reference, name=name)

    def sized(self, rows: int) -> HeaderItem:
        return HeaderItem(0, "fact.images", {"count": f"{rows:,}"})
