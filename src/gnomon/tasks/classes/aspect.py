"""Scores of several classes: a column for each class, swept against the rest, and pair by pair where that is asked for."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np

from ...catalog import Reference
from ...errors import InputError
from ...evaluation.models import Model
from ...inference.blocks import BlockAssignment, BlockedRows, SweepTable, thresholds_for
from ...inference.estimate import How
from ...inference.observed import Observed
from ...inference.pairs import Pair
from ...inference.sample import Sample
from ...inputs import ClassRows, class_rows
from ...inputs.labels import Codes
from ...metrics.class_averages import AllClasses
from ...summary import Sweep, Sweeps
from ...summary.sweeps import each_class
from ...words import Message
from ..aspect import Compared, Couple, Sampled
from ..parts import Part
from ..rowwise import RowAspect
from ..scores.aspect import SLICE_CELLS, certainty
from ..scores.blocks import SweepBlocks
from .blocks import ClassBlocks, thinned

SCORED = ("roc_auc(multiclass=ovr,average=macro)", "average_precision(multiclass=ovr,average=macro)")
PROBABLE = ("log_loss", "brier_score")
NOT_RESAMPLED = Message("pairs_not_resampled")


class ClassesAspect(RowAspect):
    """A score for each class of each row, each class against the rest."""

    several = True
    multiclass: Any = "ovr"

    def parts(self, plan: Any) -> Iterable[Part]:
        yield Part("label", plan.label, "label")
        for model in plan.models:
            yield from (Part("score", column, "number") for column in (model.scores or {}).values())

    def has(self, plan: Any, model: Model) -> bool:
        return model.scores is not None

    def observe(self, block: Any, plan: Any, model: Model) -> ClassRows:
        assert model.scores is not None
        truth, places = block.codes(plan.label), {name: place for place, name in enumerate(model.scores)}
        codes = np.array([places.get(name, -1) for name in block.labels])[truth]
        if (codes < 0).any():
            stranger = block.labels[int(truth[np.argmax(codes < 0)])]
            raise InputError(f"⟦score⟧: no column is named for the class {stranger!r} of {plan.label!r}; add {{{stranger!r}: column}}")
        matrix = np.column_stack([block.numbers(column) for column in model.scores.values()])
        return ClassRows(Codes(codes, tuple(model.scores), 0), matrix, block.weight(plan.weight))

    def of_arrays(self, y_true: Any, given: Any, weight: Any, group: Any, plan: Any, labels: Any, name: str) -> tuple[ClassRows, None]:
        return class_rows(y_true, given, weight, name=name), None

    def take(self, rows: ClassRows, which: Any) -> ClassRows:
        weight = None if rows.weight is None else rows.weight[which]
        return ClassRows(rows.codes._replace(values=rows.codes.values[which]), rows.score[which], weight)

    def summarise(self, rows: ClassRows, plan: Any) -> Any:
        return Sweeps.of_rows(rows, self.multiclass)

    # Metrics

    def reads(self, reference: Reference) -> bool:
        return reference.entry.summary is Sweep

    def answers(self, reference: Reference, plan: Any) -> bool:
        return self.reads(reference) and reference.over.get("multiclass", "ovr") == "ovr"

    def defaults(self, plan: Any, summaries: Mapping[str, Any]) -> list[str]:
        return [*SCORED, *(PROBABLE if all(map(probable, summaries.values())) else ())]

    def arguments(self, reference: Reference, summary: Any, plan: Any) -> tuple[Any, dict[str, Any]]:
        return summary, {**reference.arguments, **{k: v for k, v in reference.over.items() if k != "multiclass"}}

    def beside(self, reference: Reference, summary: Any, value: Any) -> dict[str, Any]:
        average = reference.over.get("average")
        averaged = summary.multiclass == "ovr" and not isinstance(reference.entry.averaging, AllClasses) and average != "micro"
        parts = list(summary.parts.values())
        if averaged:
            parts = [part for part in parts if part.positives and part.negatives] if not summary.exact else parts
        return certainty(reference, parts, average, averaged) if not summary.exact else {}

    # How sure

    def observed_rows(self, rows: ClassRows) -> Observed:
        return Observed(rows, weight=rows.weight)

    def plain_sample(self, summary: Any) -> Sample:
        return Sample(summary)

    def grids(self, block: Any, plan: Any, model: Model) -> dict[Any, Any]:
        rows = self.observe(block, plan, model)
        names = rows.codes.names
        return {name: thresholds_for(Sweep.of_rows(part), len(names), []) for name, part in zip(names, each_class(rows), strict=True)}

    def blocks(self, plan: Any, model: Model, sliced: bool) -> ClassBlocks | None:
        grids = {name: plan.grids.get((model.name, name)) for name in model.scores or ()}
        if any(grid is None for grid in grids.values()):
            return None
        return ClassBlocks({name: SweepBlocks(thinned(grid, SLICE_CELLS) if sliced else grid) for name, grid in grids.items()})

    def blocked(self, blocks: Any, assignment: BlockAssignment, labels: list[Any]) -> BlockedRows:
        return BlockedRows(assignment, {name: SweepTable(part.thresholds, part.table) for name, part in blocks.parts.items()})

    def amount(self, summary: Any) -> float | None:
        return None

    def sections(self) -> Any:
        from .page import SECTIONS

        return SECTIONS


class PairsAspect(ClassesAspect):
    """Each pair of classes on their own rows, for metrics that ask for it."""

    multiclass = "ovo"

    def has(self, plan: Any, model: Model) -> bool:
        asked = any(reference.over.get("multiclass") == "ovo" for reference in plan.metrics)
        return asked and model.scores is not None

    def answers(self, reference: Reference, plan: Any) -> bool:
        return self.reads(reference) and reference.over.get("multiclass") == "ovo"

    def reads(self, reference: Reference) -> bool:
        return reference.entry.summary is Sweep and reference.over.get("multiclass") == "ovo"

    def defaults(self, plan: Any, summaries: Mapping[str, Any]) -> list[str]:
        return []

    def grids(self, block: Any, plan: Any, model: Model) -> dict[Any, Any]:
        return {}

    def needs_blocks(self, plan: Any) -> bool:
        return False

    def sample(self, known: Sampled, how: How) -> Any:
        return NOT_RESAMPLED

    def compare(
        self, references: Sequence[Reference], known: Mapping[str, Sampled], couples: Sequence[Couple], how: How, curves: Any = None
    ) -> Compared:
        own = {name: {str(r): self.value(r, name, one.summary, one.plan) for r in references} for name, one in known.items()}
        pairs = [
            Pair.untested(str(r), a, b, own[a][str(r)], own[b][str(r)], how.level, r.entry.better, NOT_RESAMPLED)
            for r in references
            for a, b in couples
            if a in own and b in own
        ]
        return Compared(pairs, {})

    def sections(self) -> Any:
        return ()


def probable(sweeps: Sweeps) -> bool:
    """Whether every score could be a probability, and the classes' scores average to 1 over the rows, as probabilities do.

    A sum that is off in some rows is not seen.
    """
    parts = list(sweeps.parts.values())
    if not parts or not all(part.probable for part in parts):
        return False
    total = sum(float((s.pos + s.neg) @ (s.thresholds + np.minimum(s.ceilings, 1.0))) / 2 for s in parts)
    return bool(abs(total / parts[0].n - 1) < 1e-3)
