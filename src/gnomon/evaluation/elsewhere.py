"""A pass over rows that are elsewhere, as on a cluster: partials are made and merged where the rows are, and the last few come here."""

from collections.abc import Callable, Iterable, Iterator

from ..engines import Batch, Source
from ..engines.memory import said_bytes
from ..errors import InputError
from .partial import Partial
from .plan import Plan
from .settling import settle

KEPT = 2**16
"""Rows that travel as they are. Of so few, everything is as it would be in memory; of more, only what they sum up to travels."""


class PartialWork:
    """What is done with the rows of a part: they go into a partial, and partials merge."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan

    def made(self, batches: Iterator[tuple[Batch, int]]) -> bytes:
        partial = Partial(self.plan)
        for batch, start in batches:
            partial.update(batch, start)
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
    return Partial(plan) if whole is None else whole


def read_elsewhere(source: Source, plan: Plan, tell: Callable[[int], None]) -> Partial:
    """The partial of all rows of a source that sums them up where they are."""
    waiting = any(aspect.waits(plan) for aspect in plan.aspects)
    parts = source.spread(plan.wanted, PartialWork(plan), tell, together=plan.group if waiting else None)
    whole = merged(plan, parts)
    if whole.overflown:
        raise InputError(
            "⟦memory⟧: groups of {column!r} in one partition do not fit into {limit} together; allow more, or make partitions smaller by "
            "spark.sql.shuffle.partitions",
            column=plan.group,
            limit=said_bytes(plan.limit or 0),
        )
    return whole
