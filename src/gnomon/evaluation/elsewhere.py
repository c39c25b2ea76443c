"""A pass over rows that are elsewhere, as on a cluster: partials are made and merged where the rows are, and the last few come here."""

from collections.abc import Iterable, Iterator

import numpy as np

from ..engines import Batch, Source
from ..engines.source import Meter, Places
from ..heap import give_back
from .account import groups_too_large, too_little
from .partial import Partial
from .plan import Plan
from .settling import settle

KEPT = 2**16
"""Rows that travel as they are. Of so few, everything is as it would be in memory; of more, only what they sum up to travels."""


class GroupedPassState(Partial):
    """A partial of rows whose groups are whole. No second pass would bring those that do not fit, which are refused."""

    def _keep_within_waiting(self) -> None:
        held = self.buffer.nbytes + sum(keys.nbytes for keys in self.keys.values())
        if held > self.plan.most_waiting:
            assert self.plan.group is not None
            keys = self.keys[self.plan.group]
            codes = np.concatenate([columns["key", self.plan.group] for columns in self.buffer.sealed])
            groups, sizes = np.unique(codes, return_counts=True)
            at = int(np.argmax(sizes))
            raise groups_too_large(self.plan, keys.name(int(groups[at])), int(sizes[at]), len(groups), len(codes))


class PartialWork:
    """What is done with the rows of a part: they go into a partial, and partials merge."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan

    def made(self, batches: Iterator[tuple[Batch, Places]]) -> bytes:
        partial = GroupedPassState(self.plan)
        for batch, places in batches:
            partial.update(batch, places)
        settle(partial)
        return partial.to_bytes()

    def joined(self, parts: Iterable[bytes]) -> bytes:
        return merged(self.plan, parts).to_bytes()


def merged(plan: Plan, parts: Iterable[bytes]) -> Partial:
    """The partial of all parts; of none where there are none."""
    whole: Partial | None = None
    for part in parts:
        one = Partial.from_bytes(plan, part)
        whole = one if whole is None else whole.merge(one)
        del part, one
        give_back()  # what merging took is free by now
    return Partial(plan) if whole is None else whole


def read_elsewhere(source: Source, plan: Plan, tell: Meter) -> Partial:
    """The partial of all rows of a source that sums them up where they are."""
    waiting = any(aspect.waits(plan) for aspect in plan.aspects)
    parts = source.spread(plan.wanted, PartialWork(plan), tell, together=plan.group if waiting else None)
    whole = merged(plan, parts)
    if whole.overflown:  # no second pass reads the groups that did not fit
        raise too_little(plan, 2 * (plan.limit or 0))
    return whole
