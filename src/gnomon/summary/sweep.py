"""Sweep: for each distinct score, the positives and the negatives that have it."""

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from .. import _core
from ..errors import InputError
from ..inputs import DEFAULT_POSITIVE, HIGHER, LOWER, BinaryRows, Direction, binary_rows
from ..inputs.direction import Spelt, read
from ..inputs.numbers import refuse_not_finite
from ..parallel import THREADS
from ..result import show
from ..types import Array, Floats
from .base import Summary
from .cells import Cells
from .counts import Counts
from .invariants import frozen
from .packing import Arrays
from .stretches import ExactStatistics, as_told
from .sweep_columns import binned, checked_sweep

if TYPE_CHECKING:
    from matplotlib.axes import Axes


@dataclass(frozen=True, eq=False, repr=False)
class Sweep(Summary):
    """Rows swept from the highest score down: what every curve, area and threshold is computed from.

    ``thresholds`` descend; ``pos`` and ``neg`` are what each adds. Calling positive every row whose score is at least
    ``thresholds[i]`` gives exactly ``tps[i]`` true and ``fps[i]`` false positives. With ``direction="lower is positive"`` they ascend,
    and the rows are those whose score is at most ``thresholds[i]``.

    With ``resolution``, a sweep keeps at most so many cells: neighbouring floats share one, whose lowest float is the threshold.
    Counts at these thresholds stay exact, and :meth:`bounds` says how far what happens inside the cells can move a metric.

    >>> import gnomon as gn
    >>> sweep = gn.Sweep.of([0, 0, 1, 1, 0], [0.1, 0.4, 0.35, 0.8, 0.1])
    >>> sweep.thresholds.tolist(), sweep.tps.tolist(), sweep.fps.tolist()
    ([0.8, 0.4, 0.35, 0.1], [1, 1, 2, 2], [0, 1, 1, 3])
    """

    thresholds: Floats
    pos: Array
    neg: Array
    shift: int = 0
    resolution: int | None = None
    marks: dict[float, tuple[float, float]] = field(default_factory=dict)
    """True and false positives at thresholds that must stay exact though they may fall inside a cell."""
    direction: Direction = HIGHER
    growth: ClassVar[str] = "distinct scores"

    told: ClassVar[ExactStatistics | None] = None
    """What is known exactly though the cells are coarse, where stretches of the sweep told it."""

    def __post_init__(self) -> None:
        """Columns of its own, after checking what every kernel relies on."""
        self._hold(*checked_sweep(self.thresholds, self.pos, self.neg, self.shift, self.resolution, self.marks, self.direction))

    @classmethod
    def _of_kernel(
        cls, thresholds: Floats, pos: Array, neg: Array, shift: int = 0, resolution: int | None = None, marks: Any = (), **way: Direction
    ) -> "Sweep":
        """A sweep of columns that were made from checked ones and that nobody else writes to: they are not looked through again."""
        made = object.__new__(cls)
        made._hold(*map(frozen, (thresholds, pos, neg)), shift, resolution, dict(marks), way.get("direction", HIGHER))
        return made

    def _hold(self, *values: Any) -> None:
        names = ("thresholds", "pos", "neg", "shift", "resolution", "marks", "direction")
        self.__dict__.update(zip(names, values, strict=True))

    @classmethod
    def of(
        cls,
        y_true: Any,
        y_score: Any,
        *,
        weight: Any = None,
        positive: Any = DEFAULT_POSITIVE,
        resolution: int | None = None,
        missing: str = "error",
        direction: Spelt = HIGHER,
    ) -> "Sweep":
        """Sweep labels of two classes and their scores: one sort, and every curve and area after it is a walk."""
        return cls.of_rows(binary_rows(y_true, y_score, weight, positive, missing, direction=direction), resolution=resolution)

    @classmethod
    def of_rows(cls, rows: BinaryRows, *, resolution: int | None = None) -> "Sweep":
        """Sweep rows that are validated already."""
        columns = _core.sweep_columns(rows.score, rows.positive, rows.weight, THREADS)
        if columns is None:
            refuse_not_finite(rows.score, "y_score")
        keys, pos, neg = columns
        return cls._of_kernel(read(keys, rows.direction), pos, neg, direction=rows.direction).coarsened(resolution)

    @classmethod
    def in_cells_of(cls, rows: BinaryRows, like: "Sweep", marks: Sequence[float]) -> "Sweep":
        """Sweep rows into cells as wide as those of another sweep; what :meth:`coarsened` would make of them, without the fine cells."""
        floors = _core.floor_scores(rows.score, like.shift, THREADS)
        columns = _core.sweep_columns(floors, rows.positive, rows.weight, THREADS)
        if columns is None:
            refuse_not_finite(rows.score, "y_score")
        kept: dict[float, tuple[float, float]] = {}
        for mark in marks:
            called = rows.positive[rows.score >= read(float(mark), rows.direction)]
            tp = int(np.count_nonzero(called))
            kept[float(mark)] = tp, len(called) - tp
        keys, pos, neg = columns
        return cls._of_kernel(read(keys, rows.direction), pos, neg, like.shift, like.resolution, kept, direction=rows.direction)

    def telling(self, told: ExactStatistics) -> "Sweep":
        """The same with what is known exactly of it."""
        marks = {**self.marks, told.at: told.counts} if np.isfinite(told.at) and not self.tells(told.at) else self.marks
        made = self._of_keys(self.keys, self.pos, self.neg, self.shift, self.resolution, marks)
        made.__dict__["told"] = told
        return made

    @classmethod
    def empty(cls) -> "Sweep":
        return cls(np.empty(0), np.empty(0, np.int64), np.empty(0, np.int64))

    def coarsened(self, resolution: int | None, marks: Sequence[float] = ()) -> "Sweep":
        """The sweep with at most ``resolution`` cells, exact at the thresholds in ``marks``; unchanged when it has no more already."""
        if resolution is None:
            return self
        if isinstance(resolution, bool) or not isinstance(resolution, (int, np.integer)) or resolution < 2:
            raise InputError("summary.sweep_resolution_out_of_range", resolution=resolution)
        limit = int(resolution) if self.resolution is None else min(int(resolution), self.resolution)
        shift = self.shift
        if len(self.thresholds) > limit:
            shift = _core.shift_for(self.keys, limit, self.shift)
        kept = {**self.marks, **{float(t): self._counted(t) for t in marks if self.tells(t)}}
        return self._of_keys(*self._columns_at(shift), shift, limit, kept)

    def tells(self, threshold: float) -> bool:
        """Whether the counts at a threshold are known: on a coarse sweep it must be marked, or one of its own."""
        if self.exact or threshold in self.marks:
            return True
        place = int(self.reaching(np.array([threshold], np.float64))[0])
        return bool(place >= len(self) or read(threshold, self.direction) > read(float(self.ceilings[place]), self.direction))

    def _counted(self, threshold: float) -> tuple[float, float]:
        """True and false positives at a threshold, as plain numbers; two sums, where nothing has been cumulated yet."""
        if threshold in self.marks:
            return self.marks[threshold]
        place = int(self._places(np.array([threshold], np.float64))[0])
        if self.pos.dtype.kind == "i":
            return self.pos[:place].sum().item(), self.neg[:place].sum().item()
        return (self.tps[place - 1].item(), self.fps[place - 1].item()) if place else (0.0, 0.0)

    def _columns_at(self, shift: int) -> tuple[Floats, Array, Array]:
        if shift == self.shift:
            return self.keys, self.pos, self.neg
        return _core.coarsen(self.keys, self.pos, self.neg, shift)

    def _of_keys(
        self, keys: Floats, pos: Array, neg: Array, shift: int, resolution: int | None, marks: dict[float, tuple[float, float]]
    ) -> "Sweep":
        """A sweep of the same direction."""
        return Sweep._of_kernel(read(keys, self.direction), pos, neg, shift, resolution, marks, direction=self.direction)

    def _merge(self, other: "Sweep") -> "Sweep":
        if self.direction != other.direction:
            if not len(self) or not len(other):
                return self if len(self) else other
            raise InputError(
                "summary.sweep_directions_differ",
                direction=self.direction,
                direction_2=other.direction,
            )
        shift = max(self.shift, other.shift)
        mine, theirs = self._columns_at(shift), other._columns_at(shift)
        if mine[1].dtype != theirs[1].dtype:  # counts meet weights
            mine, theirs = ((t, p.astype(np.float64), n.astype(np.float64)) for t, p, n in (mine, theirs))
        limits = [r for r in (self.resolution, other.resolution) if r is not None]
        marks = {t: self._both(other, t) for t in (*self.marks, *other.marks) if self.tells(t) and other.tells(t)}
        merged = self._of_keys(*_core.merge(*mine, *theirs, THREADS), shift, min(limits) if limits else None, marks)
        return merged.coarsened(merged.resolution)

    def _both(self, other: "Sweep", threshold: float) -> tuple[float, float]:
        (tp, fp), (more_tp, more_fp) = self._counted(threshold), other._counted(threshold)
        return tp + more_tp, fp + more_fp

    @cached_property
    def keys(self) -> Floats:
        """The thresholds as they are ordered, descending: themselves, or their negatives where lower scores are positive."""
        return read(self.thresholds, self.direction)

    @property
    def beyond(self) -> float:
        """The threshold that no score reaches: +inf, or −inf where lower scores are positive."""
        return read(float("inf"), self.direction)

    @cached_property
    def tps(self) -> Array:
        """True positives when rows from each threshold up are called positive."""
        return _core.cumulate(self.pos, THREADS)

    @cached_property
    def fps(self) -> Array:
        """False positives when rows from each threshold up are called positive."""
        return _core.cumulate(self.neg, THREADS)

    @cached_property
    def _pairs(self) -> tuple[float, float, float]:
        """Positives, negatives, and twice the pairs of them in the right order."""
        return _core.sweep_pairs(self.pos, self.neg, THREADS)

    @cached_property
    def gaps(self) -> tuple[float, int, float, int]:
        """How far TPR rises above FPR at the most, and after how many cells; how far it falls below, and where."""
        return _core.largest_gap(self.pos, self.neg, THREADS)

    @property
    def concordant(self) -> float:
        """Twice the pairs of a positive and a negative in which the positive scores higher, a tie counting one."""
        return self._pairs[2] if self.told is None else self.told.concordant

    @cached_property
    def positives(self) -> float:
        """The whole weight of positive rows."""
        return self._total(0, self.pos)

    @cached_property
    def negatives(self) -> float:
        """The whole weight of negative rows."""
        return self._total(1, self.neg)

    def _total(self, which: int, column: Array) -> float:
        """Weights are summed in the order in which they cumulate, so that the last rate is exactly 1."""
        if column.dtype.kind == "i":
            return int(self._pairs[which])
        return float((self.tps, self.fps)[which][-1]) if len(column) else 0.0

    @property
    def n(self) -> float:
        """The whole weight of all rows."""
        return self.positives + self.negatives

    @property
    def exact(self) -> bool:
        """Whether every distinct score has a cell of its own."""
        return self.shift == 0

    @property
    def probable(self) -> bool:
        """Whether every score lies in [0, 1] and could be a probability of the positive class."""
        return bool(self.direction == HIGHER and len(self) and self.thresholds[-1] >= 0 and self.thresholds[0] <= 1)

    def histogram(self, bins: int) -> tuple[Floats, Floats, Floats]:
        """Edges of bins of equal width, and the weight of positives and of negatives in each."""
        return binned(self.thresholds, (self.pos, self.neg), (self.positives, self.negatives), bins)

    @cached_property
    def ceilings(self) -> Floats:
        """The most positive score that each cell can hold; the threshold itself where the sweep is exact."""
        return read(_core.cell_ceilings(self.keys, self.shift), self.direction)

    def at(self, threshold: float) -> Counts:
        """The confusion matrix when scores of at least ``threshold`` are called positive; of at most, where lower scores are.

        On a coarse sweep the threshold must be one of its own, or marked; there the counts are exact.
        """
        try:
            given = float(threshold)
        except (TypeError, ValueError):
            return Counts((0, 1), self.cells_at([threshold]).matrix[0])  # which says what is wrong with it
        tp, fp = (np.array([count], self.pos.dtype) for count in self._counted(given))
        places = None if given in self.marks else self._places(np.array([given]))
        return Counts((0, 1), self._cells(tp, fp, places).matrix[0])

    def cells_at(self, thresholds: Any = None) -> Cells:
        """A stack of 2x2 confusion matrices, one a threshold; by default where nothing is positive and at each distinct score."""
        if thresholds is None:
            return self._cells(self._from_start(self.tps), self._from_start(self.fps), np.arange(len(self) + 1))
        try:
            given = np.atleast_1d(np.asarray(thresholds, float))
        except (TypeError, ValueError) as reason:
            raise InputError("summary.threshold_not_numeric", thresholds=thresholds) from reason
        if given.ndim != 1:
            raise InputError("summary.thresholds_shape_mismatch", shape=given.shape)
        places = self._places(given)
        if not len(self):
            nothing = np.zeros(len(given), self.pos.dtype)
            return self._cells(nothing, nothing)
        tp, fp = (np.where(places > 0, cumulated[places - 1], 0) for cumulated in (self.tps, self.fps))
        return self._cells(tp, fp, places)

    def reaching(self, thresholds: Floats) -> NDArray[np.int64]:
        """How many cells have a threshold of at least each of these; of at most, where lower scores are positive."""
        wanted = read(thresholds, self.direction)
        if len(wanted) > 64:
            return np.searchsorted(-self.keys, -wanted, side="right")
        # A few are found by halving; turning millions of cells round for NumPy's search would cost far more.
        cells = range(len(self))
        return np.array([bisect_left(cells, True, key=lambda i: self.keys[i] < t) for t in wanted], np.int64)

    def _places(self, thresholds: Floats) -> NDArray[np.int64]:
        """How many cells lie at or above each threshold."""
        if np.isnan(thresholds).any():
            raise InputError("summary.threshold_is_nan", value=int(np.argmax(np.isnan(thresholds))))
        places = self.reaching(thresholds)
        if not self.exact:
            ceilings = read(self.ceilings[np.minimum(places, len(self) - 1)], self.direction)
            inside = (places < len(self)) & (read(thresholds, self.direction) <= ceilings)
            if inside.any():
                at = float(thresholds[np.argmax(inside)])
                raise InputError("summary.threshold_inside_cell", at=at)
        return places

    @staticmethod
    def _from_start(cumulated: Array) -> Array:
        return np.concatenate([np.zeros(1, cumulated.dtype), cumulated])

    @cached_property
    def _rest(self) -> tuple[Floats, Floats]:
        """Positives and negatives below each threshold, summed from the lowest: as differences small weights would be lost."""
        pos, neg = (np.append(np.cumsum(one[::-1])[::-1], 0.0) for one in (self.pos, self.neg))
        return pos, neg

    def _cells(self, tp: Array, fp: Array, places: NDArray[np.int64] | None = None) -> Cells:
        """Confusion matrices with so many true and false positives, those of the first ``places`` cells where these are known."""
        if places is not None and self.pos.dtype.kind == "f":
            fn, tn = (rest[places] for rest in self._rest)
        else:
            fn, tn = self.positives - tp, self.negatives - fp
        matrix = np.empty((len(tp), 2, 2), self.pos.dtype)
        matrix[:, 0, 0], matrix[:, 0, 1] = tn, fp
        matrix[:, 1, 0], matrix[:, 1, 1] = fn, tp
        return Cells(matrix)

    def bounds(self, metric: str) -> tuple[float, float]:
        """An interval certain to hold the exact value of a metric, whatever happens inside the cells.

        >>> import gnomon as gn
        >>> gn.Sweep.of([0, 1, 1], [0.2, 0.9, 0.4]).bounds("roc_auc")
        (1.0, 1.0)
        """
        from .sweep_bounds import bounds_of

        return bounds_of(self, metric)

    def plot(self, ax: "Axes | None" = None, **style: Any) -> Any:
        """Draw the scores' distribution by class on ``ax`` (default: new matplotlib axes) and return the axes."""
        from .. import plots

        return plots.draw(self, ax=ax, **style)

    def _state(self) -> tuple[dict[str, Any], Arrays]:
        meta: dict[str, Any] = {"shift": self.shift, "resolution": self.resolution}
        if self.marks:
            meta["marks"] = [[threshold, *self.marks[threshold]] for threshold in sorted(self.marks)]
        if self.direction != HIGHER:
            meta["direction"] = self.direction
        if self.told is not None:
            meta["told"] = list(self.told[:4])
        return meta, {"thresholds": self.thresholds, "pos": self.pos, "neg": self.neg}

    @classmethod
    def _restore(cls, meta: dict[str, Any], arrays: Arrays) -> "Sweep":
        marks = {float(threshold): (tp, fp) for threshold, tp, fp in meta.get("marks", ())}
        way = meta.get("direction", HIGHER)
        made = cls(arrays["thresholds"], arrays["pos"], arrays["neg"], meta["shift"], meta["resolution"], marks, way)
        return made if meta.get("told") is None else made.telling(as_told(meta["told"], made))

    def __len__(self) -> int:
        return len(self.thresholds)

    @property
    def cells(self) -> int:
        return len(self.thresholds)

    @property
    def curves(self) -> int:
        return 1

    def __repr__(self) -> str:
        if not len(self):
            return "Sweep(no rows)"
        kind = f"{len(self):,} distinct scores" if self.exact else f"{len(self):,} cells of 2^{self.shift} floats"
        low, high = sorted((self.thresholds[-1], self.thresholds[0]))
        span = f"from {low:.6g} to {high:.6g}"
        way = f", {LOWER}" if self.direction == LOWER else ""
        return f"Sweep({show(self.positives)} positive, {show(self.negatives)} negative, {kind} {span}{way})"
