"""How often each pair of labels meets in images: the kernel, and what it is given and refuses."""

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from .. import _core
from ..errors import InputError
from ..parallel import THREADS
from ..types import Array
from .class_ids import MOST_CLASSES, ClassIds, said_ids

NARROW = 1024
"""Ids that lie within so many of each other are counted as they are; others by their places among those that occur."""
CELLS = 2**22
"""Cells of matrices that are filled at a time: many small images of many ids have more cells than pixels."""
KERNEL = {"b1": np.uint8, "u1": np.uint8, "u2": np.uint16, "i1": np.int32, "i2": np.int32, "i4": np.int32}


class MapPairs(NamedTuple):
    """The pairs of labels that images have, and in how many pixels: places of images and of ``ids``; and pixels that were left out.

    ``digest`` tells for each image whether two true maps are the same.
    """

    ids: list[int]
    image: NDArray[np.int64]
    truth: NDArray[np.int64]
    predicted: NDArray[np.int64]
    pixels: NDArray[np.int64]
    ignored: NDArray[np.int64]
    digest: NDArray[np.uint64]

    def summed(self, place: NDArray[np.int64], which: slice = slice(None)) -> NDArray[np.int64]:
        """Pixels of each image by one of the two labels."""
        n, k = len(self.ignored), len(self.ids)
        return np.bincount((self.image * k + place)[which], self.pixels[which], n * k).astype(np.int64).reshape(n, k)


class SideNames(NamedTuple):
    """What errors call the images, and the two sides."""

    names: Sequence[Any]
    truth: str
    predicted: str


def labelled(truth: Array, predicted: Array, classes: ClassIds, called: SideNames) -> tuple[Array, Array, ClassIds]:
    """Two stacks of ids, of the kernel's types; probabilities are cut at the threshold, and then there are two classes."""
    if truth.dtype.kind == "f":
        at = f"{called.truth}[{called.names[0]!r}]"
        raise InputError("vision.map_pair_not_integer", at=at, type=truth.dtype)
    if predicted.dtype.kind == "f":
        classes = classes.two
        predicted = _foreground(predicted, classes.threshold, called)
    return _whole(truth, called.truth), _whole(predicted, called.predicted), classes


def _foreground(probability: Array, threshold: float, called: SideNames) -> Array:
    fine = (probability >= 0) & (probability <= 1)
    if not fine.all():
        image, row, column = np.argwhere(~fine)[0].tolist()
        raise InputError(
            "vision.map_probability_out_of_range",
            called=called.predicted,
            name=called.names[image],
            value=float(probability[image, row, column]),
            row=row,
            column=column,
        )
    # 0.7 as float16 or float32 is not quite 0.7, and reaches a threshold of 0.7 all the same.
    return np.asarray(probability >= probability.dtype.type(threshold)).view(np.uint8)


def _whole(maps: Array, called: str) -> Array:
    """Maps in one piece, of a type that the kernel reads."""
    kind = f"{maps.dtype.kind}{maps.dtype.itemsize}"
    if kind == "u8" and maps.size and int(maps.max()) >= 2**62:
        raise InputError("vision.map_id_too_large", called=called, value=int(maps.max()))
    return np.ascontiguousarray(maps, KERNEL.get(kind, np.int64))


def map_pairs(truth: Array, predicted: Array, classes: ClassIds, called: SideNames) -> MapPairs:
    """Pairs of labels in each image of two stacks; ids that no class has are named with image and place."""
    truth, predicted, classes = labelled(truth, predicted, classes, called)
    if len(classes.ignore) > 1:
        truth = np.where(np.isin(truth, classes.ignore), classes.ignore[0], truth.astype(np.int64))
    ignore = classes.ignore[0] if classes.ignore else None
    flat = [maps.reshape(len(maps), -1) for maps in (truth, predicted)]
    digest = _core.map_digests(flat[0], truth.shape[-1], ignore, THREADS)
    low, high = _extent(flat, ignore) if classes.ids is None else (min(classes.ids), max(classes.ids))
    if high - low >= NARROW:
        ids, flat, ignore = _coded(flat, classes, ignore, called)
        low = 0
    else:
        ids = list(range(low, high + 1))
    found, outside = _counted(flat, ids, low, ignore, digest)
    seen = {*found.ids}
    if outside or not seen.isdisjoint(classes.ignore) or (min(seen, default=0) < 0 if classes.ids is None else not seen <= {*classes.ids}):
        raise _stranger(truth, predicted, classes, called)
    return found


def _counted(flat: Sequence[Array], ids: list[int], low: int, ignore: int | None, digest: NDArray[np.uint64]) -> tuple[MapPairs, bool]:
    """The pairs of all images, some images at a time, and whether any pixel has a label out of range."""
    span, found = len(ids), []
    step = max(1, CELLS // (span * span))
    for first in range(0, len(flat[0]), step):
        cells = _core.label_pairs(flat[0][first : first + step], flat[1][first : first + step], low, span, ignore, THREADS)
        image, cell = np.nonzero(cells[:, :-2])
        found.append((image + first, cell, cells[image, cell], cells[:, -1].copy(), cells[:, -2].copy()))
    image, cell, pixels, ignored, outside = (np.concatenate([part[at] for part in found]) for at in range(5))
    row, column = cell // span, cell % span
    seen = np.unique(np.concatenate([np.unique(row), np.unique(column)]))
    places = [np.searchsorted(seen, side) for side in (row, column)]
    return MapPairs([ids[place] for place in seen], image, places[0], places[1], pixels, ignored, digest), bool(outside.any())


def _extent(flat: Sequence[Array], ignore: int | None) -> tuple[int, int]:
    """The least and the largest id; of many images one that is ignored is not it, as each id widens the matrix of every image."""
    ends = [_core.extent(maps.reshape(-1), THREADS) for maps in flat]
    low, high = min(low for low, _ in ends), max(high for _, high in ends)
    if ignore in (low, high) and low < high and len(flat[0]) * (high - low + 1) ** 2 > CELLS:
        inner = [np.where(maps == ignore, other, maps) for maps, other in ((maps, _other(maps, ignore)) for maps in flat)]
        ends = [_core.extent(maps.reshape(-1), THREADS) for maps in inner]
    return min(low for low, _ in ends), max(high for _, high in ends)


def _other(maps: Array, ignore: int | None) -> Any:
    """An id of these maps that is not ignored, or the one that is where they have no other."""
    flat = maps.reshape(-1)
    return flat[int(np.argmax(flat != ignore))]


def _coded(flat: Sequence[Array], classes: ClassIds, ignore: int | None, called: SideNames) -> tuple[list[int], list[Array], int | None]:
    """Ids that lie far apart as their places among those that occur."""
    occur = np.unique(np.concatenate([np.unique(maps).astype(np.int64) for maps in flat]))
    if len(occur) > MOST_CLASSES:
        raise InputError(
            "vision.map_ids_too_many",
            called=called.predicted if len(np.unique(flat[0])) <= MOST_CLASSES else called.truth,
            name=called.names[0],
            most=MOST_CLASSES,
        )
    codes = [np.searchsorted(occur, maps).astype(np.int32) for maps in flat]
    at = None if ignore is None or ignore not in occur else int(np.searchsorted(occur, ignore))
    return occur.tolist(), codes, at


def _stranger(truth: Array, predicted: Array, classes: ClassIds, called: SideNames) -> InputError:
    """The refusal of the first pixel whose id no class has."""
    left = np.isin(truth, classes.ignore) if classes.ignore else np.zeros(truth.shape, bool)
    for maps, side in ((truth, called.truth), (predicted, called.predicted)):
        wrong = ~left & (np.isin(maps, classes.ignore) | (maps < 0 if classes.ids is None else ~np.isin(maps, classes.ids)))
        if not wrong.any():
            continue
        image, row, column = np.argwhere(wrong)[0].tolist()
        value = int(maps[image, row, column])
        known = {"called": side, "name": called.names[image], "value": value, "row": row, "column": column}
        if value in classes.ignore:
            return InputError(
                "vision.map_ignored_id_predicted",
                **known,
            )
        if classes.ids is None:
            return _below_zero(maps is truth, **known)
        known["ids"] = said_ids(classes.ids)
        if maps is truth:
            return InputError(
                "vision.map_class_unknown_not_ignored",
                **known,
            )
        return InputError("vision.map_class_unknown", **known)
    return InputError("vision.maps_changed")


def _below_zero(of_truth: bool, **known: Any) -> InputError:
    """The refusal of an id below 0 that nobody named."""
    if of_truth:
        return InputError(
            "vision.label_map_class_negative_in_truth",
            **known,
        )
    return InputError(
        "vision.label_map_class_negative_in_prediction",
        **known,
    )
