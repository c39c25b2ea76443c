"""How many units have each label: averages over labels need some of each."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...catalog import Reference
from ...inference.rare_classes import rare_class
from ...inputs.tags import TagRows
from ...messages import Message
from ...metrics.uncertainty import ShareOfRows
from ...summary import Cells, LabelSets
from ...types import Integers
from ..aspect import ModelData
from ..blocks import SummaryBlocks
from .sets import SetRows


def rare_label(reference: Reference, known: ModelData, summary: Any) -> Message | None:
    """The reason why an average over labels has no interval; ``summary`` is what the metric reads of all rows."""
    if reference.over.get("average") != "macro" or summary is None:
        return None
    if isinstance(summary, LabelSets):
        cells = Cells(summary.tables)
        counted = ~np.isnan(np.asarray(reference.entry.function(cells, **reference.options), np.float64)[..., 1])
        units, _ = _units(known, summary.labels)
        of_rows = reference.entry.uncertainty
        if isinstance(of_rows, ShareOfRows) and summary.tables.dtype.kind == "i":
            units = np.minimum(units, np.asarray(of_rows.trials(cells))[..., 1])
    else:
        counted = np.array([bool(part.positives and part.negatives) for part in summary.parts.values()])
        units = np.minimum(*_units(known, summary.labels))
    return rare_class(summary.labels, units, counted)


def _units(known: ModelData, labels: tuple[object, ...]) -> tuple[Integers, Integers]:
    """For each label the units with rows that have it, and those with rows that lack it."""
    if known.rows is not None:
        both = [_of_rows(known.rows, label, known.cluster) for label in labels]
        return np.array([has for has, _ in both]), np.array([lacks for _, lacks in both])
    parts = known.blocks.parts.values() if isinstance(known.blocks, SummaryBlocks) else [known.summary]
    sides = np.array([[_of_summary(part, label) for label in labels] for part in parts])
    plain = known.plan.weight is None and known.plan.cluster is None
    counted = (sides if plain else sides > 0).sum(0).astype(np.int64)
    return counted[:, 0], counted[:, 1]


def _of_summary(summary: Any, label: object) -> tuple[float, float]:
    """What the rows of a summary weigh that have a label, and those that lack it."""
    if label not in summary.labels:
        return 0.0, 1.0
    if isinstance(summary, LabelSets):
        absent, present = summary.tables[summary.labels.index(label)].sum(1)
        return float(present), float(absent)
    return float(summary.parts[label].positives), float(summary.parts[label].negatives)


def _of_rows(rows: Any, label: Any, cluster: NDArray[np.int64] | None) -> tuple[int, int]:
    """The rows, or clusters of them, that have a label and that lack it; rows that weigh nothing are left out."""
    if isinstance(rows, TagRows):
        sets, row = rows.truth, np.arange(len(rows.truth))
    else:
        sets, row = (rows.true_sets if isinstance(rows, SetRows) else rows.sets).matrix, rows.truth
    has = sets[row, rows.names.index(label)] > 0 if label in rows.names else np.zeros(len(row), bool)
    here = np.ones(len(row), bool) if rows.weight is None else rows.weight > 0
    return _count(has & here, cluster), _count(~has & here, cluster)


def _count(rows: NDArray[np.bool_], cluster: NDArray[np.int64] | None) -> int:
    return int(np.count_nonzero(rows)) if cluster is None else len(np.unique(cluster[rows]))
