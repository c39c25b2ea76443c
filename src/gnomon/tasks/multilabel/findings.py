"""Findings on sets of labels: labels that are never found or never true, labels far below the rest, and what two figures say together."""

from collections.abc import Iterator
from typing import Any

import numpy as np

from ...findings.finding import Finding, FindingRules
from ...findings.reading import FindingContext
from ...messages import Message
from ...metrics.multilabel import hamming_loss, subset_accuracy
from ...metrics.rates import f1
from ...summary import Cells
from .tables import label_lines

rule = RULES = FindingRules()
FEW = 30
"""Rows of a label below which its figures are a matter of luck."""


def labels_shown(labels: list[Any]) -> list[str]:
    """Labels as a sentence names them, the first few."""
    return [*map(repr, labels[:6]), *(["…"] if len(labels) > 6 else [])]


@rule
def labels_never_predicted(e: FindingContext) -> Iterator[Finding]:
    """Labels that rows have, and that the model never says."""
    for name, sets in e.summaries_of("label_sets").items():
        lost = [line for line in label_lines(sets) if line.true and not line.predicted]
        if lost:
            part = sum(line.true for line in lost) / max(float(sets.tables[:, 1].sum()), 1e-300)
            labels = [line.label for line in lost]
            code = "tag_never_predicted" if len(lost) == 1 else "tags_never_predicted"
            evidence = {"labels": [str(label) for label in labels], "label_share": part}
            yield Finding(
                "labels_never_predicted",
                "problem",
                Message(code, model=name, labels=labels_shown(labels), part=part),
                "recall",
                name,
                evidence,
                1 + part,
            )


@rule
def labels_never_true(e: FindingContext) -> Iterator[Finding]:
    """Labels that the model says, and that no row has: a spelling of its own, or another list of labels."""
    for name, sets in e.summaries_of("label_sets").items():
        vain = [line for line in label_lines(sets) if line.predicted and not line.true]
        if vain:
            part = sum(line.predicted for line in vain) / float(sets.tables[:, :, 1].sum())
            labels = [line.label for line in vain]
            code = "tag_never_true" if len(vain) == 1 else "tags_never_true"
            evidence = {"labels": [str(label) for label in labels], "predicted_share": part}
            yield Finding(
                "labels_never_true",
                "caution",
                Message(code, model=name, labels=labels_shown(labels), part=part),
                "precision",
                name,
                evidence,
                part,
            )


@rule
def label_far_below(e: FindingContext) -> Iterator[Finding]:
    """A label with rows enough whose F1 is half of what all labels have together, or less."""
    for name, sets in e.summaries_of("label_sets").items():
        micro = float(f1(Cells(sets.tables.sum(0)))[1])
        known = [line for line in label_lines(sets) if line.predicted and e.rows_of(line.true) >= FEW]
        if not known or not known[0].f1 < micro / 2:
            continue
        worst = known[0]
        values = {"label": repr(worst.label), "f1": worst.f1, "micro": micro, "recall": worst.recall, "precision": worst.precision}
        evidence = {"label": str(worst.label), "f1": worst.f1, "f1_together": micro, "rows": worst.true}
        said = Message("label_far_below", model=name, **values)
        yield Finding("label_far_below", "problem", said, "f1", name, evidence, micro - worst.f1)


@rule
def no_better_than_no_labels(e: FindingContext) -> Iterator[Finding]:
    """A Hamming loss that predicting no label at all would reach as well."""
    for name, sets in e.summaries_of("label_sets").items():
        loss, nothing = hamming_loss(sets), float(sets.tables[:, 1].sum()) / max(sets.n * len(sets.labels), 1e-300)
        if loss >= nothing > 0:
            evidence = {"hamming_loss": loss, "hamming_of_nothing": nothing}
            said = Message("no_better_than_no_labels", model=name, loss=loss, nothing=nothing)
            yield Finding("no_better_than_no_labels", "problem", said, "hamming_loss", name, evidence, 1 + loss - nothing)


@rule
def right_labels_wrong_rows(e: FindingContext) -> Iterator[Finding]:
    """Few wrong labels, and yet few rows that are right as a whole."""
    for name, sets in e.summaries_of("label_sets").items():
        loss, right = hamming_loss(sets), subset_accuracy(sets)
        if not (loss <= 0.1 and right < 0.5):
            continue
        wrong = sets.profiles[:, 1] + sets.profiles[:, 2]
        amiss = wrong > 0
        mean = float(np.average(wrong[amiss], weights=sets.weights[amiss])) if sets.weights[amiss].sum() else 0.0
        said = Message("right_labels_wrong_rows", model=name, loss=loss, right=right, mean=mean)
        evidence = {"hamming_loss": loss, "subset_accuracy": right, "wrong_labels": mean}
        yield Finding("right_labels_wrong_rows", "caution", said, "subset_accuracy", name, evidence, 0.5 - right)
