"""What uncertainty is computed from: the summary of a metric, and the blocks or rows behind it where it alone does not tell."""

from dataclasses import dataclass, field, replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from ..inputs import Rows
from ..metrics.class_averages import FromClasses
from ..summary import Counts, Sweep, Sweeps
from ..words import Message
from .blocks import BlockedRows
from .delong import Spread
from .measure import Measure
from .proportions import student_level
from .stacks import bundled

Clusters = NDArray[np.int64]
MANY_CELLS, FINE = 2**20, 2**16


@dataclass(frozen=True, eq=False)
class Sample:
    """Some rows of one model as seen by the intervals of its metrics.

    The summaries suffice where rows count alike and are independent (``plain``), and there is one score a row. Elsewhere ``blocked`` holds
    the rows in blocks, and ``rows`` the rows themselves while they are at hand.
    """

    scores: Sweep | Sweeps | None = None
    labels: Counts | None = None
    blocked: BlockedRows | None = None
    rows: Rows | None = None
    cluster: Clusters | None = None
    plain: bool = True
    sizes: tuple[float, float] | None = None
    """How many rows of equal weight the positives and the negatives are worth, where the rows are no longer at hand."""
    units: float | None = None
    """How many independent rows of equal weight these are worth (Kish), where they weigh or belong together."""
    spreads: dict[float | None, Spread] = field(default_factory=dict)
    """Areas and their variances found so far, by the false positive rate at which they end."""

    @cached_property
    def sweep(self) -> Sweep:
        """The scores as finely as their spread needs them: of millions of cells some hundred thousand bundles."""
        assert isinstance(self.scores, Sweep)
        return self.scores if len(self.scores) <= MANY_CELLS else bundled(self.scores, FINE, FINE // 2)

    def widened(self, level: float) -> float:
        """The level to read normal quantiles at: of few clusters one nearer to 1, as Student's are wider."""
        if self.blocked is None or not self.blocked.assignment.clustered:
            return level
        return student_level(level, int(self.cluster.max()) + 1 if self.cluster is not None else self.blocked.assignment.blocks)

    def counts(self, measure: Measure) -> Counts | None:
        """The confusion matrix that a metric of labels reads."""
        at = measure.reference.at
        if at is None:
            return self.labels
        return self.scores.at(at) if isinstance(self.scores, Sweep) else None

    def seen_by(self, measure: Measure) -> "Sample":
        """The sample as a metric needs it: labels of rows that count alike need no blocks, though several classes' scores do."""
        return replace(self, blocked=None, rows=None) if self.plain and self.blocked is not None and measure.reads_labels else self

    def trouble(self, measure: Measure) -> Message | None:
        """Why these rows say nothing of a metric's uncertainty; None where they do."""
        if self.blocked is not None:
            units = len(np.unique(self.blocked.assignment.block))
            if units < 2:
                return Message("one_cluster" if self.blocked.assignment.clustered else "one_row")
            if measure.reference.over.get("multiclass") == "ovo":
                return Message("pairs_not_resampled")
        compares_classes = not measure.reads_labels and measure.uncertainty.compares_classes
        if self.rows is not None and self.rows.weight is not None and compares_classes:
            for code, mine in (("one_positive_weighs", self.rows.positive == 1), ("one_negative_weighs", self.rows.positive == 0)):
                if np.count_nonzero(self.rows.weight[mine]) < 2:
                    return Message(code)
        if isinstance(self.scores, Sweep) and compares_classes:
            return two_of_each(self.scores)
        if isinstance(self.scores, Sweeps) and not measure.reads_labels and self.blocked is None:
            return Message("rows_shared_by_classes")
        return self._single_row(measure)

    def _single_row(self, measure: Measure) -> Message | None:
        """A metric made of every class's rate takes two rows of each: how far the rate of one row would vary is not to be seen."""
        if not isinstance(measure.reference.entry.averaging, FromClasses):
            return None
        if measure.reference.at is not None:
            return two_of_each(self.scores) if isinstance(self.scores, Sweep) else None
        units = self.blocked.labels.table.any(-1).sum(0) if self.blocked is not None and self.blocked.labels is not None else None
        if units is None:
            units = None if self.labels is None else self.labels.actual
        return None if units is None or not (units == 1).any() else Message("two_of_each_class")


def two_of_each(s: Sweep) -> Message | None:
    """Why scores of so few rows say nothing of their own spread; None when there are two of each class."""
    for code, count in (("one_positive", s.positives), ("one_negative", s.negatives)):
        if 0 < count < 2 and s.pos.dtype.kind == "i":
            return Message(code)
    return None
