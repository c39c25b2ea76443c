"""A survey of the data: the first rows settle what one batch must not decide, the task, the classes and the types."""

from collections.abc import Generator, Iterator
from itertools import islice
from typing import TYPE_CHECKING, Any

from ..engines import Batch, Column, Source
from ..engines.columns import spelt
from ..errors import InputError
from ..inputs import DEFAULT_POSITIVE
from ..messages.language import say
from ..tasks import registry
from .account import LEAST_BATCH, batch_rows, has_texts, settled, survey_rows, text_bytes
from .appearance import ColumnProfile
from .labels import LabelVocabulary
from .partial import Partial
from .plan import Plan
from .slice_bins import edges_of
from .vocabulary import integer_column

if TYPE_CHECKING:
    from ..tasks.task import Task
    from .arrays import ArraySurvey


SURVEYED = 2**20
"""Rows that are looked at; the plan does not change after them."""
BATCH = 2**20
"""Rows read at a time."""


class Survey:
    """The first rows of a source: their labels, and the batches they came in, so that a pass need not read them again."""

    def __init__(self, source: Source, plan: Plan) -> None:
        self.plan = plan
        self.labels = LabelVocabulary(plan.label, source.spells, plan.text_labels)
        self._texts, self._spell_text = LabelVocabulary(plan.label, source.spells, text=True), set[bool]()
        self._predicted = [part.column for part in plan.parts if part.kind == "label" and part.column != plan.label]
        self.looks = {column: ColumnProfile() for column in (plan.label, *self._predicted)}
        """What the truth and the predictions look like: classes, or numbers."""
        self.batches: list[Batch] = []
        self.sliced: list[Batch] = []
        """The columns that are sliced by, of every row surveyed."""
        self.wide = False
        """Whether the first rows' columns were too many to keep all of them, so that a pass must read them again."""
        self._source = source
        self.rows = 0
        self.lists = False
        """Whether the label is a list in each row."""
        self.stream = self._opened()
        most = SURVEYED if plan.limit is None else survey_rows(self.plan, plan.limit)
        self.rows_known = source.rows if not source.roughly else None
        self.likely = source.rows
        """How many rows there are, exactly or about, where the source knows."""
        reads_labels = any(part.kind == "label" and part.column == plan.label for part in plan.parts)
        for batch in self.stream:
            rows = len(next(iter(batch.values())).values)
            self.wide |= bool(self.batches) and self.rows + rows > most and self.rows < SURVEYED
            if not self.wide:
                self.batches.append(batch)
            self.sliced.append({name: batch[name].part(slice(0, max(SURVEYED - self.rows, 0))) for name in plan.by if name in batch})
            if reads_labels:
                self._read_labels(batch, SURVEYED - self.rows)
            self.rows += rows
            if self.rows >= SURVEYED and (self.labels.names or self.fractions or self.lists or not reads_labels):
                break
        self._settle_texts()

    def _opened(self) -> Generator[Batch, None, None]:
        """All rows, in smaller batches where the first ones of a file show that texts are longer than names usually are."""
        plan = self.plan
        if plan.limit is not None and self._source.inputs and not self._source.apart and not plan.text_bytes and has_texts(plan):
            first = list(islice(self._source.batches(plan.wanted, LEAST_BATCH), 1))
            plan = plan.replace(text_bytes=text_bytes(plan, first[0]) if first else 0)
            self.plan = plan.replace(batch_rows=min(plan.batch_rows, batch_rows(plan, plan.limit or 0)))
        return _closable(_rows_of(self._source, self.plan))

    def _read_labels(self, batch: Batch, most: int) -> None:
        """The labels of a batch's first rows; past the rows surveyed, only until there is one at all."""
        column = batch[self.plan.label]
        self.lists |= column.lists
        if self.lists:
            return
        for name, look in self.looks.items():
            look.see(batch[name].part(slice(0, max(most, 1))), self._source.spells)
        if self.fractions and self.plan.group is None:  # no classes, whatever else they are: millions of names would be kept in vain
            return
        columns = [_whole(one.part(slice(0, most)) if most > 0 else one) for one in (column, *(batch[name] for name in self._predicted))]
        if len(columns[0].values):
            self.labels.codes(columns[0])
        for one in columns if self.labels.spells else ():
            self._spell_text |= {isinstance(spelt(name), str) for name in one.encoded().names or ()}
        if self.labels.spells:
            self._texts.codes(columns[0])

    def _settle_texts(self) -> None:
        """Where labels and predictions of the first rows spell numbers here and text there, all of them are text: 08 and 10 are codes."""
        if self.labels.spells and not self.lists and len(self._spell_text) > 1:
            self.labels = self._texts

    @property
    def fractions(self) -> bool:
        """Whether the truth holds fractions."""
        return self.looks[self.plan.label].fraction is not None

    @property
    def names(self) -> list[Any]:
        """The labels of the first rows, in their order."""
        return self.labels.ordered

    def __iter__(self) -> Iterator[Batch]:
        """All batches, those of the survey first, as far as they were kept."""
        if self.wide:
            self.batches.clear()
            self.close()
            yield from _rows_of(self._source, self.plan)
            return
        while self.batches:
            yield self.batches.pop(0)
        yield from self.stream

    def close(self) -> None:
        """Let go of the rows; they will be read another time."""
        self.batches.clear()
        self.stream.close()


def _rows_of(source: Source, plan: Plan) -> Iterator[Batch]:
    """All rows of a source from the first on, or the first ones where the others stay elsewhere."""
    size = min(BATCH, plan.batch_rows)
    if source.apart:
        return (batch for batch, _ in source.first_rows(plan.wanted, size))
    return source.batches(plan.wanted, size)


def _closable(batches: Iterator[Batch]) -> Generator[Batch, None, None]:
    yield from batches


def _whole(column: Column) -> Column:
    """A column without the rows in which it is missing."""
    gaps = column.gaps()
    return column if gaps is None else column.part(~gaps)


def survey(source: Source, plan: Plan) -> tuple[Plan, Iterator[Batch]]:
    """The plan that the first rows settle, and the batches to come."""
    found = Survey(source, plan)
    plan = found.plan.replace(text_labels=found.labels.text)
    resolved = resolve(plan.replace(spells=source.spells, first_row=source.first_row, expected_rows=found.rows_known), found)
    if resolved.wanted != plan.wanted:  # the task reads its columns in another way than labels are read
        found.close()
        again = Survey(source, resolved)
        resolved = with_cells(resolved, again)
        again.close()
        return resolved, iter(Survey(source, resolved))
    return with_cells(resolved, found), iter(found)


def resolve(plan: Plan, found: Survey) -> Plan:
    """The task, and what it makes of the columns; metrics that it cannot give are refused now rather than after a billion rows."""
    task = plan.task or next(task for task in registry.tasks() if task.recognises(plan, found))
    if not task.numbers and (found.names or found.fractions):
        graded = plan.group is not None and (plan.task is None or plan.task.grades)
        found.labels.refuse_fractions("label", grades=graded, known=found.looks[plan.label].fraction)
    if found.lists and not task.lists:
        raise InputError(
            "evaluation.label_holds_lists",
            label=plan.label,
            en=task.called,
        )
    refuse_options(plan, task, found)
    if plan.positive is not DEFAULT_POSITIVE and not task.one_positive:
        raise InputError(
            "evaluation.positive_unused_by_task",
            positive=plan.positive,
            en=task.called,
        )
    plan = plan.replace(task=task)
    if not found.rows:
        return plan
    plan = task.resolve(plan, found)
    for reference in plan.metrics:
        plan.check(reference)
    return plan


def refuse_options(plan: Plan, task: "Task", found: "ArraySurvey | Survey") -> None:
    """Options that the task does not take would be ignored; what made the task what it is may be what is wrong."""
    reading = [*map(registry.aspect, task.aspects), *task.visitors(plan)]
    known = {option.name for aspect in reading for option in aspect.options}
    for name in plan.options:
        if name not in known:
            raise InputError(
                "evaluation.option_unsupported_by_task",
                name=name,
                why=_what_made(plan, found),
                en=task.called,
            )


def _what_made(plan: Plan, found: Any) -> str:
    """What was asked for or seen that settled the task."""
    if plan.task is not None:
        return say("evaluation.part_task_asked_for", task=plan.task.key)
    if found.lists or not found.names:
        return say("evaluation.part_label_holds_lists", label=plan.label)
    shown = ", ".join(map(repr, found.names[:8])) + (", …" if len(found.names) > 8 else "")
    return say("evaluation.part_label_class_count", label=plan.label, count=len(found.names), shown=shown)


def _slice_edges(plan: Plan, found: Survey) -> dict[str, tuple[float, ...]]:
    """The bins of the columns of numbers that are sliced by: as asked, or from the rows surveyed, however they were batched."""
    free = [name for name in plan.by if name not in plan.slice_edges]
    made = {name: edges_of([part[name] for part in found.sliced if name in part], plan.spells) for name in free}
    return {**plan.slice_edges, **{name: edges for name, edges in made.items() if edges}}


def _within_limit(plan: Plan, found: Survey) -> tuple[Plan, bool]:
    """The plan with its shares of the memory settled, and whether all rows will be at hand."""
    whole = found.rows_known if found.rows_known is not None or found.rows >= SURVEYED else found.rows
    if whole is not None and whole <= plan.at_hand:
        made = settled(plan, found, few=True)
        if whole <= made.at_hand:  # the names of keys may leave too little room for all rows
            return made, True
    return settled(plan, found, few=False), False


def with_cells(plan: Plan, found: Survey) -> Plan:
    """The plan with the types of its keys, and the cells that blocks of a long pass are kept in."""
    first = found.batches[0] if found.batches else {}
    keys = [part.column for part in plan.parts if part.kind == "key" and not part.blank]
    plan = plan.replace(integer_keys=frozenset(name for name in keys if name in first and integer_column(first[name])))
    plan = plan.replace(slice_edges=_slice_edges(plan, found))
    plan, few = _within_limit(plan, found)
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
