"""Partials that are made where the rows are: rows are let go where they are too many to be sent on, and lists become values of metrics."""

from .finished import Pass
from .partial import WHOLE, Partial
from .rows import RowBuffer


def settle(partial: Partial) -> None:
    """All rows of a part are in, those of a key together."""
    partial.flush()
    partial.settled = True
    if partial.buffer.all_rows > partial.plan.most_kept or partial.buffer.sealed:
        partial._let_go()


def condense(partial: Partial) -> None:
    """Rows that waited for others of their key become what metrics need of them."""
    plan, found = partial.plan, Pass(partial)
    wanted = plan.references({model.name: {} for model in plan.models})
    for aspect, model in [(aspect, model) for aspect, model in partial.pairs if aspect.waits(plan)]:
        asked = [reference for reference in wanted if plan.aspect_of(reference) is aspect]
        for key in [WHOLE, *(key for key, _, rows in found.slices() if rows)]:  # other parts may have those that have none here
            summary = found.summary(key, model, aspect)
            if summary is not None:
                partial.accumulator(key, model.name, aspect.key).push(aspect.condensed(summary, asked, plan))
            found.forget(key, model, aspect)
    partial.buffer = RowBuffer()
