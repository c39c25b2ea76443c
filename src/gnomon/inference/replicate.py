"""Replicates of metrics: one draw of the rows behind a sample, seen by every metric that is asked for."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from ..metrics.class_averages import AllClasses, reads_distributions
from ..summary import Cells, Stack, Sweep, Sweeps
from ..summary.cells import mean_of_defined
from ..types import Floats
from . import stacks
from .bootstrap import Replicates
from .measure import MetricCall, every_class
from .sample import ResamplingData


def replicates(
    measures: Sequence[MetricCall], sample: ResamplingData, count: int, seed: int, cells: int = stacks.PER_CLASS
) -> list[Replicates]:
    """What each metric does on resampled rows, beside what it does on all of them."""
    if sample.blocked is None:
        return _of_summaries(measures, sample, count, seed, cells)
    weights = np.concatenate(
        [np.ones((1, sample.blocked.assignment.blocks)), stacks.block_weights(sample.blocked.assignment.blocks, count, seed)]
    )
    made = of_blocks(measures, sample, weights)
    return [Replicates(float(values[0]), values[1:], sample.drawn_df(measure)) for measure, values in zip(measures, made, strict=True)]


def _of_summaries(measures: Sequence[MetricCall], sample: ResamplingData, count: int, seed: int, cells: int) -> list[Replicates]:
    found: dict[int, Replicates] = {}
    swept = [place for place, measure in enumerate(measures) if not measure.reads_labels]
    if swept:
        assert isinstance(sample.scores, Sweep)
        sweep = stacks.bundled(sample.sweep, cells, cells // 2)
        parts = [[measures[place].of_stack(stack) for place in swept] for stack in stacks.of_sweep(sweep, count, seed)]
        whole = Stack.of(sweep)
        for nth, place in enumerate(swept):
            found[place] = Replicates(float(measures[place].of_stack(whole)[0]), np.concatenate([part[nth] for part in parts]))
    for at in {measures[place].reference.at: None for place in range(len(measures)) if place not in found}:
        places = [place for place, measure in enumerate(measures) if measure.reads_labels and measure.reference.at == at]
        counts = sample.counts(measures[places[0]])
        assert counts is not None
        drawn = map(Cells, stacks.of_matrix(counts.matrix, count, seed))
        made = [[measures[place].of_matrices(some, counts.labels, counts) for place in places] for some in drawn]
        for nth, place in enumerate(places):
            whole_value = measures[place].of_matrices(Cells(counts.matrix[None]), counts.labels)[0]
            found[place] = Replicates(float(whole_value), np.concatenate([part[nth] for part in made]))
    return [found[place] for place in range(len(measures))]


def of_blocks(measures: Sequence[MetricCall], sample: ResamplingData, weights: Floats) -> list[Floats]:
    """The metrics of each mixture of blocks; ``weights`` has a row a mixture."""
    assert sample.blocked is not None
    labels = sample.blocked.labels
    at_once = 256 if labels is None else max(1, min(256, stacks.AT_ONCE // labels.table[0].size))
    parts = []
    all_rows = np.ones((1, sample.blocked.assignment.blocks))
    whole = {key: table.stack(all_rows) for key, table in sample.blocked.scores.items()} if _swept(measures) else {}
    for first in range(0, len(weights), at_once):
        some = weights[first : first + at_once]
        made = {key: table.stack(some) for key, table in sample.blocked.scores.items()} if _swept(measures) else {}
        cells = None if labels is None else Cells(labels.stack(some))
        parts.append([_value(measure, sample, made, whole, cells) for measure in measures])
    return [np.concatenate([part[place] for part in parts]) for place in range(len(measures))]


def _swept(measures: Sequence[MetricCall]) -> bool:
    return any(not measure.reads_labels or measure.reference.at is not None for measure in measures)


def _value(measure: MetricCall, sample: ResamplingData, made: dict[Any, Stack], whole: dict[Any, Stack], cells: Cells | None) -> Floats:
    if measure.reads_labels and measure.reference.at is None:
        assert cells is not None
        assert sample.blocked is not None
        assert sample.blocked.labels is not None
        return measure.of_matrices(cells, sample.blocked.labels.labels, sample.blocked.labels.whole)
    if isinstance(sample.scores, Sweep):
        return measure.of_stack(made[None], whole[None])
    return _over_classes(measure, made, whole)


def _over_classes(measure: MetricCall, made: dict[Any, Stack], whole: dict[Any, Stack]) -> Floats:
    """One value of several classes' sweeps, as the metric's functions take it."""
    together, average = measure.reference.entry.averaging, measure.reference.over.get("average", "macro")
    if isinstance(together, AllClasses) and reads_distributions(measure.reference):
        labels = tuple(made)
        sweeps = (Sweeps("ovr", labels, dict(zip(labels, several, strict=True))) for several in zip(*made.values(), strict=True))
        return np.array([together.of_sweeps(one, **measure.reference.arguments) for one in sweeps])
    if average == "micro":
        return np.array([_micro(measure, several) for several in zip(*made.values(), strict=True)])
    values = np.array([every_class(measure.of_stack(stack), measure.of_stack(whole[key])) for key, stack in made.items()]).T
    support = np.array([stack.pos.sum(1) for stack in made.values()]).T
    return mean_of_defined(values, support if average == "weighted" else None)


def _micro(measure: MetricCall, several: tuple[Sweep, ...]) -> float:
    pooled = sum(several[1:], several[0])
    return float(measure.reference.entry.function(pooled, **measure.reference.arguments))
