"""The columns of a joint distribution: what every kernel that walks them relies on, and coarser ones made of them."""

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from .. import _core
from ..errors import InputError
from ..inputs.pairs import LARGEST
from ..parallel import THREADS
from ..types import Floats
from .invariants import as_amounts, as_scores, as_whole, frozen
from .sweep_columns import MOST_SHIFT

if TYPE_CHECKING:
    from ..types import Array


LEAST, MOST = -1074, 1024
"""The powers of two that floats are multiples of; 0 is one of all."""


def checked_joint(
    truth: Floats,
    prediction: Floats,
    observed: "Array",
    censored: "Array",
    shift: object,
    resolution: object,
    grain: tuple[int, int] | None,
) -> tuple[Any, ...]:
    """The same as a joint holds them: copies that nobody writes to, each distinct pair once and ascending."""
    truth = as_scores(truth, "truth")
    prediction = as_scores(prediction, "prediction", len(truth))
    observed, censored = (as_amounts(one, name, len(truth)) for one, name in ((observed, "observed"), (censored, "censored")))
    if observed.dtype != censored.dtype:  # counts beside weights
        observed, censored = (frozen(column.astype(np.float64)) for column in (observed, censored))
    as_amounts(observed + censored, "observed+censored", len(truth))
    shift = as_whole(shift, "shift", 0, MOST_SHIFT)
    for column, name in ((truth, "truth"), (prediction, "prediction")):
        if shift and (_core.floor_scores(column, shift, THREADS) != column).any():
            raise InputError("summary.joint_cells_mismatch", name=name, shift=shift)
        past = np.abs(column) > LARGEST
        if not shift and past.any():
            raise InputError("summary.joint_value_too_large", name=name, value=column[past][0], at=int(np.argmax(past)))
    rises = (truth[1:] > truth[:-1]) | ((truth[1:] == truth[:-1]) & (prediction[1:] > prediction[:-1]))
    if not rises.all():
        raise InputError(
            "summary.joint_pairs_not_ascending",
            truth=truth[1:][~rises][0],
            prediction=prediction[1:][~rises][0],
            at=int(np.argmin(rises)) + 1,
        )
    if (observed + censored <= 0).any():
        raise InputError("summary.joint_pair_empty", at=int(np.argmin(observed + censored > 0)))
    resolution = None if resolution is None else as_whole(resolution, "resolution", 4)
    return truth, prediction, observed, censored, shift, resolution, _checked_grain(grain, shift)


def _checked_grain(grain: object, shift: int) -> tuple[int, int] | None:
    """Two powers of two where cells are coarse, none where every value is at hand."""
    if (grain is None) != (shift == 0):
        raise InputError("summary.grain_shift_conflict", grain=grain, shift=shift)
    if grain is None:
        return None
    if not isinstance(grain, (tuple, list)) or len(grain) != 2:
        raise InputError("summary.grain_not_integer_pair", grain=grain)
    return as_whole(grain[0], "grain", LEAST, MOST), as_whole(grain[1], "grain", LEAST, MOST)


def coarse_joint(columns: tuple[object, ...], shift: int, limit: int | None = None) -> tuple[int, tuple[Any, ...]]:
    """The columns in cells of this shift; with a limit, of the smallest from there on that leaves no more cells.

    Cells of a larger shift are made of whole ones of a smaller, so that their number only falls, and whichever way one came to a shift,
    its cells are the same.
    """
    if limit is None:
        return shift, _at(columns, shift)
    low, high, found = shift + 1, MOST_SHIFT, None
    while low < high:
        middle = (low + high) // 2
        tried = _at(columns, middle)
        if len(tried[0]) <= limit:
            high, found = middle, tried
        else:  # still too many, but fewer to go on from
            low, columns = middle + 1, tried
    return high, _at(columns, high) if found is None else found


def _at(columns: tuple[Any, ...], shift: int) -> tuple[Any, ...]:
    truth, prediction = (_core.floor_scores(axis, shift, THREADS) for axis in columns[:2])
    made: tuple[Any, ...] = _core.joint_columns(truth, prediction, columns[2], columns[3], THREADS)
    return made


def grain_of(values: Floats) -> int:
    """The largest power of two of which all values are whole multiples.

    >>> grain_of(np.array([1.5, 2.0, 0.0])), grain_of(np.array([96.0])), grain_of(np.zeros(2))
    (-1, 5, 1024)
    """
    fractions, exponents = np.frexp(values[values != 0])
    if not len(fractions):
        return MOST
    digits = np.abs(fractions * 2.0**53).astype(np.int64)
    trailing = np.frexp((digits & -digits).astype(np.float64))[1] - 1
    return int((exponents.astype(np.int64) - 53 + trailing).min())


def one_value(floors: Floats, shift: int, grain: int) -> NDArray[np.bool_]:
    """Which cells can hold one value only: they reach over no more than one multiple of the grain."""
    ceilings = _core.cell_ceilings(floors, shift)
    with np.errstate(over="ignore"):
        first, last = np.ceil(np.ldexp(floors, -grain)), np.floor(np.ldexp(ceilings, -grain))
    return np.asarray(last <= first)
