"""SpanCounts: what was counted in tagged sentences, of all types together and of each; types that come later join."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, ClassVar

import numpy as np

from ..errors import InputError
from ..inputs.arrays import not_empty, same_length
from ..inputs.numbers import as_weight
from ..texts.columns import listed_cells, without_missing
from ..texts.measure import SentencePairs, at_position
from ..texts.span_matching import MatchMode
from ..texts.span_measure import MeasureCounts, SpanMeasure, column, tagged_cells
from ..texts.spans import Rule
from ..texts.tags import tagged
from ..types import Floats
from .exact_sum import nearest, weighted_sum
from .sentence_sums import SentenceSums


@dataclass(frozen=True, eq=False, repr=False)
class SpanCounts(SentenceSums):
    """How many tagged sentences weigh anything, and the sums of what was counted in them, by type; none of them is rounded.

    >>> import gnomon as gn
    >>> a = gn.SpanCounts.of([["B-PER", "O"]], [["B-PER", "O"]])
    >>> b = gn.SpanCounts.of([["B-LOC", "O"]], [["O", "O"]])
    >>> (a + b).types, gn.entity_f1(a + b)
    (('LOC', 'PER'), 0.6666666666666666)
    """

    growth: ClassVar[str] = "labels"
    arguments: ClassVar[dict[str, str]] = {
        "y_true": "The true tags, a list for each sentence, as ['B-PER', 'O'], or a text with spaces between them; or its spans, as "
        "[('PER', 0, 1)]; or a SpanCounts in the place of both.",
        "y_pred": "The predicted tags or spans, in the same form and order.",
        "average": '"micro" (all types together), "macro" (the mean over types), "weighted" by how often each occurs, or None (a value a '
        "type, in the order of their names).",
        "weight": "A weight for each sentence: 2 is the sentence twice, 0 the sentence absent.",
        "per_sentence": "An array with the value of each sentence instead of one of all.",
        "missing": '"error", or "drop" to leave sentences without tags out and say how many.',
    }

    @classmethod
    def of(
        cls,
        y_true: Any,
        y_pred: Any,
        *,
        scheme: str = "auto",
        mode: str = "strict",
        match: Any = "strict",
        matching: Any = "in order",
        min_overlap: float = 0.0,
        ends: str = "exclusive",
        overlaps: str = "error",
        weight: Any = None,
        missing: str = "error",
    ) -> "SpanCounts":
        """Count the entities of tagged sentences."""
        from ..metrics.spans import checked  # where what is allowed is written

        options = checked(scheme=scheme, mode=mode, match=match, matching=matching, min_overlap=min_overlap, ends=ends, overlaps=overlaps)
        measure = SpanMeasure(
            "entities", Rule(*(options[name] for name in Rule._fields)), MatchMode(*(options[name] for name in MatchMode._fields))
        )
        counted, heavy = count_columns([measure], y_true, y_pred, weight, missing)
        return cls.of_counted(counted, heavy)

    @classmethod
    def of_counted(cls, counted: Sequence[MeasureCounts], weight: Floats | None) -> "SpanCounts":
        """Lines of measures, each as often as its sentence weighs."""
        n = len(counted[0].lines[None])
        rows = n if weight is None else int((weight > 0).sum())
        if not rows:
            return cls()
        sums: dict[str, Fraction] = {}
        for one in counted:
            names = names_of(one.key)
            for kind, lines in one.lines.items():
                here = {column(one.key, name, kind): weighted_sum(lines[:, k], weight) for k, name in enumerate(names)}
                sums |= here if kind is None or any(here.values()) else {}
        return cls(rows, Fraction(rows) if weight is None else weighted_sum(weight, None), sums)

    @classmethod
    def empty(cls) -> "SpanCounts":
        return cls()

    @property
    def types(self) -> tuple[str, ...]:
        """The types of which there are entities, true or predicted, in the order of their names."""
        return tuple(sorted({name.split(":", 2)[2] for name, total in self.sums.items() if name.count(":") > 1 and total}))

    def table(self, key: str) -> Floats:
        """The sums under a key: a line for all types together, then one for each type."""
        kinds: tuple[str | None, ...] = (None, *self.types_under(key))
        return np.array([[nearest(self.sums.get(column(key, name, kind), Fraction(0))) for name in names_of(key)] for kind in kinds])

    def types_under(self, key: str) -> tuple[str, ...]:
        """The types that were counted under a key."""
        return tuple(kind for kind in self.types if any(self.sums.get(column(key, name, kind)) for name in names_of(key)))

    def _merge(self, other: SentenceSums) -> "SpanCounts":
        assert isinstance(other, SpanCounts)
        if not self.rows or not other.rows:
            return self if self.rows else other
        if {name.split(":", 1)[0] for name in self.sums} != {name.split(":", 1)[0] for name in other.sums}:
            raise InputError("summary.span_tag_readings_differ")
        nothing = Fraction(0)
        sums = {name: self.sums.get(name, nothing) + other.sums.get(name, nothing) for name in sorted({*self.sums, *other.sums})}
        return SpanCounts(self.rows + other.rows, self.weight + other.weight, sums)

    def __repr__(self) -> str:
        return f"SpanCounts({self.n:g} sentences, {len(self.types):,} types)"


def names_of(key: str) -> tuple[str, ...]:
    """The columns of a measure, by its key."""
    return SpanMeasure(key.split("|", 1)[0]).columns


def count_columns(
    measures: Sequence[SpanMeasure], y_true: object, y_pred: object, weight: object, missing: str
) -> tuple[list[MeasureCounts], Floats | None]:
    """What measures count in two columns, and the weights."""
    if y_pred is None:
        raise InputError("inputs.second_missing_of_pair", first="y_true", second="y_pred")
    names = ("y_true", "y_pred")
    pairs = _plain(y_true, y_pred, names)
    if pairs is None:
        truth, said = listed_cells(y_true, names[0]), listed_cells(y_pred, names[1])
        same_length(len(truth), names[0], len(said), names[1])
        truth, said, weight = without_missing(truth, said, weight, missing, names)
        pairs = tagged_cells(truth, said, names, at_position)
    not_empty(len(pairs), names[0])
    heavy = None if weight is None else np.asarray(as_weight(weight, len(pairs), names[0]), np.float64)
    return [measure.count(pairs) for measure in measures], heavy


def _plain(y_true: object, y_pred: object, names: tuple[str, str]) -> SentencePairs | None:
    """Lists of lists of tags, which are read at once and have nothing missing; None where anything is not as plain as that."""
    if type(y_true) is not list or type(y_pred) is not list or len(y_true) != len(y_pred):
        return None
    truth = tagged(y_true)
    said = None if truth is None else tagged(y_pred)
    return None if truth is None or said is None else SentencePairs(truth, said, names)  # type: ignore[arg-type]  # a column, as it was read
