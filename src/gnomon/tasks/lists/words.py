"""What is said of ranked lists."""

from typing import Any

from ..parts import Fact


def facts(e: Any) -> list[Fact]:
    """The grades where labels are grades, and how many queries or groups there are."""
    from .. import registry

    found = []
    if registry.task(e.task).grades:
        found.append(_grades(e.classes))
    if e.groups is not None:
        found.append(groups(e.groups, e.group))
    return found


def _grades(classes: Any) -> Fact:
    if not classes:
        return Fact("no grades", "没有等级")
    return Fact("grades {low:g} to {high:g}", "相关性等级 {low:g} 至 {high:g}", {"low": min(classes), "high": max(classes)})


def groups(count: int, column: str | None) -> Fact:
    """How many queries there are, or groups of whatever the column holds.

    >>> groups(50, "query").text(), groups(1, "user").text()
    ('50 queries', '1 group (user)')
    """
    if column == "query":
        return Fact("{shown} queries", "{shown} 个查询", {"shown": f"{count:,}", "count": count}, "{shown} query")
    values = {"shown": f"{count:,}", "count": count, "column": column}
    return Fact("{shown} groups ({column})", "{shown} 个组（{column}）", values, "{shown} group ({column})")
