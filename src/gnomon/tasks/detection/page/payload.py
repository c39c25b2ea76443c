"""What the page draws of one model's detections: classes, errors, curves, and what happens at each of some confidences."""

import math
from typing import Any

import numpy as np

from ....evaluation.saved import plain_number
from ....inference.estimate import IntervalOptions
from ....metrics.detection_confusion import FOREGROUND, confusion, detection_errors
from ....metrics.detection_curves import along_confidence, best_confidence, class_names, detection_curve
from ....report.names import shown
from ....summary import Matches
from ....types import Floats
from ..levels import first_level, has_level
from .class_values import class_lines

MOST_CLASSES = 100
"""Classes with a line and curves of their own, those with the most objects."""
MOST_CONFIDENCES = 201
MOST_NUMBERS = 40_000
"""Counts by class and confidence, and cells of matrices, that one model has on the page."""
MOST_CONFUSED = 12
"""Classes in the matrix, those that are confused most."""
MOST_POINTS = 120
"""Points of a curve."""


def payload_of(m: Matches, how: IntervalOptions | None) -> dict[str, Any]:
    """Everything of one model."""
    level = first_level(m)
    iou = m.protocol.thresholds[level]
    largest = np.sort(np.argsort(-m.objects[0], kind="stable")[:MOST_CLASSES])
    kept = [int(place) for place in largest]
    names = [shown(name) for name in class_names(m.categories)]
    grid = confidences(m, iou, len(kept))
    return {
        "iou": iou,
        "classes": [names[place] for place in kept],
        "count": len(names),
        "lines": class_lines(m, kept, how),
        "errors": _errors(m),
        "levels": [round(threshold, 6) for threshold in m.protocol.thresholds],
        "by_level": _by_level(m, kept),
        "curves": [_curve(m, place, iou) for place in kept],
        "at": {"confidence": grid.tolist(), "best": _place(grid, best_confidence(m, iou).confidence), **counts_at(m, level, grid, kept)},
        "matrix": matrices(m, iou, grid, names),
    }


def confidences(m: Matches, iou: float, classes: int) -> Floats:
    """Confidences of the slider, falling: every score where these are few, else so many of like distance in rank and in size."""
    scores = along_confidence(m, iou).confidence
    most = int(min(max(MOST_NUMBERS // (2 * classes + 1), 41), MOST_CONFIDENCES))
    if len(scores) <= most:
        return scores if len(scores) else np.zeros(1)  # nothing was detected, and everything is missed
    best = best_confidence(m, iou).confidence
    by_rank = scores[np.linspace(0, len(scores) - 1, 2 * most // 3).round().astype(np.int64)]
    even = np.linspace(scores[0], scores[-1], most // 3)
    by_size = scores[np.minimum(np.searchsorted(-scores, -even), len(scores) - 1)]
    return np.unique(np.concatenate([by_rank, by_size, [best] if best == best else []]))[::-1]


def _place(grid: Floats, confidence: float) -> int:
    return 0 if confidence != confidence else int(np.argmin(np.abs(grid - confidence)))


def counts_at(m: Matches, level: int, grid: Floats, kept: list[int]) -> dict[str, Any]:
    """Detections that are right and wrong with each confidence or a higher one: of all classes together, and of each."""
    c = m.columns
    state = c.state[0, level]
    made: dict[str, Any] = {"objects": [int(m.objects[0].sum()), *(int(m.objects[0, place]) for place in kept)]}
    for name, outcome in (("tp", 1), ("fp", 0)):
        there = state == outcome
        lines = []
        for mine in (there, *(there & (c.category == place) for place in kept)):
            scores = np.sort(c.score[mine])
            lines.append((len(scores) - np.searchsorted(scores, grid, side="left")).tolist())
        made[name] = lines
    return made


def matrices(m: Matches, iou: float, grid: Floats, names: list[str]) -> dict[str, Any]:
    """The confusion matrix at each confidence, as what changed since the last: of the classes confused most, others being summed up."""
    found = [confusion(m, float(confidence), iou).matrix for confidence in grid]
    classes = len(names)
    if not found:
        return {"labels": [], "others": False, "cells": []}
    worst = np.sum(found, axis=0)
    wrong = worst.copy()
    np.fill_diagonal(wrong, 0)
    blame = wrong[:classes, :classes].sum(0) + wrong[:classes, :classes].sum(1) + 1e-6 * worst[:classes].sum(1)
    stay = np.sort(np.argsort(-blame, kind="stable")[:MOST_CONFUSED]) if classes > MOST_CONFUSED else np.arange(classes)
    to = np.full(classes + 1, len(stay))
    to[stay] = np.arange(len(stay))
    others = len(stay) < classes
    to[classes] = len(stay) + others
    side = len(stay) + others + 1
    cells, before = [], np.zeros((side, side), np.int64)
    for one in found:
        small = np.zeros((side, side), np.int64)
        np.add.at(small, (to[:, None], to[None, :]), one)
        rows, columns = np.nonzero(small != before)
        cells.append([[int(r), int(c), int(small[r, c])] for r, c in zip(rows, columns, strict=True)])
        before = small
    return {"labels": [names[place] for place in stay], "others": others, "cells": cells}


def _errors(m: Matches) -> Any:
    if not has_level(m, FOREGROUND) or not m.objects[0].sum():
        return None
    found = detection_errors(m)
    return {
        "ap50": plain_number(found.ap50),
        "kinds": [
            [str(kind), int(count), plain_number(float(cost))]
            for kind, count, cost in zip(found.kind, found.count, found.cost, strict=True)
        ],
    }


def _by_level(m: Matches, kept: list[int]) -> list[Any]:
    """AP at each overlap: over classes, and of each."""
    ap = m.averages([(0, None)]).ap[0]
    with np.errstate(invalid="ignore"):
        there = ~np.isnan(ap)
        mean = np.where(there.any(1), np.where(there, ap, 0.0).sum(1) / np.maximum(there.sum(1), 1), np.nan)
    return [[_rounded(value) for value in line] for line in (mean, *(ap[:, place] for place in kept))]


def _curve(m: Matches, place: int, iou: float) -> dict[str, Any]:
    """Precision by recall, some of its points, and what the protocol reads of it."""
    name = class_names(m.categories)[place]
    found = detection_curve(m, name, iou)
    if not len(found.recall):
        return {"ap": plain_number(found.ap), "points": [], "read": [], "reading": found.interpolation}
    ends = np.flatnonzero(np.append(True, np.diff(found.recall) > 0) | np.append(np.diff(found.recall) > 0, True))
    ends = ends[np.unique(np.linspace(0, len(ends) - 1, MOST_POINTS).round().astype(np.int64))] if len(ends) > MOST_POINTS else ends
    points = [[_rounded(float(found.recall[at])), _rounded(float(found.precision[at]))] for at in ends]
    if found.recall_grid:
        read = [[_rounded(recall), _rounded(value)] for recall, value in zip(found.recall_grid, found.read, strict=True)]
    else:
        steps = np.flatnonzero(np.append(np.diff(found.best) != 0, True))
        read = [[_rounded(float(found.recall[at])), _rounded(float(found.best[at]))] for at in steps]
    return {"ap": plain_number(found.ap), "points": points, "read": read, "reading": found.interpolation}


def _rounded(value: float) -> float | None:
    return None if math.isnan(value) else round(float(value), 5)
