"""Rows by query: what ranked lists are made of, kept until the pass is over, since a query's rows may stand anywhere."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..engines import Column
from ..errors import InputError
from ..inputs.groups import Groups, encode_groups, sorted_groups
from ..inputs.ranked import RankedRows
from ..summary import Ranked
from .classes import Clusters
from .labels import Labels

Array = NDArray[Any]


class Grouping:
    """The query, the label, every score and every slice of each row met so far, within a limit of bytes."""

    def __init__(self, column: str, limit: int) -> None:
        self.column = column
        self._limit = limit
        self._clusters = Clusters()
        self._parts: dict[Any, list[Array]] = {}
        self._bytes = 0
        self._whole: dict[Any, Array] = {}
        self._groups: Groups | None = None
        self._orders: dict[int, tuple[Array, Array]] = {}

    def __len__(self) -> int:
        return len(self._clusters)

    def add(self, columns: dict[Any, Array], group: Column) -> None:
        """Take in the rows of a batch."""
        kept = {key: values for key, values in columns.items() if key == "truth" or key[0] in ("score", "slice")}
        kept["group"] = self._clusters.codes(group)
        for key, values in kept.items():
            self._parts.setdefault(key, []).append(values)
            self._bytes += values.nbytes
        # Ranking them takes about as much again as the rows themselves.
        if 2 * self._bytes > self._limit:
            raise InputError(
                f"⟦memory⟧: the rows of {self.column!r} no longer fit, and lists are ranked from all rows of a query; allow more with "
                "⟦memory=⟧, or evaluate a sample of the queries"
            )

    def _all(self, key: Any) -> Array:
        if key not in self._whole:
            parts = self._parts.pop(key)
            self._whole[key] = parts[0] if len(parts) == 1 else np.concatenate(parts)
        return self._whole[key]

    def _codes(self) -> Groups:
        if self._groups is None:
            self._groups = sorted_groups(self._all("group"), self._clusters.names, "group")
        return self._groups

    def lists(self, column: str, grades: Array, place: int, k: int) -> Ranked:
        """The ranked lists of a model's scores, of all rows (place 0) or of a slice; ``grades`` by the code of a label."""
        which = self._which(place, k)
        groups = self._codes()
        if place:
            used = encode_groups(groups.codes[which])
            groups = Groups(used.codes, groups.names[used.names])
        grade = np.asarray(grades, np.float64)[self._all("truth")[which]]
        score = np.ascontiguousarray(self._all(("score", column))[which])
        return Ranked.of_rows(RankedRows(grade, score, groups, None))

    def _which(self, place: int, k: int) -> Array | slice:
        if not place:
            return slice(None)
        if place not in self._orders:
            codes = self._all(("slice", place))
            self._orders[place] = np.argsort(codes, kind="stable"), np.append(0, np.cumsum(np.bincount(codes)))
        order, ends = self._orders[place]
        return order[ends[k] : ends[k + 1]]


def grades_of(labels: Labels, positive: Any, task: str | None) -> Array:
    """The grade that each label stands for: itself, or 1 for the positive one of two."""
    if task != "ranking":
        return np.array([float(name == positive and isinstance(name, str) == isinstance(positive, str)) for name in labels.names])
    for name in labels.names:
        if isinstance(name, str):
            raise InputError(f"⟦label⟧: {labels.column!r} holds the text {name!r} where a grade is meant; pass grades such as 0, 1, 2")
    return np.array([float(name) for name in labels.names])
