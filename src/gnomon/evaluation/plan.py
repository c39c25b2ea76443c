"""What was asked for: which columns play which part, and which metrics are wanted."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, TypeVar

from ..catalog import Reference, parse
from ..engines import Projection
from ..engines.indicators import Indicators
from ..errors import InputError, OptionError
from ..inputs import DEFAULT_POSITIVE
from ..messages.language import say, term
from ..tasks import registry
from ..tasks.aspect import Aspect
from ..tasks.parts import ColumnRole
from ..tasks.task import Task
from .models import Model

Made = TypeVar("Made")


@dataclass(frozen=True, kw_only=True)
class Plan:
    """The parts that columns play. What the first rows tell (task, models) is settled by the survey, and fixed from then on."""

    label: str
    models: tuple[Model, ...]
    weight: str | None = None
    by: tuple[str, ...] = ()
    metrics: tuple[Reference, ...] = ()
    defaults: bool = True
    positive: Any = DEFAULT_POSITIVE
    task: Task | None = None
    missing: str = "error"
    cluster: str | None = None
    group: str | None = None
    """The column of queries or users, whose rows are ranked against each other."""
    shared_prediction: bool = False
    """Whether one column of predictions was named beside several of scores: those of one model's classes, then."""
    key: tuple[str, ...] = ()
    """Columns that name each row, by which evaluations of the same rows are matched."""
    indicators: Indicators = field(default_factory=dict)
    """Columns of lists that are made of columns of 0 and 1, one for each label."""
    options: Mapping[str, Any] = field(default_factory=dict)
    """What only one kind of evaluation takes."""
    spells: bool = False
    """Whether labels come as text that spells what they are, as in a CSV."""
    text_labels: bool = False
    """Whether they are that text after all, because some of it spells no number: 08 and 10 are codes, then."""
    first_row: int = 0
    """What the first row is called in messages."""
    doubts: Mapping[tuple[str, str], Any] = field(default_factory=dict)
    """Rows that some metrics cannot take, counted by code and model, once all rows are read."""
    only: frozenset[str] | None = None
    """The aspects that are read, where a pass reads only some."""
    seed: int | None = None
    """Of the blocks that intervals are drawn from; None where no intervals are wanted."""
    integer_keys: frozenset[str] = frozenset()
    """Clusters and queries that are whole numbers, and need no names of their own."""
    grids: Mapping[tuple[str, Any], Any] = field(default_factory=dict)
    """Cells for the blocks of a long pass, by model and part, from the first rows."""
    slice_edges: Mapping[str, tuple[float, ...]] = field(default_factory=dict)
    """Where the bins of columns of numbers end that are sliced by, as asked or from the first rows; none where each value is a slice."""
    vectors: Mapping[str, int] = field(default_factory=dict)
    """How many numbers each column of vectors of scores has, of which number i is the score of label i."""
    most_cells: int = 2**24
    """Cells of all sweeps together, past which they are coarsened."""
    most_rows: int = 2**19
    """Rows that are kept at hand; of more, blocks are."""
    most_kept: int = 2**62
    """Rows that travel with a partial, where partials are made elsewhere."""
    elsewhere: bool = False
    """Whether rows stay where they are, as on a cluster, where they have no order that could be relied on."""
    expected_rows: int | None = None
    """How many rows there are, where the source knows."""
    most_waiting: int = 2**30
    """Bytes of rows that wait until all of their query, or the like, are there."""
    most_names: int = 2**62
    """Bytes of the names of keys that are texts."""
    most_tables: int | None = None
    """Tables of blocks, of the whole and of slices; None where they need not be counted."""
    grid_parts: int = 1
    """How many times coarser than usual the cells of blocks are, so that their tables fit."""
    text_bytes: int = 0
    """What the texts of labels and slices take in a row, where they are longer than names usually are."""
    batch_rows: int = 2**20
    """Rows to read at a time."""
    limit: int | None = None
    """The memory that all of this is a share of; None where nothing is bounded."""

    @cached_property
    def aspects(self) -> tuple[Aspect, ...]:
        """What is read from the rows, once the task is known."""
        assert self.task is not None
        return tuple(aspect for aspect in self.task.active(self) if self.only is None or aspect.key in self.only)

    @cached_property
    def _worked_out(self) -> dict[Any, Any]:
        return {}

    def once(self, key: tuple[str, str], make: Callable[[], Made]) -> Made:
        """What an aspect works out of a plan, worked out once: blocks and slices ask for it thousands of times."""
        if key not in self._worked_out:
            self._worked_out[key] = make()
        found: Made = self._worked_out[key]
        return found

    @property
    def parts(self) -> list[ColumnRole]:
        """Every column that is read, and as what; before the task is known, labels are read as labels."""
        found = [part for aspect in self.aspects for part in aspect.parts(self)] if self.task is not None else []
        found = found or self._first_parts()
        if self.weight is not None:
            found.append(ColumnRole("weight", self.weight, "number", negative=False))
        found += [ColumnRole("by", column, "key", blank=True) for column in self.by]
        if self.cluster is not None:
            found.append(ColumnRole("group" if self.cluster == self.group else "cluster", self.cluster, "key"))
        found += [ColumnRole("key", column, "key") for column in self.key if column != self.cluster]
        return list(dict.fromkeys(found))

    def _first_parts(self) -> list[ColumnRole]:
        found = [ColumnRole("label", self.label, "label")]
        for model in self.models:
            found += [ColumnRole("score", column, "number") for column in model.columns]
            found += [ColumnRole("prediction", model.prediction, "label")] if model.prediction else []
        return found + ([ColumnRole("group", self.group, "key")] if self.group is not None else [])

    @property
    def wanted(self) -> Projection:
        """The columns to ask a source for."""
        by_kind: dict[str, list[str]] = {"number": [], "label": [], "key": []}
        for part in self.parts:
            by_kind["key" if part.kind == "text" else part.kind].append(part.column)
        return Projection(*(list(dict.fromkeys(columns)) for columns in by_kind.values()))

    @property
    def at_hand(self) -> int:
        """Up to how many rows in all are there when the pass is over."""
        return min(self.most_rows, self.most_kept)

    @property
    def thresholds(self) -> list[float]:
        """Thresholds at which labels will be wanted, should the sweeps have to become coarse."""
        given = {reference.at for reference in self.metrics if reference.entry.at == "threshold" and reference.at is not None}
        return sorted(given | ({0.5} if self.defaults else set()))

    def references(self, summaries: Mapping[str, Mapping[str, object]]) -> list[Reference]:
        """The metrics to compute: those asked for, and the defaults of each aspect now that its summaries are known."""
        chosen = list(self.metrics)
        if self.defaults:
            assert self.task is not None
            chosen += [parse(text) for text in self.task.defaults(self, summaries)]
        return list({str(reference): reference for reference in chosen}.values())

    def aspect_of(self, reference: Reference) -> Aspect | None:
        """The aspect that answers a metric."""
        return next((aspect for aspect in self.aspects if aspect.answers(reference, self)), None)

    def check(self, reference: Reference) -> None:
        """Refuse a metric that these columns cannot give, with what would give it."""
        name, entry = str(reference), reference.entry
        if entry.kind != "value":
            seen = say("evaluation.remedy_call_or_plot", name=entry.name, name_2=name)
            raise InputError("evaluation.metric_not_single_value", name=name, kind=term(entry.kind), seen=seen)
        owner = next((aspect for aspect in registry.aspects() if aspect.reads(reference)), None)
        if owner is None:
            raise InputError(
                "evaluation.metric_function_only",
                name=entry.name,
                type=entry.summary.__name__,
            )
        try:
            entry.check(reference.arguments)
        except OptionError as error:
            raise InputError("evaluation.metric_reference_miswritten", name=name, said=error.said, written=entry.written) from None
        if objection := self.objection(reference):
            raise InputError("evaluation.metrics_objection", objection=objection)
        if self.aspect_of(reference) is None:
            raise InputError("evaluation.metrics_reason", refusal=self._refusal(owner, reference))

    def objection(self, reference: Reference) -> str:
        """Why a metric is hardly what was meant here; empty where it is."""
        return next(filter(None, (aspect.objection(reference, self) for aspect in self.aspects)), "")

    def _refusal(self, owner: Aspect, reference: Reference) -> str:
        assert self.task is not None
        said = self.task.refusal(reference, self) or owner.refusal(reference, self)
        return said or say("evaluation.metric_not_computed_for_task", reference=reference, en=self.task.called)

    def replace(self, **changes: Any) -> "Plan":
        """The plan with some of it changed."""
        return replace(self, **changes)
