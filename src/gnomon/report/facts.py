"""The facts beneath the title: how much was evaluated, of what, when and how exactly."""

from ..evaluation import Evaluation
from ..evaluation.text import count
from .names import shown
from .section import Fact
from .sections import sections


def facts_of(e: Evaluation) -> list[Fact]:
    """The frame's facts and those of every section, in their order."""
    found: dict[str, Fact] = {}
    for fact in (*_own(e), *(fact for section in sections() for fact in section.facts(e))):
        found.setdefault(fact.word, fact)
    return sorted(found.values(), key=lambda fact: fact.order)


def _own(e: Evaluation) -> list[Fact]:
    made = [Fact(0, "rows", {"rows": count(e.rows)}), Fact(30, "label", name=shown(e.label))]
    made += [] if e.weight is None else [Fact(50, "weight", name=shown(e.weight))]
    made += [] if e.cluster is None else [Fact(60, "cluster", name=shown(e.cluster))]
    made += [Fact(70, "dropped", {"count": count(e.dropped_rows)}, warns=True)] if e.dropped_rows else []
    made += [Fact(80, "evaluated", {"date": e.created[:10]}), Fact(90, "made_with", {"version": e.version})]
    return [*made, Fact(100, "exact" if e.exact else "bounded")]
