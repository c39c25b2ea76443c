"""What AP would be if boxes, classes, images or scores were written in another way: tried where hardly anything matches."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from itertools import chain

import numpy as np
from numpy.typing import NDArray

from ...messages import Message
from ...metrics.detection import detection_ap
from ...summary import Matches
from ...vision import Detections
from ...vision.boxes import box_areas
from ...vision.protocols import Protocol
from ...vision.reading.aligning import aligned
from .other_readings import READINGS, AlternativeReading, scaled
from .scaling import scalings

MOST_IMAGES = 200
"""Images with objects among which other readings are tried."""
FEWEST = 10
"""Objects from which on an AP tells one reading from another."""
LOW, FOUND, TIMES = 0.25, 0.15, 3.0
"""Other readings are tried where AP at IoU 0.5 is below the first; they are told where AP is above the second and so many times as high."""
NEAR = 0.8
"""Readings that reach this share of the best AP are told apart by what is plausible."""
Reader = Callable[[Detections, Detections], Iterator[AlternativeReading]]


def read_otherwise(truth: Detections, said: Detections, rule: Protocol, matches: Matches, model: str) -> Message | None:
    """The reading under which AP would be far higher; None where there is none, or AP is not low."""
    level = _one_level(matches.protocol)
    if not len(said) or len(truth) < FEWEST or detection_ap(matches, iou=_nearest(matches.protocol)) >= LOW:
        return None
    said = aligned(said, truth)
    there = np.unique(truth.image)
    places = there[np.linspace(0, len(there) - 1, min(MOST_IMAGES, len(there))).round().astype(int)]
    sampled = np.zeros(len(truth.images), bool)
    sampled[places] = True
    few = _of(truth, sampled)
    least = max(FOUND, TIMES * _ap(few, _of(said, sampled), level))
    resized: list[Reader] = [partial(scaled, scaling) for scaling in scalings(few, _of(said, sampled))]
    tried = []
    for other in chain.from_iterable(make(truth, said) for make in (*READINGS, *resized)):
        real, found = _of(other.truth, sampled), _of(other.said, sampled)
        if (reached := _ap(real, found, level)) >= least:
            tried.append((*_implausible(real, found), -round(reached, 2), reached, other))
    if not tried:
        return None
    near = NEAR * max(one[-2] for one in tried)
    best = min((one for one in tried if one[-2] >= near), key=lambda one: one[:3])[-1]
    otherwise = detection_ap(Matches.of(best.truth, best.said, protocol=rule))
    return Message(best.code, model=model, ap=detection_ap(matches), otherwise=otherwise, **best.values)


def _nearest(rule: Protocol) -> float:
    """The threshold nearest to 0.5."""
    return min(rule.thresholds, key=lambda iou: abs(iou - 0.5))


def _one_level(rule: Protocol) -> Protocol:
    return replace(rule, thresholds=(_nearest(rule),), areas=rule.areas[:1])


def _of(side: Detections, sampled: NDArray[np.bool_]) -> Detections:
    return side.take(np.flatnonzero(sampled[side.image]))


def _ap(truth: Detections, said: Detections, rule: Protocol) -> float:
    return detection_ap(Matches.of(truth, said, protocol=rule)) if len(truth) and len(said) else 0.0


def _implausible(truth: Detections, said: Detections) -> tuple[float, int]:
    """The share of boxes that reach beyond their pictures, and how large boxes are: a reading that spoils both sides alike has more."""
    outside, areas = [np.zeros(0, bool)], [np.zeros(0)]
    for side in (truth, said):
        if side.boxes.shape[1] == 4:
            far = side.boxes[:, :2] + side.boxes[:, 2:]
            sides = np.stack([side.images.width[side.image], side.images.height[side.image]], axis=1).astype(np.float64)
            sides = np.where(sides > 0, sides, 1.0 if side.normalised else np.inf)
            outside.append(np.asarray((far > 1.01 * sides).any(axis=1) | (side.boxes[:, :2] < -0.01 * np.minimum(sides, far)).any(axis=1)))
            areas.append(box_areas(side.boxes))
    area = float(np.median(np.concatenate(areas))) if sum(map(len, areas)) else 1.0
    return round(float(np.concatenate(outside).mean()), 1) if sum(map(len, outside)) else 0.0, round(np.log2(area))
