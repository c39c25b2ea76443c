"""Findings on any evaluation: rows dropped, differences that chance explains, few clusters."""

from collections.abc import Iterator
from math import isnan

from ..catalog import parse
from ..catalog.explain import named
from ..messages import Message
from .finding import Finding, FindingRules
from .reading import FindingContext

rule = RULES = FindingRules()
FEW_CLUSTERS, FEW_UNEQUAL_CLUSTERS = 10, 20
"""Clusters from which on simulated intervals of 95 % hold the truth in at least 93 % of cases."""
UNEQUAL = 0.8
"""Clusters that are worth a smaller share of their number are called unequal."""
UNITS = {"rows": "unit_rows", "queries": "unit_queries", "images": "unit_images"}


def unit_of(e: FindingContext, metric: str) -> Message:
    """What the aspect that answers a metric draws: rows, queries, images …"""
    aspect = e.plan.aspect_of(parse(metric))
    return Message(UNITS.get("rows" if aspect is None else aspect.unit, "unit_rows"))


@rule
def rows_dropped(e: FindingContext) -> Iterator[Finding]:
    """Rows were left out for missing values: what remains may not be like what was asked about."""
    if not e.dropped_rows:
        return
    whole = e.rows + e.dropped_rows
    listed = [Message("values_missing", column=name, count=count) for name, count in e.dropped.items()]
    yield Finding(
        "rows_dropped",
        "caution",
        Message("rows_dropped", dropped=e.dropped_rows, rows=whole, part=e.dropped_rows / whole, columns=listed),
        "prevalence",
        evidence={"dropped": e.dropped_rows, "rows": whole},
        weight=e.dropped_rows / whole,
    )


@rule
def too_few_to_tell(e: FindingContext) -> Iterator[Finding]:
    """Two models whose difference chance explains: what such rows can tell."""
    if e.comparison is None or len(e.names) != 2:
        return
    metric = next((pair.metric for pair in e.comparison.pairs if pair.defined and pair.difference), None)
    pair = e.comparison[metric] if metric is not None else None
    if pair is None or pair.p_value < 1 - pair.level or isnan(pair.p_value):
        return
    ahead, behind = (pair.a, pair.b) if pair.better == pair.a else (pair.b, pair.a)
    seen = pair.detectable
    figures = {"difference": abs(pair.difference), "p_value": pair.p_value, "detectable": seen}
    yield Finding(
        "too_few_to_tell",
        "caution",
        Message("too_few_to_tell", units=unit_of(e, pair.metric), ahead=ahead, behind=behind, metric=named(pair.metric), **figures),
        "sample_size",
        None,
        {"difference": pair.difference, "low": pair.low, "high": pair.high, "p_value": pair.p_value, "detectable": seen},
        weight=0.3,
    )


@rule
def few_clusters(e: FindingContext) -> Iterator[Finding]:
    """A handful of clusters, each of which could have been another, or as many as a handful of equal ones are worth."""
    clusters, worth = e.clusters, e.effective_clusters
    if clusters is None or clusters < 2:
        return
    unequal = worth < UNEQUAL * clusters
    if worth >= (FEW_UNEQUAL_CLUSTERS if unequal else FEW_CLUSTERS):
        return
    yield Finding(
        "few_clusters",
        "caution",
        Message("few_equal_clusters" if unequal else "few_clusters", clusters=clusters, column=e.cluster, worth=worth),
        "clustered_rows",
        None,
        {"clusters": clusters, "effective_clusters": worth},
        weight=0.5,
    )


PERFECT = (
    *("accuracy", "balanced_accuracy", "subset_accuracy", "exact_match", "entity_f1", "adjusted_rand", "wer", "cer", "hamming_loss"),
    *("ndcg", "mean_iou"),
)
"""Metrics that are at their best only where predictions are the truth, or stand in its order."""
FEWEST = 30


@rule
def perfect_agreement(e: FindingContext) -> Iterator[Finding]:
    """Not one mistake in many rows: the truth stands in the place of the predictions."""
    for name in e.names if e.rows >= FEWEST else ():
        for metric in e.metrics:
            reference, value = parse(metric), e.values.get((name, metric))
            entry = reference.entry
            if (
                value is None
                or not value.defined
                or entry.name not in PERFECT
                or entry.range is None
                or (entry.at == "threshold" and reference.at)
            ):
                continue
            if float(value) == entry.range[entry.better == "higher"]:
                said = Message("perfect_agreement", model=name, metric=named(metric), value=float(value), rows=e.rows)
                yield Finding("perfect_agreement", "problem", said, entry.name, name, {metric: float(value), "rows": e.rows}, weight=1.8)
                break


@rule
def models_alike(e: FindingContext) -> Iterator[Finding]:
    """Two models whose predictions are the same: one column was used for both."""
    for place, name in enumerate(e.names):
        alike = [other for other in e.names[place + 1 :] if _same(e, name, other)]
        if alike and not any(_same(e, earlier, name) for earlier in e.names[:place]):
            said = Message("models_alike", model=name, others=alike)
            yield Finding("models_alike", "problem", said, "p_value", name, {"models": [name, *alike]}, weight=1.1)


def _same(e: FindingContext, a: str, b: str) -> bool:
    """Whether two models have the same figures, and what these were made from is the same to the last bit."""
    figures = [[float(e.values[name, metric]) for metric in e.metrics if (name, metric) in e.values] for name in (a, b)]
    mine, others = (e.summaries.get(name, {}) for name in (a, b))
    if not mine or mine.keys() != others.keys() or not all(x == y or x != x for x, y in zip(*figures, strict=False)):
        return False
    return len(figures[0]) == len(figures[1]) and all(mine[key].to_bytes() == others[key].to_bytes() for key in mine)


SHIFTED = ("rows_shifted_up", "rows_shifted_up_one"), ("rows_shifted_down", "rows_shifted_down_one")
"""What is said of predictions that belong to later rows and to earlier ones, several or one away."""


@rule
def rows_shifted(e: FindingContext) -> Iterator[Finding]:
    """Predictions that fit the truth of other rows, so many before or behind, and hardly that of their own."""
    for name, found in e.observed.get("shifts", {}).items():
        code = SHIFTED[found.offset > 0][abs(found.offset) == 1]
        said = Message(code, model=name, offset=abs(found.offset), here=found.here, there=found.there)
        yield Finding("rows_shifted", "problem", said, "clustered_rows", name, found._asdict(), weight=2.5)


@rule
def stretch_unrelated(e: FindingContext) -> Iterator[Finding]:
    """Rows that stand together, and whose predictions have nothing to do with the truth, while those of all others have."""
    for name, found in e.observed.get("stretches", {}).items():
        if name in e.observed.get("shifts", {}):
            continue
        first = found.first + (e.facts.get("first_row") or 0)
        values = {"first": first, "last": first + found.last - found.first - 1, "here": found.here, "elsewhere": found.elsewhere}
        said = Message("stretch_unrelated", model=name, **values)
        yield Finding("stretch_unrelated", "problem", said, "clustered_rows", name, values, weight=2.2)
