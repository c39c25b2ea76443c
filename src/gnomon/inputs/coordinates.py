"""Points by their coordinates, and matrices of their distances: finite numbers, refused with their place where they are not."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..errors import InputError
from .arrays import Array, contiguous, to_array
from .numbers import as_floats

Floats = NDArray[np.float64]
ROUNDING = 1e-10
"""How far distances there and back may differ, beside the largest one: what sums in another order leave."""
TOGETHER = 256
"""Rows of a matrix of distances that are looked at together."""


def as_points(values: Any, name: str = "points") -> Floats:
    """A row a point and a column a coordinate, finite.

    >>> as_points([[0, 1], [2, 3]]).shape
    (2, 2)
    """
    array = to_array(values, name)
    if array.ndim != 2 or not array.shape[1]:
        raise InputError(
            "{name} has shape {shape} where a row a point and a column a coordinate are meant; of one coordinate pass {name}[:, None]",
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
            "{name} has {value} in row {row}, column {column} (in {count:,} places in all). Leave such rows out, or fill them in first",
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
            '{name} has no direction in row {row}: all its coordinates are 0, and metric="cosine" compares directions; leave it out',
            name=name,
            row=int(np.argmin(scale)),
        )
    scaled = points / scale[:, None]
    return np.asarray(scaled / np.sqrt((scaled * scaled).sum(1))[:, None])


def as_distances(values: Any, name: str = "points") -> Floats:
    """A matrix of distances: square, finite, none negative, the same there and back, 0 from a point to itself."""
    array = to_array(values, name)
    if array.ndim != 2 or array.shape[0] != array.shape[1]:
        raise InputError(
            '{name} has shape {shape}; metric="precomputed" reads a square matrix of distances, a row and a column a point',
            name=name,
            shape=array.shape,
        )
    distances = contiguous(as_floats(array, name).astype(np.float64, copy=False))
    _refuse_not_finite(distances, name)
    most = float(distances.max(initial=0.0))
    for first in range(0, len(distances), TOGETHER):
        rows = distances[first : first + TOGETHER]
        _refuse(rows < 0, rows, first, name, "which is below 0; a distance is not")
        apart = np.abs(rows - distances[:, first : first + TOGETHER].T)
        _refuse(
            apart > ROUNDING * most, rows, first, name, "and another value the other way round; distances are symmetric: pass (d + d.T) / 2"
        )
    own = np.diagonal(distances)
    if (own > ROUNDING * most).any():
        at = int(np.argmax(own > ROUNDING * most))
        raise InputError("{name} has {value:g} from point {at} to itself; the diagonal of distances is 0", name=name, value=own[at], at=at)
    return distances


def _refuse(wrong: Any, rows: Floats, first: int, name: str, why: str) -> None:
    if wrong.any():
        from ..words.language import say

        row, column = np.argwhere(wrong)[0].tolist()
        raise InputError(
            "{name} has {value:g} in row {row}, column {column}, {why}",
            name=name,
            value=rows[row, column],
            row=first + row,
            column=column,
            why=say(why),
        )
