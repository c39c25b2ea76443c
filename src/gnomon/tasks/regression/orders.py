"""Readings of predicted numbers that need an order: how errors are spread, amounts along predictions, ranks."""

import math
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from ...catalog import Reference
from ...evaluation.models import Model
from ...inference.estimate import IntervalOptions
from ...inference.interval import Interval
from ...inference.pairs import Pair
from ...inference.unpaired import OwnError
from ...inputs.number_pairs import NumberPairs, as_events
from ...messages import Message
from ...summary import Amounts, Joint, Spread
from ...value import Value
from .. import jackknife
from ..aspect import Couple, ModelComparisons, ModelData
from ..blocks import BlockTable
from .quantiles import SpreadSample, interval_of, interval_of_spread, own_error, pair_of, share_of
from .rows import EventRows, NumberRows, NumbersAspect, pairs_of
from .sure import RowSample

if TYPE_CHECKING:
    from ...evaluation.plan import Plan


class OrderedAspect(NumbersAspect):
    """A summary that grows with the rows, and is coarsened where it no longer fits: its values then lie within certain bounds."""

    def needs_blocks(self, plan: "Plan", sliced: bool = False) -> bool:
        return False  # a thousand of them would be as large as the rows

    def blocks(self, plan: "Plan", model: Model, sliced: bool) -> BlockTable | None:
        return None

    def beside(self, reference: Reference, summary: Any, value: Any) -> dict[str, Any]:
        if summary.exact:
            return {}
        low, high = summary.bounds(str(reference))
        return {"approximate": True, "at_least": low, "at_most": high}


class SpreadAspect(OrderedAspect):
    """How truths and errors are distributed: medians, quantiles, mean distances from the mean."""

    def summarise(self, rows: NumberRows, plan: "Plan") -> Spread:
        return Spread.of_rows(pairs_of(rows, plan))

    def defaults(self, plan: "Plan", summaries: Mapping[str, object]) -> list[str]:
        return ["medae"]

    def sample(self, known: ModelData, how: IntervalOptions) -> Any:
        alike = known.plan.weight is None and known.plan.cluster is None
        return SpreadSample(known.summary) if known.rows is None and alike and known.summary.n else super().sample(known, how)

    def estimates(self, asked: Sequence[tuple[Reference, Value]], sample: Any, how: IntervalOptions, plan: "Plan") -> dict[str, Interval]:
        if isinstance(sample, SpreadSample):
            return {str(reference): interval_of_spread(reference, value, sample, how) for reference, value in asked}
        found: dict[str, Interval] = {}
        for reference, value in asked:
            by_share = isinstance(sample, RowSample) and share_of(reference) is not None and math.isfinite(value) and how.method == "auto"
            found |= (
                {str(reference): interval_of(reference, value, sample, how)}
                if by_share
                else super().estimates([(reference, value)], sample, how, plan)
            )
        return found

    def compare(
        self,
        references: Sequence[Reference],
        known: Mapping[str, ModelData],
        couples: Sequence[Couple],
        how: IntervalOptions,
        curves: object = None,
    ) -> ModelComparisons:
        known = {name: jackknife.summarised(self, one) for name, one in known.items()}
        samples = {name: self.sample(one, how) for name, one in known.items()}
        if any(isinstance(sample, SpreadSample) for sample in samples.values()):
            return self._untested(references, known, couples, samples, how)
        whole = how.method == "auto" and all(isinstance(sample, RowSample) for sample in samples.values())
        mine = [reference for reference in references if whole and share_of(reference) is not None]
        rest = [reference for reference in references if reference not in mine]
        made = super().compare(rest, known, couples, how) if rest else ModelComparisons([], {})
        found, values = list(made.pairs), dict(made.values)
        for reference in mine:
            own = {name: self.value(reference, name, one.summary, one.plan) for name, one in known.items()}
            for name, value in own.items():
                values[name, str(reference)] = self.estimates([(reference, value)], samples[name], how, known[name].plan)[str(reference)]
            found += [pair_of(reference, a, b, own, samples, how) for a, b in couples if a in known and b in known]
        return ModelComparisons(found, values)

    def _untested(
        self,
        references: Sequence[Reference],
        known: Mapping[str, ModelData],
        couples: Sequence[Couple],
        samples: Mapping[str, object],
        how: IntervalOptions,
    ) -> ModelComparisons:
        """Pairs of which only the distributions are left: which rows the errors were of nobody knows any more."""
        found, values = [], {}
        for reference in references:
            own = {name: self.value(reference, name, one.summary, one.plan) for name, one in known.items()}
            gone = Message("rows_not_at_hand")
            made = [(a, b) for a, b in couples if a in own and b in own]
            found += [Pair.untested(str(reference), a, b, own[a], own[b], how, reference.entry.better, gone) for a, b in made]
            for name, sample in samples.items():
                if isinstance(sample, SpreadSample):
                    values[name, str(reference)] = interval_of_spread(reference, own[name], sample, how)
        return ModelComparisons(found, values)

    def own_errors(
        self, asked: Sequence[tuple[Reference, Value]], sample: Any, how: IntervalOptions, plan: "Plan"
    ) -> Mapping[str, OwnError | Message]:
        if isinstance(sample, SpreadSample):
            return {str(reference): Message("rows_not_at_hand") for reference, _ in asked}
        mine = [(r, value) for r, value in asked if isinstance(sample, RowSample) and share_of(r) is not None and how.method == "auto"]
        rest = [(r, value) for r, value in asked if (r, value) not in mine]
        return {**super().own_errors(rest, sample, how, plan), **{str(r): own_error(r, value, sample, how) for r, value in mine}}


class AmountsAspect(OrderedAspect):
    """Truths and errors along the predictions: which rows were said to be large, and how large they were."""

    def summarise(self, rows: NumberRows, plan: "Plan") -> Amounts:
        return Amounts.of_rows(pairs_of(rows, plan))


class JointAspect(OrderedAspect):
    """Ranks of truths and of predictions; read only where a metric of them is asked for, since it takes the longest."""

    further = ("event",)

    def has(self, plan: "Plan", model: Model) -> bool:
        return super().has(plan, model) and any(self.reads(reference) for reference in plan.metrics)

    def answers(self, reference: Reference, plan: "Plan") -> bool:
        return self.reads(reference)

    def with_further(self, rows: NumberRows, columns: Mapping[str, Any]) -> NumberRows | EventRows:
        event = as_events(columns["event"], len(rows.y), "y_true")
        return rows if event is None or event.all() else EventRows(*rows, event)

    def summarise(self, rows: NumberRows | EventRows, plan: "Plan") -> Joint:
        return Joint.of_rows(NumberPairs(rows.y, rows.p, rows.weight, rows.event if isinstance(rows, EventRows) else None))


def shown_in_order(found: Sequence[str], order: Sequence[str]) -> list[str]:
    """Metrics in the order in which they are shown; those it does not name come last."""
    places = {name: place for place, name in enumerate(order)}
    return sorted(found, key=lambda name: places.get(name, len(places)))
