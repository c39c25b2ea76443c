"""The task of segmentation: which data are label maps, and how they are evaluated."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ...catalog import Reference
from ...messages.language import say
from ..parts import HeaderItem
from ..task import Task


@dataclass(frozen=True)
class SegmentationTask(Task):
    """Maps of class ids, one set for the truth and one for each model."""

    def holds(self, data: Any) -> bool:
        from .reading import are_maps

        return are_maps(data)

    def evaluate(self, data: Any, given: Mapping[str, Any]) -> Any:
        from .reading import evaluate_maps

        return evaluate_maps(self, data, given)

    def file_options(self) -> Any:
        from .options import OPTIONS

        return OPTIONS

    def refusal(self, reference: Reference, plan: Any) -> str:
        name = reference.entry.name
        return say("segmentation.metric_not_of_pixels", reference=reference, name=name)

    def sized(self, rows: int) -> HeaderItem:
        return HeaderItem(0, "fact.images", {"count": f"{rows:,}"})
