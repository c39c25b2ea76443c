"""Findings on clusters: one that takes most points, much noise, classes that are torn, and agreement that chance gives as well."""

import math
from collections.abc import Iterator
from typing import Any

import numpy as np

from ...findings.finding import Finding, FindingRules
from ...findings.reading import FindingContext
from ...inputs.labels import plain
from ...messages import Message
from ...metrics.clustering import adjusted_rand
from ...metrics.matching import best_match

rule = RULES = FindingRules()
FEW = 30
"""Points below which nothing is said of a table."""
CHI2_DEVIATIONS = 4.0
NOISE_SAID = {"singletons": "much_noise_singletons", "drop": "much_noise_drop", "cluster": "much_noise_cluster"}


@rule
def one_cluster_takes_most(e: FindingContext) -> Iterator[Finding]:
    """A cluster that holds most points though the classes are several and none is as large."""
    for name, table in e.summaries_of("partitions").items():
        p = table.partitions
        if p.n < FEW or not len(p.b):
            continue
        share, largest = float(p.b.max() / p.n), float(p.a.max() / p.n)
        if share > 0.8 and share > largest + 0.1:
            clusters = table.clusters if len(p.b) == len(table.clusters) else np.delete(table.clusters, table.noise_place)
            label = repr(plain(clusters[int(p.b.argmax())]))
            evidence = {"cluster_share": share, "largest_class_share": largest}
            said = Message("one_cluster_takes_most", model=name, label=label, share=share, largest=largest)
            yield Finding("one_cluster_takes_most", "problem", said, "homogeneity", name, evidence, 1 + share)


@rule
def much_noise(e: FindingContext) -> Iterator[Finding]:
    """Noise that is a large share of the points."""
    for name, table in e.summaries_of("partitions").items():
        share = table.noise_weight / table.n if table.n else 0.0
        if table.n >= FEW and share >= 0.2:
            said = Message(NOISE_SAID[table.noise_as], model=name, share=share)
            severity = "problem" if share >= 0.5 else "caution"
            yield Finding("much_noise", severity, said, "adjusted_rand", name, {"noise_share": share}, share)


@rule
def class_torn(e: FindingContext) -> Iterator[Finding]:
    """More clusters than classes, and a class whose points no cluster holds half of."""
    for name, table in e.summaries_of("partitions").items():
        p = table.partitions
        if p.n < FEW or len(p.b) <= len(p.a) or not len(p.cell):
            continue
        largest = np.zeros(len(p.a))
        np.maximum.at(largest, p.row, p.cell)
        inside = p.a - p.alone
        known = (inside >= FEW) & (largest < 0.5 * inside)
        if not known.any():
            continue
        worst = int(np.argmin(np.where(known, largest / np.maximum(inside, 1), np.inf)))
        over = int((p.row == worst).sum())
        values = {"label": repr(plain(table.classes[worst])), "clusters": len(p.b), "classes": len(p.a), "over": over}
        share = float(largest[worst] / inside[worst])
        evidence = {"label": str(table.classes[worst]), "largest_part": share, "found_clusters": len(p.b), "true_classes": len(p.a)}
        said = Message("class_torn", model=name, share=share, **values)
        yield Finding("class_torn", "caution", said, "completeness", name, evidence, 1 - share)


@rule
def no_better_than_chance(e: FindingContext) -> Iterator[Finding]:
    """An adjusted Rand index whose interval holds 0: clusters agree with classes as any partition of these sizes would."""
    for name, table in e.summaries_of("partitions").items():
        p = table.partitions
        if p.n < FEW or not p.whole or len(p.a) < 2:
            continue
        value, known = float(adjusted_rand(p)), e.values.get((name, "adjusted_rand"))
        if abs(value) < 0.05 and (known.low <= 0 if known is not None and known.low is not None else not _dependent(e, p)):
            said = Message("clusters_as_chance", model=name, value=value)
            yield Finding("no_better_than_chance", "problem", said, "adjusted_rand", name, {"adjusted_rand": value}, 2.0)


def _dependent(e: FindingContext, p: Any) -> bool:
    """Whether classes and clusters depend on each other by a chi-square test, for indices without an interval."""
    expected = p.a[p.row] * p.b[p.column] / p.n
    chi2 = e.rows_of(1.0) * (float(np.sum(p.cell**2 / expected)) - float(p.b.sum()))
    freedom = max((len(p.a) - 1) * (len(p.b) - 1), 1)
    return bool(chi2 - freedom > CHI2_DEVIATIONS * math.sqrt(2 * freedom))


@rule
def clusters_without_a_class(e: FindingContext) -> Iterator[Finding]:
    """Fewer clusters than classes: some classes can have none of their own."""
    for name, table in e.summaries_of("partitions").items():
        p = table.partitions
        if p.n < FEW or not 1 < len(p.b) < len(p.a):
            continue
        matched = {*best_match(p.row, p.column, p.cell).classes.tolist()}
        lost = [place for place in range(len(p.a)) if place not in matched]
        share = float(p.a[lost].sum() / p.n)
        labels = [*(repr(plain(table.classes[place])) for place in lost[:6]), *(["…"] if len(lost) > 6 else [])]
        said = Message("classes_without_cluster", model=name, clusters=len(p.b), classes=len(p.a), labels=labels, share=share)
        evidence = {"found_clusters": len(p.b), "true_classes": len(p.a), "share_without_cluster": share}
        yield Finding("clusters_without_a_class", "caution", said, "completeness", name, evidence, share)
