"""Spearman's coefficient over every order that one column could have had beside the other."""

import math
from functools import cache

import numpy as np
from numpy.typing import NDArray

from ..types import Floats

MOST_RANKED = 9
"""Up to so many rows every order is counted unasked: 362,880."""


@cache
def _orders(n: int) -> NDArray[np.int8]:
    """Every order of n places: those of n − 1 with the last put in at each place."""
    if n == 1:
        return np.zeros((1, 1), np.int8)
    fewer = _orders(n - 1)
    return np.concatenate([np.insert(fewer, place, n - 1, axis=1) for place in range(n)])


def doubled_ranks(values: Floats) -> NDArray[np.int64]:
    """Twice the mean rank of each value: a whole number."""
    _, place, counts = np.unique(values, return_inverse=True, return_counts=True)
    last = np.cumsum(counts)
    return np.asarray((2 * last - counts + 1)[place], np.int64)


def spearman_tail(x: Floats, y: Floats, alternative: str) -> float:
    """The share of all orders whose coefficient is at least as far out as the one that was seen; ties stay as they are.

    >>> spearman_tail(np.arange(5.0), np.array([0.0, 1, 2, 4, 3]), "two-sided")
    0.08333333333333333
    """
    first, second = doubled_ranks(x), doubled_ranks(y)
    n = len(first)
    # Sums of products of whole ranks are whole: equal coefficients are equal numbers.
    centre = first.sum() * second.sum()
    sums = n * (second[_orders(n)] @ first) - centre
    seen = n * int(first @ second) - centre
    if alternative == "two-sided":
        return float(np.mean(np.abs(sums) >= abs(seen)))
    return float(np.mean(sums >= seen) if alternative == "greater" else np.mean(sums <= seen))


def end_of_ranks(x: Floats, coefficient: float, alternative: str) -> float:
    """The p-value of a coefficient of ±1: so many of the n! orders agree wholly, those among equal values."""
    _, counts = np.unique(x, return_counts=True)
    share = math.exp(math.fsum(math.lgamma(count + 1) for count in counts.tolist()) - math.lgamma(len(x) + 1))
    if alternative == "two-sided":
        return 2 * share if (counts == counts[::-1]).all() else share  # only such ties can be wholly reversed
    return share if (coefficient > 0) == (alternative == "greater") else 1.0
