"""The sections of label maps."""

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from ....evaluation import Evaluation
from ....report.section import Section, View, summary_of
from . import words
from .payload import classes_of, worst_of


class ClassIou(Section):
    """How well is each class found?"""

    key = "class_iou"
    order = 4
    folder = Path(__file__).parent
    template = "classes.html"
    scripts = ("class_iou.js",)
    styles = ("maps.css",)
    link = "class_iou_link"
    page_words = words.PAGE
    script_words = words.SCRIPT
    evidence_names = words.EVIDENCE

    def shown(self, e: Evaluation) -> bool:
        return any(len(summary_of(e, model, "pixels") or ()) for model in e.names)

    def payload(self, e: Evaluation, views: Sequence[View]) -> Any:
        return {"models": [classes_of(e, model) for model in e.names]} if self.shown(e) else None

    def terms(self, e: Evaluation) -> Iterable[str]:
        return ("mean_iou", "frequency_weighted_iou", "dice", "pixel_accuracy", "mean_pixel_accuracy") if self.shown(e) else ()


class WorstImagesSection(Section):
    """Which images are worst?"""

    key = "worst_images"
    order = 45
    folder = Path(__file__).parent
    template = "worst.html"
    scripts = ("worst.js",)
    link = "worst_images_link"
    page_words = words.PAGE
    script_words = words.SCRIPT

    def shown(self, e: Evaluation) -> bool:
        return any(len(summary_of(e, model, "pixels") or ()) for model in e.names)

    def payload(self, e: Evaluation, views: Sequence[View]) -> Any:
        return {"models": [worst_of(e, model) for model in e.names]} if self.shown(e) else None


SECTIONS: tuple[Section, ...] = (ClassIou(), WorstImagesSection())
