"""Rows in the order of time: whether what they add goes together, and the standard error of their mean where it does."""

import math

import numpy as np

from ..types import Floats

FEWEST_ROWS = 20
"""Rows from which on an autocorrelation is looked for."""
LEAST, DEVIATIONS = 0.05, 4.0
"""The autocorrelation from which on a mean's standard error is noticeably too small, and how far beyond chance it has to be."""


def autocorrelation(apart: Floats) -> float:
    """The correlation of neighbouring values, 0 where none of them varies."""
    apart = apart - apart.mean()
    size = float(np.abs(apart).max(initial=0.0))
    if size == 0:
        return 0.0
    unit = apart / size
    return float(unit[1:] @ unit[:-1]) / float(unit @ unit)


def goes_together(apart: Floats) -> float | None:
    """The correlation of neighbouring values where it is larger than chance and large enough to matter; else None."""
    if len(apart) < FEWEST_ROWS:
        return None
    found = autocorrelation(apart)
    return found if found >= LEAST and found * math.sqrt(len(apart)) >= DEVIATIONS else None


def long_run_error(apart: Floats) -> tuple[float, float]:
    """The standard error of a sum of values that go together in time, and its degrees of freedom.

    The long-run variance is the mean of the first squared cosine terms, as many as 0.41·n^(2/3) rounded down, and Student's law has as many
    degrees of freedom (Lazarus, Lewis, Stock and Watson 2018).

    >>> error, terms = long_run_error(np.array([1.0, -1.0, 2.0, -2.0, 0.5, -0.5, 1.5, -1.5]))
    >>> round(error, 6), terms
    (1.8024, 1.0)
    """
    n = len(apart)
    terms = max(int(0.41 * n ** (2 / 3)), 1)
    middle = (np.arange(n) + 0.5) / n
    apart = apart - apart.mean()
    squared = [float(apart @ np.cos(math.pi * j * middle)) ** 2 for j in range(1, terms + 1)]
    return math.sqrt(2 * math.fsum(squared) / terms), float(terms)
