"""Findings on the classes that there are: one only, or few rows of one."""

from collections.abc import Iterator
from typing import Any

from ...findings.finding import Finding, Rules
from ..scores.reading import ScoreReading as Reading

rule = RULES = Rules()
FEW = 50


@rule
def one_class(e: Reading) -> Iterator[Finding]:
    """With one class there is nothing to tell apart."""
    present = _present(e)
    if len(present) != 1:
        return
    name = present[0]
    rows, zh = ("every row", "所有行") if len(e.classes) == 1 else ("every row that has any weight", "所有权重不为零的行")
    yield Finding(
        "one_class",
        "problem",
        f"{rows} has the label {name!r}: nothing that compares classes has a value; evaluate on rows of both",
        f"{zh}的标签都是 {name!r}：凡是比较两类的指标都没有定义；请在两类都有的数据上评估",
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
    counts = (("positive", "正例", e.effective_positives), ("negative", "负例", e.effective_negatives))
    for en, zh, n in counts:
        if 0 < n < FEW:
            yield Finding(
                "few_of_a_class",
                "caution",
                f"only {n:,.0f} {en} row{'s' if n > 1 else ''}: one more or less moves every figure; read little into small differences",
                f"{zh}只有 {n:,.0f} 个：多一个少一个都会让各项数字变动，不要过度解读细小的差别",
                "prevalence",
                evidence={f"{en}_rows": n},
                weight=1 - n / FEW,
            )
