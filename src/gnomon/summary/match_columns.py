"""The columns of matches: what they must be, and how those of different images are joined."""

from typing import TYPE_CHECKING, Any

import numpy as np

from ..errors import InputError
from ..types import Array
from ..vision.matching import MatchColumns, starts_of
from ..vision.protocols import Protocol
from .invariants import as_array, as_scores, as_starts

if TYPE_CHECKING:
    from ..types import Bytes


Part = tuple[MatchColumns, Array, Array]
"""Columns, and where their images and classes stand among those of all."""


def no_columns(protocol: Protocol) -> MatchColumns:
    """The columns of no images."""
    places, numbers, flags = np.zeros(0, np.int32), np.zeros(0), np.zeros(0, np.uint8)
    areas, levels = len(protocol.areas), len(protocol.thresholds)
    return MatchColumns(
        image=places, category=places, score=numbers, rank=places, state=np.zeros((areas, levels, 0), np.uint8),
        partner=np.zeros((levels, 0), np.int32), truth_image=places, truth_category=places, truth_area=numbers, crowd=flags,
        left_out=np.zeros((areas, 0), np.uint8), pair_starts=np.zeros(1, np.int64), pair_truth=places, pair_iou=numbers, dropped=places,
        digest=np.zeros(0, np.uint64),
    )  # fmt: skip


def checked_columns(c: MatchColumns, images: int, classes: int, protocol: Protocol) -> MatchColumns:
    """The same in columns of their own: places that exist, in their order; outcomes that are one of three."""
    rows, objects = len(np.asarray(c.score)), len(np.asarray(c.truth_image))
    areas, levels = len(protocol.areas), len(protocol.thresholds)
    image, category = _places(c.image, "image", rows, images), _places(c.category, "category", rows, classes)
    truth_image = _places(c.truth_image, "truth_image", objects, images)
    truth_category = _places(c.truth_category, "truth_category", objects, classes)
    _check_sorted(image, category, "image")
    _check_sorted(truth_image, truth_category, "truth_image")
    score = as_scores(c.score, "score", rows)
    _check_falls(score, image, category)
    area = as_scores(c.truth_area, "truth_area", objects)
    if (area < 0).any():
        raise InputError("summary.truth_area_negative")
    partner = as_array(c.partner, "partner", "iu", np.int32, levels, rows)
    pair_truth = _places(c.pair_truth, "pair_truth", None, objects)
    pair_starts = as_starts(c.pair_starts, "pair_starts", rows, len(pair_truth))
    _check_partners(partner, pair_truth, pair_starts, image, truth_image)
    iou = as_scores(c.pair_iou, "pair_iou", len(pair_truth))
    if len(iou) and not (iou.min() > 0 and iou.max() <= 1 + 1e-9):
        raise InputError("summary.pair_iou_out_of_range")
    rank, dropped = (
        as_array(one, name, "iu", np.int32, length) for one, name, length in ((c.rank, "rank", rows), (c.dropped, "dropped", images))
    )
    if rank.min(initial=0) < 0 or dropped.min(initial=0) < 0:
        raise InputError("summary.rank_or_dropped_negative")
    return MatchColumns(
        image, category, score, rank, _flags(c.state, "state", 2, areas, levels, rows), partner, truth_image, truth_category, area,
        _flags(c.crowd, "crowd", 1, objects), _flags(c.left_out, "left_out", 1, areas, objects), pair_starts, pair_truth, iou, dropped,
        as_array(c.digest, "digest", "iu", np.uint64, images),
    )  # fmt: skip


def _places(values: Array, name: str, length: int | None, count: int) -> Array:
    places = as_array(values, name, "iu", np.int32, length)
    if len(places) and (places.min() < 0 or places.max() >= count):
        raise InputError("summary.match_places_out_of_range", name=name, count=count)
    return places


def _flags(values: "Bytes", name: str, most: int, *shape: int) -> Array:
    flags = as_array(values, name, "ub", np.uint8, *shape)
    if flags.max(initial=0) > most:
        raise InputError("summary.match_numbers_out_of_range", name=name, most=most)
    return flags


def _check_sorted(image: Array, category: Array, name: str) -> None:
    """Rows stand by image, and by class within it."""
    if len(image) > 1 and not np.all((image[1:] > image[:-1]) | ((image[1:] == image[:-1]) & (category[1:] >= category[:-1]))):
        raise InputError("summary.match_rows_out_of_order", name=name)


def _check_falls(score: Array, image: Array, category: Array) -> None:
    same = (image[1:] == image[:-1]) & (category[1:] == category[:-1])
    if (same & (score[1:] > score[:-1])).any():
        raise InputError("summary.match_scores_not_falling")


def _check_partners(partner: Array, pair_truth: Array, pair_starts: Array, image: Array, truth_image: Array) -> None:
    """Detections go with objects of their own image."""
    there = partner >= 0
    if partner.min(initial=-1) < -1 or partner.max(initial=-1) >= len(truth_image):
        raise InputError("summary.partner_place_out_of_range")
    own = np.broadcast_to(image, partner.shape)[there]
    paired = np.repeat(image, np.diff(pair_starts))
    if (truth_image[partner[there]] != own).any() or (truth_image[pair_truth] != paired).any():
        raise InputError("summary.partner_of_other_image")


def joined(parts: list[Part], images: int) -> MatchColumns:
    """The columns of parts that share no image, in the order of all images."""
    of_rows, of_truths = _order(parts, "image", "category"), _order(parts, "truth_image", "truth_category")
    place = np.empty(len(of_truths), np.int32)
    place[of_truths] = np.arange(len(of_truths), dtype=np.int32)
    offsets = np.cumsum([0, *(len(c.truth_image) for c, _, _ in parts)])
    columns: dict[str, Any] = {}
    for name in ("score", "rank", "state"):
        columns[name] = np.concatenate([getattr(c, name) for c, _, _ in parts], axis=-1)[..., of_rows]
    for name in ("truth_area", "crowd", "left_out"):
        columns[name] = np.concatenate([getattr(c, name) for c, _, _ in parts], axis=-1)[..., of_truths]
    for name, order in (("image", of_rows), ("truth_image", of_truths)):
        columns[name] = np.concatenate([to[getattr(c, name)] for c, to, _ in parts])[order].astype(np.int32)
    for name, order in (("category", of_rows), ("truth_category", of_truths)):
        columns[name] = np.concatenate([to[getattr(c, name)] for c, _, to in parts])[order].astype(np.int32)
    partner = [np.where(c.partner < 0, -1, _at(place, c.partner + first)) for (c, _, _), first in zip(parts, offsets, strict=False)]
    columns["partner"] = np.concatenate(partner, axis=-1)[:, of_rows].astype(np.int32)
    columns |= _joined_pairs(parts, of_rows, place, offsets)
    dropped, digest = np.zeros(images, np.int32), np.zeros(images, np.uint64)
    for c, to, _ in parts:
        dropped[to], digest[to] = c.dropped, c.digest
    return MatchColumns(**columns, dropped=dropped, digest=digest)


def _at(place: Array, rows: Array) -> Array:
    """Places of rows, of which those past the end stand for none."""
    return np.append(place, np.int32(-1))[np.minimum(rows, len(place))]


def _order(parts: list[Part], image: str, category: str) -> Array:
    """Rows of all parts by image and class; those of one image are of one part, and keep their order."""
    images = np.concatenate([to[getattr(c, image)] for c, to, _ in parts])
    classes = np.concatenate([to[getattr(c, category)] for c, _, to in parts])
    return np.lexsort((classes, images))


def _joined_pairs(parts: list[Part], of_rows: Array, place: Array, offsets: Array) -> dict[str, Array]:
    """The pairs in the new order of detections, their objects ascending."""
    counts = np.concatenate([np.diff(c.pair_starts) for c, _, _ in parts])
    row = np.empty(len(of_rows), np.int64)
    row[of_rows] = np.arange(len(of_rows))
    new_row = np.repeat(row, counts)
    truth = np.concatenate([place[c.pair_truth + first] for (c, _, _), first in zip(parts, offsets, strict=False)])
    order = np.lexsort((truth, new_row))
    iou = np.concatenate([c.pair_iou for c, _, _ in parts])
    return {"pair_starts": starts_of(new_row[order], len(of_rows)), "pair_truth": truth[order].astype(np.int32), "pair_iou": iou[order]}
