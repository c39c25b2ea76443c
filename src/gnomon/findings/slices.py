"""Findings on slices: for whom the model is worse than for the rest, by more than chance."""

from collections.abc import Iterator
from statistics import NormalDist
from typing import Any

from ..catalog import parse
from ..catalog.explain import named
from ..words import Message
from .finding import Finding, Rules
from .reading import Reading

rule = RULES = Rules()


@rule
def worst_slice(e: Reading) -> Iterator[Finding]:
    """The slice that is furthest below the whole, for each model, where that is more than the luck of the worst of so many."""
    found = _fair(e)
    if found is None:
        return
    metric, aspect = found
    for name in e.names:
        whole = e.values.get((name, metric))
        able = [part for part in e.slices if aspect.large(e, part) and (name, metric) in part.values and part.values[name, metric].defined]
        if whole is None or not whole.defined or len(able) < 2:
            continue
        # Of k slices that are all alike, one falls below this in one case of twenty.
        bar = NormalDist().inv_cdf(1 - 0.05 / len(able))
        gaps = {id(part): float(whole) - float(part.values[name, metric]) for part in able}
        chance = {id(part): _deviation(e, aspect, part, metric, part.values[name, metric], float(whole)) for part in able}
        real = [part for part in able if gaps[id(part)] > max(0.01, bar * chance[id(part)])]
        if not real:
            continue
        worst = max(real, key=lambda part: gaps[id(part)])
        value, gap = float(worst.values[name, metric]), gaps[id(worst)]
        yield Finding(
            "worst_slice",
            "problem" if gap > 0.05 else "caution",
            Message("worst_slice", model=name, slice=worst.name, metric=named(metric), value=value, whole=float(whole), rows=worst.rows),
            parse(metric).entry.name,
            name,
            {"slice": worst.shown, metric: value, "whole": float(whole), "rows": worst.rows},
            weight=0.5 + gap,
        )


def _fair(e: Reading) -> tuple[str, Any] | None:
    """The first metric in which slices differ for reasons that are the model's, and the aspect that answers it."""
    for name in e.metrics:
        aspect = e.plan.aspect_of(parse(name))
        if aspect is not None and parse(name).entry.name in aspect.fair(e):
            return name, aspect
    return None


def _deviation(e: Reading, aspect: Any, part: Any, metric: str, value: Any, whole: float) -> float:
    """How far chance alone carries the figure, by the upper half of its interval."""
    if value.high is None or e.level is None:
        return float(aspect.deviation(e, part, metric, whole))
    return float(value.high - float(value)) / NormalDist().inv_cdf((1 + e.level) / 2)
