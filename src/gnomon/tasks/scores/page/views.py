"""Choices of the page with a sweep behind them: a model's scores, or those of one of its classes."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from ....report.section import View
from ....summary import Counts, Sweep

MOST_SWEEPS = 40
"""Curves that one page holds; of more classes the largest are offered, of more models the first are drawn."""


@dataclass(frozen=True)
class SweptView(View):
    """A choice whose curves are drawn from ``sweep``; ``at`` are exact counts inside the cells of a coarse one."""

    sweep: Sweep = field(kw_only=True)
    at: Mapping[float, Counts] = field(default_factory=dict, kw_only=True)


def drawn(views: Sequence[View]) -> list[SweptView | None]:
    """The views that the page draws, None in the place of one that has no sweep or stands too far behind."""
    return [view if isinstance(view, SweptView) and place < MOST_SWEEPS else None for place, view in enumerate(views)]
