"""What is counted in a sentence: a line of numbers, whose sums over sentences are all that a figure needs.

A figure of a corpus is a function of such sums, so that lines can be added up in any order, weighed, drawn again for intervals and
swapped between two systems without reading a text twice.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from ..messages import Message
from ..types import Floats


def at_position(row: int) -> Message:
    """A row's place where nothing else is known of it."""
    return Message("at_position", position=row)


@dataclass(frozen=True, eq=False)
class SentencePairs:
    """Sentences: what each should say and what was said, as the family reads them; what the two are called, and where rows stand."""

    truth: Sequence[Any]
    said: Sequence[Any]
    names: tuple[str, str] = ("references", "hypotheses")
    where: Callable[[int], Any] = at_position

    def __len__(self) -> int:
        return len(self.said)


@dataclass(frozen=True)
class SentenceStatistic:
    """What is counted in each sentence.

    ``key`` tells it from others, options included; ``names`` are its columns; ``count(pairs)`` gives a line for each sentence and a
    column for each name, finite numbers that may be summed; ``signature`` says how texts were read, where that changes the figures, or
    ``signs(sums)`` does where it depends on the texts.
    """

    key: str
    names: tuple[str, ...]
    count: Callable[[SentencePairs], Floats]
    signature: str = ""
    signs: Callable[["MeasureLines"], str] | None = None

    def signed(self, sums: Floats) -> str:
        """The signature of what was counted and summed up: ``signs`` says it where it depends on the texts."""
        return self.signature if self.signs is None else self.signs(MeasureLines(sums, self.names))

    def columns(self) -> tuple[str, ...]:
        """The names of its columns among those of others."""
        return tuple(f"{self.key}:{name}" for name in self.names)


class MeasureLines:
    """Lines of one measure, or sums of them, by the names of the columns; any number of axes may stand before the last.

    >>> MeasureLines(np.array([[3.0, 4.0], [1.0, 2.0]]), ("wrong", "words"))["words"]
    array([4., 2.])
    """

    def __init__(self, table: Floats, names: Sequence[str]) -> None:
        self.table = table
        self._places = {name: place for place, name in enumerate(names)}

    def __getitem__(self, name: str) -> Floats:
        column: Floats = self.table[..., self._places[name]]
        return column


def ratio(over: Any, under: Any) -> Floats:
    """One divided by the other; NaN where there is nothing to divide by."""
    with np.errstate(divide="ignore", invalid="ignore"):
        found: Floats = np.where(np.asarray(under) != 0, np.divide(over, under), np.nan)
    return found
