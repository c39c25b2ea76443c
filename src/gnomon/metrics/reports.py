"""The confusion matrix itself, and the report by class."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from ..catalog import metric
from ..errors import UndefinedMetricError, parts_if_undefined
from ..messages import Message, text_in
from ..messages.language import language, say
from ..result import Table, text_table
from ..summary import Cells, Counts, LabelSets
from ..summary.cells import mean_of_defined
from ..summary.counts import Normalize, Orientation
from ..types import Floats
from . import agreement, rates
from .class_averages import OverClasses

NAMES = ("precision", "recall", "f1")


@metric(
    Counts,
    family="labels",
    averaging=OverClasses(),
    kind="table",
    undefined=rates.NO_ROWS,
    says={
        "orientation": "Which side the rows show when it is printed, drawn or converted.",
        "normalize": "Show shares of the true class, of the predicted class or of all rows; the counts stay in its matrix.",
    },
)
def confusion_matrix(c: Counts, *, orientation: Orientation = "truth-rows", normalize: Normalize | None = None) -> Counts:
    """How often each label met each prediction: rows truth, columns prediction.

    >>> import gnomon as gn
    >>> gn.confusion_matrix(["cat", "dog", "cat", "dog"], ["cat", "cat", "cat", "dog"])
           predicted
    truth  cat  dog
      cat    2    0
      dog    1    1
    >>> gn.confusion_matrix(["cat", "dog", "cat", "dog"], ["cat", "cat", "cat", "dog"], normalize="true")
           predicted
    truth     cat     dog
      cat  1.0000  0.0000
      dog  0.5000  0.5000
    """
    return c if (orientation, normalize) == (c.orientation, c.normalize) else Counts(c.labels, c.matrix, orientation, normalize)


@dataclass(frozen=True, eq=False, repr=False)
class ClassificationReport(Table):
    """Precision, recall and F1 of each class, and their averages. Undefined values are NaN, left out of the averages."""

    label: NDArray[Any]
    precision: Floats
    recall: Floats
    f1: Floats
    support: NDArray[Any]
    accuracy: float
    macro: dict[str, float]
    weighted: dict[str, float]
    majority_rate: float
    notes: tuple[str, ...]
    key: ClassVar[str] = "accuracy"

    def __str__(self) -> str:
        n = self.support.sum()
        columns: dict[str, Any] = {"label": [*map(str, self.label), "", "accuracy", "macro", "weighted"]}
        for name in NAMES:
            middle = self.accuracy if name == "f1" else ""
            columns[name] = [*getattr(self, name), "", middle, self.macro[name], self.weighted[name]]
        columns["support"] = [*self.support, "", n, n, n]
        lines = text_table(columns, most=200).split("\n")
        return "\n".join([*(line.rstrip() for line in lines), *(f"! {text_in(note, language())}" for note in self.notes)])


@dataclass(frozen=True, eq=False, repr=False)
class LabelSetsReport(ClassificationReport):
    """The same of labels of which a row may have several; ``accuracy`` is the share of rows with every label right.

    ``samples`` averages over rows: what each row's labels give, where that is defined.
    """

    micro: dict[str, float]
    samples: dict[str, float]

    def __str__(self) -> str:
        averages = {"micro": self.micro, "macro": self.macro, "weighted": self.weighted, "samples": self.samples}
        n = self.support.sum()
        columns: dict[str, Any] = {"label": [*map(str, self.label), "", *averages]}
        for name in NAMES:
            columns[name] = [*getattr(self, name), "", *(average[name] for average in averages.values())]
        columns["support"] = [*self.support, "", *[n] * len(averages)]
        lines = text_table(columns, most=200).split("\n")
        return "\n".join([*(line.rstrip() for line in lines), *(f"! {note}" for note in self.notes)])


@metric(Counts, family="labels", averaging=OverClasses(), kind="table", undefined=rates.NO_ROWS)
def classification_report(c: Counts, undefined: str | float = "warn") -> ClassificationReport:
    """Precision, recall, F1 and support of each class, with their macro and weighted averages.

    Rows may have several labels, as lists or as matrices of 0 and 1: then of each label, with micro, macro, weighted and samples averages.

    >>> import gnomon as gn
    >>> print(gn.classification_report([0, 0, 1, 1], [0, 1, 1, 1]))
       label  precision  recall      f1  support
           0     1.0000  0.5000  0.6667        2
           1     0.6667  1.0000  0.8000        2
    <BLANKLINE>
    accuracy                     0.7500        4
       macro     0.8333  0.7500  0.7333        4
    weighted     0.8333  0.7500  0.7333        4
    """
    columns = {name: getattr(rates, name)(c) for name in NAMES}
    notes = _notes(c, columns)
    if undefined != "warn":
        columns = {
            name: parts_if_undefined(name, values, c.labels, Message("zero_over_zero"), undefined) for name, values in columns.items()
        }
    accuracy = float(agreement.accuracy(c))
    return ClassificationReport(
        label=np.array(c.labels, dtype=object),
        support=c.actual,
        accuracy=accuracy,
        macro={name: float(mean_of_defined(values)) for name, values in columns.items()},
        weighted={name: float(mean_of_defined(values, c.actual)) for name, values in columns.items()},
        majority_rate=_majority(c),
        notes=tuple(notes),
        **columns,
    )


def _majority(c: Counts) -> float:
    return float(c.actual.max() / c.n) if c.n else float("nan")


def _notes(c: Counts, columns: dict[str, Floats]) -> list[Message]:
    """What the figures would hide from a reader in a hurry."""
    notes = []
    accuracy, majority = float(agreement.accuracy(c)), _majority(c)
    if accuracy <= majority and len(c.labels) > 1:
        label = c.labels[int(np.argmax(c.actual))]
        notes.append(Message("accuracy_no_better", accuracy=accuracy, majority=majority, label=repr(label)))
    return notes + _strange(c.labels, columns["recall"], c.predicted, c.actual)


def _strange(names: Sequence[Any], recall: Floats, predicted: Any, actual: Any) -> list[Message]:
    """Labels that one side knows only."""
    notes = []
    for code, strange in (
        ("labels_never_found", recall == 0),
        ("labels_never_predicted", predicted == 0),
        ("labels_never_true", actual == 0),
    ):
        labels = [repr(label) for label, yes in zip(names, strange, strict=True) if yes]
        if labels:
            notes.append(Message(code, labels=labels))
    return notes


def label_sets_report(sets: LabelSets, undefined: str = "warn") -> LabelSetsReport:
    """The report of labels of which a row may have several. Values that are undefined are left out of the averages, or as asked."""
    functions = {name: getattr(rates, name) for name in NAMES}
    columns = {name: function(Cells(sets.tables))[:, 1] for name, function in functions.items()}
    support, predicted = sets.tables[:, 1, :].sum(-1), sets.tables[:, :, 1].sum(-1)
    notes = _strange(sets.labels, columns["recall"], predicted, support)
    micro = {name: function(Cells(sets.tables.sum(0, keepdims=True)))[:, 1] for name, function in functions.items()}
    by_row = {name: function(sets.by_row())[:, 1] for name, function in functions.items()}
    if undefined != "warn":
        columns, micro = (
            {name: parts_if_undefined(name, values, named, Message("zero_over_zero"), undefined) for name, values in some.items()}
            for some, named in ((columns, sets.labels), (micro, ["micro"]))
        )
        by_row = {name: _rows_if_undefined(name, values, sets, undefined) for name, values in by_row.items()}
    wrong = sets.profiles[:, 1:].sum(1) > 0
    return LabelSetsReport(
        label=np.array([*sets.labels, None], dtype=object)[:-1],
        support=support,
        accuracy=float(sets.weights[~wrong].sum() / sets.n) if sets.n else float("nan"),
        macro={name: float(mean_of_defined(values)) for name, values in columns.items()},
        weighted={name: float(mean_of_defined(values, support)) for name, values in columns.items()},
        majority_rate=float(support.max() / sets.n) if sets.n and len(support) else float("nan"),
        notes=tuple(notes),
        micro={name: float(values[0]) for name, values in micro.items()},
        samples={name: float(mean_of_defined(values, sets.weights)) for name, values in by_row.items()},
        **columns,
    )


def _rows_if_undefined(name: str, values: Floats, sets: LabelSets, undefined: str | float) -> Floats:
    """The values of rows, with a number in the place of those that are undefined, or refused."""
    gone = np.isnan(values) & (sets.weights > 0)
    if undefined == "raise" and gone.any():
        cause = Message("rows_left_out", part=float(sets.weights[gone].sum()) / sets.n)
        raise UndefinedMetricError(say("metrics.metric_undefined_for_rows", name=name, reason=cause), cause)
    return values if undefined == "raise" else np.where(gone, float(undefined), values)


REPORTS: dict[str, Callable[[LabelSets, Any], LabelSetsReport]] = {"classification_report": label_sets_report}
"""Tables of labels that have a form for rows of several labels, by the name of their entry."""
