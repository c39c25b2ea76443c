"""Comparing models on the same rows: every pair, every metric, by the test that suits it."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import combinations
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..catalog import Reference
from ..inputs import Rows
from . import delong, pairs
from .blocks import Dealing, deal_clusters, deal_rows
from .comparison import Comparison
from .dominance import dominances
from .estimate import FEWEST, How, estimates
from .interval import Interval
from .measure import Measure
from .observed import Observed, value_of
from .pairs import Ends, Pair
from .replicate import of_blocks
from .sample import Clusters, Sample
from .significance import benjamini_hochberg, holm
from .stacks import block_weights

Floats = NDArray[np.float64]
METHODS = ("auto", "delong", "mcnemar", "mcnemar-exact", "mean", "bootstrap", "randomization")
SHARED = ("mcnemar", "mcnemar-exact", "mean", "randomization")


class Comparing:
    """Models on the same rows, and what is computed of them once for all pairs.

    Without ``models`` the rows are not at hand, and ``samples`` hold them in blocks that all models share.
    """

    def __init__(
        self,
        models: Mapping[str, Observed] | None,
        cluster: Clusters | None,
        how: How,
        at: list[float],
        samples: Mapping[str, Sample] | None = None,
    ) -> None:
        self.models, self.cluster, self.how = dict(models or {}), cluster, how
        self.samples = dict(samples or {name: model.sample(at, cluster, seed=how.seed) for name, model in self.models.items()})
        self._at = at
        self._dealt: dict[str, Sample] = {} if models else dict(self.samples)
        self._placed: dict[tuple[str, float | None], delong.Influence] = {}
        self._drawn: dict[tuple[str, str], Floats] = {}
        self.dealing = self._shared()
        self.weights = np.concatenate([np.ones((1, self.dealing.blocks)), block_weights(self.dealing.blocks, how.replicates, how.seed)])

    def _shared(self) -> Dealing:
        """The blocks that all models' rows are in."""
        if not self.models:
            dealt = next(iter(self.samples.values())).dealt
            assert dealt is not None
            return dealt.dealing
        if self.cluster is not None:
            return deal_clusters(self.cluster, self.how.seed)
        return deal_rows(len(next(iter(self.models.values()))), self.how.seed)

    @property
    def plain(self) -> bool:
        """Whether rows count alike and are independent."""
        return self.cluster is None and all(model.weight is None for model in self.models.values())

    def dealt(self, name: str) -> Sample:
        """A model's rows in the blocks that all models share."""
        if name not in self._dealt:
            self._dealt[name] = self.models[name].seen(self.samples[name], self._at, self.dealing)
        return self._dealt[name]

    def placed(self, name: str, max_fpr: float | None) -> delong.Influence:
        """What each row moves of a model's area, found once."""
        if (name, max_fpr) not in self._placed:
            self._placed[name, max_fpr] = delong.influence(self.rows(name), max_fpr)
        return self._placed[name, max_fpr]

    def rows(self, name: str) -> Rows:
        """A model's rows of two classes."""
        rows = self.models[name].scores
        assert isinstance(rows, Rows)
        return rows

    def table(self, measure: Measure, a: str, b: str) -> pairs.ShareTable | None:
        """What a row of each kind adds, where a metric is a share of rows."""
        if not measure.reads_labels or not self.models:
            return None
        first, second = (pairs.labels_of(measure, self.models[name]) for name in (a, b))
        return pairs.share_table(measure, first) if first == second else None

    def has_means(self, measure: Measure, a: str, b: str) -> bool:
        """Whether a metric is a mean over rows of one score each."""
        return measure.reference.entry.loss is not None and self.have_rows(a, b)

    def have_rows(self, *names: str) -> bool:
        """Whether models' rows of two classes are at hand."""
        return bool(self.models) and all(isinstance(self.models[name].scores, Rows) for name in names)

    def units(self, measure: Measure, a: str, b: str) -> pairs.Shares | pairs.Units | None:
        """A metric that is a share of rows or a mean over them, row by row under both models; None when it is neither."""
        if not self.models:
            return None
        first, second = self.models[a], self.models[b]
        table, exactly = self.table(measure, a, b), self.how.method.startswith("mcnemar")
        if table is not None:
            shares = pairs.shares_of(measure, table, first, second)
            if self.plain and self.how.method in ("auto", "mcnemar", "mcnemar-exact"):
                return shares
            return None if exactly else pairs.units_of(shares.a - shares.b, shares.trials, first.weight, self.cluster)
        if exactly or not self.has_means(measure, a, b):
            return None
        gained = pairs.gains_of(measure, self.rows(a), self.rows(b))
        return pairs.units_of(gained, np.ones(len(gained)), first.weight, self.cluster)

    def draw(self, measures: Sequence[Measure]) -> None:
        """The replicates of metrics on every model, the same blocks drawn for all."""
        for name, sample in self.samples.items():
            mine = [measure for measure in measures if able_to(measure, sample)]
            if mine:
                drawn = of_blocks(mine, self.dealt(name), self.weights)
                self._drawn |= {(name, measure.name): values for measure, values in zip(mine, drawn, strict=True)}

    def drawn(self, name: str, measure: Measure) -> Floats:
        """A model's metric on all rows, then on each replicate."""
        return self._drawn[name, measure.name]


def able_to(measure: Measure, sample: Sample) -> bool:
    """Whether a model has what a metric reads; among several models some may have labels only."""
    return (sample.counts(measure) if measure.reads_labels else sample.scores) is not None


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
) -> Comparison:
    """Every pair of models on every metric, and the curves of each pair.

    ``samples`` and ``values`` are passed where they are known already; ``against`` keeps to the pairs with one model. Where the rows are
    not at hand there are no ``models``, ``samples`` hold them in blocks, and ``count`` says how many there were.
    """
    how = how or How()
    measures = [Measure(reference, positive) for reference in references]
    names = tuple(measure.name for measure in measures)
    at = sorted({reference.at for reference in references if reference.entry.at == "threshold" and reference.at is not None})
    comparing = Comparing(models, cluster, how, at, samples)
    able = {name: [measure for measure in measures if able_to(measure, sample)] for name, sample in comparing.samples.items()}
    if values is None:
        values = _estimated(able, comparing)
    called = tuple(comparing.samples)
    couples = [(a, b) for a, b in combinations(called, 2) if against in (None, a, b)]
    comparing.draw([measure for measure in measures if any(_by_resampling(comparing, measure, a, b) for a, b in couples)])
    found = [
        _pair(comparing, measure, a, b, values[a, measure.name].value, values[b, measure.name].value)
        for measure in measures
        for a, b in couples
        if measure in able[a] and measure in able[b]
    ]
    adjusted = zip(found, *(rule([pair.p_value for pair in found]) for rule in (holm, benjamini_hochberg)), strict=True)
    return Comparison(
        models=called,
        metrics=names,
        rows=len(next(iter(models.values()))) if models else count or 0,
        level=how.level,
        values={key: one for key, one in values.items() if key[1] in names},
        pairs=tuple(replace(pair, p_holm=by_holm, p_bh=by_bh) for pair, by_holm, by_bh in adjusted),
        dominance=dominances(comparing, curves, couples) if curves else (),
        replicates=how.replicates,
        seed=how.seed,
    )


def _estimated(able: Mapping[str, list[Measure]], comparing: Comparing) -> dict[tuple[str, str], Interval]:
    """Each model's own values, with their intervals."""
    made: dict[tuple[str, str], Interval] = {}
    for name, sample in comparing.samples.items():
        values = [value_of(measure, sample)[0] for measure in able[name]]
        made |= {(name, one.metric): one for one in estimates(able[name], values, sample, comparing.how._replace(method="auto"))}
    return made


def _pair(comparing: Comparing, measure: Measure, a: str, b: str, value_a: float, value_b: float) -> Pair:
    difference, better = value_a - value_b, measure.reference.entry.better
    ahead = "" if better is None or not difference else a if (difference > 0) == (better == "higher") else b
    made = Pair(measure.name, a, b, value_a, value_b, difference, math.nan, math.nan, math.nan, "none", comparing.how.level, ahead)
    if not math.isfinite(difference):
        return replace(made, reason="the metric has no finite value for both models")
    for name in (a, b):
        if reason := comparing.samples[name].trouble(measure):
            return replace(made, reason=reason)
    ends = _tested(comparing, measure, a, b, difference)
    if isinstance(ends, str):
        return replace(made, reason=ends)
    return replace(made, low=ends.low, high=ends.high, p_value=ends.p_value, method=ends.method)


def _tested(comparing: Comparing, measure: Measure, a: str, b: str, difference: float) -> Ends | str:
    """The test that suits a metric, or the one that was asked for; a text says why there is none."""
    how = comparing.how
    if how.method in ("auto", "delong") and _two_areas(comparing, measure, a, b):
        moved = [comparing.placed(name, measure.max_fpr) for name in (a, b)]
        error = pairs.area_error(measure, moved[0], moved[1], comparing.rows(a), comparing.cluster)
        return pairs.wald(difference, error, how.level, "delong")
    units = comparing.units(measure, a, b) if how.method in ("auto", *SHARED) else None
    if isinstance(units, pairs.Shares):
        return pairs.of_shares(units, how.level, how.method == "mcnemar-exact")
    if isinstance(units, pairs.Units):
        return pairs.of_units(units, how)
    if how.method not in ("auto", "bootstrap"):
        return f"{measure.name} is not what method={how.method!r} is for"
    drawn = comparing.drawn(a, measure) - comparing.drawn(b, measure)
    around = drawn[1:][np.isfinite(drawn[1:])]
    if len(around) < FEWEST * (len(drawn) - 1):
        return f"{measure.name} is undefined on too many of the resampled rows"
    # By the standard error: interval and p-value then never contradict each other.
    return pairs.wald(difference, float(around.std(ddof=1)), how.level, "bootstrap")


def _two_areas(comparing: Comparing, measure: Measure, a: str, b: str) -> bool:
    return measure.reference.entry.of_area is not None and comparing.have_rows(a, b)


def _by_resampling(comparing: Comparing, measure: Measure, a: str, b: str) -> bool:
    """Whether no formula will do for a metric."""
    if comparing.how.method not in ("auto", "bootstrap") or not all(able_to(measure, comparing.samples[name]) for name in (a, b)):
        return False
    by_formula = _two_areas(comparing, measure, a, b) or comparing.table(measure, a, b) is not None or comparing.has_means(measure, a, b)
    return comparing.how.method == "bootstrap" or not by_formula
