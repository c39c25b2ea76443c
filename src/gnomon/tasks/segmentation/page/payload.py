"""What the page draws of label maps, bounded whatever there is: classes, the worst images by class, and small maps."""

import base64
from typing import TYPE_CHECKING, Any

import numpy as np

from ....evaluation.saved import plain_number
from ....inference.estimate import IntervalOptions
from ....report.names import shown
from ....report.section import summary_of
from ....summary.worst_maps import MOST_MAPS, SmallMap
from ..tables import class_table, image_values

if TYPE_CHECKING:
    from ....evaluation.result import Evaluation
    from ....types import Floats


MOST_CLASSES = 200


def classes_of(e: "Evaluation", model: str) -> dict[str, Any] | None:
    """The classes of a model, the least IoU first."""
    counts = summary_of(e, model, "pixels")
    if counts is None or not len(counts):
        return None
    table = class_table(counts, None if e.level is None else IntervalOptions(e.level))
    columns = (table.label, table.iou, table.low, table.high, table.dice, table.images, table.share)
    lines = [[shown(name), *map(plain_number, map(float, rest))] for name, *rest in zip(*columns, strict=True)]
    return {"lines": lines[:MOST_CLASSES], "classes": len(lines), "absent": len(counts.labels) - len(lines)}


def worst_of(e: "Evaluation", model: str) -> dict[str, Any] | None:
    """The worst images over all classes and of each class, and the small maps that were kept of some."""
    counts, kept = summary_of(e, model, "pixels"), summary_of(e, model, "worst_maps")
    if counts is None or not len(counts):
        return None
    labels = [shown(label) for label in counts.labels]
    whole, each = image_values(counts)
    size = counts.regions.actual
    by_class = {labels[k]: _worst(counts.images, each[:, k], size[:, k]) for k in np.argsort(-size.sum(0), kind="stable")[:MOST_CLASSES]}
    maps = [] if kept is None else [_map(one, counts) for one in kept.maps]
    return {"labels": labels, "images": len(counts), "all": _worst(counts.images, whole, size.sum(1)), "classes": by_class, "maps": maps}


def _worst(images: Any, values: "Floats", pixels: Any) -> list[list[Any]]:
    """The images of least IoU: name, IoU and pixels of the truth; of equal ones those with the most pixels first."""
    there = np.flatnonzero(~np.isnan(values))
    order = there[np.lexsort((there, -pixels[there], values[there]))][:MOST_MAPS]
    return [[shown(images[at]), float(values[at]), int(pixels[at])] for at in order]


def _map(one: SmallMap, counts: Any) -> dict[str, Any]:
    places = [counts.labels.index(label) for label in one.classes]
    sides = {name: base64.b64encode(side.tobytes()).decode() for name, side in (("truth", one.truth), ("predicted", one.predicted))}
    return {"image": shown(one.image), "iou": one.iou, "height": one.truth.shape[0], "width": one.truth.shape[1], "places": places, **sides}
