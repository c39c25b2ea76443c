"""Numbers to slice by: settled once from the first rows, or by the caller, so that no batch decides where a bin ends."""

import math
import re
from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..engines import Batch, Column
from ..errors import InputError

BINS = 5
MOST_VALUES = 20
"""Numbers with more distinct values than this are cut into bins; fewer are slices each."""
Edges = tuple[float, ...]
"""Where bins end; none at all where every value is a slice."""
NUMBER = re.compile(r"[-+]?((0|[1-9]\d*)(\.\d*)?|\.\d+)([eE][-+]?\d+)?")
"""A number's spelling; 007 is a name, as it is of labels."""


def asked_edges(by: Mapping[Any, Any]) -> dict[str, Edges]:
    """The borders that a caller names for columns of numbers; none where each value is to be a slice.

    >>> asked_edges({"age": [25, 40], "store": "each", "region": "auto"})
    {'age': (25.0, 40.0), 'store': ()}
    """
    return {str(column): _asked(str(column), borders) for column, borders in by.items() if not _is(borders, "auto")}


def _is(borders: object, word: str) -> bool:
    return isinstance(borders, str) and borders == word


def _asked(column: str, borders: Any) -> Edges:
    numbers = isinstance(borders, (list, tuple, np.ndarray)) and all(
        isinstance(border, (int, float, np.integer, np.floating)) and math.isfinite(border) for border in borders
    )
    edges = tuple(float(border) for border in borders) if numbers else ()
    if not (edges or _is(borders, "each")) or any(a >= b for a, b in pairwise(edges)):
        raise InputError(
            "evaluation.by_borders_not_ascending",
            column=column,
            borders=borders,
        )
    return edges


def edges_of(columns: Sequence[Column], spells: bool = False) -> Edges | None:
    """Where the bins of a column of many numbers end: at its fifths, to the digits that tell them apart; None where it has no bins.

    With ``spells`` text that spells numbers is numbers, as in a CSV.
    """
    found = [_known(column, spells) for column in columns]
    parts = [part for part in found if part is not None]
    if not parts or len(parts) < len(found):
        return None
    values = np.concatenate(parts)
    if len(np.unique(values)) <= MOST_VALUES:
        return None
    cuts = np.unique(np.quantile(values, np.arange(1, BINS) / BINS, method="inverted_cdf"))
    for digits in range(3, 18):
        rounded = [float(f"{cut:.{digits}g}") for cut in cuts]
        if all(a < b for a, b in pairwise(rounded)):
            return tuple(rounded)
    return tuple(cuts.tolist())


def _known(column: Column, spells: bool) -> NDArray[np.float64] | None:
    """The numbers of a column that are there; None where it holds something else."""
    gaps = column.gaps()
    values = column.values if gaps is None else column.values[~gaps]
    if column.names is None:
        return np.asarray(values, np.float64) if values.dtype.kind in "iuf" else None
    table = np.zeros(len(column.names) + 1)
    for code in np.unique(values).tolist():
        number = _number(column.names[code], spells)
        if number is None:
            return None
        table[code] = number
    return table[values]


def _number(name: object, spells: bool) -> float | None:
    """The number that a name is, or spells."""
    if isinstance(name, str):
        bare = name.strip() if spells else ""
        return float(bare) if NUMBER.fullmatch(bare) else None
    return float(name) if isinstance(name, (int, float)) and not isinstance(name, bool) else None


def bin_names(edges: Edges) -> tuple[str, ...]:
    """What the bins are called.

    >>> bin_names((25.0, 33.5))
    ('≤ 25', '(25, 33.5]', '> 33.5')
    """
    texts = [repr(edge).removesuffix(".0") for edge in edges]
    return (f"≤ {texts[0]}", *(f"({low}, {high}]" for low, high in pairwise(texts)), f"> {texts[-1]}")


def binned(batch: Batch, edges: Mapping[str, Edges], spells: bool = False) -> Batch:
    """The batch with columns of many numbers as the bins that they fall into; a missing number stays missing."""
    return {name: _binned(column, edges[name], spells) if edges.get(name) else column for name, column in batch.items()}


def _binned(column: Column, edges: Edges, spells: bool) -> Column:
    bins, gaps = bin_names(edges), column.gaps()
    if column.names is None:
        codes = np.searchsorted(np.array(edges), np.asarray(column.values, np.float64), side="left")
        return Column(codes if gaps is None else np.where(gaps, -1, codes), bins, gaps)
    # Names that are no number, as may come after the first rows, stay slices of their own.
    numbers = [_number(name, spells) for name in column.names]
    places = {name: place for place, name in enumerate([*bins, *(n for n, x in zip(column.names, numbers, strict=True) if x is None)])}
    table = [
        places[name] if number is None else int(np.searchsorted(edges, number, side="left"))
        for name, number in zip(column.names, numbers, strict=True)
    ]
    codes = np.array([*table, -1])[column.values]  # what is missing has the code -1, which is the last place
    return Column(codes, tuple(places), gaps)
