"""Findings on how sure the figures are: rows that are not independent, thresholds chosen and measured on the same rows."""

from collections.abc import Iterator
from math import isnan
from statistics import NormalDist

from ..catalog import parse
from ..summary import Ranked
from ..words import Message
from .finding import Finding, rule
from .reading import Reading

MOST_OPTIMISM = 0.005
"""Optimism below this, or below a tenth of the value, is not worth a word."""
FEW_CLUSTERS = 30


@rule
def rows_look_clustered(e: Reading) -> Iterator[Finding]:
    """Rows that stand together err together, and nobody said which belong together."""
    found = e.likeness
    if found is None or not found.clustered or e.cluster is not None or e.level is None:
        return
    named = found.columns[:3]
    remedy = Message("name_cluster_perhaps", columns=named) if named else Message("name_cluster")
    yield Finding(
        "rows_look_clustered",
        "caution",
        Message("rows_look_clustered", correlation=found.correlation, remedy=remedy),
        "clustered_rows",
        None,
        {"correlation": found.correlation, "deviations": found.deviations, "columns": list(found.columns)},
        weight=0.4 + found.correlation,
    )


@rule
def optimistic_threshold(e: Reading) -> Iterator[Finding]:
    """The best F1 on these rows flatters the threshold that was chosen on them."""
    for name, choice in e.choices.items():
        if choice.optimism < max(MOST_OPTIMISM, 0.02 * choice.value):
            continue
        figures = {
            "threshold": choice.threshold,
            "low": choice.threshold_low,
            "high": choice.threshold_high,
            "f1": choice.value,
            "expected": choice.expected,
        }
        yield Finding(
            "optimistic_threshold",
            "caution",
            Message("optimistic_threshold", model=name, **figures),
            "optimism",
            name,
            figures,
            weight=choice.optimism,
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
    # Seen four times in five at the level of the interval: 2.8 standard errors at 95 %.
    seen = max((NormalDist().inv_cdf((1 + pair.level) / 2) + 0.84) * pair.error, abs(pair.difference))
    code = "too_few_queries_to_tell" if parse(pair.metric).entry.summary is Ranked else "too_few_rows_to_tell"
    figures = {"difference": abs(pair.difference), "p_value": pair.p_value, "detectable": seen}
    yield Finding(
        "too_few_to_tell",
        "caution",
        Message(code, ahead=ahead, behind=behind, metric=pair.metric, **figures),
        "sample_size",
        None,
        {"difference": pair.difference, "low": pair.low, "high": pair.high, "p_value": pair.p_value, "detectable": seen},
        weight=0.3,
    )


@rule
def few_clusters(e: Reading) -> Iterator[Finding]:
    """A handful of clusters, each of which could have been another."""
    clusters = e.clusters
    if clusters is None or not 1 < clusters < FEW_CLUSTERS:
        return
    yield Finding(
        "few_clusters",
        "caution",
        Message("few_clusters", clusters=clusters, column=e.cluster),
        "clustered_rows",
        None,
        {"clusters": clusters},
        weight=0.5,
    )
