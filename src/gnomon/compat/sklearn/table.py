"""Truth and prediction counted into one table: what metrics of labels need of the rows."""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ... import _core
from ...parallel import THREADS
from ...types import Array
from .reading import column, text_codes, weights, whole
from .stand_in import theirs

MOST_LABELS = 1024
FEW_ROWS = 20
"""Up to so many rows scikit-learn does not ask whether labels are too many to be classes."""


@dataclass(frozen=True)
class LabelTable:
    """How many rows, or what weight of them, have each pair of labels."""

    values: Array
    """The labels in ascending order."""
    truths: Array
    """The same in the type of y_true; meaningless for those that it does not have."""
    predictions: Array
    """The same in the type of y_pred."""
    matrix: Array
    rows: NDArray[np.int64]
    """The matrix again, every row counting one: a label whose rows weigh nothing is still a label."""
    weight: Array | None
    """The weights as they were given."""
    codes: tuple[Array, Array, int]
    """Both columns as the kernels read them, and the lowest code that there may be."""
    seen: NDArray[np.int64]
    """How far the code of each label is from the lowest."""
    n: int

    @property
    def labels(self) -> Array:
        """The labels of both, as scikit-learn gathers them: in the type of y_true where it has them."""
        if self.truths.dtype == self.predictions.dtype:
            return self.truths
        seen = np.asarray(self.rows.any(axis=1))
        return np.asarray([(self.truths if has else self.predictions)[k] for k, has in enumerate(seen)])

    def place(self, label: object) -> int | None:
        """Where a label stands; None where it does not."""
        if isinstance(label, str) != (self.values.dtype.kind == "U"):
            return None
        found = np.flatnonzero(self.values == label)
        return int(found[0]) if found.size else None

    def replay(self, name: str, **options: Any) -> Any:
        """scikit-learn's answer to one row for each pair of labels, weighing as much as all rows that have it.

        It has the same labels and sums, so that what is undefined is told in scikit-learn's own words at the cost of a few rows.
        """
        i, j = np.nonzero(self.rows)
        weight = self.matrix[i, j]
        if len(i) > FEW_ROWS:  # of which too many would differ: each stands there again, weighing nothing
            i, j, weight = np.tile(i, 3), np.tile(j, 3), np.concatenate([weight, np.zeros(2 * len(weight), weight.dtype)])
        return theirs(name)(self.truths[i], self.predictions[j], sample_weight=weight, **options)

    @property
    def none_right(self) -> bool:
        """Whether no prediction is right, in which case scikit-learn counts in floats."""
        return not np.diagonal(self.rows).any()

    @property
    def short(self) -> bool:
        """Whether a replay saves nothing."""
        return self.n <= 4 * self.rows.size


def tabulate(y_true: object, y_pred: object, sample_weight: object) -> LabelTable | None:
    """The table of two plain columns of labels of one kind; None where scikit-learn is to judge them."""
    y, p = column(y_true), column(y_pred)
    if y is None or p is None or y.size != p.size:
        return None
    w = None
    if sample_weight is not None:
        w = weights(sample_weight, y.size)
        if w is None:
            return None
    text = y.dtype.kind in "UO"
    if text != (p.dtype.kind in "UO"):
        return None
    coded = _texts(y, p) if text else _integers(y, p)
    if coded is None:
        return None
    a, b, low, values = coded
    matrix = _core.confusion(a, b, w, low, len(values), THREADS)
    rows = matrix if w is None else _core.confusion(a, b, None, low, len(values), THREADS)
    seen = np.flatnonzero(rows.any(axis=0) | rows.any(axis=1))
    if seen.size != len(values):
        inner = np.ix_(seen, seen)
        values, matrix, rows = values[seen], matrix[inner], rows[inner]
    if y.size > FEW_ROWS and 2 * seen.size > y.size:  # so many labels that scikit-learn warns of them
        return None
    with np.errstate(over="ignore"):  # of labels that only the other column holds
        own = values.astype(y.dtype), values.astype(p.dtype)
    return LabelTable(values, *own, matrix, rows, w, (a, b, low), seen, y.size)


Coded = tuple[Array, Array, int, Array]


def _integers(y: Array, p: Array) -> Coded | None:
    a, b = whole(y), whole(p)
    if a is None or b is None:
        return None
    common = np.result_type(a, b)
    if common.kind not in "biu":
        return None
    a, b = a.astype(common, copy=False), b.astype(common, copy=False)
    ends = (*_core.extent(a, THREADS), *_core.extent(b, THREADS))
    low, high = min(ends), max(ends)
    if high - low < MOST_LABELS:
        return a, b, low, np.arange(low, high + 1)
    return _spread(a, b)


def _spread(a: Array, b: Array) -> Coded | None:
    """Integers far apart, as their places among the distinct ones."""
    both = np.concatenate([a, b]).astype(np.int64, copy=False)
    codes, names = _core.factorize(both, THREADS)
    if len(names) > MOST_LABELS:
        return None
    codes = codes.astype(np.int64)
    return codes[: a.size], codes[a.size :], 0, names


def _texts(y: Array, p: Array) -> Coded | None:
    found, said = text_codes(y), text_codes(p)
    if found is None or said is None:
        return None
    names = sorted({*found[0], *said[0]})
    place = {name: k for k, name in enumerate(names)}
    a, b = (np.array([place[name] for name in labels])[codes] for labels, codes in (found, said))
    return a, b, 0, np.asarray(names)
