"""The key figures: a card for each of a model's first metrics, and the table of all of them."""

import math
from dataclasses import dataclass
from typing import Any

from markupsafe import Markup

from ..catalog import Reference, explain, parse
from ..evaluation import Evaluation, Value
from ..evaluation.text import cut, number
from ..metrics.curves import ks_curve
from ..summary import Sweep
from .words import LANGUAGES, both, reason

MOST_CARDS = 6
OVER = {
    "ovr": ("one-vs-rest", "一对其余"),
    "ovo": ("one-vs-one", "两两对比"),
    "macro": ("macro average", "宏平均"),
    "micro": ("micro average", "微平均"),
    "weighted": ("weighted average", "加权平均"),
}


@dataclass(frozen=True)
class Figure:
    """One model's value of one metric, as it is written; ``left``, ``low`` and ``high`` are percentages of the metric's range."""

    text: str
    raw: str
    margin: str
    threshold: str
    reversed: bool
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
    against = _reversed(e) if entry.name == "ks" else set()
    return Line(
        reference=metric,
        metric=entry.name,
        heading=both(*(f"{explain(entry.name, lang).heading} {_behind(reference, lang)}".strip() for lang in ("en", "zh"))),
        better=entry.better or "",
        figures=[None if value is None else _figure(value, entry.range, value.model in against) for value in values],
        difference="" if difference is None else signed(difference),
        difference_raw="" if difference is None else repr(difference),
    )


def _behind(reference: Reference, lang: str) -> str:
    """Options and threshold behind a metric's heading; how classes are averaged is said in words."""
    comma = ", " if lang == "en" else "、"
    options = comma.join(OVER[str(v)][LANGUAGES.index(lang)] if str(v) in OVER else str(v) for v in _options(reference))
    return " · ".join(part for part in (options, "" if reference.at is None else f"@{threshold_text(reference.at)}") if part)


def _options(reference: Reference) -> list[Any]:
    return list((reference.options | reference.over).values())


def _reversed(e: Evaluation) -> set[str]:
    """The models whose scores are the wrong way round: FPR stands above TPR where they are farthest apart."""
    sweeps = {name: held.scores for name, held in e.summaries.items()}
    return {name for name, sweep in sweeps.items() if isinstance(sweep, Sweep) and ks_curve(sweep).sign < 0}


def threshold_text(value: float) -> str:
    """A threshold as it is written, with a minus as wide as a plus."""
    return cut(value).replace("-", "−")


def _difference(values: list[Value | None]) -> float | None:
    """The first model's value less the second's, where there are exactly two and both have one."""
    if len(values) != 2 or any(value is None or not math.isfinite(value) for value in values):
        return None
    a, b = (float(value) for value in values if value is not None)
    return a - b


def signed(value: float) -> str:
    """A difference with its sign, and a minus as wide as the plus."""
    return f"{value:+.4f}".replace("-", "−") if abs(value) < 1000 else f"{value:+,.1f}".replace("-", "−")


def _figure(value: Value, span: tuple[float, float] | None, against: bool = False) -> Figure:
    def within(end: float | None) -> float | None:
        if end is None or span is None or not math.isfinite(span[1] - span[0]) or not math.isfinite(end):
            return None
        return round(100 * min(max((end - span[0]) / (span[1] - span[0]), 0.0), 1.0), 3)

    return Figure(
        text=number(value).replace("-", "−"),
        raw=repr(float(value)) if value.defined else "",
        margin=f"± {value.margin:.1g}" if value.defined and value.margin else "",
        threshold="" if value.threshold is None or not math.isfinite(value.threshold) else threshold_text(value.threshold),
        reversed=against,
        approximate=value.approximate,
        reason=reason(value.reason) if value.reason else None,
        left=within(float(value)) if value.defined else None,
        low=within(value.low),
        high=within(value.high),
    )
