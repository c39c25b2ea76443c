"""Ratings: what several annotators said of the same items. Only how often each value was said of an item matters, not who said it."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar, Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..errors import InputError
from ..inputs.arrays import missing_mask, to_array
from ..inputs.labels import plain
from ..messages.language import either
from ..types import Integers
from .base import Summary
from .invariants import MOST_COUNTED, as_array, as_labels
from .packing import Arrays

Form = Literal["labels", "counts"]
MOST_RATINGS = 2**31
MOST_CELLS = 2**26


class Places(NamedTuple):
    """Each item's profile and its cluster, which intervals over clusters are drawn from."""

    profile: Integers
    cluster: Integers


@dataclass(frozen=True, eq=False, repr=False)
class Ratings(Summary):
    """Items by how often each of the ``values`` was said of them: ``profiles`` are the different counts, ``items`` how many have each.

    >>> import gnomon as gn
    >>> gn.Ratings.of([["a", "a", None], ["a", "b", "b"], ["b", "a", "b"]]).profiles.tolist()
    [[1, 2], [2, 0]]
    """

    values: tuple[Any, ...] = ()
    profiles: Integers = field(default_factory=lambda: np.zeros((0, 0), np.int64))
    items: Integers = field(default_factory=lambda: np.zeros(0, np.int64))
    ordered: bool = False
    """Whether the order of the values was named; else it is that of their names."""
    places: ClassVar[Places | None] = None
    """The items by profile and cluster, where clusters are known; neither bytes nor sums hold them."""
    growth: ClassVar[str] = "rows"
    arguments: ClassVar[dict[str, str]] = {
        "ratings": "A row for each item: the labels that annotators gave it, a column a rater, missing ones empty; or how often "
        "each category "
        "was given. Or a Ratings.",
        "form": 'Whether rows hold "labels", one a rater, or "counts", one a category.',
        "values": "The categories in their order; of counts, what the columns stand for. Default: the labels sorted, or 0, 1, 2, …",
        "raters": 'Whether raters are "columns", or "rows" as in tables of reliability data.',
    }

    def __post_init__(self) -> None:
        values = as_labels(self.values, "values")
        profiles = np.asarray(self.profiles)
        if profiles.ndim != 2 or profiles.shape[1] != len(values) or profiles.size > MOST_CELLS:
            raise InputError("summary.rating_profile_columns_mismatch")
        profiles = as_array(profiles.reshape(-1), "profiles", "iu", np.int64, profiles.size).reshape(profiles.shape)
        items = as_array(self.items, "items", "iu", np.int64, len(profiles))
        many = (profiles > MOST_RATINGS).any() or float(items.sum(dtype=np.float64)) >= MOST_COUNTED
        if (profiles < 0).any() or many or (profiles.sum(1) >= MOST_RATINGS).any() or (items <= 0).any():
            raise InputError("summary.rating_counts_negative_or_empty")
        if len(profiles) and not np.array_equal(np.unique(profiles, axis=0), profiles):
            raise InputError("summary.rating_profiles_not_ascending")
        self.__dict__.update(values=values, profiles=profiles, items=items, ordered=bool(self.ordered))

    @classmethod
    def empty(cls) -> "Ratings":
        return cls()

    @classmethod
    def of(cls, ratings: Any, *, form: Form = "labels", values: Any = None, raters: Literal["columns", "rows"] = "columns") -> "Ratings":
        """Count what was said of each item."""
        for name, given, choices in (("form", form, ("labels", "counts")), ("raters", raters, ("columns", "rows"))):
            if given not in choices:
                raise InputError("summary.rating_option_unknown", name=name, given=given, choices=either(map(repr, choices)))
        if raters == "rows" and form == "counts":
            raise InputError("summary.raters_not_allowed_with_counts")
        named = None if values is None else as_labels([plain(one) for one in values], "values")
        table = as_cells(ratings)
        if form == "counts":
            return cls._summed(named or tuple(range(table.shape[1])), _counts(table, named), named is not None)
        return _labelled(table.T if raters == "rows" else table, named)

    @classmethod
    def _summed(cls, values: Sequence[object], counts: Integers, ordered: bool) -> "Ratings":
        profiles, profile, items = np.unique(counts, axis=0, return_inverse=True, return_counts=True)
        made = cls(tuple(values), profiles, items, ordered)
        made.__dict__["_profile"] = profile.reshape(-1)
        return made

    def clustered_by(self, cluster: Integers) -> "Ratings":
        """The same, of items that belong to these clusters; items stand as they did in the table."""
        made = Ratings(self.values, self.profiles, self.items, self.ordered)
        made.__dict__["places"] = Places(self.__dict__["_profile"], cluster)
        return made

    def over(self, values: Sequence[Any]) -> "Ratings":
        """The same with more values."""
        made = np.zeros((len(self.profiles), len(values)), np.int64)
        made[:, [values.index(one) for one in self.values]] = self.profiles
        order = np.lexsort(made.T[::-1]) if made.shape[1] else np.arange(len(made))
        return Ratings(tuple(values), made[order], self.items[order], self.ordered)

    def _merge(self, other: "Ratings") -> "Ratings":
        if not len(self.items) or not len(other.items):
            return self if len(self.items) else other
        if self.values != other.values and (self.ordered or other.ordered):
            raise InputError("summary.rating_value_orders_differ")
        values = self.values if self.ordered else _sorted({*self.values, *other.values})
        both = [one.over(values) for one in (self, other)]
        stacked, weight = np.concatenate([one.profiles for one in both]), np.concatenate([one.items for one in both])
        profiles, place = np.unique(stacked, axis=0, return_inverse=True)
        items = np.zeros(len(profiles), np.int64)
        np.add.at(items, place.reshape(-1), weight)
        return Ratings(values, profiles, items, self.ordered)

    def _state(self) -> tuple[dict[str, Any], Arrays]:
        return {"values": list(self.values), "ordered": self.ordered}, {"profiles": self.profiles.reshape(-1), "items": self.items}

    @classmethod
    def _restore(cls, meta: dict[str, Any], arrays: Arrays) -> "Ratings":
        flat, rows = arrays["profiles"], len(arrays["items"])
        if len(flat) != rows * len(meta["values"]):
            raise InputError("summary.rating_profile_columns_mismatch")
        return cls(tuple(meta["values"]), flat.reshape(rows, len(meta["values"])), arrays["items"], meta["ordered"])

    def __len__(self) -> int:
        return int(self.items.sum())

    @property
    def cells(self) -> int:
        return int(self.profiles.size)

    def __repr__(self) -> str:
        return f"Ratings({len(self):,} items, {len(self.values):,} values)"


def _sorted(values: set[Any]) -> tuple[Any, ...]:
    try:
        return tuple(sorted(values))
    except TypeError:
        return tuple(sorted(values, key=lambda one: (type(one).__name__, str(one))))


def as_cells(ratings: object) -> NDArray[Any]:
    """A table of rows of equal length."""
    if isinstance(ratings, (list, tuple)):
        lengths = [len(row) if isinstance(row, (list, tuple, np.ndarray)) else -1 for row in ratings]
        uneven = next((row for row, length in enumerate(lengths) if length != lengths[0] or length < 0), None)
        if uneven is not None:
            raise InputError(
                "summary.rating_row_lengths_differ",
                row=uneven,
                count=max(lengths[uneven], 1),
                first=max(lengths[0], 1),
            )
        array = np.empty((len(ratings), lengths[0] if lengths else 0), object)
        for row, cells in enumerate(ratings):
            array[row] = list(cells)
    else:
        array = to_array(ratings, "ratings") if not hasattr(ratings, "columns") else np.asarray(ratings, dtype=object)
    if array.ndim != 2 or not array.size:
        raise InputError("summary.ratings_not_a_table", shape=array.shape)
    return array


def _counts(table: NDArray[Any], named: Sequence[Any] | None) -> Integers:
    """A table of counts, checked."""
    if named is not None and len(named) != table.shape[1]:
        raise InputError("summary.rating_categories_mismatch", count=len(named), columns=table.shape[1])
    flat = table.reshape(-1).tolist()
    for place, one in enumerate(flat):
        whole = not isinstance(one, (bool, str)) and isinstance(one, (int, float)) and one == one and one >= 0 and one == int(one)
        if not whole or one >= MOST_RATINGS:
            row, column = divmod(place, table.shape[1])
            raise InputError(
                "summary.rating_cell_not_count",
                value=one,
                row=row,
                column=column,
            )
    return np.array(flat, np.int64).reshape(table.shape)


def _labelled(table: NDArray[Any], named: Sequence[Any] | None) -> Ratings:
    """A table of labels, a column a rater."""
    flat = table.reshape(-1)
    gone = missing_mask(flat)
    there = np.ones(len(flat), bool) if gone is None else ~gone
    found = [plain(one) for one in flat[there].tolist()]
    values = tuple(named) if named is not None else _sorted(set(found))
    places = {value: place for place, value in enumerate(values)}
    strange = next((one for one in found if one not in places), None)
    if strange is not None:
        raise InputError("summary.rating_value_unknown", strange=strange)
    if len(values) * len(table) > MOST_CELLS:
        raise InputError("summary.rating_values_too_many", count=len(values))
    rows = np.repeat(np.arange(len(table)), table.shape[1])[there]
    counts = np.zeros((len(table), len(values)), np.int64)
    np.add.at(counts, (rows, np.array([places[one] for one in found], np.int64)), 1)
    return Ratings._summed(values, counts, named is not None)
