"""Eight bytes for the objects or segments of an image, by which one knows whether two truths are the same."""

import numpy as np
from numpy.typing import NDArray

from .. import _core
from .detections import Detections
from .masks import Masks
from .segments import VOID, Segments

Words = NDArray[np.uint64]
STEP = np.uint64(0x9E3779B97F4A7C15)
MIXES = ((30, 0xBF58476D1CE4E5B9), (27, 0x94D049BB133111EB))


def truth_digests(truth: Detections, rows: NDArray[np.int64], starts: NDArray[np.int64], iou: str) -> Words:
    """One for each image, of where its objects are: boxes, and masks or keypoints where these are compared.

    ``rows`` are the objects by image, and those of each start at ``starts``.
    """
    if not len(truth):
        return np.zeros(len(starts) - 1, np.uint64)
    each = _folded(truth.boxes)
    if iou == "mask" and truth.masks is not None and len(truth.masks):
        each = _mixed(each ^ _of_masks(truth.masks))
    if iou == "keypoints" and truth.keypoints is not None:
        each = _mixed(each ^ _folded(truth.keypoints.reshape(len(truth), -1)))
    return _summed(each[rows], starts)


def segments_digest(truth: Segments) -> int:
    """Of where the segments of an image are, of their categories and which are crowds; their own ids are names and do not count."""
    ids, first, place = np.unique(truth.ids, return_index=True, return_inverse=True)
    pixel = np.where(ids == VOID, -1, first)  # a segment is known by its first pixel
    where = _core.map_digests(pixel[place.reshape(1, -1)], truth.ids.shape[-1], -1, 1)
    begun = {one: at for one, at in zip(ids.tolist(), first.tolist(), strict=True) if one != VOID}
    kinds = np.array([(at, truth.categories[one], one in truth.crowd) for one, at in begun.items()], np.int64)
    words = _chained(kinds.reshape(-1, 3).view(np.uint64))
    return int(_mixed(where + words.sum(dtype=np.uint64))[0]) or 1


def _mixed(words: Words) -> Words:
    """Words whose every bit hangs on every bit of those given, as in SplitMix64."""
    words = words + STEP
    for shift, factor in MIXES:
        words = (words ^ (words >> np.uint64(shift))) * np.uint64(factor)
    return words ^ (words >> np.uint64(31))


def _folded(numbers: NDArray[np.float64]) -> Words:
    """A word for each row of numbers, whose order counts."""
    return _chained(np.ascontiguousarray(numbers + 0.0, np.float64).view(np.uint64))  # -0.0 is 0.0


def _chained(bits: Words) -> Words:
    """A word for each row of words, whose order counts."""
    words = np.zeros(len(bits), np.uint64)
    for column in bits.T:
        words = _mixed(words ^ column)
    return words


def _of_masks(masks: Masks) -> Words:
    place = np.arange(len(masks.runs)) - np.repeat(masks.starts[:-1], np.diff(masks.starts))
    runs = _mixed(_mixed(masks.runs.astype(np.uint64)) ^ place.astype(np.uint64))
    return _summed(runs, masks.starts) ^ _mixed(masks.height.astype(np.uint64))


def _summed(words: Words, starts: NDArray[np.int64]) -> Words:
    """Sums of the words of each, past 2⁶⁴ from 0 again."""
    sums = np.append(np.uint64(0), np.cumsum(words, dtype=np.uint64))
    return sums[starts[1:]] - sums[starts[:-1]]
