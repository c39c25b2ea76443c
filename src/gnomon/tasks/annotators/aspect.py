"""Ratings as an aspect: items are what is drawn."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from ...catalog import Reference
from ...evaluation.schema import MAYBE_WHOLE
from ...inference.clusters import freedom
from ...inference.estimate import IntervalOptions
from ...inference.images import ImageStatistic, UnitMessages
from ...messages.language import say
from ...metrics.annotators import alpha_of, kappa_of
from ...randomness import stream
from ...summary import Ratings
from ...types import Floats
from ..image_aspect import ImagesAspect
from ..parts import HeaderItem

if TYPE_CHECKING:
    from ...evaluation.finished import Pass
    from ...evaluation.plan import Plan
    from ...evaluation.result import Evaluation
    from ...findings.finding import Rule


OF_ITEMS = UnitMessages(
    *("two_items_for_interval", "two_items_for_test", "same_on_items", "same_difference_on_items"),
    *("undefined_on_resampled_items", "different_items"),
)


@dataclass(frozen=True, eq=False)
class ItemStatistic(ImageStatistic):
    """A metric over items, of which those with the same ratings are alike: a line of weights of these stands for the items themselves."""

    ratings: Ratings = None  # type: ignore[assignment]  # a field behind others with none

    @property
    def said(self) -> UnitMessages:
        return OF_ITEMS

    @property
    def whole(self) -> float:
        return float(self.value(self.ratings.items[None].astype(np.float64))[0])

    @property
    def units(self) -> int:
        return len(self._sizes)

    @property
    def df(self) -> float:
        return freedom(self._sizes) if self.ratings.places is not None else float(len(self.ratings) - 1)

    @property
    def _sizes(self) -> Floats:
        """How many items each unit has that is drawn: each item alone, or a cluster of them."""
        places = self.ratings.places
        return np.ones(len(self.ratings)) if places is None else np.bincount(places.cluster).astype(np.float64)

    def _of_clusters(self, weights: Floats) -> Floats:
        """Weights of the profiles where clusters have these weights."""
        places = self.ratings.places
        assert places is not None
        return np.array([np.bincount(places.profile, line[places.cluster], len(self.ratings.items)) for line in weights])

    def drawn(self, how: IntervalOptions) -> Floats:
        if self.ratings.places is not None:
            count = len(self._sizes)
            draws = stream(how.seed).multinomial(count, np.full(count, 1 / count), how.replicates)
            return np.asarray(self.value(self._of_clusters(draws.astype(np.float64))), np.float64)
        items = self.ratings.items
        draws = stream(how.seed).multinomial(int(items.sum()), items / items.sum(), how.replicates)
        return np.asarray(self.value(draws.astype(np.float64)), np.float64)

    @property
    def without_each(self) -> Floats:
        if self.ratings.places is not None:
            return np.asarray(self.value(self._of_clusters(1 - np.eye(len(self._sizes)))), np.float64)
        items = self.ratings.items.astype(np.float64)
        return np.repeat(self.value(items - np.eye(len(items))), self.ratings.items)


class RatingsAspect(ImagesAspect):
    """How often each value was said of each item."""

    fact_shapes = {"items": MAYBE_WHOLE, "raters": MAYBE_WHOLE}

    def over(self, reference: Reference, sample: Any) -> ItemStatistic:
        level = reference.arguments.get("level", "nominal")

        def value(weights: Floats) -> Floats:
            return kappa_of(sample, weights) if reference.entry.name == "fleiss_kappa" else alpha_of(sample, weights, level)

        nothing = np.zeros((len(sample), 0))
        return ItemStatistic(reference, np.arange(len(sample)), nothing, value, False, np.ones(len(sample)), sample)

    def defaults(self, plan: "Plan", summaries: Mapping[str, Any]) -> list[str]:
        even = all(len(np.unique(one.profiles.sum(1))) == 1 for one in summaries.values())
        level = plan.options.get("level", "nominal")
        alpha = "krippendorff_alpha" if level == "nominal" else f"krippendorff_alpha(level={level})"
        return [alpha, *(["fleiss_kappa"] if even else [])] if summaries else []

    def refusal(self, reference: Reference, plan: "Plan") -> str:
        return say("annotators.task_missing", reference=reference)

    def tell(self, summary: Ratings, plan: "Plan", finished: "Pass | None" = None) -> dict[str, Any]:
        return {"items": len(summary), "raters": int(summary.profiles.sum(1).max(initial=0))}

    def rules(self) -> "Sequence[Rule]":
        from .findings import RULES

        return RULES

    def said(self, evaluation: "Evaluation") -> list[HeaderItem]:
        raters = evaluation.raters
        return [] if raters is None else [HeaderItem(5, "fact.up_to_ratings_of_each", {"count": raters})]
