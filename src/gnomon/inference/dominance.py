"""Dominance: whether one model's curve is shown to enclose the other's, or to cross it, and who is ahead where."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, ClassVar, Literal

import numpy as np

from ..messages import Message
from ..result import Result, plain
from ..summary import Sweep
from ..types import Floats
from .bands import GRID, SEEN, curve_of, curves_on_grid, reach_of, trials_of, wider
from .formulas import class_sizes
from .sample import two_of_each

if TYPE_CHECKING:
    from ..summary.sweeps import Sweeps
    from .paired_rows import PairedRows

Verdict = Literal["encloses", "ahead", "crosses", "even"]
ROUNDING = 1e-12
STEP = 3
"""Of the cells that metrics are resampled on, a third draws a curve at a hundred places as well."""
WIDER = 1.05
"""A thousand blocks, and cells bundled, show somewhat less spread than the rows have: bands of differences are this much wider."""
TOLERANCE = 0.02
"""A curve that is above for certain encloses the other if the band leaves it nowhere further below than this."""
FEWEST = 10
"""Rows of either class below which no band is to be trusted."""
CALLED = {"roc": "curve_roc", "pr": "curve_pr", "gain": "curve_gain"}
ACROSS = {"roc": "axis_fpr", "pr": "axis_recall", "gain": "axis_rows"}


@dataclass(frozen=True, eq=False, repr=False)
class Stretch(Result):
    """Where one model is ahead in the sample: from x to x, and whether the band says so for certain somewhere in it.

    ``thresholds`` are each model's own at the two ends, the first model's pair first.
    """

    winner: str
    start: float
    end: float
    certain: bool
    thresholds: tuple[tuple[float, float], tuple[float, float]]

    @property
    def headline(self) -> str:
        return f"{self.winner} ahead from {self.start:.4g} to {self.end:.4g}{', for certain somewhere' if self.certain else ''}"


@dataclass(frozen=True, eq=False, repr=False)
class Dominance(Result):
    """Two models' curves: the difference a − b in height at each x, its simultaneous band, and what follows.

    ``verdict`` is what the band shows: "encloses" (the winner is above for certain somewhere, and nowhere below by more than 0.02),
    "ahead" (the winner is above for certain somewhere, the other nowhere; elsewhere the rows do not tell), "crosses" (each is above for
    certain somewhere) or "even" (nothing is certain). ``slack`` is how far the winner may still lie below. ``stretches`` say who is ahead
    where in the sample.
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
    pictured: ClassVar[tuple[str, ...]] = ("x", "difference", "low", "high")

    @property
    def crossings(self) -> tuple[float, ...]:
        """Where the curves change places."""
        return tuple(stretch.start for stretch in self.stretches[1:])

    @property
    def told(self) -> tuple[float, float]:
        """From which to which place the band says anything; of precision, not where few positives have been found."""
        there = self.x[np.isfinite(self.low)]
        return (float(there[0]), float(there[-1])) if len(there) else (math.nan, math.nan)

    @property
    def slack(self) -> float:
        """How far the band leaves the winner below the other, where it is widest; NaN without a winner."""
        if not self.winner:
            return math.nan
        below = -self.low if self.winner == self.a else self.high
        return max(float(below[np.isfinite(below)].max(initial=0.0)), 0.0)

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
        if self.verdict == "ahead":
            return Message("curve_is_ahead", curve=curve, winner=self.winner, loser=loser)
        start, end = self.told
        known = {"curve": curve, "winner": self.winner, "loser": loser, "across": across}
        return Message("curve_encloses_other", **known, slack=self.slack, start=start, end=end)

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


def _two_classes(scores: "Sweep | Sweeps | None") -> bool:
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
    trials = np.minimum(*(trials_of(curve, height, positives) for height in heights))
    least = np.sqrt(2 * SEEN) / trials  # as if so many rows more had been told apart, each way
    reach = reach_of(drawn, rows.how.level, curve, positives, least)
    clusters = wider(rows.how.level, rows.blocked(a) if rows.assignment.clustered else rows.sample(a))
    low, high = reach._replace(times=clusters * WIDER * reach.times).around(difference)
    stretches = _stretches(curve, a, b, difference, low, high, first, second)
    if min(*class_sizes(rows.sample(a)), *class_sizes(rows.sample(b))) < FEWEST:
        stretches = tuple(replace(stretch, certain=False) for stretch in stretches)
    surely = {stretch.winner for stretch in stretches if stretch.certain}
    verdict: Verdict = "crosses" if len(surely) == 2 else "ahead" if surely else "even"
    winner = surely.pop() if len(surely) == 1 else ""
    found = Dominance(curve, a, b, verdict, winner, GRID, difference, low, high, rows.how.level, stretches)
    return replace(found, verdict="encloses") if found.slack <= TOLERANCE else found


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
