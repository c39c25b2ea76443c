"""Numbers to slice by: settled once from the first rows, so that no batch decides where a bin ends."""

from collections.abc import Mapping
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from ..engines import Batch, Column

BINS = 5
MOST_VALUES = 20
"""Numbers with more distinct values than this are cut into bins; fewer are slices each."""
Edges = tuple[float, ...]


def edges_of(columns: list[Column]) -> Edges | None:
    """Where the bins of a column of many numbers end: at its fifths, to the digits that tell them apart; None where it has no bins."""
    if not columns or any(column.names is not None or column.values.dtype.kind not in "iuf" for column in columns):
        return None
    values = np.concatenate([_known(column) for column in columns])
    if len(np.unique(values)) <= MOST_VALUES:
        return None
    cuts = np.unique(np.quantile(values, np.arange(1, BINS) / BINS, method="inverted_cdf"))
    for digits in range(3, 18):
        rounded = [float(f"{cut:.{digits}g}") for cut in cuts]
        if all(a < b for a, b in pairwise(rounded)):
            return tuple(rounded)
    return tuple(cuts.tolist())


def _known(column: Column) -> NDArray[np.float64]:
    gaps = column.gaps()
    return np.asarray(column.values if gaps is None else column.values[~gaps], np.float64)


def bin_names(edges: Edges) -> tuple[str, ...]:
    """What the bins are called.

    >>> bin_names((25.0, 33.5))
    ('≤ 25', '(25, 33.5]', '> 33.5')
    """
    texts = [repr(edge).removesuffix(".0") for edge in edges]
    return (f"≤ {texts[0]}", *(f"({low}, {high}]" for low, high in pairwise(texts)), f"> {texts[-1]}")


def binned(batch: Batch, edges: Mapping[str, Edges]) -> Batch:
    """The batch with columns of many numbers as the bins that they fall into; a missing number stays missing."""
    return {name: _binned(column, edges[name]) if name in edges else column for name, column in batch.items()}


def _binned(column: Column, edges: Edges) -> Column:
    if column.names is not None:  # numbers in the first rows, and something else later
        return column
    gaps = column.gaps()
    codes = np.searchsorted(np.array(edges), np.asarray(column.values, np.float64), side="left")
    return Column(codes if gaps is None else np.where(gaps, -1, codes), bin_names(edges), gaps)
