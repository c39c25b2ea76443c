"""Tagged sentences as rows: the entities of each, by type."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from ...catalog import Reference
from ...evaluation.models import Model
from ...evaluation.partial import WHOLE
from ...evaluation.schema import FINITE, TEXT
from ...inference.estimate import IntervalOptions
from ...inference.images import interval_over_images
from ...inference.rare_classes import rare_class
from ...inference.sentences import LineStatistic
from ...messages.language import say
from ...metrics.spans import EntitySums, OverTypes
from ...public.spans import measures_for
from ...summary import SpanCounts
from ...texts.columns import cells_of
from ...texts.span_measure import SpanMeasure, column, tagged_cells
from ...texts.spans import Rule
from ...types import Floats
from ...value import Value
from ..aspect import ModelData
from ..labels.aspect import place_of
from ..parts import ColumnRole, HeaderItem
from ..row_order import Sides, marked_alike, order_observed
from ..sentences import SentenceRows, SentencesAspect, UnitLines, held_column
from .settling import OFFSETS, refuse_strange
from .tables import is_type_line, type_lines

if TYPE_CHECKING:
    from ...evaluation.finished import Pass
    from ...evaluation.plan import Plan
    from ...evaluation.result import Evaluation


USUAL = ("entity_f1", "entity_precision", "entity_recall", "entity_f1(average=macro)", "entity_f1(match=type)", "entity_f1(match=partial)")
READ = ("scheme", "mode", "ends", "overlaps")
"""Options of the task that stand for those of its metrics where these do not say them."""


_MEASURES: dict[Any, dict[str, SpanMeasure]] = {}
"""What was asked for last, and what is counted for it."""


def rule_of(options: Mapping[str, Any]) -> Rule:
    """How the cells of an evaluation are read."""
    given = {name: options[name] for name in READ if options.get(name) is not None}
    return Rule(**(given | ({"scheme": "auto"} if given.get("scheme") == OFFSETS else {})))


class SpanLines(UnitLines):
    """Lines that are drawn, with the plan that says how their sentences were read."""

    plan: Any

    @classmethod
    def of(cls, lines: UnitLines, plan: "Plan") -> "SpanLines":
        """Lines under a plan."""
        made = cls(*lines)
        made.plan = plan
        return made


class SpansAspect(SentencesAspect):
    """True entities against predicted ones."""

    fact_shapes = {"entities": FINITE, "types": [TEXT], "scheme": TEXT, "type_lines": {str: [is_type_line]}}

    def parts(self, plan: "Plan") -> Iterable[ColumnRole]:
        yield from super().parts(plan)
        if plan.options.get("tokens") is not None:
            yield ColumnRole("tokens", plan.options["tokens"], "text")

    def usual(self, plan: "Plan") -> list[str]:
        return [*USUAL, *([] if plan.options.get("scheme") == OFFSETS else ["token_accuracy"])]

    def options_of(self, reference: Reference, plan: "Plan") -> dict[str, Any]:
        """The options of a metric, those of the task standing where it says nothing."""
        rule = rule_of(plan.options)._asdict()
        known = reference.entry.options
        return {**{name: value for name, value in rule.items() if name in known}, **reference.arguments}

    def measure(self, reference: Reference, plan: "Plan") -> SpanMeasure:
        """What is counted for a metric."""
        return measures_for(reference.entry, self.options_of(reference, plan))[0]

    def span_measures(self, plan: "Plan") -> dict[str, SpanMeasure]:
        """What is counted in each sentence, by the key of its columns."""
        asked = (tuple(map(str, plan.metrics)), plan.defaults, repr(plan.options))
        if asked not in _MEASURES:  # every block of a long pass asks
            found = [self.measure(reference, plan) for reference in self.asked(plan)]
            _MEASURES.clear()
            _MEASURES[asked] = {self._key(measure, plan): measure for measure in found}
        return _MEASURES[asked]

    def _key(self, measure: SpanMeasure, plan: "Plan") -> str:
        read_by = None if plan.options.get("scheme") == OFFSETS or measure.rule.mode == "conlleval" else measure.rule.scheme
        return measure.key(read_by)

    def _kinds(self, measure: SpanMeasure, plan: "Plan") -> tuple[str | None, ...]:
        return (None,) if measure.what == "tokens" else (None, *plan.options.get("types", ()))

    def columns(self, plan: "Plan") -> tuple[str, ...]:
        held = self.span_measures(plan).items()
        return tuple(column(key, name, kind) for key, one in held for kind in self._kinds(one, plan) for name in one.columns)

    def derived(self, batch: Mapping[str, Any], plan: "Plan", where: Callable[[int], Any]) -> dict[tuple[str, Any], NDArray[Any]]:
        found: dict[tuple[str, Any], NDArray[Any]] = {}
        truth = cells_of(batch[plan.label])
        for model in (model for model in plan.models if self.has(plan, model)):
            names = (f"{plan.label!r}", f"{model.prediction!r}")
            pairs = tagged_cells(truth, cells_of(batch[str(model.prediction)]), names, where)
            for key, measure in self.span_measures(plan).items():
                lines = measure.count(pairs).lines
                refuse_strange((kind for kind in lines if kind is not None), plan, " / ".join(names))
                for kind in self._kinds(measure, plan):
                    some = lines.get(kind, np.zeros_like(lines[None]))
                    found |= {("number", held_column(model, column(key, name, kind))): some[:, k] for k, name in enumerate(measure.columns)}
        return found

    def summarise(self, rows: SentenceRows, plan: "Plan") -> SpanCounts:
        made = SpanCounts.of_lines(self.columns(plan), rows.lines, rows.weight)
        assert isinstance(made, SpanCounts)
        return made

    def by_sentence(self, columns: Mapping[tuple[str, Any], Any], plan: "Plan", model: Model) -> tuple[Floats, Floats]:
        asked = self.asked(plan)
        reference = next((one for one in asked if one.entry.name == "entity_f1"), asked[0])
        measure = self.measure(reference, plan)
        key = self._key(measure, plan)
        lines = np.column_stack([columns["number", held_column(model, column(key, name))] for name in measure.columns])
        value = np.asarray(reference.entry.function(*_sums(measure, lines)), np.float64)
        # Of sentences with the same value the one with more wrong is worse: many entities missed tell more than one.
        wrong = lines[:, 1] - lines[:, 0] if measure.what == "tokens" else lines[:, 1] + lines[:, 2] - 2 * lines[:, 0]
        return value, np.where(np.isnan(value), np.nan, (1 - value) + 1e-6 * wrong)

    # Metrics

    def reads(self, reference: Reference) -> bool:
        return reference.entry.summary is SpanCounts and reference.entry.kind == "value"

    def refusal(self, reference: Reference, plan: "Plan") -> str:
        return say("spans.metric_needs_tags", reference=reference)

    def arguments(self, reference: Reference, summary: SpanCounts, plan: "Plan") -> tuple[Any, dict[str, Any]]:
        options = self.options_of(reference, plan)
        if plan.options.get("scheme") == OFFSETS:
            options.pop("scheme", None)
        return summary, {**options, **reference.over}

    # How sure

    def sample(self, known: ModelData, how: IntervalOptions) -> Any:
        made = super().sample(known, how)
        return SpanLines.of(made, known.plan) if isinstance(made, UnitLines) else made

    def over(self, reference: Reference, sample: UnitLines) -> LineStatistic:
        return self._over(reference, sample, reference.arguments.get("type"))

    def _over(self, reference: Reference, sample: UnitLines, kind: str | None) -> LineStatistic:
        assert isinstance(sample, SpanLines)
        measure = self.measure(reference, sample.plan)
        key = self._key(measure, sample.plan)
        kinds = (None,) if measure.what == "tokens" else (None, *_types_in(sample, key)) if kind is None else (str(kind),)
        places = [[sample.names.index(column(key, name, one)) for name in measure.columns] for one in kinds]
        made, average = reference.entry.averaging, reference.over.get("average", "micro")
        assert isinstance(made, OverTypes)
        whole = sample.table.sum(0)[np.array(places)]

        def value(lines: Floats) -> Floats:
            table = lines[..., np.array(places)]
            if average == "micro":
                return np.asarray(reference.entry.function(*_sums(measure, table[..., 0, :])), np.float64)
            return made.value(reference.entry.function, table, average, whole)

        trouble = None
        if average == "macro":
            sums = EntitySums(sample.table[:, np.array(places)][:, 1:])
            whole_values = np.asarray(reference.entry.function(EntitySums(whole[1:])), np.float64)
            has_value = ~np.isnan(np.asarray(reference.entry.function(sums), np.float64))
            units = np.minimum(np.count_nonzero(sums.actual, axis=0), np.count_nonzero(has_value, axis=0))
            trouble = rare_class(_types_in(sample, key), units, ~np.isnan(whole_values))
        return LineStatistic(reference, sample.units, sample.table, value, False, sample.weight, trouble=trouble)

    def class_value(self, reference: Reference, label: str, known: ModelData, how: IntervalOptions | None) -> Value | None:
        if not self.reads(reference) or reference.over or "type" in reference.arguments or "match" not in reference.entry.options:
            return None
        kind = place_of(label, list(known.plan.options["types"]), str(reference))
        one = replace(reference, options={**reference.options, "type": kind})
        value = self.value(one, known.model.name, known.summary, known.plan)
        if how is None or known.rows is None:
            return value
        sample = self.sample(known, how)
        return value.within(interval_over_images(self._over(reference, sample, kind), how))

    # What is said

    def tell(self, summary: SpanCounts, plan: "Plan", finished: "Pass | None" = None) -> dict[str, Any]:
        key = next((key for key in self.span_measures(plan) if key.startswith("entities")), None)
        if key is None or not summary.rows:
            return {}
        return {"entities": float(summary.table(key)[0, 2]), "types": list(plan.options["types"]), "scheme": plan.options["scheme"]}

    def tell_pass(self, finished: "Pass") -> dict[str, Any]:
        """How well each type was found by each model, with the standard error over what is drawn."""
        plan = finished.plan
        if plan.task is None or self.key not in plan.task.aspects:
            return {}
        key = next((key for key in self.span_measures(plan) if key.startswith("entities")), None)
        found = {model.name: self._type_lines(finished, model, key) for model in plan.models if self.has(plan, model)} if key else {}
        return {"type_lines": found}

    def _type_lines(self, finished: "Pass", model: Model, key: str) -> list[list[Any]]:
        known = finished.sampled(WHOLE, model, self)
        sample = self.sample(known, IntervalOptions(0.95))
        return type_lines(sample, known.summary, key)

    def said(self, evaluation: "Evaluation") -> list[HeaderItem]:
        if evaluation.entities is None:
            return []
        read = evaluation.options.get("scheme") or ""
        found = [
            HeaderItem(5, "fact.entities", {"count": f"{evaluation.entities:,.10g}"}),
            HeaderItem(10, "fact.types", {"count": len(evaluation.types or ())}),
        ]
        if evaluation.options.get("mode") == "conlleval":
            return [*found, HeaderItem(12, "fact.tags_read_as_conlleval_does")]
        if read == OFFSETS:
            return [*found, HeaderItem(12, "fact.spans_given_as_offsets")]
        return [*found, HeaderItem(12, "fact.tags_by", {"scheme": read})]

    def observed(self, finished: "Pass", columns: list[str]) -> dict[str, Any]:
        block, plan = finished.block, finished.plan
        key = next((key for key in self.span_measures(plan) if key.startswith("entities")), None)
        if block is None or plan.elsewhere or key is None:
            return {}
        sides = {}
        for model in (model for model in plan.models if self.has(plan, model)):
            measure = self.span_measures(plan)[key]
            kinds = [kind for kind in self._kinds(measure, plan) if kind is not None]
            counts = [np.zeros(len(block)), np.zeros(len(block))]
            for side, name in ((0, measure.columns[2]), (1, measure.columns[1])):
                for place, kind in enumerate(kinds):  # how many entities of each type a sentence has, as one number
                    counts[side] += block.numbers(held_column(model, column(key, name, kind))) * 16.0 ** (place % 12)
            sides[model.name] = Sides(marked_alike, *counts)
        return order_observed(sides, block.places())

    def fair(self, evaluation: "Evaluation") -> Sequence[str]:
        return ("entity_f1",)

    def rule(self, evaluation: "Evaluation") -> dict[str, Any]:
        return {name: evaluation.options.get(name) for name in READ}


def _sums(measure: SpanMeasure, lines: Floats) -> tuple[Any, ...]:
    """Lines as a metric's definition reads them."""
    return (lines[..., 0], lines[..., 1]) if measure.what == "tokens" else (EntitySums(lines),)


def _types_in(sample: UnitLines, key: str) -> list[str]:
    prefix = f"{key}:actual:"
    return [name[len(prefix) :] for name in sample.names if name.startswith(prefix)]
