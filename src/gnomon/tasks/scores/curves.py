"""Findings on several models: whether one curve encloses the other, is ahead, or crosses it, as far as the band shows."""

from collections.abc import Iterator
from typing import Any

from ...findings.finding import Finding, FindingRules
from ...findings.reading import FindingContext
from ...messages import Message

rule = RULES = FindingRules()
MOST_SAID, MOST_NAMED = 3, 4
AHEAD = {"encloses": ("curve_encloses", "curve_encloses_many"), "ahead": ("curve_ahead", "curve_ahead_many")}


@rule
def curves_cross(e: FindingContext) -> Iterator[Finding]:
    """The ROC curves of each pair of models, by the band around their difference."""
    if e.comparison is None:
        return
    told = [one for one in e.comparison.dominance if one.curve == "roc"]
    for one in [one for one in told if one.verdict == "crosses"][:MOST_SAID]:
        yield _crossing(one)
    for verdict in AHEAD:
        for winner in dict.fromkeys(one.winner for one in told if one.verdict == verdict):
            yield _ahead(verdict, winner, [one for one in told if (one.verdict, one.winner) == (verdict, winner)])


def _crossing(one: Any) -> Finding:
    sure = [stretch for stretch in one.stretches if stretch.certain]
    ahead = [Message("ahead_from_fpr", winner=s.winner, start=s.start, end=s.end) for s in sure]
    return Finding(
        "curves_cross",
        "caution",
        Message("curves_cross", a=one.a, b=one.b, stretches=ahead),
        "dominance",
        None,
        {"stretches": [{"winner": s.winner, "from": s.start, "to": s.end} for s in sure]},
        weight=float(abs(one.difference).max()),
    )


def _ahead(verdict: str, winner: str, several: list[Any]) -> Finding:
    losers = [one.b if one.a == winner else one.a for one in several]
    known = {"winner": winner, "losers": losers[:MOST_NAMED], "more": len(losers) - MOST_NAMED, "all": len(losers)}
    if verdict == "encloses":
        known["slack"] = max(one.slack for one in several)
    alone, many = AHEAD[verdict]
    return Finding(
        alone,
        "fine",
        Message(many if len(losers) > MOST_NAMED else alone, **known),
        "dominance",
        winner,
        {loser: float(abs(one.difference).max()) for loser, one in zip(losers, several, strict=True)},
    )
