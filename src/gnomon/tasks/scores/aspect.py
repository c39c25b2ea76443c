"""Scores of two classes: one number a row, swept from the highest down."""

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from ...catalog import Reference, parse
from ...errors import InputError
from ...evaluation.labels import positive_place
from ...evaluation.models import Model
from ...evaluation.schema import CLASS_FACTS
from ...inference.bands import CURVES, band_of
from ...inference.blocks import BlockAssignment, BlockedRows, SweepTable, table_bytes, thresholds_for
from ...inference.estimate import IntervalOptions
from ...inference.likeness import likeness_of
from ...inference.observed import ModelRows
from ...inference.sample import ResamplingData
from ...inputs import HIGHER, BinaryRows, binary_rows
from ...inputs.direction import in_order, read
from ...inputs.numbers import refuse_not_finite
from ...messages import Message
from ...messages.language import say
from ...metrics.tables import deviation_of_gaps, mean_score
from ...metrics.uncertainty import LargestGap
from ...result import Point
from ...summary import Counts, Sweep
from ...summary.stretches import RangeTotals, stretch_of, told_of
from ...value import Value
from .. import registry, truth
from ..aspect import LEAST_ROWS, ModelData
from ..parts import ColumnRole, HeaderItem
from ..rowwise import RowAspect
from ..score_direction import no_probability, notes_on_direction, said_of_direction, with_direction
from . import slices
from .blocks import SweepBlocks
from .profit import check_profit, notes_on_profit, said_of_profit
from .reading import ScoreReading

if TYPE_CHECKING:
    from ...evaluation.finished import Pass
    from ...evaluation.plan import Plan
    from ...evaluation.result import Evaluation
    from ...evaluation.rows import Block
    from ...findings.finding import Rule
    from ...inference.bands import Band
    from ...report.section import Section
    from ..classes.aspect import ClassesAspect
    from ..parts import Figure


RANKED = ("roc_auc", "average_precision", "ks", "gini")
PROBABLE = (
    "brier_score",
    "log_loss",
    "expected_calibration_error",
    "accuracy@0.5",
    "precision@0.5",
    "recall@0.5",
    "f1@0.5",
)
BLIND = ("ks", "gini", "accuracy_ratio")
"""Metrics that are quoted without saying which end of the scores is positive, and mislead where it is the other one."""
BAND_REPLICATES = 500
LEAST_OF_CLASS = 5
"""Rows of either class below which a slice is too small to be called the worst."""
SLICE_CELLS = 8
"""Of the cells of a long pass, a slice's blocks have one in so many."""


class ScoresAspect(RowAspect):
    """A score for each row, higher for the positive class unless the model's direction says otherwise."""

    fact_shapes = CLASS_FACTS
    curves = CURVES

    def prepare(self, plan: "Plan") -> "Plan":
        check_profit(plan)
        return with_direction(plan)

    def parts(self, plan: "Plan") -> Iterable[ColumnRole]:
        yield ColumnRole("label", plan.label, "label")
        for model in plan.models:
            if model.score is not None:
                yield ColumnRole("score", model.score, "number")

    def ordered_by(self, plan: "Plan", model: Model) -> str | None:
        return model.score

    def totals(self, summary: Sweep) -> list[float]:
        counts = [int(one) if summary.pos.dtype.kind == "i" else one for one in (summary.positives, summary.negatives)]
        return [*counts, float(summary.keys[0]), float(summary.keys[-1])]

    def stretch(self, summary: Sweep, above: Sequence[float], whole: Sequence[float]) -> RangeTotals:
        return stretch_of(summary, (above[0], above[1]), (whole[0], whole[1]))

    def told(self, summary: Sweep, stretches: Sequence[Any], whole: Sequence[float]) -> Sweep:
        made = [RangeTotals(concordant, precision, tuple(above), tuple(below)) for concordant, precision, above, below in stretches]
        return summary.telling(told_of(made, (whole[0], whole[1]), summary.beyond))

    def has(self, plan: "Plan", model: Model) -> bool:
        return model.score is not None

    def observe(self, block: "Block", plan: "Plan", model: Model) -> BinaryRows:
        assert model.score is not None
        place = positive_place(block.labels, plan.positive)
        positive = (block.codes(plan.label) == place).view(np.uint8)
        return BinaryRows(positive, read(block.numbers(model.score), model.direction), block.weight(plan.weight), model.direction)

    def of_arrays(
        self, y_true: object, given: object, weight: object, group: object, plan: "Plan", labels: object, name: str
    ) -> tuple[BinaryRows, None]:
        rows = binary_rows(y_true, given, weight, plan.positive, name=name, direction=plan.models[0].direction)
        refuse_not_finite(rows.score, name)
        return rows, None

    def summarise(self, rows: BinaryRows, plan: "Plan") -> Sweep:
        return Sweep.of_rows(rows)

    def summarise_like(self, rows: BinaryRows, plan: "Plan", like: Any) -> Sweep:
        # Weights are summed in the order of the scores, which only fine cells keep.
        coarse = isinstance(like, Sweep) and not like.exact and rows.weight is None
        return Sweep.in_cells_of(rows, like, plan.thresholds) if coarse else Sweep.of_rows(rows)

    def with_counts(self, summary: Any, counts: Mapping[float, Any]) -> Sweep:
        marked: Sweep = replace(summary, marks={t: (one.matrix[1, 1].item(), one.matrix[0, 1].item()) for t, one in counts.items()})
        return marked

    # Metrics

    def reads(self, reference: Reference) -> bool:
        return reference.entry.summary is Sweep

    def answers(self, reference: Reference, plan: "Plan") -> bool:
        cut = reference.entry.summary is Counts and reference.at is not None
        return (self.reads(reference) or cut) and not reference.over

    def objection(self, reference: Reference, plan: "Plan") -> str:
        turned = [model.name for model in plan.models if model.score is not None and model.direction != HIGHER]
        return no_probability(str(reference), turned[0]) if turned and reference.entry.probability else ""

    def refusal(self, reference: Reference, plan: "Plan") -> str:
        if not any(model.scored for model in plan.models):
            return say("scores.metric_needs_score", reference=reference)
        return say("scores.average_with_two_classes", reference=reference, name=reference.entry.name)

    def defaults(self, plan: "Plan", summaries: Mapping[str, object]) -> list[str]:
        if left_out(plan, summaries):
            return list(RANKED)
        cut = any(model.prediction for model in plan.models)
        return [*RANKED, *(name for name in PROBABLE if not (cut and "@" in name))]

    def arguments(self, reference: Reference, summary: Sweep, plan: "Plan") -> tuple[Any, dict[str, Any]]:
        if reference.entry.summary is not Counts:
            return summary, dict(reference.arguments)
        assert reference.at is not None
        return summary.at(reference.at), {**reference.arguments, **({"positive": 1} if reference.entry.averaging.per_class else {})}

    def beside(self, reference: Reference, summary: Sweep | None, value: Any) -> dict[str, Any]:
        if not isinstance(summary, Sweep):
            return {}
        return {"threshold": _reached(value, reference, summary), **certainty(reference, [summary])}

    # How sure

    def observed_rows(self, rows: BinaryRows) -> ModelRows:
        return ModelRows(rows, weight=rows.weight)

    def plain_sample(self, summary: Sweep) -> ResamplingData:
        return ResamplingData(summary)

    def grids(self, block: "Block", plan: "Plan", model: Model) -> dict[Any, Any]:
        return {None: thresholds_for(Sweep.of_rows(self.observe(block, plan, model)), 1, plan.thresholds, plan.grid_parts)}

    def table_bytes(self, plan: "Plan", model: Model, labels: int, sliced: bool) -> int:
        return table_bytes(1) // (SLICE_CELLS if sliced else 1)

    def blocks(self, plan: "Plan", model: Model, sliced: bool) -> SweepBlocks | None:
        grid = plan.grids.get((model.name, None))
        if grid is None:
            return None
        if sliced:
            inside = [t for t in plan.thresholds if t in grid]
            grid = in_order(np.concatenate([grid[::SLICE_CELLS], grid[-1:], inside]), model.direction)
        return SweepBlocks(grid, direction=model.direction)

    def blocked(self, blocks: Any, assignment: BlockAssignment, labels: list[Any]) -> BlockedRows:
        return BlockedRows(assignment, {None: SweepTable(blocks.thresholds, blocks.table, blocks.direction)})

    def band(self, evaluation: "Evaluation", curve: str, model: str, summary: Sweep) -> "Band | None":
        known = evaluation.samples.get((model, self.key))
        if evaluation.level is None or (known is None and (evaluation.weight is not None or evaluation.cluster is not None)):
            return None
        return band_of(known or ResamplingData(summary), curve, evaluation.level, BAND_REPLICATES, 0)

    def notes(self, known: Mapping[str, Any]) -> list[Message]:
        said = [*notes_on_direction(known), *notes_on_profit(known)]
        first = next((one for one in known.values() if one.rows is not None), None)
        if first is None:
            return said
        summaries = {name: one.summary for name, one in known.items() if one.summary is not None}
        left = list(left_out(first.plan, summaries).values()) if first.plan.defaults else []
        found = likeness_of(first.rows, ()) if first.cluster is None and not first.plan.elsewhere else None
        if found is None or not found.clustered:
            return [*said, *left]
        return [*said, *left, Message("rows_err_together", correlation=found.correlation)]

    # What is said

    def amount(self, summary: Sweep) -> float | None:
        return summary.n if summary is not None else None

    def tell(self, summary: Sweep, plan: "Plan", finished: "Pass | None" = None) -> dict[str, Any]:
        return told_of_classes(summary.positives, summary.n, plan, finished)

    def tell_pass(self, finished: "Pass") -> dict[str, Any]:
        return told_left_out(self, finished, left_out)

    def tell_model(self, summary: Sweep, plan: "Plan") -> dict[str, Any]:
        if not summary.probable or not summary.n:
            return {}
        return {"mean_prediction": mean_score(summary), "deviation_of_gaps": deviation_of_gaps(summary)}

    def said(self, evaluation: "Evaluation") -> list[HeaderItem]:
        return [*truth.facts(evaluation), *said_of_direction(evaluation), *said_of_profit(evaluation)]

    def observed(self, finished: "Pass", columns: list[str]) -> dict[str, Any]:
        from .likeness import in_order, likeness, scores_in_order
        from .swaps import swaps

        known = {"likeness": likeness(finished, columns), "in_order": in_order(finished), "swaps": swaps(finished, self)}
        return known | scores_in_order(finished, self)

    def fair(self, evaluation: "Evaluation") -> Sequence[str]:
        # Average precision and precision follow the share of positives, in which slices differ for reasons that are not the model's.
        return ("roc_auc", "gini", "accuracy", "balanced_accuracy", "recall", "specificity")

    def small(self, part: Any) -> bool:
        few = part.positives is not None and not LEAST_OF_CLASS <= part.positives <= part.rows - LEAST_OF_CLASS
        return super().small(part) or (few and isinstance(part.positives, int))  # a sum of weights is no number of rows

    def small_means(self) -> Message:
        return Message("small_slices_of_class", rows=LEAST_ROWS, least=LEAST_OF_CLASS)

    def large(self, evaluation: "Evaluation", part: object) -> bool:
        return slices.large(evaluation, part)

    def deviation(self, evaluation: "Evaluation", part: object, metric: str, whole: float) -> float:
        return slices.deviation(evaluation, part, metric, whole)

    def explained(self, evaluation: "Evaluation", metric: str, part: object, others: Sequence[object], value: float) -> float:
        return slices.explained(evaluation, metric, part, others)

    def reading(self, evaluation: "Evaluation") -> ScoreReading:
        return ScoreReading(evaluation)

    def remarks(self, evaluation: "Evaluation") -> dict[tuple[str, str], Message]:
        turned = ScoreReading(evaluation).wrong_way
        marked = [(name, metric) for name, metric in evaluation.values if name in turned and parse(metric).entry.name in BLIND]
        found = {(name, metric): Message("ranks_the_wrong_way", auc=turned[name]) for name, metric in marked}
        for name, metric in evaluation.values:
            held: Mapping[str, Any] = evaluation.summaries.get(name, {})
            sweep, at = held.get(self.key), parse(metric).at
            if isinstance(sweep, Sweep) and parse(metric).entry.at == "threshold" and at is not None and _short_of(sweep, at):
                found[name, metric] = Message("threshold_of_single_precision", at=at, score=float(np.float32(at)))
            elif isinstance(sweep, Sweep) and parse(metric).entry.name == "accuracy" and at is not None and sweep.tells(at):
                said = _majority_remark(evaluation, sweep, at)
                found |= {} if said is None else {(name, metric): said}
        return found

    def rules(self) -> "Sequence[Rule]":
        from . import curves, findings, repeats, rows

        return (*findings.RULES, *rows.RULES, *repeats.RULES, *curves.RULES)

    def figures(self) -> "Sequence[Figure]":
        from .figures import FIGURES

        return FIGURES

    def sections(self) -> "Sequence[Section]":
        from .page import SECTIONS

        return SECTIONS


def _short_of(sweep: Sweep, threshold: float) -> bool:
    """Whether scores of 32 bits that were meant to reach a threshold fall short of it by their rounding."""
    rounded = float(np.float32(threshold))
    if rounded == threshold or not sweep.exact or not np.isfinite(rounded):
        return False
    called = sweep.reaching(np.array([threshold, rounded]))
    place = int(called[1]) - 1
    return bool(called[1] > called[0] and sweep.thresholds[place] == rounded)


def _majority_remark(evaluation: "Evaluation", sweep: Sweep, at: float) -> Message | None:
    """What one must know of an accuracy at a threshold that always answering the commoner class hardly misses."""
    from ..labels.findings import majority_remark

    others = [name for name in evaluation.facts.get("classes") or () if name != evaluation.facts.get("positive")]
    commoner = evaluation.facts.get("positive") if sweep.positives > sweep.negatives or not others else others[0]
    return majority_remark(sweep.at(at), commoner)


def told_of_classes(positives: float, total: float, plan: "Plan", finished: "Pass | None") -> dict[str, Any]:
    """How much there is of the positive class, and of the whole how many rows of equal weight either class is worth."""
    if finished is None:
        return {"positives": positives}
    effective = positives, total - positives
    if plan.weight is not None:
        others = [label for label in finished.labels.names if label != plan.positive]
        effective = finished.effective_rows(plan.positive), finished.effective_rows(*others)
    return {"positives": positives, "effective_positives": effective[0], "effective_negatives": effective[1]}


def _reached(value: object, reference: Reference, sweep: Sweep) -> float | None:
    """The threshold at which a value is reached, where it has one."""
    if isinstance(value, Point):
        return value.threshold if value == value else None
    gap = reference.entry.uncertainty
    if not isinstance(gap, LargestGap) or value != value:
        return None
    threshold = gap.threshold(sweep, **reference.arguments)
    return threshold if math.isfinite(threshold) else None  # no gap anywhere is reached nowhere


def certainty(reference: Reference, sweeps: list[Sweep], average: str | None = None, averaged: bool = True) -> dict[str, Any]:
    """The interval that coarse sweeps leave open, or the mark that there is none."""
    if all(sweep.exact for sweep in sweeps):
        return {}
    bounds = reference.entry.bounds
    if bounds is None or not averaged or not all(sweep.n for sweep in sweeps) or not sweeps:
        return {"approximate": True}
    try:
        ends = np.array([bounds(sweep, **reference.arguments) for sweep in sweeps])
    except InputError:  # bounds exist for some options of a metric only
        return {"approximate": True}
    low, high = np.average(ends, axis=0, weights=[sweep.positives for sweep in sweeps] if average == "weighted" else None)
    return {"at_least": float(low), "at_most": float(high)}


def left_out(plan: "Plan", summaries: Mapping[str, Any]) -> dict[str, Message]:
    """Why metrics of probabilities are no defaults, by model; nothing where they are."""
    return {name: outside_unit(name, [sweep]) for name, sweep in summaries.items() if len(sweep) and not sweep.probable}


def outside_unit(model: str, sweeps: Sequence[Sweep]) -> Message:
    """That scores run past 0 and 1, and are no probabilities."""
    ends = [float(sweep.thresholds[place]) for sweep in sweeps if len(sweep) for place in (-1, 0)]
    return Message("scores_outside_unit", model=model, low=min(ends), high=max(ends))


def told_left_out(aspect: "ClassesAspect | ScoresAspect", finished: "Pass", why: Any) -> dict[str, Any]:
    """The fact that default metrics were left out, and why: a message for each model, as plain objects."""
    from ...evaluation.partial import WHOLE

    plan = finished.plan
    if not plan.defaults or aspect not in plan.aspects:
        return {}
    held = {model.name: finished.summary(WHOLE, model, aspect) for model in plan.models if aspect.has(plan, model)}
    found = why(plan, {name: summary for name, summary in held.items() if summary is not None})
    return {"left_out": [message.to_data() for message in found.values()]} if found else {}


def value_of_sweep(reference: Reference, known: ModelData, how: IntervalOptions | None) -> Value:
    """A metric of one class or label against all others, by its scores; with ``how``, and its interval."""
    scores = registry.aspect("scores")
    value = scores.value(reference, known.model.name, known.summary, known.plan)
    if how is None:
        return value
    sample = scores.sample(known, how)
    if isinstance(sample, Message):
        return value.without_interval(sample)
    return value.within(scores.estimates([(reference, value)], sample, how, known.plan)[str(reference)])
