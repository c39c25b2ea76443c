"""Scatter: where truths, predictions and errors lie, and the rows with the largest errors."""

from dataclasses import dataclass, field
from typing import Any, ClassVar

import numpy as np

from ..errors import InputError
from ..inputs.pairs import LARGEST, PairRows, pair_rows
from ..types import Array
from .base import Summary
from .density import Density
from .distribution import doubles
from .invariants import as_array, as_scores
from .packing import Arrays

WORST = 20
"""Rows with the largest errors that are kept."""
COLUMNS = ("place", "y", "p")


@dataclass(frozen=True, eq=False, repr=False)
class Scatter(Summary):
    """Two maps of cells, prediction by truth (``truth``) and prediction by error (``error``), and the rows whose error is largest.

    ``place`` is where those rows stand in the data, ``y`` and ``p`` are their truths and predictions, the largest error first; of equal
    errors the row that comes first. Its size is bounded, and what it holds depends on the rows alone, not on how they were split.

    >>> import gnomon as gn
    >>> gn.Scatter.of([1, 2, 3], [1, 2.5, 9]).place.tolist()
    [2, 1, 0]
    """

    truth: Density = field(default_factory=Density.empty)
    error: Density = field(default_factory=Density.empty)
    place: Array = field(default_factory=lambda: np.empty(0, np.int64))
    y: Array = field(default_factory=lambda: np.empty(0))
    p: Array = field(default_factory=lambda: np.empty(0))
    growth: ClassVar[str] = "fixed"

    def __post_init__(self) -> None:
        if not isinstance(self.truth, Density) or not isinstance(self.error, Density):
            raise InputError("summary.scatter_density_missing")
        place = as_array(self.place, "place", "iu", np.int64, None)
        y, p = (as_scores(getattr(self, name), name, len(place)) for name in ("y", "p"))
        if len(place) > WORST or (np.abs(np.append(y, p)) > LARGEST).any() or (place < 0).any():
            raise InputError("summary.worst_rows_out_of_range", most=WORST)
        order = _worst(place, y, p)
        if not np.array_equal(order, np.arange(len(place))):
            raise InputError("summary.worst_rows_out_of_order")
        self.__dict__.update(place=place, y=y, p=p)

    @classmethod
    def of(cls, y_true: Any, y_pred: Any, *, weight: Any = None, missing: str = "error", place: Any = None) -> "Scatter":
        """Put rows into cells; ``place`` says where they stand in the data, by default one after the other."""
        return cls.of_rows(pair_rows(y_true, y_pred, weight, missing), place)

    @classmethod
    def of_rows(cls, rows: PairRows, place: Any = None) -> "Scatter":
        """The same of rows that are validated already, which may be a part without weight of others."""
        y, p = doubles(rows)
        places = np.arange(len(y), dtype=np.int64) if place is None else as_array(place, "place", "iu", np.int64, len(y))
        at = np.arange(len(y)) if rows.weight is None else np.flatnonzero(rows.weight)
        if len(at) > 8 * WORST:  # few of many: only those can be among the worst whose error reaches the twentieth largest
            size = np.abs(p[at] - y[at])
            at = at[size >= np.partition(size, len(at) - WORST)[len(at) - WORST]]
        at = at[_worst(places[at], y[at], p[at])]
        truth, error = (Density.of_rows(PairRows(p, values, rows.weight)) for values in (y, p - y))
        return cls(truth, error, places[at], y[at], p[at])

    @classmethod
    def empty(cls) -> "Scatter":
        return cls()

    def _merge(self, other: "Scatter") -> "Scatter":
        columns = [np.concatenate([getattr(self, name), getattr(other, name)]) for name in COLUMNS]
        order = _worst(*columns)
        place, y, p = (column[order] for column in columns)
        return Scatter(self.truth + other.truth, self.error + other.error, place, y, p)

    @property
    def worst_error(self) -> Array:
        """The errors of the worst rows."""
        return self.p - self.y

    def _state(self) -> tuple[dict[str, Any], Arrays]:
        parts = {name: getattr(self, name)._state() for name in ("truth", "error")}
        arrays = {f"{name}.{key}": array for name, (_, held) in parts.items() for key, array in held.items()}
        return {name: meta for name, (meta, _) in parts.items()}, arrays | {name: getattr(self, name) for name in COLUMNS}

    @classmethod
    def _restore(cls, meta: dict[str, Any], arrays: Arrays) -> "Scatter":
        parts = [
            Density._restore(meta[name], {key.partition(".")[2]: array for key, array in arrays.items() if key.startswith(f"{name}.")})
            for name in ("truth", "error")
        ]
        return cls(parts[0], parts[1], arrays["place"], arrays["y"], arrays["p"])

    def __repr__(self) -> str:
        return f"Scatter({len(self.place)} worst rows)"


def _worst(place: Array, y: Array, p: Array) -> Array:
    """The order of rows by the size of their error, the largest first, then by place; no more than are kept."""
    return np.lexsort((place, -np.abs(p - y)))[:WORST]
