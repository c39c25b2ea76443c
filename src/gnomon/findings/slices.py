"""Findings on slices: for whom the model is worse than for the rest."""

from collections.abc import Iterator
from typing import Any

from ..catalog import parse
from .finding import Finding, rule
from .reading import Reading

ENOUGH = 30
"""Rows of each class below which a slice's figure is mostly luck."""


@rule
def worst_slice(e: Reading) -> Iterator[Finding]:
    """The slice that is furthest below the whole, for each model."""
    if not e.slices or not e.primary:
        return
    entry = parse(e.primary).entry
    sign = 1 if entry.better == "higher" else -1
    for name in e.names:
        whole = e.values.get((name, e.primary))
        able = [part for part in e.slices if _large(e, part) and (name, e.primary) in part.values and part.values[name, e.primary].defined]
        if whole is None or not whole.defined or len(able) < 2:
            continue
        worst = min(able, key=lambda part: sign * float(part.values[name, e.primary]))
        value = float(worst.values[name, e.primary])
        gap = sign * (float(whole) - value)
        if gap <= 0.01:
            continue
        yield Finding(
            "worst_slice",
            "problem" if gap > 0.05 else "caution",
            f"{name}: worst slice: {worst.name}: {e.primary} {value:.3f} (whole {float(whole):.3f}, {worst.rows:,} rows)",
            f"{name}：最差的分组：{worst.name}：{e.primary} 为 {value:.3f}（整体 {float(whole):.3f}，{worst.rows:,} 行）",
            entry.name,
            name,
            {"slice": worst.by, e.primary: value, "whole": float(whole), "rows": worst.rows},
            weight=0.5 + gap,
        )


def _large(e: Reading, part: Any) -> bool:
    if part.positives is None:
        return bool(part.rows >= 2 * ENOUGH)
    if e.weight is not None:
        return bool(part.rows >= 2 * ENOUGH)
    return bool(part.positives >= ENOUGH and part.rows - part.positives >= ENOUGH)
