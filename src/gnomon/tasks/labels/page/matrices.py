"""Confusion matrices of predicted labels, and precision, recall and F1 by class."""

from typing import Any

import numpy as np

from ....evaluation.saved import plain_number
from ....metrics.reports import classification_report
from ....report.names import shown
from ....summary import Counts

MOST_CLASSES = 30
MOST_LINES = 100
MOST_ON_PAPER = 12


def matrix_of(counts: Counts) -> dict[str, Any]:
    """The matrix of the largest classes, and a line for each class."""
    by_size = np.argsort(-(counts.actual + counts.predicted), kind="stable")
    stay = np.sort(by_size[:MOST_CLASSES])
    report = classification_report(counts)
    lines = [
        [shown(counts.labels[k]), *(plain_number(float(getattr(report, name)[k])) for name in ("precision", "recall", "f1", "support"))]
        for k in np.sort(by_size[:MOST_LINES])
    ]
    return {
        "labels": [shown(counts.labels[k]) for k in stay],
        "matrix": counts.matrix[np.ix_(stay, stay)].tolist(),
        "support": counts.actual[stay].tolist(),
        "classes": len(counts.labels),
        "paper": np.flatnonzero(np.isin(stay, by_size[:MOST_ON_PAPER])).tolist(),
        "lines": lines,
    }
