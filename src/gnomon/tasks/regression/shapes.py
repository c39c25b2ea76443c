"""What is drawn of predicted numbers: maps of cells, histograms and quantiles of errors, thresholds of error, the gain of amounts.

Windows follow the bulk of the rows, so that one that is far off does not squash the others; what lies outside is counted.
"""

from dataclasses import dataclass
from math import floor, hypot, log10, sqrt
from statistics import NormalDist
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from ...metrics.amounts import gini_of_amounts, lorenz_curve
from ...result import Result, Table
from ...summary import Amounts, Density, Spread
from ...summary.distribution import Distribution
from ...types import Floats, Places

TAIL = 0.01
"""The share of rows at each end that a window need not hold; it reaches half as far again past the rest."""
ROOM = 5
"""Cells, or bins, to each side of a value that is the only one."""
ROUNDED = 2**20
"""Neighbouring cells so far from 0 hold one value that was rounded."""
SMALLEST = -1022
"""The power of two that is the least side of a cell: smaller ones are no longer full floats."""
CELLS = 64
BINS = 50
SAME = 1e-9
"""Errors that differ by less, relative to their size, are one value that was rounded."""
POINTS = 160


@dataclass(frozen=True, eq=False, repr=False)
class CellMap(Result):
    """Rows in the cells of a window: cell number i spans ``x[i]`` to ``x[i] + width`` and ``y[i]`` to ``y[i] + height``.

    ``shows`` is "truth" or "error", what stands upright against the prediction; ``outside`` is what rows weigh that the window leaves out.
    """

    shows: str
    x: Floats
    y: Floats
    weight: NDArray[Any]
    width: float
    height: float
    x_ends: tuple[float, float]
    y_ends: tuple[float, float]
    outside: float

    @property
    def counts(self) -> NDArray[Any]:
        """What rows weigh in every cell of the window, a line for each height from the lowest up."""
        columns, lines = (round((high - low) / side) for (low, high), side in ((self.x_ends, self.width), (self.y_ends, self.height)))
        found = np.zeros((lines, columns), self.weight.dtype)
        at = [np.rint((cells - ends[0]) / side).astype(int) for cells, ends, side in self._sides()]
        found[at[1], at[0]] = self.weight
        return found

    def _sides(self) -> tuple[tuple[Floats, tuple[float, float], float], ...]:
        return (self.x, self.x_ends, self.width), (self.y, self.y_ends, self.height)

    def __len__(self) -> int:
        return len(self.weight)


def map_of(density: Density, shows: str, cells: int = CELLS) -> CellMap:
    """The cells of a map within its window, at most so many along each axis; of truths both axes have one window.

    >>> import gnomon as gn
    >>> made = map_of(gn.Density.of([1, 2, 3, 4], [1, 2, 3, 9]), "truth", cells=4)
    >>> made.width, made.weight.tolist(), made.x_ends
    (4.0, [3, 1], (0.0, 12.0))
    """
    windows = [_window(place, density.weight) for place in (density.x, density.y)]
    if shows == "truth":
        windows = [(min(low for low, _ in windows), max(high for _, high in windows))] * 2
    fitted = [_fitted(low, high, density.level, cells) for low, high in windows]
    shifts, ends = [shift for _, _, shift in fitted], [(low, high) for low, high, _ in fitted]
    places = [place >> shift for place, shift in zip((density.x, density.y), shifts, strict=True)]
    within = np.ones(len(density), bool)
    for place, (low, high) in zip(places, ends, strict=True):
        within &= (place >= low) & (place < high)
    found, which = np.unique(np.stack([place[within] for place in places], axis=1), axis=0, return_inverse=True)
    weight = np.zeros(len(found), density.weight.dtype)
    np.add.at(weight, which.reshape(-1), density.weight[within])
    width, height = (float(np.ldexp(1.0, density.level + shift)) for shift in shifts)
    (left, right), (bottom, top) = ends
    outside = density.weight[~within].sum().item()
    columns = found.T.reshape(2, -1)
    corners = ((left * width, right * width), (bottom * height, top * height))
    return CellMap(shows, columns[0] * width, columns[1] * height, weight, width, height, *corners, outside)


def _window(place: Places, weight: NDArray[Any]) -> tuple[int, int]:
    """The first and the last cell of a window along one axis."""
    if not len(place):
        return 0, 0
    at, which = np.unique(place, return_inverse=True)
    reached = np.cumsum(np.bincount(which.reshape(-1), weights=weight))
    low, high = (int(at[np.searchsorted(reached, share * reached[-1])]) for share in (TAIL, 1 - TAIL))
    reach = (high - low + 1) // 2
    return max(int(at[0]), low - reach), min(int(at[-1]), high + reach)


def _fitted(low: int, high: int, level: int, cells: int) -> tuple[int, int, int]:
    """The first cell, the one behind the last, and how often cells are joined in pairs until there are few enough.

    Of one value alone, or of values that differ by rounding, the window shows some room to both sides.
    """
    size = max(abs(low), abs(high))
    shift = max(SMALLEST - level, 0)
    if high - low <= 1 and (high == low or size > ROUNDED):
        shift = max(size.bit_length() - 5 if size > 1 else -3 - level, shift)
        return (low >> shift) - ROOM, (high >> shift) + ROOM + 1, shift
    while (high >> shift) - (low >> shift) >= cells:
        shift += 1
    return low >> shift, (high >> shift) + 1, shift


@dataclass(frozen=True, eq=False, repr=False)
class ErrorHistogram(Result):
    """What rows weigh whose error lies from each of ``edges`` up to the next; ``below`` and ``above`` are those past the window's ends.

    ``whole`` is what all rows weigh.
    """

    edges: Floats
    weight: Floats
    below: float
    above: float
    whole: float

    def __len__(self) -> int:
        return len(self.weight)

    @property
    def share(self) -> Floats:
        """The share of all rows in each bin."""
        return self.weight / self.whole

    @property
    def width(self) -> float:
        """How wide a bin is."""
        return float(self.edges[1] - self.edges[0])


def histogram_of(spread: Spread, bins: int = BINS) -> ErrorHistogram:
    """Errors in bins of a round width, about so many; errors that are whole multiples of it stand in the middle of theirs.

    >>> import gnomon as gn
    >>> made = histogram_of(gn.Spread.of([0, 0, 0, 0], [-1, 0, 0, 2]))
    >>> made.edges[:2].round(2).tolist(), made.weight[made.weight > 0].tolist(), made.below
    ([-1.05, -0.95], [1.0, 2.0, 1.0], 0.0)
    """
    error = spread.error
    low, high = _reach(error)
    largest = max(abs(low), abs(high))
    alone = high - low <= SAME * largest
    width = _round_step((largest or 1.0) / 10 if alone else (high - low) / bins)
    steps = error.value / width
    middle = 0.5 * bool((np.abs(steps - np.rint(steps)) < 1e-9 * np.maximum(np.abs(steps), 1)).all())
    room = ROOM if alone else 0
    first, last = floor(low / width + middle) - room, floor(high / width + middle) + 1 + room
    edges = np.asarray((np.arange(first, last + 1) - middle) * width, np.float64)
    below, above = (float(error.weight[which].sum()) for which in (error.value < edges[0], error.value > edges[-1]))
    return ErrorHistogram(edges, spread.histogram(edges), below, above, float(spread.n))


def _reach(found: Distribution) -> tuple[float, float]:
    """The ends of a window of a distribution."""
    low, high = (found.quantile(share) for share in (TAIL, 1 - TAIL))
    reach = high / 2 - low / 2
    return max(float(found.value[0]), low - reach), min(float(found.value[-1]), high + reach)


def _round_step(rough: float) -> float:
    """1, 2 or 5 times a power of ten, not below."""
    rough = max(rough, 1e-300)  # below, powers of ten lose their digits
    power = 10.0 ** floor(log10(rough))
    return next(float(f"{power * part:.1e}") for part in (1, 2, 5, 10) if power * part >= rough * (1 - 1e-9))


@dataclass(frozen=True, eq=False, repr=False)
class NormalQuantiles(Table):
    """Quantiles of errors beside those of the standard normal distribution.

    ``centre`` and ``slope`` are the line on which a normal distribution with the errors' quartiles would lie.
    """

    normal: Floats
    error: Floats
    centre: float
    slope: float
    pictured: ClassVar[tuple[str, ...]] = ("normal", "error")


def quantiles_of(spread: Spread, rows: int, points: int = POINTS) -> NormalQuantiles:
    """Each row's error against its place among normal ones, or even steps along the normal distribution where rows are many.

    >>> import gnomon as gn
    >>> quantiles_of(gn.Spread.of([0, 0, 0], [-1, 0, 1]), 3).error.tolist()
    [-1.0, 0.0, 1.0]
    """
    normal = NormalDist()
    if rows <= points:
        shares = (np.arange(rows) + 0.5) / rows
        at = np.array([normal.inv_cdf(share) for share in shares])
    else:
        end = -normal.inv_cdf(0.5 / rows)
        at = np.linspace(-end, end, points)
        shares = np.array([normal.cdf(z) for z in at])
    low, high = spread.error_quantiles([0.25, 0.75])
    slope = (high / 2 - low / 2) / normal.inv_cdf(0.75)
    return NormalQuantiles(at, spread.error_quantiles(shares), float(low / 2 + high / 2), float(slope))


@dataclass(frozen=True, eq=False, repr=False)
class BeyondTable(Table):
    """For each threshold what rows weigh whose absolute error is larger, and their shares of all rows and of the squared error.

    ``rest`` is the RMSE of the other rows; NaN where there are none. ``every``: these are all thresholds at which anything changes.
    """

    threshold: Floats
    weight: NDArray[Any]
    rows: Floats
    squared: Floats
    rest: Floats
    every: bool = True


def beyond_of(spread: Spread, most: int) -> BeyondTable:
    """Thresholds from 0 up to the largest error: all that change anything, or where these are more than ``most``, round ones.

    >>> import gnomon as gn
    >>> made = beyond_of(gn.Spread.of([0, 0, 0, 0], [1, 1, 1, 5]), 100)
    >>> made.threshold.tolist(), made.weight.tolist(), made.rows.tolist()
    ([0.0, 1.0, 5.0], [4, 1, 0], [1.0, 0.25, 0.0])
    """
    found = spread.absolute
    every = len(found) < most
    thresholds = np.unique(np.append(found.value, 0.0)) if every else _round_thresholds(found, most)
    rows, squared = spread.beyond(thresholds)
    weight = rows * spread.n
    if found.weight.dtype.kind != "f":
        weight = np.rint(weight).astype(np.int64)
    return BeyondTable(thresholds, weight, rows, squared, _rest(found, thresholds), every)


def _rest(found: Distribution, thresholds: Floats) -> Floats:
    """The root mean square of what is no larger than each of ascending thresholds; scaled before squaring, since squares may overflow."""
    ends = np.searchsorted(found.value, thresholds, side="right")
    roots, reached = np.full(len(ends), np.nan), 0.0
    start = 0
    for place, end in enumerate(ends.tolist()):
        value, weight = found.value[start:end], found.weight[start:end]
        if end > start:
            scale = float(value[-1]) or 1.0
            reached = hypot(reached, scale * sqrt(float(np.sum(weight * (value / scale) ** 2))))
            start = end
        if end:
            roots[place] = reached / sqrt(float(found.cumulated[end - 1]))
    return roots


def _round_thresholds(found: Distribution, most: int) -> Floats:
    """Round numbers: even steps up to where few rows are left, quantiles with three digits along all of them, and the largest error."""
    few = most // 3
    shares = np.concatenate([np.linspace(0, 0.99, few), 1 - np.geomspace(0.01, 1 / max(float(found.n), 200.0), few)])
    quantiles = [found.quantile(float(min(max(share, 0), 1))) for share in shares]
    step = _round_step(quantiles[few - 1] / few)
    even = np.arange(few + 1) * step
    rounded = [float(f"{value:.3g}") for value in quantiles]
    largest = float(found.value[-1])
    kept = np.unique(np.concatenate([[0.0], [float(f"{value:.12g}") for value in even], rounded]))
    return np.append(kept[kept < largest], largest)


@dataclass(frozen=True, eq=False, repr=False)
class AmountGain(Result):
    """The share of the amount that the rows with the highest predictions have: ``best`` is what ordering by the truths would reach.

    ``gini`` is normalised: the area between the curve and the diagonal over that of the best order.
    """

    fraction: Floats
    share: Floats
    best_fraction: Floats
    best_share: Floats
    gini: float
    pictured: ClassVar[tuple[str, ...]] = ("fraction", "share")

    def __len__(self) -> int:
        return len(self.fraction)


def gain_of(amounts: Amounts, points: int = 0) -> AmountGain | None:
    """The cumulative gain of amounts, of many points only so many; None where amounts have no shares: some are negative, or all are 0.

    >>> import gnomon as gn
    >>> gain_of(gn.Amounts.of([0, 0, 100, 300], [10, 40, 30, 90])).share.tolist()
    [0.0, 0.75, 0.75, 1.0, 1.0]
    """
    if not len(amounts) or amounts.least < 0 or not amounts.total > 0:
        return None
    curves = [lorenz_curve(amounts, by=by) for by in ("prediction", "truth")]
    turned = [(1 - curve.fraction[::-1], 1 - curve.share[::-1]) for curve in curves]
    (x, y), (best_x, best_y) = ((fraction[at], share[at]) for fraction, share in turned for at in (_along(fraction, points),))
    return AmountGain(x, y, best_x, best_y, gini_of_amounts(amounts))


def _along(fraction: Floats, points: int) -> Places:
    """Places of at most so many points, evenly along the rows, the ends among them; all where ``points`` is 0."""
    if not points or len(fraction) <= points:
        return np.arange(len(fraction))
    return np.unique(np.append(np.searchsorted(fraction, np.linspace(0, 1, points - 1), side="right") - 1, [0, len(fraction) - 1]))
