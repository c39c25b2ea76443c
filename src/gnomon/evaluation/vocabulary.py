"""Values met along the way: each batch's values as codes into all that have been met so far. Vocabularies merge by remapping codes."""

from itertools import islice
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..engines import Batch, Column
from ..errors import InputError
from ..inputs.groups import encode_groups
from ..inputs.hashing import digest
from ..inputs.labels import MOST_LABELS
from ..inputs.moments import Moment, shown
from ..messages.language import listed, say
from ..types import Array

CodeArray = NDArray[np.uint16]
NAME_BYTES = 160
"""A short text as a key of a dictionary, with its place and its digest."""
MOST_SLICES = 1000
"""Slices are for segments one can read; a column of more values is an identifier or a number to be binned first."""


class Vocabulary:
    """Distinct values in the order in which they were met."""

    def __init__(self, argument: str, column: str, most: int = MOST_LABELS, labels: bool = True) -> None:
        self.argument, self.column = argument, column
        self.names: list[Any] = []
        self._places: dict[tuple[bool, Any], int] = {}
        self._most = most
        self._labels = labels
        self.order: list[Any] | None = None
        """The order of an ordered categorical, where that is what the values come from."""

    def codes(self, column: Column) -> CodeArray:
        """The place of each row's value among ``names``, which grow by what is new. A missing value is a value: None."""
        if column.lists:
            raise InputError(
                "evaluation.argument_holds_lists",
                argument=self.argument,
                value=self.column,
            )
        encoded = column.encoded()
        assert encoded.names is not None
        if encoded.ordered:
            self.keep_order(list(encoded.names))
        names = [self.label(name) for name in encoded.names]
        table = self._table(names)
        if table is None:  # names that no row has are not met
            used = np.bincount(encoded.values if encoded.missing is None else encoded.values[~encoded.missing], minlength=len(names))
            table = np.array([self.place(name) if used[at] else 0 for at, name in enumerate(names)] or [0], np.uint16)
        codes: CodeArray = table[encoded.values]
        if encoded.missing is not None:
            codes[encoded.missing] = self.place(None)
        return codes

    def _table(self, names: list[Any]) -> CodeArray | None:
        """The places of values that have all been met before; None where one is new."""
        places = [self._places.get(self._key(name)) for name in names]
        return None if not places or None in places else np.array(places, np.uint16)

    def _key(self, name: object) -> tuple[bool, Any]:
        # True equals 1: as a label it is the same, as a slice it is not.
        return not self._labels and isinstance(name, bool), name

    def label(self, name: object) -> Any:
        """What a value stands for: of labels, whole floats are the numbers they are, and dates their text."""
        if self._labels and isinstance(name, Moment):
            return shown(name)
        return int(name) if self._labels and isinstance(name, float) and name.is_integer() else name

    def keep_order(self, order: list[Any]) -> None:
        """Take the order of an ordered categorical, which must go with the one that is known."""
        if self.order is None:
            self.order = order
        elif [name for name in self.order if name in order] != [name for name in order if name in self.order]:
            raise InputError(
                "evaluation.category_orders_differ",
                argument=self.argument,
                value=self.column,
                order=self.order[:6],
                order_2=order[:6],
            )

    def place(self, name: object) -> int:
        """The place of one value, new or met before."""
        place = self._places.setdefault(self._key(name), len(self.names))
        if place == len(self.names):
            self.names.append(name)
            if place >= self._most:
                kind = say("evaluation.part_kind_label") if self._labels else say("evaluation.part_kind_slices")
                remedy = say("evaluation.remedy_check_identifier") if self._labels else say("evaluation.remedy_bin_column_first")
                raise InputError(
                    "evaluation.column_values_too_many",
                    argument=self.argument,
                    value=self.column,
                    most=self._most,
                    kind=kind,
                    remedy=remedy,
                )
        return place

    def merge(self, names: list[Any], order: list[Any] | None = None) -> CodeArray:
        """Take in another vocabulary's names; its codes in this one."""
        if order is not None:
            self.keep_order(order)
        return np.array([self.place(name) for name in names] or [0], np.uint16)

    def state(self) -> dict[str, Any]:
        """All there is, as JSON can hold it."""
        return {"names": self.names, "order": self.order}


class SliceVocabulary:
    """The slices of one column, or of several crossed."""

    def __init__(self, columns: tuple[str, ...]) -> None:
        self.columns = columns
        self._values = [Vocabulary("by", column, MOST_SLICES, labels=False) for column in columns]
        self._crossed: dict[tuple[int, ...], int] = {}

    def codes(self, batch: Batch) -> CodeArray:
        """The slice of each row."""
        codes = [values.codes(batch[column]) for values, column in zip(self._values, self.columns, strict=True)]
        if len(codes) == 1:
            return codes[0]
        # A table over all combinations that could occur; what does occur is numbered in the order in which it is met.
        sizes = [len(values.names) for values in self._values]
        if np.prod([float(size) for size in sizes]) > 1e7:
            raise InputError("evaluation.crossing_over_ten_million", names=listed(map(repr, self.columns)))
        flat = np.ravel_multi_index(codes, sizes)
        table = np.zeros(int(np.prod(sizes)), np.int64)
        for place in np.flatnonzero(np.bincount(flat, minlength=len(table))):
            table[place] = self._cross(tuple(int(k) for k in np.unravel_index(place, sizes)))
        return table.astype(np.uint16)[flat]

    def _cross(self, key: tuple[int, ...]) -> int:
        place = self._crossed.setdefault(key, len(self._crossed))
        if len(self._crossed) > MOST_SLICES:
            crossed = ", ".join(map(repr, self.columns))
            raise InputError(
                "evaluation.crossed_slices_too_many",
                crossed=crossed,
                most_slices=MOST_SLICES,
            )
        return place

    @property
    def keys(self) -> list[dict[str, Any]]:
        """What each slice is: the value of each column."""
        if len(self.columns) == 1:
            return [{self.columns[0]: name} for name in self._values[0].names]
        return [
            {column: values.names[k] for column, values, k in zip(self.columns, self._values, key, strict=True)} for key in self._crossed
        ]

    def __len__(self) -> int:
        return len(self._crossed) if len(self.columns) > 1 else len(self._values[0].names)

    def merge(self, state: dict[str, Any]) -> CodeArray:
        """Take in another vocabulary, as its :meth:`state` has it; its codes in this one."""
        tables = [values.merge(names) for values, names in zip(self._values, state["names"], strict=True)]
        if len(self.columns) == 1:
            return tables[0]
        crossed = [self._cross(tuple(int(table[k]) for table, k in zip(tables, key, strict=True))) for key in state["crossed"]]
        return np.array(crossed or [0], np.uint16)

    def state(self) -> dict[str, Any]:
        """All there is, as JSON can hold it."""
        return {"names": [values.names for values in self._values], "crossed": [list(key) for key in self._crossed]}


def slice_vocabularies(by: tuple[str, ...]) -> list[SliceVocabulary]:
    """One for each column, and for several columns their crossing."""
    return [*(SliceVocabulary((column,)) for column in by), *([SliceVocabulary(by)] if len(by) > 1 else [])]


class KeyVocabulary:
    """Clusters or queries met along the way, of which there may be millions. Whole numbers are their own codes, and have no dictionary."""

    def __init__(self, column: str, integers: bool) -> None:
        self.column, self.integers = column, integers
        self._places: dict[Any, int] = {}
        self._numbers = np.zeros(0, np.int64)

    def codes(self, column: Column) -> NDArray[np.int64]:
        """The code of each row's key."""
        if self.integers:
            if not integer_column(column):
                raise InputError("evaluation.column_type_changes_later", value=self.column)
            return column.values.astype(np.int64, copy=False)
        encoded = column.encoded()
        places = [self._places.setdefault(name, len(self._places)) for name in encoded.names or ()]
        return np.array(places or [0], np.int64)[encoded.values]

    def since(self, known: int) -> list[Any]:
        """The names met after so many."""
        return list(islice(self._places, known, None))

    def count(self, codes: Array) -> None:
        """Remember which keys there are; names are remembered as they come."""
        if self.integers:
            self._numbers = encode_groups(np.concatenate([self._numbers, encode_groups(codes).names])).names

    def __len__(self) -> int:
        return len(self._numbers) if self.integers else len(self._places)

    @property
    def names(self) -> list[Any]:
        """The keys in the order in which they were met; of whole numbers, ascending."""
        return self._numbers.tolist() if self.integers else list(self._places)

    def name(self, code: int) -> Any:
        """What a code stands for."""
        if self.integers:
            return code
        if len(self._listed) < len(self._places):
            self._listed = list(self._places)
        return self._listed[code]

    _listed: list[Any] = []
    _digests = np.zeros(0, np.uint64)

    def digest(self, name: Any) -> int:
        """64 bits that follow from a key's name alone."""
        return int(name) % 2**64 if self.integers else digest(name)

    def digests(self, codes: Array) -> NDArray[np.uint64]:
        """The same of each row's key."""
        if self.integers:
            return codes.astype(np.int64, copy=False).view(np.uint64)
        if len(self._digests) < len(self._places):
            fresh = [digest(name) for name in list(self._places)[len(self._digests) :]]
            self._digests = np.append(self._digests, np.array(fresh, np.uint64))
        return self._digests[codes]

    def merge(self, state: dict[str, Any], numbers: Array) -> NDArray[np.int64] | None:
        """Take in other keys; their codes among these, None where codes stay as they are."""
        if self.integers:
            self._numbers = encode_groups(np.concatenate([self._numbers, numbers])).names
            return None
        return np.array([self._places.setdefault(name, len(self._places)) for name in state["names"]] or [0], np.int64)

    @property
    def nbytes(self) -> int:
        """About what the keys themselves take."""
        return self._numbers.nbytes + NAME_BYTES * len(self._places)

    def state(self) -> tuple[dict[str, Any], Array]:
        """All there is: names as JSON can hold them, and whole numbers as an array."""
        return {"names": list(self._places)}, self._numbers

    def refuse_one(self) -> None:
        """Rows that all belong to one cluster say nothing of others."""
        if len(self) < 2:
            only = next(iter(self.names), None)
            raise InputError(
                "evaluation.cluster_constant",
                value=self.column,
                only=only,
            )


def integer_column(column: Column) -> bool:
    """Whether a column's values are whole numbers that 64 bits hold."""
    return column.names is None and column.values.dtype.kind in "iu" and column.values.dtype != np.uint64
