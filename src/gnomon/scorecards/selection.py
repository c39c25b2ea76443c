"""Which variables come onto a card, and why the others do not."""

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from ..words import Message
from .rows_here import ByPeriod
from .stability_index import index_of

Floats = NDArray[np.float64]
Dropped = dict[str, str]


def by_information(iv: Mapping[str, float], least: float, most: float | None) -> Dropped:
    """Variables that tell too little, or so much that they must know the outcome."""
    dropped: Dropped = {}
    for name, value in iv.items():
        if value < least:
            dropped[name] = Message("iv_too_low", iv=value, least=least)
        elif most is not None and value > most:
            dropped[name] = Message("iv_too_high", iv=value, most=most)
    return dropped


def by_correlation(names: list[str], together: Floats, most: float) -> Dropped:
    """Of two variables whose WOE go together, the one that tells less: ``names`` begin with those that tell most."""
    spread = np.sqrt(np.diag(together))
    with np.errstate(invalid="ignore", divide="ignore"):
        correlation = np.nan_to_num(together / np.outer(spread, spread))
    kept: list[int] = []
    dropped: Dropped = {}
    for at, name in enumerate(names):
        near = next((other for other in kept if abs(correlation[at, other]) > most), None)
        if near is None:
            kept.append(at)
        else:
            dropped[name] = Message("woe_correlated", r=correlation[at, near], other=names[near], most=most)
    return dropped


def by_stability(periods: ByPeriod, most: float) -> Dropped:
    """Variables whose bins fill otherwise in some later period than in the first."""
    dropped: Dropped = {}
    named, row = periods.names, periods.row_weight
    for name, counts in periods.counts.items():
        found = [index_of(counts[0], later, (row[0], one)) for later, one in zip(counts[1:], row[1:], strict=True)]
        if found and max(found) > most:
            worst = int(np.argmax(found)) + 1
            dropped[name] = Message("psi_too_high", psi=found[worst - 1], period=str(named[worst]), first=str(named[0]), most=most)
    return dropped
