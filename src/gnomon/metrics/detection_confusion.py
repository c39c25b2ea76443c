"""What detections were taken for, and what went wrong with those that count as errors."""

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .. import _core
from ..messages import Message
from ..parallel import THREADS
from ..result import Table
from ..summary import Counts, Matches
from ..types import Array, Floats
from ..vision.matching import starts_of
from .detection import mean_over_classes
from .detection_curves import class_names

BACKGROUND = "background"
FOREGROUND = 0.5
"""The overlap at which errors are told apart."""
NEAR = 0.1
"""The overlap below which a detection has to do with no object."""
KINDS = ("localisation", "class", "both", "duplicate", "background", "missed")


def confusion(m: Matches, confidence: float, iou: float = 0.5) -> Counts:
    """Objects by what they were detected as, at a confidence; the last row and column are the background.

    Matches of the same class stand on the diagonal, so that it agrees with precision and recall. Other detections go, the highest score
    first, to the object of another class that overlaps most of those still free, by at least ``iou``; the rest are of the background,
    and objects without a detection are missed. What is ignored is in no cell.
    """
    c, classes, level = m.columns, len(m.categories), m.protocol.level(iou)
    matrix = np.zeros((classes + 1, classes + 1), np.int64)
    said = c.score >= confidence
    hit = said & (c.state[0, level] == 1)
    free_object = m.counted[0] > 0
    np.add.at(matrix, (c.category[hit], c.category[hit]), 1)
    free_object[c.partner[level, hit]] = False
    free = said & (c.state[0, level] == 0)
    row = np.repeat(np.arange(len(c.score)), np.diff(c.pair_starts))
    other = free[row] & free_object[c.pair_truth] & (c.truth_category[c.pair_truth] != c.category[row]) & (c.pair_iou >= iou)
    at = np.flatnonzero(other)
    for pair in at[np.lexsort((-c.pair_iou[at], row[at], -c.score[row[at]]))].tolist():
        d, g = row[pair], c.pair_truth[pair]
        if free[d] and free_object[g]:
            free[d] = free_object[g] = False
            matrix[c.truth_category[g], c.category[d]] += 1
    matrix[classes, :classes] = np.bincount(c.category[free], minlength=classes)
    matrix[:classes, classes] = np.bincount(c.truth_category[free_object], minlength=classes)
    names = class_names(m.categories)
    return Counts((*names, f"({BACKGROUND})" if BACKGROUND in names else BACKGROUND), matrix)


@dataclass(frozen=True, eq=False, repr=False)
class DetectionErrors(Table):
    """Kinds of errors, how many there are, and their cost: what AP at IoU 0.5 would gain were this kind alone mended.

    ``reasons`` says, by the kind, why there is no cost.
    """

    kind: NDArray[Any]
    count: NDArray[np.int64]
    cost: Floats
    ap50: float
    reasons: Mapping[str, Message] = field(default_factory=dict)

    def columns(self) -> dict[str, Any]:
        """The kinds."""
        return {"kind": self.kind, "count": self.count, "cost": self.cost}

    def __str__(self) -> str:
        return "\n".join([super().__str__(), *(f"{kind}: {reason}" for kind, reason in self.reasons.items())])


def detection_errors(m: Matches) -> DetectionErrors:
    """Errors by kind, as TIDE tells them apart (Bolya and others).

    A false detection is of the first kind that fits: "localisation" (overlaps an object of its class by 0.1 to 0.5), "class" (one of
    another class by 0.5 or more), "duplicate" (one of its class that is found already), "background" (nothing by 0.1), "both". "missed"
    are objects that no detection of the first two kinds could have found.
    """
    level = m.protocol.level(FOREGROUND)
    kind, target = error_kinds(m, level)
    state = m.columns.state[0, level]
    whole = _ap(m, state, m.columns.category, m.counted[0])
    best = _claims(m, kind, target)
    missed = missed_objects(m, level, kind, target)
    costs, counts = [], []
    for place, name in enumerate(KINDS):
        mended, category, counted = state.copy(), m.columns.category, m.counted[0]
        if name == "missed":
            counted = (counted.astype(bool) & ~missed).astype(np.uint8)
        else:
            mended[kind == place] = 2
        if name in ("localisation", "class"):
            mine = best[kind[best] == place]
            mended[mine] = 1
            category = category.copy()
            category[mine] = m.columns.truth_category[target[mine]]
        costs.append(_ap(m, mended, category, counted) - whole)
        counts.append(int(missed.sum()) if name == "missed" else int((kind == place).sum()))
    lacking = "nothing_left_to_find" if m.objects[0].any() else "no_objects_to_find"
    reasons = {name: Message(lacking) for name, cost in zip(KINDS, costs, strict=True) if math.isnan(cost)}
    return DetectionErrors(np.array(KINDS, object), np.array(counts, np.int64), np.array(costs), whole, reasons)


def error_kinds(m: Matches, level: int) -> tuple[Array, Array]:
    """The kind of each false detection as a place among ``KINDS``, -1 of others; and the object that it was about, or -1."""
    c = m.columns
    wrong = c.state[0, level] == 0
    row = np.repeat(np.arange(len(c.score)), np.diff(c.pair_starts))
    real = (m.counted[0][c.pair_truth] > 0) & wrong[row]
    row, truth, iou = row[real], c.pair_truth[real], c.pair_iou[real]
    own = c.truth_category[truth] == c.category[row]
    taken = np.zeros(len(c.truth_image), bool)
    taken[c.partner[level][c.state[0, level] == 1]] = True
    rows = len(c.score)
    near, near_truth = _nearest(row[own], truth[own], iou[own], rows)
    far, far_truth = _nearest(row[~own], truth[~own], iou[~own], rows)
    again, _ = _nearest(row[own & taken[truth]], truth[own & taken[truth]], iou[own & taken[truth]], rows)
    anything, _ = _nearest(row, truth, iou, rows)
    fits = [(near >= NEAR) & (near <= FOREGROUND), far >= FOREGROUND, again >= FOREGROUND, anything <= NEAR]
    kind = np.select([~wrong, *fits], [-1, 0, 1, 3, 4], 2)
    return kind, np.where(kind == 0, near_truth, np.where(kind == 1, far_truth, -1))


def _nearest(row: Array, truth: Array, iou: Floats, rows: int) -> tuple[Floats, Array]:
    """Of each detection the largest overlap and its object, of equals the first; 0 and -1 where there is none."""
    order = np.lexsort((truth, -iou, row))
    first = order[np.append(True, row[order][1:] != row[order][:-1])] if len(row) else order
    best, which = np.zeros(rows), np.full(rows, -1)
    best[row[first]] = iou[first]
    which[row[first]] = truth[first]
    return best, which


def _claims(m: Matches, kind: Array, target: Array) -> Array:
    """The detections that would find an object that nobody found, were they right: of each object the one that scores highest."""
    c = m.columns
    level = m.protocol.level(FOREGROUND)
    taken = np.zeros(len(c.truth_image), bool)
    taken[c.partner[level][c.state[0, level] == 1]] = True
    able = np.flatnonzero((kind == 0) | (kind == 1))
    able = able[~taken[target[able]]]
    order = able[np.lexsort((able, -c.score[able], target[able]))]
    return order[np.append(True, target[order][1:] != target[order][:-1])] if len(order) else order


def missed_objects(m: Matches, level: int, kind: Array, target: Array) -> NDArray[np.bool_]:
    """Objects that were not found, and that no detection was about."""
    c = m.columns
    missed: NDArray[np.bool_] = m.counted[0] > 0
    missed[c.partner[level][c.state[0, level] == 1]] = False
    missed[target[(kind == 0) | (kind == 1)]] = False
    return missed


def _ap(m: Matches, state: Array, category: Array, counted: Array) -> float:
    """AP over classes of detections whose outcome or class was mended.

    A class whose objects were all missed keeps its false detections when these are mended, and with them an AP of 0.
    """
    c, p = m.columns, m.protocol
    order = np.lexsort((-c.score, category)).astype(np.int64)
    made, _ = _core.average_precisions(
        starts_of(category, len(m.categories)), order, c.image, np.ascontiguousarray(state[None]), np.zeros(1, np.int64),
        np.ascontiguousarray(counted[None]), c.truth_image, c.truth_category, p.interpolation, np.array(p.grid), None, THREADS,
    )  # fmt: skip
    values = made.reshape(-1)
    mended_away = np.isnan(values) & (m.objects[0] > 0) & (np.bincount(category[state == 0], minlength=len(values)) > 0)
    return float(mean_over_classes(np.where(mended_away, 0.0, values)[None]))
