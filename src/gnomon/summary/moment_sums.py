"""What a Moments holds: the names of its sums, and what must hold of them."""

import math
import re
from fractions import Fraction
from typing import Any

from .. import _core
from ..errors import InputError
from .invariants import MOST_COUNTED, as_whole

TERMS: dict[str, tuple[str, ...]] = {
    "relative": ("relative", "relative_small", "small", "zeros", "endless"),
    "symmetric": ("symmetric", "both_zero"),
    "logarithmic": ("logarithmic",),
}
"""Sums that are made only where they are asked for, by the name of the term.

- ``relative``: |error| / |truth| of truths from 2⁻⁵² up, ``relative_small`` of those nearer to 0; ``small``: |error| / 2⁻⁵² of the latter
  and of zeros; ``zeros`` and ``endless``: what rows weigh whose truth is 0, and whose relative error is past 1e150.
- ``symmetric``: |error| / (|truth| + |prediction|); ``both_zero``: what rows weigh in which both are 0.
"""
CORE = ("y_over", "y_rest", "p_over", "p_rest", "y_magnitude", "yy", "pp", "yp", "weight_over", "weight_under", "weight_level")
"""Truths and predictions summed apart where the prediction is above the truth (``over``) and where it is not, sizes of truths,
squares and products, and what rows weigh in which the prediction is above, below and level with the truth.
"""
KERNEL = (*CORE, *TERMS["relative"], *TERMS["symmetric"])
"""The order in which the kernel hands sums over."""
EXTREMES = (math.inf, -math.inf) * 3
_SIGNED = ("y_over", "y_rest", "p_over", "p_rest", "yp")
_LOSS = re.compile(r"(huber|tweedie|truth)\(-?\d+(\.\d+)?(e[+-]?\d+)?\)")
_MOST = 2**1800


def check_sums(rows: object, sums: dict[str, Any], extremes: object) -> tuple[int, dict[str, Fraction], tuple[float, ...]]:
    """What a Moments is made of, or an error that says why no rows have such sums."""
    count = as_whole(rows, "rows", 0, MOST_COUNTED)
    if not isinstance(sums, dict) or (not count and sums):
        raise InputError("summary.moment_sums_malformed")
    if not count:
        return 0, {}, EXTREMES
    _check_names(set(sums))
    for name, total in sums.items():
        check_sum(name, total)
    s = {name: Fraction(total) for name, total in sums.items()}
    _check_together(s)
    return count, s, _checked_ends(extremes, s)


def _check_names(names: set[Any]) -> None:
    known = set(CORE)
    for term in TERMS.values():
        known |= set(term) if names & set(term) else set()
    others = {name for name in names - known if not (isinstance(name, str) and _LOSS.fullmatch(name))}
    lone = {name for name in names if str(name).startswith(("tweedie", "truth")) and _twin(name) not in names}
    wrong = (known - names) | others | lone
    if wrong:
        raise InputError("summary.moment_sum_missing_or_unknown", name=min(map(str, wrong)))


def _twin(name: str) -> str:
    return name.replace("truth", "tweedie") if name.startswith("truth") else name.replace("tweedie", "truth")


def check_sum(name: str, total: object) -> None:
    """Refuse what is no sum of floats, or negative where sizes are summed."""
    if not isinstance(total, (int, Fraction)) or isinstance(total, bool) or not -_MOST <= total <= _MOST:
        raise InputError("summary.moment_sum_not_fraction", name=name, total=total)
    below = total.denominator
    if below & (below - 1) or below.bit_length() > _core.UNIT + 1:
        raise InputError("summary.moment_sum_not_of_floats", name=name, total=total)
    if total < 0 and name not in _SIGNED and not name.startswith("truth"):
        raise InputError("summary.moment_sum_negative", name=name, total=total)


def _check_together(s: dict[str, Fraction]) -> None:
    """Refuse sums that no rows have together: variances that are negative, a correlation past 1, sides that are the wrong way round."""
    weight = s["weight_over"] + s["weight_under"] + s["weight_level"]
    y, p = s["y_over"] + s["y_rest"], s["p_over"] + s["p_rest"]
    y_spread, p_spread, both = weight * s["yy"] - y * y, weight * s["pp"] - p * p, weight * s["yp"] - y * p
    parts = [s.get(name, 0) for name in ("zeros", "endless", "both_zero")]
    possible = (
        weight > 0
        and min(y_spread, p_spread) >= 0
        and both * both <= y_spread * p_spread
        and s["p_over"] >= s["y_over"]
        and s["y_rest"] >= s["p_rest"]
        and s["y_magnitude"] >= abs(y)
        and max(parts) <= weight
    )
    if not possible:
        raise InputError("summary.moment_sums_impossible_together")


def _checked_ends(extremes: object, s: dict[str, Fraction]) -> tuple[float, ...]:
    ends = tuple(extremes) if isinstance(extremes, (tuple, list)) else ()
    if len(ends) != 6 or not all(isinstance(end, float) and abs(end) <= 2e150 for end in ends):
        raise InputError("summary.extremes_not_six_numbers")
    weight = s["weight_over"] + s["weight_under"] + s["weight_level"]
    totals = (s["y_over"] + s["y_rest"], s["p_over"] + s["p_rest"])
    for k, total in enumerate(totals):
        if not Fraction(ends[2 * k]) * weight <= total <= Fraction(ends[2 * k + 1]) * weight:
            raise InputError("summary.mean_outside_extremes")
    if not ends[4] <= ends[5]:
        raise InputError("summary.extreme_errors_swapped")
    return ends
