"""Dominance: whether one model's curve encloses the other's, or where they cross and who is ahead where."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Literal

import numpy as np
from numpy.typing import NDArray

from ..result import Result, plain
from ..summary import Sweep
from ..words import Message
from .bands import GRID, curve_of, curves_on_grid, simultaneous
from .formulas import class_sizes
from .sample import two_of_each

if TYPE_CHECKING:
    from .paired_rows import PairedRows

Floats = NDArray[np.float64]
Verdict = Literal["encloses", "ahead", "crosses", "even"]
ROUNDING = 1e-12
STEP = 3
"""Of the cells that metrics are resampled on, a third draws a curve at a hundred places as well."""
FEWEST = 10
"""Rows of either class below which no band is to be trusted."""
CALLED = {"roc": "curve_roc", "pr": "curve_pr", "gain": "curve_gain"}
ACROSS = {"roc": "axis_fpr", "pr": "axis_recall", "gain": "axis_rows"}


@dataclass(frozen=True, eq=False, repr=False)
class Stretch(Result):
    """Where one model is ahead: from x to x, and whether the band says so for certain somewhere in it.

    ``thresholds`` are each model's own at the two ends, the first model's pair first.
    """

    winner: str
    start: float
    end: float
    certain: bool
    thresholds: tuple[tuple[float, float], tuple[float, float]]

    @property
    def headline(self) -> str:
        return f"{self.winner} ahead from {self.start:.4g} to {self.end:.4g}{', for certain' if self.certain else ''}"


@dataclass(frozen=True, eq=False, repr=False)
class Dominance(Result):
    """Two models' curves: the difference a − b in height at each x, its simultaneous band, and what follows.

    ``verdict`` is "encloses" (the winner is nowhere below and somewhere above for certain), "ahead" (the winner is above for certain
    somewhere, the other nowhere, though the curves cross within what chance does), "crosses" (each is above for certain somewhere) or
    "even" (nothing is certain). ``stretches`` say who is ahead where.
    """

    curve: str
    a: str
    b: str
    verdict: Verdict
    winner: str
    x: Floats
    difference: Floats
    low: Floats
    high: Floats
    level: float
    stretches: tuple[Stretch, ...]

    @property
    def crossings(self) -> tuple[float, ...]:
        """Where the curves change places."""
        return tuple(stretch.start for stretch in self.stretches[1:])

    @property
    def sentence(self) -> Message:
        """The verdict in words."""
        loser = self.b if self.winner == self.a else self.a
        curve, across = Message(CALLED[self.curve]), Message(ACROSS[self.curve])
        if self.verdict == "crosses":
            sure = [s for s in self.stretches if s.certain]
            ahead = [Message("stretch_ahead", winner=s.winner, across=across, start=s.start, end=s.end) for s in sure]
            return Message("curves_cross_for_certain", curve=curve, stretches=ahead)
        if self.verdict == "even":
            return Message("curves_alike", curve=curve, a=self.a, b=self.b)
        code = "curve_encloses_other" if self.verdict == "encloses" else "curve_is_ahead"
        return Message(code, curve=curve, winner=self.winner, loser=loser)

    @property
    def headline(self) -> str:
        return self.sentence

    def to_dict(self) -> dict[str, Any]:
        """Plain Python objects by field name."""
        return {**super().to_dict(), "stretches": [plain(stretch.to_dict()) for stretch in self.stretches]}


def dominances(rows: "PairedRows", curves: Sequence[str], a: str, b: str) -> tuple[Dominance, ...]:
    """Two models that give scores, on each curve."""
    if not curves or not all(_two_classes(rows.sample(name).scores) for name in (a, b)):
        return ()
    for name in (a, b):
        if name not in rows.curves:
            rows.curves[name] = _drawn(rows, name, curves)
    return tuple(_dominance(rows, curve, a, b, rows.curves[a][curve] - rows.curves[b][curve]) for curve in curves)


def _two_classes(scores: Any) -> bool:
    return isinstance(scores, Sweep) and scores.positives > 0 and scores.negatives > 0 and not two_of_each(scores)


def _drawn(rows: "PairedRows", name: str, curves: Sequence[str]) -> dict[str, Floats]:
    """A model's curves on the replicates; half of them suffice for a band."""
    stacks = rows.stacks(name)
    parts = [stack.every(STEP) for stack in stacks[: (len(stacks) + 1) // 2]]
    return {curve: np.concatenate([curves_on_grid(stack, curve) for stack in parts])[1:] for curve in curves}


def _dominance(rows: "PairedRows", curve: str, a: str, b: str, drawn: Floats) -> Dominance:
    first, second = rows.sample(a).scores, rows.sample(b).scores
    assert isinstance(first, Sweep)
    assert isinstance(second, Sweep)
    heights = [curve_of(sweep, curve) for sweep in (first, second)]
    difference = heights[0] - heights[1]
    difference[np.abs(difference) < ROUNDING] = 0.0
    positives = min(class_sizes(rows.sample(name))[0] for name in (a, b))
    low, high = simultaneous(difference, drawn, rows.how.level, curve, positives)
    stretches = _stretches(curve, a, b, difference, low, high, first, second)
    if min(*class_sizes(rows.sample(a)), *class_sizes(rows.sample(b))) < FEWEST:
        stretches = tuple(replace(stretch, certain=False) for stretch in stretches)
    surely = {stretch.winner for stretch in stretches if stretch.certain}
    seen = {stretch.winner for stretch in stretches}
    verdict: Verdict = "even"
    if len(surely) == 2:
        verdict = "crosses"
    elif surely:
        verdict = "encloses" if seen == surely else "ahead"
    winner = surely.pop() if len(surely) == 1 else ""
    return Dominance(curve, a, b, verdict, winner, GRID, difference, low, high, rows.how.level, stretches)


def _stretches(
    curve: str, a: str, b: str, difference: Floats, low: Floats, high: Floats, first: Sweep, second: Sweep
) -> tuple[Stretch, ...]:
    """Maximal runs of places at which one model is ahead; places at which they are level belong to the run they lie in."""
    sign = np.sign(difference)
    there = np.flatnonzero(sign)
    if not len(there):
        return ()
    starts = [0, *(int(there[i]) for i in range(1, len(there)) if sign[there[i]] != sign[there[i - 1]])]
    made = []
    for start, end in zip(starts, [*starts[1:], len(GRID)], strict=True):
        run = slice(start, end)
        winner = a if sign[run][sign[run] != 0][0] > 0 else b
        sure = high[run] > low[run]  # a band without width says nothing
        certain = bool(((low[run] > 0) & sure).any() if winner == a else ((high[run] < 0) & sure).any())
        ends = GRID[start], GRID[end - 1]
        thresholds = tuple((_threshold(s, curve, ends[0]), _threshold(s, curve, ends[1])) for s in (first, second))
        made.append(Stretch(winner, float(ends[0]), float(ends[1]), certain, (thresholds[0], thresholds[1])))
    return tuple(made)


def _threshold(s: Sweep, curve: str, x: float) -> float:
    """The threshold at which a model's curve reaches x."""
    across, most = (s.fps, s.negatives) if curve == "roc" else (s.tps, s.positives) if curve == "pr" else (s.tps + s.fps, s.n)
    return float(s.thresholds[min(int(np.searchsorted(across, x * most)), len(s) - 1)])
