"""How often each pair of labels meets in images: the kernel, and what it is given and refuses."""

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from .. import _core
from ..errors import InputError
from ..inputs.short_floats import shortest_decimals
from ..parallel import THREADS
from .class_ids import MOST_CLASSES, ClassIds

Array = NDArray[Any]
NARROW = 1024
"""Ids that lie within so many of each other are counted as they are; others by their places among those that occur."""
KERNEL = {"b1": np.uint8, "u1": np.uint8, "u2": np.uint16, "i1": np.int32, "i2": np.int32, "i4": np.int32}


class MapPairs(NamedTuple):
    """Pixels by truth and prediction: ``table[i, t, p]`` of image i, classes standing as in ``ids``; and how many were left out."""

    ids: list[int]
    table: NDArray[np.int64]
    ignored: NDArray[np.int64]


class Called(NamedTuple):
    """What errors call the images, and the two sides."""

    names: Sequence[Any]
    truth: str
    predicted: str


def labelled(truth: Array, predicted: Array, classes: ClassIds, called: Called) -> tuple[Array, Array, ClassIds]:
    """Two stacks of ids, of the kernel's types; probabilities are cut at the threshold, and then there are two classes."""
    if truth.dtype.kind == "f":
        at = f"{called.truth}[{called.names[0]!r}]"
        raise InputError("{at} holds {type} where class ids are meant; pass whole numbers, as with .astype(int)", at=at, type=truth.dtype)
    if predicted.dtype.kind == "f":
        classes = classes.two
        predicted = _foreground(predicted, classes.threshold, called)
    return _whole(truth, called.truth), _whole(predicted, called.predicted), classes


def _foreground(probability: Array, threshold: float, called: Called) -> Array:
    fine = (probability >= 0) & (probability <= 1)
    if not fine.all():
        image, row, column = np.argwhere(~fine)[0].tolist()
        raise InputError(
            "{called}[{name!r}] holds {value:g} at row {row}, column {column}; a map of floats is one of probabilities from 0 to 1. "
            "Pass class ids as whole numbers",
            called=called.predicted,
            name=called.names[image],
            value=float(probability[image, row, column]),
            row=row,
            column=column,
        )
    if probability.dtype.itemsize < 8:  # 0.7 as float32 is 0.7, and reaches a threshold of 0.7
        probability = shortest_decimals(probability.ravel()).reshape(probability.shape)
    return (probability >= threshold).view(np.uint8)


def _whole(maps: Array, called: str) -> Array:
    """Maps in one piece, of a type that the kernel reads."""
    kind = f"{maps.dtype.kind}{maps.dtype.itemsize}"
    if kind == "u8" and maps.size and int(maps.max()) >= 2**62:
        raise InputError("{called} holds {value}; ids of classes are whole numbers below 2**62", called=called, value=int(maps.max()))
    return np.ascontiguousarray(maps, KERNEL.get(kind, np.int64))


def map_pairs(truth: Array, predicted: Array, classes: ClassIds, called: Called) -> MapPairs:
    """Pairs of labels in each image of two stacks; ids that no class has are named with image and place."""
    truth, predicted, classes = labelled(truth, predicted, classes, called)
    if len(classes.ignore) > 1:
        truth = np.where(np.isin(truth, classes.ignore), classes.ignore[0], truth.astype(np.int64))
    ignore = classes.ignore[0] if classes.ignore else None
    flat = [maps.reshape(len(maps), -1) for maps in (truth, predicted)]
    low, high = _extent(flat) if classes.ids is None else (min(classes.ids), max(classes.ids))
    if high - low >= NARROW:
        ids, flat, code = _coded(flat, classes, ignore, called)
        cells = _core.label_pairs(flat[0], flat[1], 0, len(ids), code, THREADS)
    else:
        ids = list(range(low, high + 1))
        cells = _core.label_pairs(flat[0], flat[1], low, len(ids), ignore, THREADS)
    table = cells[:, :-2].reshape(-1, len(ids), len(ids))
    if cells[:, -2].any():
        raise _stranger(truth, predicted, classes, called)
    seen = np.flatnonzero(table.any((0, 1)) | table.any((0, 2)))
    found = [ids[place] for place in seen]
    if not {*found}.isdisjoint(classes.ignore) or not (classes.ids is None or {*found} <= {*classes.ids}):
        raise _stranger(truth, predicted, classes, called)
    return MapPairs(found, np.ascontiguousarray(table[:, seen][:, :, seen]), cells[:, -1].copy())


def _extent(flat: Sequence[Array]) -> tuple[int, int]:
    ends = [_core.extent(maps.reshape(-1), THREADS) for maps in flat]
    return min(low for low, _ in ends), max(high for _, high in ends)


def _coded(flat: Sequence[Array], classes: ClassIds, ignore: int | None, called: Called) -> tuple[list[int], list[Array], int | None]:
    """Ids that lie far apart as their places among those that occur."""
    occur = np.unique(np.concatenate([np.unique(maps).astype(np.int64) for maps in flat]))
    if len(occur) > MOST_CLASSES:
        raise InputError(
            "{called}[{name!r}] holds more than {most:,} different ids; these look like ids of instances or pixels, not of classes",
            called=called.predicted if len(np.unique(flat[0])) <= MOST_CLASSES else called.truth,
            name=called.names[0],
            most=MOST_CLASSES,
        )
    codes = [np.searchsorted(occur, maps).astype(np.int32) for maps in flat]
    at = None if ignore is None or ignore not in occur else int(np.searchsorted(occur, ignore))
    return occur.tolist(), codes, at


def _stranger(truth: Array, predicted: Array, classes: ClassIds, called: Called) -> InputError:
    """The refusal of the first pixel whose id no class has."""
    left = np.isin(truth, classes.ignore) if classes.ignore else np.zeros(truth.shape, bool)
    for maps, side in ((truth, called.truth), (predicted, called.predicted)):
        wrong = ~left & (np.isin(maps, classes.ignore) | (False if classes.ids is None else ~np.isin(maps, classes.ids)))
        if not wrong.any():
            continue
        image, row, column = np.argwhere(wrong)[0].tolist()
        value = int(maps[image, row, column])
        known = {"called": side, "name": called.names[image], "value": value, "row": row, "column": column}
        if value in classes.ignore:
            return InputError(
                "{called}[{name!r}] has {value} at row {row}, column {column}, which is ignored in the truth, where the truth is a class; "
                "give what is predicted there a class of its own",
                **known,
            )
        known["ids"] = _said(classes.ids or ())
        if maps is truth:
            return InputError(
                "{called}[{name!r}] has class {value} at row {row}, column {column}, and the ids of ⟦classes⟧ are {ids}; name it there, or "
                "leave such pixels out with ⟦ignore={value}⟧",
                **known,
            )
        return InputError(
            "{called}[{name!r}] has class {value} at row {row}, column {column}, and the ids of ⟦classes⟧ are {ids}; name it there", **known
        )
    return InputError("the maps changed while they were read; pass copies of them")


def _said(ids: tuple[int, ...]) -> str:
    if ids == tuple(range(ids[0], ids[0] + len(ids))) and len(ids) > 2:
        return f"{ids[0]}–{ids[-1]}"
    return ", ".join(map(str, ids[:12])) + (", …" if len(ids) > 12 else "")
