"""Exact at any size: rows elsewhere are put in the order of a score, stretch by stretch, and each stretch needs only what stands above it.

What a pass keeps in coarse cells is told exactly that way: the order is the cluster's own, and the totals of stretches, then what each of
them adds, are all that comes here.
"""

import itertools
import json
import math
from typing import Any

from ..engines import Source
from ..engines.source import Meter, silent
from ..errors import InputError
from ..tasks.aspect import Aspect
from .elsewhere import PartialWork
from .finished import Pass
from .models import Model
from .partial import WHOLE, Partial, SliceKey
from .plan import Plan

STRETCH = 2**22
"""Rows in a stretch, about."""
LEAST = 4
"""Stretches, at the least."""
Amounts = dict[str, Any]


class RangeQuery:
    """Of the bytes of a stretch, what is asked of its summaries, by slice: its totals, or what it adds once these are ``known`` of all."""

    def __init__(self, plan: Plan, aspect: Aspect, model: Model, known: dict[int, Amounts] | None = None) -> None:
        self.plan, self.aspect, self.model, self.known = plan, aspect, model, known

    def __call__(self, number: int, made: bytes) -> bytes:
        partial = Partial.from_bytes(self.plan, made)
        known = None if self.known is None else self.known.get(number, {})
        found: Amounts = {}
        for slot, one in partial.summaries.items():
            key, model, aspect = slot
            summary = one.total()
            if model != self.model.name or aspect != self.aspect.key or summary is None:
                continue
            name = named(key, partial.slices[key.view - 1].keys[key.place] if key.view else {})
            if known is None:
                found[name] = self.aspect.totals(summary)
            elif name in known:
                found[name] = self.aspect.stretch(summary, *known[name])
        return json.dumps(found).encode()


def named(key: SliceKey, by: dict[str, Any]) -> str:
    """A slice by what it is: its place differs from partial to partial."""
    return json.dumps([key.view, [[type(value).__name__, str(value)] for value in by.values()]])


def tell_exactly(source: Source, finished: Pass, tell: Meter = silent) -> None:
    """Fill in what is exact at any size of what the pass has kept in cells."""
    plan = finished.plan
    asked = [(aspect, model, column) for aspect, model in finished.pairs if (column := aspect.ordered_by(plan, model)) is not None]
    if not asked:
        raise InputError("evaluation.exact_metric_unsupported")
    slices = {named(WHOLE, {}): WHOLE} | {named(key, by): key for key, by, _ in finished.slices()}
    for aspect, model, column in asked:
        narrow = _narrow(finished, aspect, model)
        count = max(math.ceil(finished.rows / STRETCH), LEAST)
        with source.ordered(narrow.wanted, PartialWork(narrow), column, count, tell) as stretches:
            totals = _read(stretches.each(RangeQuery(narrow, aspect, model)))
            order = sorted((at for at, one in totals.items() if one), key=lambda at: -totals[at][named(WHOLE, {})][-2])
            _refuse_shared([totals[at][named(WHOLE, {})] for at in order])
            above, whole = _cumulated([totals[at] for at in order])
            known = {at: {name: (above[k][name], whole[name]) for name in totals[at]} for k, at in enumerate(order)}
            added = _read(stretches.each(RangeQuery(narrow, aspect, model, known)))
        for name, key in slices.items():
            parts = [added[at][name] for at in order if name in added[at]]
            if parts:
                finished.replaced(key, model, aspect, aspect.told(finished.summary(key, model, aspect), parts, whole[name]))


def _narrow(finished: Pass, aspect: Aspect, model: Model) -> Plan:
    """The plan of one model's rows in order: nothing coarse, no blocks, no rows kept. What was dropped for other columns stays dropped."""
    plan = finished.unfinished
    narrow = plan.replace(seed=None, most_cells=2**62, most_kept=0, metrics=(), key=())
    if finished.faults.dropped:
        return narrow
    return narrow.replace(only=frozenset([aspect.key]), models=(model,), cluster=None)


def _read(answers: dict[int, bytes]) -> dict[int, Amounts]:
    return {number: json.loads(one) for number, one in answers.items()}


def _cumulated(totals: list[Amounts]) -> tuple[list[Amounts], Amounts]:
    """By slice, what stands above each stretch, and all together."""
    running: dict[str, list[float]] = {name: [0, 0] for one in totals for name in one}
    above = []
    for one in totals:
        above.append({name: list(running[name]) for name in one})
        for name, (pos, neg, *_) in one.items():
            running[name] = [running[name][0] + pos, running[name][1] + neg]
    return above, running


def _refuse_shared(ends: list[list[float]]) -> None:
    """Stretches that share a score would count its ties wrongly."""
    for one, other in itertools.pairwise(ends):
        if not one[-1] > other[-2]:
            raise InputError("evaluation.score_in_two_ranges", score=other[-2])
