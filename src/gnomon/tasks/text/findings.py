"""Findings on generated texts: what figures over a corpus hide of how the outputs look."""

from collections.abc import Iterator
from typing import Any

from ...findings.finding import Finding, FindingRules
from ...findings.reading import FindingContext
from ...messages import Message

rule = RULES = FindingRules()
FEW = 0.02
"""Shares of sentences below this are left unsaid."""
SHORT = ("outputs_short", "outputs_short_together", "outputs_short_some")
LONG = ("outputs_long", "outputs_long_together", "outputs_long_some")
"""What is said of lengths: of all outputs and of many of them, of all together alone, of many of them alone."""
RATIOS = (0.9, 1.15)
"""Lengths of all outputs against all references between which nothing is said."""


def _shares(e: FindingContext, *columns: str) -> Iterator[tuple[str, float, list[float], Any]]:
    """Each model, what its sentences weigh, and the sums of some columns."""
    for name, sums in e.summaries_of("text").items():
        if sums.rows and all(column in sums.sums for column in columns):
            yield name, sums.n, [sums.total(column) for column in columns], sums


@rule
def outputs_empty(e: FindingContext) -> Iterator[Finding]:
    """Sentences for which nothing was said though something should have been."""
    for name, n, (empty,), _ in _shares(e, "habits:empty"):
        if empty:
            part = empty / n
            severity = "problem" if part >= FEW else "caution"
            said = Message("outputs_empty", model=name, count=empty, part=part)
            yield Finding("outputs_empty", severity, said, "length_ratio", name, {"empty": empty, "share_of_sentences": part}, 1 + part)


@rule
def references_empty(e: FindingContext) -> Iterator[Finding]:
    """Sentences whose reference is empty: whatever is said of them, most metrics count 0."""
    found = next(_shares(e, "habits:unsaid"), None)  # the references are the same for every model
    if found is not None and found[2][0]:
        empty, part = found[2][0], found[2][0] / found[1]
        said = Message("references_empty", count=empty, part=part)
        yield Finding("references_empty", "caution", said, "rouge_l", None, {"empty": empty, "share_of_sentences": part}, part)


@rule
def outputs_of_other_length(e: FindingContext) -> Iterator[Finding]:
    """Outputs that are much shorter or much longer than their references, altogether or many of them."""
    for name, n, (short, long), sums in _shares(e, "habits:short", "habits:long"):
        ratio = _length_ratio(sums)
        if name in e.observed.get("shifts", {}):  # lengths of other lines
            continue
        for codes, many, outside in (
            (SHORT, short, ratio is not None and ratio < RATIOS[0]),
            (LONG, long, ratio is not None and ratio > RATIOS[1]),
        ):
            part = many / n
            if outside or part >= 5 * FEW:
                figures = {"length_ratio": ratio, "share_of_sentences": part}
                severity = "problem" if outside and part >= 5 * FEW else "caution"
                said = codes[0 if outside and part >= FEW else 1 if outside else 2]
                known = {"model": name, "part": part, "ratio": ratio if ratio is not None else 1.0}
                yield Finding(codes[0], severity, Message(said, **known), "length_ratio", name, figures, part)


def _length_ratio(sums: Any) -> float | None:
    said, reference = "lengths(auto):said", "lengths(auto):reference"
    if reference not in sums.sums or not sums.sums[reference]:
        return None
    return float(sums.total(said) / sums.total(reference))


@rule
def outputs_copied(e: FindingContext) -> Iterator[Finding]:
    """Outputs that only repeat what they were to be made from."""
    for name, n, (copied,), _ in _shares(e, "habits:copied"):
        part = copied / n
        if part >= FEW:
            said = Message("outputs_copied", model=name, count=copied, part=part)
            yield Finding("outputs_copied", "problem", said, "bleu", name, {"copied": copied, "share_of_sentences": part}, 1 + part)


@rule
def outputs_all_right(e: FindingContext) -> Iterator[Finding]:
    """Nothing of this: outputs are about as long as they should be, and none is empty."""
    for name, n, (empty, short, long), sums in _shares(e, "habits:empty", "habits:short", "habits:long"):
        ratio = _length_ratio(sums)
        if ratio is not None and RATIOS[0] <= ratio <= RATIOS[1] and not empty and (short + long) / n < FEW and n >= 30:
            yield Finding(
                "outputs_all_right",
                "fine",
                Message("outputs_all_right", model=name, ratio=ratio),
                "length_ratio",
                name,
                {"length_ratio": ratio},
            )
