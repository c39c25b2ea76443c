"""ClassRanks: where the true class stands among the scores of its row, and whether the class that scores highest is the true one."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from ..errors import InputError
from ..inputs import BinaryRows, ClassRows, class_rows
from ..types import Array
from .base import Summary
from .invariants import as_amounts, as_array, as_labels, same_totals
from .packing import Arrays
from .sweep import Sweep


@dataclass(frozen=True, eq=False, repr=False)
class ClassRanks(Summary):
    """Rows by how many classes score above the true one and how many score the same, and a sweep of the highest scores.

    ``above``, ``tied`` and ``weight`` are columns: so much weight has rows whose true class has ``above`` classes above it and shares
    its score with ``tied`` classes, itself among them. In ``top`` a row is positive where the class that scores highest is the true one;
    of classes that share the highest score the first in the order of the labels is meant, as for a predicted label.

    >>> import gnomon as gn
    >>> ranks = gn.ClassRanks.of(["a", "b", "c"], [[0.8, 0.1, 0.1], [0.5, 0.2, 0.3], [0.1, 0.45, 0.45]])
    >>> ranks.above.tolist(), ranks.tied.tolist()
    ([0, 0, 2], [1, 2, 1])
    """

    labels: tuple[Any, ...]
    above: Array
    tied: Array
    weight: Array
    top: Sweep
    growth: ClassVar[str] = "distinct scores"
    arguments: ClassVar[dict[str, str]] = {"y_score": "The scores: a column for each class, in the order of labels."}

    def __post_init__(self) -> None:
        labels = as_labels(self.labels)
        weight = as_amounts(self.weight, "weight", None)
        above, tied = (as_array(given, name, "iu", np.int64, len(weight)) for name, given in (("above", self.above), ("tied", self.tied)))
        most = len(labels)
        if len(weight) and (above.min() < 0 or tied.min() < 1 or max(above.max(), tied.max()) > most or (above + tied).max() > most):
            raise InputError("summary.class_ranks_out_of_range", most=most)
        if not isinstance(self.top, Sweep) or not same_totals(weight.sum(), self.top.n):
            raise InputError("summary.class_ranks_top_mismatch")
        self.__dict__.update(labels=labels, above=above, tied=tied, weight=weight)

    @classmethod
    def of(cls, y_true: Any, y_score: Any, *, labels: Any = None, weight: Any = None, missing: str = "error") -> "ClassRanks":
        """From a column of scores for each class; columns stand in the order of ``labels`` (default: sorted)."""
        if y_score is None:
            raise InputError("summary.class_ranks_y_score_missing")
        return cls.of_rows(class_rows(y_true, y_score, weight, labels, missing))

    @classmethod
    def of_rows(cls, rows: ClassRows) -> "ClassRanks":
        """The same from rows that are validated already."""
        at, truth = np.arange(len(rows.score)), rows.codes.values.astype(np.int64) - rows.codes.low
        own = rows.score[at, truth][:, None]
        above, tied = (rows.score > own).sum(axis=1), (rows.score == own).sum(axis=1)
        best = np.argmax(rows.score, axis=1)
        top = BinaryRows((best == truth).astype(np.uint8), np.ascontiguousarray(rows.score[at, best]), rows.weight)
        weight = np.ones(len(at), np.int64) if rows.weight is None else rows.weight
        return cls(rows.codes.names, *_gathered(above, tied, weight), Sweep.of_rows(top) if len(at) else Sweep.empty())

    @classmethod
    def empty(cls) -> "ClassRanks":
        none = np.empty(0, np.int64)
        return cls((), none, none, none, Sweep.empty())

    def _merge(self, other: "ClassRanks") -> "ClassRanks":
        if not self.labels or not other.labels:
            return self if self.labels else other
        if self.labels != other.labels:
            raise InputError(
                "summary.class_ranks_labels_differ",
                labels=self.labels[:8],
                labels_2=other.labels[:8],
            )
        columns = (np.concatenate([getattr(self, name), getattr(other, name)]) for name in ("above", "tied", "weight"))
        return ClassRanks(self.labels, *_gathered(*columns), self.top + other.top)

    @property
    def n(self) -> Any:
        """The weight of all rows."""
        return self.weight.sum().item()

    @property
    def cells(self) -> int:
        return len(self.weight) + len(self.top)

    @property
    def curves(self) -> int:
        return 1

    @property
    def exact(self) -> bool:
        return self.top.exact

    def coarsened(self, resolution: int | None, marks: Sequence[float] = ()) -> "ClassRanks":
        return ClassRanks(self.labels, self.above, self.tied, self.weight, self.top.coarsened(resolution))

    def _state(self) -> tuple[dict[str, Any], Arrays]:
        meta, arrays = self.top._state()
        own = {"above": self.above, "tied": self.tied, "weight": self.weight}
        return {"labels": list(self.labels), "top": meta}, own | {f"top.{name}": column for name, column in arrays.items()}

    @classmethod
    def _restore(cls, meta: dict[str, Any], arrays: Arrays) -> "ClassRanks":
        top = {name.removeprefix("top."): column for name, column in arrays.items() if name.startswith("top.")}
        return cls(meta["labels"], arrays["above"], arrays["tied"], arrays["weight"], Sweep._restore(meta["top"], top))

    def __repr__(self) -> str:
        return f"ClassRanks({len(self.labels)} classes, weight {self.n:,.6g})"


def _gathered(above: Array, tied: Array, weight: Array) -> tuple[Array, Array, Array]:
    """Like places added up, in their order, without those of no weight."""
    wide = int(tied.max(initial=0)) + 1
    codes, places = np.unique(above.astype(np.int64) * wide + tied, return_inverse=True)
    total = np.zeros(len(codes), weight.dtype)
    np.add.at(total, places, weight)
    kept = total > 0
    return (codes // wide)[kept], (codes % wide)[kept], total[kept]
