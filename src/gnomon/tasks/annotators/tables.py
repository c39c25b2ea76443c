"""Ratings in tables: which columns hold them, what their texts spell, and which items belong together."""

import os
from collections.abc import Mapping, Sequence
from contextlib import closing
from itertools import chain
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...engines import Column, Projection, Source, memory_limit, open_source, reading_of
from ...engines.columns import joined
from ...errors import InputError
from ...evaluation.labels import LabelVocabulary
from ...evaluation.models import is_name
from ...inputs.groups import encode_groups
from ...messages.language import listed

READ = ("prediction", "cluster", "na", "encoding", "sheet")
BATCH = 2**18
FEW_ITEMS = 3


class RatingsTable(NamedTuple):
    """Cells, a row for each item; the cluster of each item; the table's name; its files."""

    cells: NDArray[Any]
    cluster: Any
    name: str
    inputs: tuple[str, ...]
    raters: tuple[str, ...] = ()


def has_columns(data: object) -> bool:
    """Whether these are ratings in columns that have names: a file, a frame, a dictionary of columns or a relation."""
    path = isinstance(data, (str, os.PathLike)) or (isinstance(data, list) and bool(data) and isinstance(data[0], (str, os.PathLike)))
    return path or isinstance(data, (Mapping, Source)) or (hasattr(data, "columns") and not isinstance(data, np.ndarray))


def ratings_table(data: object, given: Mapping[str, object]) -> RatingsTable:
    """The columns of ratings that ``prediction`` names, by default all but that of the clusters."""
    reading = reading_of(given.get("na", ()), given.get("encoding"), given.get("sheet"))
    with closing(open_source(data, memory_limit(None), reading)) as source:
        cluster = given.get("cluster")
        by = None if cluster is None else source.require("cluster", str(cluster) if is_name(cluster) else cluster)
        names = _columns(given.get("prediction"), source, by)
        parts = list(source.batches(Projection((), names, () if by is None else (by,)), BATCH))
        held = {name: joined([part[name] for part in parts]) for name in dict.fromkeys([*names, *([] if by is None else [by])])}
        cells = np.column_stack([_cells(held[name]) for name in names])
        spelt = _spelt(cells, names) if source.spells else cells
        if given.get("prediction") is None:
            _refuse_names_of_items(spelt, names)
        return RatingsTable(spelt, None if by is None else _cells(held[by]), source.name, tuple(source.inputs), tuple(names))


def _columns(given: Any, source: Source, cluster: str | None) -> list[str]:
    if given is None:
        return [str(name) for name in source.columns if str(name) != cluster]
    names: Sequence[Any] = [given] if is_name(given) else given
    if isinstance(names, Mapping) or not isinstance(names, (list, tuple)):
        raise InputError("annotators.prediction_not_columns", given=given)
    return [source.require("prediction", str(name) if is_name(name) else name) for name in names]


def _cells(column: Column) -> NDArray[Any]:
    """The values of a column, None where one is missing."""
    encoded = column.encoded()
    names = np.array([*(encoded.names or ()), None], object)
    return np.asarray(names[np.where(encoded.values < 0, len(names) - 1, encoded.values)], object)


def _spelt(cells: NDArray[Any], names: Sequence[str]) -> NDArray[Any]:
    """Texts of a file as what they spell: numbers where all of them do, else the texts."""
    there = {cell for cell in cells.reshape(-1).tolist() if cell is not None}
    numbers = LabelVocabulary(names[0], spells=True)
    text = any(isinstance(numbers.label(cell), str) for cell in there)
    vocabulary = LabelVocabulary(names[0], spells=True, text=text)
    values = {cell: vocabulary.label(cell) for cell in there} | {None: None}
    made = np.empty(cells.size, object)
    made[:] = [values[cell] for cell in cells.reshape(-1).tolist()]
    return made.reshape(cells.shape)


def _refuse_names_of_items(cells: NDArray[Any], names: Sequence[str]) -> None:
    """Refuse a column that looks like names of the items, which nobody said are ratings."""
    columns = [[cell for cell in column.tolist() if cell is not None] for column in cells.T]
    for at, (name, column) in enumerate(zip(names, columns, strict=True)):
        others = [other for place, other in enumerate(columns) if place != at]
        alone = len({*column}) == len(column) >= FEW_ITEMS and {*column}.isdisjoint(chain(*others))
        if alone and any(len({*other}) < len(other) for other in others):
            raise InputError(
                "annotators.column_is_item_names",
                name=name,
                columns=[other for other in names if other != name],
                listed=listed(other for other in names if other != name),
            )


def clusters_of(given: object, items: int, name: str = "cluster") -> NDArray[np.int64]:
    """The cluster of each item as 0, 1, 2, …; one cluster is refused."""
    codes, names = encode_groups(given, "cluster")
    if len(codes) != items:
        raise InputError("annotators.cluster_count_mismatch", count=len(codes), items=items)
    if len(names) < 2:
        only = next(iter(names.tolist()), None)
        raise InputError("evaluation.cluster_constant", value=name, only=only)
    return np.asarray(codes, np.int64)
