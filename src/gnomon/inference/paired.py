"""Comparing models on the same rows: every pair, every metric, by the test that suits it."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

import numpy as np

from ..messages import Message
from ..metrics.uncertainty import LargestGap, LineOfArea
from . import pairs
from .dominance import Dominance, dominances
from .estimate import IntervalOptions
from .interval import Interval
from .measure import MetricCall
from .observed import ModelRows
from .paired_rows import PairedRows
from .pairs import Ends, Pair
from .sample import Clusters, ResamplingData
from .swapping import swapped

METHODS = ("auto", "delong", "mcnemar", "mcnemar-exact", "mean", "hac", "bootstrap", "randomization")


class PairedResults(NamedTuple):
    """What comes of comparing models row by row: pairs, each model's own intervals, and who is ahead along the curves."""

    pairs: list[Pair]
    values: dict[tuple[str, str], Interval]
    dominance: tuple[Dominance, ...]


def compare_rows(
    models: Mapping[str, ModelRows] | None,
    measures: Sequence[MetricCall],
    cluster: Clusters | None,
    how: IntervalOptions,
    couples: Sequence[tuple[str, str]],
    curves: Sequence[str] = (),
    samples: Mapping[str, ResamplingData] | None = None,
    values: Mapping[tuple[str, str], Interval] | None = None,
) -> PairedResults:
    """Couples of models on every metric that reads rows, and their curves.

    ``samples`` and ``values`` are passed where they are known already. Where the rows are not at hand there are no ``models``, and
    ``samples`` hold them in blocks.
    """
    at = sorted({m.reference.at for m in measures if m.reference.entry.at == "threshold" and m.reference.at is not None})
    rows = PairedRows(models, cluster, how, at, samples)
    able = {name: [measure for measure in measures if rows.able_to(measure, name)] for name in rows.names}
    if values is None:
        values = {key: one for name in rows.names for key, one in rows.intervals(able[name], name).items()}
    there = [(a, b) for a, b in couples if a in rows.names and b in rows.names]
    found: list[list[Pair]] = []
    ahead: list[tuple[Dominance, ...]] = []
    for place, (a, b) in enumerate(there):
        rows.draw([measure for measure in measures if _by_resampling(rows, measure, a, b)], (a, b))
        both = [measure for measure in measures if measure in able[a] and measure in able[b]]
        found.append([_pair(rows, measure, a, b, values[a, measure.name].value, values[b, measure.name].value) for measure in both])
        ahead.append(dominances(rows, curves, a, b))
        rows.forget({a, b}.difference(*there[place + 1 :]))
        if how.tell is not None:
            how.tell(place + 1, len(there))
    at_metric = {measure.name: place for place, measure in enumerate(measures)}
    return PairedResults(
        sorted((pair for some in found for pair in some), key=lambda pair: at_metric[pair.metric]),
        dict(values),
        tuple(sorted((one for some in ahead for one in some), key=lambda one: curves.index(one.curve))),
    )


def _pair(rows: PairedRows, measure: MetricCall, a: str, b: str, value_a: float, value_b: float) -> Pair:
    made = Pair.untested(measure.name, a, b, value_a, value_b, rows.how, measure.reference.entry.better)
    difference = made.difference
    if not math.isfinite(difference):
        return replace(made, reason=Message("no_finite_value_for_both"))
    for name in (a, b):
        if reason := rows.trouble(measure, name):
            return replace(made, reason=reason)
    ends = _tested(rows, measure, a, b, difference)
    if isinstance(ends, Message):
        return replace(made, reason=ends)
    if ends.error == 0 and not rows.agree(measure, a, b):
        reason = Message("same_difference_on_resampled")
        return replace(made, method=ends.method, p_value=ends.p_value if difference == 0 else math.nan, reason=reason)
    least, most = measure.reference.entry.range or (-math.inf, math.inf)
    return made.tested(ends, most - least)


def _tested(rows: PairedRows, measure: MetricCall, a: str, b: str, difference: float) -> Ends | Message:
    """The test that suits a metric, or the one that was asked for; a message says why there is none."""
    how = rows.how
    if how.method in ("auto", "delong") and _two_areas(rows, measure, a, b):
        first, second = (rows.placed(name, measure.max_fpr) for name in (a, b))
        error = pairs.area_error(measure, first, second, rows.rows(a), rows.cluster)
        return pairs.wald(difference, error, how, "delong", rows.df(measure, a, b))
    table = rows.table(measure, a, b)
    if table is not None and rows.plain and how.method in ("auto", "mcnemar", "mcnemar-exact"):
        counts = pairs.discordant(measure, table, rows.models[a], rows.models[b])
        return pairs.of_shares(*counts, how, how.method == "mcnemar-exact")
    units = rows.units(measure, a, b) if how.method in ("auto", "mean", "randomization") else None
    if units is not None:
        return pairs.of_units(units, how)
    if _two_gaps(rows, measure, a, b):
        moved = swapped(rows.gaps(a), rows.gaps(b), rows.class_shares(measure, a))
        return pairs.wald(difference, moved.error, how, "randomization", rows.df(measure, a, b), moved.bias)
    if how.method not in ("auto", "bootstrap"):
        return Message("method_not_for_metric", metric=measure.name, method=how.method)
    drawn = rows.drawn(a, measure) - rows.drawn(b, measure)
    around = drawn[1:][np.isfinite(drawn[1:])]
    if len(around) < measure.uncertainty.fewest * (len(drawn) - 1):
        return Message("undefined_on_too_many", metric=measure.name)
    # By the standard error: interval and p-value then never contradict each other.
    df = rows.df(measure, a, b)
    error = float(around.std(ddof=1)) * math.sqrt(1 + 1 / min(df, max(rows.assignment.blocks - 1, 1)))  # units vary less around their mean
    return pairs.wald(difference, error, how, "bootstrap", df)


def _two_areas(rows: PairedRows, measure: MetricCall, a: str, b: str) -> bool:
    return isinstance(measure.uncertainty, LineOfArea) and rows.have_rows(a, b)


def _two_gaps(rows: PairedRows, measure: MetricCall, a: str, b: str) -> bool:
    """Whether a metric is a largest gap, or a mean of classes' gaps, and models are to be swapped."""
    able = rows.how.method in ("auto", "randomization") and isinstance(measure.uncertainty, LargestGap)
    return able and measure.reference.over.get("average") != "micro" and set(rows.tables(a)) == set(rows.tables(b))


def _by_resampling(rows: PairedRows, measure: MetricCall, a: str, b: str) -> bool:
    """Whether no formula will do for a metric."""
    if rows.how.method not in ("auto", "bootstrap") or not all(rows.able_to(measure, name) for name in (a, b)):
        return False
    if rows.how.method == "bootstrap":
        return True
    by_formula = _two_areas(rows, measure, a, b) or rows.table(measure, a, b) is not None or rows.has_means(measure, a, b)
    return not by_formula and not _two_gaps(rows, measure, a, b)
