"""How sure errors of predicted numbers are: means of losses by formula, everything else by leaving out rows, or blocks of them."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from ...catalog import Reference
from ...inference import pairs
from ...inference.clusters import freedom
from ...inference.estimate import IntervalOptions
from ...inference.interval import Interval
from ...inference.jackknife import caution_of_parts, freedom_of_parts
from ...inference.pairs import Pair
from ...inference.proportions import t_of
from ...inference.serial import goes_together, long_run_error
from ...inference.unpaired import OwnError
from ...messages import Message
from ...metrics.outputs import MeanOfLoss
from ...metrics.row_totals import OfTotals, RowsLeftOut
from ...types import Floats
from ...value import Value
from .. import jackknife
from ..jackknife import GROUPS, JackknifeSample, row_count

if TYPE_CHECKING:
    from ..aspect import Aspect
    from ..compared import ModelComparisons
    from .rows import NumbersAspect


LARGEST = 700.0
"""The exponent past which there is no float."""
SKEWED_TIMES = 1.0
"""Half of Satterthwaite's: of losses that cannot be negative, a sample's mean, standard error and kurtosis are too low together."""


@dataclass(frozen=True, eq=False)
class RowSample(JackknifeSample):
    """Rows at hand, besides the blocks that they fall into."""

    rows: Any = None
    cluster: NDArray[np.int64] | None = None

    def values(self, aspect: "Aspect", reference: Reference) -> dict[int, float]:
        """A metric without each row or cluster, of which there may be many: blocks of them would hang on the order of the rows."""
        uncertainty = reference.entry.uncertainty
        units = row_count(self.rows) if self.cluster is None else int(self.cluster.max(initial=0)) + 1
        exact = isinstance(uncertainty, OfTotals) and uncertainty.exact
        if not isinstance(uncertainty, RowsLeftOut) or (units <= GROUPS and not exact):
            return super().values(aspect, reference)
        found = self._by_totals(uncertainty, reference)
        # Of few rows, totals may be left that are rounding alone: the summaries without each of them are exact.
        return found if units > GROUPS or np.isfinite(list(found.values())).all() else super().values(aspect, reference)

    def _by_totals(self, uncertainty: RowsLeftOut, reference: Reference) -> dict[int, float]:
        """The same from totals less what each row or cluster adds to them."""
        y, p, weight = self.rows[:3]
        counted = np.arange(len(y)) if weight is None else np.flatnonzero(weight > 0)
        y, p, heavy = y[counted], p[counted], np.ones(len(y)) if weight is None else weight[counted]
        unit, cluster = counted, None
        if self.cluster is not None:
            unit, cluster = np.unique(self.cluster[counted], return_inverse=True)
        scale = 1.0 if isinstance(uncertainty, MeanOfLoss) else 2.0 ** -math.frexp(max(np.abs(y).max(), np.abs(p).max()))[1]
        event = {} if len(self.rows) == 3 else {"event": self.rows.event[counted]}
        values = uncertainty.without_each(scale * y, scale * p, heavy, cluster, **event, **reference.arguments)
        return dict(zip(unit.tolist(), values.tolist(), strict=True))


@dataclass(frozen=True, eq=False)
class MeanLoss:
    """The mean of a loss over rows: its value, what each independent unit of rows adds to its error, and how many of them there are."""

    mean: float
    apart: Floats
    df: float

    @property
    def error(self) -> float:
        """The standard error of the mean."""
        return error_of(self.apart)


def error_of(apart: Floats) -> float:
    """The standard error of a mean to which each unit adds so much."""
    units = len(apart)
    return math.sqrt(float(apart @ apart) * units / (units - 1)) if units > 1 else math.nan


def mean_loss(reference: Reference, sample: RowSample) -> MeanLoss | None:
    """The mean loss behind a metric, where it is one and rows are at hand."""
    return None if sample.rows is None else _mean_loss(reference, sample.rows, sample.cluster)


def _mean_loss(reference: Reference, rows: Any, cluster: NDArray[np.int64] | None = None) -> MeanLoss | None:
    how = reference.entry.uncertainty
    if not isinstance(how, MeanOfLoss):
        return None
    y, p, weight = rows[:3]
    with np.errstate(all="ignore"):
        loss = np.asarray(how.loss(y, p, **reference.arguments), np.float64)
    counted = ~np.isnan(loss) if weight is None else ~np.isnan(loss) & (weight > 0)
    loss, cluster = loss[counted], None if cluster is None else cluster[counted]
    heavy = np.ones(len(loss)) if weight is None else weight[counted]
    total = float(heavy.sum())
    if not total or not np.isfinite(loss).all():
        return None
    mean = float(heavy @ loss) / total
    apart = heavy * (loss - mean) / total
    if cluster is not None:
        _, cluster = np.unique(cluster, return_inverse=True)
        apart, heavy = np.bincount(cluster, apart), np.bincount(cluster, heavy)
    return MeanLoss(mean, apart, freedom(heavy))


METHODS = ("auto", "mean", "paired mean", "hac", "jackknife", "woodruff")
"""Ways that there are for predicted numbers; "auto" takes the one that suits a metric."""


def refused(reference: Reference, how: IntervalOptions) -> Message | None:
    """Why a metric has no interval by this method; None where it may have one."""
    if how.method not in METHODS:
        return Message("method_not_for_metric", metric=str(reference), method=how.method)
    return reference.entry.uncertainty.refusal(one_score=True)


def estimates(aspect: Any, asked: Sequence[tuple[Reference, Value]], of: Any, how: IntervalOptions) -> dict[str, Interval]:
    """The interval of each metric."""
    found: dict[str, Interval] = {}
    for reference, value in asked:
        if (reason := refused(reference, how)) is not None:
            found[str(reference)] = Interval(str(reference), float(value), math.nan, math.nan, how.level, "none", reason)
            continue
        known = mean_loss(reference, of) if isinstance(of, RowSample) and how.method in ("auto", "mean") else None
        made = None if known is None else _of_mean(reference, value, known, how)
        found[str(reference)] = made or jackknife.estimates(aspect, [(reference, value)], of, how)[str(reference)]
    return found


def _of_mean(reference: Reference, value: Value, known: MeanLoss, how: IntervalOptions) -> Interval | None:
    """A mean loss by Student's t; of one that cannot be negative, on a logarithmic scale, where losses are less skewed.

    A few large losses make most of a mean and of its standard error, and have often not turned up yet: there are fewer degrees of freedom.
    """
    error = known.error
    uncertainty: Any = reference.entry.uncertainty
    if not math.isfinite(value) or not error > 1e-14 * abs(known.mean):
        return None
    half, caution = t_of(how.level, known.df) * error, ""
    low, high = known.mean - half, known.mean + half
    if reference.entry.range is not None and reference.entry.range[0] == 0 and known.mean > 0:
        caution = caution_of_parts(known.apart)
        share = t_of(how.level, freedom_of_parts(known.apart, known.df, SKEWED_TIMES)) * error / known.mean
        low, high = known.mean * math.exp(-share), known.mean * math.exp(share) if share < LARGEST else math.inf
    low, high = (float(uncertainty.from_mean(end)) for end in (low, high))
    most = reference.entry.range[1] if reference.entry.range is not None else math.inf
    return Interval(str(reference), float(value), low, min(high, most), how.level, "mean", caution=caution)


def compare(
    aspect: Any, references: Sequence[Reference], known: Mapping[str, Any], couples: Sequence[tuple[str, str]], how: IntervalOptions
) -> "ModelComparisons":
    """Every couple on every metric: means of losses row by row, the rest without each block of rows."""
    from ..aspect import ModelComparisons

    known = {name: jackknife.summarised(aspect, one) for name, one in known.items()}
    samples = {name: aspect.sample(one, how) for name, one in known.items()}
    found: list[Pair] = []
    values: dict[tuple[str, str], Interval] = {}
    able = [r for r in references if refused(r, how) is None]
    for reference in (r for r in references if r not in able):
        own = {name: aspect.value(reference, name, one.summary, one.plan) for name, one in known.items()}
        better, reason = reference.entry.better, refused(reference, how) or Message("rows_not_at_hand")
        found += [Pair.untested(str(reference), a, b, own[a], own[b], how, better, reason) for a, b in couples if a in own and b in own]
    own_how = how._replace(method="auto") if how.method == "hac" else how
    in_order = how.method != "hac" or all(one.cluster is None for one in known.values())
    by_mean = [r for r in able if isinstance(r.entry.uncertainty, MeanOfLoss) and how.method in ("auto", "paired mean", "hac") and in_order]
    losses: dict[str, dict[str, MeanLoss | None]] = {
        str(r): {name: mean_loss(r, sample) if isinstance(sample, RowSample) else None for name, sample in samples.items()} for r in by_mean
    }
    whole = [r for r in by_mean if all(one is not None for one in losses[str(r)].values())]
    rest = [r for r in able if r not in whole]
    for reference in whole:
        own = {name: aspect.value(reference, name, one.summary, one.plan) for name, one in known.items()}
        for name, value in own.items():
            values[name, str(reference)] = estimates(aspect, [(reference, value)], samples[name], own_how)[str(reference)]
        for a, b in couples:
            if a in known and b in known:
                found.append(_pair(reference, a, b, own, losses[str(reference)], how))
    if rest:
        others = jackknife.compare(aspect, rest, known, couples, how if how.method == "hac" else how._replace(method="auto"))
        found += others.pairs
        values |= others.values
    order = {str(reference): place for place, reference in enumerate(references)}
    return ModelComparisons(sorted(found, key=lambda pair: order[pair.metric]), values)


def own_errors(
    aspect: "NumbersAspect", asked: Sequence[tuple[Reference, Value]], of: Any, how: IntervalOptions
) -> dict[str, OwnError | Message]:
    """The standard error of each metric on one sample."""
    found: dict[str, OwnError | Message] = {}
    for reference, value in asked:
        reason = refused(reference, how)
        found[str(reference)] = reason or jackknife.own_errors(aspect, [(reference, value)], of, how)[str(reference)]
    return found


def _pair(
    reference: Reference, a: str, b: str, own: Mapping[str, Value], losses: Mapping[str, MeanLoss | None], how: IntervalOptions
) -> Pair:
    """The difference of two mean losses on the same rows."""
    made = Pair.untested(str(reference), a, b, own[a], own[b], how, reference.entry.better)
    first, second = losses[a], losses[b]
    assert first is not None
    assert second is not None
    if not math.isfinite(made.difference) or len(first.apart) != len(second.apart):
        return replace(made, reason=Message("no_finite_value_for_both"))
    slope_a, slope_b = (_slope(reference, one.mean) for one in (first, second))
    apart = slope_a * first.apart - slope_b * second.apart
    method, (error, df) = ("hac", long_run_error(apart)) if how.method == "hac" else ("paired mean", (error_of(apart), first.df))
    if not error > 1e-14 * max(abs(made.value_a), abs(made.value_b)):
        if made.difference:
            return replace(made, reason=Message("same_difference_on_resampled"))
        error = 0.0
    return made.tested(pairs.wald(made.difference, error, how, method, df))


def notes_on_order(known: Mapping[str, Any], asked: Sequence[Reference]) -> list[Message]:
    """A note for two models whose losses differ alike in neighbouring rows, by the first mean of losses that is asked for."""
    there = {name: one for name, one in known.items() if one.rows is not None and one.cluster is None and not one.plan.elsewhere}
    reference = next((r for r in asked if isinstance(r.entry.uncertainty, MeanOfLoss)), None)
    if reference is None:
        return []
    losses = {name: _mean_loss(reference, one.rows) for name, one in there.items()}
    found = []
    for a, b in combinations(there, 2):
        first, second = losses[a], losses[b]
        if first is None or second is None or len(first.apart) != len(second.apart):
            continue
        correlation = goes_together(first.apart - second.apart)
        if correlation is not None:
            found.append(Message("losses_go_together", a=a, b=b, metric=str(reference), correlation=correlation))
    return found


def _slope(reference: Reference, mean: float) -> float:
    """How fast the metric rises with the mean loss, to the last digits: by a step off the real line nothing cancels."""
    uncertainty: Any = reference.entry.uncertainty
    step = abs(mean) * 2.0**-60
    return float(np.imag(uncertainty.from_mean(np.complex128(complex(mean, step))))) / step if step else 1.0
