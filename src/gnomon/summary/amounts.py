"""Amounts: for each distinct prediction, what its rows weigh and what their truths and errors sum to."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar

import numpy as np

from .. import _core
from ..errors import InputError
from ..inputs.numbers import refuse_not_finite
from ..inputs.pairs import LARGEST, PairRows, pair_rows
from ..parallel import THREADS
from ..result import show
from ..types import Array, Floats
from .base import Summary
from .bounded import BoundedSummary
from .distribution import Distribution, doubles, one_sided, swept
from .invariants import as_amounts, as_array, as_scores, as_whole, check_descends, frozen, same_totals
from .packing import Arrays
from .spread import packed, unpacked
from .sweep import Sweep
from .sweep_columns import checked_shift

SUMS = ("truth", "error", "absolute", "squared")
ROUNDED = 1e-9
"""How far, relative to its size, a sum over rows may miss what it is compared with."""
LEAST_SQUARED = 1e-150
"""The squares of smaller errors lose their digits, or are 0."""


@dataclass(frozen=True, eq=False, repr=False)
class Amounts(BoundedSummary, Summary):
    """Rows by prediction, from the highest down: what truths are ordered by predictions, and how errors change along them.

    For each of ``predictions`` there is what its rows weigh, and the weighted sums of their truths, errors (prediction − truth),
    absolute and squared errors; ``truths`` has each distinct truth and what rows weigh that have it. With ``resolution``
    neighbouring floats share a cell, as in a :class:`Sweep`: sums over cells stay what they are, and only the order inside them is open.
    Sums of floats round: their last digit may depend on how rows were split, as that of weights does.

    >>> import gnomon as gn
    >>> amounts = gn.Amounts.of([10, 0, 30, 20], [12, 8, 25, 12])
    >>> amounts.predictions.tolist(), amounts.weight.tolist(), amounts.truth.tolist(), amounts.error.tolist()
    ([25.0, 12.0, 8.0], [1, 2, 1], [30.0, 30.0, 0.0], [-5.0, -6.0, 8.0])
    """

    predictions: Floats
    weight: Array
    truth: Floats
    error: Floats
    absolute: Floats
    squared: Floats
    truths: Sweep
    shift: int = 0
    resolution: int | None = None
    growth: ClassVar[str] = "distinct scores"
    arguments: ClassVar[dict[str, str]] = {
        "y_true": "The true values, one a row; or {summary} in the place of both arrays.",
        "y_pred": "The predicted values, one a row.",
    }
    rows = staticmethod(pair_rows)

    def __post_init__(self) -> None:
        predictions = as_scores(self.predictions, "predictions")
        weight = as_amounts(self.weight, "weight", len(predictions))
        check_descends(predictions, "predictions", predictions)
        shift = checked_shift(self.shift, predictions, "predictions")
        resolution = None if self.resolution is None else as_whole(self.resolution, "resolution", 2)
        one_sided(self.truths, "truths", LARGEST)
        if not same_totals(weight.sum(), self.truths.pos.sum()):
            raise InputError("summary.truths_and_weight_rows_differ")
        sums = {name: as_array(getattr(self, name), name, "iuf", np.float64, len(weight)) for name in SUMS}
        _check_sums(weight, **sums)
        self.__dict__.update(predictions=predictions, weight=weight, shift=shift, resolution=resolution, **sums)

    @classmethod
    def _of_kernel(cls, columns: Sequence[Array], truths: Sweep, shift: int, resolution: int | None) -> "Amounts":
        """Amounts of columns that were made from checked ones: they are not looked through again."""
        if not np.isfinite(columns[-1]).all():
            raise InputError("summary.squared_errors_too_large")
        made = object.__new__(cls)
        names = ("predictions", "weight", *SUMS)
        made.__dict__.update(zip(names, map(frozen, columns), strict=True), truths=truths, shift=shift, resolution=resolution)
        return made

    @classmethod
    def of(cls, y_true: Any, y_pred: Any, *, weight: Any = None, missing: str = "error", resolution: int | None = None) -> "Amounts":
        """Sort rows by their predictions."""
        return cls.of_rows(pair_rows(y_true, y_pred, weight, missing), resolution=resolution)

    @classmethod
    def of_rows(cls, rows: PairRows, *, resolution: int | None = None, truths: Sweep | None = None) -> "Amounts":
        """The same of rows that are validated already, whose truths may have been sorted, too."""
        truth, prediction = doubles(rows)
        made = _core.amount_columns(prediction, truth, rows.weight, THREADS)
        if made is None:
            refuse_not_finite(prediction, rows.names[1])
        columns = list(made)
        if rows.weight is None:
            columns[1] = columns[1].astype(np.int64)
        return cls._of_kernel(columns, swept(truth, rows.weight) if truths is None else truths, 0, None).coarsened(resolution)

    @classmethod
    def empty(cls) -> "Amounts":
        none = np.empty(0)
        return cls(none, np.empty(0, np.int64), none, none, none, none, Sweep.empty())

    def coarsened(self, resolution: int | None, marks: Sequence[float] = ()) -> "Amounts":
        """The amounts with at most so many predictions, and as many distinct truths."""
        if resolution is None:
            return self
        truths = self.truths.coarsened(resolution)  # which refuses what is no resolution
        limit = int(resolution) if self.resolution is None else min(int(resolution), self.resolution)
        shift = self.shift
        if len(self) > limit:
            shift = _core.shift_for(self.predictions, limit, self.shift)
        return Amounts._of_kernel(self._columns_at(shift), truths, shift, limit)

    @property
    def _columns(self) -> tuple[Array, ...]:
        return (self.predictions, self.weight, *(getattr(self, name) for name in SUMS))

    def _columns_at(self, shift: int) -> tuple[Array, ...]:
        if shift == self.shift:
            return self._columns
        return _in_pairs(lambda a, b: _core.coarsen(self.predictions, a, b, shift), self._columns[1:])

    def _merge(self, other: "Amounts") -> "Amounts":
        shift = max(self.shift, other.shift)
        mine, theirs = (list(one._columns_at(shift)) for one in (self, other))
        if mine[1].dtype != theirs[1].dtype:  # counts meet weights
            mine[1], theirs[1] = (one[1].astype(np.float64) for one in (mine, theirs))
        limits = [r for r in (self.resolution, other.resolution) if r is not None]
        pairs = zip(mine[1:], theirs[1:], strict=True)
        merged = _in_pairs(lambda a, b: _core.merge(mine[0], a[0], b[0], theirs[0], a[1], b[1], THREADS), tuple(pairs))
        made = Amounts._of_kernel(merged, self.truths + other.truths, shift, min(limits) if limits else None)
        return made.coarsened(made.resolution)

    @cached_property
    def ceilings(self) -> Floats:
        """The highest prediction that each cell can hold; the prediction itself where nothing was coarsened."""
        return self.predictions if self.shift == 0 else _core.cell_ceilings(self.predictions, self.shift)

    @cached_property
    def distribution(self) -> Distribution:
        """The distribution of truths."""
        return Distribution(self.truths)

    @cached_property
    def n(self) -> Any:
        """What all rows weigh."""
        return self.weight.sum().item()

    @property
    def total(self) -> float:
        """What all truths sum to."""
        return float(np.sum(self.truth))

    @property
    def least(self) -> float:
        """The smallest truth; where truths were coarsened, no more than it, and of the same sign."""
        return float(self.truths.thresholds[-1]) if len(self.truths) else float("nan")

    def __len__(self) -> int:
        return len(self.predictions)

    @property
    def cells(self) -> int:
        return 2 * len(self) + len(self.truths)

    @property
    def curves(self) -> int:
        return 3

    @property
    def exact(self) -> bool:
        return self.shift == 0 and self.truths.exact

    def _state(self) -> tuple[dict[str, Any], Arrays]:
        meta, arrays = packed(self.truths, "truths")
        own = dict(zip(("predictions", "weight", *SUMS), self._columns, strict=True))
        return {"shift": self.shift, "resolution": self.resolution, "truths": meta}, own | arrays

    @classmethod
    def _restore(cls, meta: dict[str, Any], arrays: Arrays) -> "Amounts":
        columns = {name: arrays[name] for name in ("predictions", "weight", *SUMS)}
        return cls(**columns, truths=unpacked(meta["truths"], arrays, "truths"), shift=meta["shift"], resolution=meta["resolution"])

    def __repr__(self) -> str:
        if not len(self):
            return "Amounts(no rows)"
        kind = "distinct predictions" if self.shift == 0 else f"cells of 2^{self.shift} predictions"
        return f"Amounts(weight {show(self.n)}, {len(self):,} {kind}, total {self.total:.6g})"


def _in_pairs(work: Any, columns: Sequence[object]) -> tuple[Array, ...]:
    """Columns put through a kernel that takes two of one type: the weights by themselves, the sums two at a time."""
    weight, truth, error, absolute, squared = columns
    nothing = (np.zeros_like(weight[0]), np.zeros_like(weight[1])) if isinstance(weight, tuple) else np.zeros_like(weight)
    keys, first, _ = work(weight, nothing)
    return (keys, first, *work(truth, error)[1:], *work(absolute, squared)[1:])


def _check_sums(weight: Array, truth: Floats, error: Floats, absolute: Floats, squared: Floats) -> None:
    """Refuse sums that no rows have: past all numbers, or of errors larger than their absolute values or squares allow."""
    for name, column in (("truth", truth), ("error", error), ("absolute", absolute), ("squared", squared)):
        if not np.isfinite(column).all():
            at = int(np.argmin(np.isfinite(column)))
            raise InputError("summary.sum_not_finite", name=name, value=float(column[at]), at=at)
    slack = 1 + ROUNDED
    with np.errstate(over="ignore"):
        most = np.sqrt(weight) * np.sqrt(np.maximum(squared, 0)) * slack + weight * LEAST_SQUARED
        apart = (np.abs(error) > absolute * slack) | (absolute > most)
        large = np.abs(truth) > weight * LARGEST * slack
    wrong = (absolute < 0) | (squared < 0) | apart | large
    if wrong.any():
        raise InputError(
            "summary.sums_of_no_rows",
            at=int(np.argmax(wrong)),
        )
