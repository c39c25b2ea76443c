"""Findings on how sure the figures are: rows that are not independent, thresholds chosen and measured on the same rows."""

from collections.abc import Iterator
from math import isnan

from .finding import Finding, rule
from .reading import Reading

MOST_OPTIMISM = 0.005
"""Optimism below this, or below a tenth of the value, is not worth a word."""
ALIKE = 0.05
"""Neighbouring rows whose errors correlate by less are as good as independent."""


@rule
def rows_look_clustered(e: Reading) -> Iterator[Finding]:
    """Rows that stand together err together, and nobody said which belong together."""
    found = e.likeness
    if found is None or e.cluster is not None or e.level is None:
        return
    if found.correlation < ALIKE or found.deviations < 5:
        return
    named = ", ".join(found.columns[:3])
    remedy = f"pass cluster= (perhaps {named})" if named else "pass cluster= with the column of users, sessions or days they belong to"
    advice = f"请用 cluster= 指明（或许是 {named}）" if named else "请用 cluster= 指明它们所属的用户、会话或日期列"
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
    """Two models whose difference chance explains: how many rows would tell."""
    if e.comparison is None or len(e.names) != 2:
        return
    metric = next((pair.metric for pair in e.comparison.pairs if pair.defined and pair.difference), None)
    pair = e.comparison[metric] if metric is not None else None
    if pair is None or pair.p_value < 1 - pair.level or isnan(pair.p_value):
        return
    half = (pair.high - pair.low) / 2
    # The interval narrows with the root of the rows; to exclude 0 four times in five takes 2.8 standard errors, of which half is 1.96.
    rows = int(e.rows * (2.8 / 1.96 * half / abs(pair.difference)) ** 2)
    if rows > 1000 * e.rows:
        return
    ahead, behind = (pair.a, pair.b) if pair.better == pair.a else (pair.b, pair.a)
    yield Finding(
        "too_few_to_tell",
        "caution",
        f"{ahead} is ahead of {behind} by {abs(pair.difference):.4f} in {pair.metric}, which chance explains (p = {pair.p_value:.2f}; the "
        f"difference lies between {pair.low:+.4f} and {pair.high:+.4f}); about {rows:,} rows would tell a difference of this size",
        f"{ahead} 的 {pair.metric} 比 {behind} 好 {abs(pair.difference):.4f}，但这可以用偶然解释（p = {pair.p_value:.2f}，差值在 "
        f"{pair.low:+.4f} 与 {pair.high:+.4f} 之间）；要分辨这么大的差别，大约需要 {rows:,} 行",
        "sample_size",
        None,
        {"difference": pair.difference, "low": pair.low, "high": pair.high, "p_value": pair.p_value, "rows": rows},
        weight=0.3,
    )
