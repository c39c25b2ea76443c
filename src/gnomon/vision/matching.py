"""Matching: the detections and the objects of each image side by side, and which of them go together under a protocol."""

import math
from dataclasses import dataclass, replace
from typing import cast

import numpy as np
from numpy.typing import NDArray

from .. import _core
from ..errors import InputError
from ..parallel import THREADS
from ..types import Array, Floats
from .boxes import box_areas
from .detections import Detections
from .digests import truth_digests
from .protocols import COCO_AREAS, Protocol, as_pycocotools
from .reading.aligning import aligned

Places = NDArray[np.int32]
Flags = NDArray[np.uint8]
AT_ONCE = 4_000_000
"""Pairs whose overlaps are held at once, where they come as whole matrices."""


@dataclass(frozen=True, eq=False)
class MatchColumns:
    """Detections, objects and pairs of both as columns.

    Detections stand by image, class and falling score, of equal scores as in the data; objects by image and class, as in the data.
    ``rank`` counts as the protocol's caps do. ``state`` has areas × thresholds × detections: 0 unmatched, 1 matched, 2 ignored, and
    ``partner`` the object of each at the thresholds among all areas, or -1. ``left_out`` has areas × objects: 1 for those that need not be
    found. Pairs overlap by at least the protocol's floor, whatever their classes; those of detection d are
    [``pair_starts[d]``, ``pair_starts[d + 1]``). ``dropped`` counts, image by image, the detections past the caps, and ``digest`` tells
    where its objects are, so that one knows another truth.
    """

    image: Places
    category: Places
    score: Floats
    rank: Places
    state: Flags
    partner: Places
    truth_image: Places
    truth_category: Places
    truth_area: Floats
    crowd: Flags
    left_out: Flags
    pair_starts: NDArray[np.int64]
    pair_truth: Places
    pair_iou: Floats
    dropped: Places
    digest: NDArray[np.uint64]


def matched(truth: Detections, predictions: Detections, protocol: Protocol) -> MatchColumns:
    """Match predictions to the truth, image by image."""
    _refuse_exchanged(truth, predictions)
    predictions = aligned(predictions, truth)
    if truth.is_oriented and protocol.iou == "box":
        protocol = replace(protocol, iou="oriented")
    of_truth = arranged(truth)
    of_predictions = arranged(predictions)
    rank = ranks(predictions, of_predictions, protocol)
    kept = rank < protocol.cap
    if protocol.federated:
        kept &= verified(truth, predictions)[of_predictions]
    images = len(truth.images)
    dropped = np.bincount(predictions.image[of_predictions[rank >= protocol.cap]], minlength=images).astype(np.int32)
    of_predictions, rank = of_predictions[kept], rank[kept]
    image, category = predictions.image[of_predictions], predictions.category[of_predictions]
    truth_image, truth_category = truth.image[of_truth], truth.category[of_truth]
    starts, truth_starts = starts_of(image, images), starts_of(truth_image, images)
    crowd = _flags(truth.crowd, of_truth, protocol.matching == "free" and not protocol.federated)
    pair_starts, pair_truth, pair_iou = _pairs(truth, predictions, (of_truth, of_predictions, truth_starts, starts), crowd, protocol)
    shared = _flags(truth.crowd, of_truth, True) if protocol.matching == "unclaimed" else crowd
    area = truth.area[of_truth] if len(truth.area) else box_areas(truth.boxes[of_truth])
    left_out = _outside(area, protocol) | _ignored(truth, of_truth, protocol)
    outside = _outside(sizes_of(predictions)[of_predictions], protocol) | _incomplete(truth, image, category, protocol)
    never = np.zeros(len(truth), np.uint8)
    if protocol.compatible and truth.ids is not None:
        never = (truth.ids[of_truth] == 0).astype(np.uint8)
    last_of_equals = protocol.matching == "free" or (protocol.matching == "best" and not protocol.pixel)
    state, partner = _core.match_images(
        starts, category, truth_starts, truth_category, pair_starts, pair_truth, pair_iou, shared,
        never, left_out, outside, np.array(protocol.thresholds),
        protocol.matching == "best", last_of_equals, THREADS,
    )  # fmt: skip
    state = state.reshape(len(protocol.areas), len(protocol.thresholds), len(image))
    assert predictions.score is not None
    score = predictions.score[of_predictions]
    return MatchColumns(
        image, category, score, rank, state, partner, truth_image, truth_category, area,
        _flags(truth.crowd, of_truth, True), left_out, pair_starts,
        pair_truth, pair_iou, dropped, truth_digests(truth, of_truth, truth_starts, protocol.iou),
    )  # fmt: skip


def fitted(protocol: Protocol, truth: Detections) -> Protocol:
    """The protocol as far as it can be told on the truth: boxes that are shares of their picture's sides have no area in pixels."""
    if not truth.normalised or protocol.iou != "box":
        return protocol
    if protocol.pixel:
        raise InputError(
            "vision.protocol_needs_pixel_boxes",
            protocol=protocol.name,
        )
    if any(area not in COCO_AREAS for area in as_pycocotools(protocol, False).areas[1:]):
        raise InputError("vision.area_ranges_need_pixel_boxes")
    return replace(protocol, areas=(("all", 0.0, math.inf),))


def _refuse_exchanged(truth: Detections, predictions: Detections) -> None:
    if predictions.score is None:
        raise InputError("vision.prediction_scores_missing")
    if truth.score is not None:
        raise InputError("vision.truth_has_scores")


def arranged(side: Detections) -> NDArray[np.int64]:
    """Rows by image and class; predictions by falling score within them, else and of equal scores as they stood."""
    keys = (side.category, side.image) if side.score is None else (-side.score, side.category, side.image)
    return np.lexsort(keys)


def ranks(predictions: Detections, order: NDArray[np.int64], protocol: Protocol) -> Places:
    """How many detections of the same image, and class where caps count by class, stand before each of the arranged ones."""
    image, category = predictions.image[order], predictions.category[order]
    if protocol.per == "image":
        by_score = np.lexsort((-predictions.score, predictions.image))  # type: ignore[operator]  # predictions have scores
        rank = np.empty(len(order), np.int32)
        rank[by_score] = _within(predictions.image[by_score])
        return rank[order]
    group = np.flatnonzero(np.append(True, (image[1:] != image[:-1]) | (category[1:] != category[:-1])) if len(order) else np.zeros(0))
    return (np.arange(len(order)) - np.repeat(group, np.diff(np.append(group, len(order))))).astype(np.int32)


def _within(groups: Places) -> Array:
    """The place of each row among those of its group, which stand together."""
    first = np.flatnonzero(np.append(True, groups[1:] != groups[:-1])) if len(groups) else np.zeros(0, np.int64)
    return np.arange(len(groups)) - np.repeat(first, np.diff(np.append(first, len(groups))))


def starts_of(places: Array, count: int) -> NDArray[np.int64]:
    """Where the rows of each start, of rows that stand in their order, and where the last end."""
    return np.append(0, np.cumsum(np.bincount(places, minlength=count))).astype(np.int64)


def sizes_of(predictions: Detections) -> Floats:
    """The areas by which detections are small or large, whatever is compared: of the box, else of the mask, else around the points."""
    return predictions.area if len(predictions.area) else box_areas(predictions.boxes)


def verified(truth: Detections, predictions: Detections) -> NDArray[np.bool_]:
    """Of which predictions it is known whether their class is in the image."""
    if truth.federation is None:
        raise InputError("vision.lvis_negative_classes_missing")
    classes = len(truth.categories)
    known = np.zeros(len(truth.images) * classes, bool)
    known[truth.image.astype(np.int64) * classes + truth.category] = True
    absent = truth.federation.absent.reshape(-1, 2).astype(np.int64)
    known[absent[:, 0] * classes + absent[:, 1]] = True
    looked_for: NDArray[np.bool_] = known[predictions.image.astype(np.int64) * classes + predictions.category]
    return looked_for


def _incomplete(truth: Detections, image: Places, category: Places, protocol: Protocol) -> Flags:
    """Detections of a class of which not all objects of the image were marked: unmatched, they are no errors."""
    if not protocol.federated or truth.federation is None:
        return np.zeros((1, len(image)), np.uint8)
    classes = len(truth.categories)
    open_ones = truth.federation.incomplete.reshape(-1, 2).astype(np.int64)
    there = np.isin(image.astype(np.int64) * classes + category, open_ones[:, 0] * classes + open_ones[:, 1])
    return there.astype(np.uint8)[None]


def _flags(column: NDArray[np.bool_], rows: Array, wanted: bool) -> Flags:
    return column[rows].astype(np.uint8) if len(column) and wanted else np.zeros(len(rows), np.uint8)


def _outside(area: Floats, protocol: Protocol) -> Flags:
    return np.array([(area < low) | (area > high) for _, low, high in protocol.areas], np.uint8).reshape(len(protocol.areas), len(area))


def _ignored(truth: Detections, rows: Array, protocol: Protocol) -> Flags:
    """Objects that need not be found in any range of areas."""
    heeded = not protocol.compatible or protocol.federated  # LVIS's tool heeds what is to be ignored, pycocotools forgets it
    out = _flags(truth.ignored, rows, heeded) | _flags(truth.crowd, rows, not protocol.federated)
    if protocol.iou == "keypoints" and truth.marked_points is not None:
        out = out | (truth.marked_points[rows] == 0)
    return out.astype(np.uint8)[None]


def _pairs(truth: Detections, predictions: Detections, rows: tuple[Array, ...], crowd: Flags, protocol: Protocol) -> tuple[Array, ...]:
    """Where each detection's pairs start, the object of each pair and their overlap."""
    of_truth, of_predictions, truth_starts, starts = rows
    if protocol.iou == "box":
        boxes, truth_boxes = predictions.boxes[of_predictions], truth.boxes[of_truth]
        return _core.box_pairs(starts, boxes, truth_starts, truth_boxes, crowd, protocol.floor, protocol.pixel, THREADS)
    from .overlap import Kind, overlaps

    flat = replace(truth, crowd=np.zeros(0, bool)) if not crowd.any() else truth
    found = []
    both = len(of_truth) and len(of_predictions)  # a side without rows has no masks or keypoints either
    for first, last in image_chunks(starts, truth_starts) if both else ():
        some, some_truth = starts[first : last + 1], truth_starts[first : last + 1]
        values = overlaps(
            flat, predictions, of_truth[some_truth[0] : some_truth[-1]], of_predictions[some[0] : some[-1]], some_truth - some_truth[0],
            some - some[0], cast(Kind, protocol.iou), sigmas=protocol.sigmas or None, least=protocol.floor,
        )  # fmt: skip
        found.append(sparse_pairs(values, some, some_truth, protocol.floor))
    nothing = np.zeros(len(of_predictions), np.int64), np.zeros(0), np.zeros(0)
    counts, partner, iou = map(np.concatenate, zip(*found, strict=True)) if found else nothing
    return np.append(0, np.cumsum(counts)).astype(np.int64), partner.astype(np.int32), iou.astype(np.float64)


def image_chunks(starts: Array, truth_starts: Array) -> list[tuple[int, int]]:
    """Runs of images that have no more pairs together than are held at once."""
    pairs = np.cumsum(np.diff(starts) * np.diff(truth_starts))
    cuts, first = [], 0
    while first < len(pairs):
        before = pairs[first - 1] if first else 0
        last = max(first + 1, int(np.searchsorted(pairs, before + AT_ONCE, side="right")))
        cuts.append((first, last))
        first = last
    return cuts


def sparse_pairs(values: Floats, starts: Array, truth_starts: Array, floor: float) -> tuple[Array, Array, Floats]:
    """Of the matrices of images, the pairs that overlap enough: how many each detection has, their objects and overlaps."""
    here, objects = np.diff(starts), np.diff(truth_starts)
    wide = np.repeat(objects, here)
    ends = np.cumsum(wide)
    at = np.flatnonzero(values >= floor)
    row = np.searchsorted(ends, at, side="right")
    column = at - (ends - wide)[row]
    return np.bincount(row, minlength=len(wide)), column + np.repeat(truth_starts[:-1], here)[row], values[at]
