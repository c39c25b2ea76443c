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
            "vision.sigma_not_positive",
            value=column[wrong[0]],
            at=int(wrong[0]),
        )
    for name, side in (("truth", truth), ("predictions", predictions)):
        points = points_of(side, name)
        if points.shape[1] != len(column):
            raise InputError(
                "vision.keypoint_sigma_counts_differ",
                name=side.source or name,
                points=points.shape[1],
                count=len(column),
            )
    return column


def points_of(side: Detections, name: str) -> NDArray[Any]:
    """The keypoints of a side, which it must have."""
    if side.keypoints is None:
        raise InputError(
            "vision.keypoints_missing",
            name=side.source or name,
        )
    return side.keypoints
