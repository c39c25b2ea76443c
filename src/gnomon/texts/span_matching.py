"""Which predicted span answers which true one, and what that counts: strictly, by ends, by type, or in part (SemEval 2013, task 9).

In every way a predicted span is paired with at most one true span that it overlaps. A pair is *correct*, *partial* or *incorrect* as the
way says; a true span without a pair is *missed*, a predicted one *spurious*.
"""

from collections.abc import Sequence
from typing import Literal, NamedTuple

import numpy as np

from ..types import Integers
from .spans import SpanPairs, Spans, exact_matches

Match = Literal["strict", "exact", "partial", "type"]
Matching = Literal["in order", "optimal"]
MATCHES: tuple[Match, ...] = ("strict", "exact", "partial", "type")
CORRECT, INCORRECT, PARTIAL, MISSED, SPURIOUS = range(5)
OUTCOMES = ("correct", "incorrect", "partial", "missed", "spurious")


class Span(NamedTuple):
    """A span of one sentence."""

    start: int
    end: int
    kind: int


class MatchMode(NamedTuple):
    """How spans are matched: what counts, how pairs are found, and the share of a true span that must be covered for a pair."""

    match: Match = "strict"
    matching: Matching = "in order"
    min_overlap: float = 0.0


def paired(both: SpanPairs, way: MatchMode) -> tuple[Integers, Integers]:
    """The places of true spans, and of the predicted ones that they are paired with."""
    found, right = exact_matches(both, typed=way.match in ("strict", "type"))
    # Of sentences in which every span has its like nothing is left to be paired; there are few others, and these are gone through.
    # Where spans may overlap, one may be like several.
    odd = np.zeros(both.truth.sentences, bool)
    for side, one in ((both.truth, found), (both.said, right)):
        odd[side.sentence if both.overlapping else side.sentence[~one]] = True
    alike = [np.flatnonzero(one & ~odd[side.sentence]) for side, one in ((both.truth, found), (both.said, right))]
    sides, places = (both.truth, both.said), [both.truth.bounds(), both.said.bounds()]
    pairs = []
    for sentence in np.flatnonzero(odd).tolist():
        truth, said = (_of(one, place, sentence) for one, place in zip(sides, places, strict=True))
        first = [int(place[sentence]) for place in places]
        pairs += [(first[0] + t, first[1] + s) for t, s in (_in_order if way.matching == "in order" else _optimal)(truth, said, way)]
    rest = np.array(pairs, np.int64).reshape(-1, 2)
    return np.concatenate([alike[0], rest[:, 0]]), np.concatenate([alike[1], rest[:, 1]])


def outcomes(both: SpanPairs, way: MatchMode) -> Integers:
    """For each sentence how many pairs are correct, incorrect and partial, and how many spans are missed and spurious."""
    t, s = paired(both, way)
    same_ends = (both.truth.start[t] == both.said.start[s]) & (both.truth.end[t] == both.said.end[s])
    same_type = both.truth.kind[t] == both.said.kind[s]
    correct = {"strict": same_ends & same_type, "type": same_type}.get(way.match, same_ends)
    verdict = np.where(correct, CORRECT, PARTIAL if way.match == "partial" else INCORRECT)
    n = both.truth.sentences
    made = np.bincount(both.truth.sentence[t] * 5 + verdict, minlength=n * 5).reshape(n, 5)
    for column, side in ((MISSED, both.truth), (SPURIOUS, both.said)):
        made[:, column] = np.bincount(side.sentence, minlength=n) - made[:, :MISSED].sum(1)
    return made


def _of(spans: Spans, bounds: Integers, sentence: int) -> list[Span]:
    some = slice(int(bounds[sentence]), int(bounds[sentence + 1]))
    return [Span(*line) for line in zip(*(getattr(spans, name)[some].tolist() for name in ("start", "end", "kind")), strict=True)]


def _verdict(true: Span, said: Span, match: Match) -> int:
    """What a pair counts, of one pair."""
    same_ends, same_type = true[:2] == said[:2], true.kind == said.kind
    if match == "strict":
        return CORRECT if same_ends and same_type else INCORRECT
    if match == "type":
        return CORRECT if same_type else INCORRECT
    return CORRECT if same_ends else PARTIAL if match == "partial" else INCORRECT


def _overlap(true: Span, said: Span) -> int:
    return min(true.end, said.end) - max(true.start, said.start)


def _meet(true: Span, said: Span, way: MatchMode) -> bool:
    """Whether two spans may be a pair."""
    shared = _overlap(true, said)
    return shared > 0 and shared >= way.min_overlap * (true.end - true.start)


def _in_order(truth: Sequence[Span], said: Sequence[Span], way: MatchMode) -> list[tuple[int, int]]:
    """Predicted spans from the first on: each takes what it answers, of several by type the nearest, else the first that it overlaps."""
    free = list(range(len(truth)))
    pairs = []
    for s, one in enumerate(said):
        near = [t for t in free if _meet(truth[t], one, way)]
        right = [t for t in near if _verdict(truth[t], one, way.match) == CORRECT]
        if not near:
            continue
        taken = min(right, key=lambda t: _distance(truth[t], said[s])) if right else near[0]
        free.remove(taken)
        pairs.append((taken, s))
    return pairs


def _distance(true: Span, said: Span) -> int:
    return abs(true.start - said.start) + abs(true.end - said.end)


def _optimal(truth: Sequence[Span], said: Sequence[Span], way: MatchMode) -> list[tuple[int, int]]:
    """Of all ways to pair the spans one with the most credit, of these one with the most pairs, of these one that overlaps most."""
    from scipy.optimize import linear_sum_assignment

    if not truth or not said:
        return []
    gain = np.zeros((len(truth), len(said)))
    most = len(truth) + len(said) + 1.0
    credit = {CORRECT: 2, PARTIAL: 1, INCORRECT: 0}
    for t, true in enumerate(truth):
        for s, one in enumerate(said):
            if _meet(true, one, way):
                shared = _overlap(true, one)
                alike = shared / (true.end - true.start + one.end - one.start - shared)
                gain[t, s] = (credit[_verdict(true, one, way.match)] * most + 1) * most + alike
    rows, columns = linear_sum_assignment(gain, maximize=True)
    return [(int(t), int(s)) for t, s in zip(rows, columns, strict=True) if gain[t, s]]
