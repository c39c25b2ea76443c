"""Recommended: the lists of items that users were shown, from which coverage, exposure, diversity and novelty are computed."""

from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..errors import InputError
from ..inputs.groups import encode_groups, named
from ..inputs.labels import plain
from ..inputs.recommended import ListRows, list_rows, refuse_twice
from ..types import Array
from .base import Summary
from .invariants import as_array, as_names, as_starts, check_ascending
from .packing import Arrays


class Recommended(Summary):
    """Per user, the items shown, the first shown first; nothing is known of whether they were liked.

    ``users`` are the users' names and ``items`` those of the items, both ascending; the list of user u is
    ``item[starts[u]:starts[u + 1]]``, places among ``items``. A user may have an empty list. Two merge when they share no user.

    >>> import gnomon as gn
    >>> shown = gn.Recommended.of({"al": ["x", "y"], "bo": ["x", "z"]})
    >>> shown
    Recommended(2 users, 4 shown, 3 different items)
    >>> gn.catalogue_coverage(shown, catalogue=4), gn.catalogue_coverage(shown, catalogue=4, k=1)
    (0.75, 0.25)
    """

    growth = "rows"

    def __init__(self, rows: ListRows) -> None:
        users, items = as_names(rows.users, "users"), as_names(rows.items, "items")
        check_ascending(users, "users")
        check_ascending(items, "items")
        item = as_array(rows.item, "item", "iu", np.uint32, None)
        if len(item) and (np.min(rows.item) < 0 or np.max(rows.item) >= len(items)):
            raise InputError("summary.recommended_item_out_of_range", count=len(items))
        held = ListRows(users, as_starts(rows.starts, "starts", len(users), len(item)), item, items)
        refuse_twice(held)
        self.__dict__.update(held._asdict())

    users: Array
    starts: NDArray[np.int64]
    item: NDArray[np.uint32]
    items: Array

    def __setattr__(self, name: str, value: Any) -> None:
        raise AttributeError(f"cannot assign to {name}: a Recommended does not change; build another with Recommended.of")

    def __reduce__(self) -> tuple[Any, ...]:
        return Recommended, (self._rows,)

    @classmethod
    def of(cls, recommended: Any, user: Any = None) -> "Recommended":
        """From ``{user: [item, …]}``; a list of lists or a matrix, whose lists ``user`` may name; or flat columns of items and users.

        Items stand in the order shown, and so do the rows of a user in flat columns.
        """
        return cls(list_rows(recommended, user))

    @classmethod
    def empty(cls) -> "Recommended":
        """The lists of no users."""
        none = np.zeros(0, np.int64)
        return cls(ListRows(none, np.zeros(1, np.int64), np.zeros(0, np.uint32), none.copy()))

    def __len__(self) -> int:
        return len(self.users)

    @cached_property
    def sizes(self) -> NDArray[np.int64]:
        """How many items each user was shown."""
        return np.diff(self.starts)

    def first(self, k: int | None) -> tuple[NDArray[np.int64], NDArray[np.uint32]]:
        """The user and the item of each of the first k places of every list; None: of the whole lists."""
        user = np.repeat(np.arange(len(self)), self.sizes)
        if k is None:
            return user, self.item
        kept = np.arange(len(self.item)) - self.starts[user] < k
        return user[kept], self.item[kept]

    def exposure(self, k: int | None) -> NDArray[np.int64]:
        """How many users were shown each item among their first k."""
        return np.bincount(self.first(k)[1], minlength=len(self.items)).astype(np.int64)

    def _merge(self, other: "Recommended") -> "Recommended":
        if not len(other) or not len(self):
            return self if len(self) else other
        users = self.users.tolist() + other.users.tolist()
        shared = set(self.users.tolist()) & set(other.users.tolist())
        if shared:
            raise InputError(
                "summary.recommended_user_in_both",
                value=plain(sorted(shared)[0]),
                count=len(shared),
            )
        names = encode_groups(named(users), "user")
        shown = named([one for part in (self, other) for one in part.items[part.item].tolist()])
        items = encode_groups(shown, "recommended") if len(shown) else None
        codes = np.repeat(names.codes.astype(np.int64), np.concatenate([self.sizes, other.sizes]))
        starts = np.append(0, np.cumsum(np.bincount(codes, minlength=len(users)))).astype(np.int64)
        order = np.argsort(codes, kind="stable")
        if items is None:
            return Recommended(ListRows(names.names, starts, self.item, self.items))
        return Recommended(ListRows(names.names, starts, items.codes[order], items.names))

    @property
    def _rows(self) -> ListRows:
        return ListRows(self.users, self.starts, self.item, self.items)

    def _state(self) -> tuple[dict[str, Any], Arrays]:
        meta: dict[str, Any] = {}
        arrays: Arrays = {"starts": self.starts, "item": self.item}
        for name in ("users", "items"):
            names = getattr(self, name)
            if names.dtype == object:
                meta[name] = names.tolist()
            else:
                arrays[name] = names
        return meta, arrays

    @classmethod
    def _restore(cls, meta: dict[str, Any], arrays: Arrays) -> "Recommended":
        users, items = (named(meta[name]) if name in meta else arrays[name] for name in ("users", "items"))
        return cls(ListRows(users, arrays["starts"], arrays["item"], items))

    def __repr__(self) -> str:
        if not len(self):
            return "Recommended(no users)"
        users = f"{len(self):,} user{'' if len(self) == 1 else 's'}"
        return f"Recommended({users}, {len(self.item):,} shown, {len(self.items):,} different item{'' if len(self.items) == 1 else 's'})"
