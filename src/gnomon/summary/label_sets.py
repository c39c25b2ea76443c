"""LabelSets: rows that have several labels at once, as a 2x2 matrix for each label and how many rows went right and wrong in which way."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from ..errors import InputError
from ..inputs.tags import TagRows, tag_rows
from ..messages.language import listed
from ..types import Array
from .base import Summary
from .cells import Cells
from .counts import merged_labels
from .invariants import as_amounts, as_array, as_labels, same_totals
from .packing import Arrays


@dataclass(frozen=True, eq=False, repr=False)
class LabelSets(Summary):
    """Labels of which a row may have several, counted or weighed; it grows with the labels and with the sizes of the sets.

    ``tables`` has for each label the matrix of it (place 1) against its absence (place 0), rows truth and columns prediction.
    ``profiles`` are the ways in which rows went: labels found, labels said in vain, labels missed; ``weights`` how many went so.

    >>> import gnomon as gn
    >>> sets = gn.LabelSets.of([["a", "b"], [], ["c"]], [["a"], [], ["b", "c"]])
    >>> sets.labels, sets.tables[1].tolist(), sets.profiles.tolist()
    (('a', 'b', 'c'), [[1, 1], [1, 0]], [[0, 0, 0], [1, 0, 1], [1, 1, 0]])
    """

    labels: tuple[Any, ...]
    tables: Array
    profiles: NDArray[np.int64]
    weights: Array
    growth: ClassVar[str] = "labels"

    def __post_init__(self) -> None:
        labels = as_labels(self.labels)
        tables = as_amounts(self.tables, "tables", len(labels), 2, 2)
        profiles = as_array(self.profiles, "profiles", "iu", np.int64, None, 3)
        weights = as_amounts(self.weights, "weights", len(profiles))
        if profiles.size and (profiles.min() < 0 or profiles.max() > len(labels) or profiles.sum(1).max() > len(labels)):
            raise InputError("summary.profile_has_too_many_labels", count=len(labels))
        if len(weights) and not same_totals(tables.sum((1, 2)), weights.sum()):
            raise InputError("summary.label_tables_weights_differ")
        self.__dict__.update(labels=labels, tables=tables, profiles=profiles, weights=weights)

    @classmethod
    def of(cls, y_true: Any, y_pred: Any, *, labels: Any = None, weight: Any = None, missing: str = "error") -> "LabelSets":
        """Count true and predicted labels: lists of tags, or matrices with a column of 0 and 1 for each label."""
        return cls.of_rows(tag_rows(y_true, y_pred, weight, labels, missing))

    @classmethod
    def of_rows(cls, rows: TagRows) -> "LabelSets":
        """Count rows that are validated already."""
        truth, said = rows.truth.astype(bool), rows.given.astype(bool)
        cells = (~truth & ~said, ~truth & said, truth & ~said, truth & said)
        if rows.weight is None:
            sums = [cell.sum(0, dtype=np.int64) for cell in cells]
        else:
            sums = [np.asarray(rows.weight @ cell) for cell in cells]
        tables = np.stack(sums, axis=-1).reshape(len(rows.names), 2, 2)
        ways = np.stack([cell.sum(1, dtype=np.int64) for cell in (cells[3], cells[1], cells[2])], axis=-1)
        return cls(rows.names, tables, *_gathered(ways, np.ones(len(ways), np.int64) if rows.weight is None else rows.weight))

    @classmethod
    def empty(cls) -> "LabelSets":
        return cls((), np.zeros((0, 2, 2), np.int64), np.zeros((0, 3), np.int64), np.zeros(0, np.int64))

    @property
    def n(self) -> float:
        """All rows, or what they weigh."""
        return float(self.weights.sum()) if self.weights.dtype.kind == "f" else int(self.weights.sum())

    @property
    def cells(self) -> int:
        return len(self.labels) + len(self.weights)

    def by_label(self) -> Cells:
        """The matrices of all labels."""
        return Cells(self.tables)

    def by_row(self) -> Cells:
        """For each way in which rows went, the matrix of a row's labels."""
        found, vain, missed = self.profiles.T
        rest = len(self.labels) - found - vain - missed
        return Cells(np.stack([rest, vain, missed, found], axis=-1).reshape(-1, 2, 2))

    def over(self, labels: Sequence[Any]) -> "LabelSets":
        """The same over more labels, which no row has, in the order given."""
        labels = tuple(labels)
        if labels == self.labels:
            return self
        tables = np.zeros((len(labels), 2, 2), self.tables.dtype)
        tables[:, 0, 0] = self.weights.sum()
        tables[[labels.index(label) for label in self.labels]] = self.tables
        return LabelSets(labels, tables, self.profiles, self.weights)

    def _merge(self, other: "LabelSets") -> "LabelSets":
        if not len(self.weights) or not len(other.weights):
            mine, theirs = (self, other) if len(self.weights) else (other, self)
            return mine.over(merged_labels(mine.labels, theirs.labels)) if theirs.labels else mine
        labels = merged_labels(self.labels, other.labels)
        ways = _gathered(np.concatenate([self.profiles, other.profiles]), np.concatenate([self.weights, other.weights]))
        return LabelSets(labels, self.over(labels).tables + other.over(labels).tables, *ways)

    def _state(self) -> tuple[dict[str, Any], Arrays]:
        return {"labels": list(self.labels)}, {"tables": self.tables, "profiles": self.profiles, "weights": self.weights}

    @classmethod
    def _restore(cls, meta: dict[str, Any], arrays: Arrays) -> "LabelSets":
        return cls(meta["labels"], arrays["tables"], arrays["profiles"], arrays["weights"])

    def index(self, label: Any) -> int:
        """The place of a label."""
        if label in self.labels:
            return self.labels.index(label)
        raise InputError("summary.label_unknown", label=label, names=listed(map(repr, self.labels[:8])))

    def __repr__(self) -> str:
        return f"LabelSets({len(self.labels)} labels, {self.n:g} rows)"


def _gathered(ways: NDArray[np.int64], weights: Array) -> tuple[NDArray[np.int64], Array]:
    """Equal ways together, in their order, with what they weigh."""
    if not len(ways):
        return ways, weights
    most = int(ways.max()) + 1
    keys, place = np.unique((ways[:, 0] * most + ways[:, 1]) * most + ways[:, 2], return_inverse=True)
    profiles = np.stack([keys // most**2, keys // most % most, keys % most], axis=-1)
    sums = np.zeros(len(keys), weights.dtype)
    np.add.at(sums, place, weights)
    return profiles, sums
