"""The images in which a model errs most, at the confidence that is best for its F1, with what is marked in them."""

import io
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from ...errors import InputError
from ...files import file_within
from ...metrics.detection_curves import best_confidence, class_names, image_counts
from ...summary import Matches, WorstImages
from ...summary.worst_images import IGNORED, MOST_IMAGES, MOST_MARKS, MOST_PICTURE, OBJECT, RIGHT, WRONG, MarkedImage
from ...types import Array
from ...vision import Detections
from ...vision.boxes import COLUMNS
from ...vision.matching import arranged, ranks, verified
from ...vision.pictures import PICTURES, picture_of
from ...vision.reading.aligning import aligned
from .levels import first_level

__all__ = ["MOST_IMAGES", "worst_images"]

SIDES, QUALITIES = (560, 400, 280, 160), (80, 60, 40)
"""Sizes and qualities that a picture is tried at until it is small enough."""


class Worst(NamedTuple):
    """The places of images, how many errors each has, and the level at which these count."""

    places: list[int]
    errors: list[int]
    level: int


def worst_images(m: Matches, truth: Detections, predictions: Detections, folder: object = None, most: int = MOST_IMAGES) -> WorstImages:
    """The images with the most objects missed and detections in vain; of the folder of pictures, where one is named, with theirs."""
    return marked_images(m, truth, aligned(predictions, truth), worst_places(m, most), folder)


def worst_places(m: Matches, most: int) -> Worst:
    """Which images are worst."""
    level = first_level(m)
    iou = m.protocol.thresholds[level]
    confidence = best_confidence(m, iou).confidence
    counts = image_counts(m, confidence if confidence == confidence else np.inf, iou)
    errors = counts.fp + counts.fn
    shown = [int(place) for place in np.argsort(-errors, kind="stable")[:most] if errors[place]]
    return Worst(shown, [int(errors[place]) for place in shown], level)


def marked_images(m: Matches, truth: Detections, predictions: Detections, worst: Worst, folder: object) -> WorstImages:
    """Images with what is marked in them."""
    rows = matched_rows(truth, predictions, m)
    files = pictures_of(truth, folder, worst.places) if folder is not None else {}
    marked = [
        _marked(m, truth, predictions, worst.level, rows, place, errors, files.get(place, b""))
        for place, errors in zip(worst.places, worst.errors, strict=True)
    ]
    names = class_names(m.categories)
    place = np.argsort(np.argsort(np.array(names, object), kind="stable")).astype(np.int32)
    return WorstImages(tuple(sorted(names)), tuple(replace(one, category=place[one.category]) for one in marked))


def matched_rows(truth: Detections, said: Detections, m: Matches) -> tuple[Array, Array]:
    """The rows of the truth and of the predictions, in the order in which matches have them."""
    order = arranged(said)
    kept = ranks(said, order, m.protocol) < m.protocol.cap
    if m.protocol.federated:
        kept &= verified(truth, said)[order]
    return arranged(truth), order[kept]


def _marked(
    m: Matches, truth: Detections, said: Detections, level: int, rows: tuple[Array, Array], place: int, errors: int, picture: bytes
) -> MarkedImage:
    c = m.columns
    objects, found = np.flatnonzero(c.truth_image == place), np.flatnonzero(c.image == place)
    state = c.state[0, level]
    finder = np.full(len(c.truth_image), np.nan)
    hit = found[state[found] == RIGHT - 1]
    finder[c.partner[level, hit]] = c.score[hit]
    found = found[state[found] < 2]
    found = found[np.argsort(-c.score[found], kind="stable")]
    kind = np.concatenate([np.where(m.counted[0][objects] > 0, OBJECT, IGNORED), np.where(state[found] == 1, RIGHT, WRONG)])
    boxes = np.concatenate([corners_of(truth.boxes[rows[0][objects]]), corners_of(said.boxes[rows[1][found]])])
    kept = slice(MOST_MARKS)
    return MarkedImage(
        m.images.tolist()[place],
        errors,
        float(truth.images.width[place]),
        float(truth.images.height[place]),
        kind.astype(np.uint8)[kept],
        np.concatenate([c.truth_category[objects], c.category[found]]).astype(np.int32)[kept],
        np.concatenate([finder[objects], c.score[found]])[kept],
        boxes.astype(np.float32)[kept],
        max(len(kind) - MOST_MARKS, 0),
        picture,
    )


def corners_of(boxes: Array) -> Array:
    """The four corners of boxes, x and y of each in turn; of oriented ones, turned about their centre."""
    if boxes.shape[1] == COLUMNS["corners"]:
        return boxes
    if boxes.shape[1] == COLUMNS["xywhr"]:
        x, y, width, height, angle = boxes.T
        across = np.array([np.cos(angle), np.sin(angle)]) * width / 2
        along = np.array([-np.sin(angle), np.cos(angle)]) * height / 2
        centre = np.array([x, y])
        return np.concatenate([centre + a * across + b * along for a, b in ((-1, -1), (1, -1), (1, 1), (-1, 1))]).T
    x, y, width, height = boxes.T
    return np.stack([x, y, x + width, y, x + width, y + height, x, y + height], 1)


def pictures_of(truth: Detections, folder: Any, places: list[int]) -> dict[int, bytes]:
    """The pictures of some images as small JPEGs, by the places of the images; those that are not there are left out."""
    found: dict[int, bytes] = {}
    for place in places:
        path = _picture(Path(folder), truth, place)
        if path is not None:
            found[place] = small_picture(path)
    if places and not found:
        raise InputError(
            "detection.picture_missing",
            folder=str(folder),
            image=truth.images.names.tolist()[places[0]],
        )
    return found


def _picture(folder: Path, truth: Detections, place: int) -> Path | None:
    """The file of an image: as the data call it, else by the image's name and any ending of pictures; never outside the folder."""
    images = truth.images
    names = [images.files[place]] if images.files else []
    names += [f"{images.names.tolist()[place]}{ending}" for ending in ("", *PICTURES)]
    for name in filter(None, names):
        for path in (file_within(folder, name), file_within(folder, Path(name).name)):
            if path is not None and path.suffix.lower() in PICTURES:
                return path
    return None


def small_picture(path: Path) -> bytes:
    """A picture as a JPEG of few bytes."""
    with picture_of(path, str(path)) as opened:
        picture = opened.convert("RGB")
    for side in SIDES:
        picture.thumbnail((side, side))
        for quality in QUALITIES:
            written = io.BytesIO()
            picture.save(written, "JPEG", quality=quality)
            if written.tell() <= MOST_PICTURE:
                return written.getvalue()
    return b""
