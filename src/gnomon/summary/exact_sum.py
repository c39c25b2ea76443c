"""Sums of floats without rounding, so that they are the same however rows are split and in whatever order they come."""

import math
import re
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .. import _core
from ..errors import InputError

_LEAST = -1074
"""The exponent of the smallest float: every float is a whole number of 2^-1074."""
_HELD = re.compile(r"-?[0-9a-f]{1,1500}p(-[1-9][0-9]{0,3}|0)")
"""A sum as text: no longer than any sum of accepted numbers is."""


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
    return float(Fraction(total, 2**-_LEAST))


def dyadic(total: int, unit: int) -> Fraction:
    """``total`` · 2^-``unit``, with the common twos taken out first, which is far quicker than the general way."""
    spare = min((total & -total).bit_length() - 1, unit) if total else unit
    return Fraction(total >> spare, 1 << (unit - spare))


def exact(data: bytes) -> Fraction:
    """A sum as a kernel hands it over."""
    return dyadic(int.from_bytes(data, "little", signed=True), _core.UNIT)


def weighted_sum(values: NDArray[Any], weight: NDArray[np.float64] | None) -> Fraction:
    """The sum of finite values, each as often as it weighs, without a rounding.

    >>> weighted_sum(np.array([1e16, 1.0, -1e16]), None)
    Fraction(1, 1)
    """
    return exact(_core.exact_sum(np.ascontiguousarray(values, np.float64), weight))


def nearest(value: Fraction) -> float:
    """The float nearest to it; infinite past the largest."""
    try:
        return float(value)
    except OverflowError:
        return math.inf if value > 0 else -math.inf


def root(value: Fraction) -> float:
    """Its square root, of a number that need not be a float itself.

    >>> root(Fraction(2)), root(Fraction(1, 10**400))
    (1.4142135623730951, 1e-200)
    """
    above, below = value.numerator, value.denominator
    shift = max(140 - above.bit_length() + below.bit_length(), 0)
    shift += shift % 2
    return nearest(Fraction(math.isqrt((above << shift) // below), 1 << shift // 2))


def to_text(value: Fraction) -> str:
    """A whole number of a power of two, as text that :func:`from_text` reads."""
    return f"{value.numerator:x}p{1 - value.denominator.bit_length()}"


def from_text(text: object) -> Fraction:
    """What :func:`to_text` wrote."""
    if not isinstance(text, str) or not _HELD.fullmatch(text):
        raise InputError("summary.exact_sum_text_unreadable", text=text)
    digits, _, twos = text.partition("p-")
    return dyadic(int(digits.removesuffix("p0"), 16), int(twos or 0))
