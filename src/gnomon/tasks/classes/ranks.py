"""Where the true class stands among the scores of its row, and how far the highest score can be believed."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from ...catalog import Reference, get
from ...evaluation.models import Model
from ...inference.estimate import IntervalOptions, estimates
from ...inference.interval import Interval
from ...inference.measure import MetricCall
from ...inference.proportions import wilson
from ...inference.sample import ResamplingData
from ...inference.unpaired import OwnError, share_error
from ...inputs import ClassRows
from ...messages import Message
from ...messages.language import say
from ...summary import ClassRanks
from ...value import Value
from .. import jackknife
from ..aspect import Aspect, Couple, ModelComparisons, ModelData
from .aspect import ClassesAspect

if TYPE_CHECKING:
    from ...evaluation.plan import Plan
    from ...evaluation.rows import Block


MANY = 5
"""Classes from which the two highest scores of a row are worth a figure of their own."""


class RanksAspect(ClassesAspect):
    """The true class among the scores of all classes: a row is read as for the classes, and drawn whole."""

    def summarise(self, rows: ClassRows, plan: "Plan") -> ClassRanks:
        return ClassRanks.of_rows(rows)

    # Metrics

    def reads(self, reference: Reference) -> bool:
        return reference.entry.summary is ClassRanks

    def answers(self, reference: Reference, plan: "Plan") -> bool:
        return self.reads(reference)

    def refusal(self, reference: Reference, plan: "Plan") -> str:
        return say("classes.class_scores_missing", reference=reference)

    def defaults(self, plan: "Plan", summaries: Mapping[str, Any]) -> list[str]:
        made = [f"top_k_accuracy@{k}" for k in (2, 5) if all(len(ranks.labels) >= max(MANY, 2 * k) for ranks in summaries.values())]
        return [*made, *(["top_label_ece"] if all(ranks.top.probable for ranks in summaries.values()) else [])] if summaries else []

    def beside(self, reference: Reference, summary: Any, value: Any) -> dict[str, Any]:
        return {"approximate": True} if reference.entry.probability and not summary.exact else {}

    # How sure: rows that count alike are summed up well enough by the summary. Two models are compared by the jackknife, which needs rows:
    # sweeps of the highest score for every block of a long pass would be as large as the rows.

    doubts, objection = Aspect.doubts, Aspect.objection  # scores that do not sum to 1 rank all the same
    tell_pass, notes = Aspect.tell_pass, Aspect.notes

    def sample(self, known: ModelData, how: IntervalOptions) -> Any:
        if not (known.plan.weight or known.plan.cluster or known.cluster is not None):
            return known.summary
        return jackknife.sample(self, known, how) if known.rows is not None else self._needed(known.plan)

    def estimates(self, asked: Sequence[tuple[Reference, Value]], sample: Any, how: IntervalOptions, plan: "Plan") -> dict[str, Interval]:
        if isinstance(sample, jackknife.JackknifeSample):
            return jackknife.estimates(self, asked, sample, how)
        return {str(reference): _interval(reference, float(value), sample, how) for reference, value in asked}

    def compare(
        self,
        references: Sequence[Reference],
        known: Mapping[str, ModelData],
        couples: Sequence[Couple],
        how: IntervalOptions,
        curves: object = None,
    ) -> ModelComparisons:
        known = {
            name: one if one.summary is not None else replace(one, summary=self.summarise(one.rows, one.plan))
            for name, one in known.items()
        }
        pairs = jackknife.compare(self, references, known, couples, how, jackknife.sample).pairs
        values: dict[tuple[str, str], Interval] = {}
        for name, one in known.items():
            sample = self.sample(one, how)
            if not isinstance(sample, Message):
                own = [(r, self.value(r, name, one.summary, one.plan)) for r in references]
                values |= {(name, metric): made for metric, made in self.estimates(own, sample, how, one.plan).items()}
        return ModelComparisons(pairs, values)

    def own_errors(
        self, asked: Sequence[tuple[Reference, Value]], sample: object, how: IntervalOptions, plan: "Plan"
    ) -> dict[str, OwnError | Message]:
        return {str(reference): _own_error(self, reference, value, sample, how) for reference, value in asked}

    def needs_blocks(self, plan: "Plan", sliced: bool = False) -> bool:
        return False

    def grids(self, block: "Block", plan: "Plan", model: Model) -> dict[Any, Any]:
        return {}

    def blocks(self, plan: "Plan", model: Model, sliced: bool) -> None:
        return None

    def rules(self) -> Any:
        from .findings import RULES

        return RULES

    def sections(self) -> Any:
        return ()


def _interval(reference: Reference, value: float, ranks: ClassRanks, how: IntervalOptions) -> Interval:
    """Of a share of rows by Wilson's formula; of the highest score's calibration as of any probability's."""
    if reference.entry.probability:
        measure = MetricCall(Reference(get("expected_calibration_error"), dict(reference.options)), 1)
        (found,) = estimates([measure], [value], ResamplingData(ranks.top), how)
        return replace(found, metric=str(reference))
    ends = wilson(value * ranks.n, ranks.n, how.level)
    return Interval(str(reference), value, *ends, how.level, "wilson")


def _own_error(aspect: Aspect, reference: Reference, value: Value, sample: Any, how: IntervalOptions) -> OwnError | Message:
    """The standard error of a share of rows; a calibration error is larger on fewer rows, so that two samples tell nothing of it."""
    if reference.entry.probability:
        return Message("grows_with_fewer_rows", metric=str(reference))
    if isinstance(sample, jackknife.JackknifeSample):
        return jackknife.own_errors(aspect, [(reference, value)], sample, how)[str(reference)]
    if how.method not in ("auto", "agresti-caffo"):
        return Message("method_not_for_metric", metric=str(reference), method=how.method)
    return share_error(float(value), sample.n)
