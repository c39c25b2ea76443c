"""An evaluation in a notebook: a compact table, and the findings below it."""

from html import escape

from ..catalog import parse
from .result import Evaluation
from .text import cell, head

STYLE = "border-collapse:collapse;font-variant-numeric:tabular-nums"
CELL = "padding:2px 12px 2px 0;border-bottom:1px solid #8884"


def html_of(e: Evaluation) -> str:
    """The head, a line for each metric, the findings; what comes from the data is escaped."""
    names = "".join(f"<th style='{CELL};text-align:right'>{escape(name)}</th>" for name in e.names)
    lines = []
    for metric in e.metrics:
        cells = []
        for name in e.names:
            value = e.values.get((name, metric))
            shown, behind = cell(value)
            reason = escape(value.reason) if value is not None else ""
            small = f" <small>{escape(behind)}</small>" if behind else ""
            cells.append(f"<td style='{CELL};text-align:right' title='{reason}'>{escape(shown)}{small}</td>")
        arrow = {"higher": "↑", "lower": "↓"}.get(parse(metric).entry.better or "", "")
        lines.append(f"<tr><td style='{CELL};text-align:left'>{escape(metric)} {arrow}</td>{''.join(cells)}</tr>")
    found = "".join(f"<li style='list-style:none'>{f.symbol} {escape(f.text())}</li>" for f in e.findings)
    return (
        f"<div><p>{escape(' · '.join(head(e)))}</p><table style='{STYLE}'><thead><tr><th></th>{names}</tr></thead>"
        f"<tbody>{''.join(lines)}</tbody></table>" + (f"<ul style='padding-left:0'>{found}</ul>" if found else "") + "</div>"
    )
