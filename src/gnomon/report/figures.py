"""The key figures: a card for each of a model's first metrics, and the table of all of them."""

import math
from dataclasses import dataclass

from markupsafe import Markup

from ..catalog import explain, parse
from ..evaluation import Evaluation, Value
from ..evaluation.text import number
from .words import both, reason

MOST_CARDS = 6


@dataclass(frozen=True)
class Figure:
    """One model's value of one metric, as it is written; ``left``, ``low`` and ``high`` are percentages of the metric's range."""

    text: str
    raw: str
    margin: str
    threshold: str
    approximate: bool
    reason: Markup | None
    left: float | None
    low: float | None
    high: float | None


@dataclass(frozen=True)
class Line:
    """One metric: its name in both languages, and each model's figure (None where it was not computed)."""

    reference: str
    metric: str
    heading: Markup
    better: str
    figures: list[Figure | None]
    difference: str
    difference_raw: str


def lines_of(e: Evaluation) -> list[Line]:
    """Every metric, in the order of the evaluation."""
    return [_line(e, metric) for metric in e.metrics]


def _line(e: Evaluation, metric: str) -> Line:
    reference = parse(metric)
    entry = reference.entry
    values = [e.values.get((name, metric)) for name in e.names]
    difference = _difference(values)
    options = ", ".join(map(str, (reference.options | reference.over).values()))
    behind = " · ".join(part for part in (options, "" if reference.at is None else f"@{reference.at:g}") if part)
    return Line(
        reference=metric,
        metric=entry.name,
        heading=both(*(f"{explain(entry.name, lang).heading} {behind}".strip() for lang in ("en", "zh"))),
        better=entry.better or "",
        figures=[None if value is None else _figure(value, entry.range) for value in values],
        difference="" if difference is None else signed(difference),
        difference_raw="" if difference is None else repr(difference),
    )


def _difference(values: list[Value | None]) -> float | None:
    """The first model's value less the second's, where there are exactly two and both have one."""
    if len(values) != 2 or any(value is None or not math.isfinite(value) for value in values):
        return None
    a, b = (float(value) for value in values if value is not None)
    return a - b


def signed(value: float) -> str:
    """A difference with its sign, and a minus as wide as the plus."""
    return f"{value:+.4f}".replace("-", "−") if abs(value) < 1000 else f"{value:+,.1f}".replace("-", "−")


def _figure(value: Value, span: tuple[float, float] | None) -> Figure:
    def within(end: float | None) -> float | None:
        if end is None or span is None or not math.isfinite(span[1] - span[0]) or not math.isfinite(end):
            return None
        return round(100 * min(max((end - span[0]) / (span[1] - span[0]), 0.0), 1.0), 3)

    return Figure(
        text=number(value).replace("-", "−"),
        raw=repr(float(value)) if value.defined else "",
        margin=f"± {value.margin:.1g}" if value.defined and value.margin else "",
        threshold="" if value.threshold is None else f"{value.threshold:.4g}",
        approximate=value.approximate,
        reason=reason(value.reason) if value.reason else None,
        left=within(float(value)) if value.defined else None,
        low=within(value.low),
        high=within(value.high),
    )
