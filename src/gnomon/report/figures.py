"""The key figures: a card for each of a model's first metrics, and the table of all of them."""

import math
from dataclasses import dataclass

from markupsafe import Markup

from ..catalog import Reference, parse
from ..evaluation import Evaluation, Value
from ..evaluation.text import cut, number
from ..result import decimals
from .metric_names import metric_names, shortened
from .sections import sections
from .sure import bracketed, interval_of, plain, unsure_of
from .words import LANGUAGES, both, page_words, reason

CARDS, MOST_CARDS = 6, 9


@dataclass(frozen=True)
class MetricCell:
    """One model's value of one metric, as it is written.

    ``left``, ``low`` and ``high`` are percentages of the metric's range: the value, and the interval or else what is certain.
    ``remark`` is a word of the page that a section adds. ``copied`` is what a copy of the table has: with intervals, the value and its
    ends.
    """

    text: str
    raw: str
    margin: str
    threshold: str
    remark: str
    approximate: bool
    reason: Markup | None
    left: float | None
    low: float | None
    high: float | None
    interval: Markup | None
    unsure: Markup | None
    copied: Markup


@dataclass(frozen=True)
class MetricLine:
    """One metric: its name in both languages, and each model's figure (None where it was not computed)."""

    reference: str
    metric: str
    heading: Markup
    better: str
    figures: list[MetricCell | None]
    difference: str
    difference_raw: str
    difference_interval: Markup | None


def lines_of(e: Evaluation) -> list[MetricLine]:
    """Every metric, in the order of the evaluation."""
    return [_line(e, metric) for metric in e.metrics]


def cards_of(e: Evaluation) -> int:
    """How many of the first metrics have cards; what differs in the value of an option alone, as sizes do, stays together."""
    families = [(one.entry.name, tuple(one.options), one.at, one.over) if one.options else object() for one in map(parse, e.metrics)]
    count = CARDS
    while count < min(len(families), MOST_CARDS) and families[count] == families[count - 1]:
        count += 1
    return count


def columns_of(e: Evaluation) -> int:
    """How many cards stand in each of two rows, where they are too many for one; else 0."""
    count = min(cards_of(e), len(e.metrics))
    return 0 if count <= CARDS else (count + 1) // 2


def _line(e: Evaluation, metric: str) -> MetricLine:
    reference = parse(metric)
    entry = reference.entry
    values = [e.values.get((name, metric)) for name in e.names]
    difference = _difference(values)
    span = _span(entry.range, values)
    remarks = {model: word for section in sections() for model, word in section.remarks(e, reference).items()}
    return MetricLine(
        reference=e.shown(metric),
        metric=entry.name,
        heading=both(*headings_of(e.shown(metric))),
        better=entry.better or "",
        figures=[None if value is None else _figure(value, span, e.level, remarks.get(value.model, "")) for value in values],
        difference="" if difference is None else signed(difference),
        difference_raw="" if difference is None else repr(difference),
        difference_interval=_difference_interval(e, metric),
    )


def headings_of(metric: str, brief: bool = False) -> list[str]:
    """A metric's name as readers know it, in both languages; ``brief`` for the heads of narrow columns."""
    reference = parse(metric)
    names = zip(metric_names(reference.entry.name), LANGUAGES, strict=True)
    return [heading(reference, shortened(name) if brief else name, lang) for name, lang in names]


def heading(reference: Reference, name: str, lang: str) -> str:
    """A metric's name with its options and threshold."""
    return f"{name} {_behind(reference, lang)}".strip()


def _behind(reference: Reference, lang: str) -> str:
    """Options, threshold and unit behind a metric's heading; options that have a word of the page are said in it."""
    comma = ", " if lang == "en" else "、"
    options = comma.join(_option(name, str(value), lang) for name, value in (reference.options | reference.over).items())
    cut_at = "" if reference.at is None else f"@{threshold_text(reference.at)}"
    return " · ".join(part for part in (options, cut_at, reference.unit) if part)


def _option(name: str, value: str, lang: str) -> str:
    """A value by its own word, or by that of its option, or as it is typed."""
    words, place = page_words(), LANGUAGES.index(lang)
    if f"option_{value}" in words:
        return words[f"option_{value}"][place]
    return words.get(f"option_{name}=", ("{value}", "{value}"))[place].format(value=value)


def threshold_text(value: float) -> str:
    """A threshold as it is written, with a minus as wide as a plus."""
    return cut(value).replace("-", "−")


def _difference(values: list[Value | None]) -> float | None:
    """The first model's value less the second's, where there are exactly two and both have one."""
    if len(values) != 2 or any(value is None or not math.isfinite(value) for value in values):
        return None
    a, b = (float(value) for value in values if value is not None)
    return a - b


def _difference_interval(e: Evaluation, metric: str) -> Markup | None:
    """The interval of the difference of two models."""
    if e.comparison is None or len(e.models) != 2:
        return None
    pair = next((pair for pair in e.comparison.pairs if pair.metric == metric and pair.defined), None)
    if pair is None:
        return None
    return bracketed(signed(pair.low), signed(pair.high), (pair.low, pair.high), pair.method, "difference_by")


def _span(range: tuple[float, float] | None, values: list[Value | None]) -> tuple[float, float] | None:
    """The range that a metric's values are drawn on; where it is open and there are intervals, a little more than these need."""
    low, high = range or (-math.inf, math.inf)
    if math.isfinite(high - low):
        return low, high
    ends = [end for v in values if v is not None and v.low is not None and v.high is not None for end in (v.low, v.high, float(v))]
    if not ends or not all(map(math.isfinite, ends)):
        return None
    low, high = (low if math.isfinite(low) else min(1.25 * min(ends), 0.0)), (high if math.isfinite(high) else max(1.25 * max(ends), 0.0))
    return (low, high) if high > low else None


def signed(value: float) -> str:
    """A difference with its sign, and a minus as wide as the plus."""
    return decimals(value, "+").replace("-", "−") if abs(value) < 1000 else f"{value:+,.1f}".replace("-", "−")


def _cells(numbers: list[str]) -> Markup:
    """Numbers in cells of their own once they are copied; their tabs are meant."""
    return Markup("\t").join(numbers)


def _figure(value: Value, span: tuple[float, float] | None, level: float | None, remark: str = "") -> MetricCell:
    def within(end: float | None) -> float | None:
        if end is None or span is None or not math.isfinite(end):
            return None
        return round(100 * min(max((end - span[0]) / (span[1] - span[0]), 0.0), 1.0), 3)

    certain = value.low is None or value.high is None
    ends = (value.at_least, value.at_most) if certain else (value.low, value.high)
    raw = repr(float(value)) if value.defined else ""
    return MetricCell(
        text=plain(number(value)),
        raw=raw,
        margin=f"± {value.margin:.1g}" if value.defined and value.margin else "",
        threshold="" if value.threshold is None or not math.isfinite(value.threshold) else threshold_text(value.threshold),
        remark=remark,
        approximate=value.approximate,
        reason=reason(value.reason) if value.reason else None,
        left=within(float(value)) if value.defined else None,
        low=within(ends[0]),
        high=within(ends[1]),
        interval=interval_of(value, level),
        unsure=unsure_of(value, level),
        copied=_cells([raw, *([] if level is None else ("" if certain or end is None else repr(float(end)) for end in ends))]),
    )
