"""The sentences that fared worst, with their entities marked."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from ...evaluation.models import Model
from ...summary import WorstSentences
from ...summary.worst_sentences import WORST
from ...texts.columns import cells_of
from ...texts.measure import at_position
from ...texts.span_measure import tagged_cells
from ...texts.spans import Spans, spans_of
from .. import registry
from ..sentences import SentencesAspect, WorstSentencesAspect

if TYPE_CHECKING:
    from ...evaluation.plan import Plan


MOST = 300
"""Tokens of a sentence that are shown, or fifty times as many signs."""


@dataclass(frozen=True)
class WorstSpansAspect(WorstSentencesAspect):
    """Sentences are kept as they are read aloud: their words with entities in brackets, or the entities alone where words are not known."""

    def gleaned(
        self, batch: Mapping[str, Any], columns: Mapping[tuple[str, Any], Any], places: NDArray[np.int64], plan: "Plan", model: Model
    ) -> WorstSentences:
        from .aspect import rule_of

        counted = registry.aspect(self.of)
        assert isinstance(counted, SentencesAspect)
        value, badness = counted.by_sentence(columns, plan, model)
        weight = None if plan.weight is None else columns["number", plan.weight] > 0
        there = np.isfinite(badness) & (badness > 0) & (True if weight is None else weight)
        some = np.flatnonzero(there)[np.argsort(-badness[there], kind="stable")][:WORST].tolist()  # only these are written out
        sides = [cells_of(batch[str(column)]) for column in (plan.label, model.prediction)]
        names = (f"{plan.label!r}", f"{model.prediction!r}")
        pairs = tagged_cells([sides[0][row] for row in some], [sides[1][row] for row in some], names, at_position)
        both = spans_of(pairs, rule_of(plan.options))
        words = plan.options.get("tokens")
        tokens = None if words is None else cells_of(batch[words])
        texts: list[dict[int, str]] = []
        for spans in (both.truth, both.said):
            texts.append({row: _written(spans, at, both.types, None if tokens is None else tokens[row]) for at, row in enumerate(some)})
        truth, said = ([one.get(row, "") for row in range(len(places))] for one in texts)
        return WorstSentences.of(places, badness, value, truth, said, weight)


def _written(spans: Spans, sentence: int, types: Sequence[str], words: Any) -> str:
    """A sentence as text: [George Washington]PER went to [Paris]LOC; or PER[0:2] LOC[5:6]."""
    which = np.flatnonzero(spans.sentence == sentence)
    lines = [(int(spans.start[k]), int(spans.end[k]), types[spans.kind[k]]) for k in which.tolist()]
    if words is None:
        return " ".join(f"{kind}[{start}:{end}]" for start, end, kind in lines[:MOST])
    if isinstance(words, str) and words.lstrip().startswith("["):
        return _marked(words, "", lines, MOST * 50)
    if isinstance(words, str) and lines and max(end for _, end, _ in lines) > len(words.split()):
        return _marked(words, "", lines, MOST * 50)
    tokens = words.split() if isinstance(words, str) else [str(word) for word in words]
    return _marked(tokens, " ", lines, MOST)


def _marked(parts: Sequence[str], between: str, lines: Sequence[tuple[int, int, str]], most: int) -> str:
    """Parts of a sentence with brackets about what is in an entity; overlapping ones nest as they come."""
    opened = {place: sum(start == place for start, _, _ in lines) for place in {start for start, _, _ in lines}}
    closed: dict[int, list[str]] = {}
    for _, end, kind in lines:
        closed.setdefault(end, []).append(kind)
    made = []
    for place, part in enumerate(parts[:most]):
        made.append("[" * opened.get(place, 0) + part + "".join(f"]{kind}" for kind in closed.get(place + 1, ())))
    return between.join(made)
