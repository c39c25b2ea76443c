"""Matches: detections matched to the objects of their images once, from which every figure of detection is computed."""

from dataclasses import fields
from functools import cached_property
from typing import Any, ClassVar, NamedTuple

import numpy as np
from numpy.typing import NDArray

from .. import _core
from ..errors import InputError
from ..inputs.groups import encode_groups, named
from ..inputs.labels import plain
from ..parallel import THREADS
from ..types import Array, Floats
from ..vision import Categories, Detections
from ..vision.matching import MatchColumns, fitted, matched, starts_of
from ..vision.protocols import Protocol, protocol_of
from .base import Summary
from .invariants import as_names, check_ascending, frozen
from .match_columns import checked_columns, joined, no_columns
from .packing import Arrays


class Averages(NamedTuple):
    """Average precision and recall: an array of areas × thresholds × classes each, NaN where a class has no objects."""

    ap: Floats
    recall: Floats


class Matches(Summary):
    """Images with their detections matched to their objects under a protocol.

    ``images`` are names, ascending, ``categories`` the classes; ``columns`` holds detections, objects and the pairs of both that overlap
    (see :class:`gnomon.vision.matching.MatchColumns`). Two merge when they share no image and were matched under the same protocol.

    Equal scores stand by their images' names, ascending, and within an image as in the data.

    >>> import gnomon as gn
    >>> truth = {"image": ["a", "a"], "class": ["cat", "dog"], "x": [0, 40], "y": [0, 40], "w": [20, 20], "h": [20, 20]}
    >>> said = {"image": ["a"], "class": ["cat"], "x": [0], "y": [0], "w": [20], "h": [19], "score": [0.9]}
    >>> gn.Matches.of(truth, said)
    Matches(1 image, 2 objects, 1 detection, 2 classes, coco)
    """

    growth = "rows"
    arguments: ClassVar[dict[str, str]] = {
        "truth": "What is in the images: anything that gn.Detections.of reads; or a Matches in the place of both.",
        "predictions": "What a model says is in them, with scores.",
        "protocol": 'By which rules they are matched: "coco", "voc2007", "voc2010", "lvis", "yolo" or "yolo-2025".',
        "format": "How boxes are written, where the data does not say; see gn.Detections.of.",
        "classes": "The classes' names; see gn.Detections.of.",
        "unit": "The unit of boxes, pixel or share; see gn.Detections.of.",
    }

    def __init__(self, protocol: Protocol, images: Any, categories: Categories, columns: MatchColumns) -> None:
        names = as_names(images, "images")
        check_ascending(names, "images")
        _check_categories(categories)
        held = checked_columns(columns, len(names), len(categories), protocol)
        self.__dict__.update(protocol=protocol, images=names, categories=categories, columns=held)

    protocol: Protocol
    images: Array
    categories: Categories
    columns: MatchColumns

    def __setattr__(self, name: str, value: Any) -> None:
        raise AttributeError(f"cannot assign to {name}: a Matches does not change; build another with Matches.of")

    def __reduce__(self) -> tuple[Any, ...]:
        return Matches, (self.protocol, self.images, self.categories, self.columns)

    @classmethod
    def of(
        cls,
        truth: Any,
        predictions: Any = None,
        *,
        protocol: Any = "coco",
        iou: str = "box",
        thresholds: Any = None,
        max_detections: Any = "protocol",
        area_ranges: Any = None,
        recall_grid: Any = None,
        compatible: bool = False,
        sigmas: Any = None,
        format: str | None = None,
        classes: Any = None,
        unit: str | None = None,
    ) -> "Matches":
        """Match predictions to the truth; either side is anything that ``gn.Detections.of`` reads."""
        rule = protocol_of(
            protocol, iou=iou, thresholds=thresholds, max_detections=max_detections, area_ranges=area_ranges, recall_grid=recall_grid,
            compatible=compatible, sigmas=sigmas,
        )  # fmt: skip
        real, said = sides_of(truth, predictions, format, classes, unit)
        rule = fitted(rule, real)
        return cls._of_kernel(rule, real.images.names, real.categories, matched(real, said, rule))

    @classmethod
    def _of_kernel(cls, protocol: Protocol, images: Array, categories: Categories, columns: MatchColumns) -> "Matches":
        made = object.__new__(cls)
        for one in fields(columns):
            frozen(getattr(columns, one.name))
        made.__dict__.update(protocol=protocol, images=frozen(images.copy()), categories=categories, columns=columns)
        return made

    @classmethod
    def empty(cls) -> "Matches":
        """No images."""
        protocol = Protocol()
        return cls(protocol, np.zeros(0, np.int64), Categories((), ()), no_columns(protocol))

    def __len__(self) -> int:
        return len(self.images)

    @property
    def cells(self) -> int:
        return len(self.columns.score) + len(self.columns.truth_image)

    # What follows of the columns --------------------------------------------------------------------------------------------------

    @cached_property
    def by_class(self) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Detections by class and falling score, equal scores by image and as in the data; and where each class's start."""
        c = self.columns
        order = np.lexsort((-c.score, c.category)).astype(np.int64)  # rows stand by image already
        return order, starts_of(c.category, len(self.categories))

    @cached_property
    def counted(self) -> NDArray[np.uint8]:
        """Areas × objects: 1 for those that are to be found."""
        return frozen((1 - self.columns.left_out).astype(np.uint8))

    @cached_property
    def objects(self) -> NDArray[np.int64]:
        """Areas × classes: how many objects are to be found."""
        kinds = self.columns.truth_category
        return np.array([np.bincount(kinds[line > 0], minlength=len(self.categories)) for line in self.counted])

    def outcomes(self, area: int, levels: Any, cap: int | None) -> NDArray[np.uint8]:
        """Thresholds × detections of a range of areas, those past a cap being ignored."""
        state = np.ascontiguousarray(self.columns.state[area, levels])
        if cap is None or cap >= self.protocol.cap:
            return state
        return np.where(self.columns.rank >= cap, np.uint8(2), state)

    def averages(self, lines: list[tuple[int, int | None]], weights: Floats | None = None, levels: Any = None) -> Averages:
        """Average precision and recall for ranges of areas, each with a cap: lines × thresholds × classes.

        With ``weights``, replicates × images, the same of images that count so often: replicates × lines × thresholds × classes.
        """
        if weights is not None and weights.shape[1:] != (len(self),):
            raise InputError("summary.replicate_weights_shape_mismatch", count=len(self))
        c, (order, starts) = self.columns, self.by_class
        levels = np.arange(len(self.protocol.thresholds)) if levels is None else np.atleast_1d(levels)
        state = np.concatenate([self.outcomes(area, levels, cap) for area, cap in lines])
        line_area = np.repeat([area for area, _ in lines], len(levels)).astype(np.int64)
        made = _core.average_precisions(
            starts, order, c.image, state, line_area, self.counted, c.truth_image, c.truth_category, self.protocol.interpolation,
            np.array(self.protocol.grid), weights, THREADS,
        )  # fmt: skip
        shape = (len(lines), len(levels), len(self.categories))
        ap, recall = (one.reshape(shape if weights is None else (-1, *shape)) for one in made)
        return Averages(ap, recall)

    # The laws ---------------------------------------------------------------------------------------------------------------------

    def _merge(self, other: "Matches") -> "Matches":
        if not len(self) or not len(other):
            return self if len(self) else other
        if self.protocol != other.protocol:
            raise InputError("summary.match_protocols_differ")
        names = self.images.tolist() + other.images.tolist()
        shared = set(self.images.tolist()) & set(other.images.tolist())
        if shared:
            raise InputError(
                "summary.image_in_both_matches",
                value=plain(sorted(shared)[0]),
                count=len(shared),
            )
        groups = encode_groups(named(names), "image")
        categories, codes = _united(self.categories, other.categories)
        split = len(self.images)
        parts = [
            (self.columns, groups.codes[:split].astype(np.int32), codes[0]),
            (other.columns, groups.codes[split:].astype(np.int32), codes[1]),
        ]
        return Matches(self.protocol, groups.names, categories, joined(parts, len(names)))

    def _state(self) -> tuple[dict[str, Any], Arrays]:
        meta: dict[str, Any] = {"protocol": self.protocol.to_dict(), "ids": self.categories.ids, "names": self.categories.names}
        meta["frequency"] = self.categories.frequency
        arrays: Arrays = {one.name: getattr(self.columns, one.name) for one in fields(self.columns)}
        if self.images.dtype == object:
            meta["images"] = self.images.tolist()
        else:
            arrays["images"] = self.images
        return meta, arrays

    @classmethod
    def _restore(cls, meta: dict[str, Any], arrays: Arrays) -> "Matches":
        images = named(meta["images"]) if "images" in meta else arrays.pop("images")
        categories = Categories(tuple(meta["ids"]), tuple(meta["names"]), tuple(meta["frequency"]))
        known = {**meta["protocol"], "areas": [tuple(one) for one in meta["protocol"]["areas"]]}
        return cls(Protocol(**known), images, categories, MatchColumns(**arrays))

    def __repr__(self) -> str:
        if not len(self):
            return "Matches(no images)"
        counts = [(len(self), "image"), (len(self.columns.truth_image), "object"), (len(self.columns.score), "detection")]
        said = ", ".join(f"{count:,} {name}{'' if count == 1 else 's'}" for count, name in counts)
        classes = len(self.categories)
        return f"Matches({said}, {classes:,} {'class' if classes == 1 else 'classes'}, {self.protocol.name})"


def sides_of(
    truth: object, predictions: object, format: str | None = None, classes: object = None, unit: str | None = None
) -> tuple[Detections, Detections]:
    """Truth and predictions as columns, of whatever they come as."""
    if predictions is None:
        raise InputError("summary.match_predictions_missing")
    real = truth if isinstance(truth, Detections) else Detections.of(truth, format=format, classes=classes, name="truth", unit=unit)
    if isinstance(predictions, Detections):
        return real, predictions
    return real, Detections.of(predictions, format=format, classes=classes, truth=real, name="predictions", unit=unit)


def _check_categories(categories: Categories) -> None:
    """Refuse classes that are not told apart by ids of one kind, each with a name."""
    ids = np.empty(len(categories), object)
    ids[:] = list(categories.ids)
    check_ascending(as_names(ids, "ids"), "ids")
    known = isinstance(categories.names, tuple) and all(isinstance(name, str) for name in categories.names)
    if not known or len(categories.names) != len(ids) or len(categories.frequency) not in (0, len(ids)):
        raise InputError("summary.class_fields_missing")


def _united(one: Categories, other: Categories) -> tuple[Categories, tuple[Array, Array]]:
    """The classes of both, by their ids ascending, and where each one's stand among them."""
    if one == other:
        same = np.arange(len(one), dtype=np.int32)
        return one, (same, same)
    known: dict[Any, tuple[str, str]] = {}
    for side in (one, other):
        for place, (id_, name) in enumerate(zip(side.ids, side.names, strict=True)):
            often = side.frequency[place] if side.frequency else ""
            if known.setdefault(id_, (name, often)) != (name, often):
                raise InputError(
                    "summary.class_names_differ",
                    id=id_,
                    name=known[id_][0],
                    other=name,
                )
    try:
        ids = sorted(known)
    except TypeError:
        raise InputError("summary.class_id_types_differ") from None
    frequency = tuple(known[id_][1] for id_ in ids)
    where = {id_: place for place, id_ in enumerate(ids)}
    moved = tuple(np.array([where[id_] for id_ in side.ids], np.int32) for side in (one, other))
    made = Categories(tuple(ids), tuple(known[id_][0] for id_ in ids), frequency if any(frequency) else ())
    return made, (moved[0], moved[1])
