"""What the order of rows tells: predictions that belong to neighbouring rows, and stretches of rows where they belong to none."""

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..types import Array, Floats

FEWEST, OFFSETS = 50, (1, -1, 2, -2, 3, -3)
VARIED = 0.7
FIT, SURE = 0.15, 6.0
"""How well truths and predictions of other rows fit for it to be said, and by how many standard errors better than those of the same."""
PARTS, LEAST_PART = 20, 25
"""Stretches of neighbouring rows that are looked at, and the rows that one has at least."""


class Shift(NamedTuple):
    """Predictions that fit the truth of the row so many rows before: how well truth and prediction of a row fit, and those."""

    offset: int
    here: float
    there: float


class RowRange(NamedTuple):
    """Neighbouring rows, from the first up to before the last, whose predictions do not go with the truth, and how well both fit."""

    first: int
    last: int
    here: float
    elsewhere: float


class Sides(NamedTuple):
    """What should be and what is predicted, row by row in their order, and the function that says how well each pair fits."""

    fits: Callable[[Array, Array], Floats]
    truth: Array
    said: Array


def order_observed(looked_at: dict[str, Sides], places: Array) -> dict[str, dict[str, Any]]:
    """What findings may know of each model, whose rows have these places in the data."""
    fits = {name: one.fits(one.truth, one.said) for name, one in looked_at.items()}
    shifts = {name: shift_of(one, fits[name]) for name, one in looked_at.items()}
    stretches = {name: stretch_of(one, fits[name]) for name, one in looked_at.items()}
    return {
        "shifts": {name: one for name, one in shifts.items() if one is not None},
        "stretches": {name: _placed(one, places) for name, one in stretches.items() if one is not None},
    }


def _placed(one: RowRange, places: Array) -> RowRange:
    return one._replace(first=int(places[one.first]), last=int(places[one.last - 1]) + 1)


def shift_of(sides: Sides, fit: Floats) -> Shift | None:
    """The offset at which predictions fit best, where in their own rows they hardly do; None where they do."""
    fits, truth, said = sides
    if len(truth) < FEWEST:
        return None
    here, best = float(fit.mean()), Shift(0, 0.0, 0.0)
    if here >= 1 / 3:  # rows fit by 1 at most, and these fit more than a third as well
        return None
    for offset in OFFSETS:
        moved = (truth[:-offset], said[offset:]) if offset > 0 else (truth[-offset:], said[:offset])
        there = float(fits(*moved).mean())
        best = Shift(offset, here, there) if there > best.there else best
    found = best.there >= FIT and here < best.there / 3 and (best.there - here) * np.sqrt(len(truth)) > SURE
    return best if found else None


def stretch_of(sides: Sides, fit: Floats) -> RowRange | None:
    """The run of neighbouring rows that fit worst, where they tell nothing, while both halves of all others do.

    Rows in the order of their scores fit hardly in the middle, where all are much alike: a run must have both sides as varied as all rows.
    """
    fits, truth, said = sides
    found = _worst_run(fit)
    if found is None:
        return None
    run = slice(found.first, found.last)
    varied = all(float(ranks(side)[run].std()) > VARIED * float(ranks(side).std()) for side in (truth, said))
    within = fits(truth[run], said[run])
    elsewhere = min(found.elsewhere, 1.0)
    return found._replace(here=float(within.mean()), elsewhere=elsewhere) if varied and _is_idle(within, elsewhere) else None


def _is_idle(fit: Floats, elsewhere: float) -> bool:
    """Whether rows fit no better, and no worse, than chance, or than a small part of what others do."""
    return bool(abs(float(fit.mean())) < max(elsewhere / 5, 3 * float(fit.std()) / np.sqrt(len(fit))))


def _worst_run(fit: Floats) -> RowRange | None:
    parts = min(PARTS, len(fit) // LEAST_PART)
    if parts < 4:
        return None
    ends = np.linspace(0, len(fit), parts + 1).astype(np.int64)
    sums = np.append(0.0, np.cumsum(fit))[ends]
    start, stop = np.triu_indices(parts + 1, 1)
    inside = (ends[stop] - ends[start]).astype(np.float64)
    able = (inside >= 0.1 * len(fit)) & (inside <= 0.7 * len(fit))
    start, stop, inside = start[able], stop[able], inside[able]
    here = (sums[stop] - sums[start]) / inside
    elsewhere = (sums[-1] - sums[stop] + sums[start]) / (len(fit) - inside)
    error = float(fit.std()) * np.sqrt(1 / inside + 1 / (len(fit) - inside))
    deviations = np.divide(elsewhere - here, error, out=np.zeros_like(error), where=error > 0)
    at = int(np.argmax(deviations))
    first, last = int(ends[start[at]]), int(ends[stop[at]])
    found = RowRange(first, last, float(here[at]), float(elsewhere[at]))
    others = np.concatenate([fit[:first], fit[last:]])
    halves = [float(half.mean()) for half in np.array_split(others, 2)]
    idle = _is_idle(fit[first:last], found.elsewhere)
    clear = found.elsewhere >= FIT and found.here < found.elsewhere / 3 and min(halves) > found.elsewhere / 2
    return found if clear and idle and deviations[at] > SURE else None


def ranked_alike(truth: Array, said: Array) -> Floats:
    """What each row adds to the correlation of two sides that are ranks."""
    return _standardized(truth) * _standardized(said)


def called_alike(truth: Array, said: Array) -> Floats:
    """What each row adds to the agreement beyond that of labels dealt at random (Cohen's kappa)."""
    size = int(max(truth.max(initial=0), said.max(initial=0))) + 1
    shares = [np.bincount(side.astype(np.int64), minlength=size) / len(side) for side in (truth, said)]
    chance = float(shares[0] @ shares[1])
    return np.asarray(((truth == said) - chance) / max(1 - chance, 1e-12), np.float64)


def marked_alike(truth: Array, said: Array) -> Floats:
    """Whether both sides of a row have the same mark; 0 is none."""
    return np.asarray((truth == said) & (truth != 0), np.float64)


class DistinctValues(NamedTuple):
    """The different values in ascending order, which of them each row has, and how many rows have each."""

    values: Array
    which: NDArray[np.int64]
    counts: NDArray[np.int64]

    @classmethod
    def of(cls, values: Array) -> "DistinctValues":
        kinds, which, counts = np.unique(values, return_inverse=True, return_counts=True)
        return cls(kinds, which.reshape(-1), counts)

    @property
    def ranks(self) -> Floats:
        """Average ranks, as shares of the rows."""
        return np.asarray((np.cumsum(self.counts) - self.counts / 2)[self.which] / len(self.which), np.float64)

    def of_rows(self, rows: Array) -> "DistinctValues":
        """The kinds of some of the rows; some values may have no row."""
        return DistinctValues(self.values, self.which[rows], np.bincount(self.which[rows], minlength=len(self.values)))


def ranks(values: Array) -> Floats:
    """Average ranks, as shares of the rows."""
    return DistinctValues.of(values).ranks


def _standardized(values: Array) -> Floats:
    apart = values - values.mean()
    spread = float(np.sqrt(np.mean(apart**2)))
    return np.asarray(apart / spread if spread else apart, np.float64)
