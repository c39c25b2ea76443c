"""Which variables come onto a card, and why the others do not."""

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..words import Message
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


def by_correlation(woe: Mapping[str, Floats], iv: Mapping[str, float], weight: Floats | None, most: float) -> Dropped:
    """Of two variables whose WOE go together, the one that tells less; those of one IV in the order of the columns."""
    names = sorted(woe, key=lambda name: -iv[name])
    if len(names) < 2:
        return {}
    matrix = np.column_stack([woe[name] for name in names])
    share = np.full(len(matrix), 1 / len(matrix)) if weight is None else weight / weight.sum()
    centred = matrix - share @ matrix
    together = centred.T @ (centred * share[:, None])
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


def by_stability(
    places: Mapping[str, NDArray[np.int64]],
    periods: NDArray[np.int64],
    named: Any,
    sizes: Mapping[str, int],
    weight: Floats | None,
    most: float,
) -> Dropped:
    """Variables whose bins fill otherwise in some later period than in the first."""
    dropped: Dropped = {}
    row = np.ones(len(named))
    if weight is not None:  # by Kish's effective size; a period without weight has no rows to fill in for
        total, squares = np.bincount(periods, weight, len(named)), np.bincount(periods, weight**2, len(named))
        row = np.divide(squares, total, out=row, where=total > 0)
    for name, bins in places.items():
        counts = np.bincount(periods * sizes[name] + bins, weight, len(named) * sizes[name]).reshape(len(named), sizes[name])
        found = [index_of(counts[0], later, (row[0], one)) for later, one in zip(counts[1:], row[1:], strict=True)]
        if found and max(found) > most:
            worst = int(np.argmax(found)) + 1
            dropped[name] = Message("psi_too_high", psi=found[worst - 1], period=str(named[worst]), first=str(named[0]), most=most)
    return dropped
