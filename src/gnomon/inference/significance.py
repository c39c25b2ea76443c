"""Tests of a difference on the same rows, and what several of them at once ask for."""

import math
from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from ..metrics.calibration_tests import binomial_chance as binomial_chance
from ..randomness import stream
from ..types import Floats
from .proportions import Ends, z_of

ALTERNATIVES = ("two-sided", "greater", "less")
"""What a p-value asks: whether a difference is another than 0, above 0, or below 0."""


def normal_p(z: float, alternative: str = "two-sided") -> float:
    """The p-value of a standard normal figure.

    >>> round(normal_p(1.959964), 6), round(normal_p(1.959964, "greater"), 6)
    (0.05, 0.025)
    """
    if alternative == "two-sided":
        return math.erfc(abs(z) / math.sqrt(2))
    return math.erfc((z if alternative == "greater" else -z) / math.sqrt(2)) / 2


def t_p(t: float, df: float, alternative: str = "two-sided") -> float:
    """The p-value of Student's t.

    >>> round(t_p(2.0, 10), 6)
    0.073388
    """
    if math.isinf(df):
        return normal_p(t, alternative)
    from scipy.special import stdtr

    if alternative == "two-sided":
        return float(2 * stdtr(df, -abs(t)))
    return float(stdtr(df, -t if alternative == "greater" else t))


def mcnemar(only_a: int, only_b: int, exact: bool = False, alternative: str = "two-sided") -> float:
    """McNemar's p-value from the rows that only one of two models got right: mid-p, or exact (Binomial(n, ½)).

    The exact test rejects less often than its level says; mid-p counts what was seen by half and comes nearer.

    >>> round(mcnemar(1, 7, exact=True), 5), round(mcnemar(1, 7), 5)
    (0.07031, 0.03906)
    """
    n = only_a + only_b
    least = {"greater": only_b, "less": only_a}.get(alternative, min(only_a, only_b))
    sides = 2 if alternative == "two-sided" else 1
    if n == 0:
        return 1.0 if exact else sides / 2
    from scipy.special import bdtr

    tail = float(bdtr(least, n, 0.5))
    if exact:
        return min(sides * tail, 1.0)
    here = math.exp(math.lgamma(n + 1) - math.lgamma(least + 1) - math.lgamma(n - least + 1) - n * math.log(2))
    return min(sides * (tail - here / 2), 1.0)


def paired_shares(only_a: float, only_b: float, trials: float, level: float) -> Ends:
    """The interval of the difference of two shares of the same rows, one row added to either side (Bonett and Price).

    >>> low, high = paired_shares(7, 1, 40, 0.95)
    >>> round(low, 4), round(high, 4)
    (0.0018, 0.284)
    """
    a, b = (only_a + 1) / (trials + 2), (only_b + 1) / (trials + 2)
    half = z_of(level) * math.sqrt((a + b - (a - b) ** 2) / (trials + 2))
    return max(a - b - half, -1.0), min(a - b + half, 1.0)


def randomization(differences: Floats, replicates: int, seed: int, alternative: str = "two-sided") -> float:
    """The p-value of a mean of paired differences when the sign of each is thrown by a coin (Fisher).

    Up to 12 units every one of the throws is counted, beyond that ``replicates`` of them, the one that was seen among them.

    >>> randomization(np.array([0.1, 0.2, 0.3, 0.1, 0.2, 0.4]), 1000, 0)
    0.03125
    """
    units = differences[differences != 0]
    if not len(units):
        return 1.0
    units = -units if alternative == "less" else units
    size = np.abs if alternative == "two-sided" else np.asarray
    total = float(units.sum())
    seen = float(size(total)) - 1e-12 * abs(total)
    if len(units) <= 12:
        throws = 1 - 2 * ((np.arange(2 ** len(units))[:, None] >> np.arange(len(units))) & 1)
        return float((size(throws @ units) >= seen).mean())
    rng = stream(seed)
    beyond, at_once = 0, max(1, 2**22 // len(units))
    for first in range(0, replicates, at_once):
        throws = 1 - 2 * rng.integers(0, 2, (min(at_once, replicates - first), len(units)), np.int8)
        beyond += int((size(throws @ units) >= seen).sum())
    return (1 + beyond) / (1 + replicates)


def holm(p_values: Sequence[float]) -> list[float]:
    """p-values adjusted so that the chance of any false alarm among all keeps the level (Holm); NaN stays NaN and is not counted.

    >>> [round(p, 6) for p in holm([0.01, 0.04, 0.03])]
    [0.03, 0.06, 0.06]
    """
    return _adjusted(p_values, lambda p, rank, m: np.maximum.accumulate(p * (m - rank)))


def benjamini_hochberg(p_values: Sequence[float]) -> list[float]:
    """p-values adjusted so that the share of false alarms among the alarms keeps the level (Benjamini and Hochberg).

    >>> [round(p, 6) for p in benjamini_hochberg([0.01, 0.04, 0.03])]
    [0.03, 0.04, 0.04]
    """
    return _adjusted(p_values, lambda p, rank, m: np.minimum.accumulate((p * m / (rank + 1))[::-1])[::-1])


def adjusted_once(rule: Callable[[Sequence[float]], list[float]], p_values: Sequence[float], hypotheses: Sequence[object]) -> list[float]:
    """p-values adjusted by Holm's or another rule where some test the same hypothesis: it counts once, with the largest of its p-values.

    >>> [round(p, 6) for p in adjusted_once(holm, [0.01, 0.01, 0.03], ["area", "area", "loss"])]
    [0.02, 0.02, 0.03]
    """
    largest: dict[object, float] = {}
    for hypothesis, p in zip(hypotheses, p_values, strict=True):
        if not math.isnan(p):
            largest[hypothesis] = max(p, largest.get(hypothesis, 0.0))
    found = dict(zip(largest, rule(list(largest.values())), strict=True))
    return [math.nan if math.isnan(p) else found[hypothesis] for hypothesis, p in zip(hypotheses, p_values, strict=True)]


def _adjusted(p_values: Sequence[float], rule: Callable[[Floats, NDArray[np.int64], int], Floats]) -> list[float]:
    p = np.asarray(p_values, float)
    there = np.flatnonzero(~np.isnan(p))
    order = there[np.argsort(p[there], kind="stable")]
    out = np.full(len(p), np.nan)
    out[order] = np.minimum(rule(p[order], np.arange(len(order)), len(order)), 1.0)
    return [float(x) for x in out]
