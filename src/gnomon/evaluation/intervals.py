"""How sure each value is: intervals of the whole and of slices, and the models compared, from what a pass has kept."""

from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property
from itertools import combinations
from typing import TYPE_CHECKING

from ..catalog import Reference
from ..inference import Comparison, Dominance, Interval, Pair
from ..inference.comparison import assembled
from ..inference.estimate import IntervalOptions
from ..tasks.aspect import Aspect, ModelData
from ..value import Value
from .finished import Pass
from .models import Model
from .partial import WHOLE, SliceKey

if TYPE_CHECKING:
    from .plan import Plan


MOST_MODELS = 4
"""Models that are compared each with each; of more, the first is compared with each other one."""
SLICE_CELLS = 512
FEW_SLICES, FEWER_REPLICATES = 60, 300


class IntervalBuilder:
    """The values and intervals of a pass. Without ``how`` there are none, and values are as they are."""

    def __init__(self, finished: Pass, how: IntervalOptions | None) -> None:
        self.finished, self.how, self.plan = finished, how, finished.plan
        self.sampled: dict[tuple[str, str], ModelData] = {}

    def values(self, key: SliceKey, model: Model, wanted: Sequence[Reference]) -> dict[tuple[str, str], Value]:
        """Each metric of one model on the whole or on a slice, with its interval; what a model cannot have is left out."""
        found: dict[str, Value] = {}
        for aspect in self.plan.aspects:
            asked = [r for r in wanted if self.plan.aspect_of(r) is aspect and aspect.has(self.plan, model)]
            summary = self.finished.summary(key, model, aspect) if asked and aspect.has(self.plan, model) else None
            if summary is not None:
                plain = [(r, aspect.value(r, model.name, summary, self.plan)) for r in asked]
                found |= {value.metric: value for value in self._with_intervals(key, model, aspect, plain)}
        return {(model.name, str(r)): found[str(r)] for r in wanted if str(r) in found}

    def _with_intervals(self, key: SliceKey, model: Model, aspect: Aspect, asked: list[tuple[Reference, Value]]) -> list[Value]:
        if self.how is None:
            return [value for _, value in asked]
        how = self._for_slices if key.view else self.how
        known = self.finished.sampled(key, model, aspect)
        sample = aspect.sample(known, how)
        if isinstance(sample, str):
            return [value.without_interval(sample) for _, value in asked]
        intervals = aspect.estimates(asked, sample, how, self.plan)
        if key == WHOLE:
            self.sampled[model.name, aspect.key] = replace(known, sample=sample, intervals=intervals)
        return [value.within(intervals[value.metric]) for _, value in asked]

    @cached_property
    def _for_slices(self) -> IntervalOptions:
        """Slices are resampled more coarsely, and less often where there are very many."""
        assert self.how is not None
        slices = len(self.finished.slices()) * len(self.plan.models)
        fewer = self.how.replicates if slices <= FEW_SLICES else min(FEWER_REPLICATES, self.how.replicates)
        return self.how._replace(cells=SLICE_CELLS, replicates=fewer)

    def comparison(self, wanted: Sequence[Reference], curves: Sequence[str] | None = None) -> Comparison | None:
        """The models on the same rows, where there are several."""
        if self.how is None or len(self.plan.models) < 2:
            return None
        names = [model.name for model in self.plan.models]
        against = None if len(names) <= MOST_MODELS else names[0]
        known = {
            aspect.key: {model.name: self._known(model, aspect) for model in self.plan.models if aspect.has(self.plan, model)}
            for aspect in self.plan.aspects
        }
        able = worth_comparing(wanted, self.plan.metrics)
        return compared(self.plan, known, able, names, self.how, curves, against, self.finished.rows, self.finished.clusters)

    def _known(self, model: Model, aspect: Aspect) -> ModelData:
        return self.sampled.get((model.name, aspect.key)) or self.finished.sampled(WHOLE, model, aspect)


def worth_comparing(wanted: Sequence[Reference], asked: Sequence[Reference]) -> list[Reference]:
    """Metrics with a better end, and those that were asked for by name: of the others nobody is ahead."""
    named = {str(reference) for reference in asked}
    return [reference for reference in wanted if reference.entry.better is not None or str(reference) in named]


def compared(
    plan: "Plan",
    known: dict[str, dict[str, ModelData]],
    wanted: Sequence[Reference],
    names: Sequence[str],
    how: IntervalOptions,
    curves: Sequence[str] | None,
    against: str | None,
    rows: int,
    clusters: int | None,
    notes: Sequence[str] = (),
) -> Comparison:
    """Every pair of models on every metric, each by the aspect that answers it.

    ``known`` is what is known of each model, by aspect; ``against`` keeps to the pairs of one model with each other one, itself first.
    """
    couples = list(combinations(names, 2)) if against is None else [(against, name) for name in names if name != against]
    pairs: list[Pair] = []
    values: dict[tuple[str, str], Interval] = {}
    dominance: tuple[Dominance, ...] = ()
    by_rows = False
    for aspect in plan.aspects:
        asked = [reference for reference in wanted if plan.aspect_of(reference) is aspect]
        if not asked or len(known[aspect.key]) < 2:
            continue
        found = aspect.compare(asked, known[aspect.key], couples, how, curves)
        pairs += found.pairs
        values |= found.values
        dominance = dominance or found.dominance
        by_rows |= aspect.unit == "rows"
    return assembled(
        pairs,
        values,
        names,
        [str(reference) for reference in wanted],
        rows=rows,
        level=how.level,
        dominance=dominance,
        replicates=how.replicates,
        seed=how.seed,
        weighted=by_rows and plan.weight is not None,
        clusters=clusters if by_rows else None,
        notes=tuple(notes),
        alternative=how.alternative,
        unit=unit_of(plan, wanted),
        baseline=against or "",
    )


def unit_of(plan: "Plan", references: Sequence[Reference]) -> str:
    """What the rows of an evaluation are: the units of its aspects where it reads its data by itself."""
    units = {aspect.unit for aspect in map(plan.aspect_of, references) if aspect is not None}
    return str(units.pop()) if plan.task is not None and plan.task.whole and len(units) == 1 else "rows"
