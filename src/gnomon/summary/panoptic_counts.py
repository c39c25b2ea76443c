"""PanopticCounts: segments hit, missed and falsely seen, image by image and class by class."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from ..errors import InputError
from ..inputs.groups import named
from ..inputs.labels import label_order
from ..types import Array
from ..vision.class_ids import ClassIds, as_ids, said_ids
from ..vision.digests import segments_digest
from ..vision.panoptic import CategoryMatches, matched
from ..vision.segments import SegmentedImages, Segments, segmented
from .base import Summary
from .counts import merged_labels
from .image_names import as_digests, as_image_names, joined_images
from .invariants import as_amounts, as_array, as_labels, as_values, frozen
from .packing import Arrays

NOTHING = CategoryMatches(0, 0, 0, 0.0)
COLUMNS = ("counts", "iou", "digest")


@dataclass(frozen=True, eq=False, init=False, repr=False)
class PanopticCounts(Summary):
    """Of each image and class the segments found (tp), falsely seen (fp) and missed (fn), and the summed IoU of those found.

    ``counts`` is an array of images × 3 × classes, ``iou`` of images × classes; ``things`` are the classes that have instances, None where
    that is not said. ``digest`` tells for each image whether two truths are the same; it is 0 where counts were made by hand. It grows with
    images and classes.
    """

    labels: tuple[Any, ...]
    things: tuple[Any, ...] | None
    images: Array
    counts: NDArray[np.int64]
    iou: NDArray[np.float64]
    digest: NDArray[np.uint64]
    growth: ClassVar[str] = "rows"
    drawn: ClassVar[str] = "images"

    def __init__(self, labels: Sequence[Any], things: Sequence[Any] | None, images: Any, counts: Any, iou: Any, digest: Any = None) -> None:
        """From segments already matched."""
        names, held = as_labels(labels), as_image_names(images)
        n, k = len(held), len(names)
        whole = as_amounts(as_array(counts, "counts", "iu", np.int64, n, 3, k), "counts", n, 3, k)
        overlap = as_array(iou, "iou", "iuf", np.float64, n, k)
        as_values(overlap.ravel(), "iou", n * k)
        tp = whole[:, 0]
        if not ((overlap >= tp / 2) & (overlap <= tp * (1 + 1e-9)) & ((overlap > 0) == (tp > 0))).all():
            raise InputError("summary.segment_iou_out_of_range")
        split = None if things is None else as_labels(things, "things")
        if split is not None and not {*split} <= {*names}:
            raise InputError("summary.thing_not_a_label", name=next(one for one in split if one not in names))
        self._fill(names, split, held, (whole, overlap, as_digests(digest, held)))

    def _fill(self, labels: tuple[object, ...], things: tuple[Any, ...] | None, images: Array, columns: tuple[Array, ...]) -> None:
        held = {"labels": labels, "things": things, "images": images, **dict(zip(COLUMNS, columns, strict=True))}
        for name, value in held.items():
            object.__setattr__(self, name, value)

    @classmethod
    def of(
        cls,
        truth: Any,
        predictions: Any,
        *,
        things: Any = None,
        ignore: Any = None,
        classes: Any = None,
        truth_images: Any = None,
        prediction_images: Any = None,
    ) -> "PanopticCounts":
        """Match the segments of every image."""
        if predictions is None:
            raise InputError("summary.panoptic_predictions_missing")
        settled = ClassIds.of(classes, ignore)
        kinds = None if things is None else as_ids(things, "things")
        mine = segmented(truth, "⟦truth⟧", truth_images, settled.ignore, kinds)
        theirs = segmented(predictions, "⟦predictions⟧", prediction_images, settled.ignore, kinds)
        names, said = _same_images(mine, theirs), _Names(_same_categories(mine, theirs), settled, kinds)
        found, digests = [], []
        for name, a, b in zip(names, mine.each(names), theirs.each(names), strict=True):
            called = f"⟦truth⟧[{name!r}]", f"⟦predictions⟧[{name!r}]"
            for side, segments in zip(called, (a, b), strict=True):
                said.check(side, segments)
            found.append(matched(a, b, called))
            digests.append(segments_digest(a))
        return _assembled(names, found, digests, said)

    arguments: ClassVar[dict[str, str]] = {
        "truth": "The true category and instance of each pixel: an array (height, width, 2) of whole numbers, a stack or list of such, "
        "{{image: array}}, or a COCO panoptic file; or a PanopticCounts in the place of both.",
        "predictions": "What was predicted, in the same form.",
        "things": "The categories that have instances; of others all pixels of an image are one segment. None: instances are as they are, "
        "and a COCO file says which are things.",
        "ignore": "The category, or categories, of void pixels, which count nowhere.",
        "classes": "Names of the categories, {{id: name}}, names in the order of their ids, or how many there are; default: those of a "
        "COCO file, else the ids.",
        "truth_images": "The folder of the PNG files of a COCO panoptic file; default: the folder that is named as the file.",
        "prediction_images": "The same of the predictions.",
    }

    @classmethod
    def empty(cls) -> "PanopticCounts":
        return cls((), None, np.zeros(0, np.int64), np.zeros((0, 3, 0), np.int64), np.zeros((0, 0)))

    def _merge(self, other: "PanopticCounts") -> "PanopticCounts":
        if not len(self) or not len(other):
            return self if len(self) else other
        labels = merged_labels(self.labels, other.labels)
        if (self.things is None) != (other.things is None):
            raise InputError("summary.things_on_one_side")
        images, order = joined_images(self.images, other.images)
        things = None if self.things is None else tuple(one for one in labels if one in (*self.things, *(other.things or ())))
        counts = np.concatenate([_spread(one.counts, one.labels, labels) for one in (self, other)])[order]
        iou = np.concatenate([_spread(one.iou, one.labels, labels) for one in (self, other)])[order]
        made = object.__new__(PanopticCounts)
        digest = np.concatenate([self.digest, other.digest])[order]
        made._fill(labels, things, images, (frozen(counts), frozen(iou), frozen(digest)))
        return made

    def _state(self) -> tuple[dict[str, Any], Arrays]:
        meta = {"labels": list(self.labels), "things": None if self.things is None else list(self.things)}
        arrays: Arrays = {name: getattr(self, name) for name in COLUMNS}
        if self.images.dtype == object:
            return meta | {"images": self.images.tolist()}, arrays
        return meta, arrays | {"images": self.images}

    @classmethod
    def _restore(cls, meta: dict[str, Any], arrays: Arrays) -> "PanopticCounts":
        images = named(meta["images"]) if "images" in meta else arrays["images"]
        return cls(meta["labels"], meta["things"], images, *(arrays[name] for name in COLUMNS))

    def __len__(self) -> int:
        return len(self.images)

    @property
    def table(self) -> NDArray[np.float64]:
        """A line for each image: found, falsely seen and missed, class by class, then the summed IoU; what sums are taken of."""
        return np.concatenate([self.counts.reshape(len(self), -1).astype(np.float64), self.iou], 1)

    @property
    def cells(self) -> int:
        return self.counts.size + self.iou.size + len(self)

    def __repr__(self) -> str:
        return f"PanopticCounts({len(self):,} images, {len(self.labels):,} classes, {int(self.counts[:, 0].sum()):,} segments found)"


class _Names:
    """What categories are called, and which are things."""

    def __init__(self, known: dict[int, tuple[str, bool]], classes: ClassIds, things: tuple[int, ...] | None) -> None:
        self.given = dict(zip(classes.ids or (), classes.names, strict=True))
        self.known = known
        self.split = things if things is not None else [one for one, (_, thing) in known.items() if thing] if known else None
        strangers = [one for one in things or () if self.given and one not in self.given]
        if strangers:
            raise InputError("summary.thing_id_unknown", id=strangers[0], ids=said_ids(tuple(self.given)))

    def check(self, called: str, segments: Segments) -> None:
        """Refuse a segment of a category that is not named where categories are."""
        for known, where in ((self.given, "classes="), (self.known, "categories")):
            strangers = [kind for kind in segments.categories.values() if known and kind not in known]
            if strangers:
                raise InputError(
                    "summary.segment_category_unknown",
                    called=called,
                    id=strangers[0],
                    where=where,
                    ids=said_ids(tuple(known)),
                )

    def ordered(self, there: set[Any]) -> list[Any]:
        """The categories in the order of their ids: those that a file or ``classes`` names, and those that occur."""
        return sorted({*self.known, *self.given, *there}, key=label_order)

    def name(self, category: Any) -> Any:
        return self.given.get(category, self.known[category][0] if category in self.known else category)


def _same_images(mine: SegmentedImages, theirs: SegmentedImages) -> list[Any]:
    """The names of the images, which both sides have."""
    for a, b in ((mine, theirs), (theirs, mine)):
        there = set(b.names)
        strangers = [name for name in a.names if name not in there]
        if strangers:
            raise InputError(
                "summary.panoptic_image_missing",
                theirs=b.called,
                name=strangers[0],
                mine=a.called,
                count=len(strangers),
            )
    return mine.names


def _same_categories(mine: SegmentedImages, theirs: SegmentedImages) -> dict[int, tuple[str, bool]]:
    """The categories that the files name; where both do, alike."""
    for key, (name, _) in theirs.categories.items():
        other = mine.categories.get(key, (name, True))[0]
        if other != name:
            raise InputError("summary.category_names_differ", id=key, first=other, second=name)
    return mine.categories or theirs.categories


def _assembled(names: list[Any], found: list[dict[Any, CategoryMatches]], digests: list[int], said: _Names) -> PanopticCounts:
    categories = said.ordered({one for some in found for one in some})
    table = np.array([[some.get(one, NOTHING) for one in categories] for some in found], np.float64).reshape(len(names), len(categories), 4)
    images, order = joined_images(as_image_names(names, ordered=False))
    things = None if said.split is None else tuple(said.name(one) for one in categories if one in said.split)
    table = table[order]
    counts = np.moveaxis(table[:, :, :3], 2, 1).astype(np.int64)
    digest = np.array(digests, np.uint64)[order]
    return PanopticCounts([said.name(one) for one in categories], things, images, counts, table[:, :, 3], digest)


def _spread(table: Array, labels: tuple[object, ...], wide: tuple[object, ...]) -> Array:
    """A table over more classes."""
    made = np.zeros((*table.shape[:-1], len(wide)), table.dtype)
    made[..., [wide.index(label) for label in labels]] = table
    return made
