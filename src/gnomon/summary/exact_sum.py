"""Sums of floats without rounding, so that they are the same however rows are split and in whatever order they come."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

_LEAST = -1074
"""The exponent of the smallest float: every float is a whole number of 2^-1074."""


def exact_sum(values: NDArray[Any]) -> int:
    """The sum as a whole number of 2^-1074.

    >>> rounded(exact_sum(np.array([0.1] * 10))), sum([0.1] * 10)
    (1.0, 0.9999999999999999)
    """
    fractions, exponents = np.frexp(np.asarray(values, np.float64))
    digits = (fractions * 2.0**53).astype(np.int64)
    total = 0
    for exponent in np.unique(exponents):
        some = digits[exponents == exponent]
        low = some & (2**26 - 1)  # in two halves, so that billions of them fit
        high = (some - low) >> 26
        whole = (int(high.sum()) << 26) + int(low.sum())
        shift = int(exponent) - 53 - _LEAST
        total += whole << shift if shift >= 0 else whole >> -shift
    return total


def rounded(total: int) -> float:
    """The float nearest to a sum."""
    from fractions import Fraction

    return float(Fraction(total, 2**-_LEAST))
