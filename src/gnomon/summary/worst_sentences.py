"""WorstSentences: the sentences that fared worst, with their texts, and how many fared how well."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..errors import InputError
from .base import Summary
from .invariants import as_array, as_whole
from .packing import Arrays

if TYPE_CHECKING:
    from ..types import Floats, Integers


WORST = 30
"""Sentences that are kept with their texts."""
BINS = 20
"""Even bins of values from 0 to 1; a last one has what is past 1."""
LONGEST = 2000
"""Characters that are kept of a text, and items of a list."""


class Sentence(NamedTuple):
    """A sentence: its place in the data, how badly it fared, its value, and what should be and was said."""

    place: int
    badness: float
    value: float
    truth: Any
    said: Any


@dataclass(frozen=True, eq=False, repr=False)
class WorstSentences(Summary):
    """``worst`` are the sentences of most ``badness``, the worst first, of equal ones that which comes first; ``spread`` counts
    sentences by their value.
    """

    worst: tuple[Sentence, ...] = ()
    spread: NDArray[np.int64] = field(default_factory=lambda: np.zeros(BINS + 1, np.int64))
    growth: ClassVar[str] = "fixed"

    def __post_init__(self) -> None:
        spread = as_array(self.spread, "spread", "iu", np.int64, BINS + 1)
        worst = tuple(_checked(*one) for one in self.worst)
        if len(worst) > WORST or (spread < 0).any():
            raise InputError("summary.worst_sentences_out_of_range", most=WORST)
        if list(worst) != _ordered(worst):
            raise InputError("summary.worst_sentences_out_of_order")
        self.__dict__.update(worst=worst, spread=spread)

    @classmethod
    def empty(cls) -> "WorstSentences":
        return cls()

    @classmethod
    def of(
        cls,
        places: "Integers",
        badness: "Floats",
        values: "Floats",
        truth: Sequence[object],
        said: Sequence[object],
        counted: object = None,
    ) -> "WorstSentences":
        """Of sentences, each with its place, how badly it fared (NaN: not at all), its value, and its texts; ``counted``: which weigh."""
        places, badness, values = np.asarray(places, np.int64), np.asarray(badness, np.float64), np.asarray(values, np.float64)
        there = np.isfinite(badness) if counted is None else np.isfinite(badness) & counted
        at = np.flatnonzero(there & (badness > 0))
        at = at[np.lexsort((places[at], -badness[at]))][:WORST].tolist()
        found = (Sentence(int(places[k]), float(badness[k]), _number(values[k]), _cut(truth[k]), _cut(said[k])) for k in at)
        known = values[np.isfinite(values) & (True if counted is None else counted)]
        bins = np.clip((known * BINS).astype(np.int64), 0, BINS - 1)
        bins[known > 1] = BINS
        return cls(tuple(found), np.bincount(bins, minlength=BINS + 1).astype(np.int64))

    def _merge(self, other: "WorstSentences") -> "WorstSentences":
        return WorstSentences(tuple(_ordered((*self.worst, *other.worst))[:WORST]), self.spread + other.spread)

    def _state(self) -> tuple[dict[str, Any], Arrays]:
        return {"worst": [[*one] for one in self.worst]}, {"spread": self.spread}

    @classmethod
    def _restore(cls, meta: dict[str, Any], arrays: Arrays) -> "WorstSentences":
        return cls(tuple(Sentence(*one) for one in meta["worst"]), arrays["spread"])

    def __repr__(self) -> str:
        return f"WorstSentences({len(self.worst)} of {int(self.spread.sum()):,})"


def _ordered(sentences: Sequence[Sentence]) -> list[Sentence]:
    return sorted(sentences, key=lambda one: (-one.badness, one.place))


def _number(value: float) -> float:
    return float(value) if np.isfinite(value) else -1.0


def _checked(place: Any, badness: Any, value: Any, truth: Any, said: Any) -> Sentence:
    numbers = [badness, value]
    if not all(isinstance(one, (int, float)) and not isinstance(one, bool) and abs(one) < 1e300 for one in numbers):
        raise InputError("summary.sentence_numbers_not_finite", numbers=numbers)
    for side in (truth, said):
        if not _is_cell(side):
            raise InputError("summary.sentence_side_not_text", side=side)
    return Sentence(as_whole(place, "place"), float(badness), float(value), truth, said)


def _is_cell(side: object, depth: int = 0) -> bool:
    if isinstance(side, list):
        return depth < 3 and len(side) <= LONGEST and all(_is_cell(one, depth + 1) for one in side)
    plain = side is None or (isinstance(side, (int, float)) and not isinstance(side, bool) and depth > 0)
    return plain or (isinstance(side, str) and len(side) <= LONGEST + 1)


def _cut(cell: object) -> Any:
    """A cell as it is kept: texts and lists no longer than can be shown."""
    if isinstance(cell, (list, tuple)):
        return [_cut(one) for one in cell[:LONGEST]]
    if isinstance(cell, str):
        return cell if len(cell) <= LONGEST else cell[:LONGEST] + "…"
    return cell if cell is None or isinstance(cell, (int, float)) else str(cell)[:LONGEST]
