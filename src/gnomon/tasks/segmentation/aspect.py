"""Label maps as aspects: pixels by class, boundaries of regions, and the images to look at. Images are what is drawn."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from ...catalog import Reference
from ...errors import InputError
from ...evaluation.schema import CLASS_FACTS, MAYBE_WHOLE
from ...inference.estimate import IntervalOptions
from ...inference.images import ImageStatistic, interval_over_images
from ...inference.rare_classes import rare_class
from ...messages.language import say
from ...metrics.panoptic import averaged_classes, mean_quality
from ...metrics.segmentation import OverRegions, background, lacking, regions_of
from ...summary.regions import Regions
from ...value import Value
from ..aspect import ModelData
from ..image_aspect import ImagesAspect
from ..labels.aspect import place_of
from ..parts import HeaderItem

if TYPE_CHECKING:
    from ...evaluation.finished import Pass
    from ...evaluation.plan import Plan
    from ...evaluation.result import Evaluation
    from ...findings.finding import Rule
    from ...report.section import Section
    from ...summary.segmentation_counts import SegmentationCounts
    from ...summary.worst_maps import WorstMaps
    from ...types import Array
    from ..parts import Figure


DEFAULTS = (
    *("mean_iou", "frequency_weighted_iou", "dice", "pixel_accuracy", "mean_pixel_accuracy"),
    "mean_iou(aggregate=image)",
)


class MapsAspect(ImagesAspect):
    """Tables of label maps come summarised."""

    def refusal(self, reference: Reference, plan: "Plan") -> str:
        return say("segmentation.metric_needs_label_maps", reference=reference)

    # How sure

    def over(self, reference: Reference, summary: Any) -> ImageStatistic:
        """A metric over the images of a summary."""
        return over_images(reference, summary)

    def class_value(self, reference: Reference, label: str, known: ModelData, how: IntervalOptions | None) -> Value | None:
        if not self.reads(reference):
            return None
        place = known.summary.labels.index(place_of(label, known.summary.labels, str(reference)))
        of = over_images(reference, known.summary, place)
        reason = made.lacking if (made := reference.entry.averaging) and of.whole != of.whole and isinstance(made, OverRegions) else ""
        value = Value(of.whole, str(reference), known.model.name, reason=reason)
        return value if how is None else value.within(interval_over_images(of, how))

    def each_unit(self, reference: Reference, summary: Any) -> tuple[Sequence[Any], Sequence[float]] | None:
        of = self.over(reference, summary)
        return (summary.images.tolist(), of.value(of.table).tolist()) if of.by_image else None


class TrueMapsAspect(MapsAspect):
    """What is counted against true maps."""

    def same_units(self, summaries: Mapping[str, object]) -> None:
        from .reading import same_truth

        same_truth(summaries)


class PixelsAspect(TrueMapsAspect):
    """The true and the predicted class of each pixel."""

    fact_shapes = CLASS_FACTS | {"images": MAYBE_WHOLE, "pixels": MAYBE_WHOLE, "ignored_pixels": MAYBE_WHOLE}

    def defaults(self, plan: "Plan", summaries: Mapping[str, object]) -> list[str]:
        return list(DEFAULTS) if summaries else []

    def tell(self, summary: "SegmentationCounts", plan: "Plan", finished: "Pass | None" = None) -> dict[str, Any]:
        pixels, left = int(summary.pixels.sum()), int(summary.ignored.sum())
        return {"images": len(summary), "pixels": pixels, "ignored_pixels": left, "classes": tuple(summary.labels)}

    def rule(self, evaluation: "Evaluation") -> dict[str, Any]:
        ignored = evaluation.options.get("ignore")
        return {"ignore": ",".join(map(str, ignored)) if isinstance(ignored, (list, tuple)) else ignored}

    def said(self, evaluation: "Evaluation") -> list[HeaderItem]:
        from .words import facts

        return facts(evaluation)

    def rules(self) -> "Sequence[Rule]":
        from .findings import RULES

        return RULES

    def figures(self) -> "Sequence[Figure]":
        from .figures import FIGURES

        return FIGURES

    def sections(self) -> "Sequence[Section]":
        from .page import SECTIONS

        return SECTIONS


class BoundariesAspect(TrueMapsAspect):
    """The boundaries of true and predicted regions; they are drawn where a metric asks for them."""


class SegmentsAspect(MapsAspect):
    """True and predicted segments, matched."""

    def refusal(self, reference: Reference, plan: "Plan") -> str:
        return say("segmentation.metric_needs_segments", reference=reference)

    def defaults(self, plan: "Plan", summaries: Mapping[str, object]) -> list[str]:
        return [f"mean_panoptic_quality{part}" for part in ("", "(part=sq)", "(part=rq)")] if summaries else []

    def over(self, reference: Reference, summary: Any) -> ImageStatistic:
        table = summary.table
        value = mean_quality(summary, dict(reference.arguments))
        true_images = np.count_nonzero(summary.counts[:, 0] + summary.counts[:, 2], axis=0)
        trouble = rare_class(summary.labels, true_images, averaged_classes(summary, dict(reference.arguments)))
        sizes = summary.counts.sum((1, 2)).astype(np.float64)
        return ImageStatistic(reference, summary.images, table, value, False, sizes, trouble=trouble)

    def class_value(self, reference: Reference, label: str, known: ModelData, how: IntervalOptions | None) -> Value | None:
        return None

    def same_units(self, summaries: Mapping[str, object]) -> None:
        from .reading import same_segments

        same_segments(summaries)


class WorstAspect(MapsAspect):
    """The images that were predicted worst; no metric reads them."""

    def reads(self, reference: Reference) -> bool:
        return False

    def check_beside(self, summary: "WorstMaps", others: Mapping[str, Any], rows: int) -> None:
        known = others["pixels"].labels if "pixels" in others else ()
        for one in summary.maps:
            strange = next((label for label in one.classes if label not in known), None)
            if strange is not None:
                raise InputError("segmentation.class_not_counted", image=one.image, strange=strange)


def over_images(reference: Reference, summary: Any, place: int | None = None) -> ImageStatistic:
    """A metric over the images of a summary; of one class where ``place`` names it."""
    options = dict(reference.arguments)
    by_image = options.pop("aggregate", "dataset") == "image"
    made = reference.entry.averaging
    assert isinstance(made, OverRegions)
    regions = regions_of(summary, options if place is None else {})
    table, whole = regions.table, regions.summed

    def value(lines: Any) -> "Array":
        asked = Regions.of_table(lines)
        if place is not None:
            return made.by_class(asked, options)[..., place]
        return made.value(asked, options, None if by_image else whole)

    trouble = None
    if place is None and made.total is None and not by_image:
        left_out = None if options.get("include_background", True) else background(summary)
        labels = [label for at, label in enumerate(summary.labels) if at != left_out]
        counted = ~np.isnan(made.by_class(whole, options)) & ~lacking(whole)
        trouble = rare_class(labels, np.count_nonzero(regions.actual, axis=0), counted)
    sizes = np.asarray(regions.actual.sum(-1), np.float64)
    return ImageStatistic(reference, summary.images, table, value, by_image, sizes, trouble=trouble)
