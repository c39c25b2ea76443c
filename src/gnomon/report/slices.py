"""Slices as the page's script sorts and filters them: a line each, with every model's values."""

from collections.abc import Mapping
from typing import Any

from ..catalog import parse
from ..catalog.explain import called
from ..evaluation import Evaluation, Value
from ..evaluation.saved import plain_number
from ..evaluation.text import MOST_SLICES
from .figures import headings_of
from .names import shown
from .section import SliceColumn
from .sections import sections

MOST_VALUES = 24_000
"""Values of slices that one page holds; past them the slices that are worst for the first model stay."""


def slices_of(e: Evaluation) -> dict[str, Any] | None:
    """Lines of slices, worst first for the first model, and the values of the whole to compare with; intervals of the first metric."""
    if not e.slices:
        return None
    sure = e.level is not None and bool(e.primary)
    each = len(e.metrics) + 2 * sure
    most = max(MOST_VALUES // max(each * len(e.models), 1), 20)
    shown_slices = e.slices[:most]
    columns = _columns(e)
    return {
        "metrics": list(e.metrics),
        "called": [called(metric, "zh") for metric in e.metrics],
        "headings": [headings_of(metric, brief=True) for metric in e.metrics],
        "primary": e.metrics.index(e.primary) if e.primary else -1,
        "higher": bool(e.primary) and parse(e.primary).entry.better == "higher",
        "whole": [[_plain(e.values.get((model, metric))) for metric in e.metrics] for model in e.names],
        "rows": e.rows,
        "first": MOST_SLICES,
        "columns": [{"key": column.key, "written": column.written, "whole": _told(e, column.whole)} for column in columns],
        "sure": [_ends(e.values.get((model, e.primary))) for model in e.names] if sure else None,
        "count": len(e.slices),
        "lines": [
            {
                "by": [[shown(column), None if value is None else shown(value)] for column, value in part.shown.items()],
                "rows": part.rows,
                "small": e.small(part),
                "told": [_told(e, column.of(part)) for column in columns],
                "values": [[_plain(part.values.get((model, metric))) for metric in e.metrics] for model in e.names],
            }
            | ({"sure": [_ends(part.values.get((model, e.primary))) for model in e.names]} if sure else {})
            for part in shown_slices
        ],
    }


def _columns(e: Evaluation) -> list[SliceColumn]:
    """What sections tell of each slice; of equal keys the first."""
    found: dict[str, SliceColumn] = {}
    for section in sections():
        for column in section.slice_columns(e):
            found.setdefault(column.key, column)
    return list(found.values())


def _told(e: Evaluation, value: float | Mapping[str, float] | None) -> Any:
    """What is told of a slice; of what differs by model, a list in their order."""
    return [_plain(value.get(name)) for name in e.names] if isinstance(value, Mapping) else _plain(value)


def _plain(value: Any) -> Any:
    return None if value is None else plain_number(float(value))


def _ends(value: Value | None) -> list[Any] | None:
    return None if value is None or value.low is None or value.high is None else [plain_number(value.low), plain_number(value.high)]
