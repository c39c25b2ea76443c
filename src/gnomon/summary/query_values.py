"""QueryValues: what metrics say of each query, kept where the lists themselves are too many to keep."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar

import numpy as np

from ..errors import InputError
from ..heap import give_back
from ..inputs.groups import named
from ..types import Array, Floats
from .base import Summary
from .invariants import as_amounts, as_names, as_values, as_whole, check_ascending
from .packing import Arrays

Part = tuple[Array, Floats, Floats | None]


@dataclass(frozen=True, eq=False)
class QueryValues(Summary):
    """Per metric reference, the queries it has a value for, their values, and their weights in the mean (None where all weigh the same).

    ``queries`` counts all queries and ``items`` their items. Two merge when they are of different queries.
    """

    parts: dict[str, Part] = field(default_factory=dict)
    queries: int = 0
    items: int = 0
    growth: ClassVar[str] = "rows"

    def __post_init__(self) -> None:
        queries, items = as_whole(self.queries, "queries"), as_whole(self.items, "items")
        names: dict[int, Array] = {}  # metrics of the same queries share one array of names
        parts = {metric: _checked(metric, part, queries, names) for metric, part in self.parts.items()}
        self.__dict__.update(parts=parts, queries=queries, items=items)

    @classmethod
    def _of_checked(cls, parts: dict[str, Part], queries: int, items: int) -> "QueryValues":
        """Of parts that were checked before, which go on sharing their names."""
        made = object.__new__(cls)
        made.__dict__.update(parts=parts, queries=queries, items=items)
        return made

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
        copies = [QueryValues._of_checked(dict(one.parts), one.queries, one.items) for one in (self, other)]
        return QueryValues.united(copies)

    @classmethod
    def united(cls, parts: list["QueryValues"]) -> "QueryValues":
        queries, items = sum(one.queries for one in parts), sum(one.items for one in parts)
        found = [one.parts for one in parts if one.parts]
        parts.clear()
        if len(found) < 2:
            return cls._of_checked(found[0] if found else {}, queries, items)
        if any(one.keys() != found[0].keys() for one in found):
            raise InputError("summary.query_metrics_differ")
        return cls._of_checked(_joined(found), queries, items)

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


def _checked(
    metric: str, part: tuple[Array, Floats, Floats | None], most: int, known: dict[int, Array]
) -> tuple[Array, Floats, Floats | None]:
    """The queries of a metric, of which there are at most so many, with their values and weights."""
    if not isinstance(metric, str):
        raise InputError("summary.query_metric_unknown", metric=metric)
    given, values, weights = part
    if id(given) not in known:
        known[id(given)] = as_names(given, f"{metric}.names")
        check_ascending(known[id(given)], f"{metric}.names")
    names = known[id(given)]
    if len(names) > most:
        raise InputError("summary.query_value_count_mismatch", metric=metric, count=len(names), most=most)
    held = as_values(values, f"{metric}.values", len(names))
    return names, held, None if weights is None else as_amounts(weights, f"{metric}.weights", len(names)).astype(np.float64)


def _joined(found: list[dict[str, Part]]) -> dict[str, Part]:
    """Queries of all in the ascending order of their names, metric by metric, of which each is let go once it is joined.

    Metrics of the same queries go on sharing one array of names.
    """
    orders: dict[tuple[int, ...], tuple[list[Array], Array, Array]] = {}
    made: dict[str, Part] = {}
    for key in list(found[0]):
        names, values, weights = zip(*(one.pop(key) for one in found), strict=True)
        same = tuple(map(id, names))
        if same not in orders:
            orders[same] = [*names], *_order(names)  # the arrays stay while their places in memory stand for them
        _, together, order = orders[same]
        heavy = None if any(one is None for one in weights) else np.concatenate(weights)[order]
        made[key] = together, np.concatenate(values)[order], heavy
        del names, values, weights
        give_back()
    return made


def _order(parts: Sequence[Array]) -> tuple[Array, Array]:
    """The names of all in their order, and where each stood."""
    names = np.concatenate(parts)
    order = np.argsort(names, kind="stable")
    names = names[order]
    twice = names[1:][names[1:] == names[:-1]]
    if len(twice):
        raise InputError("summary.query_values_in_both", twice=twice[0])
    return names, order
