"""Metrics of probabilities: how well a score of 0.3 means three in ten."""

from dataclasses import dataclass
from functools import partial
from statistics import NormalDist
from typing import Annotated, ClassVar, Literal

import numpy as np
from numpy.typing import NDArray

from .. import _core
from ..catalog import Above, Shortcuts, Within, metric
from ..errors import InputError
from ..inputs import BinaryRows, ClassRows
from ..inputs.direction import refuse_lower
from ..inputs.numbers import refuse_no_distribution, refuse_not_finite, refuse_outside_unit
from ..messages.language import say
from ..parallel import THREADS
from ..result import Table
from ..summary import Stack, Sweep, Sweeps
from ..types import Floats
from . import bounds
from .class_averages import AllClasses, OverClasses
from .rate_intervals import wilson_ends
from .rates import NO_ROWS
from .tables import MOST_BINS, equal_mass_bins
from .uncertainty import GapsInBins, MeanOverRows

Bins = Annotated[int, Above(0, whole=True, high=MOST_BINS)]
Strategy = Literal["width", "quantile"]
Norm = Literal["l1", "l2", "max"]
Clip = Annotated[float, Within(0, 0.5)]
Level = Annotated[float, Within(1e-12, 1 - 1e-12)]
probability_metric = partial(metric, Sweep, family="scores", averaging=OverClasses(), undefined=NO_ROWS, probability=True)


def checkcell_probabilities(s: Sweep) -> None:
    """Refuse a sweep of scores that are no probabilities."""
    refuse_lower(s.direction, say("metrics.part_the_sweep"))
    for score in s.thresholds[[0, -1]] if len(s) else ():
        if not 0 <= score <= 1:
            raise InputError("metrics.sweep_score_out_of_range", score=score)


def cell_probabilities(s: Sweep) -> Floats:
    """The cells' probabilities: their scores, or on a coarse sweep the middle of what they can hold."""
    checkcell_probabilities(s)
    return s.thresholds if s.exact else (s.thresholds + np.minimum(s.ceilings, 1.0)) / 2


def _losses(rows: BinaryRows, clip: float, logarithmic: bool) -> tuple[float, ...]:
    refuse_lower(rows.direction, "y_score")
    *sums, valid = _core.losses(rows.score, rows.positive, rows.weight, float(clip), logarithmic, THREADS)
    if not valid:
        refuse_not_finite(rows.score, "y_score")
        refuse_outside_unit(rows.score, "y_score")
    return tuple(sums)


def _log_loss_of_rows(rows: BinaryRows, *, clip: float = 0.0) -> float:
    weight, _, _, loss = _losses(rows, clip, True)
    return loss / weight


def _brier_of_rows(rows: BinaryRows) -> float:
    weight, _, squared, _ = _losses(rows, 0.0, False)
    return squared / weight


def class_log_loss(rows: ClassRows, *, clip: float = 0.0) -> float:
    """−Σ ln p(class that happened) / N, for a column of probabilities for each class."""
    refuse_no_distribution(rows.score, "y_score", rows.weight)
    at = np.arange(len(rows.score)) if rows.weight is None else np.flatnonzero(rows.weight)
    given = rows.score[at, rows.codes.values[at]].astype(float)
    with np.errstate(divide="ignore"):
        loss = -np.log(np.clip(given, clip, 1))
    return float(np.average(loss, weights=None if rows.weight is None else rows.weight[at]))


def class_brier_score(rows: ClassRows) -> float:
    """Σ over classes of (p − y)², averaged over rows; from 0 to 2."""
    refuse_no_distribution(rows.score, "y_score", rows.weight)
    happened = np.zeros(rows.score.shape)
    happened[np.arange(len(rows.score)), rows.codes.values] = 1
    return float(np.average(((rows.score - happened) ** 2).sum(axis=1), weights=rows.weight))


def sweeps_log_loss(sweeps: Sweeps, *, clip: float = 0.0) -> float:
    """The same from a sweep for each class: each row is positive in one of them, and its loss is there."""
    parts = list(sweeps.parts.values())
    with np.errstate(divide="ignore", invalid="ignore"):
        losses = [np.where(s.pos > 0, -s.pos * np.log(np.clip(cell_probabilities(s), clip, 1)), 0.0).sum() for s in parts]
    return float(sum(losses) / parts[0].n) if parts else float("nan")


def sweeps_brier_score(sweeps: Sweeps) -> float:
    """The same from a sweep for each class: their squared errors add up."""
    return sum(map(brier_score, sweeps.parts.values())) if sweeps.parts else float("nan")


def _surprise(p: Floats, *, clip: float = 0.0) -> tuple[Floats, Floats]:
    """What a positive and what a negative row adds to the log loss."""
    with np.errstate(divide="ignore"):
        return -np.log(np.clip(p, clip, 1)), -np.log(np.clip(1 - p, clip, 1))


PIECE = 2**18
BINS = {"bins": "How many bins.", "strategy": "Bins of equal width, or of equal weight."}


@probability_metric(
    range=(0, float("inf")),
    better="lower",
    bounds=bounds.log_loss,
    shortcuts=Shortcuts(rows=_log_loss_of_rows),
    says={"clip": "Hold probabilities within [clip, 1 − clip], which bounds the loss."},
    averaging=AllClasses(of_rows=class_log_loss, of_sweeps=sweeps_log_loss),
    uncertainty=MeanOverRows(_surprise),
)
def log_loss(s: Sweep, *, clip: Clip = 0.0) -> float:
    """−Σ [y·ln p + (1 − y)·ln(1 − p)] / N: the surprise at what happened.

    >>> import gnomon as gn
    >>> gn.log_loss([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8])
    0.47228795380917615
    """
    return _core.cell_losses(cell_probabilities(s), s.pos, s.neg, float(clip), True, THREADS)[1] / s.n if s.n else float("nan")


@probability_metric(
    range=(0, 2),
    better="lower",
    bounds=bounds.squared_error,
    shortcuts=Shortcuts(rows=_brier_of_rows),
    averaging=AllClasses(of_rows=class_brier_score, of_sweeps=sweeps_brier_score),
    uncertainty=MeanOverRows(lambda p: ((1 - p) ** 2, p**2)),
)
def brier_score(s: Sweep) -> float:
    """Σ (p − y)² / N: the mean squared difference between probability and outcome.

    >>> import gnomon as gn
    >>> gn.brier_score([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8])
    0.15812500000000002
    """
    return _core.cell_losses(cell_probabilities(s), s.pos, s.neg, 0.0, False, THREADS)[0] / s.n if s.n else float("nan")


@dataclass(frozen=True, eq=False, repr=False)
class CalibrationCurve(Table):
    """Observed rates against mean predictions, bin by bin; empty bins are left out.

    ``low`` and ``high`` are Wilson's interval of the observed rate, NaN where rows have weights, whose sums do not say how many rows
    there are. ``lowest`` and ``highest`` are the extreme predictions of the bin.
    """

    predicted: Floats
    observed: Floats
    low: Floats
    high: Floats
    weight: Floats
    lowest: Floats
    highest: Floats
    pictured: ClassVar[tuple[str, ...]] = ("predicted", "observed")

    @property
    def defined(self) -> bool:
        return bool(len(self.weight))

    @property
    def gap(self) -> Floats:
        """Observed − predicted: below 0 the model is over-confident of the positive class."""
        return self.observed - self.predicted


def _edges(bins: int) -> Floats:
    """The inner edges of bins of equal width."""
    return np.asarray(np.linspace(0, 1, bins + 1)[1:-1], np.float64)


def _starts(s: Sweep, bins: int, strategy: str) -> NDArray[np.int64]:
    """Where in the sweep, which descends, each bin begins, the highest first; a bin without cells begins where the next does."""
    if strategy == "width":
        above = s.reaching(np.nextafter(_edges(bins)[::-1], np.inf))  # a score on an edge belongs to the bin below
        return np.concatenate([[0], above])
    return np.searchsorted(equal_mass_bins(s, bins), np.arange(bins), side="left")


def _mass(s: Sweep, probability: Floats, start: int, end: int) -> float:
    """Σ weight · probability over a run of cells, some at a time: products of millions of cells would only be fetched and thrown away."""
    pieces = (slice(at, min(at + PIECE, end)) for at in range(start, end, PIECE))
    return sum(float(np.add.reduceat((s.pos[piece] + s.neg[piece]) * probability[piece], [0])[0]) for piece in pieces)


@probability_metric(kind="curve", says=BINS | {"level": "How sure the intervals of the observed rates are to be."})
def calibration_curve(s: Sweep, *, bins: Bins = 10, strategy: Strategy = "width", level: Level = 0.95) -> CalibrationCurve:
    """The observed rate of positives against the mean predicted probability, in bins.

    >>> import gnomon as gn
    >>> gn.calibration_curve([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8], bins=2).observed
    array([0.33333333, 1.        ])
    """
    probability = cell_probabilities(s)
    starts = _starts(s, int(bins), strategy)
    ends = np.append(starts[1:], len(s))
    first, last = starts[starts < ends][::-1], ends[starts < ends][::-1] - 1
    if not len(s):
        return CalibrationCurve(*(np.empty(0) for _ in range(7)))
    # The sweep descends, so that a bin is one run of cells; the table rises.
    positives, negatives = (np.add.reduceat(v, first[::-1]).astype(float)[::-1] for v in (s.pos, s.neg))
    weight = positives + negatives
    summed = np.array([_mass(s, probability, start, end) for start, end in zip(first, last + 1, strict=True)])
    lowest, highest = probability[last], probability[first]
    predicted = np.clip(summed / weight, lowest, highest)  # the mean of equal numbers can round past them; the bin's extremes hold it
    rows = weight if s.pos.dtype.kind == "i" else np.full_like(weight, np.nan)
    low, high = wilson_ends(positives / weight, rows, -NormalDist().inv_cdf((1 - level) / 2))
    return CalibrationCurve(predicted, positives / weight, low, high, weight, lowest, highest)


def _calibration_bounds(s: Sweep, *, bins: int = 10, strategy: str = "width", norm: str = "l1") -> tuple[float, float]:
    """What the cells leave open: a row's place in its cell, and on which side of an edge the rows of a cell across it lie.

    A gap sums y − p over a bin's rows, so that a row moves it by at most its error in p, and by at most 1 in each of two bins
    when it crosses an edge. Other norms and bins of equal weight have no such simple guarantee.
    """
    if strategy != "width" or norm != "l1":
        raise InputError("metrics.calibration_without_bounds")
    mass, top = s.pos + s.neg, np.minimum(s.ceilings, 1.0)
    edges = _edges(int(bins))
    across = np.searchsorted(edges, s.thresholds, side="left") != np.searchsorted(edges, top, side="left")
    slack = float(mass @ (top - s.thresholds) / 2 + 2 * mass[across].sum()) / s.n + 1e-12
    value = expected_calibration_error(s, bins=int(bins))
    return max(value - slack, 0.0), min(value + slack, 1.0)


def _bin_of_cells(s: Sweep, *, bins: int = 10, strategy: str = "width", norm: str = "l1") -> NDArray[np.int64]:
    """The bin of each cell."""
    starts = _starts(s, int(bins), strategy)
    return np.repeat(np.arange(len(starts)), np.diff(np.append(starts, len(s))))


def _stacked_error(stack: Stack, *, bins: int = 10, strategy: Strategy = "width", norm: Norm = "l1") -> Floats:
    """The calibration error of each sweep of a stack; with bins of equal width they are the same in all."""
    if strategy != "width" or norm != "l1":
        return np.array([expected_calibration_error(s, bins=bins, strategy=strategy, norm=norm) if len(s) else np.nan for s in stack])
    whole = Sweep(stack.thresholds, stack.pos[0], stack.neg[0])
    starts = _starts(whole, int(bins), strategy)
    first = starts[starts < np.append(starts[1:], len(whole))]
    mass = stack.pos + stack.neg
    gaps = _core.segment_sums(stack.pos - mass * stack.thresholds, first, THREADS)
    return np.asarray(np.abs(gaps).sum(1) / mass.sum(1))


@probability_metric(
    range=(0, 1),
    better="lower",
    bounds=_calibration_bounds,
    shortcuts=Shortcuts(stack=_stacked_error),
    uncertainty=GapsInBins(_bin_of_cells),
    says=BINS | {"norm": "The mean gap, the root of the mean squared gap, or the largest gap."},
)
def expected_calibration_error(s: Sweep, *, bins: Bins = 10, strategy: Strategy = "width", norm: Norm = "l1") -> float:
    """Σ wᵦ·|observedᵦ − predictedᵦ| over bins: how far predictions are from rates, on average.

    >>> import gnomon as gn
    >>> gn.expected_calibration_error([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8], bins=5)
    0.13749999999999998
    """
    curve = calibration_curve(s, bins=bins, strategy=strategy)
    if not curve.defined:
        return float("nan")
    gap = np.abs(curve.gap)
    if norm == "max":
        return float(gap.max())
    share = curve.weight / curve.weight.sum()
    return float(share @ gap) if norm == "l1" else float(np.sqrt(share @ gap**2))
