"""How two partials of one plan become one, and how a partial is written as bytes."""

from typing import TYPE_CHECKING, Any

import numpy as np

from ..summary.packing import Arrays, pack
from ..types import Array
from .rows import RowBuffer

if TYPE_CHECKING:
    from .partial import Partial, Slot


def merge(mine: "Partial", other: "Partial") -> None:
    """Take in what another partial has kept; that one is used up."""
    from .partial import SliceKey

    mine.flush()
    other.flush()
    labels = mine.labels.merge(other.labels.names, other.labels.order)
    slices = [ours.merge(theirs.state()) for ours, theirs in zip(mine.slices, other.slices, strict=True)]
    keys = {name: ours.merge(*other.keys[name].state()) for name, ours in mine.keys.items()}
    _merge_rows(mine, other, labels, slices, keys)
    mine.faults.merge(other.faults.state())
    for column, count in other.counted.items():
        mine.counted[column] = mine.counted.get(column, 0) + count
    mine.rows += other.rows
    for view, table in enumerate([np.zeros(1, np.uint16), *slices]):
        mine.sizes[view] = _added(mine.sizes[view], other.sizes[view], (table,))
        if mine.plan.weight is not None:
            mine.weights[view] = _added(mine.weights[view], other.weights[view], (table, labels))
    for (key, model, aspect), one in other.summaries.items():
        here = SliceKey(key.view, int(slices[key.view - 1][key.place])) if key.view else key
        total = one.total()
        if total is not None:
            mine.accumulator(here, model, aspect).push(total)
    if mine.resolutions is None and other.resolutions is not None:
        mine.resolutions = other.resolutions
    if mine.resolutions is not None:
        for (key, _, _), one in mine.summaries.items():
            one.coarsen(mine.resolutions[key.view > 0], mine.plan.thresholds)
    mine._keep_within_cells()


def _added(mine: Array, other: Array, places: tuple[Array, ...]) -> Array:
    """Sums whose last axes are slices or labels, where the other's entries stand at other places."""
    from .rows import grown

    at = [table[:count].astype(np.int64) for table, count in zip(places, other.shape[-len(places) :], strict=True)]
    shape = tuple(int(table.max(initial=-1)) + 1 for table in at)
    moved = np.zeros((*other.shape[: -len(places)], *shape), other.dtype)
    places_of: Any = (..., *np.ix_(*at))
    moved[places_of] = other
    return grown(mine, moved.shape) + grown(moved, mine.shape)


def _merge_rows(mine: "Partial", other: "Partial", labels: Array, slices: list[Array], keys: dict[str, Array | None]) -> None:
    """Rows stay at hand where they are few together; else those of both go into blocks."""
    together = mine.has_all_rows and other.has_all_rows and mine.rows + other.rows <= mine.plan.at_hand
    if not together:
        for one in (mine, other):
            one._let_go()
        _merge_tables(mine, other, slices)
    segments = [*other.buffer.sealed, *([other.buffer.view()] if other.buffer.rows else [])]
    runs = [other.buffer.sealed_runs, *([other.buffer.runs] if other.buffer.rows else [])] if segments else []
    mine.overflown |= other.overflown
    if mine.overflown:
        mine.buffer = RowBuffer()
        mine.flushed = mine.blocked = 0
        return
    moved = [{key: _moved(key, values, labels, slices, keys) for key, values in segment.items()} for segment in segments]
    if together:
        for columns in moved:
            at = 0
            for start, n in other.buffer.runs:
                mine.buffer.add({key: values[at : at + n] for key, values in columns.items()}, start, mine.plan.most_rows)
                at += n
        mine.flushed = mine.buffer.rows
    elif mine.waiting:
        mine.buffer.sealed += moved
        mine.buffer.sealed_runs += [run for some in runs for run in some]
        mine._keep_within_waiting()


def _moved(key: Any, values: Array, labels: Array, slices: list[Array], keys: dict[str, Array | None]) -> Array:
    """A column of another partial's rows, its codes made ours."""
    kind, which = key
    if kind == "label":
        return np.asarray(labels[values])
    if kind == "slice":
        return np.asarray(slices[which - 1][values])
    if kind == "key" and keys[which] is not None:
        return np.asarray(keys[which])[values]
    return values


def _merge_tables(mine: "Partial", other: "Partial", slices: list[Array]) -> None:
    """The blocks of both, matched by what their rows or clusters are."""
    from .partial import SliceKey

    keys = None if mine.plan.cluster is None else mine.keys[mine.plan.cluster]
    assigner, ours, theirs = mine.assigner.merged(other.assigner, keys)
    mine.assigner = assigner
    if ours is not None:
        mine.tables = {slot: table.regrouped(ours, assigner.blocks) for slot, table in mine.tables.items()}
    for (key, model, aspect), table in other.tables.items():
        here = SliceKey(key.view, int(slices[key.view - 1][key.place])) if key.view else key
        moved = table if theirs is None else table.regrouped(theirs, assigner.blocks)
        slot = here, model, aspect
        mine.tables[slot] = mine.tables[slot] + moved if slot in mine.tables else moved


def to_bytes(partial: "Partial") -> bytes:
    """All that a partial keeps: JSON for names and counts, arrays for rows, bytes for summaries and tables."""
    partial.flush()
    arrays: Arrays = {f"sizes.{view}": sizes for view, sizes in enumerate(partial.sizes)}
    arrays |= {f"weights.{view}": weights for view, weights in enumerate(partial.weights)}
    meta: dict[str, Any] = {
        "rows": partial.rows,
        "faults": partial.faults.state(),
        "labels": partial.labels.state(),
        "slices": [slices.state() for slices in partial.slices],
        "keys": {},
        "resolutions": partial.resolutions,
        "overflown": partial.overflown,
        "settled": partial.settled,
        "assigner": {"places": list(partial.assigner.places), "folded": partial.assigner.folded},
        "summaries": [],
        "tables": [],
        "blocked": partial.blocked,
        "counted": partial.counted,
    }
    for name, keys in partial.keys.items():
        meta["keys"][name], arrays[f"keys.{name}"] = keys.state()
    for place, (slot, one) in enumerate(partial.summaries.items()):
        total = one.total()
        if total is not None:
            meta["summaries"].append([place, *_named(slot)])
            arrays[f"summary.{place}"] = np.frombuffer(total.to_bytes(), np.uint8)
    for place, (slot, table) in enumerate(partial.tables.items()):
        meta["tables"].append([place, *_named(slot)])
        arrays[f"table.{place}"] = np.frombuffer(table.to_bytes(), np.uint8)
    segments = [*partial.buffer.sealed, *([partial.buffer.view()] if partial.buffer.rows else [])]
    meta["segments"] = [[list(key) for key in segment] for segment in segments]
    meta["runs"], meta["sealed_runs"], meta["has_all_rows"] = partial.buffer.runs, partial.buffer.sealed_runs, partial.buffer.rows
    for s, segment in enumerate(segments):
        arrays |= {f"segment.{s}.{c}": values for c, values in enumerate(segment.values())}
    return pack("Partial", meta, arrays)


def _named(slot: "Slot") -> list[Any]:
    (view, place), model, aspect = slot
    return [view, place, model, aspect]
