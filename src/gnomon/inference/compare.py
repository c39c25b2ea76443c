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
    """Models on the same rows, and what is computed of them once for all pairs."""

    def __init__(self, models: Mapping[str, Observed], positive: Any, cluster: Clusters | None, how: How, at: list[float]) -> None:
        self.models, self.positive, self.cluster, self.how = dict(models), positive, cluster, how
        rows = len(next(iter(self.models.values())))
        self.dealing: Dealing = deal_rows(rows, how.seed) if cluster is None else deal_clusters(cluster, how.seed)
        self.samples = {name: model.sample(at, cluster, seed=how.seed) for name, model in self.models.items()}
        self._at = at
        self._dealt: dict[str, Sample] = {}
        self._placed: dict[tuple[str, float | None], delong.Influence] = {}
        self._drawn: dict[tuple[str, str], Floats] = {}
        self.weights = np.concatenate([np.ones((1, self.dealing.blocks)), block_weights(self.dealing.blocks, how.replicates, how.seed)])

    @property
    def plain(self) -> bool:
        """Whether rows count alike and are independent."""
        return self.cluster is None and all(model.weight is None for model in self.models.values())

    def dealt(self, name: str) -> Sample:
        """A model's rows in the blocks that all models share."""
        if name not in self._dealt:
            self._dealt[name] = self.models[name].sample(self._at, self.cluster, self.dealing)
        return self._dealt[name]

    def placed(self, name: str, max_fpr: float | None) -> delong.Influence:
        """What each row moves of a model's area, found once."""
        rows = self.models[name].scores
        assert isinstance(rows, Rows)
        if (name, max_fpr) not in self._placed:
            self._placed[name, max_fpr] = delong.influence(rows, max_fpr)
        return self._placed[name, max_fpr]

    def draw(self, measures: Sequence[Measure]) -> None:
        """The replicates of metrics on every model, the same blocks drawn for all."""
        for name in self.models:
            for measure, values in zip(measures, of_blocks(measures, self.dealt(name), self.weights), strict=True):
                self._drawn[name, measure.name] = values

    def drawn(self, name: str, measure: Measure) -> Floats:
        """A model's metric on all rows, then on each replicate."""
        if (name, measure.name) not in self._drawn:
            self.draw([measure])
        return self._drawn[name, measure.name]


def compare_models(
    models: Mapping[str, Observed],
    references: Sequence[Reference],
    *,
    positive: Any,
    cluster: Clusters | None = None,
    how: How | None = None,
    curves: Sequence[str] = (),
) -> Comparison:
    """Every pair of models on every metric, and the curves of each pair."""
    how = how or How()
    measures = [Measure(reference, positive) for reference in references]
    at = sorted({reference.at for reference in references if measures and reference.entry.at == "threshold" and reference.at is not None})
    comparing = Comparing(models, positive, cluster, how, at)
    values = {name: [value_of(measure, sample)[0] for measure in measures] for name, sample in comparing.samples.items()}
    found = [
        _pair(comparing, measure, a, b, values[a][place], values[b][place])
        for place, measure in enumerate(measures)
        for a, b in combinations(models, 2)
    ]
    adjusted = zip(found, *(rule([pair.p_value for pair in found]) for rule in (holm, benjamini_hochberg)), strict=True)
    sure = {name: estimates(measures, values[name], sample, how._replace(method="auto")) for name, sample in comparing.samples.items()}
    return Comparison(
        models=tuple(models),
        metrics=tuple(measure.name for measure in measures),
        rows=len(next(iter(models.values()))),
        level=how.level,
        values={(name, one.metric): one for name, several in sure.items() for one in several},
        pairs=tuple(replace(pair, p_holm=by_holm, p_bh=by_bh) for pair, by_holm, by_bh in adjusted),
        dominance=dominances(comparing, curves) if curves else (),
        replicates=how.replicates,
        seed=how.seed,
    )


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
    how, entry = comparing.how, measure.reference.entry
    first, second = comparing.models[a], comparing.models[b]
    scores = [model.scores for model in (first, second) if isinstance(model.scores, Rows)]
    if entry.of_area is not None and len(scores) == 2 and how.method in ("auto", "delong"):
        moved = [comparing.placed(name, measure.max_fpr) for name in (a, b)]
        error = pairs.area_error(measure, moved[0], moved[1], scores[0], comparing.cluster)
        return pairs.wald(difference, error, how.level, "delong")
    if how.method in ("auto", *SHARED):
        shares = pairs.shares_of(measure, first, second) if measure.reads_labels else None
        if shares is not None and comparing.plain and how.method in ("auto", "mcnemar", "mcnemar-exact"):
            return pairs.of_shares(shares, how.level, how.method == "mcnemar-exact")
        if shares is not None and how.method in ("auto", "mean", "randomization"):
            return pairs.of_units(pairs.units_of(shares.a - shares.b, shares.trials, first.weight, comparing.cluster), how)
        if entry.loss is not None and len(scores) == 2 and how.method in ("auto", "mean", "randomization"):
            gained = np.subtract(*(pairs.losses_of(measure, rows) for rows in scores))
            return pairs.of_units(pairs.units_of(gained, np.ones(len(gained)), first.weight, comparing.cluster), how)
    if how.method not in ("auto", "bootstrap"):
        return f"{measure.name} is not what method={how.method!r} is for"
    return _bootstrapped(comparing, measure, a, b, difference)


def _bootstrapped(comparing: Comparing, measure: Measure, a: str, b: str, difference: float) -> Ends | str:
    """The difference on the same draws of the rows, by its standard error: interval and p-value then never contradict each other."""
    drawn = comparing.drawn(a, measure) - comparing.drawn(b, measure)
    around = drawn[1:][np.isfinite(drawn[1:])] + (difference - drawn[0])
    if len(around) < FEWEST * (len(drawn) - 1):
        return f"{measure.name} is undefined on too many of the resampled rows"
    return pairs.wald(difference, float(around.std(ddof=1)), comparing.how.level, "bootstrap")
