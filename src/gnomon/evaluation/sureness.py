"""How sure each value is: intervals of the whole and of slices, and the models compared, from what a pass kept."""

from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..catalog import Reference
from ..inference import Comparison
from ..inference.bands import CURVES
from ..inference.compare import compare_models
from ..inference.estimate import How, estimates
from ..inference.measure import Measure
from ..inference.observed import Observed, Predicted
from ..inference.sample import Sample
from ..inputs import ClassRows, Rows
from ..inputs.labels import Codes
from ..summary import Sweep
from .figures import Value, value_of
from .gather import Gather, Held
from .plan import Model
from .waiting import Waiting

Array = NDArray[Any]
MOST_MODELS = 4
"""Models that are compared each with each; of more, the first is compared with each other one."""
SLICE_CELLS = 512
FEW_SLICES, FEWER_REPLICATES = 60, 300
GONE = "there were too many rows to keep at hand, and {} they are needed; allow more memory, or evaluate a sample of them"


class Sureness:
    """The intervals of a pass. Without ``how`` there are none, and values are as they are."""

    def __init__(self, gather: Gather, how: How | None, positive: Any) -> None:
        self.gather, self.how, self.positive = gather, how, positive
        self.samples: dict[str, Sample] = {}
        self._orders: dict[int, tuple[Array, Array]] = {}

    def values(self, place: int, k: int, model: Model, held: Held, wanted: list[Reference]) -> list[Value]:
        """Each metric of one model on the whole (place 0) or on a slice, with its interval."""
        values = [value_of(reference, model.name, held, self.positive) for reference in wanted]
        if self.how is None:
            return values
        sample = self._sample(place, k, model, held)
        if isinstance(sample, str):
            return [Value(value, value.metric, value.model, **value.known | {"unsure": sample}) for value in values]
        if not place:
            self.samples[model.name] = sample
        measures = [Measure(reference, self.positive) for reference in wanted]
        how = self._for_slices if place else self.how
        return [value.within(found) for value, found in zip(values, estimates(measures, values, sample, how), strict=True)]

    @cached_property
    def _for_slices(self) -> How:
        """Slices are resampled more coarsely, and less often where there are very many."""
        assert self.how is not None
        slices = sum(len(view.keys) for view in self.gather.views) * len(self.gather.plan.models)
        return self.how._replace(
            cells=SLICE_CELLS, replicates=self.how.replicates if slices <= FEW_SLICES else min(FEWER_REPLICATES, self.how.replicates)
        )

    def _sample(self, place: int, k: int, model: Model, held: Held) -> Sample | str:
        """What intervals are computed from; a text says why there is nothing."""
        plan = self.gather.plan
        sample = Sample(held.scores, held.labels, held.at, pairs=held.pairs)
        several = "for scores of several classes" if model.scores else ""
        needed = "with weights" if plan.weight else "with clusters" if plan.cluster else several
        if not needed:
            return sample
        rows = self.gather.at_hand
        if rows is None:
            return GONE.format(needed) if plan.weight or plan.cluster else sample
        which = self._which(place, k)
        assert self.how is not None
        cluster = self._cluster(rows, which)
        if cluster is not None and cluster.max(initial=0) == 0:
            return "all rows belong to one cluster"
        whole = Sample(held.scores, held.labels, held.at, cluster=cluster, pairs=held.pairs)
        return self._observed(model, which).seen(whole, self.gather.plan.thresholds, seed=self.how.seed)

    def _which(self, place: int, k: int) -> Array | slice:
        """The rows of a slice; all of them for the whole."""
        if not place:
            return slice(None)
        if place not in self._orders:
            codes = self.gather.at_hand["slice", place]  # type: ignore[index]  # asked only while rows are at hand
            self._orders[place] = np.argsort(codes, kind="stable"), np.append(0, np.cumsum(np.bincount(codes)))
        order, ends = self._orders[place]
        return np.sort(order[ends[k] : ends[k + 1]])

    def _cluster(self, rows: Waiting, which: Array | slice) -> Array | None:
        if self.gather.plan.cluster is None:
            return None
        return np.unique(rows["cluster"][which], return_inverse=True)[1].reshape(-1).astype(np.int64)

    def _observed(self, model: Model, which: Array | slice) -> Observed:
        """One model's rows, as far as they are at hand."""
        gather, rows = self.gather, self.gather.at_hand
        assert rows is not None
        weight = None if gather.plan.weight is None else rows["weight"][which]
        scores: Rows | ClassRows | None = None
        if model.scores is not None:
            several = gather.class_rows(model)
            codes = Codes(several.codes.values[which], several.codes.names, 0)
            scores = ClassRows(codes, np.ascontiguousarray(several.score[which]), weight)
        elif model.score is not None:
            at = gather.labels.names.index(self.positive) if self.positive in gather.labels.names else -1
            scores = Rows((rows["truth"][which] == at).astype(np.uint8), rows["score", model.score][which], weight)
        predicted = gather.predicted(model)
        labels = None
        if predicted is not None:
            ordered = gather.labels.ordered
            places = np.array([ordered.index(name) for name in gather.labels.names], np.int64)
            labels = Predicted(places[rows["truth"][which]], places[predicted[which]], tuple(ordered))
        return Observed(scores, labels, weight)

    def comparison(self, wanted: list[Reference]) -> Comparison | None:
        """The models on the same rows, where there are several and the rows are at hand."""
        plan, rows = self.gather.plan, self.gather.at_hand
        if self.how is None or len(plan.models) < 2 or rows is None or len(self.samples) < len(plan.models):
            return None
        names = [model.name for model in plan.models]
        return compare_models(
            {model.name: self._observed(model, slice(None)) for model in plan.models},
            [reference for reference in wanted if reference.entry.better is not None],
            positive=self.positive,
            cluster=self._cluster(rows, slice(None)),
            how=self.how,
            curves=CURVES if all(isinstance(sample.scores, Sweep) for sample in self.samples.values()) else (),
            samples=self.samples,
            against=None if len(names) <= MOST_MODELS else names[0],
        )
