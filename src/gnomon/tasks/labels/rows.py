"""Findings on the classes that there are: one only, or few rows of one."""

from collections.abc import Iterator
from typing import Any

from ...findings.finding import Finding, FindingRules
from ...messages import Message
from ..scores.reading import ScoreReading as Reading

rule = RULES = FindingRules()
FEW = 50


@rule
def one_class(e: Reading) -> Iterator[Finding]:
    """With one class there is nothing to tell apart."""
    present = _present(e)
    if len(present) != 1:
        return
    name = present[0]
    yield Finding(
        "one_class",
        "problem",
        Message("one_class" if len(e.classes) == 1 else "one_class_weighs", label=repr(name)),
        "prevalence",
        evidence={"label": name, "rows": e.rows},
        weight=2.0,
    )


def _present(e: Reading) -> list[Any]:
    """The classes that occur as truth."""
    for held in e.summaries.values():
        if held.labels is not None:
            return [label for label, n in zip(held.labels.labels, held.labels.actual, strict=True) if n]
        if "scores" in held:
            others = [name for name in e.classes if name != e.positive]
            return [*([e.positive] if held["scores"].positives else []), *(others if held["scores"].negatives else [])]
    return list(e.classes)


@rule
def few_of_a_class(e: Reading) -> Iterator[Finding]:
    """A handful of positives (or negatives) makes every figure a matter of luck."""
    if e.positives is None:
        return
    counts = (
        ("few_positives", "few_positives_one", "positive_rows", e.effective_positives),
        ("few_negatives", "few_negatives_one", "negative_rows", e.effective_negatives),
    )
    for several, one, name, n in counts:
        if 0 < n < FEW:
            yield Finding(
                "few_of_a_class",
                "caution",
                Message(several if n > 1 else one, rows=n),
                "prevalence",
                evidence={name: n},
                weight=1 - n / FEW,
            )
