"""Keypoints: how far people themselves put each point apart, which is what distances are measured by."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..errors import InputError
from .detections import Detections

COCO_SIGMAS = (0.026, 0.025, 0.025, 0.035, 0.035, 0.079, 0.079, 0.072, 0.072, 0.062, 0.062, 0.107, 0.107, 0.087, 0.087, 0.089, 0.089)
"""Of COCO's 17 points of a person: nose, eyes, ears, shoulders, elbows, wrists, hips, knees, ankles."""


def sigmas_for(truth: Detections, predictions: Detections, sigmas: Sequence[float] | None) -> NDArray[np.float64]:
    """One positive number for each point that both sides have; COCO's, where none are given."""
    column = np.array(COCO_SIGMAS if sigmas is None else sigmas, dtype=np.float64).ravel()
    wrong = np.flatnonzero(~((column > 0) & np.isfinite(column)))
    if wrong.size:
        raise InputError(
            "⟦sigmas⟧ has {value:g} at position {at}; each says how far people put a point apart, and is above 0",
            value=column[wrong[0]],
            at=int(wrong[0]),
        )
    for name, side in (("truth", truth), ("predictions", predictions)):
        points = points_of(side, name)
        if points.shape[1] != len(column):
            raise InputError(
                "{name}: objects have {points} keypoints, and ⟦sigmas⟧ are {count}; pass ⟦sigmas⟧ with a number for each point",
                name=side.source or name,
                points=points.shape[1],
                count=len(column),
            )
    return column


def points_of(side: Detections, name: str) -> NDArray[Any]:
    """The keypoints of a side, which it must have."""
    if side.keypoints is None:
        raise InputError(
            "{name}: there are no keypoints in it; ⟦pass keypoints, or compare boxes‖name a file with keypoints, or leave --iou out⟧",
            name=side.source or name,
        )
    return side.keypoints
