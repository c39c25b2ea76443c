"""Models on rows of their own: samples that share no row, so that the variances of two metrics add up."""

import math
from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

import numpy as np

from ..catalog import Reference
from ..messages import Message
from ..metrics.uncertainty import GapsInBins, LargestGap, LineOfArea, MeanOverRows, ShareOfRows
from ..summary import Sweep
from . import pairs
from .estimate import FEWEST, IntervalOptions
from .formulas import area_spread, class_sizes, mean_spread, trials_of
from .measure import MetricCall, NoIntervalError
from .pairs import Pair
from .replicate import replicates
from .sample import ResamplingData

METHODS = ("auto", "delong", "agresti-caffo", "welch", "bootstrap")
DISTRIBUTIONS = ("auto", "t")


class OwnError(NamedTuple):
    """How far chance carries a metric of one sample: its standard error around a centre, with so many degrees of freedom."""

    centre: float
    error: float
    method: str
    df: float = math.inf


def own_errors(
    measures: Sequence[MetricCall], values: Sequence[float], sample: ResamplingData, how: IntervalOptions
) -> dict[str, OwnError | Message]:
    """The standard error of each metric on one sample; a message says why there is none."""
    found: dict[str, OwnError | Message] = {}
    left: list[tuple[MetricCall, float]] = []
    for measure, value in zip(measures, values, strict=True):
        try:
            _refuse(measure, value, sample)
            own = _by_formula(measure, value, sample.seen_by(measure), how)
            if own is not None:
                found[measure.name] = own
            elif how.method in ("auto", "bootstrap"):
                left.append((measure, value))
            else:
                found[measure.name] = Message("method_not_for_metric", metric=measure.name, method=how.method)
        except NoIntervalError as error:
            found[measure.name] = error.reason
    for measure, value in left:
        found[measure.name] = _resampled(measure, value, sample, how)
    return found


def _refuse(measure: MetricCall, value: float, sample: ResamplingData) -> None:
    if not math.isfinite(value):
        raise NoIntervalError(Message("no_finite_value_for_both"))
    if reason := sample.seen_by(measure).trouble(measure):
        raise NoIntervalError(reason)
    if isinstance(measure.uncertainty, GapsInBins):
        raise NoIntervalError(Message("grows_with_fewer_rows", metric=measure.name))


def _by_formula(measure: MetricCall, value: float, sample: ResamplingData, how: IntervalOptions) -> OwnError | None:
    """The error by the formula that suits a metric, where there is one and the method allows it."""
    law, df, method = measure.uncertainty, sample.df(measure), how.method
    if isinstance(law, LineOfArea) and isinstance(sample.scores, Sweep) and method in ("auto", "delong"):
        error = abs(law.slope(measure.reference.arguments)) * math.sqrt(area_spread(measure, sample).variance)
        if how.distribution == "t":  # pROC's degrees of freedom: rows less one
            df = min(df, sum(class_sizes(sample)) - 1)
        return OwnError(value, _positive(error), "delong", df)
    if isinstance(law, ShareOfRows) and _plain_share(measure, law, sample) and method in ("auto", "agresti-caffo"):
        return share_error(value, *trials_of(measure, value, sample))
    by_row = sample.blocked is None or sample.rows is not None
    if isinstance(law, MeanOverRows) and isinstance(sample.scores, Sweep) and by_row and method in ("auto", "welch"):
        of_mean, variance = mean_spread(measure, value, sample)
        return OwnError(value, _positive(math.sqrt(variance)), "welch", of_mean)
    return None


def share_error(value: float, trials: float, df: float = math.inf) -> OwnError:
    """The error of a share after Agresti and Caffo: a success and a failure are added, so that a share of 0 or 1 has an error too."""
    share = (value * trials + 1) / (trials + 2)
    return OwnError(share, math.sqrt(share * (1 - share) / (trials + 2)), "agresti-caffo", df)


def _plain_share(measure: MetricCall, law: ShareOfRows, sample: ResamplingData) -> bool:
    return law.direct and not measure.averaged and not measure.reference.options and sample.counts(measure) is not None


def _positive(error: float) -> float:
    if error <= 0:
        raise NoIntervalError(Message("same_on_resampled"))
    return error


def _resampled(measure: MetricCall, value: float, sample: ResamplingData, how: IntervalOptions) -> OwnError | Message:
    view = sample.seen_by(measure)
    drawn = replicates([measure], view, how.replicates, how.seed, how.cells)[0]
    around = drawn.around(value)
    if len(around) < FEWEST * len(drawn.replicates):
        return Message("undefined_on_too_many", metric=measure.name)
    error = float(np.std(around, ddof=1))
    if error <= 1e-12 * max(abs(value), 1e-3):
        return Message("same_on_resampled")
    # What chance adds on the whole depends on the number of rows, which differs here: the bootstrap's bias is taken off. Of a maximum it
    # shows half, so that as in its interval twice of it is.
    bias = float(around.mean()) - value
    if isinstance(measure.uncertainty, LargestGap):
        return OwnError(value - 2 * max(bias, 0.0), math.hypot(error, bias), "bootstrap", view.df(measure))
    return OwnError(value - bias, error, "bootstrap", view.df(measure))


def pair_of(
    reference: Reference,
    names: tuple[str, str],
    values: tuple[float, float],
    own: tuple[OwnError | Message, OwnError | Message],
    how: IntervalOptions,
) -> Pair:
    """Two models on samples that share no row: the difference, by the errors of both."""
    made = Pair.untested(str(reference), *names, *values, how, reference.entry.better)
    if not math.isfinite(made.difference):
        return replace(made, reason=Message("no_finite_value_for_both"))
    a, b = own
    for one in (a, b):
        if isinstance(one, Message):
            return replace(made, reason=one)
    assert isinstance(a, OwnError)
    assert isinstance(b, OwnError)
    method = a.method if a.method == b.method else f"{a.method}, {b.method}"
    ends = pairs.wald(a.centre - b.centre, math.hypot(a.error, b.error), how, method, satterthwaite(a, b))
    least, most = reference.entry.range or (-math.inf, math.inf)
    inside = all(least <= value <= most for value in values)
    return made.tested(ends, most - least if inside else math.inf)


def satterthwaite(a: OwnError, b: OwnError) -> float:
    """The degrees of freedom of a difference of two samples of unequal spread (Welch and Satterthwaite).

    >>> round(satterthwaite(OwnError(0, 1.0, "welch", 9), OwnError(0, 2.0, "welch", 19)), 4)
    26.227
    """
    parts = [one.error**4 / one.df for one in (a, b)]
    return (a.error**2 + b.error**2) ** 2 / sum(parts) if sum(parts) else math.inf
