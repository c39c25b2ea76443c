"""The section of sets of labels."""

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from ....errors import UndefinedReasons
from ....evaluation import Evaluation
from ....evaluation.saved import plain_number
from ....metrics.areas import area
from ....public import function
from ....report.names import shown
from ....report.section import Section, SliceColumn, View, summary_of
from ....summary import LabelSets, Sweeps
from ..tables import label_lines, mistakes
from . import words

MOST_LINES = 200
MOST_NAMED = 5
CUT = ("label_true", "label_predicted", "label_missed", "label_vain", "precision", "recall", "f1")


class LabelSection(Section):
    """Which labels go wrong."""

    key = "multilabel"
    order = 38
    folder = Path(__file__).parent
    template = "labels.html"
    scripts = ("labels.js",)
    link = "multilabel_link"
    page_words = words.PAGE
    script_words = words.SCRIPT
    evidence_names = words.EVIDENCE

    def shown(self, e: Evaluation) -> bool:
        return any(summary_of(e, model, key) is not None for model in e.names for key in ("label_sets", "label_scores"))

    def payload(self, e: Evaluation, views: Sequence[View]) -> Any:
        """The labels of each model that predicted some."""
        if not self.shown(e):
            return None
        found = [(summary_of(e, model, "label_sets"), summary_of(e, model, "label_scores")) for model in e.names]
        return {"models": [_scored(sweeps) if sets is None else _model(sets, sweeps) for sets, sweeps in found]}

    def terms(self, e: Evaluation) -> Iterable[str]:
        if not self.shown(e):
            return ()
        said = any(summary_of(e, model, "label_sets") is not None for model in e.names)
        return ("subset_accuracy", "hamming_loss", "precision", "recall", "f1") if said else ("roc_auc", "average_precision")

    def slice_columns(self, e: Evaluation) -> Iterable[SliceColumn]:
        if e.labels_per_row is None:
            return ()
        return (SliceColumn("labels_per_row", "decimals", e.labels_per_row, lambda part: part.labels_per_row),)


def _model(sets: LabelSets, sweeps: Sweeps | None) -> dict[str, Any]:
    """A line for each label, the averages, and the labels that are missed and said in vain most."""
    lines = label_lines(sets)
    areas = {} if sweeps is None else {label: area(part) for label, part in sweeps.parts.items()}
    missed = sorted((line for line in lines if line.missed), key=lambda line: -line.missed)[:MOST_NAMED]
    vain = sorted((line for line in lines if line.vain), key=lambda line: -line.vain)[:MOST_NAMED]
    return {
        "labels": len(lines),
        "heads": [
            "label_true",
            "label_predicted",
            "label_missed",
            "label_vain",
            "precision",
            "recall",
            "f1",
            *(["label_auc"] if areas else []),
        ],
        "counts": 4,
        "lines": [
            [shown(label), *map(plain_number, figures), *([plain_number(areas.get(label, float("nan")))] if areas else [])]
            for label, *figures in lines[:MOST_LINES]
        ],
        "averages": [[f"labels_{way}", *_averages(sets, way)] for way in ("micro", "macro", "samples")],
        "missed": [[shown(line.label), plain_number(line.missed)] for line in missed],
        "vain": [[shown(line.label), plain_number(line.vain)] for line in vain],
        "mistakes": mistakes(sets),
    }


def _scored(sweeps: Sweeps | None) -> dict[str, Any] | None:
    """A line for each label that is scored and not cut: how well its scores tell the rows that have it."""
    if sweeps is None:
        return None
    quiet = UndefinedReasons()
    figures = {label: [area(part), float(function("average_precision")(part, undefined=quiet))] for label, part in sweeps.parts.items()}
    means = [float(function(name)(sweeps, average="macro", undefined=quiet)) for name in ("roc_auc", "average_precision")]
    order = sorted(figures, key=lambda label: (figures[label][0] != figures[label][0], figures[label][0]))
    lines = [(label, float(sweeps.parts[label].positives), *figures[label]) for label in order[:MOST_LINES]]
    return {
        "labels": len(order),
        "heads": ["label_true", "label_auc", "label_ap"],
        "counts": 1,
        "lines": [[shown(label), *map(plain_number, values)] for label, *values in lines],
        "averages": [["labels_macro", *map(plain_number, means)]],
        "missed": [],
        "vain": [],
        "mistakes": [],
    }


def _averages(sets: LabelSets, way: str) -> list[Any]:
    quiet = UndefinedReasons()
    return [plain_number(float(function(name)(sets, average=way, undefined=quiet))) for name in ("precision", "recall", "f1")]


SECTIONS: tuple[Section, ...] = (LabelSection(),)
