"""Joint: the joint distribution of truth and prediction, or of any two columns of numbers."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar

import numpy as np

from .. import _core
from ..errors import InputError
from ..inputs.number_pairs import NumberPairs, number_pairs
from ..parallel import THREADS
from ..result import show
from ..types import Array, Floats, Ranks
from .base import Summary
from .comparable_pairs import in_time, pairs_in_time
from .invariants import frozen
from .joint_columns import checked_joint, coarse_joint, grain_of
from .packing import Arrays
from .pair_counts import EXACT_RANKS, ComparablePairs, PairCounts, pairs_in_order, scaled, still_finite


@dataclass(frozen=True, eq=False, repr=False)
class Joint(Summary):
    """Distinct pairs of a truth and a prediction: what every metric of ranks and of pairs of rows is computed from.

    Pairs ascend by ``truth``, and by ``prediction`` where it is equal. ``observed`` is how many rows have the pair, or what they weigh;
    ``censored`` is how many have it whose truth is a time at which they were last seen, the event still to come.

    With ``resolution``, at most so many cells are kept: neighbouring floats share one, on both axes alike, whose lowest floats stand for
    it. What happens in different cells stays exact, and :meth:`bounds` says how far the rest can move a metric. ``grain`` says of each
    axis that all values are whole multiples of 2 to that power, so that a cell that holds one multiple only is known to be one value.

    >>> import gnomon as gn
    >>> joint = gn.Joint.of([3, 1, 2, 1], [0.5, 0.1, 0.4, 0.1])
    >>> joint.truth.tolist(), joint.prediction.tolist(), joint.observed.tolist()
    ([1.0, 2.0, 3.0], [0.1, 0.4, 0.5], [2, 1, 1])
    """

    truth: Floats
    prediction: Floats
    observed: Array
    censored: Array
    shift: int = 0
    resolution: int | None = None
    grain: tuple[int, int] | None = None
    growth: ClassVar[str] = "distinct scores"
    arguments: ClassVar[dict[str, str]] = {
        "x": "The first series, one number a row; or a Joint in the place of both.",
        "y": "The second series, one number a row.",
        "y_true": "The true values, one number a row: when its event came, or when it was last seen; or a Joint in the place of all.",
        "y_pred": "The predicted values, one number a row.",
        "event": "1 or True where the event was observed, 0 or False where the row was censored; None: all were observed.",
    }

    def __post_init__(self) -> None:
        """Columns of its own, after checking what every kernel relies on."""
        self._hold(*checked_joint(self.truth, self.prediction, self.observed, self.censored, self.shift, self.resolution, self.grain))

    @classmethod
    def _of_kernel(
        cls, columns: tuple[Array, ...], shift: int = 0, resolution: int | None = None, grain: tuple[int, int] | None = None
    ) -> "Joint":
        """A joint of columns that were made from checked ones and that nobody else writes to: they are not looked through again."""
        made = object.__new__(cls)
        made._hold(*map(frozen, columns), shift, resolution, grain)
        return made

    def _hold(self, *values: Any) -> None:
        names = ("truth", "prediction", "observed", "censored", "shift", "resolution", "grain")
        self.__dict__.update(zip(names, values, strict=True))

    @classmethod
    def of(
        cls, y_true: Any, y_pred: Any, *, event: Any = None, weight: Any = None, resolution: int | None = None, missing: str = "error"
    ) -> "Joint":
        """Sort rows by truth and prediction: every metric of ranks and pairs after it is a walk."""
        return cls.of_rows(number_pairs(y_true, y_pred, weight, event, missing), resolution=resolution)

    @classmethod
    def of_rows(cls, rows: NumberPairs, *, resolution: int | None = None) -> "Joint":
        """Sort rows that are validated already."""
        first, second, weight, event = rows
        if weight is None and event is None:
            columns = _core.joint_rows(first, second, THREADS)
        else:
            heavy: Any = np.ones(len(first), np.int64) if weight is None else weight
            seen = np.ones(len(first), bool) if event is None else event
            columns = _core.joint_columns(first, second, heavy * seen, heavy * ~seen, THREADS)
        return cls._of_kernel(still_finite(columns)).coarsened(resolution)

    @classmethod
    def empty(cls) -> "Joint":
        return cls(np.empty(0), np.empty(0), np.empty(0, np.int64), np.empty(0, np.int64))

    def coarsened(self, resolution: int | None, marks: Sequence[float] = ()) -> "Joint":
        """The joint with at most ``resolution`` cells; unchanged when it has no more already."""
        if resolution is None:
            return self
        if isinstance(resolution, bool) or not isinstance(resolution, (int, np.integer)) or resolution < 4:
            raise InputError("summary.joint_resolution_out_of_range", resolution=resolution)
        limit = int(resolution) if self.resolution is None else min(int(resolution), self.resolution)
        if len(self) <= limit:
            return Joint._of_kernel(self.columns, self.shift, limit, self.grain)
        shift, columns = coarse_joint(self.columns, self.shift, limit)
        return Joint._of_kernel(columns, shift, limit, self.grain or self._grain)

    @property
    def columns(self) -> tuple[Array, Array, Array, Array]:
        """The four columns."""
        return self.truth, self.prediction, self.observed, self.censored

    @property
    def _grain(self) -> tuple[int, int]:
        """Of each axis the largest power of two that all of its values are multiples of."""
        return grain_of(self.truth), grain_of(self.prediction)

    def _merge(self, other: "Joint") -> "Joint":
        shift = max(self.shift, other.shift)
        mine, theirs = (part.columns if part.shift == shift else coarse_joint(part.columns, shift)[1] for part in (self, other))
        if mine[2].dtype != theirs[2].dtype:  # counts meet weights
            mine, theirs = ((x, y, a.astype(np.float64), b.astype(np.float64)) for x, y, a, b in (mine, theirs))
        limits = [r for r in (self.resolution, other.resolution) if r is not None]
        grain = None
        if shift:
            ours = [part.grain or part._grain for part in (self, other)]
            grain = (min(ours[0][0], ours[1][0]), min(ours[0][1], ours[1][1]))
        merged = Joint._of_kernel(_core.merge_joint(*mine, *theirs), shift, min(limits) if limits else None, grain)
        return merged.coarsened(merged.resolution)

    @cached_property
    def weight(self) -> Array:
        """What the rows of each cell weigh, whether their truth was observed or censored."""
        return frozen(self.observed + self.censored)

    @cached_property
    def total(self) -> Any:
        """How many rows there are, or what they weigh."""
        return self.weight.sum().item()

    @property
    def n(self) -> float:
        """The whole weight of all rows."""
        return float(self.total)

    @property
    def whole(self) -> bool:
        """Whether rows are counted, not weighed."""
        return self.weight.dtype.kind == "i"

    @cached_property
    def is_censored(self) -> bool:
        """Whether the truth of any row is censored."""
        return bool(self.censored.any())

    @cached_property
    def truth_ranks(self) -> Ranks:
        """The rank of each cell's truth among the distinct ones, from 0."""
        ranks = np.zeros(len(self), np.uint32)
        np.cumsum(self.truth[1:] != self.truth[:-1], out=ranks[1:])
        return frozen(ranks)

    @cached_property
    def prediction_ranks(self) -> Ranks:
        """The rank of each cell's prediction among the distinct ones, from 0."""
        return frozen(_core.dense_ranks(self.prediction, THREADS)[0])

    @cached_property
    def truths(self) -> Array:
        """What the rows of each distinct truth weigh, ascending."""
        return _summed(self.truth_ranks, self.weight)

    @cached_property
    def predictions(self) -> Array:
        """What the rows of each distinct prediction weigh, ascending."""
        return _summed(self.prediction_ranks, self.weight)

    @cached_property
    def pairs(self) -> PairCounts:
        """Pairs of rows by how truth and prediction order them; of rows with weights, their products, on a scale of its own."""
        weight, total = scaled(self.weight, self.total)
        alike, opposite = pairs_in_order(self.truth_ranks, self.prediction_ranks, weight, weight, len(self.truths), len(self.predictions))
        truths, predictions = (
            _core.pairs_apart(one, one) for one in (scaled(self.truths, self.total)[0], scaled(self.predictions, self.total)[0])
        )
        return PairCounts(alike, opposite, truths, predictions, total)

    @cached_property
    def comparable(self) -> ComparablePairs:
        """Pairs of rows of which the earlier one was observed."""
        if not self.is_censored:
            return ComparablePairs(self.pairs.alike, self.pairs.opposite, self.pairs.truths_apart)
        return pairs_in_time(self, in_time(self))

    @cached_property
    def products(self) -> tuple[Any, Any, Any]:
        """Sums over rows of products of average ranks from the middle: truth with prediction, truth with itself, prediction with itself."""
        weight = scaled(self.weight, self.total, most=EXACT_RANKS)[0]
        places = len(self.truths), len(self.predictions)
        positive, negative, truth, prediction = _core.rank_products(self.truth_ranks, self.prediction_ranks, weight, *places)
        return positive - negative, truth, prediction

    @property
    def exact(self) -> bool:
        """Whether every distinct pair has a cell of its own."""
        return self.shift == 0

    def bounds(self, metric: str) -> tuple[float, float]:
        """An interval certain to hold the exact value of a metric, whatever happens inside the cells.

        >>> import gnomon as gn
        >>> gn.Joint.of([1, 2, 3], [0.2, 0.9, 0.4]).bounds("kendall")
        (0.3333333333333333, 0.3333333333333333)
        """
        from ..catalog import parse

        reference = parse(metric)
        entry = reference.entry
        entry.check(reference.arguments)
        if entry.summary is not Joint or entry.bounds is None:
            raise InputError("summary.joint_metric_unknown", name=entry.name)
        if self.exact:
            value = float(entry.function(self, **reference.arguments))
            return value, value
        return entry.bounds(self, **reference.arguments)

    def _state(self) -> tuple[dict[str, Any], Arrays]:
        meta: dict[str, Any] = {"shift": self.shift, "resolution": self.resolution}
        if self.grain is not None:
            meta["grain"] = list(self.grain)
        return meta, {"truth": self.truth, "prediction": self.prediction, "observed": self.observed, "censored": self.censored}

    @classmethod
    def _restore(cls, meta: dict[str, Any], arrays: Arrays) -> "Joint":
        columns = {name: arrays[name] for name in ("truth", "prediction", "observed", "censored")}
        return cls(**columns, shift=meta["shift"], resolution=meta["resolution"], grain=meta.get("grain"))

    def __len__(self) -> int:
        return len(self.truth)

    @property
    def cells(self) -> int:
        return len(self.truth)

    @property
    def curves(self) -> int:
        return 1

    def __repr__(self) -> str:
        if not len(self):
            return "Joint(no rows)"
        kind = f"{len(self):,} distinct pairs" if self.exact else f"{len(self):,} cells of 2^{self.shift} floats a side"
        censored = f", {show(self.censored.sum())} of them censored" if self.is_censored else ""
        return f"Joint({show(self.total)} rows{censored}, {kind})"


def _summed(ranks: Ranks, weight: Array) -> Array:
    """What weighs at each rank; counts stay whole."""
    sums = np.bincount(ranks, weight)
    return sums.astype(weight.dtype)
