"""The section of predicted labels."""

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from ....evaluation import Evaluation
from ....report.section import Section, SliceColumn, View, summary_of
from ... import truth_page
from . import words
from .matrices import matrix_of


class Matrix(Section):
    """Which classes are confused."""

    key = "classes"
    order = 40
    folder = Path(__file__).parent
    template = "classes.html"
    scripts = ("matrix.js",)
    styles = ("matrix.css",)
    link = "classes_section"
    page_words = words.PAGE
    script_words = truth_page.SCRIPT | words.SCRIPT
    evidence_names = truth_page.EVIDENCE | words.EVIDENCE

    def shown(self, e: Evaluation) -> bool:
        return any(_counted(e, model) is not None for model in e.names)

    def payload(self, e: Evaluation, views: Sequence[View]) -> Any:
        """A matrix for each model that predicted labels."""
        found = [_counted(e, model) for model in e.names]
        level = e.level if _by_row(e) else None
        models = [
            None if counts is None else matrix_of(counts, _sweeps(e, model), level) for model, counts in zip(e.names, found, strict=True)
        ]
        return {"models": models} if self.shown(e) else None

    def context(self, e: Evaluation, payload: object) -> dict[str, Any]:
        return {"sure": e.level is not None and _by_row(e)}

    def place(self, e: Evaluation) -> int:
        """Of several classes it is what the page is about, and stands before their thresholds."""
        return self.order if e.positives is not None else 8

    def terms(self, e: Evaluation) -> Iterable[str]:
        return (
            ("confusion_matrix", "precision", "recall", "f1", *(["roc_auc"] if any(_sweeps(e, model) for model in e.names) else []))
            if self.shown(e)
            else ()
        )

    def slice_columns(self, e: Evaluation) -> Iterable[SliceColumn]:
        return truth_page.slice_columns(e)


COUNTED = ("labels", "pixels")
"""What is kept as a confusion matrix: predicted labels, and the pixels of label maps."""


def _by_row(e: Evaluation) -> bool:
    """Whether what is counted is independent and counts alike, so that counts tell how sure shares are."""
    found = (_counted(e, model) for model in e.names)
    return e.weight is None and e.cluster is None and all(one is None or one.drawn == "rows" for one in found)


def _sweeps(e: Evaluation, model: str) -> dict[Any, Any]:
    """Each class's scores against the rest, where a model has such."""
    classes = summary_of(e, model, "classes")
    return {} if classes is None else classes.parts


def _counted(e: Evaluation, model: str) -> Any:
    """A model's confusion matrix; None where it has none, or one of no classes."""
    counts = next((held for key in COUNTED if (held := summary_of(e, model, key)) is not None), None)
    return counts if counts is not None and counts.labels else None


SECTIONS: tuple[Section, ...] = (Matrix(),)
