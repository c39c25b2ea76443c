"""A partial from the bytes that it was written as. What they hold is held against the plan, and each part of it against the others."""

import math
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import numpy as np

from ..errors import InputError
from ..inputs.moments import Moment
from ..summary import Summary
from ..summary.packing import Arrays, unpack, whole
from ..tasks.blocks import MOST_BLOCKS, BlockAssigner, BlockTable, SummaryBlocks
from ..types import Array
from .vocabulary import KeyVocabulary

if TYPE_CHECKING:
    from ..tasks.aspect import Aspect
    from .models import Model
    from .partial import Partial, Slot
    from .plan import Plan

Columns = dict[tuple[str, Any], Array]
MOST = 2**63 - 1


def from_bytes(plan: "Plan", data: bytes) -> "Partial":
    """The partial of a plan that ``to_bytes`` wrote."""
    from .partial import Partial

    kind, meta, arrays = unpack(data)
    if kind != "Partial":
        raise InputError("evaluation.bytes_not_partial_of_pass", kind=kind)
    with whole("Partial"):
        made = Partial(plan)
        _names(made, meta, arrays)
        _counts(made, meta, arrays)
        _blocks(made, meta["assigner"])
        _summaries(made, meta, arrays)
        _rows(made, meta, arrays)
        return made


def _require(fits: object, what: str) -> None:
    """Refuse what does not fit; ``whole`` says of what it is."""
    if not fits:
        raise ValueError(what)


def _count(value: Any, most: int = MOST) -> int:
    _require(type(value) is int and 0 <= value <= most, f"{value!r} is no count up to {most}")
    return int(value)


def _truth(value: object) -> bool:
    _require(isinstance(value, bool), f"{value!r} is neither true nor false")
    return bool(value)


def _plain(names: Any) -> list[Any]:
    """Names as columns have them: texts, numbers, truths, moments, or none."""
    fits = isinstance(names, list) and all(
        name is None or isinstance(name, (str, int, Moment)) or (isinstance(name, float) and math.isfinite(name)) for name in names
    )
    _require(fits, "names are no names")
    return list(names)


def _in_place(codes: Array | None, many: int) -> None:
    """Codes of a vocabulary that is read into an empty one stay as they are."""
    _require(codes is None or many == 0 or np.array_equal(codes, np.arange(many)), "a name stands twice")


def _names(made: "Partial", meta: dict[str, Any], arrays: Arrays) -> None:
    """Labels, slices and keys, each name once."""
    names, order = _plain(meta["labels"]["names"]), meta["labels"]["order"]
    _in_place(made.labels.merge(names, None if order is None else _plain(order)), len(names))
    _require(len(made.labels.names) == len(names), "labels of the task are lacking")
    for slices, state in zip(made.slices, meta["slices"], strict=True):
        values = [_plain(one) for one in state["names"]]
        for key in state["crossed"]:
            for place, of in zip(key, values, strict=True):
                _count(place, len(of) - 1)
        _in_place(slices.merge(state), len(state["crossed"]) if len(slices.columns) > 1 else len(values[0]))
    _require(meta["keys"].keys() == made.keys.keys(), "keys are of other columns")
    for name, keys in made.keys.items():
        known, numbers = _plain(meta["keys"][name]["names"]), arrays[f"keys.{name}"]
        _require(numbers.dtype == np.int64 and numbers.ndim == 1 and (numbers[1:] > numbers[:-1]).all(), "keys do not ascend")
        _require(not (known if keys.integers else len(numbers)), "keys are of another type")
        _in_place(keys.merge(meta["keys"][name], numbers), len(known))


def _counts(made: "Partial", meta: dict[str, Any], arrays: Arrays) -> None:
    """How many rows there are, in all and of each slice, and what they weigh."""
    made.rows = _count(meta["rows"])
    faults = meta["faults"]
    _count(faults["dropped"], _count(faults["seen"]))
    for what, column, count, row, value in faults["found"]:
        _require(all(isinstance(one, str) for one in (what, column, value)), "a fault has no name")
        _count(count), _count(row)
    made.faults.merge(faults)
    labels = max(len(made.labels.names), 1)
    for view in range(len(made.sizes)):
        slices = len(made.slices[view - 1]) if view else 1
        sizes, weights = arrays[f"sizes.{view}"], arrays[f"weights.{view}"]
        _require(sizes.dtype == np.int64 and sizes.ndim == 1 and len(sizes) <= slices, "there are sizes of slices that are not there")
        _require(view or len(sizes) == 1, "the whole has no size")
        _require((sizes >= 0).all() and sizes.sum(dtype=float) <= made.rows, "slices have more rows than there are")
        fits = weights.dtype == np.float64 and weights.ndim == 3 and len(weights) == 2
        _require(fits and weights.shape[1] <= slices and weights.shape[2] <= labels, "there are weights of slices that are not there")
        _require((np.isfinite(weights) & (weights >= 0)).all(), "a weight is no weight")
        made.sizes[view], made.weights[view] = sizes, weights
    made.overflown, made.settled = _truth(meta["overflown"]), _truth(meta["settled"])
    made.counted = {name: _count(count) for name, count in meta["counted"].items()}
    if meta["resolutions"] is not None:
        first, second = (_count(one, 2**22) for one in meta["resolutions"])
        _require(first and second, "sweeps have no cells")
        made.resolutions = first, second


def _blocks(made: "Partial", held: dict[str, Any]) -> None:
    """Which blocks there are: those of clusters that are known."""
    plan, names, folded = made.plan, _plain(held["places"]), _truth(held["folded"])
    places = {name: place for place, name in enumerate(names)}
    _require(len(places) == len(names) <= MOST_BLOCKS and not (folded and names), "blocks stand twice, or are too many")
    known = {*made.keys[plan.cluster].names} if names and plan.cluster is not None else set()
    _require(places.keys() <= known and (plan.cluster is not None or not folded), "a block is of no cluster")
    made.assigner = BlockAssigner(plan.seed or 0, plan.cluster is not None, places, folded)


def _slots(made: "Partial", given: Iterable[Any]) -> "Iterable[tuple[int, Slot, Aspect, Model]]":
    """Each slot of a list with its number, its aspect and its model; of slices, models and aspects that the plan has, none twice."""
    from .partial import SliceKey

    pairs = {(model.name, aspect.key): (aspect, model) for aspect, model in made.pairs}
    met = set()
    for number, view, at, model, aspect in given:
        _count(view, len(made.slices))
        _count(at, len(made.slices[view - 1]) - 1 if view else 0)
        slot = SliceKey(view, at), model, aspect
        _require((model, aspect) in pairs and slot not in met, "a summary is of no aspect, or there twice")
        met.add(slot)
        yield _count(number), slot, *pairs[model, aspect]


def _summaries(made: "Partial", meta: dict[str, Any], arrays: Arrays) -> None:
    """The summary of each slot, and its table of blocks, of the kinds that its aspect has."""
    for number, slot, aspect, _ in _slots(made, meta["summaries"]):
        summary = Summary.from_bytes(arrays.pop(f"summary.{number}").tobytes())
        _require(isinstance(summary, (aspect.summary, *aspect.condensed_as)), f"{aspect.key} has a {type(summary).__name__}")
        made.accumulator(*slot).push(summary)
    for number, slot, aspect, model in _slots(made, meta["tables"]):
        table = BlockTable.from_bytes(arrays.pop(f"table.{number}").tobytes())
        empty = aspect.blocks(made.plan, model, slot[0].view > 0)
        _require(type(table) is type(empty) and table.fits(empty, made.assigner.blocks), f"{aspect.key} has blocks of other rows")
        if isinstance(table, SummaryBlocks):
            _require(all(isinstance(one, aspect.summary) for one in table.parts.values()), f"{aspect.key} has blocks of another kind")
        made.tables[slot] = table


def _rows(made: "Partial", meta: dict[str, Any], arrays: Arrays) -> None:
    """Rows at hand, and those put aside: the columns of the plan, of one length each, with codes that stand for something."""
    segments = [
        {(kind, which): arrays[f"segment.{s}.{c}"] for c, (kind, which) in enumerate(keys)} for s, keys in enumerate(meta["segments"])
    ]
    lengths = [_length(made, columns) for columns in segments]
    if _count(meta["has_all_rows"], made.rows):
        made.buffer.columns, made.buffer.rows = segments.pop(), meta["has_all_rows"]
        _require(lengths.pop() == made.buffer.rows, "columns are of another length than there are rows")
    made.buffer.runs, made.buffer.sealed_runs = _runs(meta["runs"], made.buffer.rows), _runs(meta["sealed_runs"], sum(lengths))
    made.buffer.sealed = segments
    made.flushed, made.blocked = made.buffer.rows, _count(meta["blocked"], made.buffer.rows)
    _require(made.buffer.all_rows <= made.rows, "there are more rows at hand than in all")
    _require(len({frozenset(columns) for columns in (*segments, made.buffer.columns) if columns}) <= 1, "columns come and go")


def _runs(given: Any, rows: int) -> list[tuple[int, int]]:
    """Where runs of rows start and how long they are; as many rows as there are columns for."""
    runs = [(_count(start), _count(n)) for start, n in given]
    _require(sum(n for _, n in runs) == rows, "runs have other rows than columns")
    return runs


def _length(made: "Partial", columns: Columns) -> int:
    """How many rows some columns have, once each of them is what the plan reads."""
    wanted = {part.key for part in made.parts if part.kind in ("label", "number") or (part.kind == "key" and not part.blank)}
    views: set[tuple[str, Any]] = {("slice", view) for view in range(1, len(made.slices) + 1)}
    _require(wanted | views <= columns.keys(), "a column is lacking")
    for (kind, which), values in columns.items():
        _require(values.ndim == 1 and len(values) == len(next(iter(columns.values()))), "columns differ in length")
        keys = made.keys.get(which) if kind == "key" else None
        if kind == "label":
            _require(_codes(values, len(made.labels.names)), "a row has no label")
        elif kind == "slice":
            _require(_codes(values, len(made.slices[_count(which, len(made.slices)) - 1])), "a row is of no slice")
        elif kind == "key":
            _require(keys is not None and _known(values, keys), "a row has no key")
        elif kind == "position":
            _require(values.dtype == np.int64 and (values >= 0).all(), "a row stands nowhere")
        else:
            _require(kind == "number" and values.dtype.kind in "biuf", "a column is no column")
    return len(next(iter(columns.values())))


def _codes(values: Array, many: int) -> bool:
    return values.dtype == np.uint16 and bool((values < many).all())


def _known(values: Array, keys: KeyVocabulary) -> bool:
    """Whether codes stand for keys; whole numbers stand for themselves."""
    return values.dtype == np.int64 and (keys.integers or bool(((values >= 0) & (values < len(keys))).all()))
