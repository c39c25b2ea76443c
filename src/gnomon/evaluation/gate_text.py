"""Gates as lines of text: on a terminal, and in the failure of a test."""

from collections.abc import Iterator, Sequence

from ..messages import Message
from ..messages.visible import padded, visible, width
from .gates import Gate

STATES = {"pass": ("gate_pass", "✓"), "fail": ("gate_fail", "✖"), "small": ("gate_small", "–"), "unmatched": ("gate_unmatched", "–")}
"""What is said of a gate that came out so, and its mark."""


def gate_lines(gates: Sequence[Gate], lang: str) -> Iterator[tuple[str, str, str]]:
    """Of each gate how it came out, the mark with the word for it, and its cells, aligned."""
    lines = [list(map(visible, gate.said(lang))) for gate in gates]
    widths = [max(map(width, column)) for column in zip(*lines, strict=True)]
    states = [gate.unjudged or ("pass" if gate.passed else "fail") for gate in gates]
    said = {state: Message(STATES[state][0]).text(lang) for state in states}
    room = max(map(width, said.values()))
    for state, line in zip(states, lines, strict=True):
        cells = "  ".join(padded(cell, w) for cell, w in zip(line, widths, strict=True)).rstrip()
        yield state, f"{STATES[state][1]} {padded(said[state], room)}", cells


def gate_total(gates: Sequence[Gate], lang: str) -> str:
    """How many passed, and how many failed."""
    lost = sum(gate.failed for gate in gates)
    counts = {"passed": sum(gate.passed for gate in gates), "gates": len(gates)}
    return (Message("gates_failed", **counts, failed=lost) if lost else Message("gates_passed", **counts)).text(lang)


def gates_text(gates: Sequence[Gate], notes: Sequence[Message], lang: str) -> str:
    """Gates, what is to be known of them, and how many failed, without colours."""
    lines = [f" {mark}  {cells}" for _, mark, cells in gate_lines(gates, lang)]
    return "\n".join([*lines, *(f" ● {note.text(lang)}" for note in notes), "", f" {gate_total(gates, lang)}"])
