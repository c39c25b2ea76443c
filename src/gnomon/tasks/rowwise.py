"""What scores, classes and labels share: intervals from a summary, from rows or from blocks, and paired comparisons of rows."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from ..catalog import Reference
from ..inference.blocks import BlockAssignment, BlockedRows
from ..inference.estimate import IntervalOptions, estimates
from ..inference.interval import Interval
from ..inference.measure import MetricCall
from ..inference.observed import ModelRows
from ..inference.paired import compare_rows
from ..inference.sample import ResamplingData
from ..inference.unpaired import OwnError, own_errors
from ..messages import Message
from ..value import Value
from .aspect import Aspect, Couple, ModelComparisons, ModelData

if TYPE_CHECKING:
    from ..evaluation.plan import Plan


class RowAspect(Aspect):
    """An aspect whose metrics read rows one by one, so that rows, or clusters of them, are what is drawn."""

    several = False
    """Whether a row has several scores, which a summary of each no longer ties together."""

    def observed_rows(self, rows: Any) -> ModelRows:
        """Rows as the inference on them knows them."""
        raise NotImplementedError

    def plain_sample(self, summary: Any) -> ResamplingData:
        """What intervals are made from where rows count alike and are independent."""
        raise NotImplementedError

    def blocked(self, blocks: object, assignment: BlockAssignment, labels: list[Any]) -> BlockedRows:
        """A table of blocks as the inference on blocks knows it; ``labels`` in their order."""
        raise NotImplementedError

    def needs_blocks(self, plan: "Plan", sliced: bool = False) -> bool:
        compared = len(plan.models) > 1 and not sliced  # slices are not
        return bool(plan.weight or plan.cluster or compared or self.several)

    def _needed(self, plan: "Plan") -> Message | None:
        """Why the summary alone does not tell how sure a metric is; None where it does."""
        if plan.weight or plan.cluster:
            return Message("rows_gone_weights" if plan.weight else "rows_gone_clusters")
        return Message("rows_gone_classes") if self.several else None

    def weighs(self, summary: Any) -> bool:
        """Whether any of the rows of a summary weighs anything."""
        return self.amount(summary) != 0

    def sample(self, known: ModelData, how: IntervalOptions) -> Any:
        plan = known.plan
        sample = self.plain_sample(known.summary)
        needed = self._needed(plan)
        if needed is None or not self.weighs(known.summary):  # rows that weigh nothing are none
            return sample
        if known.rows is None:
            return needed if known.blocks is None else self.in_blocks(known, sample)
        if known.cluster is not None and known.cluster.max(initial=0) == 0:
            return Message("one_cluster")
        return self.observed_rows(known.rows).seen(replace(sample, cluster=known.cluster), plan.thresholds, seed=how.seed)

    def in_blocks(self, known: ModelData, sample: ResamplingData) -> ResamplingData:
        """The sample with its rows in the blocks of a long pass."""
        plan, finished = known.plan, known.finished
        assert finished is not None
        table: Any = known.blocks
        clustered = plan.cluster is not None
        used = table.used if clustered else np.arange(table.blocks)
        assignment = BlockAssignment(np.arange(len(used), dtype=np.uint32), len(used), clustered)
        blocked = self.blocked(table if len(used) == table.blocks else table.taken(used), assignment, finished.labels.ordered)
        plain = plan.weight is None and not clustered
        if plan.weight is None:
            return replace(sample, blocked=blocked, plain=plain)
        others = [label for label in finished.labels.names if label != plan.positive]
        sizes = finished.effective_rows(plan.positive, key=known.key), finished.effective_rows(*others, key=known.key)
        units = None if clustered else finished.effective_rows(key=known.key)
        return replace(sample, blocked=blocked, plain=plain, sizes=sizes, units=units)

    def estimates(self, asked: Sequence[tuple[Reference, Value]], sample: Any, how: IntervalOptions, plan: "Plan") -> dict[str, Interval]:
        measures = [MetricCall(reference, plan.positive) for reference, _ in asked]
        return {one.metric: one for one in estimates(measures, [value for _, value in asked], sample, how)}

    def own_errors(
        self, asked: Sequence[tuple[Reference, Value]], sample: Any, how: IntervalOptions, plan: "Plan"
    ) -> dict[str, OwnError | Message]:
        measures = [MetricCall(reference, plan.positive) for reference, _ in asked]
        return own_errors(measures, [float(value) for _, value in asked], sample, how)

    def compare(
        self,
        references: Sequence[Reference],
        known: Mapping[str, ModelData],
        couples: Sequence[Couple],
        how: IntervalOptions,
        curves: Any = None,
    ) -> ModelComparisons:
        first = next(iter(known.values()))
        rows, samples = None, {name: one.sample for name, one in known.items() if one.sample is not None}
        if all(one.rows is not None for one in known.values()):
            rows = {name: self.observed_rows(one.rows) for name, one in known.items()}
        elif any(one.blocks is None for one in known.values()):
            return ModelComparisons([], {})
        else:
            blocked = {name: one.sample is not None and one.sample.blocked is not None for name, one in known.items()}
            samples = {
                name: one.sample if blocked[name] else self.in_blocks(one, self.plain_sample(one.summary)) for name, one in known.items()
            }
        values = {(name, metric): one for name, sampled in known.items() for metric, one in sampled.intervals.items()}
        measures = [MetricCall(reference, first.plan.positive) for reference in references]
        curves = self.curves if curves is None else [curve for curve in curves if curve in self.curves]
        return ModelComparisons(*compare_rows(rows, measures, first.cluster, how, couples, curves, samples, values or None))
