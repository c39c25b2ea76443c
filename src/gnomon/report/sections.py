"""The sections that there are, and the tables that the page makes of theirs and its own."""

from collections.abc import Iterable, Mapping
from functools import cache
from typing import TypeVar

from ..tasks import registry
from ..tasks.aspect import Aspect
from .section import Section

T = TypeVar("T")


@cache
def _collected(aspects: tuple[Aspect, ...]) -> tuple[Section, ...]:
    found = list(dict.fromkeys(section for aspect in aspects for section in aspect.sections()))
    return tuple(sorted(found, key=lambda section: section.order))


def sections() -> tuple[Section, ...]:
    """Every section that a page may have."""
    return collected()


def collected() -> tuple[Section, ...]:
    """The sections as aspects bring them, in the order in which they stand."""
    return _collected(tuple(registry.aspects()))


def merged(own: Mapping[str, T], brought: Iterable[Mapping[str, T]]) -> dict[str, T]:
    """The frame's table with what sections bring: they may repeat an entry, and not change it.

    >>> merged({"rows": "Rows"}, [{"rows": "Rows", "score": "Score"}])
    {'rows': 'Rows', 'score': 'Score'}
    """
    made = dict(own)
    for table in brought:
        for key, value in table.items():
            if made.setdefault(key, value) != value:
                raise ValueError(f"two texts for {key!r}: {made[key]!r} and {value!r}; one of them needs another key")
    return made
