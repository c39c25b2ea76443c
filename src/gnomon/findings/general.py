"""Findings on any evaluation: rows dropped, differences that chance explains, few clusters."""

from collections.abc import Iterator
from math import isnan
from statistics import NormalDist

from ..catalog import parse
from .finding import Finding, Rules, share
from .reading import Reading

rule = RULES = Rules()
FEW_CLUSTERS = 30
UNITS = {"rows": ("rows", "行"), "queries": ("queries", "查询"), "images": ("images", "图像"), "sentences": ("sentences", "句")}
"""What is drawn when intervals are made, in words."""


def unit_of(e: Reading, metric: str) -> str:
    """What the aspect that answers a metric draws."""
    aspect = e.plan.aspect_of(parse(metric))
    return "rows" if aspect is None else aspect.unit


@rule
def rows_dropped(e: Reading) -> Iterator[Finding]:
    """Rows were left out for missing values: what remains may not be like what was asked about."""
    if not e.dropped_rows:
        return
    whole = e.rows + e.dropped_rows
    listed = ", ".join(f"{name} {count:,}" for name, count in e.dropped.items())
    part = share(e.dropped_rows / whole)
    yield Finding(
        "rows_dropped",
        "caution",
        f"{e.dropped_rows:,} of {whole:,} rows ({part}) were dropped for missing values ({listed}); the figures are of the rest",
        f"{whole:,} 行中有 {e.dropped_rows:,} 行（{part}）因缺失值被剔除（{listed}）；以下数字只代表其余的行",
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
    # Seen four times in five at the level of the interval: 2.8 standard errors at 95 %.
    seen = max((NormalDist().inv_cdf((1 + pair.level) / 2) + 0.84) * pair.error, abs(pair.difference))
    rows, zh = UNITS.get(unit_of(e, pair.metric), UNITS["rows"])
    yield Finding(
        "too_few_to_tell",
        "caution",
        f"{ahead} is ahead of {behind} by {abs(pair.difference):.4f} in {pair.metric}, which chance explains (p = {pair.p_value:.2f}); "
        f"these {rows} tell differences from about {seen:.4f} up, and a quarter of that takes sixteen times as many",
        f"{ahead} 的 {pair.metric} 比 {behind} 好 {abs(pair.difference):.4f}，但这可以用偶然解释（p = {pair.p_value:.2f}）；"
        f"这些{zh}大约能分辨 {seen:.4f} 以上的差别，要分辨其四分之一大小的差别，需要十六倍的{zh}数",
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
        f"there are {clusters} clusters of {e.cluster}: with so few, intervals and p-values are rough; thirty or more would steady them",
        f"{e.cluster} 只有 {clusters} 个群：群这么少，区间和 p 值都很粗略；三十个以上才比较稳",
        "clustered_rows",
        None,
        {"clusters": clusters},
        weight=0.5,
    )
