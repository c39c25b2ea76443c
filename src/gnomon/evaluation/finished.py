"""A pass that is over: its summaries, rows and blocks by slice, model and aspect, whatever the way it was split."""

from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..inputs.groups import encode_groups
from ..tasks.aspect import Aspect, ModelData
from ..types import Array
from .account import CELL_BYTES
from .models import Model
from .partial import WHOLE, Partial, SliceKey
from .plan import Plan
from .rows import Block


class Pass:
    """What came of all rows. ``block`` has the rows themselves, where all of them are at hand."""

    def __init__(self, partial: Partial) -> None:
        self._partial = partial
        assert partial.plan.task is not None
        self.plan: Plan = partial.plan.task.finish(partial.plan, partial.labels).replace(doubts=partial.faults.doubts)
        for reference in self.plan.metrics if self.plan.doubts else ():
            self.plan.check(reference)
        self.rows = partial.rows
        self.exact = partial.exact
        self.faults = partial.faults
        self.labels = partial.labels
        self._summaries: dict[tuple[SliceKey, str, str], Any] = {}
        self._orders: dict[int, tuple[Array, Array]] = {}
        self.given: dict[tuple[SliceKey, str, str], Any] = {}
        """Summaries that came in several passes over the data."""

    @property
    def unfinished(self) -> Plan:
        """The plan as partials have it."""
        return self._partial.plan

    @property
    def pairs(self) -> list[tuple[Aspect, Model]]:
        """Each aspect with each model that has it."""
        return list(self._partial.pairs)

    @property
    def held_bytes(self) -> int:
        """About what summaries take that are there already."""
        keys = sum(keys.nbytes * (1 if keys.integers else 2) for keys in self._partial.keys.values())  # texts are read again with values
        return keys + CELL_BYTES * sum(one.cells for one in self._partial.summaries.values())

    def slots_of(self, aspect: Aspect) -> int:
        """At the most how many keys an aspect that waits has values for, over all models and slices."""
        assert self.plan.group is not None
        keys, models = self.keys(self.plan.group), [model for model in self.plan.models if aspect.has(self.plan, model)]
        of_view = [min(len(vocabulary) * keys, self.rows) for vocabulary in self._partial.slices]
        return len(models) * (keys + sum(of_view))

    @property
    def row_bytes(self) -> int:
        """What a row takes while it waits."""
        return self._partial.row_bytes

    @property
    def overflown(self) -> bool:
        """Whether rows that had to wait did not fit."""
        return self._partial.overflown

    @cached_property
    def _all(self) -> Block | None:
        columns = self._partial.buffer.ordered()
        rows = self._partial.buffer.all_rows
        return self._partial.block(columns, rows) if rows == self.rows and columns else None

    @property
    def block(self) -> Block | None:
        """The rows in their order, where they are few enough to be at hand."""
        return self._all if self.rows <= self.plan.at_hand else None

    @property
    def clusters(self) -> int | None:
        """How many clusters the rows belong to, where a column says so."""
        return None if self.plan.cluster is None else len(self._partial.keys[self.plan.cluster])

    def keys(self, column: str) -> int:
        """How many different keys a column holds."""
        return len(self._partial.keys[column]) + self._partial.counted.get(column, 0)

    def effective_rows(self, *labels: Any, key: SliceKey = WHOLE) -> float:
        """How many rows of equal weight tell as much as those of some labels (Kish); of all where none is named."""
        names = self.labels.names
        places = [names.index(label) for label in labels if label in names] if labels else slice(None)
        total, squares = self._partial.weights[key.view][:, key.place, places].sum(axis=1)
        return float(total**2 / squares) if squares else 0.0

    @property
    def total(self) -> float:
        """The weight of all rows."""
        return self.rows if self.plan.weight is None else float(self._partial.weights[0][0].sum())

    def slices(self) -> list[tuple[SliceKey, dict[str, Any], int]]:
        """Each slice with its values and its rows, in an order that does not depend on how they were met."""
        found = []
        for view, vocabulary in enumerate(self._partial.slices, 1):
            sizes = self._partial.sizes[view]
            for place, by in enumerate(vocabulary.keys):
                rows = int(sizes[place]) if place < len(sizes) else 0
                found.append((SliceKey(view, place), by, rows))
        return sorted(found, key=lambda one: (one[0].view, [(type(value).__name__, str(value)) for value in one[1].values()]))

    def which(self, key: SliceKey) -> Array | slice:
        """The rows of a slice; all of them for the whole."""
        if not key.view:
            return slice(None)
        if key.view not in self._orders:
            assert self._all is not None
            codes = self._all.columns["slice", key.view]
            self._orders[key.view] = np.argsort(codes, kind="stable"), np.append(0, np.cumsum(np.bincount(codes)))
        order, ends = self._orders[key.view]
        return order[ends[key.place] : ends[key.place + 1]] if key.place + 1 < len(ends) else order[:0]

    def summary(self, key: SliceKey, model: Model, aspect: Aspect) -> Any:
        """What an aspect keeps of a model on a slice."""
        slot = key, model.name, aspect.key
        if slot not in self._summaries:
            self._summaries[slot] = self._summary(key, model, aspect)
        return self._summaries[slot]

    def replaced(self, key: SliceKey, model: Model, aspect: Aspect, summary: Any) -> None:
        """Take another summary in the place of the one that was kept."""
        self.given[key, model.name, aspect.key] = self._summaries[key, model.name, aspect.key] = summary

    def forget(self, key: SliceKey, model: Model, aspect: Aspect) -> None:
        """Let go of a summary that is no longer needed."""
        self._summaries.pop((key, model.name, aspect.key), None)

    def _summary(self, key: SliceKey, model: Model, aspect: Aspect) -> Any:
        slot = key, model.name, aspect.key
        if slot in self.given:
            return self.given[slot]
        held = self._partial.summaries.get(slot)
        if held is None and aspect.waits(self.plan):
            return None if self._all is None else aspect.gathered(self._all, self.plan, model, self.which(key))
        total = None if held is None else held.total()
        return aspect.completed(total, self.labels.ordered)

    def sampled(self, key: SliceKey, model: Model, aspect: Aspect) -> ModelData:
        """What intervals of an aspect's metrics are made from."""
        summary = self.summary(key, model, aspect)
        if self.block is None or aspect.waits(self.plan):
            table = self._partial.tables.get((key, model.name, aspect.key))
            return ModelData(self.plan, model, summary, key, blocks=table, finished=self)
        which = self.which(key)
        which = which if isinstance(which, slice) else np.sort(which)
        rows = self._observed(model, aspect)
        cluster = self._clusters if key == WHOLE else None if self._clusters is None else recoded(self._clusters[which])
        return ModelData(self.plan, model, summary, key, rows if key == WHOLE else aspect.take(rows, which), cluster, finished=self)

    @cached_property
    def _clusters(self) -> NDArray[np.int64] | None:
        return None if self.plan.cluster is None or self.block is None else self.block.clusters(self.plan.cluster)

    @cached_property
    def _observations(self) -> dict[tuple[str, str], Any]:
        return {}

    def _observed(self, model: Model, aspect: Aspect) -> Any:
        assert self.block is not None
        if (model.name, aspect.key) not in self._observations:
            self._observations[model.name, aspect.key] = aspect.observe(self.block, self.plan, model)
        return self._observations[model.name, aspect.key]

    @property
    def blocks(self) -> int:
        """How many blocks a long pass has put its rows into."""
        return self._partial.assigner.blocks


def recoded(codes: NDArray[np.int64]) -> NDArray[np.int64]:
    """Codes as 0, 1, 2, … without gaps."""
    return encode_groups(codes).codes.astype(np.int64)
