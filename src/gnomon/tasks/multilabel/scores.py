"""A score for each label of each row: a sweep for each label, and how each row's scores order its labels."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...catalog import Reference
from ...errors import InputError
from ...evaluation.models import Model
from ...inference.estimate import IntervalOptions
from ...inputs import BinaryRows
from ...inputs.tags import TagRows, tag_score_rows
from ...messages import Message
from ...messages.language import say
from ...metrics.class_averages import AllClasses
from ...summary import Counts, LabelRanks, LabelSets, Summary, Sweep, Sweeps
from ...value import Value
from .. import jackknife
from ..aspect import Aspect, ModelData
from ..blocks import SummaryBlocks
from ..labels.aspect import place_of
from ..parts import ColumnRole, HeaderItem
from ..scores.aspect import certainty, value_of_sweep
from .aspect import facts
from .rare import rare_label
from .sets import FixedMatrix, members, part_of

if TYPE_CHECKING:
    from ...evaluation.finished import Pass
    from ...evaluation.plan import Plan
    from ...evaluation.result import Evaluation
    from ...evaluation.rows import Block
    from ...findings.finding import Rule
    from ...summary.packing import Arrays
    from ...types import Places
    from ..jackknife import JackknifeSample


SWEPT = ("roc_auc(average=macro)", "average_precision(average=macro)", "average_precision(average=micro)")
RANKED = ("label_ranking_average_precision", "label_ranking_loss", "coverage_error")
BLOCK_CELLS = 512
"""Cells that a block keeps of each label's scores: the spread of a metric over blocks needs no more."""


class ScoreRows(NamedTuple):
    """For each row which of the different sets it has, and a score for each label."""

    truth: NDArray[np.int64]
    score: Any
    weight: NDArray[np.float64] | None
    names: tuple[Any, ...]
    sets: FixedMatrix

    @property
    def tagged(self) -> TagRows:
        """The same with the sets laid out."""
        return TagRows(self.names, self.sets.matrix[self.truth], self.score, self.weight)


class CoarseBlocks(SummaryBlocks):
    """Sweeps in blocks, each with few cells: what is left of the rows when they are gone."""

    def __init__(self, key: str, parts: dict[int, Summary] | None = None, marks: Sequence[float] = ()) -> None:
        super().__init__(key, parts)
        self.marks = tuple(marks)

    def _put(self, block: int, summary: Summary) -> None:
        super()._put(block, summary.coarsened(BLOCK_CELLS, self.marks))
        self.parts[block] = self.parts[block].coarsened(BLOCK_CELLS, self.marks)

    def state(self) -> tuple[dict[str, Any], Any]:
        meta, arrays = super().state()
        return {**meta, "marks": list(self.marks)}, arrays

    @classmethod
    def restored(cls, meta: dict[str, Any], arrays: "Arrays") -> "CoarseBlocks":
        return cls(meta["key"], SummaryBlocks.restored(meta, arrays).parts, meta["marks"])

    def regrouped(self, places: "Places", blocks: int) -> SummaryBlocks:
        made = SummaryBlocks(self.key)
        for block, summary in self.parts.items():
            made._put(int(places[block]), summary)
        return CoarseBlocks(self.key, made.parts, self.marks)

    def __add__(self, other: SummaryBlocks) -> "CoarseBlocks":
        made = CoarseBlocks(self.key, dict(self.parts), self.marks)
        for block, summary in other.parts.items():
            made._put(block, summary)
        return made


class ScoredLabelsAspect(Aspect):
    """What both ways of reading a score for each label share."""

    lists = True

    def parts(self, plan: "Plan") -> Iterable[ColumnRole]:
        yield part_of("label", plan.label, plan)
        for model in plan.models:
            yield from (ColumnRole("score", column, "number") for column in (model.scores or {}).values())

    def has(self, plan: "Plan", model: Model) -> bool:
        return model.scores is not None

    def observe(self, block: "Block", plan: "Plan", model: Model) -> ScoreRows | None:
        if model.scores is None:
            return None
        part = part_of("label", plan.label, plan)
        sets, codes, names = members(block, plan, part), block.columns[part.key], tuple(model.scores)
        places = {name: place for place, name in enumerate(block.ordered)}
        lost = next((name for name in block.ordered if name not in names and sets[:, places[name]].any()), None)
        if lost is not None:
            raise InputError("multilabel.score_dictionary_incomplete", lost=lost, label=plan.label)
        matrix = np.column_stack([block.numbers(column) for column in model.scores.values()])
        order = [places[name] for name in names]
        return ScoreRows(codes, matrix, block.weight(plan.weight), names, FixedMatrix(np.ascontiguousarray(sets[:, order])))

    def of_arrays(
        self, y_true: object, given: object, weight: object, group: object, plan: "Plan", labels: object, name: str
    ) -> tuple[TagRows, None]:
        return tag_score_rows(y_true, given, weight, plan.options.get("labels") or labels, name=name), None

    def tell(self, summary: Any, plan: "Plan", finished: "Pass | None" = None) -> dict[str, Any]:
        return {}

    def said(self, evaluation: "Evaluation") -> list[HeaderItem]:
        return facts(evaluation) if evaluation.labels_per_row is not None else []


class LabelScoresAspect(ScoredLabelsAspect):
    """Each label's scores, of rows that have it against those that have not."""

    def summarise(self, rows: Any, plan: "Plan") -> Sweeps:
        return Sweeps.of_tags(rows if isinstance(rows, TagRows) else rows.tagged)

    # Metrics

    def reads(self, reference: Reference) -> bool:
        return reference.entry.summary is Sweep or (reference.entry.summary is Counts and reference.at is not None)

    def answers(self, reference: Reference, plan: "Plan") -> bool:
        if not self.reads(reference) or "multiclass" in reference.over:
            return False
        return reference.entry.summary is Sweep or reference.over.get("average", "samples") != "samples"

    def defaults(self, plan: "Plan", summaries: Mapping[str, object]) -> list[str]:
        return list(SWEPT)

    def arguments(self, reference: Reference, summary: Sweeps, plan: "Plan") -> tuple[Any, dict[str, Any]]:
        if reference.entry.summary is Counts:
            return cut(summary, float(reference.at or 0.0)), {**reference.arguments, **reference.over}
        return summary, {**reference.arguments, **reference.over}

    def beside(self, reference: Reference, summary: Any, value: Any) -> dict[str, Any]:
        if isinstance(summary, LabelSets) or summary.exact:
            return {}
        average = reference.over.get("average")
        averaged = not isinstance(reference.entry.averaging, AllClasses) and average != "micro"
        parts = [part for part in summary.parts.values() if not averaged or (part.positives and part.negatives)]
        return certainty(reference, parts, average, averaged)

    def class_value(self, reference: Reference, label: str, known: ModelData, how: IntervalOptions | None) -> Value | None:
        if reference.entry.summary is not Sweep or reference.over:
            return None
        names = list(known.summary.parts)
        at = names.index(place_of(label, names, str(reference)))
        rows = known.rows
        if rows is not None:
            rows = BinaryRows(rows.sets.matrix[rows.truth, at], np.ascontiguousarray(rows.score[:, at], np.float64), rows.weight)
        return value_of_sweep(reference, replace(known, summary=known.summary.parts[names[at]], rows=rows), how)

    def amount(self, summary: Sweeps) -> float | None:
        return None if summary is None or not summary.parts else next(iter(summary.parts.values())).n

    def tell(self, summary: Sweeps, plan: "Plan", finished: "Pass | None" = None) -> dict[str, Any]:
        parts = list(summary.parts.values())
        return {"labels_per_row": float(sum(part.positives for part in parts)) / parts[0].n if parts and parts[0].n else 0.0}

    # How sure

    def blocks(self, plan: "Plan", model: Model, sliced: bool) -> CoarseBlocks:
        return CoarseBlocks(self.key, marks=plan.thresholds)

    def trouble(self, reference: Reference, known: ModelData) -> Message | None:
        if known.summary is None:
            return None
        return rare_label(reference, known, self.arguments(reference, known.summary, known.plan)[0])

    def sample(self, known: ModelData, how: IntervalOptions) -> "JackknifeSample | Message":
        return jackknife.sample(_Coarse(self), known, how)  # type: ignore[arg-type]  # it has what the jackknife asks for


class _Coarse:
    """The same aspect with few cells a block: a hundred sums of all blocks but one would not fit otherwise."""

    def __init__(self, aspect: LabelScoresAspect) -> None:
        self.key, self.take = aspect.key, aspect.take
        self._aspect = aspect

    def summarise(self, rows: Any, plan: "Plan") -> Sweeps:
        return self._aspect.summarise(rows, plan).coarsened(BLOCK_CELLS, plan.thresholds)


def cut(sweeps: Sweeps, threshold: float) -> LabelSets:
    """The labels that score at least a threshold, label by label; which rows they are is not known."""
    tables = np.array([part.at(threshold).matrix for part in sweeps.parts.values()])
    return LabelSets(sweeps.labels, tables.reshape(-1, 2, 2), np.zeros((0, 3), np.int64), np.zeros(0, tables.dtype))


class LabelRanksAspect(ScoredLabelsAspect):
    """The order in which each row's scores put its labels."""

    def summarise(self, rows: Any, plan: "Plan") -> LabelRanks:
        return LabelRanks.of_rows(rows if isinstance(rows, TagRows) else rows.tagged)

    def defaults(self, plan: "Plan", summaries: Mapping[str, object]) -> list[str]:
        return list(RANKED)

    def refusal(self, reference: Reference, plan: "Plan") -> str:
        return say(
            "multilabel.ranking_needs_label_lists",
            reference=reference,
        )

    def value(self, reference: Reference, model: str, summary: LabelRanks, plan: "Plan") -> Value:
        """The metric; where rows leave nothing to rank, with the share of them that it leaves out."""
        value = super().value(reference, model, summary, plan)
        if summary is None or value != value or reference.arguments.get("unranked", "skip") != "skip":
            return value
        ranked = summary.total("pairs" if reference.entry.name == "label_ranking_loss" else "rows")
        part = 1 - ranked / summary.n
        return Value(value, value.metric, model, **value.known | {"reason": Message("rows_not_ranked", part=part)}) if part > 0 else value

    def tell(self, summary: LabelRanks, plan: "Plan", finished: "Pass | None" = None) -> dict[str, Any]:
        return {"unlabelled": summary.total("none")}

    def rules(self) -> "Sequence[Rule]":
        from .score_findings import RULES

        return RULES
