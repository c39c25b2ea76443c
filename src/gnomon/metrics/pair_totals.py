"""Metrics of ranks as functions of totals over pairs of rows, of which each row takes its own with it."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..types import Floats
from .row_totals import NOTHING, RowTotals


def lead(values: Floats, mass: Floats) -> Floats:
    """For each row, the mass of rows with smaller values less that of rows with greater ones."""
    _, place = np.unique(values, return_inverse=True)
    at = np.bincount(place, mass)
    upto = np.cumsum(at)
    return np.asarray((upto - at - (upto[-1] - upto))[place])


def _over_root(part: Floats, one: Floats, other: Floats) -> Floats:
    least = NOTHING * np.array([np.abs(total).max(initial=0) for total in (one, other)])
    return np.where((one > least[0]) & (other > least[1]), np.clip(part / np.sqrt(one * other), -1, 1), np.nan)


def _over(part: Floats, whole: Floats) -> Floats:
    return _over_root(part, whole, whole)


def gini_of_amounts(y: Floats, p: Floats, weight: Floats, normalised: bool = True) -> RowTotals:
    """Truths ranked by prediction over truths ranked by themselves, or over their sum."""
    ranked = [weight * (y * lead(by, weight) - lead(by, weight * y)) for by in (p, y)]
    n, total = float(weight.sum()), float(weight @ y)
    return RowTotals([ranked[0], ranked[1] if normalised else weight * (n * y + total)], _over, 2)


def spearman(y: Floats, p: Floats, weight: Floats) -> RowTotals:
    """The correlation of ranks; each row has ranks, and moves those of the others."""
    n = float(weight.sum())
    first, second = lead(y, weight) / n, lead(p, weight) / n
    both = first * second - (lead(y, weight * second) + lead(p, weight * first)) / n
    alone = [rank**2 - 2 * lead(values, weight * rank) / n for values, rank in ((y, first), (p, second))]
    return RowTotals([weight * part for part in (both, *alone)], _over_root, 3, (y, p))


def kendall(y: Floats, p: Floats, weight: Floats, variant: str = "b") -> RowTotals:
    """Pairs ordered alike less those ordered oppositely, over those that differ or over all."""
    agree = weight * agreement(y, p, weight)
    if variant == "b":
        return RowTotals([agree, *(weight * _apart(values, weight) for values in (y, p))], _over_root, 2)
    n, fewer = float(weight.sum()), min(len(np.unique(y)), len(np.unique(p)))
    most = fewer / (fewer - 1) if variant == "c" else n / (n - 1)
    return RowTotals([most * agree, weight * n], _over, 2)


def somers_d(y: Floats, p: Floats, weight: Floats, dependent: str = "y") -> RowTotals:
    """The same over the pairs that differ in the variable that explains."""
    return RowTotals([weight * agreement(y, p, weight), weight * _apart(y if dependent == "y" else p, weight)], _over, 2)


def concordance_index(y: Floats, p: Floats, weight: Floats, predicts: str = "time", event: NDArray[np.bool_] | None = None) -> RowTotals:
    """The share of pairs that can be compared which are ordered alike; the other way round where risks are predicted."""
    p = p if predicts == "time" else -p
    rows, value, degree, varied = somers_d(y, p, weight) if event is None else _censored(y, p, weight, event)
    return RowTotals(rows, lambda *totals: (1 + value(*totals)) / 2, degree, varied)


def _censored(y: Floats, p: Floats, weight: Floats, event: NDArray[np.bool_]) -> RowTotals:
    """The same over the pairs whose earlier time is that of an event; of equal times, events come before what was censored."""
    time = 2 * np.unique(y, return_inverse=True)[1] + ~event
    _, said = np.unique(p, return_inverse=True)
    seen = weight * event
    before = [_below_both(time, side * said, seen) for side in (1, -1)]
    after = [_below_both(-time, -side * said, weight) for side in (1, -1)]
    agree = before[0] - before[1] + event * (after[0] - after[1])
    comparable = _less(time, seen) + event * _less(-time, weight)
    return RowTotals([weight * agree, weight * comparable], _over, 2)


def _less(values: NDArray[Any], weight: Floats) -> Floats:
    """For each row, the weight of rows with smaller values."""
    _, place = np.unique(values, return_inverse=True)
    at = np.bincount(place, weight)
    return np.asarray((np.cumsum(at) - at)[place])


def _apart(values: Floats, weight: Floats) -> Floats:
    """For each row, the weight of rows with another value."""
    _, place = np.unique(values, return_inverse=True)
    return np.asarray(weight.sum() - np.bincount(place, weight)[place])


def agreement(y: Floats, p: Floats, weight: Floats) -> Floats:
    """For each row, the weight of rows that both series order alike beside it less that of rows that they order oppositely."""
    _, first = np.unique(y, return_inverse=True)
    _, second = np.unique(p, return_inverse=True)
    made = [one * other * _below_both(one * first, other * second, weight) for one in (1, -1) for other in (1, -1)]
    return np.asarray(np.sum(made, axis=0))


def _below_both(first: NDArray[Any], second: NDArray[Any], weight: Floats) -> Floats:
    """For each row, the weight of rows that are less in both, by the bits of the second: rows stay in the order of the first
    among those that share the bits so far.
    """
    order = np.argsort(first, kind="stable")
    asked = second - second.min()
    code, mass = asked[order], weight[order]
    low, high = np.zeros(len(code), np.int64), np.searchsorted(first[order], first)
    found = np.zeros(len(code))
    for bit in reversed(range(int(asked.max()).bit_length())):
        unset = (code >> bit & 1) == 0
        zeros, held = (np.concatenate([[0], np.cumsum(part)]) for part in (unset, np.where(unset, mass, 0)))
        above = (asked >> bit & 1) == 1
        found += np.where(above, held[high] - held[low], 0)
        low, high = (np.where(above, zeros[-1] + end - zeros[end], zeros[end]) for end in (low, high))
        sides = np.concatenate([np.flatnonzero(unset), np.flatnonzero(~unset)])
        code, mass = code[sides], mass[sides]
    return found
