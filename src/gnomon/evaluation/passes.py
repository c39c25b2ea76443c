"""What does not fit at once: several passes over the data, each taking the rows of some keys, whose union is exact."""

import math
from collections.abc import Callable

from ..catalog import Reference
from ..engines import Share, Source
from ..tasks.aspect import Aspect
from .finished import Pass
from .partial import Partial, SliceKey
from .plan import Plan
from .survey import BATCH

WORKING = 5
"""Rows that are put into lists take about so many times their own bytes while that is done."""


def parts_needed(rows: int, row_bytes: int, plan: Plan) -> int:
    """How many passes it takes for each to fit."""
    return max(math.ceil(rows * row_bytes * WORKING / (2 * plan.most_waiting)), 2)


def gather(source: Source, finished: Pass, tell: Callable[[int], None]) -> None:
    """Fill in, pass by pass, what aspects that must wait for all rows of a key could not keep; condensed to what metrics need."""
    plan = finished.plan
    waiting = [aspect for aspect in plan.aspects if aspect.waits(plan)]
    assert plan.group is not None
    wanted = plan.references({model.name: {} for model in plan.models})
    parts = parts_needed(finished.rows, finished.row_bytes, plan)
    # Rows that another aspect's column lacks were dropped, and must be dropped here too.
    only = None if finished.faults.dropped else frozenset(aspect.key for aspect in waiting)
    part_plan = plan.replace(only=only, most_waiting=2**62, seed=None, spells=source.spells)
    for part in range(parts):
        partial, rows = Partial(part_plan), 0
        for name in finished.labels.names:  # what all rows say of the labels holds of each part
            partial.labels.place(name)
        for batch in source.batches(part_plan.wanted, BATCH, Share(plan.group, part, parts)):
            partial.update(batch, rows)
            rows += len(next(iter(batch.values())).values)
            tell(rows)
        if rows:
            _take(partial, finished, waiting, wanted)


def _take(partial: Partial, finished: Pass, waiting: list[Aspect], wanted: list[Reference]) -> None:
    """Add what a pass has gathered to what earlier ones have."""
    partial.flush()
    found = Pass(partial)
    keys = {tuple(by.items()): key for key, by, _ in finished.slices()}
    for aspect in waiting:
        asked = [reference for reference in wanted if finished.plan.aspect_of(reference) is aspect]
        for model in finished.plan.models:
            if not aspect.has(finished.plan, model):
                continue
            parts = [(SliceKey(0, 0), SliceKey(0, 0)), *((key, keys[tuple(by.items())]) for key, by, _ in found.slices())]
            for mine, theirs in parts:
                condensed = aspect.condensed(found.summary(mine, model, aspect), asked, finished.plan)
                finished.add_given(theirs, model, aspect, condensed)
