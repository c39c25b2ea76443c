"""SpanErrors: what became of entities, by type: which types were taken for which, and how ends went wrong."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar

import numpy as np

from ..errors import InputError
from ..texts.schemes import misfits
from ..texts.span_matching import MatchMode, paired
from ..texts.spans import SpanPairs, Spans
from ..types import Integers
from .base import Summary
from .invariants import MOST_COUNTED, as_array, as_labels
from .packing import Arrays

FATES = ("correct", "wrong_type", "wrong_ends", "wrong_both", "missed", "spurious")
"""What became of entities: the same ends and type; only the same ends; only the type; an overlap; nothing; what was marked in vain."""
ENDS = ("longer", "shorter", "shifted")
SHIFTS = ("later", "earlier")
MISFITS = ("predicted_misfits", "predicted_tags", "true_misfits")


@dataclass(frozen=True, eq=False, repr=False)
class SpanErrors(Summary):
    """Entities by true and predicted type, and by what became of them.

    ``matrix`` has a row for each true type and a column for each predicted one; the last row is what was marked where nothing is, the last
    column what was missed. ``fates`` are counts by :data:`FATES`, ``ends`` those of wrong ends by :data:`ENDS`, ``misfits`` by
    :data:`MISFITS`: tags that are in no entity because they do not fit the scheme, and predicted tags other than O. ``shifts`` counts
    predicted entities that are true ones by :data:`SHIFTS`, with their places one more and one less; files from before have none.
    """

    types: tuple[str, ...] = ()
    matrix: Integers = field(default_factory=lambda: np.zeros((1, 1), np.int64))
    fates: Integers = field(default_factory=lambda: np.zeros(len(FATES), np.int64))
    ends: Integers = field(default_factory=lambda: np.zeros(len(ENDS), np.int64))
    misfits: Integers = field(default_factory=lambda: np.zeros(len(MISFITS), np.int64))
    shifts: Integers = field(default_factory=lambda: np.zeros(len(SHIFTS), np.int64))
    growth: ClassVar[str] = "labels"

    def __post_init__(self) -> None:
        types = as_labels(self.types, "types")
        if not all(isinstance(name, str) for name in types) or list(types) != sorted(types):
            raise InputError("summary.span_types_not_ascending")
        k = len(types) + 1
        matrix = np.asarray(self.matrix)
        if matrix.shape != (k, k):
            raise InputError("summary.span_matrix_shape_mismatch")
        held = {"matrix": as_array(matrix.reshape(-1), "matrix", "iu", np.int64, k * k).reshape(k, k)}
        held |= {name: as_array(getattr(self, name), name, "iu", np.int64, len(of)) for name, of in _SIZES.items()}
        if any((one < 0).any() or float(one.sum(dtype=np.float64)) >= MOST_COUNTED for one in held.values()):
            raise InputError("summary.entity_counts_out_of_range")
        fates = held["fates"]
        if held["matrix"][:-1].sum() != fates[:5].sum() or held["matrix"][-1].sum() != fates[5] or held["matrix"][-1, -1]:
            raise InputError("summary.span_matrix_fates_differ")
        if held["ends"].sum() != fates[2:4].sum() or held["misfits"][0] > held["misfits"][1]:
            raise InputError("summary.span_ends_or_misfits_mismatch")
        self.__dict__.update(types=types, **held)

    @classmethod
    def empty(cls) -> "SpanErrors":
        return cls()

    @classmethod
    def of_spans(cls, both: SpanPairs, counted: Any = None) -> "SpanErrors":
        """What became of the spans of sentences; ``counted``: which sentences weigh anything."""
        t, s = paired(both, MatchMode())
        truth, said, k = both.truth, both.said, len(both.types)
        same_ends = (truth.start[t] == said.start[s]) & (truth.end[t] == said.end[s])
        same_type = truth.kind[t] == said.kind[s]
        alone = [np.setdiff1d(np.arange(len(side)), one) for side, one in ((truth, t), (said, s))]
        which = [slice(None)] * 3
        if counted is not None:
            which = [counted[truth.sentence[t]], counted[truth.sentence[alone[0]]], counted[said.sentence[alone[1]]]]
        fate = np.where(same_type, np.where(same_ends, 0, 2), np.where(same_ends, 1, 3))[which[0]]
        missed, spurious = truth.kind[alone[0]][which[1]], said.kind[alone[1]][which[2]]
        matrix = np.zeros((k + 1, k + 1), np.int64)
        np.add.at(matrix, (truth.kind[t][which[0]], said.kind[s][which[0]]), 1)
        matrix[:k, k], matrix[k, :k] = np.bincount(missed, minlength=k), np.bincount(spurious, minlength=k)
        fates = np.concatenate([np.bincount(fate, minlength=4), [len(missed), len(spurious)]])
        early, late = said.start[s] <= truth.start[t], said.end[s] >= truth.end[t]
        inner = (said.start[s] >= truth.start[t]) & (said.end[s] <= truth.end[t])
        how = np.where(early & late, 0, np.where(inner, 1, 2))[which[0]][~same_ends[which[0]]]
        shifts = np.array([_fitting(truth, said, 1, counted), _fitting(truth, said, -1, counted)], np.int64)
        return cls(both.types, matrix, fates, np.bincount(how, minlength=3), _misfits(both, counted), shifts)

    def over(self, types: Sequence[str]) -> "SpanErrors":
        """The same with more types."""
        place = np.array([*(types.index(name) for name in self.types), len(types)], np.int64)
        matrix = np.zeros((len(types) + 1,) * 2, np.int64)
        matrix[np.ix_(place, place)] = self.matrix
        return SpanErrors(tuple(types), matrix, self.fates, self.ends, self.misfits, self.shifts)

    def _merge(self, other: "SpanErrors") -> "SpanErrors":
        types = sorted({*self.types, *other.types})
        a, b = self.over(types), other.over(types)
        sums = (getattr(a, name) + getattr(b, name) for name in _SIZES)
        return SpanErrors(tuple(types), a.matrix + b.matrix, *sums)

    def _state(self) -> tuple[dict[str, Any], Arrays]:
        return {"types": list(self.types)}, {
            "matrix": self.matrix.reshape(-1),
            "fates": self.fates,
            "ends": self.ends,
            "misfits": self.misfits,
            "shifts": self.shifts,
        }

    @classmethod
    def _restore(cls, meta: dict[str, Any], arrays: Arrays) -> "SpanErrors":
        k = len(meta["types"]) + 1
        matrix = arrays["matrix"]
        if len(matrix) != k * k:
            raise InputError("summary.span_matrix_shape_mismatch")
        return cls(
            tuple(meta["types"]),
            matrix.reshape(k, k),
            arrays["fates"],
            arrays["ends"],
            arrays["misfits"],
            arrays.get("shifts", np.zeros(2, np.int64)),
        )

    def fate(self, name: str) -> int:
        """How many entities went one way."""
        return int(self.fates[FATES.index(name)])

    def __repr__(self) -> str:
        return f"SpanErrors({len(self.types):,} types, {int(self.fates[:5].sum()):,} entities)"


_SIZES = {"fates": FATES, "ends": ENDS, "misfits": MISFITS, "shifts": SHIFTS}


def _fitting(truth: Spans, said: Spans, by: int, counted: object) -> int:
    """How many predicted entities are true ones once their places are changed by so many."""
    sides = [
        np.column_stack([one.sentence, one.start + step, one.end + step, one.kind]).astype(np.int64)
        for one, step in ((truth, 0), (said, by))
    ]
    both, times = np.unique(np.concatenate([np.unique(side, axis=0) for side in sides]), axis=0, return_counts=True)
    same = both[times == 2]
    return int(len(same) if counted is None else np.count_nonzero(np.asarray(counted)[same[:, 0]]))


def _misfits(both: SpanPairs, counted: Any) -> Integers:
    """Tags that are in no entity though they are not O, of both sides; none where whatever is tagged is in one."""
    if both.tags is None:
        return np.zeros(len(MISFITS), np.int64)
    lost, tagged = [], 0
    for one in both.tags:
        at = misfits(one, both.scheme) if both.scheme is not None else np.zeros(0, np.int64)
        home = np.repeat(np.arange(len(one)), one.lengths)
        lost.append(len(at) if counted is None else int(counted[home[at]].sum()))
        inside = one.letters != 0
        tagged = int(inside.sum() if counted is None else (inside & counted[home]).sum())
    return np.array([lost[1], tagged, lost[0]], np.int64)
