"""What is said of ranked lists."""

from typing import TYPE_CHECKING, Any

from ...summary import QueryValues, Ranked
from .. import registry
from ..parts import HeaderItem
from ..score_direction import said_of_direction

if TYPE_CHECKING:
    from ...evaluation.result import Evaluation


def facts(e: "Evaluation") -> list[HeaderItem]:
    """The grades where labels are grades, and how many queries or groups there are."""
    graded = registry.task(e.task).grades
    found = [_grades(e.classes)] if graded else []
    found += [] if e.groups is None else [groups(e.groups, e.group, graded)]
    if convention := e.conventions.get("convention"):
        found.append(HeaderItem(22, "fact.conventions_of", {"convention": convention}))
    found += said_of_direction(e)
    if unjudged := max((one.unjudged for held in e.summaries.values() if isinstance(one := held.get("lists"), Ranked)), default=0):
        found.append(HeaderItem(24, "fact.queries_without_judgments", {"count": f"{unjudged:,}"}))
    kept = [held["lists"] for held in e.summaries.values() if "lists" in held]
    if any(isinstance(one, QueryValues) for one in kept):
        found.append(HeaderItem(25, "fact.lists_ranked_in_several_passes_and_not_kept"))
    return found


def _grades(classes: Any) -> HeaderItem:
    if not classes:
        return HeaderItem(10, "fact.no_grades")
    return HeaderItem(10, "fact.grades_to", {"low": min(classes), "high": max(classes)})


def groups(count: int, column: str | None, queries: bool = False) -> HeaderItem:
    """How many queries there are, or groups of whatever the column holds.

    >>> groups(50, "query").text(), groups(1, "user").text()
    ('50 queries', '1 group (user)')
    """
    values = {"shown": f"{count:,}", "count": count}
    name = None if column == "query" else column
    if queries or column == "query":
        return HeaderItem(20, "fact.queries", values, name, aside=True)
    return HeaderItem(20, "fact.groups", values, name, aside=True)
