"""Findings on any evaluation: rows dropped, differences that chance explains, few clusters."""

from collections.abc import Iterator
from math import isnan

from ..catalog import parse
from ..catalog.explain import named
from ..words import Message
from .finding import Finding, Rules
from .reading import Reading

rule = RULES = Rules()
FEW_CLUSTERS = 30
UNEQUAL = 0.8
"""Clusters that are worth a smaller share of their number are called unequal."""
UNITS = {"rows": "unit_rows", "queries": "unit_queries", "images": "unit_images"}


def unit_of(e: Reading, metric: str) -> Message:
    """What the aspect that answers a metric draws: rows, queries, images …"""
    aspect = e.plan.aspect_of(parse(metric))
    return Message(UNITS.get("rows" if aspect is None else aspect.unit, "unit_rows"))


@rule
def rows_dropped(e: Reading) -> Iterator[Finding]:
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
def too_few_to_tell(e: Reading) -> Iterator[Finding]:
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
def few_clusters(e: Reading) -> Iterator[Finding]:
    """A handful of clusters, each of which could have been another, or as many as a handful of equal ones are worth."""
    clusters, worth = e.clusters, e.effective_clusters
    if clusters is None or clusters < 2 or worth >= FEW_CLUSTERS:
        return
    unequal = worth < UNEQUAL * clusters
    yield Finding(
        "few_clusters",
        "caution",
        Message("few_equal_clusters" if unequal else "few_clusters", clusters=clusters, column=e.cluster, worth=worth),
        "clustered_rows",
        None,
        {"clusters": clusters, "effective_clusters": worth},
        weight=0.5,
    )
