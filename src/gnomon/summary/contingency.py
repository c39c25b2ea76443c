"""Contingency: how many points of each class are in each cluster, from which every agreement of two partitions is computed."""

from functools import cached_property
from typing import Any, ClassVar, Literal, get_args

import numpy as np
from numpy.typing import NDArray

from .. import _core
from ..errors import InputError
from ..inputs.arrays import not_empty, same_length
from ..inputs.groups import encode_groups, named
from ..inputs.labels import plain
from ..inputs.numbers import as_weight
from ..inputs.partitions import Part, encode_part
from ..inputs.rows import drop_missing
from ..messages.language import either
from ..parallel import THREADS
from ..types import Array, Places
from .base import Summary
from .invariants import MOST_COUNTED, as_amounts, as_array, as_names, check_ascending
from .packing import Arrays
from .partitions import Partitions

NoiseAs = Literal["singletons", "drop", "cluster"]
DENSE = 2**22
"""Cells up to which a table is counted as a whole matrix; of more, only pairs that occur are."""


class Contingency(Summary):
    """The points of each class in each cluster, counted or weighed: only cells that have any.

    ``classes`` and ``clusters`` are the names of either side, ascending, and have nothing to do with each other. Cell i is of class
    ``row[i]`` and cluster ``column[i]``, places among these, and holds ``weight[i]``. ``noise`` is the cluster that is none, and
    ``noise_as`` what becomes of its points: each a cluster of its own ("singletons"), left out ("drop"), or one cluster ("cluster").

    >>> import gnomon as gn
    >>> table = gn.Contingency.of(["a", "a", "b", "b"], [7, 7, 7, 3])
    >>> table
    Contingency(4 points, 2 classes, 2 clusters)
    >>> table.matrix.tolist()
    [[0, 2], [1, 1]]
    """

    growth = "labels"
    arguments: ClassVar[dict[str, str]] = {
        "labels_true": "The true classes, one a point, of any type; or a Contingency in the place of both arrays.",
        "labels_pred": "The clusters, one a point, named in any way: they need not be called what the classes are.",
        "noise": "The cluster that holds what belongs to none, as -1 from DBSCAN; None: every label is a cluster.",
        "noise_as": 'What becomes of points of noise: "singletons" (each a cluster of its own), "drop" (left out) or "cluster" (one '
        "cluster like any other).",
    }
    classes: Array
    clusters: Array
    row: Places
    column: Places
    weight: Array
    noise: Any
    noise_as: NoiseAs

    def __init__(
        self, classes: Any, clusters: Any, row: Any, column: Any, weight: Any, noise: Any = None, noise_as: NoiseAs = "singletons"
    ) -> None:
        names = [as_names(values, name) for values, name in ((classes, "classes"), (clusters, "clusters"))]
        for values, name in zip(names, ("classes", "clusters"), strict=True):
            check_ascending(values, name)
        counts = as_amounts(weight, "weight", None)
        places = [as_array(values, name, "iu", np.int64, len(counts)) for values, name in ((row, "row"), (column, "column"))]
        _check_cells(places, [len(values) for values in names], counts)
        check_noise(noise, noise_as)
        known = dict(zip(("classes", "clusters", "row", "column"), (*names, *places), strict=True))
        self.__dict__.update(known, weight=counts, noise=plain(noise), noise_as=noise_as)

    def __setattr__(self, name: str, value: Any) -> None:
        raise AttributeError(f"cannot assign to {name}: a Contingency does not change; build another with Contingency.of")

    def __reduce__(self) -> tuple[Any, ...]:
        return Contingency, (self.classes, self.clusters, self.row, self.column, self.weight, self.noise, self.noise_as)

    @classmethod
    def of(
        cls,
        labels_true: Any,
        labels_pred: Any = None,
        *,
        noise: Any = None,
        noise_as: NoiseAs = "singletons",
        weight: Any = None,
        missing: str = "error",
    ) -> "Contingency":
        """Count the points of each class and cluster."""
        if labels_pred is None:
            raise InputError("summary.contingency_labels_pred_missing")
        check_noise(noise, noise_as)
        if missing != "error":
            given = {"labels_true": labels_true, "labels_pred": labels_pred, "weight": weight}
            labels_true, labels_pred, weight = drop_missing(given, missing)
        truth, found = encode_part(labels_true, "labels_true"), encode_part(labels_pred, "labels_pred")
        not_empty(len(truth.codes), "labels_true")
        same_length(len(truth.codes), "labels_true", len(found.codes), "labels_pred")
        return cls.of_parts(truth, found, as_weight(weight, len(truth.codes), "labels_true"), noise, noise_as)

    @classmethod
    def of_parts(cls, truth: Part, found: Part, weight: Any = None, noise: Any = None, noise_as: NoiseAs = "singletons") -> "Contingency":
        """From codes of either side with their names; codes that no row of any weight has are left out."""
        row, column, cell = _counted(truth.codes, found.codes, weight, len(truth.names), len(found.names))
        used, wide = np.unique(row), np.unique(column)
        names = truth.names[used], found.names[wide]
        refuse_other_kind(noise, names[1])
        return cls(*names, np.searchsorted(used, row), np.searchsorted(wide, column), cell, noise, noise_as)

    @classmethod
    def empty(cls) -> "Contingency":
        none = np.zeros(0, np.int64)
        return cls(none, none, none, none, none)

    @property
    def n(self) -> int | float:
        """The weight of all points."""
        total: int | float = self.weight.sum().item()
        return total

    @property
    def cells(self) -> int:
        return max(len(self.weight), 1)

    @property
    def whole(self) -> bool:
        """Whether all weights are whole numbers, so that points can be counted in pairs."""
        return self.weight.dtype.kind == "i" or (bool((self.weight == np.rint(self.weight)).all()) and self.n < MOST_COUNTED)

    @property
    def matrix(self) -> Array:
        """The whole table, a row a class and a column a cluster."""
        dense = np.zeros((len(self.classes), len(self.clusters)), self.weight.dtype)
        dense[self.row, self.column] = self.weight
        return dense

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> Array:
        return self.matrix if dtype is None else self.matrix.astype(dtype)

    @property
    def noise_place(self) -> int | None:
        """Where the noise stands among the clusters; None where there is none."""
        if self.noise is None:
            return None
        found = np.flatnonzero(self.clusters == self.noise)
        return int(found[0]) if len(found) else None

    @property
    def noise_weight(self) -> int | float:
        """The weight of points of noise."""
        return 0 if self.noise_place is None else self.weight[self.column == self.noise_place].sum().item()

    @cached_property
    def partitions(self) -> Partitions:
        """The table as metrics read it, with noise as ``noise_as`` says."""
        return Partitions.of(self)

    def _merge(self, other: "Contingency") -> "Contingency":
        if not len(other.weight) or not len(self.weight):
            return self if len(self.weight) else other
        if (self.noise, self.noise_as) != (other.noise, other.noise_as):
            raise InputError(
                "summary.noise_settings_differ",
                noise=self.noise,
                noise_as=self.noise_as,
                noise_2=other.noise,
                noise_as_2=other.noise_as,
            )
        sides = []
        for name, place in (("classes", "row"), ("clusters", "column")):
            mine, theirs = getattr(self, name), getattr(other, name)
            joined = np.concatenate([mine, theirs]) if mine.dtype == theirs.dtype != object else named(mine.tolist() + theirs.tolist())
            codes, names = encode_groups(joined, name)
            moved = codes[: len(mine)][getattr(self, place)], codes[len(mine) :][getattr(other, place)]
            sides.append((np.concatenate(moved).astype(np.int64), names))
        (row, classes), (column, clusters) = sides
        keys, at = np.unique(row * len(clusters) + column, return_inverse=True)
        weight = np.zeros(len(keys), np.result_type(self.weight, other.weight))
        np.add.at(weight, at, np.concatenate([self.weight, other.weight]))
        return Contingency(classes, clusters, *np.divmod(keys, len(clusters)), weight, self.noise, self.noise_as)

    def _state(self) -> tuple[dict[str, Any], Arrays]:
        meta: dict[str, Any] = {"noise": self.noise, "noise_as": self.noise_as}
        arrays: Arrays = {"row": self.row, "column": self.column, "weight": self.weight}
        for name in ("classes", "clusters"):
            names = getattr(self, name)
            if names.dtype == object:
                meta[name] = names.tolist()
            else:
                arrays[name] = names
        return meta, arrays

    @classmethod
    def _restore(cls, meta: dict[str, Any], arrays: Arrays) -> "Contingency":
        classes, clusters = (named(_tuples(meta[name])) if name in meta else arrays[name] for name in ("classes", "clusters"))
        return cls(classes, clusters, arrays["row"], arrays["column"], arrays["weight"], meta["noise"], meta["noise_as"])

    def to_dict(self) -> dict[str, Any]:
        """Classes, clusters and the table, a row a class and a column a cluster."""
        return {"classes": self.classes.tolist(), "clusters": self.clusters.tolist(), "matrix": self.matrix.tolist()}

    def __repr__(self) -> str:
        if not len(self.weight):
            return "Contingency(no points)"
        counts = ((f"{self.n:,.10g}", "point", self.n), *((f"{n:,}", what, n) for what, n in (("class", len(self.classes)),)))
        shown = [f"{text} {what}{'' if n == 1 else 'es' if what == 'class' else 's'}" for text, what, n in counts]
        apart = self.noise_place is not None and self.noise_as != "cluster"
        clusters = len(self.clusters) - apart
        shown.append(f"{clusters:,} cluster{'' if clusters == 1 else 's'}")
        return f"Contingency({', '.join(shown)}{f', {self.noise_weight:,.10g} of noise' if apart else ''})"


def _check_cells(places: list[Places], sizes: list[int], weight: Array) -> None:
    for values, most, name in zip(places, sizes, ("row", "column"), strict=True):
        if len(values) and (values.min() < 0 or values.max() >= most):
            raise InputError("summary.contingency_place_unknown", name=name, count=most)
    row, column = places
    rises = (row[1:] > row[:-1]) | ((row[1:] == row[:-1]) & (column[1:] > column[:-1]))
    if not rises.all():
        raise InputError("summary.contingency_cells_not_ascending")
    if not (weight > 0).all():
        raise InputError("summary.contingency_cell_empty")
    if any(len(np.unique(values)) != most for values, most in zip(places, sizes, strict=True)):
        raise InputError("summary.contingency_class_empty")


def check_noise(noise: object, noise_as: object) -> None:
    """Refuse what is no label, or no way to treat it."""
    if noise_as not in get_args(NoiseAs):
        raise InputError("summary.noise_as_unknown", noise_as=noise_as, choices=either(map(repr, get_args(NoiseAs))))
    if noise is not None and not isinstance(plain(noise), (bool, int, float, str)):
        raise InputError("summary.noise_not_label", noise=noise)


def refuse_other_kind(noise: object, clusters: Array) -> None:
    """Refuse a number as noise where clusters are text, or the other way round: it would be a cluster by accident."""
    if noise is None or not len(clusters):
        return
    text = isinstance(plain(noise), str)
    first = plain(clusters[0])
    if text != isinstance(first, str):
        raise InputError(
            "summary.noise_type_mismatch",
            noise=noise,
            first=first,
        )


def _counted(a: NDArray[np.uint32], b: NDArray[np.uint32], weight: Any, rows: int, columns: int) -> tuple[Places, Places, Array]:
    """The cells that occur, ascending."""
    if rows * columns <= DENSE:
        table = _core.contingency(a, b, weight, rows, columns, THREADS)
        row, column = np.nonzero(table)
        return row, column, table[row, column]
    codes, keys = _core.factorize(a.astype(np.int64) * columns + b, THREADS)
    cell = np.bincount(codes, weight, len(keys))
    kept = cell > 0
    row, column = np.divmod(keys[kept], columns)
    return row, column, cell[kept] if weight is not None else cell[kept].astype(np.int64)


def _tuples(names: list[Any]) -> list[Any]:
    return [tuple(name) if isinstance(name, list) else name for name in names]
