"""Combinations of features: which rows have the same, and how many of these are positive."""

import os
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from ..engines import Column, Projection, Source, memory_limit, open_source
from ..errors import DroppedRowsWarning, InputError, warn
from ..inputs.labels import plain
from ..inputs.numbers import as_weight
from ..inputs.rows import gaps_of, positive_mask
from ..messages.language import say
from ..types import Floats

if TYPE_CHECKING:
    from ..types import Array


Codes = NDArray[np.int64]
ALL_ROWS = 2**62
MOST_CODES = 2**62
"""What a code of several columns may come to before it is counted through again."""


@dataclass(frozen=True)
class FeatureCombinations:
    """Rows by their combination of features: ``code`` of each row, the first row of each combination, labels and weights."""

    code: Codes
    first: Codes
    positive: NDArray[np.uint8]
    weight: Floats | None
    features: dict[str, Column]

    def __len__(self) -> int:
        return len(self.first)

    def summed(self, rows: NDArray[np.bool_] | None = None) -> tuple[Floats, Floats]:
        """What the positives and the negatives of each combination weigh, of all rows or of some."""
        code, bad, weight = (None if column is None else column if rows is None else column[rows] for column in self._columns)
        assert code is not None
        if weight is None:
            total = np.bincount(code, minlength=len(self)).astype(np.float64)
            bads = np.bincount(code[bad == 1], minlength=len(self)).astype(np.float64)
            return bads, total - bads
        return tuple(np.bincount(code, weights=np.where(bad == side, weight, 0.0), minlength=len(self)) for side in (1, 0))  # type: ignore[return-value]

    @property
    def _columns(self) -> tuple[Any, Any, Any]:
        return self.code, self.positive, self.weight

    def values(self, feature: str, places: Codes) -> list[Any]:
        """What a feature is in some combinations; None where it is missing."""
        column, rows = self.features[feature], self.first[places]
        gone = column.gaps()
        names = column.names
        found = [plain(column.values[row]) if names is None else names[column.values[row]] for row in rows]
        return [None if gone is not None and gone[row] else value for row, value in zip(rows, found, strict=True)]


def combined(frame: object, features: object, label: str, weight: str | None, positive: object, missing: str) -> FeatureCombinations:
    """Read the columns, leave out rows without a label where that is asked for, and find which rows share all features."""
    if isinstance(frame, (str, os.PathLike)):
        raise InputError("decisions.frame_is_file_name", frame=str(frame))
    if missing not in ("error", "drop"):
        raise InputError("inputs.missing_option_unknown", missing=missing)
    source = open_source(frame, memory_limit(None))
    names = _features(source, features, label, weight)
    asked = [*names, label, *([] if weight is None else [weight])]
    batches = list(source.batches(Projection([], [], list(dict.fromkeys(asked))), ALL_ROWS))
    if not batches or not len(batches[0][label].values):
        raise InputError("inputs.rows_missing", name="frame")
    columns = _with_labels(batches[0], label, missing)
    truth = _array(columns[label])
    mask = positive_mask(truth, positive, say("decisions.part_or_zero_one"))
    weights = None if weight is None else as_weight(_array(columns[weight]), len(truth), label)
    code, first = _codes([columns[name] for name in names])
    return FeatureCombinations(code, first, mask, weights, {name: columns[name] for name in names})


def _features(source: Source, features: object, label: object, weight: object) -> list[str]:
    """The names of the features: those that are asked for, or every column but label and weight."""
    others = [source.require("label", label), *([] if weight is None else [source.require("weight", weight)])]
    if features is None:
        names = [name for name in source.columns if name not in others]
    else:
        given = [features] if isinstance(features, str) else list(features) if hasattr(features, "__iter__") else [features]
        names = [source.require("features", name) for name in given]
    for name in names:
        if name in others:
            raise InputError("decisions.feature_is_label_or_weight", name=name)
        if names.count(name) > 1:
            raise InputError("decisions.feature_twice", name=name)
    if not names:
        raise InputError("decisions.features_missing", choices=["age", "income"])
    return names


def _with_labels(batch: dict[str, Column], label: str, missing: str) -> dict[str, Column]:
    gone = batch[label].gaps()
    if gone is None or not gone.any():
        return batch
    count, rows = int(gone.sum()), len(gone)
    if missing == "error":
        raise InputError(
            "decisions.label_value_missing",
            label=label,
            at=int(np.argmax(gone)),
        )
    if count == rows:
        raise InputError("inputs.rows_all_dropped", n=rows, listed=label)
    warn(
        say("inputs.note_rows_dropped", value=count, n=rows, listed=gaps_of({label: count})),
        DroppedRowsWarning,
    )
    return {name: column.part(~gone) for name, column in batch.items()}


def _array(column: Column) -> "Array":
    """A column as the values it stands for."""
    if column.names is None:
        gone = column.gaps()
        return column.values if gone is None else np.where(gone, np.nan, column.values.astype(np.float64))
    return np.array([*column.names, None], dtype=object)[column.values]


def _codes(columns: list[Column]) -> tuple[Codes, Codes]:
    """Each row's combination as a number from 0, and the first row of each."""
    code, size = np.zeros(len(columns[0].values), np.int64), 1
    for column in columns:
        values, count = _counted(column)
        if size * count > MOST_CODES:
            distinct, code = np.unique(code, return_inverse=True)
            size = len(distinct)
        code = code * count + values
        size *= count
    _, first, code = np.unique(code, return_index=True, return_inverse=True)
    return code.astype(np.int64, copy=False), first.astype(np.int64, copy=False)


def _counted(column: Column) -> tuple[Codes, int]:
    """Each row's value as a number from 0, and how many there are; a missing value is one of its own."""
    gone = column.gaps()
    if column.names is not None:
        return column.values.astype(np.int64) + 1, len(column.names) + 1  # a missing value has the code -1
    if gone is None:
        distinct, codes = np.unique(column.values, return_inverse=True)
        return codes.astype(np.int64, copy=False), len(distinct)
    codes = np.zeros(len(gone), np.int64)
    distinct, codes[~gone] = np.unique(column.values[~gone], return_inverse=True)
    codes[~gone] += 1
    return codes, len(distinct) + 1
