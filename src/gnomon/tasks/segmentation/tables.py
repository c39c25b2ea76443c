"""Classes and images of label maps in tables: what the page and figures show of them."""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...catalog import parse
from ...inference.bootstrap import BOOTSTRAPS, Level, Replicates
from ...inference.clusters import freedom
from ...inference.estimate import FEWEST, MANY, IntervalOptions
from ...inference.stacks import block_weights
from ...metrics.segmentation import dice_of, iou_of
from ...result import Table
from ...summary import SegmentationCounts
from ...summary.cells import mean_of_defined
from ...summary.regions import Regions
from ...types import Floats
from .aspect import over_images

MOST_UNITS = 2000


@dataclass(frozen=True, eq=False, repr=False)
class ClassTable(Table):
    """The classes of a model, the least IoU first: IoU with its interval over images, Dice, images and share of pixels."""

    label: NDArray[Any]
    iou: Floats
    low: Floats
    high: Floats
    dice: Floats
    images: NDArray[np.int64]
    share: Floats


def class_table(counts: SegmentationCounts, how: IntervalOptions | None) -> ClassTable:
    """The classes that truth or prediction has."""
    regions = counts.regions.summed
    iou = iou_of(regions)
    there = np.flatnonzero(~np.isnan(iou))
    order = there[np.lexsort((there, iou[there]))]
    low, high = class_ends(counts, how) if how is not None else (np.full(len(iou), np.nan),) * 2
    names = np.empty(len(order), object)
    names[:] = [str(counts.labels[k]) for k in order]
    images = (counts.regions.actual > 0).sum(0)
    share = regions.actual / max(float(regions.actual.sum()), 1.0)
    return ClassTable(names, iou[order], low[order], high[order], dice_of(regions)[order], images[order], share[order])


def class_ends(counts: SegmentationCounts, how: IntervalOptions) -> tuple[Floats, Floats]:
    """The intervals of all classes' IoU, images being drawn once for all of them; NaN where images tell nothing."""
    regions, n = counts.regions, len(counts)
    ends = np.full((2, len(counts.labels)), np.nan)
    if n < 2:
        return ends[0], ends[1]
    blocks = min(n, MOST_UNITS)
    table = np.zeros((blocks, 3 * len(counts.labels)))
    np.add.at(table, np.arange(n) % blocks, regions.table)
    drawn = iou_of(Regions.of_table(block_weights(blocks, how.replicates, how.seed) @ table))
    whole = iou_of(regions.summed)
    for k in range(len(counts.labels)):
        sizes = regions.union[:, k].astype(float)
        if not 0 < whole[k] < 1 or (sizes > 0).sum() < 2:
            continue
        df = freedom(sizes)
        around = Replicates(float(whole[k]), drawn[:, k], df).around(float(whole[k]))
        if len(around) >= FEWEST * how.replicates and np.ptp(around) > 1e-12:
            method = BOOTSTRAPS["bc" if df >= MANY else "logit"]
            low, high = method(float(whole[k]), around, Level(how.level, df, range=(0, 1)))
            ends[:, k] = max(low, 0.0), min(high, 1.0)
    return ends[0], ends[1]


def image_values(counts: SegmentationCounts) -> tuple[Floats, Floats]:
    """The mean IoU of each image, and that of each class in it."""
    each = iou_of(counts.regions)
    return mean_of_defined(each), each


def image_spread(counts: SegmentationCounts, bins: int = 20) -> tuple[Floats, NDArray[np.int64]]:
    """How many images have which mean IoU, in even bins from 0 to 1."""
    of = over_images(parse("mean_iou(aggregate=image)"), counts)
    values = of.value(of.table)
    found, edges = np.histogram(values[~np.isnan(values)], bins, (0, 1))
    return edges, found.astype(np.int64)
