"""Counts: the weighted confusion matrix with its labels."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Literal

import numpy as np

from .. import _core
from ..errors import InputError
from ..inputs import DEFAULT_POSITIVE, encode_pair
from ..inputs.labels import choices, label_order
from ..inputs.numbers import as_weight
from ..inputs.rows import drop_missing
from ..markup import html_of, table_html
from ..messages.language import listed
from ..parallel import THREADS
from ..types import Array
from .base import Summary
from .cells import Cells
from .invariants import as_amounts, as_labels, frozen
from .packing import Arrays

if TYPE_CHECKING:
    from matplotlib.axes import Axes


Orientation = Literal["truth-rows", "predicted-rows"]
Normalize = Literal["true", "predicted", "all"]


@dataclass(frozen=True, eq=False, init=False, repr=False)
class Counts(Summary, Cells):
    """The confusion matrix of labels and predictions, counted or weighed; it grows with the labels.

    >>> import gnomon as gn
    >>> counts = gn.Counts.of([1, 0, 1, 0], [0, 0, 1, 1])
    >>> counts.matrix.tolist(), counts.tp.tolist()
    ([[1, 1], [1, 1]], [1, 1])
    """

    labels: tuple[Any, ...]
    matrix: Array
    orientation: Orientation
    normalize: Normalize | None
    """What it is shown as a share of: its true class, its predicted class, or all rows; ``matrix`` holds the counts in any case."""
    growth: ClassVar[str] = "labels"
    drawn: ClassVar[str] = "rows"
    """What is drawn where an interval is made: what is counted here, or what it belongs to."""

    def __init__(
        self, labels: Sequence[Any], matrix: Array, orientation: Orientation = "truth-rows", normalize: Normalize | None = None
    ) -> None:
        """From a matrix already counted: rows are truth and columns prediction, in the order of ``labels``.

        >>> Counts(["cat", "dog"], [[5, 3], [2, 3]]).n.item()
        13
        """
        array = np.asarray(matrix)
        names = as_labels(labels)
        if array.ndim != 2 or array.shape != (len(names), len(names)):
            raise InputError(
                "summary.matrix_shape_mismatch",
                shape=array.shape,
                count=len(names),
            )
        if orientation not in ("truth-rows", "predicted-rows"):
            raise InputError("summary.orientation_unknown", orientation=orientation)
        if normalize not in (None, "true", "predicted", "all"):
            raise InputError("summary.normalize_unknown", normalize=normalize)
        object.__setattr__(self, "labels", names)
        object.__setattr__(self, "matrix", as_amounts(array, "matrix", len(names), len(names)))
        object.__setattr__(self, "orientation", orientation)
        object.__setattr__(self, "normalize", normalize)

    @classmethod
    def of(
        cls,
        y_true: Any,
        y_pred: Any,
        *,
        labels: Any = None,
        weight: Any = None,
        orientation: Orientation = "truth-rows",
        missing: str = "error",
    ) -> "Counts":
        """Count pairs of labels. ``labels`` fixes the classes and their order; default: those that occur, sorted."""
        if y_pred is None:
            raise InputError("summary.counts_y_pred_missing")
        if missing != "error":
            y_true, y_pred, weight = drop_missing({"y_true": y_true, "y_pred": y_pred, "weight": weight}, missing)
        truth, prediction = encode_pair(y_true, y_pred, labels)
        w = as_weight(weight, truth.values.size, "y_true")
        matrix = _core.confusion(truth.values, prediction.values, w, truth.low, len(truth.names), THREADS)
        counts = cls._of_kernel(truth.names, matrix, orientation) if w is None else cls(truth.names, matrix, orientation)
        return counts if labels is not None else counts._only_seen()

    @classmethod
    def _of_kernel(cls, labels: tuple[object, ...], matrix: Array, orientation: Orientation) -> "Counts":
        """A matrix that a kernel has counted over distinct labels; weights may add up to what is no longer a number, and are checked."""
        counts = object.__new__(cls)
        counts.__dict__.update(labels=labels, matrix=frozen(matrix), orientation=orientation, normalize=None)
        return counts

    def _only_seen(self) -> "Counts":
        seen = np.flatnonzero(self.actual + self.predicted)
        if seen.size == len(self.labels):
            return self
        return Counts([self.labels[i] for i in seen], self.matrix[np.ix_(seen, seen)], self.orientation, self.normalize)

    @classmethod
    def empty(cls) -> "Counts":
        return cls((), np.zeros((0, 0), np.int64))

    def _merge(self, other: "Counts") -> "Counts":
        if not self.labels or not other.labels:
            return self if self.labels else other
        union = merged_labels(self.labels, other.labels)
        orientation: Orientation = self.orientation if self.orientation == other.orientation else "truth-rows"
        normalize = self.normalize if self.normalize == other.normalize else None
        return Counts(union, self._spread(union) + other._spread(union), orientation, normalize)

    def _spread(self, labels: tuple[object, ...]) -> Array:
        """The matrix over more labels."""
        places = {label: place for place, label in enumerate(labels)}
        at = [places[label] for label in self.labels]
        wide = np.zeros((len(labels), len(labels)), self.matrix.dtype)
        wide[np.ix_(at, at)] = self.matrix
        return wide

    def index(self, label: Any) -> int:
        """The place of a label."""
        if label in self.labels:
            return self.labels.index(label)
        raise InputError("summary.label_unknown", label=label, names=listed(map(repr, self.labels[:8])))

    def binary(self, positive: Any = DEFAULT_POSITIVE) -> tuple[Cells, int]:
        """The 2x2 matrix and the place of the positive label; a class that never occurs has a row of zeros.

        >>> cells, positive = Counts.of([1, 1], [1, 1]).binary()
        >>> cells.matrix.tolist(), positive
        ([[0, 0], [0, 2]], 1)
        """
        names = self.labels
        shown = ", ".join(map(repr, names[:8]))
        if len(names) > 2:
            raise InputError(
                "summary.label_count_not_two",
                count=len(names),
                shown=shown,
                value=", …" if len(names) > 8 else "",
                names=names[0],
            )
        usual = [pair for pair in ((0, 1), (-1, 1)) if set(names) <= set(pair)]
        if positive is DEFAULT_POSITIVE and not usual:
            raise InputError("summary.positive_label_ambiguous", shown=shown, choices=choices(names))
        if positive not in names and len(names) == 2:
            raise InputError("summary.positive_label_unknown", positive=positive, shown=shown)
        pair = _pair(names, usual, positive)
        counts = self if names == pair else Counts(pair, self._spread(pair), self.orientation, self.normalize)
        return counts, pair.index(positive)

    def _state(self) -> tuple[dict[str, Any], Arrays]:
        shown = {} if self.normalize is None else {"normalize": self.normalize}
        return {"labels": list(self.labels), "orientation": self.orientation, **shown}, {"matrix": self.matrix}

    @classmethod
    def _restore(cls, meta: dict[str, Any], arrays: Arrays) -> "Counts":
        return cls(meta["labels"], arrays["matrix"], meta["orientation"], meta.get("normalize"))

    @property
    def shares(self) -> Array:
        """The matrix as shares of what ``normalize`` names, rows truth; NaN where that has no rows. Without it, the counts."""
        if self.normalize is None:
            return self.matrix
        whole = {"true": self.actual[:, None], "predicted": self.predicted[None, :], "all": np.array([[self.n]])}[self.normalize]
        return np.asarray(np.divide(self.matrix, whole, out=np.full(self.matrix.shape, np.nan), where=whole > 0))

    def _oriented(self) -> Array:
        return self.shares.T if self.orientation == "predicted-rows" else self.shares

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> Array:
        array = self._oriented()
        if dtype is not None and array.dtype != dtype:
            return array.astype(dtype)
        return array.copy() if copy else array

    def to_dict(self) -> dict[str, Any]:
        """Labels and matrix, rows truth and columns prediction whatever the orientation it prints in; the keys say so."""
        made = {"labels": list(self.labels), "rows": "truth", "columns": "prediction", "matrix": self.matrix.tolist()}
        if self.normalize is None:
            return made
        shares = [[None if share != share else share for share in line] for line in self.shares.tolist()]
        return made | {"normalize": self.normalize, "shares": shares}

    def __repr__(self) -> str:
        if not self.labels:
            return "Counts(no rows)"
        rows, columns = ("truth", "predicted") if self.orientation == "truth-rows" else ("predicted", "truth")
        names = [str(label) for label in self.labels]
        values = self._texts()
        left = max(len(rows), *map(len, names))
        widths = [max(len(name), *(len(line[j]) for line in values)) for j, name in enumerate(names)]
        head = f"{'':{left}}  {columns}\n{rows:{left}}  " + "  ".join(n.rjust(w) for n, w in zip(names, widths, strict=True))
        body = (
            f"{name.rjust(left)}  " + "  ".join(v.rjust(w) for v, w in zip(line, widths, strict=True))
            for name, line in zip(names, values, strict=True)
        )
        return head + "\n" + "\n".join(body)

    def _repr_html_(self) -> str:
        if not self.labels:
            return html_of(lambda: repr(self))
        rows, columns = ("truth", "predicted") if self.orientation == "truth-rows" else ("predicted", "truth")
        names = [str(label) for label in self.labels]
        head = [f"{rows} ↓  {columns} →", *names]
        body = [[name, *line] for name, line in zip(names, self._texts(), strict=True)]
        return table_html([head, *body], [False, *(True for _ in names)])

    def _texts(self) -> list[list[str]]:
        lines = self._oriented().tolist()
        return [[f"{v:,}" if isinstance(v, int) else f"{v:.4f}" if self.normalize else f"{v:,.6g}" for v in line] for line in lines]

    def plot(self, ax: "Axes | None" = None, **style: Any) -> Any:
        """Draw the matrix on ``ax`` (default: new matplotlib axes) and return the axes."""
        from .. import plots

        return plots.draw(self, ax=ax, **style)


def merged_labels(a: tuple[object, ...], b: tuple[object, ...]) -> tuple[Any, ...]:
    """The labels of both. An order that was chosen is kept, a sorted one gives way to it, and two that conflict are refused."""
    if a == b:
        return a
    kinds = {isinstance(label, (str, bytes)) for label in (*a, *b)}
    if len(kinds) > 1:
        raise InputError("summary.label_types_differ", a=a[:4], b=b[:4])
    chosen = [labels for labels in (a, b) if list(labels) != sorted(labels, key=label_order)]
    if not chosen:
        return tuple(sorted({*a, *b}, key=label_order))
    wide = max(chosen, key=len)
    places = {label: place for place, label in enumerate(wide)}
    fits = all(label in places for label in (*a, *b)) and all([places[x] for x in c] == sorted(places[x] for x in c) for c in chosen)
    if not fits:
        raise InputError("summary.label_orders_conflict", a=a[:8], b=b[:8])
    return wide


def _pair(names: tuple[object, ...], usual: list[tuple[Any, ...]], positive: object) -> tuple[Any, ...]:
    """Two labels that hold all of ``names`` and the positive one; None stands for a negative label never seen."""
    for pair in usual:
        if positive in pair:
            return pair
    if len(names) == 2:
        return names
    return (None, positive) if positive in names or not names else (names[0], positive)
