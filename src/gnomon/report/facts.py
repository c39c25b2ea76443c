"""The facts beneath the title: how much was evaluated, of what, when and how exactly."""

from ..evaluation import Evaluation
from ..evaluation.text import count
from ..evaluation.text import facts as facts_of_kind
from ..tasks import registry
from ..tasks.parts import HeaderItem


def facts_of(e: Evaluation) -> list[HeaderItem]:
    """The frame's facts and those of the kind of evaluation, in their order."""
    return sorted([*_own(e), *facts_of_kind(e)], key=lambda fact: fact.order)


def _own(e: Evaluation) -> list[HeaderItem]:
    task = registry.task(e.task)
    made = [task.sized(e.rows) or _said(0, "rows", rows=count(e.rows))]
    made += [] if task.whole else [_said(30, "label", name=e.label)]
    made += [] if e.weight is None else [_said(50, "weight", name=e.weight)]
    made += [] if e.cluster is None else [_said(60, "cluster", name=e.cluster)]
    made += [_said(70, "dropped", count=count(e.dropped_rows), warns=True)] if e.dropped_rows else []
    made += [_said(80, "evaluated", date=e.created[:10]), _said(90, "made_with", version=e.version)]
    return [*made, _said(100, "exact" if e.exact else "bounded")]


def _said(order: int, key: str, *, name: str | None = None, warns: bool = False, **values: str) -> HeaderItem:
    """A word of the page as a fact."""
    one = "_one" if key == "rows" and values["rows"] == "1" else ""
    return HeaderItem(order, f"report_page.{key}{one}", values, name=name, warns=warns)
