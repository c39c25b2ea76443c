"""Ranges: how often truths lie in the range that was predicted for them, how wide the ranges are, and by how much truths miss them."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Any, ClassVar

import numpy as np

from ..errors import InputError
from ..inputs.pairs import range_rows
from .exact_sum import weighted_sum
from .exact_sums import ExactSums

SUMS = ("weight", "covered", "width", "below", "above", "weight_below", "weight_above")
_STEP = 2**16


@dataclass(frozen=True, eq=False, repr=False)
class Ranges(ExactSums):
    """Sums over rows without any rounding: of any number of rows the same size, and enough for a score at any level.

    ``weight`` is what rows weigh, ``covered``, ``weight_below`` and ``weight_above`` what those weigh whose truth lies in its range (its
    ends among it), below and above it; ``width`` sums how wide ranges are, ``below`` and ``above`` how far truths lie outside.

    >>> import gnomon as gn
    >>> ranges = gn.Ranges.of([1, 2, 9], [0, 2, 3], [2, 4, 5])
    >>> ranges.total("covered"), ranges.total("width"), ranges.total("above")
    (2.0, 6.0, 4.0)
    """

    names: ClassVar[tuple[str, ...]] = SUMS
    arguments: ClassVar[dict[str, str]] = {
        "y_true": "The true values, one a row; or {summary} in the place of all arrays.",
        "low": "Where the predicted range of each row begins.",
        "high": "Where it ends.",
    }

    def check(self, sums: dict[str, Fraction], weighed: bool) -> None:
        if sums["covered"] + sums["weight_below"] + sums["weight_above"] != sums["weight"] or not weighed:
            raise InputError("summary.coverage_weights_mismatch")
        if any(bool(sums[name]) > bool(sums[f"weight_{name}"]) for name in ("below", "above")):
            raise InputError("summary.range_misses_without_rows")

    @classmethod
    def of(cls, y_true: Any, low: Any, high: Any, *, weight: Any = None, missing: str = "error") -> "Ranges":
        """Compare truths with the range predicted for each, from ``low`` to ``high``."""
        y, begins, ends, heavy = range_rows(y_true, low, high, weight, missing)
        count, total = 0, dict.fromkeys(SUMS, Fraction(0))
        for start in range(0, len(y), _STEP):
            at = slice(start, start + _STEP)
            a, b, c = (column[at].astype(np.float64) for column in (y, begins, ends))
            w = np.ones(len(a)) if heavy is None else heavy[at]
            under, over = a < b, a > c
            parts = {"weight": np.ones(len(a)), "covered": ~(under | over), "width": c - b, "weight_below": under, "weight_above": over}
            parts |= {"below": np.where(under, b - a, 0.0), "above": np.where(over, a - c, 0.0)}
            total = {name: total[name] + weighted_sum(parts[name], w) for name in SUMS}
            count += int(np.count_nonzero(w))
        return cls(count, total)
