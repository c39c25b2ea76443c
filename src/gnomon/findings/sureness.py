"""Findings on how sure the figures are: rows that are not independent, thresholds chosen and measured on the same rows."""

from collections.abc import Iterator
from math import isnan
from statistics import NormalDist

from ..catalog import parse
from ..summary import Ranked
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
    named = ", ".join(found.columns[:3])
    remedy = f"name what they belong to as cluster (perhaps {named})" if named else "name the column of users, sessions or days as cluster"
    advice = f"请用 cluster 指明它们所属的列（或许是 {named}）" if named else "请用 cluster 指明它们所属的用户、会话或日期列"
    yield Finding(
        "rows_look_clustered",
        "caution",
        f"rows that stand together err together (correlation {found.correlation:.2f} between neighbours): they do not look independent, "
        f"and intervals and p-values that take them so are too sure; {remedy}",
        f"相邻的行往往一起出错（相邻误差的相关系数为 {found.correlation:.2f}）：它们看起来并不独立，"
        f"把它们当作独立行算出的区间和 p 值过于乐观；{advice}",
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
        low, high = choice.threshold_low, choice.threshold_high
        yield Finding(
            "optimistic_threshold",
            "caution",
            f"{name}: the threshold best for F1 is {choice.threshold:.3g} here, and anywhere from {low:.3g} to {high:.3g} on rows like "
            f"these; its F1 of {choice.value:.3f} was measured on the rows it was chosen on: expect {choice.expected:.3f} on others",
            f"{name}：在这些行上 F1 最佳的阈值是 {choice.threshold:.3g}，换一批同类数据则可能落在 {low:.3g} 到 {high:.3g} 之间；"
            f"它的 F1 {choice.value:.3f} 是在挑选它的同一批行上量出来的，换别的数据大约是 {choice.expected:.3f}",
            "optimism",
            name,
            {"threshold": choice.threshold, "low": low, "high": high, "f1": choice.value, "expected": choice.expected},
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
    rows, zh = ("queries", "查询") if parse(pair.metric).entry.summary is Ranked else ("rows", "行")
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
