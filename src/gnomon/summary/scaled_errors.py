"""ScaledErrors: absolute errors of forecasts over what a naive forecast errs by on average."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Any, ClassVar

import numpy as np

from ..errors import InputError
from ..inputs.arrays import missing_mask, one_column, one_dimension, to_array
from ..inputs.numbers import as_floats
from ..inputs.pairs import pair_rows, refuse_numbers
from .exact_sum import nearest, weighted_sum
from .exact_sums import ExactSums
from .invariants import as_whole

SUMS = ("weight", "scaled", "flat")


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
        "season": "How many steps back the naive forecast takes its value from: 1 the value before, 12 that of the year before in months.",
        "train": "The series up to the forecast, in the order of time, which the naive forecast is measured on; None: y_true itself.",
    }

    def check(self, sums: dict[str, Fraction], weighed: bool) -> None:
        if sums["flat"] > sums["weight"] or not weighed:
            raise InputError("sums: rows of flat series cannot weigh more than all rows do")

    @classmethod
    def of(
        cls, y_true: Any, y_pred: Any, *, season: int = 1, train: Any = None, weight: Any = None, missing: str = "error"
    ) -> "ScaledErrors":
        """The errors of one series; rows stand in the order of time."""
        lag = as_whole(season, "season", 1)
        rows = pair_rows(y_true, y_pred, weight, missing)
        for column, name in zip((rows.y, rows.p), rows.names, strict=True):
            refuse_numbers(column, name)
        scale = _naive_error(y_true if train is None else train, "y_true" if train is None else "train", lag, missing)
        heavy = np.ones(len(rows.y)) if rows.weight is None else rows.weight
        weighs, error = weighted_sum(heavy, None), np.abs(rows.p.astype(np.float64) - rows.y)
        if 0 < scale < error.max() / 1e300:
            raise InputError("the series changes by {scale:g} a season, too little to divide errors by; rescale it", scale=scale)
        scaled = weighted_sum(error / scale, heavy) if scale else Fraction(0)
        return cls(int(np.count_nonzero(heavy)), {"weight": weighs, "scaled": scaled, "flat": Fraction(0) if scale else weighs})


def _naive_error(series: Any, name: str, season: int, missing: str) -> float:
    """What repeating the value of a season before errs by on average; steps from or to a missing value are left out."""
    values = one_dimension(one_column(to_array(series, name)), name, "pass one number for each time, in the order of time")
    gaps = missing_mask(values) if missing == "drop" else None
    numbers = as_floats(values, name).astype(np.float64)
    here = np.ones(len(numbers), bool) if gaps is None else ~gaps
    refuse_numbers(np.where(here, numbers, 0.0), name)
    steps = np.abs(numbers[season:] - numbers[:-season])[here[season:] & here[:-season]]
    if not steps.size:
        raise InputError(
            "{name} has {count:,} values, too few for a step over season={season}; pass a longer train= or a shorter season=",
            name=name,
            count=len(numbers),
            season=season,
        )
    return nearest(weighted_sum(steps, None) / steps.size)
