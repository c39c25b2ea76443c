"""Ways from rows to a summary, and from a summary to the metrics that read it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from ..catalog import Reference
from ..inference.threshold_range import refuse_far_threshold
from ..metrics.class_averages import class_options
from ..summary import ClassRanks, Counts, Moments, Summary, Sweep, Sweeps
from ..types import Array
from .columns import TensorRows

Arguments = tuple[Any, dict[str, Any]]


def as_asked(reference: Reference, summary: Any) -> Arguments:
    """The summary and the options that a reference says."""
    return summary, {**reference.arguments, **reference.over}


@dataclass(frozen=True, eq=False)
class SummaryBuilder:
    """How rows become one summary, and with what a metric is called on it."""

    key: str
    build: Callable[[TensorRows], Summary]
    arguments: Callable[[Reference, Any], Arguments] = as_asked


def probabilities(preds: Array) -> Array:
    """Logits of two classes as probabilities, in float64; those of several, a column each."""
    from scipy.special import expit, softmax

    wide = preds.astype(np.float64)
    return np.asarray(expit(wide) if wide.ndim == 1 else softmax(wide, axis=1))


def cut(reference: Reference, sweep: Sweep) -> Arguments:
    """A metric of scores, or one of labels where the scores are cut at its threshold."""
    if reference.entry.summary is not Counts:
        return sweep, dict(reference.arguments)
    assert reference.at is not None
    refuse_far_threshold(reference, sweep, "preds", whole=False)
    return sweep.at(reference.at), {**reference.arguments, **({"positive": 1} if reference.entry.averaging.per_class else {})}


def swept(columns: TensorRows) -> Sweep:
    """Scores as they are."""
    return Sweep.of(columns.target.astype(np.uint8), columns.preds, weight=columns.weight)


def swept_probabilities(columns: TensorRows) -> Sweep:
    """Scores that are logits, as probabilities."""
    return swept(columns._replace(preds=probabilities(columns.preds)))


SCORES = SummaryBuilder("Sweep", swept, cut)
LOGITS = SummaryBuilder("Sweep of probabilities", swept_probabilities, cut)


def by_class(multiclass: Any, classes: int, logits: bool) -> SummaryBuilder:
    """A column of scores for each class; that of ovr and that of ovo are two summaries."""

    def build(columns: TensorRows) -> Sweeps:
        preds = probabilities(columns.preds) if logits else columns.preds
        target = columns.target.astype(np.int64)
        return Sweeps.of(target, preds, multiclass=multiclass, labels=list(range(classes)), weight=columns.weight)

    return SummaryBuilder(f"Sweeps {multiclass}", build, lambda reference, sweeps: (sweeps, class_options(reference)))


def by_rank(classes: int, logits: bool) -> SummaryBuilder:
    """The rank of the true class among the columns, and how sure the highest is."""

    def build(columns: TensorRows) -> ClassRanks:
        preds = probabilities(columns.preds) if logits else columns.preds
        return ClassRanks.of(columns.target.astype(np.int64), preds, labels=list(range(classes)), weight=columns.weight)

    return SummaryBuilder("ClassRanks of probabilities" if logits else "ClassRanks", build)


def counted(classes: int | None) -> SummaryBuilder:
    """Predicted labels, which of scores by class is the highest."""

    def build(columns: TensorRows) -> Counts:
        said = columns.preds.argmax(axis=1) if columns.preds.ndim == 2 else columns.preds
        labels = None if classes is None else list(range(classes))
        return Counts.of(*(values.astype(np.int64) for values in (columns.target, said)), labels=labels, weight=columns.weight)

    def arguments(reference: Reference, counts: Counts) -> Arguments:
        return counts, {**reference.arguments, **{key: value for key, value in reference.over.items() if key != "multiclass"}}

    return SummaryBuilder("Counts", build, arguments)


def summed(references: Sequence[Reference]) -> SummaryBuilder:
    """Moments with what all these metrics need."""
    asked = [reference.entry.averaging.needs(**reference.arguments) for reference in references]  # type: ignore[attr-defined]  # as all of Moments have
    terms = sorted({"relative"}.union(*(one.get("terms", ()) for one in asked)))
    huber, tweedie = (sorted({float(n) for one in asked for n in np.atleast_1d(one.get(key, ()))}) for key in ("huber", "tweedie"))

    def build(columns: TensorRows) -> Moments:
        return Moments.of(columns.target, columns.preds, weight=columns.weight, terms=terms, huber=huber, tweedie=tweedie)

    return SummaryBuilder("Moments", build)


def paired(summary: Any) -> SummaryBuilder:
    """Any other summary of two columns of numbers."""
    return SummaryBuilder(summary.__name__, lambda columns: summary.of(columns.target, columns.preds, weight=columns.weight))
