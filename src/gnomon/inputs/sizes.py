"""Groups by their sizes: what LightGBM calls ``group`` and XGBoost ``group_ptr``, told apart from a column of ids by their type."""

import os
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..errors import InputError
from ..messages.language import said_by_system
from ..types import Array
from .arrays import not_empty, one_dimension, to_array
from .labels import plain


class GroupSizes:
    """How many rows each group has, one group's rows after the other's. As a column it holds the number of each row's group, from 0.

    >>> import numpy as np
    >>> np.asarray(GroupSizes(np.array([2, 1]))).tolist()
    [0, 0, 1]
    """

    def __init__(self, sizes: NDArray[np.int64]) -> None:
        self.sizes = sizes

    def __len__(self) -> int:
        """How many rows there are in all groups together."""
        return int(self.sizes.sum())

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> Array:
        return np.repeat(np.arange(len(self.sizes), dtype=np.int64), self.sizes).astype(dtype or np.int64, copy=False)

    def __repr__(self) -> str:
        return f"GroupSizes({len(self.sizes):,} groups, {len(self):,} rows)"

    def refuse_other(self, rows: int, other: str) -> None:
        """Sizes that do not add up to the rows there are."""
        if len(self) != rows:
            raise InputError(
                "inputs.group_sizes_sum_mismatch",
                count=len(self.sizes),
                count_2=len(self),
                other=other,
                rows=rows,
            )


def group_sizes(sizes: Any) -> GroupSizes:
    """Groups by their sizes, as LightGBM takes them: rows of a group stand together, and the first size is of the first rows.

    An array passed as ``group=`` always holds the group of each row; sizes are passed as ``group=gn.group_sizes(sizes)``. Groups are
    numbered from 0. A path names a text file with a size on each line, as LightGBM's ``.query`` files have them.

    >>> import gnomon as gn
    >>> gn.ndcg([1, 0, 0, 1, 0], [0.2, 0.9, 0.1, 0.8, 0.3], group=gn.group_sizes([3, 2]), per_query=True)
    {0: 0.6309297535714575, 1: 1.0}
    """
    if isinstance(sizes, GroupSizes):
        return sizes
    named = isinstance(sizes, (str, os.PathLike))
    counts = _whole(_read(os.fsdecode(sizes)) if named else sizes, "group_sizes")
    negative = np.flatnonzero(counts < 0)
    if negative.size:
        raise InputError(
            "inputs.group_size_negative",
            counts=counts[negative[0]],
            negative=int(negative[0]),
        )
    return GroupSizes(counts)


def group_ptr(pointers: Any) -> GroupSizes:
    """Groups by their borders, as XGBoost's ``group_ptr`` has them: group i is the rows from ``pointers[i]`` up to ``pointers[i + 1]``.

    >>> import gnomon as gn
    >>> gn.group_ptr([0, 3, 5])
    GroupSizes(2 groups, 5 rows)
    """
    borders = _whole(pointers, "group_ptr")
    if borders[0] != 0:
        raise InputError("inputs.group_borders_start_not_zero", borders=borders[0])
    falling = np.flatnonzero(np.diff(borders) < 0)
    if falling.size:
        at = int(falling[0]) + 1
        raise InputError(
            "inputs.group_borders_not_ascending",
            borders=borders[at],
            at=at,
            borders_2=borders[at - 1],
        )
    if len(borders) < 2:
        raise InputError("inputs.group_borders_too_few")
    return GroupSizes(np.diff(borders))


def _whole(values: object, name: str) -> NDArray[np.int64]:
    array = one_dimension(to_array(values, name), name, "inputs.remedy_one_number_a_group")
    not_empty(array.size, name)
    if array.dtype.kind == "f" and np.isfinite(array).all() and (array == np.floor(array)).all():
        array = array.astype(np.int64)
    if array.dtype.kind not in "iu":
        wrong = next((at for at, value in enumerate(array.tolist()) if not _is_whole(value)), 0)
        raise InputError("inputs.size_not_integer", name=name, value=plain(array[wrong]), wrong=wrong)
    return np.asarray(array, np.int64)


def _is_whole(value: object) -> bool:
    return not isinstance(value, bool) and isinstance(value, (int, float)) and float(value).is_integer()


MOST_DIGITS = 18
"""Digits of a size that an integer of 64 bits holds."""


def _read(path: str) -> list[int]:
    """The whole numbers of a text file, one a line."""
    try:
        with open(path, encoding="utf-8-sig") as file:
            lines = file.read().split("\n")
    except (OSError, ValueError) as reason:
        said = said_by_system(reason)
        raise InputError("inputs.group_sizes_file_unreadable", path=path, said=said) from None
    found = []
    for number, line in enumerate(lines, 1):
        text = line.strip()
        if text:
            if not (text.isascii() and text.isdigit() and len(text) <= MOST_DIGITS):
                raise InputError(
                    "inputs.group_sizes_line_not_integer",
                    path=path,
                    number=number,
                    text=text,
                )
            found.append(int(text))
    if not found:
        raise InputError("inputs.group_sizes_file_empty", path=path)
    return found
