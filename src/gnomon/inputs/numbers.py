"""Scores and weights: finite numbers, refused with their position when they are not."""

from numbers import Real

import numpy as np
from numpy.typing import NDArray

from ..errors import InputError
from ..messages.language import say
from ..types import Array
from .arrays import contiguous, holds_texts, missing_mask, more, one_dimension, same_length, to_array

LARGEST_EXACT = 2**53

LEAST_WEIGHT = 1e-100
"""The least weight besides 0: the product of two is still a float with all its digits."""


def is_number(value: object) -> bool:
    """Whether a value is a real number that a float can hold; infinite ones and NaN are.

    >>> is_number(3), is_number(True), is_number(10**400), is_number(float("inf"))
    (True, False, False, True)
    """
    if isinstance(value, bool) or not isinstance(value, Real):
        return False
    try:
        float(value)
    except OverflowError:
        return False
    return True


def as_floats(array: Array, name: str) -> Array:
    """Numbers as float32 or float64 that hold them exactly; anything that is no number is refused."""
    kind = array.dtype.kind
    if array.dtype.char in "df":
        return contiguous(array)
    if kind == "b" or (kind == "f" and array.dtype.itemsize < 4):
        return array.astype(np.float64)
    if kind in "iu":
        return _from_integers(array, name)
    if kind == "f":
        return _exactly(array, array.astype(np.float64), name)
    texts = holds_texts(array)
    if array.dtype == object and not texts:
        return _from_objects(array, name)
    what = "strings" if texts else say("inputs.part_values_of_type", type=array.dtype)
    raise InputError("inputs.values_not_numeric", name=name, what=what, tolist=array.ravel()[:1].tolist())


def _from_integers(array: Array, name: str) -> Array:
    if array.dtype.itemsize < 8 or array.size == 0 or (int(array.max()) <= LARGEST_EXACT and int(array.min()) >= -LARGEST_EXACT):
        return array.astype(np.float64)
    return _exactly(array, array.astype(np.float64), name)


def _exactly(array: Array, floats: Array, name: str) -> Array:
    changed = np.flatnonzero(floats.astype(array.dtype) != array) if array.size else np.array([], int)
    changed = changed[~np.isnan(floats.ravel()[changed])]
    if changed.size:
        at = int(changed[0])
        raise InputError(_inexact(name, array.ravel()[at], at))
    return contiguous(floats)


def _inexact(name: str, value: object, position: int) -> str:
    return say(
        "inputs.number_not_exact_in_float64",
        name=name,
        value=value,
        position=position,
    )


def _from_objects(array: Array, name: str) -> Array:
    out = np.empty(array.size)
    missing = missing_mask(array.ravel())
    for position, value in enumerate(array.ravel()):
        if missing is not None and missing[position]:
            out[position] = np.nan
            continue
        if isinstance(value, (str, bytes)) or not hasattr(value, "__float__"):
            raise InputError(
                "inputs.value_not_numeric_at_position",
                name=name,
                value=value,
                type=type(value).__name__,
                position=position,
            )
        try:
            out[position] = float(value)
            exact = not isinstance(value, (int, np.integer)) or int(out[position]) == int(value)
        except OverflowError:
            exact = False
        if not exact:
            raise InputError(_inexact(name, value, position))
    return out.reshape(array.shape)


def refuse_not_finite(array: Array, name: str, missing: str = "error") -> None:
    """Raise for the first NaN or infinity, if there is any."""
    with np.errstate(over="ignore", invalid="ignore"):
        if np.isfinite(array.sum()):  # one pass, no temporary; a sum that overflows is looked into below
            return
    broken = np.flatnonzero(~np.isfinite(array.ravel()))
    if not broken.size:
        return
    at = int(broken[0])
    value = float(array.ravel()[at])
    text = say(
        "inputs.part_number_at_place",
        name=name,
        value="NaN" if value != value else value,
        where=_where(array, at),
        more=more(broken.size, array.size),
    )
    remedy = say("inputs.remedy_scores_finite")
    if value != value and missing == "error":
        remedy = say("inputs.remedy_scores_finite_or_drop")
    elif np.isinf(value):
        remedy = say("inputs.remedy_scores_clip_infinite")
    raise InputError("inputs.score_not_finite", text=text, remedy=remedy)


def as_weight(weight: object, n: int, other: str) -> NDArray[np.float64] | None:
    """Per-row weights as float64: finite, not negative, not all zero."""
    if weight is None:
        return None
    array = one_dimension(to_array(weight, "weight"), "weight")
    same_length(array.size, "weight", n, other)
    floats = contiguous(as_floats(array, "weight").astype(np.float64, copy=False))
    wrong = np.flatnonzero(~(floats >= 0) | np.isinf(floats))
    if wrong.size:
        at = int(wrong[0])
        value = "NaN" if np.isnan(floats[at]) else f"{floats[at]:g}"
        raise InputError("inputs.weight_negative_or_not_finite", value=value, at=at)
    if not floats.any():
        raise InputError("inputs.weight_all_zero", n=n)
    with np.errstate(over="ignore"):
        total = float(floats.sum())
    if not LEAST_WEIGHT < total < 1e100:
        raise InputError("inputs.weight_sum_too_large", total=total)
    tiny = np.flatnonzero(too_small(floats))
    if tiny.size:
        raise InputError(
            "inputs.weight_too_small",
            value=float(floats[tiny[0]]),
            at=int(tiny[0]),
            more=more(tiny.size, floats.size),
        )
    return floats


def too_small(weight: Array) -> NDArray[np.bool_]:
    """Which weights are neither 0 nor large enough for products of them to keep their digits."""
    return np.asarray((weight > 0) & (weight < LEAST_WEIGHT))


def refuse_outside_unit(array: Array, name: str) -> None:
    """Raise for the first value outside [0, 1]: it is no probability, and nothing is squashed behind the caller's back."""
    wrong = np.flatnonzero(~((array.ravel() >= 0) & (array.ravel() <= 1)))
    if wrong.size:
        at = int(wrong[0])
        raise InputError(
            "inputs.probability_out_of_range",
            name=name,
            ravel=array.ravel()[at],
            where=_where(array, at),
        )


def _where(array: Array, at: int) -> str:
    if array.ndim == 1:
        return say("inputs.part_position", at=at)
    return say("inputs.part_position_row_column", row=at // array.shape[1], column=at % array.shape[1])


def sum_tolerance(classes: int) -> float:
    """How far the probabilities of so many classes may miss 1 together.

    Half a unit of the third digit for each class, for those that were rounded to three digits; no less than 2⁻⁸, which bfloat16 rounds by
    (float16 by 2⁻¹¹); and no more than 0.05, past which rows would pass that are no distribution at all.
    """
    return min(max(5e-4 * classes, 2.0**-8), 0.05)


def sums_off(matrix: Array, weight: Array | None = None) -> tuple[NDArray[np.bool_], NDArray[np.float64]]:
    """Which rows that weigh anything do not sum to 1, and what all rows sum to."""
    total = matrix.sum(axis=1, dtype=np.float64)
    off = ~(np.abs(total - 1) <= sum_tolerance(matrix.shape[1]))
    return (off if weight is None else off & (weight > 0)), total


def refuse_no_distribution(matrix: Array, name: str, weight: Array | None = None) -> None:
    """Raise for the first row that is no distribution over the classes: outside [0, 1], or not summing to 1."""
    refuse_outside_unit(matrix, name)
    off, total = sums_off(matrix, weight)
    if off.any():
        at = int(np.argmax(off))
        raise InputError(
            "inputs.probabilities_sum_not_one",
            name=name,
            total=total[at],
            at=at,
            more=more(int(off.sum()), len(total)),
        )
