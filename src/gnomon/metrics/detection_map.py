"""gn.detection_map: the figures of detection under a protocol, from one matching."""

import inspect
import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, ClassVar

import numpy as np

from ..errors import InputError
from ..messages import Message
from ..result import Result, text_table
from ..summary import Counts, Matches
from ..summary.matches import sides_of
from ..vision import Detections
from ..vision.protocols import LARGEST, Protocol, as_pycocotools, protocol_of
from .detection import cap_text, check_confidence, mean_over_classes, no_ap, read_at_100
from .detection_confusion import DetectionErrors, confusion, detection_errors
from .detection_curves import (
    AlongConfidence,
    BestConfidence,
    ClassValues,
    DetectionCurve,
    ImageCounts,
    along_confidence,
    best_confidence,
    detection_curve,
    image_counts,
)

LEVELS = ((0.5, "ap50"), (0.75, "ap75"))
GROUPS = {"r": "ap_rare", "c": "ap_common", "f": "ap_frequent"}


@dataclass(frozen=True, eq=False, repr=False)
class DetectionMap(Result):
    """Average precision and recall of detections; everything is computed from ``matches``, so that the figures agree.

    ``figures`` are all by name, also as attributes: ``ap``, ``ap50``, ``ap75``, ``ap_small`` …, ``ar_100`` …, ``ar_small`` …; one that has
    no value is NaN, and ``reasons`` says why. ``per_class`` and ``per_class_ar`` are AP and AR by class.
    """

    figures: Mapping[str, float]
    per_class: Mapping[str, float]
    per_class_ar: Mapping[str, float]
    reasons: Mapping[str, Message]
    notes: tuple[Message, ...]
    matches: Matches
    key: ClassVar[str] = "ap"

    def __getattr__(self, name: str) -> float:
        figures = self.__dict__.get("figures", {})
        if name in figures:
            return float(figures[name])
        raise AttributeError(f"{name!r} is no figure of this protocol; there are {', '.join(figures)}")

    @property
    def ap(self) -> float:
        return self.figures["ap"]

    def confusion(self, confidence: float, iou: float = 0.5) -> Counts:
        """What objects were detected as at a confidence, with the background as the last class."""
        check_confidence(confidence)
        return confusion(self.matches, confidence, iou)

    @cached_property
    def errors(self) -> DetectionErrors:
        """Errors by kind, with what each costs in AP at IoU 0.5."""
        return detection_errors(self.matches)

    @cached_property
    def best_confidence(self) -> BestConfidence:
        """The confidence with the best F1, at IoU 0.5 or else the lowest threshold."""
        known = [iou for iou in self.matches.protocol.thresholds if abs(iou - 0.5) < 1e-9]
        return best_confidence(self.matches, known[0] if known else self.matches.protocol.thresholds[0])

    def curve(self, category: Any, iou: float = 0.5, area: str = "all") -> DetectionCurve:
        """Precision by recall of a class."""
        return detection_curve(self.matches, category, iou, area)

    def along_confidence(self, iou: float = 0.5, category: Any = None) -> AlongConfidence:
        """Precision, recall and F1 at every confidence, of all classes together or of one."""
        return along_confidence(self.matches, iou, category=category)

    def by_iou(self) -> dict[float, float]:
        """AP at each threshold."""
        values = mean_over_classes(self.matches.averages([(0, None)]).ap[0][:, None, :])
        return dict(zip(self.matches.protocol.thresholds, values.tolist(), strict=True))

    def images(self, confidence: float, iou: float = 0.5) -> ImageCounts:
        """What was found, said in vain and missed in each image at a confidence."""
        check_confidence(confidence)
        return image_counts(self.matches, confidence, iou)

    def to_dict(self) -> dict[str, Any]:
        """The figures and those of classes; None where there is no value."""
        known = {name: dict(getattr(self, name)) for name in ("figures", "per_class", "per_class_ar")}
        plain: dict[str, Any] = {
            name: {key: None if math.isnan(value) else float(value) for key, value in values.items()} for name, values in known.items()
        }
        said = {"reasons": {name: str(reason) for name, reason in self.reasons.items()}, "notes": [str(note) for note in self.notes]}
        return plain | said | {"protocol": self.matches.protocol.to_dict()}

    @property
    def headline(self) -> str:
        return ", ".join(f"{name}={value:.6g}" for name, value in self.figures.items())

    def __str__(self) -> str:
        names = list(self.figures)
        table = text_table({"figure": names, "value": [self.figures[name] for name in names]}, most=40)
        said = [f"{name}: {reason}" for name, reason in self.reasons.items()]
        return "\n".join([str(self.matches), table, *said, *map(str, self.notes)])


def detection_map(
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
) -> DetectionMap:
    """Average precision and recall of detections under a protocol.

    Parameters
    ----------
    truth, predictions
        What is in the images and what a model says: anything that ``gn.Detections.of`` reads, as COCO files. Or a ``Matches`` in place of
        both.
    protocol
        "coco", "voc2007", "voc2010", "lvis", or "yolo": the rule of Ultralytics since April 2026 (8.4.190), also called "yolo-2026".
        "yolo-2025" is its rule before.
    iou
        What is compared: "box", "mask" or "keypoints".
    thresholds
        The overlaps from which on detections match.
    max_detections
        How many detections count, one number or several; None: all. By default as the protocol has it, as is what they are counted in:
        {"image": caps} counts those of an image, {"class": caps} those of a class in it.
    area_ranges
        Ranges of objects' areas, {name: (low, high)}, both ends included.
    recall_grid
        The recalls at which precision is read.
    compatible
        Do also what pycocotools does wrong, with "lvis" its own tool; the notes say what that was.
    sigmas
        Of keypoints, how far each may be off.
    format, classes, unit
        As in ``gn.Detections.of``.

    Detections of equal score stand in the order of their images' names, and within an image in that of the data.

    >>> import gnomon as gn
    >>> truth = {"image": ["a", "a"], "class": ["cat", "dog"], "x": [0, 40], "y": [0, 40], "w": [20, 20], "h": [20, 20]}
    >>> said = {"image": ["a"], "class": ["cat"], "x": [0], "y": [0], "w": [20], "h": [19], "score": [0.9]}
    >>> found = gn.detection_map(truth, said)
    >>> found.ap, found.per_class
    (0.5, {'cat': 1.0, 'dog': 0.0})

    """
    if isinstance(truth, Matches):
        _refuse_beside(
            predictions=predictions, protocol=protocol, iou=iou, thresholds=thresholds, max_detections=max_detections,
            area_ranges=area_ranges, recall_grid=recall_grid, compatible=compatible, sigmas=sigmas, format=format, classes=classes,
            unit=unit,
        )  # fmt: skip
        return of_matches(truth)
    rule = protocol_of(
        protocol, iou=iou, thresholds=thresholds, max_detections=max_detections, area_ranges=area_ranges, recall_grid=recall_grid,
        compatible=compatible, sigmas=sigmas,
    )  # fmt: skip
    real, said = sides_of(truth, predictions, format, classes, unit)
    found = of_matches(Matches.of(real, said, protocol=rule))
    read = reading_notes(real, said, rule, found.matches)
    return replace(found, notes=(*read, *found.notes, *unlike_pycocotools(real, said, rule, found.matches)))


def _refuse_beside(**given: Any) -> None:
    """What matches hold already."""
    usual = inspect.signature(detection_map).parameters
    for name, value in given.items():
        default = usual[name].default
        if type(value) is not type(default) or value != default:
            raise InputError(
                "metrics.argument_with_matches",
                name=name,
            )


def reading_notes(truth: Detections, predictions: Detections, rule: Protocol, m: Matches) -> tuple[Message, ...]:
    """What the readers noted of both sides, and whether areas are not known."""
    sizes = [Message("areas_unknown")] if len(m.protocol.areas) < len(rule.areas) else []
    return (*truth.notes, *predictions.notes, *sizes)


def unlike_pycocotools(truth: Detections, predictions: Detections, rule: Protocol, found: Matches) -> list[Message]:
    """What pycocotools makes of annotations with the id 0, marked to be ignored or of vast areas, beside what is right."""
    unusual = unusual_objects(truth)
    if rule.name != "coco" or not any(unusual.values()):
        return []
    return unlike_theirs(unusual, rule, found, Matches.of(truth, predictions, protocol=as_pycocotools(rule, not rule.compatible)))


def unusual_objects(truth: Detections) -> dict[str, int]:
    """How many annotations there are that pycocotools treats in its own way."""
    return {
        "zero": int((truth.ids == 0).sum()) if truth.ids is not None else 0,
        "ignored": int((truth.ignored & ~truth.crowd).sum()) if len(truth.ignored) else 0,
        "vast": int((truth.area > LARGEST).sum()) if not truth.normalised else 0,
    }


def unlike_theirs(unusual: dict[str, int], rule: Protocol, found: Matches, other: Matches) -> list[Message]:
    """What is to be said of them, where the same was matched both ways."""
    theirs, right = map(_at_the_cap, (found, other) if rule.compatible else (other, found))
    values = {**unusual, "theirs": theirs, "right": right}
    if rule.iou != "keypoints" and 100 not in rule.caps:
        return [Message("unlike_pycocotools_at_cap", cap=cap_text(rule.caps[-1]), **values)]
    return [Message("unlike_pycocotools", **values)]


def _at_the_cap(m: Matches) -> float:
    """AP at the largest cap, whatever pycocotools' first figure is."""
    return _mean(m.averages([(0, m.protocol.caps[-1])]).ap[0])


def of_matches(m: Matches) -> DetectionMap:
    """The figures of what was matched."""
    p = m.protocol
    lines = [(0, cap) for cap in p.caps] + [(place, p.caps[-1]) for place in range(1, len(p.areas))]
    found = m.averages(lines)
    whole = len(p.caps) - 1
    figures = {"ap": _mean(found.ap[whole])}
    for iou, name in LEVELS:
        near = np.flatnonzero(np.abs(np.array(p.thresholds) - iou) < 1e-9)
        if len(near):
            figures[name] = _mean(found.ap[whole, near])
    figures |= {f"ap_{p.areas[place][0]}": _mean(found.ap[whole + place]) for place in range(1, len(p.areas))}
    figures |= _by_frequency(m, found.ap[whole])
    figures |= {("ar" if cap is None else f"ar_{cap}"): _mean(found.recall[at]) for at, cap in enumerate(p.caps)}
    figures |= {f"ar_{p.areas[place][0]}": _mean(found.recall[whole + place]) for place in range(1, len(p.areas))}
    reasons = {name: Message("no_objects_to_find") for name, value in figures.items() if math.isnan(value)}
    ap, ar = (_means(values[whole]) for values in (found.ap, found.recall))
    if read_at_100(m):
        figures["ap"], ap = math.nan, [math.nan] * len(ap)
        reasons["ap"] = no_ap(m)
    return DetectionMap(figures, ClassValues(m.categories, ap), ClassValues(m.categories, ar), reasons, notes_of(m, p), m)


def _mean(values: object) -> float:
    return float(mean_over_classes(np.asarray(values).reshape(1, -1)))


def _means(values: object) -> list[float]:
    return [float(value) for value in mean_over_classes(np.asarray(values).T[:, None, :])]


def _by_frequency(m: Matches, ap: Any) -> dict[str, float]:
    """Of LVIS, AP over classes that are rare, common and frequent."""
    often = np.array(m.categories.frequency)
    if not len(often):
        return {}
    return {name: _mean(ap[:, often == letter]) if (often == letter).any() else math.nan for letter, name in GROUPS.items()}


def notes_of(m: Matches, p: Protocol) -> tuple[Message, ...]:
    """What one should know of how these were matched."""
    found = []
    beyond = int(m.columns.dropped.sum())
    if beyond:
        found.append(Message("detections_past_cap", count=beyond, images=int((m.columns.dropped > 0).sum()), cap=p.cap))
    if p.name == "coco" and p.iou != "keypoints" and 100 not in p.caps and not p.compatible:
        found.append(Message("ap_of_other_caps", cap=cap_text(p.caps[-1])))
    return tuple(found)
