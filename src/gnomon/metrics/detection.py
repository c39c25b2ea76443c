"""Detection: average precision and recall of boxes, masks or keypoints found, and rates at a confidence."""

from functools import partial
from typing import Annotated, Literal

import numpy as np

from ..catalog import Above, Averaging, Number, Reference, Shortcuts, Uncertainty, Within, metric
from ..errors import InputError
from ..messages import Message
from ..summary import Matches
from ..types import Floats

Overlap = Annotated[float, Within(0, 1)]
Cap = Annotated[int, Above(0, whole=True)]
Confidence = Annotated[float, Number()]
Average = Literal["micro", "macro"]
NO_OBJECTS = Message("no_objects_to_find")
NOTHING_DETECTED = Message("nothing_detected")
AREA = {"area": 'The range of areas of the objects that count: "all", or another that the protocol names, as "small".'}
IOU = {"iou": "The overlap from which on a detection matches, one of those that were matched; None: the mean over all of them."}
CAP = {"max_detections": "Detections that count, as the protocol counts them; None: as many as were matched."}
AT = {
    "confidence": "Detections with this score or a higher one count.",
    "iou": "The overlap from which on a detection matches, one of those that were matched.",
    "average": '"micro" counts the objects of all classes together, "macro" is the mean over classes.',
}


class ImageAveraging(Averaging):
    """A value of all images together, in which classes are averaged."""


class BiasedUpwards(Uncertainty):
    """Precision that is the best from a recall on: a maximum, which chance pushes up, on few images more. Replicates overshoot the value
    as it overshoots the truth, and quantiles turned round it held their level best in simulations.
    """

    def method(self, reference: Reference, *, one_score: bool, by_row: bool) -> str:
        return "basic"


detection = partial(metric, Matches, family="detection", range=(0, 1), better="higher", averaging=ImageAveraging())


def mean_over_classes(values: Floats) -> Floats:
    """The mean over the last two axes, thresholds and classes; classes without objects are left out."""
    flat = values.reshape(*values.shape[:-2], values.shape[-2] * values.shape[-1])  # which -1 cannot say where there are no classes
    there = ~np.isnan(flat)
    count = there.sum(-1)
    with np.errstate(invalid="ignore", divide="ignore"):
        return np.asarray(np.where(there, flat, 0.0).sum(-1) / count)


def cap_text(cap: int | None) -> str:
    """A cap in words of either language."""
    return "∞" if cap is None else f"{cap:,}"


def check_confidence(confidence: object) -> None:
    """Refuse what is no score from which on detections count."""
    if not Number()(confidence):
        raise InputError("metrics.confidence_not_numeric", confidence=confidence)


def read_at_100(m: Matches) -> bool:
    """Whether AP is asked for as pycocotools gives it, whose first figure is read at a cap of 100, and there is none."""
    p = m.protocol
    return p.compatible and p.name == "coco" and p.iou != "keypoints" and 100 not in p.caps


def no_ap(m: Matches) -> Message:
    """Why there is no AP."""
    if read_at_100(m) and m.objects[0].any():
        return Message("only_cap_of_100", caps=[*map(cap_text, m.protocol.caps)])
    return NO_OBJECTS


def _averaged(m: Matches, weights: Floats | None, which: str, iou: float | None, area: str, cap: int | None) -> Floats:
    if cap is not None and cap > m.protocol.cap:
        raise InputError(
            "metrics.max_detections_too_many",
            cap=cap,
            most=m.protocol.cap,
        )
    levels = None if iou is None else [m.protocol.level(iou)]
    found = m.averages([(m.protocol.area(area), cap)], weights, levels)
    if which == "ap" and iou is None and cap is None and area == "all" and read_at_100(m):
        return np.full(() if weights is None else len(weights), np.nan)
    return mean_over_classes(getattr(found, which)[..., 0, :, :])


def ap_of_images(m: Matches, weights: Floats, *, iou: float | None = None, area: str = "all", max_detections: int | None = None) -> Floats:
    """AP of images that count as often as each line of weights says."""
    return _averaged(m, weights, "ap", iou, area, max_detections)


def ar_of_images(m: Matches, weights: Floats, *, iou: float | None = None, area: str = "all", max_detections: int | None = None) -> Floats:
    """AR of the same."""
    return _averaged(m, weights, "recall", iou, area, max_detections)


@detection(
    undefined=no_ap,
    says=IOU | AREA | CAP,
    shortcuts=Shortcuts(stack=ap_of_images),
    uncertainty=BiasedUpwards(),
)
def detection_ap(m: Matches, *, iou: Overlap | None = None, area: str = "all", max_detections: Cap | None = None) -> float:
    """The mean over classes and IoU thresholds of the area under precision by recall, interpolated as the protocol has it.

    >>> import gnomon as gn
    >>> truth = {"image": ["a", "a"], "class": ["cat", "cat"], "x": [0, 40], "y": [0, 40], "w": [20, 20], "h": [20, 20]}
    >>> said = {"image": ["a", "a"], "class": ["cat", "cat"], "x": [0, 9], "y": [0, 0], "w": [20, 20], "h": [20, 20], "score": [0.9, 0.8]}
    >>> round(gn.detection_ap(truth, said), 12), round(gn.detection_ap(truth, said, iou=0.5), 12)
    (0.50495049505, 0.50495049505)
    """
    return float(_averaged(m, None, "ap", iou, area, max_detections))


@detection(undefined=NO_OBJECTS, says=IOU | AREA | CAP, shortcuts=Shortcuts(stack=ar_of_images))
def detection_ar(m: Matches, *, iou: Overlap | None = None, area: str = "all", max_detections: Cap | None = None) -> float:
    """The mean over classes and IoU thresholds of the share of objects that are found at all.

    >>> import gnomon as gn
    >>> truth = {"image": ["a", "a"], "class": ["cat", "cat"], "x": [0, 40], "y": [0, 40], "w": [20, 20], "h": [20, 20]}
    >>> said = {"image": ["a", "a"], "class": ["cat", "cat"], "x": [0, 9], "y": [0, 0], "w": [20, 20], "h": [20, 20], "score": [0.9, 0.8]}
    >>> gn.detection_ar(truth, said)
    0.5
    """
    return float(_averaged(m, None, "recall", iou, area, max_detections))


def tallies(m: Matches, confidence: float, iou: float, area: str = "all") -> Floats:
    """Images × classes × (found, said in vain, to be found): what happens at a confidence."""
    c, classes = m.columns, len(m.categories)
    place = m.protocol.area(area)
    state = m.columns.state[place, m.protocol.level(iou)]
    said = c.score >= confidence
    where = c.image.astype(np.int64) * classes + c.category
    size = len(m) * classes
    found, vain = (np.bincount(where[said & (state == outcome)], minlength=size) for outcome in (1, 0))
    kept = m.counted[place] > 0
    objects = np.bincount(c.truth_image[kept].astype(np.int64) * classes + c.truth_category[kept], minlength=size)
    return np.stack([found, vain, objects], -1).reshape(len(m), classes, 3).astype(np.float64)


def rate(which: str, counts: Floats, average: str) -> Floats:
    """Precision, recall or F1 of counts by class (found, said in vain, to be found), of the last two axes."""
    counts = counts.sum(-2, keepdims=True) if average == "micro" else counts
    found, vain, objects = np.moveaxis(counts, -1, 0)
    below = {"precision": found + vain, "recall": objects, "f1": found + vain + objects}[which]
    with np.errstate(invalid="ignore", divide="ignore"):
        values = np.where(below > 0, (2 if which == "f1" else 1) * found / below, np.nan)
    return mean_over_classes(values[..., None, :])


def _at(which: str, m: Matches, weights: Floats | None, confidence: float, iou: float, area: str, average: str) -> Floats:
    counts = tallies(m, confidence, iou, area)
    if weights is None:
        return rate(which, counts.sum(0), average)
    return rate(which, (weights @ counts.reshape(len(m), -1)).reshape(len(weights), -1, 3), average)


def _stacked(which: str) -> Shortcuts:
    def of_images(m: Matches, weights: Floats, *, confidence: float, iou: float = 0.5, area: str = "all", average: str = "micro") -> Floats:
        return _at(which, m, weights, confidence, iou, area, average)

    return Shortcuts(stack=of_images)


def _no_rate(m: Matches) -> Message:
    return NOTHING_DETECTED if len(m) else NO_OBJECTS


@detection(undefined=NOTHING_DETECTED, at="confidence", says=AT | AREA, shortcuts=_stacked("precision"))
def detection_precision(m: Matches, *, confidence: Confidence, iou: Overlap = 0.5, area: str = "all", average: Average = "micro") -> float:
    """TP / (TP + FP) at a confidence: of what is detected, the share that is there.

    >>> import gnomon as gn
    >>> truth = {"image": ["a"], "class": ["cat"], "x": [0], "y": [0], "w": [20], "h": [20]}
    >>> said = {"image": ["a", "a"], "class": ["cat", "cat"], "x": [0, 9], "y": [0, 0], "w": [20, 20], "h": [20, 20], "score": [0.9, 0.4]}
    >>> gn.detection_precision(truth, said, confidence=0.5), gn.detection_precision(truth, said, confidence=0.3)
    (1.0, 0.5)
    """
    return float(_at("precision", m, None, confidence, iou, area, average))


@detection(undefined=NO_OBJECTS, at="confidence", says=AT | AREA, shortcuts=_stacked("recall"))
def detection_recall(m: Matches, *, confidence: Confidence, iou: Overlap = 0.5, area: str = "all", average: Average = "micro") -> float:
    """TP / (TP + FN) at a confidence: of the objects that are there, the share that is detected.

    >>> import gnomon as gn
    >>> truth = {"image": ["a", "a"], "class": ["cat", "cat"], "x": [0, 40], "y": [0, 40], "w": [20, 20], "h": [20, 20]}
    >>> said = {"image": ["a"], "class": ["cat"], "x": [0], "y": [0], "w": [20], "h": [20], "score": [0.9]}
    >>> gn.detection_recall(truth, said, confidence=0.5)
    0.5
    """
    return float(_at("recall", m, None, confidence, iou, area, average))


@detection(undefined=_no_rate, at="confidence", says=AT | AREA, shortcuts=_stacked("f1"))
def detection_f1(m: Matches, *, confidence: Confidence, iou: Overlap = 0.5, area: str = "all", average: Average = "micro") -> float:
    """2·TP / (2·TP + FP + FN) at a confidence: precision and recall of detections in one figure.

    >>> import gnomon as gn
    >>> truth = {"image": ["a", "a"], "class": ["cat", "cat"], "x": [0, 40], "y": [0, 40], "w": [20, 20], "h": [20, 20]}
    >>> said = {"image": ["a"], "class": ["cat"], "x": [0], "y": [0], "w": [20], "h": [20], "score": [0.9]}
    >>> round(gn.detection_f1(truth, said, confidence=0.5), 12)
    0.666666666667
    """
    return float(_at("f1", m, None, confidence, iou, area, average))
