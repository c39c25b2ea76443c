"""The sections that there are, and the tables that the page makes of theirs and its own."""

from collections.abc import Iterable, Mapping
from functools import cache
from typing import TypeVar

from .section import Section

T = TypeVar("T")


@cache
def collected() -> tuple[Section, ...]:
    """The sections of every kind of evaluation, in the order in which they stand."""
    # Their modules use those of the report: imported when asked for, they find it whole.
    from ..tasks.classes.page import SECTIONS as CLASSES
    from ..tasks.labels.page import SECTIONS as LABELS
    from ..tasks.lists.page import SECTIONS as LISTS
    from ..tasks.scores.page import SECTIONS as SCORES

    return tuple(sorted((*SCORES, *CLASSES, *LABELS, *LISTS), key=lambda section: section.order))


def sections() -> tuple[Section, ...]:
    """Every section that a page may have."""
    return collected()


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
