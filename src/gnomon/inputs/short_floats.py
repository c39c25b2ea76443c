"""Numbers of float32 as float64: 0.7 as float32 is read as 0.7, not as the 0.699999988 that it is nearest to."""

import math
from decimal import Decimal
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..types import Array

CHUNK = 1 << 15
SHORT = (np.float32, np.float16, Decimal)
EXACT = 22
"""Powers of ten up to this are floats; a whole number times or over one is rounded once, as a decimal that is read."""
_UNIT = [math.ldexp(1.0, exponent - 150) for exponent in range(256)]
_PLACES = np.array([math.floor(-math.log10(unit)) for unit in _UNIT])
"""By the exponent's bits, the most decimal places at which no two decimals are the same float32."""
_POWERS = np.array([10.0**places for places in range(EXACT + 1)])


def shortest_decimals(array: Array) -> Array:
    """float32 as float64, by the shortest decimal that stands for each number, which is what files and people write.

    float16 counts as the float32 that files hold it as; among objects decimals are floats too; anything else stays as it is.

    >>> shortest_decimals(np.array([0.7, 16777216, 1e-3], np.float32)).tolist()
    [0.7, 16777216.0, 0.001]
    """
    if array.dtype == object and any(isinstance(value, SHORT) for value in array):
        made = np.empty(len(array), object)
        made[:] = [_of_object(value) for value in array]
        return made
    if array.dtype.kind != "f" or array.dtype.itemsize > 4:
        return array
    narrow = np.ascontiguousarray(array, np.float32)
    out = narrow.astype(np.float64)
    for start in range(0, len(out), CHUNK):
        _shorten(narrow[start : start + CHUNK], out[start : start + CHUNK])
    return out


def _of_object(value: object) -> Any:
    if isinstance(value, Decimal):
        return float(value)
    return float(str(np.float32(value))) if isinstance(value, SHORT) else value


def _shorten(given: Array, out: NDArray[np.float64]) -> None:
    """A decimal with so few places that it is alone, one of the next place, or what is written in the end."""
    left = np.flatnonzero((out != np.rint(out)) | (np.abs(out) >= 2.0**24))  # the others are whole numbers, and NaN is equal to nothing
    left = left[np.isfinite(out[left])]
    values = given[left]
    first = _PLACES[values.view(np.uint32) >> 23 & 255]
    for more in (0, 1):
        places = first + more
        found = _rounded(out[left], places)
        with np.errstate(over="ignore"):  # numbers near the largest, whose power is past the exact ones
            met = (found.astype(np.float32) == values) & (np.abs(first) < EXACT)
        out[left[met]] = found[met]
        left, values, first = left[~met], values[~met], first[~met]
        if not len(left):
            return
    out[left] = [float(str(value)) for value in values]


def _rounded(values: NDArray[np.float64], places: Array) -> NDArray[np.float64]:
    power = _POWERS[np.minimum(np.abs(places), EXACT)]
    if (places >= 0).all():
        return np.asarray(np.rint(values * power) / power)
    return np.asarray(np.where(places >= 0, np.rint(values * power) / power, np.rint(values / power) * power))
