"""The columns of a sweep, after checking what every kernel that walks them relies on."""

from typing import TYPE_CHECKING, Any

import numpy as np

from .. import _core
from ..errors import InputError
from ..inputs.direction import check_direction, read
from ..parallel import THREADS
from ..types import Floats
from .invariants import as_amount, as_amounts, as_scores, as_whole, check_descends, frozen

if TYPE_CHECKING:
    from ..types import Array


MOST_SHIFT = 63
"""Of a float's 64 bits one stays, its sign: two cells are the fewest."""


def checked_sweep(
    thresholds: Floats,
    pos: "Array",
    neg: "Array",
    shift: object,
    resolution: object,
    marks: dict[float, tuple[float, float]],
    direction: object,
) -> tuple[Any, ...]:
    """The same as a sweep holds them: copies that nobody writes to, each distinct score once and the most positive first."""
    thresholds = as_scores(thresholds, "thresholds")
    pos, neg = as_amounts(pos, "pos", len(thresholds)), as_amounts(neg, "neg", len(thresholds))
    if pos.dtype != neg.dtype:  # counts beside weights
        pos, neg = (frozen(column.astype(np.float64)) for column in (pos, neg))
    direction = check_direction(direction)
    keys = read(thresholds, direction)
    check_descends(keys, "thresholds", thresholds)
    shift = checked_shift(shift, keys, "thresholds")
    resolution = None if resolution is None else as_whole(resolution, "resolution", 2)
    return thresholds, pos, neg, shift, resolution, _checked_marks(marks, float(pos.sum()), float(neg.sum())), direction


def checked_shift(shift: object, keys: Floats, name: str) -> int:
    """How many low bits the keys of cells lack: each of these is the lowest float of its cell."""
    bits = as_whole(shift, "shift", 0, MOST_SHIFT)
    if bits and (_core.floor_scores(keys, bits, THREADS) != keys).any():
        raise InputError("summary.sweep_cells_mismatch", name=name, shift=bits)
    return bits


def _checked_marks(marks: Any, positives: float, negatives: float) -> dict[float, tuple[float, float]]:
    """Counts at thresholds, none above what all rows weigh."""
    kept = {}
    for threshold, (tp, fp) in dict(marks).items():
        name = f"marks[{threshold!r:.40}]"
        if not isinstance(threshold, (int, float)) or threshold != threshold:
            raise InputError("summary.sweep_mark_not_numeric", name=name)
        for count, most in ((as_amount(tp, name), positives), (as_amount(fp, name), negatives)):
            if count > most * (1 + 1e-9):  # weights are rounded sums
                raise InputError("summary.sweep_mark_outweighs_class", name=name, count=count, most=most)
        kept[float(threshold)] = (tp, fp)
    return kept


def binned(thresholds: Floats, columns: tuple[Any, Any], totals: tuple[float, float], bins: int) -> tuple[Floats, Floats, Floats]:
    """Edges of bins of equal width, and what either column has in each.

    Scores too close together or too far apart to divide between get one bin.
    """
    low, high = sorted((float(thresholds[-1]), float(thresholds[0])))
    with np.errstate(over="ignore"):
        edges = np.asarray(np.linspace(low / 2, high / 2, bins + 1) * 2, np.float64)  # halves, so that their difference cannot overflow
    edges[0], edges[-1] = low, high
    if not (np.isfinite(edges).all() and (np.diff(edges) > 0).all()):
        return np.array([low, high]), np.array([float(totals[0])]), np.array([float(totals[1])])
    which = np.clip(np.searchsorted(edges, thresholds, side="right") - 1, 0, bins - 1)
    first, second = (np.bincount(which, weight, bins).astype(np.float64) for weight in columns)
    return edges, first, second
