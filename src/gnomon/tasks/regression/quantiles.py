"""How sure a quantile of errors is: the share of rows below it has an interval, and its ends are read back as errors (Woodruff)."""

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from ...catalog import Reference
from ...inference import pairs
from ...inference.clusters import freedom
from ...inference.estimate import IntervalOptions
from ...inference.interval import Interval
from ...inference.pairs import Pair
from ...inference.proportions import t_of
from ...inference.unpaired import OwnError
from ...messages import Message
from ...summary import Spread
from ...types import Floats
from ...value import Value
from .sure import MeanLoss, RowSample, error_of

if TYPE_CHECKING:
    from ...types import Integers


def share_of(reference: Reference) -> float | None:
    """Which quantile of errors a metric is; None where it is none."""
    if reference.entry.name == "error_quantile":
        return float(reference.arguments["q"])
    return 0.5 if reference.entry.name == "medae" else None


def _sizes(reference: Reference, rows: Any) -> Floats:
    """What it is a quantile of: errors, or their sizes."""
    error = rows[1] - rows[0]
    return np.asarray(np.abs(error) if reference.entry.name == "medae" else error)


def _below(size: Floats, quantile: float, share: float, rows: Any, cluster: "Integers | None") -> MeanLoss:
    """The share of rows with errors up to the quantile, as a mean over rows, or over clusters of them."""
    weight = rows[2]
    heavy = np.ones(len(size)) if weight is None else weight
    apart = heavy * ((size <= quantile) - share) / heavy.sum()
    if cluster is not None:
        apart, heavy = np.bincount(cluster, apart), np.bincount(cluster, heavy)
    return MeanLoss(share, apart - apart.mean(), freedom(heavy[heavy > 0]))


@dataclass(frozen=True, eq=False)
class SpreadSample:
    """The distribution of errors alone, where rows count alike and apart: how many there are says how sure a share of them is."""

    spread: Spread


def interval_of_spread(reference: Reference, value: Value, sample: SpreadSample, how: IntervalOptions) -> Interval:
    """The same once the rows are gone; of a coarse distribution, from the least to the greatest that its cells can hold."""
    share = share_of(reference)
    sizes = sample.spread.absolute if reference.entry.name == "medae" else sample.spread.error
    if share is None or not math.isfinite(value):
        reason = Message("rows_not_at_hand" if share is None else "metric_undefined")
        return Interval(str(reference), float(value), math.nan, math.nan, how.level, "none", reason)
    reach = t_of(how.level, max(sizes.n - 1, 1)) * math.sqrt(share * (1 - share) / sizes.n)
    if not share - reach > 0 or not share + reach < 1:
        return _between(reference, value, None, how)
    low, high = (sizes.places(at) for at in (share - reach, share + reach))
    return _between(reference, value, (float(sizes.low[low[0]]), float(sizes.high[high[-1]])), how)


def interval_of(reference: Reference, value: Value, sample: RowSample, how: IntervalOptions) -> Interval:
    """The interval of a quantile of errors."""
    found = ends_of(reference, float(value), sample, how.level)
    return _between(reference, value, None if found is None else found[:2], how)


def _between(reference: Reference, value: Value, ends: tuple[float, float] | None, how: IntervalOptions) -> Interval:
    """The interval between two ends; none where rows are too few for both, or where both are the same."""
    if ends is not None and ends[0] < ends[1]:
        return Interval(str(reference), float(value), *ends, how.level, "woodruff")
    reason = Message("quantile_without_ends" if ends is None else "same_on_resampled")
    return Interval(str(reference), float(value), math.nan, math.nan, how.level, "none", reason)


def ends_of(reference: Reference, value: float, sample: RowSample, level: float) -> tuple[float, float, MeanLoss, float] | None:
    """Both ends, the share below as a mean, and how steeply that share rises with the error."""
    share = share_of(reference)
    assert share is not None
    weight, size = sample.rows[2], _sizes(reference, sample.rows)
    below = _below(size, value, share, sample.rows, sample.cluster)
    reach = t_of(level, below.df) * below.error
    beyond_all = (size <= value).all() and np.ptp(size) > 0  # no row lies beyond the quantile, and none tells how far others would
    if not share - reach > 0 or not share + reach < 1 or beyond_all:
        return None
    order = np.argsort(size, kind="stable")
    reached = np.cumsum(np.ones(len(size)) if weight is None else weight[order])
    low, high = (
        float(size[order[min(np.searchsorted(reached, at * reached[-1]), len(size) - 1)]]) for at in (share - reach, share + reach)
    )
    return min(low, value), max(high, value), below, 2 * reach / (high - low) if high > low else math.inf


def pair_of(reference: Reference, a: str, b: str, own: Mapping[str, Value], samples: Mapping[str, Any], how: IntervalOptions) -> Pair:
    """The difference of two quantiles on the same rows: rows move each as far as the density of errors there lets them."""
    made = Pair.untested(str(reference), a, b, own[a], own[b], how, reference.entry.better)
    found = [ends_of(reference, float(own[name]), samples[name], how.level) for name in (a, b)]
    if not math.isfinite(made.difference) or any(one is None for one in found):
        return replace(made, reason=Message("quantile_without_ends" if math.isfinite(made.difference) else "no_finite_value_for_both"))
    (_, _, first, rise), (_, _, second, other) = (one for one in found if one is not None)
    error = error_of(first.apart / rise - second.apart / other)
    if not error > 1e-14 * max(abs(made.value_a), abs(made.value_b)) and made.difference:
        return replace(made, reason=Message("same_difference_on_resampled"))
    return made.tested(pairs.wald(made.difference, error, how, "woodruff", first.df))


def own_error(reference: Reference, value: Value, sample: RowSample, how: IntervalOptions) -> OwnError | Message:
    """The standard error of a quantile: that of the share below, over how steeply the share rises."""
    found = ends_of(reference, float(value), sample, how.level) if math.isfinite(value) else None
    if found is None:
        return Message("quantile_without_ends" if math.isfinite(value) else "metric_undefined")
    _, _, below, rise = found
    return OwnError(float(value), below.error / rise, "woodruff", below.df) if 0 < rise < math.inf else Message("same_on_resampled")
