"""Recommended lists as they come: a dictionary of lists by user, lists of lists, or flat columns of items and users."""

from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..errors import InputError
from ..types import Array
from .arrays import missing_mask, more, not_empty, one_dimension, same_length, to_array
from .groups import Groups, encode_groups, named
from .labels import plain


class ListRows(NamedTuple):
    """Per user, whose names are ascending, the codes of the items in the order shown: ``item[starts[u]:starts[u + 1]]``."""

    users: Array
    starts: NDArray[np.int64]
    item: NDArray[np.uint32]
    items: Array


def list_rows(recommended: object, user: object = None) -> ListRows:
    """Lists of items, the first shown first."""
    if isinstance(recommended, Mapping):
        if user is not None:
            raise InputError("inputs.user_not_allowed_with_dictionary")
        recommended, user = list(recommended.values()), list(recommended)
    if _nested(recommended):
        item, users, codes = _flattened(recommended, user)
    else:
        item = one_dimension(to_array(recommended, "recommended"), "recommended", "inputs.remedy_lists_of_items")
        users, codes = _by_row(user, len(item))
    not_empty(len(users), "recommended")
    missing = missing_mask(item)
    if missing is not None and missing.any():
        raise InputError(
            "inputs.recommended_missing",
            value=int(np.argmax(missing)),
            more=more(int(missing.sum()), len(item)),
        )
    items = encode_groups(item, "recommended") if len(item) else Groups(np.zeros(0, np.uint32), np.zeros(0, np.int64))
    order = np.argsort(codes, kind="stable")
    starts = np.append(0, np.cumsum(np.bincount(codes, minlength=len(users)))).astype(np.int64)
    return ListRows(users, starts, items.codes[order], items.names)


def _nested(recommended: object) -> bool:
    if isinstance(recommended, np.ndarray) and recommended.dtype != object:
        return recommended.ndim == 2
    return isinstance(recommended, (list, tuple, np.ndarray)) and any(
        hasattr(part, "__len__") and not isinstance(part, (str, bytes)) for part in recommended
    )


def _flattened(lists: Any, user: object) -> tuple[Any, Array, NDArray[np.int64]]:
    """The items of all lists, the users in ascending order, and the place of each item's user among them."""
    for place, part in enumerate(lists):
        if isinstance(part, (str, bytes, Mapping, set, frozenset)) or not hasattr(part, "__len__"):
            raise InputError(
                "inputs.recommended_not_lists",
                place=place,
                part=part,
            )
    sizes = [len(part) for part in lists]
    if user is None:
        groups = Groups(np.arange(len(sizes), dtype=np.uint32), np.arange(len(sizes), dtype=np.int64))
    else:
        groups = encode_groups(user, "user")
        same_length(len(sizes), "recommended", len(groups.codes), "user")
        if len(groups.names) < len(sizes):
            twice = plain(groups.names[int(np.argmax(np.bincount(groups.codes) > 1))])
            raise InputError("inputs.user_named_twice", twice=twice)
    item = named([plain(value) for part in lists for value in part])
    return item, groups.names, np.repeat(groups.codes, sizes).astype(np.int64)


def _by_row(user: object, rows: int) -> tuple[Array, NDArray[np.int64]]:
    if user is None:
        raise InputError("inputs.user_missing")
    groups = encode_groups(user, "user")
    same_length(rows, "recommended", len(groups.codes), "user")
    return groups.names, groups.codes.astype(np.int64)


def refuse_twice(made: ListRows) -> None:
    """Refuse an item that stands twice in a list."""
    users = np.repeat(np.arange(len(made.users)), np.diff(made.starts))
    pairs = users * max(len(made.items), 1) + made.item
    found, first, counts = np.unique(pairs, return_index=True, return_counts=True)
    if len(found) < len(pairs):
        at = int(first[int(np.argmax(counts > 1))])
        item, user = plain(made.items[made.item[at]]), plain(made.users[users[at]])
        raise InputError("inputs.recommended_item_duplicate", item=item, user=user)
