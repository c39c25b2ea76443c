"""The sections of clusters."""

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from ....evaluation import Evaluation
from ....report.section import Section, SliceColumn, View, summary_of
from . import words
from .payload import silhouettes_of, table_of


class ContingencySection(Section):
    """Which classes are in which clusters?"""

    key = "contingency"
    order = 6
    folder = Path(__file__).parent
    template = "contingency.html"
    scripts = ("contingency.js",)
    styles = ("clusters.css",)
    link = "contingency_link"
    page_words = words.PAGE
    script_words = words.SCRIPT
    evidence_names = words.EVIDENCE

    def shown(self, e: Evaluation) -> bool:
        return any(held is not None and len(held.weight) for held in (summary_of(e, model, "partitions") for model in e.names))

    def payload(self, e: Evaluation, views: Sequence[View]) -> Any:
        return {"models": [table_of(summary_of(e, model, "partitions")) for model in e.names]} if self.shown(e) else None

    def terms(self, e: Evaluation) -> Iterable[str]:
        return (
            ("adjusted_rand", "ami", "nmi", "v_measure", "homogeneity", "completeness", "purity", "matched_accuracy")
            if self.shown(e)
            else ()
        )

    def slice_columns(self, e: Evaluation) -> Iterable[SliceColumn]:
        if self.shown(e):
            yield SliceColumn("true_classes", "count", e.true_classes, lambda part: part.true_classes)


class Silhouettes(Section):
    """Do the clusters hold together?"""

    key = "silhouettes"
    order = 12
    folder = Path(__file__).parent
    template = "silhouettes.html"
    scripts = ("silhouettes.js",)
    link = "silhouettes_link"
    page_words = words.PAGE
    script_words = words.SCRIPT

    def shown(self, e: Evaluation) -> bool:
        return any(held is not None and len(held) for held in (summary_of(e, model, "points") for model in e.names))

    def payload(self, e: Evaluation, views: Sequence[View]) -> Any:
        return {"models": [silhouettes_of(summary_of(e, model, "points")) for model in e.names]} if self.shown(e) else None

    def terms(self, e: Evaluation) -> Iterable[str]:
        return ("silhouette", "davies_bouldin", "calinski_harabasz") if self.shown(e) else ()


SECTIONS: tuple[Section, ...] = (ContingencySection(),)
SHAPES: tuple[Section, ...] = (Silhouettes(),)
