"""ScaledErrors: absolute errors of forecasts over what a naive forecast errs by on average."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations, pairwise
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from ..errors import InputError, warn
from ..inputs.arrays import missing_mask, one_column, one_dimension, same_length, to_array
from ..inputs.groups import encode_groups
from ..inputs.numbers import as_floats
from ..inputs.pairs import pair_rows, refuse_numbers
from ..messages.language import say
from .exact_sum import nearest, weighted_sum
from .exact_sums import ExactSums
from .invariants import as_whole

if TYPE_CHECKING:
    from ..types import Floats


SUMS = ("weight", "scaled", "flat")
NEAR = 4
"""Steps on either side that a step from one series to the next is held against."""
JUMP = 4.0
"""How many times the largest of them such a step is."""
INFLATED = 2.0
"""How many times the steps between series lift the naive error before a warning says so."""
RUN = 8
"""Steps on either side whose sizes tell a series of another scale."""
SCALES = 10.0
"""How many times as large the median step of such a series is."""


@dataclass(frozen=True, eq=False, repr=False)
class ScaledErrors(ExactSums):
    """Errors of one series, or of several merged: each series is divided by its own scale, the mean absolute change over a season.

    ``weight`` is what rows weigh, ``scaled`` sums their absolute errors over the scale of their series, and ``flat`` is what rows of
    series weigh that never change, which have no scale.

    >>> import gnomon as gn
    >>> errors = gn.ScaledErrors.of([5, 6], [4, 6], train=[1, 2, 4, 3])
    >>> errors.rows, errors.total("scaled")
    (2, 0.75)
    """

    names: ClassVar[tuple[str, ...]] = SUMS
    arguments: ClassVar[dict[str, str]] = {
        "y_true": "The true values of a series in the order of time; or {summary} in the place of all arrays.",
        "y_pred": "The forecasts of the same times.",
        "group": "The series of each row, where several stand in the same arrays: each is divided by its own scale, and the series' values "
        "are averaged. train is then {{series: values}}.",
        "season": "How many steps back the naive forecast takes its value from: 1 the value before, 12 that of the year before in months.",
        "train": "The series up to the forecast, in the order of time, which the naive forecast is measured on; None: y_true itself.",
    }

    def check(self, sums: dict[str, Fraction], weighed: bool) -> None:
        if sums["flat"] > sums["weight"] or not weighed:
            raise InputError("summary.flat_series_outweigh_rows")

    @classmethod
    def of(
        cls,
        y_true: Any,
        y_pred: Any,
        *,
        season: int = 1,
        train: Any = None,
        group: Any = None,
        weight: Any = None,
        missing: str = "error",
    ) -> "ScaledErrors":
        """The errors of one series; rows stand in the order of time. Of several, by ``group``, each series counts as one."""
        if group is not None:
            each = cls.by_series(y_true, y_pred, group=group, season=season, train=train, weight=weight, missing=missing)
            return sum((one._as_one_series() for one in each.values()), cls())
        if isinstance(train, Mapping):
            raise InputError("summary.train_needs_group")
        return cls._of_one(y_true, y_pred, season, train, weight, missing, mixed=True)

    @classmethod
    def _of_one(
        cls, y_true: object, y_pred: object, season: int, train: object, weight: object, missing: str, mixed: bool
    ) -> "ScaledErrors":
        """The errors of what is one series, or may be ``mixed`` of several."""
        lag = as_whole(season, "season", 1)
        rows = pair_rows(y_true, y_pred, weight, missing)
        for column, name in zip((rows.y, rows.p), rows.names, strict=True):
            refuse_numbers(column, name)
        scale = _naive_error(y_true if train is None else train, "y_true" if train is None else "train", lag, missing, mixed)
        heavy = np.ones(len(rows.y)) if rows.weight is None else rows.weight
        weighs, error = weighted_sum(heavy, None), np.abs(rows.p.astype(np.float64) - rows.y)
        if 0 < scale < error.max() / 1e300:
            raise InputError("summary.season_step_too_small", scale=scale)
        scaled = weighted_sum(error / scale, heavy) if scale else Fraction(0)
        return cls(int(np.count_nonzero(heavy)), {"weight": weighs, "scaled": scaled, "flat": Fraction(0) if scale else weighs})

    @classmethod
    def by_series(
        cls,
        y_true: Any,
        y_pred: Any,
        *,
        group: Any,
        season: int = 1,
        train: Any = None,
        weight: Any = None,
        missing: str = "error",
    ) -> "dict[Any, ScaledErrors]":
        """The errors of each series by its name: ``group`` names the series of each row, ``train`` is {series: values}.

        >>> import gnomon as gn
        >>> parts = gn.ScaledErrors.by_series([1, 2, 4, 900, 700, 800], [1, 3, 4, 900, 800, 800], group=list("aaabbb"))
        >>> {name: round(gn.mase(part), 6) for name, part in parts.items()}
        {'a': 0.222222, 'b': 0.222222}
        """
        codes, names = encode_groups(group)
        columns = {"y_true": y_true, "y_pred": y_pred} | ({} if weight is None else {"weight": weight})
        arrays = {name: one_dimension(one_column(to_array(values, name)), name) for name, values in columns.items()}
        for name, values in arrays.items():
            same_length(values.size, name, codes.size, "group")
        if train is not None and not isinstance(train, Mapping):
            raise InputError("summary.train_series_unnamed", type=type(train).__name__)
        found: dict[Any, ScaledErrors] = {}
        for code, name in enumerate(names.tolist()):
            if train is not None and name not in train:
                raise InputError("summary.train_series_missing", name=name)
            rows = codes == code
            y, p, *w = (values[rows] for values in arrays.values())
            try:
                found[name] = cls._of_one(y, p, season, None if train is None else train[name], w[0] if w else None, missing, mixed=False)
            except InputError as reason:
                raise InputError("summary.fault_in_series", name=name, marked=reason.marked) from None
        return found

    def _as_one_series(self) -> "ScaledErrors":
        """The same with one weight for all rows together, so that the value counts once in a mean over series."""
        weight = self.sums["weight"]
        if not weight:
            return self
        one = Fraction(1)
        if self.sums["flat"]:
            return ScaledErrors(self.rows, {"weight": one, "scaled": Fraction(0), "flat": one})
        return ScaledErrors(self.rows, {"weight": one, "scaled": Fraction(nearest(self.sums["scaled"] / weight)), "flat": Fraction(0)})


def _naive_error(series: object, name: str, season: int, missing: str, mixed: bool) -> float:
    """What repeating the value of a season before errs by on average; steps from or to a missing value are left out."""
    values = one_dimension(one_column(to_array(series, name)), name, "inputs.remedy_one_number_a_time")
    gaps = missing_mask(values) if missing == "drop" else None
    numbers = as_floats(values, name).astype(np.float64)
    here = np.ones(len(numbers), bool) if gaps is None else ~gaps
    refuse_numbers(np.where(here, numbers, 0.0), name)
    steps = np.abs(numbers[season:] - numbers[:-season])[here[season:] & here[:-season]]
    if not steps.size:
        raise InputError(
            "summary.train_values_too_few",
            name=name,
            count=len(numbers),
            season=season,
        )
    scale = nearest(weighted_sum(steps, None) / steps.size)
    if mixed and here.all():
        _warn_of_series(numbers, season, scale, name)
    return scale


def _warn_of_series(values: "Floats", season: int, scale: float, name: str) -> None:
    """Warn of several series that stand one below the other: the steps from one to the next are no errors of a naive forecast."""
    starts = _starts(values)
    if not starts:
        _warn_of_scales(values, season, name)
        return
    block = np.zeros(len(values), np.int64)
    block[starts] = 1
    block = np.cumsum(block)
    within = np.abs(values[season:] - values[:-season])[block[season:] == block[:-season]]
    if within.size and 0 < within.mean() * INFLATED <= scale:
        warn(
            say(
                "summary.stacked_series_of_levels",
                name=name,
                count=len(starts) + 1,
                start=starts[0],
                times=scale / float(within.mean()),
            )
        )


def _starts(values: Any) -> list[int]:
    """Where blocks of another level begin: after a step far larger than those near it, between blocks whose ranges do not meet."""
    steps = np.abs(np.diff(values))
    if len(steps) < 2 * NEAR + 1:
        return []
    near = np.lib.stride_tricks.sliding_window_view(steps, NEAR).max(1)
    before, after, middle = near[: -NEAR - 1], near[NEAR + 1 :], steps[NEAR:-NEAR]
    found = np.flatnonzero((np.minimum(before, after) > 0) & (middle > JUMP * np.maximum(before, after))) + NEAR + 1
    blocks = np.split(values, found)
    apart = [left.max() < right.min() or left.min() > right.max() for left, right in pairwise(blocks)]
    return [int(start) for start, is_apart in zip(found, apart, strict=True) if is_apart]


def _warn_of_scales(values: object, season: int, name: str) -> None:
    """Warn of series of other scales one below the other: those of the largest steps make the naive error of all."""
    starts = _starts_of_scales(values, season)
    if starts:
        warn(
            say(
                "summary.stacked_series_of_scales",
                name=name,
                count=len(starts) + 1,
                start=starts[0],
            )
        )


def _starts_of_scales(values: Any, season: int) -> list[int]:
    """Where blocks of another scale begin: the median of eight steps changes tenfold, their sizes hardly overlap, and blocks are even.

    A growing series grows within its blocks too. A season returns to a former scale, or its blocks are shorter than two seasons. Neither
    is several series.
    """
    steps = np.abs(np.diff(values))
    if len(steps) < 2 * RUN + 1:
        return []
    runs = np.sort(np.lib.stride_tricks.sliding_window_view(steps, RUN), axis=1)
    before, after = runs[: -RUN - 1], runs[RUN + 1 :]
    middles = np.median(before, axis=1), np.median(after, axis=1)
    rises = (middles[1] > middles[0])[:, None]
    louder, calmer = np.where(rises, after, before), np.where(rises, before, after)
    low, high = np.minimum(*middles), np.maximum(*middles)
    places = np.flatnonzero((low > 0) & (high >= SCALES * low) & (louder[:, 1] > calmer[:, -1]))
    if not len(places):
        return []
    near = np.split(places, np.flatnonzero(np.diff(places) > RUN) + 1)
    starts = [int(run[np.argmax(high[run] / low[run])]) + RUN + 1 for run in near]
    blocks = [np.abs(np.diff(block)) for block in np.split(values, starts)]
    scales = [float(np.median(block)) for block in blocks]
    halves = [sorted((np.median(block[: len(block) // 2]), np.median(block[len(block) // 2 :]))) for block in blocks]
    even = all(least * SCALES > most for least, most in halves)
    distinct = all(max(pair) * 2 >= SCALES * min(pair) for pair in combinations(scales, 2))
    return starts if even and distinct and min(map(len, blocks)) >= 2 * season - 1 else []
