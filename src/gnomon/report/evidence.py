"""The figures that a finding rests on, named in both languages."""

from typing import Any

from markupsafe import Markup

from ..catalog import parse
from ..errors import InputError
from .figures import threshold_text
from .metric_names import metric_names
from .names import shown
from .words import both, evidence_names


def evidence_of(evidence: dict[str, Any]) -> list[tuple[Markup, str]]:
    """Each figure's name and its text."""
    return [(_name(name), _text(value)) for name, value in evidence.items()]


def _name(name: str) -> Markup:
    """A word of ours, a metric's heading, or what the data calls it."""
    if name in (names := evidence_names()):
        return both(*names[name])
    try:
        reference = parse(name)
    except InputError:
        return both(shown(name), shown(name))
    at = "" if reference.at is None else f" @{threshold_text(reference.at)}"
    return both(*(f"{name}{at}" for name in metric_names(reference.entry.name)))


def _text(value: object) -> str:
    if isinstance(value, dict) and value.keys() == {"winner", "from", "to"}:
        return f"{value['winner']} {_text(value['from'])} – {_text(value['to'])}"
    if isinstance(value, dict):
        return ", ".join(f"{name} = {_text(part)}" for name, part in value.items())
    if isinstance(value, (list, tuple)):
        return ", ".join(map(_text, value[:12])) + (", …" if len(value) > 12 else "")
    if isinstance(value, float):
        return f"{value:,.0f}" if value.is_integer() and abs(value) >= 2 else threshold_text(value)
    return f"{value:,}" if isinstance(value, int) and not isinstance(value, bool) else str(value)
