"""What readings of images share: images are the units, come summarised by model, and are drawn whole."""

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from ..catalog import Reference
from ..evaluation.models import Model
from ..inference.estimate import IntervalOptions
from ..inference.images import interval_over_images, own_error_over_images, pair_over_images
from ..inference.interval import Interval
from ..inference.unpaired import OwnError
from ..messages import Message
from ..value import Value
from .aspect import Aspect, Couple, ModelComparisons, ModelData
from .parts import ColumnRole

if TYPE_CHECKING:
    from ..evaluation.plan import Plan


class ImagesAspect(Aspect):
    """An aspect whose units are images; it says what a metric is over them."""

    argument = "prediction"

    def parts(self, plan: "Plan") -> Iterable[ColumnRole]:
        return ()

    def has(self, plan: "Plan", model: Model) -> bool:
        return bool(plan.task is not None and plan.task.whole and self.key in plan.task.aspects and model.prediction is not None)

    def waits(self, plan: "Plan") -> bool:
        return True

    def needs_blocks(self, plan: "Plan", sliced: bool = False) -> bool:
        return False

    # How sure

    def over(self, reference: Reference, sample: object) -> Any:
        """A metric over the images of a sample, as ``inference/images.py`` draws them."""
        raise NotImplementedError

    def sample(self, known: ModelData, how: IntervalOptions) -> Any:
        return known.summary

    def estimates(
        self, asked: Sequence[tuple[Reference, Value]], sample: object, how: IntervalOptions, plan: "Plan"
    ) -> dict[str, Interval]:
        return {str(reference): interval_over_images(self.over(reference, sample), how) for reference, _ in asked}

    def own_errors(
        self, asked: Sequence[tuple[Reference, Value]], sample: object, how: IntervalOptions, plan: "Plan"
    ) -> dict[str, OwnError | Message]:
        return {str(reference): own_error_over_images(self.over(reference, sample), how) for reference, _ in asked}

    def compare(
        self,
        references: Sequence[Reference],
        known: Mapping[str, ModelData],
        couples: Sequence[Couple],
        how: IntervalOptions,
        curves: object = None,
    ) -> ModelComparisons:
        own = how._replace(method="auto")
        samples = {name: self.sample(one, how) if one.sample is None else one.sample for name, one in known.items()}
        found = {(name, str(r)): self.over(r, sample) for name, sample in samples.items() for r in references}
        values = {key: known[key[0]].intervals.get(key[1]) or interval_over_images(one, own) for key, one in found.items()}
        there = [(a, b) for a, b in couples if a in known and b in known]
        pairs = [pair_over_images(found[a, str(r)], found[b, str(r)], a, b, how) for r in references for a, b in there]
        return ModelComparisons(pairs, values)
