"""How sure each value is: intervals of the whole and of slices, and the models compared, from what a pass kept."""

from dataclasses import replace
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..catalog import Reference
from ..inference import Comparison, Interval
from ..inference.bands import CURVES
from ..inference.compare import compare_models
from ..inference.estimate import How, estimates
from ..inference.likeness import MOST_ROWS, Likeness, likeness_of
from ..inference.measure import Measure
from ..inference.queries import interval_of
from ..inference.sample import Sample
from ..inputs import Rows
from ..summary import Ranked, Sweeps
from ..words import Message
from .figures import Value, value_of
from .gather import Gather
from .held import Held
from .kept import Kept
from .plan import Model

Array = NDArray[Any]
MOST_MODELS = 4
"""Models that are compared each with each; of more, the first is compared with each other one."""
SLICE_CELLS = 512
FEW_SLICES, FEWER_REPLICATES = 60, 300


class Sureness:
    """The intervals of a pass. Without ``how`` there are none, and values are as they are."""

    def __init__(self, gather: Gather, how: How | None, positive: Any) -> None:
        self.gather, self.how, self.positive = gather, how, positive
        self.samples: dict[str, Sample] = {}
        self.intervals: dict[tuple[str, str], Interval] = {}
        self._orders: dict[int, tuple[Array, Array]] = {}

    def values(self, place: int, k: int, model: Model, held: Held, wanted: list[Reference]) -> list[Value]:
        """Each metric of one model on the whole (place 0) or on a slice, with its interval."""
        values = [value_of(reference, model.name, held, self.positive) for reference in wanted]
        if self.how is None:
            return values
        by_query = {str(r): interval_of(r, held.ranked, self.how) for r in wanted if r.entry.summary is Ranked and held.ranked is not None}
        asked = [(reference, value) for reference, value in zip(wanted, values, strict=True) if str(reference) not in by_query]
        found: dict[str, Any] = by_query | self._of_rows(place, k, model, held, asked)
        if not place:
            self.intervals |= {(model.name, name): one for name, one in found.items() if isinstance(one, Interval)}
        return [_unsure(value, one) if isinstance(one := found[value.metric], Message) else value.within(one) for value in values]

    def _of_rows(
        self, place: int, k: int, model: Model, held: Held, asked: list[tuple[Reference, Value]]
    ) -> dict[str, Interval] | dict[str, Message]:
        """The intervals of metrics that read rows; messages say why there are none."""
        if not asked:
            return {}
        assert self.how is not None
        sample = self._sample(place, k, model, held)
        if isinstance(sample, Message):
            return {value.metric: sample for _, value in asked}
        if not place:
            self.samples[model.name] = sample
        measures = [Measure(reference, self.positive) for reference, _ in asked]
        found = estimates(measures, [value for _, value in asked], sample, self._for_slices if place else self.how)
        return {one.metric: one for one in found}

    @cached_property
    def _for_slices(self) -> How:
        """Slices are resampled more coarsely, and less often where there are very many."""
        assert self.how is not None
        slices = sum(len(view.keys) for view in self.gather.views) * len(self.gather.plan.models)
        return self.how._replace(
            cells=SLICE_CELLS, replicates=self.how.replicates if slices <= FEW_SLICES else min(FEWER_REPLICATES, self.how.replicates)
        )

    def _sample(self, place: int, k: int, model: Model, held: Held) -> Sample | Message:
        """What intervals are computed from; a message says why there is nothing."""
        plan = self.gather.plan
        sample = Sample(held.scores, held.labels, held.at, pairs=held.pairs)
        if not (plan.weight or plan.cluster or model.scores):
            return sample
        assert self.how is not None
        if self.kept is None:
            if not place:
                return self._in_blocks(model, sample)
            if plan.weight or plan.cluster:
                return Message("rows_gone_weights" if plan.weight else "rows_gone_clusters")
            return sample
        which = self._which(place, k)
        cluster = self.kept.clusters(which)
        if cluster is not None and cluster.max(initial=0) == 0:
            return Message("one_cluster")
        observed = self.kept.observed(model.name, self.positive, which)
        return observed.seen(replace(sample, cluster=cluster), plan.thresholds, seed=self.how.seed)

    def likeness(self, columns: list[str]) -> Likeness | None:
        """Whether neighbouring rows err together, by the first model that scores two classes; ``columns`` may say why."""
        gather, rows = self.gather, self.gather.at_hand
        column = next((model.score for model in gather.plan.models if model.score is not None), None)
        if rows is None or column is None or gather.plan.cluster is not None or self.positive not in gather.labels.names:
            return None
        first = slice(0, MOST_ROWS)
        positive = (rows["truth"][first] == gather.labels.names.index(self.positive)).astype(np.uint8)
        return likeness_of(Rows(positive, rows["score", column][first], None), columns)

    def _in_blocks(self, model: Model, sample: Sample) -> Sample:
        """The sample with its rows in the blocks that a long pass has dealt them into."""
        gather = self.gather
        assert gather.dealer is not None
        plain = gather.plan.weight is None and gather.plan.cluster is None
        dealt = gather.dealer.dealt(model.name, gather.labels.names, gather.labels.ordered)
        if gather.plan.weight is None:
            return replace(sample, dealt=dealt, plain=plain)
        others = [label for label in gather.labels.names if label != self.positive]
        sizes = gather.effective_rows(self.positive), gather.effective_rows(*others)
        return replace(sample, dealt=dealt, plain=plain, sizes=sizes, units=gather.effective_rows(*gather.labels.names))

    def _which(self, place: int, k: int) -> Array | slice:
        """The rows of a slice; all of them for the whole."""
        if not place:
            return slice(None)
        if place not in self._orders:
            codes = self.gather.at_hand["slice", place]  # type: ignore[index]  # asked only while rows are at hand
            self._orders[place] = np.argsort(codes, kind="stable"), np.append(0, np.cumsum(np.bincount(codes)))
        order, ends = self._orders[place]
        return np.sort(order[ends[k] : ends[k + 1]])

    @cached_property
    def kept(self) -> Kept | None:
        """The rows themselves, where all of them are still at hand; they lie where the pass has put them."""
        gather, rows = self.gather, self.gather.at_hand
        if rows is None:
            return None
        ordered = gather.labels.ordered
        places = np.array([ordered.index(name) for name in gather.labels.names], np.int64)
        scores: dict[str, Any] = {}
        predictions = {}
        for model in gather.plan.models:
            if model.scores is not None:
                scores[model.name] = {name: rows["score", column] for name, column in model.scores.items()}
            elif model.score is not None:
                scores[model.name] = rows["score", model.score]
            if (said := gather.predicted(model)) is not None:
                predictions[model.name] = places[said]
        others = (rows.get(name) for name in ("weight", "cluster"))
        return Kept(tuple(ordered), places[rows["truth"]], scores, predictions, *others)

    def comparison(self, wanted: list[Reference], lists: dict[str, Ranked]) -> Comparison | None:
        """The models on the same rows, where there are several: from the rows where they are at hand, else from blocks of them."""
        models = self.gather.plan.models
        if self.how is None or len(models) < 2:
            return None
        names = [model.name for model in models]
        rows, samples = None, self.samples
        if self.gather.plan.task == "ranking":
            samples = {}
        elif self.kept is not None:
            rows = {name: self.kept.observed(name, self.positive) for name in names}
        elif self.gather.dealer is not None:
            samples = {model.name: self._in_blocks(model, self.samples[model.name]) for model in models}
        else:
            return None
        return compare_models(
            rows,
            [reference for reference in wanted if reference.entry.better is not None],
            positive=self.positive,
            cluster=None if rows is None or self.kept is None else self.kept.clusters(),
            how=self.how,
            curves=() if self.gather.plan.task == "ranking" else CURVES,
            samples=samples,
            values=self.intervals,
            against=None if len(names) <= MOST_MODELS else names[0],
            count=self.gather.rows,
            lists=lists,
        )


def _unsure(value: Value, reason: Message) -> Value:
    return Value(value, value.metric, value.model, **value.known | {"unsure": reason})


def probable(held: Held) -> bool:
    """Whether every score could be a probability."""
    if isinstance(held.scores, Sweeps):
        return all(sweep.probable for sweep in held.scores.parts.values()) and _sums_to_one(held.scores)
    return held.scores is None or held.scores.probable


def _sums_to_one(sweeps: Sweeps) -> bool:
    """Whether the classes' scores average to 1 over the rows, as probabilities do. A sum that is off in some rows is not seen."""
    parts = list(sweeps.parts.values())
    total = sum(float((s.pos + s.neg) @ (s.thresholds + np.minimum(s.ceilings, 1.0))) / 2 for s in parts)
    return bool(parts and abs(total / parts[0].n - 1) < 1e-3)
