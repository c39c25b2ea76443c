"""Scores of several classes: a column for each class, swept against the rest, and pair by pair where that is asked for."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from ...catalog import Reference
from ...engines.source import place
from ...errors import InputError
from ...evaluation.models import Model
from ...evaluation.schema import CLASS_FACTS
from ...inference.blocks import BlockAssignment, BlockedRows, SweepTable, table_bytes, thresholds_for
from ...inference.estimate import IntervalOptions
from ...inference.observed import ModelRows
from ...inference.pairs import Pair
from ...inference.sample import ResamplingData
from ...inputs import ClassRows, class_rows
from ...inputs.labels import Codes
from ...inputs.numbers import sum_tolerance, sums_off
from ...messages import Message
from ...messages.language import say
from ...metrics.class_averages import class_options, reads_distributions
from ...summary import Sweep, Sweeps
from ...summary.sweeps import each_class
from ...value import Value
from ..aspect import Couple, ModelComparisons, ModelData
from ..labels.aspect import place_of
from ..parts import ColumnRole, RowWarning
from ..rowwise import RowAspect
from ..scores.aspect import SLICE_CELLS, certainty, outside_unit, told_left_out, value_of_sweep
from ..scores.blocks import SweepBlocks
from .blocks import ClassBlocks, thinned

if TYPE_CHECKING:
    from ...evaluation.finished import Pass
    from ...evaluation.plan import Plan
    from ...evaluation.rows import Block
    from ...findings.finding import Rule
    from ...report.section import Section
    from ..aspect import Which


SCORED = ("roc_auc(multiclass=ovr,average=macro)", "average_precision(multiclass=ovr,average=macro)")
PROBABLE = ("log_loss", "brier_score")
NOT_RESAMPLED = Message("pairs_not_resampled")
NOT_SUMMING = "rows_not_summing"


class ClassesAspect(RowAspect):
    """A score for each class of each row, each class against the rest."""

    fact_shapes = CLASS_FACTS
    several = True
    multiclass: Any = "ovr"

    def parts(self, plan: "Plan") -> Iterable[ColumnRole]:
        yield ColumnRole("label", plan.label, "label")
        for model in plan.models:
            yield from (ColumnRole("score", column, "number") for column in (model.scores or {}).values())

    def has(self, plan: "Plan", model: Model) -> bool:
        return model.scores is not None

    def observe(self, block: "Block", plan: "Plan", model: Model) -> ClassRows:
        assert model.scores is not None
        truth, places = block.codes(plan.label), {name: place for place, name in enumerate(model.scores)}
        codes = np.array([places.get(name, -1) for name in block.labels])[truth]
        if (codes < 0).any():
            stranger = block.labels[int(truth[np.argmax(codes < 0)])]
            raise InputError(
                "classes.score_missing_for_class",
                stranger=stranger,
                label=plan.label,
            )
        matrix = np.column_stack([block.numbers(column) for column in model.scores.values()])
        return ClassRows(Codes(codes, tuple(model.scores), 0), matrix, block.weight(plan.weight))

    def of_arrays(
        self, y_true: object, given: object, weight: object, group: object, plan: "Plan", labels: object, name: str
    ) -> tuple[ClassRows, None]:
        return class_rows(y_true, given, weight, name=name), None

    def take(self, rows: ClassRows, which: "Which") -> ClassRows:
        weight = None if rows.weight is None else rows.weight[which]
        return ClassRows(rows.codes._replace(values=rows.codes.values[which]), rows.score[which], weight)

    def summarise(self, rows: ClassRows, plan: "Plan") -> Any:
        return Sweeps.of_rows(rows, self.multiclass)

    # Metrics

    def reads(self, reference: Reference) -> bool:
        return reference.entry.summary is Sweep

    def answers(self, reference: Reference, plan: "Plan") -> bool:
        return self.reads(reference) and reference.over.get("multiclass", "ovr") == "ovr"

    def doubts(self, rows: ClassRows) -> Iterable[RowWarning]:
        off, total = sums_off(rows.score, rows.weight)
        if off.any():
            yield RowWarning(NOT_SUMMING, off, f"{total[np.argmax(off)]:.6g}")

    def objection(self, reference: Reference, plan: "Plan") -> str:
        off = next(((name, fault) for (code, name), fault in plan.doubts.items() if code == NOT_SUMMING), None)
        if off is None or not reads_distributions(reference):
            return ""
        name, fault = off
        more = say("classes.part_rows_more", count=fault.count - 1) if fault.count > 1 else ""
        where = place(fault.row, plan.first_row)
        return say(
            "classes.probabilities_sum_not_one",
            reference=reference,
            name=name,
            value=fault.value,
            where=where,
            more=more,
            name_2=reference.entry.name,
        )

    def defaults(self, plan: "Plan", summaries: Mapping[str, object]) -> list[str]:
        return [*SCORED, *(() if left_out(plan, summaries) else PROBABLE)]

    def arguments(self, reference: Reference, summary: Sweeps, plan: "Plan") -> tuple[Any, dict[str, Any]]:
        return summary, class_options(reference)

    def beside(self, reference: Reference, summary: Sweeps, value: Any) -> dict[str, Any]:
        average = reference.over.get("average")
        averaged = summary.multiclass == "ovr" and not reads_distributions(reference) and average != "micro"
        parts = list(summary.parts.values())
        if averaged:
            parts = [part for part in parts if part.positives and part.negatives] if not summary.exact else parts
        return certainty(reference, parts, average, averaged) if not summary.exact else {}

    def class_value(self, reference: Reference, label: str, known: ModelData, how: IntervalOptions | None) -> Value | None:
        if not self.reads(reference) or reference.over:
            return None
        name = place_of(label, list(known.summary.parts), str(reference))
        rows = known.rows
        if rows is not None:
            rows = next(part for of, part in zip(rows.codes.names, each_class(rows), strict=True) if of == name)
        return value_of_sweep(reference, replace(known, summary=known.summary.parts[name], rows=rows), how)

    # How sure

    def observed_rows(self, rows: ClassRows) -> ModelRows:
        return ModelRows(rows, weight=rows.weight)

    def plain_sample(self, summary: Sweeps) -> ResamplingData:
        return ResamplingData(summary)

    def grids(self, block: "Block", plan: "Plan", model: Model) -> dict[Any, Any]:
        rows = self.observe(block, plan, model)
        names = rows.codes.names
        parts = zip(names, each_class(rows), strict=True)
        return {name: thresholds_for(Sweep.of_rows(part), len(names), [], plan.grid_parts) for name, part in parts}

    def table_bytes(self, plan: "Plan", model: Model, labels: int, sliced: bool) -> int:
        classes = len(model.scores or ())
        return classes * table_bytes(classes) // (SLICE_CELLS if sliced else 1)

    def blocks(self, plan: "Plan", model: Model, sliced: bool) -> ClassBlocks | None:
        grids = {name: grid for name in model.scores or () if (grid := plan.grids.get((model.name, name))) is not None}
        if any(name not in grids for name in model.scores or ()):
            return None
        return ClassBlocks({name: SweepBlocks(thinned(grid, SLICE_CELLS) if sliced else grid) for name, grid in grids.items()})

    def blocked(self, blocks: Any, assignment: BlockAssignment, labels: list[Any]) -> BlockedRows:
        return BlockedRows(assignment, {name: SweepTable(part.thresholds, part.table) for name, part in blocks.parts.items()})

    def notes(self, known: Mapping[str, ModelData]) -> Sequence[str]:
        plan = next((one.plan for one in known.values()), None)
        if plan is None or not plan.defaults:
            return []
        return list(left_out(plan, {name: one.summary for name, one in known.items()}).values())

    def weighs(self, summary: Sweeps) -> bool:
        return any(part.n for part in summary.parts.values())

    def tell_pass(self, finished: "Pass") -> dict[str, Any]:
        return told_left_out(self, finished, left_out)

    def rules(self) -> "Sequence[Rule]":
        from ..scores.findings import LEFT_OUT

        return LEFT_OUT

    def sections(self) -> "Sequence[Section]":
        from .page import SECTIONS

        return SECTIONS


class PairsAspect(ClassesAspect):
    """Each pair of classes on their own rows, for metrics that ask for it."""

    multiclass = "ovo"

    def doubts(self, rows: ClassRows) -> Iterable[RowWarning]:
        return ()  # the other aspect of the same rows has them

    def objection(self, reference: Reference, plan: "Plan") -> str:
        return ""

    def tell_pass(self, finished: "Pass") -> dict[str, Any]:
        return {}

    def notes(self, known: Mapping[str, ModelData]) -> Sequence[str]:
        return []

    def has(self, plan: "Plan", model: Model) -> bool:
        asked = any(reference.over.get("multiclass") == "ovo" for reference in plan.metrics)
        return asked and model.scores is not None

    def answers(self, reference: Reference, plan: "Plan") -> bool:
        return self.reads(reference) and reference.over.get("multiclass") == "ovo"

    def reads(self, reference: Reference) -> bool:
        return reference.entry.summary is Sweep and reference.over.get("multiclass") == "ovo"

    def defaults(self, plan: "Plan", summaries: Mapping[str, object]) -> list[str]:
        return []

    def grids(self, block: "Block", plan: "Plan", model: Model) -> dict[Any, Any]:
        return {}

    def needs_blocks(self, plan: "Plan", sliced: bool = False) -> bool:
        return False

    def sample(self, known: ModelData, how: IntervalOptions) -> Any:
        return NOT_RESAMPLED

    def compare(
        self,
        references: Sequence[Reference],
        known: Mapping[str, ModelData],
        couples: Sequence[Couple],
        how: IntervalOptions,
        curves: object = None,
    ) -> ModelComparisons:
        own = {name: {str(r): self.value(r, name, one.summary, one.plan) for r in references} for name, one in known.items()}
        pairs = [
            Pair.untested(str(r), a, b, own[a][str(r)], own[b][str(r)], how, r.entry.better, NOT_RESAMPLED)
            for r in references
            for a, b in couples
            if a in own and b in own
        ]
        return ModelComparisons(pairs, {})

    def rules(self) -> Any:
        return ()

    def sections(self) -> Any:
        return ()


def left_out(plan: "Plan", summaries: Mapping[str, Any]) -> dict[str, Message]:
    """Why metrics of probabilities are no defaults, by model; nothing where they are."""
    found = {}
    for name, sweeps in summaries.items():
        fault = plan.doubts.get((NOT_SUMMING, name))
        parts = list(sweeps.parts.values())
        if any(len(part) and not part.probable for part in parts):
            found[name] = outside_unit(name, parts)
        elif fault is not None:
            found[name] = Message(
                "rows_not_summing", model=name, count=fault.count, total=float(fault.value), place=place(fault.row, plan.first_row)
            )
        elif not abs(sweeps.mean_sum - 1) <= sum_tolerance(len(parts)):
            found[name] = Message("rows_not_summing_on_average", model=name)
    return found
