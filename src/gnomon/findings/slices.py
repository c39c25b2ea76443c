"""Findings on slices: for whom the model is worse than for the others, by more than chance and by more than slices differ anyway."""

import math
from collections.abc import Callable, Iterator
from statistics import NormalDist, median
from typing import Any, NamedTuple

from ..catalog import Reference, parse
from ..catalog.explain import named
from ..messages import Message
from .finding import Finding, FindingRules
from .reading import FindingContext

rule = RULES = FindingRules()
CHANCE = 0.05
"""How often slices that are all alike may be told apart, over all slices, models and ways to cut that are looked at."""
NORMAL = 1.4826
"""Standard deviations of normal values for each median absolute deviation."""
FAR = 3.0
LEAST, LARGE = 0.01, 0.05
"""Gaps worth a word, and those that are a problem, of a metric that runs from 0 to 1."""
LEAST_SHARE, LARGE_SHARE = 0.1, 0.5
"""The same of a metric without such ends, as shares of how far the other slices are from its best value."""


class SliceFigure(NamedTuple):
    """A slice with its figure and the standard error of it."""

    part: Any
    value: float
    error: float


class Gap(NamedTuple):
    """How much worse a slice is than the others together, and of how many standard errors that is."""

    slice: SliceFigure
    others: float
    size: float
    deviations: float


Explained = Callable[[Any, list[Any], float], float]
"""How much of a slice's gap to others of a value lies in what its rows are."""


@rule
def worst_slice(e: FindingContext) -> Iterator[Finding]:
    """The slice that is furthest behind the other slices, for each model, where that is more than the luck of the worst of so many."""
    found = _fair(e)
    if found is None:
        return
    reference, aspect = found
    metric, ways = str(reference), dict.fromkeys(tuple(part.by) for part in e.slices)
    families = {name: [_measured(e, aspect, metric, name, way) for way in ways] for name in e.names}
    looked_at = sum(len(family) for several in families.values() for family in several if len(family) > 1)

    def explained(part: object, others: list[Any], value: float) -> float:
        return float(aspect.explained(e, metric, part, others, value))

    for name in e.names:
        gaps = [gap for family in families[name] for gap in gaps_between(family, reference.entry.better, explained)]
        share = aspect.carrying(e, name, metric)
        real = [gap for gap in gaps if _matters(gap, reference, 0) and _luck(gap, share) * looked_at < CHANCE]
        if not real:
            continue
        worst = max(real, key=lambda gap: (gap.size, gap.deviations))
        part, value = worst.slice.part, worst.slice.value
        yield Finding(
            "worst_slice",
            "problem" if _matters(worst, reference, 1) else "caution",
            Message("worst_slice", model=name, slice=part.name, metric=named(metric), value=value, others=worst.others, rows=part.rows),
            reference.entry.name,
            name,
            {"slice": part.shown, metric: value, "others": worst.others, "rows": part.rows},
            weight=0.5 + min(worst.size, 1.0),
        )


def _fair(e: FindingContext) -> tuple[Reference, Any] | None:
    """The first metric in which slices differ for reasons that are the model's, and the aspect that answers it."""
    for reference in map(parse, e.metrics):
        aspect = e.plan.aspect_of(reference)
        if aspect is not None and reference.entry.better and any(_is_form_of(reference, parse(name)) for name in aspect.fair(e)):
            return reference, aspect
    return None


def _is_form_of(reference: Reference, fair: Reference) -> bool:
    """Whether a reference has the options of another, and any others besides."""
    return (
        reference.entry is fair.entry and fair.options.items() <= reference.options.items() and fair.over.items() <= reference.over.items()
    )


def _measured(e: FindingContext, aspect: Any, metric: str, model: str, way: tuple[str, ...]) -> list[SliceFigure]:
    """The slices of one way to cut that are large enough, with what chance does to each."""
    found = []
    for part in e.slices:
        value = part.values.get((model, metric))
        if tuple(part.by) == way and value is not None and value.defined and aspect.large(e, part):
            error = _error(e, aspect, part, metric, value)
            found += [SliceFigure(part, float(value), error)] if math.isfinite(error) else []
    return found


def _error(e: FindingContext, aspect: Any, part: Any, metric: str, value: Any) -> float:
    """The standard error of a slice's figure, by the longer half of its interval."""
    if value.high is None or value.low is None or e.level is None:
        return float(aspect.deviation(e, part, metric, float(value)))
    return float(max(value.high - float(value), float(value) - value.low)) / NormalDist().inv_cdf((1 + e.level) / 2)


def _luck(gap: Gap, share: float) -> float:
    """How often a slice like the others falls so far behind, by Student's law of the rows that carry its figure."""
    from scipy.special import stdtr

    return float(stdtr(max(share * gap.slice.part.rows - 1, 1.0), -gap.deviations))


def gaps_between(family: list[SliceFigure], better: str | None, explained: Explained) -> list[Gap]:
    """Each slice against the mean of the others, whose own differences count as well: one of many unlike slices is not the worst.

    The differences are taken by their median, so that a second bad slice does not hide the first; and a value far from the others
    counts as one that is less far, so that one very good slice makes no other a bad one.
    """
    sign = 1 if better == "higher" else -1
    found = []
    for place, one in enumerate(family):
        others = family[:place] + family[place + 1 :]
        if not others:
            continue
        middle = median(other.value for other in others)
        apart = NORMAL * median(abs(other.value - middle) for other in others)
        spread = max(apart**2 - median(other.error for other in others) ** 2, 0.0)
        weights = [1 / max(other.error**2 + spread, 1e-300) for other in others]
        reach = [FAR * math.sqrt(other.error**2 + spread) for other in others]
        near = [min(max(other.value, middle - far), middle + far) for other, far in zip(others, reach, strict=True)]
        mean = sum(weight * value for weight, value in zip(weights, near, strict=True)) / sum(weights)
        gap = sign * (mean - one.value)
        size = gap - explained(one.part, [other.part for other in others], mean) if gap > 0 else gap
        error = math.sqrt(one.error**2 + spread + 1 / sum(weights))
        found.append(Gap(one, mean, size, size / error if error else math.copysign(math.inf, size) if size else 0.0))
    return found


def _matters(gap: Gap, reference: Reference, grave: int) -> bool:
    """Whether a gap is worth a word, or is grave."""
    low, high = reference.entry.range or (-math.inf, math.inf)
    if math.isfinite(high - low):
        return gap.size > (LEAST, LARGE)[grave] * (high - low)
    best = high if reference.entry.better == "higher" else low
    distance = abs(best - gap.others) if math.isfinite(best) else abs(gap.others)
    return gap.size > (LEAST_SHARE, LARGE_SHARE)[grave] * distance


class SliceDeviation(NamedTuple):
    """A slice whose mean error is unlike that of the others: the slice, its mean error, and theirs."""

    part: Any
    here: float
    others: float


def furthest_off(e: FindingContext, able: list[SliceFigure], models: int = 1) -> SliceDeviation | None:
    """The slice whose mean error, signed, is further from nothing than that of all others together, by more than chance.

    Among slices of which one is off, it is compared with slices of its own way to cut alone.
    """
    found, families = [], {tuple(one.part.by) for one in able}
    for family in ([one for one in able if tuple(one.part.by) == way] for way in families):
        for place, one in enumerate(family):
            others = family[:place] + family[place + 1 :]
            if not others:
                continue
            rows = sum(other.part.rows for other in others)
            mean = sum(other.part.rows * other.value for other in others) / rows
            error = math.sqrt(one.error**2 + sum((other.part.rows * other.error) ** 2 for other in others) / rows**2)
            bar = NormalDist().inv_cdf(1 - CHANCE / (4 * len(able) * models))
            if abs(one.value) > abs(mean) and abs(one.value - mean) > bar * error:
                found.append((abs(one.value - mean) / error, SliceDeviation(one.part, one.value, mean)))
    return max(found, key=lambda one: one[0])[1] if found else None
