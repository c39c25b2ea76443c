"""Segments matched between truth and prediction: a pair of one category whose IoU is above one half, of which each has one at the most."""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..errors import InputError
from .segments import VOID, Segments


class CategoryMatches(NamedTuple):
    """What one image adds to a category."""

    tp: int
    fp: int
    fn: int
    iou: float


def matched(truth: Segments, predicted: Segments, called: tuple[str, str]) -> dict[Any, CategoryMatches]:
    """Hits, false alarms, misses and the IoU of hits of each category that an image has.

    Void pixels of the truth count in no union. A predicted segment that lies by more than half in void, or in crowds of its category, is no
    false alarm, and a crowd is never missed.
    """
    if truth.ids.shape != predicted.ids.shape:
        raise InputError(
            "vision.panoptic_sizes_differ",
            theirs=called[1],
            other=" × ".join(map(str, predicted.ids.shape)),
            mine=called[0],
            shape=" × ".join(map(str, truth.ids.shape)),
        )
    shared = _shared(truth.ids, predicted.ids)
    area = {side: _sizes(one.ids) for side, one in (("truth", truth), ("predicted", predicted))}
    found: dict[Any, list[float]] = {}
    hit_truth, hit_predicted = set(), set()
    for (mine, theirs), both in shared.items():
        kind = truth.categories.get(mine)
        if mine == VOID or theirs == VOID or mine in truth.crowd or kind != predicted.categories.get(theirs):
            continue
        union = area["truth"][mine] + area["predicted"][theirs] - both - shared.get((VOID, theirs), 0)
        if 2 * both > union:
            hit_truth.add(mine)
            hit_predicted.add(theirs)
            _add(found, kind, 0, 1)
            _add(found, kind, 3, both / union)
    for mine, kind in truth.categories.items():
        if mine not in hit_truth and mine not in truth.crowd:
            _add(found, kind, 2, 1)
    for theirs, kind in predicted.categories.items():
        if theirs in hit_predicted:
            continue
        crowds = [one for one in truth.crowd if truth.categories[one] == kind]
        excused = sum(shared.get((one, theirs), 0) for one in (VOID, *crowds))
        if 2 * excused <= area["predicted"].get(theirs, 0):
            _add(found, kind, 1, 1)
    return {kind: CategoryMatches(int(tp), int(fp), int(fn), iou) for kind, (tp, fp, fn, iou) in found.items()}


def _add(found: dict[Any, list[float]], kind: object, at: int, amount: float) -> None:
    found.setdefault(kind, [0, 0, 0, 0.0])[at] += amount


def _shared(truth: NDArray[np.int64], predicted: NDArray[np.int64]) -> dict[tuple[int, int], int]:
    """How many pixels each pair of segments has in common."""
    mine, first = np.unique(truth, return_inverse=True)
    theirs, second = np.unique(predicted, return_inverse=True)
    cell, count = np.unique(first.ravel() * len(theirs) + second.ravel(), return_counts=True)
    return {(int(mine[at // len(theirs)]), int(theirs[at % len(theirs)])): int(n) for at, n in zip(cell, count, strict=True)}


def _sizes(ids: NDArray[np.int64]) -> dict[int, int]:
    found, count = np.unique(ids, return_counts=True)
    return dict(zip(found.tolist(), count.tolist(), strict=True))
