"""AP and AR of each class with intervals: one drawing of the images serves all classes."""

import math
from typing import Any

import numpy as np

from ....evaluation.saved import plain_number
from ....inference.bootstrap import Replicates
from ....inference.clusters import freedom
from ....inference.estimate import FEWEST, IntervalOptions
from ....inference.images import without_luck
from ....summary import Matches
from ....types import Floats
from ..sure import drawn_weights


def class_lines(m: Matches, kept: list[int], how: IntervalOptions | None) -> list[dict[str, Any]]:
    """For each class: objects, detections, AP with its interval, AP at the lowest overlap, AR."""
    found = m.averages([(0, None)])
    ap, ar = (_over_levels(values[0]) for values in (found.ap, found.recall))
    ends = _ends(m, ap, how) if how is not None and len(m) > 1 else {}
    said = np.bincount(m.columns.category, minlength=len(m.categories))
    return [
        {
            "objects": int(m.objects[0, place]),
            "detections": int(said[place]),
            "ap": plain_number(float(ap[place])),
            "first": plain_number(float(found.ap[0, 0, place])),
            "ar": plain_number(float(ar[place])),
            "ends": ends.get(place),
        }
        for place in kept
    ]


def _over_levels(values: Floats) -> Floats:
    """The mean over thresholds, the last axis but one; a class without objects has none at any."""
    return np.asarray(values.mean(-2), np.float64)


def _ends(m: Matches, ap: Floats, how: IntervalOptions) -> dict[int, list[float]]:
    """The ends of the interval of each class's AP, as the class alone would have them."""
    drawn = np.concatenate([_over_levels(m.averages([(0, None)], some).ap[:, 0]) for some in drawn_weights(len(m), how)])
    made: dict[int, list[float]] = {}
    for place, value in enumerate(ap.tolist()):
        if math.isnan(value):
            continue
        objects = m.columns.truth_image[(m.counted[0] > 0) & (m.columns.truth_category == place)]
        df = freedom(np.bincount(objects, minlength=len(m)).astype(np.float64))
        around = Replicates(value, drawn[:, place], df).around(value)
        if len(around) < FEWEST * how.replicates or np.ptp(around) <= 1e-12 * max(abs(value), 1e-3):
            continue
        low, high = without_luck(value, around, how.level, df)
        made[place] = [max(low, 0.0), min(high, 1.0)]
    return made
