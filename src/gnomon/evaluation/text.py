"""An evaluation as plain text: figures aligned on the decimal point, findings marked by symbols."""

import math

from ..inference.comparison import p_text
from ..messages import Message
from ..messages.language import language, listed, say, term
from ..messages.visible import padded, visible
from ..messages.visible import width as width_of
from ..result import decimals
from ..tasks import registry
from ..tasks.parts import HeaderItem
from ..value import Value
from .result import Evaluation

MOST_SLICES = 20
"""Slices that are listed at first, here, in a notebook and in the report."""
MOST_FINDINGS = 12


def text_of(evaluation: Evaluation) -> str:
    """Head, table of metrics, findings, worst slices."""
    parts = [head_lines(evaluation), table(evaluation), slices(evaluation), found(evaluation)]
    return "\n\n".join(part for part in parts if part)


def head_lines(evaluation: Evaluation) -> str:
    """The head, broken into lines that fit a terminal."""
    return "\n".join([*_wrapped(head(evaluation)), *(f"   {one}" for one in head_sentences(evaluation))])


def head(e: Evaluation) -> list[str]:
    """What was evaluated, in a few words each."""
    task = registry.task(e.task)
    sized = task.sized(e.rows)
    rows = say("evaluation.part_one_row") if e.rows == 1 else say("evaluation.part_rows", count=e.rows)
    words = [f"{e.source}   {rows if sized is None else sized.text(language())}"]
    words += [fact.text(language()) for fact in facts(e) if fact.brief and not fact.sentence]
    if not task.whole:
        words.append(say("evaluation.part_label_column", column=e.label))
    if e.weight:
        words.append(say("evaluation.part_weight_column", column=e.weight))
    words.append(say("evaluation.part_one_model") if len(e.models) == 1 else say("evaluation.part_models", count=len(e.models)))
    if e.dropped_rows:
        words.append(
            say("evaluation.part_one_row_dropped") if e.dropped_rows == 1 else say("evaluation.part_rows_dropped", count=e.dropped_rows)
        )
    if not e.exact:
        words.append(say("evaluation.part_bounds_not_exact"))
    if e.level is not None:
        clustered = say("evaluation.part_interval_level_clustered", level=e.level * 100, column=e.cluster)
        words.append(clustered if e.cluster else say("evaluation.part_interval_level", level=e.level * 100))
    return list(map(visible, words))


def head_sentences(e: Evaluation) -> list[str]:
    """What is said below the head, a line each."""
    return [visible(fact.text(language())) for fact in facts(e) if fact.sentence]


def facts(e: Evaluation) -> list[HeaderItem]:
    """What the task and its aspects say of the rows, each once."""
    task = registry.task(e.task)
    found = [fact for key in task.aspects for fact in registry.aspect(key).said(e)]
    return sorted({fact.text(): fact for fact in found}.values(), key=lambda fact: fact.order)


def _wrapped(words: list[str], width: int = 118) -> list[str]:
    lines = [""]
    for word in words:
        joined = f"{lines[-1]} · {word}" if lines[-1] else f" {word}"
        if width_of(joined) > width and lines[-1]:
            lines.append(f"   {word}")
        else:
            lines[-1] = joined
    return lines


def count(number: float) -> str:
    """Rows or weights: whole where they are whole, else with the digits that matter.

    >>> count(1498), count(4354.375), count(0.0312)
    ('1,498', '4,354.38', '0.0312')
    """
    if float(number).is_integer():
        return f"{number:,.0f}"
    return f"{number:,.2f}" if abs(number) >= 10 else f"{number:.3g}"


def percent(share: float) -> str:
    """A share in percent: one decimal, and more where the share is near none or all, which only none and all are.

    >>> percent(0.0749), percent(0.00015), percent(0.99997), percent(1)
    ('7.5 %', '0.015 %', '99.997 %', '100 %')
    """
    if share in (0, 1):
        return f"{100 * share:.0f} %"
    small = min(share, 1 - share)
    decimals = 1 if not 0 < small < 0.01 else (share < 0.5) - math.floor(math.log10(100 * small))
    return f"{100 * share:.{decimals}f} %"


def cut(threshold: float, digits: int = 4) -> str:
    """A threshold with enough digits not to look like 0, 1 or its neighbours.

    >>> cut(0.081608), cut(0.99999896), cut(1000000000.0123)
    ('0.08161', '0.99999896', '1000000000.0123')
    """
    while digits < 17 and math.isfinite(threshold):
        text = f"{threshold:.{digits}g}"
        near = max(abs(threshold) - math.floor(abs(threshold)), 1e-300)
        if float(text) == threshold or abs(float(text) - threshold) < 0.02 * min(near, 1 - near):
            break
        digits += 1
    return f"{threshold:.{digits}g}" if math.isfinite(threshold) else number(threshold)


def number(value: float) -> str:
    """A metric's value: four decimals, or as many digits as it takes."""
    if math.isnan(value):
        return "—"
    if math.isinf(value):
        return "∞" if value > 0 else "−∞"
    return decimals(value) if abs(value) < 1000 else f"{value:,.1f}"


def cell(value: Value | None) -> tuple[str, str]:
    """A value and what stands behind it: its margin or its threshold."""
    if value is None:
        return "", ""
    if not value.defined:
        return "—", ""
    behind = f"± {value.margin:.0e}" if value.margin else say("evaluation.label_approximate") if value.approximate else ""
    behind = f"{behind} {ends_of(value)}".strip()
    if value.threshold is not None:
        behind = f"{behind} {say('evaluation.part_at_threshold', threshold=cut(value.threshold))}".strip()
    return number(value), behind


def ends_of(value: Value) -> str:
    """The confidence interval, with as many decimals as the value."""
    return "" if value.low is None or value.high is None else f"[{number(value.low)}, {number(value.high)}]"


def table(e: Evaluation) -> str:
    """A line for each metric, a column for each model, the difference of two, and which way is better."""
    from ..catalog import parse

    two = len(e.models) == 2
    models = [part for name in e.names for part in (name, "")]
    rows: list[list[str]] = [[say("evaluation.part_metric_kind"), *models, *([_difference_name(e), ""] if two else []), ""]]
    for metric in e.metrics:
        values = [e.values.get((name, metric)) for name in e.names]
        line = [e.shown(metric), *(part for value in values for part in cell(value))]
        if two:
            line += difference(e, metric)
        rows.append([*line, {"higher": "↑", "lower": "↓"}.get(parse(metric).entry.better or "", "")])
    notes = [say("evaluation.note_value_missing", metrics=m, model=model, reason=why) for m, model, why in _together(e, "reason")]
    notes += [say("evaluation.note_interval_missing", metrics=m, model=n, reason=why) for m, n, why in _together(e, "unsure")]
    if two and e.comparison is not None:
        untested: dict[str, list[str]] = {}
        for pair in e.comparison.pairs:
            if pair.reason and math.isfinite(pair.difference):
                untested.setdefault(pair.reason, []).append(e.shown(pair.metric))
        notes += [say("evaluation.note_test_missing", metrics=listed(metrics), reason=reason) for reason, metrics in untested.items()]
    return "\n".join([*_aligned(rows), *(["", *notes] if notes else [])])


def _together(e: Evaluation, field: str) -> list[tuple[str, str, str]]:
    """What there is to say of values, said once for all metrics and models that it is true of."""
    said: dict[tuple[str, str], list[str]] = {}
    for v in e.values.values():
        if getattr(v, field) and (field == "reason" or v.defined):
            said.setdefault((getattr(v, field), v.metric), []).append(v.model)
    lines: dict[tuple[str, tuple[str, ...]], list[str]] = {}
    for (reason, metric), models in said.items():
        lines.setdefault((reason, tuple(models)), []).append(e.shown(metric))
    return [(listed(metrics), say("evaluation.part_and").join(models), reason) for (reason, models), metrics in lines.items()]


def difference(e: Evaluation, metric: str) -> tuple[str, str]:
    """How far the first of two models is above the second, and the p-value of that where it was tested."""
    a, b = (e.values.get((name, metric)) for name in e.names)
    if a is None or b is None or not (math.isfinite(a) and math.isfinite(b)):
        return "", ""
    pair = next((p for p in e.comparison.pairs if p.metric == metric), None) if e.comparison is not None else None
    tested = "" if pair is None or not pair.defined or math.isnan(pair.p_value) else p_text(pair.p_value)
    said = tested if not tested or tested.startswith("<") else f"= {tested}"
    return f"{float(a) - float(b):+.4f}", f"p {said}" if said else ""


def _difference_name(e: Evaluation) -> str:
    a, b = e.names
    return f"{a} − {b}" if len(a) + len(b) < 24 else say("evaluation.column_difference")


def _aligned(rows: list[list[str]]) -> list[str]:
    """Columns of one width: the first to the left, figures on their decimal point, what stands behind them to the left."""
    columns = list(zip(*(map(visible, row) for row in rows), strict=True))
    out = []
    for place, column in enumerate(columns):
        behind = place > 0 and column[0] == ""
        cells = list(column) if place == 0 or behind else _on_the_point(list(column))
        width = max(map(width_of, cells))
        out.append([padded(text, width) for text in cells])
    return [f" {'  '.join(line)}".rstrip() for line in zip(*out, strict=True)]


def _on_the_point(cells: list[str]) -> list[str]:
    """Figures padded so that their decimal points stand in one column; the name on top ends where they end."""
    figures = cells[1:]
    tails = [len(text) - text.index(".") if "." in text else 0 for text in figures]
    most = max(tails, default=0)
    aligned = [text + " " * (most - tail) if text else "" for text, tail in zip(figures, tails, strict=True)]
    width = max(map(width_of, [cells[0], *aligned]))
    return [" " * (width - width_of(text)) + text for text in (cells[0], *aligned)]


def slices(e: Evaluation) -> str:
    """The worst slices by the first metric, with their size and how far they are from the whole."""
    rows = slice_rows(e)
    if not rows:
        return ""
    return "\n".join(_aligned(rows)) + "".join(f"\n   {note.text(language())}" for note in slice_notes(e))


def slice_notes(e: Evaluation) -> list[Message]:
    """What one should know of the slices: how many are not listed, that small ones stand last, and how numbers were cut."""
    left, small = max(len(e.slices) - MOST_SLICES, 0), sum(map(e.small, e.slices))
    notes = [Message("slices_more" if left > 1 else "slices_more_one", count=left)] if left else []
    if small:
        notes.append(Message("small_slices_counted", which=e.small_means, small=small, count=len(e.slices)))
    binned = (e.facts.get("binned") or {}).items()
    return notes + [Message("slices_in_bins", column=column, bins=len(edges) + 1) for column, edges in binned]


def slice_rows(e: Evaluation) -> list[list[str]]:
    """The list of slices as cells of text, a head first; empty where there is nothing to order them by."""
    name, metric = e.names[0], e.primary
    if not e.slices or not metric:
        return []
    whole = e.values.get((name, metric))
    shown = e.slices[:MOST_SLICES]
    column, fact = registry.task(e.task).counted
    of = say("evaluation.heading_metric_of_model", metric=metric, model=name)
    rows = [
        [
            say("evaluation.column_slice_worst_first"),
            say("evaluation.column_rows_count"),
            term(column),
            of,
            "",
            say("evaluation.column_less_the_whole"),
        ]
    ]
    for part in shown:
        value = part.values.get((name, metric))
        both = value is not None and whole is not None and math.isfinite(value) and math.isfinite(whole)
        gap = f"{float(value) - float(whole):+.4f}" if both and value is not None and whole is not None else "—"
        rows.append(
            [
                part.name,
                f"{part.rows:,}",
                "" if (size := part.facts.get(fact)) is None else count(size),
                number(value) if value is not None else "",
                ends_of(value) if value is not None else "",
                gap,
            ]
        )
    if all(part.facts.get(fact) is None for part in shown):  # nothing to count by, as in texts
        rows = [[*row[:2], *row[3:]] for row in rows]
    return [list(map(visible, row)) for row in rows]


def found(e: Evaluation, lang: str = "") -> str:
    """The findings, the gravest first."""
    if not e.findings:
        return ""
    lines = [f" {finding.symbol} {finding.text(lang or language())}" for finding in e.findings[:MOST_FINDINGS]]
    more = ["   " + say("evaluation.part_and_more", count=len(e.findings) - MOST_FINDINGS)] if len(e.findings) > MOST_FINDINGS else []
    return "\n".join([f" {say('evaluation.heading_findings')}", *lines, *more])
