"""Which ids the pixels of label maps may hold, what the classes are called, and which ids are left out."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from ..errors import InputError
from ..inputs.labels import plain

MOST_CLASSES = 4096
"""Ids past which maps hold something else than classes."""
THRESHOLD = 0.5
"""The probability from which on a pixel is foreground, where nobody names another."""


@dataclass(frozen=True)
class ClassIds:
    """Ids of classes and their names, None where those count that occur; pixels whose truth is in ``ignore`` are left out."""

    ids: tuple[int, ...] | None = None
    names: tuple[Any, ...] = ()
    ignore: tuple[int, ...] = ()
    threshold: float = THRESHOLD
    """The probability from which on a pixel is foreground, where maps hold probabilities."""

    @classmethod
    def of(cls, classes: object = None, ignore: object = None, threshold: object = THRESHOLD) -> "ClassIds":
        """The arguments as they are meant; ``classes`` is how many there are, their names in the order of their ids, or {id: name}."""
        ids, names = _named(classes)
        left_out = () if ignore is None else as_ids(ignore, "ignore")
        both = [one for one in left_out if ids is not None and one in ids]
        if both:
            raise InputError(
                "vision.ignore_conflict_with_classes",
                id=both[0],
            )
        if isinstance(threshold, (bool, np.bool_)) or not isinstance(threshold, (int, float, np.number)) or not 0 < threshold <= 1:
            raise InputError("vision.foreground_threshold_out_of_range", threshold=threshold)
        return cls(ids, names, left_out, float(threshold))

    def labels(self, ids: Sequence[int]) -> tuple[Any, ...]:
        """What classes of these ids are called."""
        known = dict(zip(self.ids or (), self.names, strict=True))
        return tuple(known.get(one, one) for one in ids)

    def background(self, ids: Sequence[int]) -> int | None:
        """The place of the background, which has id 0; None where no class has it."""
        return list(ids).index(0) if 0 in ids else None

    @property
    def two(self) -> "ClassIds":
        """The same where maps hold probabilities: ids are 0 and 1."""
        if self.ids is None:
            return ClassIds((0, 1), (0, 1), self.ignore, self.threshold)
        if {*self.ids} != {0, 1}:
            raise InputError(
                "vision.probability_map_classes_mismatch",
                ids=said_ids(self.ids),
            )
        return self


def _named(classes: Any) -> tuple[tuple[int, ...] | None, tuple[Any, ...]]:
    if classes is None:
        return None, ()
    number = isinstance(classes, (int, np.integer))
    if isinstance(classes, (bool, np.bool_, str, bytes)) or not (number or hasattr(classes, "__iter__")):
        raise InputError("vision.map_classes_empty", classes=classes)
    if number:
        if not 1 <= classes <= MOST_CLASSES:
            raise InputError("vision.class_count_out_of_range", classes=classes, most=MOST_CLASSES)
        return tuple(range(int(classes))), tuple(range(int(classes)))
    if isinstance(classes, Mapping):
        ids, names = tuple(_id(one, "classes") for one in classes), tuple(plain(name) for name in classes.values())
    else:
        names = tuple(plain(name) for name in classes)
        ids = tuple(range(len(names)))
    if not 1 <= len(ids) <= MOST_CLASSES:
        raise InputError("vision.class_names_out_of_range", count=len(ids), most=MOST_CLASSES)
    if len(set(names)) < len(names):
        twice = next(name for name in names if names.count(name) > 1)
        raise InputError("vision.map_class_name_twice", twice=twice)
    return ids, names


def as_ids(given: object, argument: str) -> tuple[int, ...]:
    """An id, or several, each once."""
    if isinstance(given, (str, bytes)) or not hasattr(given, "__iter__"):
        return (_id(given, argument),)
    return tuple(dict.fromkeys(_id(one, argument) for one in given))


def _id(value: object, argument: str) -> int:
    value = plain(value)
    if isinstance(value, bool) or not isinstance(value, int) or not -(2**62) < value < 2**62:
        raise InputError("vision.map_class_id_not_integer", argument=argument, value=value)
    return value


def said_ids(ids: tuple[int, ...]) -> str:
    """Ids as an error lists them."""
    if ids == tuple(range(ids[0], ids[0] + len(ids))) and len(ids) > 2:
        return f"{ids[0]}–{ids[-1]}"
    return ", ".join(map(str, ids[:12])) + (", …" if len(ids) > 12 else "")
