"""SentenceSums: what was counted in sentences, summed up. Every figure of texts, transcripts and tags follows from such sums."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, ClassVar

import numpy as np

from ..errors import InputError
from ..messages.language import listed
from ..types import Floats
from .base import Summary
from .exact_sum import from_text, nearest, to_text, weighted_sum
from .invariants import MOST_COUNTED, as_whole
from .moment_sums import check_sum
from .packing import Arrays

MOST_NAMES = 10_000


@dataclass(frozen=True, eq=False, repr=False)
class SentenceSums(Summary):
    """How many sentences weigh anything, what they weigh, and the sum of each column that was counted in them, none of them rounded.

    >>> a = SentenceSums.of_lines(("wrong", "words"), np.array([[1.0, 4.0], [0.0, 6.0]]))
    >>> (a + a).total("words"), (a + a).rows
    (20.0, 4)
    """

    rows: int = 0
    weight: Fraction = Fraction(0)
    sums: dict[str, Fraction] = field(default_factory=dict)
    growth: ClassVar[str] = "fixed"
    arguments: ClassVar[dict[str, str]] = {
        "references": "What should be said, one for each sentence; a list of several wordings where a metric takes them; or a SentenceSums "
        "in the place of both.",
        "hypotheses": "What was said, one for each sentence, in the same order.",
        "texts": "The texts themselves, in the same order.",
        "log_probabilities": "For each text a list with the logarithm of the probability of each token, at most 0.",
        "weight": "A weight for each sentence: 2 is the sentence twice, 0 the sentence absent.",
        "per_sentence": "An array with the value of each sentence instead of the corpus'.",
        "missing": '"error", or "drop" to leave sentences with a missing text out and say how many.',
    }

    def __post_init__(self) -> None:
        rows = as_whole(self.rows, "rows", 0, MOST_COUNTED)
        if not isinstance(self.sums, dict) or len(self.sums) > MOST_NAMES or not all(isinstance(name, str) for name in self.sums):
            raise InputError("summary.sentence_sums_unnamed")
        for name, total in {"weight": self.weight, **self.sums}.items():
            check_sum(name, total)
        if (self.weight > 0) != (rows > 0) or self.weight < 0 or (not rows and any(self.sums.values())):
            raise InputError("summary.sentence_weights_mismatch")
        self.__dict__.update(rows=rows, weight=Fraction(self.weight), sums={name: Fraction(total) for name, total in self.sums.items()})

    @classmethod
    def empty(cls) -> "SentenceSums":
        return cls()

    @classmethod
    def of_lines(cls, names: Sequence[str], lines: Floats, weight: Floats | None = None) -> "SentenceSums":
        """Lines of numbers, one for each sentence with a column for each name, each as often as it weighs."""
        rows = len(lines) if weight is None else int((weight > 0).sum())
        if not rows:
            return cls()
        if weight is None and (lines == np.rint(lines)).all() and (sums := lines.sum(0)).size and np.abs(lines).sum(0).max() < 2**53:
            return cls._summed(rows, Fraction(rows), dict(zip(names, map(Fraction, sums.tolist()), strict=True)))  # counts: nothing rounds
        weighed = Fraction(rows) if weight is None else weighted_sum(weight, None)
        return cls(rows, weighed, {name: weighted_sum(lines[:, place], weight) for place, name in enumerate(names)})

    @classmethod
    def _summed(cls, rows: int, weight: Fraction, sums: dict[str, Fraction]) -> "SentenceSums":
        """Of what was summed here, and need not be looked through again."""
        made = object.__new__(cls)
        made.__dict__.update(rows=rows, weight=weight, sums=sums)
        return made

    def total(self, name: str) -> float:
        """One of the sums."""
        return nearest(self.sums[name])

    def line(self, names: Sequence[str]) -> Floats:
        """Some of the sums, in an order."""
        return np.array([self.total(name) for name in names] if self.rows else np.zeros(len(names)), np.float64)

    @property
    def n(self) -> float:
        """How many sentences there are, or what they weigh."""
        return nearest(self.weight)

    def _merge(self, other: "SentenceSums") -> "SentenceSums":
        if not self.rows or not other.rows:
            return self if self.rows else other
        if self.sums.keys() != other.sums.keys():
            strange = sorted(self.sums.keys() ^ other.sums.keys())
            raise InputError("summary.sentence_counts_differ", names=listed(strange[:6]))
        return SentenceSums(
            self.rows + other.rows, self.weight + other.weight, {name: total + other.sums[name] for name, total in self.sums.items()}
        )

    def _state(self) -> tuple[dict[str, Any], Arrays]:
        sums = {name: to_text(self.sums[name]) for name in sorted(self.sums)} if self.rows else {}
        return {"rows": self.rows, "weight": to_text(self.weight), "sums": sums}, {}

    @classmethod
    def _restore(cls, meta: dict[str, Any], arrays: Arrays) -> "SentenceSums":
        return cls(meta["rows"], from_text(meta["weight"]), {name: from_text(text) for name, text in meta["sums"].items()})

    def __repr__(self) -> str:
        return f"SentenceSums({self.n:g} sentences)"
