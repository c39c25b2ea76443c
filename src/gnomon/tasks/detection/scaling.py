"""Boxes of resized pictures: the factors that bring detections to the objects, by the pairs that are alike under them."""

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...types import Floats
from ...vision import Detections

MOST_PAIRS = 200_000
ALIKE = 0.3
"""How far, in logarithms, a pair's factors of place and size may lie apart."""
BIN = 0.04
FEWEST_PAIRS = 10
SAME = 0.02
"""Factors nearer to 1 than this change nothing."""


class BoxScaling(NamedTuple):
    """How detections are brought to the objects: by a factor for each row and one for each axis; how that is told."""

    code: str
    values: dict[str, Any]
    rows: Callable[[Detections], Floats | None]
    factors: Floats


def scalings(truth: Detections, said: Detections) -> list[BoxScaling]:
    """Scalings of detections as of pictures of other sizes: all by the same factors, or each to one size or one longer side."""
    if truth.boxes.shape[1] != 4 or said.boxes.shape[1] != 4 or truth.normalised:
        return []
    made = []
    for rows, told in ((_sides, _told_size), (_plain, _told_factors), (_longest, _told_longest)):
        each = rows(said)
        factors = None if each is None else _factors(truth, said, said.boxes * np.tile(each, 2))
        if factors is not None:
            made.append(BoxScaling(*told(factors), rows, factors))
    return sorted(made, key=lambda one: ("boxes_in_shares", "boxes_resized", "boxes_stretched").count(one.code) == 0)


def _plain(side: Detections) -> Floats | None:
    return np.ones((len(side), 2))


def _sides(side: Detections) -> Floats | None:
    sides = np.stack([side.images.width[side.image], side.images.height[side.image]], axis=1).astype(np.float64)
    return sides if len(sides) and sides.all() else None


def _longest(side: Detections) -> Floats | None:
    sides = _sides(side)
    return None if sides is None else np.repeat(sides.max(axis=1, keepdims=True), 2, axis=1)


def _told_factors(factors: Floats) -> tuple[str, dict[str, Any]]:
    if abs(np.log(factors[0] / factors[1])) < SAME:
        return "boxes_resized", {"factor": float(factors.mean())}
    return "boxes_stretched", {"x": float(factors[0]), "y": float(factors[1])}


def _told_size(factors: Floats) -> tuple[str, dict[str, Any]]:
    if (np.abs(np.log(factors)) < SAME).all():
        return "boxes_in_shares", {}
    return "boxes_of_size", {"width": float(1 / factors[0]), "height": float(1 / factors[1])}


def _told_longest(factors: Floats) -> tuple[str, dict[str, Any]]:
    return "boxes_of_longest", {"side": float(1 / factors.mean())}


def _factors(truth: Detections, said: Detections, boxes: Floats) -> Floats | None:
    """By what most pairs of an object and a detection of its class and image differ in both place and size; None where no pairs agree."""
    real, found = _pairs(truth, said)
    centre, side = (truth.boxes[real, :2] + truth.boxes[real, 2:] / 2, truth.boxes[real, 2:])
    others, their_side = (boxes[found, :2] + boxes[found, 2:] / 2, boxes[found, 2:])
    good = ((centre > 0) & (others > 0) & (side > 0) & (their_side > 0)).all(axis=1)
    centre, side, others, their_side = centre[good], side[good], others[good], their_side[good]
    place, size = np.log(centre / others), np.log(side / their_side)
    alike = (np.abs(place - size) < ALIKE).all(axis=1)
    centre, others, place = centre[alike], others[alike], place[alike]
    for axis in (0, 1):
        if len(place) < FEWEST_PAIRS:
            return None
        line = np.sort(place[:, axis])
        count = np.searchsorted(line, line + BIN, side="right") - np.arange(len(line))
        most = int(np.argmax(count))
        near = np.abs(place[:, axis] - np.median(line[most : most + count[most]])) < BIN
        centre, others, place = centre[near], others[near], place[near]
    return None if len(place) < FEWEST_PAIRS else np.asarray((centre * others).sum(axis=0) / (others**2).sum(axis=0), np.float64)


def _pairs(truth: Detections, said: Detections) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Rows of objects and of detections of the same class and image."""
    classes = len(truth.categories)
    keys, others = (side.image.astype(np.int64) * classes + side.category for side in (truth, said))
    order = np.argsort(keys, kind="stable")
    first, last = (np.searchsorted(keys[order], others, side=end) for end in ("left", "right"))
    kept = np.flatnonzero(np.cumsum(last - first) <= MOST_PAIRS)
    counts = (last - first)[kept]
    starts = np.repeat(first[kept] - np.cumsum(counts) + counts, counts)
    return order[starts + np.arange(counts.sum())], np.repeat(kept, counts)
