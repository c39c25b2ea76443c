"""Bands: how far a whole curve, or the difference of two, may be off everywhere at once."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ..result import Result
from ..summary import Stack, Sweep
from . import stacks
from .formulas import class_sizes
from .sample import Sample

Floats = NDArray[np.float64]
CURVES = ("roc", "pr", "gain")
GRID: Floats = np.asarray(np.linspace(0.01, 0.99, 99), np.float64)
FLOOR = {"roc": 0.5, "pr": 0.1, "gain": 0.5}
"""Where a curve hardly varies, as at its ends, its error is taken as at least this share of the largest; resampling sees too little."""
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

    @property
    def headline(self) -> str:
        return f"{self.curve}, {len(self.x)} points, {self.level:.6g} at once, widest {float((self.high - self.low).max()):.4g}"


def curves_on_grid(stack: Stack, curve: str, x: Floats = GRID) -> Floats:
    """The curve of each sweep of a stack at the same places."""
    positives, negatives = stack.tps[:, -1:], stack.fps[:, -1:]
    with np.errstate(divide="ignore", invalid="ignore"):
        tpr, fpr = stack.tps / positives, stack.fps / negatives
        called = stack.tps + stack.fps
        if curve == "roc":
            return _interpolated(x, fpr, tpr, 0.0)
        if curve == "gain":
            return _interpolated(x, called / (positives + negatives), tpr, 0.0)
        precision = np.where(called > 0, stack.tps / called, 1.0)
    return _interpolated(x, tpr, precision, None)


def curve_of(s: Sweep, curve: str) -> Floats:
    """A sweep's curve on the grid; of very many cells bundles, whose ends lie on it."""
    small = stacks.bundled(s)
    return np.asarray(curves_on_grid(Stack.of(small), curve)[0])


def _interpolated(x: Floats, across: Floats, up: Floats, start: float | None) -> Floats:
    """Each row's curve at x; it starts at (0, start), or at its first height."""
    first = np.full((len(up), 1), start) if start is not None else np.take_along_axis(up, np.argmax(across > 0, axis=1)[:, None], 1)
    across, up = np.pad(across, ((0, 0), (1, 0))), np.concatenate([first, up], axis=1)
    return np.array([np.interp(x, a, u) for a, u in zip(across, up, strict=True)])


def simultaneous(centre: Floats, drawn: Floats, level: float, curve: str, positives: float) -> tuple[Floats, Floats]:
    """The band that holds a whole curve at once: its error at each place times the quantile of the largest deviation in errors.

    Where few positives have been found, precision can be anything, and its band is open.
    """
    drawn = drawn[np.isfinite(drawn).all(axis=1)]
    error = drawn.std(axis=0, ddof=1) if len(drawn) > 1 else np.zeros(len(centre))
    told = GRID * positives >= FEW if curve == "pr" else np.ones(len(GRID), bool)
    if not told.any():
        return np.full(len(centre), -np.inf), np.full(len(centre), np.inf)
    if not error[told].max() > 0:
        return centre.copy(), centre.copy()
    error = np.maximum(error, FLOOR[curve] * error[told].max())
    furthest = np.abs((drawn - drawn.mean(axis=0)) / error)[:, told].max(axis=1)
    reach = np.where(told, float(np.quantile(furthest, level)) * error, np.inf)
    return centre - reach, centre + reach


def band_of(sample: Sample, curve: str, level: float, replicates: int, seed: int) -> Band | None:
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
    low, high = simultaneous(y, np.concatenate(drawn), level, curve, class_sizes(sample)[0])
    if not (high > low).any():
        return None  # classes wholly apart say nothing of how far apart they are
    return Band(curve, GRID, y, np.clip(low, 0, 1), np.clip(high, 0, 1), level)
