"""What was matched in images, and the images to look at, as aspects. Images are what is drawn."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from ...catalog import Reference
from ...evaluation.partial import WHOLE
from ...evaluation.schema import CLASS_FACTS, MAYBE_TEXT, MAYBE_WHOLE
from ...inference.estimate import IntervalOptions
from ...inference.images import interval_over_images
from ...messages.language import say
from ...metrics.detection_curves import class_names
from ...summary import Matches
from ...value import Value
from ...vision.protocols import current_name
from ..aspect import ModelData
from ..image_aspect import ImagesAspect
from ..labels.aspect import place_of
from ..parts import HeaderItem
from .levels import has_level
from .sure import MatchStatistic

if TYPE_CHECKING:
    from ...evaluation.finished import Pass
    from ...evaluation.plan import Plan
    from ...evaluation.result import Evaluation
    from ...findings.finding import Rule
    from ...findings.reading import FindingContext
    from ...report.section import Section
    from ..parts import Figure, Reader


class ObjectsAspect(ImagesAspect):
    """What was matched in images comes summarised."""

    def refusal(self, reference: Reference, plan: "Plan") -> str:
        return say("detection.task_missing", reference=reference)


class MatchesAspect(ObjectsAspect):
    """Detections matched to the objects of their images."""

    fact_shapes = CLASS_FACTS | {"images": MAYBE_WHOLE, "objects": MAYBE_WHOLE, "detections": {str: MAYBE_WHOLE}, "protocol": MAYBE_TEXT}

    def defaults(self, plan: "Plan", summaries: Mapping[str, Any]) -> list[str]:
        first = next(iter(summaries.values()), None)
        if first is None:
            return ["detection_ap", "detection_ar"]
        several = len(first.protocol.thresholds) > 1
        levels = [f"detection_ap(iou={iou:g})" for iou in (0.5, 0.75) if several and has_level(first, iou)]
        sizes = [f"detection_ap(area={name})" for name, _, _ in first.protocol.areas[1:]]
        return ["detection_ap", *levels, "detection_ar", *sizes]

    # How sure

    def sample(self, known: ModelData, how: IntervalOptions) -> Any:
        return known.summary, {}

    def over(self, reference: Reference, sample: Any) -> MatchStatistic:
        return MatchStatistic.of(reference, *sample)

    def class_value(self, reference: Reference, label: str, known: ModelData, how: IntervalOptions | None) -> Value | None:
        if not self.reads(reference):
            return None
        names = class_names(known.summary.categories)
        of_class = only_class(known.summary, names.index(place_of(label, names, str(reference))))
        value = self.value(reference, known.model.name, of_class, known.plan)
        return value if how is None else value.within(interval_over_images(MatchStatistic.of(reference, of_class), how))

    def same_units(self, summaries: Mapping[str, Any]) -> None:
        from .reading import same_truth

        same_truth(summaries)

    # What is said

    def tell(self, summary: Matches, plan: "Plan", finished: "Pass | None" = None) -> dict[str, Any]:
        facts: dict[str, Any] = {
            "images": len(summary),
            "objects": int(summary.objects[0].sum()),
            "classes": tuple(class_names(summary.categories)),
            "protocol": summary.protocol.text,
        }
        if finished is not None:
            held = {model.name: finished.summary(WHOLE, model, self) for model in plan.models}
            facts["detections"] = {name: len(one.columns.score) for name, one in held.items()}
        return facts

    def current_facts(self, facts: dict[str, Any]) -> dict[str, Any]:
        return facts | {"protocol": current_name(facts["protocol"])} if facts.get("protocol") else facts

    def rule(self, evaluation: "Evaluation") -> dict[str, Any]:
        return {"protocol": evaluation.protocol}

    def said(self, evaluation: "Evaluation") -> list[HeaderItem]:
        from .words import facts

        return facts(evaluation)

    def reading(self, evaluation: "Evaluation") -> "FindingContext":
        from .matches_reading import MatchesReading

        return MatchesReading(evaluation)

    def rules(self) -> "Sequence[Rule]":
        from . import findings, input_findings

        return (*input_findings.RULES, *findings.RULES)

    def figures(self) -> "Sequence[Figure]":
        from .figures import FIGURES

        return FIGURES

    def sections(self) -> "Sequence[Section]":
        from .page import SECTIONS

        return SECTIONS

    def readers(self) -> "Sequence[Reader]":
        from ..image_files import readers

        return readers()


class WorstImagesAspect(ObjectsAspect):
    """The images in which a model errs most; no metric reads them."""

    def reads(self, reference: Reference) -> bool:
        return False


def only_class(m: Matches, place: int) -> Matches:
    """What was matched of one class; of the others nothing is left, so that no average holds them."""
    c = m.columns
    said, objects = c.category == place, c.truth_category == place
    columns = replace(
        c,
        image=c.image[said],
        category=c.category[said],
        score=c.score[said],
        rank=c.rank[said],
        state=np.ascontiguousarray(c.state[:, :, said]),
        partner=np.full((len(c.partner), int(said.sum())), -1, np.int32),
        truth_image=c.truth_image[objects],
        truth_category=c.truth_category[objects],
        truth_area=c.truth_area[objects],
        crowd=c.crowd[objects],
        left_out=np.ascontiguousarray(c.left_out[:, objects]),
        pair_starts=np.zeros(int(said.sum()) + 1, np.int64),
        pair_truth=c.pair_truth[:0],
        pair_iou=c.pair_iou[:0],
    )
    return Matches(m.protocol, m.images, m.categories, columns)
