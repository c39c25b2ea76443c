"""Confusion matrices of predicted labels, the pairs that are confused, and each class with its figures and how sure they are."""

from typing import Any

import numpy as np

from ....catalog import parse
from ....evaluation.saved import plain_number
from ....inference.estimate import IntervalOptions, estimates
from ....inference.measure import MetricCall
from ....inference.proportions import wilson
from ....inference.sample import ResamplingData
from ....metrics.areas import area, two_classes
from ....metrics.reports import classification_report
from ....report.names import shown
from ....summary import Counts, Sweep
from ..confusions import confused_pairs

MOST_CLASSES = 30
MOST_LINES = 100
MOST_ON_PAPER = 12
MOST_PAIRS = 3
RATES = ("precision", "recall", "f1")


def matrix_of(counts: Counts, sweeps: dict[Any, Sweep], level: float | None) -> dict[str, Any]:
    """The matrix of the largest classes, the pairs most often confused, and a line for each class.

    ``sweeps`` are the classes' scores against the rest, where there are such; ``level`` is None where counts do not tell how sure they are.
    """
    by_size = np.argsort(-(counts.actual + counts.predicted), kind="stable")
    stay = np.sort(by_size[:MOST_CLASSES])
    report = classification_report(counts)
    lines = [
        {
            "name": shown(counts.labels[k]),
            "rows": plain_number(float(report.support[k])),
            "values": [plain_number(float(getattr(report, name)[k])) for name in RATES]
            + ([_area(sweeps.get(counts.labels[k]))] if sweeps else []),
            "ends": None
            if level is None
            else _ends(counts, int(k), level) + ([_area_ends(sweeps.get(counts.labels[k]), level)] if sweeps else []),
        }
        for k in np.sort(by_size[:MOST_LINES])
    ]
    return {
        "labels": [shown(counts.labels[k]) for k in stay],
        "matrix": counts.matrix[np.ix_(stay, stay)].tolist(),
        "support": counts.actual[stay].tolist(),
        "classes": len(counts.labels),
        "pixels": counts.drawn != "rows",
        "paper": np.flatnonzero(np.isin(stay, by_size[:MOST_ON_PAPER])).tolist(),
        "columns": [*RATES, *(["auc"] if sweeps else [])],
        "lines": lines,
        "pairs": [[shown(pair.truth), shown(pair.predicted), pair.rows, pair.share] for pair in confused_pairs(counts)[:MOST_PAIRS]],
    }


def _area(sweep: Sweep | None) -> Any:
    return None if sweep is None or not two_classes(sweep) else plain_number(area(sweep))


def _ends(counts: Counts, k: int, level: float) -> list[Any]:
    """Wilson's intervals of precision and recall; F1 grows with the share that is right of all rows of or called the class."""
    tp, actual, predicted = (float(column[k]) for column in (counts.tp, counts.actual, counts.predicted))
    made = [wilson(tp, trials, level) if trials else None for trials in (predicted, actual, actual + predicted - tp)]
    of_f1 = made[2] and tuple(2 * share / (1 + share) for share in made[2])
    return [None if ends is None else list(ends) for ends in (made[0], made[1], of_f1)]


def _area_ends(sweep: Sweep | None, level: float) -> list[Any] | None:
    if sweep is None or not two_classes(sweep):
        return None
    (found,) = estimates([MetricCall(parse("roc_auc"), 1)], [area(sweep)], ResamplingData(sweep), IntervalOptions(level))
    return [found.low, found.high] if np.isfinite([found.low, found.high]).all() else None
