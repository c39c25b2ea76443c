"""Metrics of sentences: functions of what was counted in them, summed up."""

import inspect
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, TypeVar

from ..catalog import Reference, metric
from ..catalog.entry import Entry
from ..catalog.traits import Averaging
from ..summary import SentenceSums
from ..texts.cells import CellReader
from ..texts.measure import MeasureLines, SentenceStatistic
from ..types import Floats

F = TypeVar("F", bound=Callable[..., Any])


@dataclass(frozen=True, kw_only=True)
class OfSentences(Averaging):
    """That a metric is a function of what ``measure(**options)`` counts in sentences, whose cells are read as ``cells`` says."""

    measure: Callable[..., SentenceStatistic]
    cells: CellReader
    columns: tuple[str, ...] = ("references", "hypotheses")
    """What the public function calls its columns; the last is what was said."""
    whole: float = 1.0
    """What stands for all: 100 where a metric is in percent."""
    keywords: tuple[str, ...] = ("weight", "per_sentence")


def sentence_metric(
    measure: Callable[..., SentenceStatistic],
    cells: CellReader,
    columns: tuple[str, ...] = ("references", "hypotheses"),
    whole: float = 1.0,
    **known: Any,
) -> Callable[[F], F]:
    """Enter a function of :class:`MeasureLines` as a metric of sentences.

    ``measure`` makes what is counted of the metric's options, as far as it takes them.
    """
    return metric(SentenceSums, averaging=OfSentences(measure=measure, cells=cells, columns=columns, whole=whole), **known)


def of_sentences(entry: Entry) -> OfSentences:
    """What a metric of sentences counts."""
    made = entry.averaging
    assert isinstance(made, OfSentences)
    return made


@lru_cache(maxsize=512)
def _taken(measure: Callable[..., SentenceStatistic]) -> frozenset[str]:
    return frozenset(inspect.signature(measure).parameters)


@lru_cache(maxsize=512)
def _made(measure: Callable[..., SentenceStatistic], options: tuple[tuple[str, Any], ...]) -> SentenceStatistic:
    return measure(**dict(options))


def measure_of(entry: Entry, options: Mapping[str, object]) -> SentenceStatistic:
    """What is counted for a metric with some options; those that are not given are as by default."""
    made = of_sentences(entry)
    takes = _taken(made.measure)
    given = {name: options.get(name, option.default) for name, option in entry.options.items() if name in takes}
    return _made(made.measure, tuple(given.items()))


def measures_of(references: Sequence[Reference]) -> list[SentenceStatistic]:
    """What is counted for several metrics, each measure once."""
    found = (measure_of(reference.entry, reference.arguments) for reference in references)
    return list({measure.key: measure for measure in found}.values())


def figures(entry: Entry, options: Mapping[str, object], lines: Floats, names: Sequence[str]) -> Floats:
    """The metric of each line of a table that may hold columns of other metrics too."""
    measure = measure_of(entry, options)
    places = [names.index(column) for column in measure.columns()]
    found: Floats = entry.function(MeasureLines(lines[..., places], measure.names), **options)
    return found
