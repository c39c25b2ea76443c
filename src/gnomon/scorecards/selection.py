"""Which variables come onto a card, and why the others do not."""

from collections.abc import Callable, Mapping
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..inference.comparison import p_text
from ..inference.significance import holm
from ..messages import Message
from ..types import Floats
from .psi_chance import chance_of
from .rows_here import ByPeriod
from .stability_index import ZERO, index_of, index_of_rows

Dropped = dict[str, str]
ALPHA = 0.05


def by_information(iv: Mapping[str, float], chance: Mapping[str, float], least: float, most: float | None) -> Dropped:
    """Variables that tell too little beyond what chance gives, or so much that they must know the outcome."""
    dropped: Dropped = {}
    for name, value in iv.items():
        if value < least:
            dropped[name] = Message("iv_too_low", iv=value, least=least)
        elif value - chance[name] < least:
            dropped[name] = Message("iv_by_chance", iv=value, chance=chance[name], least=least)
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
    """Variables whose bins fill otherwise in some later period than in the first, by more than chance makes of so many of both.

    p is adjusted after Holm for all of them, as in ``stability``.
    """
    named, row = periods.names, periods.row_weight
    found = {name: [_chance(counts, row, later) for later in range(1, len(named))] for name, counts in periods.counts.items()}
    adjusted = iter(holm([p for pairs in found.values() for _, p in pairs]))
    dropped: Dropped = {}
    for name, pairs in found.items():
        sure = [psi if next(adjusted) < ALPHA else 0.0 for psi, _ in pairs]
        if sure and max(sure) > most:
            worst = int(np.argmax(sure))
            dropped[name] = Message("psi_too_high", psi=sure[worst], period=str(named[worst + 1]), first=str(named[0]), most=most)
    return dropped


def _chance(counts: Floats, row: Floats, later: int) -> tuple[float, float]:
    """The index of a later period against the first, and how often chance makes as much."""
    sides, rows = (counts[0], counts[later]), (float(row[0]), float(row[later]))
    there = (sides[0] > 0) | (sides[1] > 0)
    sizes = float(sides[0].sum()) / rows[0], float(sides[1].sum()) / rows[1]
    psi = index_of(*sides, rows)
    if not min(sizes) > 0:
        return psi, float("nan")
    pooled = (sides[0] / rows[0] + sides[1] / rows[1])[there]
    return psi, chance_of(psi, int(there.sum()), sizes, pooled, index_of_rows(ZERO)).p_value


def by_collinearity(names: list[str], together: Floats, most: float) -> tuple[list[str], Dropped]:
    """The variables that are left once, one by one, the one with the largest variance inflation above ``most`` is left out."""
    kept, dropped = list(range(len(names))), Dropped()
    while len(kept) > 1:
        part = together[np.ix_(kept, kept)]
        spread = np.sqrt(np.diag(part))
        correlation = part / np.outer(spread, spread)
        inflation = np.diag(np.linalg.pinv(correlation, hermitian=True))
        if np.linalg.matrix_rank(correlation, hermitian=True) < len(kept):
            inflation = np.where(_explained(correlation), np.inf, inflation)
        worst = int(np.argmax(inflation))
        if not inflation[worst] > most:
            break
        dropped[names[kept.pop(worst)]] = Message("vif_too_high", vif=float(inflation[worst]), most=most)
    return [names[at] for at in kept], dropped


def _explained(correlation: Floats) -> NDArray[np.bool_]:
    """Which variables the others repeat exactly: those that the directions without variance go through."""
    values, vectors = np.linalg.eigh(correlation)
    return np.asarray(np.abs(vectors[:, values < 1e-10]).max(axis=1) > 1e-6)


class Sure(NamedTuple):
    """Coefficients of some variables, and the probability that chance brings one as far from 0."""

    coefficients: Floats
    p: Floats


Tested = Callable[[list[str]], Sure]


def backward(names: list[str], tested: Tested, alpha: float = ALPHA) -> tuple[list[str], Dropped]:
    """The variables left once, one by one, the least significant is left out; a coefficient below 0 goes against its WOE."""
    kept, dropped = list(names), Dropped()
    while kept:
        p = _one_sided(tested(kept))
        worst = int(np.argmax(p))
        if p[worst] <= alpha:
            break
        dropped[kept.pop(worst)] = Message("p_too_high", p=p_text(float(p[worst])), alpha=alpha)
    return kept, dropped


def stepwise(names: list[str], tested: Tested, alpha: float = ALPHA) -> tuple[list[str], Dropped]:
    """Forward selection: the most significant variable enters, then those leave that are significant no longer."""
    kept: list[str] = []
    left: set[str] = set()
    dropped = Dropped()
    while True:
        found = {name: _one_sided(tested([*kept, name]))[-1] for name in names if name not in kept and name not in left}
        dropped |= {name: Message("p_too_high", p=p_text(float(p)), alpha=alpha) for name, p in found.items()}
        best = min(found, key=lambda name: found[name], default=None)
        if best is None or found[best] > alpha:
            break
        kept, gone = backward([*kept, best], tested, alpha)
        left |= set(gone)  # what has left does not enter again, so that the search ends
        dropped |= gone
    return [name for name in names if name in kept], {name: why for name, why in dropped.items() if name not in kept}


def _one_sided(sure: Sure) -> Floats:
    """p, and 1 where the sign is wrong."""
    return np.where(sure.coefficients > 0, sure.p, 1.0)
