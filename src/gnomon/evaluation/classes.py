"""Labels and slices met along the way: each batch's values as codes into all that have been met so far."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..engines import Batch, Column
from ..errors import InputError
from ..inputs.labels import MOST_LABELS

Codes = NDArray[np.uint16]
MOST_SLICES = 1000
"""Slices are for segments one can read; a column of more values is an identifier or a number to be binned first."""


class Classes:
    """Distinct values in the order in which they were met."""

    def __init__(self, argument: str, column: str, most: int = MOST_LABELS, labels: bool = True) -> None:
        self.argument, self.column = argument, column
        self.names: list[Any] = []
        self._places: dict[tuple[bool, Any], int] = {}
        self._most = most
        self._labels = labels
        self.order: list[Any] | None = None
        """The order of an ordered categorical, where that is what the values come from."""

    def codes(self, column: Column) -> Codes:
        """The place of each row's value among ``names``, which grow by what is new. A missing value is a value: None."""
        encoded = column.encoded()
        assert encoded.names is not None
        if encoded.ordered:
            self._keep_order(list(encoded.names))
        names = [self.label(name) for name in encoded.names]
        used = np.bincount(encoded.values if encoded.missing is None else encoded.values[~encoded.missing], minlength=len(names))
        table = np.array([self.place(name) if used[at] else 0 for at, name in enumerate(names)] or [0], np.uint16)
        codes: Codes = table[encoded.values]
        if encoded.missing is not None:
            codes[encoded.missing] = self.place(None)
        return codes

    def label(self, name: Any) -> Any:
        """What a value stands for: of labels, whole floats are the numbers they are."""
        return int(name) if self._labels and isinstance(name, float) and name.is_integer() else name

    def _keep_order(self, order: list[Any]) -> None:
        if self.order is None:
            self.order = order
        elif [name for name in self.order if name in order] != [name for name in order if name in self.order]:
            raise InputError(
                f"⟦{self.argument}⟧: {self.column!r} and the predictions are ordered differently ({self.order[:6]}, {order[:6]})"
            )

    def place(self, name: Any) -> int:
        """The place of one value, new or met before."""
        # True equals 1: as a label it is the same, as a slice it is not.
        place = self._places.setdefault((not self._labels and isinstance(name, bool), name), len(self.names))
        if place == len(self.names):
            self.names.append(name)
            if place >= self._most:
                kind = "a label" if self._labels else "slices"
                remedy = "is it an identifier?" if self._labels else "bin the column first, or slice by another"
                raise InputError(f"⟦{self.argument}⟧: {self.column!r} has more than {self._most:,} values, too many for {kind}; {remedy}")
        return place


class View:
    """The slices of one column, or of several crossed."""

    def __init__(self, columns: tuple[str, ...]) -> None:
        self.columns = columns
        self._classes = [Classes("by", column, MOST_SLICES, labels=False) for column in columns]
        self._crossed: dict[tuple[int, ...], int] = {}

    def codes(self, batch: Batch) -> Codes:
        """The slice of each row."""
        codes = [classes.codes(batch[column]) for classes, column in zip(self._classes, self.columns, strict=True)]
        if len(codes) == 1:
            return codes[0]
        # A table over all combinations that could occur; what does occur is numbered in the order in which it is met.
        sizes = [len(classes.names) for classes in self._classes]
        if np.prod([float(size) for size in sizes]) > 1e7:
            raise InputError(f"⟦by⟧: crossing {', '.join(map(repr, self.columns))} could give more than ten million slices; slice by fewer")
        flat = np.ravel_multi_index(codes, sizes)
        table = np.zeros(int(np.prod(sizes)), np.int64)
        for place in np.flatnonzero(np.bincount(flat, minlength=len(table))):
            key = tuple(int(k) for k in np.unravel_index(place, sizes))
            table[place] = self._crossed.setdefault(key, len(self._crossed))
        if len(self._crossed) > MOST_SLICES:
            crossed = ", ".join(map(repr, self.columns))
            raise InputError(f"⟦by⟧: crossing {crossed} gives more than {MOST_SLICES:,} slices; slice by fewer columns, or bin them first")
        return table.astype(np.uint16)[flat]

    @property
    def keys(self) -> list[dict[str, Any]]:
        """What each slice is: the value of each column."""
        if len(self.columns) == 1:
            return [{self.columns[0]: name} for name in self._classes[0].names]
        return [
            {column: classes.names[k] for column, classes, k in zip(self.columns, self._classes, key, strict=True)} for key in self._crossed
        ]


def views_of(by: tuple[str, ...]) -> list[View]:
    """A view for each column, and for several columns their crossing."""
    return [*(View((column,)) for column in by), *([View(by)] if len(by) > 1 else [])]


class Clusters:
    """Clusters met along the way, of which there may be millions."""

    def __init__(self) -> None:
        self._places: dict[Any, int] = {}

    def codes(self, column: Column) -> NDArray[np.int64]:
        """The place of each row's cluster among all met so far."""
        encoded = column.encoded()
        places = [self._places.setdefault(name, len(self._places)) for name in encoded.names or ()]
        return np.array(places or [0], np.int64)[encoded.values]

    def __len__(self) -> int:
        return len(self._places)

    @property
    def names(self) -> list[Any]:
        """The clusters, in the order in which they were met."""
        return list(self._places)

    def refuse_one(self, column: str) -> None:
        """Rows that all belong to one cluster say nothing of others."""
        if len(self._places) < 2:
            only = next(iter(self._places), None)
            raise InputError(f"⟦cluster⟧: {column!r} is {only!r} in every row; one cluster tells nothing, name another column")
