"""The confusion matrix itself, and the report by class."""

from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from ..catalog import metric
from ..errors import parts_if_undefined
from ..result import Table, text_table
from ..summary import Counts
from ..summary.cells import mean_of_defined
from ..summary.counts import Normalize, Orientation
from ..words import Message, text_in
from ..words.language import language
from . import agreement, rates
from .class_averages import OverClasses

Floats = NDArray[np.float64]


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
    return Counts(c.labels, c.matrix, orientation, normalize)


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
        names = ("precision", "recall", "f1")
        n = self.support.sum()
        columns: dict[str, Any] = {"label": [*map(str, self.label), "", "accuracy", "macro", "weighted"]}
        for name in names:
            middle = self.accuracy if name == "f1" else ""
            columns[name] = [*getattr(self, name), "", middle, self.macro[name], self.weighted[name]]
        columns["support"] = [*self.support, "", n, n, n]
        lines = text_table(columns, most=200).split("\n")
        return "\n".join([*(line.rstrip() for line in lines), *(f"! {text_in(note, language())}" for note in self.notes)])


@metric(Counts, family="labels", averaging=OverClasses(), kind="table", undefined=rates.NO_ROWS)
def classification_report(c: Counts, undefined: Any = "warn") -> ClassificationReport:
    """Precision, recall, F1 and support of each class, with their macro and weighted averages.

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
    columns = {name: getattr(rates, name)(c) for name in ("precision", "recall", "f1")}
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
    for code, strange in (
        ("labels_never_found", columns["recall"] == 0),
        ("labels_never_predicted", c.predicted == 0),
        ("labels_never_true", c.actual == 0),
    ):
        labels = [repr(label) for label, yes in zip(c.labels, strange, strict=True) if yes]
        if labels:
            notes.append(Message(code, labels=labels))
    return notes
