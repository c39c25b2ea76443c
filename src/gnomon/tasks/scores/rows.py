"""Findings on the rows behind scores: rows that err together, thresholds that flatter."""

from collections.abc import Iterator

from ...findings.finding import Finding, Rules
from .reading import ScoreReading as Reading

rule = RULES = Rules()
MOST_OPTIMISM = 0.005
"""Optimism below this, or below a tenth of the value, is not worth a word."""


@rule
def rows_look_clustered(e: Reading) -> Iterator[Finding]:
    """Rows that stand together err together, and nobody said which belong together."""
    found = e.observed.get("likeness")
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
