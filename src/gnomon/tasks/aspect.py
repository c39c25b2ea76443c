"""An aspect: one way to read rows, tied to one kind of summary, with everything that is particular to it."""

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from ..catalog import Reference
from ..errors import InputError, UndefinedReasons
from ..inference.estimate import IntervalOptions
from ..inference.interval import Interval
from ..inference.unpaired import OwnError
from ..messages import Message, joined
from ..public import function
from ..summary import Summary
from ..value import Value
from . import jackknife, registry
from .blocks import BlockTable, SummaryBlocks
from .compared import ModelComparisons as ModelComparisons
from .parts import ColumnRole, Figure, HeaderItem, Reader, RowWarning, TaskOption
from .slices_compared import SlicesCompared

if TYPE_CHECKING:
    from ..evaluation.finished import Pass
    from ..evaluation.models import Model
    from ..evaluation.plan import Plan
    from ..evaluation.result import Evaluation, Slice
    from ..evaluation.rows import Block
    from ..findings.finding import Rule
    from ..findings.reading import FindingContext
    from ..report.section import Section

Which = NDArray[Any] | slice
Couple = tuple[str, str]
"""Two models that are compared."""


@dataclass(frozen=True, eq=False)
class ModelData:
    """What is known of one model on some rows when intervals are made: the summary, and the rows or their blocks where it needs them.

    ``cluster`` are the clusters of the rows, 0, 1, 2, …; ``finished`` the pass they are of. ``sample`` and ``intervals`` are filled in
    once they have been made.
    """

    plan: "Plan"
    model: "Model"
    summary: Any
    key: Any = None
    rows: Any = None
    cluster: NDArray[np.int64] | None = None
    blocks: BlockTable | None = None
    finished: "Pass | None" = None
    sample: Any = None
    intervals: Mapping[str, Interval] = field(default_factory=dict)


LEAST_ROWS = 30
"""Slices of fewer rows are too small to be called the worst."""


@dataclass(frozen=True)
class Aspect(SlicesCompared):
    """Base of the aspects. A new one says how rows become its summary and which metrics go with it; the rest has defaults.

    ``unit`` is what is drawn when intervals are made; ``facts`` are the names of what it tells of an evaluation or a slice;
    ``aliases`` other names of its summary.
    """

    key: str
    summary: type[Summary]
    unit: str = "rows"
    facts: tuple[str, ...] = ()
    aliases: tuple[str, ...] = ()
    condensed_as: ClassVar[tuple[type[Summary], ...]] = ()
    """Other kinds that :meth:`condensed` may make of the summary."""
    curves: ClassVar[tuple[str, ...]] = ()
    """Curves along which models are compared."""
    lists: ClassVar[bool] = False
    """Whether it reads rows that have several labels at once."""
    sliced: ClassVar[bool] = True
    """Whether slices have a summary of their own, and not only the whole."""
    fact_shapes: ClassVar[Mapping[str, Any]] = {}
    """What its facts may be in a saved file, in the terms of ``evaluation/schema.py``; others may be anything that can be said."""
    argument: ClassVar[str] = "score"
    """What a model's array stands for: its scores, or its predictions."""
    as_table: ClassVar[bool] = False
    """Whether arrays are read as the columns of a table are."""
    further: ClassVar[tuple[str, ...]] = ()
    """Columns that arrays may bring besides truth, prediction and weight, by the names of arguments: see :meth:`with_further`."""
    options: tuple[TaskOption, ...] = field(default=(), compare=False)

    def __reduce__(self) -> tuple[Any, ...]:
        return registry.aspect, (self.key,)

    def current_facts(self, facts: dict[str, Any]) -> dict[str, Any]:
        """Facts or options of a saved file, in the words of today: what an earlier version called otherwise."""
        return facts

    # Rows -----------------------------------------------------------------------------------------------------------------------

    def prepare(self, plan: "Plan") -> "Plan":
        """The plan before anything is read: arguments that do not go together are refused, some stand for others."""
        return plan

    def refer(self, references: tuple[Reference, ...], options: Mapping[str, object]) -> tuple[Reference, ...]:
        """The metrics asked for, as the options of this kind have them."""
        return references

    def parts(self, plan: "Plan") -> Iterable[ColumnRole]:
        """The columns it reads, and as what."""
        raise NotImplementedError

    def has(self, plan: "Plan", model: "Model") -> bool:
        """Whether a model brings what it needs."""
        raise NotImplementedError

    def derived(self, batch: Mapping[str, object], plan: "Plan", where: Callable[[int], Any]) -> dict[tuple[str, Any], NDArray[Any]]:
        """Columns of numbers that it makes of a batch's texts, which do not stay; ``where`` tells a row's place in words."""
        return {}

    def derived_columns(self, plan: "Plan") -> int:
        """How many columns that are."""
        return 0

    def gleaned(
        self, batch: Mapping[str, object], columns: Mapping[Any, Any], places: NDArray[np.int64], plan: "Plan", model: "Model"
    ) -> Any:
        """What it keeps of the texts of a batch themselves, as a summary of the whole; None where that is nothing."""
        return None

    def observe(self, block: "Block", plan: "Plan", model: "Model") -> Any:
        """A model's rows as this aspect reads them: a tuple of arrays with an entry for each row, or None."""
        raise NotImplementedError

    def take(self, rows: Any, which: Which) -> Any:
        """Some of the rows."""
        return type(rows)(*(part[which] if isinstance(part, np.ndarray) else part for part in rows))

    def summarise(self, rows: Any, plan: "Plan") -> Any:
        """The summary of rows."""
        raise NotImplementedError

    def summarise_like(self, rows: Any, plan: "Plan", like: Any) -> Any:
        """The summary of rows that will be added to another, which may be coarse; None where there is none yet."""
        return self.summarise(rows, plan)

    def of_arrays(
        self, y_true: object, given: object, weight: object, group: object, plan: "Plan", labels: object, name: str
    ) -> tuple[Any, Any]:
        """A model's arrays, validated and called ``name`` in errors: rows as this aspect reads them, and their summary if made at once.

        The plan has this one model.
        """
        from ..evaluation.blocks_of_arrays import block_of_arrays

        block, model = block_of_arrays(self, y_true, given, weight, plan, name)
        return self.observe(block, plan.replace(label="y_true", weight=None if weight is None else "weight"), model), None

    def with_further(self, rows: Any, columns: Mapping[str, object]) -> Any:
        """Rows of :meth:`of_arrays` with columns that are ``further``, not yet validated."""
        raise NotImplementedError

    def doubts(self, rows: Any) -> Iterable[RowWarning]:
        """Rows, as :meth:`observe` gave them, that some of its metrics cannot take; they are counted, with the place of the first."""
        return ()

    def waits(self, plan: "Plan") -> bool:
        """Whether rows can be summarised only once all are there, as the rows of a query are."""
        return False

    def completed(self, summary: Any, labels: list[Any]) -> Any:
        """The summary once all labels are known; None where there were no rows."""
        return self.summary.empty() if summary is None else summary

    def check_beside(self, summary: Any, others: Mapping[str, object], rows: int) -> None:
        """Refuse a summary from a file that does not go with what other aspects have of the same model there, or with the rows it names."""

    def with_counts(self, summary: Summary, counts: Mapping[float, Any]) -> Any:
        """A summary that an earlier version saved with exact counts at some thresholds beside it."""
        return summary

    def gathered(self, block: "Block", plan: "Plan", model: "Model", which: Which) -> Any:
        """The summary of rows that had to wait."""
        raise NotImplementedError

    def condensed(self, summary: Any, references: Sequence[Reference], plan: "Plan") -> Any:
        """What metrics need of a summary that is too large to keep whole; it must merge."""
        return summary

    # Exact at any size ----------------------------------------------------------------------------------------------------------

    def ordered_by(self, plan: "Plan", model: "Model") -> str | None:
        """The column in whose order a summary can be cut into stretches that tell it exactly; None where there is none."""
        return None

    def totals(self, summary: Any) -> list[float]:
        """What a stretch has in all, and its first and last place in the order, descending."""
        raise NotImplementedError

    def stretch(self, summary: Any, above: Sequence[float], whole: Sequence[float]) -> Any:
        """What a stretch adds where so much stands above it, of so much in all; as JSON holds it."""
        raise NotImplementedError

    def told(self, summary: Any, stretches: Sequence[object], whole: Sequence[float]) -> Any:
        """The summary of the whole with what its stretches tell."""
        raise NotImplementedError

    # Metrics --------------------------------------------------------------------------------------------------------------------

    def reads(self, reference: Reference) -> bool:
        """Whether a metric is computed from this kind of summary."""
        return reference.entry.summary is self.summary

    def answers(self, reference: Reference, plan: "Plan") -> bool:
        """Whether it has a metric's value on what the plan reads."""
        return self.reads(reference)

    def spelled(self, text: str) -> str:
        """The reference that a text stands for among people who know only this aspect, as trec_eval's precision@10."""
        return text

    def objection(self, reference: Reference, plan: "Plan") -> str:
        """Why a metric that somebody answers is hardly what was meant; empty where it is."""
        return ""

    def refusal(self, reference: Reference, plan: "Plan") -> str:
        """The sentence that refuses a metric which reads this kind of summary; the remedy is in it."""
        return ""

    def defaults(self, plan: "Plan", summaries: Mapping[str, object]) -> list[str]:
        """The metrics that are shown unasked; ``summaries`` by model."""
        return []

    def arguments(self, reference: Reference, summary: Any, plan: "Plan") -> tuple[Any, dict[str, Any]]:
        """The summary and the options to call a metric's function with."""
        return summary, {**reference.arguments, **reference.over}

    def beside(self, reference: Reference, summary: Any, value: Any) -> dict[str, Any]:
        """What else is known of a value: where it is reached, what a coarse summary leaves open."""
        return {}

    def value(self, reference: Reference, model: str, summary: Any, plan: "Plan") -> Value:
        """One metric of one model on the summary of some rows."""
        name = str(reference)
        given, options = self.arguments(reference, summary, plan)
        if given is None:
            return Value(math.nan, name, model, reason=Message("no_column"))
        undefined = UndefinedReasons()
        try:
            found = function(reference.entry.name)(given, **options, undefined=undefined)
        except InputError as reason:
            raise InputError("tasks.metric_fault_of_model", name=name, model=model, marked=reason.marked) from None
        said = undefined.reasons
        known = self.beside(reference, given, found)
        if known.get("approximate") and found != found:
            said = [Message("hidden_in_cells")]
        return Value(float(found), name, model, reason=joined(said), **known)

    def class_value(self, reference: Reference, label: str, known: ModelData, how: IntervalOptions | None) -> Value | None:
        """A metric of one class against all others, where it has such; ``label`` is how the class is written."""
        return None

    def unlike(self, reference: Reference, summaries: Sequence[object]) -> str:
        """Why a metric of different sets of rows is not measured alike in all of them; empty where it is."""
        return ""

    def each_unit(self, reference: Reference, summary: Any) -> tuple[Sequence[Any], Sequence[float]] | None:
        """The names of the units that a metric is a mean over, and the value of each; None where it is no such mean."""
        return None

    # How sure -------------------------------------------------------------------------------------------------------------------

    def needs_blocks(self, plan: "Plan", sliced: bool = False) -> bool:
        """Whether intervals, of the whole or of slices, need the rows in blocks once these are gone; the summary alone may suffice."""
        return True

    def table_bytes(self, plan: "Plan", model: "Model", labels: int, sliced: bool) -> int:
        """About what a table of blocks takes at its usual size, where the first rows have so many labels."""
        return 2**20

    def grids(self, block: "Block", plan: "Plan", model: "Model") -> dict[Any, Any]:
        """What a table of blocks must know of the first rows, so that tables made apart fit together."""
        return {}

    def blocks(self, plan: "Plan", model: "Model", sliced: bool) -> BlockTable | None:
        """An empty table of blocks for a long pass; None where there is none."""
        return SummaryBlocks(self.key)

    def sample(self, known: ModelData, how: IntervalOptions) -> Any:
        """What intervals are made from; a text says why there is nothing."""
        return jackknife.sample(self, known, how)

    def trouble(self, reference: Reference, known: ModelData) -> Message | None:
        """The reason why rows say nothing of how sure a metric is, as of an average over rare classes; None where they do."""
        return None

    def estimates(self, asked: Sequence[tuple[Reference, Value]], sample: Any, how: IntervalOptions, plan: "Plan") -> dict[str, Interval]:
        """The interval of each metric, by its reference."""
        return jackknife.estimates(self, asked, sample, how)

    def compare(
        self,
        references: Sequence[Reference],
        known: Mapping[str, ModelData],
        couples: Sequence[Couple],
        how: IntervalOptions,
        curves: Sequence[str] | None = None,
    ) -> ModelComparisons:
        """Every couple of models on every metric."""
        return jackknife.compare(self, references, known, couples, how)

    def own_errors(
        self, asked: Sequence[tuple[Reference, Value]], sample: Any, how: IntervalOptions, plan: "Plan"
    ) -> Mapping[str, OwnError | Message]:
        """The standard error of each metric on one sample, from which two samples that share no row are compared."""
        return jackknife.own_errors(self, asked, sample, how)

    def band(self, evaluation: "Evaluation", curve: str, model: str, summary: Any) -> Any:
        """The band around a model's curve; None where it cannot be told."""
        return None

    def named_alike(self, summaries: Mapping[str, object]) -> Mapping[str, Any]:
        """Summaries of several models whose units are named in the same way, where files spell them differently."""
        return summaries

    def same_units(self, summaries: Mapping[str, object]) -> None:
        """Refuse summaries of several models that were not asked the same, as far as they can tell."""

    def notes(self, known: Mapping[str, ModelData]) -> Sequence[str]:
        """What one should know of the rows before believing a p-value."""
        return []

    # What is said and shown -----------------------------------------------------------------------------------------------------

    def amount(self, summary: Any) -> float | None:
        """The weight of all rows of a summary, where it tells."""
        return None

    def tell(self, summary: Any, plan: "Plan", finished: "Pass | None" = None) -> dict[str, Any]:
        """Facts of some rows by name, from the first model's summary; of the whole, ``finished`` is the pass."""
        return {}

    def tell_model(self, summary: Any, plan: "Plan") -> dict[str, Any]:
        """Facts of a slice that differ by model, each kept by the models' names."""
        return {}

    def tell_pass(self, finished: "Pass") -> dict[str, Any]:
        """Facts of the whole that do not depend on a model's summary."""
        return {}

    def rule(self, evaluation: "Evaluation") -> Mapping[str, Any]:
        """What its figures are measured by besides their references, by the argument that says it: under another rule they are others."""
        return {}

    def said(self, evaluation: "Evaluation") -> list[HeaderItem]:
        """What the head of text and report says of the facts."""
        return []

    def observed(self, finished: "Pass", columns: list[str]) -> dict[str, Any]:
        """What findings may read of the rows themselves, while they are at hand."""
        return {}

    def small(self, part: "Slice") -> bool:
        """Whether a slice has too few rows to stand among the worst."""
        return bool(part.rows < LEAST_ROWS)

    def small_means(self) -> Message:
        """Which slices that are."""
        return Message("small_slices", rows=LEAST_ROWS)

    def reading(self, evaluation: "Evaluation") -> "FindingContext":
        """What its rules read."""
        from ..findings.reading import FindingContext

        return FindingContext(evaluation)

    def rules(self) -> Sequence["Rule"]:
        """Rules that say what an expert would of such figures."""
        return ()

    def remarks(self, evaluation: "Evaluation") -> Mapping[tuple[str, str], Message]:
        """What one must know to read some values of the whole aright, by model and metric."""
        return {}

    def sections(self) -> Sequence["Section"]:
        """Its part of the report."""
        return ()

    def readers(self) -> Sequence[Reader]:
        """Ways in on the command line that are no tables."""
        return ()

    def figures(self) -> Sequence[Figure]:
        """What ``evaluation.plot`` can draw of it."""
        return ()
