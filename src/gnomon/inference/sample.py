"""What uncertainty is computed from: the summary of a metric, and the blocks or rows behind it where it alone does not tell."""

import math
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..inputs import BinaryRows
from ..messages import Message
from ..metrics.class_averages import FromClasses, reads_distributions
from ..metrics.uncertainty import ShareOfRows
from ..summary import Cells, Counts, Sweep, Sweeps
from ..types import Floats
from .blocks import BlockedRows
from .clusters import freedom, worth
from .delong import AreaVariance
from .measure import MetricCall
from .rare_classes import freedom_of_classes, rare_class
from .stacks import bundled

Clusters = NDArray[np.int64]
MANY_CELLS, FINE = 2**20, 2**16


@dataclass(frozen=True, eq=False)
class ResamplingData:
    """Some rows of one model as seen by the intervals of its metrics.

    The summaries suffice where rows count alike and are independent (``plain``), and there is one score a row. Elsewhere ``blocked`` holds
    the rows in blocks, and ``rows`` the rows themselves while they are at hand.
    """

    scores: Sweep | Sweeps | None = None
    labels: Counts | None = None
    blocked: BlockedRows | None = None
    rows: BinaryRows | None = None
    cluster: Clusters | None = None
    plain: bool = True
    sizes: tuple[float, float] | None = None
    """How many rows of equal weight the positives and the negatives are worth, where the rows are no longer at hand."""
    units: float | None = None
    """How many independent rows of equal weight these are worth (Kish), where they weigh or belong together."""
    spreads: dict[float | None, AreaVariance] = field(default_factory=dict)
    """Areas and their variances found so far, by the false positive rate at which they end."""

    @cached_property
    def sweep(self) -> Sweep:
        """The scores as finely as their spread needs them: of millions of cells some hundred thousand bundles."""
        assert isinstance(self.scores, Sweep)
        return self.scores if len(self.scores) <= MANY_CELLS else bundled(self.scores, FINE, FINE // 2)

    @property
    def clustered(self) -> bool:
        """Whether rows belong together."""
        return self.blocked is not None and self.blocked.assignment.clustered

    @property
    def clusters_worth(self) -> float | None:
        """How many clusters of equal weight tell as much as these; None where rows are independent."""
        if self.blocked is None or not self.clustered:
            return None
        if self.blocked.labels is not None:
            return worth(self.blocked.labels.table.sum((1, 2)))
        return worth(next(iter(self.blocked.scores.values())).table.sum((1, 2)))

    def df(self, measure: MetricCall) -> float:
        """The degrees of freedom that clusters leave a metric; infinite where rows are independent."""
        return freedom(*self.cluster_sizes(measure)) if self.clustered else math.inf

    def drawn_df(self, measure: MetricCall) -> float:
        """The same of whatever was drawn: clusters, or rows in blocks; infinite where a summary was."""
        return min(self.df(measure), max(self.blocked.assignment.blocks - 1, 1)) if self.blocked is not None else math.inf

    def cluster_sizes(self, measure: MetricCall) -> tuple[Floats, ...]:
        """What each cluster, or block of them, has of the rows that a metric counts; of one that compares two classes, for either."""
        assert self.blocked is not None
        if measure.reads_labels:
            matrices, labels = self.matrices(measure)
            cells, of_rows = Cells(matrices), measure.uncertainty
            if isinstance(of_rows, ShareOfRows) and not measure.averaged:
                return (np.asarray(measure.of_class(of_rows.trials(cells), labels), np.float64),)
            sizes = cells.actual
        else:
            sizes = next(iter(self.blocked.scores.values())).table.sum(1)
        two = sizes.shape[1] == 2 and (measure.reads_labels or (isinstance(self.scores, Sweep) and measure.uncertainty.compares_classes))
        return tuple(sizes.T) if two else (sizes.sum(1),)

    def matrices(self, measure: MetricCall) -> tuple[Floats, tuple[Any, ...]]:
        """The confusion matrix of each block, and its labels."""
        assert self.blocked is not None
        if measure.reference.at is not None:
            return self.blocked.scores[None].each.matrices_at(measure.reference.at), (0, 1)
        assert self.blocked.labels is not None
        return self.blocked.labels.table, self.blocked.labels.labels

    def counts(self, measure: MetricCall) -> Counts | None:
        """The confusion matrix that a metric of labels reads."""
        at = measure.reference.at
        if at is None:
            return self.labels
        return self.scores.at(at) if isinstance(self.scores, Sweep) else None

    def seen_by(self, measure: MetricCall) -> "ResamplingData":
        """The sample as a metric needs it: labels of rows that count alike need no blocks, though several classes' scores do."""
        return replace(self, blocked=None, rows=None) if self.plain and self.blocked is not None and measure.reads_labels else self

    def trouble(self, measure: MetricCall) -> Message | None:
        """Why these rows say nothing of a metric's uncertainty; None where they do."""
        if reason := self._trouble_of_blocks(measure):
            return reason
        compares_classes = not measure.reads_labels and measure.uncertainty.compares_classes
        if self.rows is not None and self.rows.weight is not None and compares_classes:
            for code, mine in (("one_positive_weighs", self.rows.positive == 1), ("one_negative_weighs", self.rows.positive == 0)):
                if np.count_nonzero(self.rows.weight[mine]) < 2:
                    return Message(code)
        if isinstance(self.scores, Sweep) and compares_classes:
            return two_of_each(self.scores)
        if isinstance(self.scores, Sweeps) and not measure.reads_labels and self.blocked is None:
            return Message("rows_shared_by_classes")
        return self._rare_class(measure)

    def _trouble_of_blocks(self, measure: MetricCall) -> Message | None:
        if self.blocked is None:
            return None
        if len(np.unique(self.blocked.assignment.block)) < 2:
            return Message("one_cluster" if self.clustered else "one_row")
        if measure.reference.over.get("multiclass") == "ovo":
            return Message("pairs_not_resampled")
        return single_cluster(self.cluster_sizes(measure)) if self.clustered else None

    def _rare_class(self, measure: MetricCall) -> Message | None:
        """A metric of every class's rate takes two rows of each of two classes; an average of several classes takes more."""
        made, over = measure.reference.entry.averaging, measure.reference.over
        if measure.reference.at is not None:
            return two_of_each(self.scores) if isinstance(made, FromClasses) and isinstance(self.scores, Sweep) else None
        if not measure.reads_labels:
            is_mean = over.get("average", "macro") == "macro" and not reads_distributions(measure.reference)
            return self._rare_of_scores() if is_mean else None
        if self.labels is None or not (isinstance(made, FromClasses) or over.get("average") == "macro"):
            return None
        units, labels = self._units_of_labels(measure)
        if len(labels) == 2 and isinstance(made, FromClasses):
            return Message("two_of_each_class") if (units == 1).any() else None
        return rare_class(labels, units, self._averaged(measure))

    def _averaged(self, measure: MetricCall) -> NDArray[np.bool_]:
        """Which classes have a value, and so are averaged."""
        return ~np.isnan(self.values_of_classes(measure))

    def values_of_classes(self, measure: MetricCall) -> Floats:
        """The value of each class of which a metric is an average; NaN where a class has none."""
        made = measure.reference.entry.averaging
        parts = made.parts if isinstance(made, FromClasses) else measure.reference.entry.function
        return np.asarray(parts(self.counts(measure), **measure.reference.options), np.float64)

    def class_df(self, measure: MetricCall) -> float:
        """The degrees of freedom that the rows of each class leave an average over classes; infinite of any other metric."""
        averages = isinstance(measure.reference.entry.averaging, FromClasses) or measure.reference.over.get("average") == "macro"
        if self.labels is None or not measure.reads_labels or measure.reference.at is not None or not averages:
            return math.inf
        units = self._units_of_labels(measure)[0][self._averaged(measure)]
        return freedom_of_classes(units) if len(units) > 1 and units.min() > 1 else math.inf

    def _units_of_labels(self, measure: MetricCall) -> tuple[Floats, tuple[Any, ...]]:
        """How many rows, or blocks of them, have each true label; of a share of other rows, as precision, not more than it counts."""
        assert self.labels is not None
        of_rows = measure.uncertainty
        cells, labels = Cells(self.labels.matrix[None]), self.labels.labels
        if self.blocked is not None and self.blocked.labels is not None:
            cells, labels = Cells(self.blocked.labels.table), self.blocked.labels.labels
        sizes = np.asarray(cells.actual, np.float64)
        if isinstance(of_rows, ShareOfRows) and measure.reference.entry.averaging.per_class:
            sizes = np.minimum(sizes, np.asarray(of_rows.trials(cells), np.float64))
        return (sizes[0] if self.blocked is None else np.count_nonzero(sizes, axis=0)), labels

    def _rare_of_scores(self) -> Message | None:
        """An average over the sweeps of several classes, each against the rest."""
        if not isinstance(self.scores, Sweeps) or self.blocked is None:
            return None
        labels, scores = self.scores.labels, self.blocked.scores
        units = np.array([np.count_nonzero(scores[label].table.sum(1), axis=0).min() for label in labels])
        counted = np.array([bool(part.positives and part.negatives) for part in self.scores.parts.values()])
        return rare_class(labels, units, counted)


def single_cluster(sizes: tuple[Floats, ...]) -> Message | None:
    """Why rows that a metric counts, or those of a class, say nothing of other clusters: one has them all. None where several do."""
    several = [np.count_nonzero(one) != 1 for one in sizes]
    if all(several):
        return None
    codes = ("rows_of_one_cluster",) if len(several) == 1 else ("negatives_of_one_cluster", "positives_of_one_cluster")
    return Message(codes[several.index(False)])


def two_of_each(s: Sweep) -> Message | None:
    """Why scores of so few rows say nothing of their own spread; None when there are two of each class."""
    for code, count in (("one_positive", s.positives), ("one_negative", s.negatives)):
        if 0 < count < 2 and s.pos.dtype.kind == "i":
            return Message(code)
    return None
