"""An evaluation in a notebook: a compact table, and the findings below it."""

from html import escape

from ..catalog import parse
from ..markup import CELL
from ..markup import TABLE as STYLE
from ..messages.visible import visible
from ..value import Value
from .result import Evaluation
from .text import cell, head, head_sentences, slice_notes, slice_rows


def _html(text: str) -> str:
    """A text from the data in a page."""
    return escape(visible(text))


def _span(e: Evaluation, metric: str) -> tuple[float, float] | None:
    """From the lowest to the highest end of the models' intervals, so that those of one metric share an axis."""
    ends = [end for name in e.names for v in [e.values.get((name, metric))] if v is not None for end in (v.low, v.high) if end is not None]
    return (min(ends), max(ends)) if ends and max(ends) > min(ends) else None


def _whisker(value: Value, span: tuple[float, float] | None) -> str:
    """A small drawing of the interval: a line from end to end, a dot at the value."""
    if span is None or value.low is None or value.high is None:
        return ""
    low, at, high = (4 + 72 * (x - span[0]) / (span[1] - span[0]) for x in (value.low, float(value), value.high))
    return (
        "<svg width='80' height='12' style='vertical-align:middle;margin-left:6px' role='img'>"
        f"<line x1='{low:.1f}' x2='{high:.1f}' y1='6' y2='6' stroke='currentColor' stroke-width='1.5'/>"
        f"<circle cx='{at:.1f}' cy='6' r='3' fill='currentColor'/></svg>"
    )


def _slices(e: Evaluation, lang: str) -> str:
    """The list that the terminal shows."""
    rows = slice_rows(e)
    if not rows:
        return ""
    made = []
    for place, row in enumerate(rows):
        tag = "td" if place else "th"
        made.append(
            "".join(f"<{tag} style='{CELL};text-align:{'right' if at else 'left'}'>{_html(text)}</{tag}>" for at, text in enumerate(row))
        )
    notes = ("；" if lang == "zh" else "; ").join(note.text(lang) for note in slice_notes(e))
    below = f"<p><small>{_html(notes)}</small></p>" if notes else ""
    return f"<table style='{STYLE};margin-top:8px'>{''.join(f'<tr>{row}</tr>' for row in made)}</table>{below}"


def html_of(e: Evaluation, lang: str = "en") -> str:
    """The head, a line for each metric, the findings; what comes from the data is escaped. ``lang`` is that of notes and findings."""
    names = "".join(f"<th style='{CELL};text-align:right'>{_html(name)}</th>" for name in e.names)
    lines = []
    for metric in e.metrics:
        cells = []
        span = _span(e, metric)
        for name in e.names:
            value = e.values.get((name, metric))
            shown, behind = cell(value)
            reason = _html(value.reason) if value is not None else ""
            small = f" <small>{_html(behind)}</small>" if behind else ""
            bar = "" if value is None else _whisker(value, span)
            cells.append(f"<td style='{CELL};text-align:right' title='{reason}'>{_html(shown)}{small}{bar}</td>")
        arrow = {"higher": "↑", "lower": "↓"}.get(parse(metric).entry.better or "", "")
        lines.append(f"<tr><td style='{CELL};text-align:left'>{_html(e.shown(metric))} {arrow}</td>{''.join(cells)}</tr>")
    found = "".join(f"<li style='list-style:none'>{f.symbol} {_html(f.text(lang))}</li>" for f in e.findings)
    listed = f"<ul style='padding-left:0'>{found}</ul>" if found else ""
    top = "<br>".join(map(_html, [" · ".join(head(e)), *head_sentences(e)]))
    return (
        f"<div><p>{top}</p><table style='{STYLE}'><thead><tr><th></th>{names}</tr></thead>"
        f"<tbody>{''.join(lines)}</tbody></table>" + _slices(e, lang) + listed + "</div>"
    )
