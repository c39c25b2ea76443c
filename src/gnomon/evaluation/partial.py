"""A partial: what is kept of some rows of a pass. Everything in it merges, so that a pass can be split in any way.

It knows nothing of where rows come from: engines hand it batches of columns, each with the place of its first row.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..engines import Batch
from ..engines.source import Places, place_at
from ..errors import InputError
from ..heap import give_back
from ..inputs.numbers import as_floats
from ..summary import Summary
from ..tasks.aspect import Aspect
from ..tasks.blocks import BlockAssigner, BlockTable
from ..tasks.parts import ColumnRole
from ..types import Array
from .account import too_little, too_many_names, wide
from .accumulator import MergeTree, resolutions_for
from .faults import Faults
from .labels import LabelVocabulary
from .models import Model
from .plan import Plan
from .rows import Block, Key, RowBuffer, grown, places_among, positions_of
from .slice_bins import binned
from .text_columns import read_texts
from .vocabulary import KeyVocabulary, SliceVocabulary, slice_vocabularies

if TYPE_CHECKING:
    from .finished import Pass

COARSE_ROWS = 2**22
"""Rows summarised together at the most once cells are coarse."""


class SliceKey(NamedTuple):
    """A slice: its vocabulary among those of the plan, counted from 1, and its place in it; (0, 0) is the whole."""

    view: int
    place: int


WHOLE = SliceKey(0, 0)
Slot = tuple[SliceKey, str, str]
"""A slice, a model and an aspect: what has a summary of its own."""


@dataclass(frozen=True)
class PrecomputedSummaries:
    """Units that come summarised, as the queries of a run do: summaries by model and aspect, and what to count beside them."""

    summaries: dict[tuple[str, str], Summary]
    labels: list[Any]
    rows: int
    keys: dict[str, int] = field(default_factory=dict)


class Partial:
    """What is kept of some rows, within the limits of the plan."""

    def __init__(self, plan: Plan) -> None:
        assert plan.task is not None
        self.plan = plan
        self.parts = plan.parts
        self.faults = Faults(self.parts, plan.missing, plan.first_row)
        self.labels = LabelVocabulary(plan.label, plan.spells, plan.text_labels)
        self.slices: list[SliceVocabulary] = slice_vocabularies(plan.by)
        keys = (part.column for part in self.parts if part.kind == "key" and not part.blank)
        self.keys = {column: KeyVocabulary(column, column in plan.integer_keys) for column in keys}
        self.counted: dict[str, int] = {}  # keys of units that came summarised
        self.rows = 0
        self.sizes: list[Array] = [np.zeros(1, np.int64), *(np.zeros(0, np.int64) for _ in self.slices)]
        self.weights = [np.zeros((2, 0, 0)) for _ in self.sizes]  # by slice and label: the weights summed, and their squares
        self.summaries: dict[Slot, MergeTree] = {}
        self.tables: dict[Slot, BlockTable] = {}
        self.assigner = BlockAssigner(plan.seed or 0, plan.cluster is not None)
        self.buffer = RowBuffer()
        self.flushed = 0  # rows of the buffer that are summarised already
        self.blocked = 0  # rows of the buffer that are in blocks already
        self.resolutions: tuple[int, int] | None = None
        for name in plan.task.labels(plan):
            self.labels.place(name)
        self.waiting = any(aspect.waits(plan) for aspect in plan.aspects)
        self.row_bytes = 0
        self.settled = False
        """Whether no more rows of its keys will come."""
        self.overflown = False
        """Whether rows that had to wait no longer fitted, and were let go."""

    @property
    def exact(self) -> bool:
        return self.resolutions is None

    @property
    def has_all_rows(self) -> bool:
        """Whether every row is still there."""
        return self.buffer.rows == self.rows

    @property
    def pairs(self) -> Iterator[tuple[Aspect, Model]]:
        """Each aspect with each model that has it."""
        for aspect in self.plan.aspects:
            for model in self.plan.models:
                if aspect.has(self.plan, model):
                    yield aspect, model

    # Taking rows in -------------------------------------------------------------------------------------------------------------

    def update(self, batch: Batch | PrecomputedSummaries, places: Places = 0) -> None:
        """Take in a batch whose rows stand at some places in the data."""
        if isinstance(batch, PrecomputedSummaries):
            self._take_units(batch)
            return
        batch, stay = self.faults.kept(dict(batch), places)
        n = len(next(iter(batch.values())).values)
        if self.faults.fatal or not n:
            return
        columns = self._columns(batch)
        self._keep_within_names()
        if self._positioned or not isinstance(places, int):
            columns["position", ""] = places_among(places, n, stay)
        if any(part.kind == "text" for part in self.parts):
            read_texts(self, batch, columns, places_among(places, n, stay))
        if self.buffer.rows + n > self.plan.most_rows:
            self.flush()
            self._let_go()
        self.rows += n
        self.row_bytes = max(self.row_bytes, sum(values.itemsize for values in columns.values()))
        self.overflown |= self.waiting and (self.plan.expected_rows or 0) * self.row_bytes > self.plan.most_waiting
        self.buffer.add(columns, place_at(places, 0), self.plan.most_rows, self.plan.expected_rows or 0)
        if self.buffer.rows - self.flushed >= self._most_rows:
            self.flush()

    @property
    def _positioned(self) -> bool:
        """Whether rows need to know their places, because some may be dropped: blocks go by places, and doubts name them."""
        return self.plan.missing == "drop"

    @property
    def _most_rows(self) -> int:
        return self.plan.most_rows if self.exact else min(self.plan.most_rows, COARSE_ROWS)

    def _columns(self, batch: Batch) -> dict[Key, Array]:
        """The columns of a batch as aspects read them."""
        plan = self.plan
        columns: dict[Key, Array] = {}
        assert plan.task is not None
        for part in self.parts:
            if part.kind == "label":
                columns[part.key] = self.labels.codes(batch[part.column])
                plan.task.check_labels(self.labels, plan, part.argument)
            elif part.kind == "number":
                name = part.argument if part.argument == "weight" else f"{part.argument} {part.column!r}"
                columns[part.key] = as_floats(batch[part.column].values, name)
            elif part.kind == "text":
                columns["number", part.column] = batch[part.column].digests()
            elif part.kind == "key" and not part.blank:
                known = len(self.keys[part.column])
                columns[part.key] = self.keys[part.column].codes(batch[part.column])
                if part.lists:
                    self._place_listed(part, known)
        sliced = binned(batch, plan.slice_edges, plan.spells) if plan.slice_edges else batch
        return columns | {("slice", view): slices.codes(sliced) for view, slices in enumerate(self.slices, 1)}

    def _place_listed(self, part: ColumnRole, known: int) -> None:
        """Take the labels of lists that are new into the vocabulary of labels."""
        task = self.plan.task
        assert task is not None
        for text in self.keys[part.column].since(known):
            for name in task.listed(text, self.plan, part):
                self.labels.place(name)
        task.check_labels(self.labels, self.plan, part.argument)

    def _keep_within_names(self) -> None:
        """Refuse keys that are texts once their names no longer fit."""
        if sum(keys.nbytes for keys in self.keys.values() if not keys.integers) > self.plan.most_names:
            column, names = max(((name, len(keys)) for name, keys in self.keys.items() if not keys.integers), key=lambda one: one[1])
            raise too_many_names(self.plan, column, names, self.faults.seen / max(self.plan.expected_rows or 0, 2 * self.faults.seen))

    def _weigh(self, block: Block) -> None:
        """Sum weights and their squares, by slice and label."""
        weight = block.weight(self.plan.weight)
        assert weight is not None
        codes = block.columns.get(("label", self.plan.label))
        codes = np.zeros(len(weight), np.uint16) if codes is None else codes
        k = max(len(self.labels.names), 1)
        for view, before in enumerate(self.weights):
            slices = len(self.slices[view - 1]) if view else 1
            cell = codes if not view else block.columns["slice", view].astype(np.int64) * k + codes
            sums = np.array([np.bincount(cell, power, slices * k).reshape(slices, k) for power in (weight, weight**2)])
            self.weights[view] = grown(before, sums.shape) + sums

    def _take_units(self, units: PrecomputedSummaries) -> None:
        self.rows += units.rows
        self.faults.seen += units.rows
        for label in units.labels:
            self.labels.place(label)
        for column, count in units.keys.items():
            self.counted[column] = self.counted.get(column, 0) + count
        for (model, aspect), summary in units.summaries.items():
            self.accumulator(WHOLE, model, aspect).push(summary)

    # From rows to summaries -----------------------------------------------------------------------------------------------------

    def block(self, columns: dict[Key, Array], rows: int, places: Callable[[], NDArray[np.int64]] | None = None) -> Block:
        """Rows as aspects read them."""
        keys = {name: None if keys.integers else keys.names for name, keys in self.keys.items()}
        return Block(columns, list(self.labels.names), self.labels.ordered, keys, rows, places)

    def flush(self) -> None:
        """Summarise the rows that wait. They stay at hand while they are few, or where an aspect has to wait for all of them."""
        rows = self.buffer.rows - self.flushed
        if rows:
            self._summarise(self.block(self.buffer.view(self.flushed), rows, lambda: positions_of(self.buffer.runs)[self.flushed :]))
            self.flushed = self.buffer.rows
            self._keep_within_cells()
            if wide(self.plan) and not self.has_all_rows:
                give_back()
        if self.buffer.rows > self.plan.most_rows or not self.has_all_rows:
            self._let_go()

    def _summarise(self, block: Block) -> None:
        orders = [self._sorted(block, view) for view in range(1, len(self.slices) + 1)]
        self.sizes[0] = self.sizes[0] + len(block)
        for view, (_, sizes) in enumerate(orders, 1):
            self.sizes[view] = grown(self.sizes[view], sizes.shape) + grown(sizes, self.sizes[view].shape)
        if self.plan.weight is not None:
            self._weigh(block)
        for keys in self.keys.values():
            keys.count(block.columns["key", keys.column])
        made = sum(one.cells for one in self.summaries.values())
        for aspect, model in self.pairs:
            if made > self.plan.most_cells:  # of many models not even the exact cells of these rows fit together
                self._keep_within_cells()
                made = sum(one.cells for one in self.summaries.values())
            rows = None if aspect.waits(self.plan) else aspect.observe(block, self.plan, model)
            if rows is None:
                continue
            made += self._push(WHOLE, aspect, model, rows)
            for doubt in aspect.doubts(rows):
                self.faults.doubt(model.name, doubt, block.places())
            for view, (order, sizes) in enumerate(orders if aspect.sliced else (), 1):
                for place, part in split(aspect, rows, order, sizes):
                    made += self._push(SliceKey(view, place), aspect, model, part)

    def _push(self, key: SliceKey, aspect: Aspect, model: Model, rows: object) -> int:
        """Add rows to the summary of a slice; how many cells they came in."""
        accumulator = self.accumulator(key, model.name, aspect.key)
        summary = aspect.summarise_like(rows, self.plan, accumulator.latest)
        accumulator.push(summary)
        return int(summary.cells)

    @staticmethod
    def _sorted(block: Block, view: int) -> tuple[Array, Array]:
        """The order that brings the rows of a slice together, by one stable sort of small codes, and the slices' sizes."""
        codes = block.columns["slice", view]
        return np.argsort(codes, kind="stable"), np.bincount(codes)  # of sixteen bits NumPy sorts by counting

    def accumulator(self, key: SliceKey, model: str, aspect: str) -> MergeTree:
        slot = key, model, aspect
        if slot not in self.summaries:
            self.summaries[slot] = MergeTree()
            if self.resolutions is not None:
                self.summaries[slot].coarsen(self.resolutions[key.view > 0], self.plan.thresholds)
        return self.summaries[slot]

    def _keep_within_cells(self) -> None:
        """Coarsen once the exact cells no longer fit, whatever the order in which they came."""
        if self.resolutions is None:
            if sum(one.cells for one in self.summaries.values()) <= self.plan.most_cells:
                return
            for one in self.summaries.values():
                one.total()
            if sum(one.cells for one in self.summaries.values()) <= self.plan.most_cells:
                return
        wanted = resolutions_for(self.summaries, self.plan.most_cells)
        if wanted == self.resolutions:
            return
        self.resolutions = wanted
        for (key, _, _), one in self.summaries.items():
            one.coarsen(wanted[key.view > 0], self.plan.thresholds)

    # Blocks, and rows that wait -------------------------------------------------------------------------------------------------

    def _let_go(self) -> None:
        """Rows that are too many to keep: put into blocks where intervals need them, and kept only where an aspect waits for all."""
        self._put_in_blocks()
        if self.waiting and self.settled and self.buffer.all_rows:
            from .settling import condense

            condense(self)
        elif self.waiting and not self.overflown and self.buffer.rows:
            self.buffer.seal()
            self._keep_within_waiting()
        self.buffer.clear()
        self.flushed = self.blocked = 0

    def _keep_within_waiting(self) -> None:
        """Give up waiting once the rows no longer fit; several passes will then take some of the queries each."""
        if self.buffer.nbytes + sum(keys.nbytes for keys in self.keys.values()) > self.plan.most_waiting:
            self.overflown = True
            self.buffer = RowBuffer()

    def _put_in_blocks(self) -> None:
        rows = self.buffer.rows - self.blocked
        wanted = [(aspect, model) for aspect, model in self.pairs if not aspect.waits(self.plan) and aspect.needs_blocks(self.plan)]
        if not rows or self.plan.seed is None or not wanted:
            return
        block = self.block(self.buffer.view(self.blocked), rows)
        places = self._assigned(block, self.blocked)
        orders = [self._sorted(block, view) for view in range(1, len(self.slices) + 1)]
        for aspect, model in wanted:
            observed = aspect.observe(block, self.plan, model)
            if observed is None:
                continue
            self._add_to_table(WHOLE, aspect, model, observed, places)
            for view, (order, sizes) in enumerate(orders if aspect.needs_blocks(self.plan, sliced=True) else (), 1):
                ordered = places[order]
                at = np.append(0, np.cumsum(sizes))
                for place, part in split(aspect, observed, order, sizes):
                    self._add_to_table(SliceKey(view, place), aspect, model, part, ordered[at[place] : at[place + 1]])
        self.blocked = self.buffer.rows

    def _add_to_table(self, key: SliceKey, aspect: Aspect, model: Model, rows: object, places: Array) -> None:
        slot = key, model.name, aspect.key
        table = self.tables.get(slot) or aspect.blocks(self.plan, model, key.view > 0)
        if slot not in self.tables and self.plan.most_tables is not None and len(self.tables) >= self.plan.most_tables:
            raise too_little(self.plan, 2 * (self.plan.limit or 0))
        if table is not None:
            table.add(rows, places, self.assigner.blocks, lambda part: aspect.summarise(part, self.plan), aspect.take)
            self.tables[slot] = table

    def _assigned(self, block: Block, first: int) -> NDArray[np.uint32]:
        """The block of each row of the buffer from a row on."""
        if self.plan.cluster is None:
            given = block.columns.get(("position", ""))
            return self.assigner.of_positions(positions_of(self.buffer.runs)[first:] if given is None else given)
        keys = self.keys[self.plan.cluster]
        places, moved = self.assigner.of_clusters(block.columns["key", self.plan.cluster], keys)
        if moved is not None:
            self.tables = {slot: table.regrouped(moved, self.assigner.blocks) for slot, table in self.tables.items()}
        return places

    # The end of a pass ----------------------------------------------------------------------------------------------------------

    def finish(self) -> "Pass":
        """The pass as a whole, when all rows are in: faults refused, what had to wait summarised."""
        from .finished import Pass

        self.faults.refuse()
        self.flush()
        if self.overflown and not self.has_all_rows:
            self.buffer = RowBuffer()
        self._refuse_weightless()
        if self.plan.cluster is not None and self.plan.cluster != self.plan.group:
            self.keys[self.plan.cluster].refuse_one()
        return Pass(self)

    def _refuse_weightless(self) -> None:
        """Weights that sum to nothing, or to more than can be multiplied, measure nothing."""
        total = float(self.weights[0][0].sum())
        if self.plan.weight is not None and not 1e-100 < total < 1e100:
            raise InputError(
                "evaluation.weight_sum_not_positive",
                weight=self.plan.weight,
                total=total,
            )

    def merge(self, other: "Partial") -> "Partial":
        """Take in what another partial of the same plan has kept."""
        from .merging import merge

        merge(self, other)
        return self

    def to_bytes(self) -> bytes:
        """All that is kept, as bytes."""
        from .merging import to_bytes

        return to_bytes(self)

    @classmethod
    def from_bytes(cls, plan: Plan, data: bytes) -> "Partial":
        """The partial that :meth:`to_bytes` wrote, for the same plan."""
        from .restored import from_bytes

        return from_bytes(plan, data)


def split(aspect: Aspect, rows: Any, order: Array, sizes: Array) -> Iterator[tuple[int, Any]]:
    """The rows of each slice, brought together once."""
    gathered = aspect.take(rows, order)
    ends = np.cumsum(sizes)
    for place in np.flatnonzero(sizes).tolist():
        yield place, aspect.take(gathered, slice(int(ends[place] - sizes[place]), int(ends[place])))
