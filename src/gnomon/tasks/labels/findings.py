"""Findings on predicted labels: accuracy that says nothing, classes that are never found."""

import math
from collections.abc import Iterator
from typing import Any

import numpy as np

from ...catalog.explain import named
from ...findings.finding import Finding, FindingRules, class_called
from ...inference.significance import mcnemar
from ...messages import Message
from ...metrics.calibration_tests import binomial_chance
from ...metrics.matching import best_match
from ...summary import Counts
from ..scores.reading import ScoreReading as Reading
from .confusions import ConfusedPair, confused_pairs

rule = RULES = FindingRules()
CHANCE = 0.01
"""How often classes, or answers, that are all alike may be told apart."""
SURE = 3.0
"""Standard deviations beyond which labels are right more often than by chance."""


def beside_majority(counts: Any) -> tuple[float, float] | None:
    """Accuracy and the majority rate, where classes are uneven and the one hardly exceeds the other."""
    n = float(counts.n)
    if not n:
        return None
    accuracy, majority = float(counts.correct) / n, float(counts.actual.max()) / n
    return None if majority < 0.7 or majority == 1 or accuracy > majority + 0.1 * (1 - majority) else (accuracy, majority)


def majority_remark(counts: object, label: object) -> Message | None:
    """What one must know to read such an accuracy: with few positives the best labels are hardly more accurate than one and the same."""
    found = beside_majority(counts)
    return None if found is None else Message("accuracy_beside_majority", majority=found[1], label=repr(label))


def majority_finding(counts: Any, name: str, metric: str, label: object, scale: float, informed: bool) -> Iterator[Finding]:
    """Accuracy beside the majority rate, of labels that are worse, or whose model knows nothing; a weight of 1 is worth ``scale`` rows."""
    found = beside_majority(counts)
    if found is None:
        return
    accuracy, majority = found
    place = int(np.argmax(counts.actual))
    gained, lost = float(counts.correct - counts.tp[place]), float(counts.actual[place] - counts.tp[place])
    worse = mcnemar(round(scale * gained), round(scale * lost), alternative="less") < CHANCE
    if informed and not worse:
        return
    beside = "accuracy_below_majority" if accuracy < majority else "accuracy_equals_majority"
    code = "accuracy_hardly_above_majority" if accuracy > majority else beside
    yield Finding(
        "accuracy_is_majority",
        "problem",
        Message(code, model=name, metric=named(metric), accuracy=accuracy, majority=majority, label=repr(label)),
        "accuracy",
        name,
        {metric: accuracy, "majority_rate": majority},
        weight=majority,
    )


def _know_something(counts: Any, scale: float) -> bool:
    """Whether more labels are right than if the same ones were dealt to the rows at random."""
    true, said, n = scale * counts.actual.astype(float), scale * counts.predicted.astype(float), scale * float(counts.n)
    both = true * said
    spread = float((both * (n - true) * (n - said)).sum() + both.sum() ** 2 - (both**2).sum()) / (n**2 * max(n - 1, 1))
    return bool(scale * float(counts.correct) - float(both.sum()) / n > SURE * math.sqrt(spread))


@rule
def accuracy_is_majority(e: Reading) -> Iterator[Finding]:
    """Labels no more accurate than answering the commonest class always."""
    for name, held in e.summaries.items():
        if held.labels is not None:
            commonest = held.labels.labels[int(np.argmax(held.labels.actual))]
            scale = e.rows_of(1.0)
            yield from majority_finding(held.labels, name, "accuracy", commonest, scale, _know_something(held.labels, scale))


def _renamed(c: Counts) -> tuple[float, list[tuple[Any, Any]]] | None:
    """The accuracy were each predicted label the name of another class, and the pairs that differ; None where it would be little better."""
    row, column = np.nonzero(c.matrix)
    if not len(row) or float(c.n) < 10 * len(c.labels):
        return None
    match = best_match(row, column, c.matrix[row, column])
    pairs = list(zip(match.classes.tolist(), match.clusters.tolist(), strict=True))
    renamed = sum(float(c.matrix[truth, said]) for truth, said in pairs) / float(c.n)
    accuracy, majority = float(c.correct) / float(c.n), float(c.actual.max()) / float(c.n)
    plain = renamed >= max(0.5, accuracy + 0.3) or _moved(c, pairs)
    if not plain or renamed <= majority + 0.1 * (1 - majority):
        return None
    return renamed, [(c.labels[said], c.labels[truth]) for truth, said in pairs if truth != said]


def _moved(c: Counts, pairs: list[tuple[int, int]]) -> bool:
    """Whether each class that would have another name is mostly called by it, and hardly by its own, while hardly others are called so."""
    moved = [(truth, said) for truth, said in pairs if truth != said and c.actual[truth]]
    return bool(moved) and all(
        c.matrix[truth, said] > max(3 * c.matrix[truth, truth], ENOUGH, 0.4 * max(c.actual[truth], c.predicted[said]))
        for truth, said in moved
    )


@rule
def labels_renamed(e: Reading) -> Iterator[Finding]:
    """Labels that would be right under other names: ids that are shifted by one, or swapped."""
    for name, held in e.summaries.items():
        found = None if held.labels is None else _renamed(held.labels)
        if found is not None:
            accuracy, renamed = float(held.labels.correct) / float(held.labels.n), found[0]
            names = [Message("label_for", said=repr(said), truth=repr(truth)) for said, truth in found[1][:4]]
            said = Message("labels_renamed", model=name, accuracy=accuracy, renamed=renamed, names=names)
            known = {"accuracy": accuracy, "accuracy_renamed": renamed, "names": [[str(said), str(truth)] for said, truth in found[1]]}
            yield Finding("labels_renamed", "problem", said, "accuracy", name, known, weight=2.3)


@rule
def labels_no_better_than_majority(e: Reading) -> Iterator[Finding]:
    """Labels whose accuracy chance could have carried above that of the commonest class, where it is not that common."""
    for name, held in e.summaries.items():
        c = held.labels
        if c is None or not float(c.n) or float(c.actual.max()) == float(c.n):
            continue
        place = int(np.argmax(c.actual))
        accuracy, majority = float(c.correct) / float(c.n), float(c.actual[place]) / float(c.n)
        if beside_majority(c) is not None or _renamed(c) is not None:
            continue
        # Rows that only the model gets right, and rows that only the constant answer does.
        gained, lost = float(c.correct - c.tp[place]), float(c.actual[place] - c.tp[place])
        p_value = mcnemar(round(e.rows_of(gained)), round(e.rows_of(lost)), alternative="greater")
        if p_value >= 0.05:
            yield Finding(
                "labels_no_better_than_majority",
                "problem" if accuracy <= majority else "caution",
                Message(
                    "labels_no_better_than_majority",
                    model=name,
                    accuracy=accuracy,
                    majority=majority,
                    label=repr(c.labels[place]),
                    p_value=p_value,
                ),
                "accuracy",
                name,
                {"accuracy": accuracy, "majority_rate": majority, "p_value": p_value},
                weight=0.9,
            )


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
        listed = [*map(repr, lost[:6]), *(["…"] if len(lost) > 6 else [])]
        code = "class_never_found" if len(lost) == 1 else "classes_never_found"
        yield Finding(
            "classes_never_found",
            "problem",
            Message(code, model=name, classes=listed, part=rows / float(c.n)),
            "recall",
            name,
            {"classes": [str(label) for label in lost], "rows": rows},
            weight=1 + rows / float(c.n),
        )


MANY_CLASSES, ENOUGH = 3, 10
"""Classes from which it is news which are confused, and rows of a mistake without which it rests on too little."""


@rule
def confused_classes(e: Reading) -> Iterator[Finding]:
    """Of several classes the pair that is most often confused."""
    for name, held in e.summaries.items():
        c = held.labels
        if c is None or len(c.labels) < MANY_CLASSES:
            continue
        standing_out = (pair for pair in confused_pairs(c, least=0.1) if e.rows_of(pair.rows) >= ENOUGH and _stands_out(e, c, pair))
        found = next(standing_out, None)
        if found is None:
            continue
        truth, predicted, rows, share = found
        yield Finding(
            "confused_classes",
            "caution",
            Message(
                "confused_pair_weighted" if e.weight else "confused_pair",
                model=name,
                truth=repr(truth),
                predicted=class_called(repr(predicted)),
                rows=rows,
                share=share,
            ),
            "confusion_matrix",
            name,
            {"label": str(truth), "called": str(predicted), "rows": rows, "share_of_class": share},
            weight=share,
        )


def _stands_out(e: Reading, c: Counts, pair: ConfusedPair) -> bool:
    """Whether more of a class's mistakes go to one other class than would by chance, were the others alike or drawn as they are common."""
    (place, other), others = map(c.labels.index, (pair.truth, pair.predicted)), len(c.labels) - 1
    share = max(1 / others, float(c.actual[other] / (c.n - c.actual[place])) if c.actual[place] < c.n else 1.0)
    rows, mistakes = (np.asarray(e.rows_of(float(weight))) for weight in (pair.rows, c.actual[place] - c.tp[place]))
    p_value = binomial_chance(rows, mistakes, np.asarray(share), alternative="greater")
    return bool(p_value * len(c.labels) * others < CHANCE)


@rule
def weakest_class(e: Reading) -> Iterator[Finding]:
    """The class that is found worst, where that is below the mean of all by more than the luck of the worst of so many."""
    for name, held in e.summaries.items():
        c = held.labels
        if c is None or len(c.labels) < MANY_CLASSES:
            continue
        present = np.flatnonzero(c.actual > 0)
        recall = c.tp[present] / c.actual[present]
        if len(present) < MANY_CLASSES:
            continue
        rows = e.rows_of(c.actual[present].astype(float))
        mean = float(recall.mean())
        p_values = binomial_chance(recall * rows, rows, np.full(len(rows), mean), alternative="less")
        real = (p_values * len(rows) < CHANCE) & (mean - recall >= 0.05)
        worst = int(np.argmin(np.where(real, recall, np.inf)))
        if not real[worst] or not recall[worst]:  # a class that is never found has a finding of its own
            continue
        label = c.labels[int(present[worst])]
        yield Finding(
            "weakest_class",
            "caution",
            Message("weakest_class", model=name, label=repr(label), recall=float(recall[worst]), mean=mean),
            "recall",
            name,
            {"label": str(label), "recall": float(recall[worst]), "balanced_accuracy": mean, "rows": float(c.actual[present[worst]])},
            weight=mean - float(recall[worst]),
        )
