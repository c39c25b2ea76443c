"""Rows at hand: what one model said of them, validated, and the sample that intervals are computed from."""

import math
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..errors import InputError, UndefinedReasons
from ..inputs import BinaryRows, ClassRows, to_array
from ..inputs.arrays import missing_mask, one_dimension, same_length
from ..messages import joined
from ..messages.language import say
from ..metrics.class_averages import class_options
from ..public import function
from ..summary import Counts, Sweep, Sweeps
from ..summary.cells import counted
from ..summary.sweeps import each_class
from ..types import Array, Floats
from .blocks import BlockAssignment, BlockedRows, MatrixTable, SweepTable, assign_clusters, assign_rows, table_of
from .clusters import worth
from .measure import MetricCall
from .sample import Clusters, ResamplingData


@dataclass(frozen=True, eq=False)
class PredictedLabels:
    """True and predicted labels, as places among their names."""

    truth: Array
    predicted: Array
    names: tuple[Any, ...]


@dataclass(frozen=True, eq=False)
class ModelRows:
    """One model's rows: scores of two classes or a column for each of several, predicted labels, or both."""

    scores: BinaryRows | ClassRows | None = None
    labels: PredictedLabels | None = None
    weight: Floats | None = None

    def __len__(self) -> int:
        if self.scores is not None:
            return len(self.scores.score)
        return len(self.labels.truth) if self.labels is not None else 0

    def sample(
        self, at: list[float], cluster: Clusters | None = None, assignment: BlockAssignment | None = None, seed: int = 0
    ) -> ResamplingData:
        """What intervals are computed from. ``assignment`` puts rows into blocks that other models share."""
        return self.seen(ResamplingData(self.summary(), self.counts(), cluster=cluster), at, assignment, seed)

    def seen(self, sample: ResamplingData, at: list[float], assignment: BlockAssignment | None = None, seed: int = 0) -> ResamplingData:
        """A sample of these rows' summaries, with the rows in blocks where they weigh, belong together or serve several sweeps."""
        cluster = sample.cluster
        plain = self.weight is None and cluster is None
        if assignment is None and (not plain or isinstance(self.scores, ClassRows)):
            assignment = assign_clusters(cluster, seed) if cluster is not None else assign_rows(len(self), seed)
        if assignment is None:
            return sample
        rows = self.scores if isinstance(self.scores, BinaryRows) else None
        return replace(sample, blocked=self.blocked(sample, assignment, at), rows=rows, plain=plain, units=self._units(cluster))

    def _units(self, cluster: Clusters | None) -> float:
        weight = np.ones(len(self)) if self.weight is None else self.weight
        parts = weight if cluster is None else np.bincount(cluster, weight)
        return worth(np.asarray(parts, np.float64))

    def summary(self) -> Sweep | Sweeps | None:
        """The sweep of the scores, or of each class's."""
        if isinstance(self.scores, ClassRows):
            return Sweeps.of_rows(self.scores, "ovr")
        return None if self.scores is None else Sweep.of_rows(self.scores)

    def counts(self) -> Counts | None:
        """The confusion matrix of the labels."""
        if self.labels is None:
            return None
        matrix = counted(self.labels.truth, self.labels.predicted, len(self.labels.names), self.weight)[0]
        return Counts(self.labels.names, matrix)

    def blocked(self, sample: ResamplingData, assignment: BlockAssignment, at: list[float]) -> BlockedRows:
        """The rows in blocks."""
        tables: dict[Any, SweepTable] = {}
        if isinstance(self.scores, ClassRows):
            assert isinstance(sample.scores, Sweeps)
            names = self.scores.codes.names
            for name, part in zip(names, each_class(self.scores), strict=True):
                tables[name] = table_of(part, sample.scores[name], assignment, len(names))
        elif self.scores is not None:
            assert isinstance(sample.scores, Sweep)
            tables[None] = table_of(self.scores, sample.scores, assignment, 1, at)
        matrix = None
        if self.labels is not None:
            matrix = MatrixTable.of(self.labels.truth, self.labels.predicted, self.labels.names, self.weight, assignment)
        return BlockedRows(assignment, tables, matrix)


def value_of(measure: MetricCall, sample: ResamplingData) -> tuple[float, str]:
    """The metric's value on a sample, and why it has none where it is NaN."""
    reference, summary = measure.reference, sample.counts(measure) if measure.reads_labels else sample.scores
    options = class_options(reference)
    if measure.reads_labels and reference.entry.averaging.per_class and "average" not in options:
        options["positive"] = 1 if reference.at is not None else measure.positive
    if summary is None:
        need = (
            say("inference.part_scores_as_y_score")
            if not measure.reads_labels or reference.at is not None
            else say("inference.part_predicted_labels")
        )
        raise InputError("inference.metric_input_mismatch", name=measure.name, need=need)
    undefined = UndefinedReasons()
    value = float(function(reference.entry.name)(summary, **options, undefined=undefined))
    return value, joined(undefined.reasons) if math.isnan(value) else ""


def clusters_of(cluster: object, rows: int) -> Clusters | None:
    """A column of clusters as 0, 1, 2, …; every row has one, and they are not all the same."""
    if cluster is None:
        return None
    values = to_array(cluster, "cluster")
    one_dimension(values, "cluster", "inputs.remedy_one_cluster_a_row")
    same_length(rows, "y_true", values.size, "cluster")
    missing = missing_mask(values)
    if missing is not None and missing.any():
        raise InputError("inference.cluster_missing", value=int(np.argmax(missing)))
    if not rows:
        raise InputError("inputs.rows_missing", name="y_true")
    names, codes = _by_text(values) if values.dtype == object else np.unique(values, return_inverse=True)
    if len(names) < 2:
        only = values[:1].tolist()[0]
        raise InputError("inference.cluster_constant", rows=rows, only=only)
    return codes.reshape(-1).astype(np.int64)


def _by_text(values: NDArray[Any]) -> tuple[list[str], NDArray[np.int64]]:
    """The distinct texts of objects in ascending order, and the place of each row's among them."""
    texts = list(map(str, values))
    names = sorted(set(texts))
    places = {text: place for place, text in enumerate(names)}
    return names, np.fromiter(map(places.__getitem__, texts), np.int64, len(texts))
