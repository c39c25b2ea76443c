"""Comparing models on the same rows: every pair, every metric, by the test that suits it."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import combinations
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..catalog import Reference
from ..summary import Ranked
from ..words import Message
from . import pairs, queries
from .comparing import Comparing
from .comparison import Comparison
from .dominance import dominances
from .estimate import FEWEST, How
from .interval import Interval
from .measure import Measure
from .observed import Observed
from .pairs import Ends, Pair
from .sample import Clusters, Sample
from .significance import benjamini_hochberg, holm

Floats = NDArray[np.float64]
METHODS = ("auto", "delong", "mcnemar", "mcnemar-exact", "mean", "bootstrap", "randomization")


def compare_models(
    models: Mapping[str, Observed] | None,
    references: Sequence[Reference],
    *,
    positive: Any,
    cluster: Clusters | None = None,
    how: How | None = None,
    curves: Sequence[str] = (),
    samples: Mapping[str, Sample] | None = None,
    values: Mapping[tuple[str, str], Interval] | None = None,
    against: str | None = None,
    count: int | None = None,
    lists: Mapping[str, Ranked] | None = None,
    notes: Sequence[str] = (),
) -> Comparison:
    """Every pair of models on every metric, and the curves of each pair.

    ``samples`` and ``values`` are passed where they are known already; ``against`` keeps to the pairs with one model. Where the rows are
    not at hand there are no ``models``, ``samples`` hold them in blocks, and ``count`` says how many there were. ``lists`` are the models'
    ranked lists, whose metrics are compared query by query.
    """
    how = how or How()
    by_query = [reference for reference in references if reference.entry.summary is Ranked]
    measures = [Measure(reference, positive) for reference in references if reference.entry.summary is not Ranked]
    names = tuple(map(str, references))
    at = sorted({reference.at for reference in references if reference.entry.at == "threshold" and reference.at is not None})
    comparing = Comparing(models, cluster, how, at, samples, tuple(lists or ()))
    able = {name: [measure for measure in measures if comparing.able_to(measure, name)] for name in comparing.names}
    if values is None or not measures:
        values = {key: one for name in comparing.names for key, one in comparing.intervals(able[name], name).items()}
    couples = [(a, b) for a, b in combinations(comparing.names, 2) if against in (None, a, b)]
    comparing.draw([measure for measure in measures if any(_by_resampling(comparing, measure, a, b) for a, b in couples)])
    found = [
        _pair(comparing, measure, a, b, values[a, measure.name].value, values[b, measure.name].value)
        for measure in measures
        for a, b in couples
        if measure in able[a] and measure in able[b]
    ]
    ranked, own = queries.compared(by_query, lists or {}, couples, how)
    values, found = {**values, **own}, sorted(found + ranked, key=lambda pair: names.index(pair.metric))
    adjusted = zip(found, *(rule([pair.p_value for pair in found]) for rule in (holm, benjamini_hochberg)), strict=True)
    return Comparison(
        models=comparing.names,
        metrics=names,
        rows=len(next(iter(models.values()))) if models and count is None else count or 0,
        level=how.level,
        values={key: one for key, one in values.items() if key[1] in names},
        pairs=tuple(replace(pair, p_holm=by_holm, p_bh=by_bh) for pair, by_holm, by_bh in adjusted),
        dominance=dominances(comparing, curves, couples) if curves else (),
        replicates=how.replicates,
        seed=how.seed,
        weighted=bool(measures) and comparing.weighted,
        clusters=comparing.clusters if measures else None,
        notes=tuple(notes),
    )


def _pair(comparing: Comparing, measure: Measure, a: str, b: str, value_a: float, value_b: float) -> Pair:
    difference, better = value_a - value_b, measure.reference.entry.better
    ahead = "" if better is None or not difference else a if (difference > 0) == (better == "higher") else b
    made = Pair(measure.name, a, b, value_a, value_b, difference, math.nan, math.nan, math.nan, "none", comparing.how.level, better=ahead)
    if not math.isfinite(difference):
        return replace(made, reason=Message("no_finite_value_for_both"))
    for name in (a, b):
        if reason := comparing.trouble(measure, name):
            return replace(made, reason=reason)
    ends = _tested(comparing, measure, a, b, difference)
    if isinstance(ends, Message):
        return replace(made, reason=ends)
    if ends.low == ends.high and not comparing.agree(measure, a, b):
        reason = Message("same_difference_on_resampled")
        return replace(made, method=ends.method, p_value=1.0 if difference == 0 else math.nan, reason=reason)
    least, most = measure.reference.entry.range or (-math.inf, math.inf)
    low, high = max(ends.low, least - most), min(ends.high, most - least)
    return replace(made, low=low, high=high, p_value=ends.p_value, method=ends.method, error=ends.error)


def _tested(comparing: Comparing, measure: Measure, a: str, b: str, difference: float) -> Ends | Message:
    """The test that suits a metric, or the one that was asked for; a message says why there is none."""
    how = comparing.how
    if how.method in ("auto", "delong") and _two_areas(comparing, measure, a, b):
        first, second = (comparing.placed(name, measure.max_fpr) for name in (a, b))
        error = pairs.area_error(measure, first, second, comparing.rows(a), comparing.cluster)
        return pairs.wald(difference, error, how.level, "delong", comparing.df)
    table = comparing.table(measure, a, b)
    if table is not None and comparing.plain and how.method in ("auto", "mcnemar", "mcnemar-exact"):
        counts = pairs.discordant(measure, table, comparing.models[a], comparing.models[b])
        return pairs.of_shares(*counts, how.level, how.method == "mcnemar-exact")
    units = comparing.units(measure, a, b) if how.method in ("auto", "mean", "randomization") else None
    if units is not None:
        return pairs.of_units(units, how)
    if how.method not in ("auto", "bootstrap"):
        return Message("method_not_for_metric", metric=measure.name, method=how.method)
    drawn = comparing.drawn(a, measure) - comparing.drawn(b, measure)
    around = drawn[1:][np.isfinite(drawn[1:])]
    if len(around) < FEWEST * (len(drawn) - 1):
        return Message("undefined_on_too_many", metric=measure.name)
    # By the standard error: interval and p-value then never contradict each other.
    return pairs.wald(difference, float(around.std(ddof=1)), how.level, "bootstrap", comparing.df)


def _two_areas(comparing: Comparing, measure: Measure, a: str, b: str) -> bool:
    return measure.reference.entry.of_area is not None and comparing.have_rows(a, b)


def _by_resampling(comparing: Comparing, measure: Measure, a: str, b: str) -> bool:
    """Whether no formula will do for a metric."""
    if comparing.how.method not in ("auto", "bootstrap") or not all(comparing.able_to(measure, name) for name in (a, b)):
        return False
    by_formula = _two_areas(comparing, measure, a, b) or comparing.table(measure, a, b) is not None or comparing.has_means(measure, a, b)
    return comparing.how.method == "bootstrap" or not by_formula
