"""Models on the same rows, and what is computed of them once for all pairs."""

from collections.abc import Collection, Mapping, Sequence
from functools import cached_property
from typing import Any

import numpy as np

from ..inputs import BinaryRows
from ..messages import Message
from ..metrics.uncertainty import LineOfArea, MeanOverRows
from ..summary import Stack, Sweep
from ..types import Floats
from . import delong, pairs
from .blocks import BlockAssignment, SweepTable, assign_clusters, assign_rows
from .estimate import IntervalOptions, estimates, held, none
from .formulas import area_ends
from .interval import Interval
from .measure import MetricCall
from .observed import ModelRows, value_of
from .replicate import of_blocks
from .sample import Clusters, ResamplingData, single_cluster
from .stacks import block_weights
from .swapping import RateGaps, coins_of
from .units import UnitMeans, units_of


class PairedRows:
    """Models on the same rows, and what is computed of them once for all pairs.

    Without ``models`` the rows are not at hand, and ``samples`` hold them in blocks that all models share.
    """

    def __init__(
        self,
        models: Mapping[str, ModelRows] | None,
        cluster: Clusters | None,
        how: IntervalOptions,
        at: list[float],
        samples: Mapping[str, ResamplingData] | None = None,
    ) -> None:
        self.models, self.cluster, self.how = dict(models or {}), cluster, how
        self.names = tuple(self.models or samples or ())
        self._at = at
        self._samples: dict[str, ResamplingData] = dict(samples or {})
        self._blocked: dict[str, ResamplingData] = {} if models else dict(self._samples)
        self._placed: dict[tuple[str, float | None], Floats] = {}
        self._spreads: dict[tuple[str, float | None], delong.AreaVariance] = {}
        self._drawn: dict[tuple[str, str], Floats] = {}
        self._stacks: dict[str, list[Stack]] = {}
        self._gaps: dict[str, dict[Any, RateGaps]] = {}
        self._given = frozenset(self._samples)
        self.curves: dict[str, dict[str, Floats]] = {}
        """Each model's curves on the replicates, as far as they are drawn."""

    def forget(self, names: Collection[str]) -> None:
        """Let go of what was computed of models that no later pair has: of many models it would not fit together."""
        for name in names:
            self.curves.pop(name, None)
            self._stacks.pop(name, None)
            self._gaps.pop(name, None)
            if self.models:
                self._blocked.pop(name, None)
            if name not in self._given:
                self._samples.pop(name, None)
        kept: tuple[dict[tuple[str, Any], Any], ...] = (self._placed, self._drawn)
        for found in kept:
            for key in [key for key in found if key[0] in names]:
                del found[key]

    def sample(self, name: str) -> ResamplingData:
        """A model's summaries, made when first needed: an area needs none."""
        if name not in self._samples:
            self._samples[name] = self.models[name].sample(self._at, self.cluster, seed=self.how.seed)
        return self._samples[name]

    @cached_property
    def assignment(self) -> BlockAssignment:
        """The blocks that all models' rows are in."""
        if not self.models:
            blocked = next(iter(self._samples.values())).blocked
            assert blocked is not None
            return blocked.assignment
        if self.cluster is not None:
            return assign_clusters(self.cluster, self.how.seed)
        return assign_rows(len(next(iter(self.models.values()))), self.how.seed)

    @cached_property
    def weights(self) -> Floats:
        """All blocks once, then as often as each replicate has them."""
        drawn = block_weights(self.assignment.blocks, self.how.replicates, self.how.seed)
        return np.concatenate([np.ones((1, self.assignment.blocks)), drawn])

    def able_to(self, measure: MetricCall, name: str) -> bool:
        """Whether a model has what a metric reads; among several models some may have labels only."""
        labels = measure.reads_labels and measure.reference.at is None
        if self.models:
            return (self.models[name].labels if labels else self.models[name].scores) is not None
        return (self.sample(name).labels if labels else self.sample(name).scores) is not None

    def intervals(self, measures: Sequence[MetricCall], name: str) -> dict[tuple[str, str], Interval]:
        """A model's own values with their intervals; areas straight from the rows, of which nothing need be summed up."""
        how = self.how._replace(method="auto")
        placed = [measure for measure in measures if isinstance(measure.uncertainty, LineOfArea) and self.have_rows(name)]
        others = [measure for measure in measures if measure not in placed]
        found = [self._area(measure, name) for measure in placed]
        if others:
            values = [value_of(measure, self.sample(name))[0] for measure in others]
            found += estimates(others, values, self.sample(name), how)
        return {(name, one.metric): one for one in found}

    def _area(self, measure: MetricCall, name: str) -> Interval:
        rows, line, level = self.rows(name), measure.uncertainty, self.how.level
        if trouble := self.trouble(measure, name):
            value, reason = value_of(measure, self.sample(name))
            return none(measure, value, level, "delong-wilson", reason or trouble)
        if (name, measure.max_fpr) not in self._spreads:
            self._spreads[name, measure.max_fpr] = delong.spread_of(self.placed(name, measure.max_fpr), rows, self.cluster)
        spread = self._spreads[name, measure.max_fpr]
        assert isinstance(line, LineOfArea)
        if measure.max_fpr is None:
            value = line.value(delong.exact_area(spread.area, rows), **measure.reference.arguments)
        else:
            value = value_of(measure, self.sample(name))[0]
        ends = area_ends(measure, value, spread, delong.class_sizes(rows), level, delong.freedom_of(rows, self.cluster))
        return held(measure, value, ends, level, "delong-wilson")

    @property
    def weighted(self) -> bool:
        """Whether rows weigh differently."""
        if self.models:
            return any(model.weight is not None for model in self.models.values())
        return any(isinstance(s.scores, Sweep) and s.scores.pos.dtype.kind == "f" for s in self._samples.values())

    def df(self, measure: MetricCall, a: str, b: str) -> float:
        """Degrees of freedom that clusters, or the rows of each class that is averaged, leave a difference: the fewer of two models'."""
        if self.cluster is not None and isinstance(measure.uncertainty, LineOfArea) and self.have_rows(a, b):
            return delong.freedom_of(self.rows(a), self.cluster)
        if not self.assignment.clustered:
            return min(self.blocked(name).class_df(measure) for name in (a, b))
        return min(self.blocked(name).df(measure) for name in (a, b))

    @property
    def plain(self) -> bool:
        """Whether rows count alike and are independent."""
        return self.cluster is None and all(model.weight is None for model in self.models.values())

    def agree(self, measure: MetricCall, a: str, b: str) -> bool:
        """Whether two models say the same of every row, so that nothing at all lies between them."""
        if not self.models:
            return False
        first, second = self.models[a], self.models[b]
        if measure.reads_labels and measure.reference.at is None:
            return (
                first.labels is not None and second.labels is not None and np.array_equal(first.labels.predicted, second.labels.predicted)
            )
        if first.scores is None or second.scores is None:
            return False
        said = [rows.score for rows in (first.scores, second.scores)]
        if measure.reads_labels:
            said = [score >= np.float64(measure.reference.at or 0.0) for score in said]
        elif not measure.reference.entry.probability and said[0].ndim == said[1].ndim == 1:
            said = [np.unique(score, return_inverse=True)[1] for score in said]  # of a ranking only the order counts
        return np.array_equal(said[0], said[1])

    def trouble(self, measure: MetricCall, name: str) -> Message | None:
        """Why a model's rows say nothing of a metric's uncertainty; None where they do."""
        if isinstance(measure.uncertainty, LineOfArea) and self.have_rows(name):
            positives = int(np.count_nonzero(self.rows(name).positive))
            if not 1 < positives < len(self.rows(name).positive) - 1:
                return Message("two_of_each_class")
            return None if self.cluster is None else single_cluster(delong.cluster_sizes(self.rows(name), self.cluster))
        return self.sample(name).trouble(measure)

    def blocked(self, name: str) -> ResamplingData:
        """A model's rows in the blocks that all models share."""
        if name not in self._blocked:
            self._blocked[name] = self.models[name].seen(self.sample(name), self._at, self.assignment)
        return self._blocked[name]

    def tables(self, name: str) -> dict[Any, SweepTable]:
        """A model's scores in those blocks, by class where there are several; none where it has labels only."""
        blocked = self.blocked(name).blocked
        return {} if blocked is None else blocked.scores

    def gaps(self, name: str) -> dict[Any, RateGaps]:
        """What swaps leave of a model's gaps at each cut, by class where there are several; found once."""
        if name not in self._gaps:
            self._gaps[name] = {key: RateGaps.of(table, self.coins) for key, table in self.tables(name).items()}
        return self._gaps[name]

    @cached_property
    def coins(self) -> Floats:
        """Which blocks each swap leaves alone."""
        return coins_of(self.assignment.blocks, self.how.replicates, self.how.seed)

    def class_shares(self, measure: MetricCall, name: str) -> dict[Any, float]:
        """What each class counts for in a metric's mean over them; one without rows, or with all of them, counts for nothing."""
        support = {key: table.support for key, table in self.tables(name).items()}
        weighted = measure.reference.over.get("average") == "weighted"
        counts = {key: float(of[1]) if weighted else 1.0 for key, of in support.items() if of.all()}
        return {key: count / sum(counts.values()) for key, count in counts.items()}

    def placed(self, name: str, max_fpr: float | None) -> Floats:
        """The placement of each row under a model, found once."""
        if (name, max_fpr) not in self._placed:
            self._placed[name, max_fpr] = delong.placements(self.rows(name), max_fpr)
        return self._placed[name, max_fpr]

    def rows(self, name: str) -> BinaryRows:
        """A model's rows of two classes."""
        rows = self.models[name].scores
        assert isinstance(rows, BinaryRows)
        return rows

    def table(self, measure: MetricCall, a: str, b: str) -> pairs.ShareTable | None:
        """What a row of each kind adds, where a metric is a share of rows."""
        if not measure.reads_labels or not self.models:
            return None
        first, second = (pairs.labels_of(measure, self.models[name]) for name in (a, b))
        return pairs.share_table(measure, first) if first == second else None

    def has_means(self, measure: MetricCall, a: str, b: str) -> bool:
        """Whether a metric is a mean over rows of one score each."""
        return isinstance(measure.uncertainty, MeanOverRows) and self.have_rows(a, b)

    def have_rows(self, *names: str) -> bool:
        """Whether models' rows of two classes are at hand."""
        return bool(self.models) and all(isinstance(self.models[name].scores, BinaryRows) for name in names)

    def units(self, measure: MetricCall, a: str, b: str) -> UnitMeans | None:
        """A metric that is a share of rows or a mean over them, row by row under both models; None when it is neither."""
        if not self.models:
            return None
        first, second = self.models[a], self.models[b]
        if (table := self.table(measure, a, b)) is not None:
            shares = pairs.shares_of(measure, table, first, second)
            return units_of(shares.a - shares.b, shares.trials, first.weight, self.cluster)
        if not self.has_means(measure, a, b):
            return None
        gained = pairs.gains_of(measure, self.rows(a), self.rows(b))
        return units_of(gained, np.ones(len(gained)), first.weight, self.cluster)

    def stacks(self, name: str) -> list[Stack]:
        """A model's sweep on all rows, then on each replicate, in pieces; made once for metrics and curves."""
        if name not in self._stacks:
            blocked = self.blocked(name).blocked
            assert blocked is not None
            self._stacks[name] = [
                blocked.scores[None].stack(some) for some in np.array_split(self.weights, max(1, len(self.weights) // 256))
            ]
        return self._stacks[name]

    def draw(self, measures: Sequence[MetricCall], names: Sequence[str]) -> None:
        """The replicates of metrics on some models, the same blocks drawn for all."""
        for name in names:
            mine = [measure for measure in measures if self.able_to(measure, name) and (name, measure.name) not in self._drawn]
            blocked = self.blocked(name).blocked if mine else None
            if blocked is None:
                continue
            if set(blocked.scores) == {None}:  # one score a row
                swept = [measure for measure in mine if not measure.reads_labels or measure.reference.at is not None]
                mine = [measure for measure in mine if measure not in swept]
                made = self.stacks(name)
                whole = Stack(made[0].thresholds, made[0].pos[:1], made[0].neg[:1])  # the first of the weights are all blocks once
                for measure in swept:
                    self._drawn[name, measure.name] = np.concatenate([measure.of_stack(stack, whole) for stack in made])
            drawn = of_blocks(mine, self.blocked(name), self.weights) if mine else []
            self._drawn |= {(name, measure.name): values for measure, values in zip(mine, drawn, strict=True)}

    def drawn(self, name: str, measure: MetricCall) -> Floats:
        """A model's metric on all rows, then on each replicate."""
        return self._drawn[name, measure.name]
