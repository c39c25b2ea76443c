"""A metric reference computed of rows that another library hands over: what it reads of a model, and its value."""

import inspect
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Literal

import numpy as np

from ..catalog import Entry, Reference, parse
from ..catalog.reference import parse_list
from ..errors import InputError
from ..inference.public import one_value
from ..inference.threshold_range import refuse_far_threshold
from ..inputs import DEFAULT_POSITIVE, to_array
from ..messages.language import say
from ..metrics.class_averages import AllClasses
from ..public import function
from ..summary import Amounts, ClassRanks, Contingency, Counts, Joint, LabelSets, Moments, Ranked, Spread, Sweep

Reads = Literal["labels", "scores", "classes", "numbers"]

READS: dict[type, Reads] = {
    **dict.fromkeys((Counts, Contingency, LabelSets), "labels"),
    **dict.fromkeys((Sweep, Ranked), "scores"),
    ClassRanks: "classes",
    **dict.fromkeys((Moments, Spread, Amounts, Joint), "numbers"),
}
"""What metrics of each summary read of a model: its labels, one score a row, a score for each class, or predicted numbers."""


@dataclass(frozen=True)
class RowMetric:
    """A metric that is one value, has a better end, and reads rows. It travels as its text, since what a catalogue holds does not."""

    text: str
    undefined: Any = "warn"

    def __post_init__(self) -> None:
        entry, reference = self.entry, self.reference
        one_value(reference)
        if entry.summary not in READS:
            raise InputError("compat.metric_not_row_by_row", reference=reference)
        if entry.better is None:
            raise InputError("compat.metric_without_better_end", reference=reference)
        if entry.summary is Counts and "multiclass" in reference.over:
            raise InputError("compat.multiclass_with_labels", reference=reference)

    @cached_property
    def reference(self) -> Reference:
        """What the text says."""
        return parse(self.text)

    def __reduce__(self) -> tuple[Any, ...]:
        return RowMetric, (self.text, self.undefined)

    @property
    def entry(self) -> Entry:
        return self.reference.entry

    @property
    def name(self) -> str:
        """The reference as it prints."""
        return str(self.reference)

    @property
    def higher(self) -> bool:
        """Whether more of it is better."""
        return self.entry.better == "higher"

    @cached_property
    def reads(self) -> Reads:
        """What it reads; labels cut from scores at a threshold are scores."""
        return "scores" if self.cut is not None else READS[self.entry.summary]

    @cached_property
    def cut(self) -> float | None:
        """The threshold at which scores become labels."""
        return self.reference.at if self.entry.summary is Counts else None

    @property
    def probable(self) -> bool:
        """Whether scores must be probabilities."""
        return self.entry.probability

    @property
    def grouped(self) -> bool:
        """Whether it is a mean over groups of rows."""
        return self.entry.summary is Ranked

    @property
    def weighted(self) -> bool:
        """Whether rows may have weights."""
        return self._takes("weight")

    @property
    def averaged(self) -> bool:
        """Whether it says how classes are made into one value."""
        return bool(self.reference.over) and not self.grouped

    @property
    def one_class(self) -> bool:
        """Whether it is of one class against another, which has to be known."""
        return self._takes("positive") and not self.averaged

    def of_labels(self, y_true: object, y_pred: object, *, positive: object = DEFAULT_POSITIVE, weight: object = None) -> float:
        """The value of predicted labels."""
        return self._value(y_true, y_pred, **self._of_class(positive), weight=weight)

    def of_scores(
        self, y_true: object, y_score: object, *, positive: object = DEFAULT_POSITIVE, weight: object = None, group: object = None
    ) -> float:
        """The value of one score a row, higher for the positive class."""
        if self.cut is not None:
            return self._cut(y_true, y_score, positive, weight)
        if not self.grouped:
            return self._value(y_true, y_score, **self._of_class(positive), weight=weight)
        if not self._takes("positive") and positive is not DEFAULT_POSITIVE:
            y_true = (to_array(y_true, "y_true") == positive).astype(np.int64)
        if group is None:
            raise InputError(
                "compat.metric_group_missing",
                reference=self.name,
            )
        return self._value(y_true, y_score, group=group, **self._of_class(positive), weight=weight)

    def of_classes(self, y_true: object, y_score: object, classes: Sequence[object], *, weight: object = None) -> float:
        """The value of a score for each class, in columns in the order of the classes."""
        if self.cut is not None or self.grouped:
            raise InputError(
                "compat.metric_of_one_score",
                reference=self.name,
                count=len(classes),
            )
        each = self.averaged and isinstance(self.entry.averaging, AllClasses)
        return self._value(y_true, y_score, labels=list(classes), weight=weight, **({"multiclass": "ovr"} if each else {}))

    def of_numbers(self, y_true: object, y_pred: object, *, weight: object = None) -> float:
        """The value of predicted numbers."""
        return self._value(y_true, y_pred, weight=weight)

    def refuse_weights(self, remedy: str) -> None:
        """Refuse weights where the metric knows none."""
        if not self.weighted:
            raise InputError("compat.metric_weights_unsupported", reference=self.name, remedy=remedy)

    def _takes(self, keyword: str) -> bool:
        return keyword in inspect.signature(function(self.entry.name)).parameters

    def _of_class(self, positive: object) -> dict[str, Any]:
        return {"positive": positive} if positive is not DEFAULT_POSITIVE and self.one_class else {}

    def _value(self, *arrays: Any, weight: object = None, **given: Any) -> float:
        if weight is not None:
            self.refuse_weights(say("compat.remedy_leave_them_out"))
            given["weight"] = weight
        options = {**given, **self.reference.arguments, **self.reference.over}
        return float(function(self.entry.name)(*arrays, **options, undefined=self.undefined))

    def _cut(self, y_true: object, y_score: object, positive: object, weight: object) -> float:
        """The value of labels that scores of at least the threshold make."""
        if self.averaged:
            raise InputError("compat.average_without_classes", reference=self.name)
        assert self.cut is not None
        sweep = Sweep.of(y_true, y_score, positive=positive, weight=weight)
        refuse_far_threshold(self.reference, sweep, "y_score", whole=False)
        given = {"positive": 1} if self._takes("positive") else {}
        return float(function(self.entry.name)(sweep.at(self.cut), **given, **self.reference.arguments, undefined=self.undefined))


def named(metric: str | Reference | Sequence[str | Reference]) -> tuple[list[str], bool]:
    """The references that were named, once each, and whether they came as several: in a list, or set apart by commas."""
    if isinstance(metric, (str, Reference)):
        found = [str(metric)] if isinstance(metric, Reference) else list(map(str, parse_list(metric)))
        several = len(found) > 1
    else:
        found, several = [str(one if isinstance(one, Reference) else parse(one)) for one in metric], True
    if not found:
        raise InputError("compat.metric_name_missing", metric=metric)
    for at, one in enumerate(found):
        if one in found[:at]:
            raise InputError("compat.metric_twice", one=one)
    return found, several
