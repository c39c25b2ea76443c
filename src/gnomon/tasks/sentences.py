"""What readings of texts share: in each sentence something is counted once, and lines of counts are the rows from then on."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..catalog import Reference, parse
from ..evaluation.models import Model
from ..evaluation.rows import derived_name
from ..evaluation.schema import WHOLE
from ..inference.estimate import IntervalOptions
from ..inference.images import interval_over_images, own_error_over_images
from ..inference.interval import Interval
from ..inference.sentences import Draws, LineStatistic, let_go, pair_over_sentences, units_of_lines
from ..inference.unpaired import OwnError
from ..messages import Message
from ..messages.language import say
from ..metrics.sentences import OfSentences, figures, measures_of, of_sentences
from ..summary import SentenceSums, WorstSentences
from ..texts.cells import TRANSCRIPTS, CellReader, pairs_of, present
from ..texts.columns import cells_of
from ..texts.measure import SentenceStatistic
from ..types import Floats
from ..value import Value
from . import registry
from .aspect import Aspect, Couple, ModelComparisons, ModelData
from .blocks import SummaryBlocks
from .parts import ColumnRole

if TYPE_CHECKING:
    from ..evaluation.finished import Pass
    from ..evaluation.plan import Plan
    from ..evaluation.rows import Block
    from ..report.section import Section
    from .parts import Figure


class SentenceRows(NamedTuple):
    """For each sentence the line that was counted in it, and its weight."""

    lines: Floats
    weight: Floats | None


class UnitLines(NamedTuple):
    """What is drawn: a line for each sentence, document or block, what each weighs, and the names of the columns."""

    table: Floats
    weight: Floats
    units: NDArray[Any]
    names: tuple[str, ...]
    draws: Draws


@dataclass(frozen=True)
class SentencesAspect(Aspect):
    """An aspect whose rows are sentences; a kind says what its cells are, its default metrics, and what it shows."""

    cells: CellReader = TRANSCRIPTS
    argument = "prediction"
    as_table = True

    # Rows

    def parts(self, plan: "Plan") -> Iterable[ColumnRole]:
        yield ColumnRole("label", plan.label, "text")
        # A file of texts has no way to write an empty output but nothing, and a system that said nothing must not go unnoticed.
        empty = "" if plan.spells else None
        yield from (ColumnRole("prediction", model.prediction, "text", empty=empty) for model in plan.models if model.prediction)

    def has(self, plan: "Plan", model: Model) -> bool:
        return model.prediction is not None and (self._at_home(plan) or (plan.task is not None and self in plan.task.visitors(plan)))

    def _at_home(self, plan: "Plan") -> bool:
        """Whether this is an evaluation of its own kind, and not one where it only answers metrics."""
        return plan.task is not None and self.key in plan.task.aspects

    def usual(self, plan: "Plan") -> list[str]:
        """The metrics that are shown unasked."""
        raise NotImplementedError

    def defaults(self, plan: "Plan", summaries: Mapping[str, object]) -> list[str]:
        return [str(one) for one in self.refer(tuple(map(parse, self.usual(plan))), plan.options)]

    def asked(self, plan: "Plan") -> list[Reference]:
        """The metrics for which something must be counted."""
        return plan.once((self.key, "asked"), lambda: self._asked(plan))

    def _asked(self, plan: "Plan") -> list[Reference]:
        usual = [parse(name) for name in self.defaults(plan, {})] if plan.defaults and self._at_home(plan) else []
        return [*(reference for reference in plan.metrics if self.reads(reference)), *usual]

    def measures(self, plan: "Plan") -> list[SentenceStatistic]:
        """What is counted in each sentence."""
        return measures_of(self.asked(plan))

    def columns(self, plan: "Plan") -> tuple[str, ...]:
        """The columns of the lines."""
        return plan.once((self.key, "columns"), lambda: self._columns(plan))

    def _columns(self, plan: "Plan") -> tuple[str, ...]:
        return tuple(column for measure in self.measures(plan) for column in measure.columns())

    def derived_columns(self, plan: "Plan") -> int:
        return len(self.columns(plan)) * sum(self.has(plan, model) for model in plan.models)

    def derived(self, batch: Mapping[str, Any], plan: "Plan", where: Callable[[int], Any]) -> dict[tuple[str, Any], NDArray[Any]]:
        found: dict[tuple[str, Any], NDArray[Any]] = {}
        truth = cells_of(batch[plan.label])
        for model in (model for model in plan.models if self.has(plan, model)):
            names = (f"{plan.label!r}", f"{model.prediction!r}")
            pairs = pairs_of(self.cells, truth, cells_of(batch[str(model.prediction)]), names, where)
            for measure in self.measures(plan):
                lines = measure.count(pairs)
                found |= {("number", held_column(model, column)): lines[:, k] for k, column in enumerate(measure.columns())}
        return found

    def observe(self, block: "Block", plan: "Plan", model: Model) -> SentenceRows:
        held = [block.numbers(held_column(model, column)) for column in self.columns(plan)]
        return SentenceRows(np.column_stack(held) if held else np.zeros((len(block), 0)), block.weight(plan.weight))

    def summarise(self, rows: SentenceRows, plan: "Plan") -> SentenceSums:
        return SentenceSums.of_lines(self.columns(plan), rows.lines, rows.weight)

    def amount(self, summary: Any) -> float | None:
        return float(summary.n)

    def by_sentence(self, columns: Mapping[tuple[str, Any], Any], plan: "Plan", model: Model) -> tuple[Floats, Floats]:
        """The value of each sentence of a batch by the first default metric, and how badly it fared: how far that is from the best.

        Both are shares of one, also where the metric is in percent.
        """
        asked = self.asked(plan)
        usual = parse(self.usual(plan)[0]).entry
        reference = next((one for one in asked if one.entry is usual), asked[0])
        names = self.columns(plan)
        lines = np.column_stack([columns["number", held_column(model, column)] for column in names])
        value = np.asarray(figures(reference.entry, dict(reference.arguments), lines, names), np.float64)
        value = value / of_sentences(reference.entry).whole
        least, most = (end / of_sentences(reference.entry).whole for end in reference.entry.range or (0.0, 1.0))
        return value, (value - least if reference.entry.better == "lower" else most - value)

    # Metrics

    def reads(self, reference: Reference) -> bool:
        made = reference.entry.averaging
        return reference.entry.summary is SentenceSums and isinstance(made, OfSentences) and made.cells.key == self.cells.key

    def refusal(self, reference: Reference, plan: "Plan") -> str:
        return say("tasks.metric_needs_text_task", reference=reference, task=self.key)

    # How sure

    def table_bytes(self, plan: "Plan", model: Model, labels: int, sliced: bool) -> int:
        return 1000 * (200 + 100 * len(self.columns(plan)))

    def sample(self, known: ModelData, how: IntervalOptions) -> Any:
        names = self.columns(known.plan)
        if known.rows is not None:
            table, weight, units = units_of_lines(known.rows.lines, known.rows.weight, known.cluster)
            return UnitLines(table, weight, units, names, Draws(table))
        if not isinstance(known.blocks, SummaryBlocks):
            return Message("rows_not_at_hand")
        held: dict[int, Any] = dict(sorted(known.blocks.parts.items()))
        table = np.array([part.line(names) for part in held.values()]).reshape(len(held), len(names))
        return UnitLines(table, np.array([part.n for part in held.values()]), np.array(list(held), np.int64), names, Draws(table))

    def over(self, reference: Reference, sample: UnitLines) -> LineStatistic:
        """A metric over what is drawn."""
        options = dict(reference.arguments)

        def value(lines: Floats) -> Floats:
            return np.asarray(figures(reference.entry, options, lines, sample.names), np.float64)

        return LineStatistic(reference, sample.units, sample.table, value, False, sample.weight, sample.draws)

    def estimates(self, asked: Sequence[tuple[Reference, Value]], sample: Any, how: IntervalOptions, plan: "Plan") -> dict[str, Interval]:
        try:
            return {str(reference): interval_over_images(self.over(reference, sample), how) for reference, _ in asked}
        finally:
            let_go()

    def own_errors(
        self, asked: Sequence[tuple[Reference, Value]], sample: Any, how: IntervalOptions, plan: "Plan"
    ) -> Mapping[str, OwnError | Message]:
        return {str(reference): own_error_over_images(self.over(reference, sample), how) for reference, _ in asked}

    def compare(
        self,
        references: Sequence[Reference],
        known: Mapping[str, ModelData],
        couples: Sequence[Couple],
        how: IntervalOptions,
        curves: object = None,
    ) -> ModelComparisons:
        samples = {name: self.sample(one, how) for name, one in known.items()}
        there = {name: sample for name, sample in samples.items() if isinstance(sample, UnitLines)}
        found = {(name, str(r)): self.over(r, sample) for name, sample in there.items() for r in references}
        own = how._replace(method="auto")
        values = {key: known[key[0]].intervals.get(key[1]) or interval_over_images(one, own) for key, one in found.items()}
        both = [(a, b) for a, b in couples if a in there and b in there]
        pairs = [pair_over_sentences(found[a, str(r)], found[b, str(r)], a, b, how) for r in references for a, b in both]
        let_go()
        return ModelComparisons(pairs, values)


@dataclass(frozen=True)
class WorstSentencesAspect(Aspect):
    """The sentences to look at, with their texts; no metric reads them. ``of`` is the key of the aspect that counts in them."""

    of: str = ""
    argument = "prediction"
    sliced = False
    fact_shapes = {"first_row": WHOLE}

    def tell_pass(self, finished: "Pass") -> dict[str, Any]:
        task = finished.plan.task
        return {"first_row": finished.plan.first_row} if task is not None and self.of in task.aspects else {}

    def parts(self, plan: "Plan") -> Iterable[ColumnRole]:
        return ()

    def has(self, plan: "Plan", model: Model) -> bool:
        return registry.aspect(self.of).has(plan, model)

    def reads(self, reference: Reference) -> bool:
        return False

    def gleaned(
        self, batch: Mapping[str, Any], columns: Mapping[tuple[str, Any], Any], places: NDArray[np.int64], plan: "Plan", model: Model
    ) -> WorstSentences:
        counted = registry.aspect(self.of)
        assert isinstance(counted, SentencesAspect)
        value, badness = counted.by_sentence(columns, plan, model)
        weight = None if plan.weight is None else columns["number", plan.weight] > 0
        truth, said = (cells_of(batch[str(column)]) for column in (plan.label, model.prediction))
        truth = [present(cell) if isinstance(cell, list) else cell for cell in truth]
        return WorstSentences.of(places, badness, value, truth, said, weight)

    def observe(self, block: "Block", plan: "Plan", model: Model) -> Any:
        return None

    def sections(self) -> "Sequence[Section]":
        from .sentences_page import SECTIONS

        return SECTIONS

    def figures(self) -> "Sequence[Figure]":
        from .sentence_figures import FIGURES

        return FIGURES

    def needs_blocks(self, plan: "Plan", sliced: bool = False) -> bool:
        return False


def held_column(model: Model, column: str) -> str:
    """Where a block of rows has a column that was counted."""
    return derived_name(str(model.prediction), column)
