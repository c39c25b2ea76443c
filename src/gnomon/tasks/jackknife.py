"""Intervals and paired comparisons for any summary that merges: the metric without one block of rows at a time.

Leaving out each of some blocks in turn and looking at how far the metric moves gives its standard error (the delete-a-group jackknife). It
needs nothing but ``+`` and the metric itself, so that a new kind of evaluation has intervals before it has a formula of its own.
"""

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any

import numpy as np

from ..catalog import Reference
from ..inference import pairs
from ..inference.blocks import assign_clusters, assign_rows
from ..inference.estimate import IntervalOptions
from ..inference.interval import Interval
from ..inference.jackknife import caution_of_parts, freedom_of_parts
from ..inference.pairs import Pair
from ..inference.proportions import t_of
from ..inference.unpaired import OwnError
from ..messages import Message
from ..summary import Summary
from ..types import Floats
from ..value import Value
from .blocks import SummaryBlocks

if TYPE_CHECKING:
    from .aspect import Aspect, ModelComparisons, ModelData

GROUPS = 100
"""Blocks that are left out in turn; more would make the standard error hardly steadier."""


@dataclass(frozen=True, eq=False)
class JackknifeSample:
    """Some rows in blocks, each of which is summed up only once somebody asks."""

    known: "ModelData"
    blocks: Callable[[], SummaryBlocks]
    alike: Callable[[dict[int, Any]], dict[int, Any]] = dict
    """Makes the summaries comparable, where blocks did not all meet the same."""

    @cached_property
    def without(self) -> dict[int, Summary]:
        """The summary of all rows without each block of them, in the order of the blocks."""
        blocks = self.blocks()
        if blocks.parts and max(blocks.parts) >= GROUPS:
            blocks = blocks.regrouped(np.arange(max(blocks.parts) + 1) % GROUPS, GROUPS)
        return self.alike(_without_each(blocks.parts))

    def values(self, aspect: "Aspect", reference: Reference) -> dict[int, float]:
        """A metric without each block, by the block."""
        plan, name = self.known.plan, self.known.model.name
        return {block: float(aspect.value(reference, name, summary, plan)) for block, summary in self.without.items()}


def sample(aspect: "Aspect", known: "ModelData", how: IntervalOptions) -> "JackknifeSample | Message":
    """The rows in blocks: blocked anew where they are at hand, else as the pass has blocked them."""
    held = known.blocks
    if known.rows is not None:
        units = row_count(known.rows) if known.cluster is None else int(known.cluster.max(initial=0)) + 1
    elif isinstance(held, SummaryBlocks):
        units = len(held.parts)
    else:
        return Message("rows_not_at_hand")
    if units < 2:
        return Message("one_row" if known.plan.cluster is None and known.cluster is None else "one_cluster")
    return JackknifeSample(known, partial(blocked, aspect, known, how))


def row_count(rows: Any) -> int:
    """How many rows there are."""
    return len(next(part for part in rows if isinstance(part, np.ndarray)))


def blocked(aspect: "Aspect", known: "ModelData", how: IntervalOptions) -> SummaryBlocks:
    """The rows in blocks: those at hand anew, others as the pass has blocked them."""
    if known.rows is None and isinstance(known.blocks, SummaryBlocks):
        return known.blocks
    rows = row_count(known.rows)
    assignment = assign_rows(rows, how.seed, GROUPS) if known.cluster is None else assign_clusters(known.cluster, how.seed, GROUPS)
    blocks = SummaryBlocks(aspect.key)
    blocks.add(known.rows, assignment.block, assignment.blocks, lambda some: aspect.summarise(some, known.plan), aspect.take)
    return blocks


def _without_each(parts: Mapping[int, Summary]) -> dict[int, Summary]:
    """The sum of all parts but one, for each, by sums from either end."""
    keys = sorted(parts)
    before: list[Any] = [None]
    for key in keys[:-1]:
        before.append(parts[key] if before[-1] is None else before[-1] + parts[key])
    without: dict[int, Summary] = {}
    after: Any = None
    for key, ahead in zip(reversed(keys), reversed(before), strict=True):
        without[key] = ahead if after is None else after if ahead is None else ahead + after
        after = parts[key] if after is None else parts[key] + after
    return without


def _error(without: Floats) -> float:
    """The jackknife's standard error."""
    apart = without - without.mean()
    return math.sqrt(float(apart @ apart) * (len(without) - 1) / len(without))


def estimates(aspect: "Aspect", asked: Sequence[tuple[Reference, Value]], of: JackknifeSample, how: IntervalOptions) -> dict[str, Interval]:
    """The interval of each metric, by Student's t with as many degrees of freedom as blocks that move it unequally leave."""
    return {str(reference): _interval(aspect, reference, value, of, how) for reference, value in asked}


def _interval(aspect: "Aspect", reference: Reference, value: Value, of: JackknifeSample, how: IntervalOptions) -> Interval:
    def none(reason: Message) -> Interval:
        return Interval(str(reference), float(value), math.nan, math.nan, how.level, "jackknife", reason)

    if not math.isfinite(value):
        return none(Message("metric_undefined" if value != value else "metric_infinite"))
    if (trouble := aspect.trouble(reference, of.known)) is not None:
        return none(trouble)
    without = np.array(list(of.values(aspect, reference).values()))
    if not np.isfinite(without).all():
        return none(Message("undefined_on_some"))
    if _error(without) <= 1e-12 * max(abs(value), 1e-3):
        return none(Message("same_on_resampled"))
    to, back = scale_of(reference.entry.range, np.append(without, value))
    middle = float(to(np.float64(value)))
    df, caution, moved = float(len(without) - 1), "", to(without)
    if to is not _plain:
        df, caution = freedom_of_parts(moved - moved.mean(), df), caution_of_parts(moved - moved.mean())
    half = t_of(how.level, df) * _error(moved)
    least, most = reference.entry.range or (-math.inf, math.inf)
    low, high = sorted((float(back(middle - half)), float(back(middle + half))))
    return Interval(str(reference), float(value), max(low, least), min(high, most), how.level, "jackknife", caution=caution)


def _plain(value: object) -> Any:
    return value


def scale_of(bounds: tuple[float, float] | None, values: Floats) -> tuple[Callable[[Any], Any], Callable[[Any], Any]]:
    """The scale on which a metric of this range is less skewed, and the way back; its own where it has no ends, or a value is at one.

    Errors from 0 up are taken by their logarithm, shares of what is explained by that of what is not, correlations by Fisher's z.
    """
    scales: dict[Any, tuple[Callable[[Any], Any], Callable[[Any], Any]]] = {
        (0, math.inf): (np.log, np.exp),
        (-math.inf, 1): (lambda value: -np.log1p(-value), lambda value: -np.expm1(-value)),
        (-1, 1): (np.arctanh, np.tanh),
    }
    to, back = scales.get(bounds, (_plain, _plain))
    with np.errstate(all="ignore"):
        return (to, back) if np.isfinite(to(values)).all() else (_plain, _plain)


def compare(
    aspect: "Aspect",
    references: Sequence[Reference],
    known: Mapping[str, "ModelData"],
    couples: Sequence[tuple[str, str]],
    how: IntervalOptions,
    draw: Callable[["Aspect", "ModelData", IntervalOptions], Any] | None = None,
) -> "ModelComparisons":
    """The difference of each couple on each metric, blocks being left out of both at once; ``draw`` where intervals need no blocks."""
    from .aspect import ModelComparisons

    known = {name: summarised(aspect, one) for name, one in known.items()}
    samples = {name: draw(aspect, one, how) if draw else aspect.sample(one, how) for name, one in known.items()}
    own = {name: [(r, aspect.value(r, name, one.summary, one.plan)) for r in references] for name, one in known.items()}
    values = {
        (name, reference): interval
        for name, made in samples.items()
        for reference, interval in (estimates(aspect, own[name], made, how) if isinstance(made, JackknifeSample) else {}).items()
    }
    found = []
    for place, reference in enumerate(references):
        for a, b in couples:
            if a in known and b in known:
                found.append(_pair(aspect, reference, a, b, own[a][place][1], own[b][place][1], samples, how))
    return ModelComparisons(found, values)


def own_errors(
    aspect: "Aspect", asked: Sequence[tuple[Reference, Value]], of: JackknifeSample, how: IntervalOptions
) -> dict[str, OwnError | Message]:
    """The standard error of each metric."""
    return {str(reference): _own_error(aspect, reference, value, of, how) for reference, value in asked}


def _own_error(aspect: "Aspect", reference: Reference, value: Value, of: JackknifeSample, how: IntervalOptions) -> OwnError | Message:
    if how.method != "auto":
        return Message("method_not_for_metric", metric=str(reference), method=how.method)
    if (trouble := aspect.trouble(reference, of.known)) is not None:
        return trouble
    without = np.array(list(of.values(aspect, reference).values()))
    if not np.isfinite(without).all():
        return Message("undefined_on_some")
    error = _error(without)
    if error <= 1e-12 * max(abs(value), 1e-3):
        return Message("same_on_resampled")
    return OwnError(float(value), error, "jackknife", len(without) - 1)


def summarised(aspect: "Aspect", known: "ModelData") -> "ModelData":
    """What is known, with the summary of rows that come without one."""
    return known if known.summary is not None else replace(known, summary=aspect.summarise(known.rows, known.plan))


def _pair(
    aspect: "Aspect", reference: Reference, a: str, b: str, first: Value, second: Value, samples: Mapping[str, Any], how: IntervalOptions
) -> Pair:
    made = Pair.untested(str(reference), a, b, first, second, how, reference.entry.better)
    difference = made.difference

    def untested(reason: Message) -> Pair:
        return replace(made, reason=reason)

    if not math.isfinite(difference):
        return untested(Message("no_finite_value_for_both"))
    for one in (samples[a], samples[b]):
        if not isinstance(one, JackknifeSample):
            return untested(one)
    if how.method not in ("auto", "jackknife"):
        return untested(Message("method_not_for_metric", metric=str(reference), method=how.method))
    if (trouble := aspect.trouble(reference, samples[a].known) or aspect.trouble(reference, samples[b].known)) is not None:
        return untested(trouble)
    first_without, second_without = (samples[name].values(aspect, reference) for name in (a, b))
    both = [block for block in first_without if block in second_without]
    without = np.array([first_without[block] - second_without[block] for block in both])
    if len(both) < 2 or not np.isfinite(without).all():
        return untested(Message("undefined_on_some"))
    error = _error(without)
    if error <= 1e-12 * max(abs(first), abs(second), 1e-3) and difference:
        return untested(Message("same_difference_on_resampled"))
    return made.tested(pairs.wald(difference, error, how, "jackknife", len(both) - 1))
