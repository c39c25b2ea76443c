"""Spans of sentences in columns: read from tags or from offsets, and compared as whole columns."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..errors import InputError
from ..types import Integers
from .measure import SentencePairs
from .schemes import check_letters, entities, scheme_of
from .span_cells import SpanList
from .tags import TaggedTokens, refuse_both_forms, same_lengths, tagged, with_types

Where = Callable[[int], Any]
Named = Literal["auto", "IOB1", "IOB2", "IOE1", "IOE2", "IOBES", "BILOU"]
Mode = Literal["strict", "conlleval"]
Ends = Literal["exclusive", "inclusive"]
Overlaps = Literal["error", "allow"]


class Rule(NamedTuple):
    """How tags and offsets are read."""

    scheme: str = "auto"
    mode: str = "strict"
    ends: str = "exclusive"
    overlaps: str = "error"


@dataclass(frozen=True, eq=False)
class Spans:
    """Spans of so many sentences, ascending by sentence, start, end and type: ``end`` is the first place that is no longer in a span."""

    sentence: Integers
    kind: Integers
    start: Integers
    end: Integers
    sentences: int

    def __len__(self) -> int:
        return len(self.sentence)

    def bounds(self) -> Integers:
        """Where the spans of each sentence start among all, and the end of the last."""
        return np.searchsorted(self.sentence, np.arange(self.sentences + 1)).astype(np.int64)


class SpanPairs(NamedTuple):
    """The true and the predicted spans of the same sentences, the types of both, and the tags where there were some."""

    truth: Spans
    said: Spans
    types: tuple[str, ...]
    tags: tuple[TaggedTokens, TaggedTokens] | None = None
    scheme: str | None = None
    overlapping: bool = False


def spans_of(pairs: SentencePairs, rule: Rule) -> SpanPairs:
    """The spans of both sides."""
    if _hold_spans(pairs):
        return _of_offsets(pairs, rule)
    truth, said = tagged_pair(pairs)
    same_lengths(truth, said, pairs.names, pairs.where)
    scheme = _settled(truth, said, rule, pairs)
    found = [Spans(*entities(one, scheme), len(one)) for one in (truth, said)]
    return SpanPairs(found[0], found[1], said.types, (truth, said), scheme)


def tagged_pair(pairs: SentencePairs) -> tuple[TaggedTokens, TaggedTokens]:
    """The tags of both sides, with the types of both; offsets have none."""
    if _hold_spans(pairs):
        raise InputError(
            "texts.spans_given_tags_needed",
            truth=pairs.names[0],
            said=pairs.names[1],
        )
    sides = [
        side if isinstance(side, TaggedTokens) else tagged([[str(tag) for tag in cell] for cell in side])
        for side in (pairs.truth, pairs.said)
    ]
    truth, said = sides
    assert truth is not None, "cells are looked at before"
    assert said is not None
    refuse_both_forms(truth, said, pairs.names, pairs.where)
    types = sorted({*truth.types, *said.types})
    return with_types(truth, types), with_types(said, types)


def _settled(truth: TaggedTokens, said: TaggedTokens, rule: Rule, pairs: SentencePairs) -> str | None:
    """The scheme that tags are read by; None where they are read as conlleval does."""
    named = None if rule.scheme == "auto" else rule.scheme
    if rule.mode == "strict" and named is None:
        named = scheme_of(truth, said, pairs.names[0], pairs.where)
    if named is not None:
        for one, name in ((truth, pairs.names[0]), (said, pairs.names[1])):
            check_letters(one, named, name, pairs.where)
    return named if rule.mode == "strict" else None


def _hold_spans(pairs: SentencePairs) -> bool:
    """Whether cells hold offsets; tags beside them are refused."""
    if isinstance(pairs.truth, TaggedTokens) and isinstance(pairs.said, TaggedTokens):
        return False
    spans = [next((row for row, cell in enumerate(side) if isinstance(cell, SpanList)), None) for side in (pairs.truth, pairs.said)]
    tags = [
        next((row for row, cell in enumerate(side) if cell and not isinstance(cell, SpanList)), None) for side in (pairs.truth, pairs.said)
    ]
    if spans == [None, None]:
        return False
    for place, row in enumerate(tags):
        if row is not None:
            other = 0 if spans[0] is not None else 1
            raise InputError(
                "texts.tags_mixed_with_spans",
                tags=pairs.names[place],
                where=pairs.where(row),
                spans=pairs.names[other],
                where_2=pairs.where(spans[other] or 0),
            )
    return True


def _of_offsets(pairs: SentencePairs, rule: Rule) -> SpanPairs:
    names = sorted({kind for side in (pairs.truth, pairs.said) for cell in side for kind, _, _ in cell})
    types = {name: place for place, name in enumerate(names)}
    sides = [_placed(side, types, name, pairs.where, rule) for side, name in zip((pairs.truth, pairs.said), pairs.names, strict=True)]
    return SpanPairs(sides[0], sides[1], tuple(types), overlapping=rule.overlaps == "allow")


def _placed(side: Sequence[Any], types: dict[str, int], name: str, where: Where, rule: Rule) -> Spans:
    """Offsets in columns, in their order."""
    flat = [(row, types[kind], start, end) for row, cell in enumerate(side) for kind, start, end in cell]
    try:
        table = np.array(flat, np.int64).reshape(-1, 4)
    except OverflowError:
        raise InputError("texts.span_offset_too_large", name=name) from None
    table = table[np.lexsort((table[:, 1], table[:, 3], table[:, 2], table[:, 0]))]
    if rule.ends == "inclusive":
        table[:, 3] += 1
    sentence, kind, start, end = table.T
    _refuse_order(table, list(types), name, where, rule)
    _refuse_overlaps(table, list(types), name, where, rule)
    return Spans(sentence.copy(), kind.copy(), start.copy(), end.copy(), len(side))


def _written(line: Any, types: Sequence[str], rule: Rule) -> str:
    return f"({types[line[1]]!r}, {line[2]}, {line[3] - (rule.ends == 'inclusive')})"


def _refuse_order(table: Integers, types: Sequence[str], name: str, where: Where, rule: Rule) -> None:
    """Refuse spans that end before they start, or have nothing in them, or start before the text."""
    wrong = np.flatnonzero((table[:, 3] <= table[:, 2]) | (table[:, 2] < 0))
    if not len(wrong):
        return
    line = table[wrong[0]]
    said = {"name": name, "span": _written(line, types, rule), "where": where(int(line[0]))}
    if line[2] < 0:
        raise InputError("texts.span_start_negative", **said)
    if rule.ends == "exclusive":
        raise InputError(
            "texts.span_empty",
            **said,
        )
    raise InputError("texts.span_ends_swapped", **said)


def _refuse_overlaps(table: Integers, types: Sequence[str], name: str, where: Where, rule: Rule) -> None:
    """Refuse the same span twice, and spans that overlap unless they may."""
    same = (table[1:, 0] == table[:-1, 0]) if len(table) else np.zeros(0, bool)
    twice = np.flatnonzero(same & (table[1:] == table[:-1]).all(1)) if len(table) else same
    if len(twice):
        line = table[twice[0]]
        raise InputError(
            "texts.span_twice",
            name=name,
            span=_written(line, types, rule),
            where=where(int(line[0])),
        )
    # The one before may end first, and one further back reach beyond: overlaps are found between neighbours wherever there are any.
    over = np.flatnonzero(same & (table[1:, 2] < table[:-1, 3])) if len(table) else same
    if len(over) and rule.overlaps == "error":
        first, second = table[over[0]], table[over[0] + 1]
        raise InputError(
            "texts.spans_overlap",
            name=name,
            where=where(int(first[0])),
            first=_written(first, types, rule),
            second=_written(second, types, rule),
        )


def exact_matches(both: SpanPairs, *, typed: bool = True) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """Which true and which predicted spans have their like on the other side: the same ends, and the same type where ``typed``."""
    truth, said = _keys(both, typed)
    found, right = np.zeros(len(truth), bool), np.zeros(len(said), bool)
    if not len(truth) or not len(said):
        return found, right
    if not typed and both.overlapping:  # several may have the same ends
        return np.isin(truth, said), np.isin(said, truth)
    place = np.minimum(np.searchsorted(truth, said), len(truth) - 1)  # both ascend
    right = truth[place] == said
    found[place[right]] = True
    return found, right


def _keys(both: SpanPairs, typed: bool) -> list[Integers]:
    """A number for each span, the same for the same one."""
    sides = (both.truth, both.said)
    columns = [
        np.concatenate([getattr(one, name) for one in sides]) for name in ("sentence", "start", "end", *(("kind",) if typed else ()))
    ]
    sizes = [int(column.max(initial=0)) + 1 for column in columns]
    if len(columns[0]) and np.prod([float(size) for size in sizes]) < 2**62:
        key = columns[0]
        for column, size in zip(columns[1:], sizes[1:], strict=True):
            key = key * size + column
    else:  # places beyond what fits: told apart by sorting
        key = np.unique(np.column_stack(columns), axis=0, return_inverse=True)[1].reshape(-1) if len(columns[0]) else columns[0]
    return [key[: len(both.truth)], key[len(both.truth) :]]
