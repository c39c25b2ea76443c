"""What does not fit at once: several passes over the data, each taking the rows of some keys, whose union is exact."""

import math
from collections.abc import Callable, Sequence
from typing import Any

from ..catalog import Reference
from ..engines import HashPartition, Source
from ..heap import give_back
from ..memory import reading_share
from ..tasks.aspect import Aspect
from .account import too_little
from .finished import Pass
from .partial import Partial, SliceKey, Slot
from .survey import BATCH

WORKING = 5
"""Rows that are put into lists take about so many times their own bytes while that is done."""
JOINING = 8
"""Columns with an entry for each query that are there besides all others while one metric is joined, or its interval made."""


def parts_needed(finished: Pass, waiting: Sequence[Aspect], wanted: Sequence[Reference]) -> int:
    """How many passes it takes for each to fit beside what has been kept; refused where what must be kept does not fit."""
    plan = finished.plan
    rows = finished.rows * finished.row_bytes * WORKING
    if plan.limit is None:
        return max(math.ceil(rows / (2 * plan.most_waiting)), 2)
    slots = sum(finished.slots_of(aspect) for aspect in waiting)
    kept = 8 * slots * (len(wanted) + 2) + finished.held_bytes
    reading = reading_share(plan.limit, len(plan.wanted.names))
    joining = max(8 * JOINING * finished.keys(plan.group or "") - reading, 0)  # nothing is read any more by then
    free = plan.limit - reading - kept
    if free < max(plan.limit // 16, joining):
        raise too_little(plan, kept + max(kept // 15, joining))
    return max(math.ceil(rows / min(free, 2 * plan.most_waiting)), 2)


def gather(source: Source, finished: Pass, tell: Callable[[int], None]) -> None:
    """Fill in, pass by pass, what aspects that must wait for all rows of a key could not keep; condensed to what metrics need."""
    plan = finished.plan
    waiting = [aspect for aspect in plan.aspects if aspect.waits(plan)]
    assert plan.group is not None
    wanted = plan.references({model.name: {} for model in plan.models})
    asked = {aspect.key: [reference for reference in wanted if plan.aspect_of(reference) is aspect] for aspect in waiting}
    parts = parts_needed(finished, waiting, [reference for some in asked.values() for reference in some])
    # Rows that another aspect's column lacks were dropped, and must be dropped here too.
    only = None if finished.faults.dropped else frozenset(aspect.key for aspect in waiting)
    part_plan = plan.replace(only=only, most_waiting=2**62, seed=None, spells=source.spells, most_names=2**62)
    given: dict[Slot, list[Any]] = {}
    for part in range(parts):
        partial, rows = Partial(part_plan), 0
        for name in finished.labels.names:  # what all rows say of the labels holds of each part
            partial.labels.place(name)
        for batch in source.batches(part_plan.wanted, min(BATCH, plan.batch_rows), HashPartition(plan.group, part, parts)):
            partial.update(batch, rows)
            rows += len(next(iter(batch.values())).values)
            tell(rows)
        if rows:
            _take(partial, finished, asked, given)
        del partial
        give_back()
    finished.given = {slot: type(parts[0]).united(parts) for slot, parts in given.items()}


def _take(partial: Partial, finished: Pass, asked: dict[str, list[Reference]], given: dict[Slot, list[Any]]) -> None:
    """Add what a pass has gathered to what earlier ones have."""
    partial.flush()
    found = Pass(partial)
    keys = {tuple(by.items()): key for key, by, _ in finished.slices()}
    for aspect in (aspect for aspect in finished.plan.aspects if aspect.key in asked):
        for model in finished.plan.models:
            if not aspect.has(finished.plan, model):
                continue
            parts = [(SliceKey(0, 0), SliceKey(0, 0)), *((key, keys[tuple(by.items())]) for key, by, _ in found.slices())]
            for mine, theirs in parts:
                condensed = aspect.condensed(found.summary(mine, model, aspect), asked[aspect.key], finished.plan)
                given.setdefault((theirs, model.name, aspect.key), []).append(condensed)
                found.forget(mine, model, aspect)
