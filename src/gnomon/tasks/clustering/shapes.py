"""Points beside their clusters, where columns of coordinates are named: all of them are kept, for distances can be summed up no further."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...catalog import Reference
from ...errors import InputError
from ...evaluation.models import Model
from ...inference.estimate import IntervalOptions
from ...inputs.partitions import Part as Side
from ...messages import Message
from ...messages.language import say
from ...randomness import stream
from ...summary import Points
from .. import jackknife
from ..aspect import Aspect, ModelData
from ..parts import ColumnRole
from .agreement import noise_of, side_of

if TYPE_CHECKING:
    from ...evaluation.plan import Plan
    from ...evaluation.rows import Block
    from ...inference.interval import Interval
    from ...report.section import Section
    from ..aspect import Couple, Which
    from ..compared import ModelComparisons
    from ..parts import Figure


DEFAULTS = ("silhouette", "davies_bouldin", "calinski_harabasz")
MOST_DRAWN = 1000
"""Points up to which all are left out in turn; of more, as many at random tell how far a figure moves, and the root of how many there
are how much less far the whole does."""


class PointRows(NamedTuple):
    """The cluster of each row, its coordinates, and the names of the clusters."""

    found: NDArray[np.uint32]
    points: NDArray[np.float64]
    names: Any


class PointsAspect(Aspect):
    """How clusters of points hold together and stand apart."""

    argument = "prediction"

    def prepare(self, plan: "Plan") -> "Plan":
        if "features" in plan.options and plan.weight is not None:
            raise InputError("clustering.features_with_weight")
        return plan

    def parts(self, plan: "Plan") -> Iterable[ColumnRole]:
        yield from (ColumnRole("features", column, "number") for column in plan.options["features"])
        yield from (ColumnRole("prediction", model.prediction, "key") for model in plan.models if model.prediction is not None)

    def has(self, plan: "Plan", model: Model) -> bool:
        return bool(plan.options.get("features")) and model.prediction is not None

    def observe(self, block: "Block", plan: "Plan", model: Model) -> PointRows | None:
        if model.prediction is None:
            return None
        found = side_of(block, model.prediction, "prediction", plan)
        columns = [np.asarray(block.numbers(column), np.float64) for column in plan.options["features"]]
        return PointRows(found.codes, np.column_stack(columns), (found.names,))

    def of_arrays(
        self, y_true: object, given: object, weight: object, group: object, plan: "Plan", labels: object, name: str
    ) -> tuple[Any, Any]:
        raise InputError("clustering.features_of_arrays")

    def take(self, rows: PointRows, which: "Which") -> PointRows:
        return PointRows(rows.found[which], rows.points[which], rows.names)

    def summarise(self, rows: PointRows, plan: "Plan") -> Points:
        names = rows.names[0]
        return Points.of_part(rows.points, Side(rows.found, names), noise_of(plan, names)[0])[0]

    def summarise_like(self, rows: PointRows, plan: "Plan", like: Any) -> Points:
        if like is not None and len(like) + len(rows.found) > plan.most_rows:
            raise InputError(
                "clustering.silhouette_rows_too_many",
                most=plan.most_rows,
            )
        return self.summarise(rows, plan)

    # Metrics

    def refusal(self, reference: Reference, plan: "Plan") -> str:
        return say("clustering.features_missing", reference=reference)

    def defaults(self, plan: "Plan", summaries: Mapping[str, object]) -> list[str]:
        return list(DEFAULTS)

    # How sure

    def needs_blocks(self, plan: "Plan", sliced: bool = False) -> bool:
        return False

    def sample(self, known: ModelData, how: IntervalOptions) -> Any:
        made = jackknife.sample(self, known, how)
        rows = 0 if known.rows is None else len(known.rows.found)
        if not isinstance(made, jackknife.JackknifeSample) or rows <= MOST_DRAWN:
            return made
        thinned, share = _thinned(known, rows, how.seed)
        return BlockSubset(thinned, partial(jackknife.blocked, self, thinned, how), made.alike, share)

    def estimates(self, asked: Sequence[tuple[Reference, Any]], sample: Any, how: IntervalOptions, plan: "Plan") -> "dict[str, Interval]":
        smooth = [one for one in asked if one[0].entry.name != "dbcv"]
        found = jackknife.estimates(self, smooth, sample, how)
        unsure = {str(reference): _unsure(reference, value, how) for reference, value in asked if reference.entry.name == "dbcv"}
        return found | unsure

    def compare(
        self,
        references: Sequence[Reference],
        known: Mapping[str, ModelData],
        couples: "Sequence[Couple]",
        how: IntervalOptions,
        curves: object = None,
    ) -> "ModelComparisons":
        smooth = [one for one in references if one.entry.name != "dbcv"]
        return jackknife.compare(self, smooth, known, couples, how)

    # What is said

    def amount(self, summary: Points) -> float | None:
        return None if summary is None else float(len(summary))

    def sections(self) -> "Sequence[Section]":
        from .page import SHAPES

        return SHAPES

    def figures(self) -> "Sequence[Figure]":
        from .figures import SHAPES

        return SHAPES


def _unsure(reference: Reference, value: Any, how: IntervalOptions) -> "Interval":
    from ...inference.interval import Interval

    return Interval(str(reference), float(value), np.nan, np.nan, how.level, "jackknife", Message("least_tree_jumps"))


def _thinned(known: ModelData, rows: int, seed: int) -> tuple[ModelData, float]:
    """Some of the rows, whole clusters of them where rows depend on each other; and which share of the units they are."""
    rng = stream(seed)
    if known.cluster is None:
        which = np.sort(rng.permutation(rows)[:MOST_DRAWN])
        return replace(known, rows=_taken(known.rows, which)), MOST_DRAWN / rows
    units = int(known.cluster.max()) + 1
    sizes = np.bincount(known.cluster, minlength=units)
    order = rng.permutation(units)
    kept = np.zeros(units, bool)
    kept[order[: max(2, int(np.searchsorted(np.cumsum(sizes[order]), MOST_DRAWN)))]] = True
    which = np.flatnonzero(kept[known.cluster])
    coded = np.unique(known.cluster[which], return_inverse=True)[1].astype(np.int64)
    return replace(known, rows=_taken(known.rows, which), cluster=coded), float(kept.mean())


def _taken(rows: PointRows, which: NDArray[np.int64]) -> PointRows:
    return PointRows(rows.found[which], rows.points[which], rows.names)


@dataclass(frozen=True, eq=False)
class BlockSubset(jackknife.JackknifeSample):
    """Blocks of some of the rows: how far a figure moves without each of them is brought to the size of all rows."""

    share: float = 1.0

    def values(self, aspect: Aspect, reference: Reference) -> dict[int, float]:
        found = super().values(aspect, reference)
        middle = float(np.mean(list(found.values())))
        return {block: middle + (value - middle) * self.share**0.5 for block, value in found.items()}
