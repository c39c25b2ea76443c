"""QueryValues: what metrics say of each query, kept where the lists themselves are too many to keep."""

from dataclasses import dataclass, field
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from ..errors import InputError
from ..inputs.groups import named
from .base import Summary
from .invariants import as_amounts, as_names, as_values, as_whole, check_ascending
from .packing import Arrays

Array = NDArray[Any]
Floats = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class QueryValues(Summary):
    """Per metric reference, the queries it has a value for, their values, and their weights in the mean (None where all weigh the same).

    ``queries`` counts all queries and ``items`` their items. Two merge when they are of different queries.
    """

    parts: dict[str, tuple[Array, Floats, Floats | None]] = field(default_factory=dict)
    queries: int = 0
    items: int = 0
    growth: ClassVar[str] = "rows"

    def __post_init__(self) -> None:
        queries, items = as_whole(self.queries, "queries"), as_whole(self.items, "items")
        parts = {metric: _checked(metric, part, queries) for metric, part in self.parts.items()}
        self.__dict__.update(parts=parts, queries=queries, items=items)

    @classmethod
    def empty(cls) -> "QueryValues":
        return cls()

    def __len__(self) -> int:
        return self.queries

    def __repr__(self) -> str:
        return f"QueryValues({self.queries:,} queries, {self.items:,} items, {', '.join(self.parts)})"

    @property
    def cells(self) -> int:
        return self.queries

    def _merge(self, other: "QueryValues") -> "QueryValues":
        if not self.parts or not other.parts:
            return self if self.parts else other
        if self.parts.keys() != other.parts.keys():
            raise InputError("values of queries merge where they are of the same metrics; compute both from the same references")
        return QueryValues(
            {key: _joined(mine, other.parts[key]) for key, mine in self.parts.items()},
            self.queries + other.queries,
            self.items + other.items,
        )

    def _state(self) -> tuple[dict[str, Any], Arrays]:
        arrays: Arrays = {}
        texts: dict[str, list[Any]] = {}
        for place, (names, values, weights) in enumerate(self.parts.values()):
            arrays[f"{place}.values"] = values
            if weights is not None:
                arrays[f"{place}.weights"] = weights
            if names.dtype == object:
                texts[str(place)] = names.tolist()
            else:
                arrays[f"{place}.names"] = names
        return {"metrics": list(self.parts), "queries": self.queries, "items": self.items, "names": texts}, arrays

    @classmethod
    def _restore(cls, meta: dict[str, Any], arrays: Arrays) -> "QueryValues":
        parts = {}
        for place, metric in enumerate(meta["metrics"]):
            names = named(meta["names"][str(place)]) if str(place) in meta["names"] else arrays[f"{place}.names"]
            parts[metric] = names, arrays[f"{place}.values"], arrays.get(f"{place}.weights")
        return cls(parts, meta["queries"], meta["items"])


def _checked(metric: str, part: Any, most: int) -> tuple[Array, Floats, Floats | None]:
    """The queries of a metric, of which there are at most so many, with their values and weights."""
    if not isinstance(metric, str):
        raise InputError("{metric!r} names no metric", metric=metric)
    given, values, weights = part
    names = as_names(given, f"the names of {metric}")
    check_ascending(names, f"the names of {metric}")
    if len(names) > most:
        raise InputError("{metric} has values for {count:,} queries where there are {most:,}", metric=metric, count=len(names), most=most)
    held = as_values(values, f"the values of {metric}", len(names))
    return names, held, None if weights is None else as_amounts(weights, f"the weights of {metric}", len(names)).astype(np.float64)


def _joined(a: tuple[Array, Floats, Floats | None], b: tuple[Array, Floats, Floats | None]) -> tuple[Array, Floats, Floats | None]:
    """Queries of both in the ascending order of their names."""
    names = np.concatenate([a[0], b[0]])
    order = np.argsort(names, kind="stable")
    twice = names[order][1:][names[order][1:] == names[order][:-1]]
    if len(twice):
        raise InputError("query {twice!r} is in both; a query's rows must be ranked together", twice=twice[0])
    weights = None if a[2] is None or b[2] is None else np.concatenate([a[2], b[2]])[order]
    return names[order], np.concatenate([a[1], b[1]])[order], weights
