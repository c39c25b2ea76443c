"""Two models query by query: who wins which, how many are tied, and which queries moved most."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from ...catalog import Reference, parse
from ...public.ranking import queried
from ...summary import QueryValues, Ranked
from .tables import NEARLY


@dataclass(frozen=True)
class Duel:
    """One metric of two models on the queries for which both have a value.

    ``won`` counts the queries on which the first is better, whichever way the metric runs; ``moved`` names those that differ most, with
    both values, the farthest first; ``unmatched`` have a value in one of the two only.
    """

    metric: str
    won: int
    tied: int
    lost: int
    unmatched: int
    moved: list[tuple[Any, float, float]]


def duel_of(reference: Reference | str, a: Ranked | QueryValues, b: Ranked | QueryValues, most: int = 10) -> Duel:
    """The queries of one metric won, tied and lost by the first of two models.

    >>> import gnomon as gn
    >>> relevance, group = [1, 0, 1, 0, 1, 0], [1, 1, 2, 2, 3, 3]
    >>> first, second = (gn.Ranked.of(relevance, score, group=group) for score in ([2, 1, 2, 1, 1, 2], [2, 1, 1, 2, 1, 2]))
    >>> made = duel_of("mrr", first, second)
    >>> made.won, made.tied, made.lost, made.moved
    (1, 2, 0, [(2, 1.0, 0.5)])
    """
    reference = parse(reference) if isinstance(reference, str) else reference
    known = [_values(reference, one) for one in (a, b)]
    both = [name for name in known[0] if name in known[1]]
    first, second = (np.array([values[name] for name in both], np.float64) for values in known)
    sign = -1 if reference.entry.better == "lower" else 1
    gained = sign * (first - second)
    alike = np.abs(gained) <= NEARLY * np.maximum(np.maximum(np.abs(first), np.abs(second)), 1)
    order = [int(k) for k in np.argsort(-np.abs(gained), kind="stable")[:most] if not alike[k]]
    return Duel(
        metric=str(reference),
        won=int((gained[~alike] > 0).sum()),
        tied=int(alike.sum()),
        lost=int((gained[~alike] < 0).sum()),
        unmatched=len(set(known[0]) ^ set(known[1])),
        moved=[(both[k], float(first[k]), float(second[k])) for k in order],
    )


def _values(reference: Reference, ranked: Ranked | QueryValues) -> dict[Any, float]:
    """The value of each query that has one."""
    found = queried(reference, ranked)
    return {name: value for name, value in zip(found.names.tolist(), found.values.tolist(), strict=True) if value == value}
