"""How each annotator rates beside the others, read of the table itself: what is counted of it no longer tells who said what."""

from itertools import combinations
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...inputs.arrays import missing_mask
from ...inputs.labels import plain
from ...types import Floats

FEWEST_ITEMS, FEWEST_RATERS, MOST_RATERS = 20, 3, 100
SCALE = 4
"""Ratings that are numbers of so many values are a scale."""


class Rater(NamedTuple):
    """An annotator: how far the others agree with each other, and with this one; ratings at the ends, as shares of its own and of theirs.

    ``agreement`` is the correlation with the median of the others on a scale, else the share of pairs that agree; ``deviations`` is how
    many standard errors it lies below theirs.
    """

    name: str
    agreement: float
    others: float
    deviations: float
    at_ends: float
    others_at_ends: float
    items: int


def raters_of(cells: NDArray[Any], names: tuple[str, ...] | None = None) -> list[Rater]:
    """Each annotator of a table with a column for each; none where they are too few to tell who differs."""
    items, count = cells.shape
    if items < FEWEST_ITEMS or not FEWEST_RATERS <= count <= MOST_RATERS:
        return []
    gone = missing_mask(cells.reshape(-1))
    there = np.ones(cells.shape, bool) if gone is None else ~gone.reshape(cells.shape)
    values = [plain(one) for one in cells[there].tolist()]
    numbers = all(isinstance(one, (int, float)) and not isinstance(one, bool) for one in values)
    scale = numbers and len(set(values)) >= SCALE
    table = np.full(cells.shape, np.nan)
    codes = {value: place for place, value in enumerate(dict.fromkeys(values))}
    table[there] = [float(one) if scale else float(codes[one]) for one in values]
    called = [str(one) for one in names] if names is not None else [f"{place + 1}" for place in range(count)]
    agreement, pairs = _with_others(table) if scale else _of_pairs(table)
    return [_rater(table, place, called[place], agreement, pairs, scale) for place in range(count)]


def _rater(table: Floats, place: int, name: str, agreement: Floats, items: Floats, scale: bool) -> Rater:
    others = np.delete(agreement, place)
    middle = float(np.nanmedian(others))
    apart = 1.4826 * float(np.nanmedian(np.abs(others - middle)))
    chance = float((1 - middle**2 if scale else max(middle * (1 - middle), 0.01) ** 0.5) / np.sqrt(max(items[place], 1)))
    least, most = float(np.nanmin(table)), float(np.nanmax(table))
    ends = np.where(np.isnan(table), np.nan, (table == least) | (table == most))
    shares = np.nanmean(ends, axis=0) if scale else np.zeros(table.shape[1])
    return Rater(
        name,
        float(agreement[place]),
        middle,
        (middle - float(agreement[place])) / max(float(np.hypot(apart, chance)), 1e-12),
        float(shares[place]),
        float(np.median(np.delete(shares, place))),
        int(items[place]),
    )


def _with_others(table: Floats) -> tuple[Floats, Floats]:
    """The correlation of each column with the median of the others, and the items that it rests on."""
    found, items = np.full(table.shape[1], np.nan), np.zeros(table.shape[1])
    for place in range(table.shape[1]):
        rest = np.delete(table, place, axis=1)
        both = ~np.isnan(table[:, place]) & ~np.isnan(rest).all(1)
        items[place] = both.sum()
        if both.sum() >= FEWEST_ITEMS:
            sides = table[both, place], np.nanmedian(rest[both], axis=1)
            found[place] = float(np.corrcoef(*sides)[0, 1]) if all(side.std() > 0 for side in sides) else 0.0
    return found, items


def _of_pairs(table: Floats) -> tuple[Floats, Floats]:
    """The mean share of items that each column has in common with another, and the items that it rests on."""
    count = table.shape[1]
    same, items = np.full((count, count), np.nan), (~np.isnan(table)).sum(0).astype(np.float64)
    for a, b in combinations(range(count), 2):
        both = ~np.isnan(table[:, a]) & ~np.isnan(table[:, b])
        if both.sum() >= FEWEST_ITEMS:
            same[a, b] = same[b, a] = float((table[both, a] == table[both, b]).mean())
    return np.nanmedian(same, axis=1) if np.isfinite(same).any(1).all() else np.full(count, np.nan), items
