"""Findings on what was handed over: data in another format than was read, images without results, scores that do not rank."""

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...findings.finding import Finding, FindingRules
from ...messages import Message
from .levels import first_level
from .matches_reading import MatchesReading as Reading

rule = RULES = FindingRules()
FEW = 20
"""Detections from which on their scores are looked at."""
FEWEST_IMAGES = 5
LEAST_SHARE = 0.05
"""Images without a detection that are not told, by number and by share."""
REVERSED, DEVIATIONS = 0.4, 5.0
"""An AUC of correct and false detections below this, by so many standard errors below a half, is of scores in reversed order."""


@rule
def read_otherwise(e: Reading) -> Iterator[Finding]:
    """Data that would match far better in another format, unit or numbering."""
    for name in e.matches:
        told = e.seen(name).get("otherwise")
        if told is not None:
            known = {"ap": told.values["ap"], "ap_otherwise": told.values["otherwise"]}
            yield Finding(told.code, "problem", told, "detection_ap", name, known, weight=2.0)


@rule
def images_without_detections(e: Reading) -> Iterator[Finding]:
    """More images without a detection than misses elsewhere explain."""
    for name, m in e.matches.items():
        c, level = m.columns, first_level(m)
        objects = np.bincount(c.truth_image[m.counted[0] > 0], minlength=len(m))
        said = np.bincount(c.image, minlength=len(m))
        there = objects > 0
        empty, present = there & (said == 0), there & (said > 0)
        if not present.any():
            continue
        found = np.bincount(c.image[c.state[0, level] == 1], minlength=len(m))
        missed = 1 - min(float(found[present].sum() / objects[present].sum()), 1.0)
        false = float((said - found)[present].mean())
        expected = float((missed ** objects[there]).sum() * np.exp(-false))
        count = int(empty.sum())
        if count >= max(FEWEST_IMAGES, LEAST_SHARE * there.sum()) and count > 3 * expected + 5 * np.sqrt(expected):
            values = {
                "count": count,
                "images": int(there.sum()),
                "expected": expected,
                "first": str(m.images.tolist()[int(np.argmax(empty))]),
            }
            yield Finding(
                "images_without_detections",
                "problem",
                Message("images_without_detections", model=name, **values),
                "detection_recall",
                name,
                {"images_without": count, "images_with_objects": values["images"], "expected": expected},
                weight=1 + count / int(there.sum()),
            )


@rule
def scores_do_not_rank(e: Reading) -> Iterator[Finding]:
    """One score for all detections, or high scores for the false ones."""
    for name, m in e.matches.items():
        score, state = m.columns.score, m.columns.state[0, first_level(m)]
        if len(score) < FEW:
            continue
        if score.min() == score.max():
            told = Message("detections_of_one_score", model=name, count=len(score), score=float(score[0]))
            known: dict[str, Any] = {"score": float(score[0]), "detections": len(score)}
            yield Finding("detections_of_one_score", "problem", told, "detection_ap", name, known, weight=1.0)
            continue
        auc, error = _auc_within_classes(score, m.columns.category, state)
        if auc < REVERSED and auc < 0.5 - DEVIATIONS * error:
            told = Message("detection_scores_reversed", model=name, auc=auc)
            yield Finding("detection_scores_reversed", "problem", told, "detection_ap", name, {"auc": auc}, weight=1.5)


def _auc_within_classes(score: NDArray[Any], category: NDArray[Any], state: NDArray[Any]) -> tuple[float, float]:
    """How often a correct detection has a higher score than a false one of its class, and the standard error where scores say nothing."""
    above = pairs = variance = 0.0
    for kind in np.unique(category):
        right, wrong = (np.sort(score[(category == kind) & (state == outcome)]) for outcome in (1, 0))
        n, m = len(right), len(wrong)
        above += float((np.searchsorted(wrong, right, "left") + np.searchsorted(wrong, right, "right")).sum() / 2)
        pairs += n * m
        variance += n * m * (n + m + 1) / 12
    return (above / pairs, float(np.sqrt(variance)) / pairs) if pairs else (0.5, 1.0)
