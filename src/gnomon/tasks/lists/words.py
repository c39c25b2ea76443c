"""What is said of ranked lists."""

from typing import Any

from ...summary import QueryValues, Ranked
from .. import registry
from ..parts import Fact
from ..score_direction import said_of_direction


def facts(e: Any) -> list[Fact]:
    """The grades where labels are grades, and how many queries or groups there are."""
    graded = registry.task(e.task).grades
    found = [_grades(e.classes)] if graded else []
    found += [] if e.groups is None else [groups(e.groups, e.group, graded)]
    if convention := e.conventions.get("convention"):
        found.append(Fact(22, "conventions of {convention}", "按 {convention} 的口径", {"convention": convention}))
    found += said_of_direction(e)
    if unjudged := max((one.unjudged for held in e.summaries.values() if isinstance(one := held.get("lists"), Ranked)), default=0):
        said = ("{count} queries of the runs without judgments left out", "运行文件中 {count} 个查询没有标注，未计入")
        found.append(Fact(24, *said, {"count": f"{unjudged:,}"}, en_one="1 query of the runs without judgments left out" * (unjudged == 1)))
    kept = [held["lists"] for held in e.summaries.values() if "lists" in held]
    if any(isinstance(one, QueryValues) for one in kept):
        found.append(Fact(25, "lists ranked in several passes, and not kept", "列表分多遍排序，未保留"))
    return found


def _grades(classes: Any) -> Fact:
    if not classes:
        return Fact(10, "no grades", "没有等级")
    return Fact(10, "grades {low:g} to {high:g}", "相关性等级 {low:g} 至 {high:g}", {"low": min(classes), "high": max(classes)})


def groups(count: int, column: str | None, queries: bool = False) -> Fact:
    """How many queries there are, or groups of whatever the column holds.

    >>> groups(50, "query").text(), groups(1, "user").text()
    ('50 queries', '1 group (user)')
    """
    values = {"shown": f"{count:,}", "count": count}
    name = None if column == "query" else column
    if queries or column == "query":
        return Fact(20, "{shown} queries", "{shown} 个查询", values, "{shown} query", name, aside=True)
    return Fact(20, "{shown} groups", "{shown} 个组", values, "{shown} group", name, aside=True)
