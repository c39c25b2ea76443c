"""What is counted in tagged sentences: a few numbers for all types together, and the same for each type."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np

from ..errors import InputError
from ..types import Floats
from .cells import pairs_of
from .measure import SentencePairs
from .span_cells import TAGGED
from .span_matching import CORRECT, OUTCOMES, PARTIAL, MatchMode, outcomes
from .spans import Rule, SpanPairs, Spans, exact_matches, spans_of, tagged_pair
from .tags import same_lengths, tagged, token_lines

ENTITIES = ("credit", "predicted", "actual")
TOKENS = ("right", "tokens")
SEPARATOR = "|"


class MeasureCounts(NamedTuple):
    """What one measure found: the key of its columns, and a line for each sentence, of all types (None) and of each."""

    key: str
    lines: dict[str | None, Floats]


@dataclass(frozen=True)
class SpanMeasure:
    """What is counted: ``entities`` (credit, predicted and actual ones), ``outcomes`` of matching, or right ``tokens``."""

    what: str
    rule: Rule = field(default_factory=Rule)
    way: MatchMode = field(default_factory=MatchMode)

    @property
    def columns(self) -> tuple[str, ...]:
        return {"entities": ENTITIES, "outcomes": OUTCOMES, "tokens": TOKENS}[self.what]

    def key(self, scheme: str | None) -> str:
        """What tells its columns from those of others; ``scheme`` is the one that tags were read by."""
        if self.what == "tokens":
            return self.what
        way = MatchMode() if self.what == "entities" and self.way.match == "strict" else self.way
        parts = (self.what, scheme or "-", self.rule.mode, *way[:2], f"{way.min_overlap:g}", self.rule.ends, self.rule.overlaps)
        return SEPARATOR.join(parts)

    def count(self, pairs: SentencePairs, types: Sequence[str] | None = None) -> MeasureCounts:
        """A line for each sentence; for the types that occur, or for those that are named."""
        if self.what == "tokens":
            return MeasureCounts(self.key(None), {None: _tokens(pairs)})
        both = spans_of(pairs, self.rule)
        lines = dict(self._each(both))
        if types is not None:
            nothing = np.zeros_like(lines[None])
            lines = {None: lines[None], **{name: lines.get(name, nothing) for name in types}}
        return MeasureCounts(self.key(both.scheme), lines)

    def _each(self, both: SpanPairs) -> Iterator[tuple[str | None, Floats]]:
        if self.what == "entities" and self.way.match == "strict":
            yield from _strictly(both)
            return
        yield None, self._matched(both)
        for place, name in enumerate(both.types):
            yield name, self._matched(_only(both, place))

    def _matched(self, both: SpanPairs) -> Floats:
        found = outcomes(both, self.way).astype(np.float64)
        if self.what == "outcomes":
            return found
        sides = (np.bincount(one.sentence, minlength=one.sentences) for one in (both.said, both.truth))
        return np.column_stack([found[:, CORRECT] + found[:, PARTIAL] / 2, *sides]).astype(np.float64)


def _tokens(pairs: SentencePairs) -> Floats:
    truth, said = tagged_pair(pairs)
    same_lengths(truth, said, pairs.names, pairs.where)
    return np.column_stack(token_lines(truth, said)).astype(np.float64)


def _strictly(both: SpanPairs) -> Iterator[tuple[str | None, Floats]]:
    """Entities that are the same on both sides, all of them and by type."""
    found, _ = exact_matches(both)
    n, k = both.truth.sentences, len(both.types)
    sides = ((both.truth, found), (both.said, slice(None)), (both.truth, slice(None)))
    table = [np.bincount((one.kind * n + one.sentence)[which], minlength=n * k).reshape(k, n) for one, which in sides]
    counted = np.stack(table, -1).astype(np.float64)
    yield None, counted.sum(0)
    yield from zip(both.types, counted, strict=True)


def _only(both: SpanPairs, kind: int) -> SpanPairs:
    """The spans of one type."""

    def some(spans: Spans) -> Spans:
        which = spans.kind == kind
        return Spans(spans.sentence[which], spans.kind[which], spans.start[which], spans.end[which], spans.sentences)

    return both._replace(truth=some(both.truth), said=some(both.said))


def tagged_cells(truth: Sequence[Any], said: Sequence[Any], names: tuple[str, str], where: Any) -> SentencePairs:
    """Both columns, read: as columns of tags at once where they are plain lists of them, else cell by cell."""
    sides = [tagged(side) for side in (truth, said)]
    if sides[0] is not None and sides[1] is not None and len(sides[0]) == len(sides[1]):
        return SentencePairs(sides[0], sides[1], names, where)  # type: ignore[arg-type]  # a column that was read is one as well
    return pairs_of(TAGGED, truth, said, names, where)


def column(key: str, name: str, kind: str | None = None) -> str:
    """The name of a column among others; a type stands last, because it may hold any sign."""
    return f"{key}:{name}" if kind is None else f"{key}:{name}:{kind}"


def key_among(measure: SpanMeasure, names: Mapping[str, object], called: str) -> str:
    """The key under which columns of a measure are held, whatever scheme tags were read by where none is asked for."""
    held = sorted({name.split(":", 1)[0] for name in names})
    asked = measure.key(None if measure.rule.scheme == "auto" else measure.rule.scheme).split(SEPARATOR)
    free = measure.rule.scheme == "auto" or measure.rule.mode == "conlleval"
    fits = [key for key in held if _fits(key.split(SEPARATOR), asked, free)]
    if len(fits) == 1:
        return fits[0]
    if fits:
        raise InputError(
            "texts.tag_schemes_differ",
            name=called,
            schemes=", ".join(key.split(SEPARATOR)[1] for key in fits),
        )
    raise InputError(
        "public.sentence_counts_missing",
        name=called,
        lacking=SEPARATOR.join(asked),
    )


def _fits(held: list[str], asked: list[str], free: bool) -> bool:
    """Whether two keys say the same; spans that were given as offsets were read by no scheme."""
    if len(held) != len(asked) or len(held) < 2:
        return held == asked
    return held[:1] + held[2:] == asked[:1] + asked[2:] and (free or held[1] in (asked[1], "-"))
