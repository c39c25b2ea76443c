"""Metrics of tagged sentences: how many entities were found, by type; and how many tags are right."""

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from typing import Annotated, Any, ClassVar

import numpy as np

from ..catalog import Averaging, Within, metric
from ..catalog.registry import get
from ..messages import Message
from ..summary.cells import mean_of_defined, ratio
from ..summary.span_counts import SpanCounts
from ..texts.span_matching import MATCHES, Match, Matching, MatchMode
from ..texts.span_measure import SpanMeasure
from ..texts.spans import Ends, Mode, Named, Overlaps, Rule
from ..types import Floats
from .span_results import SpanScore, SpanScores

AVERAGES = ("micro", "macro", "weighted")
NOTHING_PREDICTED, NO_ENTITIES, NOTHING_AT_ALL = Message("no_entity_predicted"), Message("no_entity"), Message("no_entity_at_all")
READ = {
    "scheme": 'How tags are written; "auto" takes the one that the true tags follow throughout, and refuses tags that follow none.',
    "mode": '"strict": a run of tags that the scheme does not allow is no entity; "conlleval": an entity starts wherever a tag cannot '
    "go on with what stands before it, as the script of that name and seqeval's default have it.",
    "ends": 'Whether the end of a span given as offsets is the first place after it ("exclusive") or its last.',
    "overlaps": 'Whether spans given as offsets may overlap one another on one side ("allow").',
}
MATCHED = {
    "matching": '"in order": predicted spans from the first on each take the true span that they answer, else the first they overlap; '
    '"optimal": of all ways to pair spans one with the most credit, whatever their order.',
    "min_overlap": "The share of a true span that a predicted one must cover to be paired with it; 0: any overlap.",
}
SAYS = READ | {
    "match": 'What counts: the same ends and type ("strict"), the same ends ("exact"), an overlap and the same type ("type"), or the same '
    'ends, and an overlap for half ("partial").',
    **MATCHED,
    "type": "Only entities of this type.",
}


class EntitySums:
    """Sums of entities, the types along the last axis: credit for what was found, how many were predicted, and how many there are."""

    def __init__(self, table: Floats) -> None:
        self.credit, self.predicted, self.actual = (table[..., k] for k in range(3))


@dataclass(frozen=True, kw_only=True)
class OverTypes(Averaging):
    """A value for each type of entity, and averages of them; or one value of all, where ``what`` is counted without types."""

    what: str = "entities"
    over: dict[str, tuple[str, ...]] = field(default_factory=lambda: {"average": AVERAGES})
    keywords: tuple[str, ...] = ("weight", "average", "per_sentence")
    per_class: ClassVar[bool] = False

    def measure(self, options: dict[str, Any], defaults: dict[str, Any]) -> SpanMeasure:
        """What is counted for a metric with some options."""
        given = defaults | options
        rule = Rule(*(given.get(name, default) for name, default in zip(Rule._fields, Rule(), strict=True)))
        return SpanMeasure(
            self.what, rule, MatchMode(*(given.get(name, default) for name, default in zip(MatchMode._fields, MatchMode(), strict=True)))
        )

    def value(self, function: Callable[..., Any], table: Floats, average: str, whole: Floats | None = None) -> Floats:
        """One value of tables, whose lines are all types and then each; ``whole`` where they are replicates, of what was drawn from.

        A type that a replicate lost keeps its value.
        """
        if average == "micro":
            return np.asarray(function(EntitySums(table[..., 0, :])), np.float64)
        sums = EntitySums(table[..., 1:, :])
        values = np.asarray(function(sums), np.float64)
        if whole is not None:
            values = np.where(np.isnan(values), function(EntitySums(whole[1:])), values)
        return mean_of_defined(values, sums.actual if average == "weighted" else None)


OVER_TYPES, OF_TOKENS = OverTypes(), OverTypes(what="tokens", over={}, keywords=("weight", "per_sentence"))
span_metric = partial(metric, SpanCounts, family="spans", better="higher", range=(0, 1))
entity_metric = partial(span_metric, averaging=OVER_TYPES, says=SAYS)
Share = Annotated[float, Within(0, 1)]


def checked(**options: Any) -> dict[str, Any]:
    """Options of how entities are counted, if they are allowed."""
    return get("entity_f1").check(options)


@entity_metric(undefined=NOTHING_PREDICTED)
def entity_precision(
    s: EntitySums,
    *,
    scheme: Named = "auto",
    mode: Mode = "strict",
    match: Match = "strict",
    matching: Matching = "in order",
    min_overlap: Share = 0.0,
    ends: Ends = "exclusive",
    overlaps: Overlaps = "error",
    type: str | None = None,
) -> Floats:
    """Entities found / entities predicted: of what was marked, the share that is right, from its first token to its last.

    >>> import gnomon as gn
    >>> gn.entity_precision([["B-PER", "I-PER", "O", "B-LOC"]], [["B-PER", "I-PER", "B-LOC", "B-LOC"]])
    0.6666666666666666
    """
    return ratio(s.credit, s.predicted)


@entity_metric(undefined=NO_ENTITIES)
def entity_recall(
    s: EntitySums,
    *,
    scheme: Named = "auto",
    mode: Mode = "strict",
    match: Match = "strict",
    matching: Matching = "in order",
    min_overlap: Share = 0.0,
    ends: Ends = "exclusive",
    overlaps: Overlaps = "error",
    type: str | None = None,
) -> Floats:
    """Entities found / entities that there are.

    >>> import gnomon as gn
    >>> gn.entity_recall([["B-PER", "I-PER", "O", "B-LOC"]], [["B-PER", "I-PER", "O", "O"]])
    0.5
    """
    return ratio(s.credit, s.actual)


@entity_metric(undefined=NOTHING_AT_ALL)
def entity_f1(
    s: EntitySums,
    *,
    scheme: Named = "auto",
    mode: Mode = "strict",
    match: Match = "strict",
    matching: Matching = "in order",
    min_overlap: Share = 0.0,
    ends: Ends = "exclusive",
    overlaps: Overlaps = "error",
    type: str | None = None,
) -> Floats:
    """2 · entities found / (entities predicted + entities that there are): precision and recall of entities in one.

    >>> import gnomon as gn
    >>> truth, predicted = [["B-PER", "I-PER", "O", "B-LOC"]], [["B-PER", "I-PER", "O", "B-PER"]]
    >>> gn.entity_f1(truth, predicted), gn.entity_f1(truth, predicted, match="exact"), gn.entity_f1(truth, predicted, average=None).tolist()
    (0.5, 1.0, [0.0, 0.6666666666666666])
    >>> gn.entity_f1([[("PER", 0, 12)]], [[("PER", 0, 9)]], match="partial")  # offsets, ends exclusive
    0.5
    """
    return ratio(2 * s.credit, s.predicted + s.actual)


@span_metric(averaging=OF_TOKENS, undefined=Message("no_tagged_tokens"))
def token_accuracy(right: Floats, tokens: Floats) -> Floats:
    """Tokens with the right tag / tokens, O included: flattering where few tokens are in entities.

    >>> import gnomon as gn
    >>> gn.token_accuracy([["B-PER", "O", "O", "O"]], [["O", "O", "O", "O"]])
    0.75
    """
    return ratio(right, tokens)


@span_metric(averaging=OverTypes(what="outcomes", over={}, keywords=("weight",)), kind="table", says=READ | MATCHED)
def span_scores(
    tables: dict[str, dict[str | None, Floats]],
    *,
    scheme: Named = "auto",
    mode: Mode = "strict",
    matching: Matching = "in order",
    min_overlap: Share = 0.0,
    ends: Ends = "exclusive",
    overlaps: Overlaps = "error",
) -> SpanScores:
    """Entities matched in four ways, strictly, by ends, in part and by type, as SemEval 2013 and nervaluate have them: what is correct,
    incorrect, partial, missed and spurious, with precision, recall and F1; all together and by type.

    >>> import gnomon as gn
    >>> found = gn.span_scores([[("PER", 0, 2), ("LOC", 5, 6)]], [[("PER", 0, 3), ("ORG", 5, 6)]])
    >>> found.type.correct, found.partial.f1, found.strict.incorrect
    (1.0, 0.75, 2.0)
    """
    every: dict[str, dict[str | None, SpanScore]] = {
        match: {kind: SpanScore.of(line, half=match == "partial") for kind, line in tables[match].items()} for match in MATCHES
    }
    return SpanScores(**{match: every[match][None] for match in MATCHES}, by_type=_by_type(every))


def _by_type(every: dict[str, dict[str | None, SpanScore]]) -> dict[str, dict[str, SpanScore]]:
    types = sorted({kind for scores in every.values() for kind in scores if kind is not None})
    return {kind: {match: scores[kind] for match, scores in every.items()} for kind in types}
