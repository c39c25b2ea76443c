"""Spread: how truths and errors are distributed."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar, NamedTuple

import numpy as np

from ..errors import InputError
from ..inputs.pairs import LARGEST, PairRows, pair_rows
from ..result import show
from ..types import Floats
from .base import Summary
from .bounded import BoundedSummary
from .distribution import Distribution, doubles, folded, one_sided, swept
from .invariants import same_totals
from .packing import Arrays
from .sweep import Sweep


class Trimmed(NamedTuple):
    """The RMSE of the rows whose error is no larger than ``threshold``, and the share of rows that are left out."""

    rmse: float
    threshold: float
    left_out: float


@dataclass(frozen=True, eq=False, repr=False)
class Spread(BoundedSummary, Summary):
    """Each distinct truth, and each distinct error e = prediction − truth, with what rows weigh that have it.

    Medians, quantiles and mean deviations follow from it. With ``resolution`` neighbouring floats share a cell, as in a
    :class:`Sweep`: what rows weigh in each stays exact, and :meth:`bounds` says how far what happens inside the cells can move a metric.
    ``truth``, ``error`` and ``absolute`` are the distributions of truths, errors and absolute errors, ascending.

    >>> import gnomon as gn
    >>> spread = gn.Spread.of([3, -0.5, 2, 7], [2.5, 0.0, 2, 8])
    >>> spread.error.value.tolist(), spread.error.weight.tolist(), spread.absolute.quantile(0.5)
    ([-0.5, 0.0, 0.5, 1.0], [1, 1, 1, 1], 0.5)
    """

    truths: Sweep
    errors: Sweep
    growth: ClassVar[str] = "distinct scores"
    arguments: ClassVar[dict[str, str]] = {
        "y_true": "The true values, one a row; or {summary} in the place of both arrays.",
        "y_pred": "The predicted values, one a row.",
    }
    rows = staticmethod(pair_rows)

    def __post_init__(self) -> None:
        one_sided(self.truths, "truths", LARGEST)
        one_sided(self.errors, "errors", 2 * LARGEST)
        if not same_totals(self.truths.pos.sum(), self.errors.pos.sum()):
            raise InputError("summary.spread_weights_differ")

    @classmethod
    def of(cls, y_true: Any, y_pred: Any, *, weight: Any = None, missing: str = "error", resolution: int | None = None) -> "Spread":
        """Sort truths and errors."""
        return cls.of_rows(pair_rows(y_true, y_pred, weight, missing), resolution=resolution)

    @classmethod
    def of_rows(cls, rows: PairRows, *, resolution: int | None = None) -> "Spread":
        """The same of rows that are validated already."""
        truth, prediction = doubles(rows)
        return cls(*(swept(values, rows.weight).coarsened(resolution) for values in (truth, prediction - truth)))

    @classmethod
    def empty(cls) -> "Spread":
        return cls(Sweep.empty(), Sweep.empty())

    def _merge(self, other: "Spread") -> "Spread":
        return Spread(self.truths + other.truths, self.errors + other.errors)

    def coarsened(self, resolution: int | None, marks: Sequence[float] = ()) -> "Spread":
        """The spread with at most so many distinct truths and as many distinct errors."""
        return Spread(self.truths.coarsened(resolution), self.errors.coarsened(resolution))

    @cached_property
    def truth(self) -> Distribution:
        """The distribution of truths."""
        return Distribution(self.truths)

    @cached_property
    def error(self) -> Distribution:
        """The distribution of errors, prediction − truth."""
        return Distribution(self.errors, 2 * LARGEST)

    @cached_property
    def absolute(self) -> Distribution:
        """The distribution of absolute errors."""
        return Distribution(folded(self.errors), 2 * LARGEST)

    @property
    def n(self) -> Any:
        """What all rows weigh."""
        return self.error.n

    def error_quantiles(self, shares: Any) -> Floats:
        """The errors below which these shares of rows lie, as for a quantile-quantile plot."""
        return np.array([self.error.quantile(share) for share in _column(shares, "shares", 0, 1)])

    def beyond(self, thresholds: Any) -> tuple[Floats, Floats]:
        """For each threshold the share of rows whose absolute error is larger, and their share of the sum of squared errors.

        >>> import gnomon as gn
        >>> gn.Spread.of([0, 0, 0, 0], [1, 1, 1, 5]).beyond([2])
        (array([0.25]), array([0.89285714]))
        """
        given = _column(thresholds, "thresholds", 0, np.inf)
        above = np.searchsorted(self.absolute.value, given, side="right")
        largest = float(self.absolute.value[-1]) if len(self.absolute) else 0.0
        squared = self.absolute.weight * (self.absolute.value / (largest or 1.0)) ** 2  # scaled: the squares of 1e150 sum to no number
        rows, squares = (np.append(np.cumsum(column[::-1])[::-1], 0.0) for column in (self.absolute.weight, squared))
        nothing = np.full(len(given), np.nan)
        return (rows[above] / rows[0] if rows[0] else nothing), (squares[above] / squares[0] if squares[0] else nothing)

    def histogram(self, edges: Any) -> Floats:
        """What rows weigh whose error lies from each edge up to the next, which only the last bin includes.

        A coarse cell counts at its middle.
        """
        given = _column(edges, "edges", -np.inf, np.inf)
        if len(given) < 2 or not (np.diff(given) > 0).all():
            raise InputError("summary.spread_edges_not_ascending")
        return np.asarray(np.histogram(self.error.value, given, weights=self.error.weight.astype(np.float64))[0], np.float64)

    def trimmed_rmse(self, share: float = 0.01) -> Trimmed:
        """The RMSE without the largest errors: those above the quantile that at most this share of rows exceeds.

        >>> import gnomon as gn
        >>> gn.Spread.of([0, 0, 0, 0], [1, 1, 1, 5]).trimmed_rmse(0.25)
        Trimmed(rmse=1.0, threshold=1.0, left_out=0.25)
        """
        share = float(_column([share], "share", 0, 1)[0])
        if not len(self.absolute):
            return Trimmed(float("nan"), float("nan"), float("nan"))
        last = self.absolute.places(1 - share)[0]
        value, weight = self.absolute.value[: last + 1], self.absolute.weight[: last + 1]
        scale = float(value[-1]) or 1.0
        kept = self.absolute.cumulated[last]
        mean = float(np.sum(weight * (value / scale) ** 2)) / float(kept)
        return Trimmed(scale * float(np.sqrt(mean)), float(value[-1]), float((self.n - kept) / self.n))

    @property
    def cells(self) -> int:
        return len(self.truths) + len(self.errors)

    @property
    def curves(self) -> int:
        return 2

    @property
    def exact(self) -> bool:
        return self.truths.exact and self.errors.exact

    def _state(self) -> tuple[dict[str, Any], Arrays]:
        truths, errors = packed(self.truths, "truths"), packed(self.errors, "errors")
        return {"truths": truths[0], "errors": errors[0]}, truths[1] | errors[1]

    @classmethod
    def _restore(cls, meta: dict[str, Any], arrays: Arrays) -> "Spread":
        return cls(*(unpacked(meta[name], arrays, name) for name in ("truths", "errors")))

    def __repr__(self) -> str:
        if not self.cells:
            return "Spread(no rows)"
        kind = "distinct" if self.exact else "cells of"
        return f"Spread(weight {show(self.n)}, {len(self.truths):,} {kind} truths, {len(self.errors):,} {kind} errors)"


def packed(sweep: Sweep, name: str) -> tuple[dict[str, Any], Arrays]:
    """A distribution as a JSON object and arrays, without the column of negatives that it has none of."""
    meta, _ = sweep._state()
    return meta, {f"{name}.values": sweep.thresholds, f"{name}.weight": sweep.pos}


def unpacked(meta: dict[str, Any], arrays: Arrays, name: str) -> Sweep:
    """What :func:`packed` made of a distribution."""
    weight = arrays[f"{name}.weight"]
    return Sweep._restore(meta, {"thresholds": arrays[f"{name}.values"], "pos": weight, "neg": np.zeros_like(weight)})


def _column(values: object, name: str, low: float, high: float) -> Floats:
    """Numbers within bounds."""
    try:
        given = np.atleast_1d(np.asarray(values, np.float64))
    except (TypeError, ValueError) as reason:
        raise InputError("summary.spread_values_not_numeric", name=name, values=values) from reason
    wrong = ~((given >= low) & (given <= high))
    if given.ndim != 1 or wrong.any():
        raise InputError("summary.spread_values_out_of_range", name=name, values=values, low=low, high=high)
    return given
