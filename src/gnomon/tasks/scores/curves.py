"""Findings on several models: whether one curve encloses the other, or where they cross, beyond what chance does."""

from collections.abc import Iterator
from typing import Any

from ...findings.finding import Finding, Rules
from ...findings.reading import Reading

rule = RULES = Rules()
MOST_SAID = 3


@rule
def curves_cross(e: Reading) -> Iterator[Finding]:
    """The ROC curves of each pair of models, by the band around their difference."""
    if e.comparison is None:
        return
    told = [one for one in e.comparison.dominance if one.curve == "roc"]
    for one in [one for one in told if one.verdict == "crosses"][:MOST_SAID]:
        yield _crossing(one)
    enclosing: dict[str, list[Any]] = {}
    for one in told:
        if one.verdict == "encloses":
            enclosing.setdefault(one.winner, []).append(one)
    for winner, several in enclosing.items():
        yield _enclosing(winner, several)


def _crossing(one: Any) -> Finding:
    sure = [stretch for stretch in one.stretches if stretch.certain]
    en = "; ".join(f"{s.winner} is ahead from FPR {s.start:.2f} to {s.end:.2f}" for s in sure)
    zh = "；".join(f"FPR 从 {s.start:.2f} 到 {s.end:.2f} 时 {s.winner} 领先" for s in sure)
    return Finding(
        "curves_cross",
        "caution",
        f"the ROC curves of {one.a} and {one.b} cross, beyond chance: {en}; choose by the range you work in",
        f"{one.a} 与 {one.b} 的 ROC 曲线相交，且超出偶然：{zh}；按实际工作的区间来选",
        "dominance",
        None,
        {"stretches": [{"winner": s.winner, "from": s.start, "to": s.end} for s in sure]},
        weight=float(abs(one.difference).max()),
    )


def _enclosing(winner: str, several: list[Any]) -> Finding:
    losers = [one.b if one.a == winner else one.a for one in several]
    listed = ", ".join(losers[:4]) + (f" and {len(losers) - 4} more" if len(losers) > 4 else "")
    more = f" 等 {len(losers)} 个模型" if len(losers) > 4 else ""
    return Finding(
        "curve_encloses",
        "fine",
        f"{winner} encloses {listed} on ROC: nowhere below, and above by more than chance",
        f"{winner} 的 ROC 曲线包住了 {'、'.join(losers[:4])}{more}：没有一处更低，且高出的部分超出偶然",
        "dominance",
        winner,
        {loser: float(abs(one.difference).max()) for loser, one in zip(losers, several, strict=True)},
    )
