"""Predicted labels: the truth against what was called, as a confusion matrix."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...catalog import Reference, parse
from ...errors import InputError
from ...evaluation.models import Model
from ...evaluation.schema import CLASS_FACTS
from ...inference.blocks import MOST_BLOCKS, BlockAssignment, BlockedRows, MatrixTable
from ...inference.observed import ModelRows, PredictedLabels
from ...inference.sample import ResamplingData
from ...inputs import ClassRows, category_order, class_rows, encode_pair, to_array
from ...inputs.classes import highest_class
from ...inputs.labels import label_order
from ...inputs.numbers import as_weight
from ...messages import Message
from ...messages.language import listed, say
from ...summary import Counts
from ...summary.cells import counted
from ...value import Value
from .. import truth
from ..aspect import ModelData
from ..parts import ColumnRole, HeaderItem
from ..row_order import Sides, called_alike, order_observed
from ..rowwise import RowAspect
from ..scores import slices
from ..scores.aspect import told_of_classes
from ..scores.reading import ScoreReading
from .blocks import MOST_BYTES, MatrixBlocks

if TYPE_CHECKING:
    from ...evaluation.finished import Pass
    from ...evaluation.plan import Plan
    from ...evaluation.result import Evaluation
    from ...evaluation.rows import Block
    from ...findings.finding import Rule
    from ...inference.estimate import IntervalOptions
    from ...report.section import Section
    from ..parts import Figure


TWO_LABELS = ("accuracy", "balanced_accuracy", "precision", "recall", "specificity", "f1", "mcc", "kappa")
MANY_LABELS = ("accuracy", "balanced_accuracy", "f1(average=macro)", "f1(average=weighted)", "mcc", "kappa")


class LabelRows(NamedTuple):
    """True and predicted labels, as places among ``names``."""

    truth: NDArray[Any]
    predicted: NDArray[Any]
    weight: NDArray[np.float64] | None
    names: tuple[Any, ...]
    ordered: tuple[Any, ...]
    """The same names in their order."""

    @property
    def places(self) -> NDArray[np.int64]:
        """Where each of the names stands in their order."""
        at = {name: place for place, name in enumerate(self.ordered)}
        return np.array([at[name] for name in self.names], np.int64)


class LabelsAspect(RowAspect):
    """A predicted label for each row; of scores by class, the class that scores highest."""

    fact_shapes = CLASS_FACTS
    argument = "prediction"

    def parts(self, plan: "Plan") -> Iterable[ColumnRole]:
        yield ColumnRole("label", plan.label, "label")
        for model in plan.models:
            if model.prediction is not None:
                yield ColumnRole("prediction", model.prediction, "label")
            elif model.scores is not None:
                yield from (ColumnRole("score", column, "number") for column in model.scores.values())

    def has(self, plan: "Plan", model: Model) -> bool:
        return model.prediction is not None or model.scores is not None

    def observe(self, block: "Block", plan: "Plan", model: Model) -> LabelRows:
        names, ordered = tuple(block.labels), tuple(block.ordered)
        if model.prediction is not None:
            return LabelRows(block.codes(plan.label), block.codes(model.prediction), block.weight(plan.weight), names, ordered)
        assert model.scores is not None
        matrix = np.column_stack([block.numbers(column) for column in model.scores.values()])
        places = np.array([names.index(name) for name in model.scores], np.uint16)
        return LabelRows(block.codes(plan.label), places[np.argmax(matrix, axis=1)], block.weight(plan.weight), names, ordered)

    def of_arrays(
        self, y_true: object, given: object, weight: object, group: object, plan: "Plan", labels: object, name: str
    ) -> tuple[LabelRows, None]:
        if to_array(given, name).ndim == 2:
            return _called_highest(class_rows(y_true, given, weight, name=name), category_order(y_true)), None
        refuse_scores(given, name)
        truth, predicted = encode_pair(y_true, given, labels, name=name)
        y, p = (codes.values.astype(np.int64) - codes.low for codes in (truth, predicted))
        return LabelRows(y, p, as_weight(weight, y.size, "y_true"), truth.names, truth.names), None

    def summarise(self, rows: LabelRows, plan: "Plan") -> Counts:
        matrix = counted(rows.truth, rows.predicted, len(rows.names), rows.weight)[0]
        order = np.argsort(rows.places)
        return Counts(rows.ordered, matrix[np.ix_(order, order)])

    def completed(self, summary: Counts | None, labels: list[Any]) -> Counts:
        if summary is None:
            return Counts(labels, np.zeros((len(labels), len(labels)), np.int64))
        return Counts(labels, summary._spread(tuple(labels)))

    # Metrics

    def answers(self, reference: Reference, plan: "Plan") -> bool:
        if not self.reads(reference) or reference.at is not None or reference.over.get("average") == "samples":
            return False
        if not _several(plan):
            return not reference.over
        return "average" in reference.over or not reference.entry.averaging.per_class

    def refusal(self, reference: Reference, plan: "Plan") -> str:
        entry, name = reference.entry, str(reference)
        if reference.over.get("average") == "samples":
            return say(
                "labels.samples_average_single_label",
                name=name,
                name_2=entry.name,
            )
        if _several(plan):
            if reference.at is not None:
                return say("labels.threshold_needs_two_classes", name=name, at=reference.at)
            return say("labels.average_missing", name=name, name_2=entry.name)
        if reference.over:
            return say("labels.average_with_two_classes", name=name, name_2=entry.name)
        if reference.at is None:
            threshold = say("labels.remedy_give_threshold", name=name) if entry.at == "threshold" else ""
            return say("labels.predicted_labels_missing", name=name, threshold=threshold)
        return say("labels.scores_missing_for_threshold", name=name, name_2=entry.name)

    def defaults(self, plan: "Plan", summaries: Mapping[str, object]) -> list[str]:
        return list(MANY_LABELS if _several(plan) else TWO_LABELS)

    def arguments(self, reference: Reference, summary: Counts, plan: "Plan") -> tuple[Any, dict[str, Any]]:
        options: dict[str, Any] = {**reference.arguments, **{k: v for k, v in reference.over.items() if k != "multiclass"}}
        if reference.entry.averaging.per_class and "average" not in options:
            options["positive"] = plan.positive
        return summary, options

    def class_value(self, reference: Reference, label: str, known: ModelData, how: "IntervalOptions | None") -> Value | None:
        if not self.reads(reference) or reference.at is not None or not reference.entry.averaging.per_class or reference.over:
            return None
        name = place_of(label, known.summary.labels, str(reference))
        rows = known.rows
        if rows is not None:
            mine = rows.names.index(name)
            rows = two_way((rows.truth == mine), (rows.predicted == mine), rows.weight)
        return self.value_of_two(reference, replace(known, summary=against_rest(known.summary, name), rows=rows), how)

    def value_of_two(self, reference: Reference, known: ModelData, how: "IntervalOptions | None") -> Value:
        """A metric of one label against its absence, which are called 1 and 0 here; with ``how``, and its interval."""
        plan = known.plan.replace(positive=1)
        value = self.value(reference, known.model.name, known.summary, plan)
        if how is None:
            return value
        sample = self.sample(replace(known, plan=plan), how)
        if isinstance(sample, Message):
            return value.without_interval(sample)
        return value.within(self.estimates([(reference, value)], sample, how, plan)[str(reference)])

    # How sure

    def needs_blocks(self, plan: "Plan", sliced: bool = False) -> bool:
        return super().needs_blocks(plan, sliced) or (not sliced and any(model.scores is not None for model in plan.models))

    def table_bytes(self, plan: "Plan", model: Model, labels: int, sliced: bool) -> int:
        return min(8 * MOST_BLOCKS * max(labels, 2) ** 2, MOST_BYTES)

    def observed_rows(self, rows: LabelRows) -> ModelRows:
        places = rows.places
        return ModelRows(labels=PredictedLabels(places[rows.truth], places[rows.predicted], rows.ordered), weight=rows.weight)

    def plain_sample(self, summary: Counts) -> ResamplingData:
        return ResamplingData(labels=summary)

    def sample(self, known: ModelData, how: "IntervalOptions") -> Any:
        # Labels of rows that count alike need no blocks, though the scores that they may come from do.
        if known.plan.weight is None and known.plan.cluster is None:
            return self.plain_sample(known.summary)
        return super().sample(known, how)

    def blocks(self, plan: "Plan", model: Model, sliced: bool) -> MatrixBlocks | None:
        return MatrixBlocks()

    def blocked(self, blocks: Any, assignment: BlockAssignment, labels: list[Any]) -> BlockedRows:
        return BlockedRows(assignment, labels=MatrixTable(tuple(labels), blocks.spread(tuple(labels), blocks.blocks)))

    # What is said

    def amount(self, summary: Counts | None) -> float | None:
        return None if summary is None else summary.n.item()

    def tell(self, summary: Counts, plan: "Plan", finished: "Pass | None" = None) -> dict[str, Any]:
        if _several(plan):
            return {}
        positives = summary.actual[summary.index(plan.positive)].item() if plan.positive in summary.labels else 0
        return told_of_classes(positives, summary.n.item(), plan, finished)

    def said(self, evaluation: "Evaluation") -> list[HeaderItem]:
        return truth.facts(evaluation)

    def observed(self, finished: "Pass", columns: list[str]) -> dict[str, Any]:
        block, plan = finished.block, finished.plan
        if block is None or plan.elsewhere:
            return {}
        rows = {model.name: self.observe(block, plan, model) for model in plan.models if self.has(plan, model)}
        return order_observed({name: Sides(called_alike, one.truth, one.predicted) for name, one in rows.items()}, block.places())

    def fair(self, evaluation: "Evaluation") -> Sequence[str]:
        # Average precision and precision follow the share of positives, in which slices differ for reasons that are not the model's.
        return ("accuracy",) if _several(evaluation.plan) else ("accuracy", "balanced_accuracy", "recall", "specificity")

    def large(self, evaluation: "Evaluation", part: object) -> bool:
        return slices.large(evaluation, part)

    def deviation(self, evaluation: "Evaluation", part: object, metric: str, whole: float) -> float:
        return slices.deviation(evaluation, part, metric, whole)

    def explained(self, evaluation: "Evaluation", metric: str, part: object, others: Sequence[object], value: float) -> float:
        return slices.explained(evaluation, metric, part, others)

    def reading(self, evaluation: "Evaluation") -> ScoreReading:
        return ScoreReading(evaluation)

    def remarks(self, evaluation: "Evaluation") -> dict[tuple[str, str], Message]:
        from .findings import majority_remark

        found: dict[tuple[str, str], Message] = {}
        for name, metric in evaluation.values:
            counts = evaluation.summaries[name].labels
            if parse(metric).entry.name == "accuracy" and parse(metric).at is None and counts is not None and len(counts.labels):
                said = majority_remark(counts, counts.labels[int(np.argmax(counts.actual))])
                found |= {} if said is None else {(name, metric): said}
        return found

    def rules(self) -> "Sequence[Rule]":
        from . import findings, rows

        return (*findings.RULES, *rows.RULES)

    def figures(self) -> "Sequence[Figure]":
        from .figures import FIGURES

        return FIGURES

    def sections(self) -> "Sequence[Section]":
        from .page import SECTIONS

        return SECTIONS


def against_rest(counts: Counts, label: object) -> Counts:
    """The confusion matrix of one class against all others."""
    place, matrix = counts.index(label), counts.matrix
    hit, row, column = matrix[place, place], matrix[place].sum(), matrix[:, place].sum()
    return Counts((0, 1), np.array([[matrix.sum() - row - column + hit, column - hit], [row - hit, hit]]))


def two_way(truth: Any, predicted: Any, weight: Any) -> LabelRows:
    """Rows of one label against its absence."""
    return LabelRows(np.asarray(truth, np.int64), np.asarray(predicted, np.int64), weight, (0, 1), (0, 1))


def place_of(label: str, labels: Sequence[object], metric: str) -> Any:
    """The class that is written so."""
    found = [one for one in labels if str(one) == label]
    if not found:
        raise InputError(
            "labels.class_unknown",
            metric=metric,
            label=label,
            names=listed(map(str, labels[:20])),
        )
    return found[0]


def _called_highest(rows: ClassRows, order: list[Any] | None) -> LabelRows:
    """Scores by class as the class that each row scores highest; classes in their order, whatever that of the columns."""
    names = rows.codes.names
    ordered = sorted(names, key=order.index if order is not None else label_order)
    return LabelRows(np.asarray(rows.codes.values), highest_class(rows), rows.weight, names, tuple(ordered))


def _several(plan: "Plan") -> bool:
    """Whether there are more classes than two."""
    return bool(plan.task is not None and plan.task.key == "multiclass")


def refuse_scores(given: object, name: str) -> None:
    """Scores where labels are meant: the metric wants a threshold."""
    values = to_array(given, name)
    if values.dtype.kind == "f" and (values != np.rint(values)).any():
        at = int(np.argmax(values != np.rint(values)))
        raise InputError(
            "labels.scores_given_as_labels",
            name=name,
            values=values[at],
            at=at,
        )
