"""Points by their coordinates, and matrices of their distances: finite numbers, refused with their place where they are not."""

from typing import Any

import numpy as np

from ..errors import InputError
from ..types import Array, Floats
from .arrays import contiguous, to_array
from .numbers import as_floats

ROUNDING = 1e-10
"""How far distances there and back may differ, beside the largest one: what sums in another order leave."""
TOGETHER = 256
"""Rows of a matrix of distances that are looked at together."""


def as_points(values: object, name: str = "points") -> Floats:
    """A row a point and a column a coordinate, finite.

    >>> as_points([[0, 1], [2, 3]]).shape
    (2, 2)
    """
    array = to_array(values, name)
    if array.ndim != 2 or not array.shape[1]:
        raise InputError(
            "inputs.coordinates_shape_mismatch",
            name=name,
            shape=array.shape,
        )
    points = contiguous(as_floats(array, name).astype(np.float64, copy=False))
    _refuse_not_finite(points, name)
    return points


def _refuse_not_finite(array: Array, name: str) -> None:
    with np.errstate(over="ignore", invalid="ignore"):
        if np.isfinite(array.sum()):
            return
    broken = np.argwhere(~np.isfinite(array))
    if len(broken):
        row, column = broken[0].tolist()
        raise InputError(
            "inputs.coordinates_not_finite",
            name=name,
            value="NaN" if array[row, column] != array[row, column] else array[row, column],
            row=row,
            column=column,
            count=len(broken),
        )


def unit_vectors(points: Floats, name: str = "points") -> Floats:
    """Points scaled to length 1, of which half the squared distance is 1 − cosine; a point at the origin has no direction."""
    scale = np.abs(points).max(1)
    if not scale.all():
        raise InputError(
            "inputs.coordinates_all_zero",
            name=name,
            row=int(np.argmin(scale)),
        )
    scaled = points / scale[:, None]
    return np.asarray(scaled / np.sqrt((scaled * scaled).sum(1))[:, None])


def as_distances(values: object, name: str = "points") -> Floats:
    """A matrix of distances: square, finite, none negative, the same there and back, 0 from a point to itself."""
    array = to_array(values, name)
    if array.ndim != 2 or array.shape[0] != array.shape[1]:
        raise InputError(
            "inputs.distances_not_square",
            name=name,
            shape=array.shape,
        )
    distances = contiguous(as_floats(array, name).astype(np.float64, copy=False))
    _refuse_not_finite(distances, name)
    most = float(distances.max(initial=0.0))
    for first in range(0, len(distances), TOGETHER):
        rows = distances[first : first + TOGETHER]
        _refuse(rows < 0, rows, first, name, "inputs.part_distance_negative")
        apart = np.abs(rows - distances[:, first : first + TOGETHER].T)
        _refuse(apart > ROUNDING * most, rows, first, name, "inputs.part_distances_not_symmetric")
    own = np.diagonal(distances)
    if (own > ROUNDING * most).any():
        at = int(np.argmax(own > ROUNDING * most))
        raise InputError("inputs.distances_diagonal_not_zero", name=name, value=own[at], at=at)
    return distances


def _refuse(wrong: Any, rows: Floats, first: int, name: str, why: str) -> None:
    if wrong.any():
        from ..messages.language import say

        row, column = np.argwhere(wrong)[0].tolist()
        raise InputError(
            "inputs.distance_entry_impossible",
            name=name,
            value=rows[row, column],
            row=first + row,
            column=column,
            why=say(why),
        )
