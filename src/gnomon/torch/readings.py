"""What rows of tensors are read as: scores of two classes, scores by class, predicted labels, numbers, or lists.

The metrics asked for and ``classes=`` say which, before any tensor is there: every rank then reads alike, whatever its rows are.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from ..catalog import Reference
from ..catalog.reference import parse_list
from ..errors import InputError, OptionError
from ..messages.language import term
from ..metrics.class_averages import reads_distributions
from ..summary import Amounts, ClassRanks, Counts, Joint, Moments, Ranked, Spread, Sweep
from .columns import (
    TensorRows,
    refuse_fractions,
    refuse_no_distribution,
    refuse_no_probabilities,
    refuse_other_classes,
    refuse_other_than_two,
)
from .ways import LOGITS, SCORES, SummaryBuilder, by_class, by_rank, counted, paired, summed

FROM_SPREAD = ("absolute", "pinball")
"""Losses whose best constant is a quantile of the truths."""


@dataclass(frozen=True, eq=False)
class TensorReader:
    """Base of the readings: the metrics it answers, the way to each, and what rows must be."""

    references: tuple[Reference, ...]
    classes: int | None = None
    logits: bool = False

    widths: tuple[int, ...] = (1,)
    """How many columns ``preds`` may have."""

    @property
    def labelled(self) -> bool:
        """Whether ``preds`` of one column are predicted labels, so that fractions cannot be meant."""
        return False

    def ways(self) -> dict[str, SummaryBuilder]:
        """The way to each metric, by its reference."""
        raise NotImplementedError

    def check(self, columns: TensorRows) -> None:
        """Refuse rows that cannot be meant."""


class ScoreReader(TensorReader):
    """A score for each row, of class 1 against class 0. What is cut or calibrated reads probabilities, ranks read the scores."""

    def ways(self) -> dict[str, SummaryBuilder]:
        return {str(one): LOGITS if self.logits and reads_probability(one) else SCORES for one in self.references}

    def check(self, columns: TensorRows) -> None:
        refuse_other_than_two(columns)
        probability = next((one for one in self.references if one.entry.probability), None)
        if probability is not None and not self.logits:
            refuse_no_probabilities(columns, str(probability))


def reads_probability(reference: Reference) -> bool:
    """Whether a metric of scores depends on more than their order."""
    return reference.entry.probability or reference.entry.summary is Counts


class ClassScores(TensorReader):
    """A column of scores for each class, of which the highest is predicted."""

    @property
    def labelled(self) -> bool:
        return True

    def ways(self) -> dict[str, SummaryBuilder]:
        return {str(one): self._way(one) for one in self.references}

    def _way(self, reference: Reference) -> SummaryBuilder:
        assert self.classes is not None
        if reference.entry.summary is Counts:
            return counted(self.classes)
        if reference.entry.summary is ClassRanks:
            return by_rank(self.classes, self.logits and reference.entry.name != "top_k_accuracy")
        return by_class(reference.over.get("multiclass", "ovr"), self.classes, self.logits)

    def check(self, columns: TensorRows) -> None:
        assert self.classes is not None
        refuse_other_classes(columns, "target", self.classes)
        if columns.preds.ndim == 1:
            refuse_other_classes(columns, "preds", self.classes)
        elif not self.logits:
            whole = next((one for one in self.references if reads_distributions(one)), None)
            each = next((one for one in self.references if one.entry.probability or one.entry.name == "top_label_ece"), None)
            if whole is not None:
                refuse_no_distribution(columns, str(whole))
            elif each is not None:
                refuse_no_probabilities(columns, str(each))


class LabelReader(TensorReader):
    """A predicted label for each row."""

    @property
    def labelled(self) -> bool:
        return True

    def ways(self) -> dict[str, SummaryBuilder]:
        return dict.fromkeys(map(str, self.references), counted(None))

    def check(self, columns: TensorRows) -> None:
        for name in ("target", "preds"):
            refuse_fractions(columns, name)


class Numbers(TensorReader):
    """A predicted number for each row."""

    def ways(self) -> dict[str, SummaryBuilder]:
        kinds = {str(one): Spread if one.arguments.get("loss") in FROM_SPREAD else one.entry.summary for one in self.references}
        moments = summed([one for one in self.references if kinds[str(one)] is Moments])
        return {name: moments if kind is Moments else paired(kind) for name, kind in kinds.items()}


KINDS: dict[type, str] = {Sweep: "scores", Counts: "labels", ClassRanks: "classes", Ranked: "lists"}
KINDS |= dict.fromkeys((Moments, Spread, Joint, Amounts), "numbers")


@dataclass(frozen=True, eq=False)
class MetricPlan:
    """All that is done with rows: how they are read, the ways to summaries, and the metrics of lists, which are made at the end."""

    asked: tuple[str, int | None, bool]
    """The arguments of :func:`recipe_of`, in which metrics are written as they print."""
    references: tuple[Reference, ...]
    reading: TensorReader | None
    ways: dict[str, SummaryBuilder]
    lists: tuple[Reference, ...]


@cache
def recipe_of(metrics: str, classes: int | None, logits: bool) -> MetricPlan:
    """The recipe for some metrics; it is kept, since metrics that are copied or sent elsewhere carry its arguments alone."""
    references = tuple(_whole(reference) for reference in parse_list(metrics))
    if not references:
        raise InputError("torch.metrics_empty")
    kinds = {str(one): _kind(one, classes) for one in references}
    lists = tuple(one for one in references if kinds[str(one)] == "lists")
    others = tuple(one for one in references if one not in lists)
    reading = _reading(others, kinds, classes, logits) if others else None
    if reading is None or isinstance(reading, (LabelReader, Numbers)):
        if logits:
            raise InputError("torch.logits_unsupported", metric=references[0])
        if lists and others:
            _refuse_together(lists[0], others[0])
    return MetricPlan(
        (",".join(map(str, references)), classes, logits), references, reading, {} if reading is None else reading.ways(), lists
    )


def _whole(reference: Reference) -> Reference:
    """A reference to one value, with all options that it needs."""
    entry = reference.entry
    if entry.kind != "value":
        raise InputError("inference.metric_not_single_value", reference=reference, kind=term(entry.kind))
    try:
        entry.check(reference.arguments)
    except OptionError as error:
        raise InputError("inference.metric_reference_miswritten", reference=reference, said=error.said, written=entry.written) from None
    return reference


def _kind(reference: Reference, classes: int | None) -> str:
    """What rows a metric reads."""
    kind = KINDS.get(reference.entry.summary)
    if kind is None:
        raise InputError(
            "torch.metric_not_streamable",
            reference=reference,
            name=reference.entry.name,
        )
    if reference.at is not None and kind == "labels":
        kind = "scores"
        if classes is not None:
            raise InputError(
                "torch.threshold_not_allowed_with_classes",
                reference=reference,
            )
    if kind == "classes" and classes is None:
        raise InputError("torch.metric_needs_classes", reference=reference)
    return kind if classes is None or kind not in ("scores", "labels") else "classes"


def _reading(references: Sequence[Reference], kinds: dict[str, str], classes: int | None, logits: bool) -> TensorReader:
    """The one way to read rows that serves all these metrics."""
    first = kinds[str(references[0])]
    for one in references:
        if kinds[str(one)] != first:
            _refuse_together(references[0], one)
    if first == "classes":
        scored = any(one.entry.summary is not Counts for one in references)
        assert classes is not None
        return ClassScores(tuple(references), classes, logits, (classes,) if scored or logits else (classes, 1))
    if classes is not None:
        raise InputError("torch.classes_unsupported", metric=references[0])
    found: dict[str, Any] = {"scores": ScoreReader, "labels": LabelReader, "numbers": Numbers}
    made: TensorReader = found[first](tuple(references), None, logits)
    return made


def _refuse_together(first: Reference, other: Reference) -> None:
    """Two metrics that read preds and target differently."""
    labels = next((one for one in (first, other) if one.entry.summary is Counts and one.at is None), None)
    if labels is not None and {first.entry.summary, other.entry.summary} == {Counts, Sweep}:
        raise InputError(
            "torch.threshold_missing",
            labels=labels,
        )
    raise InputError("torch.metric_readings_conflict", first=first, other=other)
