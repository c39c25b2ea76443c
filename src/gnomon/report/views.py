"""What the switch at the top of the page offers: each model, or each class of a model against the rest."""

from dataclasses import dataclass, field, replace
from typing import Any

from ..evaluation import Evaluation
from ..summary import Counts, Sweep, Sweeps

MOST_SWEEPS = 40
"""Curves that one page holds; of more classes the largest are drawn."""
LONGEST = 200
READABLE = 40
"""Letters of a name inside a sentence."""
_TURNING = dict.fromkeys([*range(0x202A, 0x202F), *range(0x2066, 0x206A)])


def unturned(text: str) -> str:
    """The text without the characters that would turn round the words after a name; right-to-left letters need none of them."""
    return text.translate(_TURNING)


def shown(value: Any) -> str:
    """A column's or a class's name as text of bounded length; the page escapes it."""
    text = "(missing)" if value is None else unturned(str(value)) or '""'
    return elided(text, LONGEST)


def elided(text: str, most: int) -> str:
    """The text, or its beginning and its end: long names often differ in their end."""
    return text if len(text) <= most else f"{text[: most // 2]}…{text[len(text) - (most - 1 - most // 2) :]}"


def readable(text: str, names: list[str]) -> str:
    """A sentence in which the given long names are elided; the longest first, since one may hold another."""
    for name in sorted(names, key=len, reverse=True):
        text = text.replace(name, elided(name, READABLE))
    return text


@dataclass(frozen=True)
class View:
    """One choice of the switch: ``model`` is whose figures it shows, ``sweep`` what its curves are drawn from, ``label`` the class that
    they are of; ``left_out`` where there are curves, but too many. ``at`` are exact counts inside the cells of a coarse sweep.
    """

    name: str
    model: str
    sweep: Sweep | None
    left_out: bool = False
    label: str | None = None
    at: dict[float, Counts] = field(default_factory=dict)


def views_of(e: Evaluation) -> list[View]:
    """Every choice, models in their order."""
    found: list[View] = []
    for name in e.names:
        scores = e.summaries[name].scores if name in e.summaries else None
        if isinstance(scores, Sweeps):
            found += [View(_class_name(e, name, label), name, part, label=shown(label)) for label, part in _largest(scores)]
        else:
            found.append(View(shown(name), name, scores, at={} if scores is None else {t: scores.at(t) for t in scores.marks}))
    return [view if place < MOST_SWEEPS else replace(view, sweep=None, left_out=view.sweep is not None) for place, view in enumerate(found)]


def classes_swept(e: Evaluation) -> int:
    """How many classes the models' scores have in all, shown or not."""
    return sum(len(held.scores.parts) for held in e.summaries.values() if isinstance(held.scores, Sweeps))


def _class_name(e: Evaluation, model: str, label: Any) -> str:
    return shown(label) if len(e.models) == 1 else f"{shown(model)} · {shown(label)}"


def _largest(scores: Sweeps) -> list[tuple[Any, Sweep]]:
    """The classes with the most rows, in the order given."""
    by_size = sorted(scores.parts, key=lambda label: -scores.parts[label].positives)
    stay = set(by_size[:MOST_SWEEPS])
    return [(label, part) for label, part in scores.parts.items() if label in stay]


def by_class(views: list[View]) -> bool:
    """Whether the switch offers classes rather than models."""
    return any(view.label is not None for view in views)
