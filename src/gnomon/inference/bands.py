"""Bands: how far a whole curve, or the difference of two, may be off everywhere at once."""

import math
from dataclasses import dataclass
from typing import ClassVar, NamedTuple

import numpy as np
from numpy.typing import NDArray

from .. import _core
from ..catalog import parse
from ..parallel import THREADS
from ..result import Result
from ..summary import Stack, Sweep
from ..types import Floats
from . import stacks
from .formulas import class_sizes
from .measure import MetricCall
from .proportions import t_of, z_of
from .sample import ResamplingData

CURVES = ("roc", "pr", "gain")
GRID: Floats = np.asarray(np.linspace(0.01, 0.99, 99), np.float64)
SEEN = 2
"""Where a curve hardly varies, resampling sees too little: its error is at least that with so many rows more of either kind."""
LEAST = 0.4
"""A gain varies less than a share of rows, for the rows called are given: its error is at least this share of its largest."""
FEW = 20
"""Positives below which a precision says nothing."""


@dataclass(frozen=True, eq=False, repr=False)
class Band(Result):
    """A band around a curve: the whole curve lies within it as often as the level says."""

    curve: str
    x: Floats
    y: Floats
    low: Floats
    high: Floats
    level: float
    pictured: ClassVar[tuple[str, ...]] = ("x", "y", "low", "high")

    @property
    def headline(self) -> str:
        return f"{self.curve}, {len(self.x)} points, {self.level:.6g} at once, widest {float((self.high - self.low).max()):.4g}"


def curves_on_grid(stack: Stack, curve: str, x: Floats = GRID) -> Floats:
    """The curve of each sweep of a stack at the same places."""
    return _core.grid_curves(np.ascontiguousarray(stack.pos), np.ascontiguousarray(stack.neg), x, CURVES.index(curve), THREADS)


def curve_of(s: Sweep, curve: str) -> Floats:
    """A sweep's curve on the grid; of very many cells bundles, whose ends lie on it."""
    small = stacks.bundled(s)
    return np.asarray(curves_on_grid(Stack.of(small), curve)[0])


class Reach(NamedTuple):
    """How far a curve may be off: its error at each place, and how many errors the whole of it may be off at once."""

    error: Floats
    times: float
    told: NDArray[np.bool_]

    def around(self, centre: Floats) -> tuple[Floats, Floats]:
        """As far on either side; where nothing can be told the band is open."""
        reach = np.where(self.told, self.times * self.error, np.inf)
        return centre - reach, centre + reach

    def around_shares(self, centre: Floats, trials: Floats) -> tuple[Floats, Floats]:
        """The same of heights that are shares, which err more towards the middle: the farther of these ends and of Wilson's."""
        low, high = self.around(centre)
        square = (self.times * self.error / _spread(centre, trials)) ** 2  # over as many trials as err as much
        middle = (centre + square / 2) / (1 + square)
        half = np.sqrt(square * (centre * (1 - centre) + square / 4)) / (1 + square)
        return np.minimum(low, middle - half), np.maximum(high, middle + half)


def _spread(share: Floats, trials: Floats) -> Floats:
    """The spread of one row of a share, as if SEEN rows more of either kind had been seen."""
    seen = (share * trials + SEEN) / (trials + 2 * SEEN)
    return np.asarray(np.sqrt(seen * (1 - seen)))


def _finite(drawn: Floats) -> Floats:
    """Replicates that have a curve."""
    return drawn[np.isfinite(drawn).all(axis=1)]


def _error(drawn: Floats) -> Floats:
    there = _finite(drawn)
    return np.asarray(there.std(axis=0, ddof=1)) if len(there) > 1 else np.zeros(drawn.shape[1])


def reach_of(drawn: Floats, level: float, curve: str, positives: float, least: Floats) -> Reach:
    """How far a curve may be off at once: its error at each place times the quantile of the largest deviation in errors.

    ``least`` is what its error is at least. Where few positives have been found, precision can be anything.
    """
    drawn = _finite(drawn)
    told = GRID * positives >= FEW if curve == "pr" else np.ones(len(GRID), bool)
    error = _error(drawn)
    if not told.any() or not error[told].max() > 0:
        return Reach(error, 0.0, told)
    error = np.maximum(error, least)
    furthest = np.abs((drawn - drawn.mean(axis=0)) / error)[:, told].max(axis=1)
    return Reach(error, float(np.quantile(furthest, level)), told)


def trials_of(curve: str, height: Floats, positives: float) -> Floats:
    """How many rows a curve's height is a share of: the positives, or of precision the rows called."""
    return GRID * positives / np.maximum(height, 1e-300) if curve == "pr" else np.full(len(GRID), positives)


def wider(level: float, sample: ResamplingData) -> float:
    """How much farther a band reaches where clusters are few: as Student's quantile does beyond the normal one."""
    df = sample.df(MetricCall(parse("roc_auc"))) if sample.clustered else math.inf  # curves compare both classes, as their area does
    return t_of(level, df) / z_of(level)


def band_of(sample: ResamplingData, curve: str, level: float, replicates: int, seed: int) -> Band | None:
    """The band of a model's curve; None where there is no one curve or the rows say nothing of it."""
    s = sample.scores
    if not isinstance(s, Sweep) or not (s.positives and s.negatives) or (sample.blocked is None and s.pos.dtype.kind == "f"):
        return None
    if sample.blocked is not None:
        table = sample.blocked.scores[None]
        weights = stacks.block_weights(sample.blocked.assignment.blocks, replicates, seed)
        drawn = [curves_on_grid(table.stack(part), curve) for part in np.array_split(weights, max(1, replicates // 100))]
    else:
        drawn = [curves_on_grid(stack, curve) for stack in stacks.of_sweep(stacks.bundled(s, per_class=256, ends=128), replicates, seed)]
    y = curve_of(s, curve)
    positives = class_sizes(sample)[0]
    trials = trials_of(curve, y, positives)
    replicas = np.concatenate(drawn)
    least = LEAST * _error(replicas).max() if curve == "gain" else _spread(y, trials) / np.sqrt(trials)
    reach = reach_of(replicas, level, curve, positives, np.broadcast_to(least, y.shape))
    reach = reach._replace(times=wider(level, sample) * reach.times)
    if reach.told.any() and not reach.times > 0:
        return None  # classes wholly apart say nothing of how far apart they are
    low, high = reach.around_shares(y, trials)
    return Band(curve, GRID, y, np.clip(low, 0, 1), np.clip(high, 0, 1), level)
