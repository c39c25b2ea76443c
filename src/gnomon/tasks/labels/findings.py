"""Findings on predicted labels: accuracy that says nothing, classes that are never found."""

from collections.abc import Iterator
from typing import Any

import numpy as np

from ...findings.finding import Finding, Rules, share
from ...summary import Counts
from ..scores.reading import ScoreReading as Reading

rule = RULES = Rules()


def majority_finding(counts: Counts, name: str, metric: str, label: Any) -> Iterator[Finding]:
    """Accuracy beside the majority rate, where classes are uneven."""
    n = float(counts.n)
    if not n:
        return
    accuracy, majority = float(counts.correct) / n, float(counts.actual.max()) / n
    if majority < 0.7 or majority == 1 or accuracy > majority + 0.1 * (1 - majority):
        return
    below = accuracy < majority
    yield Finding(
        "accuracy_is_majority",
        "problem",
        f"{name}: {metric} {accuracy:.3f} {'is below' if below else 'hardly exceeds' if accuracy > majority else 'equals'} the majority "
        f"rate ({majority:.3f}: always answering {label!r}); it says nothing here: read recall and precision",
        f"{name}：{metric} 为 {accuracy:.3f}，{'低于' if below else '勉强超过' if accuracy > majority else '等于'}多数类占比"
        f"（一律答 {label!r} 就有 {majority:.3f}）；它在这里说明不了问题，请看召回率和精确率",
        "accuracy",
        name,
        {metric: accuracy, "majority_rate": majority},
        weight=majority,
    )


@rule
def accuracy_is_majority(e: Reading) -> Iterator[Finding]:
    """Labels no more accurate than answering the commonest class always."""
    for name, held in e.summaries.items():
        if held.labels is not None:
            yield from majority_finding(held.labels, name, "accuracy", held.labels.labels[int(np.argmax(held.labels.actual))])


@rule
def classes_never_found(e: Reading) -> Iterator[Finding]:
    """Classes of which not one row was recognised."""
    for name, held in e.summaries.items():
        c = held.labels
        if c is None:
            continue
        lost = [label for label, hits, n in zip(c.labels, c.tp, c.actual, strict=True) if n and not hits]
        if not lost:
            continue
        rows = float(sum(n for hits, n in zip(c.tp, c.actual, strict=True) if n and not hits))
        listed = ", ".join(map(repr, lost[:6])) + (", …" if len(lost) > 6 else "")
        one = len(lost) == 1
        yield Finding(
            "classes_never_found",
            "problem",
            f"{name}: {listed} {'is' if one else 'are'} never found (recall 0), {share(rows / float(c.n))} of the rows",
            f"{name}：{listed} 一个也没有被找出来（召回率为 0），占 {share(rows / float(c.n))} 的行",
            "recall",
            name,
            {"classes": [str(label) for label in lost], "rows": rows},
            weight=1 + rows / float(c.n),
        )
