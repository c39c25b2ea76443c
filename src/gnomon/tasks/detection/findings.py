"""Findings on detections: what AP hides of classes, sizes, caps and the kinds of errors."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import numpy as np

from ...findings.finding import Finding, FindingRules, class_called
from ...messages import Message
from ...metrics.detection import detection_ap
from ...metrics.detection_confusion import FOREGROUND, KINDS, confusion, error_kinds
from ...metrics.detection_curves import best_confidence, class_names
from .levels import first_level, has_level
from .matches_reading import MatchesReading as Reading

if TYPE_CHECKING:
    from ...types import Array


rule = RULES = FindingRules()
FEW = 20
"""Objects of a class below which one more or less moves its AP."""
MOST_NAMED = 5
DEVIATIONS = 3.0
"""By how many standard errors small objects are found less often than others before that is told."""


def _named(names: list[str]) -> list[Any]:
    """The first of some names, and how many more there are."""
    more = len(names) - MOST_NAMED
    return [*map(class_called, names[:MOST_NAMED]), *([Message("and_more_classes", count=more)] if more > 0 else [])]


@rule
def no_objects(e: Reading) -> Iterator[Finding]:
    """A truth in which nothing is to be found."""
    m = next(iter(e.matches.values()), None)
    if m is not None and not m.objects[0].any():
        known = {"images": len(m), "objects": 0}
        yield Finding("no_objects", "problem", Message("no_objects", images=len(m)), "detection_ap", None, known, weight=1.0)


@rule
def few_objects(e: Reading) -> Iterator[Finding]:
    """Classes with a handful of objects weigh as much in AP as any other."""
    m = next(iter(e.matches.values()), None)
    if m is None:
        return
    objects = m.objects[0]
    few = [place for place in np.argsort(objects, kind="stable").tolist() if 0 < objects[place] < FEW]
    if few:
        names = [class_names(m.categories)[place] for place in few]
        share = len(few) / int((objects > 0).sum())
        yield Finding(
            "few_objects",
            "caution",
            Message("few_objects" if len(few) > 1 else "few_objects_one", classes=_named(names), most=FEW, share=share),
            "detection_ap",
            None,
            {"classes_few": len(few), "objects": int(objects[few].sum())},
            weight=share,
        )


@rule
def cap_reached(e: Reading) -> Iterator[Finding]:
    """Detections past the cap do not count; what AP and AR would be with all of them."""
    for name, m in e.matches.items():
        dropped = int(m.columns.dropped.sum())
        if not dropped:
            continue
        images, cap = int((m.columns.dropped > 0).sum()), m.protocol.cap
        values: dict[str, Any] = {"model": name, "count": dropped, "images": images, "cap": cap}
        evidence: dict[str, Any] = {"past_cap": dropped}
        without = e.seen(name).get("without_cap")
        if without is not None:
            values |= {"ap": detection_ap(m), "without": without}
            evidence |= {"ap": values["ap"], "without_cap": without}
        costs = without is not None and without - values["ap"] > 0.005
        code = "cap_reached_by_so_much" if without is not None else "cap_reached"
        yield Finding("cap_reached", "problem" if costs else "caution", Message(code, **values), "detection_ar", name, evidence, weight=0.4)


@rule
def duplicates_dominate(e: Reading) -> Iterator[Finding]:
    """Many of the false detections are of objects that were found already."""
    for name, m in e.matches.items():
        if not has_level(m, FOREGROUND):
            continue
        confidence = best_confidence(m, FOREGROUND).confidence
        if confidence != confidence:
            continue
        kind, _ = error_kinds(m, m.protocol.level(FOREGROUND))
        said = (kind >= 0) & (m.columns.score >= confidence)
        wrong, again = int(said.sum()), int((said & (kind == KINDS.index("duplicate"))).sum())
        if again >= FEW and again > 0.4 * wrong:
            yield Finding(
                "duplicates_dominate",
                "problem",
                Message("duplicates_dominate", model=name, again=again, wrong=wrong, share=again / wrong, confidence=confidence),
                "detection_precision",
                name,
                {"duplicates": again, "false_detections": wrong, "confidence": confidence},
                weight=again / wrong,
            )


@rule
def loose_boxes(e: Reading) -> Iterator[Finding]:
    """AP at 0.5 is high and at 0.75 low: objects are found, and their boxes do not fit."""
    for name, m in e.matches.items():
        if not (has_level(m, 0.5) and has_level(m, 0.75)):
            continue
        half, near = detection_ap(m, iou=0.5), detection_ap(m, iou=0.75)
        if half >= 0.3 and near < 0.4 * half:
            yield Finding(
                "loose_boxes",
                "problem",
                Message("loose_boxes", model=name, half=half, near=near),
                "detection_ap",
                name,
                {"ap50": half, "ap75": near},
                weight=1 - near / half,
            )


@rule
def small_objects_missed(e: Reading) -> Iterator[Finding]:
    """Small objects are found much less often than the others."""
    for name, m in e.matches.items():
        place = next((k for k, (area, _, _) in enumerate(m.protocol.areas) if area == "small"), None)
        if place is None:
            continue
        found = np.zeros(len(m.columns.truth_image), bool)
        level = first_level(m)
        found[m.columns.partner[level][m.columns.state[0, level] == 1]] = True
        there = m.counted[0] > 0
        small = there & (m.counted[place] > 0)
        others = there & ~small
        if small.sum() < FEW or others.sum() < FEW:
            continue
        low, high = float(found[small].mean()), float(found[others].mean())
        error = _difference_error(m.columns.truth_image, found, small, others)
        if low < 0.75 * high and high - low > max(0.1, DEVIATIONS * error):
            yield Finding(
                "small_objects_missed",
                "caution",
                Message("small_objects_missed", model=name, small=low, others=high, count=int(small.sum())),
                "detection_recall",
                name,
                {"small_recall": low, "large_recall": high, "objects": int(small.sum())},
                weight=high - low,
            )


def _difference_error(image: "Array", found: "Array", one: Any, other: Any) -> float:
    """The standard error of the difference of two shares, of objects of which those of an image are found or missed together."""
    each = np.zeros(len(found))
    for rows, sign in ((one, 1), (other, -1)):
        each[rows] = sign * (found[rows] - found[rows].mean()) / rows.sum()
    return float(np.sqrt((np.bincount(image, weights=each) ** 2).sum()))


@rule
def classes_confused(e: Reading) -> Iterator[Finding]:
    """Objects of one class that are taken for another, at the confidence that is best for F1."""
    for name, m in e.matches.items():
        level = first_level(m)
        iou = m.protocol.thresholds[level]
        confidence = best_confidence(m, iou).confidence
        if confidence != confidence or len(m.categories) < 2:
            continue
        names = class_names(m.categories)
        wrong = confusion(m, confidence, iou).matrix[:-1, :-1].astype(np.float64)
        np.fill_diagonal(wrong, 0)
        shares = wrong / np.maximum(m.objects[0][:, None], 1)
        shares[wrong < 5] = 0.0
        row, column = np.unravel_index(int(np.argmax(shares)), shares.shape)
        share = float(shares[row, column])
        if share >= 0.1:
            values = {
                "truth": class_called(names[row]),
                "taken": class_called(names[column]),
                "count": int(wrong[row, column]),
                "share": share,
            }
            yield Finding(
                "classes_confused",
                "problem" if share >= 0.3 else "caution",
                Message("objects_confused", model=name, **values),
                "detection_f1",
                name,
                {"confused": values["count"], "share_of_objects": share, "confidence": confidence},
                weight=share,
            )


@rule
def class_never_detected(e: Reading) -> Iterator[Finding]:
    """Classes that are there, and that a model never says."""
    for name, m in e.matches.items():
        said = np.bincount(m.columns.category, minlength=len(m.categories))
        never = [place for place in range(len(m.categories)) if m.objects[0, place] and not said[place]]
        if never:
            objects = int(m.objects[0, never].sum())
            yield Finding(
                "class_never_detected",
                "problem",
                Message("class_never_detected", model=name, classes=_named([class_names(m.categories)[k] for k in never]), count=objects),
                "detection_recall",
                name,
                {"classes_never": len(never), "objects": objects},
                weight=len(never) / len(m.categories),
            )


@rule
def noted_on_reading(e: Reading) -> Iterator[Finding]:
    """What the readers noted of the data: scores outside of 0 to 1, boxes that were left out, areas that nobody knows."""
    said = set()
    for name in e.matches:
        for note in e.seen(name).get("notes", ()):
            if note not in said:
                said.add(note)
                count = note.values.get("count")
                evidence = {} if count is None else {"count": count}
                yield Finding("noted_on_reading", "caution", note, "detection_precision", name, evidence, weight=0.3)


@rule
def unlike_other_tools(e: Reading) -> Iterator[Finding]:
    """Where pycocotools gives another AP, with what is right."""
    for name in e.matches:
        for note in e.seen(name).get("unlike", ()):
            theirs, right = float(note.values["theirs"]), float(note.values["right"])
            if abs(theirs - right) > 1e-9:
                yield Finding("unlike_other_tools", "caution", note, "detection_ap", name, {"pycocotools": theirs, "ap": right}, weight=0.2)
