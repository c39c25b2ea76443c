"""Figures of each label, as findings, the page and the plot read them."""

from typing import Any, NamedTuple

import numpy as np

from ...metrics.rates import f1, precision, recall
from ...summary import LabelSets


class LabelLine(NamedTuple):
    """One label: how much of it is true, was predicted, was missed and was said in vain, and its rates; NaN where there is none."""

    label: Any
    true: float
    predicted: float
    missed: float
    vain: float
    precision: float
    recall: float
    f1: float


def label_lines(sets: LabelSets) -> list[LabelLine]:
    """A line for each label, the lowest F1 first; labels that have none come last."""
    cells = sets.by_label()
    columns = (cells.actual, cells.predicted, cells.fn, cells.fp, precision(cells), recall(cells), f1(cells))
    values = [column[:, 1].tolist() for column in columns]
    lines = [LabelLine(label, *figures) for label, *figures in zip(sets.labels, *values, strict=True)]
    return sorted(lines, key=lambda line: (np.isnan(line.f1), line.f1 if line.f1 == line.f1 else 0.0, -line.true))


def mistakes(sets: LabelSets, most: int = 3) -> list[float]:
    """The share of rows by how many labels are wrong in them: none, one, …, ``most`` or more."""
    wrong = np.minimum(sets.profiles[:, 1] + sets.profiles[:, 2], most)
    weights = np.bincount(wrong, sets.weights, most + 1)
    return (weights / weights.sum()).tolist() if len(wrong) else [0.0] * (most + 1)
