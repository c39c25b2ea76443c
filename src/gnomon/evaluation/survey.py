"""A survey of the data: the first rows settle what one batch must not decide, the task, the classes and the types."""

from collections.abc import Iterator
from typing import Any

from ..engines import Batch, Source
from ..errors import InputError
from ..tasks import registry
from .labels import LabelVocabulary
from .partial import Partial
from .plan import Plan
from .slice_bins import edges_of
from .vocabulary import integer_column

SURVEYED = 2**20
"""Rows that are looked at; the plan does not change after them."""
BATCH = 2**20
"""Rows read at a time."""


class Survey:
    """The first rows of a source: their labels, and the batches they came in, so that a pass need not read them again."""

    def __init__(self, source: Source, plan: Plan) -> None:
        self.plan = plan
        self.labels = LabelVocabulary(plan.label, source.spells)
        self.batches: list[Batch] = []
        self.rows = 0
        self.lists = False
        """Whether the label is a list in each row."""
        self.stream = source.batches(plan.wanted, size=BATCH)
        self.rows_known = source.rows if not source.roughly else None
        reads_labels = any(part.kind == "label" and part.column == plan.label for part in plan.parts)
        for batch in self.stream:
            self.batches.append(batch)
            if reads_labels:
                self._read_labels(batch, SURVEYED - self.rows)
            self.rows += len(next(iter(batch.values())).values)
            if self.rows >= SURVEYED and (self.labels.names or self.lists or not reads_labels):
                break

    def _read_labels(self, batch: Batch, most: int) -> None:
        """The labels of a batch's first rows; past the rows surveyed, only until there is one at all."""
        column = batch[self.plan.label]
        self.lists |= column.lists
        if self.lists:
            return
        column = column.part(slice(0, most)) if most > 0 else column
        gaps = column.gaps()
        column = column if gaps is None else column.part(~gaps)
        if len(column.values):
            self.labels.codes(column)

    @property
    def names(self) -> list[Any]:
        """The labels of the first rows, in their order."""
        return self.labels.ordered

    def __iter__(self) -> Iterator[Batch]:
        """All batches, those of the survey first."""
        while self.batches:
            yield self.batches.pop(0)
        yield from self.stream


def survey(source: Source, plan: Plan) -> tuple[Plan, Iterator[Batch]]:
    """The plan that the first rows settle, and the batches to come."""
    found = Survey(source, plan)
    resolved = resolve(plan.replace(spells=source.spells, first_row=source.first_row, expected_rows=found.rows_known), found)
    if resolved.wanted != plan.wanted:  # the task reads its columns in another way than labels are read
        resolved = with_cells(resolved, Survey(source, resolved))
        return resolved, iter(Survey(source, resolved))
    return with_cells(resolved, found), iter(found)


def resolve(plan: Plan, found: Survey) -> Plan:
    """The task, and what it makes of the columns; metrics that it cannot give are refused now rather than after a billion rows."""
    graded = plan.group is not None and (plan.task is None or plan.task.grades)
    if found.names:
        found.labels.refuse_fractions("label", grades=graded)
    task = plan.task or next(task for task in registry.tasks() if task.recognises(plan, found))
    if found.lists and not task.lists:
        raise InputError(
            "⟦label⟧: {label!r} holds lists, and {en} reads one label a row; name a column of plain values, or leave ⟦task=⟧ out",
            label=plan.label,
            en=task.called,
        )
    refuse_options(plan, task)
    plan = plan.replace(task=task)
    if not found.rows:
        return plan
    plan = task.resolve(plan, found)
    for reference in plan.metrics:
        plan.check(reference)
    return plan


def refuse_options(plan: Plan, task: Any) -> None:
    """Options that the task does not take would be ignored."""
    known = {option.name for key in task.aspects for option in registry.aspect(key).options}
    for name in plan.options:
        if name not in known:
            raise InputError("{name}: {en} takes no such option; leave it out", name=name, en=task.called)


def _slice_edges(plan: Plan, found: Survey) -> dict[str, tuple[float, ...]]:
    """The bins of the columns of numbers that are sliced by, from the rows surveyed, however they were batched."""
    rows, parts = 0, []
    for batch in found.batches:
        parts.append({name: batch[name].part(slice(0, max(SURVEYED - rows, 0))) for name in plan.by if name in batch})
        rows += len(next(iter(batch.values())).values)
    made = {name: edges_of([part[name] for part in parts if name in part]) for name in plan.by}
    return {name: edges for name, edges in made.items() if edges}


def with_cells(plan: Plan, found: Survey) -> Plan:
    """The plan with the types of its keys, and the cells that blocks of a long pass are kept in."""
    first = found.batches[0] if found.batches else {}
    keys = [part.column for part in plan.parts if part.kind == "key" and not part.blank]
    plan = plan.replace(integer_keys=frozenset(name for name in keys if name in first and integer_column(first[name])))
    plan = plan.replace(slice_edges=_slice_edges(plan, found))
    whole = found.rows_known if found.rows_known is not None or found.rows >= SURVEYED else found.rows
    few = whole is not None and whole <= plan.most_rows
    if few or plan.seed is None or not any(aspect.needs_blocks(plan) for aspect in plan.aspects):
        return plan
    partial, start = Partial(plan.replace(missing="drop", by=(), most_rows=2**40)), 0
    for batch in found.batches:
        some = {name: column.part(slice(0, max(SURVEYED - start, 0))) for name, column in batch.items()}
        partial.update(some, start)
        start += len(next(iter(some.values())).values)
    if partial.faults.fatal or not partial.buffer.rows:
        return plan
    block = partial.block(partial.buffer.view(), partial.buffer.rows)
    grids: dict[tuple[str, Any], Any] = {}
    for aspect, model in partial.pairs:
        if not aspect.waits(plan):
            grids |= {(model.name, part): grid for part, grid in aspect.grids(block, plan, model).items()}
    return plan.replace(grids=grids)
