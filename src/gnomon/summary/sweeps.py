"""Sweeps: scores of several classes, as one sweep for each class against the rest, or for each pair of classes."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import permutations
from typing import Any, ClassVar, Literal

import numpy as np

from .. import _core
from ..errors import InputError
from ..inputs import BinaryRows, ClassRows, class_rows
from ..inputs.tags import TagRows
from ..messages.language import listed
from ..parallel import THREADS
from .base import Summary
from .invariants import as_labels
from .packing import Arrays
from .sweep import Sweep

Multiclass = Literal["ovr", "ovo", "multilabel"]


def each_class(rows: ClassRows) -> Iterator[BinaryRows]:
    """For each class, all rows with that class's score, positive where it is the class."""
    columns = _core.columns(rows.score, THREADS)
    for k in range(len(rows.codes.names)):
        yield BinaryRows(_core.binarize(rows.codes.values, k, THREADS)[0], columns[k], rows.weight)


def each_pair(rows: ClassRows) -> Iterator[tuple[tuple[int, int], BinaryRows]]:
    """For each ordered pair (a, b), the rows of these two classes with the score of a, positive where it is a."""
    columns = _core.columns(rows.score, THREADS)
    members = [np.flatnonzero(rows.codes.values == k) for k in range(len(rows.codes.names))]
    for a, b in permutations(range(len(members)), 2):
        at = np.concatenate([members[a], members[b]])
        positive = np.zeros(at.size, np.uint8)
        positive[: members[a].size] = 1
        yield (a, b), BinaryRows(positive, columns[a][at], None if rows.weight is None else rows.weight[at])


def _sweep(rows: BinaryRows, resolution: int | None) -> Sweep:
    return Sweep.of_rows(rows, resolution=resolution) if len(rows.score) else Sweep.empty()


@dataclass(frozen=True, eq=False, repr=False)
class Sweeps(Summary):
    """A sweep for each class (``"ovr"``: keys are labels) or each ordered pair (``"ovo"``: keys are pairs of labels).

    ``"multilabel"`` is a sweep for each label where a row may have several.

    >>> import gnomon as gn
    >>> scores = [[0.8, 0.1, 0.1], [0.2, 0.5, 0.3], [0.1, 0.2, 0.7]]
    >>> sorted(gn.Sweeps.of(["a", "b", "c"], scores).parts)
    ['a', 'b', 'c']
    """

    multiclass: Multiclass
    labels: tuple[Any, ...]
    parts: dict[Any, Sweep]
    growth: ClassVar[str] = "distinct scores"

    def __post_init__(self) -> None:
        if self.multiclass not in ("ovr", "ovo", "multilabel"):
            raise InputError("summary.multiclass_unknown", multiclass=self.multiclass)
        labels = as_labels(self.labels)
        meant = set(permutations(labels, 2) if self.multiclass == "ovo" else labels)
        if self.parts.keys() != meant or not all(isinstance(part, Sweep) for part in self.parts.values()):
            raise InputError("summary.sweep_parts_mismatch")
        self.__dict__["labels"] = labels

    @classmethod
    def of(
        cls,
        y_true: Any,
        y_score: Any,
        *,
        multiclass: Multiclass = "ovr",
        labels: Any = None,
        weight: Any = None,
        resolution: int | None = None,
        missing: str = "error",
    ) -> "Sweeps":
        """Sweep a column of scores for each class; columns stand in the order of ``labels`` (default: sorted)."""
        return cls.of_rows(class_rows(y_true, y_score, weight, labels, missing), multiclass, resolution)

    @classmethod
    def of_rows(cls, rows: ClassRows, multiclass: Multiclass, resolution: int | None = None) -> "Sweeps":
        """Sweep rows that are validated already."""
        names = rows.codes.names
        if multiclass == "ovr":
            return cls(
                "ovr", names, {name: Sweep.of_rows(part, resolution=resolution) for name, part in zip(names, each_class(rows), strict=True)}
            )
        if multiclass == "ovo":
            pairs = each_pair(rows)
            return cls("ovo", names, {(names[a], names[b]): _sweep(part, resolution) for (a, b), part in pairs})
        raise InputError("summary.multiclass_unknown_of_classes", multiclass=multiclass)

    @classmethod
    def of_tags(cls, rows: TagRows, resolution: int | None = None) -> "Sweeps":
        """A sweep for each label of rows that may have several."""
        columns = _core.columns(rows.given, THREADS)
        parts = (BinaryRows(np.ascontiguousarray(rows.truth[:, k]), columns[k], rows.weight) for k in range(len(rows.names)))
        return cls("multilabel", rows.names, {name: _sweep(part, resolution) for name, part in zip(rows.names, parts, strict=True)})

    @classmethod
    def empty(cls) -> "Sweeps":
        return cls("ovr", (), {})

    def _merge(self, other: "Sweeps") -> "Sweeps":
        if not self.parts or not other.parts:
            return self if self.parts else other
        if self.multiclass != other.multiclass or self.labels != other.labels:
            raise InputError(
                "summary.multiclass_sweeps_differ",
                multiclass=self.multiclass,
                labels=self.labels,
                multiclass_2=other.multiclass,
                labels_2=other.labels,
            )
        return Sweeps(self.multiclass, self.labels, {key: part + other.parts[key] for key, part in self.parts.items()})

    @property
    def cells(self) -> int:
        return sum(map(len, self.parts.values()))

    @property
    def curves(self) -> int:
        return len(self.parts)

    @property
    def mean_sum(self) -> float:
        """What the classes' scores of a row sum to, on average; of coarse sweeps, by the middle of what cells can hold."""
        parts = list(self.parts.values())
        tops = [np.where(s.thresholds <= 1, np.minimum(s.ceilings, 1.0), s.ceilings) for s in parts]
        total = sum(float((s.pos + s.neg) @ (s.thresholds + top)) / 2 for s, top in zip(parts, tops, strict=True))
        return total / parts[0].n if parts and parts[0].n else float("nan")

    @property
    def exact(self) -> bool:
        """Whether every distinct score has a cell of its own."""
        return all(part.exact for part in self.parts.values())

    def coarsened(self, resolution: int | None, marks: Sequence[float] = ()) -> "Sweeps":
        """The sweeps with at most so many cells each."""
        kept = marks if self.multiclass == "multilabel" else ()  # labels are cut one by one; a class is not
        return Sweeps(self.multiclass, self.labels, {key: part.coarsened(resolution, kept) for key, part in self.parts.items()})

    def _state(self) -> tuple[dict[str, Any], Arrays]:
        arrays: Arrays = {}
        metas = []
        for place, part in enumerate(self.parts.values()):
            meta, columns = part._state()
            metas.append(meta)
            arrays |= {f"{place}.{name}": column for name, column in columns.items()}
        keys = [list(key) if isinstance(key, tuple) else [key] for key in self.parts]
        return {"multiclass": self.multiclass, "labels": list(self.labels), "keys": keys, "parts": metas}, arrays

    @classmethod
    def _restore(cls, meta: dict[str, Any], arrays: Arrays) -> "Sweeps":
        parts = {}
        for place, (key, part) in enumerate(zip(meta["keys"], meta["parts"], strict=True)):
            columns = {name: arrays[f"{place}.{name}"] for name in ("thresholds", "pos", "neg")}
            names = as_labels(key)
            parts[names[0] if len(names) == 1 else names] = Sweep._restore(part, columns)
        return cls(meta["multiclass"], meta["labels"], parts)

    def __getitem__(self, key: Any) -> Sweep:
        """The sweep of a class, or of a pair of them."""
        if key not in self.parts:
            raise InputError("summary.sweep_key_unknown", key=key, names=listed(map(repr, list(self.parts)[:8])))
        return self.parts[key]

    def __repr__(self) -> str:
        return f"Sweeps({self.multiclass}, {len(self.labels)} classes, {len(self.parts)} sweeps)"
