"""The confusion matrix itself, and the report by class."""

from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from ..catalog import metric
from ..result import Table, text_table
from ..summary import Counts
from ..summary.counts import Orientation
from . import classification as rates

Floats = NDArray[np.float64]


@metric(Counts, family="classification", kind="table", undefined="there are no rows")
def confusion_matrix(c: Counts, *, orientation: Orientation = "truth-rows") -> Counts:
    """How often each label met each prediction: rows truth, columns prediction.

    >>> import gnomon as gn
    >>> gn.confusion_matrix(["cat", "dog", "cat", "dog"], ["cat", "cat", "cat", "dog"])
           predicted
    truth  cat  dog
      cat    2    0
      dog    1    1
    """
    return Counts(c.labels, c.matrix, orientation)


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
        return "\n".join([*(line.rstrip() for line in lines), *(f"! {note}" for note in self.notes)])


def _mean(values: Floats, weights: Any = None) -> float:
    defined = ~np.isnan(values)
    if not defined.any() or (weights is not None and not weights[defined].sum()):
        return float("nan")
    return float(np.average(values[defined], weights=None if weights is None else weights[defined]))


@metric(Counts, family="classification", kind="table", undefined="there are no rows")
def classification_report(c: Counts) -> ClassificationReport:
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
    accuracy = float(rates.accuracy(c))
    return ClassificationReport(
        label=np.array(c.labels, dtype=object),
        support=c.actual,
        accuracy=accuracy,
        macro={name: _mean(values) for name, values in columns.items()},
        weighted={name: _mean(values, c.actual) for name, values in columns.items()},
        majority_rate=_majority(c),
        notes=tuple(_notes(c, columns["recall"], accuracy)),
        **columns,
    )


def _majority(c: Counts) -> float:
    return float(c.actual.max() / c.n) if c.n else float("nan")


def _notes(c: Counts, recall: Floats, accuracy: float) -> list[str]:
    """What the figures would hide from a reader in a hurry."""
    notes = []
    majority = _majority(c)
    if accuracy <= majority and len(c.labels) > 1:
        label = c.labels[int(np.argmax(c.actual))]
        notes.append(f"accuracy {accuracy:.4g} is no better than always answering {label!r} ({majority:.4g})")
    missed = [repr(label) for label, r in zip(c.labels, recall, strict=True) if r == 0]
    if missed:
        notes.append(f"never found: {', '.join(missed)} (recall 0)")
    unseen = [repr(label) for label, p in zip(c.labels, c.predicted, strict=True) if p == 0]
    if unseen:
        notes.append(f"never predicted: {', '.join(unseen)} (precision undefined, left out of the averages)")
    return notes
