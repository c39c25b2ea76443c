"""Metrics of label maps: how much of each class the true and the predicted regions share, over the data set or image by image."""

import math
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from typing import Annotated, Any, Literal

import numpy as np

from ..catalog import Averaging, metric
from ..errors import InputError
from ..messages import Message
from ..messages.language import listed, say
from ..summary.boundary_counts import BoundaryCounts
from ..summary.cells import mean_of_defined, ratio
from ..summary.counts import Counts
from ..summary.regions import Regions
from ..summary.segmentation_counts import SegmentationCounts
from ..types import Array, Floats

Aggregate = Literal["dataset", "image"]
NO_PIXELS = Message("no_pixels")
NOT_THERE, NOT_IN_TRUTH = Message("class_neither_occurs_nor_predicted"), Message("class_does_not_occur")
OF_IMAGES = {"aggregate": '"dataset" takes the regions of all images together, "image" is the mean of the images\' own values.'}
SAYS = OF_IMAGES | {
    "absent": 'What a class counts that neither truth nor prediction has: left out of the mean ("ignore"), 0, 1 or NaN.',
    "include_background": "Whether the class with id 0 takes part in the mean.",
}


@dataclass(frozen=True)
class ValueOfAbsent:
    """A constraint on an option: what a class that is not there may count, 0, 1 or NaN."""

    def __call__(self, value: Any) -> bool:
        number = isinstance(value, (int, float, np.number)) and not isinstance(value, (bool, np.bool_))
        return bool(number and (value in (0, 1) or value != value))

    def __str__(self) -> str:
        return say("metrics.part_zero_one_or_nan")

    @property
    def symbols(self) -> str:
        """The same in signs that need no translation."""
        return "0 | 1 | nan"


Absent = Literal["ignore"] | Annotated[float, ValueOfAbsent()]


@dataclass(frozen=True, kw_only=True)
class OverRegions(Averaging):
    """A value for each class, and what is made of them; both of one image's regions, of all together, or of a stack of either."""

    each: Callable[[Regions], Array]
    """The value of each class."""
    total: Callable[[Regions], Array] | None = None
    """One value of all classes, where it is not the mean of each one's."""
    lacking: Message = NOT_THERE
    """Why a class has no value."""
    keywords: tuple[str, ...] = ("classes", "ignore", "threshold", "names", "average")
    over: dict[str, tuple[str, ...]] = field(default_factory=dict)

    def by_class(self, regions: Regions, options: dict[str, Any], whole: Regions | None = None) -> Floats:
        """The value of each class, one that is absent counting as the options say.

        ``whole`` are the regions of all images where ``regions`` are replicates of them: a class that a replicate lost keeps its value.
        """
        values = np.asarray(self.each(regions), np.float64)
        if whole is not None:
            values = np.where(np.isnan(values), self.each(whole), values)
        absent = options.get("absent", "ignore")
        return values if absent == "ignore" or absent != absent else np.where(lacking(whole or regions), float(absent), values)

    def value(self, regions: Regions, options: dict[str, Any], whole: Regions | None = None) -> Floats:
        """One value of all classes."""
        if self.total is not None:
            return np.asarray(self.total(regions), np.float64)
        return over_classes(self.by_class(regions, options, whole), lacking(whole or regions), options)


def lacking(regions: Regions) -> Array:
    """Which classes neither truth nor prediction has."""
    return np.asarray(regions.union == 0)


def over_classes(values: Floats, gone: Array, options: dict[str, Any]) -> Floats:
    """The mean along the last axis of what is defined; NaN where something is absent and is to count NaN."""
    absent = options.get("absent", "ignore")
    means = mean_of_defined(values)
    return np.where(gone.any(-1), math.nan, means) if absent != absent else means


def regions_of(summary: Any, options: dict[str, Any]) -> Regions:
    """The regions of each image that a metric reads, or of a matrix alone; without the background where it is not to take part."""
    known = isinstance(summary, (SegmentationCounts, BoundaryCounts))
    regions = summary.regions if known else Regions(summary.tp, summary.actual, summary.predicted)
    return regions.without(None if options.get("include_background", True) else background(summary))


def background(summary: Any) -> int | None:
    """The place of the class with id 0, the background; None where it does not occur. A matrix alone knows no ids but its labels."""
    if isinstance(summary, (SegmentationCounts, BoundaryCounts)):
        return summary.background
    if 0 in summary.labels:
        return int(summary.labels.index(0))
    if any(isinstance(label, str) for label in summary.labels):
        raise InputError(
            "metrics.background_unknown_in_counts",
            labels=listed(map(repr, summary.labels[:6])),
        )
    return None


def _valued(made: OverRegions, summary: Counts | BoundaryCounts, **options: Any) -> float:
    """A metric of a summary by its options."""
    by_image = options.pop("aggregate", "dataset") == "image"
    regions = regions_of(summary, options)
    if not isinstance(summary, (SegmentationCounts, BoundaryCounts)):
        if by_image:
            raise InputError("metrics.images_unknown_in_counts")
        return float(made.value(regions, options))
    if not by_image:
        return float(made.value(regions.summed, options))
    return float(mean_of_defined(made.value(regions, options)))


# Values of each class, NaN where there is nothing to measure it on.
def iou_of(r: Regions) -> Array:
    """Intersection over union."""
    return ratio(r.tp, r.union)


def dice_of(r: Regions) -> Array:
    """Twice the intersection over the sum of both regions."""
    return ratio(2 * r.tp, r.actual + r.predicted)


def recall_of(r: Regions) -> Array:
    """The share of a class's pixels that were found."""
    return ratio(r.tp, r.actual)


def _accuracy(r: Regions) -> Array:
    return ratio(r.tp.sum(-1), r.actual.sum(-1))


def _by_frequency(r: Regions) -> Array:
    return mean_of_defined(iou_of(r), r.actual)


IOU, DICE, RECALL = OverRegions(each=iou_of), OverRegions(each=dice_of), OverRegions(each=recall_of, lacking=NOT_IN_TRUTH)
BY_FREQUENCY, ACCURACY = OverRegions(each=iou_of, total=_by_frequency), OverRegions(each=recall_of, total=_accuracy, lacking=NOT_IN_TRUTH)
region_metric = partial(metric, SegmentationCounts, family="segmentation", range=(0, 1), better="higher", undefined=NO_PIXELS)


@region_metric(aliases=("miou",), averaging=IOU, says=SAYS)
def mean_iou(counts: Counts, *, absent: Absent = "ignore", aggregate: Aggregate = "dataset", include_background: bool = True) -> float:
    """The mean over classes of TP / (TP + FP + FN), in pixels: how far true and predicted regions coincide.

    >>> import gnomon as gn
    >>> gn.mean_iou([[0, 0, 1], [1, 1, 1]], [[0, 1, 1], [1, 1, 1]])
    0.65
    >>> gn.mean_iou([[0, 0, 1], [1, 1, 1]], [[0, 1, 1], [1, 1, 1]], average=None).tolist()
    [0.5, 0.8]
    """
    return _valued(IOU, counts, absent=absent, aggregate=aggregate, include_background=include_background)


@region_metric(aliases=("fwiou",), averaging=BY_FREQUENCY, says=OF_IMAGES)
def frequency_weighted_iou(counts: Counts, *, aggregate: Aggregate = "dataset") -> float:
    """The mean over classes of TP / (TP + FP + FN), each weighing as many pixels as the truth has of it.

    >>> import gnomon as gn
    >>> round(gn.frequency_weighted_iou([[0, 0, 1], [1, 1, 1]], [[0, 1, 1], [1, 1, 1]]), 12)
    0.7
    """
    return _valued(BY_FREQUENCY, counts, aggregate=aggregate)


@region_metric(averaging=ACCURACY, says=OF_IMAGES)
def pixel_accuracy(counts: Counts, *, aggregate: Aggregate = "dataset") -> float:
    """Correct pixels / all pixels.

    >>> import gnomon as gn
    >>> gn.pixel_accuracy([[0, 0, 1], [1, 1, 1]], [[0, 1, 1], [1, 1, 1]])
    0.8333333333333334
    """
    return _valued(ACCURACY, counts, aggregate=aggregate)


@region_metric(averaging=RECALL, says=SAYS)
def mean_pixel_accuracy(
    counts: Counts, *, absent: Absent = "ignore", aggregate: Aggregate = "dataset", include_background: bool = True
) -> float:
    """The mean over classes of TP / (TP + FN), in pixels: the share of each class's pixels that was found.

    A class that was predicted and that the truth does not have has no such share: it is left out, whatever ``absent`` says.

    >>> import gnomon as gn
    >>> gn.mean_pixel_accuracy([[0, 0, 1], [1, 1, 1]], [[0, 1, 1], [1, 1, 1]])
    0.75
    """
    return _valued(RECALL, counts, absent=absent, aggregate=aggregate, include_background=include_background)


@region_metric(averaging=DICE, says=SAYS)
def dice(counts: Counts, *, absent: Absent = "ignore", aggregate: Aggregate = "dataset", include_background: bool = True) -> float:
    """The mean over classes of 2 TP / (2 TP + FP + FN), in pixels: the F1 score of regions.

    >>> import gnomon as gn
    >>> round(gn.dice([[0, 0, 1], [1, 1, 1]], [[0, 1, 1], [1, 1, 1]], include_background=False), 12)  # of the foreground alone
    0.888888888889
    """
    return _valued(DICE, counts, absent=absent, aggregate=aggregate, include_background=include_background)


@metric(BoundaryCounts, family="segmentation", range=(0, 1), better="higher", undefined=NO_PIXELS, averaging=IOU, says=SAYS)
def boundary_iou(
    counts: BoundaryCounts, *, absent: Absent = "ignore", aggregate: Aggregate = "dataset", include_background: bool = True
) -> float:
    """The mean over classes of the IoU of boundaries: of the pixels of either region that lie near its own outline.

    >>> import gnomon as gn
    >>> truth, predicted = [[0] * 4] * 2 + [[1] * 4] * 6, [[0] * 4] * 3 + [[1] * 4] * 5
    >>> gn.boundary_iou(truth, predicted, average=None).round(6).tolist()
    [0.5, 0.666667]
    """
    return _valued(IOU, counts, absent=absent, aggregate=aggregate, include_background=include_background)
