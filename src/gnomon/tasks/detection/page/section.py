"""The sections of detection: classes and errors, one confidence with what follows from it, and the images to look at."""

import base64
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from ....evaluation import Evaluation
from ....inference.estimate import REPLICATES, IntervalOptions
from ....report.names import shown
from ....report.section import Section, View, summary_of
from ....summary.worst_images import MarkedImage, WorstImages
from . import words
from .payload import payload_of


def matched(e: Evaluation) -> bool:
    """Whether any model has matches."""
    return any(summary_of(e, model, "matches") is not None for model in e.names)


class Classes(Section):
    """Which classes are found, and where AP is lost."""

    key = "detection"
    order = 6
    folder = Path(__file__).parent
    template = "detection.html"
    scripts = ("classes.js", "confidence.js", "matrix_at.js", "marked.js", "detection.js")
    styles = ("detection.css",)
    link = "detection_section"
    page_words = words.PAGE
    script_words = words.SCRIPT
    evidence_names = words.EVIDENCE

    def shown(self, e: Evaluation) -> bool:
        return matched(e)

    def payload(self, e: Evaluation, views: Sequence[View]) -> Any:
        """Everything of each model."""
        if not matched(e):
            return None
        how = None if e.level is None else IntervalOptions(e.level, "auto", REPLICATES, 0)
        return {"models": [_of_model(e, model, how) for model in e.names]}

    def context(self, e: Evaluation, payload: object) -> dict[str, Any]:
        sized = [metric for metric in e.metrics if "area=" in metric]
        return {"sure": e.level is not None, "sized": sized}

    def terms(self, e: Evaluation) -> Iterable[str]:
        if not matched(e):
            return ()
        return ("detection_ap", "detection_ar", "detection_precision", "detection_recall", "detection_f1")


def _of_model(e: Evaluation, model: str, how: IntervalOptions | None) -> Any:
    matches, worst = summary_of(e, model, "matches"), summary_of(e, model, "worst_images")
    if matches is None or not len(matches):
        return None
    return payload_of(matches, how) | {"images": [] if worst is None else [_image(worst, one) for one in worst.marked]}


def _image(worst: WorstImages, one: MarkedImage) -> dict[str, Any]:
    """An image with its marks: kind, class, score and corners of each."""
    marks = [
        [int(kind), shown(worst.classes[category]), None if score != score else float(score), [round(float(place), 1) for place in corners]]
        for kind, category, score, corners in zip(one.kind, one.category, one.score, one.corners, strict=True)
    ]
    picture = f"data:image/jpeg;base64,{base64.b64encode(one.picture).decode()}" if one.picture else None
    return {
        "name": shown(one.image),
        "width": one.width,
        "height": one.height,
        "marks": marks,
        "left_out": one.left_out,
        "picture": picture,
    }


SECTIONS: tuple[Section, ...] = (Classes(),)
